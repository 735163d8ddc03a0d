"""R1.1: what is in the box, and what happens to components that cannot be played with."""

import pytest

from spinney.core.components import ComponentError
from spinney.games.micro_mycelium import GAME
from spinney.games.micro_mycelium.components import BOX, COMPONENTS, facing, open_box
from spinney.games.micro_mycelium.pieces import HEADINGS, KINDS, SETS, SIDES, TILES, tile
from tests.games.micro_mycelium.stories import mycelium

TEXT = COMPONENTS.read_text("utf-8")


def test_four_sets_of_nine_tiles() -> None:
    assert len(SETS) == 4
    assert (
        tuple(BOX.tiles) == KINDS == ("m1", "m2", "m3", "m4", "m5", "m6", "stump", "flower", "rock")
    )


def test_a_set_has_21_spore_and_15_root_sides() -> None:
    sides = "".join(tile.sides for tile in BOX.tiles.values())
    assert (sides.count("S"), sides.count("R")) == (21, 15)


@pytest.mark.parametrize("spores", range(1, 7))
def test_mushrooms_have_one_to_six_spore_sides(spores: int) -> None:
    assert BOX.tiles[f"m{spores}"].spores == spores
    assert BOX.tiles[f"m{spores}"].sides.count("R") == 6 - spores


def test_the_rock_is_the_boulder() -> None:
    """Ruling #21: one tile with two names."""
    assert BOX.tiles["rock"].sides == "BBBBBB"
    assert len(BOX.tiles) == 9


def test_opposite_sides_are_three_apart() -> None:
    for side, (q, r) in enumerate(HEADINGS):
        assert HEADINGS[(side + 3) % 6] == (-q, -r)


def test_a_tile_turned_by_k_shows_its_side_j_in_direction_j_plus_k() -> None:
    assert facing("SRRRRR", "S", 0) == 1 << 0
    assert facing("SRRRRR", "S", 2) == 1 << 2
    assert facing("SSSRRR", "S", 4) == 1 << 4 | 1 << 5 | 1 << 0
    assert facing("SSSRRR", "R", 4) == 1 << 1 | 1 << 2 | 1 << 3
    # seen on the table: the only spore side of m1 looks at the neighbour that blocks it
    for turn in range(6):
        q, r = HEADINGS[turn]
        blocked = mycelium(f"green m1 0,0 {turn}; blue rock {q},{r}")
        free = mycelium(f"green m1 0,0 {turn}; blue rock {-q},{-r}")
        assert (blocked.free(0), free.free(0)) == (0, 1)


def test_turns_that_look_alike_are_counted_once() -> None:
    """Ruling #18."""
    assert [tile.turns for tile in BOX.tiles.values()] == [6, 6, 6, 6, 6, 1, 1, 1, 1]


def test_another_arrangement_can_be_played() -> None:
    """The other layout that components.toml names."""
    spread = TEXT.replace('"SSRRRR"', '"SRRSRR"').replace('"SSSRRR"', '"SRSRSR"')
    spread = spread.replace('"SSSSRR"', '"SSRSSR"')
    other = GAME.reprint(spread.encode())
    assert other.components != GAME.components
    box = open_box(spread.encode())
    assert [box.tiles[kind].turns for kind in ("m2", "m3", "m4")] == [3, 2, 3]
    assert other.start(other.options(), 2, 1).to_act == 3


@pytest.mark.parametrize("set_", range(1, 4))
def test_the_four_sets_are_alike(set_: int) -> None:
    """Ruling #26: the set comes with the seat, and it makes no difference which."""
    prints = BOX.prints()
    for kind in range(TILES):
        for turn in range(SIDES):
            one, other = tile(0, kind, turn), tile(set_, kind, turn)
            assert prints.spores[one] == prints.spores[other]
            assert prints.roots[one] == prints.roots[other]


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('sides = "SRRRRR"', 'sides = "SSRRRR"', "tiles.m1: 1 sides S"),
        ('sides = "SRRRRR"', 'sides = "SRRRR"', "tiles.m1"),
        ('sides = "SRRRRR"', 'sides = "SXRRRR"', "tiles.m1"),
        ('sides = "TTTTTT"', 'sides = "FFFFFF"', "tiles.stump: its sides are TTTTTT"),
        ("[tiles.m1]", "[tiles.m7]", "tiles: expected exactly"),
        ("[sets.green]", "[sets.violet]", "sets: expected exactly"),
        ("merits = 6", "merits = 5", "ranks"),
        ('name = "Rock"', "name = 3", "tiles.rock"),
    ],
)
def test_wrong_components_are_named(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(ComponentError, match=said):
        open_box(TEXT.replace(old, new, 1).encode())


def test_every_entry_says_how_it_is_known() -> None:
    tiles = BOX.tiles
    assert {kind for kind in tiles if tiles[kind].status == "reconstruction"} == {"m2", "m3", "m4"}
    assert all(tile.source for tile in tiles.values())
