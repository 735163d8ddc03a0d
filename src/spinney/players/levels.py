"""Six levels for every game: from gentle to as strong as we can.

All of them know only what their seat knows. The first follows the game's instinct and slips now and
then; the second follows it; the others look ahead, by rounds of guided tree search, so the same
dice give the same move everywhere. Rounds, not seconds, make a level; the seconds are a cap that a
slow machine keeps. Near the end, once nothing is hidden any more, they need not guess: if the best
move can be proved within so many steps, it is made.
"""

from __future__ import annotations

from functools import partial
from time import perf_counter
from typing import Any, Final, NamedTuple

from spinney.core.chance import Rng
from spinney.core.game import Game
from spinney.core.state import Moves
from spinney.players.endings import Endgame, all_see, hopeful, laid_open
from spinney.players.search import Search

FRESH: Final = 1.0  # measured on 100 games a value: 68 % against trying everything first
CURIOSITY: Final = 0.5
BATCH: Final = 16  # rounds between two looks at the clock
SLIPS: Final = 20  # in a hundred decisions, the first level makes so many at random


class Level(NamedTuple):
    """How long a level thinks: rounds of search, the most seconds they may take, and the steps it
    may spend on proving an ending first.
    """

    says: str
    rounds: int
    seconds: float
    steps: int = 0


LEVELS: Final = {
    1: Level("Gentle: plays along, and slips now and then.", 0, 0.0),
    2: Level("Easy: takes what looks best at once.", 0, 0.0),
    3: Level("Thoughtful: looks a little ahead.", 300, 0.05, 5_000),
    4: Level("Strong: looks further ahead.", 1500, 0.1, 20_000),
    5: Level("Very strong: thinks for up to a second.", 30_000, 1.0, 300_000),
    6: Level("As strong as it gets: thinks for up to four seconds.", 200_000, 4.0, 1_500_000),
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
    until = perf_counter() + level.seconds
    proved = prove(game, sight, level.steps, until - level.seconds / 2)
    if proved is not None:
        return proved.choice
    search = Search(table, sight.seat, game.instinct.quick, rng, FRESH, CURIOSITY)
    for _ in range(0, level.rounds, BATCH):
        search.run(BATCH)
        if perf_counter() > until:
            break
    return search.best()


def prove(game: Game, sight: Any, steps: int, until: float = 0.0) -> Endgame | None:
    """The best move, exactly; None where that cannot be done in so many steps, or until then."""
    table = laid_open(game, sight)
    quick = game.instinct.quick
    if table is None or not hopeful(table, quick, steps):
        return None
    endgame = Endgame(table, sight.seat, quick, partial(all_see, game), steps, until)
    return endgame if endgame.prove() else None
