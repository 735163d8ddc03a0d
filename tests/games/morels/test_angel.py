"""R6.6: the Destroying Angel: what is discarded, how long it lasts, what it forbids."""

import pytest

from tests.games.morels.stories import morels

ANGEL = "destroying_angel tree_ear*7"
TWO_SETS = "3 lawyers_wig; 3 hen_of_the_woods"


def test_the_rulebooks_player_two() -> None:
    """Nine cards and one basket: three go; full this turn; a night card sold makes room for one."""
    table = morels(
        hand="chanterelle*3 butter cider pan",
        nights="honey_fungus",
        baskets=1,
        cooked=TWO_SETS,
        decay="morel*2 destroying_angel",
    ).do("gather")
    assert table.cards(0) == 9
    assert table.excess == 3
    table.do("discard kind=morel", "discard kind=morel", "discard kind=cider")
    assert table.cards(0) == table.limit(0) == 6
    assert table.poison(0) == 2

    table.do("take place=1")  # the other player
    assert not table.may("take place=1")
    assert not table.may("gather")
    table.do("sell kind=honey_fungus night=1")
    assert table.sticks(0) == 2
    assert table.cards(0) == 5

    table.do("take place=1")  # the other player
    assert table.limit(0) == 6
    table.do("take place=1")
    assert table.cards(0) == 6
    assert table.poison(0) == 0
    assert table.limit(0) == 10


# --- the discard ------------------------------------------------------------------------------


@pytest.mark.parametrize("baskets, cards, excess", [(0, 8, 4), (0, 5, 1), (1, 9, 3), (2, 12, 4)])
def test_the_hand_shrinks_to_four_and_two_for_each_basket(
    baskets: int, cards: int, excess: int
) -> None:
    hand = f"honey_fungus*{cards - 2} butter*2"
    table = morels(hand=hand, baskets=baskets, forest=ANGEL).do("take place=1")
    assert table.excess == excess
    table.do(*["discard kind=honey_fungus"] * excess)
    assert table.cards(0) == 4 + 2 * baskets
    assert table.excess == 0
    assert table.turn == 1


@pytest.mark.parametrize("cards", [1, 3, 4])
def test_a_hand_of_four_or_less_discards_nothing(cards: int) -> None:
    table = morels(hand=f"honey_fungus*{cards}", forest=ANGEL).do("take place=1")
    assert table.cards(0) == cards
    assert table.excess == 0
    assert table.turn == 1


def test_a_small_hand_is_poisoned_all_the_same() -> None:
    table = morels(hand="honey_fungus*3", cooked=TWO_SETS, forest=ANGEL).do("take place=1")
    assert table.cards(0) == 3
    assert table.poison(0) == 2


def test_the_owner_chooses_what_to_give_up() -> None:
    """Ruling #19: any card of the hand, day or night, one after the other."""
    table = morels(hand="shiitake*2 butter cider pan", nights="porcini shiitake", forest=ANGEL)
    table.do("take place=1")
    assert table.excess == 3
    assert sorted(table.moves()) == [
        "discard kind=butter",
        "discard kind=cider",
        "discard kind=pan",
        "discard kind=porcini night=1",
        "discard kind=shiitake",
        "discard kind=shiitake night=1",
    ]
    table.do("discard kind=butter", "discard kind=shiitake night=1")
    assert table.turn == 0
    assert table.excess == 1
    assert not table.may("discard kind=butter")
    table.do("discard kind=shiitake")
    assert table.hand(0) == {"shiitake": 1, "cider": 1, "pan": 1}
    assert table.nights(0) == {"porcini": 1}


def test_a_night_card_given_up_is_one_card() -> None:
    table = morels(hand="shiitake*4", nights="porcini", forest=ANGEL).do("take place=1")
    assert table.excess == 1
    table.do("discard kind=porcini night=1")
    assert table.cards(0) == 4
    assert table.night_discard == {"porcini": 1}


def test_no_more_than_necessary_is_discarded() -> None:
    table = morels(hand="honey_fungus*5", forest=ANGEL)
    table.do("take place=1", "discard kind=honey_fungus")
    assert table.turn == 1
    assert table.hand(0) == {"honey_fungus": 4}


def test_nothing_else_can_be_done_before_the_discards() -> None:
    table = morels(hand="honey_fungus*6", decay="morel", forest=ANGEL).do("take place=1")
    assert table.moves() == ["discard kind=honey_fungus"]


