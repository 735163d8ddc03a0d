"""R3.4: selling like mushrooms for foraging sticks."""

import pytest

from tests.games.morels.stories import morels

PRICES = {
    "honey_fungus": 1,
    "tree_ear": 2,
    "lawyers_wig": 1,
    "shiitake": 2,
    "hen_of_the_woods": 1,
    "fairy_ring": 2,
    "porcini": 3,
    "chanterelle": 2,
    "morel": 4,
}


def test_two_fairy_rings_sell_for_four_sticks() -> None:
    table = morels(hand="fairy_ring*2").do("sell kind=fairy_ring day=2")
    assert table.sticks(0) == 4
    assert table.discard == {"fairy_ring": 2}


def test_the_night_honey_fungus_sells_for_two_sticks() -> None:
    assert morels(nights="honey_fungus").do("sell kind=honey_fungus night=1").sticks(0) == 2


def test_the_night_fairy_ring_sells_by_itself_for_four() -> None:
    table = morels(nights="fairy_ring").do("sell kind=fairy_ring night=1")
    assert table.sticks(0) == 4
    assert table.night_discard == {"fairy_ring": 1}
    assert table.discard == {}


@pytest.mark.parametrize("kind, price", PRICES.items())
def test_each_mushroom_has_its_own_price(kind: str, price: int) -> None:
    assert morels(hand=f"{kind}*2").do(f"sell kind={kind} day=2").sticks(0) == 2 * price


@pytest.mark.parametrize("kind, price", [pair for pair in PRICES.items() if pair[0] != "morel"])
def test_a_night_card_sells_for_twice_the_price(kind: str, price: int) -> None:
    assert morels(nights=kind).do(f"sell kind={kind} night=1").sticks(0) == 2 * price


def test_a_day_and_a_night_card_sell_as_three() -> None:
    table = morels(hand="porcini", nights="porcini").do("sell kind=porcini day=1 night=1")
    assert table.sticks(0) == 9


def test_one_day_card_cannot_be_sold_alone() -> None:
    assert not morels(hand="morel").may("sell kind=morel day=1")


def test_two_different_mushrooms_cannot_be_sold_together() -> None:
    table = morels(hand="morel porcini shiitake")
    assert not any(move.startswith("sell") for move in table.moves())


def test_only_one_kind_is_sold_in_a_turn() -> None:
    table = morels(hand="morel*2 porcini*2").do("sell kind=morel day=2")
    assert table.hand(0) == {"porcini": 2}
    assert table.turn == 1


def test_any_part_of_a_kind_may_be_sold() -> None:
    """Ruling #18: as many as you wish, from two upwards."""
    table = morels(hand="shiitake*4")
    sells = sorted(move for move in table.moves() if move.startswith("sell"))
    assert sells == [f"sell kind=shiitake day={day}" for day in (2, 3, 4)]
    table.do("sell kind=shiitake day=3")
    assert table.hand(0) == {"shiitake": 1}
    assert table.sticks(0) == 6


def test_day_and_night_cards_are_sold_in_any_mixture() -> None:
    """Ruling #18."""
    table = morels(hand="porcini*2", nights="porcini")
    assert sorted(move for move in table.moves() if move.startswith("sell")) == [
        "sell kind=porcini day=1 night=1",
        "sell kind=porcini day=2",
        "sell kind=porcini day=2 night=1",
        "sell kind=porcini night=1",
    ]


def test_sold_sticks_are_added_to_those_in_hand() -> None:
    assert morels(hand="morel*3", sticks=5).do("sell kind=morel day=3").sticks(0) == 17


def test_the_supply_of_sticks_never_runs_out() -> None:
    table = morels(hand="morel*3", sticks=40, other=dict(sticks=40)).do("sell kind=morel day=3")
    assert table.sticks(0) == 52


def test_selling_needs_no_pan_and_scores_nothing() -> None:
    table = morels(hand="morel*3", pans=0).do("sell kind=morel day=3")
    assert table.points(0) == 0


@pytest.mark.parametrize("kind", ["butter", "cider", "pan"])
def test_what_is_no_mushroom_cannot_be_sold(kind: str) -> None:
    assert not any(move.startswith("sell") for move in morels(hand=f"{kind}*3").moves())


def test_nobody_sells_cards_they_do_not_hold() -> None:
    assert not morels(hand="morel*2").may("sell kind=morel day=3")
    assert not morels(hand="porcini*2").may("sell kind=porcini day=2 night=1")
    assert not morels(other=dict(hand="morel*2")).may("sell kind=morel day=2")
