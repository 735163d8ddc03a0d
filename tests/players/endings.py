"""Exact endings against plain exhaustive search, on as many positions as one likes:

    python -m tests.players.endings 200 [TABLES] [STEPS]

Positions come from games played by the heuristics with some random moves. For each suite it prints
how many were proved within STEPS (by default those of the strongest level), how many of those a
plain search could check within TABLES states (three million by default; where a game's tests have
an exhaustive search of their own, that one takes over after twenty thousand), and how many of
these had the best result. That must be all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from time import perf_counter

from spinney import players
from spinney.core import shelf
from spinney.core.game import Game, seats_to_act
from spinney.core.rng import Rng
from spinney.core.state import State
from spinney.players.endings import Endgame, all_see, laid_open
from spinney.players.levels import LEVELS
from spinney.players.search import SURE
from tests.players.plain import Chance, Plain, TooLarge
from tests.players.suites import Suite

STEPS = LEVELS[max(LEVELS)].steps
PATIENCE = 20_000  # tables that the plain search looks at where another one can take over
SLIP = 4  # one move in so many is made at random


def suites() -> list[tuple[Game, Suite]]:
    """What every game on the shelf wants to have looked at."""
    tables = [(game, f"tests.games.{game.name}.table") for game in shelf.games().values()]
    return [
        (game, suite)
        for game, table in tables
        for suite in getattr(import_module(table), "ENDINGS", ())
    ]


def positions(game: Game, suite: Suite, number: int) -> Iterator[tuple[State, int]]:
    """Tables where nothing is hidden any more, and who decides there."""
    found = 0
    for seed in range(number * 50):
        played = list(walk(game, suite.seats, seed))
        fitting = [
            (state, seat)
            for left, (state, seat) in enumerate(reversed(played), 1)
            if suite.fits(state, left)
        ]
        for state, seat in fitting[seed % suite.every :: suite.every]:
            if laid_open(game, game.view(state, seat)) is not None:
                yield state, seat
                found += 1
                if found == number:
                    return


def walk(game: Game, seats: int, seed: int) -> Iterator[tuple[State, int]]:
    state = game.start(game.options(), seats, seed)
    rng = Rng(seed)
    while state.to_act:
        seat = seats_to_act(state)[0]
        yield state.clone(), seat
        player = players.at_random if rng.below(SLIP) == 0 else players.greedy
        state.apply(seat, player(game, game.view(state, seat), rng))


@dataclass
class Tally:
    """What came of the positions of a suite."""

    looked: int = 0
    proved: int = 0
    steps: int = 0
    seconds: float = 0.0
    compared: int = 0
    best: int = 0  # has the best result, and the best points where it says so
    too_large: int = 0  # for the plain search
    chance: int = 0


def look(game: Game, suite: Suite, number: int, steps: int, limit: int) -> Tally:
    tally = Tally()
    for state, seat in positions(game, suite, number):
        tally.looked += 1
        table = laid_open(game, game.view(state, seat))
        assert table is not None
        mind, visible = game.heuristics, partial(all_see, game)
        endgame = Endgame(table, seat, mind.quick_move, visible, steps, most=mind.upper_bound)
        began = perf_counter()
        proved = endgame.prove()
        tally.seconds += perf_counter() - began
        tally.steps += endgame.steps
        if not proved:
            continue
        tally.proved += 1
        try:
            tally.best += as_good(suite, state, seat, endgame, limit)
            tally.compared += 1
        except TooLarge:
            tally.too_large += 1
        except Chance:
            tally.chance += 1
    return tally


def as_good(suite: Suite, state: State, seat: int, endgame: Endgame, limit: int) -> bool:
    """Whether the choice has the best result there is."""
    if suite.best is not None:
        limit = min(limit, PATIENCE)
    try:
        told = dict(Plain(limit, suite.remember).moves(state.clone()))
    except TooLarge:
        if suite.best is None:
            raise
        after = state.clone()
        after.apply(seat, endgame.choice)
        return suite.best(after) * SURE == suite.best(state) * SURE == endgame.gain
    mine = told[endgame.choice][seat]
    best = max(result[seat] for result in told.values())
    return mine == best if endgame.exact else mine[0] == best[0]


def main(number: int, limit: int = 3_000_000, steps: int = STEPS) -> int:
    wrong = 0
    for game, suite in suites():
        tally = look(game, suite, number, steps, limit)
        wrong += tally.compared - tally.best
        print(
            f"{game.name}, {suite.seats} seats, {suite.says}:"
            f" {tally.proved} of {tally.looked} proved"
            f" ({tally.seconds / max(1, tally.looked) * 1000:.1f} ms each),"
            f" {tally.best} of {tally.compared} compared have the best result"
            f" (left out: {tally.too_large} too large, {tally.chance} with dice)",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
