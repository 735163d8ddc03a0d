"""R2, R3: special tiles chosen in secret, markets, and who begins."""

import pytest

from spinney.core.match import MatchLog
from spinney.games.micro_mycelium import GAME
from spinney.games.micro_mycelium.components import BOX
from tests.games.micro_mycelium.stories import Table, new_game

SPECIAL = ("stump", "flower", "rock")


def chosen(seed: int, *kinds: str) -> Table:
    table = new_game(seed, len(kinds))
    for seat, kind in enumerate(kinds):
        table.do(f"choose tile={kind}", seat=seat)
    return table


def spores(table: Table, seat: int) -> int:
    return sum(BOX.tiles[kind].spores for kind in table.market(seat))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_chooses_at_the_same_time(seats: int) -> None:
    """Ruling #1."""
    table = new_game(1, seats)
    assert table.seats_to_act == list(range(seats))
    for seat in range(seats):
        assert table.moves(seat) == [f"choose tile={kind}" for kind in SPECIAL]


def test_nobody_sees_a_choice_before_all_have_chosen() -> None:
    """Ruling #1: hidden until everybody has chosen."""
    table = new_game(1, 3)
    before = [table.view(seat) for seat in (1, 2, -1)]
    table.do("choose tile=rock", seat=0)
    assert [table.view(seat) for seat in (1, 2, -1)] == before
    assert table.view(0).sets[0].market == ["rock", "", ""]
    assert table.view(1).sets[0].market == ["", "", ""]
    table.do("choose tile=stump", seat=2).do("choose tile=flower", seat=1)
    assert [s.market[0] for s in table.view(-1).sets] == ["rock", "flower", "stump"]


@pytest.mark.parametrize("kind", SPECIAL)
def test_the_market_has_three_tiles_and_the_pile_six(kind: str) -> None:
    table = chosen(5, kind, "rock")
    assert table.market(0)[0] == kind
    assert len(set(table.market(0))) == 3 and "" not in table.market(0)
    assert len(table.pile(0)) == 6
    assert not set(table.pile(0)) & set(table.market(0))


def test_the_other_special_tiles_are_shuffled_back() -> None:
    found = {kind for seed in range(60) for kind in chosen(seed, "stump", "rock").market(0)[1:]}
    assert found == set(BOX.tiles) - {"stump"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_fewest_spore_sides_begin(seats: int) -> None:
    """R3."""
    for seed in range(40):
        table = chosen(seed, *SPECIAL[:seats], *["rock"] * (seats - 3))
        counts = [spores(table, seat) for seat in range(seats)]
        assert counts[table.turn] == min(counts)


def test_chance_decides_between_equals() -> None:
    """Ruling #2: both begin now and then."""
    begins = set()
    for seed in range(400):
        table = chosen(seed, "stump", "stump")
        if spores(table, 0) == spores(table, 1):
            begins.add(table.turn)
    assert begins == {0, 1}


def test_tiles_are_turned_up_seat_by_seat() -> None:
    """Ruling #24: the order of choosing does not matter for what is turned up."""
    one = new_game(9, 2).do("choose tile=rock", seat=0).do("choose tile=stump", seat=1)
    two = new_game(9, 2).do("choose tile=stump", seat=1).do("choose tile=rock", seat=0)
    assert [one.market(s) for s in (0, 1)] == [two.market(s) for s in (0, 1)]
    assert one.turn == two.turn


def test_a_choice_can_be_taken_back_until_the_last_one() -> None:
    match = MatchLog(GAME, GAME.options(), 2, 3)
    match.act(0, GAME.verbs.parse("choose tile=rock"))
    assert match.can_undo(0) == "free"
    match.undo(0)
    match.act(0, GAME.verbs.parse("choose tile=stump"))
    match.act(1, GAME.verbs.parse("choose tile=stump"))
    assert match.can_undo(0) != "free" and match.can_undo(1) != "free"


def test_the_turn_goes_round() -> None:
    table = chosen(3, "stump", "flower", "rock", "stump")
    first = table.turn
    order = []
    for _ in range(8):
        order.append(table.turn)
        table.do(table.moves()[0])
    assert order == [(first + i) % 4 for i in range(8)]
