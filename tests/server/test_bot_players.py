"""Thinking time is shared: who asks for many hints delays nobody's computer player."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from types import SimpleNamespace
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed

from spinney.core.record import PERSON
from spinney.server.bots.pool import WorkerPool
from spinney.server.config import Settings
from spinney.server.lobby import Lobby
from spinney.server.metrics import Metrics
from spinney.server.store.sqlite import SqliteStore
from spinney.table import bot_players, messages
from spinney.table.room import Room
from spinney.table.store import OPEN, ChairRow
from tests.server.living import GAME, PATIENCE, Guest, Line, Server, new_id, serving

# Long thoughts, so that the machine's own delays count little beside them.
SLOW_GAME = "underwood"
SOCKETS, TABLES = 20, 10


class Asker:
    """A socket that asks for one hint after the other."""

    def __init__(self, guest: Guest, table: str, stop: threading.Event) -> None:
        self.line, self.stop = guest.sit(table, 0), stop
        self.hints: list[float] = []  # when they came
        self.thread = threading.Thread(target=self.run)

    def ask(self) -> object:
        return self.line.wish(messages.AskHint, seat=self.line.table.awaited[0])

    def run(self) -> None:
        with suppress(ConnectionClosed):
            while not self.stop.is_set():
                if isinstance(self.ask(), messages.Advice):
                    self.hints.append(perf_counter())
                else:
                    self.stop.wait(0.25)


def computer_moves(line: Line, count: int) -> list[tuple[float, float]]:
    """Play on until the computer player has made some moves: from when to when it took each."""
    waits: list[tuple[float, float]] = []
    while len(waits) < count:
        mine = line.scene.moves[0].id
        line.send(messages.DoMove(f"m{line.version}", 0, mine, line.version))
        event = line.until(messages.Event)
        since = perf_counter()
        while 0 not in event.awaited and not event.over:
            event = line.until(messages.Event)
            waits.append((since, since := perf_counter()))
        assert not event.over
    return waits


def seconds(waits: list[tuple[float, float]]) -> list[float]:
    return [until - since for since, until in waits]


@pytest.mark.slow
def test_hints_of_one_guest_do_not_delay_computer_players_of_others(
    tmp_path: Path,
) -> None:
    """One worker. The thoughts are counted, not only timed: that holds on a busy machine, too."""
    with serving(tmp_path, bot_deadline="60") as server:
        ann, eve = Guest(server, "Ann"), Guest(server, "Eve")
        stop = threading.Event()
        tables = [eve.lay("me", "me", game=SLOW_GAME).table for _ in range(TABLES)]
        askers = [Asker(eve, tables[n % TABLES], stop) for n in range(SOCKETS)]
        with ann.sit(ann.lay("me", "greedy").table, 0) as line:
            computer_moves(line, 1)  # starts the worker
            calm = computer_moves(line, 4)
            began = perf_counter()
            assert isinstance(askers[0].ask(), messages.Advice)
            alone = perf_counter() - began
            for asker in askers:
                asker.thread.start()
            try:
                while sum(len(asker.hints) for asker in askers) < 2:
                    stop.wait(0.05)
                loaded = computer_moves(line, 4)
            finally:
                stop.set()
                for asker in askers:
                    asker.line.close()
                    asker.thread.join()
    hints = sorted(when for asker in askers for when in asker.hints)
    thought = max(later - sooner for sooner, later in pairwise(hints))
    between = [sum(since < when <= until for when in hints) for since, until in loaded]
    print(f"\na hint alone {alone:.2f} s, the longest under load {thought:.2f} s")
    for name, waits in (("without", seconds(calm)), ("with", seconds(loaded))):
        print(f"computer moves {name} hints: median {median(waits):.3f} s, max {max(waits):.3f} s")
    print(f"hints thought about before each move: {between}")
    # One thought was going on when it was the computer player's turn. A second or third answer may
    # have been on its way to us before, or come before we read the clock.
    assert median(between) <= 1 and max(between) <= 3
    assert max(seconds(loaded)) <= max(seconds(calm)) + 2 * thought


# ------------------------------------------------------------------------------- asking for hints
linux = pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue  # it has ended
        if int(text.rpartition(")")[2].split()[1]) == pid:
            found.append(int(stat.parent.name))
    return found


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one worker, which may take its time."""
    with serving(tmp_path_factory.mktemp("patient"), bot_deadline="60") as running:
        yield running


