"""What rooms and tables count, for monitoring."""

from __future__ import annotations

from typing import Protocol


class Counts(Protocol):
    def count_move(self, game: str, seconds: float) -> None:
        """A move was stored and sent to everybody, this many seconds after it came in."""

    def count_refusal(self, reason: str) -> None:
        """A request was refused."""

    def count_tables(self, tables: int) -> None:
        """The number of tables in memory has changed."""
