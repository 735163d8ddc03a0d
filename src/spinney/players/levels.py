"""Six levels for every game: from gentle to as strong as we can.

All of them know only what their seat knows. The first follows the game's instinct and slips now and
then; the second follows it; the others look ahead, by rounds of guided tree search, so the same
dice give the same move everywhere. Rounds, not seconds, make a level; the seconds are a cap that a
slow machine keeps.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final, NamedTuple

from spinney.core.chance import Rng
from spinney.core.game import Game
from spinney.core.state import Moves
from spinney.players.search import Search

FRESH: Final = 1.0  # measured on 100 games a value: 68 % against trying everything first
CURIOSITY: Final = 0.5
BATCH: Final = 16  # rounds between two looks at the clock
SLIPS: Final = 20  # in a hundred decisions, the first level makes so many at random


class Level(NamedTuple):
    """How long a level thinks: rounds of search, and the most seconds they may take."""

    says: str
    rounds: int
    seconds: float


LEVELS: Final = {
    1: Level("Gentle: plays along, and slips now and then.", 0, 0.0),
    2: Level("Easy: takes what looks best at once.", 0, 0.0),
    3: Level("Thoughtful: looks a little ahead.", 300, 0.05),
    4: Level("Strong: looks further ahead.", 1500, 0.1),
    5: Level("Very strong: thinks for up to a second.", 30_000, 1.0),
    6: Level("As strong as it gets: thinks for up to four seconds.", 200_000, 4.0),
}


def choose(number: int, game: Game, sight: Any, rng: Rng) -> int:
    """The move of a level."""
    level = LEVELS[number]
    table = game.recall(sight)
    moves = Moves()
    table.legal(sight.seat, moves)
    if moves.count == 1:
        return moves.items[0]
    if level.rounds == 0:
        if number == 1 and rng.below(100) < SLIPS:
            return moves.pick(rng)
        table.fill(rng)
        return game.instinct.quick(table, sight.seat, moves, rng)
    search = Search(table, sight.seat, game.instinct.quick, rng, FRESH, CURIOSITY)
    until = perf_counter() + level.seconds
    for _ in range(0, level.rounds, BATCH):
        search.run(BATCH)
        if perf_counter() > until:
            break
    return search.best()
