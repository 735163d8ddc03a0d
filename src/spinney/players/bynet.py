"""Players that follow a game's net: the best table after one move, or a short look ahead.

Where a game has no net that fits, its instinct takes the net's place and games are played to their
end.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from spinney.core.chance import Rng
from spinney.core.game import Game, Thinking
from spinney.core.inputs import EVERY_MOVE
from spinney.core.state import Moves
from spinney.players.net import SURE, Judge
from spinney.players.nets import Found, load, seated, shipped
from spinney.players.search import Trial

WORLDS = 4  # in which a move is weighed by the net alone: chance speaks differently in each
TOP = 6  # moves that are looked into further, where nothing else is said

Player = Callable[[Game, Any, Rng], int]


def by_net(rounds: int = 0, file: str = "") -> Player:
    """The net's first choice; with rounds, the best of its first few by sequential halving."""
    opened: dict[tuple[str, str, int], Found] = {}

    def net_of(game: Game, seats: int) -> Found | None:
        if not file:
            return shipped(game, seats)
        key = (game.name, game.components, seats)
        if key not in opened:
            opened[key] = load(Path(file), game, seats)
        return opened[key]

    way = Thinking("net", rounds)

    def player(game: Game, sight: Any, rng: Rng) -> int:
        return chosen(game, sight, rng, net_of(game, sight.seats), way)

    return player


def chosen(
    game: Game, sight: Any, rng: Rng, found: Found | None, way: Thinking, until: float = 0.0
) -> int:
    """A move by this net, in this way; no later than `until`, if the clock has a say."""
    rounds = way.rounds
    table = game.recall(sight)
    moves = Moves()
    table.legal(sight.seat, moves)
    if moves.count == 1:
        return int(moves.items[0])
    if (found is None and rounds == 0) or dallied(game, table, sight.seat):
        return by_instinct(game, table, sight.seat, moves, rng)
    if found is None:
        trial = Trial(table, sight.seat, game.instinct.quick, rng)
        trial.ending.aim = game.instinct.aim
        trial.shortlist(way.top or TOP, rng)  # or few rounds would go to moves picked by lot
        trial.halve(rounds, until)
        return int(trial.best())
    judge = seated(game, found)
    if way.gives and rounds == 0:
        moves = worth_weighing(judge, table, sight.seat, way.wide, rng)
        return near_best(judge, table, sight.seat, moves, rng, way.gives)
    best = first_few(judge, table, sight.seat, way, rng)
    if rounds == 0:
        return best[0]
    return int(look_ahead(judge, table, sight.seat, best, rng, way, until).best())


def dallied(game: Game, table: Any, seat: int) -> bool:
    """Whether a seat has put off the end long enough."""
    late = game.instinct.dallied
    return late is not None and late(table, seat)


def by_instinct(game: Game, table: Any, seat: int, moves: Moves, rng: Rng) -> int:
    """What looks best at once, the blanks of a recalled table filled by lot."""
    table.fill(rng)
    return game.instinct.quick(table, seat, moves, rng)


def first_few(judge: Judge, table: Any, seat: int, way: Thinking, rng: Rng) -> list[int]:
    """The moves that look best to the net, the best one first."""
    moves = worth_weighing(judge, table, seat, way.wide, rng)
    return judge.ranked(table, seat, moves, rng, WORLDS)[: way.top or TOP]


def worth_weighing(judge: Judge, table: Any, seat: int, most: int, rng: Rng) -> Moves:
    """All moves; but where to weigh one is to play on to the end of the turn, no more of them than
    that, the likeliest by instinct: of hundreds it would take long, and by mere error some would
    look better than they are.
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
    judge: Judge, table: Any, seat: int, moves: Moves, rng: Rng, gives: int, worlds: int = WORLDS
) -> int:
    """One of the moves that are that close to the best, by lot."""
    worth = judge.ratings(table, seat, moves, rng, worlds)
    least = max(worth) - worlds * SURE * gives // 1000
    near = [moves.items[i] for i in range(moves.count) if worth[i] >= least]
    return near[rng.below(len(near))]


def look_ahead(
    judge: Judge,
    table: Any,
    seat: int,
    options: list[int],
    rng: Rng,
    way: Thinking,
    until: float = 0.0,
) -> Trial:
    """These moves tried out by sequential halving: some decisions by the net, then its word. Where
    turns are made of small decisions, the instinct makes them: what the net knows is the rest.
    """
    every_move = judge.number(table) == EVERY_MOVE
    trial = Trial(table, seat, judge.quick if every_move else judge.habit, rng)
    judge.most = way.wide
    trial.ending.aim = judge.aim
    trial.ending.net = judge
    trial.ending.patience = way.far
    trial.only(options)
    trial.halve(way.rounds, until)
    judge.most = 0
    return trial
