"""A connection as a room knows it: somebody to tell things, who may be slow to listen.

Nothing here ever waits. What is told goes into a box that holds so many messages; a task of the
connection's own takes them out and sends them. When the box is full the connection is given up:
the others at the table are not to wait, and whoever was cut off comes back and asks for what
happened after the version it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from spinney.server.limits import Bucket
from spinney.server.wire import FromServer

if TYPE_CHECKING:
    from spinney.server.room import Room

ENCODER = msgspec.json.Encoder()


def encode(message: FromServer) -> str:
    return ENCODER.encode(message).decode()


class Connection:
    """One socket of a guest, looking at one table through one pair of eyes."""

    __slots__ = (
        *("address", "chats", "frames", "full", "give_up", "guest", "name"),
        *("outbox", "room", "seat", "wishes"),
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
        self.outbox: asyncio.Queue[str] = asyncio.Queue(most)
        self.full = False
        self.give_up = give_up
        self.room: Room | None = None
        self.seat = -1

    def tell(self, text: str) -> None:
        """Put an encoded message into the outbox."""
        if self.full:
            return
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            self.full = True
            self.give_up()

    def say(self, message: FromServer) -> None:
        """Tell something that is meant for this connection alone."""
        self.tell(encode(message))

    def key(self, wish: str) -> str:
        """The id of a wish as the log has it: ids of different guests never meet."""
        return f"{self.guest[:16]}/{wish}"

    async def write(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what is in the outbox, one after the other, until cancelled."""
        while True:
            await send(await self.outbox.get())
