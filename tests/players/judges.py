"""Nets by lot, and who judges by them: for tests that need any net at all."""

from __future__ import annotations

from spinney.core.chance import Rng
from spinney.core.game import Game
from spinney.core.inputs import Inputs
from spinney.core.state import State
from spinney.players import nets
from spinney.players.learn import first_weights, rounded
from spinney.players.net import Judge, Net
from tests.laws.evenings import cases

TOLD = [case for case in cases() if case.game.instinct.features is not None]
SMALL = 6  # hidden units, for tests


def inputs_of(game: Game, state: State, seat: int) -> Inputs:
    inputs = Inputs()
    assert game.instinct.features is not None
    game.instinct.features(state, seat, inputs)
    return inputs


def some_net(inputs: int, hidden: int = SMALL, seed: int = 1) -> Net:
    weights = first_weights(inputs, hidden, Rng(seed))
    return Net(inputs, hidden, rounded(list(weights), inputs, hidden), 0, 100)


def some_judge(game: Game, seats: int, seed: int = 1) -> Judge:
    return Judge(some_net(nets.width(game, seats), seed=seed), game.instinct, seats)
