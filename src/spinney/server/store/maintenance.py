"""Maintenance of a store from outside: check it, restore a backup, remove old data.

A check only reads, and may run while a server uses the store. What changes the file needs exclusive
use, because a server has tables in memory and would not notice.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from calendar import timegm
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from msgspec import Struct, field

from spinney.core import shelf
from spinney.core.components import file_id
from spinney.core.game import Game
from spinney.core.match import How, MatchLog, TakenBack
from spinney.server.config import DATABASE
from spinney.server.store.components import read_file
from spinney.server.store.database import (
    Damaged,
    Lock,
    Stop,
    copy,
    damage,
    free_space,
    give_to_owner,
    kind_of_trouble,
    look_for_damage,
    migrate,
    migrations,
    publish,
    reading,
    sync_folder,
    version_of,
)
from spinney.server.store.queries import DROP_UNUSED
from spinney.server.store.sqlite import read_entries, read_table
from spinney.table.room import deal
from spinney.table.store import ChairRow, EntryRow, FileRow, StoreError, TableRow

DAY = 86400
BACKUP = "spinney-%Y%m%dT%H%M%SZ.db"
MOST_PROBLEMS = 100  # of one kind that are listed
Progress = Callable[[int, int], object]  # called with the number done, and of how many

# ---------------------------------------------------------------------------------- queries
# One text for SQLite and PostgreSQL, as in sqlite.py.
TABLE_IDS = "SELECT id FROM tables ORDER BY created, id"
BY_GAME = "SELECT game, finished, COUNT(*) FROM tables GROUP BY game, finished ORDER BY game"
COUNT_ENTRIES = "SELECT COUNT(*) FROM entries"
COUNT_GUESTS = "SELECT COUNT(*) FROM guests"
FILES = "SELECT game, file, text, created FROM components ORDER BY game, file"
LOST_FILES = """
    SELECT COUNT(*) FROM kept_files WHERE NOT EXISTS (
        SELECT 1 FROM components
        WHERE components.game = kept_files.game AND components.file = kept_files.file
    )
"""
OLD_TABLES = """
    SELECT id, finished FROM tables
    WHERE created < :before AND (finished = 1 OR :running = 1)
    ORDER BY created, id
"""
OLD_GUESTS = """
    SELECT id FROM guests WHERE created < :before
    AND NOT EXISTS (
        SELECT 1 FROM chairs JOIN tables ON tables.id = chairs.table_id
        WHERE chairs.guest = guests.id
        AND NOT (tables.created < :tables AND (tables.finished = 1 OR :running = 1))
    )
"""
SIZE = """
    SELECT COALESCE(SUM(2 * LENGTH(table_id) + LENGTH(client_id) + LENGTH(body) + 24), 0)
    FROM entries WHERE table_id IN (
        SELECT id FROM tables WHERE created < :before AND (finished = 1 OR :running = 1)
    )
"""
NO_SEAT = "NOT EXISTS (SELECT 1 FROM chairs WHERE chairs.guest = :id)"


def locate(path: Path) -> Path:
    """The file of a store, given that file or its folder."""
    file = path / DATABASE if path.is_dir() else path
    if not file.is_file():
        raise StoreError(f"{file}: there is no store here")
    return file


@contextmanager
def troubles(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the file system into StoreErrors of one line."""
    try:
        yield
    except sqlite3.Error as error:
        if "not a database" in str(error):
            raise StoreError(f"{path}: this file is no database") from None
        if kind_of_trouble(error, path) == "store_damaged":
            raise Damaged(path, error) from None
        raise StoreError(f"{path}: {error}") from None
    except OSError as error:
        raise StoreError(f"{error.filename or path}: {error.strerror}") from None


# ---------------------------------------------------------------------------------- checking
class GameTables(Struct):
    """Tables of one game."""

    running: int = 0
    finished: int = 0


class StoreReport(Struct):
    """What a check found."""

    path: Path
    size: int  # bytes, with what is still in the write-ahead log
    version: int
    games: dict[str, GameTables] = field(default_factory=dict)
    entries: int = 0
    guests: int = 0
    files: int = 0  # components files of people's own
    problems: list[str] = field(default_factory=list)


def check_store(path: Path, progress: Progress | None = None) -> StoreReport:
    """Read every page, follow every reference and replay every table. Changes nothing."""
    path = locate(path)
    with troubles(path):
        with reading(path) as db:
            version = version_of(path, db)
            report = StoreReport(path, size_of(path), version)
            report.problems += check_pages(db)
            if report.problems:
                with suppress(sqlite3.Error):
                    count(db, report)
                return report  # on damaged pages the other checks mean nothing
        with current(path, version) as file, reading(file) as db:
            report.problems += check_references(db) + check_files(db)
            count(db, report)
            report.files = len(db.execute(FILES).fetchall())
            report.problems += check_tables(db, progress)
    return report


