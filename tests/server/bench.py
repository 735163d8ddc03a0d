"""The speed of the server with rules, a store and views, compared with bare Starlette.

    python -m tests.server.bench

1,000 clients sit at 250 tables, two players and two spectators at each, and every table moves as
fast as it can. For comparison, an application without any logic sends the same messages, recorded
from the first, to as many clients over uvicorn and its own WebSockets.
What counts is moves per second of the server's processor time: a move is checked, written to the
disk and sent to four clients. The servers run on one core, the clients on another.

The time for the same work varies by up to a half, for some hundred milliseconds at a time, because
of other work on the machine. So both take turns in many short laps, and each lap is compared with
the one next to it. What counts is the median of those ratios.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import uvicorn
from msgspec import Struct
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from spinney.server.cookies import COOKIE
from spinney.server.serve import MESSAGE, loops
from spinney.table import messages
from tests.server.light import (
    ENCODER,
    HEARD,
    ROLES,
    Load,
    Player,
    Round,
    Wire,
    frame,
    handshake,
)
from tests.server.living import GAME, Server

TABLES = 250
LAPS = 48
SECONDS = (0.5, 0.25)  # of a lap: ours, and the other, which does more in less time
BAR = 1 / 3
WISHES = 600  # told past a reader that is stuck
SLACK = 1.5  # what the clock may add to them: the machine is not ours alone
LONGEST = 180  # seconds for everything


# ------------------------------------------------------------------------------- the bare server
def bare(port: int, file: Path) -> None:
    """Starlette with nothing in it: a move comes, four messages and an answer go."""
    turns = json.loads(file.read_text())
    tables: dict[str, list[tuple[str, WebSocket]]] = {}
    played: dict[str, int] = {}

    async def talk(ws: WebSocket) -> None:
        await ws.accept()
        table, role = (await ws.receive_text()).split()
        there = tables.setdefault(table, [])
        there.append((role, ws))
        start = int(table) * 7
        await ws.send_text(turns[start % len(turns)][role])
        try:
            while True:
                await ws.receive_text()
                played[table] = played.get(table, 0) + 1
                turn = turns[(start + played[table]) % len(turns)]
                for role, other in there:
                    await other.send_text(turn[role])
                await ws.send_text(turn["ack"])
        except WebSocketDisconnect:
            pass

    config = uvicorn.Config(  # as serve.py has it, but for the protocol, which is the usual one
        Starlette(routes=[WebSocketRoute("/ws", talk)]),
        ws="websockets-sansio",
        ws_max_size=MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    listening = socket.create_server(("127.0.0.1", port), backlog=2048)
    print(listening.getsockname()[1], flush=True)
    with asyncio.Runner(loop_factory=loops()) as runner:
        runner.run(uvicorn.Server(config).serve(sockets=[listening]))


# --------------------------------------------------------------------------------- laying tables
class Host:
    """Somebody who lays tables."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.origin, headers={"origin": server.origin})
        self.http.get("/api/me").raise_for_status()
        self.cookie = f"{COOKIE}={self.http.cookies[COOKIE]}"

    def lay(self, *seats: str) -> messages.Opened:
        body = ENCODER.encode(messages.NewTable(GAME, list(seats)))
        return msgspec.json.decode(self.post("/api/tables", body), type=messages.Opened)

    def claim(self, table: str, invite: str) -> None:
        self.post(f"/api/tables/{table}/claim", ENCODER.encode(messages.Claim(invite)))

    def post(self, path: str, body: bytes) -> bytes:
        answer = self.http.post(path, content=body, headers={"content-type": "application/json"})
        return answer.raise_for_status().content


def hello(table: str, seat: int) -> bytes:
    return ENCODER.encode(messages.Hello(messages.PROTOCOL, table, seat))


def laid(ann: Host, ben: Host, tables: int) -> list[tuple[bytes, int, str]]:
    """Tables of two people each; what every client says first."""
    hellos = []
    for _ in range(tables):
        opened = ann.lay("me", "open")
        ben.claim(opened.table, opened.invites[1])
        for seat, cookie in zip(ROLES, (ann.cookie, ben.cookie, "", ""), strict=True):
            hellos.append((hello(opened.table, seat), seat, cookie))
    return hellos


async def renew(load: Load, ann: Host, ben: Host) -> None:
    """Where a game is over those who were there go to a new table: as many play in every round."""
    ended = load.ended()
    hellos = iter(laid(ann, ben, len(ended)))
    for group in ended:
        for client in group:
            client.go(next(hellos)[0])
    await asyncio.gather(*(client.greeted for group in ended for client in group))


