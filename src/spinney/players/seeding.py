"""Random numbers for computer players, apart from those of the game."""

from __future__ import annotations

from typing import Final

from spinney.core.rng import WORD, Rng

SALT: Final = 0x1F83D9ABFB41BD6B & WORD  # keeps players' numbers apart from any game's set-up


def player_rng(seed: int, seat: int, turn: int = 0) -> Rng:
    """The generator of the player on a seat, apart from the game's and other seats'."""
    rng = Rng(seed ^ SALT)
    for _ in range(seat):
        rng.fork()
    return Rng(rng.fork() ^ turn)
