"""Creates tables, finds their rooms, and unloads them from memory.

A room is in memory while somebody is connected or a bot thinks, and for some time after that. It
can be loaded again from the store at any time.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic

import msgspec
from msgspec.structs import replace

import spinney
from spinney.core import fairness
from spinney.core.colours import ANY, arrange, colour_of
from spinney.core.game import Game
from spinney.core.options import check
from spinney.core.record import PERSON
from spinney.players import PLAYERS
from spinney.table import messages
from spinney.table.archive import ArchivedTable
from spinney.table.bot_players import BotPlayers
from spinney.table.counts import Counts
from spinney.table.errors import BadRequest, NotFound
from spinney.table.guests import digest, new_token
from spinney.table.loading import load_table
from spinney.table.log import log_event
from spinney.table.own_files import Key, OwnFiles, file_row
from spinney.table.rate_limits import Buckets
from spinney.table.room import Room
from spinney.table.seat_colours import ColourTaken, free_colours
from spinney.table.settings import TableSettings
from spinney.table.store import AWAITED, KEY, OPEN, ChairRow, GuestRow, Store, StoreError, TableRow
from spinney.table.text import clean

ME = "me"
COLOUR_TAKEN = "Somebody has this colour already. Choose another one."
UNUSED = 30 * 86400  # seconds until a table whose log is empty is removed
ARCHIVES = 64  # archived tables that are kept in memory
OLDER = 100  # tables of an older version that are looked up together
LEISURE = 10  # the pause after loading such a table, as a multiple of the loading time
LONGEST_REST = 0.5  # seconds of that pause, at most
COMPUTERS = ("Juniper", "Hazel", "Rowan", "Alder", "Willow", "Linden", "Aspen", "Bryony")
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def ignore(table: str, room: Room | None) -> None: ...


class Tables:
    """All tables of a store. `close` ends its tasks."""

    def __init__(
        self,
        store: Store,
        bot_players: BotPlayers,
        counts: Counts,
        settings: TableSettings,
        own_files: OwnFiles,
    ) -> None:
        self.store, self.bot_players, self.counts = store, bot_players, counts
        self.own_files = own_files
        own_files.used, own_files.make_room = self._own_in_use, self._forget_own
        self.settings = settings
        self.rooms: OrderedDict[str, Room] = OrderedDict()  # the last used at the end
        # Called with a room that is unloaded, or with None if its table was removed from the store.
        self.forgetting: Callable[[str, Room | None], object] = ignore
        per_minute = settings.tables_per_minute
        self._new_tables = Buckets(per_minute / 60, max(1.0, per_minute))
        self._loading: dict[str, asyncio.Task[Room | ArchivedTable | None]] = {}
        self._archives: OrderedDict[str, ArchivedTable] = OrderedDict()  # the last used at the end
        self._sweeper = asyncio.create_task(self._sweep())
        self._completer = asyncio.create_task(self._complete())

    async def close(self) -> None:
        for task in (self._sweeper, self._completer):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.bot_players.stop()

    async def create(self, guest: GuestRow, request: messages.NewTable) -> messages.Opened:
        """Make a new table."""
        if not self._new_tables.take(guest.id):
            raise BadRequest(429, "You have laid many tables. Wait a minute.")
        try:
            game = await self.own_files.chosen(guest, request.game, request.file)
            game.check_seats(len(request.seats))
            check(game, request.options)
            options = game.choose(request.options)
            game.start(options, len(request.seats), 0)  # some options are only checked by this
            if len(request.colours) > len(request.seats):
                raise ValueError("There are more colours than seats.")
            wished = any(colour != ANY for colour in request.colours)
            colours = arrange(request.colours) if wished else ()
        except ValueError as error:
            raise BadRequest(422, f"{error}") from None
        table = new_token()
        invites: dict[int, str] = {}
        names = iter(COMPUTERS)
        chairs = []
        mine: list[int] = []
        for seat, kind in enumerate(request.seats):
            chair = ChairRow(table, seat, kind, "")
            if kind == ME:
                again = f" ({len(mine) + 1})" if mine else ""
                share = AWAITED if request.shares else ""
                chair = ChairRow(table, seat, PERSON, guest.name + again, guest.id, "", share)
                mine.append(seat)
            elif kind == OPEN:
                invites[seat] = new_token()
                chair = ChairRow(table, seat, OPEN, "", "", digest(invites[seat]))
            elif kind in PLAYERS:
                chair = ChairRow(table, seat, kind, next(names))
            else:
                raise BadRequest(422, f"There is no computer player {clean(kind, 40)!r}.")
            if wished and kind != OPEN:
                chair = replace(chair, colour=colour_of(seat, colours))
            chairs.append(chair)
        encoded = msgspec.json.encode(options).decode()
        await self._add(game, table, encoded, chairs, guest.name if request.file else "")
        return messages.Opened(table, mine, invites)

    async def _add(
        self, game: Game, table: str, options: str, chairs: list[ChairRow], box: str
    ) -> None:
        file = file_row(game)
        row = TableRow(
            id=table,
            game=game.name,
            version=game.version,
            components=game.components,
            options=options,
            seats=len(chairs),
            secret=fairness.new_secret(),
            created=int(time.time()),
            spinney=spinney.__version__,
            deal=KEY,
            file=file.file if file else "",
            box=box,
        )
        if file is None:
            await self.store.add_table(row, chairs)
        else:
            await self.store.add_table(row, chairs, file)
        log_event("a table was laid", table=table, game=game.name, seats=len(chairs))
        await self.room(table)

    async def claim(self, guest: GuestRow, table: str, request: messages.Claim) -> messages.Seated:
        room = await self.find(table)
        if isinstance(room, ArchivedTable) and room.invited(digest(request.invite)):
            raise BadRequest(409, "This game cannot go on here, so nobody can join it any more.")
        seat = None
        if isinstance(room, Room):
            share = AWAITED if request.shares else ""
            try:
                seat = await room.claim(
                    digest(request.invite), guest.id, guest.name, share, request.colour
                )
            except ColourTaken:
                raise BadRequest(409, COLOUR_TAKEN) from None
        if seat is None:
            raise NotFound
        return messages.Seated(table, seat)

    async def free_colours(self, table: str) -> messages.FreeColours:
        """What somebody who was invited may choose."""
        room = await self.room(table)
        if room is None:
            raise NotFound
        seats = [chair.seat for chair in room.chairs if chair.kind == OPEN]
        mine = colour_of(seats[0], room.game.colours) if len(seats) == 1 else ANY
        return messages.FreeColours(room.game.name, free_colours(room.chairs), mine)

    async def rematch(self, guest: GuestRow, table: str) -> messages.Opened:
        """A table for the same people, everybody one seat further. There is only one rematch."""
        room = await self.room(table)
        if room is None or not room.seats_of(guest.id) or not room.match.over:
            raise NotFound
        async with room.lock:
            if not room.row.rematch:
                if not self._new_tables.take(guest.id):
                    raise BadRequest(429, "You have laid many tables. Wait a minute.")
                new = new_token()
                count = room.row.seats
                chairs = []
                for seat in range(count):
                    chair = room.chairs[(seat + 1) % count]
                    share = AWAITED if chair.share else ""
                    chairs.append(replace(chair, table=new, seat=seat, share=share))
                await self._add(room.game, new, room.row.options, chairs, room.row.box)
                await self.store.set_rematch(table, new)
                room.row = replace(room.row, rematch=new)
                room.send_chairs()
        again = await self.room(room.row.rematch)
        seats = [] if again is None else list(again.seats_of(guest.id))
        return messages.Opened(room.row.rematch, seats, {})

    async def room(self, table: str) -> Room | None:
        """The room of a table that can be played. None if there is none."""
        found = await self.find(table)
        return found if isinstance(found, Room) else None

    async def find(self, table: str) -> Room | ArchivedTable | None:
        """A table, loaded from the store if it is not in memory. None if there is none."""
        if table in self.rooms:
            self.rooms.move_to_end(table)
            return self.rooms[table]
        if table in self._archives:
            self._archives.move_to_end(table)
            return self._archives[table]
        if not TABLE_ID.fullmatch(table):
            return None
        if table not in self._loading:
            task = asyncio.create_task(self._load(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room | ArchivedTable | None:
        found = await load_table(self.store, table, self._make, self.own_files.of)
        if isinstance(found, ArchivedTable):
            self._archives[table] = found
            while len(self._archives) > ARCHIVES:
                self._archives.popitem(last=False)
        if not isinstance(found, Room):
            return found
        self.rooms[table] = found
        self.counts.count_tables(len(self.rooms))
        self.bot_players.wake(found)
        self._make_room()
        return found

    def _make(self, game: Game, row: TableRow, chairs: list[ChairRow]) -> Room:
        return Room(
            game,
            row,
            list(chairs),
            self.store,
            self.counts,
            self.bot_players.wake,
            self.settings.entries_per_table,
            self.settings.chat_lines,
        )

    async def _complete(self) -> None:
        """Once, slowly and in the background: store what an older version did not store, the hashes
        of running matches and the results of finished ones. The next version can then continue
        tables that nobody opens now.
        """
        after = ""
        try:
            while tables := await self.store.older(after, OLDER):
                for table, missing in tables:
                    began = monotonic()
                    if missing and table not in self.rooms and table not in self._archives:
                        with suppress(BadRequest):  # too many with components of their own
                            await load_table(self.store, table, self._make, self.own_files.of)
                    await asyncio.sleep(min(LONGEST_REST, LEISURE * (monotonic() - began)))
                after = tables[-1][0]
        except StoreError:
            log_event("the store has failed", level=logging.ERROR, trouble=True)

    # ---------------------------------------------------------------------------------- forgetting
    async def _sweep(self) -> None:
        """At intervals, unload idle rooms, and remove tables that nobody ever used."""
        while True:
            with suppress(StoreError):  # the alarm is raised
                self.removed(await self.store.sweep(int(time.time()) - UNUSED))
            idle = 60 * self.settings.idle_minutes
            for _ in range(100):
                await asyncio.sleep(idle / 10)
                self._forget_idle(idle)

    def _forget_idle(self, idle: float) -> None:
        """Unload rooms that nobody has used for this many seconds."""
        for room in list(self.rooms.values()):
            if monotonic() - room.touched > idle:
                self._forget(room)

    def with_components(self, name: str, components: str) -> Game | None:
        """A game that is in memory, with these components instead of its own."""
        found = self.own_files.with_hash(name, components)
        if found is None:
            games = (room.game for room in self.rooms.values() if room.row.file)
            wanted = (name, components)
            found = next((one for one in games if (one.name, one.components) == wanted), None)
        return found

    def _own_in_use(self) -> set[Key]:
        """The components files that tables in memory are played with."""
        return {(room.row.game, room.row.file) for room in self.rooms.values() if room.row.file}

    def _forget_own(self) -> None:
        """Forget tables with components of their own that nobody looks at."""
        for room in list(self.rooms.values()):
            if room.row.file:
                self._forget(room)

    def in_use(self, table: str) -> bool:
        """Whether a table is in memory or being loaded."""
        return table in self.rooms or table in self._loading

    def removed(self, tables: Iterable[str]) -> None:
        """Forget tables that are no longer in the store."""
        for table in tables:
            self.rooms.pop(table, None)
            self.forgetting(table, None)

    def _make_room(self) -> None:
        """If too many tables are in memory, unload the least recently used ones."""
        over = len(self.rooms) - self.settings.tables_in_memory
        for room in list(self.rooms.values())[: max(0, over) * 4]:
            if len(self.rooms) > self.settings.tables_in_memory:
                self._forget(room)

    def _forget(self, room: Room) -> None:
        if not room.connected and not self.bot_players.busy(room) and not room.lock.locked():
            self.forgetting(room.id, room)
            self.store.forget(room.id)
            del self.rooms[room.id]
            self.counts.count_tables(len(self.rooms))
