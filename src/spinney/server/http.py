"""uvicorn's HTTP, with deadlines and a bound on the number of sockets.

There are deadlines for a request head, for a body, and for a connection that sends no request. The
number of sockets stays below the number of descriptors that the system allows, because the store,
the workers and the log need some too. If there are too many sockets, the oldest connection that has
not completed a request is closed, then the oldest idle one. So half requests lock nobody out.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from contextlib import suppress
from time import monotonic
from typing import Any, Protocol

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from spinney.server.alarms import Alarms
from spinney.server.config import Limits, Settings
from spinney.table.log import log_event

HEAD_SECONDS, BODY_SECONDS = 10.0, 10.0
ANSWER_SECONDS = 10.0  # a reader that takes longer is closed if there are too many sockets
HEAD_BYTES = 32 * 1024
FIELDS = 100  # lines of a head; browsers send some twenty
BODY_BYTES = 1024 * 1024  # read even if a handler takes less, so that a refusal arrives
PIPELINED = 8  # requests that may wait on one connection; browsers never send a second one
RESERVED = 48  # descriptors for the store, the log, and files that are being sent
PER_WORKER = 6  # for the pipes of a worker process
BESIDES = 1000  # sockets in addition to the WebSockets that the settings allow
FEWEST = 16  # sockets, even if there are fewer descriptors
RELAXED = 0.9  # of the bound: below this sockets are no longer scarce
UNLIMITED = 1 << 20

LATE = (408, b"Request Timeout", b"The request did not come in time.\n")
TOO_LARGE = (431, b"Request Header Fields Too Large", b"The request head is too large.\n")
NO_ROOM = (503, b"Service Unavailable", b"There are too many connections. Try again later.\n")


def raise_descriptor_limit() -> int:
    """Let this process open as many files as the system allows. Returns that number."""
    if sys.platform == "win32":
        return UNLIMITED
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, 10_240):  # macOS reports a higher limit than it allows
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            break
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return UNLIMITED if soft == resource.RLIM_INFINITY else soft


def bound(descriptors: int, settings: Settings) -> int:
    """How many sockets are allowed, given the number of descriptors for everything."""
    with suppress(OSError):
        descriptors -= len(os.listdir("/dev/fd"))  # those that are open now
    descriptors -= RESERVED + PER_WORKER * settings.workers
    return max(FEWEST, min(descriptors, settings.limits.connections + BESIDES))


class Peer(Protocol):
    """One end of a connection: HTTP, or the WebSocket it has become."""

    @property
    def transport(self) -> asyncio.Transport: ...


class Sockets:
    """Every open socket. Dictionaries keep their order, so the oldest are found first."""

    def __init__(self, bound: int, alarms: Alarms) -> None:
        self.bound, self.alarms = bound, alarms
        self.open: set[Peer] = set()
        self.half: dict[Peer, None] = {}  # without a complete request or hello
        self.idle: dict[Peer, None] = {}  # waiting for the next request
        self.busy: dict[Peer, float] = {}  # being answered, since when
        self.scarce = False

    def admit(self, peer: Peer) -> bool:
        """Add a new socket, if necessary in place of another. False if all others are in use."""
        if len(self.open) >= self.bound and not self._make_room():
            self.alarms.raise_("sockets_full", connections=len(self.open))
            return False
        self.open.add(peer)
        self.half[peer] = None
        return True

    def _make_room(self) -> bool:
        victim = next(iter(self.half), None) or next(iter(self.idle), None) or self._slowest()
        if victim is None:
            return False
        if not self.scarce:
            self.scarce = True
            log_event(
                "sockets are scarce: closing those without a complete request",
                level=logging.WARNING,
                connections=len(self.open),
            )
        self.forget(victim)
        victim.transport.abort()
        return True

    def _slowest(self) -> Peer | None:
        """The peer that has been reading a reply for longest, if that is too long."""
        peer = next(iter(self.busy), None)
        return peer if peer and monotonic() - self.busy[peer] > ANSWER_SECONDS else None

    def receiving(self, peer: Peer) -> None:
        """A request has begun to arrive."""
        if self._leave(peer):
            self.half[peer] = None

    def answering(self, peer: Peer) -> None:
        """A request has arrived completely."""
        if self._leave(peer):
            self.busy[peer] = monotonic()

    def resting(self, peer: Peer) -> None:
        """An answer was sent, and there is no other request."""
        if self._leave(peer):
            self.idle[peer] = None

    def settled(self, peer: Peer) -> None:
        """A WebSocket is in use: it stays."""
        self._leave(peer)

    def _leave(self, peer: Peer) -> bool:
        self.half.pop(peer, None)
        self.idle.pop(peer, None)
        self.busy.pop(peer, None)
        return peer in self.open

    def follow(self, peer: Peer, after: Peer) -> None:
        """A connection has become a WebSocket."""
        if after in self.open:
            self.forget(after)
            self.open.add(peer)
            self.half[peer] = None

    def forget(self, peer: Peer) -> None:
        self.open.discard(peer)
        self._leave(peer)
        if len(self.open) < RELAXED * self.bound:
            self.scarce = False
            self.alarms.clear("sockets_full", connections=len(self.open))


class ServerConfig(uvicorn.Config):
    """uvicorn's configuration, with what our protocols need in addition."""

    def __init__(self, limits: Limits, sockets: Sockets, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.limits, self.sockets = limits, sockets


class HttpProtocol(HttpToolsProtocol):
    """Given to uvicorn in place of its own."""

    config: ServerConfig

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.sockets = self.config.sockets
        self.deadline: asyncio.TimerHandle | None = None
        self.receiving = False  # a request has begun to arrive and is incomplete
        self.in_head = True
        self.received = 0  # bytes of it

    # ------------------------------------------------------------------------------- connections
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.sockets.admit(self):
            self._begin()
        else:
            self._refuse(*NO_ROOM)

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_deadline(None)
        self.sockets.forget(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._set_deadline(None)
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it holds our methods: a reference cycle
        self.sockets.follow(self.transport.get_protocol(), self)  # type: ignore[arg-type]

    # --------------------------------------------------------------------------------- deadlines
    def _begin(self) -> None:
        self.receiving = self.in_head = True
        self.received = 0
        self._set_deadline(HEAD_SECONDS)
        self.sockets.receiving(self)

    def _set_deadline(self, seconds: float | None) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self.deadline = None
        if self.in_head:
            free = self.cycle is None or self.cycle.response_complete
        else:
            free = not self.cycle.response_started
        if self.received and free:
            self._refuse(*LATE)
        else:  # there is no request, or an answer is being sent
            self.transport.abort()

    def _refuse(self, status: int, phrase: bytes, text: bytes) -> None:
        """Answer without the application, and close."""
        head = b"HTTP/1.1 %d %b\r\ncontent-type: text/plain\r\ncontent-length: %d\r\n"
        head += b"connection: close\r\n\r\n%b"
        self.transport.write(head % (status, phrase, len(text), text))
        self.transport.close()

    # -------------------------------------------------------------------------------- the parser
    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if not self.receiving and (self.cycle is None or self.cycle.response_complete):
            self._begin()
        self.received += len(data)
        super().data_received(data)
        if self.receiving and not self.transport.is_closing():
            if self.in_head and self.received > HEAD_BYTES:
                self._refuse(*TOO_LARGE)
            elif self.received > HEAD_BYTES + BODY_BYTES:
                self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self.receiving:
            self._begin()  # another one in the same read

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= FIELDS:
            raise ValueError("too many header fields")  # this stops the parser
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= PIPELINED:
            raise ValueError("too many requests at once")
        self.in_head = False
        self._set_deadline(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.receiving = False
        self._set_deadline(None)
        if self.cycle is not None and self.cycle.response_complete and not self.pipeline:
            self.received = 0
            self._set_deadline(HEAD_SECONDS)  # uvicorn sets none in this case
            self.sockets.resting(self)
        else:
            self.sockets.answering(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.receiving and not self.pipeline and not self.transport.is_closing():
            self.sockets.resting(self)
