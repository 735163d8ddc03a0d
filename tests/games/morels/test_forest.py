"""R3, R3.6 and R5: one deed a turn, lost turns, and how the forest moves on."""

import pytest

from tests.games.morels.stories import morels

# Eight cards that are no set, no pair, no pan: nothing to cook, sell or play.
LOCKED = "honey_fungus tree_ear lawyers_wig shiitake hen_of_the_woods fairy_ring butter cider"


@pytest.mark.parametrize(
    "move",
    ["take place=1", "gather", "cook kind=shiitake day=3", "sell kind=shiitake day=2", "pan"],
)
def test_each_of_the_five_deeds_is_a_whole_turn(move: str) -> None:
    table = morels(hand="shiitake*3 pan", decay="tree_ear").do(move)
    assert table.turn == 1
    table.do("take place=1")
    assert table.turn == 0


def test_passing_is_not_an_option() -> None:
    assert not morels(hand="shiitake").may("lose")
    assert "lose" not in morels(hand=LOCKED, forest="basket tree_ear*7").moves()


@pytest.mark.parametrize("move", ["cook kind=shiitake day=3", "sell kind=shiitake day=2", "pan"])
def test_the_nearest_card_decays_whatever_was_done(move: str) -> None:
    table = morels(
        hand="shiitake*3 pan",
        forest="morel porcini honey_fungus*6",
        decay="butter",
        deck="cider*9",
    ).do(move)
    assert sorted(table.decay) == ["butter", "morel"]
    assert table.forest == ["porcini", *["honey_fungus"] * 6, "cider"]
    assert table.deck == 8


def test_after_gathering_the_nearest_card_begins_a_new_decay() -> None:
    table = morels(forest="morel porcini honey_fungus*6", decay="butter", deck="cider*9")
    table.do("gather")
    assert table.decay == ["morel"]
    assert table.forest == ["porcini", *["honey_fungus"] * 6, "cider"]
    assert table.deck == 8


def test_taking_the_nearest_card_lets_the_second_one_decay() -> None:
    table = morels(forest="morel porcini honey_fungus*6", deck="cider*9").do("take place=1")
    assert table.decay == ["porcini"]
    assert table.forest == [*["honey_fungus"] * 6, "cider", "cider"]
    assert table.deck == 7


def test_taking_a_deeper_card_closes_the_gap() -> None:
    table = morels(
        sticks=2, forest="morel pan moon porcini butter basket cider shiitake", deck="tree_ear*9"
    ).do("take place=4")
    assert table.decay == ["morel"]
    assert table.forest == "pan moon butter basket cider shiitake tree_ear tree_ear".split()


@pytest.mark.parametrize(
    "forest, place",
    [
        ("fairy_ring pan honey_fungus chanterelle lawyers_wig tree_ear*3", 2),
        ("pan fairy_ring honey_fungus chanterelle lawyers_wig tree_ear*3", 1),
    ],
)
def test_player_one_takes_the_pan_and_two_cards_refill(forest: str, place: int) -> None:
    """The rulebook's example; its text leaves open which of the two lay nearer."""
    table = morels(forest=forest, deck="morel*9").do(f"take place={place}")
    assert table.hand(0) == {"pan": 1}
    assert table.decay == ["fairy_ring"]
    slid = ["honey_fungus", "chanterelle", "lawyers_wig", *["tree_ear"] * 3]
    assert table.forest == [*slid, "morel", "morel"]
    assert table.deck == 7
    assert table.turn == 1


def test_the_decay_holds_up_to_four() -> None:
    table = morels(forest="morel*8", decay="butter*3").do("take place=1")
    assert sorted(table.decay) == ["butter", "butter", "butter", "morel"]
    assert table.discard == {}


def test_a_fifth_card_clears_the_four_first() -> None:
    table = morels(forest="morel porcini*7", decay="pan basket moon destroying_angel")
    table.do("take place=2")
    assert table.decay == ["morel"]
    assert table.discard == {"destroying_angel": 1, "pan": 1, "basket": 1, "moon": 1}


def test_a_decayed_moon_or_angel_does_nothing_to_anybody() -> None:
    table = morels(forest="tree_ear*8", decay="moon*2 destroying_angel basket")
    table.do("take place=1")
    assert table.night_deck == 8
    assert table.baskets(0) == table.baskets(1) == 0
    assert table.poison(0) == table.poison(1) == 0


def test_after_a_fifth_card_the_rival_can_gather_only_that_one() -> None:
    table = morels(forest="morel porcini*7", decay="butter*4").do("take place=2", "gather")
    assert table.hand(1) == {"morel": 1}


def test_the_last_card_of_the_deck_refills_one_of_two_places() -> None:
    table = morels(deck="morel").do("take place=1")
    assert table.forest == [*["honey_fungus"] * 6, "morel"]
    assert table.deck == 0


def test_without_a_deck_the_forest_dwindles() -> None:
    table = morels(deck="", decay="morel").do("take place=1")
    assert len(table.forest) == 6
    table.do("gather")
    assert len(table.forest) == 5
    assert not table.over


# --- lost turns -------------------------------------------------------------------------------


def test_who_can_do_nothing_loses_the_turn() -> None:
    """Ruling #11: and nothing else is offered."""
    table = morels(hand=LOCKED, decay="morel")
    assert table.moves() == ["lose"]


def test_a_lost_turn_still_moves_the_forest() -> None:
    """Ruling #11: or the game could stand still."""
    table = morels(hand=LOCKED, forest="morel tree_ear*7", deck="pan*5").do("lose")
    assert table.decay == ["morel"]
    assert table.forest == [*["tree_ear"] * 7, "pan"]
    assert table.deck == 4
    assert table.turn == 1
    assert table.cards(0) == 8


def test_turns_are_lost_until_something_can_be_done() -> None:
    """Ruling #11: the Basket comes within reach while the turns go by."""
    table = morels(hand=LOCKED, forest="tree_ear*3 basket tree_ear*4").do("lose")
    table.do("gather")
    assert table.moves() == ["take place=2"]


@pytest.mark.parametrize(
    "forest, sticks, way_out",
    [
        ("basket tree_ear*7", 0, "take place=1"),
        ("tree_ear*2 basket tree_ear*5", 1, "take place=3"),
        ("destroying_angel tree_ear*7", 0, "take place=1"),
    ],
)
def test_a_way_out_must_be_taken_however_bad(forest: str, sticks: int, way_out: str) -> None:
    assert morels(hand=LOCKED, forest=forest, sticks=sticks).moves() == [way_out]


def test_a_basket_out_of_reach_saves_nobody() -> None:
    assert morels(hand=LOCKED, forest="tree_ear*2 basket tree_ear*5").moves() == ["lose"]


def test_a_pan_card_in_the_hand_saves_the_turn() -> None:
    hand = LOCKED.replace("cider", "pan")
    assert morels(hand=hand).moves() == ["pan"]


def test_a_night_card_in_the_hand_saves_the_turn() -> None:
    hand = LOCKED.replace(" cider", "")
    assert morels(hand=hand, nights="porcini").moves() == ["sell kind=porcini night=1"]
