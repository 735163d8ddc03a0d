"""Hints: a few good moves, the chances of each, and a reason for the first.

A hint uses the same search as the levels, with a fixed number of iterations, and random numbers
that follow from the view. So the same view always gets the same hint. The number of iterations is
estimated from the number of choices ahead, so that a hint takes less than a second on one core. If
the ending can be proved, it is.

The reason compares the score lines of the playouts of the first move with those of the second. All
its words are in this file.
"""

from __future__ import annotations

from hashlib import sha256
from math import sqrt
from typing import Any, Final

import msgspec

from spinney.core import build
from spinney.core.game import Game, Outcome
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, lowest
from spinney.players.endings import FINE, Endgame
from spinney.players.levels import CURIOSITY, FRESH, prove
from spinney.players.search import ALWAYS, SURE, Search

CHOICES: Final = 600_000 if build.compiled else 4_000  # in all iterations together, roughly
FEWEST, MOST = (100, 3000) if build.compiled else (8, 30)  # iterations
DECISION: Final = 4  # the fixed cost of a decision, as a number of choices
STEPS: Final = 60_000 if build.compiled else 500  # for proving an ending
LINES: Final = 300  # playouts whose score lines are used
SHOWN: Final = 4  # moves
SURELY: Final = 1.96  # standard errors: right 95 times in a hundred
WORTH_SAYING: Final = 0.5  # points: a smaller difference is not mentioned
CLEAR: Final = 2.0  # standard errors: nor is a less certain one
REASONS: Final = 2

OTHERS: Final = "the others"
REASON: Final = "{this}: {parts} than {that}."
LIKE: Final = "{this} and {that} promise much the same points."


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move with its chance to win in per cent (in solo games its points). `give` is half of the
    95 % interval.
    """

    move: str
    promise: float
    give: float = 0.0


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """The best move first."""

    candidates: list[Candidate]
    because: str = ""
    alone: bool = False  # a solo game: the figures are points
    proved: bool = False  # no move is better than the first


class Tried:
    """The results of the iterations that began with a move."""

    __slots__ = ("games", "lines", "points", "rounds", "squares", "worth")

    def __init__(self) -> None:
        self.rounds = 0
        self.worth = 0  # the sum of the shares of victory; a whole victory is SURE
        self.points = 0  # the sum of the seat's points
        self.squares = 0
        self.games = 0  # playouts whose score lines were used
        self.lines: dict[str, tuple[float, float]] = {}  # sums of points and squares, by reason

    def add(self, worth: int, points: int) -> None:
        self.rounds += 1
        self.worth += worth
        self.points += points
        self.squares += points * points

    def read(self, outcome: Outcome, seat: int) -> None:
        """Add the score lines of a playout. The average of the others' scores is a line, too."""
        self.games += 1
        found: dict[str, float] = {}
        for line in outcome.lines[seat]:
            about = line.about or line.text
            found[about] = found.get(about, 0.0) + line.points
        if len(outcome.scores) > 1:
            rest = sum(outcome.scores) - outcome.scores[seat]
            found[OTHERS] = rest / (len(outcome.scores) - 1)
        for about, points in found.items():
            total, squares = self.lines.get(about, (0.0, 0.0))
            self.lines[about] = (total + points, squares + points * points)

    def promise(self, alone: bool) -> tuple[float, float]:
        """The mean, and half of its 95 % interval."""
        n = self.rounds
        if alone:
            mean = self.points / n
            spread = max(0.0, self.squares / n - mean * mean)
            return mean, SURELY * sqrt(spread / n) if n > 1 else abs(mean)
        share = self.worth / SURE
        likely = (share + 2) / (n + 4)  # Agresti and Coull: correct near 0 and 1, too
        return 100 * share / n, 100 * SURELY * sqrt(likely * (1 - likely) / (n + 4))

    def line(self, about: str) -> tuple[float, float]:
        """The mean points of a score line, and the square of the standard error."""
        total, squares = self.lines.get(about, (0.0, 0.0))
        mean = total / self.games
        return mean, max(0.0, squares / self.games - mean * mean) / self.games


