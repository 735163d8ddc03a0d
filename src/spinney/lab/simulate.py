"""Many games between bots, on all cores.

A game depends only on its seed and its players, and games are returned in the order of their
numbers. So the result is the same, byte for byte, for any number of processes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import sqrt
from multiprocessing import get_context
from time import monotonic
from typing import Any

import msgspec

from spinney import players
from spinney.core import shelf
from spinney.core.game import Game, ScoreLine
from spinney.core.match import MatchLog
from spinney.core.record import Player, Record, RecordError
from spinney.core.state import lowest
from spinney.lab.processes import cores, end_with_parent, ignore_interrupts
from spinney.players.seeding import player_rng

CHUNK = 50  # games in one task, at most: so that the progress bar moves and Ctrl-C works
ALONE = 0.5  # seconds without other processes, because it takes nearly as long to start them


class Plan(msgspec.Struct, frozen=True):
    """What to play. Everything is given by name, so that other processes can load it."""

    game: str
    seats: int
    players: list[str]  # one for each seat
    games: int
    seed: int  # of game 0; game i has seed + i
    options: dict[str, str] = {}
    components: bytes | None = None  # the text of another components file
    rotate: bool = False  # in game i everybody sits i seats further
    lines: bool = True  # keep each game as a JSON line

    def seated(self, number: int) -> list[int]:
        """Which of the players sits in each seat in this game."""
        turn = number % self.seats if self.rotate else 0
        return [(seat - turn) % self.seats for seat in range(self.seats)]


class SeatMove(msgspec.Struct, frozen=True):
    seat: int
    move: str


class GameLine(msgspec.Struct, frozen=True):
    """A whole game as one line of JSON."""

    game: str
    version: int
    components: str
    options: Any
    seats: int
    seed: int
    players: list[str]  # by seat
    moves: list[SeatMove]
    scores: list[int]
    ranks: list[int]
    lines: list[list[ScoreLine]]


class SimulatedGame(msgspec.Struct, frozen=True):
    """What the summary needs of a game, in the order of the plan's players, and its line."""

    scores: list[int]
    shares: list[float]  # of the victory, which a tie divides
    length: int  # decisions
    line: bytes


# -------------------------------------------------------------------------------------- playing
@cache
def load_game(name: str, components: bytes | None) -> Game:
    game = shelf.find(name)
    return game if components is None else game.reprint(components)


def check(plan: Plan) -> None:
    """Raise a ValueError with a readable reason if the plan cannot be played."""
    game = load_game(plan.game, plan.components)
    game.check_seats(plan.seats)
    game.start(game.choose(plan.options), plan.seats, 0)
    for name in plan.players:
        players.find(name)
    if len(plan.players) != plan.seats:
        raise ValueError(f"there are {plan.seats} seats, and players for {len(plan.players)}")
    if plan.seed + plan.games > 1 << 62:
        raise ValueError("the seeds of the last games would be too large")


def play(plan: Plan, number: int) -> SimulatedGame:
    """Play one game of the plan."""
    game = load_game(plan.game, plan.components)
    options = game.choose(plan.options)
    seed = plan.seed + number
    state = game.start(options, plan.seats, seed)
    seated = plan.seated(number)
    names = [plan.players[player] for player in seated]
    bots = [players.find(name) for name in names]
    rngs = [player_rng(seed, seat) for seat in range(plan.seats)]
    moves: list[tuple[int, int]] = []
    while state.to_act:
        seat = lowest(state.to_act)
        move = bots[seat](game, game.view(state, seat), rngs[seat])
        state.apply(seat, move)
        moves.append((seat, move))
    outcome = game.outcome(state)
    line = b""
    if plan.lines:
        line = msgspec.json.encode(
            GameLine(
                game=game.name,
                version=game.version,
                components=game.components,
                options=options.recorded(),
                seats=plan.seats,
                seed=seed,
                players=names,
                moves=[SeatMove(seat, game.verbs.format(move)) for seat, move in moves],
                scores=outcome.scores,
                ranks=outcome.ranks,
                lines=outcome.lines,
            )
        )
    first = outcome.winners
    share = [1 / len(first) if seat in first else 0.0 for seat in range(plan.seats)]
    return SimulatedGame(
        scores=[outcome.scores[seated.index(player)] for player in range(plan.seats)],
        shares=[share[seated.index(player)] for player in range(plan.seats)],
        length=len(moves),
        line=line,
    )


def play_some(plan: Plan, numbers: range) -> tuple[int, list[SimulatedGame]]:
    """Play some games. Returns the id of this process, too."""
    return os.getpid(), [play(plan, number) for number in numbers]


