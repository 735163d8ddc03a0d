"""Reproduce, Partner, Photosynthesize, and the mushrooms that boost them."""

from collections import Counter
from typing import Any

import pytest

from tests.games.undergrove.stories import Table, new_game, undergrove

HAND = "king_bolete velvet_milkcap rehms_haircup"


def said(table: Table, verb: str) -> set[str]:
    return {move for move in table.moves() if move.split()[0] == verb}


def held(table: Table, seat: int = 0) -> Counter[str]:
    return Counter(table.cubes(seat).split())


# ------------------------------------------------------------------------------------ Reproduce


@pytest.mark.parametrize(
    "cubes, legal",
    [("C P P", True), ("C P", False), ("P P", False), ("C C C N*9 K*9", False), ("C P N", False)],
)
def test_to_reproduce_costs_carbon_and_two_phosphorus(cubes: str, legal: bool) -> None:
    assert undergrove(cubes=cubes).may("reproduce") == legal


def test_a_seedling_comes_with_one_root() -> None:
    table = undergrove(cubes="C P P").do("reproduce", "plant mushroom=fly_agaric corner=se")
    assert table.plants() == ["1,0 earthlover", "2,1 fly_agaric"]
    assert table.cubes() == ""
    assert table.view(0).firs[0].seedlings == 4
    assert table.view(0).firs[0].roots == 16
    assert table.turn == 1


def test_a_seedling_stands_on_any_unclaimed_corner_of_the_forest() -> None:
    """Twelve corners, two of them claimed; its Root on any mushroom it touches."""
    table = undergrove(cubes="C P P").do("reproduce")
    assert said(table, "plant") == {
        f"plant mushroom={mushroom} corner={corner}"
        for mushroom, corners in {
            "earthlover": "nw se",
            "pacific_golden_chanterelle": "nw ne sw",
            "fly_agaric": "ne sw se",
            "common_deceiver": "ne sw se",
            "painted_suillus": "nw ne sw",
        }.items()
        for corner in corners.split()
    }


def test_a_corner_blocked_at_the_start_stays_so() -> None:
    """Starting Positions: Seedlings of colours that do not play."""
    table = undergrove(cubes="C P P", blocked="nw se").do("reproduce")
    assert not table.may("plant mushroom=earthlover corner=nw")
    assert not table.may("plant mushroom=fly_agaric corner=sw")
    assert not table.may("plant mushroom=pacific_golden_chanterelle corner=sw")


SIX = [
    "1,0 earthlover",
    "0,-1 pacific_golden_chanterelle",
    "1,-1 pacific_golden_chanterelle",
    "2,0 fly_agaric",
    "2,1 fly_agaric",
    "0,2 common_deceiver",
]


def test_there_is_no_seventh_seedling() -> None:
    """Trees count among the six."""
    assert undergrove(plants=SIX[:5]).may("reproduce")
    assert not undergrove(plants=SIX).may("reproduce")
    trees = [plant.replace(" ", " tree ", 1) for plant in SIX[:4]]
    assert not undergrove(plants=[*trees, *SIX[4:]]).may("reproduce")


@pytest.mark.parametrize("cube", "npk")
def test_a_mushroom_is_laid_for_any_cube(cube: str) -> None:
    """Placing a Mushroom: a third P will do; its own cost is not paid."""
    table = undergrove(cubes="C P P P N K", hand=HAND).do("reproduce")
    table.do("lay mushroom=king_bolete x=1 y=1", f"pay part={cube}")
    assert held(table) == Counter("PNK") - Counter(cube.upper())
    assert table.forest()["king_bolete"] == (1, 1)
    assert table.carbon("king_bolete") == 0
    table.do("plant mushroom=king_bolete corner=se")
    assert table.plants()[-1] == "2,2 king_bolete"
    assert len(table.hand()) == 3
    assert "king_bolete" not in table.hand()


def test_green_reproduces_beside_the_common_deceiver() -> None:
    """Reproduce Example: Peppery Bolete at the lower right."""
    table = undergrove(cubes="C P P N", hand="peppery_bolete candy_cap earthfan").do("reproduce")
    table.do("lay mushroom=peppery_bolete x=1 y=1", "plant mushroom=peppery_bolete corner=se")
    assert table.cubes() == ""
    assert len(table.hand()) == 3


