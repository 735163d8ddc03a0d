"""Reproduce (R7), Partner (R8), laying mushrooms (R7.2), and what boosts them (R4.11)."""

from __future__ import annotations

from typing import Any

from tests.games.undergrove.stories import HOMES, undergrove

HAND = "velvet_milkcap king_bolete orange_tooth"
CLOSED = "nw se"  # Earthlover's other two corners at a table for two


# ---------------------------------------------------------------------------------------- Reproduce
def test_reproduce_costs_carbon_and_two_phosphorus() -> None:
    table = undergrove(cubes="C P P").do("reproduce", "plant mushroom=fly_agaric corner=ne")
    assert table.cubes() == "" and table.plants() == ["1,0 earthlover", "2,0 fly_agaric"]
    for short in ("P P", "C P", "C N N"):
        assert not undergrove(cubes=short).may("reproduce")


def test_a_seedling_may_stand_anywhere() -> None:
    table = undergrove(forest="king_bolete@2,0 orange_tooth@3,0", cubes="C P P").do("reproduce")
    assert table.may("plant mushroom=orange_tooth corner=se")
    assert table.may("plant mushroom=painted_suillus corner=sw")


def test_the_root_goes_onto_any_mushroom_the_seedling_touches() -> None:
    table = undergrove(forest="king_bolete@1,1", cubes="C P P").do("reproduce")
    around = {m for m in table.moves() if m.startswith("plant")}
    assert {
        "plant mushroom=earthlover corner=se",
        "plant mushroom=fly_agaric corner=sw",
        "plant mushroom=common_deceiver corner=ne",
        "plant mushroom=king_bolete corner=nw",
    } <= around


def test_taken_and_closed_corners_are_not_free() -> None:
    table = undergrove(cubes="C P P", blocked=CLOSED).do("reproduce")
    assert not [m for m in table.moves() if "earthlover" in m]
    assert not table.may("plant mushroom=fly_agaric corner=nw"), "one's own Seedling stands there"
    assert not table.may("plant mushroom=fly_agaric corner=sw"), "the closed corner 1,1"


def test_six_seedlings_are_all_there_are() -> None:
    corners = ("1,0", "0,0", "1,1", "2,0", "2,1", "1,2")
    six = undergrove(plants=[f"{corner}" for corner in corners], cubes="C P P")
    assert not six.may("reproduce")


def test_without_a_root_left_no_seedling_is_planted() -> None:
    spread = [
        "1,0 pacific_golden_chanterelle king_bolete earthlover fly_agaric",
        "1,1 earthlover fly_agaric common_deceiver orange_tooth",
        "0,0 earthlover pacific_golden_chanterelle painted_suillus scaly_vase",
        "2,1 fly_agaric dead_mans_foot orange_tooth velvet_milkcap",
        "2,2 orange_tooth velvet_milkcap",
    ]
    forest = (
        "king_bolete@1,-1 orange_tooth@1,1 scaly_vase@-1,-1 dead_mans_foot@2,0 velvet_milkcap@2,1"
    )
    table = undergrove(forest=forest, plants=spread, cubes="C*9 P*9 K*9")
    assert table.state.fir(0).roots == 0
    assert not table.may("reproduce") and not table.may("partner"), "18 Roots are in the forest"


# --------------------------------------------------------------------------------------- a mushroom
def test_a_mushroom_costs_a_cube_of_choice() -> None:
    table = undergrove(cubes="C P P N K", hand=HAND).do("reproduce")
    table.do("lay mushroom=velvet_milkcap x=1 y=1")
    assert table.moves() == ["pay part=n", "pay part=k"]
    table.do("pay part=k", "plant mushroom=velvet_milkcap corner=se")
    assert table.cubes() == "N" and table.plants()[1] == "2,2 velvet_milkcap"
    assert table.carbon("velvet_milkcap") == 0, "its own cost is not paid now"


