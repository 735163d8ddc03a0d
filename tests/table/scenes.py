"""Plays a game at a table and prints a digest of every scene that every viewer gets.

python -m tests.table.scenes GAME MOVES
"""

from __future__ import annotations

import asyncio
import random
import sys
from hashlib import sha256
from typing import Any, cast

import msgspec

from spinney.core import shelf
from spinney.drawing.scene import Scene
from spinney.server.metrics import Metrics
from spinney.table import messages
from spinney.table.connection import Connection
from spinney.table.rate_limits import Bucket
from spinney.table.room import Room
from spinney.table.store import ChairRow, EntryRow, Store, TableRow

DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(messages.FromServer)


async def digest(name: str, moves: int) -> str:
    game = shelf.find(name)
    seats = game.seats[-1]
    row = TableRow("T", name, game.version, game.components, "{}", seats, "5e" * 32, 0)
    chairs = [ChairRow("T", seat, "person", f"P{seat}", f"guest{seat}") for seat in range(seats)]
    store = cast(Store, None)  # nothing is stored here
    room = Room(game, row, chairs, store, Metrics(), lambda room: None, 10_000, 200)
    full = Bucket(1e9, 1e9)
    clients = {}
    for seat in range(-1, seats):
        guest = f"guest{seat}" if seat >= 0 else ""
        clients[seat] = Connection(guest, "", "", full, full, full, 10_000, lambda: None)
        room.join(clients[seat], messages.Hello(messages.PROTOCOL, "T", seat))
    scenes: dict[int, Scene] = {}
    found = sha256()
    rng = random.Random(3)
    for seq in range(1, moves + 1):
        for seat, client in clients.items():
            while not client.outbox.empty():
                message = DECODER.decode(client.outbox.get_nowait())
                if isinstance(message, messages.FullTable):
                    scenes[seat] = message.scene
                elif isinstance(message, messages.Event):
                    scenes[seat] = messages.whole(message.scene, scenes[seat])
            found.update(msgspec.json.encode(scenes[seat]))
        if room.match.over:
            break
        seat = rng.choice(room.awaited)
        move = game.verbs.format(rng.choice(room.match.legal(seat)))
        room.apply(EntryRow("T", seq, f"c{seq}", "move", seat, move))
    return found.hexdigest()


if __name__ == "__main__":
    print(asyncio.run(digest(sys.argv[1], int(sys.argv[2]))))
