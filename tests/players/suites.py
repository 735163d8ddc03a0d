"""Which endings of a game are looked at: its `tests/games/NAME/table.py` says so, as ENDINGS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Suite:
    """Positions near the end of a game for so many seats."""

    seats: int
    says: str
    fits: Callable[[Any, int], bool]  # the table, and the decisions that were made from there on
    remember: bool = False  # whether the plain search remembers tables, where few could be searched
    every: int = 1  # of the positions of a game that fit, the first of so many
    # Alone: the most points that can be had, by a search of the game's own tests that is exhaustive
    # too, where the plain one takes too long.
    best: Callable[[Any], int] | None = None