def test_without_a_cube_no_mushroom_is_laid() -> None:
    table = undergrove(cubes="C C P P", hand=HAND).do("reproduce")
    assert said(table, "lay") == set()


def test_only_mushrooms_of_the_own_hand_are_laid() -> None:
    table = undergrove(cubes="C P P N", hand="king_bolete").do("reproduce")
    assert {move.split()[1] for move in said(table, "lay")} == {"mushroom=king_bolete"}


def test_a_mushroom_is_laid_beside_another_never_aslant() -> None:
    table = undergrove(cubes="C P P N", hand="king_bolete").do("reproduce")
    assert {tuple(move.split()[2:]) for move in said(table, "lay")} == {
        (f"x={x}", f"y={y}")
        for x, y in [(0, -2), (1, -1), (2, 0), (1, 1), (0, 2), (-1, 1), (-2, 0), (-1, -1)]
    }


def test_the_new_seedling_need_not_use_the_new_mushroom() -> None:
    table = undergrove(cubes="C P P N", hand="king_bolete").do("reproduce")
    table.do("lay mushroom=king_bolete x=1 y=1")
    assert table.may("plant mushroom=painted_suillus corner=nw")
    assert table.may("plant mushroom=king_bolete corner=nw")


def test_one_mushroom_a_turn() -> None:
    table = undergrove(cubes="C P P N N N", hand=HAND).do("reproduce")
    table.do("lay mushroom=king_bolete x=1 y=1")
    assert said(table, "lay") == set()


ELEVEN = [
    "1,1 earthlover",
    "0,1 earthlover",
    "0,0 earthlover",
    "-1,0 painted_suillus",
    "-1,1 painted_suillus",
    "1,2 common_deceiver",
]


@pytest.mark.parametrize("cubes, legal", [("C P P N", True), ("C P P", False)])
def test_with_no_corner_left_a_mushroom_must_be_laid_first(cubes: str, legal: bool) -> None:
    """Five and six plants and a blocked corner hold all twelve."""
    mine = [plant for plant in SIX if plant != "0,2 common_deceiver"]
    table = undergrove(
        plants=mine,
        others=[{"plants": [*ELEVEN[1:], "0,2 common_deceiver"]}],
        blocked="se",
        cubes=cubes,
        hand="king_bolete",
    )
    assert table.may("reproduce") == legal
    if legal:
        table.do("reproduce")
        assert said(table, "plant") == set()
        table.do("lay mushroom=king_bolete x=2 y=0")
        assert said(table, "plant") == {
            "plant mushroom=king_bolete corner=ne",
            "plant mushroom=king_bolete corner=se",
        }


# -------------------------------------------------------------------------------------- Partner


@pytest.mark.parametrize(
    "cubes, legal", [("C K K", True), ("C K", False), ("K K", False), ("C N*9 P*9", False)]
)
def test_to_partner_costs_carbon_and_two_potassium(cubes: str, legal: bool) -> None:
    assert undergrove(cubes=cubes).may("partner") == legal


def test_partnering_places_two_roots() -> None:
    table = undergrove(cubes="C K K").do("partner")
    assert said(table, "root") == {
        "root mushroom=fly_agaric corner=nw",
        "root mushroom=pacific_golden_chanterelle corner=se",
    }
    table.do("root mushroom=fly_agaric corner=nw")
    if table.turn == 0:
        assert not table.may("stop")  # ruling 4
        table.do("root mushroom=pacific_golden_chanterelle corner=se")
    assert set(table.plants()[0].split()[1:]) == {
        "earthlover",
        "fly_agaric",
        "pacific_golden_chanterelle",
    }
    assert table.view(0).firs[0].roots == 15
    assert table.turn == 1


def test_the_two_roots_may_go_to_two_plants() -> None:
    """Seedlings and Trees alike, never those of others."""
    plants = ["1,0 earthlover", "2,1 tree fly_agaric"]
    forest = "king_bolete@1,1 velvet_milkcap@2,0"
    table = undergrove(cubes="C K K", plants=plants, forest=forest).do("partner")
    assert said(table, "root") == {
        "root mushroom=fly_agaric corner=nw",
        "root mushroom=pacific_golden_chanterelle corner=se",
        "root mushroom=king_bolete corner=ne",
        "root mushroom=velvet_milkcap corner=sw",
    }
    table.do("root mushroom=king_bolete corner=ne", "root mushroom=fly_agaric corner=nw")
    assert [set(plant.split()) for plant in table.plants()] == [
        {"1,0", "earthlover", "fly_agaric"},
        {"2,1", "tree", "fly_agaric", "king_bolete"},
    ]
    assert table.turn == 1


