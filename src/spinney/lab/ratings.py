"""Statistics of results: rates with intervals, ratings, and a test that tells when to stop.

The games of a deal are not independent, because the deal may favour a seat. So everything here
counts deals: intervals resample whole deals (bootstrap), and the sequential test takes a deal's
games together.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log10, sqrt
from random import Random
from typing import NamedTuple

SURENESS = 0.95
DRAWS = 1000  # bootstrap samples
SCALE = 400 / log(10)  # natural units to Elo


class Interval(NamedTuple):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


def bootstrap(deals: Sequence[float], seed: int = 0) -> Interval:
    """The mean over the deals, with its interval. `deals` has one figure for each deal."""
    if not deals:
        return Interval(0.0, 0.0, 0.0)
    rng = Random(seed)
    n = len(deals)
    means = sorted(sum(rng.choices(deals, k=n)) / n for _ in range(DRAWS))
    return Interval(sum(deals) / n, *edges(means))


def edges(sample: Sequence[float]) -> tuple[float, float]:
    out = round(len(sample) * (1 - SURENESS) / 2)
    return sample[out], sample[-1 - out]


# --------------------------------------------------------------------------------------- ratings
class Duel(NamedTuple):
    """How often one player finished before another in a deal, and how often they met."""

    one: int
    other: int
    won: float
    met: float


def bradley_terry(players: int, duels: Sequence[Duel]) -> list[float]:
    """Ratings in Elo that explain the duels best; player 0 has 0.

    Half a victory and half a defeat are added for every pair that has met, so that a player who
    never lost has a finite rating.
    """
    won = [[0.0] * players for _ in range(players)]
    for duel in duels:
        won[duel.one][duel.other] += duel.won
        won[duel.other][duel.one] += duel.met - duel.won
    for i in range(players):
        for j in range(players):
            if i < j and won[i][j] + won[j][i]:
                won[i][j] += 0.5
                won[j][i] += 0.5
    strength = [0.0] * players  # in natural units
    for _ in range(400):
        change = 0.0
        for i in range(players):
            met = [(j, won[i][j] + won[j][i]) for j in range(players) if won[i][j] + won[j][i]]
            if not met:
                continue
            expected = [(n, 1 / (1 + exp(strength[j] - strength[i]))) for j, n in met]
            surplus = sum(won[i]) - sum(n * p for n, p in expected)
            slope = sum(n * p * (1 - p) for n, p in expected)
            step = max(-1.0, min(1.0, surplus / slope))
            strength[i] += step
            change = max(change, abs(step))
        if change < 1e-9:
            break
    return [SCALE * (one - strength[0]) for one in strength]


def rated(players: int, deals: Sequence[Sequence[Duel]], seed: int = 0) -> list[Interval]:
    """Ratings with their intervals, by resampling the deals."""
    rng = Random(seed)
    found = bradley_terry(players, [duel for deal in deals for duel in deal])
    draws = []
    for _ in range(DRAWS // 5):
        again = rng.choices(deals, k=len(deals))
        draws.append(bradley_terry(players, summed([duel for deal in again for duel in deal])))
    spans = [edges(sorted(draw[i] for draw in draws)) for i in range(players)]
    return [Interval(value, *span) for value, span in zip(found, spans, strict=True)]


def summed(duels: Sequence[Duel]) -> list[Duel]:
    sums: dict[tuple[int, int], tuple[float, float]] = {}
    for duel in duels:
        won, met = sums.get((duel.one, duel.other), (0.0, 0.0))
        sums[duel.one, duel.other] = won + duel.won, met + duel.met
    return [Duel(one, other, won, met) for (one, other), (won, met) in sums.items()]


def elo(rate: float) -> float:
    """The difference in rating that corresponds to a rate of victories."""
    rate = min(1 - 1e-6, max(1e-6, rate))
    return 400 * log10(rate / (1 - rate))


def expected(difference: float) -> float:
    """The rate of victories that corresponds to a difference in rating."""
    return 1 / (1 + 10 ** (-difference / 400))


# ----------------------------------------------------------------------------- when is it enough?
class Verdict(NamedTuple):
    """The state of a sequential test: the log of the likelihood ratio, and the answer."""

    ratio: float
    says: str  # "stronger", "not stronger", or "" while it is open


def sprt(deals: Sequence[float], low: float, high: float, risk: float = 0.05) -> Verdict:
    """Is a player `high` Elo better than another, rather than only `low`?

    `deals` has the rate of victories of each deal, which was played in every seat. This is a
    generalised sequential probability ratio test with the sample variance (Van den Bergh).
    """
    n = len(deals)
    if n < 2:
        return Verdict(0.0, "")
    mean = sum(deals) / n
    # Adds a quarter of a deal's variance, so that a run of equal results does not look certain.
    variance = (sum((deal - mean) ** 2 for deal in deals) + 0.25) / n
    a, b = expected(low), expected(high)
    ratio = n * (b - a) * (2 * mean - a - b) / (2 * variance)
    bound = log((1 - risk) / risk)
    says = "stronger" if ratio > bound else "not stronger" if ratio < -bound else ""
    return Verdict(ratio, says)


def spread(values: Sequence[float]) -> float:
    """The standard deviation of a sample."""
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
