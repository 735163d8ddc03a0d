"""A move on its way through a room: checked, stored, sent, acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spinney.core import shelf
from spinney.core.snapshot import state_hash
from spinney.server.metrics import Metrics
from spinney.server.store.sqlite import SqliteStore
from spinney.table import messages
from spinney.table.connection import Connection
from spinney.table.rate_limits import Bucket
from spinney.table.room import Room
from spinney.table.store import Appended, ChairRow, Conflict, EntryRow, StoreError, TableRow
from tests.server.living import GAME

SECRET = "5e" * 32


class Held(SqliteStore):
    """A disk that is as slow as the test wants."""

    held: list[tuple[tuple[Any, ...], asyncio.Future[Appended]]] | None = None

    async def append(self, *entry: Any, **more: Any) -> Appended:
        if self.held is None:
            return await super().append(*entry, **more)
        done: asyncio.Future[Appended] = asyncio.get_running_loop().create_future()
        self.held.append((entry, done))
        return await done


class Sitting:
    """A table for two, and the first player's connection without a socket."""

    def __init__(self, room: Room, store: Held) -> None:
        self.room, self.store = room, store
        self.seat = room.awaited[0]
        self.who = self.connect(self.seat)
        self.other = self.connect(1 - self.seat)
        received(self.who)  # that the other has come

    def connect(self, seat: int) -> Connection:
        moves, chats, frames = (Bucket(1e-9, 20) for _ in range(3))
        who = Connection(f"guest{seat}", "", "", moves, chats, frames, 1000, lambda: None)
        self.room.join(who, messages.Hello(messages.PROTOCOL, self.room.id, seat))
        received(who)  # the table
        return who

    def move(self, number: int = 0, **other: Any) -> messages.DoMove:
        text = self.room.game.verbs.format(self.room.match.legal(self.seat)[number])
        version = self.room.viewers[self.seat].version
        move = messages.DoMove("first", self.seat, text, version)
        return msgspec.structs.replace(move, **other)

    def send(self, request: messages.FromClient) -> asyncio.Task[None]:
        return asyncio.create_task(self.room.requests.handle(self.who, request))


def received(who: Connection) -> list[messages.FromServer]:
    texts = []
    while not who.outbox.empty():
        texts.append(msgspec.json.decode(who.outbox.get_nowait(), type=messages.FromServer))
    return texts


def kinds(who: Connection) -> list[type]:
    return [type(message) for message in received(who)]


def sit(
    tmp_path: Path,
    story: Callable[[Sitting], Awaitable[None]],
    kind: Any = Room,
    opponent: str = "person",
) -> None:
    async def whole() -> None:
        store = await FullAfter.open(tmp_path / "store.db")
        assert isinstance(store, Held)
        game = shelf.games()[GAME]
        row = TableRow("T", GAME, game.version, game.components, "{}", 2, SECRET, 0)
        chairs = [
            ChairRow("T", 0, "person", "P0", "guest0"),
            ChairRow("T", 1, opponent, "P1", "guest1" if opponent == "person" else ""),
        ]
        await store.add_table(row, chairs)
        room = kind(game, row, chairs, store, Metrics(), lambda room: None, 10_000, 200)
        try:
            await story(Sitting(room, store))
        finally:
            await store.close()

    asyncio.run(whole())


def test_a_move_is_sent_when_it_is_on_disk(tmp_path: Path) -> None:
    async def story(at: Sitting) -> None:
        at.store.held = []
        move = at.move()
        handled = at.send(move)
        await asyncio.sleep(0.01)
        [(entry, done)] = at.store.held
        assert entry[:6] == ("T", 1, f"guest{at.seat}/first", "move", at.seat, move.move)
        assert received(at.who) == received(at.other) == []
        assert at.room.seq == 0 and not at.room.match.log
        done.set_result(Appended(1, True))
        await handled
        assert kinds(at.who) == [messages.Event, messages.Ack]
        assert kinds(at.other) == [messages.Event]
        assert len(at.room.match.log) == 1 and not at.room.lock.locked()
        assert entry[6] == state_hash(at.room.match.state)  # of the state after it

    sit(tmp_path, story)


