"""R6: light and shadow, from every side."""

from __future__ import annotations

import pytest

from spinney.games.evergreen.pieces import SIDES
from tests.games.evergreen.stories import Table, evergreen

# The rows of the rulebook with the points of each piece, the sun on the left.
ROWS = """
small@a4=1 big@b4=2 small@c4=0 small@d4=0 big@f4=2
small@b2=1 small@c2=0 bush@d2=0 small@e2=1
big@b7=2 big@c7=0 small@d7=0 small@e7=0
small@b3=1 small@d3=1 big@e3=2 small@g3=0
lake@a5=0 small@b5=1 sprout@c5=0 small@d5=1 small@e5=0 small@f5=0
"""


def turned(space: str, times: int) -> str:
    """A quarter turn clockwise: what was on the left is at the top."""
    column, row = "abcdefgh".index(space[0]), int(space[1]) - 1
    for _ in range(times):
        row, column = column, 7 - row
    return f"{'abcdefgh'[column]}{row + 1}"


def lit_from(sun: str, *pieces: str) -> set[str]:
    return evergreen(planet=" ".join(pieces), sun=sun).lit()


@pytest.mark.parametrize("turns", range(4))
def test_the_rows_of_the_rulebook_tree_by_tree_from_every_side(turns: int) -> None:
    """A quarter turn clockwise takes a sun on the left to the top."""
    sun = SIDES[(SIDES.index("left") + turns) % 4]
    pieces = [word.split("=") for word in ROWS.split()]
    planet = []
    scores = {}
    for piece, points in pieces:
        kind, space = piece.split("@")
        planet.append(f"{kind}@{turned(space, turns)}")
        scores[turned(space, turns)] = int(points)
    table = evergreen(planet=" ".join(planet), sun=sun)
    assert table.lit() == {space for space, points in scores.items() if points}
    big = {word.split("@")[1] for word in planet if word.startswith("big")}
    assert all(points == (2 if space in big else 1) for space, points in scores.items() if points)
    assert table.light() == sum(scores.values()) == 15


def test_a_small_tree_leaves_a_big_one_in_the_light() -> None:
    assert lit_from("left", "small@c5", "big@d5") == {"c5", "d5"}


def test_a_big_tree_reaches_over_a_gap_of_one_space_and_not_of_two() -> None:
    assert lit_from("left", "big@a5", "small@c5") == {"a5"}
    assert lit_from("left", "big@a5", "small@d5") == {"a5", "d5"}


def test_a_small_tree_reaches_only_the_next_space() -> None:
    assert lit_from("left", "small@a5", "small@c5") == {"a5", "c5"}


def test_a_dark_tree_throws_its_shadow_all_the_same() -> None:
    """Also over a taller or equal tree that stands in between."""
    assert lit_from("left", "big@a5", "big@b5", "small@c5", "small@d5") == {"a5"}
    assert lit_from("left", "big@a5", "small@b5", "small@c5") == {"a5"}
    assert lit_from("left", "big@a5", "small@b5", "big@c5", "small@d5") == {"a5"}


def test_a_crevice_counts_for_the_length_of_a_shadow() -> None:
    """Ruling #8."""
    assert lit_from("left", "small@b3", "small@d3") == {"b3", "d3"}
    assert lit_from("left", "big@b3", "small@d3") == {"b3"}


def test_a_shadow_ends_at_the_edge_of_the_planet() -> None:
    assert lit_from("left", "big@h4", "small@a5", "small@b5") == {"h4", "a5"}
    assert lit_from("right", "big@a5", "small@h4", "small@g4") == {"a5", "h4"}
    assert lit_from("top", "big@c8", "small@c1") == {"c8", "c1"}
    assert lit_from("bottom", "big@f1", "small@f8") == {"f1", "f8"}


@pytest.mark.parametrize("kind", ["sprout", "bush", "lake"])
def test_sprouts_bushes_and_lakes_are_neither_lit_nor_dark(kind: str) -> None:
    assert lit_from("left", f"{kind}@a5", "small@b5") == {"b5"}
    assert evergreen(planet=f"{kind}@a5", sun="left").light() == 0


def test_the_sun_of_the_season_counts() -> None:
    table = evergreen(planet="small@d4 small@d5 small@e4", season="summer")
    assert table.sun == "right"
    assert table.lit() == {"e4", "d5"}
    assert table.lit(sun="top") == {"d4", "e4"}


def scored(table: Table) -> tuple[int, int]:
    lines = {line.text: line.points for line in table.outcome().lines[0]}
    return lines["Spring, light"], lines["Spring, biggest forest"]


def test_light_is_counted_before_the_sun_moves() -> None:
    """Ruling #27."""
    table = evergreen(planet="small@d4 small@e4 small@f4", round=4).pass_round()
    assert (table.season, table.sun) == ("summer", "right")
    assert scored(table) == (3, 3)
