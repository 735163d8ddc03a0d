"""Random numbers for bots, independent of those of the match."""

from __future__ import annotations

from typing import Final

from spinney.core.rng import WORD, Rng

SALT: Final = 0x1F83D9ABFB41BD6B & WORD  # makes bots' random numbers differ from the set-up's


def player_rng(seed: int, seat: int, turn: int = 0) -> Rng:
    """The generator of the bot in a seat, independent of the match's and of other seats'."""
    rng = Rng(seed ^ SALT)
    for _ in range(seat):
        rng.fork()
    return Rng(rng.fork() ^ turn)
