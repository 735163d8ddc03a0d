"""The lobby: lays tables, finds rooms, knows guests, and shows the shelf.

Rooms live in memory while somebody is there or a computer player thinks, and for a while after; the
store can always lay them again as they were.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from time import monotonic

import msgspec
from msgspec import Struct

import spinney
from spinney.core import fairness, shelf
from spinney.core.game import Game
from spinney.core.options import check, choices
from spinney.core.record import PERSON
from spinney.core.rng import Rng
from spinney.players import PLAYERS
from spinney.players.levels import LEVELS
from spinney.server import wire
from spinney.server.alarms import Alarms
from spinney.server.archive import Archive, open_table
from spinney.server.config import Settings
from spinney.server.door import Door
from spinney.server.guests import NAME_LENGTH, any_name, clean, digest, token
from spinney.server.health import Health
from spinney.server.limits import Buckets
from spinney.server.log import note
from spinney.server.metrics import Metrics
from spinney.server.outbox import Connection, Post
from spinney.server.room import OPEN, Room
from spinney.server.store import AWAITED, KEY, ChairRow, GuestRow, Store, StoreError, TableRow
from spinney.server.thinking import Thinking
from spinney.server.workers import Workers

ME = "me"
RECENT = 600.0  # seconds for which a guest counts as having been here just now
UNUSED = 30 * 86400  # seconds until a table at which nothing ever happened is cleared away
LISTED = 24  # games of a guest
ARCHIVES = 64  # tables that can only be read, in memory
SUMMARIES = 10  # summaries in memory for each table that may be there
OLDER = 100  # tables of an older version that are looked at in one go
LEISURE = 10  # times as long as opening one of them took: the pause after it
LONGEST_REST = 0.5  # seconds of that pause
COMPUTERS = ("Juniper", "Hazel", "Rowan", "Alder", "Willow", "Linden", "Aspen", "Bryony")
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Mistaken(Exception):
    """A request that cannot be granted: the status of the answer, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class NotThere(Mistaken):
    """No such thing, or not for you: the same for both."""

    def __init__(self) -> None:
        super().__init__(404, "There is nothing here.")


class Summary(Struct, frozen=True):
    """A table in a list. Scores are as the seat may know them."""

    game: str
    title: str
    names: list[str]
    guests: list[str]
    over: bool
    awaited: list[int]
    scores: dict[int, list[int]]
    archived: bool = False

    def of(self, table: str, guest: str) -> wire.MyTable:
        mine = [seat for seat, owner in enumerate(self.guests) if owner == guest]
        return wire.MyTable(
            table=table,
            game=self.game,
            title=self.title,
            names=self.names,
            seats=mine,
            over=self.over,
            awaited=bool(set(mine) & set(self.awaited)),
            scores=self.scores.get(mine[0], []) if mine else [],
            archived=self.archived,
        )