def test_the_discards_come_before_the_forest_moves() -> None:
    """Ruling #21: who discards has not yet seen what comes."""
    forest = "destroying_angel morel porcini tree_ear*5"
    table = morels(hand="honey_fungus*6", decay="pan*4", forest=forest, deck="cider*9")
    table.do("take place=1", "discard kind=honey_fungus")
    assert table.forest == ["morel", "porcini", *["tree_ear"] * 5]
    assert table.decay == ["pan"] * 4
    assert table.deck == 9
    table.do("discard kind=honey_fungus")
    assert table.forest == ["porcini", *["tree_ear"] * 5, "cider", "cider"]
    assert table.decay == ["morel"]


def test_the_discards_after_gathering_come_before_the_forest_moves_too() -> None:
    """Ruling #21."""
    table = morels(
        hand="honey_fungus*5",
        decay="destroying_angel",
        forest="morel porcini tree_ear*6",
        deck="cider*9",
    ).do("gather")
    assert table.forest == ["morel", "porcini", *["tree_ear"] * 6]
    assert table.decay == []
    table.do("discard kind=honey_fungus")
    assert table.decay == ["morel"]
    assert table.deck == 8


def test_a_basket_in_the_same_decay_saves_two_cards() -> None:
    """Ruling #5: baskets first, then the hand, then the Angel."""
    decay = "destroying_angel basket morel*2"
    table = morels(hand="honey_fungus*8", decay=decay).do("gather")
    assert table.cards(0) == 10
    assert table.excess == 4


def test_a_night_card_of_the_same_decay_is_in_hand_when_the_angel_strikes() -> None:
    """Ruling #5: the Moon has fetched its card, so the card can be given up or kept."""
    table = morels(hand="honey_fungus*4", decay="destroying_angel moon", night_deck="porcini")
    table.do("gather")
    assert table.cards(0) == 5
    assert table.excess == 1
    assert table.may("discard kind=porcini night=1")
    assert table.may("discard kind=honey_fungus")


# --- how long it lasts ------------------------------------------------------------------------


def test_without_a_cooked_set_only_the_discard_hurts() -> None:
    """Ruling #7: no set cooked, no turn of poison; the Angel is discarded at once."""
    table = morels(hand="honey_fungus*4", forest=ANGEL).do("take place=1")
    assert table.poison(0) == 0
    assert table.limit(0) == 8
    assert table.discard == {"destroying_angel": 1}
    table.do("take place=1")
    assert table.may("take place=1")


@pytest.mark.parametrize(
    "cooked, turns",
    [("3 lawyers_wig", 1), (TWO_SETS, 2), ("3 tree_ear; 4 porcini + butter; 3 lawyers_wig", 3)],
)
def test_the_poison_lasts_one_later_turn_for_each_cooked_set(cooked: str, turns: int) -> None:
    """Ruling #7: the turn of the collection itself does not count."""
    table = morels(hand="pan*4", cooked=cooked, forest=ANGEL).do("take place=1")
    for left in range(turns, 0, -1):
        assert table.poison(0) == left
        assert table.limit(0) == 4
        table.do("take place=1")  # the other player
        assert table.poison(0) == left
        table.do("pan")
    assert table.poison(0) == 0
    assert table.limit(0) == 8


def test_the_angel_is_discarded_when_it_has_passed_the_last_set() -> None:
    """Ruling #7."""
    table = morels(hand="pan*4", cooked="3 lawyers_wig", forest=ANGEL)
    table.do("take place=1", "take place=1")
    assert table.discard == {}
    table.do("pan")
    assert table.discard == {"destroying_angel": 1}


def test_the_rivals_turns_do_not_heal() -> None:
    """Ruling #7."""
    table = morels(hand="pan", cooked="3 morel", poison=1, turn=1).do("take place=1")
    assert table.turn == 0
    assert table.poison(0) == 1


def test_the_rivals_sets_do_not_count() -> None:
    table = morels(forest=ANGEL, other=dict(cooked=TWO_SETS)).do("take place=1")
    assert table.poison(0) == table.poison(1) == 0


def test_empty_pans_do_not_prolong_the_poison() -> None:
    """Ruling #10: only a pan of cooked mushrooms counts."""
    assert morels(pans=4, cooked="3 morel", forest=ANGEL).do("take place=1").poison(0) == 1
    assert morels(pans=4, forest=ANGEL).do("take place=1").poison(0) == 0


def test_playing_an_empty_pan_while_poisoned_adds_nothing() -> None:
    """Ruling #10."""
    assert morels(hand="pan", cooked=TWO_SETS, poison=2).do("pan").poison(0) == 1


def test_cooking_while_poisoned_adds_a_turn() -> None:
    """Ruling #8: one more, then the tick of this turn."""
    table = morels(hand="shiitake*3", cooked=TWO_SETS, poison=2).do("cook kind=shiitake day=3")
    assert table.poison(0) == 2


