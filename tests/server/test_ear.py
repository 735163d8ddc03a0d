"""Moves that are granted where they come in, without a task that waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spinney.core import shelf
from spinney.core.snapshot import state_hash
from spinney.server import wire
from spinney.server.ear import Ear
from spinney.server.limits import Bucket
from spinney.server.line import Mail
from spinney.server.metrics import Metrics
from spinney.server.outbox import Connection
from spinney.server.room import Room
from spinney.server.store import (
    Appended,
    ChairRow,
    Conflict,
    Done,
    Entry,
    EntryRow,
    Store,
    StoreError,
    TableRow,
)
from tests.server.living import GAME

SECRET = "5e" * 32


class Held(Store):
    """A disk that is as slow as the test wants."""

    held: list[tuple[Entry, Done]] | None = None

    def write(self, entry: Entry, done: Done) -> None:
        if self.held is None:
            super().write(entry, done)
        else:
            self.held.append((entry, done))


class Sitting:
    """A table for two, and the first player's connection without a socket."""

    def __init__(self, room: Room, store: Held) -> None:
        self.room, self.store = room, store
        self.mail = Mail(asyncio.get_running_loop())
        self.read: list[Any] = []
        self.reading = asyncio.create_task(self.reader())
        self.seat = room.awaited[0]
        self.who = self.connect(self.seat)
        self.other = self.connect(1 - self.seat)
        heard(self.who)  # that the other has come
        self.ear = Ear(self.who, self.mail)

    def connect(self, seat: int) -> Connection:
        moves, chats, frames = (Bucket(1e-9, 20) for _ in range(3))
        who = Connection(f"guest{seat}", "", "", moves, chats, frames, 1000, lambda: None)
        self.room.join(who, wire.Hello(wire.PROTOCOL, self.room.id, seat))
        heard(who)  # the table
        return who

    async def reader(self) -> None:
        """The conversation: it reads whatever the ear leaves to it."""
        while True:
            self.read.append(await self.mail.get())

    def wish(self, number: int = 0, **other: Any) -> wire.DoMove:
        words = self.room.game.verbs.format(self.room.match.legal(self.seat)[number])
        version = self.room.viewers[self.seat].version
        move = wire.DoMove("first", self.seat, words, version)
        return msgspec.structs.replace(move, **other)

    def say(self, wish: wire.FromClient) -> bool:
        return self.ear.hear(msgspec.json.encode(wish))


def heard(who: Connection) -> list[wire.FromServer]:
    said = []
    while not who.outbox.empty():
        said.append(msgspec.json.decode(who.outbox.get_nowait(), type=wire.FromServer))
    return said


def kinds(who: Connection) -> list[type]:
    return [type(message) for message in heard(who)]


def sit(tmp_path: Path, story: Callable[[Sitting], Awaitable[None]], kind: Any = Room) -> None:
    async def whole() -> None:
        store = await Held.open(tmp_path / "store.db")
        assert isinstance(store, Held)
        game = shelf.games()[GAME]
        row = TableRow("T", GAME, game.version, game.components, "{}", 2, SECRET, 0)
        chairs = [ChairRow("T", seat, "person", f"P{seat}", f"guest{seat}") for seat in range(2)]
        await store.add_table(row, chairs)
        room = kind(game, row, chairs, store, Metrics(), lambda room: None, 10_000, 200)
        sitting = Sitting(room, store)
        try:
            await asyncio.sleep(0)  # the reader reads
            await story(sitting)
        finally:
            sitting.reading.cancel()
            await store.close()

    asyncio.run(whole())


def test_a_move_is_told_when_it_is_on_disk(tmp_path: Path) -> None:
    async def story(at: Sitting) -> None:
        at.store.held = []
        wish = at.wish()
        assert at.say(wish)
        await asyncio.sleep(0.01)
        [(entry, done)] = at.store.held
        assert entry[:6] == ("T", 1, f"guest{at.seat}/first", "move", at.seat, wish.move)
        assert heard(at.who) == heard(at.other) == [] and at.room.seq == 0 and not at.room.match.log
        done(Appended(1, True), None)
        assert kinds(at.who) == [wire.Event, wire.Ack] and kinds(at.other) == [wire.Event]
        assert len(at.room.match.log) == 1 and not at.room.lock.locked() and at.read == []
        assert entry[6] == state_hash(at.room.match.state)  # of the state after it

    sit(tmp_path, story)


