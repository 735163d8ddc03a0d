"""The sentences of Morels."""

from __future__ import annotations

from typing import Any

import pytest

from spinney.core.match import MatchLog
from spinney.core.rng import Rng
from spinney.games.morels import GAME
from spinney.games.morels.pieces import VERBS
from tests.games.morels.stories import Table, morels

NAMES = ["Ann", "Juniper"]


def said(table: Table, words: str) -> str:
    return GAME.words.move(table.view(table.turn), VERBS.parse(words))


def gained(table: Table, words: str) -> str:
    return GAME.words.gain(table.view(table.turn), VERBS.parse(words))


def told(table: Table, words: str, viewer: int) -> str:
    """The log line of a move, as one seat reads it."""
    seat, before = table.turn, table.view(viewer)
    table.do(words)
    return GAME.words.tell(before, seat, VERBS.parse(words), table.view(viewer))


RICH: dict[str, Any] = dict(
    hand="shiitake*5 butter*2 cider pan", nights="shiitake", baskets=2, sticks=9
)


@pytest.mark.parametrize(
    ("move", "words", "gain"),
    [
        ("take place=1", "Take Honey Fungus (place 1)", "free"),
        ("take place=3", "Take Honey Fungus (place 3)", "costs 1 stick"),
        ("take place=6", "Take Basket (place 6)", "costs 4 sticks; hand limit 14"),
        ("take place=7", "Take Moon (place 7)", "costs 5 sticks; draws a night card"),
        (
            "take place=8",
            "Take Destroying Angel (place 8)",
            "costs 6 sticks; no lasting poison, discard 2 cards",
        ),
        ("gather", "Gather the decay", "Morel and Pan"),
        ("cook kind=shiitake day=4", "Cook 4 Shiitake", "8 points"),
        (
            "cook kind=shiitake day=5 night=1 butter=1 pan=hand",
            "Cook 5 Shiitake and the night one with butter in a pan from your hand",
            "17 points",
        ),
        ("cook kind=shiitake day=5 cider=1", "Cook 5 Shiitake with cider", "15 points"),
        ("sell kind=shiitake night=1", "Sell the night Shiitake", "4 sticks"),
        ("pan", "Play an empty pan", "to cook in later"),
    ],
)
def test_moves_in_words(move: str, words: str, gain: str) -> None:
    table = morels(
        **RICH,
        forest="honey_fungus*5 basket moon destroying_angel",
        decay="morel pan",
    )
    assert said(table, move) == words
    assert gained(table, move) == gain


def test_the_story_hides_what_a_rival_may_not_know() -> None:
    stories = [
        told(morels(forest="moon pan", night_deck="porcini"), "take place=1", viewer)
        for viewer in (0, 1, -1)
    ]
    assert stories == [
        "took Moon and drew the night Porcini",
        "took Moon and drew a night card",
        "took Moon and drew a night card",
    ]


def test_the_story_of_a_turn() -> None:
    decay = "basket destroying_angel morel"
    table = morels(decay=decay, cooked="3 morel", hand="tree_ear*6 shiitake*2")
    assert told(table, "gather", 1) == (
        "gathered Basket, Destroying Angel and Morel; poisoned for 1 turn"
    )
    assert told(table, "discard kind=tree_ear", 1) == "discarded Tree Ear"
    assert told(morels(hand="morel*4 butter"), "cook kind=morel day=4 butter=1", 1) == (
        "cooked 4 Morel with butter for 27 points"
    )
    assert told(morels(nights="morel"), "sell kind=morel night=1", 1) == (
        "sold the night Morel for 8 sticks"
    )
    lost = morels(
        hand="honey_fungus tree_ear lawyers_wig shiitake porcini morel butter cider", pans=0
    )
    assert told(lost, "lose", 1) == "could do nothing and lost the turn"


def test_the_story_tells_of_the_other_opening_hand() -> None:
    table = morels(
        opened=False, other=dict(dealt="moon basket destroying_angel"), night_deck="morel"
    )
    assert told(table, "take place=1", 0) == (
        "took Honey Fungus; then the other opening hand was cleared of "
        "1 Basket, 1 Moon and 1 Destroying Angel"
    )


