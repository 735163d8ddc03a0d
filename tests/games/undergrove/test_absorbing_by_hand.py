"""Absorbing carbon: paying, moving, Trees, and Earthlover's refill."""

from collections import Counter
from typing import Any

import pytest

from tests.games.undergrove.stories import Table, undergrove

HERE = "absorb source=fly_agaric mushroom=fly_agaric corner=nw"
TWO = ["1,0 earthlover fly_agaric"]


def absorbs(table: Table) -> set[str]:
    return {move for move in table.moves() if move.startswith("absorb")}


def pay(table: Table, *parts: str) -> Table:
    """Parts that are no choice are paid without a question."""
    for part in parts:
        if table.may(f"pay part={part}"):
            table.do(f"pay part={part}")
    assert not table.may("pay")
    return table


def simple(**keys: Any) -> Table:
    """Exactly what one absorb from the own mushroom costs."""
    keys = {"plants": TWO, "ready": "ring", "cubes": "N"} | keys
    return undergrove(**keys)


def test_an_absorb_costs_a_token_and_a_cube() -> None:
    """Absorb: any ready token, any cube; stone 1 gives a nitrogen."""
    table = pay(undergrove(plants=TWO).do(HERE), "gills", "p")
    assert table.plants() == ["1,0 earthlover fly_agaric +1"]
    assert table.carbon("fly_agaric") == 0
    assert Counter(table.cubes().split()) == Counter(C=4, N=3, P=1, K=2)
    assert set(table.ready().split()) == {"ring", "pores", "other"}
    assert table.stone() == 1
    assert table.turn == 1


@pytest.mark.parametrize(
    "ready, cubes, legal",
    [
        ("ring", "N", True),
        ("other", "K", True),
        ("", "N*9", False),
        ("ring pores gills other", "", False),
        ("ring pores gills other", "C*9", False),  # carbon is no cube of choice
    ],
)
def test_token_and_cube_are_both_needed(ready: str, cubes: str, legal: bool) -> None:
    assert (HERE in absorbs(simple(ready=ready, cubes=cubes))) == legal


def test_white_moves_carbon_before_absorbing_it() -> None:
    """Absorb Example: from Fly Agaric, without a Root there, to Earthlover: two tokens and N."""
    table = undergrove(cubes="N", ready="ring pores", plants=["1,0 earthlover"], stone=1)
    table.do("absorb source=fly_agaric mushroom=earthlover corner=ne")
    assert table.plants() == ["1,0 earthlover +1"]
    assert table.carbon("fly_agaric") == 0
    assert table.carbon("earthlover") == 0
    assert (table.cubes(), table.ready()) == ("", "")
    assert table.stone() == 2
    assert table.asked == "keep"


@pytest.mark.parametrize(
    "ready, cubes, legal",
    [
        ("ring", "N P", True),
        ("ring pores", "N", True),
        ("ring", "N", False),
        ("", "N P K", False),
        ("ring pores gills", "", False),
    ],
)
def test_a_step_costs_a_token_or_a_cube(ready: str, cubes: str, legal: bool) -> None:
    table = undergrove(ready=ready, cubes=cubes, carbon="common_deceiver")
    assert table.may("absorb source=common_deceiver mushroom=earthlover corner=ne") == legal


@pytest.mark.parametrize(
    "ready, cubes, legal",
    [
        ("ring", "N P K", True),
        ("ring pores", "N P", True),
        ("ring pores gills", "N", True),
        ("ring", "N P", False),
        ("ring pores", "N", False),
        ("ring pores gills other", "", False),
        ("", "N*9", False),
    ],
)
def test_two_steps_may_be_paid_in_any_mixture(ready: str, cubes: str, legal: bool) -> None:
    """From 0,2 over 0,1 to Earthlover."""
    table = undergrove(
        forest="velvet_milkcap@0,2", carbon="velvet_milkcap", ready=ready, cubes=cubes
    )
    words = "absorb source=velvet_milkcap mushroom=earthlover corner=ne"
    assert table.may(words) == legal
    if legal:
        pay(table.do(words), "ring", "n", "p", "pores", "gills", "k")
        assert table.plants() == ["1,0 earthlover +1"]
        assert table.ready() == ""
        assert table.cubes() == "N"  # of stone 1


