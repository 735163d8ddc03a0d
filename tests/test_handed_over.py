"""What Python hands to compiled code is given back.

mypyc 2.4.1 never lets go of a vec that a compiled function, constructor or attribute gets from
Python; lists, numbers and objects are safe. So whatever is called again and again takes lists.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from functools import partial

import pytest

from spinney import players
from spinney.core import build, shelf
from spinney.core.game import Game
from spinney.core.rng import Rng
from spinney.lab import train
from spinney.players import net_files

pytestmark = pytest.mark.skipif(not build.compiled, reason="nothing is compiled here")

TIMES = 60
SMALL = 24  # bytes each time: the smallest vec has more


def kept(work: Callable[[], object]) -> float:
    """How many bytes stay behind each time."""
    for _ in range(TIMES):
        work()  # caches fill
    tracemalloc.start()
    try:
        work()
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(TIMES):
            work()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / TIMES


CASES = [(game, seats) for game in shelf.games().values() for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), CASES, ids=lambda one: getattr(one, "name", one))
def test_nothing_is_left_of_a_table_that_was_laid(game: Game, seats: int) -> None:
    def lay() -> None:
        state = game.start(game.options(), seats, 1)
        game.state_from_view(game.view(state, 0))

    assert kept(lay) < SMALL


THOUGHTS = [
    *(("morels", name) for name in ("greedy", "flat100", "ismcts100", "net", "net100", "level4")),
    ("evergreen", "net"),  # turns of small decisions
    ("evergreen", "net100"),
]


@pytest.mark.parametrize(("at", "name"), THOUGHTS)
def test_nothing_is_left_of_a_thought(at: str, name: str) -> None:
    game = shelf.find(at)
    view = game.view(game.start(game.options(), 2, 1), 0)
    player, rng = players.find(name), Rng(1)
    assert kept(lambda: player(game, view, rng)) < SMALL


def test_nothing_is_left_of_a_net() -> None:
    game = shelf.find("morels")
    assert kept(partial(net_files.load, net_files.place(game, 2), game, 2)) < SMALL


def test_nothing_is_left_of_a_learner() -> None:
    course = train.Course("morels", 2, seed=5, hidden=3, crew=1, round=1, most=0)
    begun = train.begin(course, 1, 0.0)
    assert kept(lambda: train.learn(train.Shift(begun, 0))) < SMALL
