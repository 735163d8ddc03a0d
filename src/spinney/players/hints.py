"""Hints: a few moves worth a thought, the chances of each, and why the first of them.

By rounds of the search that the levels use, never by the clock, and with dice that follow from the
view: who sees the same gets the same hint. How many rounds is reckoned from the choices that lie
ahead, so that it takes less than a second on one core. An ending that can be proved is proved.

The reason is a comparison of the score lines in the finished games behind the first move with those
behind the second. All its words stand here.
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

CHOICES: Final = 600_000 if build.compiled else 4_000  # looked at in all rounds together, about
FEWEST, MOST = (100, 3000) if build.compiled else (8, 30)  # rounds
DECISION: Final = 4  # choices that a decision costs by itself
STEPS: Final = 60_000 if build.compiled else 500  # for proving an ending
LINES: Final = 300  # finished games whose score is read line by line
SHOWN: Final = 4  # moves
SURELY: Final = 1.96  # standard errors: right 95 times in a hundred
WORTH_SAYING: Final = 0.5  # points
CLEAR: Final = 2.0  # standard errors that a reason must be worth
REASONS: Final = 2

OTHERS: Final = "the others"
REASON: Final = "{this}: {parts} than {that}."
LIKE: Final = "{this} and {that} promise much the same points."


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move, what it promises, and how far off that may be (95 %): the chance to win in per cent,
    alone points.
    """

    move: str
    promise: float
    give: float = 0.0


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """The best move first."""

    candidates: list[Candidate]
    because: str = ""
    alone: bool = False  # points are promised, not chances
    proved: bool = False  # the first one cannot be bettered


class Tried:
    """What came of the rounds that began with a move."""

    __slots__ = ("games", "lines", "points", "rounds", "squares", "worth")

    def __init__(self) -> None:
        self.rounds = 0
        self.worth = 0  # shares of victories, SURE each
        self.points = 0  # own ones
        self.squares = 0
        self.games = 0  # those whose lines were read
        self.lines: dict[str, tuple[float, float]] = {}  # by what they are for: points, squares

    def add(self, worth: int, points: int) -> None:
        self.rounds += 1
        self.worth += worth
        self.points += points
        self.squares += points * points

    def read(self, outcome: Outcome, seat: int) -> None:
        """A finished game, line by line; what the others got on average is a line, too."""
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
        """The mean, and how far off it may be."""
        n = self.rounds
        if alone:
            mean = self.points / n
            spread = max(0.0, self.squares / n - mean * mean)
            return mean, SURELY * sqrt(spread / n) if n > 1 else abs(mean)
        share = self.worth / SURE
        likely = (share + 2) / (n + 4)  # Agresti and Coull: honest near 0 and 1, too
        return 100 * share / n, 100 * SURELY * sqrt(likely * (1 - likely) / (n + 4))

    def line(self, about: str) -> tuple[float, float]:
        """Points for something: the mean, and the square of its standard error."""
        total, squares = self.lines.get(about, (0.0, 0.0))
        mean = total / self.games
        return mean, max(0.0, squares / self.games - mean * mean) / self.games


def advise(game: Game, view: Any) -> Hint:
    """What to think about in the place of whoever sees this."""
    table = game.state_from_view(view)
    alone = table.seats == 1
    seed = int.from_bytes(sha256(msgspec.json.encode(view)).digest()[:7], "big")
    tried = rounds(game, table, view.seat, Rng(seed))
    told: dict[int, tuple[float, float]] = {m: one.promise(alone) for m, one in tried.items()}
    endgame = prove(game, view, STEPS)
    if endgame is not None:
        told[endgame.choice] = (certain(endgame, table.seats), 0.0)
    # the surest first: what is promised at least
    order = sorted(told, key=lambda move: told[move][0] - told[move][1], reverse=True)
    if endgame is not None:
        order.remove(endgame.choice)
        order.insert(0, endgame.choice)
    shown = order[:SHOWN]
    candidates = [Candidate(game.verbs.format(move), *map(rounded, told[move])) for move in shown]
    return Hint(candidates, because(game, view, shown, tried), alone, endgame is not None)


def rounds(game: Game, table: State, seat: int, rng: Rng) -> dict[int, Tried]:
    """Rounds of guided tree search, by the move that each began with. The first few go to as many
    moves, the likeliest first: one move alone, however good, cannot be weighed.
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
    """How many rounds, by the choices ahead if all follow their heuristics."""
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
    """What a proof promises: points alone, else the chance to win in per cent."""
    if seats == 1:
        return endgame.gain / SURE
    share = endgame.gain / FINE / SURE
    return 50 * (1 + share) if seats == 2 else 100 * share


def rounded(number: float) -> float:
    return round(number, 1)


# --------------------------------------------------------------------------------------- the reason
def because(game: Game, view: Any, shown: list[int], tried: dict[int, Tried]) -> str:
    """One sentence: what speaks for the first move beside the second, then what against it."""
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
