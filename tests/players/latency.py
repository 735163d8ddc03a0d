"""How long levels take for a move, by the clock, on as many positions as one likes:

    python -m tests.players.latency 40

It takes that many positions for every game and number of seats, from all stages of games played by
the heuristics, and times every level that searches. The caps are in `LEVELS`. Run it on a machine
that has nothing else to do.
"""

from __future__ import annotations

import sys
from time import perf_counter

from spinney.core import shelf
from spinney.core.game import Game
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, lowest
from spinney.players.levels import LEVELS, choose

CHOICES = 4  # fewer are no position to think about
STAGES = 8


def position(game: Game, seats: int, seed: int) -> tuple[State, int]:
    """Somewhere in a game that the heuristics plays; with the seed, the stage changes."""
    moves, rng = Moves(), Rng(seed)
    state = game.start(game.options(), seats, seed)
    found: list[tuple[State, int]] = []
    while state.to_act:
        seat = lowest(state.to_act)
        if len(moves.of(state, seat)) >= CHOICES:
            found.append((state.clone(), seat))
        state.apply(seat, game.heuristics.quick_move(state, seat, moves, rng))
    return found[len(found) * (seed % STAGES) // STAGES]


def seconds(level: int, game: Game, view: object, seed: int) -> float:
    began = perf_counter()
    choose(level, game, view, Rng(seed))
    return perf_counter() - began


def main(number: int, *names: str) -> int:
    print(f"seconds for a move, the slowest and the middle one of {number}")
    late = 0
    for game in shelf.games().values():
        if names and game.name not in names:
            continue
        for seats in game.seats:
            tables = [position(game, seats, seed) for seed in range(number)]
            views = [game.view(state, seat) for state, seat in tables]
            told = []
            for level in range(3, len(LEVELS) + 1):
                seconds(level, game, views[0], 0)  # a net is loaded only once
                times = sorted(seconds(level, game, view, i) for i, view in enumerate(views))
                late += sum(time > 1.1 * LEVELS[level].seconds for time in times)
                told.append(f"level {level} {times[-1]:.3f} ({times[number // 2]:.3f})")
            print(f"{game.name}, {seats}: {', '.join(told)}", flush=True)
    print(f"{late} beyond their cap by more than a tenth")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), *sys.argv[2:]))
