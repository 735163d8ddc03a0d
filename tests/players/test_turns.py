"""Where a turn is made of small decisions, a net is asked between turns only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spinney import players
from spinney.core import shelf
from spinney.core.inputs import EVERY_MOVE, Inputs
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, lowest
from spinney.players import net_files
from spinney.players.net_player import worth_weighing
from spinney.players.search import Ending
from spinney.players.td_learning import Learner, first_weights
from tests.laws.playthroughs import Case, playthrough
from tests.players.judges import SMALL, TOLD, some_judge


def number(case: Case, state: State) -> int:
    """Of the turn."""
    turn = case.game.heuristics.turn
    return EVERY_MOVE if turn is None else turn(state)


TURNS = [case for case in TOLD if number(case, case.start(1)) != EVERY_MOVE]


def finished_by_hand(case: Case, table: State, seat: int, move: int, rng_state: int) -> State:
    """The table after a move and the rest of the turn, as the heuristics plays it."""
    quick = case.game.heuristics.quick_move
    state, rng, moves = table.clone(), Rng(rng_state), Moves()
    state.rng_state = rng_state
    state.apply(seat, move)
    while state.to_act and number(case, state) == number(case, table):
        moves.clear()
        state.legal(lowest(state.to_act), moves)
        state.apply(lowest(state.to_act), quick(state, lowest(state.to_act), moves, rng))
    return state


@pytest.mark.parametrize("case", TURNS, ids=str)
def test_a_move_is_worth_what_the_table_is_worth_after_the_turn(case: Case) -> None:
    judge = some_judge(case.game, case.seats)
    small = 0  # decisions after which the turn was not over
    for moment in list(playthrough(case, 2))[::9]:
        table, seat = moment.before, moment.seat
        turn = judge.number(table)
        assert turn == number(case, table)
        for move in Moves().of(table, seat)[:3]:
            state = finished_by_hand(case, table, seat, move, 7)
            assert not state.to_act or number(case, state) != turn
            assert judge.after(table, seat, move, 7, turn) == judge.logit(state, seat)
            at_once = table.clone()
            at_once.apply(seat, move)
            small += at_once.to_act != 0 and number(case, at_once) == turn
    assert small


@pytest.mark.parametrize("case", TURNS, ids=str)
def test_a_learner_keeps_what_is_seen_between_turns(case: Case) -> None:
    told: list[tuple[int, int]] = []  # the turn, and the seat
    met: list[int] = []

    def spy(state: Any, seat: int, inputs: Inputs) -> None:
        assert case.game.heuristics.features is not None
        case.game.heuristics.features(state, seat, inputs)
        told.append((number(case, state), seat))

    def named(state: Any) -> int:
        if not met or met[-1] != number(case, state):
            met.append(number(case, state))
        return met[-1]

    inputs = net_files.width(case.game, case.seats)
    weights = list(first_weights(inputs, SMALL, Rng(1)))
    heuristics = replace(case.game.heuristics, features=spy, turn=named)
    learner = Learner(heuristics, case.seats, 0, inputs, SMALL, weights, 0, 50)
    learner.play(case.start(1), Rng(1), 10_000, 0.0, 0.7)  # by lot: nothing is told to choose
    assert len(told) == len(learner.starts) - 1 and len(met) > 5
    assert told == [(turn, seat) for turn in met[1:] for seat in range(case.seats)]


@pytest.mark.parametrize("case", TURNS, ids=str)
def test_a_game_is_cut_short_between_turns(case: Case) -> None:
    game = case.game
    for patience in range(1, 8):
        numbers: list[int] = []

        def spied(state: Any, seat: int, moves: Moves, rng: Rng) -> int:
            numbers.append(number(case, state))  # noqa: B023
            return game.heuristics.quick_move(state, seat, moves, rng)

        ending = Ending(case.seats, spied)
        ending.net = some_judge(game, case.seats)
        ending.patience = patience
        state = case.start(patience)
        ending.play(state, Rng(1))
        assert len(numbers) <= patience
        assert not state.to_act or number(case, state) != numbers[-1]


def test_of_very_many_moves_the_likeliest_are_weighed() -> None:
    game, most, cut = shelf.find("undergrove"), 10, 0
    judge, rng, moves = some_judge(game, 2), Rng(1), Moves()
    state = game.start(game.options(), 2, 1)
    while state.to_act:
        seat = lowest(state.to_act)
        table = game.state_from_view(game.view(state, seat))
        found = worth_weighing(judge, table, seat, most, rng).listed()
        there = moves.of(table, seat)
        assert len(found) == len(set(found)) == min(len(there), most) and set(found) <= set(there)
        likely = {game.heuristics.quick_move(table, seat, moves, Rng(i)) for i in range(9)}
        assert likely & set(found)
        cut += len(there) > most
        state.apply(seat, likely.pop())
    assert cut > 10


def test_a_net_does_not_put_off_the_end_for_ever() -> None:
    """Who has dallied long enough follows the heuristics, as levels do."""
    game = shelf.find("undergrove")
    late = replace(game, heuristics=replace(game.heuristics, stalled=lambda table, seat: True))
    state = game.start(game.options(), 2, 1)
    apart = 0
    for number in range(30):
        view = game.view(state, lowest(state.to_act))
        by_heuristics = players.greedy(game, view, Rng(number))
        assert players.find("net")(late, view, Rng(number)) == by_heuristics
        apart += players.find("net")(game, view, Rng(number)) != by_heuristics
        state.apply(lowest(state.to_act), by_heuristics)
    assert apart
