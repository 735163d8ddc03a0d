"""Six levels of strength for every game.

All of them know only what their seat knows. The first two follow the game's heuristics or hardly
look ahead, and the first makes mistakes on purpose. The others search as the game's folder says
(`Heuristics.levels`). A level is defined by a number of iterations and not by seconds, so the same
seed gives the same move on every machine. The seconds are only a limit for slow machines. Near the
end, when nothing is hidden any more, levels prove the best move if that takes few enough steps.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, Final, NamedTuple

from spinney.core.game import Game, LevelSpec
from spinney.core.rng import Rng
from spinney.core.state import Moves, State
from spinney.players.endings import Endgame, all_see, hopeful, known_to_all, laid_open
from spinney.players.net_files import shipped
from spinney.players.net_player import by_heuristics, chosen, stalled
from spinney.players.search import ALWAYS, Ending, Search, Trial

FRESH: Final = 1.0  # measured on 100 games a value: 68 % against trying everything first
CURIOSITY: Final = 0.5
BATCH: Final = 16  # iterations between two looks at the clock
NEVER: Final = 1e12  # a deadline that never comes


class Level(NamedTuple):
    """A level: its description on the screen, its time limit, and the number of steps it may spend
    on proving an ending first.
    """

    says: str
    seconds: float
    steps: int = 0


LEVELS: Final = {
    1: Level("Gentle: plays along, and slips now and then.", 0.05),
    2: Level("Easy: takes what looks best at first sight.", 0.05),
    3: Level("Thoughtful: looks a little ahead.", 0.05, 5_000),
    4: Level("Strong: looks further ahead.", 0.1, 20_000),
    5: Level("Very strong: thinks for up to a second.", 1.0, 300_000),
    6: Level("As strong as it gets: thinks for up to four seconds.", 4.0, 1_500_000),
}

# The settings for a game that has none of its own.
DEFAULT_SPECS: Final = (
    LevelSpec(blunder_percent=20),
    LevelSpec(),
    LevelSpec("tree", 300),
    LevelSpec("tree", 1500),
    LevelSpec("tree", 30_000),
    LevelSpec("tree", 200_000),
)


def thinking(number: int, game: Game, seats: int, view: Any = None) -> LevelSpec:
    """The settings of a level for a game with this number of seats, or for this view of one."""
    other = game.heuristics.other_levels
    if view is not None and other is not None and (specs := other(view)) is not None:
        return specs[number - 1]
    levels = game.heuristics.levels
    return levels.get(seats, levels.get(min(seats, 2), DEFAULT_SPECS))[number - 1]


def choose(
    number: int,
    game: Game,
    view: Any,
    rng: Rng,
    *,
    clock: bool = True,
    rounds: int = 0,
    steps: int = 0,
) -> int:
    """The move of a level. `clock=False` removes its time limit. `rounds` and `steps` may reduce
    its iterations and its steps for proofs.
    """
    level = LEVELS[number]
    spec = thinking(number, game, view.seats, view)
    table = game.state_from_view(view)
    moves = Moves()
    table.legal(view.seat, moves)
    if moves.count == 1:
        return int(moves.items[0])
    if spec.blunder_percent and rng.below(100) < spec.blunder_percent:
        return int(moves.pick(rng))
    at_once = spec.iterations == 0 and spec.method != "net"
    if at_once or stalled(game, table, view.seat):
        return by_heuristics(game, table, view.seat, moves, rng)
    until = perf_counter() + level.seconds if clock else NEVER
    half = until - level.seconds / 2 if clock else 0.0
    # In solo games only points can be proved, so not if something else counts.
    if view.seats > 1 or game.heuristics.solo_value is None:
        proved = prove(game, view, min(level.steps, steps or level.steps), half)
        if proved is not None:
            return proved.choice
    enough = min(spec.iterations, rounds or spec.iterations)
    if spec.method == "net":
        found = shipped(game, view.seats)
        return chosen(game, view, rng, found, replace(spec, iterations=enough), until)
    return searched(game, table, view.seat, spec, enough, rng, until)


def searched(
    game: Game, table: State, seat: int, spec: LevelSpec, rounds: int, rng: Rng, until: float
) -> int:
    """The best move by playouts, which follow the heuristics or are random."""
    quick = game.heuristics.quick_move
    if spec.method == "halving":
        trial = Trial(table, seat, quick, rng)
        if spec.candidates:
            trial.shortlist(spec.candidates, rng)
        set_goal(trial.ending, game, spec)
        trial.halve(rounds, until)
        return int(trial.best())
    plain = spec.method == "plain"
    search = Search(
        table, seat, None if plain else quick, rng, ALWAYS if plain else FRESH, CURIOSITY
    )
    set_goal(search.ending, game, spec)
    if table.seats == 2 and not spec.points_weight and known_to_all(game, table, seat) is not None:
        search.solve()
    for done in range(0, rounds, BATCH):
        search.run(min(BATCH, rounds - done))
        if perf_counter() > until:
            break
    return int(search.best())


def set_goal(ending: Ending, game: Game, spec: LevelSpec) -> None:
    """Set what counts in a finished game."""
    ending.points_weight = spec.points_weight
    ending.solo_value = game.heuristics.solo_value


def prove(game: Game, view: Any, steps: int, until: float = 0.0) -> Endgame | None:
    """A proof of the best move. None if that is not possible within so many steps, or by
    `until`."""
    table = laid_open(game, view)
    quick = game.heuristics.quick_move
    if table is None or not hopeful(table, quick, steps):
        return None
    visible = partial(all_see, game)
    endgame = Endgame(table, view.seat, quick, visible, steps, until, game.heuristics.upper_bound)
    return endgame if endgame.prove() else None
