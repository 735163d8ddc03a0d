"""Training of nets: self-play on every core, and a test that a new net must pass.

Learners work in parallel, in rounds. In each round all begin with the same weights and play their
own games; then their weights are averaged for the next round. So everything follows from the seed,
the number of games and the number of learners. After every round a checkpoint is written, and an
interrupted training continues from there.
"""

from __future__ import annotations

import os
import shlex
import struct
from array import array
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from time import monotonic

import msgspec

from spinney.core.game import Game, LevelSpec
from spinney.core.rng import Rng
from spinney.core.state import Moves, State
from spinney.lab.arena import DealResult as DealResult
from spinney.lab.arena import Setting, results
from spinney.lab.pool import together
from spinney.lab.ratings import Verdict, sprt
from spinney.lab.simulate import load_game
from spinney.players.net import LANES, ONE, Judge, alone
from spinney.players.net_files import (
    FORMAT,
    Head,
    fingerprint,
    packed,
    place,
    read,
    shipped,
    width,
    write,
)
from spinney.players.net_player import TOP, first_few, look_ahead
from spinney.players.seeding import SALT
from spinney.players.td_learning import Learner, first_weights, rounded

WARM = 2  # rounds before the rates begin to fall; they also show how fast this machine is
SETTLE = 50  # games after which a learner begins to play with its new weights
RATE = (3.0, 0.1)  # the learning rate, at first and at last
WANDER = (1000, 50)  # random moves in ten thousand
LATER_RATE = (0.3, 0.05)  # for a trained net that now learns by search
LATER_WANDER = (200, 50)
TRUST = 0.7  # lambda: how much the outcome counts, compared with the net's later values
LOOKED_AT = 60  # games by the heuristics that show the range of points of a solo game
FURTHER = 2  # … and how far the net's scale goes beyond that, in ranges
BOUNDS = (0.0, 20.0)  # Elo: the bounds of the gate's sequential test
DEALS = 3000  # after which the gate gives up
FIRST_SEED = 1 << 40  # of the gate: no training uses these deals


class Course(msgspec.Struct, frozen=True):
    """A training. Everything is given by name, so that other processes and later runs can load
    it."""

    game: str
    seats: int
    seed: int
    hidden: int
    crew: int  # the number of parallel learners
    round: int  # games of each learner in a round
    most: int  # moves evaluated in a position, 0 for all
    options: dict[str, str] = {}
    search: int = 0  # iterations of search at each decision
    before: str = ""  # the command that made the net it begins with
    also: dict[str, str] = {}  # further options of every second game
    rate: float = 0.0  # the learning rate at first; 0: the default
    trust: float = TRUST


