"""What the instinct reaches: alone, and against random play."""

from __future__ import annotations

from statistics import mean, pstdev

import pytest

from spinney.core.chance import Rng
from spinney.core.game import awaited
from spinney.core.state import Moves, State
from spinney.games.evergreen import GAME


def played(seats: int, seed: int, greedy: tuple[int, ...]) -> State:
    """A game; whoever is not greedy plays at random."""
    table, rng, moves = GAME.start(GAME.options(), seats, seed), Rng(seed), Moves()
    while who := awaited(table):
        moves.of(table, who[0])
        clever = who[0] in greedy
        move = GAME.instinct.quick(table, who[0], moves, rng) if clever else moves.pick(rng)
        table.apply(who[0], move)
    return table


def alone(games: int) -> list[int]:
    return [played(1, seed, (0,)).points(0) for seed in range(games)]


def test_alone_it_ends_where_people_do() -> None:
    scores = alone(30)
    assert 135 < mean(scores) < 185
    assert sum(120 <= score <= 200 for score in scores) >= 28


@pytest.mark.slow
def test_alone_over_500_seeds() -> None:
    scores = sorted(alone(500))
    within = sum(120 <= score <= 200 for score in scores)
    print(f"\nmean {mean(scores):.1f}, spread {pstdev(scores):.1f}, from {scores[0]}", end=" ")
    print(
        f"over {scores[25]} (5 %) and {scores[475]} (95 %) to {scores[-1]}; {within} of 500 within"
    )
    assert 145 < mean(scores) < 180
    assert within >= 490


@pytest.mark.parametrize("seed", range(5))
def test_it_beats_random_play_by_far(seed: int) -> None:
    table = played(2, seed, (seed % 2,))
    assert table.points(seed % 2) > 2 * table.points(1 - seed % 2)