def test_a_third_phosphorus_pays_for_it_and_two_do_not() -> None:
    assert undergrove(cubes="C P P P", hand=HAND).do("reproduce").may("lay")
    assert not undergrove(cubes="C P P", hand=HAND).do("reproduce").may("lay")
    assert undergrove(cubes="C K K K", hand=HAND).do("partner").may("lay")


def test_carbon_does_not_pay_for_it() -> None:
    assert not undergrove(cubes="C C C P P", hand=HAND).do("reproduce").may("lay")


def test_mushrooms_touch_side_by_side() -> None:
    table = undergrove(cubes="C P P N", hand="king_bolete").do("reproduce")
    assert table.may("lay mushroom=king_bolete x=1 y=1") and table.may(
        "lay mushroom=king_bolete x=2 y=0"
    )
    assert not table.may("lay mushroom=king_bolete x=2 y=1"), "it would touch only by a corner"
    assert not table.may("lay mushroom=king_bolete x=0 y=0")


def test_the_seedling_may_stand_elsewhere() -> None:
    table = undergrove(cubes="C P P N", hand="king_bolete").do("reproduce")
    table.do("lay mushroom=king_bolete x=1 y=1", "plant mushroom=painted_suillus corner=nw")
    assert table.plants()[1] == "-1,0 painted_suillus"


def test_only_one_mushroom() -> None:
    table = undergrove(cubes="C P P N N", hand=HAND).do("reproduce")
    table.do("lay mushroom=king_bolete x=1 y=1")
    assert table.asked == "plant" and not table.may("lay")


def test_the_hand_is_filled_at_the_end_of_the_turn() -> None:
    table = undergrove(cubes="C P P N", hand=HAND).do("reproduce")
    table.do("lay mushroom=king_bolete x=1 y=1")
    assert len(table.hand()) == 2
    table.do("plant mushroom=king_bolete corner=se")
    assert len(table.hand()) == 3 and table.turn == 1


def test_where_no_corner_is_free_a_mushroom_must_make_one() -> None:
    corners = [(x, y) for x in range(-1, 3) for y in range(-1, 3)]
    there = [(x, y) for x, y in corners if (x, y) not in ((-1, -1), (2, -1), (-1, 2), (2, 2))]
    mine, theirs = there[:5], there[5:10]
    table = undergrove(
        seats=3,
        plants=[f"{x},{y} " for x, y in mine],
        others=[
            {"plants": [f"{x},{y} " for x, y in theirs]},
            {"plants": [f"{x},{y} " for x, y in there[10:]]},
        ],
        cubes="C P P N",
        hand="king_bolete",
    )
    table.do("reproduce")
    assert {m.split()[0] for m in table.moves()} == {"lay"}
    table.do("lay mushroom=king_bolete x=2 y=0")
    assert table.moves() == [
        "plant mushroom=king_bolete corner=ne",
        "plant mushroom=king_bolete corner=se",
    ]
    none = undergrove(
        seats=3,
        plants=[f"{x},{y} " for x, y in mine],
        others=[
            {"plants": [f"{x},{y} " for x, y in theirs]},
            {"plants": [f"{x},{y} " for x, y in there[10:]]},
        ],
        cubes="C P P",
        hand="king_bolete",
    )
    assert not none.may("reproduce")


# ------------------------------------------------------------------------------------------ Partner
def test_partner_costs_carbon_and_two_potassium() -> None:
    table = undergrove(cubes="C K K").do("partner")
    table.do("root mushroom=fly_agaric corner=nw")
    table.do("root mushroom=pacific_golden_chanterelle corner=se")
    assert table.cubes() == ""
    assert table.plants() == ["1,0 earthlover pacific_golden_chanterelle fly_agaric"]
    for short in ("K K", "C K", "C P P"):
        assert not undergrove(cubes=short).may("partner")


def test_the_second_root_must_be_placed_if_it_can() -> None:
    """#4"""
    table = undergrove(cubes="C K K").do("partner", "root mushroom=fly_agaric corner=nw")
    assert not table.may("stop")
    near = ["1,0 earthlover fly_agaric"]
    short = undergrove(cubes="C K K", plants=near).do("partner")
    short.do("root mushroom=pacific_golden_chanterelle corner=se")
    assert short.turn == 1, "there is no place for another"