def results(
    plan: Plan, jobs: int | None = None, workers: set[int] | None = None
) -> Iterator[SimulatedGame]:
    """Every game of the plan in order, played by `jobs` processes.

    Without `jobs` this process begins alone; after a moment all cores play the games that are left.
    The ids of the worker processes are added to `workers`.
    """
    check(plan)
    first = 0
    if jobs is None:
        jobs = cores()
        until = monotonic() + ALONE
        while first < plan.games and (jobs == 1 or monotonic() < until):
            yield play(plan, first)
            first += 1
    left = plan.games - first
    chunk = max(1, min(CHUNK, left // (4 * jobs)))
    chunks = [range(i, min(i + chunk, plan.games)) for i in range(first, plan.games, chunk)]
    jobs = min(jobs, len(chunks))
    if jobs < 2:
        for number in range(first, plan.games):
            yield play(plan, number)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent) as pool:
        with ignore_interrupts():
            coming = pool.map(play_some, [plan] * len(chunks), chunks)
        try:
            for process, some in coming:
                if workers is not None:
                    workers.add(process)
                yield from some
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


# ------------------------------------------------------------------------------- reading a line
def recorded(line: bytes, components: bytes | None = None) -> Record:
    """The match of a line, replayed move by move. A RecordError says why that is not possible.

    `components`: the file it was played with, if not the usual one.
    """
    try:
        found = msgspec.json.decode(line, type=GameLine)
    except msgspec.ValidationError:
        raise RecordError("this is no game of 'spinney simulate --jsonl'") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RecordError("this line was cut or damaged") from None
    if len(found.players) != found.seats:
        raise RecordError(f"there are {found.seats} seats, and {len(found.players)} players")
    game = played_by(found, components)
    try:
        options = game.options.restored(found.options)
        match = MatchLog(game, options, found.seats, found.seed, [])
    except ValueError as error:
        raise RecordError(str(error)) from None
    for number, move in enumerate(found.moves, 1):
        try:
            match.act(move.seat, game.verbs.parse(move.move))
        except ValueError as error:
            what = f"move {number}, {move.move!r} by seat {move.seat}"
            raise RecordError(f"{what}: {error}") from None
    outcome = match.outcome()
    result = (outcome.scores, outcome.ranks, outcome.lines)
    if not match.over or result != (found.scores, found.ranks, found.lines):
        raise RecordError("the result is not what these moves lead to")
    return Record(match, [Player(kind, name) for kind, name in named(found.players)])


def played_by(line: GameLine, components: bytes | None) -> Game:
    """The game of a line, if it has the same version and the same components here."""
    try:
        game = shelf.find(line.game)
    except ValueError as error:
        raise RecordError(str(error)) from None
    if line.version != game.version:
        here = f"here is version {game.version}"
        raise RecordError(f"played by version {line.version} of {line.game}, {here}")
    if components is not None:
        game = game.reprint(components)
    if line.components != game.components:
        raise RecordError(
            f"played with other components ({line.components}, here {game.components}); "
            "give the file it was played with"
        )
    return game


def named(kinds: list[str]) -> list[tuple[str, str]]:
    """The kinds of bots with their names: the kind, with a number if there are several of it."""
    return [
        (kind, f"{kind} {kinds[:seat].count(kind) + 1}" if kinds.count(kind) > 1 else kind)
        for seat, kind in enumerate(kinds)
    ]


# ------------------------------------------------------------------------------------- counting
class ScoreTally:
    """The sums of one player over many games."""

    def __init__(self) -> None:
        self.games = 0
        self.points = 0
        self.squares = 0
        self.won = 0.0

    def add(self, score: int, share: float) -> None:
        self.games += 1
        self.points += score
        self.squares += score * score
        self.won += share

    @property
    def mean(self) -> float:
        return self.points / self.games

    @property
    def spread(self) -> float:
        """The standard deviation of the scores."""
        if self.games < 2:
            return 0.0
        return sqrt(max(0.0, (self.squares - self.points * self.mean) / (self.games - 1)))

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.games)


def wilson(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share of victories (Wilson)."""
    share = won / games
    centre = share + z * z / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale)


class SimulationSummary:
    """The statistics of a simulation. Games can be added, and it can be read, at any time."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = list(players)
        self.tallies = [ScoreTally() for _ in players]
        self.games = 0
        self.decisions = 0

    def add(self, result: SimulatedGame) -> None:
        self.games += 1
        self.decisions += result.length
        for tally, score, share in zip(self.tallies, result.scores, result.shares, strict=True):
            tally.add(score, share)
