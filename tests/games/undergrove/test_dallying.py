"""Cubes are points, and nothing makes anybody go on: levels could gather for ever (#17, R12.3)."""

from __future__ import annotations

from spinney.core.rng import Rng
from spinney.core.state import Moves, lowest
from spinney.core.verbs import verb
from spinney.games.undergrove import GAME
from spinney.games.undergrove.heuristics import LONG, stalled
from spinney.games.undergrove.rules.moves import PHOTOSYNTHESIZE
from spinney.games.undergrove.rules.state import Undergrove
from spinney.players import greedy
from spinney.players.levels import choose

FEW = {"rounds": 12, "steps": 50}


def gathered(rounds: int) -> Undergrove:
    """A table where everybody has done nothing else for so many rounds."""
    state = GAME.start(GAME.options(), 2, 1)
    assert isinstance(state, Undergrove)
    rng = Rng(1)
    while state.turns < 2 * rounds:
        seat = lowest(state.to_act)
        light = [move for move in Moves().of(state, seat) if verb(move) == PHOTOSYNTHESIZE]
        state.apply(seat, light[0] if light else greedy(GAME, GAME.view(state, seat), rng))
    return state


def played_on(state: Undergrove, most: int) -> tuple[int, int]:
    """How many decisions level 5 made, and how many of them as the heuristics would."""
    made = like = 0
    while state.to_act and made < most:
        seat = lowest(state.to_act)
        view = GAME.view(state, seat)
        move = choose(5, GAME, view, Rng(made), clock=False, **FEW)
        like += move == greedy(GAME, view, Rng(made))
        state.apply(seat, move)
        made += 1
    return made, like


def test_who_has_gathered_long_enough_follows_the_instinct_to_the_end() -> None:
    state = gathered(LONG + 1)
    assert stalled(state, 0) and stalled(state, 1)
    made, like = played_on(state, 600)
    assert not state.to_act and like == made


def test_before_that_levels_think() -> None:
    state = gathered(LONG - 10)
    assert not stalled(state, 0)
    made, like = played_on(state, 60)
    assert like < made
