"""Whole games: every side of every goal under the laws, turns that end, and the solo trees."""

from __future__ import annotations

import pytest

from spinney import players
from spinney.core import build
from spinney.core.rng import Rng
from spinney.core.state import Moves, lowest
from spinney.games.undergrove import GAME
from spinney.games.undergrove.rules import state as rules
from tests.games.undergrove.stories import Table
from tests.games.undergrove.table import SIDES, goals_case
from tests.laws.laws import (
    law_4_a_state_made_from_a_view_looks_the_same,
    law_6_undo_restores_and_never_unsees,
    law_8_pieces_are_conserved,
)

GAMES = 60 if build.compiled else 3


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("first", range(0, SIDES, 4))
def test_every_side_of_every_goal_keeps_the_laws(seats: int, first: int) -> None:
    """All twenty are dealt; `make laws` puts every law to each of them."""
    for back in range(2):
        case = goals_case(seats, first + back)
        law_8_pieces_are_conserved(case, first)
        if build.compiled and seats == 2:
            law_4_a_state_made_from_a_view_looks_the_same(case, first + 1)
        elif build.compiled and back and first in (0, 16):
            law_6_undo_restores_and_never_unsees(case, first + 2)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_no_turn_without_end(seats: int) -> None:
    """Random players take their time, but not for ever."""
    moves = Moves()
    for seed in range(GAMES):
        state = Table(GAME.start(GAME.options(whispering=True), seats, seed)).state  # type: ignore[arg-type]
        rng = Rng(seed)
        turn, decisions = 0, 0
        while state.to_act:
            seat = lowest(state.to_act)
            moves.clear()
            state.legal(seat, moves)
            state.apply(seat, moves.pick(rng))
            assert state.check()
            decisions = decisions + 1 if state.turns == turn else 0
            turn = state.turns
            assert decisions < 120


def test_alone_against_brown_and_tan(capsys: pytest.CaptureFixture[str]) -> None:
    """The greedy player over many seeds: it always ends, and the harder the fewer victories."""
    won = {"easy": 0, "medium": 0, "hard": 0}
    games = 300 if build.compiled else 6
    for seed in range(games):
        state = GAME.start(GAME.options(), 1, seed)
        assert isinstance(state, rules.Undergrove)
        rng = Rng(seed)
        while state.to_act:
            state.apply(0, players.greedy(GAME, GAME.view(state, 0), rng))
        assert state.turns <= 30 and state.deck, "the deck never runs out"
        for keep, difficulty in ((4, "easy"), (5, "medium"), (6, "hard")):
            state.keep = keep
            won[difficulty] += state.won()
    assert won["easy"] >= won["medium"] >= won["hard"]
    assert not build.compiled or won["hard"] > 0
    with capsys.disabled():
        rates = ", ".join(f"{name} {100 * n / games:.0f} %" for name, n in won.items())
        print(f"\nundergrove alone, greedy, {games} seeds: won {rates}")
