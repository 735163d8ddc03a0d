"""Ratings, intervals and the sequential test, against what is known or can be computed."""

from __future__ import annotations

from random import Random

import pytest

from spinney.lab.ratings import Duel, bootstrap, bradley_terry, elo, expected, rated, sprt


def duels(strengths: list[float], met: int) -> list[Duel]:
    """Results exactly as the strengths foretell them."""
    pairs = [(i, j) for i in range(len(strengths)) for j in range(i + 1, len(strengths))]
    return [Duel(i, j, met * expected(strengths[i] - strengths[j]), met) for i, j in pairs]


def test_ratings_are_those_the_results_came_from() -> None:
    strengths = [0.0, 120.0, -75.0, 300.0]
    assert bradley_terry(4, duels(strengths, 100_000)) == pytest.approx(strengths, abs=0.5)


def test_a_player_who_never_lost_still_has_a_rating() -> None:
    first, second = bradley_terry(2, [Duel(0, 1, 10, 10)])
    assert first == 0 and -600 < second < -400


def test_players_who_never_met_are_compared_through_others() -> None:
    chain = [Duel(0, 1, 24_000, 100_000), Duel(1, 2, 24_000, 100_000)]
    found = bradley_terry(3, chain)
    assert found[2] == pytest.approx(2 * found[1], abs=0.5) and found[1] > 0


def test_rates_and_differences_are_inverse() -> None:
    assert expected(0) == 0.5 and elo(0.5) == 0
    assert elo(expected(137)) == pytest.approx(137)


def test_an_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = Random(5)
    covered = 0
    for number in range(200):
        found = bootstrap([float(rng.random() < 0.6) for _ in range(100)], seed=number)
        covered += found.low <= 0.6 <= found.high
    assert 180 <= covered <= 199  # 95 % of 200 is 190; one interval in twenty must miss


def test_deals_are_drawn_whole() -> None:
    """Ten deals that say the same thing a hundred times are ten observations, not a thousand."""
    rng = Random(1)
    results = [rng.random() < 0.5 for _ in range(10)]
    clustered = [[Duel(0, 1, 100.0 * won, 100.0)] for won in results]
    free = [[Duel(0, 1, float(won), 1.0)] for won in results for _ in range(100)]
    wide, narrow = rated(2, clustered)[1], rated(2, free)[1]
    assert wide.high - wide.low > 3 * (narrow.high - narrow.low)


@pytest.mark.parametrize(("true", "says"), [(0.0, "not stronger"), (40.0, "stronger")])
def test_the_sequential_test_seldom_errs(true: float, says: str) -> None:
    rng, right = Random(7), 0
    for _ in range(60):
        deals: list[float] = []
        while not (verdict := sprt(deals, 0, 40)).says:
            pair = (rng.random() < expected(true)) + (rng.random() < expected(true))
            deals.append(pair / 2)
        right += verdict.says == says
    assert right >= 53  # 95 % of 60 is 57


def test_the_test_stays_open_at_first() -> None:
    assert sprt([], 0, 40).says == sprt([1.0], 0, 40).says == sprt([1.0] * 3, 0, 40).says == ""
