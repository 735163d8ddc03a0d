"""One WebSocket, from the handshake to the close frame.

What comes in is decoded strictly and handled by `spinney.table.session`. What goes out waits in the
connection's outbox. Close codes: 1007 a message could not be decoded, 1008 too many messages or no
hello, 1009 a message was too long, 1012 the server restarts, 1013 the client reads too slowly. A
client that is closed for abuse (1008) pays for it when it connects again (admission.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from spinney.server.lobby import Lobby
from spinney.server.websocket import WebSocketProtocol
from spinney.table import messages
from spinney.table.connection import Connection
from spinney.table.log import log_event
from spinney.table.rate_limits import Bucket
from spinney.table.session import DECODER, Abuse, answer, greet
from spinney.table.store import GuestRow

NOT_UNDERSTOOD, POLICY, TROUBLE, TOO_SLOW = 1007, 1008, 1011, 1013
GREETING = 10.0  # seconds until the first hello
LAST_WORDS = 1.0  # seconds for what is still to be sent, and for the close frame


class CloseConnection(Exception):
    """The server ends the session, with a close code."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


async def run_session(lobby: Lobby, socket: WebSocket, row: GuestRow | None) -> None:
    """Everything between a browser and a table. The request for the handshake has been checked."""
    address = socket.client.host if socket.client else ""
    await socket.accept()
    limits = lobby.settings.limits
    rate, burst = limits.moves_per_second, limits.burst
    protocol = WebSocketProtocol.of(socket)
    reader = MessageReader(protocol)
    who = Connection(
        guest=row.id if row else "",
        name=row.name if row else "",
        address=address,
        request_budget=Bucket(rate, burst),
        chat_budget=Bucket(limits.chat_per_second, limits.chat_burst),
        frame_budget=protocol.budget,
        most=limits.outbox,
        give_up=reader.interrupt,
    )
    lobby.connections.add(who)
    lobby.metrics.connections.set(len(lobby.connections))
    writer = asyncio.create_task(who.write(protocol, lobby.sender))
    writer.add_done_callback(lambda done: None if done.cancelled() else done.exception())
    closing: CloseConnection | None = None
    # A task of its own: a message then wakes no code between the socket and the session.
    session = asyncio.create_task(handle_messages(lobby, who, reader))
    reader.cancel = session.cancel
    try:
        await session
    except WebSocketDisconnect:
        pass
    except CloseConnection as ended:
        closing = ended
    except Abuse as abuse:
        closing = CloseConnection(POLICY, str(abuse))
        lobby.metrics.count_refusal("flood")
        lobby.admission.abuse(address, who.guest)
    except asyncio.CancelledError:
        if not who.full:
            raise
    except Exception:
        log_event("a connection failed", level=40, trouble=True)
        closing = CloseConnection(TROUBLE, "something went wrong")
    finally:
        if who.room is not None:
            who.room.leave(who)
        lobby.tables.bot_players.disconnected(who)
        lobby.connections.discard(who)
        lobby.metrics.connections.set(len(lobby.connections))
        if who.full:
            lobby.metrics.outbox_drops.inc()
            closing = CloseConnection(TOO_SLOW, "too slow")
        await close(socket, who, writer, closing)
        # An exception of the session references this frame. Nothing here may reference the
        # exception, or the whole connection stays in memory until the garbage collector runs.
        reader.cancel = bool
        closing = None
        del session


async def handle_messages(lobby: Lobby, who: Connection, reader: MessageReader) -> None:
    try:
        async with asyncio.timeout(GREETING):
            first = await next_message(lobby, reader)
    except TimeoutError:
        raise CloseConnection(POLICY, "say hello first") from None
    if not isinstance(first, messages.Hello):
        raise CloseConnection(POLICY, "say hello first")
    await greet(lobby.tables, who, first)
    reader.protocol.settled()
    while not who.full:
        await answer(lobby.tables, who, await next_message(lobby, reader))


async def next_message(lobby: Lobby, reader: MessageReader) -> messages.FromClient:
    text = await reader.text()
    try:
        return DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        lobby.metrics.count_refusal("malformed")
        raise CloseConnection(NOT_UNDERSTOOD, "not understood") from None


class MessageReader:
    """Reads messages from a socket. It can be interrupted while it waits for one, but never while a
    request is handled."""

    def __init__(self, protocol: WebSocketProtocol) -> None:
        self.protocol = protocol
        self.cancel: Callable[[], object] = bool  # nothing, before there is a session
        self.reading = False

    def interrupt(self) -> None:
        if self.reading:
            self.cancel()

    async def text(self) -> str:
        self.reading = True
        try:
            event: Any = await self.protocol.receive()
        finally:
            self.reading = False
        if isinstance(event, Abuse):
            raise event
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code") or 1005)
        text = event.get("text")
        if text is None:
            raise CloseConnection(NOT_UNDERSTOOD, "text only")
        return str(text)


async def close(
    socket: WebSocket,
    who: Connection,
    writer: asyncio.Task[None],
    closing: CloseConnection | None,
) -> None:
    """Send what is in the outbox and the close frame. If the client reads neither, cut it off."""
    who.flush()
    if closing is not None and closing.code != TOO_SLOW:
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                while not who.outbox.empty() and not writer.done():
                    await asyncio.sleep(0.01)
    writer.cancel()
    with suppress(asyncio.CancelledError, Exception):
        await writer
    if closing is None:
        return
    try:
        async with asyncio.timeout(LAST_WORDS):
            await socket.close(closing.code, closing.why)
        protocol = WebSocketProtocol.of(socket)
        if protocol.stopped:  # it will not see the client's answer
            protocol.loop.call_later(LAST_WORDS, protocol.abort)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        WebSocketProtocol.of(socket).abort()
