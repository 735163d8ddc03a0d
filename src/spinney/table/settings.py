"""The settings that tables need."""

from __future__ import annotations

from msgspec import Struct


class TableSettings(Struct, frozen=True, kw_only=True):
    pace: float  # seconds between two moves of bots
    bot_deadline: float  # seconds that a bot may think
    hints_per_minute: float  # for each guest
    tables_per_minute: float  # new ones, for each guest
    tables_in_memory: int
    idle_minutes: float  # until a table without connections is unloaded from memory
    entries_per_table: int  # moves and undos; half as many lines of chat
    chat_lines: int  # the newest ones, which are sent to new connections
    own_games: int  # games with somebody's own components, in memory
    files_per_guest: int  # components files that a guest may keep
