"""A connection as a room knows it: somebody to tell things, who may be slow to listen.

Nothing here ever waits. What is told is sent at once if the socket takes it; else it goes into a
box that holds so many messages, and a task of the connection's own sends them when the socket is
ready. When the box is full the connection is given up: the others at the table are not to wait, and
whoever was cut off comes back and asks for what happened after the version it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from spinney.server.limits import Bucket
from spinney.server.wire import FromServer

if TYPE_CHECKING:
    from spinney.server.room import Room

ENCODER = msgspec.json.Encoder()


def encode(message: FromServer) -> str:
    return ENCODER.encode(message).decode()


Sending = Coroutine[Any, Any, None]


class Begun:
    """A message whose sending has begun and waits for the socket."""

    __slots__ = ("sending", "waiting")

    def __init__(self, sending: Sending, waiting: Any) -> None:
        self.sending, self.waiting = sending, waiting

    @coroutine
    def finish(self) -> Generator[Any, None, None]:
        """Go on where it stopped: wait for what it waits for."""
        try:
            while True:
                yield self.waiting
                self.waiting = self.sending.send(None)
        except StopIteration:
            return
        finally:
            self.sending.close()


class Connection:
    """One socket of a guest, looking at one table through one pair of eyes."""

    __slots__ = (
        *("address", "chats", "frames", "full", "give_up", "guest", "name"),
        *("outbox", "room", "seat", "send", "wishes"),
    )

    def __init__(
        self,
        guest: str,
        name: str,
        address: str,
        wishes: Bucket,
        chats: Bucket,
        frames: Bucket,
        most: int,
        give_up: Callable[[], object],
    ) -> None:
        self.guest = guest  # nobody in particular if empty
        self.name = name
        self.address = address
        self.wishes, self.chats, self.frames = wishes, chats, frames
        self.outbox: asyncio.Queue[str | Begun] = asyncio.Queue(most)
        self.send: Callable[[str], Sending] | None = None  # while nothing waits to be sent
        self.full = False
        self.give_up = give_up
        self.room: Room | None = None
        self.seat = -1

    def tell(self, text: str) -> None:
        """Send an encoded message, or put it into the outbox.

        A task for every message costs more than the sending. So the first step of the sending is
        made here, and in most cases that is all of it; what the socket does not take at once is
        finished by the task.
        """
        if self.full:
            return
        rest: str | Begun = text
        if self.send is not None:
            sending = self.send(text)
            try:
                rest = Begun(sending, sending.send(None))
            except StopIteration:
                return
            except Exception:  # it is gone; whoever reads from it will notice
                return
            self.send = None
        try:
            self.outbox.put_nowait(rest)
        except asyncio.QueueFull:
            self.full = True
            self.give_up()

    def say(self, message: FromServer) -> None:
        """Tell something that is meant for this connection alone."""
        self.tell(encode(message))

    def key(self, wish: str) -> str:
        """The id of a wish as the log has it: ids of different guests never meet."""
        return f"{self.guest[:16]}/{wish}"

    async def write(self, send: Callable[[str], Sending]) -> None:
        """Send what is in the outbox, one after the other, until cancelled."""
        while True:
            if self.outbox.empty():
                self.send = send
            said = await self.outbox.get()
            self.send = None
            if isinstance(said, Begun):
                await said.finish()
            else:
                await send(said)
