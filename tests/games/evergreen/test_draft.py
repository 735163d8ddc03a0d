"""R2, R3: the set-up and the draft, where the rules leave a question open."""

from __future__ import annotations

import pytest

from spinney.core.rng import Rng
from spinney.games.evergreen import GAME, rules
from spinney.games.evergreen.pieces import NOBODY
from tests.games.evergreen.stories import PRINTED, Table, evergreen, names_of, new_game


def revealed(rng_state: int) -> list[int]:
    """The cards a set-up with these dice turns up, drawn by hand."""
    table = rules.blank(PRINTED, 2, 0, rng_state)
    cards: list[int] = []
    while sum(PRINTED.icons[card] for card in cards) < 5:
        cards.append(table.take_card())
    return cards


def icons(card: int) -> int | str:
    return "arid" if PRINTED.arid >> card & 1 else PRINTED.icons[card]


def set_up(rng_state: int) -> Table:
    table = rules.blank(PRINTED, 2, 0, rng_state)
    rules.reveal(table)
    return Table(table)


def test_two_none_two_aridity_two_makes_six_and_stops() -> None:
    """Rulings #13 and #14: the example of the rulebook, icon by icon."""
    pattern = [2, 0, 2, "arid", 2]
    rng = Rng(1)
    words = [rng.fork() for _ in range(20_000)]
    rng_state = next(word for word in words if [*map(icons, revealed(word))] == pattern)
    cards = [PRINTED.names[card] for card in revealed(rng_state)]
    table = set_up(rng_state)
    assert table.all_fertility == 6
    zone = [card for stack in table.view(-1).zone.values() for card in stack]
    assert sorted(zone) == sorted(cards[i] for i in (0, 2, 4))
    assert cards[1] in table.deck and cards[3] in table.deck
    assert len(table.deck) == 42 - 3


@pytest.mark.parametrize("rng_state", range(1, 30))
def test_stacks_are_built_in_the_order_of_the_reveal(rng_state: int) -> None:
    """Rulings #13 and #14."""
    cards = [card for card in revealed(rng_state) if PRINTED.icons[card]]
    table = set_up(rng_state)
    for biome, stack in table.view(-1).zone.items():
        assert stack == [
            PRINTED.names[card] for card in cards if PRINTED.names[card].startswith(biome)
        ]
    assert table.all_fertility - PRINTED.icons[cards[-1]] < 5 <= table.all_fertility


def left_over(card: str, zone: str = "", flipped: str = "") -> Table:
    """Two take wild cards, and this one stays."""
    table = evergreen(pool=f"wild-bush {card} wild-lake", zone=zone, flipped=flipped)
    return table.do("pick card=wild-bush", "pick card=wild-lake")


def test_aridity_on_a_covered_stack_turns_what_lies_on_top() -> None:
    """Ruling #9: with other cards a stack may end in aridity; then nothing more is lost."""
    table = left_over("snow-big", "snow-lake snow-sprout", "snow-sprout")
    assert table.flipped == ["snow-sprout"]
    assert table.fertility("snow") == 1


def test_aridity_on_an_empty_stack_is_its_first_card_for_good() -> None:
    """Ruling #10."""
    table = left_over("snow-big")
    assert table.zone("snow") == ["snow-big"] and not table.flipped
    assert "snow-big" not in table.deck + table.discard
    assert left_over("snow-sprout", "snow-big").fertility("snow") == 2


def test_the_deck_is_made_anew_in_the_middle_of_filling_the_pool() -> None:
    """Ruling #11."""
    table = evergreen(deck="snow-sprout", discard="rock-bud wheat-bud", card="wild-bud")
    table.pass_round()
    assert table.pool[0] == "snow-sprout"
    assert sorted(table.pool[1:]) == ["rock-bud", "wheat-bud"]
    assert table.discard == []


LAST_THREE = "snow-sprout snow-lake rock-bud"


def test_the_discards_wait_until_a_card_is_needed() -> None:
    """Ruling #11: what is discarded while the deck is empty is in the next one."""
    table = evergreen(deck=LAST_THREE, discard="wheat-bud flowers-big", card="wild-bud")
    table.pass_round()
    assert (table.deck, table.discard) == ([], ["flowers-big", "wheat-bud"])
    table = evergreen(pool="wild-bush swamp-lake wild-lake", deck="", discard="wheat-bud")
    table.do("pick card=wild-bush", "pick card=wild-lake")
    assert (table.deck, table.discard) == ([], ["swamp-lake", "wheat-bud"])


def test_an_empty_deck_is_made_anew_at_once() -> None:
    """Ruling #11, with reshuffle=empty: what is discarded later waits for the deck after it."""
    table = evergreen(
        deck=LAST_THREE, discard="wheat-bud flowers-big", card="wild-bud", reshuffle="empty"
    )
    table.pass_round()
    assert sorted(table.pool) == sorted(LAST_THREE.split())
    assert (table.deck, table.discard) == (["flowers-big", "wheat-bud"], [])
    table.do("pick card=snow-sprout", "pick card=snow-lake")
    assert table.zone("rock") == ["rock-bud"] and table.deck == ["flowers-big", "wheat-bud"]


def test_a_single_discard_can_be_the_new_deck() -> None:
    """Ruling #11, with reshuffle=empty: there was nothing to shuffle until it came."""
    table = evergreen(pool="wild-bush swamp-lake wild-lake", deck="", reshuffle="empty")
    before = table.do("pick card=wild-bush").view(-1)
    after = table.do("pick card=wild-lake").view(-1)
    assert (table.deck, table.discard) == (["swamp-lake"], [])
    story = GAME.words.tell(before, 1, GAME.verbs.parse("pick card=wild-lake"), after)
    assert story.endswith("stayed, discarded, and is the new deck")


@pytest.mark.parametrize("card", ["wild-bud", "swamp-lake"])
def test_a_card_without_an_icon_is_discarded(card: str) -> None:
    """Ruling #22."""
    table = left_over(card)
    assert table.discard == [card]
    assert table.all_fertility == 0


def test_the_pool_is_empty_once_all_have_picked() -> None:
    table = left_over("rock-bud")
    assert table.pool == [] and table.token == "" and table.acting
    assert [card for card in table.state.pool if card != NOBODY] == []


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_pool_holds_one_card_more_than_there_are_drafters(seats: int) -> None:
    table = new_game(3, seats)
    gone = len([card for stack in table.view(-1).zone.values() for card in stack])
    picked = len(table.rival)
    assert len(table.pool) + picked == max(seats, 2) + 1
    assert len(table.deck) == 42 - gone - len(table.pool) - picked
    assert not set(table.pool) & set(table.deck) and names_of(0) == []
