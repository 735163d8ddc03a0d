"""The store: what it promises, on real files, with real crashes."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from spinney.server.metrics import Metrics
from spinney.server.store import maintenance, queries
from spinney.server.store import sqlite as module
from spinney.server.store.database import migrate, migrations, statements
from spinney.server.store.sqlite import SqliteStore
from spinney.table.store import (
    Appended,
    ChairRow,
    Conflict,
    EntryRow,
    FileRow,
    GuestRow,
    KeptRow,
    StoreError,
    TableRow,
)
from tests.chaos.writer import storm


def row(table: str, created: int = 1) -> TableRow:
    return TableRow(table, "bramble", 1, "abcd", "{}", 2, "00ff", created)


def chairs(table: str) -> list[ChairRow]:
    return [
        ChairRow(table, 0, "person", "Ann", guest="g-ann"),
        ChairRow(table, 1, "open", "", invite="hash"),
    ]


def run(path: Path, *stories: Callable[[SqliteStore], Awaitable[None]]) -> None:
    """Each story on a store opened anew, as after a restart."""

    async def whole(story: Callable[[SqliteStore], Awaitable[None]]) -> None:
        store = await SqliteStore.open(path)
        try:
            await story(store)
        finally:
            await store.close()

    for story in stories:
        asyncio.run(whole(story))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "spinney.db"


# -------------------------------------------------------------------------------------- tables
def test_a_table_comes_back_as_it_was_laid(path: Path) -> None:
    async def lay(store: SqliteStore) -> None:
        await store.add_table(row("t"), chairs("t"))
        assert await store.table("t") == (row("t"), chairs("t"))
        with pytest.raises(StoreError):  # there is one of that name
            await store.add_table(row("t"), [])

    async def look(store: SqliteStore) -> None:
        assert await store.table("t") == (row("t"), chairs("t"))
        assert await store.table("u") is None
        await store.set_over("t")
        await store.set_rematch("t", "v")
        await store.set_rematch("t", "w")
        found = await store.table("t")
        assert found is not None
        assert found[0].over is True and found[0].rematch == "v"

    run(path, lay, look)


def test_a_table_is_laid_whole_or_not_at_all(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        with pytest.raises(StoreError, match="UNIQUE"):
            await store.add_table(row("t"), [chairs("t")[0], chairs("t")[0]])
        assert await store.table("t") is None

    run(path, story)


def test_a_chair_is_taken_once(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.add_table(row("t"), chairs("t"))
        tries = (store.take_chair("t", 1, f"g{n}", f"Guest {n}") for n in range(20))
        took = [n for n, yes in enumerate(await asyncio.gather(*tries)) if yes]
        assert len(took) == 1
        found = await store.table("t")
        assert found is not None
        guest = f"g{took[0]}"
        assert found[1][1] == ChairRow("t", 1, "person", f"Guest {took[0]}", guest, "")
        for seat in (0, 1, 2):
            assert not await store.take_chair("t", seat, "late", "Late")
        assert await store.tables_of(guest) == ["t"]

    run(path, story)


def test_tables_of_a_guest(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        for number in range(4):
            name = f"t{number}"
            await store.add_table(row(name, created=number), chairs(name))
        await store.set_over("t3")
        assert await store.tables_of("g-ann") == ["t2", "t1", "t0", "t3"]
        assert await store.tables_of("g-ann", limit=2) == ["t2", "t1"]
        assert await store.tables_of("g-bob") == []

    run(path, story)


def test_tables_where_nothing_happened_are_swept(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        for number in range(3):
            await store.add_table(row(f"t{number}", created=number), chairs(f"t{number}"))
        await store.append("t0", 1, "a", "chat", 0, "hello")
        assert await store.sweep(2) == ["t1"]
        assert await store.table("t1") is None and await store.tables_of("g-ann") == ["t2", "t0"]

    run(path, story)


def test_guests(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        assert await store.guest("g") is None
        await store.add_guest(GuestRow("g", "Ann", 5))
        await store.add_guest(GuestRow("g", "Somebody else", 6))
        assert await store.guest("g") == GuestRow("g", "Ann", 5)
        await store.rename("g", "Änne <b>")

    async def later(store: SqliteStore) -> None:
        assert await store.guest("g") == GuestRow("g", "Änne <b>", 5)

    run(path, story, later)


# ------------------------------------------------------------------------------------- the log
def test_entries_are_numbered_and_known_by_their_id(path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        await store.add_table(row("t"), chairs("t"))
        assert await store.append("t", 1, "a", "move", 0, "pick") == Appended(1, True)
        assert await store.append("t", 2, "b", "chat", -1, "hello\n'; --") == Appended(2, True)

    async def again(store: SqliteStore) -> None:
        for seq in (1, 2, 3, 99):  # wherever the client thinks it is
            assert await store.append("t", seq, "a", "move", 0, "pick") == Appended(1, False)
        for seq in (0, 1, 2, 4, -1):
            with pytest.raises(Conflict):
                await store.append("t", seq, "c", "move", 0, "pick")
        assert await store.append("t", 3, "c", "back", 1, "free") == Appended(3, True)
        entries = await store.entries("t")
        assert entries[1] == EntryRow("t", 2, "b", "chat", -1, "hello\n'; --")
        assert [entry.seq for entry in entries] == [1, 2, 3]
        assert await store.entries("t", after=2) == entries[2:]
        assert await store.entries("u") == []
        with pytest.raises(StoreError, match="FOREIGN KEY"):
            await store.append("u", 1, "a", "move", 0, "pick")

    run(path, write, again)


def test_one_of_many_gets_the_place(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.add_table(row("t"), chairs("t"))
        tries = (store.append("t", 1, f"id{n}", "move", 0, "pick") for n in range(30))
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(result, Appended) for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 29
        same = (store.append("t", 2, "same", "move", 0, "pick") for n in range(30))
        done = await asyncio.gather(*same)
        assert sorted(answer.fresh for answer in done) == [False] * 29 + [True]

    run(path, story)


def test_an_id_is_written_once_whoever_was_there_before(path: Path) -> None:
    """In a commit of many and alone, in logs that were begun here, elsewhere, and long ago."""
    tables = [f"t{n}" for n in range(8)]

    async def write(store: SqliteStore, seq: int, id: str) -> list[Appended]:
        return await asyncio.gather(
            *(store.append(table, seq, id, "move", 0, "pick") for table in tables)
        )

    async def begin(store: SqliteStore) -> None:
        for table in tables:
            await store.add_table(row(table), [])
        assert await write(store, 1, "a") == [Appended(1, True)] * 8
        assert await write(store, 2, "a") == [Appended(1, False)] * 8
        assert await write(store, 2, "b") == [Appended(2, True)] * 8

    async def go_on(store: SqliteStore) -> None:
        assert await write(store, 3, "c") == [Appended(3, True)] * 8
        assert await write(store, 4, "a") == [Appended(1, False)] * 8  # from before it was opened
        other = await SqliteStore.open(path)
        assert await write(other, 4, "d") == [Appended(4, True)] * 8
        assert await write(store, 4, "d") == [Appended(4, False)] * 8
        assert await write(store, 5, "e") == [Appended(5, True)] * 8
        assert await write(store, 6, "d") == [Appended(4, False)] * 8  # from another process
        await other.close()
        for table in tables:
            assert [entry.client_id for entry in await store.entries(table)] == [*"abcde"]

    run(path, begin, go_on)


def test_two_processes_may_write_and_lose_nothing(path: Path) -> None:
    """Two stores on one file: the loser of a race gets a conflict, reads, and tries again."""

    async def play(store: SqliteStore, name: str) -> int:
        conflicts = written = 0
        while written < 40:
            seq = len(await store.entries("t")) + 1
            try:
                await store.append("t", seq, f"{name}-{written}", "move", 0, "pick")
                written += 1
            except Conflict:
                conflicts += 1
        return conflicts

    async def story(one: SqliteStore) -> None:
        await one.add_table(row("t"), [])
        two = await SqliteStore.open(path)
        await asyncio.gather(play(one, "one"), play(two, "two"))
        entries = await one.entries("t")
        assert [entry.seq for entry in entries] == list(range(1, 81))
        assert len({entry.client_id for entry in entries}) == 80
        await two.close()

    run(path, story)


def test_many_tables_share_a_commit(path: Path) -> None:
    metrics = Metrics()

    async def story() -> None:
        store = await SqliteStore.open(path, metrics.commit)
        names = [f"t{n}" for n in range(200)]
        await asyncio.gather(*(store.add_table(row(name), []) for name in names))
        await asyncio.gather(*(store.append(name, 1, "a", "move", 0, "p") for name in names))
        await store.close()

    asyncio.run(story())
    value = metrics.registry.get_sample_value
    assert value("spinney_commit_jobs_sum") == 400
    commits = value("spinney_commit_jobs_count")
    assert commits is not None and commits < 40


# --------------------------------------------------------------------------- when things go wrong
def test_one_bad_job_does_not_spoil_the_others(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.add_table(row("t"), [])
        jobs = [store.add_table(row(f"t{n}" if n % 2 else "t"), []) for n in range(40)]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(result, StoreError) for result in results] == [True, False] * 20
        assert await store.table("t39") is not None

    run(path, story)


def test_a_full_disk_acknowledges_nothing_and_is_survived(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.add_table(row("t"), [])
        pages = store._writer.execute("PRAGMA page_count").fetchone()[0]
        store._writer.execute(f"PRAGMA max_page_count = {pages + 2}")
        written = 0
        with pytest.raises(StoreError, match="full"):
            while True:
                await store.append("t", written + 1, f"{written}", "move", 0, "x" * 500)
                written += 1
        with pytest.raises(StoreError, match="full"):
            await store.append("t", written + 1, f"{written}", "move", 0, "x" * 50_000)
        assert len(await store.entries("t")) == written > 0
        store._writer.execute("PRAGMA max_page_count = 1000000")
        assert (await store.append("t", written + 1, "later", "move", 0, "y")).fresh
        await store.ping()

    run(path, story)


def test_a_commit_that_fails_is_told_to_all(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await asyncio.gather(*(store.add_table(row(f"t{n}"), []) for n in range(3)))
        store._writer.execute("PRAGMA busy_timeout = 50")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # somebody has the file
        jobs = (store.append(f"t{n}", 1, "a", "move", 0, "p") for n in range(3))
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert all("locked" in str(result) for result in results)
        with pytest.raises(StoreError, match="locked"):
            await store.ping()
        other.execute("ROLLBACK")
        other.close()
        assert (await store.append("t0", 1, "a", "move", 0, "p")).fresh
        await store.ping()

    run(path, story)


def test_whatever_befalls_one_who_is_answered_the_others_are(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        troubles: list[str] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda loop, trouble: troubles.append(trouble["message"]))
        told: list[int] = []

        def done(number: int, result: Appended, error: Exception | None) -> None:
            if number % 5 == 1:
                raise RuntimeError("no")
            told.append(number)

        for n in range(20):
            await store.add_table(row(f"t{n}"), [])
        for n in range(20):
            entry = (f"t{n}", 1, "a", "move", 0, "pick", "")
            store._add(module.WriteJob(partial(done, n), None, entry))
        await store.ping()
        await asyncio.sleep(0)
        assert told == [n for n in range(20) if n % 5 != 1]
        assert troubles == ["an answer of the store failed"] * 4

    run(path, story)


def test_a_task_that_is_cancelled_does_no_harm(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.add_table(row("t"), [])
        task = asyncio.create_task(store.append("t", 1, "a", "move", 0, "p"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await store.append("t", 2, "b", "move", 0, "p") == Appended(2, True)
        assert [entry.client_id for entry in await store.entries("t")] == ["a", "b"]

    run(path, story)


def test_closing_does_what_waits(path: Path) -> None:
    names = [f"t{n}" for n in range(1200)]  # more than one commit holds

    async def leave() -> None:
        store = await SqliteStore.open(path)
        jobs = [asyncio.create_task(store.add_table(row(name), [])) for name in names]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*jobs)
        await store.close()
        for wish in (store.table("t"), store.set_over("t")):
            with pytest.raises(StoreError, match="closed"):
                await wish

    async def look(store: SqliteStore) -> None:
        assert [name for name in names if await store.table(name) is None] == []

    asyncio.run(leave())
    run(path, look)


# ------------------------------------------------------------------------------------ the file
def test_it_is_durable_and_private(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        pragma = store._writer.execute
        assert pragma("PRAGMA synchronous").fetchone() == (2,)  # FULL: each commit is on the disk
        assert pragma("PRAGMA journal_mode").fetchone() == ("wal",)
        assert pragma("PRAGMA foreign_keys").fetchone() == (1,)
        assert store._reader.execute("PRAGMA query_only").fetchone() == (1,)

    run(path, story)
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o077 == 0
        assert path.parent.stat().st_mode & 0o077 == 0


def test_one_server_at_a_time_if_wanted(path: Path) -> None:
    async def story() -> None:
        one = await SqliteStore.open(path, alone=True)
        with pytest.raises(StoreError, match="another server is using it"):
            await SqliteStore.open(path, alone=True)
        await one.close()
        two = await SqliteStore.open(path, alone=True)
        await two.close()

    asyncio.run(story())


def refusal(path: Path) -> str:
    async def story() -> None:
        store = await SqliteStore.open(path)
        await store.close()

    with pytest.raises(StoreError) as error:
        asyncio.run(story())
    assert str(error.value).startswith(str(path)) and "\n" not in str(error.value)
    return str(error.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear aunt, " * 200)
    before = path.read_bytes()
    assert "this file is no database" in refusal(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_the_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    assert "another program" in refusal(path)


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    assert "Is a directory" in refusal(tmp_path) or sys.platform == "win32"
    (tmp_path / "file").touch()
    assert "a file where its folder should be" in refusal(tmp_path / "file" / "spinney.db")


def test_a_store_of_a_newer_version(path: Path) -> None:
    async def nothing(store: SqliteStore) -> None: ...

    run(path, nothing)
    db = sqlite3.connect(path)
    with db:
        db.execute("UPDATE schema_version SET number = 99")
    db.close()
    newest = migrations()[-1][0]
    assert f"newer Spinney (version 99 of the store; this one knows up to {newest})" in refusal(
        path
    )


def test_a_migration_is_done_whole_or_not_at_all(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    steps = migrations()
    migrate(tmp_path, db, steps)
    good = "CREATE TABLE clocks (table_id TEXT); -- ;\nINSERT INTO clocks VALUES ('a;b');\n"
    with pytest.raises(sqlite3.OperationalError):
        migrate(tmp_path, db, [*steps, (98, good), (99, "CREATE TABLE clocks (x TEXT);")])
    names = "SELECT name FROM sqlite_master WHERE name = 'clocks'"
    assert db.execute(names).fetchall() == []
    migrate(tmp_path, db, [*steps, (98, good)])
    migrate(tmp_path, db, [*steps, (98, good)])  # once is enough
    assert db.execute("SELECT * FROM clocks").fetchall() == [("a;b",)]
    assert db.execute("SELECT number FROM schema_version").fetchall() == [(98,)]
    db.close()
    with pytest.raises(StoreError, match="ends in the middle"):
        statements("CREATE TABLE x (y TEXT)")


def test_tables_of_a_store_without_components_files_are_played_with_the_games_own(
    path: Path,
) -> None:
    path.parent.mkdir(parents=True)
    db = sqlite3.connect(path, isolation_level=None)
    migrate(path, db, migrations()[:4])
    values = "'t', 'bramble', 1, 'ab', '{}', 2, '00', 1, 0, '', '0.2.0', 'key'"
    db.execute(f"INSERT INTO tables VALUES ({values})")
    db.execute("INSERT INTO guests VALUES ('ann', 'Ann', 1)")
    db.close()

    async def go_on(store: SqliteStore) -> None:
        found = await store.table("t")
        assert found is not None and (found[0].file, found[0].box) == ("", "")
        assert await store.files.kept("ann") == []
        file = FileRow("bramble", "f", "a = 1", 2)
        kept = KeptRow("ann", "bramble", "f", "Box", "h", 2)
        assert await store.files.keep(file, kept, 1)
        assert not await store.files.keep(file, replace(kept, file="g"), 1)
        await store.add_table(replace(found[0], id="u", file="f", box="Ann"), [], file)
        await store.files.drop("ann", "bramble", "f")
        again = await store.table("u")
        assert again is not None and (again[0].file, again[0].box) == ("f", "Ann")
        assert await store.files.file("bramble", "f") == file  # the table needs it
        assert await store.sweep(3) == ["t", "u"]
        assert await store.files.file("bramble", "f") is None

    run(path, go_on)


def test_a_log_of_the_first_version_is_kept(path: Path) -> None:
    path.parent.mkdir(parents=True)
    db = sqlite3.connect(path, isolation_level=None)
    migrate(path, db, migrations()[:1])
    db.execute("INSERT INTO tables VALUES ('t', 'bramble', 1, 'ab', '{}', 2, '00', 1, 0, '')")
    for seq, name in ((2, "b"), (1, "a")):
        db.execute(f"INSERT INTO entries VALUES ('t', {seq}, '{name}', 'move', 0, 'pick')")
    db.close()

    async def go_on(store: SqliteStore) -> None:
        assert await store.append("t", 3, "a", "move", 0, "pick") == Appended(1, False)
        assert await store.append("t", 3, "c", "move", 0, "pick") == Appended(3, True)
        found = await store.entries("t")
        assert [(entry.seq, entry.client_id) for entry in found] == [(1, "a"), (2, "b"), (3, "c")]
        with pytest.raises(StoreError, match="FOREIGN KEY"):
            await store.append("u", 1, "a", "move", 0, "pick")

    run(path, go_on)


def test_migrations_are_numbered_without_a_gap() -> None:
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))


def test_opening_at_the_same_time_makes_one_file(path: Path) -> None:
    async def story() -> None:
        stores = await asyncio.gather(*(SqliteStore.open(path) for _ in range(8)))
        await stores[0].add_table(row("t"), chairs("t"))
        assert all([await store.table("t") for store in stores])
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(story())


def test_a_backup_of_a_running_store(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def story(store: SqliteStore) -> None:
        await store.add_table(row("t"), chairs("t"))
        await store.append("t", 1, "a", "move", 0, "pick")
        writing = asyncio.gather(
            *(store.add_table(row(f"t{n}"), chairs(f"t{n}")) for n in range(100))
        )
        await store.backup(copy)
        await writing
        with pytest.raises(StoreError, match="already"):
            await store.backup(copy)
        with pytest.raises(StoreError):
            await store.backup(tmp_path / "nowhere" / "copy.db")

    async def look(store: SqliteStore) -> None:
        assert await store.table("t") == (row("t"), chairs("t"))
        assert len(await store.entries("t")) == 1

    run(path, story)
    run(copy, look)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "data"]


def test_the_sql_is_not_for_sqlite_alone() -> None:
    constants = [*vars(queries).items(), *vars(maintenance).items()]
    found = [text for name, text in constants if name.isupper() and type(text) is str]
    assert len(found) > 20
    only = re.compile(r"\?|\bOR (REPLACE|IGNORE)|AUTOINCREMENT|ROWID|PRAGMA|IFNULL|DATETIME", re.I)
    for sql in [*found, *(sql for _, sql in migrations())]:
        assert not only.search(re.sub("--.*", "", sql)), sql


def test_kill_9_loses_nothing_that_was_acknowledged(path: Path) -> None:
    report = storm(path, kills=4)
    assert report.kills == 4 and 0 < report.promises <= report.stored
    print(report)
