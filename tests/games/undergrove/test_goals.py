"""Goals (R10): every side of every card, and the three kinds of tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.undergrove.stories import Table, undergrove

REST = "red_vole/a whiskey_jack/a"
WIDE = "king_bolete@1,-1 velvet_milkcap@2,0 dead_mans_foot@1,1 scaly_vase@-1,-1 panthercap@-1,1"


def with_goal(goal: str, **more: Any) -> Table:
    rest = [g for g in ("red_vole/a", "banana_slug/b", "whiskey_jack/a") if g[:5] != goal[:5]]
    return undergrove(goals=" ".join([goal, *rest[:2]]), **more)


# --------------------------------------------------------------------------------- counted in turns
def test_silver_haired_bat_a_counts_turns_with_six_carbon() -> None:
    goal = "silver_haired_bat/a"
    assert with_goal(goal, cubes="N N N N").do("photosynthesize nitrogen=4").progress()[0] == 1
    assert with_goal(goal, cubes="N N N").do("photosynthesize nitrogen=3").progress()[0] == 0


def test_carbon_of_bonus_tiles_counts_for_the_turn() -> None:
    """#3"""
    table = with_goal("silver_haired_bat/a", cubes="N N N", stone=2, bonus={"first": "carbon"})
    table.do("bonus stone=first", "photosynthesize nitrogen=3")
    assert table.progress()[0] == 1


def test_a_turn_with_twelve_carbon_counts_once() -> None:
    """#3"""
    table = with_goal("silver_haired_bat/a", cubes="N*12").do("photosynthesize nitrogen=12")
    assert table.progress()[0] == 1


def test_silver_haired_bat_b_counts_nitrogen_paid() -> None:
    table = with_goal("silver_haired_bat/b", cubes="N N N N")
    table.do("photosynthesize nitrogen=3").wait(0).do("photosynthesize nitrogen=1")
    assert table.progress()[0] == 4


def test_douglas_fir_spittlebug_a_counts_turns_with_two_roots_on_one_type() -> None:
    """#14: on one mushroom or on two of a type; once a turn; Earthlover has no type."""
    goal = "douglas_fir_spittlebug/a"
    position: dict[str, Any] = dict(
        forest="king_bolete@1,-1",
        plants=["1,0 earthlover", "2,0", "2,-1", "1,-1"],
        cubes="C K K",
    )
    same = with_goal(goal, **position).do("partner", "root mushroom=king_bolete corner=ne")
    assert same.do("root mushroom=king_bolete corner=nw").progress()[0] == 1
    mixed = with_goal(goal, **position).do("partner", "root mushroom=king_bolete corner=ne")
    assert mixed.do("root mushroom=fly_agaric corner=nw").progress()[0] == 0
    homes = with_goal(goal, plants=["1,0", "0,0"], cubes="C K K").do("partner")
    homes.do("root mushroom=earthlover corner=ne", "root mushroom=earthlover corner=nw")
    assert homes.progress()[0] == 0


def test_roots_of_a_turn_count_by_whatever_means() -> None:
    """#14: Reproduce's Root and Candy Cap's, one on each of two gilled mushrooms."""
    table = with_goal(
        "douglas_fir_spittlebug/a",
        forest="candy_cap@1,-1 velvet_milkcap@2,-1",
        plants=["1,0 candy_cap"],
        cubes="C P P",
    )
    table.do(
        "reproduce", "plant mushroom=candy_cap corner=ne", "root mushroom=velvet_milkcap corner=nw"
    )
    assert table.progress()[0] == 1


def test_sooty_grouse_a_counts_carbon_moved_two_steps() -> None:
    goal = "sooty_grouse/a"
    position: dict[str, Any] = dict(carbon="king_bolete", ready="ring", cubes="N N N")
    table = with_goal(goal, forest="king_bolete@2,0", **position)
    assert table.do("absorb source=king_bolete mushroom=earthlover corner=ne").progress()[0] == 1
    near = with_goal(goal, carbon="fly_agaric", ready="ring", cubes="N N")
    assert near.do("absorb source=fly_agaric mushroom=earthlover corner=ne").progress()[0] == 0


def test_a_second_carbon_moved_far_in_one_turn_counts_again() -> None:
    table = with_goal(
        "sooty_grouse/a",
        forest="woolly_pine_spike@1,-1 king_bolete@2,0",
        carbon="king_bolete*2",
        plants=["1,0 earthlover woolly_pine_spike +1", "0,0 earthlover"],
        cubes="C C N*9",
        ready="ring",
    )
    table.do("activate mushroom=woolly_pine_spike")
    table.do("absorb source=king_bolete mushroom=earthlover corner=ne")
    table.do("absorb source=king_bolete mushroom=earthlover corner=nw")
    assert table.progress()[0] == 2


