"""Frames on their way in and out, and what is told in one turn of the loop."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, cast

import pytest

from spinney.server.limits import Bucket
from spinney.server.line import Line, framed, measured
from spinney.server.outbox import Connection, Post
from tests.server.light import frame

SIZES = (0, 1, 125, 126, 127, 128, 255, 256, 16_000, 65_535)


@pytest.mark.parametrize("size", SIZES)
def test_a_frame_of_any_size_is_measured(size: int) -> None:
    """127 is a size, and in a frame's second byte it means that the size follows."""
    sent = b"before" + frame(b"x" * size)
    found, head = measured(sent, 6)
    assert found == size and sent[head + 4 :] == b"x" * size  # after the mask
    back = framed(b"x" * size)
    assert measured(back, 0) == (size, len(back) - size)


def test_so_is_one_that_is_too_large() -> None:
    assert measured(framed(b"x" * 70_000), 0) == (70_000, 10)


class Socket:
    """What a connection needs of its line."""

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

    def __init__(self, post: Post, most: int = 10) -> None:
        wishes, chats, frames = (Bucket(1, 1) for _ in range(3))
        self.cut: list[bool] = []
        self.who = Connection("", "", "", wishes, chats, frames, most, self.give_up)
        self.socket = Socket()
        self.writer = asyncio.create_task(self.who.write(cast(Line, self.socket), post))

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
        post = Post(asyncio.get_running_loop())
        one, two = Told(post), Told(post)
        await turns()
        for text in (b"a", b"b"):
            one.who.tell(text)
            two.who.tell(text)
        assert one.socket.writes == []  # the turn is not over
        await turns()
        one.who.tell(b"c")
        one.who.send()  # not to be waited for
        assert one.socket.writes == [[b"a", b"b"], [b"c"]]
        await turns()
        assert one.socket.writes == [[b"a", b"b"], [b"c"]]
        assert two.socket.writes == [[b"a", b"b"]]
        await ended(one, two)

    asyncio.run(story())


def test_what_a_socket_does_not_take_is_kept_in_order() -> None:
    async def story() -> None:
        told = Told(Post(asyncio.get_running_loop()))
        await turns()
        told.socket.takes = False
        for text in (b"a", b"b"):
            told.who.tell(text)
        await turns()
        told.who.tell(b"c")
        assert told.socket.writes == [] and told.who.outbox.qsize() == 2  # one is in hand
        told.socket.takes = True
        told.socket.freed.set()
        await turns()
        told.who.tell(b"d")
        await turns()
        sent: list[Any] = [text for write in told.socket.writes for text in write]
        assert sent == [b"a", b"b", b"c", b"d"]
        await ended(told)

    asyncio.run(story())


def test_whoever_takes_nothing_is_given_up_once() -> None:
    async def story() -> None:
        told = Told(Post(asyncio.get_running_loop()), most=3)
        await turns()
        told.socket.takes = False
        for _ in range(9):
            told.who.tell(b"x")
        await turns()
        told.who.tell(b"y")
        assert told.cut == [True] and told.who.full and told.who.outbox.qsize() <= 3
        await ended(told)

    asyncio.run(story())
