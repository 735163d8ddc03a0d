"""R3.3, R3.5 and R6.5: cooking, pans, butter and cider."""

import pytest

from tests.games.morels.stories import morels

VALUES = {
    "honey_fungus": 1,
    "tree_ear": 1,
    "lawyers_wig": 2,
    "shiitake": 2,
    "hen_of_the_woods": 3,
    "fairy_ring": 3,
    "porcini": 3,
    "chanterelle": 4,
    "morel": 6,
}


def test_three_chanterelles_are_worth_twelve() -> None:
    table = morels(hand="chanterelle*3").do("cook kind=chanterelle day=3")
    assert table.points(0) == 12
    assert table.cooked(0) == 1


@pytest.mark.parametrize("kind, value", VALUES.items())
def test_each_mushroom_scores_its_own_value(kind: str, value: int) -> None:
    table = morels(hand=f"{kind}*3").do(f"cook kind={kind} day=3")
    assert table.points(0) == 3 * value


@pytest.mark.parametrize("kind, value", [pair for pair in VALUES.items() if pair[0] != "morel"])
def test_a_night_card_scores_twice(kind: str, value: int) -> None:
    table = morels(hand=f"{kind}*2", nights=kind).do(f"cook kind={kind} day=2 night=1")
    assert table.points(0) == 4 * value


def test_a_set_has_at_least_three_mushrooms() -> None:
    assert not morels(hand="chanterelle*2").may("cook kind=chanterelle day=2")


def test_a_night_card_and_one_day_card_make_three() -> None:
    table = morels(hand="porcini", nights="porcini").do("cook kind=porcini day=1 night=1")
    assert table.points(0) == 9
    assert table.cards(0) == 0


def test_a_night_card_alone_is_only_two() -> None:
    assert not morels(nights="porcini").may("cook kind=porcini night=1")


def test_the_night_card_must_be_of_the_same_kind() -> None:
    table = morels(hand="porcini*2", nights="shiitake")
    assert not any(move.startswith("cook") for move in table.moves())


def test_only_like_mushrooms_make_a_set() -> None:
    table = morels(hand="shiitake*2 porcini*2 morel")
    assert not any(move.startswith("cook") for move in table.moves())


def test_any_part_of_a_kind_may_be_cooked() -> None:
    """Ruling #18: any number that meets the minimum."""
    cooks = [move for move in morels(hand="shiitake*5").moves() if move.startswith("cook")]
    assert sorted(cooks) == [f"cook kind=shiitake day={day}" for day in (3, 4, 5)]
    table = morels(hand="shiitake*5").do("cook kind=shiitake day=3")
    assert table.hand(0) == {"shiitake": 2}


def test_night_cards_may_be_kept_back_when_cooking() -> None:
    """Ruling #18."""
    cooks = [m for m in morels(hand="porcini*3", nights="porcini").moves() if m.startswith("cook")]
    assert sorted(cooks) == [
        "cook kind=porcini day=1 night=1",
        "cook kind=porcini day=2 night=1",
        "cook kind=porcini day=3",
        "cook kind=porcini day=3 night=1",
    ]


def test_nobody_cooks_cards_they_do_not_hold() -> None:
    assert not morels(hand="shiitake*3").may("cook kind=shiitake day=4")
    assert not morels(hand="shiitake*3").may("cook kind=shiitake day=3 night=1")
    assert not morels(other=dict(hand="shiitake*3")).may("cook kind=shiitake day=3")


def test_cooked_cards_leave_the_hand_and_stay_in_their_pan() -> None:
    table = morels(hand="shiitake*4 butter", nights="shiitake")
    table.do("cook kind=shiitake day=4 night=1 butter=1")
    assert table.cards(0) == 0
    assert table.discard == {}
    assert table.night_discard == {}


def test_cooking_is_the_whole_turn() -> None:
    """Ruling #25: one set in one pan, even with mushrooms and pans for two."""
    table = morels(hand="shiitake*6", pans=2).do("cook kind=shiitake day=3")
    assert table.turn == 1
    assert table.cooked(0) == 1


@pytest.mark.parametrize("kind", ["butter", "cider", "pan"])
def test_what_is_no_mushroom_is_not_cooked_as_one(kind: str) -> None:
    moves = morels(hand=f"{kind}*5").moves()
    assert not any(move.startswith("cook") for move in moves)


# --- pans -------------------------------------------------------------------------------------


def test_everybody_starts_with_one_pan_ready() -> None:
    assert morels(hand="shiitake*3", pans=1).may("cook kind=shiitake day=3")


def test_nobody_cooks_without_a_pan() -> None:
    table = morels(hand="shiitake*3", pans=0)
    assert not any(move.startswith("cook") for move in table.moves())


def test_a_pan_card_may_go_down_with_the_set() -> None:
    table = morels(hand="shiitake*3 pan", pans=0)
    assert not table.may("cook kind=shiitake day=3")
    table.do("cook kind=shiitake day=3 pan=hand")
    assert table.cards(0) == 0
    assert table.pans(0) == 0
    assert table.cooked(0) == 1


def test_the_cook_chooses_between_the_pan_in_play_and_the_one_in_hand() -> None:
    """Ruling #17: both are offered; the pan in play is the default."""
    table = morels(hand="shiitake*3 pan", pans=1)
    assert table.may("cook kind=shiitake day=3")
    assert table.may("cook kind=shiitake day=3 pan=hand")


def test_cooking_in_the_pan_in_play_keeps_the_pan_card() -> None:
    """Ruling #17."""
    table = morels(hand="shiitake*3 pan", pans=1).do("cook kind=shiitake day=3")
    assert table.hand(0) == {"pan": 1}
    assert table.pans(0) == 0