def check_pages(db: sqlite3.Connection) -> list[str]:
    try:
        return damage(db, MOST_PROBLEMS)
    except sqlite3.DatabaseError as error:
        return [str(error)]


def check_references(db: sqlite3.Connection) -> list[str]:
    """Rows that refer to missing rows."""
    missing: dict[tuple[str, str], int] = {}
    for row in db.execute("PRAGMA foreign_key_check"):
        key = (row[0], row[2])
        missing[key] = missing.get(key, 0) + 1
    return [
        f"{number} {'row' if number == 1 else 'rows'} of {child} without a row of {parent}"
        for (child, parent), number in missing.items()
    ]


def check_files(db: sqlite3.Connection) -> list[str]:
    """Components files that are not what they were, or that are kept and not there."""
    problems = [
        f"the components file {row[1][:16]} of {row[0]} is not what it was"
        for row in db.execute(FILES)
        if file_id(row[2].encode()) != row[1]
    ]
    if lost := db.execute(LOST_FILES).fetchone()[0]:
        problems.append(f"{lost} components file{'s' * (lost > 1)} that somebody keeps: not there")
    return problems


def count(db: sqlite3.Connection, report: StoreReport) -> None:
    for game, finished, number in db.execute(BY_GAME):
        tally = report.games.setdefault(str(game), GameTables())
        if finished:
            tally.finished += number
        else:
            tally.running += number
    report.entries = db.execute(COUNT_ENTRIES).fetchone()[0]
    report.guests = db.execute(COUNT_GUESTS).fetchone()[0]


def check_tables(db: sqlite3.Connection, progress: Progress | None) -> list[str]:
    """Replay every table. Each is read in its own transaction, so that a server is not delayed."""
    problems = []
    ids = [row[0] for row in db.execute(TABLE_IDS)]
    for number, table in enumerate(ids, 1):
        db.execute("BEGIN")
        try:
            found = read_table(db, table)
            entries = read_entries(db, table)
            file = read_file(db, found[0].game, found[0].file) if found else None
        finally:
            db.execute("COMMIT")
        if found is not None:  # it may have been removed meanwhile
            row, chairs = found
            if problem := replay_table(row, chairs, entries, file):
                problems.append(f"table {table} ({row.game}): {problem}")
        if progress is not None:
            progress(number, len(ids))
    return problems


def game_of(row: TableRow, file: FileRow | None) -> Game:
    """The game of a table, with the components file that it is played with."""
    game = shelf.find(row.game)
    if not row.file:
        return game
    if file is None:
        raise ValueError("its components file is not there")
    return game.reprint(file.text.encode())


def replay_table(
    row: TableRow, chairs: list[ChairRow], entries: list[EntryRow], file: FileRow | None = None
) -> str:
    """What is wrong with a table's log when it is replayed with the present rules. Empty if
    nothing.

    It is replayed as in a room, but without viewers.
    """
    try:
        game = game_of(row, file)
        match = deal(game, row, chairs)
    except Exception as error:  # whatever is in the file, the other tables are checked
        return f"it cannot be laid: {reason(error)}"
    older = (game.version, game.components) != (row.version, row.components)
    by = f" (laid by version {row.version} of its rules)" if older else ""
    if [chair.seat for chair in chairs] != list(range(row.seats)):
        return f"it has {row.seats} seats but {len(chairs)} chairs"
    known: set[str] = set()
    for number, entry in enumerate(entries, 1):
        if entry.seq != number:
            return f"entry {number} is missing"
        if entry.client_id in known:
            return f"entry {number} has the id of an earlier one"
        known.add(entry.client_id)
        try:
            play(match, entry)
        except Exception as error:
            return f"entry {number} cannot be played{by}: {reason(error)}"
    if row.over and not match.over:
        return f"it is marked as finished, but its log does not end the game{by}"
    return ""


def play(match: MatchLog, entry: EntryRow) -> None:
    """Apply one entry of a log."""
    match entry.kind:
        case "chat":
            msgspec.json.decode(entry.body, type=tuple[str, str])
        case "back":
            match.take_back(TakenBack(entry.seat, msgspec.convert(entry.body, How)))
        case "redo":
            match.redo(entry.seat)
        case "move":
            match.act(entry.seat, match.game.verbs.parse(entry.body))
        case _:
            raise ValueError(f"there is no kind of entry {entry.kind!r}")