def test_the_player_chooses_how_to_pay_the_steps() -> None:
    table = undergrove(ready="ring pores", cubes="N P", carbon="common_deceiver")
    table.do("absorb source=common_deceiver mushroom=earthlover corner=ne")
    table.do("pay part=ring", "pay part=n")
    assert set(table.moves()) == {"pay part=pores", "pay part=p"}
    table.do("pay part=p")
    assert table.ready() == "pores"
    assert table.cubes() == "N"


BAY = "velvet_milkcap@2,0 king_bolete@3,0 candy_cap@3,-1 scaly_vase@3,-2 panthercap@2,-2"


@pytest.mark.parametrize("cubes, legal", [("N P", True), ("N", False)])
def test_carbon_goes_round_a_hole_in_the_forest(cubes: str, legal: bool) -> None:
    """Rulings 1 and 29: from 2,-2 to 2,0 there are four steps, for 2,-1 is empty."""
    table = undergrove(forest=BAY, carbon="panthercap", plants=["3,1 velvet_milkcap"], cubes=cubes)
    assert table.may("absorb source=panthercap mushroom=velvet_milkcap corner=se") == legal


def test_carbon_does_not_move_aslant() -> None:
    """1,-1 to Earthlover is two steps."""
    forest = "velvet_milkcap@1,-1"
    words = "absorb source=velvet_milkcap mushroom=earthlover corner=sw"
    three = undergrove(
        forest=forest,
        carbon="velvet_milkcap",
        plants=["0,1 earthlover"],
        ready="ring",
        cubes="N P",
        others=[{"plants": ["1,1 earthlover"]}],
    )
    assert not three.may(words)
    four = undergrove(
        forest=forest,
        carbon="velvet_milkcap",
        plants=["0,1 earthlover"],
        ready="ring",
        cubes="N P K",
        others=[{"plants": ["1,1 earthlover"]}],
    )
    assert four.may(words)


def test_the_seedling_needs_the_root_itself() -> None:
    """Ruling 20: the Root of another Seedling on the same mushroom does not help."""
    table = undergrove(plants=["1,0 earthlover", "2,1 fly_agaric"], carbon="fly_agaric")
    assert absorbs(table) == {
        "absorb source=fly_agaric mushroom=earthlover corner=ne",
        "absorb source=fly_agaric mushroom=fly_agaric corner=se",
    }


def test_without_carbon_there_is_nothing_to_absorb() -> None:
    assert absorbs(undergrove(plants=TWO, carbon="")) == set()


def test_the_third_carbon_makes_a_tree() -> None:
    """Making a Tree: the carbon goes back to the supply."""
    table = simple(plants=["1,0 earthlover fly_agaric +2"]).do(HERE)
    assert table.plants() == ["1,0 tree earthlover fly_agaric"]
    assert table.view(0).firs[0].trees == 3


def test_a_tree_does_not_absorb() -> None:
    """Ruling 19."""
    assert absorbs(undergrove(plants=["1,0 tree earthlover fly_agaric"])) == set()


TREES = [
    "0,-1 tree pacific_golden_chanterelle",
    "2,0 tree fly_agaric",
    "-1,1 tree painted_suillus",
    "0,2 tree common_deceiver",
]


@pytest.mark.parametrize("carbon", [2, 3])
def test_without_trees_left_seedlings_hold_up_to_four(carbon: int) -> None:
    """Making a Tree, ruling 19."""
    table = simple(plants=[f"1,0 earthlover fly_agaric +{carbon}", *TREES]).do(HERE)
    assert table.plants()[0] == f"1,0 earthlover fly_agaric +{carbon + 1}"


def test_a_fifth_carbon_is_never_absorbed() -> None:
    assert absorbs(simple(plants=["1,0 earthlover fly_agaric +4", *TREES])) == set()


