"""Nets by lot, and who judges by them: for tests that need any net at all."""

from __future__ import annotations

from spinney.core.game import Game
from spinney.core.inputs import Inputs
from spinney.core.rng import Rng
from spinney.core.state import State
from spinney.players import net_files
from spinney.players.net import Judge, Net
from spinney.players.td_learning import first_weights, rounded
from tests.laws.playthroughs import cases

TOLD = [case for case in cases() if case.game.heuristics.features is not None]
SMALL = 6  # hidden units, for tests


def inputs_of(game: Game, state: State, seat: int) -> Inputs:
    inputs = Inputs()
    assert game.heuristics.features is not None
    game.heuristics.features(state, seat, inputs)
    return inputs


def some_net(inputs: int, hidden: int = SMALL, seed: int = 1) -> Net:
    weights = first_weights(inputs, hidden, Rng(seed))
    return Net(inputs, hidden, rounded(list(weights), inputs, hidden), 0, 100)


def some_judge(game: Game, seats: int, seed: int = 1) -> Judge:
    return Judge(some_net(net_files.width(game, seats), seed=seed), game.heuristics, seats)
