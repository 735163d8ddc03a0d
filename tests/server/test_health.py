"""Whether the store works: /ready, the alarms about it, and what players are told meanwhile."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from spinney.server.alarms import Alarms
from spinney.server.metrics import Metrics
from spinney.server.store.database import kind_of_trouble
from spinney.server.store.health import SETTLED, StoreHealth
from spinney.server.store.sqlite import SqliteStore
from spinney.table import messages
from spinney.table.session import DISK_TROUBLE, UNREADABLE
from spinney.table.store import StoreError, TableRow
from tests.server.living import Guest, Server, serving
from tests.server.threats import damage, play

PATIENCE = 20.0


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def eventually(holds: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < ends, "it never came to that"
        time.sleep(0.05)


def ready(server: Server) -> tuple[int, str]:
    answer = Guest(server).ask("GET", "/ready")
    return answer.status_code, str(answer.json()["ready"])


def logged(server: Server, kind: str) -> list[dict[str, object]]:
    text = server.log.read_text().splitlines()
    lines = [json.loads(line) for line in text if line.startswith("{")]
    return [line for line in lines if line.get("kind") == kind]


def metric(server: Server, name: str) -> float:
    text = Guest(server).ask("GET", "/metrics").text
    return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


def database(server: Server) -> Path:
    return server.data / "games" / "spinney.db"


def row(table: str) -> TableRow:
    return TableRow(table, "bramble", 1, "abcd", "{}", 2, "00ff", 1)


# ------------------------------------------------------------------------------- in this process
def test_a_full_disk_is_one_alarm_until_a_second_has_passed_without_failures(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def story() -> None:
        store = await SqliteStore.open(tmp_path / "spinney.db")
        clock, metrics = Clock(), Metrics()
        health = StoreHealth(store, Alarms(metrics), clock)
        await store.add_table(row("t"), [])
        assert await health.reason() == "" and not caplog.records
        pages = store._writer.execute("PRAGMA page_count").fetchone()[0]
        store._writer.execute(f"PRAGMA max_page_count = {pages}")
        for _ in range(20):
            with pytest.raises(StoreError, match="full"):
                await store.append("t", 1, "a", "move", 0, "x" * 50_000)
        assert await health.reason() == "the disk is full"
        store._writer.execute("PRAGMA max_page_count = 1000000")
        await store.append("t", 1, "a", "move", 0, "x" * 50_000)
        assert await health.reason() == "the disk is full", "this may be chance"
        clock.now += SETTLED
        await store.append("t", 2, "b", "move", 0, "pick")
        assert await health.reason() == ""
        assert [record.message for record in caplog.records] == [
            "the disk is full",
            "the disk has space again",
        ]
        count = metrics.registry.get_sample_value
        assert count("spinney_troubles_total", {"kind": "disk_full"}) == 20
        await store.close()

    asyncio.run(story())


def test_small_commits_that_succeed_are_not_the_end_of_trouble(tmp_path: Path) -> None:
    """On a full disk some do; a file of some size must be written, too."""

    async def story() -> None:
        store = await SqliteStore.open(tmp_path / "spinney.db")
        clock, alarms = Clock(), Alarms(Metrics())
        health = StoreHealth(store, alarms, clock)
        health.observe(sqlite3.OperationalError("database or disk is full"))
        in_the_way = tmp_path / ".spinney.db.probe"
        in_the_way.mkdir()
        for _ in range(5):
            clock.now += SETTLED
            await store.ping()
            assert await health.reason() == "the store cannot be written"
        in_the_way.rmdir()
        clock.now += SETTLED
        assert await health.reason() == "" and alarms.active() == []
        assert not in_the_way.exists()
        await store.close()

    asyncio.run(story())


def test_a_mistake_in_a_job_is_no_trouble_of_the_store(tmp_path: Path) -> None:
    async def story() -> None:
        store = await SqliteStore.open(tmp_path / "spinney.db")
        alarms = Alarms(Metrics())
        health = StoreHealth(store, alarms)
        await store.add_table(row("t"), [])
        with pytest.raises(StoreError, match="UNIQUE"):
            await store.add_table(row("t"), [])
        with pytest.raises(StoreError):
            await store.append("t", 7, "a", "move", 0, "pick")
        assert alarms.active() == [] and await health.reason() == ""
        await store.close()
        assert await health.reason() == ""  # the commit was a moment ago
        health.clock = Clock()
        health._written = 0.0
        assert await health.reason() == "the store cannot be written", "it is closed"

    asyncio.run(story())


def test_whoever_asks_meanwhile_shares_one_commit(tmp_path: Path) -> None:
    async def story() -> None:
        metrics = Metrics()
        store = await SqliteStore.open(tmp_path / "spinney.db", metrics.commit)
        clock = Clock()
        health = StoreHealth(store, Alarms(metrics), clock)
        count = metrics.registry.get_sample_value
        assert await asyncio.gather(*(health.reason() for _ in range(50))) == [""] * 50
        assert count("spinney_commit_jobs_count") == 1
        clock.now += 0.9
        assert await health.reason() == "" and count("spinney_commit_jobs_count") == 1
        clock.now += 0.2
        assert await health.reason() == "" and count("spinney_commit_jobs_count") == 2
        await store.close()

    asyncio.run(story())


def test_a_store_that_does_not_answer_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spinney.server.store.health.PATIENCE", 0.05)

    async def story() -> None:
        store = await SqliteStore.open(tmp_path / "spinney.db")
        clock, alarms = Clock(), Alarms(Metrics())
        health = StoreHealth(store, alarms, clock)
        other = sqlite3.connect(tmp_path / "spinney.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # the writer waits for this one
        assert await health.reason() == "the store cannot be written"
        assert alarms.active() == ["store_write"]
        other.execute("ROLLBACK")
        other.close()
        clock.now += 2 * SETTLED
        await store.ping()
        assert await health.reason() == "" and alarms.active() == []
        await store.close()

    asyncio.run(story())


def test_which_alarm_an_error_is(tmp_path: Path) -> None:
    def kind(code: int, text: str = "") -> str:
        error = sqlite3.OperationalError(text)
        if code:
            error.sqlite_errorcode = code
        return kind_of_trouble(error, tmp_path / "spinney.db")

    assert kind(sqlite3.SQLITE_FULL) == "disk_full"
    for code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR_READ, 522):
        assert kind(code) == "store_damaged"
    assert kind(0, "Could not decode to UTF-8 column 'name'") == "store_damaged"
    for code in (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY, 0):
        assert kind(code) == "store_write"


# -------------------------------------------------------------------------------- a real server
def test_asking_whether_it_is_ready_costs_a_commit_a_second(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Guest(server)
        before, began = metric(server, "spinney_commit_jobs_count"), time.monotonic()
        for _ in range(100):
            assert ann.ask("GET", "/ready").status_code == 200
        seconds = time.monotonic() - began
        assert metric(server, "spinney_commit_jobs_count") - before <= seconds + 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process")
def test_failing_writes_are_told_and_so_is_their_end(tmp_path: Path) -> None:
    """The limit on the size of files stands for any disk that takes no more."""
    import resource

    with serving(tmp_path, log_format="json") as server:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "me").table
        with ann.sit(table, 0) as one, ann.sit(table, 1) as two:
            play([one, two], 12, random.Random(1))
            assert server.process
            size = database(server).with_name("spinney.db-wal").stat().st_size
            assert size > 2 * server.log.stat().st_size, "or the log could not be written"
            unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, unlimited[1]))
            mover = one if one.scene.moves else two
            refused = 0
            for _ in range(30):
                said = mover.move(mover.scene.moves[0].id)
                assert (
                    isinstance(said, messages.RefusalMessage) and "could not be saved" in said.text
                )
                refused += 1
            assert ready(server) == (503, "the store cannot be written")
            assert metric(server, 'spinney_trouble{kind="store_write"}') == 1
            assert metric(server, 'spinney_troubles_total{kind="store_write"}') >= refused
            assert len(logged(server, "store_write")) == 1, "one line, not thirty"
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
            eventually(lambda: ready(server) == (200, "yes"))
            assert isinstance(mover.move(mover.scene.moves[0].id), messages.Ack)
        assert [line["event"] for line in logged(server, "store_write")] == [
            "the store cannot be written",
            "the store can be written again",
        ]
        assert metric(server, 'spinney_trouble{kind="store_write"}') == 0


@pytest.mark.slow
def test_a_store_that_is_damaged_while_it_runs(tmp_path: Path) -> None:
    with serving(tmp_path, log_format="json") as server:
        ann = Guest(server, "Ann")
        tables = [ann.lay("me", "me").table for _ in range(3)]
        for table in tables:
            with ann.sit(table, 0) as one, ann.sit(table, 1) as two:
                play([one, two], 3, random.Random(1))
        server.restart()  # nothing of it is in memory
        assert ready(server) == (200, "yes")
        damage(database(server), "entries")
        for table in tables:
            with ann.call() as line:
                assert line.hello(table, 0) == messages.Gone(UNREADABLE)
                line.send(messages.Ping())  # the connection goes on
                assert isinstance(line.hear(), messages.Pong)
        assert ready(server) == (503, "the store is damaged")
        me = ann.ask("GET", "/api/me")
        assert me.status_code == 200 and me.json() == {"name": "Ann", "tables": []}
        position = ann.ask("GET", f"/api/tables/{tables[0]}/positions/0")
        assert position.status_code == 503 and position.json() == {"error": DISK_TROUBLE}
        assert [line["event"] for line in logged(server, "store_damaged")] == [
            "the store is damaged"
        ]
        assert metric(server, 'spinney_trouble{kind="store_damaged"}') == 1
        assert "Traceback" not in server.log.read_text()
        server.end()
        code, said = starting(server.data / "games")
        assert code == 2 and said.count("\n") == 1
        assert f"spinney store restore {database(server)} BACKUP" in said
        before = database(server).read_bytes()
        assert starting(server.data / "games") == (code, said)
        assert database(server).read_bytes() == before, "it is left as it was"


@pytest.mark.slow
def test_guests_that_cannot_be_read_get_words_too(tmp_path: Path) -> None:
    from websockets.exceptions import InvalidStatus

    with serving(tmp_path, log_format="json") as server:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "me").table
        server.restart()
        damage(database(server), "guests")
        me = ann.ask("GET", "/api/me")
        assert me.status_code == 503 and me.json() == {"error": DISK_TROUBLE}
        with pytest.raises(InvalidStatus) as refused:
            ann.call()
        assert refused.value.response.status_code == 503
        with Guest(server).sit(table) as spectator:
            assert isinstance(spectator.heard[0], messages.FullTable)


def starting(data: Path) -> tuple[int, str]:
    """Start a server that should refuse: its exit code, and what it says."""
    ran = subprocess.run(
        [sys.executable, "-m", "spinney.cli", "serve", "--port", "0", "--data", str(data)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    said = [line for line in ran.stderr.splitlines(True) if "uncompiled" not in line]
    return ran.returncode, "".join(said)


def test_a_start_looks_for_damage_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "spinney.db"

    async def opened() -> bool:
        store = await SqliteStore.open(path, alone=True)
        await store.close()
        return store.checked

    async def fill() -> None:
        store = await SqliteStore.open(path)
        await asyncio.gather(*(store.add_table(row(f"t{n}"), []) for n in range(500)))
        await store.close()

    asyncio.run(fill())
    assert asyncio.run(opened()) is True
    monkeypatch.setattr("spinney.server.store.database.START_CHECK", 1e-9)
    monkeypatch.setattr("spinney.server.store.database.OFTEN", 1)
    assert asyncio.run(opened()) is False, "the rest is looked at later"


@pytest.mark.slow
def test_a_lock_file_that_is_deleted_lets_no_second_server_in(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        (database(server).with_name("spinney.db.lock")).unlink()
        code, said = starting(server.data / "games")
        assert code == 2 and "another server is using it" in said and said.count("\n") == 1