def reason(error: Exception) -> str:
    """An error in one line."""
    text = " ".join(str(error).split())
    return text if isinstance(error, ValueError) and text else f"{type(error).__name__} {text}"


@contextmanager
def current(path: Path, version: int) -> Iterator[Path]:
    """The store in the present schema: the file itself, or a migrated copy."""
    if version == migrations()[-1][0]:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="spinney-") as folder:
        draft = Path(folder) / DATABASE
        copy(path, draft)
        db = sqlite3.connect(draft, isolation_level=None)
        try:
            migrate(path, db, migrations())
        finally:
            db.close()
        yield draft


def size_of(path: Path) -> int:
    files = (path, path.with_name(path.name + "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


# ------------------------------------------------------------------------- backup and restore
def back_up(path: Path, to: Path, progress: Progress | None = None) -> Path:
    """Write a consistent copy, also of a store that a server uses. Returns its path. Nothing is
    overwritten.

    `to` is a new file, or a folder, in which the copy gets a name with the date.
    """
    path = locate(path)
    if to.is_dir():
        to /= backup_name(time.time())
    if not to.parent.is_dir():
        raise StoreError(f"{to.parent}: there is no such folder")
    with troubles(path):
        with reading(path) as db:
            version_of(path, db)
        size = size_of(path)
        copy(path, to, None if progress is None else lambda done: progress(min(done, size), size))
    return to


def backup_name(now: float) -> str:
    return time.strftime(BACKUP, time.gmtime(now))


def backups(folder: Path) -> list[tuple[float, Path]]:
    """The backups in a folder with names by `backup_name`, and their times. The oldest is first."""
    found = []
    for file in folder.glob("spinney-*.db"):
        with suppress(ValueError):
            found.append((float(timegm(time.strptime(file.name, BACKUP))), file))
    return sorted(found)


def add_backup(path: Path, folder: Path, keep: int, stop: Stop) -> Path:
    """Write a backup into a folder, and keep only the newest ones there."""
    with troubles(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for draft in folder.glob(".spinney-*.db.*"):  # left by a server that was killed
            if draft.stat().st_mtime < time.time() - DAY:
                draft.unlink(missing_ok=True)
        to = folder / backup_name(time.time())
        copy(path, to, stop=stop)
        for _, file in backups(folder)[:-keep]:
            file.unlink(missing_ok=True)
    return to


class Restored(Struct):
    """What a restore did."""

    path: Path
    kept: Path | None  # the store that was replaced, if there was one


def restore(path: Path, backup: Path, progress: Progress | None = None) -> Restored:
    """Put a backup in the place of a store. The old store stays next to it.

    Even if the machine stops, there is always a complete store with that name, the old or the new
    one. So the new one is prepared next to it. The write-ahead log of the old store is moved into
    its database first, because SQLite would take it for the log of the new one.
    """
    file = path / DATABASE if path.is_dir() else path
    if not file.parent.is_dir():
        raise StoreError(f"{file.parent}: there is no such folder")
    backup = locate(backup)
    if file.exists() and file.samefile(backup):
        raise StoreError(f"{backup}: this is the store itself")
    with troubles(backup):
        check_backup(backup)
        size = size_of(backup)
        with troubles(file):
            lock = Lock(file)
        draft = file.with_name(f"{file.name}.restoring")
        try:
            draft.unlink(missing_ok=True)
            copy(backup, draft, None if progress is None else lambda done: progress(done, size))
            give_to_owner(draft, file if file.exists() else file.parent)
            kept = set_aside(file) if file.exists() else None
            os.replace(draft, file)
            sync_folder(file.parent)
        finally:
            draft.unlink(missing_ok=True)
            lock.release()
    return Restored(file, kept)


def check_backup(backup: Path) -> None:
    with reading(backup) as db:
        version_of(backup, db)
        for problem in check_pages(db) or check_references(db):
            raise StoreError(f"{backup}: this backup is damaged ({problem})")


def set_aside(file: Path) -> Path:
    """Give the old store a second name, and remove its other files, which would damage a new
    one."""
    if is_sound(file):  # a damaged one is left as it is, with its write-ahead log
        db = sqlite3.connect(file, isolation_level=None)
        try:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            db.close()
    dated = time.strftime(f"{file.name}.replaced-%Y%m%dT%H%M%SZ", time.gmtime())
    kept, number = file.with_name(dated), 1
    while os.path.lexists(kept):
        number += 1
        kept = file.with_name(f"{dated}-{number}")
    for ending in ("-wal", "-shm"):
        rest = file.with_name(file.name + ending)
        if ending == "-wal" and rest.exists() and rest.stat().st_size:
            rest.replace(kept.with_name(kept.name + ending))
        rest.unlink(missing_ok=True)
    sync_folder(file.parent)
    second_name(file, kept)
    return kept


def is_sound(file: Path) -> bool:
    try:
        with reading(file) as db:
            return look_for_damage(file, db)
    except (StoreError, sqlite3.Error):
        return False


def second_name(file: Path, kept: Path) -> None:
    """A second name for a file, or a copy of it where a file has only one name."""
    try:
        os.link(file, kept)
    except OSError:
        draft = kept.with_name(f".{kept.name}")
        draft.write_bytes(file.read_bytes())
        publish(draft, kept)
        draft.unlink(missing_ok=True)


# ------------------------------------------------------------------------------------ removing
class Age(Struct, frozen=True):
    """What counts as old: tables created, and guests first seen, before these times (seconds since
    1970).

    The store does not know when a table or a guest was last active.
    """

    tables: int = 0
    guests: int = 0
    finished_only: bool = True


class Old(Struct):
    """The old tables and guests."""

    tables: list[str]
    finished: int  # of the tables
    guests: list[str]
    size: int = 0  # bytes, about


def find_old(db: sqlite3.Connection, age: Age) -> Old:
    """Old tables, and old guests who have no seat at any other table."""
    running = int(not age.finished_only)
    values = {"before": age.tables, "running": running}
    tables = db.execute(OLD_TABLES, values).fetchall()
    guests = db.execute(
        OLD_GUESTS, {"before": age.guests, "tables": age.tables, "running": running}
    ).fetchall()
    finished = sum(row[1] for row in tables)
    return Old([row[0] for row in tables], finished, [row[0] for row in guests])


def measure(db: sqlite3.Connection, age: Age, old: Old) -> Old:
    """The same with its size. This reads every old entry, and may take seconds."""
    values = {"before": age.tables, "running": int(not age.finished_only)}
    size = int(db.execute(SIZE, values).fetchone()[0])
    size += 700 * len(old.tables) + 200 * len(old.guests)
    return msgspec.structs.replace(old, size=size)


def remove(db: sqlite3.Connection, tables: Iterable[str], guests: Iterable[str]) -> int:
    """Remove tables with everything that belongs to them, and guests who have no seat. Must be
    called within a transaction. Returns the number of removed guests."""
    ids = [{"id": table} for table in tables]
    for child, column in [*children(db, "tables"), ("tables", "id")]:
        db.executemany(f"DELETE FROM {child} WHERE {column} = :id", ids)
    ids = [{"id": guest} for guest in guests]
    for child, column in [*children(db, "guests"), ("guests", "id")]:
        gone = db.executemany(f"DELETE FROM {child} WHERE {column} = :id AND {NO_SEAT}", ids)
    db.execute(DROP_UNUSED)
    return max(0, gone.rowcount)


def children(db: sqlite3.Connection, parent: str) -> list[tuple[str, str]]:
    """The tables of the schema whose rows refer to rows of `parent`, and by which column, in an
    order in which rows can be deleted."""
    names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    keys = {name: db.execute(f"PRAGMA foreign_key_list({name})").fetchall() for name in names}
    ordered: list[str] = []

    def add(owner: str) -> None:
        for name in names:
            if name != owner and name not in ordered and any(k[2] == owner for k in keys[name]):
                add(name)
                ordered.append(name)

    add(parent)
    return [(name, key[3]) for name in ordered for key in keys[name] if key[2] == parent]


def count_old(path: Path, age: Age) -> Old:
    """What `prune` would remove now. A server may be using the store."""
    path = locate(path)
    with troubles(path), reading(path) as db:
        version_of(path, db)
        return measure(db, age, find_old(db, age))


def prune(path: Path, age: Age) -> tuple[Old, int]:
    """Remove old data and free its space. Returns what was removed, and the number of freed
    bytes."""
    path = locate(path)
    with troubles(path):
        try:
            lock = Lock(path)
        except StoreError:
            raise StoreError(
                f"{path}: a server is using it; stop it first, or set retention_days and it "
                "removes what is old by itself"
            ) from None
        try:
            before = size_of(path)
            db = sqlite3.connect(path, isolation_level=None)
            try:
                db.execute("PRAGMA foreign_keys = ON")
                version_of(path, db)
                db.execute("BEGIN IMMEDIATE")
                old = measure(db, age, find_old(db, age))
                remove(db, old.tables, old.guests)
                db.execute("COMMIT")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                if free_space(path) > 2 * size_of(path):  # VACUUM writes the file twice
                    db.execute("VACUUM")
                    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                db.close()
            return old, before - size_of(path)
        finally:
            lock.release()