def test_one_spot_takes_one_root() -> None:
    """Ruling 4."""
    table = undergrove(cubes="C K K", plants=["1,0 earthlover fly_agaric"]).do("partner")
    if table.turn == 0:
        table.do("root mushroom=pacific_golden_chanterelle corner=se")
    assert table.turn == 1
    assert table.view(0).firs[0].roots == 15


FULL = ["1,0 earthlover fly_agaric pacific_golden_chanterelle"]


def test_without_a_spot_there_is_no_partner_unless_a_mushroom_makes_one() -> None:
    """Ruling 4."""
    assert not undergrove(cubes="C K K N", plants=FULL).may("partner")
    assert not undergrove(cubes="C K K", plants=FULL, hand="king_bolete").may("partner")
    table = undergrove(cubes="C K K N", plants=FULL, hand="king_bolete").do("partner")
    assert said(table, "root") == set()
    assert said(table, "lay") == {"lay mushroom=king_bolete x=1 y=-1"}
    table.do("lay mushroom=king_bolete x=1 y=-1")
    if table.turn == 0:
        table.do("root mushroom=king_bolete corner=sw")
    assert set(table.plants()[0].split()[1:]) == {*FULL[0].split()[1:], "king_bolete"}


def test_a_third_potassium_pays_for_a_mushroom() -> None:
    table = undergrove(cubes="C K K K", hand="king_bolete").do("partner")
    table.do("lay mushroom=king_bolete x=1 y=-1")
    assert table.cubes() == ""
    assert table.may("root mushroom=king_bolete corner=sw")


BLOCK = "king_bolete@-1,-1 velvet_milkcap@1,-1 scaly_vase@-1,1 panthercap@1,1"
SEVENTEEN = [
    "1,0 earthlover fly_agaric pacific_golden_chanterelle velvet_milkcap",
    "0,0 earthlover painted_suillus pacific_golden_chanterelle king_bolete",
    "0,1 earthlover painted_suillus common_deceiver scaly_vase",
    "1,1 earthlover fly_agaric common_deceiver panthercap",
    "2,0 velvet_milkcap",
    "-1,2",
]


def many(plants: list[str]) -> Table:
    return undergrove(
        cubes="C K K C P P", forest=BLOCK, plants=plants, others=[{"plants": ["2,2 panthercap"]}]
    )


def test_there_are_eighteen_roots() -> None:
    table = many(SEVENTEEN).do("partner", "root mushroom=fly_agaric corner=ne")
    assert table.turn == 1
    eighteen = [*SEVENTEEN[:4], "2,0 velvet_milkcap fly_agaric", "-1,2"]
    assert not many(eighteen).may("partner")


def test_without_a_root_there_is_no_seedling() -> None:
    eighteen = [*SEVENTEEN[:4], "2,0 velvet_milkcap fly_agaric"]
    assert not many(eighteen).may("reproduce")


# ------------------------------------------------------------------------------- Photosynthesize


@pytest.mark.parametrize("nitrogen", [0, 1, 2, 3])
def test_photosynthesis_gives_two_carbon_and_one_for_each_nitrogen(nitrogen: int) -> None:
    table = undergrove(cubes="N N N P", ready="gills")
    words = f"photosynthesize nitrogen={nitrogen}" if nitrogen else "photosynthesize"
    table.do(words)
    assert held(table) == Counter(C=2 + nitrogen, N=3 - nitrogen, P=1) + Counter()
    assert set(table.ready().split()) == {"ring", "pores", "gills", "other"}
    assert table.turn == 1


def test_no_more_nitrogen_than_there_is() -> None:
    table = undergrove(cubes="N N")
    assert said(table, "photosynthesize") == {
        "photosynthesize",
        "photosynthesize nitrogen=1",
        "photosynthesize nitrogen=2",
    }


def test_photosynthesis_is_always_possible() -> None:
    assert undergrove(cubes="", ready="").may("photosynthesize")


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_unwanted_mushrooms_are_discarded_and_drawn_anew(number: int) -> None:
    table = undergrove(hand=HAND).do("photosynthesize")
    for mushroom in HAND.split()[:number]:
        table.do(f"discard mushroom={mushroom}")
    if table.turn == 0:
        table.do("stop")
    assert len(table.hand()) == 3
    assert set(HAND.split()[number:]) <= set(table.hand())
    assert set(table.view(0).discard) == set(HAND.split()[:number])


