"""The messages of a client on one connection: first a hello, then requests."""

from __future__ import annotations

import msgspec

from spinney.table import messages
from spinney.table.connection import Connection
from spinney.table.errors import BadRequest
from spinney.table.room import Room
from spinney.table.store import StoreError
from spinney.table.tables import Tables

DECODER: msgspec.json.Decoder[messages.FromClient] = msgspec.json.Decoder(messages.FromClient)
HELLO_COST = 8.0  # frames that a further hello counts for, because the whole table is sent
PONG = msgspec.json.encode(messages.Pong())
DISK_TROUBLE = "The server has trouble with its disk. Try again."
UNREADABLE = (
    "The server has trouble with its disk and cannot read this table. "
    "Whoever runs the server is told. Try again later."
)


class Abuse(Exception):
    """A client does something that no client needs to do. It must be disconnected."""


async def greet(tables: Tables, who: Connection, hello: messages.Hello) -> None:
    """Connect a client to a table, or to another seat at the same table."""
    if who.room is not None:
        who.room.leave(who)
    if not messages.OLDEST <= hello.protocol <= messages.PROTOCOL:
        return who.send(messages.Reload(messages.PROTOCOL))
    try:
        found = await tables.find(hello.table)
    except StoreError:
        return who.send(messages.Gone(UNREADABLE))
    except BadRequest as error:  # it cannot be opened just now
        return who.send(messages.Gone(error.why))
    if found is None or not found.may_look(who.guest, hello.seat):
        return who.send(messages.Gone())
    if isinstance(found, Room):
        return found.join(who, hello)
    if hello.protocol < messages.PROTOCOL:  # this client does not know archived tables
        return who.send(messages.Reload(messages.PROTOCOL))
    who.send(found.archive(hello.seat, who.guest))


async def answer(tables: Tables, who: Connection, request: messages.FromClient) -> None:
    """Handle a message that comes after the first hello."""
    if isinstance(request, messages.Ping):
        return who.send_encoded(PONG)
    if isinstance(request, messages.Hello):
        if not who.frame_budget.take(HELLO_COST):
            raise Abuse("too many hellos")
        return await greet(tables, who, request)
    if who.room is None:
        return who.send(messages.Gone())
    budget = who.chat_budget if isinstance(request, messages.Say) else who.request_budget
    if not budget.take():
        tables.counts.count_refusal("flood")
        return who.send(messages.RefusalMessage(request.id, "Not so fast, please."))
    try:
        if isinstance(request, messages.AskHint):
            tables.bot_players.hint(who.room, who, request)
        else:
            await who.room.requests.handle(who, request)
    except StoreError:
        who.send(messages.RefusalMessage(request.id, DISK_TROUBLE))
