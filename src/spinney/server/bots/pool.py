"""Bots in worker processes, so that the event loop never waits for one.

A worker gets a view and replies with a move as text, or with a hint. It has a deadline. A worker
that misses it, or that fails, is killed, and the next job gets a new one.

Jobs wait in a fair and bounded queue (fair_queue.py). If it is full, Busy is raised. A move waits
until its turn comes. A hint waits no longer than its deadline, because a person waits for it. If
there are two or more workers, one of them is kept free of hints.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from time import perf_counter

import msgspec

from spinney.players.hints import Hint
from spinney.server.alarms import Alarms
from spinney.server.bots.fair_queue import Bounds, FairQueue, Kind, NoRoom, Ticket
from spinney.server.bots.worker import MEMORY, TRY_OUT, BotReply, BotTask
from spinney.server.metrics import Metrics
from spinney.table.bots import BotError, Broken, Busy, Died, TooSlow, Unwanted
from spinney.table.trial import TriedFile

TRYING = 15.0  # seconds for a components file: some games are played with it
NOTHING = msgspec.Raw(b"null")
START = 30.0  # seconds a new worker may take until it is ready
MOVES = Bounds(256, 32)  # moves that may wait, in all and for the tables of one guest
HINTS = Bounds(64, 4)
PASSED_ON = ("PATH", "HOME", "LANG", "TMPDIR", "SYSTEMROOT", "SPINNEY_PURE")  # and PYTHON…


class QueuedTask(Ticket):
    """A job in the queue."""

    __slots__ = ("granted", "ready", "wanted")

    def __init__(
        self, kind: Kind, owner: str, table: str, wanted: Callable[[], bool] | None
    ) -> None:
        super().__init__(kind, owner, table)
        self.wanted = wanted
        self.granted = False  # it has a worker
        # Resolved when its turn comes, or with an error if it never will.
        self.ready: asyncio.Future[BotError | None]
        self.ready = asyncio.get_running_loop().create_future()

    def resolve(self, error: BotError | None) -> None:
        if not self.ready.done():
            self.ready.set_result(error)


class WorkerPool:
    """`start`, then `choose` as often as needed, then `stop`."""

    def __init__(
        self,
        moves: Bounds = MOVES,
        hints: Bounds = HINTS,
        players: str = "",
        memory: int = MEMORY,
        metrics: Metrics | None = None,
        alarms: Alarms | None = None,
    ) -> None:
        """`moves`, `hints`: how many of them may wait. `players`: a module with more players, for
        tests. `memory`: MiB for each worker.
        """
        self.metrics = metrics or Metrics()
        self.alarms = alarms or Alarms(self.metrics)
        self._queue: FairQueue[QueuedTask] = FairQueue(moves, hints)
        self._command = [sys.executable, "-P", "-m", "spinney.server.bots.worker"]
        self._command += ["--memory", str(memory), "--players", players]
        self._count = 0
        self._busy: dict[Kind, int] = {"move": 0, "hint": 0}  # workers that think about each
        self._quiet = asyncio.Event()  # no worker is busy
        self._quiet.set()
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._running = False

    @property
    def queued(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._queue)

    async def start(self, n: int) -> None:
        """Allow n workers. Each is started when it is first needed."""
        self._count = n
        self._running = True

    async def stop(self) -> None:
        """Kill all workers. Waiting jobs raise Broken. No process is left."""
        self._running = False
        while (waiting := self._queue.take()) is not None:
            waiting.resolve(Broken("the workers have been stopped"))
        for process in list(self._all):
            await self._end(process)
        await self._quiet.wait()  # those that were just being started
        self._count = 0

    async def choose(
        self,
        game: str,
        player: str,
        view_json: bytes,
        seed: int,
        deadline: float,
        *,
        owner: str = "",
        table: str = "",
        wanted: Callable[[], bool] | None = None,
        components: bytes = b"",
    ) -> str:
        """The move of a player as text. The deadline, in seconds, is for its thinking alone.

        `owner`, `table`: whose turn this takes in the queue. `wanted` is called when it is its
        turn. If it returns False, Unwanted is raised and nobody thinks.
        """
        job = BotTask(game, player, msgspec.Raw(view_json), seed, deadline, components.decode())
        return (await self._do(job, QueuedTask("move", owner, table, wanted))).move

    async def advise(
        self,
        game: str,
        view_json: bytes,
        deadline: float,
        *,
        owner: str = "",
        table: str = "",
        wanted: Callable[[], bool] | None = None,
        components: bytes = b"",
        colours: tuple[int, ...] = (),
    ) -> Hint:
        """A hint for the seat that has this view. The deadline includes the time in the queue."""
        job = BotTask(game, "", msgspec.Raw(view_json), 0, deadline, components.decode(), colours)
        hint = (await self._do(job, QueuedTask("hint", owner, table, wanted), deadline)).hint
        assert hint is not None  # otherwise `_do` would have raised an error
        return hint

    async def try_out(self, game: str, components: bytes, *, owner: str = "") -> TriedFile:
        """Whether a game can be played with a components file. It is opened and played with."""
        job = BotTask(game, TRY_OUT, NOTHING, 0, TRYING, components.decode())
        tried = (await self._do(job, QueuedTask("hint", owner, "", None), TRYING)).tried
        assert tried is not None  # or it would have been an accident
        return tried

    async def _do(self, job: BotTask, turn: QueuedTask, patience: float | None = None) -> BotReply:
        result = "broken"
        try:
            await self._wait(turn, patience)
            try:
                answer = await self._work(job)
                result = "done"
                self.alarms.clear("worker_died")
                return answer
            finally:
                self._release(turn)
        except TooSlow:
            result = "slow"
            raise
        except Busy:
            result = "busy"
            raise
        except (Unwanted, asyncio.CancelledError):
            result = "unwanted"
            raise
        finally:
            self.metrics.worker_jobs.labels(result).inc()

    # --------------------------------------------------------------------------------- the queue
    async def _wait(self, turn: QueuedTask, patience: float | None) -> None:
        """Wait for a worker, at most `patience` seconds."""
        if not self._running:
            raise Broken("the workers have been stopped")
        self._enter(turn)
        began = perf_counter()
        try:
            self._serve()
            async with asyncio.timeout(patience):
                error = await turn.ready
        except BaseException as gone:  # cancelled, or it took too long: remove it
            self._queue.remove(turn)
            if turn.granted:
                self._release(turn)
            self._look()
            if isinstance(gone, TimeoutError):
                raise Busy("all workers were busy for too long") from None
            raise
        if error is not None:
            raise error
        self.metrics.worker_wait_seconds.labels(turn.kind).observe(perf_counter() - began)

    def _enter(self, turn: QueuedTask) -> None:
        """Put it into the queue, or raise Busy."""
        try:
            dropped = self._queue.add(turn)
        except NoRoom as full:
            if not full.own:
                self.alarms.raise_("queue_full", reason=f"too many {turn.kind}s wait")
            raise Busy(str(full), full.own) from None
        if dropped is not None:
            self.alarms.raise_("queue_full", reason=f"too many {turn.kind}s wait")
            dropped.resolve(Busy("others who wait for less go first"))

    def _serve(self) -> None:
        """Give free workers to the jobs whose turn it is."""
        while sum(self._busy.values()) < self._count:
            turn = self._queue.take(hints=self._busy["hint"] < max(1, self._count - 1))
            if turn is None:
                break
            if turn.ready.done():
                continue  # cancelled just now
            if turn.wanted is not None and not turn.wanted():
                turn.resolve(Unwanted("nobody waits for this any more"))
                continue
            turn.granted = True
            self._busy[turn.kind] += 1
            self._quiet.clear()
            turn.resolve(None)
        self._look()

    def _release(self, turn: QueuedTask) -> None:
        """A worker is free again."""
        self._busy[turn.kind] -= 1
        if not sum(self._busy.values()):
            self._quiet.set()
        self._serve()

    def _look(self) -> None:
        """The queue has changed."""
        self.metrics.worker_waiting.set(self.queued)
        if self._queue.roomy():
            self.alarms.clear("queue_full")

    # --------------------------------------------------------------------------------- processes
    async def _work(self, job: BotTask) -> BotReply:
        process = await self._ready()
        fine = False
        try:
            began = perf_counter()
            try:
                async with asyncio.timeout(job.deadline):
                    answer = await ask(process, msgspec.json.encode(job) + b"\n")
            except TimeoutError:
                self._died("killed: too slow")
                raise TooSlow(f"no move within {job.deadline:g} seconds") from None
            except Died:
                self._died("ended while it was thinking")
                raise
            self.metrics.worker_seconds.observe(perf_counter() - began)
            if answer.error or not (answer.move or answer.hint or answer.tried):
                raise Broken(f"the player had an accident: {answer.error or 'no move'}")
            fine = True
            return answer
        finally:
            # A cancelled job ends its worker too, or its answer would be taken for the next one's.
            if fine and self._running:
                self._idle.append(process)
            else:
                await self._end(process)

    async def _ready(self) -> Process:
        """An idle worker, or a new one."""
        if not self._running:
            raise Broken("the workers have been stopped")
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._all.discard(process)  # it died while it was idle
            self._died("ended while it was idle")
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environment()
            )
        except OSError as error:
            self._died(f"not started: {error.strerror}")
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
            self._died("killed: did not get ready")
            raise Broken("a new worker did not get ready") from None
        except Died:
            self._died("ended before it was ready")
            raise
        finally:
            if not fine:
                await self._end(process)

    def _died(self, reason: str) -> None:
        """Raise an alarm, unless all workers are being stopped."""
        if self._running:
            self.alarms.raise_("worker_died", reason=reason)

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


async def ask(process: Process, line: bytes) -> BotReply:
    """Send a line and read the reply."""
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(line)
        await process.stdin.drain()
        text = await process.stdout.readline()
    except (OSError, ValueError, RuntimeError):
        # The pipe is broken or closed (uvloop's RuntimeError), or the line is too long.
        text = b""
    try:
        return msgspec.json.decode(text, type=BotReply)
    except msgspec.MsgspecError:
        raise Died("the worker died") from None


def environment() -> dict[str, str]:
    """The part of the server's environment that a worker gets: enough to run Python."""
    known = os.environ.items()
    return {k: v for k, v in known if k in PASSED_ON or k.startswith(("PYTHON", "LC_", "COVERAGE"))}
