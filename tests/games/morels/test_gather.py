"""R3.2: taking the whole decay."""

import pytest

from tests.games.morels.stories import morels, new_game


def test_gathering_takes_every_card_of_the_decay() -> None:
    table = morels(decay="morel morel pan").do("gather")
    assert table.hand(0) == {"morel": 2, "pan": 1}


def test_the_decay_cannot_be_taken_in_part() -> None:
    """Two of the three would fit: that is no reason to be let off the third."""
    assert not morels(hand="honey_fungus*6", decay="morel morel pan").may("gather")


@pytest.mark.parametrize("seed", range(5))
def test_the_first_turn_of_the_game_has_no_decay_to_gather(seed: int) -> None:
    table = new_game(seed)
    assert table.decay == []
    assert not table.may("gather")
    assert "gather" not in table.moves()


def test_gathering_leaves_exactly_the_one_card_that_falls_next() -> None:
    table = morels(forest="porcini honey_fungus*7", decay="morel*4").do("gather")
    assert table.decay == ["porcini"]
    assert table.discard == {}


def test_gathering_costs_no_sticks() -> None:
    assert morels(sticks=3, decay="morel*4").do("gather").sticks(0) == 3


def test_gathering_must_not_exceed_the_hand_limit() -> None:
    assert morels(hand="honey_fungus*6", decay="morel*2").may("gather")
    assert not morels(hand="honey_fungus*7", decay="morel*2").may("gather")


def test_a_basket_in_play_makes_room_for_the_decay() -> None:
    assert morels(hand="honey_fungus*8", baskets=1, decay="morel*2").may("gather")


def test_every_moon_of_the_decay_fetches_a_night_card() -> None:
    table = morels(decay="moon*2 morel", night_deck="porcini shiitake").do("gather")
    assert table.hand(0) == {"morel": 1}
    assert table.nights(0) == {"shiitake": 1, "porcini": 1}
    assert table.discard == {"moon": 2}
    assert table.night_deck == 0


def test_a_moon_in_the_decay_needs_room_for_its_night_card() -> None:
    """Ruling #1 holds for the decay as well."""
    assert morels(hand="honey_fungus*7", decay="moon").may("gather")
    assert not morels(hand="honey_fungus*8", decay="moon").may("gather")


def test_baskets_of_the_decay_go_into_the_play_area() -> None:
    table = morels(decay="basket*2 morel").do("gather")
    assert table.baskets(0) == 2
    assert table.limit(0) == 12
    assert table.cards(0) == 1


def test_baskets_count_before_the_limit_is_checked() -> None:
    """Ruling #5: Moon, Basket and two mushrooms: three enter, two more fit."""
    decay = "moon basket shiitake morel"
    table = morels(hand="honey_fungus*7", decay=decay, night_deck="porcini").do("gather")
    assert table.cards(0) == 10
    assert table.limit(0) == 10
    assert not morels(hand="honey_fungus*8", decay=decay).may("gather")


def test_the_limit_is_checked_before_the_angel_strikes() -> None:
    """Ruling #5: the Angel's discards make no room for the cards that come with it."""
    assert morels(hand="honey_fungus*7", decay="destroying_angel morel").may("gather")
    assert not morels(hand="honey_fungus*8", decay="destroying_angel morel").may("gather")


def test_a_lone_angel_in_the_decay_needs_no_room() -> None:
    table = morels(hand="honey_fungus*8", decay="destroying_angel").do("gather")
    assert table.excess == 4


def test_the_poisoned_limit_is_the_one_that_counts() -> None:
    """Ruling #6: the limit of the moment, and two more for each basket in the decay."""
    assert morels(hand="honey_fungus*3", cooked="3 morel", poison=1, decay="shiitake").may("gather")
    assert not morels(hand="honey_fungus*4", cooked="3 morel", poison=1, decay="shiitake").may(
        "gather"
    )
    sick = "honey_fungus*4"
    for decay, fits in [
        ("basket shiitake*2", True),
        ("basket shiitake*3", False),
        ("basket*2 shiitake*2", True),
        ("basket moon shiitake", True),
        ("basket moon shiitake*2", False),
    ]:
        table = morels(hand=sick, cooked="3 morel", poison=1, decay=decay)
        assert table.may("gather") is fits, decay
