"""The WebSocket of a connection, as uvicorn makes it, with a short way for the usual.

Nearly all that comes is one whole text frame, and all that goes are whole text frames without
extensions. Those are taken apart and put together here. Whatever else a peer may send goes, frame
by frame, to the library that knows all of the protocol, and so does everything up to the end of the
handshake.

Every frame costs a token, whatever is in it, and so does every read that ends within a frame. A
client without tokens is closed, and nothing more of what it sent is looked at: so a read costs no
more than the burst allows. A message has a deadline, from its first byte to its last.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

from spinney.server.http import Configuration
from spinney.server.limits import Bucket

try:
    from websockets.speedups import apply_mask
except ImportError:  # it has no compiled part here
    from websockets.utils import apply_mask

TEXT, MASKED = 0x81, 0x80  # a whole message of text; by a client
OPCODE, PING = 0x0F, 0x09
FLOOD = 4  # times the rate at which wishes are granted: more than that is no person
OVERDUE = 10.0  # seconds for a message to come whole
CLOSING = 5.0  # seconds for a client to answer a close frame
AHEAD = 8  # messages that may wait for whoever reads them, until no more are taken from the socket


def framed(text: bytes) -> bytes:
    """A message of text as one frame of a server."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def measured(data: bytes, start: int) -> tuple[int, int]:
    """How long the text of a frame is, and where what follows its size begins."""
    size, head = data[start + 1] & 127, start + 2
    if size < 126:
        return size, head
    length = 2 if size == 126 else 8
    return int.from_bytes(data[head : head + length], "big"), head + length


class Mail:
    """What has come and nobody has read yet. As much of asyncio.Queue as one reader needs."""

    __slots__ = ("busy", "come", "loop", "reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.come: deque[Any] = deque()
        self.reader: asyncio.Future[None] | None = None  # while it waits
        self.busy = False  # something is answered without the reader, who is to wait for that

    def empty(self) -> bool:
        return not self.come

    def put_nowait(self, message: Any) -> None:
        self.come.append(message)
        self._wake()

    def idle(self) -> bool:
        """Whether the reader has read all there is and has nothing to do."""
        reader = self.reader
        return not (self.come or self.busy or reader is None or reader.done())

    def answered(self, trouble: Exception | None) -> None:
        """It is done without the reader, who goes on, and hears of what went wrong."""
        self.busy = False
        if trouble is not None:
            self.come.appendleft(trouble)
        if self.come:
            self._wake()

    def _wake(self) -> None:
        if self.reader is not None and not self.busy and not self.reader.done():
            self.reader.set_result(None)

    async def get(self) -> Any:
        while self.busy or not self.come:
            self.reader = self.loop.create_future()
            try:
                await self.reader
            finally:
                self.reader = None
        return self.come.popleft()


class Abuse(Exception):
    """A client does what no client needs to do, and is closed for it. Read like a message."""


class Line(WebSocketsSansIOProtocol):
    """Given to uvicorn in place of its own."""

    config: Configuration

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        limits = self.config.limits
        self.close_timeout = CLOSING
        self.mail = Mail(self.loop)
        self.queue = self.mail  # type: ignore[assignment]
        self.budget = Bucket(FLOOD * limits.moves_per_second, FLOOD * limits.burst)
        self.begun = b""  # a frame that has not come whole
        self.overdue: asyncio.TimerHandle | None = None  # while a message has not come whole
        self.stopped = False  # closed for abuse: whatever else comes is dropped
        self.ear: Callable[[bytes], bool] | None = None  # may take a text before the reader

    @classmethod
    def of(cls, socket: WebSocket) -> Line:
        """What is below a socket. The protocol above has no word for what is done with it."""
        line = getattr(socket._receive, "__self__", None)
        assert isinstance(line, Line)
        return line

    # ----------------------------------------------------------------------------------- hearing
    def data_received(self, data: bytes) -> None:
        if self.stopped:
            return None
        if not self.handshake_complete:
            if self.handshake_initiated:  # no client speaks before it is answered
                return self.transport.abort()
            return super().data_received(data)
        if self.begun:
            data = self.begun + data
            self.begun = b""
        start, there = 0, len(data)
        while there - start >= 6:
            size, head = measured(data, start)
            if size > self.config.ws_max_size or not data[start + 1] & MASKED:
                return super().data_received(data[start:])  # it closes the connection
            end = head + 4 + size
            if end > there:
                break
            if not self.budget.take():
                return self._stop("too many messages")
            whole = data[start] == TEXT and self.conn.current_size is None
            text = apply_mask(data[head + 4 : end], data[head : head + 4]) if whole else b""
            if not (whole and self.conn.state is OPEN and self._hear(text)):
                if not self.writable.is_set() and data[start] & OPCODE == PING:
                    self._stop("too many unread answers")
                    return self.transport.abort()
                super().data_received(data[start:end])
                if self.transport.is_closing():
                    return None
            if self.overdue is not None and self.conn.current_size is None:
                self._on_time()
            start = end
        self.begun = data[start:]
        if self.begun and not self.budget.take():
            return self._stop("too many small pieces")
        if self.overdue is None and (self.begun or self.conn.current_size is not None):
            self.overdue = self.loop.call_later(OVERDUE, self._stop, "a message was not finished")
        return None

    def _on_time(self) -> None:
        if self.overdue is not None:
            self.overdue.cancel()
            self.overdue = None

    def _stop(self, why: str) -> None:
        """Read nothing more, and let the conversation close the connection, as its next thing."""
        self.stopped = True
        self._on_time()
        self.begun = b""
        if self.close_sent or self.disconnected:  # the conversation is over
            return self.transport.abort()
        self.transport.pause_reading()
        self.read_paused = False  # so that nobody resumes it
        self.mail.come.clear()
        self.mail.put_nowait(Abuse(why))
        return None

    def handle_pong(self, event: Frame) -> None:
        """What we have asked for costs nothing."""
        if self.pending_ping_payload == bytes(event.data):
            self.budget.give_back()
        super().handle_pong(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._on_time()
        self.config.sockets.forget(self)
        super().connection_lost(exc)
        # The parser is a generator that holds the protocol, and the protocol holds the parser. The
        # garbage collector runs rarely (serve.py), so the cycle is broken here.
        self.conn.parser.close()

    def settled(self) -> None:
        """The client has said hello: it is not closed to make room for others."""
        self.config.sockets.settled(self)

    def _hear(self, text: bytes) -> bool:
        """Hand it on; no if it is not text. To stop and to begin reading takes the system's time,
        so that is done only for those who say a lot."""
        if self.ear is not None and self.mail.idle() and self.ear(text):
            return True
        try:
            self.mail.put_nowait(text.decode())
        except UnicodeDecodeError:
            return False
        if len(self.mail.come) > AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    async def hear(self) -> Any:
        """The next message: a text, what an ear made of one, or whatever else has happened, as
        uvicorn tells it."""
        message = await self.mail.get()
        if self.read_paused and not self.mail.come:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    # ------------------------------------------------------------------------------------ saying
    def push(self, *texts: bytes) -> bool:
        """Send messages at once; no, and none of them, if the socket takes nothing now."""
        if not self.writable.is_set():
            return False
        if not (self.disconnected or self.close_sent):
            frames = framed(texts[0]) if len(texts) == 1 else b"".join(map(framed, texts))
            self.transport.write(frames)
        return True

    async def ready(self) -> None:
        """Until the socket takes more."""
        await self.writable.wait()

    def abort(self) -> None:
        """Cut the connection of somebody who does not read: a polite end would wait for the reader
        until the system loses patience."""
        self.transport.abort()