def test_an_empty_supply_is_filled_from_the_discards() -> None:
    """Ruling 17."""
    table = undergrove(hand=HAND, supply="candy_cap", discard="earthfan").do("photosynthesize")
    table.do("discard mushroom=king_bolete", "discard mushroom=velvet_milkcap", "stop")
    assert len(table.hand()) == 3
    assert "candy_cap" in table.hand()
    assert "rehms_haircup" in table.hand()


def test_every_hand_is_drawn_to_three_at_the_end_of_the_turn() -> None:
    table = undergrove(hand="king_bolete")
    table.do("activate mushroom=earthlover", "gain n=1", "stop")
    assert len(table.hand()) == 3
    assert "king_bolete" in table.hand()


# -------------------------------------------------------------------------------------- ongoing


def boosted(mushroom: str, **keys: Any) -> Table:
    """The mushroom lies at 1,-1; the home Seedling has a Root on it."""
    keys = {"plants": [f"1,0 earthlover {mushroom}"]} | keys
    return undergrove(forest=f"{mushroom}@1,-1", **keys)


def test_candy_cap_adds_a_root_to_the_new_seedling() -> None:
    """Ongoing: it must be attached to that Seedling; ruling 5: it may be declined."""
    table = boosted("candy_cap", cubes="C P P").do("reproduce")
    table.do("plant mushroom=earthlover corner=se")
    assert said(table, "root") == {
        "root mushroom=fly_agaric corner=sw",
        "root mushroom=common_deceiver corner=ne",
    }
    assert table.may("stop")
    table.do("root mushroom=fly_agaric corner=sw")
    assert table.turn == 1
    assert set(table.plants()[1].split()) == {"1,1", "earthlover", "fly_agaric"}


def test_candy_cap_does_nothing_for_partner() -> None:
    table = boosted("candy_cap", cubes="C K K").do("partner")
    table.do("root mushroom=fly_agaric corner=nw")
    if table.turn == 0:
        table.do("root mushroom=pacific_golden_chanterelle corner=se")
    assert table.turn == 1


THREE = ["1,0 earthfan", "2,1 fly_agaric"]


def test_earthfan_adds_a_third_root_to_partner() -> None:
    table = boosted("earthfan", cubes="C K K", plants=THREE).do("partner")
    table.do("root mushroom=fly_agaric corner=nw", "root mushroom=earthlover corner=ne")
    assert table.may("stop")
    table.do("root mushroom=pacific_golden_chanterelle corner=se")
    assert table.turn == 1
    assert table.view(0).firs[0].roots == 18 - 2 - 3


def test_earthfans_third_root_may_be_declined() -> None:
    """Ruling 5."""
    table = boosted("earthfan", cubes="C K K", plants=THREE).do("partner")
    table.do("root mushroom=fly_agaric corner=nw", "root mushroom=earthlover corner=ne", "stop")
    assert table.turn == 1
    assert table.view(0).firs[0].roots == 18 - 2 - 2


def test_two_roots_on_earthfan_add_no_more() -> None:
    """Ongoing: a second Root does not double the power."""
    plants = ["1,0 earthfan", "2,0 earthfan", "2,1 fly_agaric"]
    table = boosted("earthfan", cubes="C K K", plants=plants).do("partner")
    table.do("root mushroom=fly_agaric corner=nw", "root mushroom=earthlover corner=ne")
    table.do("root mushroom=pacific_golden_chanterelle corner=se")
    assert table.turn == 1


def test_a_root_placed_in_this_turn_does_not_help_yet() -> None:
    """Ruling 10."""
    table = boosted("earthfan", cubes="C K K", plants=["1,0 earthlover", "2,1 fly_agaric"])
    table.do("partner", "root mushroom=earthfan corner=sw", "root mushroom=fly_agaric corner=nw")
    assert table.turn == 1
    table = boosted("candy_cap", cubes="C P P", plants=["1,0 earthlover"])
    table.do("reproduce", "plant mushroom=candy_cap corner=nw")
    assert table.turn == 1


