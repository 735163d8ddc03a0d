"""Workers: real processes, real deadlines, real accidents."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import pytest

from spinney.core import shelf
from spinney.core.match import Match
from spinney.server.metrics import Metrics
from spinney.server.workers import Broken, Busy, TooSlow, Workers, environment

ROOT = Path(__file__).parent.parent.parent
GAME = next(iter(shelf.games().values()))
MATCH = Match(GAME, GAME.options(), GAME.seats[-1], 7)
SEAT = MATCH.awaited[0]
SIGHT = msgspec.json.encode(MATCH.sight(SEAT))
LONG = 20.0  # seconds; for what must not fail on a busy machine


@pytest.fixture(autouse=True)
def our_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def run(
    story: Callable[[Workers], Awaitable[None]], n: int = 1, waiting: int = 256, memory: int = 2048
) -> Workers:
    workers = Workers(waiting, "tests.server.odd_players", memory, Metrics())

    async def whole() -> None:
        await workers.start(n)
        try:
            await story(workers)
        finally:
            processes = list(workers._all)
            await workers.stop()
            assert all(process.returncode is not None for process in processes)
            assert not workers._all and not workers.waiting

    asyncio.run(whole())
    return workers


def count(workers: Workers, result: str) -> float:
    name = "spinney_worker_jobs_total"
    return workers.metrics.registry.get_sample_value(name, {"result": result}) or 0.0


async def ask(workers: Workers, player: str, deadline: float = LONG, seed: int = 1) -> str:
    return await workers.choose(GAME.name, player, SIGHT, seed, deadline)


def pid(workers: Workers) -> int:
    (process,) = workers._all
    return process.pid


def test_a_player_answers_with_a_legal_move() -> None:
    async def story(workers: Workers) -> None:
        assert not workers._all  # none before it is needed
        for player in ("greedy", "random", "chatterbox"):
            move = await ask(workers, player)
            MATCH.check(SEAT, GAME.verbs.hear(move))
        first = pid(workers)
        assert await ask(workers, "random", seed=5) == await ask(workers, "random", seed=5)
        assert pid(workers) == first

    workers = run(story)
    assert count(workers, "done") == 5


@pytest.mark.parametrize("player", ["sleeper", "spinner"])
def test_a_runaway_is_killed_and_replaced(player: str) -> None:
    async def story(workers: Workers) -> None:
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


def test_the_loop_goes_on_while_players_think() -> None:
    async def story(workers: Workers) -> None:
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
    async def story(workers: Workers) -> None:
        with pytest.raises(Broken, match=r"MemoryError|died"):
            await ask(workers, "glutton")
        await ask(workers, "random")

    workers = run(story, memory=512)
    assert count(workers, "broken") == 1


def test_accidents_are_told_without_their_words() -> None:
    async def story(workers: Workers) -> None:
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
    async def story(workers: Workers) -> None:
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


def test_a_full_queue_says_so() -> None:
    async def story(workers: Workers) -> None:
        jobs = [asyncio.create_task(ask(workers, "napper")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="2 jobs wait already"):
            await ask(workers, "random")
        assert all(await asyncio.gather(*jobs))
        slow = asyncio.create_task(ask(workers, "sleeper", 1.0))
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="too long"):
            await ask(workers, "random", 0.1)
        with pytest.raises(TooSlow):
            await slow

    workers = run(story, waiting=2)
    assert count(workers, "busy") == 2


def test_several_think_at_the_same_time() -> None:
    async def story(workers: Workers) -> None:
        moves = await asyncio.gather(*(ask(workers, "napper") for _ in range(6)))
        assert len(moves) == 6 and len(workers._all) == 3

    run(story, n=3)


def test_a_job_that_is_given_up_confuses_no_other() -> None:
    async def story(workers: Workers) -> None:
        await ask(workers, "random")
        job = asyncio.create_task(ask(workers, "napper"))
        await asyncio.sleep(0.05)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        assert await ask(workers, "random", seed=3) == await ask(workers, "random", seed=3)

    run(story)


def test_stopping_is_prompt_and_leaves_nothing() -> None:
    async def story(workers: Workers) -> None:
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
    command = [sys.executable, "-P", "-m", "spinney.server.worker"]
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
