"""Set-up, the field, and whose turn it is."""

import pytest

from tests.games.micro_mycelium.stories import Table, mycelium, new_game

RING = {"1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"}
SPORES = {"m1": 1, "m2": 2, "m3": 3, "m4": 4, "m5": 5, "m6": 6, "stump": 0, "flower": 0, "rock": 0}


def chosen(seed: int, *tiles: str) -> Table:
    table = new_game(seed, len(tiles))
    for seat, tile in enumerate(tiles):
        table.do(f"choose tile={tile}", seat=seat)
    return table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_chooses_a_special_tile_at_once(seats: int) -> None:
    """Creating your Market, ruling 1."""
    table = new_game(1, seats)
    assert table.phase == "choosing"
    assert table.seats_to_act == list(range(seats))
    for seat in range(seats):
        assert sorted(table.moves(seat)) == [
            "choose tile=flower",
            "choose tile=rock",
            "choose tile=stump",
        ]


def test_the_choice_is_hidden_until_all_have_chosen() -> None:
    """Ruling 1."""
    seen = []
    for tile in ("stump", "flower", "rock"):
        table = new_game(4, 3).do(f"choose tile={tile}", seat=1)
        seen.append((table.view(0), table.view(2), table.view(-1)))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("tiles", [("stump", "rock"), ("flower", "flower", "stump", "rock")])
def test_a_market_of_three_with_the_chosen_tile_and_a_pile_of_six(tiles: tuple[str, ...]) -> None:
    for seed in range(5):
        table = chosen(seed, *tiles)
        assert table.phase == "laying"
        for seat, tile in enumerate(tiles):
            market, pile = table.market(seat), table.pile(seat)
            assert tile in market
            assert len(market) == 3 and len(pile) == 6
            assert sorted([*market, *pile]) == sorted(SPORES)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_fewest_spore_sides_in_the_market_begin(seats: int) -> None:
    """Ruling 2: a tie is decided by chance among the tied."""
    tied_starts = set()
    for seed in range(60):
        table = chosen(seed, *["rock"] * seats)
        sums = [sum(SPORES[tile] for tile in table.market(seat)) for seat in range(seats)]
        fewest = [seat for seat in range(seats) if sums[seat] == min(sums)]
        assert table.turn in fewest
        if len(fewest) > 1:
            tied_starts.add(fewest.index(table.turn))
    assert len(tied_starts) > 1


def test_the_first_tile_lies_in_the_middle() -> None:
    """Ruling 18."""
    table = mycelium("", market="m6 m3 rock")
    assert table.places() == ["0,0"]
    assert table.turns("m6", "0,0") == [0]
    assert table.turns("rock", "0,0") == [0]
    assert table.turns("m3", "0,0") == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("tile", ["m1", "m2", "m3", "m4", "m5"])
def test_any_turn_is_allowed_in_any_place(tile: str) -> None:
    """Ruling 3: no side needs to match."""
    table = mycelium("blue m3 0,0", market=f"{tile} m6 stump")
    for place in RING:
        assert table.turns(tile, place) == [0, 1, 2, 3, 4, 5]
        assert table.turns("m6", place) == table.turns("stump", place) == [0]


def test_a_tile_must_touch_the_field() -> None:
    """On your turn: at least one side; neither detached, nor corner to corner, nor on top."""
    table = mycelium("blue m3 0,0", market="rock m1 m2")
    assert set(table.places()) == RING
    for q, r in [(0, 0), (1, 1), (2, -1), (2, 0), (-1, -1), (5, 5)]:
        assert not table.may(f"lay tile=rock q={q} r={r}")


def test_places_round_two_tiles() -> None:
    table = mycelium("blue m3 0,0; blue m4 1,0", market="rock m1 m2")
    assert set(table.places()) == (RING | {"2,0", "1,1", "2,-1"}) - {"1,0"}


def test_a_hole_may_be_filled() -> None:
    field = "; ".join(f"blue rock {cell}" for cell in sorted(RING))
    assert mycelium(field, market="m6 m1 m2").may("lay tile=m6 q=0 r=0")


def test_only_tiles_of_the_own_market_are_laid() -> None:
    table = mycelium("blue m3 0,0", market="m1 m2 rock", others={1: "m6 stump flower"})
    said = {move.split()[1] for move in table.moves()}
    assert said == {"tile=m1", "tile=m2", "tile=rock"}


def test_a_tile_is_laid_and_another_revealed() -> None:
    table = mycelium("blue m3 0,0", market="m1 m2 rock", piles={0: "m6"})
    table.do("lay tile=m2 q=1 r=0 turn=4")
    assert sorted(table.market(0)) == ["m1", "m6", "rock"]
    assert table.pile(0) == []
    assert table.turn == 1


def test_an_empty_pile_lets_the_market_shrink() -> None:
    """Ruling 4."""
    table = mycelium("blue m3 0,0", market="m1 m2 rock", piles={0: ""})
    table.do("lay tile=m2 q=1 r=0")
    assert sorted(tile for tile in table.market(0) if tile) == ["m1", "rock"]


def test_an_empty_slot_is_no_tile() -> None:
    table = mycelium("blue m3 0,0", market=". rock .", piles={0: ""})
    assert {move.split()[1] for move in table.moves()} == {"tile=rock"}


def test_turns_go_clockwise() -> None:
    table = mycelium("red m3 0,0", seats=4, turn=2, market="m6 m1 m2")
    order = []
    for _ in range(6):
        order.append(table.turn)
        table.do(table.moves()[0])
    assert order == [2, 3, 0, 1, 2, 3]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_lays_nine_tiles(seats: int) -> None:
    """End of game, ruling 4: 18, 27 or 36 tiles, and nothing left."""
    table = chosen(seats, *["stump"] * seats)
    laid = [0] * seats
    while not table.over:
        laid[table.turn] += 1
        table.do(table.moves()[len(laid) * 7 % len(table.moves())])
    assert laid == [9] * seats
    assert table.tiles == 9 * seats
    for seat in range(seats):
        assert table.pile(seat) == []
        assert not any(table.market(seat))


def test_the_game_does_not_end_before_the_last_tile() -> None:
    rocks = "; ".join(f"blue rock {place},0" for place in range(16))
    table = mycelium(rocks, market="rock . .", others={1: "stump . ."}, piles={0: "", 1: ""})
    table.do("lay tile=rock q=-1 r=0")
    assert not table.over
    assert table.do("lay tile=stump q=-2 r=0").over
