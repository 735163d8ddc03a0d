"""R3.1: taking one card from the forest, what it costs, and what becomes of it."""

import pytest

from tests.games.morels.stories import morels

# The forest of the rulebook's picture as far as its text tells it: a Pan and a Fairy Ring at the
# feet, something for one stick, a Chanterelle for two, a Lawyer's Wig for three.
PICTURE = "fairy_ring pan honey_fungus chanterelle lawyers_wig tree_ear*3"


def test_the_two_cards_at_your_feet_are_free() -> None:
    table = morels(sticks=0)
    takes = sorted(move for move in table.moves() if move.startswith("take"))
    assert takes == ["take place=1", "take place=2"]


@pytest.mark.parametrize("place, price", list(enumerate([0, 0, 1, 2, 3, 4, 5, 6], start=1)))
def test_each_step_deeper_costs_one_stick_more(place: int, price: int) -> None:
    table = morels(sticks=9).do(f"take place={place}")
    assert table.sticks(0) == 9 - price


@pytest.mark.parametrize("place, price", list(enumerate([1, 2, 3, 4, 5, 6], start=3)))
def test_one_stick_too_few_does_not_reach(place: int, price: int) -> None:
    assert morels(sticks=price).may(f"take place={place}")
    assert not morels(sticks=price - 1).may(f"take place={place}")


def test_the_chanterelle_of_the_picture_costs_two_sticks() -> None:
    table = morels(sticks=2, forest=PICTURE).do("take place=4")
    assert table.hand(0) == {"chanterelle": 1}
    assert table.sticks(0) == 0


def test_the_lawyers_wig_of_the_picture_costs_three_sticks() -> None:
    assert not morels(sticks=2, forest=PICTURE).may("take place=5")
    table = morels(sticks=3, forest=PICTURE).do("take place=5")
    assert table.hand(0) == {"lawyers_wig": 1}
    assert table.sticks(0) == 0


def test_only_the_one_who_takes_pays() -> None:
    table = morels(sticks=4, other=dict(sticks=5)).do("take place=4")
    assert (table.sticks(0), table.sticks(1)) == (2, 5)


def test_a_short_forest_is_still_priced_from_the_decay_end() -> None:
    """Ruling #14: the place counts, however few cards are left."""
    assert not morels(sticks=0, forest="morel*3", deck="").may("take place=3")
    table = morels(sticks=1, forest="tree_ear*2 morel", deck="").do("take place=3")
    assert table.hand(0) == {"morel": 1}
    assert table.sticks(0) == 0


def test_there_is_nothing_to_take_beyond_a_short_forest() -> None:
    table = morels(sticks=9, forest="morel*3", deck="")
    takes = sorted(move for move in table.moves() if move.startswith("take"))
    assert takes == ["take place=1", "take place=2", "take place=3"]


@pytest.mark.parametrize("kind", ["morel", "butter", "cider", "pan"])
def test_a_card_taken_goes_into_the_hand(kind: str) -> None:
    table = morels(forest=f"{kind} honey_fungus*7").do("take place=1")
    assert table.hand(0) == {kind: 1}
    assert table.pans(0) == 1


def test_a_basket_goes_into_the_play_area_and_not_into_the_hand() -> None:
    table = morels(forest="basket honey_fungus*7").do("take place=1")
    assert table.baskets(0) == 1
    assert table.cards(0) == 0
    assert table.discard == {}


def test_a_destroying_angel_never_enters_the_hand() -> None:
    table = morels(forest="destroying_angel honey_fungus*7").do("take place=1")
    assert table.cards(0) == 0


def test_a_moon_is_discarded_for_the_top_night_card() -> None:
    table = morels(forest="moon honey_fungus*7", night_deck="porcini").do("take place=1")
    assert table.hand(0) == {}
    assert table.nights(0) == {"porcini": 1}
    assert table.discard == {"moon": 1}
    assert table.night_deck == 0


def test_a_moon_without_night_cards_gives_nothing() -> None:
    """Ruling #16: the box cannot run out; a changed box may."""
    table = morels(forest="moon honey_fungus*7", night_deck="").do("take place=1")
    assert table.cards(0) == 0
    assert table.discard == {"moon": 1}


# --- the hand limit ---------------------------------------------------------------------------


def test_the_hand_limit_begins_at_eight() -> None:
    assert morels().limit(0) == 8
    assert morels(hand="honey_fungus*7").may("take place=1")
    assert not morels(hand="honey_fungus*8").may("take place=1")


@pytest.mark.parametrize("kind", ["morel", "butter", "cider", "pan"])
def test_a_full_hand_takes_nothing_into_the_hand(kind: str) -> None:
    assert not morels(hand="honey_fungus*8", forest=f"{kind} tree_ear*7").may("take place=1")


@pytest.mark.parametrize("kind", ["butter", "cider", "pan"])
def test_every_card_in_the_hand_counts_towards_the_limit(kind: str) -> None:
    assert not morels(hand=f"honey_fungus*7 {kind}").may("take place=1")


@pytest.mark.parametrize("baskets, limit", [(1, 10), (2, 12), (3, 14)])
def test_each_basket_makes_room_for_two_more(baskets: int, limit: int) -> None:
    full = f"honey_fungus*8 tree_ear*{limit - 8}"
    room = f"honey_fungus*8 tree_ear*{limit - 9}"
    assert morels(baskets=baskets).limit(0) == limit
    assert morels(hand=room, baskets=baskets).may("take place=1")
    assert not morels(hand=full, baskets=baskets).may("take place=1")


def test_the_rivals_baskets_are_no_help() -> None:
    assert not morels(hand="honey_fungus*8", other=dict(baskets=1)).may("take place=1")


def test_a_night_card_counts_as_one_card_in_the_hand() -> None:
    assert morels(hand="honey_fungus*6", nights="porcini").may("take place=1")
    table = morels(hand="honey_fungus*6", nights="porcini shiitake")
    assert table.cards(0) == 8
    assert not table.may("take place=1")


def test_a_full_hand_cannot_take_a_moon() -> None:
    """Ruling #1: the night card would be one too many."""
    assert not morels(hand="honey_fungus*8", forest="moon tree_ear*7").may("take place=1")
    assert morels(hand="honey_fungus*7", forest="moon tree_ear*7").may("take place=1")


def test_a_full_hand_can_take_a_basket() -> None:
    table = morels(hand="honey_fungus*8", forest="basket tree_ear*7").do("take place=1")
    assert table.limit(0) == 10


def test_a_full_hand_can_take_a_destroying_angel_and_then_discards() -> None:
    """Ruling #2: the Angel never enters the hand, so the limit does not stop it."""
    table = morels(hand="honey_fungus*8", forest="destroying_angel tree_ear*7")
    table.do("take place=1")
    assert table.excess == 4
