"""The file of the store: opening, locking, migrating and copying it."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from spinney.table.store import StoreError

LONGEST_WAL = 8000
PATIENCE = 10_000  # milliseconds to wait for another process that writes
START_CHECK = 2.0  # seconds for the check at the start; 200 MB take about half a second
LITTLE = 1 << 20  # bytes: a disk with less free space than this counts as full
OFTEN = 10_000  # steps of SQLite between two looks at the clock
# I/O errors while reading. SQLite names some of them only in newer versions.
READ_ERRORS = {sqlite3.SQLITE_IOERR | number << 8 for number in (1, 2, 32, 33)}


Stop = Callable[[], bool]  # whether to abort a long operation


class Damaged(StoreError):
    """The file is a store, but it is damaged."""

    def __init__(self, path: Path, what: object) -> None:
        super().__init__(
            f"{path}: the store is damaged ({what}); "
            f"put a backup back with 'spinney store restore {path} BACKUP'"
        )
        self.what = str(what)


def kind_of_trouble(error: sqlite3.Error, path: Path) -> str:
    """The alarm for an error of SQLite: disk_full, store_damaged or store_write."""
    code: int = getattr(error, "sqlite_errorcode", None) or 0
    primary = code & 0xFF
    if primary == sqlite3.SQLITE_FULL:
        return "disk_full"
    if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or code in READ_ERRORS:
        return "store_damaged"
    if not code and str(error).startswith("Could not decode"):  # from Python: invalid text
        return "store_damaged"
    if primary == sqlite3.SQLITE_IOERR and free_space(path) < LITTLE:
        return "disk_full"  # SQLite reports an I/O error if its shared memory cannot grow
    return "store_write"


def free_space(path: Path) -> int:
    """The free bytes on the disk of a file."""
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return 1 << 62  # not known, so assume there is enough


class Lock:
    """Exclusive use of a store. The system releases it when the process ends.

    It locks a file next to the store and, where the system allows it, the folder, too: if somebody
    deletes the lock file by mistake, another server would just create a new one.
    """

    def __init__(self, path: Path) -> None:
        self.handles: list[int] = []
        try:
            file = path.with_name(path.name + ".lock")
            self.handles.append(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
            give_to_owner(file, path.parent)
            hold(self.handles[0])
            self._hold_folder(path.resolve().parent)
        except BlockingIOError:
            self.release()
            raise StoreError(f"{path}: another server is using it") from None
        except BaseException:
            self.release()
            raise

    def _hold_folder(self, folder: Path) -> None:
        if os.name == "nt":  # a folder cannot be opened there
            return
        self.handles.append(os.open(folder, os.O_RDONLY))
        try:
            hold(self.handles[-1])
        except BlockingIOError:
            raise
        except OSError:
            pass  # this file system cannot lock folders; the file must do

    def release(self) -> None:
        for handle in self.handles:
            os.close(handle)
        self.handles.clear()


def give_to_owner(file: Path, like: Path) -> None:
    """If root writes a file, give it to the owner of `like`, the user of the server."""
    if os.name != "nt" and os.geteuid() == 0:
        found = like.stat()
        os.chown(file, found.st_uid, found.st_gid)


def hold(handle: int) -> None:
    """Lock it. Raises a BlockingIOError if another process has locked it."""
    try:
        import fcntl
    except ImportError:  # Windows: two servers on one file get conflicts, but lose nothing
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN):
            raise BlockingIOError from None
        raise


class StoreFiles(NamedTuple):
    """An opened store."""

    writer: sqlite3.Connection
    reader: sqlite3.Connection
    lock: Lock | None
    checked: bool  # every page was checked


def prepare(path: Path, alone: bool) -> StoreFiles:
    """Open the file for writing and for reading, and migrate it. With exclusive use (`alone`), look
    for damage first."""
    lock: Lock | None = None
    opened: list[sqlite3.Connection] = []
    try:
        try:
            make_folder(path.parent)
        except (FileExistsError, NotADirectoryError):
            raise StoreError(f"{path}: there is a file where its folder should be") from None
        lock = Lock(path) if alone else None
        # It contains the secrets of running matches, so only the owner may read it.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for _ in range(2):
            opened.append(sqlite3.connect(path, isolation_level=None, check_same_thread=False))
            opened[-1].execute(f"PRAGMA busy_timeout = {PATIENCE}")
        writer, reader = opened
        check(path, writer)
        ends = monotonic() + START_CHECK
        checked = alone and look_for_damage(path, reader, lambda: monotonic() > ends)
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("PRAGMA synchronous = FULL")
        writer.execute(f"PRAGMA wal_autocheckpoint = {LONGEST_WAL}")
        writer.execute("PRAGMA foreign_keys = ON")
        migrate(path, writer, migrations())
        reader.execute("PRAGMA query_only = ON")
        return StoreFiles(writer, reader, lock, checked)
    except BaseException as error:
        for connection in opened:
            connection.close()
        if lock is not None:
            lock.release()
        if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
            raise StoreError(
                f"{path}: this file is no database; if it was a store, "
                f"put a backup back with 'spinney store restore {path} BACKUP'"
            ) from None
        if isinstance(error, sqlite3.Error):
            if kind_of_trouble(error, path) == "store_damaged":
                raise Damaged(path, error) from None
            raise StoreError(f"{path}: {error}") from None
        if isinstance(error, OSError):
            raise StoreError(f"{path}: {error.strerror}") from None
        raise


def make_folder(folder: Path) -> None:
    """Create a folder that survives a power cut. SQLite syncs the names in the folder of its file,
    but not the name of the folder itself."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for one in missing:
        sync_folder(one.parent)