def test_sooty_grouse_b_counts_turns_that_ready_all_four() -> None:
    """#38: only used tokens can be readied."""
    goal = "sooty_grouse/b"
    assert with_goal(goal, ready="").do("photosynthesize").progress()[0] == 1
    assert with_goal(goal, ready="ring").do("photosynthesize").progress()[0] == 0
    table = with_goal(
        goal, ready="ring", stone=2, bonus={"first": "ready"}, plants=["1,0 fly_agaric"]
    )
    table.do("activate mushroom=fly_agaric")  # flips ring, readies pores
    table.do("bonus stone=first")
    assert table.progress()[0] == 1


TWO_USED = "gassy_webcap@1,-1 red_bleeding_milkcap@2,-1"


def four_flipped_one_by_one(readings: str) -> Table:
    """Ring and gills are ready: each activation readies what was used, never are all four."""
    table = with_goal(
        "sooty_grouse/b",
        ready="ring gills",
        forest=TWO_USED,
        plants=["2,0 gassy_webcap red_bleeding_milkcap"],
        readings=readings,
    )
    table.do("activate mushroom=gassy_webcap", "activate mushroom=red_bleeding_milkcap")
    return table.do("photosynthesize")


def test_sooty_grouse_b_wants_all_four_used_together() -> None:
    """#38: each of the four became ready in this turn, but they were never all used."""
    assert four_flipped_one_by_one("all_used").progress()[0] == 0
    assert four_flipped_one_by_one("").progress()[0] == 1


# ------------------------------------------------------------------------------- read off the table
def progress(goal: str, **more: Any) -> int:
    return with_goal(goal, **more).progress()[0]


def test_whiskey_jack_a_counts_vertical_lines() -> None:
    """Lines, not corners: two plants above each other are one line."""
    plants = ["0,0", "0,-1", "1,0", "2,0", "-1,0"]
    table = undergrove(goals="whiskey_jack/a red_vole/a banana_slug/b", plants=plants)
    assert table.progress()[0] == 4


def test_whiskey_jack_b_counts_mushrooms_touched_once_each_with_or_without_roots() -> None:
    goals = "whiskey_jack/b red_vole/a banana_slug/b"
    table = undergrove(goals=goals, plants=["1,0", "0,0 earthlover"])
    assert table.progress()[0] == 4  # Chanterelle, Fly Agaric, Earthlover, Suillus


def test_red_vole_a_counts_trees() -> None:
    assert progress("red_vole/a", plants=["1,0 tree", "0,0 tree", "1,1 +2"]) == 2


def test_red_vole_b_counts_plants_with_two_roots() -> None:
    plants = ["1,0 earthlover fly_agaric", "0,0 tree earthlover painted_suillus", "1,1 earthlover"]
    assert progress("red_vole/b", plants=plants) == 2


def test_douglas_fir_spittlebug_b_counts_roots_the_first_among_them() -> None:
    assert progress("douglas_fir_spittlebug/b") == 1
    assert (
        progress("douglas_fir_spittlebug/b", plants=["1,0 earthlover fly_agaric", "0,0 earthlover"])
        == 3
    )


def test_flying_squirrel_counts_roots_by_the_value_under_them() -> None:
    """#12: 0 is even; a mushroom with two Roots counts twice; values as they are at the end."""
    position: dict[str, Any] = dict(
        forest="peppery_bolete@1,-1",
        plants=["1,0 earthlover fly_agaric peppery_bolete", "2,0 fly_agaric peppery_bolete"],
    )
    assert progress("flying_squirrel/a", **position) == 3  # Earthlover 2, Peppery Bolete 0 twice
    assert progress("flying_squirrel/b", **position) == 2  # Fly Agaric 3, twice
    assert progress("flying_squirrel/b", **position, filled="peppery_bolete") == 4


def test_red_crossbill_counts_roots_by_names() -> None:
    """Snyder's Black Morel has a colour and a person in its name: it counts on both sides."""
    position: dict[str, Any] = dict(
        forest="snyders_black_morel@1,-1",
        plants=["1,0 snyders_black_morel fly_agaric", "2,0 snyders_black_morel"],
    )
    assert progress("red_crossbill/a", **position) == 2
    assert progress("red_crossbill/b", **position) == 3


