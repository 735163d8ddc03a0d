"""Computer players think in processes of their own: the event loop never waits for one.

A worker gets a sight and answers with a move in words, or with a hint. It has a deadline; a worker
that misses it is killed, and so is one that has had an accident: the next job gets a new one. Only
so many jobs may wait, and none longer than its own deadline; then there is Busy.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from time import perf_counter

import msgspec

from spinney.players.hints import Hint
from spinney.server.metrics import Metrics
from spinney.server.worker import MEMORY, Answer, Job

START = 30.0  # seconds a new worker may take until it is ready
PASSED_ON = ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT", "SPINNEY_PURE")  # and PYTHON…


class WorkersError(Exception):
    """No move came back."""


class TooSlow(WorkersError):
    """The deadline has passed; the worker was killed."""


class Broken(WorkersError):
    """The worker died, or the player had an accident."""


class Busy(WorkersError):
    """Too many jobs wait already, or this one has waited too long."""


class Workers:
    """`start`, then `choose` as often as needed, then `stop`."""

    def __init__(
        self,
        waiting: int = 256,
        players: str = "",
        memory: int = MEMORY,
        metrics: Metrics | None = None,
    ) -> None:
        """`waiting`: how many jobs may wait. `players`: a module with more players, for tests.
        `memory`: MiB for each worker.
        """
        self.limit = waiting
        self.waiting = 0
        self.metrics = metrics or Metrics()
        self._command = [sys.executable, "-P", "-m", "spinney.server.worker"]
        self._command += ["--memory", str(memory), "--players", players]
        self._count = 0
        self._places = asyncio.Semaphore(0)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._running = False

    async def start(self, n: int) -> None:
        """Allow for n workers; each comes up when it is first needed."""
        self._count = n
        self._places = asyncio.Semaphore(n)
        self._running = True

    async def stop(self) -> None:
        """Kill all workers; whoever waits hears that they are Broken. No process is left."""
        self._running = False
        for process in list(self._all):
            await self._end(process)
        for _ in range(self._count):  # those that were just being started
            await self._places.acquire()
        self._count = 0

    async def choose(
        self, game: str, player: str, sight_json: bytes, seed: int, deadline: float
    ) -> str:
        """The move of a player, in words. The deadline, in seconds, is for its thinking alone."""
        return (await self._do(Job(game, player, msgspec.Raw(sight_json), seed, deadline))).move

    async def advise(self, game: str, sight_json: bytes, deadline: float) -> Hint:
        """A hint for whoever sees this."""
        hint = (await self._do(Job(game, "", msgspec.Raw(sight_json), 0, deadline))).hint
        assert hint is not None  # or it would have been an accident
        return hint

    async def _do(self, job: Job) -> Answer:
        result = "broken"
        try:
            await self._queue(job.deadline)
            try:
                answer = await self._work(job)
                result = "done"
                return answer
            finally:
                self._places.release()
        except TooSlow:
            result = "slow"
            raise
        except Busy:
            result = "busy"
            raise
        finally:
            self.metrics.worker_jobs.labels(result).inc()

    async def _queue(self, patience: float) -> None:
        """Wait for a place."""
        if not self._running:
            raise Broken("the workers have been stopped")
        if self._places.locked() and self.waiting >= self.limit:
            raise Busy(f"{self.waiting} jobs wait already")
        self.waiting += 1
        self.metrics.worker_waiting.set(self.waiting)
        try:
            async with asyncio.timeout(patience):
                await self._places.acquire()
        except TimeoutError:
            raise Busy("all workers were busy for too long") from None
        finally:
            self.waiting -= 1
            self.metrics.worker_waiting.set(self.waiting)

    async def _work(self, job: Job) -> Answer:
        process = await self._ready()
        fine = False
        try:
            began = perf_counter()
            try:
                async with asyncio.timeout(job.deadline):
                    answer = await ask(process, msgspec.json.encode(job) + b"\n")
            except TimeoutError:
                raise TooSlow(f"no move within {job.deadline:g} seconds") from None
            self.metrics.worker_seconds.observe(perf_counter() - began)
            if answer.error or not (answer.move or answer.hint):
                raise Broken(f"the player had an accident: {answer.error or 'no move'}")
            fine = True
            return answer
        finally:
            # A cancelled job ends its worker, too: the answer would be taken for the next one's.
            if fine and self._running:
                self._idle.append(process)
            else:
                await self._end(process)

    async def _ready(self) -> Process:
        """A worker that waits for work, if need be a new one."""
        if not self._running:
            raise Broken("the workers have been stopped")
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._all.discard(process)  # it died in its sleep
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment()
            )
        except OSError as error:
            raise Broken(f"no worker could be started: {error.strerror}") from None
        self._all.add(process)
        fine = False
        try:
            if not self._running:
                raise Broken("the workers have been stopped")
            async with asyncio.timeout(START):
                await ask(process, b"")
            fine = True
            return process
        except TimeoutError:
            raise Broken("a new worker did not get ready") from None
        finally:
            if not fine:
                await self._end(process)

    async def _end(self, process: Process) -> None:
        """Kill it, and wait until it is gone."""
        if process in self._idle:
            self._idle.remove(process)
        if process.returncode is None:
            try:
                process.kill()
            except ProcessLookupError:
                pass
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()
        self._all.discard(process)


async def ask(process: Process, line: bytes) -> Answer:
    """Send a line, and read the answer."""
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(line)
        await process.stdin.drain()
        text = await process.stdout.readline()
    except (OSError, ValueError):  # the pipe is broken; or the line has no end
        text = b""
    try:
        return msgspec.json.decode(text, type=Answer)
    except msgspec.MsgspecError:
        raise Broken("the worker died") from None


def environment() -> dict[str, str]:
    """What a worker may know of the server's environment: enough to run Python."""
    known = os.environ.items()
    return {k: v for k, v in known if k in PASSED_ON or k.startswith(("PYTHON", "LC_", "COVERAGE"))}
