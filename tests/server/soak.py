"""Many tables for a long time: does the server's memory stay flat?

    python -m tests.server.soak [--minutes 10] [--tables 200] [--rate 100]

`make soak` runs this. Every table has two players and two spectators; all games of the shelf for
two are played. All the time games end, people leave in the middle of one, new people come, and new
tables are created, so that their number stays the same. Some connections break and come back. Moves
are made at a fixed total rate, so that the machine has time for other things.

A finished table stays in memory for ten minutes by default. Here that is half a minute
(`limits.idle_minutes`), so that a leak can be told from that. The first third of the time is for
caches to fill. Over the rest a straight line is fitted to the resident memory of the server; if it
rises by more than TOLERANCE of the mean, the exit code is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import linear_regression, mean, quantiles
from uuid import uuid4

import httpx
import msgspec
from msgspec import Struct

from spinney.core import build, shelf
from spinney.server.serve import loops
from spinney.table import messages
from tests.server.light import ENCODER, ROLES, Moves, Wire, frame, handshake, memory, spent
from tests.server.living import PATIENCE, Server, understood

TOLERANCE = 0.05  # of the mean memory, over the last two thirds
IDLE = 0.5  # minutes until a table without people leaves the memory
SAMPLE = 2.0  # seconds between two looks at the memory
LINE = 30.0  # seconds between two lines
TICK = 0.02  # seconds between two rounds of moves
LONGEST = 100  # moves until people leave, even if the game is not over
TALKING, BACK = 0.03, 0.03  # instead of a move: say something, take one back
BREAKING = 1.0  # seconds between two broken connections


class Heard(Struct):
    """As much of a message as it takes to go on."""

    type: str
    id: str = ""
    version: int = -1
    scene: Moves | None = None
    over: bool = False
    undo: str = ""


HEARD = msgspec.json.Decoder(Heard)


class Client(Wire):
    """One socket at a table. Knows what may be done and how long answers take."""

    def __init__(self, sitting: Sitting, seat: int, cookie: str) -> None:
        self.sitting, self.seat, self.cookie = sitting, seat, cookie
        self.now: Heard | None = None
        self.asked: dict[str, float] = {}
        super().__init__(handshake(sitting.soak.server.port, cookie), sitting.hello(seat))

    def text(self, text: bytes) -> None:
        if self.seat < 0:
            return
        heard = HEARD.decode(text)
        soak = self.sitting.soak
        if heard.type in ("ack", "refused") and heard.id in self.asked:
            soak.times.append(time.perf_counter() - self.asked.pop(heard.id))
            soak.counts[heard.type] += 1
        elif heard.type == "gone":
            raise RuntimeError("a table is gone")
        elif heard.scene is not None:
            self.now = heard
            self.sitting.over = self.sitting.over or heard.over

    @property
    def can_move(self) -> bool:
        now = self.now
        return bool(now and now.scene and now.scene.moves and not now.over and not self.asked)

    def act(self, rng: random.Random) -> None:
        """Move; now and then talk, or take a move back."""
        assert self.now and self.now.scene
        wish: messages.FromClient
        key, luck = uuid4().hex, rng.random()
        if luck < TALKING:
            wish = messages.Say(key, f"It is my turn, and I think about it. {luck}")
        elif luck < TALKING + BACK and self.now.undo == "free":
            wish = messages.DoUndo(key, self.seat)
        else:
            move = rng.choice(self.now.scene.moves).id
            wish = messages.DoMove(key, self.seat, move, self.now.version)
            self.now = None
        self.asked[key] = time.perf_counter()
        self.transport.write(frame(ENCODER.encode(wish)))

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        if not self.sitting.left and not self.breaking:
            self.sitting.soak.counts["cut"] += 1

    breaking = False


@dataclass(eq=False)
class Sitting:
    """A table and those who are there."""

    soak: Soak
    table: str
    game: str
    cookies: list[str]
    most: int  # moves until everybody leaves
    moves: int = 0
    over: bool = False
    left: bool = False
    clients: list[Client] = field(default_factory=list)

    def hello(self, seat: int) -> bytes:
        return ENCODER.encode(messages.Hello(messages.PROTOCOL, self.table, seat))

    async def connect(self, number: int) -> Client:
        """Connect, or connect again, whoever has this place."""
        loop = asyncio.get_running_loop()
        seat = ROLES[number]

        def made() -> Client:
            return Client(self, seat, self.cookies[number])

        _, client = await loop.create_connection(made, "127.0.0.1", self.soak.server.port)
        self.clients[number : number + 1] = [client]
        await asyncio.wait_for(client.greeted, PATIENCE)
        return client

    def leave(self) -> None:
        self.left = True
        for client in self.clients:
            client.transport.close()


@dataclass
class Figures:
    """One look at the server."""

    seconds: float
    rss: float  # MB


class Soak:
    def __init__(self, server: Server, tables: int, rate: float, seed: int = 1) -> None:
        self.server, self.tables, self.rate = server, tables, rate
        self.rng = random.Random(seed)
        self.http = httpx.AsyncClient(base_url=server.origin, timeout=PATIENCE, verify=False)
        self.games = [name for name, game in shelf.games().items() if 2 in game.seats]
        self.sittings: list[Sitting] = []
        self.counts: Counter[str] = Counter()
        self.times: list[float] = []
        self.figures: list[Figures] = []
        self.began = time.monotonic()

    # ---------------------------------------------------------------------------------- people
    async def ask(
        self, method: str, path: str, cookie: str = "", body: object = None
    ) -> httpx.Response:
        headers = {"origin": self.server.origin, "content-type": "application/json"}
        if cookie:
            headers["cookie"] = cookie
        content = None if body is None else ENCODER.encode(body)
        answer = await self.http.request(method, path, headers=headers, content=content)
        self.http.cookies.clear()
        return answer.raise_for_status()

    async def guest(self) -> str:
        """The cookie of somebody new."""
        answer = await self.ask("GET", "/api/me")
        return answer.headers["set-cookie"].split(";")[0]

    async def sit_down(self) -> None:
        """New people at a new table. How long they stay differs, so that there are young and old
        tables at any time."""
        ann, ben = await self.guest(), await self.guest()
        game = self.games[self.counts["tables"] % len(self.games)]
        self.counts["tables"] += 1
        body = messages.NewTable(game, ["me", "open"])
        opened = understood(await self.ask("POST", "/api/tables", ann, body), messages.Opened)
        claim = messages.Claim(opened.invites[1])
        await self.ask("POST", f"/api/tables/{opened.table}/claim", ben, claim)
        most = self.rng.randint(5, LONGEST)
        sitting = Sitting(self, opened.table, game, [ann, ben, "", ""], most)
        for number in range(len(ROLES)):
            await sitting.connect(number)
        self.sittings.append(sitting)

    async def renew(self) -> None:
        """Where a game is over, or people have had enough: others at a new table."""
        while True:
            await asyncio.sleep(0.1)
            for sitting in [one for one in self.sittings if one.over or one.moves >= one.most]:
                self.counts["finished" if sitting.over else "abandoned"] += 1
                self.sittings.remove(sitting)
                sitting.leave()
                await self.sit_down()

    async def break_connections(self) -> None:
        while True:
            await asyncio.sleep(BREAKING)
            sitting = self.rng.choice(self.sittings)
            number = self.rng.randrange(len(ROLES))
            broken = sitting.clients[number]
            broken.breaking = True
            broken.transport.abort()
            self.counts["broken"] += 1
            try:
                await sitting.connect(number)
            except TimeoutError:
                if not sitting.left:  # else everybody left meanwhile: nobody waits for an answer
                    raise

    async def play(self) -> None:
        """Moves at a fixed rate, at tables chosen by chance."""
        due, last = 0.0, time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            due, last = min(due + self.rate * (now - last), self.rate), now
            for sitting in self.rng.sample(self.sittings, len(self.sittings)):
                if due < 1:
                    break
                for client in sitting.clients[:2]:
                    if client.can_move:
                        client.act(self.rng)
                        sitting.moves += 1
                        due -= 1
                        break

    # --------------------------------------------------------------------------------- measuring
    async def watch(self) -> None:
        assert self.server.process
        pid = self.server.process.pid
        said, processor, acks = time.monotonic(), spent(pid), 0
        print(
            "  time   RSS MB  tables  sockets  files  moves/s  p50 ms  p99 ms  core %"
            "  finished  left  broken",
            flush=True,
        )
        while True:
            await asyncio.sleep(SAMPLE)
            now = time.monotonic()
            self.figures.append(Figures(now - self.began, memory(pid) / 1024))
            if now - said < LINE:
                continue
            metrics = (await self.ask("GET", "/metrics")).text
            cuts = quantiles(self.times, n=100) if len(self.times) > 1 else [0.0] * 99
            used, self.times = spent(pid), []
            print(
                f"{now - self.began:6.0f}  {self.figures[-1].rss:7.1f}"
                f"  {gauge(metrics, 'spinney_tables'):6.0f}"
                f"  {gauge(metrics, 'spinney_connections'):7.0f}"
                f"  {len(list(Path(f'/proc/{pid}/fd').iterdir())):5}"
                f"  {(self.counts['ack'] - acks) / (now - said):7.1f}"
                f"  {1000 * cuts[49]:6.1f}  {1000 * cuts[98]:6.1f}"
                f"  {100 * (used - processor) / (now - said):6.1f}"
                f"  {self.counts['finished']:8}  {self.counts['abandoned']:4}"
                f"  {self.counts['broken']:6}",
                flush=True,
            )
            said, processor, acks = now, used, self.counts["ack"]

    async def run(self, minutes: float) -> None:
        for _ in range(self.tables):
            await self.sit_down()
        self.began = time.monotonic()
        work = (self.play(), self.renew(), self.break_connections(), self.watch())
        tasks = [asyncio.create_task(one) for one in work]
        done, _ = await asyncio.wait(tasks, timeout=60 * minutes, return_when="FIRST_EXCEPTION")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()  # whatever has failed
        for sitting in self.sittings:
            sitting.leave()
        await self.http.aclose()


def gauge(metrics: str, name: str) -> float:
    return next(
        float(line.split()[1]) for line in metrics.splitlines() if line.startswith(f"{name} ")
    )


def verdict(figures: list[Figures]) -> tuple[bool, str]:
    """Whether memory is flat over the last two thirds, and a sentence about it."""
    end = figures[-1].seconds
    late = [one for one in figures if one.seconds >= end / 3]
    average = mean(one.rss for one in late)
    slope = linear_regression([one.seconds for one in late], [one.rss for one in late]).slope
    rise = slope * (late[-1].seconds - late[0].seconds)
    flat = rise <= TOLERANCE * average
    return flat, (
        f"from {late[0].seconds:.0f} to {end:.0f} s: {average:.1f} MB on average, "
        f"least {min(one.rss for one in late):.1f}, most {max(one.rss for one in late):.1f}; "
        f"the fitted line rises by {rise:.1f} MB ({100 * rise / average:.1f} %; "
        f"up to {100 * TOLERANCE:.0f} % counts as flat): {'FLAT' if flat else 'IT GROWS'}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100, help="moves a second in all")
    args = parser.parse_args()
    if not Path("/proc/self/stat").exists():
        print("make soak reads /proc, which this system does not have.")
        return 1
    print("compiled" if build.compiled else f"UNCOMPILED ({build.reason})", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), limits_idle_minutes=str(IDLE)).start()
        try:
            soak = Soak(server, args.tables, args.rate)
            with asyncio.Runner(loop_factory=loops()) as runner:
                runner.run(soak.run(args.minutes))
        finally:
            server.kill()
    flat, words = verdict(soak.figures)
    counts = ", ".join(f"{count:,} {what}" for what, count in sorted(soak.counts.items()))
    print(f"{counts}\n{words}")
    return 0 if flat and not soak.counts["cut"] else 1


if __name__ == "__main__":
    sys.exit(main())