async def record(load: Load, ann: Host, ben: Host) -> list[dict[str, str]]:
    """Games at one more table, message by message: what the bare server is to send."""
    turns: list[dict[str, str]] = []
    while len(turns) < 150:
        hellos = laid(ann, ben, 1)[:3]
        party = [await load.dial(*one) for one in hellos]
        heard: list[list[bytes]] = [[] for _ in party]
        for client, texts in zip(party, heard, strict=True):
            listen(client, texts)
        await asyncio.gather(*(client.greeted for client in party))
        players = [client for client in party if isinstance(client, Player)]
        while any(player.now for player in players):
            for texts in heard:
                texts.clear()
            next(player for player in players if player.now).move()
            while sum(map(len, heard)) < 4:
                await asyncio.sleep(0.001)
            turn = {}
            for seat, texts in zip(("0", "1", "-1"), heard, strict=True):
                for text in texts:
                    kind = HEARD.decode(text).type
                    turn["ack" if kind == "ack" else seat] = text.decode()
            if any(player.now for player in players):
                turns.append(turn)
        for client in party:
            client.transport.close()
    return turns


def listen(client: Wire, texts: list[bytes]) -> None:
    usual = client.text

    def text(said: bytes) -> None:
        if b'"type":"chairs"' not in said[:40]:
            texts.append(said)
        usual(said)

    setattr(client, "text", text)  # noqa: B010


# ------------------------------------------------------------------------------ the stuck reader
class Wisher(Wire):
    """Takes a move back and plays it again, many times."""

    def __init__(self, first: bytes, hello: bytes, words: str, wishes: int) -> None:
        super().__init__(first, hello)
        self.words, self.left = words, wishes
        self.began = 0.0
        self.times: list[float] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        self.say(messages.DoMove(uuid4().hex, 0, self.words, 0))

    def say(self, wish: messages.FromClient) -> None:
        self.began = time.perf_counter()
        self.transport.write(frame(ENCODER.encode(wish)))

    def text(self, text: bytes) -> None:
        kind = HEARD.decode(text).type
        if kind == "refused":
            raise RuntimeError(text)
        if kind != "ack":
            return
        self.times.append(time.perf_counter() - self.began)
        self.left -= 1
        if self.left:
            step = (messages.DoUndo, messages.DoRedo)[self.left % 2 == 0]
            self.say(step(uuid4().hex, 0))
        else:
            self.done.set_result(None)


class Past(Struct):
    """What the neighbours of a stuck reader got, and how fast."""

    heard: list[int]
    seconds: float
    slowest: float
    cut: bool


async def past(server: Server, stuck: bool) -> Past:
    ann = Host(server)
    table = ann.lay("me", "me").table
    lazy = socket.socket()
    if stuck:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.connect(("127.0.0.1", server.port))
        lazy.sendall(handshake(server.port))
        assert b" 101 " in lazy.recv(2000)
        lazy.sendall(frame(hello(table, -1)))
    drops = dropped(ann)
    loop = asyncio.get_running_loop()
    neighbours = []
    for _ in range(3):
        made = await loop.create_connection(
            lambda: Wire(handshake(server.port), hello(table, -1)), "127.0.0.1", server.port
        )
        neighbours.append(made[1])
    line = handshake(server.port, ann.cookie)
    found = await loop.create_connection(
        lambda: Wisher(line, hello(table, 0), "take place=1", WISHES), "127.0.0.1", server.port
    )
    wisher = found[1]
    await asyncio.gather(wisher.greeted, *(one.greeted for one in neighbours))
    await asyncio.sleep(0.1)
    before = [one.messages for one in neighbours]
    began = time.perf_counter()
    wisher.begin()
    await asyncio.wait_for(wisher.done, 60)
    seconds = time.perf_counter() - began
    await asyncio.sleep(0.2)
    heard = [one.messages - first for one, first in zip(neighbours, before, strict=True)]
    cut = dropped(ann) > drops
    for one in (wisher, *neighbours):
        one.transport.close()
    lazy.close()
    return Past(heard, seconds, max(wisher.times), cut)


def dropped(host: Host) -> int:
    lines = host.http.get("/metrics").text.splitlines()
    found = next(line for line in lines if line.startswith("spinney_outbox_drops_total"))
    return int(float(found.split()[1]))


