"""Bots that follow a game's net: the best position after one move, or a short search.

If a game has no net for this number of seats, its heuristics take the net's place, and playouts go
on to the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from spinney.core.game import Game, LevelSpec
from spinney.core.inputs import EVERY_MOVE
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.players.net import SURE, Judge
from spinney.players.net_files import FoundNet, load, seated, shipped
from spinney.players.search import Trial

WORLDS = 4  # determinizations in which the net alone evaluates a move
TOP = 6  # moves that are searched further, if the settings do not say

Player = Callable[[Game, Any, Rng], int]


def by_net(rounds: int = 0, file: str = "") -> Player:
    """The net's first choice. With iterations, the best of its first few by sequential halving."""
    opened: dict[tuple[str, str, int], FoundNet] = {}

    def net_of(game: Game, seats: int) -> FoundNet | None:
        if not file:
            return shipped(game, seats)
        key = (game.name, game.components, seats)
        if key not in opened:
            opened[key] = load(Path(file), game, seats)
        return opened[key]

    spec = LevelSpec("net", rounds)

    def player(game: Game, view: Any, rng: Rng) -> int:
        return chosen(game, view, rng, net_of(game, view.seats), spec)

    return player


def chosen(
    game: Game, view: Any, rng: Rng, found: FoundNet | None, spec: LevelSpec, until: float = 0.0
) -> int:
    """The move of this net with these settings, found by the time `until` (0: without a limit)."""
    rounds = spec.iterations
    table = game.state_from_view(view)
    moves = Moves()
    table.legal(view.seat, moves)
    if moves.count == 1:
        return int(moves.items[0])
    if (found is None and rounds == 0) or stalled(game, table, view.seat):
        return by_heuristics(game, table, view.seat, moves, rng)
    if found is None:
        trial = Trial(table, view.seat, game.heuristics.quick_move, rng)
        trial.ending.solo_value = game.heuristics.solo_value
        # Otherwise few iterations would be spent on moves chosen at random.
        trial.shortlist(spec.candidates or TOP, rng)
        trial.halve(rounds, until)
        return int(trial.best())
    judge = seated(game, found)
    if spec.tolerance and rounds == 0:
        moves = worth_weighing(judge, table, view.seat, spec.width, rng)
        return near_best(judge, table, view.seat, moves, rng, spec.tolerance)
    best = first_few(judge, table, view.seat, spec, rng)
    if rounds == 0:
        return best[0]
    return int(look_ahead(judge, table, view.seat, best, rng, spec, until).best())


def stalled(game: Game, table: Any, seat: int) -> bool:
    """Whether a seat has delayed the end for too long."""
    late = game.heuristics.stalled
    return late is not None and late(table, seat)


def by_heuristics(game: Game, table: Any, seat: int, moves: Moves, rng: Rng) -> int:
    """The move of the heuristics in a determinization of a state built from a view."""
    table.determinize(rng)
    return game.heuristics.quick_move(table, seat, moves, rng)


def first_few(judge: Judge, table: Any, seat: int, spec: LevelSpec, rng: Rng) -> list[int]:
    """The moves that look best to the net, the best one first."""
    moves = worth_weighing(judge, table, seat, spec.width, rng)
    return judge.ranked(table, seat, moves, rng, WORLDS)[: spec.candidates or TOP]


def worth_weighing(judge: Judge, table: Any, seat: int, most: int, rng: Rng) -> Moves:
    """The moves that the net evaluates: usually all. Where a turn consists of several decisions, an
    evaluation plays on to the end of the turn. Then only the `most` likeliest by the heuristics are
    evaluated: hundreds would take long, and errors would make some of them look too good.
    """
    moves = Moves()
    table.legal(seat, moves)
    if judge.number(table) == EVERY_MOVE or moves.count <= most:
        return moves
    trial = Trial(table, seat, judge.habit, rng)
    trial.shortlist(most, rng)
    moves.clear()
    for move in trial.options:
        moves.add(move)
    return moves


def near_best(
    judge: Judge,
    table: Any,
    seat: int,
    moves: Moves,
    rng: Rng,
    tolerance: int,
    worlds: int = WORLDS,
) -> int:
    """A random one of the moves whose rating is within the tolerance of the best."""
    worth = judge.ratings(table, seat, moves, rng, worlds)
    least = max(worth) - worlds * SURE * tolerance // 1000
    near = [moves.items[i] for i in range(moves.count) if worth[i] >= least]
    return near[rng.below(len(near))]


def look_ahead(
    judge: Judge,
    table: Any,
    seat: int,
    options: list[int],
    rng: Rng,
    spec: LevelSpec,
    until: float = 0.0,
) -> Trial:
    """Compare these moves by sequential halving: a playout makes some decisions by the net, then
    the
    net evaluates. Where turns consist of small decisions, the heuristics make them.
    """
    every_move = judge.number(table) == EVERY_MOVE
    trial = Trial(table, seat, judge.quick if every_move else judge.habit, rng)
    judge.most = spec.width
    trial.ending.solo_value = judge.solo_value
    trial.ending.net = judge
    trial.ending.patience = spec.depth
    trial.only(options)
    trial.halve(spec.iterations, until)
    judge.most = 0
    return trial
