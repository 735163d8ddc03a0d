"""A connection as a room knows it: somebody to tell things, who may be slow to listen.

Nothing here ever waits. What is told is sent at once if the socket takes it; else it goes into a
box that holds so many messages, and a task of the connection's own sends them when the socket is
ready. When the box is full the connection is given up: the others at the table are not to wait, and
whoever was cut off comes back and asks for what happened after the version it has.
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


class Connection:
    """One socket of a guest, looking at one table through one pair of eyes."""

    __slots__ = (
        "address",
        "chats",
        "frames",
        "full",
        "give_up",
        "guest",
        "held",
        "line",
        "name",
        "outbox",
        "room",
        "seat",
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
        self.wishes, self.chats, self.frames = wishes, chats, frames
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(most)
        self.line: Line | None = None  # while nothing waits to be sent
        self.held: list[bytes] | None = None  # what is told meanwhile goes out together
        self.full = False
        self.give_up = give_up
        self.room: Room | None = None
        self.seat = -1

    def tell(self, text: bytes) -> None:
        """Send an encoded message, or put it into the outbox.

        A task for every message costs more than the sending. So it is sent here, and only what the
        socket does not take at once is left to the task.
        """
        if self.full:
            return
        if self.held is not None:
            self.held.append(text)
            return
        if self.line is not None:
            if self.line.push(text):
                return
            self.line = None
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.full = True
            self.give_up()

    def hold(self) -> None:
        """Keep what is told back, until `release`: a move and its answer in one go cost half."""
        self.held = []

    def release(self) -> None:
        texts, self.held = self.held or [], None
        if len(texts) > 1 and self.line is not None and self.line.push(*texts):
            return
        for text in texts:
            self.tell(text)

    def say(self, message: FromServer) -> None:
        """Tell something that is meant for this connection alone."""
        self.tell(encode(message))

    def key(self, wish: str) -> str:
        """The id of a wish as the log has it: ids of different guests never meet."""
        return f"{self.guest[:16]}/{wish}"

    async def write(self, line: Line) -> None:
        """Send what is in the outbox, one after the other, until cancelled."""
        while True:
            if self.outbox.empty():
                self.line = line
            said = await self.outbox.get()
            self.line = None
            while not line.push(said):
                await line.ready()