def test_banana_slug_counts_types_around_a_plant() -> None:
    """#15: Earthlover has no type, and a hole has none."""
    forest = "king_bolete@1,-1 dead_mans_foot@2,0 velvet_milkcap@2,-1"
    plants = ["2,0", "1,0", "0,0"]
    # 2,0 touches pores, gills, ring, other; 1,0 touches other, pores, ring; 0,0 other, pores
    slug = undergrove(goals="banana_slug/a red_vole/a whiskey_jack/a", forest=forest, plants=plants)
    assert slug.progress()[0] == 1 and slug.goals()[0] == 3
    slug = undergrove(goals="banana_slug/b red_vole/a whiskey_jack/a", forest=forest, plants=plants)
    assert slug.progress()[0] == 1 and slug.goals()[0] == 2


def test_douglas_squirrel_counts_plants_near_certain_abilities() -> None:
    forest = "woolly_owl_eyes@1,-1 king_bolete@1,1"
    plants = ["1,0 earthlover", "2,0", "1,1 earthlover", "0,0"]
    for side, wanted in (("a", 2), ("b", 1)):
        goals = f"douglas_squirrel/{side} red_vole/a whiskey_jack/a"
        table = undergrove(goals=goals, forest=forest, plants=plants)
        assert table.progress()[0] == wanted and table.goals()[0] == 2 * wanted


def test_douglas_fir_moth_a_counts_sets_of_two_three_and_four() -> None:
    """#40: each Root is in one set only."""
    forest = "scaly_vase@1,-1"
    plants = ["1,0 earthlover fly_agaric scaly_vase", "2,0 fly_agaric scaly_vase"]
    assert progress("douglas_fir_moth/a", forest=forest, plants=plants) == 1


def test_douglas_fir_moth_b_counts_plants_on_the_ring_around_earthlover() -> None:
    assert progress("douglas_fir_moth/b", plants=["1,0", "2,0", "-1,1", "0,-1"]) == 3


# ------------------------------------------------------------------------------------------- tables
@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 3), (2, 5), (3, 9), (4, 9)])
def test_a_counter_table(count: int, points: int) -> None:
    assert with_goal("silver_haired_bat/a", marks=(count, 0, 0)).goals()[0] == points


def test_the_other_counter_tables() -> None:
    lines = [f"{x},0" for x in (-1, 0, 1, 2)]
    for number, points in ((2, 0), (3, 1), (4, 3)):
        table = undergrove(goals="whiskey_jack/a red_vole/a banana_slug/b", plants=lines[:number])
        assert table.goals()[0] == points
    for trees, points in ((0, 0), (1, 1), (2, 2), (3, 4), (4, 4)):
        plants = [f"{c} tree" for c in ("1,0", "0,0", "1,1", "2,0")[:trees]]
        assert with_goal("red_vole/a", plants=plants).goals()[0] == points


def test_a_multiplier_table_has_no_end() -> None:
    """Six discs up are twelve points."""
    assert with_goal("douglas_fir_spittlebug/a", marks=(6, 0, 0)).goals()[0] == 12
    assert with_goal("douglas_fir_spittlebug/a", marks=(11, 0, 0)).goals()[0] == 22


def ranked(*counts: int) -> list[int]:
    """Points on a competitive goal, by seat."""
    table = undergrove(
        seats=len(counts),
        goals=f"silver_haired_bat/b {REST}",
        marks=(counts[0], 0, 0),
        others=[{"marks": (count, 0, 0)} for count in counts[1:]],
    )
    return [table.goals(seat)[0] for seat in range(len(counts))]


def test_a_competitive_table() -> None:
    assert ranked(7, 3, 12, 1) == [5, 3, 9, 1]
    assert ranked(4, 2) == [9, 5]


def test_ties_share_the_points_of_their_places() -> None:
    assert ranked(9, 4, 4, 1) == [9, 4, 4, 1]  # (5 + 3) / 2
    assert ranked(4, 4, 4) == [5, 5, 5]  # (9 + 5 + 3) / 3, rounded down
    assert ranked(4, 4, 4, 4) == [4, 4, 4, 4]  # 18 / 4
    assert ranked(4, 4) == [7, 7]
    assert ranked(6, 6, 2, 2) == [7, 7, 2, 2]


def test_no_progress_still_has_a_place() -> None:
    """#13"""
    assert ranked(3, 0, 0) == [9, 4, 4]
