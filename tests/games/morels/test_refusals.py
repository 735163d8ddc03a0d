"""Whoever is refused a move is told why, with the number of the rule."""

import re
from importlib import resources

import pytest

from tests.games.morels.stories import morels

RULEBOOK = resources.files("spinney.games.morels").joinpath("rulebook.md").read_text("utf-8")


def given(refusal: str, *reasons: str) -> None:
    """The refusal mentions one of the reasons, and a rule that has a heading in the rulebook."""
    cited = re.search(r"\((R\d+(?:\.\d+)?)\)", refusal)
    assert cited, refusal
    assert re.search(rf"^#+ {re.escape(cited[1])}\b", RULEBOOK, re.MULTILINE), refusal
    assert any(reason in refusal.lower() for reason in reasons), refusal


def test_too_few_sticks() -> None:
    given(morels(sticks=1).refusal("take place=5"), "stick")


def test_no_card_at_that_place() -> None:
    given(morels(sticks=9, forest="morel*3", deck="").refusal("take place=7"), "forest", "place")


def test_a_full_hand() -> None:
    given(morels(hand="honey_fungus*8").refusal("take place=1"), "limit", "hand")


def test_a_full_hand_before_a_moon() -> None:
    table = morels(hand="honey_fungus*8", forest="moon tree_ear*7")
    given(table.refusal("take place=1"), "limit", "hand")


def test_an_empty_decay() -> None:
    given(morels().refusal("gather"), "decay")


def test_too_large_a_decay() -> None:
    table = morels(hand="honey_fungus*7", decay="morel*3")
    given(table.refusal("gather"), "limit", "hand")


def test_a_second_angel_in_the_forest() -> None:
    table = morels(cooked="3 morel", poison=1, forest="destroying_angel tree_ear*7")
    given(table.refusal("take place=1"), "angel")


@pytest.mark.parametrize("poison", [0, 1])
def test_a_second_angel_in_the_decay(poison: int) -> None:
    table = morels(cooked="3 morel", poison=poison, decay="destroying_angel*2")
    given(table.refusal("gather"), "angel")


def test_too_small_a_set_to_cook() -> None:
    given(morels(hand="shiitake*2").refusal("cook kind=shiitake day=2"), "three", "3")


def test_more_cards_than_in_hand() -> None:
    given(morels(hand="shiitake*3").refusal("cook kind=shiitake day=4"), "hand", "hold", "have")


def test_no_pan() -> None:
    given(morels(hand="shiitake*3", pans=0).refusal("cook kind=shiitake day=3"), "pan")
    given(morels(hand="shiitake*3").refusal("cook kind=shiitake day=3 pan=hand"), "pan")
    given(morels(hand="shiitake*3").refusal("pan"), "pan")


def test_too_few_mushrooms_for_the_butter() -> None:
    table = morels(hand="shiitake*3 butter")
    given(table.refusal("cook kind=shiitake day=3 butter=1"), "butter")


def test_too_few_mushrooms_for_the_cider() -> None:
    table = morels(hand="shiitake*4 cider")
    given(table.refusal("cook kind=shiitake day=4 cider=1"), "cider")


def test_too_few_mushrooms_to_sell() -> None:
    given(morels(hand="shiitake*2").refusal("sell kind=shiitake day=1"), "two", "2")


def test_what_cannot_be_sold() -> None:
    given(morels(hand="butter*2").refusal("sell kind=butter day=2"), "mushroom", "butter")


def test_what_cannot_be_cooked() -> None:
    given(morels(hand="butter*3").refusal("cook kind=butter day=3"), "mushroom", "butter")


def test_passing() -> None:
    given(morels().refusal("lose"), "turn", "possible", "can", "pass")


def test_a_discard_nobody_asked_for() -> None:
    given(morels(hand="shiitake").refusal("discard kind=shiitake"), "angel", "discard")


def test_anything_else_while_an_angel_waits_for_discards() -> None:
    table = morels(hand="honey_fungus*6", forest="destroying_angel tree_ear*7").do("take place=1")
    given(table.refusal("take place=1"), "discard", "angel")
    given(table.refusal("discard kind=morel"), "hand", "hold", "have")
