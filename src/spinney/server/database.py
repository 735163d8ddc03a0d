"""The file of the store: opened, locked, brought up to date, copied."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

LONGEST_WAL = 8000
PATIENCE = 10_000  # milliseconds to wait for another process that writes


class StoreError(Exception):
    """The store cannot be used, or could not do what was asked; nothing has changed."""


class Lock:
    """Says that a process has the file for itself; the system forgets it when the process ends."""

    def __init__(self, path: Path) -> None:
        self.handle = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            hold(self.handle)
        except OSError:
            os.close(self.handle)
            raise StoreError(f"{path}: another server is using it") from None

    def release(self) -> None:
        os.close(self.handle)


def hold(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: two servers on one file meet conflicts, but lose nothing
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def prepare(path: Path, alone: bool) -> tuple[sqlite3.Connection, sqlite3.Connection, Lock | None]:
    """Open the file for writing and for reading, brought up to date."""
    lock: Lock | None = None
    opened: list[sqlite3.Connection] = []
    try:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise StoreError(f"{path}: there is a file where its folder should be") from None
        lock = Lock(path) if alone else None
        # The secrets of running games are in it: nobody else's business.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for _ in range(2):
            opened.append(sqlite3.connect(path, isolation_level=None, check_same_thread=False))
            opened[-1].execute(f"PRAGMA busy_timeout = {PATIENCE}")
        writer, reader = opened
        check(path, writer)
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("PRAGMA synchronous = FULL")
        writer.execute(f"PRAGMA wal_autocheckpoint = {LONGEST_WAL}")
        writer.execute("PRAGMA foreign_keys = ON")
        migrate(path, writer, migrations())
        reader.execute("PRAGMA query_only = ON")
        return writer, reader, lock
    except BaseException as error:
        for connection in opened:
            connection.close()
        if lock is not None:
            lock.release()
        if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
            raise StoreError(f"{path}: this file is no database") from None
        if isinstance(error, sqlite3.Error):
            raise StoreError(f"{path}: {error}") from None
        if isinstance(error, OSError):
            raise StoreError(f"{path}: {error.strerror}") from None
        raise


def check(path: Path, db: sqlite3.Connection) -> None:
    """Leave other programs' databases alone."""
    there = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if there and "schema_version" not in there:
        raise StoreError(f"{path}: this is the database of another program")


def migrations() -> list[tuple[int, str]]:
    """Every step from the first version to this one: number and SQL."""
    folder = files(__package__) / "migrations"
    steps = sorted((step.name, step) for step in folder.iterdir() if step.name.endswith(".sql"))
    return [(int(name.split("_")[0]), step.read_text(encoding="utf-8")) for name, step in steps]


def migrate(path: Path, db: sqlite3.Connection, steps: Iterable[tuple[int, str]]) -> None:
    """Do the steps that are missing, all or none; two processes may try at the same time."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("CREATE TABLE IF NOT EXISTS schema_version (number INTEGER NOT NULL)")
        rows = db.execute("SELECT number FROM schema_version").fetchall()
        version = rows[0][0] if rows else 0
        newest = 0
        for number, sql in steps:
            newest = number
            if number > version:
                for statement in statements(sql):
                    db.execute(statement)
        if version > newest:
            raise StoreError(
                f"{path}: written by a newer Spinney (version {version} of the store; "
                f"this one knows up to {newest})"
            )
        if version < newest:
            db.execute("DELETE FROM schema_version")
            db.execute("INSERT INTO schema_version (number) VALUES (?)", (newest,))
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def statements(sql: str) -> list[str]:
    """A script, statement by statement: run as a whole it would not be one transaction."""
    found, begun = [], ""
    for line in sql.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    if begun.strip():
        raise StoreError(f"a migration ends in the middle of a statement: {begun.strip()[:40]}")
    return found


def copy(source: Path, path: Path) -> None:
    """A compact copy; it appears under its name only when it is complete and on disk."""
    if path.exists():
        raise StoreError(f"{path}: there is a file of that name already")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        db = sqlite3.connect(source, isolation_level=None)
        try:
            db.execute("VACUUM INTO ?", (str(draft),))
        finally:
            db.close()
        with draft.open("rb+") as file:
            os.chmod(draft, 0o600)
            os.fsync(file.fileno())
        draft.replace(path)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from None
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