def advise(game: Game, view: Any) -> Hint:
    """A hint for the seat that has this view."""
    table = game.state_from_view(view)
    alone = table.seats == 1
    seed = int.from_bytes(sha256(msgspec.json.encode(view)).digest()[:7], "big")
    tried = rounds(game, table, view.seat, Rng(seed))
    promises: dict[int, tuple[float, float]] = {m: one.promise(alone) for m, one in tried.items()}
    endgame = prove(game, view, STEPS)
    if endgame is not None:
        promises[endgame.choice] = (certain(endgame, table.seats), 0.0)
    # Ordered by the lower end of the interval.
    order = sorted(promises, key=lambda move: promises[move][0] - promises[move][1], reverse=True)
    if endgame is not None:
        order.remove(endgame.choice)
        order.insert(0, endgame.choice)
    shown = order[:SHOWN]
    candidates = [
        Candidate(game.verbs.format(move), *map(rounded, promises[move])) for move in shown
    ]
    return Hint(candidates, because(game, view, shown, tried), alone, endgame is not None)


def rounds(game: Game, table: State, seat: int, rng: Rng) -> dict[int, Tried]:
    """Iterations of guided tree search, by the move that each began with. Each of the first few
    iterations tries a new move, the likeliest first, so that there is something to compare with.
    """
    number = enough(game, table, rng)
    every = -(-number // LINES)
    search = Search(table, seat, game.heuristics.quick_move, rng, FRESH, CURIOSITY)
    tried: dict[int, Tried] = {}
    for i in range(number):
        search.fresh = ALWAYS if i < SHOWN else FRESH
        search.run(1)
        one = tried.setdefault(search.tree.move[search.path[0]], Tried())
        one.add(search.ending.worth[seat], search.last.points(seat))
        if i % every == 0 or not one.games:
            one.read(game.outcome(search.last), seat)
    return tried


def enough(game: Game, table: State, rng: Rng) -> int:
    """How many iterations, estimated from the choices ahead if everybody follows the heuristics."""
    state, moves, choices = table.clone(), Moves(), 1
    state.determinize(rng)
    while state.to_act:
        seat = lowest(state.to_act)
        moves.clear()
        state.legal(seat, moves)
        choices += moves.count + DECISION
        state.apply(seat, game.heuristics.quick_move(state, seat, moves, rng))
    return min(max(CHOICES // choices, FEWEST), MOST)


def certain(endgame: Endgame, seats: int) -> float:
    """The chance to win in per cent that a proof gives; in solo games the points."""
    if seats == 1:
        return endgame.gain / SURE
    share = endgame.gain / FINE / SURE
    return 50 * (1 + share) if seats == 2 else 100 * share


def rounded(number: float) -> float:
    return round(number, 1)


# --------------------------------------------------------------------------------------- the reason
def because(game: Game, view: Any, shown: list[int], tried: dict[int, Tried]) -> str:
    """One sentence: what the first move gains and loses compared with the second."""
    if len(shown) < 2 or shown[0] not in tried:
        return ""
    first, second = tried[shown[0]], tried[shown[1]]
    if not first.games or not second.games:
        return ""
    found: list[tuple[float, str]] = []
    for about in sorted({*first.lines, *second.lines}):
        (mine, vague), (other, more_vague) = first.line(about), second.line(about)
        apart = mine - other
        if abs(apart) >= max(WORTH_SAYING, CLEAR * sqrt(vague + more_vague)):
            found.append((apart, about))
    found.sort(key=lambda one: (not good(*one), -abs(one[0])))
    this, that = [game.words.move(view, move) for move in shown[:2]]
    if not found or not good(*found[0]):
        return LIKE.format(this=this, that=that)
    parts = [part(apart, about, first=not i) for i, (apart, about) in enumerate(found[:REASONS])]
    return REASON.format(this=this, that=that, parts=", ".join(parts))


def good(apart: float, about: str) -> bool:
    return (apart > 0) != (about == OTHERS)


def part(apart: float, about: str, *, first: bool) -> str:
    points = f"{abs(apart):.0f}" if abs(apart) >= 1.95 else f"{abs(apart):.1f}".removesuffix(".0")
    unit = "" if not first else " point" if points == "1" else " points"
    how = "more" if apart > 0 else "fewer"
    return f"{points}{unit} {how} {'for' if about == OTHERS else 'from'} {about}"