class Lobby:
    """Everything a server has. `close` ends it; whoever made the store and workers ends those."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        alarms: Alarms | None = None,
    ) -> None:
        self.settings, self.store, self.metrics = settings, store, metrics
        self.alarms = alarms or Alarms(metrics)
        self.health = Health(store, self.alarms)
        self.thinking = Thinking(workers, settings)
        self.draining = False
        self.rooms: OrderedDict[str, Room] = OrderedDict()  # the one used last at the end
        self.connections: set[Connection] = set()
        self.post = Post(asyncio.get_running_loop())
        limits = settings.limits
        self.door = Door(limits)
        self.layings = Buckets(limits.tables_per_minute / 60, max(1.0, limits.tables_per_minute))
        self.recent: dict[str, float] = {}  # guests, and when they were last here
        self._loading: dict[str, asyncio.Task[Room | Archive | None]] = {}
        self._archives: OrderedDict[str, Archive] = OrderedDict()  # the one used last at the end
        self._summaries: OrderedDict[str, Summary] = OrderedDict()
        self._sweeper = asyncio.create_task(self._sweep())
        self._completer = asyncio.create_task(self._complete())

    async def close(self) -> None:
        for task in (self._sweeper, self._completer):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.thinking.stop()

    # ------------------------------------------------------------------------------------ guests
    async def guest(self, shown: str) -> GuestRow | None:
        """The guest of a cookie, if we know it."""
        row = await self.store.guest(digest(shown)) if shown else None
        if row is not None and self.settings.retention_days:
            self._saw(row.id)
        return row

    def _saw(self, guest: str) -> None:
        """Remember for a while who was here: nobody is removed who is about to sit down."""
        now = monotonic()
        self.recent.pop(guest, None)
        self.recent[guest] = now
        while self.recent[first := next(iter(self.recent))] < now - RECENT:
            del self.recent[first]

    async def welcome(self, address: str) -> tuple[GuestRow, str]:
        """A new guest, and the token for the cookie."""
        if not self.door.arrive(address):
            raise Mistaken(429, "Too many new guests from your address. Wait a minute.")
        said = token()
        row = GuestRow(digest(said), any_name(), int(time.time()))
        await self.store.add_guest(row)
        return row, said

    async def rename(self, guest: GuestRow, wish: wire.Name) -> GuestRow:
        name = clean(wish.name, NAME_LENGTH)
        if not name:
            raise Mistaken(422, "A name needs something to read.")
        await self.store.rename(guest.id, name)
        for connection in self.connections:
            if connection.guest == guest.id:
                connection.name = name
        return msgspec.structs.replace(guest, name=name)

    async def me(self, guest: GuestRow) -> wire.Me:
        tables = []
        for table in await self.store.tables_of(guest.id, LISTED):
            try:
                summary = await self._summary(table)
            except StoreError:
                continue  # one damaged table does not hide the others; the alarm is raised
            if summary is not None:
                tables.append(summary.of(table, guest.id))
        return wire.Me(guest.name, tables)

    async def _summary(self, table: str) -> Summary | None:
        if table not in self._summaries or table in self.rooms:
            found = await self.find(table)
            if found is None:
                return None
            self._summarize(found)
        self._summaries.move_to_end(table)
        return self._summaries[table]

    def _summarize(self, found: Room | Archive) -> None:
        """Cache the summary of a table. The least recently used summaries are dropped."""
        self._summaries[found.id] = summarize(found)
        self._summaries.move_to_end(found.id)
        while len(self._summaries) > SUMMARIES * self.settings.limits.tables_in_memory:
            self._summaries.popitem(last=False)

    # ------------------------------------------------------------------------------------ tables
    async def lay(self, guest: GuestRow, wish: wire.NewTable) -> wire.Opened:
        """Lay a new table."""
        if not self.layings.take(guest.id):
            raise Mistaken(429, "You have laid many tables. Wait a minute.")
        try:
            game = shelf.find(wish.game)
            game.check_seats(len(wish.seats))
            check(game, wish.options)
            options = game.choose(wish.options)
            game.start(options, len(wish.seats), 0)  # a layout may be no layout at all
        except ValueError as error:
            raise Mistaken(422, f"{error}") from None
        table = token()
        invites: dict[int, str] = {}
        names = iter(COMPUTERS)
        chairs = []
        mine: list[int] = []
        for seat, kind in enumerate(wish.seats):
            chair = ChairRow(table, seat, kind, "")
            if kind == ME:
                again = f" ({len(mine) + 1})" if mine else ""
                share = AWAITED if wish.shares else ""
                chair = ChairRow(table, seat, PERSON, guest.name + again, guest.id, "", share)
                mine.append(seat)
            elif kind == OPEN:
                invites[seat] = token()
                chair = ChairRow(table, seat, OPEN, "", "", digest(invites[seat]))
            elif kind in PLAYERS:
                chair = ChairRow(table, seat, kind, next(names))
            else:
                raise Mistaken(422, f"There is no computer player {clean(kind, 40)!r}.")
            chairs.append(chair)
        said = msgspec.json.encode(options).decode()
        await self._add(game, table, said, chairs)
        return wire.Opened(table, mine, invites)

    async def _add(self, game: Game, table: str, options: str, chairs: list[ChairRow]) -> None:
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
        )
        await self.store.add_table(row, chairs)
        note("a table was laid", table=table, game=game.name, seats=len(chairs))
        await self.room(table)

    async def claim(self, guest: GuestRow, table: str, wish: wire.Claim) -> wire.Seated:
        room = await self.find(table)
        if isinstance(room, Archive) and room.invited(digest(wish.invite)):
            raise Mistaken(409, "This game cannot go on here, so nobody can join it any more.")
        seat = None
        if isinstance(room, Room):
            share = AWAITED if wish.shares else ""
            seat = await room.claim(digest(wish.invite), guest.id, guest.name, share)
        if seat is None:
            raise NotThere
        return wire.Seated(table, seat)

    async def rematch(self, guest: GuestRow, table: str) -> wire.Opened:
        """The same people again, everybody one seat further; asked twice, the same table."""
        room = await self.room(table)
        if room is None or not room.seats_of(guest.id) or not room.match.over:
            raise NotThere
        async with room.lock:
            if not room.row.rematch:
                if not self.layings.take(guest.id):
                    raise Mistaken(429, "You have laid many tables. Wait a minute.")
                new = token()
                count = room.row.seats
                chairs = []
                for seat in range(count):
                    chair = room.chairs[(seat + 1) % count]
                    share = AWAITED if chair.share else ""
                    chairs.append(msgspec.structs.replace(chair, table=new, seat=seat, share=share))
                await self._add(room.game, new, room.row.options, chairs)
                await self.store.set_rematch(table, new)
                room.row = msgspec.structs.replace(room.row, rematch=new)
                room.tell_chairs()
        again = await self.room(room.row.rematch)
        seats = [] if again is None else list(again.seats_of(guest.id))
        return wire.Opened(room.row.rematch, seats, {})

    async def room(self, table: str) -> Room | None:
        """A room where a game can be played; None if there is none."""
        found = await self.find(table)
        return found if isinstance(found, Room) else None

    async def find(self, table: str) -> Room | Archive | None:
        """A table, from the store if it is not in memory; None if there is none."""
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

    async def _load(self, table: str) -> Room | Archive | None:
        found = await open_table(self.store, table, self._make)
        if isinstance(found, Archive):
            self._archives[table] = found
            while len(self._archives) > ARCHIVES:
                self._archives.popitem(last=False)
        if not isinstance(found, Room):
            return found
        self.rooms[table] = found
        self._summaries.pop(table, None)
        self.metrics.tables.set(len(self.rooms))
        self.thinking.look(found)
        self._make_room()
        return found

    def _make(self, game: Game, row: TableRow, chairs: list[ChairRow]) -> Room:
        limits = self.settings.limits
        return Room(
            game,
            row,
            list(chairs),
            self.store,
            self.metrics,
            self.thinking.look,
            limits.entries_per_table,
            limits.chat_lines,
        )

    async def _complete(self) -> None:
        """Once, at leisure: write down what an older version did not, hashes of running games and
        results of finished ones. Then the next version can go on with tables nobody opens now."""
        after = ""
        try:
            while tables := await self.store.older(after, OLDER):
                for table, missing in tables:
                    began = monotonic()
                    if missing and table not in self.rooms and table not in self._archives:
                        await open_table(self.store, table, self._make)
                    await asyncio.sleep(min(LONGEST_REST, LEISURE * (monotonic() - began)))
                after = tables[-1][0]
        except StoreError:
            note("the store has failed", level=logging.ERROR, trouble=True)

    # ---------------------------------------------------------------------------------- forgetting
    async def _sweep(self) -> None:
        """Now and then: empty rooms leave the memory, and tables nobody ever used the store."""
        while True:
            with suppress(StoreError):  # the alarm is raised
                self.removed(await self.store.sweep(int(time.time()) - UNUSED))
            idle = 60 * self.settings.limits.idle_minutes
            for _ in range(100):
                await asyncio.sleep(idle / 10)
                self._forget_idle(idle)

    def _forget_idle(self, idle: float) -> None:
        """Rooms that nobody has touched for so many seconds."""
        for room in list(self.rooms.values()):
            if monotonic() - room.touched > idle:
                self._forget(room)

    def in_use(self, table: str) -> bool:
        """Whether a table is in memory, or about to be."""
        return table in self.rooms or table in self._loading

    def removed(self, tables: Iterable[str]) -> None:
        """These are no longer in the store."""
        for table in tables:
            self.rooms.pop(table, None)
            self._summaries.pop(table, None)

    def _make_room(self) -> None:
        """Too many tables in memory: the one nobody has used for longest goes first."""
        over = len(self.rooms) - self.settings.limits.tables_in_memory
        for room in list(self.rooms.values())[: max(0, over) * 4]:
            if len(self.rooms) > self.settings.limits.tables_in_memory:
                self._forget(room)

    def _forget(self, room: Room) -> None:
        if not room.connected and not self.thinking.busy(room) and not room.lock.locked():
            self._summarize(room)
            self.store.forget(room.id)
            del self.rooms[room.id]
            self.metrics.tables.set(len(self.rooms))


def summarize(room: Room | Archive) -> Summary:
    """Scores as each seat knows them: from its view, as everything else."""
    scores: dict[int, list[int]] = {}
    if isinstance(room, Archive):
        ended = [score.total for score in room.result.scores] if room.result else []
        return Summary(
            game=room.row.game,
            title=room.title,
            names=room.names,
            guests=[chair.guest for chair in room.chairs],
            over=room.row.over,
            awaited=[],
            scores={chair.seat: ended for chair in room.chairs},
            archived=True,
        )
    for chair in room.chairs:
        if chair.guest and not room.dealt:
            scores[chair.seat] = [0] * room.row.seats
        elif chair.guest:
            table = room.game.state_from_view(room.viewers[chair.seat].view)
            table.determinize(Rng(0))
            scores[chair.seat] = room.game.outcome(table).scores
    return Summary(
        game=room.game.name,
        title=room.game.title,
        names=room.names,
        guests=[chair.guest for chair in room.chairs],
        over=room.match.over,
        awaited=[] if room.waiting else room.awaited,
        scores=scores,
    )


# --------------------------------------------------------------------------------------- the shelf
def the_shelf() -> wire.Shelf:
    return wire.Shelf(
        games=[card(game) for game in shelf.games().values()],
        players=[
            wire.PlayerKind(f"level{number}", f"Level {number}", level.says)
            for number, level in LEVELS.items()
        ],
    )


def card(game: Game) -> wire.GameCard:
    return wire.GameCard(
        name=game.name,
        title=game.title,
        seats=list(game.seats),
        minutes=game.minutes,
        version=game.version,
        tagline=game.tagline,
        cover=game.board.cover,
        options=option_fields(game),
        guide=bool(game.guide or game.guides),
        guided=dict(game.guided),
    )


def option_fields(game: Game) -> list[wire.OptionField]:
    """A game's options, ready to be drawn (core/choices.py reads them)."""
    return [
        wire.OptionField(
            name=one.name,
            title=one.title,
            kind=one.kind,
            values=[value.value for value in one.values],
            labels=[value.label for value in one.values],
            remarks=[value.says for value in one.values],
            default=one.default,
            says=one.says,
            least=one.least,
            most=one.most,
            longest=one.longest,
            seats=one.seats,
        )
        for one in choices(game)
    ]
