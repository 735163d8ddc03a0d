"""What the heuristics reaches: alone, and against random play."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean, pstdev

import pytest

from spinney.core.game import seats_to_act
from spinney.core.rng import Rng
from spinney.core.state import Moves, State
from spinney.games.evergreen import GAME
from spinney.games.evergreen.heuristics import upper_bound
from spinney.games.evergreen.pieces import FINISH, WINTER
from spinney.games.evergreen.rules import Evergreen
from tests.games.evergreen.stories import Table, evergreen, new_game


def played(seats: int, seed: int, greedy: tuple[int, ...]) -> State:
    """A game; whoever is not greedy plays at random."""
    table, rng, moves = GAME.start(GAME.options(), seats, seed), Rng(seed), Moves()
    while who := seats_to_act(table):
        moves.of(table, who[0])
        clever = who[0] in greedy
        move = GAME.heuristics.quick_move(table, who[0], moves, rng) if clever else moves.pick(rng)
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


# ------------------------------------------------------------------------------------ what is left
def the_last_round(seed: int) -> Iterator[Evergreen]:
    """Alone, every table of the last round, with wild moves there; then the end."""
    table, rng, moves = new_game(seed, 1).state, Rng(seed), Moves()
    while table.to_act:
        moves.of(table, 0)
        last = table.season == WINTER and table.round == table.printed.rounds[WINTER] - 1
        if last:
            yield table.clone()
        clever = not last or rng.below(3) == 0
        table.apply(
            0, GAME.heuristics.quick_move(table, 0, moves, rng) if clever else moves.pick(rng)
        )
    yield table


@pytest.mark.parametrize("seed", range(60))
def test_nobody_gets_more_than_was_thought_possible(seed: int) -> None:
    *tables, end = the_last_round(seed)
    bounds = [upper_bound(table, 0) for table in tables]
    assert all(bound >= end.points(0) for bound in bounds)
    if tables[-1].gardeners[0].powered:  # nothing was left but to finish
        assert bounds[-1] == end.points(0)


def test_a_bound_tells_what_can_be_reached() -> None:
    """Two forests of one tree each, which a bush between them would join; the third is too far."""
    table = evergreen(
        seats=1,
        season="winter",
        round=1,
        card="wild-bush",
        planet="small@c1 small@e1 small@a5",
    ).do("act action=a", "stop")
    assert upper_bound(table.state, 0) == if_finished(table) + 2
    table.do("power", "bush space=d1")
    assert upper_bound(table.state, 0) == if_finished(table)


def if_finished(table: Table) -> int:
    state = table.state.clone()
    state.apply(0, FINISH)
    return state.points(0)