def test_both_roots_on_one_plant_or_on_two() -> None:
    plants = ["1,0 earthlover", "2,0 tree fly_agaric"]
    table = undergrove(forest="king_bolete@2,0", cubes="C K K", plants=plants).do("partner")
    table.do("root mushroom=king_bolete corner=nw", "root mushroom=fly_agaric corner=nw")
    assert table.plants() == ["1,0 earthlover fly_agaric", "2,0 tree fly_agaric king_bolete"]


def test_roots_belong_to_one_s_own_plants_and_stand_once() -> None:
    table = undergrove(cubes="C K K").do("partner")
    assert not table.may("root mushroom=earthlover corner=ne"), "there is one already"
    assert not table.may("root mushroom=earthlover corner=sw"), "that is somebody else's Seedling"


def test_partner_needs_a_place_for_a_root() -> None:
    """#4: or a mushroom that makes one."""
    full = ["1,0 earthlover fly_agaric pacific_golden_chanterelle"]
    assert not undergrove(cubes="C K K", plants=full, hand="king_bolete").may("partner")
    table = undergrove(cubes="C K K N", plants=full, hand="king_bolete").do("partner")
    assert table.moves() == ["lay mushroom=king_bolete x=1 y=-1"]
    table.do("lay mushroom=king_bolete x=1 y=-1", "root mushroom=king_bolete corner=sw")
    assert table.turn == 1


# ------------------------------------------------------------------------------------------ ongoing
def test_an_ongoing_mushroom_helps_from_the_turn_after_its_root() -> None:
    """#10"""
    table = undergrove(
        forest="earthfan@1,-1", plants=["1,0 earthlover", "0,0 earthlover"], cubes="C*9 K*9"
    )
    table.do("partner", "root mushroom=earthfan corner=sw", "root mushroom=fly_agaric corner=nw")
    assert table.turn == 1
    table.wait(0)
    table.do("partner", "root mushroom=painted_suillus corner=ne")
    table.do("root mushroom=pacific_golden_chanterelle corner=sw")
    assert table.asked == "root" and table.may("stop")


def test_a_second_root_on_it_adds_nothing() -> None:
    forest = "brown_roll_rim@1,-1"
    table = undergrove(forest=forest, plants=["1,0 brown_roll_rim", "2,0 brown_roll_rim"])
    assert table.do("photosynthesize").cubes() == "C C C C C C C N N P P K K"


def test_candy_cap_s_root_belongs_to_the_new_seedling_and_is_optional() -> None:
    table = undergrove(forest="candy_cap@1,-1", plants=["1,0 candy_cap"], cubes="C P P")
    table.do("reproduce", "plant mushroom=painted_suillus corner=sw")
    assert table.turn == 1, "it touches nothing else"
    table = undergrove(forest="candy_cap@1,-1", plants=["1,0 candy_cap"], cubes="C P P")
    table.do("reproduce", "plant mushroom=fly_agaric corner=ne", "stop")
    assert table.plants()[1] == "2,0 fly_agaric"


def test_the_second_mushroom_is_free_only_if_the_first_was_paid() -> None:
    position: dict[str, Any] = dict(plants=["1,0 slippery_jack"], hand=HAND)
    position["forest"] = "slippery_jack@1,-1"
    poor = undergrove(**position, cubes="C P P").do("reproduce")
    assert not poor.may("lay")
    table = undergrove(**position, cubes="C P P N").do("reproduce")
    table.do("lay mushroom=king_bolete x=1 y=1", "lay mushroom=orange_tooth x=1 y=2")
    assert table.asked == "plant" and len(table.hand()) == 1
    table.do("plant mushroom=orange_tooth corner=se")
    assert len(table.hand()) == 3


def test_homes_are_what_the_stories_say() -> None:
    table = undergrove(seats=4)
    assert [table.plants(seat)[0] for seat in range(4)] == list(HOMES)
