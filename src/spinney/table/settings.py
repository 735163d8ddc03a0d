"""The settings that tables need."""

from __future__ import annotations

from msgspec import Struct


class TableSettings(Struct, frozen=True, kw_only=True):
    pace: float  # seconds between two moves of computer players
    bot_deadline: float  # seconds that a computer player may think
    hints_per_minute: float  # for each guest
    tables_per_minute: float  # new ones, for each guest
    tables_in_memory: int
    idle_minutes: float  # until a table without connections leaves the memory
    entries_per_table: int  # moves, undos and chat
    chat_lines: int  # sent to those who come later
