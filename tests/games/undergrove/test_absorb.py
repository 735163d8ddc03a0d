"""Absorb (R5): cost, moving carbon, Seedlings and Trees."""

from __future__ import annotations

from typing import Any

from tests.games.undergrove.stories import Table, undergrove

AT_HOME = "absorb source=earthlover mushroom=earthlover corner=ne"


def home(**more: Any) -> Table:
    """Seat 0 stands at the north-east corner of Earthlover, with a Root there."""
    return undergrove(**more)


def test_a_token_and_a_cube() -> None:
    table = home(carbon="earthlover", ready="gills", cubes="K").do(AT_HOME)
    assert table.ready() == "" and table.plants() == ["1,0 earthlover +1"]
    assert table.cubes() == "N", "K was paid; the first stone gives N"
    assert table.carbon("earthlover") == 0


def test_the_parts_of_the_cost_are_asked_where_there_is_a_choice() -> None:
    table = home(carbon="earthlover", ready="ring gills", cubes="N K K").do(AT_HOME)
    assert table.moves() == ["pay part=ring", "pay part=gills"]
    table.do("pay part=gills")
    assert table.moves() == ["pay part=n", "pay part=k"]
    table.do("pay part=k")
    assert table.ready() == "ring" and table.cubes() == "N N K"


def test_without_a_token_or_a_cube_there_is_no_absorbing() -> None:
    assert not home(carbon="earthlover", ready="").may("absorb")
    assert not home(carbon="earthlover", cubes="C C C C").may("absorb")


def test_carbon_is_moved_from_mushroom_to_mushroom() -> None:
    """One step from Fly Agaric to Earthlover: another token or another cube."""
    table = home(carbon="fly_agaric", ready="gills other", cubes="N")
    table.do("absorb source=fly_agaric mushroom=earthlover corner=ne")
    assert table.ready() == "" and table.cubes() == "N"  # one way to pay; N is the stone's


def test_steps_are_paid_in_any_mix() -> None:
    forest = "king_bolete@2,0 orange_tooth@3,0"
    table = home(forest=forest, carbon="orange_tooth", ready="ring pores", cubes="N N P K")
    table.do("absorb source=orange_tooth mushroom=earthlover corner=ne")  # three steps
    table.do("pay part=ring", "pay part=n", "pay part=pores", "pay part=k", "pay part=p")
    assert table.ready() == "" and table.cubes() == "N N"


def test_a_part_without_a_choice_is_paid_at_once() -> None:
    table = home(carbon="earthlover", ready="ring", cubes="N P").do(AT_HOME)
    assert table.ready() == "" and table.moves() == ["pay part=n", "pay part=p"]


def test_what_cannot_be_paid_is_not_begun() -> None:
    forest = "king_bolete@2,0 orange_tooth@3,0"
    poor = home(forest=forest, carbon="orange_tooth", ready="ring pores", cubes="N P")
    assert not poor.may("absorb") and poor.cubes() == "N P"


def test_the_source_needs_no_root() -> None:
    table = home(carbon="painted_suillus")
    assert table.may("absorb source=painted_suillus mushroom=earthlover corner=ne")


def test_carbon_goes_round_a_hole() -> None:
    """#1: from (1,2) to Earthlover it is 3 steps as the crow flies, 5 over the mushrooms."""
    forest = "king_bolete@2,0 orange_tooth@2,1 dead_mans_foot@2,2 scaly_vase@1,2"
    start: dict[str, Any] = dict(forest=forest, carbon="scaly_vase", ready="ring")
    assert not home(**start, cubes="N N N N N").may("absorb")
    table = home(**start, cubes="N N N N N N")
    table.do("absorb source=scaly_vase mushroom=earthlover corner=ne")
    assert table.cubes() == "N"