@contextmanager
def paused(server: Server) -> Iterator[None]:
    """Its worker thinks, and does not get on, for as long as the block lasts."""
    with awaited(Guest(server, "Warm")) as line:
        assert isinstance(line.wish(messages.AskHint), messages.Advice)  # starts the worker
    assert server.process
    (worker,) = children(server.process.pid)
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


def awaited(guest: Guest) -> Line:
    """A table at which it is this seat's turn. Both seats are the guest's."""
    table = guest.lay("me", "me").table
    line = guest.sit(table, 0)
    line.hello(table, line.table.awaited[0])
    return line


def asked(line: Line) -> str:
    """Ask for a hint, and wait until that has been heard; its id."""
    id = new_id()
    line.send(messages.AskHint(id, line.seat))
    line.send(messages.Ping())
    line.until(messages.Pong)
    return id


def jobs(server: Server, result: str) -> int:
    """How many thoughts have ended so."""
    return value(server, "worker_jobs_total", "result", result)


def value(server: Server, name: str, label: str, kind: str) -> int:
    metrics = Guest(server).ask("GET", "/metrics").text
    found = re.search(rf'^spinney_{name}{{{label}="{kind}"}} ([\d.]+)', metrics, re.M)
    return int(float(found.group(1))) if found else 0


def waiting(server: Server) -> int:
    metrics = Guest(server).ask("GET", "/metrics").text
    found = re.search(r"^spinney_worker_waiting ([\d.]+)", metrics, re.M)
    assert found
    return int(float(found.group(1)))


def text(answer: object) -> str:
    """Why a hint was refused; nothing if it was given."""
    assert isinstance(answer, messages.Advice | messages.RefusalMessage)
    return answer.text if isinstance(answer, messages.RefusalMessage) else ""


@linux
def test_a_guest_may_ask_one_question_at_a_time(patient: Server) -> None:
    ann, ben = Guest(patient, "Ann"), Guest(patient, "Ben")
    refusals = value(patient, "refused_total", "reason", "busy")
    with awaited(ann) as line, ann.sit(line.table.table, line.seat) as other, awaited(ben) as his:
        with paused(patient):
            first = asked(line)
            assert text(line.wish(messages.AskHint)) == bot_players.STILL_THINKING
            assert (
                text(other.wish(messages.AskHint)) == bot_players.STILL_THINKING
            )  # by guest, not by socket
            second = asked(his)
        assert text(line.reply(first)) == text(his.reply(second)) == ""
        assert text(other.wish(messages.AskHint)) == ""
    assert value(patient, "refused_total", "reason", "busy") == refusals + 2


@linux
def test_a_connection_goes_on_while_its_hint_is_thought_about(patient: Server) -> None:
    with awaited(Guest(patient, "Ann")) as line:
        with paused(patient):
            hint = asked(line)
            assert isinstance(line.move(line.scene.moves[0].id), messages.Ack)
        # The answer would be about a table that is no more.
        assert line.reply(hint) == messages.RefusalMessage(hint, bot_players.MOVED_ON, stale=True)


@linux
def test_hints_of_those_who_have_left_are_not_thought_about(patient: Server) -> None:
    with paused(patient):
        eve = Guest(patient, "Eve")
        done, unwanted = jobs(patient, "done"), jobs(patient, "unwanted")
        lines = [awaited(eve) for _ in range(4)]
        for line in lines:
            asked(line)
        assert waiting(patient) == 3
        for line in lines:
            line.close()
        until = time.monotonic() + PATIENCE
        while waiting(patient) and time.monotonic() < until:
            time.sleep(0.02)
        assert jobs(patient, "unwanted") == unwanted + 3
    with awaited(Guest(patient, "Ann")) as line:
        assert text(line.wish(messages.AskHint)) == ""
    assert jobs(patient, "done") == done + 2  # the first went on, and Ann's


@linux
def test_a_question_that_is_asked_again_after_a_lost_connection_is_answered(
    patient: Server,
) -> None:
    ann = Guest(patient, "Ann")
    with awaited(ann) as line, ann.sit(line.table.table, line.seat) as again:
        with paused(patient):
            done = jobs(patient, "done")
            hint = asked(line)
            again.send(messages.AskHint(hint, line.seat))  # the old connection is not closed yet
            again.send(messages.Ping())
            again.until(messages.Pong)
        assert text(again.reply(hint)) == ""
    assert jobs(patient, "done") == done + 1