ANY_TWO = {
    "woolly_pine_spike": "ring",
    "hot_pink_coral": "other",
    "admirable_bolete": "pores",
    "short_stemmed_russula": "gills",
}
HERE_TWO = {
    "woolly_owl_eyes": "pores",
    "western_matsutake": "ring",
    "brown_elfin_saddle": "other",
    "amethyst_deceiver": "gills",
}


def double(mushroom: str, **keys: Any) -> Table:
    """The mushroom lies at 1,-1, with a Root of the Seedling on Earthlover's north-east corner."""
    plants = keys.pop("plants", [f"1,0 earthlover {mushroom}"])
    return undergrove(forest=f"{mushroom}@1,-1", plants=plants, **keys)


@pytest.mark.parametrize("mushroom", [*ANY_TWO, *HERE_TWO])
def test_absorbing_two_costs_a_token_two_carbon_and_a_cube(mushroom: str) -> None:
    """The two just paid may be the ones absorbed; the track moves one stone."""
    kind = {**ANY_TWO, **HERE_TWO}[mushroom]
    table = double(mushroom, ready=kind, cubes="C C K", carbon="fly_agaric")
    table.do(f"activate mushroom={mushroom}")
    assert table.carbon(mushroom) == 2
    assert (table.ready(), table.cubes()) == ("", "")
    absorb = f"absorb source={mushroom} mushroom={mushroom} corner=sw"
    assert not table.may("stop")
    table.do(absorb)
    assert table.may("stop")
    table.do(absorb)
    assert table.plants() == [f"1,0 earthlover {mushroom} +2"]
    assert table.stone() == 1
    assert table.cubes() == "N"
    assert table.turn == 1


@pytest.mark.parametrize("mushroom", [*ANY_TWO, *HERE_TWO])
@pytest.mark.parametrize("cubes", ["C N N", "C C", "N N N"])
def test_absorbing_two_needs_all_of_its_cost(mushroom: str, cubes: str) -> None:
    assert not double(mushroom, cubes=cubes).may(f"activate mushroom={mushroom}")


def test_here_means_that_carbon_starts_on_that_mushroom() -> None:
    """Ruling 7: not from elsewhere, but it may be moved elsewhere."""
    table = double(
        "western_matsutake", cubes="C C K N", plants=["1,0 western_matsutake", "2,1 fly_agaric"]
    )
    pay(table.do("activate mushroom=western_matsutake"), "k")
    assert absorbs(table) == {
        "absorb source=western_matsutake mushroom=western_matsutake corner=sw",
        "absorb source=western_matsutake mushroom=fly_agaric corner=se",
    }
    table.do("absorb source=western_matsutake mushroom=western_matsutake corner=sw")
    pay(table.do("absorb source=western_matsutake mushroom=fly_agaric corner=se"), "n")
    assert table.plants() == ["1,0 western_matsutake +1", "2,1 fly_agaric +1"]


def test_any_means_that_carbon_starts_anywhere() -> None:
    """Each for itself, each step paid."""
    table = double("woolly_pine_spike", cubes="C C K", carbon="fly_agaric*2 common_deceiver")
    table.do("activate mushroom=woolly_pine_spike")
    sources = {move.split()[1] for move in absorbs(table)}
    assert sources == {"source=woolly_pine_spike", "source=fly_agaric", "source=common_deceiver"}
    table.do("absorb source=fly_agaric mushroom=earthlover corner=ne")
    pay(table, "pores")
    assert table.carbon("fly_agaric") == 1
    assert set(table.ready().split()) == {"gills", "other"}


def test_two_carbon_do_not_travel_together() -> None:
    """Moving costs are paid for each."""
    table = double("woolly_pine_spike", cubes="C C K", ready="ring pores", carbon="fly_agaric*2")
    table.do("activate mushroom=woolly_pine_spike")
    table.do("absorb source=fly_agaric mushroom=earthlover corner=ne")
    assert table.ready() == ""
    assert {move.split()[1] for move in absorbs(table)} == {"source=woolly_pine_spike"}


