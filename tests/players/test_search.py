"""Searching: it finds what is there, knows no more than its seat, and repeats itself."""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter

import pytest

from spinney import players
from spinney.core import build, shelf
from spinney.core.game import Game
from spinney.core.rng import Rng
from spinney.core.state import Moves, State
from spinney.players.levels import LEVELS, choose
from spinney.players.search import SURE, Ending, Search, Trial
from tests.laws.playthroughs import Case, cases, cases_of, each_option_once, playthrough
from tests.toy import BRAMBLE

POSITIONS, WORLDS, ROUNDS = 12, 4, 30  # of each case
TOYS = cases_of(BRAMBLE, "tests.toy.table")
CASES = each_option_once([*cases(), *TOYS])


def positions(case: Case, number: int) -> list[tuple[State, int]]:
    """Tables with the seat that must decide there, spread over a few playthroughs."""
    found: list[tuple[State, int]] = []
    for seed in range(number):
        moments = list(playthrough(case, seed))
        step = max(1, len(moments) // 4)
        found += [(moment.before, moment.seat) for moment in moments[seed % step :: step]]
    return found[:: max(1, len(found) // number)][:number]


def thoughts(game: Game, view: object, seat: int, rounds: int) -> list[object]:
    """Everything both searches make of a view."""
    search = Search(game.state_from_view(view), seat, None, Rng(3))
    search.run(rounds)
    tree = search.tree
    trial = Trial(game.state_from_view(view), seat, game.heuristics.quick_move, Rng(4))
    trial.halve(rounds)
    return [
        search.best(),
        [(tree.move[i], tree.visits[i], tree.value[i]) for i in range(len(tree.move))],
        trial.best(),
        [(trial.options[i], trial.gained[i]) for i in range(len(trial.options))],
    ]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_peeking(case: Case) -> None:
    """What a seat cannot know is changed; nothing in its search may change."""
    for number, (state, seat) in enumerate(positions(case, POSITIONS)):
        thought = thoughts(case.game, case.game.view(state, seat), seat, ROUNDS)
        for world in range(WORLDS):
            resample_hidden = case.resample_hidden(state.clone(), seat, Rng(number * 100 + world))
            assert (
                thoughts(case.game, case.game.view(resample_hidden, seat), seat, ROUNDS) == thought
            )


@pytest.mark.parametrize("case", TOYS, ids=str)
def test_a_search_leaves_its_table_alone(case: Case) -> None:
    state, seat = positions(case, 1)[0]
    table = case.game.state_from_view(case.game.view(state, seat))
    before = Moves().of(table, seat)
    search = Search(table, seat, None, Rng(1))
    search.run(50)
    assert Moves().of(table, seat) == before and table.rng_state == 0


@pytest.mark.parametrize("game", [*shelf.games().values(), BRAMBLE], ids=lambda game: game.name)
def test_rewards_are_shares_of_one_victory(game: Game) -> None:
    for seats in game.seats:
        ending = Ending(seats, None)
        for seed in range(5):
            ending.play(game.start(game.options(), seats, seed), Rng(seed))
            worth = list(ending.worth)
            assert all(0 <= one <= SURE for one in worth)
            if seats > 1:
                assert SURE - seats < sum(worth) <= SURE


@pytest.mark.parametrize("game", [*shelf.games().values(), BRAMBLE], ids=lambda game: game.name)
def test_the_last_decision_is_the_best_one(game: Game) -> None:
    """Where one move is left in a game without hidden chance after it, trying each shows all."""
    looked = 0
    seats = max(2, game.seats[0])
    case = next(case for case in CASES if case.game is game and case.seats == seats)
    for seed in range(60):
        *_, last = playthrough(case, seed)
        table = game.state_from_view(game.view(last.before, last.seat))
        options = Moves().of(table, last.seat)
        ends = {}
        for move in options:
            after = table.clone()
            after.determinize(Rng(1))
            after.apply(last.seat, move)
            if not after.to_act:
                ends[move] = after.rank_key(last.seat) - max(
                    after.rank_key(seat) for seat in range(seats) if seat != last.seat
                )
        if len(ends) < 2 or len(ends) < len(options):
            continue
        looked += 1
        search = Search(table, last.seat, None, Rng(seed))
        search.run(200)
        trial = Trial(table, last.seat, None, Rng(seed))
        trial.halve(200)
        won = max(ends.values()) > 0
        assert (ends[search.best()] > 0) == won and (ends[trial.best()] > 0) == won
    assert looked or game.name != "bramble"


def test_a_trial_spends_its_rounds_on_the_best() -> None:
    case = TOYS[0]
    state, seat = next(
        (state, seat) for state, seat in positions(case, 40) if len(Moves().of(state, seat)) > 3
    )
    trial = Trial(case.game.state_from_view(case.game.view(state, seat)), seat, None, Rng(2))
    trial.halve(400)
    tried = sorted(trial.tried, reverse=True)
    assert 200 <= sum(tried) <= 400 and tried[0] > 2 * tried[-1]


SCRIPT = """
import sys
from time import perf_counter
from spinney.core import build, shelf
from spinney.core.rng import Rng
from spinney import players
for game in shelf.games().values():
    for seats in game.seats:
        state = game.start(game.options(), seats, 5)
        for number in range(2):
            seat = next(seat for seat in range(seats) if state.to_act >> seat & 1)
            view = game.view(state, seat)
            chosen = [players.find(name)(game, view, Rng(number)) for name in sys.argv[1:]]
            print(game.name, seats, number, chosen)
            state.apply(seat, chosen[0])
"""


@pytest.mark.slow
@pytest.mark.skipif(not build.compiled, reason="there is only one build here")
def test_both_builds_think_the_same() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, "flat100", "ismcts100"],
            env={**os.environ, "SPINNEY_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for pure in ("0", "1")
    ]
    assert told[0] == told[1] and len(told[0].splitlines()) >= 6


def test_searching_beats_chance() -> None:
    """On the toy, whose heuristics says little."""
    game, won, games = BRAMBLE, 0.0, 0
    for seed in range(12):
        for turn in range(2):
            state = game.start(game.options(), 2, seed)
            minds = [players.ismcts(100), players.at_random]
            rng = [Rng(seed), Rng(seed + 1)]
            while state.to_act:
                seat = next(seat for seat in range(2) if state.to_act >> seat & 1)
                view = game.view(state, seat)
                state.apply(seat, minds[seat ^ turn](game, view, rng[seat]))
            ours, theirs = state.rank_key(turn), state.rank_key(1 - turn)
            won += (ours > theirs) + 0.5 * (ours == theirs)
            games += 1
    assert won / games > 0.7


@pytest.mark.slow
@pytest.mark.parametrize("number", [3, 4])
def test_a_level_keeps_its_time(number: int) -> None:
    """Twice the cap leaves room for a busy machine; the rounds alone decide on a quick one."""
    game = shelf.find(next(iter(shelf.games())))
    state = game.start(game.options(), game.seats[-1], 1)
    seat = next(seat for seat in range(state.seats) if state.to_act >> seat & 1)
    view = game.view(state, seat)
    began = perf_counter()
    first = choose(number, game, view, Rng(8))
    assert perf_counter() - began < 2 * LEVELS[number].seconds + 0.2
    assert first in Moves().of(state, seat)


def test_a_level_that_follows_instinct_is_the_instinct() -> None:
    game = BRAMBLE
    for seed in range(10):
        state = game.start(game.options(), 2, seed)
        view = game.view(state, 0)
        assert choose(2, game, view, Rng(seed)) == players.greedy(game, view, Rng(seed))
