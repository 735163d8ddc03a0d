"""R8: when the game ends, and what counts."""

from tests.games.morels.stories import morels

LOCKED = "honey_fungus tree_ear lawyers_wig shiitake hen_of_the_woods fairy_ring butter cider"


def test_the_final_score_of_the_rulebook_is_36() -> None:
    table = morels(
        cooked="4 hen_of_the_woods; 3 lawyers_wig",
        hand="porcini*3 butter",
        nights="porcini",
        forest="tree_ear",
        deck="",
    ).do("cook kind=porcini day=3 night=1 butter=1")
    assert table.over
    assert table.points(0) == 15 + 3 + 12 + 6 == 36
    assert list(table.outcome().scores) == [36, 0]


def test_taking_the_last_card_ends_the_game_at_once() -> None:
    """Ruling #12: no card moves to the decay any more."""
    table = morels(forest="morel", deck="", decay="tree_ear*4").do("take place=1")
    assert table.over
    assert table.hand(0) == {"morel": 1}
    assert table.decay == ["tree_ear"] * 4
    assert table.discard == {}


def test_the_last_card_moving_to_the_decay_ends_the_game() -> None:
    """Ruling #13: the other player does not get that decay."""
    assert morels(forest="morel", deck="", decay="tree_ear").do("gather").over
    assert morels(forest="morel*2", deck="").do("take place=1").over
    assert morels(forest="morel*2", deck="").do("take place=2").over
    assert morels(forest="morel", deck="", hand="pan").do("pan").over


def test_a_lost_turn_can_end_the_game() -> None:
    """Rulings #11 and #13."""
    assert morels(hand=LOCKED, forest="morel", deck="").do("lose").over


def test_an_angel_as_the_last_card_asks_for_no_discard() -> None:
    """Ruling #20: the game is over before it strikes."""
    table = morels(hand="honey_fungus*8", forest="destroying_angel", deck="").do("take place=1")
    assert table.over
    assert table.excess == 0
    assert table.cards(0) == 8


def test_an_angel_that_leaves_a_card_in_the_forest_still_strikes() -> None:
    """Ruling #21: first the discards, then the last card falls and ends the game."""
    table = morels(hand="honey_fungus*5", forest="destroying_angel morel", deck="")
    table.do("take place=1")
    assert not table.over
    assert table.excess == 1
    assert table.do("discard kind=honey_fungus").over


def test_an_angel_in_the_last_decay_still_strikes() -> None:
    """Ruling #21."""
    table = morels(hand="honey_fungus*5", forest="morel", deck="", decay="destroying_angel")
    table.do("gather")
    assert not table.over
    assert table.do("discard kind=honey_fungus").over


def test_the_hand_limit_holds_for_the_last_card_too() -> None:
    assert not morels(hand="honey_fungus*8", forest="morel", deck="").may("take place=1")


def test_an_empty_deck_is_not_the_end() -> None:
    table = morels(forest="morel*3", deck="").do("take place=1")
    assert not table.over
    assert table.forest == ["morel"]
    assert table.turn == 1


def test_the_end_does_not_wait_for_an_equal_number_of_turns() -> None:
    table = morels(forest="morel*2", deck="", other=dict(hand="morel*3")).do("take place=1")
    assert table.over
    assert list(table.outcome().scores) == [0, 0]


def test_the_second_player_can_end_it_too() -> None:
    assert morels(forest="morel", deck="", turn=1).do("take place=1").over


def test_when_it_is_over_nobody_decides() -> None:
    table = morels(forest="morel", deck="").do("take place=1")
    assert list(table.view(0).deciding) == []


def test_hand_cards_and_sticks_are_worth_nothing() -> None:
    table = morels(
        hand="morel*3 butter cider",
        nights="chanterelle",
        sticks=9,
        baskets=2,
        pans=3,
        forest="morel",
        deck="",
        other=dict(cooked="3 honey_fungus"),
    ).do("take place=1")
    assert list(table.outcome().scores) == [0, 3]
    assert list(table.outcome().ranks) == [2, 1]


def test_poison_costs_no_points() -> None:
    table = morels(cooked="3 morel", poison=1, forest="tree_ear", deck="").do("take place=1")
    assert list(table.outcome().scores) == [18, 0]


def test_most_points_win() -> None:
    table = morels(cooked="3 morel", forest="morel", deck="", other=dict(cooked="3 porcini"))
    assert list(table.do("take place=1").outcome().ranks) == [1, 2]
    table = morels(cooked="3 porcini", forest="morel", deck="", other=dict(cooked="3 morel"))
    assert list(table.do("take place=1").outcome().ranks) == [2, 1]


def test_butter_and_cider_count_in_the_final_score() -> None:
    table = morels(
        cooked="4 shiitake + butter",
        forest="morel",
        deck="",
        other=dict(cooked="5 lawyers_wig + cider"),
    ).do("take place=1")
    assert list(table.outcome().scores) == [8 + 3, 10 + 5]


def test_a_tie_is_a_tie() -> None:
    """Sticks, sets and cards in hand break no tie."""
    table = morels(
        cooked="6 honey_fungus",
        sticks=5,
        hand="morel*2",
        forest="morel",
        deck="",
        other=dict(cooked="3 tree_ear; 3 honey_fungus"),
    ).do("take place=1")
    assert list(table.outcome().scores) == [6, 6]
    assert list(table.outcome().ranks) == [1, 1]
