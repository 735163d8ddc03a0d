"""A connection as a room sees it: it takes messages for a client that may read slowly.

Nothing here ever waits for a socket. A message is sent at the end of the event loop's turn, if the
transport takes it. Otherwise it goes into a bounded queue, and the connection's own task sends it
when the transport is ready. If the queue is full, the connection is closed, so that the others at
the table need not wait. The client connects again and asks for what happened since its version.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from spinney.table.messages import FromServer
from spinney.table.rate_limits import Bucket

if TYPE_CHECKING:
    from spinney.table.room import Room

ENCODER: Final = msgspec.json.Encoder()


def encode(message: FromServer) -> bytes:
    return ENCODER.encode(message)


class Transport(Protocol):
    """Whatever carries messages to a client."""

    def push(self, *texts: bytes) -> bool:
        """Send messages at once. False, and none is sent, if the transport takes nothing now."""

    async def ready(self) -> None:
        """Return when the transport takes more."""


class Sender:
    """Sends the messages of one turn of the event loop together, at the end of the turn. Switching
    between our work and the system's for every message would make both slower."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.due: list[Connection] = []

    def add(self, who: Connection) -> None:
        if not self.due:
            self.loop.call_soon(self.flush)
        self.due.append(who)

    def flush(self) -> None:
        due, self.due = self.due, []
        for who in due:
            who.flush()


class Connection:
    """A connected client. It looks at one table from one seat."""

    __slots__ = (
        "address",
        "chat_budget",
        "frame_budget",
        "full",
        "give_up",
        "guest",
        "name",
        "outbox",
        "request_budget",
        "room",
        "seat",
        "sender",
        "transport",
        "unsent",
    )

    def __init__(
        self,
        guest: str,
        name: str,
        address: str,
        request_budget: Bucket,
        chat_budget: Bucket,
        frame_budget: Bucket,
        most: int,
        give_up: Callable[[], object],
    ) -> None:
        self.guest = guest  # empty if the client is not known
        self.name = name
        self.address = address
        self.request_budget, self.chat_budget = request_budget, chat_budget
        self.frame_budget = frame_budget  # the transport takes one for each; a hello costs more
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(most)
        self.transport: Transport | None = None  # None while messages wait in the outbox
        self.sender: Sender | None = None
        self.unsent: list[bytes] = []  # messages of this turn of the event loop
        self.full = False
        self.give_up = give_up
        self.room: Room | None = None
        self.seat = -1

    def send_encoded(self, text: bytes) -> None:
        """Send an encoded message, or put it into the outbox.

        Waking the task for every message would cost more than to send the message. So the task only
        sends what the transport does not take at once.
        """
        if self.full:
            return
        if self.transport is None or self.sender is None:
            self._enqueue(text)
            return
        if not self.unsent:
            self.sender.add(self)
        self.unsent.append(text)

    def flush(self) -> None:
        """Send the messages of this turn, unless they were sent already."""
        texts, self.unsent = self.unsent, []
        if not texts or (self.transport is not None and self.transport.push(*texts)):
            return
        self.transport = None
        for text in texts:
            self._enqueue(text)

    def _enqueue(self, text: bytes) -> None:
        try:
            self.outbox.put_nowait(text)
        except asyncio.QueueFull:
            if not self.full:
                self.full = True
                self.give_up()

    def send(self, message: FromServer) -> None:
        """Send a message that is meant for this connection alone."""
        self.send_encoded(encode(message))

    def key(self, request: str) -> str:
        """The id of a request in the log. Ids of different guests never collide."""
        return f"{self.guest[:16]}/{request}"

    async def write(self, transport: Transport, sender: Sender) -> None:
        """Send what is in the outbox, one message after the other, until cancelled."""
        self.sender = sender
        while True:
            if self.outbox.empty():
                self.transport = transport
            text = await self.outbox.get()
            self.transport = None
            while not transport.push(text):
                await transport.ready()