def check(path: Path, db: sqlite3.Connection) -> None:
    """Raise a StoreError if this is the database of another program."""
    there = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if there and "schema_version" not in there:
        raise StoreError(f"{path}: this is the database of another program")


def look_for_damage(path: Path, db: sqlite3.Connection, stop: Stop | None = None) -> bool:
    """Read every page. Raises Damaged with the reason. False if it was stopped before the end."""
    db.set_progress_handler(stop, OFTEN)
    try:
        found = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return False
        raise
    finally:
        db.set_progress_handler(None, 0)
        db.execute("PRAGMA shrink_memory")  # the pages in the cache are not those needed later
    if found[0] != "ok":
        raise Damaged(path, one_line(found[0]))
    return True


def one_line(text: str) -> str:
    """What SQLite says about damage, without its stars and line breaks."""
    return " ".join(text.replace("*** in database main ***", "").split())


def migrations() -> list[tuple[int, str]]:
    """All steps from the first version to this one: numbers and SQL."""
    folder = files(__package__) / "migrations"
    steps = sorted((step.name, step) for step in folder.iterdir() if step.name.endswith(".sql"))
    return [(int(name.split("_")[0]), step.read_text(encoding="utf-8")) for name, step in steps]


def migrate(path: Path, db: sqlite3.Connection, steps: Iterable[tuple[int, str]]) -> None:
    """Do the missing steps, all or none. Two processes may try at the same time."""
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
            raise too_new(path, version, newest)
        if version < newest:
            db.execute("DELETE FROM schema_version")
            db.execute("INSERT INTO schema_version (number) VALUES (?)", (newest,))
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def statements(sql: str) -> list[str]:
    """The statements of a script: `executescript` would not be one transaction."""
    found, begun = [], ""
    for line in sql.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    if begun.strip():
        raise StoreError(f"a migration ends in the middle of a statement: {begun.strip()[:40]}")
    return found


def copy(
    source: Path,
    path: Path,
    progress: Callable[[int], object] | None = None,
    stop: Stop | None = None,
) -> None:
    """Write a compact copy. It is checked before it gets its name, so a file with that name is
    complete, sound and on disk. Only its owner can read it. `progress` is called with the bytes
    written so far.
    """

    def keep_going() -> bool:
        if progress is not None:
            progress(draft.stat().st_size)
        return stop is not None and stop()

    if os.path.lexists(path):
        raise StoreError(f"{path}: there is a file of that name already")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with reading(source) as db:
            db.set_progress_handler(keep_going, 10 * OFTEN)
            db.execute("VACUUM INTO ?", (str(draft),))
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        with reading(draft) as db:
            db.set_progress_handler(stop, 10 * OFTEN)
            for problem in damage(db, 1):
                raise StoreError(f"{path}: the copy is damaged, so it was removed ({problem})")
        publish(draft, path)
    except sqlite3.Error as error:
        if kind_of_trouble(error, path) == "store_damaged":
            raise Damaged(source, error) from None
        raise StoreError(f"{path}: {error}") from None
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)


def publish(draft: Path, path: Path) -> None:
    """Give a finished file its name, if that is still free."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise StoreError(f"{path}: there is a file of that name already") from None
    except OSError:  # a file system without links
        draft.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names of the files in a folder to the disk."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that cannot change the file. A server may be using it."""
    where = path.resolve().as_uri()
    db = sqlite3.connect(f"{where}?mode=ro", uri=True, isolation_level=None)
    try:
        db.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        try:
            db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            # The folder is read-only, as on a medium for backups.
            wal = path.with_name(path.name + "-wal")
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN or wal.exists():
                raise
            db.close()
            db = sqlite3.connect(f"{where}?immutable=1", uri=True, isolation_level=None)
        yield db
    finally:
        db.close()


def damage(db: sqlite3.Connection, most: int) -> list[str]:
    """The problems that a thorough check of the whole file finds, one line each."""
    found = [one_line(row[0]) for row in db.execute(f"PRAGMA integrity_check({most})")]
    return [] if found == ["ok"] else found


def version_of(path: Path, db: sqlite3.Connection) -> int:
    """The version of a store. A StoreError if it is none, or one of a newer version."""
    check(path, db)
    try:
        rows = db.execute("SELECT number FROM schema_version").fetchall()
    except sqlite3.OperationalError:
        rows = []
    if not rows:
        raise StoreError(f"{path}: this file is empty")
    version, newest = int(rows[0][0]), migrations()[-1][0]
    if version > newest:
        raise too_new(path, version, newest)
    return version


def too_new(path: Path, version: int, newest: int) -> StoreError:
    return StoreError(
        f"{path}: written by a newer Spinney (version {version} of the store; "
        f"this one knows up to {newest})"
    )