@pytest.mark.parametrize(
    "mushroom, action, cost",
    [("slippery_jack", "reproduce", "C P P"), ("smiths_amanita", "partner", "C K K")],
)
def test_a_second_mushroom_is_free_if_the_first_was_paid(
    mushroom: str, action: str, cost: str
) -> None:
    """Ongoing: place an extra mushroom."""
    table = boosted(mushroom, cubes=f"{cost} N", hand=HAND).do(action)
    table.do("lay mushroom=king_bolete x=1 y=1")
    assert table.cubes() == ""
    assert table.may("stop")
    table.do("lay mushroom=velvet_milkcap x=2 y=1")
    assert table.cubes() == ""
    assert said(table, "lay") == set()
    table = boosted(mushroom, cubes=cost, hand=HAND).do(action)
    assert said(table, "lay") == set()
    table = boosted(mushroom, cubes=f"{cost} N", hand=HAND).do(action)
    table.do("lay mushroom=king_bolete x=1 y=1", "stop")
    assert said(table, "lay") == set()


@pytest.mark.parametrize(
    "mushroom, action, cost",
    [("slippery_jack", "partner", "C K K"), ("smiths_amanita", "reproduce", "C P P")],
)
def test_the_second_mushroom_is_for_one_of_the_two_actions(
    mushroom: str, action: str, cost: str
) -> None:
    table = boosted(mushroom, cubes=f"{cost} N N", hand=HAND).do(action)
    table.do("lay mushroom=king_bolete x=1 y=1")
    assert said(table, "lay") == set()


def test_after_two_mushrooms_two_are_drawn() -> None:
    table = boosted("slippery_jack", cubes="C P P N", hand=HAND).do("reproduce")
    table.do("lay mushroom=king_bolete x=1 y=1", "lay mushroom=velvet_milkcap x=2 y=1")
    table.do("plant mushroom=velvet_milkcap corner=se")
    assert table.turn == 1
    assert len(table.hand()) == 3


@pytest.mark.parametrize("nitrogen, carbon", [(0, 3), (2, 5)])
def test_brown_roll_rim_adds_a_carbon(nitrogen: int, carbon: int) -> None:
    table = boosted("brown_roll_rim", cubes="N N")
    table.do(f"photosynthesize nitrogen={nitrogen}" if nitrogen else "photosynthesize")
    assert held(table)["C"] == carbon


def test_an_opponents_root_boosts_nobody_else() -> None:
    table = undergrove(
        forest="brown_roll_rim@1,-1",
        plants=["0,0 earthlover"],
        others=[{"plants": ["1,0 earthlover brown_roll_rim"]}],
        cubes="",
    )
    assert table.do("photosynthesize").cubes() == "C C"


# --------------------------------------------------------------------------------------- set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_set_up(seats: int) -> None:
    """Setup: cubes, tokens, hands, carbon, and who settles when."""
    table = new_game(seats, 5)
    starter = table.view(0).starter
    order = []
    corners = {"nw", "ne", "sw", "se"}
    while table.asked == "settle":
        order.append(table.turn)
        assert {move.split("corner=")[1] for move in table.moves()} == corners
        corner = sorted(corners)[0]
        corners.remove(corner)
        table.do(f"settle corner={corner}")
    assert order == [(starter + place) % seats for place in range(seats)]
    assert table.turn == starter
    seen = table.view(0)
    assert set(seen.blocked) == corners
    for seat in range(seats):
        assert held(table, seat) == Counter(C=4, N=2, P=2, K=2)
        assert len(table.ready(seat).split()) == 4
        assert len(table.hand(seat)) == 3
        assert len(table.plants(seat)) == 1
        assert table.plants(seat)[0].split()[1:] == ["earthlover"]
        fir = seen.firs[seat]
        assert (fir.seedlings, fir.roots, fir.trees) == (5, 17, 4)
    assert [stack.left for stack in seen.stacks] == [4 if seats == 4 else 3] * 3
    for mushroom in (
        "pacific_golden_chanterelle",
        "fly_agaric",
        "common_deceiver",
        "painted_suillus",
    ):
        assert table.carbon(mushroom) == 1
    assert table.carbon("earthlover") == 0
    assert seen.supply == 48 - 3 * seats
    assert len({goal.card for goal in seen.goals}) == 3


def test_hands_are_hidden() -> None:
    table = new_game(3, 2)
    assert table.view(0).firs[1].hand == []
    assert table.view(-1).firs[0].hand == []
    assert table.view(0).firs[1].tiles == 3
