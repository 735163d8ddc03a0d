"""Another action (R4.6), and chains of them (R3.5)."""

from __future__ import annotations

from typing import Any

from tests.games.undergrove.stories import Table, undergrove

FREE = "red_bleeding_milkcap@1,-1 gassy_webcap@2,-1 scaly_vase@1,-2 bellybutton_hedgehog@2,-2"


def chain(**more: Any) -> Table:
    """Roots on the four mushrooms that cost nothing but a token."""
    return undergrove(
        forest=FREE,
        plants=["2,-1 red_bleeding_milkcap gassy_webcap scaly_vase bellybutton_hedgehog"],
        carbon="fly_agaric",
        **more,
    )


def test_a_chain_of_four() -> None:
    table = chain()
    for kind in ("red_bleeding_milkcap", "gassy_webcap", "bellybutton_hedgehog", "scaly_vase"):
        table.do(f"activate mushroom={kind}")
        assert table.turn == 0 and table.asked == "action"
    assert table.ready() == "ring pores gills"
    assert table.do("photosynthesize").turn == 1


def test_a_chain_never_comes_back_to_where_it_was() -> None:
    """#39: Milkcap and Webcap feed each other, for nothing and for ever."""
    table = chain(ready="ring gills")
    table.do("activate mushroom=red_bleeding_milkcap")
    assert table.ready() == "ring other"
    table.do("activate mushroom=gassy_webcap")
    assert table.ready() == "pores gills other"
    table.do("activate mushroom=red_bleeding_milkcap")
    assert table.ready() == "ring pores other"
    assert not table.may("activate mushroom=gassy_webcap"), "pores, gills and other were ready once"
    assert "(R3.5)" in table.refusal("activate mushroom=gassy_webcap")
    assert table.may("photosynthesize")


def test_a_chain_that_moves_a_goal_on_is_not_a_loop() -> None:
    """Sooty Grouse B counts tokens readied in a turn, so those that were not yet are news."""
    goals = "sooty_grouse/b red_vole/a whiskey_jack/a"
    table = chain(ready="ring gills", goals=goals, readings="")
    for kind in ("red_bleeding_milkcap", "gassy_webcap", "red_bleeding_milkcap"):
        table.do(f"activate mushroom={kind}")
    assert table.view(0).readied == ["ring", "pores", "gills", "other"]
    table.photosynthesize()
    assert table.progress()[0] == 1


def test_before_all_four_are_used_a_chain_brings_no_goal_on() -> None:
    """#38: the same chain, with two tokens ready, is a loop; with one it begins all used."""
    goals = "sooty_grouse/b red_vole/a whiskey_jack/a"
    table = chain(ready="ring gills", goals=goals)
    table.do("activate mushroom=red_bleeding_milkcap", "activate mushroom=gassy_webcap")
    assert table.view(0).readied == [] and not table.view(0).used_up
    table.do("activate mushroom=red_bleeding_milkcap")
    assert not table.may("activate mushroom=gassy_webcap")
    table = chain(ready="gills", goals=goals).do("activate mushroom=red_bleeding_milkcap")
    assert table.view(0).readied == ["ring", "other"] and table.view(0).used_up
    table.do("activate mushroom=gassy_webcap")
    assert table.view(0).readied == ["ring", "pores", "gills", "other"]
    table.photosynthesize()
    assert table.progress()[0] == 1


def test_the_steps_of_the_end_of_a_turn_come_once() -> None:
    table = chain(hand="king_bolete")
    table.do("activate mushroom=scaly_vase")
    assert table.hand() == ["king_bolete"], "no tile is drawn before the turn is over"
    table.do("activate mushroom=gassy_webcap", "photosynthesize", "stop")
    assert table.turn == 1 and table.state.turns == 2 and len(table.hand()) == 3


def test_an_extra_action_pays_its_costs() -> None:
    table = chain(cubes="").do("activate mushroom=scaly_vase")
    assert not table.may("partner") and not table.may("reproduce") and not table.may("absorb")


def test_another_action_must_be_taken() -> None:
    """#27"""
    assert not chain().do("activate mushroom=scaly_vase").may("stop")


def test_nitrogen_instead_ends_the_turn() -> None:
    table = undergrove(forest="mouse_trich@1,-1", plants=["1,0 mouse_trich"])
    table.do("activate mushroom=mouse_trich", "gain n=1")
    assert table.turn == 1


def test_a_bonus_tile_in_between_makes_it_another_position() -> None:
    table = chain(stone=2, bonus={"first": "nitrogen"})
    table.do("activate mushroom=gassy_webcap", "activate mushroom=red_bleeding_milkcap")
    assert not table.may("activate mushroom=gassy_webcap")
    table.do("bonus stone=first")
    assert table.may("activate mushroom=gassy_webcap")
