"""The six questions at the end of the rulebook, each with its answer."""

import pytest

from tests.games.morels.stories import morels


def test_faq_1_a_basket_in_the_decay_makes_room_for_the_other_two() -> None:
    """Rulings #5 and #6: the Basket is always played first."""
    table = morels(hand="honey_fungus*8", decay="morel basket porcini").do("gather")
    assert table.cards(0) == table.limit(0) == 10


def test_faq_2_an_angel_in_the_decay_makes_no_room() -> None:
    """Ruling #5: over the limit before the Angel comes into effect."""
    assert not morels(hand="honey_fungus*8", decay="destroying_angel morel").may("gather")


def test_faq_3_a_basket_protects_two_cards_from_the_poison() -> None:
    """Ruling #6: four cards in hand, poisoned, a Basket and two more in the decay."""
    table = morels(
        hand="honey_fungus*4",
        cooked="3 lawyers_wig; 3 tree_ear",
        poison=2,
        decay="morel basket porcini",
    ).do("gather")
    assert table.cards(0) == table.limit(0) == 6
    assert table.excess == 0
    assert table.poison(0) == 1


def test_faq_4_who_cannot_play_loses_the_turn() -> None:
    """Ruling #11."""
    hand = "honey_fungus tree_ear lawyers_wig shiitake hen_of_the_woods fairy_ring butter cider"
    table = morels(hand=hand, decay="morel")
    assert table.moves() == ["lose"]
    assert table.do("lose").turn == 1


@pytest.mark.parametrize("poison", [1, 2])
def test_faq_5_cooking_while_poisoned_prolongs_it(poison: int) -> None:
    """Ruling #8: the turn that would have healed one only makes up for the new set."""
    table = morels(hand="shiitake*3", cooked="3 lawyers_wig; 3 tree_ear", poison=poison)
    assert table.do("cook kind=shiitake day=3").poison(0) == poison


def test_faq_6_equal_points_are_a_tie() -> None:
    table = morels(
        cooked="3 porcini", forest="morel", deck="", other=dict(cooked="3 fairy_ring")
    ).do("take place=1")
    assert list(table.outcome().ranks) == [1, 1]
