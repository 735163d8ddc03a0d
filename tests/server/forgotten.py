"""What is left of rooms and connections that are gone, while the garbage collector is off.

    python -m tests.server.forgotten FOLDER

Rarely does the collector look at what has lived for a while. So whatever a long game or a long
connection leaves behind must go when the last reference goes. This program runs a server, lets
people play and leave, and prints how many objects of each kind are still there. `cyclic` counts
objects of any kind, also of libraries, that are left in reference cycles: only the collector frees
those. The people are in another process, so that what their libraries leave behind does not count.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from collections import Counter
from pathlib import Path

from spinney.server.config import Limits, Settings
from spinney.server.serve import listen, loops, serve
from spinney.table import messages
from tests.server.living import GAME, Guest, Server

KINDS = ("Room", "MatchLog", "Viewer", "Connection", "WebSocketProtocol", "Moment")
TABLES = 5
MOVES = 10


def play(server: Server, tables: int) -> None:
    """People sit down, play for a while, talk, get in each other's way, and leave."""
    for _ in range(tables):
        ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
        opened = ann.lay("me", "open", game=GAME)
        ben.claim(opened.table, opened.invites[1])
        with ann.sit(opened.table, 0) as first, ben.sit(opened.table, 1) as second:
            for _ in range(MOVES):
                mover, other = (first, second) if first.scene.moves else (second, first)
                version = other.version
                assert isinstance(mover.move(mover.scene.moves[0].id), messages.Ack)
                other.catch_up(version + 1)
            first.wish(messages.Say, text="hello")
            second.send(messages.DoUndo("undo", 1))  # the other one may have to be asked
            second.send(messages.Ping())
            second.until(messages.Pong)
        with ann.call() as rude:
            rude.socket.send("this is not a message")
            rude.closed()


async def run(folder: Path) -> dict[str, int]:
    listening = listen("127.0.0.1", 0, False)
    ready = asyncio.Event()
    settings = Settings(data=folder, limits=Limits(idle_minutes=0.002))
    serving = asyncio.create_task(serve(settings, listening, ready.set))
    await ready.wait()
    gc.disable()
    command = [sys.executable, "-m", "tests.server.forgotten", str(folder)]
    port = listening.getsockname()[1]
    for tables in (1, TABLES):  # the first table is for what is made once and stays
        gc.collect()
        people = await asyncio.create_subprocess_exec(*command, str(port), str(tables))
        assert await people.wait() == 0
    for _ in range(100):  # until tables without people are forgotten
        await asyncio.sleep(0.1)
        ours = [type(one) for one in gc.get_objects()]
        found = Counter(one.__name__ for one in ours if one.__module__.startswith("spinney."))
        if not any(found[kind] for kind in KINDS):
            break
    before = tracked()
    gc.collect()
    cyclic = before - tracked()
    print(cyclic.most_common(), file=sys.stderr)
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    return {kind: found[kind] for kind in KINDS} | {"cyclic": cyclic.total()}


def tracked() -> Counter[str]:
    """How many objects of each type the collector looks at. It stops looking at tuples and dicts
    that cannot be part of a cycle, so those tell nothing."""
    kinds = (type(one) for one in gc.get_objects())
    return Counter(kind.__name__ for kind in kinds if kind not in (tuple, dict))


def main(folder: Path, port: str = "", tables: str = "") -> None:
    if port:
        server = Server(folder)
        server.port = int(port)
        return play(server, int(tables))
    with asyncio.Runner(loop_factory=loops()) as runner:
        print(json.dumps(runner.run(run(folder))))
    return None


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
