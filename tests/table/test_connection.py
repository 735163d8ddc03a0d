"""What is sent in one turn of the event loop, and what a slow reader gets."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from spinney.table.connection import Connection, Sender
from spinney.table.rate_limits import Bucket


class Socket:
    """The transport of a connection."""

    def __init__(self) -> None:
        self.takes = True
        self.writes: list[list[bytes]] = []
        self.freed = asyncio.Event()

    def push(self, *texts: bytes) -> bool:
        if self.takes:
            self.writes.append(list(texts))
        return self.takes

    async def ready(self) -> None:
        await self.freed.wait()


class Told:
    """A connection with such a socket, and a task that empties its outbox."""

    def __init__(self, post: Sender, most: int = 10) -> None:
        wishes, chats, frames = (Bucket(1, 1) for _ in range(3))
        self.cut: list[bool] = []
        self.who = Connection("", "", "", wishes, chats, frames, most, self.give_up)
        self.socket = Socket()
        self.writer = asyncio.create_task(self.who.write(self.socket, post))

    def give_up(self) -> None:
        self.cut.append(True)


async def turns(number: int = 4) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


async def ended(*all: Told) -> None:
    for one in all:
        one.writer.cancel()
        with suppress(asyncio.CancelledError):
            await one.writer


def test_what_is_told_in_a_turn_goes_out_in_one_write() -> None:
    async def story() -> None:
        post = Sender(asyncio.get_running_loop())
        one, two = Told(post), Told(post)
        await turns()
        for text in (b"a", b"b"):
            one.who.send_encoded(text)
            two.who.send_encoded(text)
        assert one.socket.writes == []  # the turn is not over
        await turns()
        one.who.send_encoded(b"c")
        one.who.flush()  # not to be waited for
        assert one.socket.writes == [[b"a", b"b"], [b"c"]]
        await turns()
        assert one.socket.writes == [[b"a", b"b"], [b"c"]]
        assert two.socket.writes == [[b"a", b"b"]]
        await ended(one, two)

    asyncio.run(story())


def test_what_a_socket_does_not_take_is_kept_in_order() -> None:
    async def story() -> None:
        told = Told(Sender(asyncio.get_running_loop()))
        await turns()
        told.socket.takes = False
        for text in (b"a", b"b"):
            told.who.send_encoded(text)
        await turns()
        told.who.send_encoded(b"c")
        assert told.socket.writes == [] and told.who.outbox.qsize() == 2  # one is in hand
        told.socket.takes = True
        told.socket.freed.set()
        await turns()
        told.who.send_encoded(b"d")
        await turns()
        sent: list[Any] = [text for write in told.socket.writes for text in write]
        assert sent == [b"a", b"b", b"c", b"d"]
        await ended(told)

    asyncio.run(story())


def test_whoever_takes_nothing_is_given_up_once() -> None:
    async def story() -> None:
        told = Told(Sender(asyncio.get_running_loop()), most=3)
        await turns()
        told.socket.takes = False
        for _ in range(9):
            told.who.send_encoded(b"x")
        await turns()
        told.who.send_encoded(b"y")
        assert told.cut == [True] and told.who.full and told.who.outbox.qsize() <= 3
        await ended(told)

    asyncio.run(story())