@linux
@pytest.mark.slow
def test_too_many_hints_are_refused_politely(tmp_path: Path) -> None:
    few = {"hint_queue": "1", "hint_queue_per_guest": "1", "hints_per_minute": "3"}
    settings = {f"limits_{name}": number for name, number in few.items()}
    with serving(tmp_path, bot_deadline="60", **settings) as server:
        ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
        one, two, three, his = awaited(ann), awaited(ann), awaited(ann), awaited(ben)
        with paused(server):
            hints = [asked(one), asked(two)]  # one is thought about, one waits
            assert text(three.wish(messages.AskHint)) == bot_players.STILL_ELSEWHERE
            assert text(his.wish(messages.AskHint)) == bot_players.MANY_PLAYERS
            assert value(server, "trouble", "kind", "queue_full") == 1
        assert text(one.reply(hints[0])) == text(two.reply(hints[1])) == ""
        answers = [
            text(three.wish(messages.AskHint)) for _ in range(10)
        ]  # more than three a minute
        assert bot_players.MANY_HINTS in answers
        assert text(his.wish(messages.AskHint)) == ""
        assert value(server, "troubles_total", "kind", "queue_full") == 1
        assert value(server, "trouble", "kind", "queue_full") == 0
        for line in (one, two, three, his):
            line.close()


def test_a_computer_player_uses_the_time_of_the_first_person() -> None:
    def owner(*chairs: tuple[str, str]) -> str:
        rows = [ChairRow("t", n, kind, "", guest) for n, (kind, guest) in enumerate(chairs)]
        return bot_players.owner(cast(Room, SimpleNamespace(chairs=rows)))

    assert owner(("greedy", ""), (PERSON, "ann"), (PERSON, "ben")) == "ann"
    assert owner(("greedy", ""), (OPEN, ""), (PERSON, "ben")) == "ben"
    assert owner(("greedy", ""), ("level6", "")) == ""  # all of these share the time of one


# --------------------------------------------------------------------------------- killed workers
class Shaky(WorkerPool):
    """Fails in a way nobody has thought of, once."""

    failed = False

    async def choose(self, *args: Any, **turn: Any) -> str:
        if not self.failed:
            self.failed = True
            raise RuntimeError("surprise")
        return await super().choose(*args, **turn)


def test_an_unexpected_error_does_not_stop_a_table(tmp_path: Path) -> None:
    async def story() -> None:
        settings, metrics = Settings(data=tmp_path, pace=0), Metrics()
        store = await SqliteStore.open(settings.database, metrics.commit)
        workers = Shaky(metrics=metrics)
        await workers.start(1)
        lobby = Lobby(settings, store, workers, metrics)
        try:
            ann, _ = await lobby.new_guest("127.0.0.1")
            opened = await lobby.tables.create(ann, messages.NewTable(GAME, ["greedy", "random"]))
            room = await lobby.tables.room(opened.table)
            assert room is not None
            async with asyncio.timeout(PATIENCE):
                while room.seq < 3:
                    await asyncio.sleep(0.01)
            assert workers.failed
        finally:
            await lobby.close()
            await workers.stop()
            await store.close()

    asyncio.run(story())


@linux
@pytest.mark.slow
def test_games_go_on_while_workers_are_killed(tmp_path: Path) -> None:
    with serving(tmp_path, workers="2", pace="0.02") as server:
        assert server.process
        ann = Guest(server, "Ann")
        tables = [ann.lay("greedy", "random").table for _ in range(3)]
        watchers = [ann.sit(table) for table in tables]
        stop, killed = threading.Event(), 0

        def kill() -> None:
            nonlocal killed
            while not stop.is_set():
                for pid in children(server.process.pid if server.process else 0):
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        killed += 1
                stop.wait(0.1)

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            for watcher in watchers:
                watcher.catch_up(watcher.version + 4)
        finally:
            stop.set()
            killer.join()
        assert killed > 5
        for watcher in watchers:
            while not watcher.over:
                watcher.hear()
            watcher.close()
        until = time.monotonic() + PATIENCE
        while value(server, "trouble", "kind", "worker_died") and time.monotonic() < until:
            time.sleep(0.05)
        assert value(server, "trouble", "kind", "worker_died") == 0
        assert value(server, "troubles_total", "kind", "worker_died") > 0
    log = server.log.read_text()
    assert "a worker process died" in log and "workers are stable again" in log
