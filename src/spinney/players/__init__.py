"""Bots. Each gets a view and a random number generator of its own, and returns a move. None ever
sees a state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from spinney.core.game import Game
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.players.levels import LEVELS, choose
from spinney.players.net_player import by_net
from spinney.players.search import Search, Trial

Player = Callable[[Game, Any, Rng], int]


def at_random(game: Game, view: Any, rng: Rng) -> int:
    """Any legal move, all with the same probability."""
    moves = Moves()
    game.state_from_view(view).legal(view.seat, moves)
    return moves.pick(rng)


def greedy(game: Game, view: Any, rng: Rng) -> int:
    """The move of the game's heuristics."""
    table = game.state_from_view(view)
    table.determinize(rng)
    moves = Moves()
    table.legal(view.seat, moves)
    return game.heuristics.quick_move(table, view.seat, moves, rng)


def flat(rounds: int) -> Player:
    """Flat Monte Carlo: every move is tried equally often, with random playouts."""

    def player(game: Game, view: Any, rng: Rng) -> int:
        trial = Trial(game.state_from_view(view), view.seat, None, rng)
        trial.run(rounds)
        return trial.best()

    return player


def ismcts(rounds: int) -> Player:
    """Plain information-set tree search with random playouts."""

    def player(game: Game, view: Any, rng: Rng) -> int:
        search = Search(game.state_from_view(view), view.seat, None, rng)
        search.run(rounds)
        return search.best()

    return player


PLAYERS: dict[str, Player] = {
    "random": at_random,
    "greedy": greedy,
    **{f"level{number}": partial(choose, number) for number in LEVELS},
}

# Levels without a time limit: how strong they are does not depend on the machine.
UNTIMED: dict[str, Player] = {
    f"level{number}": partial(choose, number, clock=False) for number in LEVELS
}

# Reference opponents. They are never tuned, so that old measurements stay valid.
REFERENCES: dict[str, Player] = {
    "random": at_random,
    "greedy": greedy,
    "flat100": flat(100),
    "flat1000": flat(1000),
    "ismcts100": ismcts(100),
    "ismcts1000": ismcts(1000),
    "ismcts10000": ismcts(10_000),
}

# The game's net alone, and with so many iterations of search.
NETS: dict[str, Player] = {
    "net": by_net(),
    "net100": by_net(100),
    "net400": by_net(400),
}


def names() -> list[str]:
    """The names of all bots, including the reference opponents."""
    return list({**PLAYERS, **REFERENCES, **NETS})


def find(name: str) -> Player:
    """The bot of that name. `net:FILE` uses the net in a file. `level4:rounds` is level 4 without a
    time limit. An unknown name raises a ValueError that lists the names.
    """
    if name.startswith("net:"):
        return by_net(file=name.removeprefix("net:"))
    if name.endswith(":rounds") and name.removesuffix(":rounds") in UNTIMED:
        return UNTIMED[name.removesuffix(":rounds")]
    for known in (PLAYERS, REFERENCES, NETS):
        if name in known:
            return known[name]
    listed = ", ".join(names())
    raise ValueError(f"no computer player {name!r} (there are: {listed})")
