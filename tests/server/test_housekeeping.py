"""What a server does for its store by itself: backups, removing what is old, looking for damage."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from spinney.server import housekeeping as module
from spinney.server.bots.pool import WorkerPool
from spinney.server.config import Settings
from spinney.server.housekeeping import Housekeeping
from spinney.server.lobby import Lobby
from spinney.server.metrics import Metrics
from spinney.server.store.maintenance import DAY, add_backup, backup_name, backups, check_store
from spinney.server.store.sqlite import SqliteStore
from spinney.table.connection import Connection
from spinney.table.rate_limits import Bucket
from spinney.table.store import StoreError
from tests.server.living import serving
from tests.server.test_health import database, eventually, logged, metric
from tests.server.test_maintenance import NOW, ids, lay
from tests.server.threats import damage


def with_lobby(
    path: Path, story: Callable[[Lobby, Housekeeping], Awaitable[None]], **settings: int
) -> None:
    """A lobby with a caretaker, but without a port; no computer player is asked for anything."""

    async def whole() -> None:
        metrics = Metrics()
        store = await SqliteStore.open(path, metrics.commit)
        given = Settings(data=path.parent, **settings)  # type: ignore[arg-type]
        lobby = Lobby(given, store, WorkerPool(metrics=metrics), metrics)
        caretaker = Housekeeping(lobby)
        try:
            await story(lobby, caretaker)
        finally:
            await caretaker.stop()
            await lobby.close()
            await store.close()

    asyncio.run(whole())


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.02)


# ------------------------------------------------------------------------------------- backups
def test_only_the_newest_backups_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    path = lay(tmp_path, ("t", 1, False, ["a", "b"]), guests={})
    folder = tmp_path / "deep" / "backups"
    folder.mkdir(parents=True)
    for hours in range(1, 6):
        (folder / backup_name(NOW - 3600 * hours)).touch()
    others = ["notes.txt", "spinney-of-last-year.db", ".spinney-20200101T000000Z.db.77"]
    for name in others:
        (folder / name).touch()
    os.utime(folder / others[2], (NOW - 2 * DAY, NOW - 2 * DAY))
    made = add_backup(path, folder, 3, lambda: False)
    kept = [file.name for _, file in backups(folder)]
    assert kept == [backup_name(NOW - 7200), backup_name(NOW - 3600), made.name]
    assert {file.name for file in folder.iterdir()} == {*kept, *others[:2]}
    assert check_store(made).problems == []


def test_a_backup_that_is_broken_off_leaves_nothing(tmp_path: Path) -> None:
    path = lay(tmp_path, *((f"t{n}", 1, False, ["a", "b"]) for n in range(40)), guests={})
    folder = tmp_path / "backups"
    with pytest.raises(StoreError, match="interrupted"):
        add_backup(path, folder, 3, lambda: True)
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_a_server_writes_backups_and_says_when_it_cannot(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere" / "backups"
    folder.parent.mkdir()
    folder.write_text("a file where the folder should be")
    hours = str(1 / 3600)
    with serving(
        tmp_path, backup_hours=hours, backup_folder=str(folder), backup_keep="2", log_format="json"
    ) as server:
        eventually(lambda: len(logged(server, "backup")) == 1)
        assert metric(server, 'spinney_trouble{kind="backup"}') == 1
        assert metric(server, "spinney_backup_time_seconds") == 0
        folder.unlink()
        eventually(lambda: metric(server, "spinney_backup_time_seconds") > time.time() - 60)
        first = backups(folder)[0][1]
        eventually(lambda: not first.exists())  # newer ones have taken its place
        assert metric(server, 'spinney_trouble{kind="backup"}') == 0
        events = [line["event"] for line in logged(server, "backup")]
        assert events == ["a backup failed", "backups work again"]
    assert server.process and server.process.returncode == 0
    left = backups(folder)
    assert 1 <= len(left) <= 3 and [*folder.glob(".*")] == []
    for _, file in left:
        assert check_store(file).problems == []
        assert os.name == "nt" or stat.S_IMODE(file.stat().st_mode) == 0o600
    assert os.name == "nt" or stat.S_IMODE(folder.stat().st_mode) == 0o700


# ------------------------------------------------------------------------------------ retention
@pytest.mark.slow
def test_a_server_removes_what_is_old_if_told_so(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    path = lay(
        tmp_path / "games",
        *((f"old{n}", 100, True, ["ann", f"ben{n}"]) for n in range(120)),
        ("old-running", 100, False, ["ann", "cleo"]),
        ("new", 10, True, ["ann", "dora"]),
        guests={"ann": 100, "ben0": 100, "cleo": 100, "dora": 100, "new": 10, "x": 91},
    )
    with serving(tmp_path) as server:  # off by default
        server.end(signal.SIGTERM)
        assert len(ids(path, "tables")) == 122 and len(ids(path, "guests")) == 6
    with serving(tmp_path, retention_days="90", log_format="json") as server:
        eventually(lambda: ids(path, "guests") == {"ann", "cleo", "dora", "new"})
        assert ids(path, "tables") == {"old-running", "new"}
        server.end()
        log = [
            line for line in server.log.read_text().splitlines() if "old data was removed" in line
        ]
        (line,) = map(json.loads, log)
        assert (line["tables"], line["count"]) == (120, 2)
        assert database(server) == path
    assert [p for p in check_store(path).problems if "does not end the game" not in p] == []


def test_who_is_here_and_what_is_in_memory_stays(tmp_path: Path) -> None:
    path = lay(
        tmp_path,
        ("seen", 100, False, ["ann", "ben"]),
        ("old", 100, True, ["ann", "ben"]),
        guests={"ann": 100, "ben": 100, "watching": 100, "asking": 100, "x": 100},
    )

    async def story(lobby: Lobby, caretaker: Housekeeping) -> None:
        assert await lobby.tables.room("seen") is not None
        await lobby.store.set_over("seen")  # it has just ended, and they still look at it
        often = Bucket(1.0, 1.0)
        who = Connection("watching", "", "", often, often, often, 10, lambda: None)
        lobby.connections.add(who)
        lobby.guests.saw("asking")
        await caretaker.remove_old(NOW - 90 * DAY)
        assert ids(path, "tables") == {"seen"}
        assert ids(path, "guests") == {"ann", "ben", "watching", "asking"}
        lobby.tables.removed(["seen"])
        lobby.connections.clear()
        lobby.guests.recent.clear()
        await caretaker.remove_old(NOW - 90 * DAY)
        assert ids(path, "tables") == ids(path, "guests") == set()

    with_lobby(path, story, retention_days=90)


# --------------------------------------------------------------------------------------- trouble
def test_damage_that_a_start_had_no_time_to_find_is_found_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = lay(tmp_path, ("t", 1, False, ["a", "b"]), guests={})
    sound = path.read_bytes()
    damage(path, "entries")
    monkeypatch.setattr(module, "BEAT", 0.02)
    monkeypatch.setattr(module, "LOOK_AGAIN", 0.1)

    async def story(lobby: Lobby, caretaker: Housekeeping) -> None:
        assert not lobby.store.checked
        caretaker.start()
        await until(lambda: lobby.alarms.active() == ["store_damaged"])
        assert await lobby.health.reason() == "the store is damaged"
        with path.open("rb+") as file:  # somebody has mended it
            file.seek(4096)
            file.write(sound[4096:])
        await until(lambda: lobby.alarms.active() == [])
        assert await lobby.health.reason() == ""

    with_lobby(path, story)


def test_the_end_of_trouble_is_noticed_though_nobody_plays(tmp_path: Path) -> None:
    path = lay(tmp_path, ("t", 1, False, ["a", "b"]), guests={})

    async def story(lobby: Lobby, caretaker: Housekeeping) -> None:
        caretaker.start()
        db = lobby.store._writer
        db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
        with pytest.raises(StoreError, match="full"):
            await lobby.store.append("t", 200, "x", "chat", -1, "x" * 50_000)
        assert lobby.alarms.active() == ["disk_full"]
        db.execute("PRAGMA max_page_count = 1000000")
        await until(lambda: lobby.alarms.active() == [])

    with_lobby(path, story)
