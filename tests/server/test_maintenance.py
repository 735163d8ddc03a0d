"""Looking after a store from outside: on real stores, beside real servers."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from spinney.core import shelf
from spinney.server.store import database, maintenance
from spinney.server.store.database import Damaged, migrate, migrations
from spinney.server.store.maintenance import (
    DAY,
    Age,
    GameTables,
    back_up,
    check_store,
    count_old,
    prune,
    restore,
)
from spinney.server.store.queries import ADD_CHAIR, ADD_GUEST, ADD_TABLE, insert
from spinney.server.store.sqlite import fields
from spinney.table import messages
from spinney.table.store import ChairRow, StoreError, TableRow
from tests.server.living import GAME, Guest, serving
from tests.server.threats import damage, play

NAME = "spinney.db"
NOW = int(time.time())
POSIX = pytest.mark.skipif(os.name == "nt", reason="owners and permissions")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a store with a running table of every game and a finished one, made by a real
    server that is gone."""
    folder = tmp_path_factory.mktemp("played")
    with serving(folder) as server:
        ann = Guest(server, "Ann")
        for name, game in shelf.games().items():
            seats = ["me"] + ["greedy"] * (game.seats[0] - 1)
            with ann.sit(ann.lay(*seats, game=name).table, 0) as line:
                for _ in range(4):
                    while not line.scene.moves and not line.over:
                        line.hear()
                    assert isinstance(line.move(line.scene.moves[0].id), messages.Ack)
                assert isinstance(line.wish(messages.Say, text="hello"), messages.Ack)
        table = ann.lay("me", "me").table
        with ann.sit(table, 0) as one, ann.sit(table, 1) as two:
            play([one, two], 1, random.Random(1))
            mover = one if one.scene.moves else two
            assert isinstance(mover.move(mover.scene.moves[0].id), messages.Ack)
            assert isinstance(mover.wish(messages.DoUndo), messages.Ack)
            for line in (one, two):
                line.close()
        with ann.sit(table, 0) as one, ann.sit(table, 1) as two:
            play([one, two], 10_000, random.Random(1))
            assert one.over
    yield server.data / "games"


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A copy of that, to be changed."""
    return Path(shutil.copytree(played, tmp_path / "games"))


def change(folder: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / NAME)) as db, db:
        assert db.execute(sql, values).rowcount != 0


def entries(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("SELECT COUNT(*) FROM entries").fetchone()[0])


def lay(folder: Path, *rows: tuple[str, int, bool, list[str]], guests: dict[str, int]) -> Path:
    """A store with tables (id, age in days, finished, guests in its seats) and guests with their
    age in days."""
    path = folder / NAME
    db = sqlite3.connect(path, isolation_level=None)
    migrate(path, db, migrations())
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("BEGIN")
    game = shelf.find(GAME)
    for table, days, over, seated in rows:
        row = TableRow(
            id=table,
            game=GAME,
            version=game.version,
            components=game.components,
            options="{}",
            seats=len(seated),
            secret="00ff",
            created=NOW - days * DAY,
            over=over,
        )
        db.execute(ADD_TABLE, fields(row))
        for seat, guest in enumerate(seated):
            db.execute(ADD_CHAIR, fields(ChairRow(table, seat, "person", "Ann", guest)))
        values = [(table, n, f"{n}", "chat", -1, '["Ann","hello"]', "") for n in range(1, 200)]
        for value in values:
            db.execute(insert(1), value)
    for guest, days in guests.items():
        db.execute(ADD_GUEST, {"id": guest, "name": "Ann", "created": NOW - days * DAY})
    db.execute("COMMIT")
    db.close()
    return path


def ids(path: Path, what: str) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {row[0] for row in db.execute(f"SELECT id FROM {what}")}


# ------------------------------------------------------------------------------------- checking
@pytest.mark.slow
def test_a_sound_store_is_counted(played: Path) -> None:
    seen: list[tuple[int, int]] = []
    report = check_store(played, lambda done, total: seen.append((done, total)))
    games = len(shelf.games())
    assert report.problems == [] and report.version == migrations()[-1][0]
    assert set(report.games) == set(shelf.games()) and report.guests == 1
    assert report.games[GAME] == GameTables(running=1, finished=1)
    assert report.entries == entries(played / NAME) > 50
    assert report.size == (played / NAME).stat().st_size
    assert seen == [(n, games + 1) for n in range(1, games + 2)]
    assert check_store(played / NAME) == report, "the file or its folder"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("DELETE FROM entries WHERE seq = 2", "entry 2 is missing"),
        ("UPDATE entries SET body = 'dance' WHERE seq = 1", "entry 1 cannot be played"),
        ("UPDATE entries SET seat = 7 WHERE seq = 1", "entry 1 cannot be played"),
        ("UPDATE entries SET kind = 'song' WHERE seq = 1", "there is no kind of entry 'song'"),
        ("UPDATE entries SET client_id = 'x'", "entry 2 has the id of an earlier one"),
        ("UPDATE tables SET finished = 1", "its log does not end the game"),
        ("UPDATE tables SET game = 'chess'", "it cannot be laid: no game 'chess' on the shelf"),
        ("UPDATE tables SET options = '['", "it cannot be laid"),
        ("DELETE FROM chairs WHERE seat = 1", "seats but"),
    ],
)
def test_what_is_wrong_with_a_table_is_one_line(folder: Path, sql: str, says: str) -> None:
    where = " AND" if "WHERE" in sql else " WHERE"
    column = "id" if " tables " in sql else "table_id"
    victim = f"(SELECT id FROM tables WHERE game = '{GAME}' AND finished = 0)"
    change(folder, f"{sql}{where} {column} IN {victim}")
    (problem,) = check_store(folder).problems
    assert problem.startswith("table ") and says in problem and "\n" not in problem


@pytest.mark.slow
def test_rows_without_an_owner_and_damaged_pages_are_found(folder: Path) -> None:
    change(folder, "DELETE FROM tables WHERE finished = 1")
    problems = check_store(folder).problems
    assert len(problems) == 3 and all("without a row of tables" in one for one in problems)
    damage(folder / NAME, "entries")
    report = check_store(folder)
    assert report.problems and all("\n" not in problem for problem in report.problems)


def test_a_store_of_an_older_version_is_checked_as_it_will_be(tmp_path: Path) -> None:
    lay(tmp_path, ("t", 1, False, ["a", "b"]), guests={})
    first = tmp_path / "first"
    first.mkdir()
    db = sqlite3.connect(first / NAME, isolation_level=None)
    migrate(first, db, migrations()[:1])
    db.execute("ATTACH ? AS newer", (str(tmp_path / NAME),))
    for name in ("tables", "chairs", "entries"):
        columns = [row[1] for row in db.execute(f"PRAGMA main.table_info({name})")]
        db.execute(f"INSERT INTO {name} SELECT {', '.join(columns)} FROM newer.{name}")
    db.close()
    before = (first / NAME).read_bytes()
    report = check_store(first)
    assert (report.version, report.entries, report.problems) == (1, 199, [])
    assert (first / NAME).read_bytes() == before


def test_what_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store here"):
        check_store(tmp_path)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear aunt, " * 200)
    with pytest.raises(StoreError, match="this file is no database"):
        check_store(letter)
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreError, match="this file is empty"):
        back_up(tmp_path / "empty.db", tmp_path / "copy.db")
    newer = lay(tmp_path, guests={})
    change(tmp_path, "UPDATE schema_version SET number = 99")
    with pytest.raises(StoreError, match="newer Spinney"):
        check_store(newer)
    with closing(sqlite3.connect(tmp_path / "other.db")) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="another program"):
        restore(tmp_path / "games.db", tmp_path / "other.db")
    assert not (tmp_path / "copy.db").exists() and not (tmp_path / "games.db").exists()


# --------------------------------------------------------------------------- backup and restore
@pytest.mark.slow
def test_a_backup_of_a_running_server_is_whole_and_can_be_put_back(tmp_path: Path) -> None:
    with serving(tmp_path / "one") as server:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "me").table
        with ann.sit(table, 0) as one, ann.sit(table, 1) as two:
            play([one, two], 3, random.Random(1))
            store = server.data / "games"
            copy = back_up(store, tmp_path / "copy.db")
            play([one, two], 3, random.Random(2))
        assert check_store(store).problems == check_store(copy).problems == []
        assert (entries(copy), entries(store / NAME)) == (3, 6)
        with pytest.raises(StoreError, match="another server is using it"):
            restore(store, copy)
        with pytest.raises(StoreError, match="a server is using it; stop it first"):
            prune(store, Age(tables=NOW, finished_only=False))
        server.end()
        done = restore(store, copy)
        assert done.kept and entries(done.path) == 3 and entries(done.kept) == 6
        server.start()
        with ann.sit(table, 0) as one, ann.sit(table, 1) as two:
            assert one.version == 3
            play([one, two], 1, random.Random(3))
        server.end()
        again = restore(store, done.kept)  # undone
        assert entries(again.path) == 6 and again.kept and entries(again.kept) == 4


@POSIX
def test_a_backup_is_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From its first byte on, and wherever it is put back."""
    store = lay(tmp_path, ("t", 1, False, ["a", "b"]), guests={})
    modes: list[int] = []

    def look(done: int, total: int) -> None:
        modes.extend(file.stat().st_mode for file in tmp_path.glob(".copy.db.*"))

    monkeypatch.setattr("spinney.server.store.database.OFTEN", 1)
    before = os.umask(0)
    try:
        copy = back_up(store, tmp_path / "copy.db", look)
        os.chmod(copy, 0o644)
        fresh = tmp_path / "fresh"
        fresh.mkdir()
        put_back = restore(fresh, copy).path
        dated = back_up(store, fresh)
    finally:
        os.umask(before)
    assert modes and all(stat.S_IMODE(mode) == 0o600 for mode in modes)
    assert stat.S_IMODE(dated.stat().st_mode) == stat.S_IMODE(put_back.stat().st_mode) == 0o600
    assert dated.name.startswith("spinney-20") and dated.name.endswith("Z.db")


