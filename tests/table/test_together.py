"""A phase in which all decide at the same time, at a real table of the toy game.

The choices of others are hidden until the last one has finished: nothing that is sent to a seat may
show them, not even a version or a number in the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from spinney.core import fairness
from spinney.server.metrics import Metrics
from spinney.server.store.sqlite import SqliteStore
from spinney.table import messages
from spinney.table.connection import Connection
from spinney.table.rate_limits import Bucket
from spinney.table.room import Room
from spinney.table.store import ChairRow, TableRow
from tests.toy.bramble import toy

GAME = toy()
SECRETS = [f"{n:032x}" for n in range(200)]


class Client:
    """A connection without a socket."""

    def __init__(self, room: Room, seat: int) -> None:
        often = Bucket(1e9, 1e9)
        self.line = Connection(f"guest{seat}", "", "", often, often, often, 10_000, lambda: None)
        self.room, self.seat = room, seat
        self.wishes = 0
        room.join(self.line, messages.Hello(messages.PROTOCOL, room.id, seat))

    def heard(self) -> list[messages.FromServer]:
        return [msgspec.json.decode(text, type=messages.FromServer) for text in self.raw()]

    def raw(self) -> list[str]:
        texts = []
        while not self.line.outbox.empty():
            texts.append(self.line.outbox.get_nowait().decode())  # nobody sends: all of it waits
        return texts

    async def move(self, words: str, version: int | None = None) -> None:
        now = self.room.viewers[self.seat].version if version is None else version
        await self.wish(messages.DoMove(self.id(), self.seat, words, now))

    async def wish(self, wish: messages.FromClient) -> None:
        await self.room.requests.handle(self.line, wish)

    def id(self) -> str:
        self.wishes += 1
        return f"w{self.wishes}"


async def lay(store: SqliteStore, secret: str = SECRETS[0], seats: int = 2) -> Room:
    table = f"T{secret[-4:]}"
    row = TableRow(table, GAME.name, GAME.version, GAME.components, "{}", seats, secret, 0)
    chairs = [ChairRow(table, seat, "person", f"P{seat}", f"guest{seat}") for seat in range(seats)]
    if await store.table(table) is None:
        await store.add_table(row, chairs)
    room = Room(GAME, row, chairs, store, Metrics(), lambda room: None, 10_000, 200)
    await room.replay(await store.entries(table))
    return room


def play(tmp_path: Path, story: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = await SqliteStore.open(tmp_path / "store.db")
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(whole())


def cards(room: Room, seat: int) -> list[str]:
    """What the seat may choose now."""
    words = [GAME.verbs.format(move) for move in room.match.legal(seat)]
    return [said for said in words if said.startswith("choose")]


def test_hidden_choices_make_no_move_stale_and_reach_nobody(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        room = await lay(store)
        one, two, watcher = (Client(room, seat) for seat in (0, 1, -1))
        for client in (one, two, watcher):
            client.raw()
        await one.move(cards(room, 0)[0])
        kinds = [type(message) for message in one.heard()]
        assert kinds == [messages.Event, messages.Ack]
        assert two.raw() == [] == watcher.raw()
        assert [room.viewers[seat].version for seat in (0, 1, -1)] == [1, 0, 0]
        await two.move(cards(room, 1)[0], version=0)  # not stale
        event = two.heard()[0]
        assert isinstance(event, messages.Event) and event.version == 1
        assert event.line and event.line.at == 1  # the first it saw, whatever others did
        assert one.raw() == []

    play(tmp_path, story)


def test_who_has_finished_is_told(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        room = await lay(store)
        one, two = Client(room, 0), Client(room, 1)
        await one.move(cards(room, 0)[0])
        two.raw()
        await one.move("finish")
        (chairs,) = two.heard()
        assert isinstance(chairs, messages.Chairs)
        assert [chair.done for chair in chairs.chairs] == [True, False] and chairs.awaited == [1]
        await one.wish(messages.DoUndo(one.id(), 0))  # free, until the last one finishes
        (chairs,) = two.heard()
        assert isinstance(chairs, messages.Chairs)
        assert not any(chair.done for chair in chairs.chairs) and chairs.awaited == [0, 1]
        await one.wish(messages.DoRedo(one.id(), 0))
        await two.move(cards(room, 1)[0])
        two.raw()
        await two.move("finish")
        told = two.heard()
        assert isinstance(told[0], messages.Event)
        assert isinstance(told[1], messages.Chairs) and not any(c.done for c in told[1].chairs)

    play(tmp_path, story)


def test_what_others_choose_does_not_change_a_byte(tmp_path: Path) -> None:
    """The same playthrough twice; only what seat 0 chooses, and how often it thinks again,
    differs."""

    async def story(store: SqliteStore) -> None:
        several = [s for s in SECRETS[:20] if await choices(store, s) > 1]
        secret = several[0]
        heard = []
        for number in range(2):
            other = await SqliteStore.open(tmp_path / f"{number}.db")
            room = await lay(other, secret)
            one, two, watcher = (Client(room, seat) for seat in (0, 1, -1))
            await one.move(cards(room, 0)[number])
            for _ in range(3 * number):
                await one.wish(messages.DoUndo(one.id(), 0))
                await one.wish(messages.DoRedo(one.id(), 0))
            await two.move(cards(room, 1)[0])
            await two.wish(messages.Say(two.id(), "well"))
            await two.wish(messages.Why(two.id(), 1, "pick bush=1"))
            await one.move("finish")
            await two.wish(messages.DoUndo(two.id(), 1))
            two.room.join(two.line, messages.Hello(messages.PROTOCOL, room.id, 1))
            position = room.position("guest1", 1, 0)
            heard.append((two.raw(), watcher.raw(), msgspec.json.encode(position)))
            await other.close()
        assert heard[0] == heard[1]

    play(tmp_path, story)


async def choices(store: SqliteStore, secret: str) -> int:
    return len(cards(await lay(store, secret), 0))


@pytest.mark.parametrize("seed", range(5))
def test_a_room_is_rebuilt_as_it_was(tmp_path: Path, seed: int) -> None:
    """After every entry: the same versions, tables and resumed events from the log alone."""

    async def story(store: SqliteStore) -> None:
        rng = Random(seed)
        room = await lay(store, SECRETS[seed], seats=3)
        clients = [Client(room, seat) for seat in range(3)]
        for _ in range(60):
            if room.match.over:
                break
            seat = rng.choice(room.awaited)
            wish = rng.random()
            if wish < 0.15:
                await clients[seat].wish(messages.DoUndo(clients[seat].id(), seat))
            elif wish < 0.25:
                await clients[seat].wish(messages.DoRedo(clients[seat].id(), seat))
            elif wish < 0.3:
                await clients[seat].wish(messages.Say(clients[seat].id(), "hm"))
            else:
                move = rng.choice(room.match.legal(seat))
                await clients[seat].move(GAME.verbs.format(move))
            for asked in range(3):
                if room.requests.asking >= 0 and asked != room.requests.asking:
                    await clients[asked].wish(messages.Answer(clients[asked].id(), asked, True))
        for client in clients:
            room.leave(client.line)
        again = await lay(store, SECRETS[seed], seats=3)
        assert again.done == room.done and again.seq == room.seq
        for seat in range(-1, 3):
            assert again.viewers[seat].version == room.viewers[seat].version
            assert again.table(seat, f"guest{seat}") == room.table(seat, f"guest{seat}")
            for have in range(room.viewers[seat].version):
                new, old = (r.viewers[seat].after(have) for r in (again, room))
                assert (new is None) == (old is None)
                for a, b in zip(new or [], old or [], strict=True):
                    assert (a.version, a.view, a.line, a.lines, a.undo, a.redo, a.awaited) == (
                        (b.version, b.view, b.line, b.lines, b.undo, b.redo, b.awaited)
                    )
        assert room.commitment == fairness.commitment(room.id, SECRETS[seed])

    play(tmp_path, story)
