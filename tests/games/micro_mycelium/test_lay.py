"""R4, R5: laying tiles, filling the market, and the end."""

import pytest

from spinney.core.match import MatchLog
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.games.micro_mycelium import GAME
from spinney.games.micro_mycelium.pieces import HEADINGS, REACH, SPAN
from tests.games.micro_mycelium.stories import Table, mycelium, new_game

AROUND = sorted(f"{q},{r}" for q, r in HEADINGS)


def test_the_first_tile_lies_at_the_origin() -> None:
    """Ruling #18: there is one place, and turns that look alike are one move."""
    table = mycelium(market="m1 m6 rock")
    assert table.places() == ["0,0"]
    assert table.turns("m1", "0,0") == [0, 1, 2, 3, 4, 5]
    assert table.turns("m6", "0,0") == table.turns("rock", "0,0") == [0]


def test_later_tiles_touch_the_field() -> None:
    """Ruling #3."""
    assert mycelium("blue m6 0,0", market="m1").places() == AROUND


@pytest.mark.parametrize("place", ["q=2 r=0", "q=1 r=1", "q=-5 r=3"])
def test_a_detached_tile_is_refused(place: str) -> None:
    """Corners are not sides: 1,1 only meets the corner of 0,0."""
    table = mycelium("blue m6 0,0", market="m1 . .")
    assert not table.may(f"lay tile=m1 {place}")
    assert "does not touch the field (R4.2)" in table.refusal(f"lay tile=m1 {place}")


def test_no_tile_lies_on_another() -> None:
    table = mycelium("blue m6 0,0", market="m1 . .")
    assert not table.may("lay tile=m1 q=0 r=0")
    assert table.refusal("lay tile=m1 q=0 r=0") == "a tile lies at 0,0 already (R4.2)"


def test_any_side_may_touch_any_other_in_any_rotation() -> None:
    """Ruling #3: no matching."""
    for neighbour in ("m6", "m1", "stump", "flower", "rock"):
        table = mycelium(f"blue {neighbour} 0,0", market="m3 stump rock")
        for place in AROUND:
            assert table.turns("m3", place) == [0, 1, 2, 3, 4, 5]
            assert table.turns("stump", place) == table.turns("rock", place) == [0]


def test_only_tiles_of_the_own_market_are_laid() -> None:
    table = mycelium("blue m6 0,0", market="m1 m2 rock", others={1: "m3 m4 stump"})
    assert {words.split()[1] for words in table.moves()} == {"tile=m1", "tile=m2", "tile=rock"}
    assert "m3 is not" not in table.refusal("lay tile=m1 q=9 r=9")
    assert "Mushroom 3 is not in your market (R4.1)" in table.refusal("lay tile=m3 q=1 r=0")


def test_a_hole_may_be_filled() -> None:
    ring = "; ".join(f"blue rock {q},{r}" for q, r in HEADINGS)
    assert "0,0" in mycelium(ring, market="m6 . .").places()


def test_a_new_tile_takes_the_slot_of_the_old_one() -> None:
    """R4.3."""
    table = mycelium("blue m6 0,0", market="m1 m2 rock", piles={0: "m4"})
    before = table.reveal_count
    table.do("lay tile=m2 q=1 r=0")
    assert table.market(0) == ["m1", "m4", "rock"]
    assert table.pile(0) == []
    assert table.reveal_count > before


def test_with_an_empty_pile_the_market_shrinks() -> None:
    """Ruling #4."""
    table = mycelium("blue m6 0,0", market="m1 m2 rock", piles={0: ""})
    before = table.reveal_count
    table.do("lay tile=m2 q=1 r=0")
    assert table.market(0) == ["m1", "", "rock"]
    assert table.reveal_count == before, "nothing was learned, so it can be taken back"
    assert table.turn == 1


@pytest.mark.parametrize("seats, tiles", [(2, 18), (3, 27), (4, 36)])
@pytest.mark.parametrize("advanced", ["false", "true"])
def test_everybody_lays_nine_tiles(seats: int, tiles: int, advanced: str) -> None:
    """Ruling #4: 18, 27 or 36 placements, and every pile and market is empty then."""
    for seed in range(4):
        table = new_game(seed, seats, advanced=advanced)
        rng, laid = Rng(seed), [0] * seats
        while not table.over:
            seat = table.turn
            moves = table.moves(seat)
            words = moves[rng.below(len(moves))]
            laid[seat] += words.startswith("lay")
            table.do(words, seat=seat)
        assert laid == [9] * seats
        assert table.tiles == tiles
        assert all(table.pile(s) == [] and table.market(s) == ["", "", ""] for s in range(seats))


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_straight_line_of_36_tiles_fits(heading: tuple[int, int]) -> None:
    """The longest field there can be, in every direction: nothing wraps around."""
    q, r = heading
    line = "; ".join(f"green m6 {q * i},{r * i}" for i in range(36))
    table = mycelium(line, market="m1 . .")
    assert table.free(0) == 36 * 4 + 2
    assert len(table.places()) == 36 * 2 + 4
    far = f"{q * 36},{r * 36}"
    assert far in table.places()
    assert abs(q * 36) <= REACH and abs(r * 36) <= REACH and SPAN == 38


def test_a_field_that_winds_back_never_meets_itself_on_the_torus() -> None:
    """A hook of 36 tiles, 18 wide and 18 high."""
    hook = [(i, 0) for i in range(18)] + [(17, i) for i in range(1, 19)]
    table = mycelium("; ".join(f"green rock {q},{r}" for q, r in hook), market="m6 . .")
    world = {(q + a, r + b) for q, r in hook for a, b in HEADINGS} - set(hook)
    assert table.places() == sorted(f"{q},{r}" for q, r in world)


def test_laying_the_last_tiles_can_be_taken_back_at_once() -> None:
    """Nothing is turned up any more, so nothing was learned."""
    match = MatchLog(GAME, GAME.options(), 2, 7)
    rng = Rng(1)
    free = 0
    while not match.over:
        seat = match.seats_to_act[0]
        moves = match.legal(seat)
        match.act(seat, moves[rng.below(len(moves))])
        free += match.can_undo(seat) == "free"
    assert free == 1 + 6, "the first choice, and three tiles each"


def test_there_can_be_many_moves() -> None:
    line = "; ".join(f"blue rock {i},0" for i in range(33))
    table = mycelium(line, market="m1 m2 m3")
    moves = Moves().of(table.state, 0)
    assert len(moves) == (33 * 2 + 4) * 18
    assert len(set(moves)) == len(moves)


def lines(table: Table) -> list[str]:
    return [f"{line.text} {line.points}" for line in table.outcome().lines[0]]


def test_scores_are_shown_while_the_game_goes_on() -> None:
    table = mycelium("green m6 0,0", market="m1 . .", turn=1)
    assert table.points(0) == 6
    assert lines(table)[0] == "6 free spore sides 6"
