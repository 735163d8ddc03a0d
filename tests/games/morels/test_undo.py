"""Undo at a table of two, where every turn passes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spinney.core.match import MatchLog, Refused
from spinney.games.morels import GAME
from spinney.games.morels.pieces import VERBS
from tests.games.morels.stories import Table, morels


def match(people: tuple[int, ...] = (0, 1)) -> MatchLog:
    return MatchLog(GAME, GAME.options(), 2, 7, people)


def at(table: Table, *lines: str) -> MatchLog:
    """A match that begins with this position."""
    start = table.state
    setup = replace(GAME, setup=lambda options, seats, rng: start.clone())
    sitting = MatchLog(setup, GAME.options(), 2, 7)
    for line in lines:
        sitting.act(sitting.seats_to_act[0], VERBS.parse(line))
    return sitting


def test_a_new_card_in_the_forest_seals() -> None:
    sitting = match()
    sitting.act(0, VERBS.parse("take place=1"))
    assert sitting.can_undo(0) == "agreed"
    with pytest.raises(Refused, match="seat 1 must agree"):
        sitting.undo(0)


def test_nobody_makes_the_other_forager_s_move_again() -> None:
    sitting = match()
    sitting.act(0, VERBS.parse("take place=1"))
    sitting.act(1, VERBS.parse("take place=1"))
    sitting.undo(0, agreed=[1])
    assert sitting.can_redo(0) and not sitting.can_redo(1)
    with pytest.raises(Refused, match="nothing of yours"):
        sitting.redo(1)
    sitting.redo(0)
    assert sitting.can_redo(1)


def test_known_cards_and_an_empty_deck_seal_nothing() -> None:
    """Selling what everybody has seen teaches nobody anything: free, until the other has acted."""
    table = morels(hand="shiitake*2", other=dict(hand="porcini*2"), deck="")
    sitting = at(table, "sell kind=shiitake day=2")
    assert sitting.can_undo(0) == "free"
    sitting.act(1, VERBS.parse("sell kind=porcini day=2"))
    assert sitting.can_undo(0) == "agreed" and sitting.can_undo(1) == "free"


def test_a_hidden_card_that_is_shown_seals() -> None:
    dealt = morels(dealt="shiitake*2", deck="")
    assert at(dealt, "sell kind=shiitake day=2").can_undo(0) == "agreed"
    night = morels(nights="shiitake", deck="")
    assert at(night, "sell kind=shiitake night=1").can_undo(0) == "agreed"
    seasoned = morels(hand="shiitake*4", dealt="butter", deck="")
    assert at(seasoned, "cook kind=shiitake day=4 butter=1").can_undo(0) == "agreed"
    from_hand = morels(hand="shiitake*3", dealt="pan", deck="")
    assert at(from_hand, "cook kind=shiitake day=3 pan=hand").can_undo(0) == "agreed"
    plain = morels(hand="shiitake*3", dealt="pan", deck="")
    assert at(plain, "cook kind=shiitake day=3").can_undo(0) == "free"