def test_the_root_must_be_that_of_the_seedling_that_absorbs() -> None:
    """#20: the Seedling at 2,0 has no Root on Earthlover; its sister's does not help it."""
    table = home(
        carbon="earthlover",
        plants=["1,0 earthlover", "2,0 fly_agaric"],
        ready="ring",
        cubes="N",
    )
    assert [m for m in table.moves() if m.startswith("absorb")] == [AT_HOME]


def test_each_seedling_is_offered_its_nearest_root_only() -> None:
    """#37: a longer way to the same Seedling would only cost more."""
    table = home(carbon="fly_agaric", plants=["1,0 earthlover fly_agaric"])
    absorbs = [m for m in table.moves() if m.startswith("absorb")]
    assert absorbs == ["absorb source=fly_agaric mushroom=fly_agaric corner=nw"]


def test_two_steps_may_be_worth_their_price_to_sooty_grouse_a() -> None:
    goals = "sooty_grouse/a red_vole/a whiskey_jack/a"
    table = home(
        carbon="fly_agaric",
        forest="king_bolete@1,-1",
        plants=["1,0 pacific_golden_chanterelle king_bolete fly_agaric"],
        goals=goals,
    )
    absorbs = [m for m in table.moves() if m.startswith("absorb")]
    assert absorbs == [
        "absorb source=fly_agaric mushroom=fly_agaric corner=nw",
        "absorb source=fly_agaric mushroom=pacific_golden_chanterelle corner=se",
    ]


def test_every_further_step_uses_a_token_for_sooty_grouse_b() -> None:
    """#37: one step further, and two."""
    table = home(
        carbon="fly_agaric",
        forest="king_bolete@1,-1",
        plants=["1,0 pacific_golden_chanterelle king_bolete fly_agaric"],
        goals="sooty_grouse/b red_vole/a whiskey_jack/a",
    )
    absorbs = [m for m in table.moves() if m.startswith("absorb")]
    assert absorbs == [
        "absorb source=fly_agaric mushroom=fly_agaric corner=nw",
        "absorb source=fly_agaric mushroom=king_bolete corner=sw",
        "absorb source=fly_agaric mushroom=pacific_golden_chanterelle corner=se",
    ]


def test_a_tree_absorbs_nothing() -> None:
    assert not home(carbon="earthlover", plants=["1,0 tree earthlover"]).may("absorb")


def test_the_third_carbon_makes_a_tree_and_goes_back() -> None:
    table = home(carbon="earthlover", plants=["1,0 earthlover +2"], ready="ring", cubes="N")
    table.do(AT_HOME)
    assert table.plants() == ["1,0 tree earthlover"] and table.state.fir(0).trees == 3


def test_a_seedling_with_one_root_may_become_a_tree() -> None:
    table = home(carbon="earthlover", plants=["1,0 earthlover +2"]).do(AT_HOME)
    assert "tree" in table.plants()[0] or table.asked == "pay"


FOUR_TREES = [f"{corner} tree" for corner in ("0,0", "1,1", "1,-1", "0,-1")]


def test_without_trees_left_a_seedling_holds_up_to_four() -> None:
    """#19: and it scores a Root for each."""
    for carbon in (2, 3):
        table = home(
            carbon="earthlover",
            plants=[*FOUR_TREES, f"1,0 earthlover +{carbon}"],
            ready="ring",
            cubes="N",
        )
        table.do(AT_HOME)
        assert table.plants()[4] == f"1,0 earthlover +{carbon + 1}"
    full = home(carbon="earthlover", plants=[*FOUR_TREES, "1,0 earthlover +4"])
    assert not full.may("absorb")


# ------------------------------------------------------------------------------ absorbing abilities
def test_two_carbon_may_go_to_two_seedlings_and_are_moved_apart() -> None:
    table = undergrove(
        forest="woolly_pine_spike@1,-1",
        carbon="painted_suillus*2",
        plants=["1,0 earthlover woolly_pine_spike", "1,1 earthlover"],
        cubes="C C N N N",
        ready="ring",
    )
    table.do("activate mushroom=woolly_pine_spike")
    table.do("absorb source=painted_suillus mushroom=earthlover corner=ne")
    table.do("absorb source=painted_suillus mushroom=earthlover corner=se")
    assert table.plants() == ["1,0 earthlover woolly_pine_spike +1", "1,1 earthlover +1"]
    assert table.cubes() == "N" and table.stone() == 1, "two steps paid, one stone up"


