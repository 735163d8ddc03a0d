"""The WebSocket of a client: uvicorn's, with limits on what a client may send.

The library parses every frame and knows the whole protocol. This class only looks at where frames
begin and end, to count them before they are parsed. It writes messages as plain text frames. Every
frame costs a token, whatever is in it, and so does every read that ends within a frame. A client
without tokens is closed, and the rest of what it sent is not parsed, so a read never costs more
than the burst allows. A message has a deadline, from its first byte to its last.
(docs/decisions/plain-paths.md explains what is our own here, and why.)
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from spinney.server.http import ServerConfig
from spinney.table.rate_limits import Bucket
from spinney.table.session import Abuse

TEXT, MASKED = 0x81, 0x80  # a whole message of text; sent by a client
OPCODE, PING = 0x0F, 0x09
FLOOD = 4  # times the rate limit of requests: no person sends more frames than that
OVERDUE = 10.0  # seconds for a message to arrive completely
CLOSING = 5.0  # seconds for a client to answer a close frame
AHEAD = 8  # messages that may wait for the session before reading from the socket is paused


def text_frame(text: bytes) -> bytes:
    """A message as one frame of a server. There are five for each move, and the library's way of
    building one takes several times as long."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def frame_size(data: bytes, start: int) -> tuple[int, int]:
    """The length of a frame's payload, and where the bytes after that length begin."""
    size, head = data[start + 1] & 127, start + 2
    if size < 126:
        return size, head
    length = 2 if size == 126 else 8
    return int.from_bytes(data[head : head + length], "big"), head + length


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Given to uvicorn in place of its own. Carries messages for a `Connection`."""

    config: ServerConfig

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        limits = self.config.limits
        self.close_timeout = CLOSING
        self.budget = Bucket(FLOOD * limits.moves_per_second, FLOOD * limits.burst)
        self.begun = b""  # the beginning of an incomplete frame
        self.overdue: asyncio.TimerHandle | None = None  # runs while a message is incomplete
        self.stopped = False  # closed for abuse: further input is dropped

    @classmethod
    def of(cls, socket: WebSocket) -> WebSocketProtocol:
        """The protocol below a Starlette socket. ASGI has no messages for what it is used for."""
        protocol = getattr(socket._receive, "__self__", None)
        assert isinstance(protocol, WebSocketProtocol)
        return protocol

    # --------------------------------------------------------------------------------- receiving
    def data_received(self, data: bytes) -> None:
        if self.stopped:
            return None
        if not self.handshake_complete:
            if self.handshake_initiated:  # a client must not send before the handshake's reply
                return self.transport.abort()
            return super().data_received(data)
        if self.begun:
            data = self.begun + data
            self.begun = b""
        start, there = 0, len(data)
        while there - start >= 6:
            size, head = frame_size(data, start)
            if size > self.config.ws_max_size or not data[start + 1] & MASKED:
                return super().data_received(data[start:])  # it closes the connection
            end = head + 4 + size
            if end > there:
                break
            if not self.budget.take():
                return self._stop("too many messages")
            if not self.writable.is_set() and data[start] & OPCODE == PING:
                self._stop("too many unread answers")
                return self.transport.abort()
            super().data_received(data[start:end])
            if self.transport.is_closing():
                return None
            if self.overdue is not None and self.conn.current_size is None:
                self._cancel_deadline()
            start = end
        self.begun = data[start:]
        if self.begun and not self.budget.take():
            return self._stop("too many small pieces")
        if self.overdue is None and (self.begun or self.conn.current_size is not None):
            self.overdue = self.loop.call_later(OVERDUE, self._stop, "a message was not finished")
        return None

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the session. uvicorn would pause and resume reading for each message,
        which costs two system calls. We pause only if a client sends many at once."""
        paused = self.read_paused
        self.read_paused = True  # so that uvicorn does not pause
        super().send_receive_event_to_app()
        self.read_paused = paused
        if self.queue.qsize() > AHEAD and not paused and not self.close_sent:
            self.read_paused = True
            self.transport.pause_reading()

    def _cancel_deadline(self) -> None:
        if self.overdue is not None:
            self.overdue.cancel()
            self.overdue = None

    def _stop(self, why: str) -> None:
        """Stop reading, and make the session close the connection as its next step."""
        self.stopped = True
        self._cancel_deadline()
        self.begun = b""
        if self.close_sent or self.disconnected:  # the session is over
            return self.transport.abort()
        self.transport.pause_reading()
        self.read_paused = False  # so that uvicorn does not resume it
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(Abuse(why))  # type: ignore[arg-type]
        return None

    def handle_pong(self, event: Frame) -> None:
        """A pong that replies to our ping costs nothing."""
        if self.pending_ping_payload == bytes(event.data):
            self.budget.give_back()
        super().handle_pong(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        self.config.sockets.forget(self)
        super().connection_lost(exc)
        # The parser is a generator that references the protocol, and the protocol references the
        # parser. The garbage collector runs rarely (serve.py), so the cycle is broken here.
        self.conn.parser.close()

    def settled(self) -> None:
        """The client has sent hello. From now on it is not closed to make room for others."""
        self.config.sockets.settled(self)

    # ----------------------------------------------------------------------------------- sending
    def push(self, *texts: bytes) -> bool:
        """Send messages at once. False, and none is sent, if the socket takes nothing now."""
        if not self.writable.is_set():
            return False
        if not (self.disconnected or self.close_sent):
            self.transport.write(b"".join(map(text_frame, texts)))
        return True

    async def ready(self) -> None:
        """Return when the socket takes more."""
        await self.writable.wait()

    def abort(self) -> None:
        """Cut the connection of a client that does not read. A close frame would wait until the
        system gives up."""
        self.transport.abort()
