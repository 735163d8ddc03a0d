"""Cheap clients for the benchmark: a thousand of them run on one core."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import cast
from uuid import uuid4

import msgspec
from msgspec import Struct

from spinney.table import messages

ROLES = (0, 1, -1, -1)  # who sits at a table: two players, two spectators


class Choice(Struct):
    id: str


class Moves(Struct):
    moves: list[Choice] = []


class Heard(Struct):
    """As much of a message as it takes to go on."""

    type: str
    version: int = -1
    scene: Moves | None = None
    over: bool = False


HEARD = msgspec.json.Decoder(Heard)
ENCODER = msgspec.json.Encoder()


def frame(text: bytes) -> bytes:
    """A client's frame. Its mask is zero, which leaves the payload unchanged."""
    size = len(text)
    head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + text


def handshake(port: int, cookie: str = "") -> bytes:
    lines = [
        "GET /ws HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    if cookie:
        lines.append(f"Cookie: {cookie}")
    return "\r\n".join([*lines, "", ""]).encode()


class Wire(asyncio.Protocol):
    """One socket: splits its input into frames, counts them, and passes texts on."""

    def __init__(self, first: bytes, hello: bytes) -> None:
        self.first, self.hello = first, hello
        self.buffer = bytearray()
        self.open = self.lost = False
        self.greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.messages = self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is none by inheritance
        self.transport.write(self.first)

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:20]:
                raise RuntimeError(bytes(buffer[:200]))
            del buffer[: end + 4]
            self.open = True
            self.transport.write(frame(self.hello))
        start = 0
        while len(buffer) - start >= 2:
            size, head = buffer[start + 1], 2
            if size == 126:
                size, head = int.from_bytes(buffer[start + 2 : start + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[start + 2 : start + 10], "big"), 10
            end = start + head + size
            if len(buffer) < end or len(buffer) < start + head:
                break
            code = buffer[start] & 15
            text = bytes(memoryview(buffer)[start + head : end])
            start = end
            if code == 1:
                self.messages += 1
                self.bytes += size
                self.text(text)
                if not self.greeted.done():
                    self.greeted.set_result(None)
            elif code == 9:
                self.transport.write(bytes([0x8A, 0x80 | size]) + b"\0\0\0\0" + text)
            elif code == 8:
                self.transport.close()
        del buffer[:start]

    def text(self, text: bytes) -> None:
        """A message. Spectators only count."""

    def go(self, hello: bytes) -> None:
        """To another table, over the same line."""
        self.greeted = asyncio.get_running_loop().create_future()
        self.transport.write(frame(hello))

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True


class Player(Wire):
    """Sits at a table and moves whenever it may."""

    def __init__(self, first: bytes, hello: bytes, load: Load, seat: int) -> None:
        super().__init__(first, hello)
        self.load, self.seat = load, seat
        self.now: Heard | None = None
        self.over = False

    def text(self, text: bytes) -> None:
        heard = HEARD.decode(text)
        if heard.type == "ack":
            self.load.acknowledged += 1
        elif heard.type == "refused":
            self.load.refused += 1
        elif heard.scene is not None:
            self.now = heard if heard.scene.moves and not heard.over else None
            self.over = heard.over
            self.load.finished += heard.over
            if self.load.going:
                self.move()

    def move(self) -> None:
        if self.now is None or self.now.scene is None:
            return
        words = self.load.rng.choice(self.now.scene.moves).id
        wish = messages.DoMove(uuid4().hex, self.seat, words, self.now.version)
        self.now = None
        self.load.moves += 1
        self.transport.write(frame(ENCODER.encode(wish)))


class Load:
    """All clients of one server."""

    def __init__(self, port: int, pid: int) -> None:
        self.port, self.pid = port, pid
        self.rng = random.Random(1)
        self.going = False
        self.moves = self.acknowledged = self.refused = self.finished = 0
        self.clients: list[Wire] = []
        self.players: list[Player] = []
        self.before = self.after = 0  # memory

    async def connect(self, hellos: list[tuple[bytes, int, str]]) -> None:
        """`hellos`: what to say first, the seat, the cookie."""
        self.before = memory(self.pid)
        for number, (hello, seat, cookie) in enumerate(hellos):
            client = await self.dial(hello, seat, cookie)
            self.clients.append(client)
            if isinstance(client, Player):
                self.players.append(client)
            if number % 50 == 49:
                await asyncio.gather(*(client.greeted for client in self.clients))
        await asyncio.gather(*(client.greeted for client in self.clients))
        await asyncio.sleep(0.3)
        self.after = memory(self.pid)

    async def dial(self, hello: bytes, seat: int, cookie: str) -> Wire:
        first = handshake(self.port, cookie)

        def made() -> Wire:
            return Wire(first, hello) if seat < 0 else Player(first, hello, self, seat)

        loop = asyncio.get_running_loop()
        return (await loop.create_connection(made, "127.0.0.1", self.port))[1]

    def ended(self) -> list[list[Wire]]:
        """Those who sit at tables where the game is over, table by table."""
        sitting = [
            self.clients[i : i + len(ROLES)] for i in range(0, len(self.clients), len(ROLES))
        ]
        return [group for group in sitting if isinstance(group[0], Player) and group[0].over]

    async def round(self, seconds: float) -> Round:
        """Everybody moves for this long. Returns when all messages have arrived."""
        moves, heard = self.moves, sum(client.messages for client in self.clients)
        octets = sum(client.bytes for client in self.clients)
        processor, clock = spent(self.pid), time.perf_counter()
        own = time.process_time()
        self.going = True
        for player in self.players:
            player.move()
        await asyncio.sleep(seconds)
        self.going = False
        while self.acknowledged < self.moves:
            await asyncio.sleep(0.01)
        moved = self.moves - moves
        expected = heard + moved * (len(ROLES) + 1)
        for _ in range(300):
            if sum(client.messages for client in self.clients) >= expected:
                break
            await asyncio.sleep(0.01)
        clock = time.perf_counter() - clock
        await asyncio.sleep(0.05)
        told = sum(client.messages for client in self.clients) - heard
        octets = sum(client.bytes for client in self.clients) - octets
        own = time.process_time() - own
        return Round(moved, told, octets, spent(self.pid) - processor, clock, own)


class Round(Struct):
    moves: int
    told: int
    octets: int
    processor: float
    clock: float
    own: float  # the clients' processor time

    @property
    def rate(self) -> float:
        return self.moves / self.processor


def spent(pid: int) -> float:
    """Processor time of a process, all its threads, to the nanosecond: its clock has a number that
    Linux makes of the process's own, as clock_getcpuclockid(3) does."""
    return time.clock_gettime(~pid << 3 | 2)


def memory(pid: int) -> int:
    """kB in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])
