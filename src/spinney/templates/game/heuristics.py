"""A quick policy: a sensible move at once, without looking ahead. Compiled.

Level 2 plays exactly this, and the stronger levels search with its help. It must win 19 of 20 games
against random play (tests/players/test_players.py), because a weaker policy makes them search
badly.
"""

from __future__ import annotations

from spinney.core.arrays import i64
from spinney.core.packed import count, total
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.core.verbs import field1, verb
from spinney.templates.game.pieces import GATHER, KINDS
from spinney.templates.game.rules import Wood


def quick_move(table: Wood, seat: i64, moves: Moves, rng: Rng) -> i64:
    """Gather the best acorn, or dig if the leaves promise more. `moves` has the legal moves.
    `table`
    is a state that is possible according to the seat's view, so nothing here can cheat.
    """
    best = moves.items[0]
    for i in range(moves.count):
        move = moves.items[i]
        if worth(table, move) > worth(table, best):
            best = move
    return best


def worth(table: Wood, move: i64) -> i64:
    """What a move brings, in hundredths of a point."""
    points = table.prints.points
    if verb(move) == GATHER:
        return 100 * points[field1(move)]
    hidden: i64 = 0
    for kind in range(len(KINDS)):
        hidden += 100 * count(table.leaves, kind) * points[kind]
    return hidden // total(table.leaves)
