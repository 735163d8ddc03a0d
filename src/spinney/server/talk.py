"""One WebSocket, from the handshake to the last word.

What comes in is decoded strictly and handed to the room; what goes out waits in the outbox. Close
codes: 1007 what was said could not be understood, 1008 too much or nothing was said, 1009 it was
too long, 1012 the server restarts, 1013 the reader was too slow. Whoever is closed for abuse (1008
from the line) pays for it at the door.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from spinney.server import wire
from spinney.server.ear import DECODER, Ear
from spinney.server.limits import Bucket
from spinney.server.line import Abuse, Line
from spinney.server.lobby import Lobby
from spinney.server.log import note
from spinney.server.outbox import Connection
from spinney.server.room import Room
from spinney.server.store import GuestRow, StoreError

NOT_UNDERSTOOD, POLICY, TROUBLE, TOO_SLOW = 1007, 1008, 1011, 1013
GREETING = 10.0  # seconds until the first hello
LAST_WORDS = 1.0  # seconds for what is still to be sent, and for the close frame
HELLO = 8.0  # frames that a further hello costs: it is answered with the whole table
PONG = msgspec.json.encode(wire.Pong())
DISK_TROUBLE = "The server has trouble with its disk. Try again."
UNREADABLE = (
    "The server has trouble with its disk and cannot read this table. "
    "Whoever runs the server is told. Try again later."
)


class Hung(Exception):
    """The server ends the conversation, with a close code."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


async def talk(lobby: Lobby, socket: WebSocket, row: GuestRow | None) -> None:
    """Everything between a browser and a table. The handshake has been checked."""
    address = socket.client.host if socket.client else ""
    await socket.accept()
    limits = lobby.settings.limits
    rate, burst = limits.moves_per_second, limits.burst
    line = Line.of(socket)
    reader = Reader(line)
    who = Connection(
        guest=row.id if row else "",
        name=row.name if row else "",
        address=address,
        wishes=Bucket(rate, burst),
        chats=Bucket(limits.chat_per_second, limits.chat_burst),
        frames=line.budget,
        most=limits.outbox,
        give_up=reader.interrupt,
    )
    lobby.connections.add(who)
    lobby.metrics.connections.set(len(lobby.connections))
    writer = asyncio.create_task(who.write(line, lobby.post))
    writer.add_done_callback(lambda done: None if done.cancelled() else done.exception())
    hung: Hung | None = None
    # In a task of its own: nothing of what lies between a socket and here is woken for a message.
    conversation = asyncio.create_task(converse(lobby, who, reader))
    reader.cancel = conversation.cancel
    try:
        await conversation
    except WebSocketDisconnect:
        pass
    except Hung as ended:
        hung = ended
    except Abuse as abuse:
        hung = Hung(POLICY, str(abuse))
        lobby.metrics.refuse("flood")
        lobby.door.abuse(address, who.guest)
    except asyncio.CancelledError:
        if not who.full:
            raise
    except Exception:
        note("a connection failed", level=40, trouble=True)
        hung = Hung(TROUBLE, "something went wrong")
    finally:
        line.ear = None
        if who.room is not None:
            who.room.leave(who)
        lobby.thinking.left(who)
        lobby.connections.discard(who)
        lobby.metrics.connections.set(len(lobby.connections))
        if who.full:
            lobby.metrics.outbox_drops.inc()
            hung = Hung(TOO_SLOW, "too slow")
        await part(socket, who, writer, hung)
        # An exception of the conversation holds this frame. Nothing here may hold the exception, or
        # all that belongs to the connection stays in memory until the garbage collector comes by.
        reader.cancel = bool
        hung = None
        del conversation


