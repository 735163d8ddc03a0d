"""Scoring (R12), and the end of the game (R11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.undergrove.stories import Table, undergrove

NOTHING = "banana_slug/a douglas_squirrel/a red_vole/a"


def points(**more: Any) -> int:
    start: dict[str, Any] = dict(goals=NOTHING, cubes="", plants=["1,0"])
    return undergrove(**{**start, **more}).points()


# ------------------------------------------------------------------------------------------- plants
@pytest.mark.parametrize(("carbon", "wanted"), [(0, 0), (1, 4), (2, 7)])
def test_a_seedling_scores_its_best_roots_one_for_each_carbon(carbon: int, wanted: int) -> None:
    plants = [f"1,0 earthlover fly_agaric scaly_vase +{carbon}"]  # 2, 3 and 4
    assert points(forest="scaly_vase@1,-1", plants=plants) == wanted


def test_carbon_without_roots_scores_nothing() -> None:
    assert points(plants=["1,0 +2"]) == 0
    assert points(plants=["1,0 fly_agaric +2"]) == 3


def test_a_tree_scores_all_its_roots() -> None:
    """And Red Vole A a point for the Tree."""
    plants = ["1,0 tree earthlover fly_agaric scaly_vase pacific_golden_chanterelle"]
    assert points(forest="scaly_vase@1,-1", plants=plants) == 2 + 3 + 4 + 3 + 1


def test_without_trees_left_three_and_four_carbon_score_as_many_roots() -> None:
    """#19"""
    trees = [f"{corner} tree" for corner in ("0,0", "1,1", "2,0", "2,1")]
    roots = "earthlover fly_agaric scaly_vase pacific_golden_chanterelle"
    for carbon, wanted in ((3, 10), (4, 12)):
        plants = [*trees, f"1,0 {roots} +{carbon}"]
        assert points(forest="scaly_vase@1,-1", plants=plants) == wanted + 4  # four Trees: Red Vole


def test_cube_spaces_and_neighbours_change_the_value() -> None:
    tree = ["1,0 tree peppery_bolete"]
    for filled, wanted in ((0, 0), (3, 3), (4, 5)):
        cubes = f"peppery_bolete*{filled}" if filled else ""
        assert points(forest="peppery_bolete@1,-1", filled=cubes, plants=tree) == wanted + 1
    around = "mouse_trich@2,0 velvet_milkcap@2,-1 candy_cap@3,0 golden_waxcap@2,1"
    table = undergrove(forest=around)
    assert table.value("mouse_trich") == 5, "three gilled neighbours; Fly Agaric has a ring"
    aslant = undergrove(forest="mouse_trich@2,0 king_bolete@2,-1 candy_cap@3,-1")
    assert aslant.value("mouse_trich") == 2, "diagonals do not count"
    four = "red_cracking_bolete@1,-1 fat_jack@2,-1 king_bolete@3,-1 orange_tooth@2,-2"
    table = undergrove(forest=f"{four} suede_bolete@2,0")
    assert table.value("fat_jack") == 6


# --------------------------------------------------------------------------- Bonus tiles, leftovers
def test_a_point_for_every_two_cubes() -> None:
    for cubes, wanted in (("", 0), ("C", 0), ("C N", 1), ("C C N P K K K", 3)):
        assert points(cubes=cubes) == wanted


def test_tiles_with_points_count_when_all_is_turned_over() -> None:
    tiles = {"first": "one", "second": "two", "third": "carbon"}
    position: dict[str, Any] = dict(stone=6, bonus=tiles)
    assert points(**position) == 0
    table = last_turn(goals=NOTHING, cubes="", plants=["1,0"], **position)
    table.do("photosynthesize").finish()
    assert table.over and table.points() == 3 + 1, "and a point for two carbon"
    shown = [b.tile for b in table.view(1).firs[0].bonus]
    assert shown == ["one", "two", "carbon"]


def test_a_tile_with_a_cube_counts_only_if_it_was_played() -> None:
    for play, wanted in ((False, 1), (True, 2)):
        table = last_turn(
            goals=NOTHING, cubes="C", plants=["1,0"], stone=2, bonus={"first": "carbon"}
        )
        table.do("photosynthesize")
        if play:
            table.do("bonus stone=first")
        else:
            table.do("stop")
        assert table.over and table.points() == wanted


