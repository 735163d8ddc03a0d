"""What each seat may know: everything on the table, and whatever was once seen face up."""

import pytest

from tests.games.morels.stories import morels, new_game

# --- what everybody sees ----------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_everything_on_the_table_is_public(viewer: int) -> None:
    table = morels(
        sticks=3,
        baskets=1,
        pans=2,
        cooked="4 hen_of_the_woods + butter",
        poison=1,
        forest="morel porcini tree_ear*6",
        decay="moon",
        deck="pan*7",
        other=dict(sticks=2, pans=0),
    )
    view = table.view(viewer)
    assert view.seat == viewer
    assert view.seats == 2
    assert list(view.deciding) == [0]
    assert list(view.forest) == ["morel", "porcini", *["tree_ear"] * 6]
    assert list(view.decay) == ["moon"]
    assert view.deck == 7
    assert view.night_deck == 8
    assert view.excess == 0
    mine, other = view.foragers
    assert (mine.sticks, mine.baskets, mine.pans, mine.poison) == (3, 1, 2, 1)
    assert (mine.points, mine.limit) == (15, 6)
    assert (other.sticks, other.pans, other.limit) == (2, 0, 8)
    (pan,) = mine.cooked
    assert (pan.kind, pan.butter, pan.cider, pan.points) == ("hen_of_the_woods", 1, 0, 15)
    assert pan.day + 2 * pan.night == 4


@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_a_card_taken_face_up_stays_known(viewer: int) -> None:
    table = morels(forest="morel tree_ear*7").do("take place=1", "take place=1")
    assert table.view(viewer).foragers[0].known == {"morel": 1}
    assert table.view(viewer).foragers[1].known == {"tree_ear": 1}


@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_gathered_cards_stay_known(viewer: int) -> None:
    table = morels(decay="morel*2 pan basket").do("gather")
    assert table.view(viewer).foragers[0].known == {"morel": 2, "pan": 1}


@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_cards_sold_and_cleared_away_are_public(viewer: int) -> None:
    table = morels(dealt="morel*2", nights="porcini", decay="pan*4")
    table.do("sell kind=porcini night=1", "take place=1", "sell kind=morel day=2")
    assert table.view(viewer).discard == {"morel": 2, "pan": 4}
    assert table.view(viewer).night_discard == {"porcini": 1}


@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_cards_given_up_to_an_angel_are_shown(viewer: int) -> None:
    """Ruling #19: also those nobody had seen before."""
    table = morels(
        dealt="morel*3", hand="tree_ear*2", nights="porcini", forest="destroying_angel pan*7"
    ).do("take place=1")
    assert table.view(viewer).excess == 2
    assert list(table.view(viewer).deciding) == [0]
    table.do("discard kind=morel", "discard kind=porcini night=1")
    assert table.view(viewer).discard == {"morel": 1, "destroying_angel": 1}
    assert table.view(viewer).night_discard == {"porcini": 1}
    assert table.view(viewer).foragers[0].hidden_dealt == 2
    assert table.view(viewer).foragers[0].hidden_nights == 0


# --- what only the owner sees -----------------------------------------------------------------


def test_the_dealt_cards_are_the_owners_secret() -> None:
    table = morels(dealt="morel pan", hand="tree_ear")
    own = table.view(0).foragers[0]
    assert own.dealt == {"morel": 1, "pan": 1}
    assert own.known == {"tree_ear": 1}
    for viewer in (1, -1):
        seen = table.view(viewer).foragers[0]
        assert seen.dealt == {}
        assert seen.known == {"tree_ear": 1}
        assert seen.hidden_dealt == 2
        assert seen.cards == 3


def test_night_cards_are_the_owners_secret() -> None:
    table = morels(forest="moon tree_ear*7", night_deck="porcini").do("take place=1")
    assert table.view(0).foragers[0].nights == {"porcini": 1}
    assert table.view(0).foragers[0].hidden_nights == 1
    for viewer in (1, -1):
        seen = table.view(viewer).foragers[0]
        assert seen.nights == {}
        assert seen.hidden_nights == 1
        assert seen.cards == 1


def test_the_other_hand_is_just_as_secret() -> None:
    table = morels(other=dict(dealt="morel*2", nights="porcini shiitake", hand="butter"))
    seen = table.view(0).foragers[1]
    assert (seen.dealt, seen.nights, seen.known) == ({}, {}, {"butter": 1})
    assert (seen.hidden_dealt, seen.hidden_nights, seen.cards) == (2, 2, 5)
    own = table.view(1).foragers[1]
    assert own.dealt == {"morel": 2}
    assert own.nights == {"shiitake": 1, "porcini": 1}


@pytest.mark.parametrize("viewer", [1, -1])
def test_another_dealt_card_looks_the_same_from_outside(viewer: int) -> None:
    one, two = morels(dealt="morel pan"), morels(dealt="butter*2")
    assert one.view(viewer) == two.view(viewer)
    assert one.view(0) != two.view(0)


@pytest.mark.parametrize("viewer", [1, -1])
def test_another_night_card_looks_the_same_from_outside(viewer: int) -> None:
    one, two = morels(nights="porcini"), morels(nights="shiitake")
    assert one.view(viewer) == two.view(viewer)
    assert one.view(0) != two.view(0)


