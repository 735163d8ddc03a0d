"""WorkerPool: real processes, real deadlines, real accidents."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import pytest

from spinney.core import shelf
from spinney.core.match import MatchLog
from spinney.players.hints import Hint
from spinney.server.bots.fair_queue import Bounds
from spinney.server.bots.pool import HINTS, MOVES, WorkerPool, environment
from spinney.server.bots.pool import ask as ask_process
from spinney.server.metrics import Metrics
from spinney.server.serve import loops
from spinney.table.bots import Broken, Busy, Died, TooSlow, Unwanted
from tests.server.living import RELEASED

ROOT = Path(__file__).parent.parent.parent
GAME = next(game for name, game in shelf.games().items() if name in RELEASED)
MATCH = MatchLog(GAME, GAME.options(), GAME.seats[-1], 7)
SEAT = MATCH.seats_to_act[0]
SIGHT = msgspec.json.encode(MATCH.view(SEAT))
LONG = 20.0  # seconds; for what must not fail on a busy machine


@pytest.fixture(autouse=True)
def our_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{ROOT / 'src'}")


def run(
    story: Callable[[WorkerPool], Awaitable[None]],
    n: int = 1,
    moves: Bounds = MOVES,
    memory: int = 2048,
) -> WorkerPool:
    workers = WorkerPool(moves, HINTS, "tests.server.odd_players", memory, Metrics())

    async def whole() -> None:
        await workers.start(n)
        try:
            await story(workers)
        finally:
            processes = list(workers._all)
            await workers.stop()
            assert all(process.returncode is not None for process in processes)
            assert not workers._all and not workers.queued
            assert not sum(workers._busy.values())

    asyncio.run(whole())
    return workers


def count(workers: WorkerPool, result: str) -> float:
    name = "spinney_worker_jobs_total"
    return workers.metrics.registry.get_sample_value(name, {"result": result}) or 0.0


def trouble(workers: WorkerPool, kind: str) -> tuple[float, float]:
    """How often it was reported, and whether it lasts."""
    value = workers.metrics.registry.get_sample_value
    said = (value(f"spinney_trouble{s}", {"kind": kind}) for s in ("s_total", ""))
    reported, lasts = (number or 0.0 for number in said)
    return reported, lasts


async def ask(
    workers: WorkerPool, player: str, deadline: float = LONG, seed: int = 1, **turn: Any
) -> str:
    return await workers.choose(GAME.name, player, SIGHT, seed, deadline, **turn)


async def hint(workers: WorkerPool, deadline: float = LONG, **turn: Any) -> Hint:
    return await workers.advise(GAME.name, SIGHT, deadline, **turn)


async def occupied(workers: WorkerPool) -> asyncio.Task[str]:
    """Something that the only worker is busy with until it is cancelled."""
    await ask(workers, "random")
    task = asyncio.create_task(ask(workers, "sleeper"))
    await asyncio.sleep(0)
    return task


def pid(workers: WorkerPool) -> int:
    (process,) = workers._all
    return process.pid


def test_a_player_answers_with_a_legal_move() -> None:
    async def story(workers: WorkerPool) -> None:
        assert not workers._all  # none before it is needed
        for player in ("greedy", "random", "chatterbox"):
            move = await ask(workers, player)
            MATCH.check(SEAT, GAME.verbs.parse(move))
        first = pid(workers)
        assert await ask(workers, "random", seed=5) == await ask(workers, "random", seed=5)
        assert pid(workers) == first

    workers = run(story)
    assert count(workers, "done") == 5


@pytest.mark.parametrize("player", ["sleeper", "spinner"])
def test_a_runaway_is_killed_and_replaced(player: str) -> None:
    async def story(workers: WorkerPool) -> None:
        await ask(workers, "random")
        first = pid(workers)
        began = perf_counter()
        with pytest.raises(TooSlow, match=r"0\.3 seconds"):
            await ask(workers, player, 0.3)
        assert perf_counter() - began < 5
        assert not alive(first)
        await ask(workers, "random")
        assert pid(workers) != first

    workers = run(story)
    assert count(workers, "slow") == 1 and count(workers, "done") == 2
    assert trouble(workers, "worker_died") == (1, 0)


def test_the_loop_goes_on_while_players_think() -> None:
    async def story(workers: WorkerPool) -> None:
        await ask(workers, "random")
        late = []

        async def watch() -> None:
            while True:
                due = perf_counter() + 0.01
                await asyncio.sleep(0.01)
                late.append(perf_counter() - due)

        watcher = asyncio.create_task(watch())
        with pytest.raises(TooSlow):
            await ask(workers, "spinner", 0.6)
        watcher.cancel()
        assert sorted(late)[len(late) // 2] < 0.05

    run(story)


@pytest.mark.skipif(sys.platform != "linux", reason="limits on memory differ elsewhere")
def test_a_glutton_gets_no_more_than_its_share() -> None:
    async def story(workers: WorkerPool) -> None:
        with pytest.raises(Broken, match=r"MemoryError|died"):
            await ask(workers, "glutton")
        await ask(workers, "random")

    workers = run(story, memory=512)
    assert count(workers, "broken") == 1


def test_accidents_are_told_without_their_words() -> None:
    async def story(workers: WorkerPool) -> None:
        with pytest.raises(Broken, match=r"ValueError at odd_players.py:\d+$"):
            await ask(workers, "clumsy")
        with pytest.raises(Broken, match="the worker died"):
            await ask(workers, "quitter")
        with pytest.raises(Broken, match="ValueError"):
            await ask(workers, "nobody")
        with pytest.raises(Broken, match="ValueError"):
            await workers.choose("no game", "random", SIGHT, 1, LONG)
        with pytest.raises(Broken, match="ValidationError"):
            await workers.choose(GAME.name, "random", b"{}", 1, LONG)
        await ask(workers, "random")

    run(story)


def test_a_worker_that_was_killed_is_noticed() -> None:
    async def story(workers: WorkerPool) -> None:
        await ask(workers, "random")
        thinking = asyncio.create_task(ask(workers, "sleeper"))
        await asyncio.sleep(0.2)
        os.kill(pid(workers), signal.SIGKILL)  # in mid-thought
        with pytest.raises(Broken, match="died"):
            await thinking
        await ask(workers, "random")
        (process,) = workers._all
        os.kill(process.pid, signal.SIGKILL)  # in its sleep: nobody need hear of it
        await process.wait()
        await ask(workers, "random")

    run(story)


@pytest.mark.parametrize("factory", [loops(), None], ids=["uvloop", "asyncio"])
def test_a_closed_pipe_is_a_dead_worker(factory: Any) -> None:
    async def story() -> None:
        for line in (b"", b"a job\n"):
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", "", stdin=PIPE, stdout=PIPE
            )
            assert process.stdin
            await process.wait()
            process.stdin.close()
            with pytest.raises(Died):
                await ask_process(process, line)

    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(story())


def test_dead_workers_are_reported_until_one_thinks_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story(workers: WorkerPool) -> None:
        with pytest.raises(Died):
            await ask(workers, "quitter")
        assert trouble(workers, "worker_died") == (1, 1)
        await ask(workers, "random")
        assert trouble(workers, "worker_died") == (1, 0)
        (process,) = workers._all
        process.kill()  # in its sleep
        await process.wait()
        await ask(workers, "random")
        assert trouble(workers, "worker_died") == (2, 0)
        with pytest.raises(Broken, match="ValueError"):
            await ask(workers, "clumsy")  # the player's fault: the process was fine
        workers._command = ["/nowhere/python"]
        with pytest.raises(Broken, match="could be started"):
            await ask(workers, "random")
        assert trouble(workers, "worker_died") == (3, 1)

    caplog.set_level("INFO")
    run(story)
    lines = [record for record in caplog.records if record.message == "a worker process died"]
    assert [record.__dict__["fields"]["reason"].split(":")[0] for record in lines] == [
        "ended while it was thinking",
        "ended while it was idle",
        "not started",
    ]


def test_a_full_queue_says_so() -> None:
    async def story(workers: WorkerPool) -> None:
        jobs = [
            asyncio.create_task(ask(workers, "napper", owner=owner)) for owner in ("a", "b", "c")
        ]
        await asyncio.sleep(0)
        assert workers.queued == 2 and trouble(workers, "queue_full") == (0, 0)
        with pytest.raises(Busy, match="the queue is full") as busy:
            await ask(workers, "random", owner="d")
        assert not busy.value.own and trouble(workers, "queue_full") == (1, 1)
        assert all(await asyncio.gather(*jobs))
        assert trouble(workers, "queue_full") == (1, 0)

    workers = run(story, moves=Bounds(2, 2))
    assert count(workers, "busy") == 1


def test_a_guest_may_not_fill_the_queue() -> None:
    async def story(workers: WorkerPool) -> None:
        jobs = [asyncio.create_task(ask(workers, "napper", owner="a")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="this guest") as busy:
            await ask(workers, "random", owner="a")
        assert busy.value.own and trouble(workers, "queue_full") == (0, 0)
        others = [asyncio.create_task(ask(workers, "napper", owner=who)) for who in ("b", "c")]
        assert all(await asyncio.gather(others[0], others[1], jobs[0], jobs[1]))
        with pytest.raises(Busy, match="others"):  # it made room for c
            await jobs[2]
        assert trouble(workers, "queue_full") == (1, 0)

    run(story, moves=Bounds(3, 2))


def test_a_hint_does_not_wait_for_long_but_a_move_does() -> None:
    async def story(workers: WorkerPool) -> None:
        slow = await occupied(workers)
        move = asyncio.create_task(ask(workers, "random", 0.2))  # seconds to think, once it may
        with pytest.raises(Busy, match="too long"):
            await hint(workers, 0.4)
        assert workers.queued == 1 and not move.done()
        slow.cancel()
        (result,) = await asyncio.gather(move, return_exceptions=True)
        assert isinstance(result, str | TooSlow)  # too slow on a busy machine, but its turn came

    run(story)


def test_moves_go_first_and_guests_take_turns() -> None:
    async def story(workers: WorkerPool) -> None:
        slow = await occupied(workers)
        served: list[str] = []

        async def one(name: str, work: Awaitable[object]) -> None:
            await work
            served.append(name)

        jobs = [one(f"hint {who}", hint(workers, owner=who, table=who)) for who in "aab"]
        jobs += [one(f"move a{n}", ask(workers, "random", owner="a", table=f"{n}")) for n in (1, 2)]
        jobs += [one("move b1", ask(workers, "random", owner="b", table="x"))]
        tasks = [asyncio.create_task(job) for job in jobs]
        await asyncio.sleep(0)
        assert workers.queued == 6
        slow.cancel()
        await asyncio.gather(*tasks)
        assert served == ["move a1", "move b1", "move a2", "hint a", "hint b", "hint a"]

    run(story)


def test_one_worker_is_kept_free_of_hints() -> None:
    async def story(workers: WorkerPool) -> None:
        hints = [asyncio.create_task(hint(workers, owner=who)) for who in "abcd"]
        await asyncio.sleep(0)
        assert workers._busy == {"move": 0, "hint": 1} and workers.queued == 3
        await ask(workers, "random")
        assert all(await asyncio.gather(*hints))

    run(story, n=2)


def test_what_nobody_wants_any_more_is_not_thought_about() -> None:
    async def story(workers: WorkerPool) -> None:
        slow = await occupied(workers)
        unwanted = [
            asyncio.create_task(ask(workers, "sleeper", wanted=lambda: False)),
            asyncio.create_task(hint(workers, wanted=lambda: False)),
        ]
        wanted = asyncio.create_task(ask(workers, "random", wanted=lambda: True))
        await asyncio.sleep(0)
        slow.cancel()
        assert await wanted
        for task in unwanted:
            with pytest.raises(Unwanted):
                await task

    workers = run(story)
    assert count(workers, "unwanted") == 3  # with the one that was cancelled
    assert count(workers, "done") == 2


def test_a_job_that_is_given_up_while_it_waits_leaves_no_trace() -> None:
    async def story(workers: WorkerPool) -> None:
        slow = await occupied(workers)
        jobs = [asyncio.create_task(ask(workers, "sleeper", owner="a")) for _ in range(3)]
        await asyncio.sleep(0)
        assert workers.queued == 3
        for job in jobs:
            job.cancel()
        slow.cancel()  # its turn may come to one that is being cancelled
        await asyncio.gather(*jobs, return_exceptions=True)
        assert not workers.queued
        assert await ask(workers, "random", owner="a")
        assert trouble(workers, "worker_died") == (0, 0)  # we killed it ourselves

    run(story, moves=Bounds(3, 3))


def test_several_think_at_the_same_time() -> None:
    async def story(workers: WorkerPool) -> None:
        moves = await asyncio.gather(*(ask(workers, "napper") for _ in range(6)))
        assert len(moves) == 6 and len(workers._all) == 3

    run(story, n=3)


def test_a_job_that_is_given_up_confuses_no_other() -> None:
    async def story(workers: WorkerPool) -> None:
        await ask(workers, "random")
        job = asyncio.create_task(ask(workers, "napper"))
        await asyncio.sleep(0.05)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        assert await ask(workers, "random", seed=3) == await ask(workers, "random", seed=3)

    run(story)


def test_stopping_is_prompt_and_leaves_nothing() -> None:
    async def story(workers: WorkerPool) -> None:
        jobs = [asyncio.create_task(ask(workers, "sleeper")) for _ in range(4)]
        await asyncio.sleep(0.05)  # the first are just being started
        began = perf_counter()
        await workers.stop()
        assert perf_counter() - began < 5
        results: list[Any] = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(result, Broken) for result in results)
        with pytest.raises(Broken, match="stopped"):
            await ask(workers, "random")

    run(story, n=2)


def test_a_worker_ends_with_its_server() -> None:
    command = [sys.executable, "-P", "-m", "spinney.server.bots.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin is not None and worker.stdout is not None
        assert worker.stdout.readline() == b"{}\n"
        worker.send_signal(signal.SIGINT)  # Ctrl-C is not for workers
        worker.stdin.close()
        assert worker.wait(10) == 0


def test_workers_see_little_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_PASSWORD", "canary")
    monkeypatch.setenv("SPINNEY_PURE", "1")
    assert "DATABASE_PASSWORD" not in environment()
    assert environment()["SPINNEY_PURE"] == "1"


def alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True