def test_a_backup_overwrites_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    store = lay(tmp_path, ("t", 1, False, ["a", "b"]), guests={})
    taken = tmp_path / "taken"
    taken.write_text("mine")
    with pytest.raises(StoreError, match="a file of that name already"):
        back_up(store, taken)
    with pytest.raises(StoreError, match="there is no such folder"):
        back_up(store, tmp_path / "nowhere" / "copy.db")
    assert taken.read_text() == "mine"
    assert {file.name for file in tmp_path.iterdir()} == {NAME, "taken"}


@pytest.mark.slow
def test_a_damaged_store_gives_no_backup_and_a_damaged_backup_is_not_put_back(
    folder: Path, tmp_path: Path
) -> None:
    good = back_up(folder, tmp_path / "good.db")
    bad = Path(shutil.copy(good, tmp_path / "bad.db"))
    damage(bad, "entries")
    before = (folder / NAME).read_bytes()
    with pytest.raises(StoreError, match="this backup is damaged"):
        restore(folder, bad)
    assert (folder / NAME).read_bytes() == before
    with pytest.raises(Damaged, match="spinney store restore"):
        back_up(bad, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    damaged = Path(shutil.copy(bad, tmp_path / "games" / NAME))
    done = restore(damaged, good)
    assert done.kept and done.kept.read_bytes() == bad.read_bytes()
    assert check_store(folder).problems == []
    with pytest.raises(StoreError, match="this is the store itself"):
        restore(folder, folder / NAME)


@pytest.mark.parametrize("step", ["copy", "give_to_owner", "second_name", "replace", "sync"])
def test_a_restore_that_is_broken_off_leaves_the_old_store_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """The old one has its last moves in its write-ahead log alone."""
    old = tmp_path / "games"
    new = tmp_path / "new"
    old.mkdir()
    new.mkdir()
    lay(new, ("n1", 1, False, ["a", "b"]), ("n2", 1, False, ["a", "b"]), guests={})
    path = lay(old, ("o", 1, False, ["a", "b"]), guests={})
    open_for_ever = sqlite3.connect(path, isolation_level=None)
    open_for_ever.execute("PRAGMA journal_mode = WAL")
    open_for_ever.execute(insert(1), ("o", 200, "x", "chat", -1, '["Ann","hello"]', ""))
    assert path.with_name(NAME + "-wal").stat().st_size > 0
    snapshot = tmp_path / "crashed"  # as the files are when a machine stops
    shutil.copytree(old, snapshot)
    open_for_ever.close()

    class Stopped(BaseException):
        """Nobody catches it."""

    def stop(*args: object, **more: object) -> None:
        raise Stopped

    if step == "replace":
        monkeypatch.setattr("os.replace", stop)
    elif step == "sync":
        real, calls = database.sync_folder, []

        def second(folder: Path) -> None:
            calls.append(folder)
            if len(calls) == 2:
                raise Stopped
            real(folder)

        monkeypatch.setattr(maintenance, "sync_folder", second)
    else:
        monkeypatch.setattr(maintenance, step, stop)
    with pytest.raises(Stopped):
        restore(snapshot, new)
    monkeypatch.undo()
    there = snapshot / NAME
    assert check_store(there).problems == []
    if step == "sync":
        assert ids(there, "tables") == {"n1", "n2"}
    else:
        assert ids(there, "tables") == {"o"} and entries(there) == 200
    done = restore(snapshot, new)
    assert ids(done.path, "tables") == {"n1", "n2"} and check_store(done.path).problems == []


def test_a_restore_keeps_the_write_ahead_log_of_a_store_it_cannot_read(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    lay(tmp_path / "new", ("n", 1, False, ["a", "b"]), guests={})
    path = tmp_path / NAME
    path.write_bytes(b"rubbish" * 1000)
    path.with_name(NAME + "-wal").write_bytes(b"more")
    path.with_name(NAME + "-shm").write_bytes(b"much")
    done = restore(path, tmp_path / "new")
    assert ids(path, "tables") == {"n"}
    assert done.kept and done.kept.read_bytes() == b"rubbish" * 1000
    assert done.kept.with_name(done.kept.name + "-wal").read_bytes() == b"more"
    assert not path.with_name(NAME + "-shm").exists()


# ------------------------------------------------------------------------------------- removing
def test_what_is_old_is_counted_first_and_removed_with_all_that_belongs_to_it(
    tmp_path: Path,
) -> None:
    path = lay(
        tmp_path,
        ("old-over", 100, True, ["ann", "ben"]),
        ("old-running", 100, False, ["ann", "cleo"]),
        ("new-over", 10, True, ["ann", "dora"]),
        *((f"more{n}", 200, True, ["emil"]) for n in range(20)),
        guests={"ann": 100, "ben": 100, "cleo": 100, "dora": 100, "emil": 100, "new": 5, "x": 91},
    )
    age = Age(tables=NOW - 90 * DAY, guests=NOW - 90 * DAY, finished_only=True)
    before = path.read_bytes()
    old = count_old(path, age)
    assert set(old.tables) == {"old-over", *(f"more{n}" for n in range(20))}
    assert old.finished == 21 and set(old.guests) == {"ben", "emil", "x"}
    assert 0.3 < old.size / path.stat().st_size < 1.5
    assert path.read_bytes() == before, "counting changes nothing"
    removed, freed = prune(path, age)
    assert removed == old and 0 < freed == len(before) - path.stat().st_size
    assert ids(path, "tables") == {"old-running", "new-over"}
    assert ids(path, "guests") == {"ann", "cleo", "dora", "new"}
    assert entries(path) == 2 * 199
    assert check_store(path).problems == [
        "table new-over (" + GAME + "): it is marked as finished, but its log does not end the game"
    ]
    everything = Age(tables=NOW, guests=NOW, finished_only=False)
    assert prune(path, everything)[0].finished == 1
    assert ids(path, "tables") == ids(path, "guests") == set() and entries(path) == 0


def test_guests_stay_if_only_tables_are_old_and_the_other_way_round(tmp_path: Path) -> None:
    path = lay(tmp_path, ("t", 100, True, ["ann"]), guests={"ann": 100, "ben": 100})
    assert prune(path, Age(guests=NOW - 90 * DAY))[0].guests == ["ben"]
    assert prune(path, Age(tables=NOW - 90 * DAY))[0].tables == ["t"]
    assert ids(path, "tables") == set() and ids(path, "guests") == {"ann"}


def test_other_rows_that_belong_to_a_table_or_a_guest_go_too(tmp_path: Path) -> None:
    """Whatever a later version of the schema adds."""
    path = lay(tmp_path, ("t", 100, True, ["ann"]), guests={"ann": 100})
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE clocks (t TEXT REFERENCES tables (id), n INTEGER)")
        db.execute("CREATE TABLE mail (g TEXT REFERENCES guests (id))")
        db.execute("INSERT INTO clocks VALUES ('t', 1)")
        db.execute("INSERT INTO mail VALUES ('ann')")
    prune(path, Age(tables=NOW, guests=NOW))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT * FROM clocks").fetchall() == []
        assert db.execute("SELECT * FROM mail").fetchall() == []


@POSIX
@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")
def test_what_root_puts_back_belongs_to_the_server(tmp_path: Path) -> None:
    copy = back_up(lay(tmp_path, guests={}), tmp_path / "copy.db")
    data = tmp_path / "data"
    data.mkdir()
    os.chown(data, 12345, 12345)
    path = restore(data, copy).path
    again = restore(data, copy)
    files = [path, again.kept, path.with_name(NAME + ".lock")]
    assert [file.stat().st_uid for file in files if file] == [12345] * 3