def test_cooking_with_the_pan_card_keeps_the_pan_in_play() -> None:
    """Ruling #17."""
    table = morels(hand="shiitake*3 pan*2", pans=1).do("cook kind=shiitake day=3 pan=hand")
    assert table.hand(0) == {"pan": 1}
    assert table.pans(0) == 1


def test_a_pan_card_in_hand_is_needed_to_play_it_with_the_set() -> None:
    assert not morels(hand="shiitake*3", pans=1).may("cook kind=shiitake day=3 pan=hand")


def test_a_used_pan_cannot_be_used_again() -> None:
    table = morels(hand="shiitake*3 porcini*3", pans=1)
    table.do("cook kind=shiitake day=3", "take place=1")
    assert not table.may("cook kind=porcini day=3")


def test_nothing_is_added_to_a_cooked_set() -> None:
    table = morels(hand="shiitake*3 butter cider", pans=0, cooked="3 shiitake")
    assert not any(move.startswith("cook") for move in table.moves())


def test_an_empty_pan_may_be_played_as_a_turn() -> None:
    table = morels(hand="pan*2", pans=1).do("pan")
    assert table.hand(0) == {"pan": 1}
    assert table.pans(0) == 2
    assert table.turn == 1


def test_a_pan_played_is_there_for_a_later_turn() -> None:
    table = morels(hand="pan shiitake*3", pans=0).do("pan", "take place=1")
    table.do("cook kind=shiitake day=3")
    assert table.points(0) == 6


def test_only_a_pan_card_in_the_hand_can_be_played() -> None:
    assert not morels(hand="shiitake*3", pans=2).may("pan")


def test_an_empty_pan_may_be_played_even_if_others_are_empty() -> None:
    assert morels(hand="pan", pans=3).may("pan")


def test_an_empty_pan_is_worth_nothing() -> None:
    assert morels(hand="pan", pans=3).do("pan").points(0) == 0


# --- butter and cider -------------------------------------------------------------------------


def test_butter_needs_four_mushrooms() -> None:
    assert not morels(hand="shiitake*3 butter").may("cook kind=shiitake day=3 butter=1")
    table = morels(hand="shiitake*4 butter").do("cook kind=shiitake day=4 butter=1")
    assert table.points(0) == 8 + 3


def test_cider_needs_five_mushrooms() -> None:
    assert not morels(hand="lawyers_wig*4 cider").may("cook kind=lawyers_wig day=4 cider=1")
    table = morels(hand="lawyers_wig*5 cider").do("cook kind=lawyers_wig day=5 cider=1")
    assert table.points(0) == 10 + 5


def test_a_night_card_counts_double_for_butter_and_cider() -> None:
    butter = morels(hand="porcini*2 butter", nights="porcini")
    assert butter.may("cook kind=porcini day=2 night=1 butter=1")
    cider = morels(hand="porcini*3 cider", nights="porcini")
    assert cider.may("cook kind=porcini day=3 night=1 cider=1")
    assert not cider.may("cook kind=porcini day=2 night=1 cider=1")


@pytest.mark.parametrize(
    "mushrooms, butter, cider, enough",
    [
        (7, 2, 0, False),
        (8, 2, 0, True),
        (8, 1, 1, False),
        (9, 1, 1, True),
        (9, 0, 2, False),
        (10, 0, 2, True),
    ],
)
def test_each_butter_takes_four_mushrooms_and_each_cider_five(
    mushrooms: int, butter: int, cider: int, enough: bool
) -> None:
    table = morels(hand="honey_fungus*10 butter*2 cider*2", baskets=3)
    flavour = (f" butter={butter}" if butter else "") + (f" cider={cider}" if cider else "")
    assert table.may(f"cook kind=honey_fungus day={mushrooms}{flavour}") is enough


def test_butter_and_cider_together_score_eight() -> None:
    table = morels(hand="honey_fungus*9 butter cider", baskets=2)
    assert table.do("cook kind=honey_fungus day=9 butter=1 cider=1").points(0) == 9 + 3 + 5


def test_two_ciders_score_ten() -> None:
    table = morels(hand="honey_fungus*10 cider*2", baskets=2)
    assert table.do("cook kind=honey_fungus day=10 cider=2").points(0) == 10 + 10


def test_twelve_honey_fungus_take_three_butters() -> None:
    table = morels(hand="honey_fungus*10 butter*3", nights="honey_fungus", baskets=3)
    assert not table.may("cook kind=honey_fungus day=9 night=1 butter=3")
    assert table.do("cook kind=honey_fungus day=10 night=1 butter=3").points(0) == 12 + 9


def test_butter_and_cider_are_never_mushrooms_of_a_set() -> None:
    table = morels(hand="shiitake*2 butter cider")
    assert not any(move.startswith("cook") for move in table.moves())


def test_butter_and_cider_may_be_kept_back() -> None:
    table = morels(hand="shiitake*5 butter cider").do("cook kind=shiitake day=5")
    assert table.hand(0) == {"butter": 1, "cider": 1}
    assert table.points(0) == 10


def test_no_butter_or_cider_without_the_card() -> None:
    table = morels(hand="shiitake*5")
    assert not table.may("cook kind=shiitake day=4 butter=1")
    assert not table.may("cook kind=shiitake day=5 cider=1")


def test_butter_may_go_with_a_pan_from_the_hand() -> None:
    table = morels(hand="shiitake*4 butter pan", pans=0)
    table.do("cook kind=shiitake day=4 butter=1 pan=hand")
    assert table.cards(0) == 0
    assert table.points(0) == 11
