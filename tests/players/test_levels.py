"""Levels: each game says how they think; the clock is kept; without it they repeat themselves."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import pytest

from spinney import players
from spinney.core import shelf
from spinney.core.game import Game, LevelSpec
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, lowest
from spinney.players.levels import LEVELS, NEVER, choose, thinking
from spinney.players.net_player import TOP, chosen
from spinney.players.search import SURE, Ending, Search, Trial
from tests.laws.playthroughs import duel
from tests.toy import BRAMBLE

GAMES = [*shelf.games().values(), BRAMBLE]


def opening(game: Game, seats: int, seed: int = 1) -> tuple[State, int]:
    """A table where somebody has a choice, not quite at the beginning. If the game ends before it
    comes to that: the last table with a choice.
    """
    state = game.start(game.options(), seats, seed)
    moves, rng, passed = Moves(), Rng(seed), 0
    last: tuple[State, int] | None = None
    while state.to_act:
        seat = lowest(state.to_act)
        options = moves.of(state, seat)
        if passed > 6 and len(options) > 3:
            return state, seat
        if len(options) > 1:
            last = state.clone(), seat
        state.apply(seat, game.heuristics.quick_move(state, seat, moves, rng))
        passed += 1
    assert last is not None, "nobody ever had a choice"
    return last


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_level_thinks_more_or_gives_less_away_than_the_one_below(game: Game) -> None:
    for seats in game.seats:
        ways = [thinking(number, game, seats) for number in LEVELS]
        assert (
            len(ways) == 6
            and ways[0].blunder_percent
            and not any(spec.blunder_percent for spec in ways[1:])
        )
        by_way: dict[str, tuple[int, int]] = {}
        for spec in ways[2:]:
            assert spec.iterations or spec.method == "net"
            assert not spec.tolerance or (spec.method == "net" and not spec.iterations)
            assert (spec.iterations, -spec.tolerance) > by_way.get(spec.method, (-1, 0))
            by_way[spec.method] = (spec.iterations, -spec.tolerance)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_levels_make_legal_moves_and_repeat_them(game: Game) -> None:
    for seats in game.seats:
        state, seat = opening(game, seats)
        view = game.view(state, seat)
        for number in LEVELS:
            few: dict[str, Any] = {"clock": False, "rounds": 8, "steps": 100}
            first, again = (choose(number, game, view, Rng(4), **few) for _ in range(2))
            assert first == again and first in Moves().of(state, seat)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_where_there_is_no_net_only_likely_moves_are_tried(game: Game) -> None:
    for seed in range(4):
        state, seat = opening(game, duel(game), seed)
        view = game.view(state, seat)
        rng = Rng(seed)
        trial = Trial(game.state_from_view(view), seat, game.heuristics.quick_move, rng)
        trial.shortlist(TOP, rng)
        assert chosen(game, view, Rng(seed), None, LevelSpec("net", TOP)) in list(trial.options)


def test_a_level_by_its_rounds_is_found_by_name() -> None:
    state, seat = opening(BRAMBLE, 2)
    view = BRAMBLE.view(state, seat)
    calm = players.find("level3:rounds")(BRAMBLE, view, Rng(2))
    assert calm == choose(3, BRAMBLE, view, Rng(2), clock=False)
    with pytest.raises(ValueError, match="no computer player 'greedy:rounds'"):
        players.find("greedy:rounds")


def test_a_trial_that_is_stopped_has_tried_all_equally() -> None:
    state, seat = opening(BRAMBLE, 2)
    table = BRAMBLE.state_from_view(BRAMBLE.view(state, seat))
    trial = Trial(table, seat, None, Rng(1))
    trial.halve(100_000, perf_counter())
    assert set(trial.tried) == {1}
    free, timed = (Trial(table, seat, None, Rng(1)) for _ in range(2))
    free.halve(200)
    timed.halve(200, NEVER)
    assert list(free.gained) == list(timed.gained) and sum(free.tried) > 100


def test_a_shortlist_begins_with_the_instinct() -> None:
    for game in shelf.games().values():
        state, seat = opening(game, duel(game))
        table = game.state_from_view(game.view(state, seat))
        trial = Trial(table, seat, game.heuristics.quick_move, Rng(6))
        every = set(trial.options)
        trial.shortlist(3, Rng(7))
        kept = list(trial.options)
        world = table.clone()
        world.determinize(Rng(7))
        moves = Moves()
        world.legal(seat, moves)
        few = min(3, len(every))
        assert len(set(kept)) == few and set(kept) <= every and len(trial.tried) == few
        likely = game.heuristics.quick_move(world, seat, moves, Rng(7))
        if all(likely == game.heuristics.quick_move(world, seat, moves, Rng(i)) for i in range(20)):
            assert kept[0] == likely  # where it is not drawn by lot


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_points_count_beside_victories(game: Game) -> None:
    """Who wins still has more, and a larger lead is worth more than a small one."""
    for seats in game.seats:
        if seats == 1:
            continue
        plain, keen = Ending(seats, None), Ending(seats, None)
        keen.points_weight = 40
        ahead: list[tuple[int, int]] = []
        for seed in range(12):
            state = game.start(game.options(), seats, seed)
            plain.play(state, Rng(seed))
            keen.judge(state)
            worth, points = list(keen.worth), [state.points(seat) for seat in range(seats)]
            assert all(0 <= one <= SURE for one in worth)
            winner = max(range(seats), key=lambda seat: plain.worth[seat])
            assert worth[winner] == max(worth)
            if seed > 5 and plain.worth[winner] == SURE:
                keen.wide = 1000  # so that all leads are on one scale
                keen.judge(state)
                ahead.append((2 * points[winner] - sum(sorted(points)[-2:]), keen.worth[winner]))
        ahead.sort()
        assert [worth for _, worth in ahead] == sorted(worth for _, worth in ahead)


def test_the_others_follow_their_instinct_while_all_decide_at_once() -> None:
    asked: list[tuple[int, int]] = []

    def policy(table: Any, seat: int, moves: Moves, rng: Rng) -> int:
        asked.append((seat, table.reveal_count))
        return BRAMBLE.heuristics.quick_move(table, seat, moves, rng)

    state = BRAMBLE.start(BRAMBLE.options(), 2, 3)
    assert state.to_act == 3
    on_the_way = set()
    for seed in range(10):
        search = Search(BRAMBLE.state_from_view(BRAMBLE.view(state, 0)), 0, policy, Rng(seed))
        search.run(100)
        asked.clear()
        world = search.table.clone()
        world.determinize(Rng(seed))
        search.descend(world)  # without playing on: whom it asks is asked on the way down the tree
        on_the_way |= set(asked)
    assert (1, state.reveal_count) in on_the_way


@pytest.mark.slow
def test_alone_to_be_ahead_is_what_counts() -> None:
    """Where a game has an aim of its own, reaching it is to win."""
    for game in shelf.games().values():
        if game.heuristics.solo_value is None:
            continue
        seen = set()
        for seed in range(40):
            state = game.start(game.options(), 1, seed)
            Ending(1, game.heuristics.quick_move if seed % 2 else None).play(state, Rng(seed))
            won = game.outcome(state).won
            assert (game.heuristics.solo_value(state, 0) > 0) == won
            seen.add(won)
        assert False in seen
