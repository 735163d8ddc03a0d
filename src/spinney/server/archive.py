"""Tables that can only be read, and how a table of the store is opened.

A log belongs to the rules it was played with. When a table is opened, its log is replayed with the
rules of today, and the stored hashes are compared. If every move is legal and every hash agrees,
the game goes on. If not, the table is an archive: nothing in the store is changed, and everybody
can read what they may know.

While a game is not over its secrets stay secret, even if it cannot go on here: an operator may go
back to the older version. So there is no seed, no hash of a state, and no move of another seat
among those that could not be replayed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from hmac import compare_digest
from typing import Literal

import msgspec
from msgspec.structs import replace

import spinney
from spinney.core import fairness, shelf
from spinney.core.game import Game
from spinney.core.snapshot import state_hash
from spinney.server import results, wire
from spinney.server.log import note
from spinney.server.room import NOBODY, Room, Unfit, shares_of
from spinney.server.store import ChairRow, EntryRow, Store, StoreError, TableRow
from spinney.server.viewer import SPECTATOR, TAKEN_BACK

Why = Literal["rules", "shelf", "log"]
CHAT = 500  # lines that are shown
Rooms = Callable[[Game, TableRow, list[ChairRow]], Room]


class Archive:
    """A table whose log cannot be replayed here. Changes nothing, and is never changed."""

    def __init__(
        self,
        row: TableRow,
        chairs: list[ChairRow],
        entries: list[EntryRow],
        why: Why,
        result: results.Result | None,
        room: Room | None,
        fits: int,
    ) -> None:
        self.row, self.chairs, self.why = row, chairs, why
        self.id = row.id
        self.result = result
        self.room = room  # with the entries that could be replayed
        self.written = [entry for entry in entries[fits:] if entry.kind != "chat"]
        self.moves = [entry for entry in entries if entry.kind != "chat"]
        said = [entry for entry in entries if entry.kind == "chat"]
        self.chat = [spoken(number, entry) for number, entry in enumerate(said, 1)][-CHAT:]
        self.names = [chair.name or NOBODY for chair in chairs]

    @property
    def title(self) -> str:
        if self.result is not None:
            return self.result.title
        known = shelf.games().get(self.row.game)
        return known.title if known else self.row.game.replace("_", " ").title()

    def seats_of(self, guest: str) -> tuple[int, ...]:
        if not guest:
            return ()
        return tuple(chair.seat for chair in self.chairs if chair.guest == guest)

    def may_look(self, guest: str, seat: int) -> bool:
        return seat == SPECTATOR or seat in self.seats_of(guest)

    def invited(self, invite: str) -> bool:
        """Whether a chair is open for this invitation (its hash)."""
        return any(chair.invite and compare_digest(chair.invite, invite) for chair in self.chairs)

    # ----------------------------------------------------------------------------- what is shown
    def archive(self, seat: int, guest: str) -> wire.Archive:
        """The table for a viewer."""
        mine, result = self.seats_of(guest), self.result
        log, told = self._log(seat, mine)
        return wire.Archive(
            table=self.id,
            game=self.row.game,
            title=self.title,
            seat=seat,
            chairs=[
                wire.Chair(chair.seat, chair.kind, chair.name, mine=chair.seat in mine)
                for chair in self.chairs
            ],
            options=options(self.row),
            commitment=fairness.commitment(self.id, self.row.secret),
            why=self.why,
            version=self.row.version,
            spinney=self.row.spinney,
            log=log,
            told=told,
            chat=self.chat,
            over=self.row.over,
            scores=result.scores if result else [],
            verdict=result.verdict if result else "",
            won=result.won if result else True,
        )

    def _log(self, seat: int, mine: tuple[int, ...]) -> tuple[list[wire.LogLine], int]:
        """The story, and how many of its lines are sentences."""
        if self.result is not None:
            return self.result.story, len(self.result.story)
        story = [] if self.room is None else self.room.viewers[seat].lines()
        at = story[-1].at if story else 0
        rest = [
            wire.LogLine(at, entry.seat, f"{self.names[entry.seat]}{told(entry)}")
            for entry in self.written
            if self.row.over or entry.seat in mine
        ]
        return story + rest, len(story)

    def download(self, guest: str) -> fairness.Download | wire.Transcript:
        """Of a finished game the record, as it was written when it ended."""
        row, mine = self.row, self.seats_of(guest)
        commitment = fairness.commitment(self.id, row.secret)
        if self.result is not None:
            shares = shares_of(row, self.chairs)
            return fairness.Download(self.id, row.secret, commitment, self.result.record, shares)
        seat = mine[0] if mine else SPECTATOR
        return wire.Transcript(
            table=self.id,
            commitment=commitment,
            secret=row.secret if row.over else "",
            shares=shares_of(row, self.chairs) if row.over else [],
            spinney=row.spinney,
            game=row.game,
            version=row.version,
            components=row.components,
            options=options(row),
            players=[(chair.kind, chair.name) for chair in self.chairs],
            over=row.over,
            moves=[
                wire.WrittenMove(
                    entry.seat, f"back {entry.body}" if entry.kind == "back" else entry.body
                )
                for entry in self.moves
                if row.over or entry.seat in mine
            ],
            story=[line.text for line in self._log(seat, mine)[0]],
        )


def told(entry: EntryRow) -> str:
    """What follows the name in a line about an entry that cannot be replayed."""
    if entry.kind == "back":
        return f" {TAKEN_BACK.get(entry.body, TAKEN_BACK['free'])}"
    return f": {entry.body}"


def options(row: TableRow) -> dict[str, str | int | bool]:
    try:
        return msgspec.json.decode(row.options, type=dict[str, str | int | bool])
    except msgspec.DecodeError:
        return {}


def spoken(number: int, entry: EntryRow) -> wire.ChatLine:
    """A line of chat."""
    try:
        name, text = msgspec.json.decode(entry.body, type=tuple[str, str])
    except msgspec.DecodeError:
        name, text = "", entry.body
    return wire.ChatLine(number, name, entry.seat, text)


# ----------------------------------------------------------------------------------------- opening
async def open_table(store: Store, table: str, rooms: Rooms) -> Room | Archive | None:
    """A table of the store: a room, or an archive if it can only be read; None if there is none.

    What the present version can replay is marked in the store as its own, so that the next version
    knows what to compare.
    """
    found = await store.table(table)
    if found is None:
        return None
    row, chairs = found
    entries = await store.entries(table)
    kept = results.decode(await store.result(table)) if row.over else None
    game = shelf.games().get(row.game)
    if game is None:
        note("a table belongs to a game that is not here", table=table, game=row.game)
        return Archive(row, chairs, entries, "shelf", kept, None, 0)
    same = (game.version, game.components) == (row.version, row.components)
    fits = 0
    try:
        room = rooms(game, row, chairs)
        fits = await room.replay(entries, same)
        trust(room, entries, kept, same, fits)
    except StoreError:
        raise
    except Exception as error:
        fits = error.fits if isinstance(error, Unfit) else fits
        complain(row, game, error, same)
        begun = None if kept else await partly(rooms, game, row, chairs, entries[:fits])
        why: Why = "log" if same else "rules"
        return Archive(row, chairs, entries, why, kept, begun, fits if begun else 0)
    await adopt(store, room, entries)
    if room.match.over and kept is None:
        await room.keep_result()
    return room


def trust(
    room: Room, entries: list[EntryRow], kept: results.Result | None, same: bool, fits: int
) -> None:
    """Raise an Unfit unless the game may go on in this room."""
    played = max((n for n, entry in enumerate(entries, 1) if entry.kind != "chat"), default=0)
    if not same and fits < played:
        raise Unfit(fits, "no hash says that the rules lead to the same place")
    if room.row.over and not room.match.over:
        raise Unfit(fits, "the game was over, and is not with these rules")
    if kept is not None and not kept.agrees(room.match.outcome()):
        raise Unfit(fits, "the game ended otherwise")


def complain(row: TableRow, game: Game, error: Exception, same: bool) -> None:
    if same:
        note("a log does not fit its game", level=logging.ERROR, trouble=True, table=row.id)
    else:
        reason = f"version {row.version} of the rules, here is {game.version}: {error}"
        note("a table can only be read", table=row.id, game=row.game, reason=reason)


async def partly(
    rooms: Rooms, game: Game, row: TableRow, chairs: list[ChairRow], entries: list[EntryRow]
) -> Room | None:
    """A room with the entries that could be replayed, for their story."""
    try:
        room = rooms(game, row, chairs)
        await room.replay(entries)
    except Exception:  # not even the beginning
        return None
    return room


async def adopt(store: Store, room: Room, entries: list[EntryRow]) -> None:
    """Note that the present version can replay the table. A running game is played by its rules
    from now on; a finished one keeps the version it was played with."""
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
        note("a game goes on with other rules", table=row.id, version=game.version, reason=reason)
    if last is not None and bare:
        last = replace(last, hash=state_hash(room.match.state))
    room.row = mine
    try:
        await store.adopt(mine, last)
    except StoreError:
        note("the store has failed", level=logging.ERROR, trouble=True)  # done at the next opening