def test_cooking_on_the_last_poisoned_turn_means_one_more() -> None:
    """Ruling #8."""
    table = morels(hand="shiitake*3 pan", cooked="3 morel", poison=1)
    table.do("cook kind=shiitake day=3")
    assert table.poison(0) == 1
    assert table.limit(0) == 4
    table.do("take place=1", "pan")
    assert table.poison(0) == 0
    assert table.limit(0) == 8


def test_selling_while_poisoned_adds_nothing() -> None:
    table = morels(hand="shiitake*3", cooked=TWO_SETS, poison=2).do("sell kind=shiitake day=3")
    assert table.poison(0) == 1


def test_a_lost_turn_counts_as_a_poisoned_turn() -> None:
    """Ruling #9."""
    table = morels(hand="shiitake porcini morel butter", cooked=TWO_SETS, poison=2)
    assert table.moves() == ["lose"]
    table.do("lose")
    assert table.poison(0) == 1


def test_a_turn_lost_to_the_poison_can_end_it() -> None:
    """Ruling #9."""
    table = morels(hand="shiitake porcini morel butter", cooked="3 morel", poison=1)
    table.do("lose", "take place=1")
    assert table.limit(0) == 8
    assert table.may("take place=1")


# --- while it lasts ---------------------------------------------------------------------------


def test_the_poisoned_hand_holds_four() -> None:
    """Ruling #6."""
    assert morels(hand="honey_fungus*3", cooked="3 morel", poison=1).may("take place=1")
    assert not morels(hand="honey_fungus*4", cooked="3 morel", poison=1).may("take place=1")


def test_baskets_help_the_poisoned_too() -> None:
    table = morels(hand="honey_fungus*5", cooked="3 morel", poison=1, baskets=1)
    assert table.may("take place=1")
    table = morels(hand="honey_fungus*6", cooked="3 morel", poison=1, baskets=1)
    assert not table.may("take place=1")


def test_a_basket_taken_while_poisoned_raises_the_limit_to_six() -> None:
    table = morels(hand="pan*4", cooked=TWO_SETS, poison=2, forest="basket tree_ear*7")
    table.do("take place=1")
    assert table.limit(0) == 6
    table.do("take place=1")
    assert table.may("take place=1")


def test_a_moon_needs_room_in_the_poisoned_hand() -> None:
    """Ruling #1."""
    moon = "moon tree_ear*7"
    table = morels(hand="honey_fungus*3", cooked="3 morel", poison=1, forest=moon)
    assert table.may("take place=1")
    table = morels(hand="honey_fungus*4", cooked="3 morel", poison=1, forest=moon)
    assert not table.may("take place=1")


def test_no_second_angel_from_the_forest_while_poisoned() -> None:
    """Ruling #3: it would be a too much."""
    table = morels(cooked="3 morel", poison=1, forest=ANGEL)
    assert not table.may("take place=1")
    assert table.may("take place=2")


def test_no_decay_with_an_angel_while_poisoned() -> None:
    """Ruling #3: wherever the second one lies."""
    assert not morels(cooked="3 morel", poison=1, decay="destroying_angel").may("gather")
    assert not morels(cooked="3 morel", poison=1, decay="basket destroying_angel").may("gather")


def test_the_rivals_poison_forbids_nothing() -> None:
    """Ruling #3 speaks of one's own system."""
    assert morels(forest=ANGEL, other=dict(cooked="3 morel", poison=1)).may("take place=1")


def test_a_new_angel_may_come_once_the_first_is_gone() -> None:
    """Ruling #3 lasts exactly as long as the poison."""
    table = morels(hand="pan", cooked="3 morel", poison=1, forest="tree_ear*3 destroying_angel*5")
    table.do("pan", "gather")
    assert table.forest[1] == "destroying_angel"
    assert table.may("take place=2")


@pytest.mark.parametrize("cooked", ["", "3 morel"])
def test_no_decay_with_two_angels(cooked: str) -> None:
    """Ruling #4: not even with nothing cooked, since both would enter at once."""
    assert not morels(cooked=cooked, decay="destroying_angel*2").may("gather")
    assert not morels(cooked=cooked, decay="destroying_angel basket destroying_angel").may("gather")


def test_a_second_angel_forbidden_can_cost_the_turn() -> None:
    """Rulings #3 and #11."""
    table = morels(
        hand="shiitake porcini morel butter",
        cooked="3 morel",
        poison=1,
        forest="destroying_angel tree_ear*7",
        decay="destroying_angel",
    )
    assert table.moves() == ["lose"]
