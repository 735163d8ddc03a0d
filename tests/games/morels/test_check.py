"""The fuzzer relies on `sound`: it must notice what the laws would."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spinney.core.packed import cards
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.games.morels import GAME
from spinney.games.morels.rules import Morels
from spinney.players.playout import sound_playout


def table() -> Morels:
    state = GAME.start(GAME.options(), 2, 1)
    assert isinstance(state, Morels)
    return state


def lose_a_card(state: Morels) -> None:
    state.deck -= cards(0, 1)
    state.in_deck -= 1


def double_a_night_card(state: Morels) -> None:
    state.night_discard += cards(0, 1)


def find_a_pan(state: Morels) -> None:
    state.first.pans += 1


def miscount_a_hand(state: Morels) -> None:
    state.first.size += 1


def win_a_point(state: Morels) -> None:
    state.first.points += 1


def owe_a_stick(state: Morels) -> None:
    state.first.sticks = -1


def hold_too_many(state: Morels) -> None:
    for kind in (0, 0, 0, 0, 1, 1, 1, 2):
        state.deck -= cards(kind, 1)
        state.in_deck -= 1
        state.first.keep(kind)


def owe_a_pan(state: Morels) -> None:
    """The token and a pan card that was never there."""
    state.first.pans -= 2
    state.discard += cards(12, 2)


FAULTS = [
    hold_too_many,
    owe_a_pan,
    lose_a_card,
    double_a_night_card,
    find_a_pan,
    miscount_a_hand,
    win_a_point,
    owe_a_stick,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_sound_notices(fault: Callable[[Morels], None]) -> None:
    state = table()
    assert state.check()
    fault(state)
    assert not state.check()


def test_a_playout_stops_at_the_first_lost_piece() -> None:
    state = table()
    lose_a_card(state)
    assert sound_playout(state, Rng(1), Moves()) == -1
