"""R6: free spores, stump, flower, rock."""

from itertools import permutations

import pytest

from spinney.games.micro_mycelium.pieces import HEADINGS
from tests.games.micro_mycelium.stories import mycelium

RING = ["green m6 1,0", "green m6 0,1", "green m6 -1,1", "green m6 -1,0", "green m6 0,-1"]


# --- free spores ------------------------------------------------------------------------------


def test_a_single_six_spore_mushroom_scores_six() -> None:
    assert mycelium("green m6 0,0").points(0) == 6


def test_two_own_ones_side_by_side_score_ten() -> None:
    field = "green m6 0,0; green m6 1,0"
    assert mycelium(field).points(0) == 10
    assert mycelium(field, advanced=True).points(0) == 11


@pytest.mark.parametrize("spores", range(1, 7))
def test_root_sides_score_nothing(spores: int) -> None:
    """Ruling #19: only spore sides, one point each."""
    assert mycelium(f"green m{spores} 0,0").points(0) == spores


def test_two_points_a_side_is_the_other_reading() -> None:
    """Ruling #19: the option spores=two; stump and flower stay as they are."""
    field = "green m4 0,0 2; blue m2 1,0 0; red m1 0,1 1"
    assert [mycelium(field, seats=3).points(s) for s in range(3)] == [4, 2, 1]
    assert [mycelium(field, seats=3, spores="two").points(s) for s in range(3)] == [8, 4, 2]
    stump = "green stump 0,0; green m1 1,0 3"
    assert mycelium(stump, spores="two").points(0) == 3


@pytest.mark.parametrize("spores", range(1, 7))
def test_each_free_side_of_a_mushroom_is_the_printed_sentence(spores: int) -> None:
    """Ruling #19: the option spores=all, two points a side, its roots too; specials have none."""
    assert mycelium(f"green m{spores} 0,0", spores="all").points(0) == 12
    assert mycelium(f"green m{spores} 0,0; blue rock 1,0", spores="all").scores() == [10, 0]
    assert mycelium(f"green rock 0,0; blue m{spores} 1,0", spores="all").scores() == [0, 10]
    table = mycelium("green stump 0,0; green flower 1,0; green rock 0,1", spores="all")
    assert table.points(0) == 0


def test_the_printed_example_by_the_printed_sentence() -> None:
    """Ruling #19: what the example calls 4, 2 and 1 points would be 8 for everybody."""
    field = "green m4 0,0 2; blue m2 1,0 0; red m1 0,1 1"
    table = mycelium(field, seats=3, spores="all")
    assert (table.scores(), table.free(0)) == ([8, 8, 8], 4)
    lines = table.outcome().lines[0]
    assert (lines[0].text, lines[0].points, lines[0].about) == ("4 free sides", 8, "free sides")


def test_only_the_perimeter_counts_by_the_printed_sentence_too() -> None:
    """Rulings #19 and #20: roots that look into a hole score nothing; nor does a filled one."""
    ring = [tile.replace("m6", "m1") for tile in [*RING, "green m6 1,-1"]]
    assert mycelium("; ".join(ring), spores="all").free(0) == 6 * 3
    assert mycelium("; ".join([*ring, "blue m1 0,0"]), spores="all").scores() == [36, 0]
    closed_last = mycelium("; ".join([*ring[1:], ring[0]]), spores="all")
    assert closed_last.free(0) == 6 * 3


@pytest.mark.parametrize(
    "neighbour", ["green m6", "blue m6", "blue m1", "blue rock", "green stump"]
)
def test_a_side_is_blocked_by_whatever_touches_it(neighbour: str) -> None:
    assert mycelium(f"green m1 0,0 0; {neighbour} 1,0").free(0) == (
        5 if "green m6" in neighbour else 0
    )


def test_an_open_ring_counts_inside() -> None:
    """Five of six around an empty place: there is a way out, so it is the outer edge."""
    table = mycelium("; ".join(RING))
    assert table.free(0) == 5 * 6 - 4 * 2


def test_a_closed_ring_makes_a_hole_that_scores_nothing() -> None:
    """Ruling #20: the sides that look into the hole are not on the perimeter."""
    table = mycelium("; ".join([*RING, "blue rock 1,-1"]))
    # each green tile shares a side with two others and looks into the hole with a third
    assert table.free(0) == 5 * 3
    assert mycelium("; ".join([*RING, "green m6 1,-1"])).free(0) == 6 * 3


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5), (3, 2, 1, 0, 5, 4), (2, 3, 1, 4, 0, 5)])
def test_the_ring_may_be_closed_anywhere(order: tuple[int, ...]) -> None:
    tiles = [*RING, "green m6 1,-1"]
    assert mycelium("; ".join(tiles[i] for i in order)).free(0) == 18


def test_filling_a_hole_changes_nothing_for_its_sides() -> None:
    """Ruling #20: what was cut off stays cut off; the tile in the hole has no free side."""
    ring = [*RING, "green m6 1,-1"]
    table = mycelium("; ".join([*ring, "blue m6 0,0"]))
    assert (table.free(0), table.free(1)) == (18, 0)


