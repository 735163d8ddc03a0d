"""R2 and R7: what is on the table at the start, and opening cards that are not for the hand."""

import pytest

from tests.games.morels.stories import morels, new_game

SEEDS = range(30)


@pytest.mark.parametrize("seed", SEEDS)
def test_eight_cards_lie_in_the_forest_and_three_are_dealt_to_each(seed: int) -> None:
    """Ruling #22: the forest first, then three cards to each; seat 0 has opened already."""
    table = new_game(seed)
    angels = table.discard.get("destroying_angel", 0)
    assert len(table.forest) == 8
    assert table.decay == []
    assert table.deck == 84 - 8 - 3 - 3
    assert table.cards(1) == 3
    assert table.cards(0) + table.baskets(0) + angels == 3
    assert table.night_deck == 8 - table.discard.get("moon", 0)


def test_the_same_seed_deals_the_same_cards() -> None:
    """Ruling #22: a record can name a seed instead of 84 cards."""
    one, two = new_game(7), new_game(7)
    assert one.forest == two.forest
    assert one.hand(0) == two.hand(0)
    assert one.hand(1) == two.hand(1)
    assert len({tuple(new_game(seed).forest) for seed in SEEDS}) > 1


@pytest.mark.parametrize("seed", range(5))
def test_everybody_starts_with_one_pan_no_sticks_and_a_limit_of_eight(seed: int) -> None:
    table = new_game(seed)
    assert table.turn == 0
    for seat in (0, 1):
        assert table.pans(seat) == 1
        assert table.sticks(seat) == 0
        assert table.points(seat) == 0
        assert table.cooked(seat) == 0
        assert table.poison(seat) == 0
        assert table.limit(seat) == 8 + 2 * table.baskets(seat)
    assert table.baskets(1) == 0


def test_the_first_player_opens_before_choosing() -> None:
    """Ruling #15: Basket down, Moon swapped, Angel gone; it takes up no turn."""
    table = morels(dealt="basket moon destroying_angel", opened=False, night_deck="porcini")
    assert table.turn == 0
    assert table.baskets(0) == 1
    assert table.hand(0) == {}
    assert table.nights(0) == {"porcini": 1}
    assert table.discard == {"destroying_angel": 1, "moon": 1}
    assert table.may("sell kind=porcini night=1")


def test_the_second_player_opens_after_the_first_turn() -> None:
    """Ruling #15: at the start of the owner's first turn, not before."""
    table = morels(
        other=dict(dealt="basket moon destroying_angel"), opened=False, night_deck="porcini"
    )
    assert table.cards(1) == 3
    assert table.baskets(1) == 0
    assert table.discard == {}
    assert table.night_deck == 1
    table.do("take place=1")
    assert table.turn == 1
    assert table.cards(1) == 1
    assert table.baskets(1) == 1
    assert table.nights(1) == {"porcini": 1}
    assert table.discard == {"destroying_angel": 1, "moon": 1}


def test_opening_is_no_turn_for_the_second_player_either() -> None:
    """Ruling #15: one card has decayed, for one turn taken."""
    table = morels(other=dict(dealt="basket moon morel"), opened=False).do("take place=1")
    assert len(table.decay) == 1
    assert table.turn == 1
    assert table.may("take place=1")


def test_the_first_players_moon_comes_before_the_second_players() -> None:
    """Ruling #23: with one night card left, the first player's turn takes it."""
    table = morels(
        forest="moon honey_fungus*7",
        other=dict(dealt="moon morel*2"),
        opened=False,
        night_deck="porcini",
    ).do("take place=1")
    assert table.nights(0) == {"porcini": 1}
    assert table.nights(1) == {}
    assert table.hand(1) == {"morel": 2}
    assert table.discard == {"moon": 2}


def test_an_opening_angel_is_neither_replaced_nor_felt() -> None:
    """Ruling #15."""
    table = morels(dealt="destroying_angel morel pan", opened=False)
    assert table.cards(0) == 2
    assert table.poison(0) == 0
    assert table.excess == 0
    assert table.limit(0) == 8
    assert table.deck == 10


def test_several_opening_angels_are_all_discarded() -> None:
    """Ruling #15: two at once do no harm here; ruling #4 is about taking them."""
    table = morels(dealt="destroying_angel*3", opened=False)
    assert table.cards(0) == 0
    assert table.discard == {"destroying_angel": 3}
    assert table.may("take place=1")


def test_several_opening_moons_and_baskets_all_count() -> None:
    """Ruling #15."""
    table = morels(dealt="moon*2 basket", opened=False, night_deck="porcini shiitake")
    assert table.nights(0) == {"shiitake": 1, "porcini": 1}
    table = morels(dealt="basket*3", opened=False)
    assert table.baskets(0) == 3
    assert table.limit(0) == 14
    assert table.cards(0) == 0


def test_an_opening_pan_stays_in_the_hand() -> None:
    table = morels(dealt="pan butter morel", opened=False)
    assert table.hand(0) == {"morel": 1, "butter": 1, "pan": 1}
    assert table.pans(0) == 1
    assert table.may("pan")


def test_opening_happens_once() -> None:
    """Ruling #15: the second turn finds nothing left to resolve."""
    table = morels(dealt="basket moon morel", opened=False, night_deck="porcini shiitake")
    table.do("take place=1", "take place=1")
    assert table.baskets(0) == 1
    assert table.night_deck == 1
    assert table.discard == {"moon": 1}
