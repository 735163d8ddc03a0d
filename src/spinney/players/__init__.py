"""Computer players. Each gets a sight and dice of its own, and answers with a move; none ever sees
a state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spinney.core.chance import Rng
from spinney.core.game import Game
from spinney.core.state import Moves

Player = Callable[[Game, Any, Rng], int]


def at_random(game: Game, sight: Any, rng: Rng) -> int:
    """Any legal move, each as likely as the other."""
    moves = Moves()
    game.recall(sight).legal(sight.seat, moves)
    return moves.pick(rng)


def greedy(game: Game, sight: Any, rng: Rng) -> int:
    """What looks best at once, by the game's own instinct."""
    table = game.recall(sight)
    table.fill(rng)
    moves = Moves()
    table.legal(sight.seat, moves)
    return game.instinct.quick(table, sight.seat, moves, rng)


PLAYERS: dict[str, Player] = {"random": at_random, "greedy": greedy}


def find(name: str) -> Player:
    """The computer player of that name; a ValueError lists what there is."""
    try:
        return PLAYERS[name]
    except KeyError:
        there = ", ".join(PLAYERS)
        raise ValueError(f"no computer player {name!r} (there are: {there})") from None