# ------------------------------------------------------------------------------------------ the end
def last_turn(**more: Any) -> Table:
    """Seat 0 has the last turn of the game."""
    start: dict[str, Any] = dict(ending=2, starter=1, others=[{"stone": 9, "space": "root"}])
    return undergrove(**{**start, **more})


AT_HOME = ("earthlover ne", "earthlover sw", "earthlover nw", "earthlover se")


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_after_the_end_is_announced_the_round_is_finished_and_one_more_played(
    seats: int, first: int
) -> None:
    """Whoever announces it: everybody has the same number of turns, and one more (#18)."""
    if first >= seats:
        return
    beyond: dict[str, Any] = dict(stone=8, ready="ring", cubes="K")
    given = [beyond if seat == first else {} for seat in range(seats)]
    table = undergrove(seats=seats, carbon="earthlover*3", others=given[1:], **given[0])
    turns = [0] * seats
    while not table.over:
        seat = table.turn
        turns[seat] += 1
        if seat == first and turns[seat] == 1:
            mushroom, corner = AT_HOME[seat].split()
            table.do(f"absorb source=earthlover mushroom={mushroom} corner={corner}")
            table.do("claim space=carbon")
            assert table.view(0).ending >= 1
        else:
            table.photosynthesize()
    assert turns == [2] * seats


def test_a_second_arrival_announces_nothing_new() -> None:
    """#18"""
    table = undergrove(
        carbon="earthlover*3",
        ending=2,
        stone=8,
        ready="ring",
        cubes="K",
        others=[{"stone": 9, "space": "points"}],
    )
    table.do("absorb source=earthlover mushroom=earthlover corner=ne")
    assert not table.may("claim space=points")
    table.do("claim space=carbon")
    assert table.view(0).ending == 2
    table.photosynthesize()
    assert table.over


def test_ties_go_to_more_trees_then_to_more_carbon_on_seedlings() -> None:
    base: dict[str, Any] = dict(goals="banana_slug/a douglas_squirrel/a whiskey_jack/a", cubes="")
    trees = undergrove(
        **base,
        plants=["1,0 tree fly_agaric"],
        others=[{"plants": ["0,1 painted_suillus +1"], "cubes": ""}],
    )
    assert trees.points(0) == trees.points(1) == 3
    assert trees.outcome().ranks == [1, 2]
    carbon = undergrove(
        **base,
        plants=["1,0 fly_agaric +1"],
        others=[{"plants": ["0,1 painted_suillus +2"], "cubes": ""}],
    )
    assert carbon.points(0) == carbon.points(1) and carbon.outcome().ranks == [2, 1]
    equal = undergrove(
        **base,
        plants=["1,0 fly_agaric +1"],
        others=[{"plants": ["0,1 painted_suillus +1"], "cubes": ""}],
    )
    assert equal.outcome().ranks == [1, 1]


# --------------------------------------------------------------------------- the rulebook's example
def test_brown_s_score_of_59_line_by_line() -> None:
    """Goals 9, 2 and 1; plants 10, 12, 0, 6, 8 and 5; Bonus tiles 3; seven cubes left, 3."""
    table = undergrove(
        goals="silver_haired_bat/a red_vole/a whiskey_jack/a",
        forest=(
            "woodland_lepidella@1,-1 peppery_bolete@1,1 mouse_trich@0,2 gooseberry_russula@-1,2"
            " red_bleeding_milkcap@0,3 surprise_webcap@-1,3 vermilion_waxcap@1,3 king_bolete@2,0"
        ),
        filled="peppery_bolete*3",
        plants=[
            "1,0 tree pacific_golden_chanterelle earthlover fly_agaric woodland_lepidella",
            "0,3 tree mouse_trich gooseberry_russula red_bleeding_milkcap",
            "0,0 earthlover painted_suillus",
            "2,1 fly_agaric peppery_bolete king_bolete +2",
            "1,2 common_deceiver mouse_trich peppery_bolete +2",
            "1,3 mouse_trich +2",
        ],
        marks=(3, 0, 0),
        cubes="C C N N P K K",
        stone=9,
        space="root",
        bonus={"first": "one", "second": "two"},
        ending=2,
        others=[{"plants": ["2,0"]}],
        turn=1,
    )
    table.photosynthesize()
    assert table.over
    lines = [line.points for line in table.outcome().lines[0]]
    assert lines == [9, 2, 1, 10, 12, 0, 6, 8, 5, 3, 3]
    assert table.points() == 59