def test_the_second_carbon_is_optional_and_needs_to_be_possible() -> None:
    table = undergrove(
        forest="woolly_pine_spike@1,-1",
        carbon="",
        plants=["1,0 woolly_pine_spike"],
        cubes="C C N",
        ready="ring",
    )
    table.do("activate mushroom=woolly_pine_spike")
    assert not table.may("stop"), "the first is what it is activated for"
    table.do("absorb source=woolly_pine_spike mushroom=woolly_pine_spike corner=sw")
    table.do("stop")
    assert table.plants() == ["1,0 woolly_pine_spike +1"]


def test_the_second_carbon_cannot_go_onto_the_tree_just_made() -> None:
    """#6"""
    table = undergrove(
        forest="woolly_pine_spike@1,-1",
        plants=["1,0 woolly_pine_spike +2"],
        cubes="C C N",
        ready="ring",
    )
    table.do("activate mushroom=woolly_pine_spike")
    table.do("absorb source=woolly_pine_spike mushroom=woolly_pine_spike corner=sw")
    assert table.plants() == ["1,0 tree woolly_pine_spike"] and table.turn == 1


def test_an_absorbing_mushroom_needs_something_to_absorb_into() -> None:
    table = undergrove(forest="woolly_pine_spike@1,-1", plants=["1,0 tree woolly_pine_spike"])
    assert not table.may("activate")


def test_carbon_from_here_may_be_moved() -> None:
    """The Seedling with a Root on Owl Eyes is a Tree; its sister on Earthlover drinks."""
    table = undergrove(
        forest="woolly_owl_eyes@1,-1",
        plants=["2,0 tree woolly_owl_eyes", "1,1 earthlover"],
        carbon="fly_agaric",
        cubes="C C N N N",
        ready="pores",
    )
    table.do("activate mushroom=woolly_owl_eyes")
    table.do("absorb source=woolly_owl_eyes mushroom=earthlover corner=se")
    assert table.plants()[1] == "1,1 earthlover +1" and table.cubes() == "N"


def test_steps_that_cannot_be_paid_after_the_cost_make_it_illegal() -> None:
    position: dict[str, Any] = dict(
        forest="woolly_owl_eyes@1,-1",
        plants=["2,0 tree woolly_owl_eyes", "1,1 earthlover"],
        ready="pores",
    )
    assert not undergrove(**position, cubes="C C N N").may("activate mushroom=woolly_owl_eyes")
    assert undergrove(**position, cubes="C C N N N").may("activate mushroom=woolly_owl_eyes")
    more = {**position, "ready": "pores ring"}
    assert undergrove(**more, cubes="C C N N").may("activate mushroom=woolly_owl_eyes")


# -------------------------------------------------------------------------------- with a Bonus tile
def test_a_ready_tile_pays_for_steps_where_tokens_run_out() -> None:
    """#36: both ready tokens are flipped, the tile readies all four, one more is flipped."""
    forest = "king_bolete@2,0"
    position: dict[str, Any] = dict(carbon="king_bolete", ready="ring pores", cubes="N")
    position["forest"] = forest
    assert not undergrove(**position).may("absorb")
    table = undergrove(**position, stone=2, bonus={"first": "ready"})
    table.do("absorb source=king_bolete mushroom=earthlover corner=ne")
    assert table.asked == "pay" and table.ready() == "ring pores gills other"
    table.do("pay part=gills")
    assert table.ready() == "ring pores other" and table.cubes() == ""
    assert table.bonus() == {} and table.stone() == 3