def test_on_a_real_disk(tmp_path: Path) -> None:
    async def story(at: Sitting) -> None:
        await at.send(at.move())
        assert kinds(at.who) == [messages.Event, messages.Ack]
        assert [entry.seq for entry in await at.store.entries("T")] == [1]

    sit(tmp_path, story)


def test_a_refused_move_changes_nothing(tmp_path: Path) -> None:
    async def story(at: Sitting) -> None:
        at.store.held = []
        for move in (
            at.move(move="fly to the moon"),
            at.move(version=7),
            at.move(seat=1 - at.seat),
        ):
            await at.send(move)
            assert messages.RefusalMessage in kinds(at.who) and not at.room.lock.locked()
        assert at.store.held == [] and received(at.other) == []

    sit(tmp_path, story)


@pytest.mark.parametrize(
    ("result", "error", "answer"),
    [
        (None, StoreError("full"), [messages.RefusalMessage]),
        (None, Conflict("taken"), [messages.RefusalMessage, messages.FullTable]),
        (Appended(1, False), None, [messages.Ack]),
    ],
)
def test_a_move_that_was_not_written(
    tmp_path: Path, result: Appended | None, error: Exception | None, answer: list[type]
) -> None:
    async def story(at: Sitting) -> None:
        at.store.held = []
        move = at.move()
        handled = at.send(move)
        await asyncio.sleep(0.01)
        entry, done = at.store.held[0]
        if not isinstance(error, StoreError) or isinstance(error, Conflict):
            at.store.held = None
            key = entry[2] if error is None else "somebody/else"
            await at.store.append("T", 1, key, "move", at.seat, move.move)
        if result is not None:
            done.set_result(result)
        elif error is not None:
            done.set_exception(error)
        await handled
        # What the log has is applied and sent first; then comes the answer.
        caught_up = error is None or isinstance(error, Conflict)
        assert kinds(at.who) == [messages.Event] * caught_up + answer
        assert at.room.seq == int(caught_up) and not at.room.lock.locked()

    sit(tmp_path, story)


class Broken(Room):
    def apply(self, entry: EntryRow) -> None:
        raise ZeroDivisionError("planted")


def test_an_error_reaches_the_session(tmp_path: Path) -> None:
    async def story(at: Sitting) -> None:
        with pytest.raises(ZeroDivisionError):
            await at.send(at.move())
        assert not at.room.lock.locked()

    sit(tmp_path, story, Broken)


class FullAfter(Held):
    """A disk that is full after some more entries."""

    left = 1000

    async def append(self, *entry: Any, **more: Any) -> Appended:
        self.left -= 1
        if self.left < 0:
            raise StoreError("full")
        return await super().append(*entry, **more)


@pytest.mark.parametrize(("left", "answer"), [(0, messages.RefusalMessage), (1, messages.Ack)])
def test_a_redo_is_granted_once_its_first_move_is_on_disk(
    tmp_path: Path, left: int, answer: type
) -> None:
    """It brings two moves: the person's and the computer player's. If the disk is full after the
    first, that one stands and the reply stays taken back."""

    async def story(at: Sitting) -> None:
        room, store = at.room, at.store
        assert isinstance(store, FullAfter)
        while at.seat not in room.awaited or not room.match.log:
            await reply(room)
        await at.send(at.move())
        while at.seat not in room.awaited:
            await reply(room)
        await at.send(messages.DoUndo("undo", at.seat))
        taken = len(room.match.undone)
        assert taken > 1
        received(at.who)
        store.left = left
        await at.send(messages.DoRedo("redo", at.seat))
        assert kinds(at.who)[-1] is answer
        assert len(room.match.undone) == taken - left
        assert len(await store.entries("T")) == room.seq

    sit(tmp_path, story, opponent="random")


async def reply(room: Room) -> None:
    """The move of whoever is awaited, as a computer player makes it."""
    seat = room.awaited[0]
    text = room.game.verbs.format(room.match.legal(seat)[0])
    await room.append(f"bot-{room.seq + 1}", "move", seat, text)
