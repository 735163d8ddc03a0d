"""Learning nets: games against oneself on every core, and a test that a new net must pass.

Learners work side by side in rounds. In each they all begin with the same weights and play their
own games; then the mean of their weights goes into the next round. So everything follows from the
seed, the number of games and the number of learners. After every round the weights are written
down, and whoever is interrupted goes on from there.
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
from spinney.players.net_files import FORMAT, Head, packed, place, read, shipped, told, width, write
from spinney.players.net_player import TOP, first_few, look_ahead
from spinney.players.seeding import SALT
from spinney.players.td_learning import Learner, first_weights, rounded

WARM = 2  # rounds before the rates begin to fall; they also show how fast this machine is
SETTLE = 50  # games after which a learner plays by what it has learnt meanwhile
RATE = (3.0, 0.1)  # how far weights move, at first and at last
WANDER = (1000, 50)  # moves in ten thousand that are made by lot
LATER_RATE = (0.3, 0.05)  # of a net that has learnt already, and now looks ahead
LATER_WANDER = (200, 50)
TRUST = 0.7  # lambda: how much more the end counts than what the net says on the way
LOOKED_AT = 60  # games by heuristics that say what points to expect of a game for one
FURTHER = 2  # … and how far beyond their range a net may see, in ranges
BOUNDS = (0.0, 20.0)  # Elo: what the gate tells apart
DEALS = 3000  # and after how many deals it gives up
FIRST_SEED = 1 << 40  # of the gate: nothing was learnt from these deals


class Course(msgspec.Struct, frozen=True):
    """What is learnt, all by name: another process, or another day, can make the same of it."""

    game: str
    seats: int
    seed: int
    hidden: int
    crew: int  # learners side by side
    round: int  # games of each of them in a round
    most: int  # moves weighed in a position, 0 for all
    options: dict[str, str] = {}
    search: int = 0  # rounds of looking ahead at each decision
    before: str = ""  # what made the net that it begins with
    also: dict[str, str] = {}  # options of every second game, beside those
    rate: float = 0.0  # how far weights move at first; 0: as usual
    trust: float = TRUST


class Progress(msgspec.Struct, frozen=True):
    """Where a course stands: a checkpoint."""

    course: Course
    games: int  # to be played
    minutes: float  # asked for; 0: the games were
    done: int  # rounds
    seconds: float
    off: float  # how far the net was off in the last round, squared
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
    """Nothing more can be learnt from these weights; the text says why."""


class Learnt(msgspec.Struct, frozen=True):
    weights: bytes
    off: float


# ---------------------------------------------------------------------------------------- learning
def begin(course: Course, games: int, minutes: float) -> Progress:
    game = load_game(course.game, None)
    game.check_seats(course.seats)
    inputs = width(game, course.seats)
    if not inputs:
        raise ValueError(f"{course.game} tells nets nothing: it has no features.py")
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
    """The net that a course with looking ahead begins with: the game's own."""
    game = load_game(course.game, None)
    game.check_seats(course.seats)
    if course.seats == 1:
        raise ValueError("alone, looking ahead has no word that a net could learn")
    if shipped(game, course.seats) is None:
        raise ValueError(f"{course.game} has no net for {course.seats} yet: train without --search")
    return read(place(game, course.seats))


def later(course: Course) -> Course:
    """A course with looking ahead, as large as the net it begins with."""
    head, _ = first_net(course)
    return msgspec.structs.replace(course, hidden=head.hidden, before=head.command)


def scale(game: Game, course: Course) -> tuple[int, int]:
    """Alone: what will count as nothing and as everything, by what heuristics reaches."""
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
    """Between its ends, by how far the course has come; each step by the same factor."""
    first, last = ends
    if progress.done < WARM:
        return first
    part = (progress.done - WARM) / max(1, progress.rounds - WARM)
    return float(first * (last / first) ** part)


def learn(shift: Shift) -> Learnt:
    """One learner, one round."""
    progress, course = shift.progress, shift.progress.course
    game = load_game(course.game, None)
    # a net that met one way of playing only is lost in another
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
            learner.think = Thought(game, learner, course.search, Rng(seed ^ ~SALT))
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


class Thought:
    """How a learner looks ahead: from the view of the seat, as a player would."""

    def __init__(self, game: Game, learner: Learner, rounds: int, rng: Rng) -> None:
        self.game, self.way, self.rng = game, LevelSpec("net", rounds, TOP), rng
        judge = learner.judge
        self.judge = Judge(judge.net, game.heuristics, judge.seats)

    def __call__(self, state: State, seat: int) -> tuple[int, float]:
        recalled = self.game.state_from_view(self.game.view(state, seat))
        best = first_few(self.judge, recalled, seat, self.way, self.rng)
        trial = look_ahead(self.judge, recalled, seat, best, self.rng, self.way)
        move = int(trial.best())
        return move, trial.mean(list(trial.options).index(move))


def mean(all_weights: list[bytes]) -> bytes:
    columns = zip(*(array("d", weights) for weights in all_weights), strict=True)
    return array("d", [sum(column) / len(column) for column in columns]).tobytes()


class Clock:
    """Seconds since it was last asked."""

    def __init__(self) -> None:
        self.now: Callable[[], float] = monotonic
        self.last = self.now()

    def __call__(self) -> float:
        before, self.last = self.last, self.now()
        return self.last - before


def rounds(progress: Progress, clock: Clock) -> Iterator[Progress]:
    """The course, round by round, from where it stands."""
    course = progress.course
    with together(course.crew) as work:
        while not progress.over:
            shifts = [Shift(progress, number) for number in range(course.crew)]
            learnt = work(learn, shifts)
            seconds = progress.seconds + clock()
            done = progress.done + 1
            games = progress.games
            if not games and done == WARM:  # from now on the number of games is the measure
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
    """The whole checkpoint, or the one before."""
    half = file.with_name(f"{file.name}.{os.getpid()}.part")
    with half.open("wb") as opened:
        opened.write(msgspec.msgpack.encode(progress))
        opened.flush()
        os.fsync(opened.fileno())
    half.replace(file)


def resumed(file: Path, course: Course, games: int, minutes: float) -> Progress:
    """Where this course stopped, or its beginning."""
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
        raise ValueError(f"{file} was made when nets were told something else; remove it")
    return found


def command(progress: Progress) -> str:
    """What makes the same net again, on a machine of any speed."""
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
    """The net that was learnt, as a file."""
    course = progress.course
    game = load_game(course.game, None)
    inputs, mark = told(game, course.seats)
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
    """Whom a new net must beat: the shipped one, or the heuristics where there is none."""
    return "net" if shipped(game, seats) else "greedy"


def gate(course: Course, file: Path) -> Iterator[tuple[DealResult, Verdict]]:
    """Deal after deal between the new net and the old; the verdict so far."""
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
    """The new net takes the old one's place."""
    course = progress.course
    target = place(load_game(course.game, None), course.seats)
    candidate(target, progress, accepted)
    return target
