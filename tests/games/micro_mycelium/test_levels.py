"""The levels where the nets know nothing."""

import pytest

from spinney.core.rng import Rng
from spinney.games.micro_mycelium import GAME
from spinney.players.levels import LEVELS, choose, thinking
from tests.games.micro_mycelium.stories import Table, mycelium


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_net_decides_where_free_roots_score(seats: int) -> None:
    """It was trained without them, and lost to the heuristics."""
    methods = {}
    for spores in ("one", "two", "all"):
        view = mycelium("green m6 0,0", seats=seats, spores=spores).view(0)
        methods[spores] = [thinking(number, GAME, seats, view).method for number in LEVELS]
    assert methods["one"] == methods["two"] and "net" in methods["one"]
    assert "net" not in methods["all"]


def test_a_level_counts_free_roots() -> None:
    """The last rock goes where it takes most from blue: between two roots."""
    table = mycelium(
        "blue m1 0,0 3; blue m1 1,0 3; green m1 -1,0 0",
        spores="all",
        market="rock . .",
        piles={0: ""},
        others={1: ". . ."},
    )
    move = choose(4, GAME, table.view(0), Rng(1), clock=False)
    best = max(table.moves(), key=lambda words: margin(table, words))
    assert margin(table, GAME.verbs.format(move)) == margin(table, best)


def margin(table: Table, words: str) -> int:
    state = table.state.clone()
    state.apply(0, GAME.verbs.parse(words))
    return int(state.score(0) - state.score(1))