def test_on_a_real_disk(tmp_path: Path) -> None:
    async def story(at: Sitting) -> None:
        assert at.say(at.wish())
        while at.mail.busy:
            await asyncio.sleep(0.001)
        assert kinds(at.who) == [wire.Event, wire.Ack]
        assert [entry.seq for entry in await at.store.entries("T")] == [1]

    sit(tmp_path, story)


def test_what_comes_meanwhile_waits_for_the_answer(tmp_path: Path) -> None:
    async def story(at: Sitting) -> None:
        at.store.held = []
        assert at.mail.idle()
        assert at.say(at.wish())
        assert not at.mail.idle()  # so nothing more comes to the ear
        at.mail.put_nowait("more")
        await asyncio.sleep(0.01)
        assert at.read == []
        at.store.held[0][1](Appended(1, True), None)
        await asyncio.sleep(0.01)
        assert at.read == ["more"] and at.mail.idle()

    sit(tmp_path, story)


def test_whatever_is_not_simple_is_left_to_the_conversation(tmp_path: Path) -> None:
    """And nothing has happened: the table is free, no token was taken for a move."""

    async def story(at: Sitting) -> None:
        at.store.held = []
        tokens = at.who.wishes.tokens
        stranger = 1 - at.seat
        for wish in (
            at.wish(move="fly to the moon"),
            at.wish(version=7),
            at.wish(seat=stranger),
            wire.DoUndo("first", at.seat),
            wire.Ping(),
        ):
            at.read.clear()
            assert at.say(wish)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert at.read == [wish] and not at.room.lock.locked() and not at.mail.busy
        assert at.store.held == [] and heard(at.who) == [] and at.who.wishes.tokens == tokens
        assert not at.ear.hear(b'{"type":"move"') and not at.ear.hear(b'{"type":"ping\xff"}')
        async with at.room.lock:
            assert at.say(at.wish()) and at.store.held == [] and not at.mail.busy
        at.who.wishes.tokens = 0
        assert at.say(at.wish()) and at.store.held == [] and not at.room.lock.locked()

    sit(tmp_path, story)


def test_nobody_is_passed_who_waits_for_the_table(tmp_path: Path) -> None:
    async def story(at: Sitting) -> None:
        async def later() -> None:
            async with at.room.lock:
                await asyncio.sleep(0)

        await at.room.lock.acquire()
        waiting = asyncio.create_task(later())
        await asyncio.sleep(0)
        at.room.lock.release()  # it is the other's turn now, who has not woken up yet
        at.store.held = []
        assert at.say(at.wish()) and at.store.held == []
        await asyncio.wait_for(waiting, 1)
        assert not at.room.lock.locked()

    sit(tmp_path, story)


@pytest.mark.parametrize(
    ("result", "error", "told"),
    [
        (None, StoreError("full"), [wire.Refusal]),
        (None, Conflict("taken"), [wire.Refusal, wire.Table]),
        (Appended(1, False), None, [wire.Ack]),
    ],
)
def test_a_move_that_was_not_written(
    tmp_path: Path, result: Appended | None, error: Exception | None, told: list[type]
) -> None:
    async def story(at: Sitting) -> None:
        at.store.held = []
        wish = at.wish()
        assert at.say(wish)
        entry, done = at.store.held[0]
        if not isinstance(error, StoreError) or isinstance(error, Conflict):
            at.store.held = None
            key = entry[2] if error is None else "somebody/else"
            await at.store.append("T", 1, key, "move", at.seat, wish.move)
        done(result, error)
        while at.mail.busy:
            await asyncio.sleep(0.001)
        # What the log has is played and told first; then comes the answer.
        caught_up = error is None or isinstance(error, Conflict)
        assert kinds(at.who) == [wire.Event] * caught_up + told
        assert at.room.seq == int(caught_up) and not at.room.lock.locked() and at.read == []

    sit(tmp_path, story)


class Broken(Room):
    def enter(self, entry: EntryRow) -> None:
        raise ZeroDivisionError("planted")


def test_the_conversation_hears_of_trouble(tmp_path: Path) -> None:
    async def story(at: Sitting) -> None:
        assert at.say(at.wish())
        while at.mail.busy:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        assert [type(trouble) for trouble in at.read] == [ZeroDivisionError]
        assert not at.room.lock.locked()

    sit(tmp_path, story, Broken)
