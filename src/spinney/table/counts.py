"""What rooms and tables count, for whoever watches the process."""

from __future__ import annotations

from typing import Protocol


class Counts(Protocol):
    def count_move(self, game: str, seconds: float) -> None:
        """A move was stored and sent to everybody, so many seconds after it came in."""

    def count_refusal(self, reason: str) -> None:
        """A request was refused."""

    def count_tables(self, tables: int) -> None:
        """So many tables are in memory now."""