class Progress(msgspec.Struct, frozen=True):
    """The progress of a course: a checkpoint."""

    course: Course
    games: int  # to be played
    minutes: float  # as given; 0 if the number of games was given
    done: int  # rounds
    seconds: float
    off: float  # the mean squared error of the last round
    low: int
    high: int
    weights: bytes  # fractions, eight bytes each

    @property
    def rounds(self) -> int:
        return max(WARM, -(-self.games // (self.course.crew * self.course.round)))

    @property
    def over(self) -> bool:
        return self.games > 0 and self.done >= self.rounds


class Shift(msgspec.Struct, frozen=True):
    """One learner's part of a round."""

    progress: Progress
    number: int


class TooFast(ValueError):
    """The learning rate is too high: these weights are useless. The text says so."""


class Learnt(msgspec.Struct, frozen=True):
    weights: bytes
    off: float


# ---------------------------------------------------------------------------------------- learning
def begin(course: Course, games: int, minutes: float) -> Progress:
    game = load_game(course.game, None)
    game.check_seats(course.seats)
    inputs = width(game, course.seats)
    if not inputs:
        raise ValueError(f"{course.game} has no features.py, so it cannot have a net")
    if course.hidden % LANES:
        raise ValueError(f"hidden units come in threes, not {course.hidden}")
    if course.search:
        head, weights = first_net(course)
        begun = [weight / ONE for (weight,) in struct.iter_unpack("<h", weights)]
        low, high = head.low, head.high
    else:
        low, high = scale(game, course)
        begun = list(first_weights(inputs, course.hidden, Rng(course.seed ^ SALT)))
    return Progress(course, games, minutes, 0, 0.0, 0.0, low, high, array("d", begun).tobytes())


def first_net(course: Course) -> tuple[Head, bytes]:
    """The net that a course with search begins with: the game's own."""
    game = load_game(course.game, None)
    game.check_seats(course.seats)
    if course.seats == 1:
        raise ValueError("--search does not work in solo games")
    if shipped(game, course.seats) is None:
        raise ValueError(f"{course.game} has no net for {course.seats} yet: train without --search")
    return read(place(game, course.seats))


def later(course: Course) -> Course:
    """A course with search, with as many hidden units as the net it begins with."""
    head, _ = first_net(course)
    return msgspec.structs.replace(course, hidden=head.hidden, before=head.command)


def scale(game: Game, course: Course) -> tuple[int, int]:
    """In solo games: the lower and upper end of the net's scale, from results of the heuristics."""
    if course.seats > 1:
        return 0, 1
    options = game.choose(course.options)
    moves = Moves()
    points = []
    for number in range(LOOKED_AT):
        state = game.start(options, 1, course.seed + number)
        rng = Rng(number)
        while state.to_act:
            moves.clear()
            state.legal(0, moves)
            state.apply(0, game.heuristics.quick_move(state, 0, moves, rng))
        points.append(alone(state, game.heuristics.solo_value))
    span = max(points) - min(points) + 1
    return min(points) - FURTHER * span, max(points) + FURTHER * span


def falling(ends: tuple[float, float], progress: Progress) -> float:
    """A rate between its two ends. It falls by the same factor in each round."""
    first, last = ends
    if progress.done < WARM:
        return first
    part = (progress.done - WARM) / max(1, progress.rounds - WARM)
    return float(first * (last / first) ** part)


def learn(shift: Shift) -> Learnt:
    """One learner, one round."""
    progress, course = shift.progress, shift.progress.course
    game = load_game(course.game, None)
    # A net plays badly with options that it was not trained with.
    ways = [game.choose(course.options), game.choose(course.options | course.also)]
    inputs = width(game, course.seats)
    learner = Learner(
        game.heuristics,
        course.seats,
        course.most,
        inputs,
        course.hidden,
        list(array("d", progress.weights)),
        progress.low,
        progress.high,
    )
    usual = LATER_RATE if course.search else RATE
    rate = falling(usual, progress) * (course.rate / usual[0] if course.rate else 1.0)
    wander = round(falling(LATER_WANDER if course.search else WANDER, progress))
    first = (progress.done * course.crew + shift.number) * course.round
    off = 0.0
    for number in range(course.round):
        seed = course.seed + first + number
        if course.search:
            learner.think = ViewSearch(game, learner, course.search, Rng(seed ^ ~SALT))
        off += learner.play(
            game.start(ways[number % 2], course.seats, seed),
            Rng(seed ^ SALT),
            wander,
            rate,
            course.trust,
        )
        if number % SETTLE == SETTLE - 1:
            be_finite(learner)
            learner.settle()
    be_finite(learner)
    return Learnt(array("d", learner.weights).tobytes(), off / course.round)


def be_finite(learner: Learner) -> None:
    if not all(map(isfinite, learner.weights)):
        raise TooFast("the weights have grown beyond all bounds; a lower --rate may help")


class ViewSearch:
    """The search of a learner: from the view of the seat, as in play."""

    def __init__(self, game: Game, learner: Learner, rounds: int, rng: Rng) -> None:
        self.game, self.spec, self.rng = game, LevelSpec("net", rounds, TOP), rng
        judge = learner.judge
        self.judge = Judge(judge.net, game.heuristics, judge.seats)

    def __call__(self, state: State, seat: int) -> tuple[int, float]:
        known = self.game.state_from_view(self.game.view(state, seat))
        best = first_few(self.judge, known, seat, self.spec, self.rng)
        trial = look_ahead(self.judge, known, seat, best, self.rng, self.spec)
        move = int(trial.best())
        return move, trial.mean(list(trial.options).index(move))


def mean(all_weights: list[bytes]) -> bytes:
    columns = zip(*(array("d", weights) for weights in all_weights), strict=True)
    return array("d", [sum(column) / len(column) for column in columns]).tobytes()


class Clock:
    """Returns the seconds since the last call."""

    def __init__(self) -> None:
        self.now: Callable[[], float] = monotonic
        self.last = self.now()

    def __call__(self) -> float:
        before, self.last = self.last, self.now()
        return self.last - before


def rounds(progress: Progress, clock: Clock) -> Iterator[Progress]:
    """Continue the course, round by round."""
    course = progress.course
    with together(course.crew) as work:
        while not progress.over:
            shifts = [Shift(progress, number) for number in range(course.crew)]
            learnt = work(learn, shifts)
            seconds = progress.seconds + clock()
            done = progress.done + 1
            games = progress.games
            if not games and done == WARM:  # the speed is known: fix the number of games
                games = max(1, round(progress.minutes * 60 / seconds * done)) * (
                    course.crew * course.round
                )
            progress = msgspec.structs.replace(
                progress,
                games=games,
                done=done,
                seconds=seconds,
                off=sum(one.off for one in learnt) / len(learnt),
                weights=mean([one.weights for one in learnt]),
            )
            yield progress


# ------------------------------------------------------------------------------------- checkpoints
def keep(file: Path, progress: Progress) -> None:
    """Write a checkpoint. After a crash there is either the new one or the one before."""
    half = file.with_name(f"{file.name}.{os.getpid()}.part")
    with half.open("wb") as opened:
        opened.write(msgspec.msgpack.encode(progress))
        opened.flush()
        os.fsync(opened.fileno())
    half.replace(file)


def resumed(file: Path, course: Course, games: int, minutes: float) -> Progress:
    """The progress of this course in its checkpoint, or its beginning."""
    if not file.exists():
        return begin(course, games, minutes)
    try:
        found = msgspec.msgpack.decode(file.read_bytes(), type=Progress)
    except msgspec.MsgspecError:
        raise ValueError(f"{file} is no checkpoint; name another with --checkpoint") from None
    same = found.minutes == minutes and (minutes or found.games == games)
    if found.course != course or not same:
        raise ValueError(
            f"{file} belongs to another training ({command(found)}); "
            "remove it, or name another with --checkpoint"
        )
    inputs = width(load_game(course.game, None), course.seats)
    if len(found.weights) != 8 * ((inputs + 2) * course.hidden + 1):
        raise ValueError(f"{file} was made with other features; remove it")
    return found


def command(progress: Progress) -> str:
    """The command that makes the same net again, on a machine of any speed."""
    course = progress.course
    words = ["spinney", "train", course.game, "--seats", str(course.seats)]
    words += ["--games", str(progress.games)] if progress.games else []
    words += ["--seed", str(course.seed), "--crew", str(course.crew)]
    words += ["--hidden", str(course.hidden), "--round", str(course.round)]
    words += ["--most", str(course.most)] if course.most else []
    words += ["--rate", f"{course.rate:g}"] if course.rate else []
    words += ["--trust", f"{course.trust:g}"] if course.trust != TRUST else []
    words += ["--search", str(course.search)] if course.search else []
    for name, value in course.options.items():
        words += ["--option", f"{name}={value}"]
    for name, value in course.also.items():
        words += ["--also", f"{name}={value}"]
    return (f"{course.before} && " if course.before else "") + shlex.join(words)


# ------------------------------------------------------------------------------------------ a net
def candidate(file: Path, progress: Progress, accepted: str = "") -> None:
    """Write the trained net to a file."""
    course = progress.course
    game = load_game(course.game, None)
    inputs, mark = fingerprint(game, course.seats)
    weights = rounded(list(array("d", progress.weights)), inputs, course.hidden)
    head = Head(
        net=FORMAT,
        game=game.name,
        version=game.version,
        components=game.components,
        seats=course.seats,
        inputs=inputs,
        told=mark,
        hidden=course.hidden,
        low=progress.low,
        high=progress.high,
        games=progress.rounds * course.crew * course.round,
        seed=course.seed,
        command=command(progress),
        date=datetime.now(UTC).date().isoformat(),
        accepted=accepted,
        weights="",
    )
    write(file, head, packed(weights))


def rival(game: Game, seats: int) -> str:
    """The bot that a new net must beat: the shipped net, or the heuristics if there is none."""
    return "net" if shipped(game, seats) else "greedy"


def gate(course: Course, file: Path) -> Iterator[tuple[DealResult, Verdict]]:
    """Play deals between the new net and its rival. Yields each deal with the verdict so far."""
    game = load_game(course.game, None)
    names = [f"net:{file}", rival(game, course.seats)]
    setting = Setting(
        course.game, course.seats, names, DEALS, FIRST_SEED + course.seed, course.options
    )
    rates = []
    for played in results(setting, course.crew):
        rates.append(played.rate)
        verdict = sprt(rates, *BOUNDS)
        yield played, verdict
        if verdict.says:
            return


def ship(progress: Progress, accepted: str) -> Path:
    """Put the new net in the place of the old one."""
    course = progress.course
    target = place(load_game(course.game, None), course.seats)
    candidate(target, progress, accepted)
    return target
