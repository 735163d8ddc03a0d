"""A bad line between a client and a server: on loopback, for tests.

It takes WebSocket frames apart and delays them, sends them twice, lets the next one overtake, or
cuts the connection, sometimes in the middle of a frame. What it does follows from a seed.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType

HOLD = 0.03  # seconds a frame waits to be overtaken
TEXT = 1


@dataclass(frozen=True)
class Faults:
    """How likely each is for a frame; `delay` is the longest one in seconds."""

    delay: float = 0.0
    cut: float = 0.0
    twice: float = 0.0
    swap: float = 0.0


class Proxy:
    """async with Proxy(server.port, Faults(cut=0.1), seed=1) as proxy: … proxy.port"""

    def __init__(self, upstream: int, faults: Faults, seed: int) -> None:
        self.upstream, self.faults = upstream, faults
        self.rng = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.port = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        there: asyncio.StreamWriter | None = None
        try:
            answers, there = await asyncio.open_connection("127.0.0.1", self.upstream)
            for source, target in ((reader, there), (answers, writer)):
                target.write(await source.readuntil(b"\r\n\r\n"))
            ways = [self._pump(reader, there), self._pump(answers, writer)]
            running = [asyncio.create_task(way) for way in ways]
            try:
                await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in running:
                    way.cancel()
                await asyncio.gather(*running, return_exceptions=True)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            for end in (writer, there):
                if end is not None:
                    end.transport.abort()

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        """One way, until it ends."""
        held = b""
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                if held:
                    try:
                        code, raw = await asyncio.wait_for(frame(source), HOLD)
                    except TimeoutError:  # nothing came to overtake it
                        target.write(held)
                        held = b""
                        continue
                else:
                    code, raw = await frame(source)
                if code != TEXT:
                    target.write(raw)
                    continue
                self.done["frames"] += 1
                if self._happens("cut"):
                    target.write(raw[: self.rng.randrange(len(raw))])
                    with suppress(OSError):
                        await target.drain()
                    return
                if self.faults.delay:
                    await asyncio.sleep(self.rng.uniform(0, self.faults.delay))
                copies = 2 if self._happens("twice") else 1
                if not held and self._happens("swap"):
                    held = raw * copies
                    continue
                target.write(raw * copies + held)
                held = b""
                await target.drain()

    def _happens(self, what: str) -> bool:
        happens = self.rng.random() < float(getattr(self.faults, what))
        self.done[what] += happens
        return happens


async def frame(source: asyncio.StreamReader) -> tuple[int, bytes]:
    """The next whole frame: its code, and all its bytes."""
    raw = await source.readexactly(2)
    size = raw[1] & 127
    if size > 125:
        more = await source.readexactly(2 if size == 126 else 8)
        raw += more
        size = int.from_bytes(more, "big")
    rest = size + (4 if raw[1] & 128 else 0)
    return raw[0] & 15, raw + await source.readexactly(rest)
