"""A connection as a room knows it: somebody to tell things, who may be slow to listen.

Nothing here ever waits for a socket. What is told goes out at the end of the loop's turn if the
socket takes it; else it goes into a box that holds so many messages, and a task of the connection's
own sends them when the socket is ready. When the box is full the connection is given up: the others
at the table are not to wait, and whoever was cut off comes back and asks for what happened after
the version it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from spinney.server.limits import Bucket
from spinney.server.wire import FromServer

if TYPE_CHECKING:
    from spinney.server.line import Line
    from spinney.server.room import Room

ENCODER: Final = msgspec.json.Encoder()


def encode(message: FromServer) -> bytes:
    return ENCODER.encode(message)


class Post:
    """Sends what was told in a turn of the loop, all of it together when that is over. Sending is
    the system's work: to change between that and ours for every message makes both of them slow.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.waiting: list[Connection] = []

    def collect(self, who: Connection) -> None:
        if not self.waiting:
            self.loop.call_soon(self.send)
        self.waiting.append(who)

    def send(self) -> None:
        waiting, self.waiting = self.waiting, []
        for who in waiting:
            who.send()


class Connection:
    """One socket of a guest, looking at one table through one pair of eyes."""

    __slots__ = (
        "address",
        "chats",
        "frames",
        "full",
        "give_up",
        "guest",
        "line",
        "name",
        "outbox",
        "post",
        "room",
        "seat",
        "told",
        "wishes",
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
        self.wishes, self.chats = wishes, chats
        self.frames = frames  # the line takes one for each; what is dear costs more
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(most)
        self.line: Line | None = None  # while nothing waits in the outbox
        self.post: Post | None = None
        self.told: list[bytes] = []  # in this turn of the loop
        self.full = False
        self.give_up = give_up
        self.room: Room | None = None
        self.seat = -1

    def tell(self, text: bytes) -> None:
        """Send an encoded message, or put it into the outbox.

        A task for every message costs more than the sending. So only what the socket does not take
        at once is left to the task.
        """
        if self.full:
            return
        if self.line is None or self.post is None:
            self._keep(text)
            return
        if not self.told:
            self.post.collect(self)
        self.told.append(text)

    def send(self) -> None:
        """What was told in this turn, if it has not gone out already."""
        texts, self.told = self.told, []
        if not texts or (self.line is not None and self.line.push(*texts)):
            return
        self.line = None
        for text in texts:
            self._keep(text)

    def _keep(self, text: bytes) -> None:
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            if not self.full:
                self.full = True
                self.give_up()

    def say(self, message: FromServer) -> None:
        """Tell something that is meant for this connection alone."""
        self.tell(encode(message))

    def key(self, wish: str) -> str:
        """The id of a wish as the log has it: ids of different guests never meet."""
        return f"{self.guest[:16]}/{wish}"

    async def write(self, line: Line, post: Post) -> None:
        """Send what is in the outbox, one after the other, until cancelled."""
        self.post = post
        while True:
            if self.outbox.empty():
                self.line = line
            said = await self.outbox.get()
            self.line = None
            while not line.push(said):
                await line.ready()