# ------------------------------------------------------------------------------------ the whole
@contextmanager
def on_core(number: int) -> Iterator[None]:
    """What is started here stays on this core, if there is more than one."""
    if not hasattr(os, "sched_setaffinity") or os.cpu_count() == 1:
        yield
        return
    usual = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {sorted(usual)[number % len(usual)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, usual)


@contextmanager
def running_bare(turns: list[dict[str, str]], folder: Path) -> Iterator[tuple[int, int]]:
    file = folder / "turns.json"
    file.write_text(json.dumps(turns))
    command = [sys.executable, "-m", "tests.server.bench", "bare", "0", str(file)]
    with on_core(0):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        yield int(process.stdout.readline()), process.pid
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


async def compare(server: Server, folder: Path) -> dict[str, Any]:
    assert server.process
    task = asyncio.current_task()
    assert task
    loop = asyncio.get_running_loop()

    def trouble(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        loop.default_exception_handler(context)
        task.cancel()  # a client has failed: the figures would be wrong

    loop.set_exception_handler(trouble)
    ours = Load(server.port, server.process.pid)
    ann, ben = Host(server), Host(server)
    turns = await record(ours, ann, ben)
    await ours.connect(laid(ann, ben, TABLES))
    with running_bare(turns, folder) as (port, pid):
        theirs = Load(port, pid)
        greetings = [
            (f"{table} {role}".encode(), role, "") for table in range(TABLES) for role in ROLES
        ]
        await theirs.connect(greetings)
        await ours.round(1.0)
        await theirs.round(1.0)
        rounds: list[tuple[Round, Round]] = []
        for lap in range(LAPS):
            await renew(ours, ann, ben)
            if lap % 2:  # neither always has what the other leaves behind
                second = await theirs.round(SECONDS[1])
                rounds.append((await ours.round(SECONDS[0]), second))
            else:
                first = await ours.round(SECONDS[0])
                rounds.append((first, await theirs.round(SECONDS[1])))
        for load in (ours, theirs):
            assert not load.refused and not any(client.lost for client in load.clients)
            for client in load.clients:
                client.transport.close()
        await asyncio.sleep(0.5)
    return {
        "rounds": rounds,
        "connection": [(load.after - load.before) / len(load.clients) for load in (ours, theirs)],
        "memory": [load.after for load in (ours, theirs)],
        "finished": ours.finished // 2,
        "past": [await past(server, stuck) for stuck in (False, True)],
    }


def report(found: dict[str, Any]) -> bool:
    """Print it; whether every bar is met."""
    rounds: list[tuple[Round, Round]] = found["rounds"]
    ratios = [one.rate / other.rate for one, other in rounds]
    low, ratio, high = quantiles(ratios, n=4)
    print(f"Server: {TABLES * len(ROLES):,} clients at {TABLES} tables, {GAME}")
    print(f"{'':32}{'spinney':>12}{'bare':>12}")
    rows: list[tuple[str, Callable[[Round], float]]] = [
        ("moves per processor second", lambda one: one.rate),
        ("messages per processor second", lambda one: one.told / one.processor),
        ("µs of processor per move", lambda one: 1e6 * one.processor / one.moves),
        ("moves per second on the clock", lambda one: one.moves / one.clock),
        ("messages per move", lambda one: one.told / one.moves),
        ("bytes per message", lambda one: one.octets / one.told),
        ("% of a core, server", lambda one: 100 * one.processor / one.clock),
        ("% of a core, clients", lambda one: 100 * one.own / one.clock),
    ]
    for name, value in rows:
        figures = [median(value(pair[side]) for pair in rounds) for side in (0, 1)]
        print(f"{name:32}{figures[0]:12,.1f}{figures[1]:12,.1f}")
    one, other = found["connection"]
    print(f"{'kB per connection':32}{one:12,.1f}{other:12,.1f}")
    one, other = (kb / 1024 for kb in found["memory"])
    print(f"{'MB in all':32}{one:12,.1f}{other:12,.1f}")
    if found["finished"]:
        print(f"{found['finished']} games came to their end")
    met = ratio >= BAR
    print(
        f"ratio {ratio:.3f}, median of {len(ratios)} laps (quartiles {low:.3f} and {high:.3f}); "
        f"bar {BAR:.2f}: {'met' if met else 'MISSED'}"
    )
    free, behind = found["past"]
    for name, run in (("without", free), ("with", behind)):
        print(
            f"{WISHES} wishes {name} a stuck reader: neighbours heard {run.heard}, "
            f"{run.seconds:.2f} s, the slowest took {1000 * run.slowest:.0f} ms"
            f"{', the reader was cut off' if run.cut else ''}"
        )
    unharmed = (
        free.heard == behind.heard == [WISHES] * 3 and behind.seconds < SLACK * free.seconds + 0.5
    )
    print(f"one stuck reader costs its neighbours nothing: {'met' if unharmed else 'MISSED'}")
    return met and unharmed


def main() -> int:
    if sys.argv[1:2] == ["bare"]:
        bare(int(sys.argv[2]), Path(sys.argv[3]))
        return 0
    if not Path("/proc/self/stat").exists():
        print("The server's benchmark reads /proc, which this system does not have.")
        return 0
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name) / "server")
        with on_core(0):
            server.start()
        try:
            with on_core(1), asyncio.Runner(loop_factory=loops()) as runner:
                found = runner.run(asyncio.wait_for(compare(server, Path(name)), LONGEST))
        finally:
            server.end()
    return 0 if report(found) else 1


if __name__ == "__main__":
    sys.exit(main())