def test_the_second_carbon_may_be_left() -> None:
    """Ruling 6."""
    table = double("woolly_pine_spike", ready="ring", cubes="C C K")
    table.do("activate mushroom=woolly_pine_spike")
    table.do("absorb source=woolly_pine_spike mushroom=woolly_pine_spike corner=sw", "stop")
    assert table.plants() == ["1,0 earthlover woolly_pine_spike +1"]
    assert table.carbon("woolly_pine_spike") == 1
    assert table.stone() == 1


def test_the_second_carbon_does_not_go_on_the_tree_just_made() -> None:
    """Ruling 6."""
    plants = ["1,0 earthlover woolly_pine_spike +2", "2,0 woolly_pine_spike"]
    table = double("woolly_pine_spike", ready="ring", cubes="C C K", plants=plants, carbon="")
    table.do("activate mushroom=woolly_pine_spike")
    table.do("absorb source=woolly_pine_spike mushroom=woolly_pine_spike corner=sw")
    assert table.plants()[0] == "1,0 tree earthlover woolly_pine_spike"
    assert absorbs(table) == {
        "absorb source=woolly_pine_spike mushroom=woolly_pine_spike corner=se"
    }


def test_an_absorbing_mushroom_needs_somebody_to_absorb() -> None:
    """Ruling 6: with Trees only it is not activated."""
    plants = ["1,0 tree earthlover woolly_pine_spike"]
    table = double("woolly_pine_spike", plants=plants)
    assert not table.may("activate mushroom=woolly_pine_spike")


@pytest.mark.parametrize(
    "place, cubes, legal",
    [("2,-1", "K", True), ("3,-1", "K", True), ("4,-1", "K", False), ("4,-1", "K N", True)],
)
def test_scarletina_moves_two_steps_for_nothing(place: str, cubes: str, legal: bool) -> None:
    """One carbon, first two steps free; token and a cube, no carbon."""
    names = ["king_bolete", "candy_cap", "panthercap"]
    row = ["2,-1", "3,-1", "4,-1"]
    source = names[row.index(place)]
    forest = "scarletina_bolete@1,-1 " + " ".join(
        f"{name}@{at}" for name, at in zip(names, row, strict=True)
    )
    table = undergrove(
        forest=forest, plants=["1,0 scarletina_bolete"], ready="pores", cubes=cubes, carbon=source
    )
    activate = "activate mushroom=scarletina_bolete"
    assert table.may(activate) == legal
    if legal:
        pay(table.do(activate), "k")
        table.do(f"absorb source={source} mushroom=scarletina_bolete corner=sw")
        assert table.plants() == ["1,0 scarletina_bolete +1"]
        assert table.cubes() == "N"
        assert table.ready() == ""
        assert table.stone() == 1


# ------------------------------------------------------------------------- Earthlover's refill


def test_when_the_last_carbon_is_gone_earthlover_refills_the_four_around_it() -> None:
    """Ongoing: at the end of the turn, one each."""
    table = simple(carbon="fly_agaric").do(HERE)
    for mushroom in (
        "pacific_golden_chanterelle",
        "fly_agaric",
        "common_deceiver",
        "painted_suillus",
    ):
        assert table.carbon(mushroom) == 1
    assert table.carbon("earthlover") == 0


def test_carbon_anywhere_prevents_the_refill() -> None:
    """Ruling 16: on Earthlover itself, or on a mushroom far off."""
    for last in ("earthlover", "velvet_milkcap"):
        table = simple(carbon=f"fly_agaric {last}", forest="velvet_milkcap@2,0").do(HERE)
        assert table.carbon("fly_agaric") == 0
        assert table.carbon("common_deceiver") == 0


def test_the_refill_comes_at_the_end_of_every_turn() -> None:
    table = undergrove(carbon="").photosynthesize()
    assert table.carbon("painted_suillus") == 1


def test_the_refill_waits_for_the_end_of_the_turn() -> None:
    """Within a turn an empty forest stays empty."""
    table = simple(carbon="fly_agaric", stone=4).do(HERE)
    assert table.asked == "gain"
    assert table.carbon("common_deceiver") == 0
    assert table.do("gain n=1").carbon("common_deceiver") == 1