def test_a_large_hole_and_its_division() -> None:
    """Two cells enclosed by eight tiles; one of them filled leaves the other a hole."""
    hole = {(0, 0), (1, 0)}
    rim = sorted({(q + a, r + b) for q, r in hole for a, b in HEADINGS} - hole)
    assert len(rim) == 8
    walls = "; ".join(f"green m6 {q},{r}" for q, r in rim)
    outer = mycelium(walls).free(0)
    edges = sum(
        (q + a, r + b) not in hole and (q + a, r + b) not in rim
        for q, r in rim
        for a, b in HEADINGS
    )
    assert outer == edges
    assert mycelium(f"{walls}; blue m6 0,0").free(0) == outer
    assert mycelium(f"{walls}; blue m6 0,0").free(1) == 0


def test_one_tile_can_close_two_holes_at_once() -> None:
    left = [(-1, 0), (-1, -1), (0, -2), (1, -2), (1, -1), (0, 0)]  # around 0,-1
    right = [(-1, 1), (-2, 2), (-2, 3), (-1, 3), (0, 2), (0, 1)]  # around -1,2
    walls = [place for place in left + right if place != (0, 0)]
    # laid so that the field stays connected; the last tile touches both rings
    order = [(-1, 0), (-1, 1), *[p for p in left if p not in ((-1, 0), (0, 0))]]
    order += [p for p in (*right[1:4], (0, 2), (0, 1)) if p not in order]
    assert set(order) == set(walls)
    field = "; ".join(f"green m6 {q},{r}" for q, r in [*order, (0, 0)])
    table = mycelium(field)
    every = {*walls, (0, 0)}
    holes = {(0, -1), (-1, 2)}
    free = sum((q + a, r + b) not in every | holes for q, r in every for a, b in HEADINGS)
    assert table.free(0) == free


# --- stump ------------------------------------------------------------------------------------


def test_own_spores_at_the_own_stump_score_three() -> None:
    table = mycelium("green stump 0,0; green m1 1,0 3")
    assert (table.stumps(0), table.points(0)) == (1, 3)


def test_the_order_of_stump_and_spores_does_not_matter() -> None:
    assert mycelium("green m1 1,0 3; green stump 0,0").points(0) == 3


def test_own_roots_at_the_own_stump_score_nothing() -> None:
    """Ruling #7."""
    table = mycelium("green stump 0,0; green m1 1,0 0")
    assert (table.stumps(0), table.points(0)) == (0, 1)


def test_other_spores_at_a_stump_score_for_nobody() -> None:
    """Ruling #5."""
    table = mycelium("green stump 0,0; blue m1 1,0 3")
    assert (table.points(0), table.points(1)) == (0, 0)


def test_a_spore_side_at_the_stump_is_blocked() -> None:
    """Ruling #8: three points, and not one more for being free."""
    table = mycelium("green stump 0,0; green m6 1,0")
    assert (table.free(0), table.points(0)) == (5, 8)


def test_six_spores_around_a_stump_score_eighteen() -> None:
    ring = "; ".join(f"green m1 {q},{r} {(i + 3) % 6}" for i, (q, r) in enumerate(HEADINGS))
    assert mycelium(f"green stump 0,0; {ring}").points(0) == 18


# --- flower -----------------------------------------------------------------------------------


def test_any_roots_at_a_flower_score_two() -> None:
    """Ruling #6: the own ones, too."""
    own = mycelium("green flower 0,0; green m1 1,0 0")
    other = mycelium("green flower 0,0; blue m1 1,0 0")
    assert (own.flowers(0), own.points(0)) == (1, 3)
    assert (other.flowers(0), other.points(0), other.points(1)) == (1, 2, 1)


@pytest.mark.parametrize(
    "neighbour",
    ["blue m6", "green m6", "blue stump", "blue rock", "blue flower", "green stump", "green rock"],
)
def test_nothing_else_scores_at_a_flower(neighbour: str) -> None:
    """Ruling #7."""
    table = mycelium(f"green flower 0,0; {neighbour} 1,0")
    assert table.flowers(0) == 0
    assert table.points(0) == table.free(0)


def test_a_root_between_two_flowers_scores_for_both() -> None:
    table = mycelium("green flower 0,0; blue m1 1,0 1; blue flower 2,0")
    assert (table.flowers(0), table.flowers(1)) == (1, 1)


def test_the_flower_may_come_first_or_last() -> None:
    assert mycelium("blue m1 1,0 0; green flower 0,0").flowers(0) == 1


# --- rock and absent tiles --------------------------------------------------------------------


def test_a_rock_only_blocks() -> None:
    """Ruling #21."""
    table = mycelium("green m6 0,0; blue rock 1,0")
    assert (table.points(0), table.points(1)) == (5, 0)


def test_without_stump_or_flower_nothing_scores_there() -> None:
    """Ruling #13."""
    table = mycelium("green m3 0,0; green m2 1,0")
    assert (table.stumps(0), table.flowers(0)) == (0, 0)
    assert table.points(0) == table.free(0)


# --- the field alone decides ------------------------------------------------------------------


@pytest.mark.parametrize("advanced", [False, True])
def test_the_same_field_scores_the_same_in_any_order(advanced: bool) -> None:
    tiles = [
        "green stump 0,0",
        "green m5 1,0 2",
        "blue flower 0,1",
        "blue m2 -1,1 1",
        "green flower -1,0",
        "blue m6 0,-1",
    ]
    found = set()
    for order in permutations(tiles):
        table = mycelium("; ".join(order), advanced=advanced)
        found.add((tuple(table.scores()), table.knots(0), table.knots(1), table.apart(0)))
    assert len(found) == 1