def test_prompts() -> None:
    table = morels(hand="pan*7", forest="destroying_angel pan*7")
    assert GAME.words.prompt(table.view(0), NAMES).startswith("Your turn")
    assert GAME.words.prompt(table.view(1), NAMES) == "Ann is choosing."
    table.do("take place=1")
    assert GAME.words.prompt(table.view(0), NAMES) == "The Destroying Angel: discard 3 cards."
    over = morels(forest="pan", deck="").do("take place=1")
    assert "over" in GAME.words.prompt(over.view(0), NAMES)


def test_the_table_as_text_shows_own_secrets_only() -> None:
    table = morels(hand="morel", dealt="butter", nights="shiitake", other=dict(dealt="cider*2"))
    mine = GAME.words.text(table.view(0), ["You", "Juniper"])
    theirs = GAME.words.text(table.view(1), ["Ann", "You"])
    assert "1 Morel 6/4, 1 Butter 3, the night Shiitake" in mine and "2 unseen" in mine
    assert "1 Morel, 1 unseen, 1 night card" in theirs and "2 Cider 5" in theirs
    assert "Butter" not in theirs and "Shiitake" not in theirs


def test_score_lines() -> None:
    outcome = morels(cooked="4 hen_of_the_woods + butter; 3 lawyers_wig").outcome()
    assert [(line.text, line.points) for line in outcome.lines[0]] == [
        ("4 Hen of the Woods with butter", 15),
        ("3 Lawyer's Wig", 6),
    ]
    assert (outcome.scores, outcome.ranks, outcome.winners) == ([21, 0], [1, 2], [0])


def test_hints_count_the_baskets_that_come_along() -> None:
    table = morels(hand="pan*7", decay="basket destroying_angel morel", cooked="3 morel")
    assert gained(table, "gather") == (
        "Basket, Destroying Angel and Morel; hand limit 10, poison for 1 turn, discard 2 cards"
    )
    two = morels(decay="basket basket morel")
    assert gained(two, "gather").endswith("hand limit 12")


def test_only_new_night_cards_are_told_as_drawn() -> None:
    table = morels(nights="shiitake", forest="moon pan", night_deck="porcini")
    assert told(table, "take place=1", 0) == "took Moon and drew the night Porcini"


def test_no_poison_is_told_after_the_end() -> None:
    table = morels(forest="destroying_angel", deck="", cooked="3 morel")
    assert told(table, "take place=1", 1) == "took Destroying Angel"
    assert table.over and table.excess == 0 and table.poison() == 1


@pytest.mark.parametrize(
    ("keys", "move", "reason"),
    [
        (
            dict(hand="pan*8", decay="basket morel morel morel"),
            "gather",
            "8 + 3 cards are more than your limit of 10 (R4)",
        ),
        (
            dict(hand="morel*5"),
            "cook kind=morel day=5 cider=1",
            "you do not hold that much butter or cider (R6.5)",
        ),
        (dict(forest="pan"), "take place=2", "the forest has only 1 card left (R3.1)"),
        (dict(), "sell kind=morel day=2", "you hold no Morel, not 2 (R3.4)"),
    ],
)
def test_reasons(keys: dict[str, Any], move: str, reason: str) -> None:
    assert morels(**keys).refusal(move) == reason


@pytest.mark.parametrize("seed", range(5))
def test_the_score_of_a_sight_is_that_of_the_table(seed: int) -> None:
    """Whoever only looks on is told it without a state built from a view."""
    rng = Rng(seed)
    match = MatchLog(GAME, GAME.options(), 2, seed)
    while not match.over:
        for viewer in (0, 1, -1):
            seen = match.view(viewer)
            table = GAME.state_from_view(seen)
            table.determinize(Rng(0))
            assert GAME.words.score
            score, outcome = GAME.words.score(seen), GAME.outcome(table)
            assert (score.scores, score.lines) == (outcome.scores, outcome.lines)
            assert (score.verdict, score.won) == (outcome.verdict, outcome.won)
        legal = match.legal(match.seats_to_act[0])
        match.act(match.seats_to_act[0], legal[rng.below(len(legal))])