async def converse(lobby: Lobby, who: Connection, reader: Reader) -> None:
    try:
        async with asyncio.timeout(GREETING):
            first = await listen(lobby, who, reader)
    except TimeoutError:
        raise Hung(POLICY, "say hello first") from None
    if not isinstance(first, wire.Hello):
        raise Hung(POLICY, "say hello first")
    await greet(lobby, who, first)
    reader.line.settled()
    reader.line.ear = Ear(who, reader.line.mail).hear
    while not who.full:
        await answer(lobby, who, await listen(lobby, who, reader))


async def listen(lobby: Lobby, who: Connection, reader: Reader) -> wire.FromClient:
    """The next message that can be understood."""
    text = await reader.text()
    if not isinstance(text, str):
        return text  # heard by the ear
    try:
        wish: wire.FromClient = DECODER.decode(text)
        return wish
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        lobby.metrics.refuse("malformed")
        raise Hung(NOT_UNDERSTOOD, "not understood") from None


async def greet(lobby: Lobby, who: Connection, hello: wire.Hello) -> None:
    """Let somebody in to a table, or to another pair of eyes at the same one."""
    if who.room is not None:
        who.room.leave(who)
    if not wire.OLDEST <= hello.protocol <= wire.PROTOCOL:
        return who.say(wire.Reload(wire.PROTOCOL))
    try:
        found = await lobby.find(hello.table)
    except StoreError:
        return who.say(wire.Gone(UNREADABLE))
    if found is None or not found.may_look(who.guest, hello.seat):
        return who.say(wire.Gone())
    if isinstance(found, Room):
        return found.join(who, hello)
    if hello.protocol < wire.PROTOCOL:  # a page of an older version: it would wait for ever
        return who.say(wire.Reload(wire.PROTOCOL))
    who.say(found.archive(hello.seat, who.guest))


async def answer(lobby: Lobby, who: Connection, wish: wire.FromClient) -> None:
    if isinstance(wish, wire.Ping):
        return who.tell(PONG)
    if isinstance(wish, wire.Hello):
        if not who.frames.take(HELLO):
            raise Abuse("too many hellos")
        return await greet(lobby, who, wish)
    if who.room is None:
        return who.say(wire.Gone())
    bucket = who.chats if isinstance(wish, wire.Say) else who.wishes
    if not bucket.take():
        lobby.metrics.refuse("flood")
        return who.say(wire.Refusal(wish.id, "Not so fast, please."))
    try:
        if isinstance(wish, wire.Hint):
            lobby.thinking.hint(who.room, who, wish)
        else:
            await who.room.wishes.grant(who, wish)
    except StoreError:
        who.say(wire.Refusal(wish.id, DISK_TROUBLE))


class Reader:
    """Takes messages from a socket; can be interrupted while it waits for one, but never in the
    middle of a wish: that is either done or not."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.cancel: Callable[[], object] = bool  # nothing, before there is a conversation
        self.waiting = False

    def interrupt(self) -> None:
        if self.waiting:
            self.cancel()

    async def text(self) -> str | wire.FromClient:
        self.waiting = True
        try:
            message = await self.line.hear()
        finally:
            self.waiting = False
        if isinstance(message, str | wire.FromClient):
            return message
        if isinstance(message, Exception):
            raise message
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        text = message.get("text")
        if text is None:
            raise Hung(NOT_UNDERSTOOD, "text only")
        return str(text)


async def part(
    socket: WebSocket, who: Connection, writer: asyncio.Task[None], hung: Hung | None
) -> None:
    """End it: what is in the outbox, the close frame, and if nobody reads those, the hard way."""
    who.send()
    if hung is not None and hung.code != TOO_SLOW:
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                while not who.outbox.empty() and not writer.done():
                    await asyncio.sleep(0.01)
    writer.cancel()
    with suppress(asyncio.CancelledError, Exception):
        await writer
    if hung is None:
        return
    try:
        async with asyncio.timeout(LAST_WORDS):
            await socket.close(hung.code, hung.why)
        line = Line.of(socket)
        if line.stopped:  # it will not hear the client's answer
            line.loop.call_later(LAST_WORDS, line.abort)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        Line.of(socket).abort()