@pytest.mark.parametrize("viewer", [0, 1, -1])
def test_nobody_sees_into_the_decks(viewer: int) -> None:
    one = morels(deck="morel*5", night_deck="porcini shiitake")
    two = morels(deck="pan*5", night_deck="tree_ear chanterelle")
    assert one.view(viewer) == two.view(viewer)
    assert one.moves() == two.moves()


@pytest.mark.parametrize("seed", range(5))
def test_a_fresh_deal_shows_only_the_own_three_cards(seed: int) -> None:
    table = new_game(seed)
    assert table.view(1).foragers[1].dealt == table.hand(1)
    assert sum(table.hand(1).values()) == 3
    for viewer in (0, -1):
        seen = table.view(viewer).foragers[1]
        assert (seen.dealt, seen.known, seen.nights) == ({}, {}, {})
        assert (seen.cards, seen.hidden_dealt, seen.hidden_nights) == (3, 3, 0)
    for viewer in (1, -1):
        seen = table.view(viewer).foragers[0]
        assert (seen.dealt, seen.known, seen.nights) == ({}, {}, {})
        assert seen.cards == seen.hidden_dealt + seen.hidden_nights


# --- the opening ------------------------------------------------------------------------------


def test_opening_cards_stay_hidden_until_their_owners_first_turn() -> None:
    """Rulings #15 and #23."""
    table = morels(other=dict(dealt="basket moon morel"), opened=False)
    assert list(table.view(0).opened) == [True, False]
    assert table.view(1).foragers[1].dealt == {"morel": 1, "basket": 1, "moon": 1}
    assert table.view(0).foragers[1].hidden_dealt == 3
    table.do("take place=1")
    assert list(table.view(0).opened) == [True, True]
    seen = table.view(0).foragers[1]
    assert (seen.cards, seen.hidden_dealt, seen.hidden_nights, seen.baskets) == (2, 1, 1, 1)
    assert table.view(0).discard == {"moon": 1}
    assert table.view(1).foragers[1].dealt == {"morel": 1}


def test_an_opening_angel_is_seen_in_the_discard() -> None:
    """Ruling #15."""
    table = morels(dealt="destroying_angel morel pan", opened=False)
    seen = table.view(1).foragers[0]
    assert (seen.cards, seen.hidden_dealt) == (2, 2)
    assert table.view(1).discard == {"destroying_angel": 1}


# --- which copy leaves ------------------------------------------------------------------------


def test_a_known_copy_is_sold_before_a_hidden_one() -> None:
    """Ruling #24: the hidden one stays hidden."""
    table = morels(hand="shiitake*2", dealt="shiitake porcini").do("sell kind=shiitake day=2")
    seen = table.view(1).foragers[0]
    assert (seen.known, seen.hidden_dealt) == ({}, 2)
    assert table.view(0).foragers[0].dealt == {"shiitake": 1, "porcini": 1}


def test_a_known_copy_is_cooked_before_a_hidden_one() -> None:
    """Ruling #24: only what the known copies cannot supply comes from the dealt cards."""
    table = morels(hand="shiitake*2", dealt="shiitake*2 butter").do("cook kind=shiitake day=3")
    seen = table.view(1).foragers[0]
    assert (seen.known, seen.hidden_dealt) == ({}, 2)
    assert table.view(0).foragers[0].dealt == {"shiitake": 1, "butter": 1}


def test_known_butter_and_pans_leave_first_too() -> None:
    """Ruling #24."""
    table = morels(hand="shiitake*4 butter pan", dealt="butter pan", pans=0)
    table.do("cook kind=shiitake day=4 butter=1 pan=hand")
    seen = table.view(1).foragers[0]
    assert (seen.known, seen.hidden_dealt) == ({}, 2)


def test_a_known_pan_is_played_before_a_hidden_one() -> None:
    """Ruling #24."""
    seen = morels(hand="pan", dealt="pan").do("pan").view(1).foragers[0]
    assert (seen.known, seen.hidden_dealt) == ({}, 1)


def test_a_known_copy_is_given_up_before_a_hidden_one() -> None:
    """Ruling #24 also holds for the Angel."""
    table = morels(hand="morel tree_ear*2", dealt="morel*2", forest="destroying_angel pan*7")
    table.do("take place=1", "discard kind=morel")
    seen = table.view(1).foragers[0]
    assert (seen.known, seen.hidden_dealt) == ({"tree_ear": 2}, 2)


def test_a_hidden_card_played_is_hidden_no_longer() -> None:
    seen = morels(dealt="pan morel").do("pan").view(1).foragers[0]
    assert (seen.known, seen.hidden_dealt, seen.pans) == ({}, 1, 2)


def test_a_cooked_night_card_is_shown() -> None:
    table = morels(hand="porcini", nights="porcini shiitake")
    table.do("cook kind=porcini day=1 night=1")
    seen = table.view(1).foragers[0]
    assert seen.hidden_nights == 1
    assert [(pan.kind, pan.day, pan.night) for pan in seen.cooked] == [("porcini", 1, 1)]
