"""Loads tables from the store.

A log belongs to the rules it was played with. When a table is loaded, its log is replayed with the
rules of this version, and the stored hashes are compared. If every move is legal and every hash
agrees, the game goes on. If not, the table can only be read (archive.py).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

import spinney
from spinney.core import shelf
from spinney.core.game import Game
from spinney.core.snapshot import state_hash
from spinney.table import results
from spinney.table.archive import ArchivedTable, Why
from spinney.table.errors import BadRequest
from spinney.table.log import log_event
from spinney.table.results import GameResult
from spinney.table.room import ReplayFailed, Room
from spinney.table.store import ChairRow, EntryRow, Store, StoreError, TableRow

RoomMaker = Callable[[Game, TableRow, list[ChairRow]], Room]
GameFinder = Callable[[TableRow], Awaitable[Game | None]]


async def on_shelf(row: TableRow) -> Game | None:
    """The game of a table that is played with the game's own components."""
    return shelf.games().get(row.game)


async def load_table(
    store: Store, table: str, make_room: RoomMaker, find_game: GameFinder = on_shelf
) -> Room | ArchivedTable | None:
    """Load a table from the store: a room, or an archived table if it can only be read. None if
    there is no such table.

    If this version can replay the table, that is noted in the store, so that the next version knows
    what to compare.
    """
    found = await store.table(table)
    if found is None:
        return None
    row, chairs = found
    entries = await store.entries(table)
    kept = results.decode(await store.result(table)) if row.over else None
    try:
        game = await find_game(row)
    except (StoreError, BadRequest):
        raise
    except Exception as error:  # the components file is gone, or these rules do not take it
        log_event("a table can only be read", table=row.id, game=row.game, reason=error)
        return ArchivedTable(row, chairs, entries, "rules", kept, None, 0)
    if game is None:
        log_event("a table belongs to a game that is not here", table=table, game=row.game)
        return ArchivedTable(row, chairs, entries, "shelf", kept, None, 0)
    same = (game.version, game.components) == (row.version, row.components)
    fits = 0
    try:
        room = make_room(game, row, chairs)
        fits = await room.replay(entries, same)
        check_replay(room, entries, kept, same, fits)
    except StoreError:
        raise
    except Exception as error:
        fits = error.fits if isinstance(error, ReplayFailed) else fits
        log_failure(row, game, error, same)
        begun = None if kept else await replay_part(make_room, game, row, chairs, entries[:fits])
        why: Why = "log" if same else "rules"
        return ArchivedTable(row, chairs, entries, why, kept, begun, fits if begun else 0)
    await adopt(store, room, entries)
    if room.match.over and kept is None:
        await room.keep_result()
    return room


def check_replay(
    room: Room, entries: list[EntryRow], kept: GameResult | None, same: bool, fits: int
) -> None:
    """Raise ReplayFailed unless the match may continue in this room."""
    played = max((n for n, entry in enumerate(entries, 1) if entry.kind != "chat"), default=0)
    if not same and fits < played:
        raise ReplayFailed(fits, "no hash says that the rules lead to the same place")
    if room.row.over and not room.match.over:
        raise ReplayFailed(fits, "the game was over, and is not with these rules")
    if kept is not None and not kept.agrees(room.match.outcome()):
        raise ReplayFailed(fits, "the game ended otherwise")


def log_failure(row: TableRow, game: Game, error: Exception, same: bool) -> None:
    if same:
        log_event("a log does not fit its game", level=logging.ERROR, trouble=True, table=row.id)
    else:
        reason = f"version {row.version} of the rules, here is {game.version}: {error}"
        log_event("a table can only be read", table=row.id, game=row.game, reason=reason)


async def replay_part(
    make_room: RoomMaker, game: Game, row: TableRow, chairs: list[ChairRow], entries: list[EntryRow]
) -> Room | None:
    """A room with the entries that could be replayed, to get their log lines."""
    try:
        room = make_room(game, row, chairs)
        await room.replay(entries)
    except Exception:  # not even the first entries
        return None
    return room


async def adopt(store: Store, room: Room, entries: list[EntryRow]) -> None:
    """Note in the store that this version can replay the table. A running match now belongs to this
    version of the rules. A finished one keeps the version it was played with."""
    game, row = room.game, room.row
    mine = replace(row, spinney=spinney.__version__)
    if not room.match.over:
        mine = replace(mine, version=game.version, components=game.components)
    last = next((entry for entry in reversed(entries) if entry.kind != "chat"), None)
    bare = last is not None and not last.hash
    if mine == row and not bare:
        return
    if (mine.version, mine.components) != (row.version, row.components):
        reason = f"was version {row.version} with components {row.components}"
        log_event(
            "a game goes on with other rules", table=row.id, version=game.version, reason=reason
        )
    if last is not None and bare:
        last = replace(last, hash=state_hash(room.match.state))
    room.row = mine
    try:
        await store.adopt(mine, last)
    except StoreError:
        log_event(
            "the store has failed", level=logging.ERROR, trouble=True
        )  # tried again when the table is next loaded
