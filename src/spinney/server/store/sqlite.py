"""The store in one SQLite file: an append-only log of every table.

One thread writes. It takes all waiting jobs, does them in one transaction and commits once. So all
tables share one write to the disk, and full durability costs little under load. A task that waits
for a job is woken after the commit. Another thread reads.

A job is done even if the task that waits for it is cancelled.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from spinney.core.colours import ANY
from spinney.server.store.components import SqliteFiles
from spinney.server.store.database import StoreFiles, copy, prepare
from spinney.server.store.queries import (
    ADD_CHAIR,
    ADD_FILE,
    ADD_GUEST,
    ADD_RESULT,
    ADD_SHARE,
    ADD_TABLE,
    ADOPT,
    APPEND,
    CHAIRS,
    DROP_CHAIRS,
    DROP_TABLE,
    DROP_UNUSED,
    ENTRIES,
    FIELDS,
    GUEST,
    IDS,
    KNOWN,
    OLDER,
    RENAME,
    RESULT,
    ROWS,
    SET_HASH,
    SET_OVER,
    SET_REMATCH,
    TABLE,
    TABLES_OF,
    TAKE_CHAIR,
    TOUCH,
    UNTOUCHED,
    insert,
)
from spinney.table.store import (
    Appended,
    ChairRow,
    Conflict,
    EntryRow,
    FileRow,
    GuestRow,
    StoreError,
    TableRow,
)

T = TypeVar("T")


class CommitWatcher(Protocol):
    """Called after each commit with the number of its jobs, and how long it took."""

    def __call__(self, jobs: int, seconds: float) -> None: ...


class ErrorObserver(Protocol):
    """Called on the event loop when a commit is on disk (None) and when something failed."""

    def __call__(self, error: sqlite3.Error | None) -> None: ...


Entry = tuple[str, int, str, str, int, str, str]  # the fields of an EntryRow
Done = Callable[[Any, Exception | None], object]  # called with the result, or with what went wrong


class WriteJob(Struct, eq=False):
    done: Done
    work: Callable[[sqlite3.Connection], Any] | None  # None: write the entry
    entry: Entry | None = None  # of a log, if the job is only to write it
    result: Any = None
    error: Exception | None = None


BATCH = 500  # jobs in one commit, at most
AT_ONCE = 8  # tasks that are woken before the event loop does other work
KNOWN_LOGS = 2000  # logs whose ids are cached


class SqliteStore:
    """Use `SqliteStore.open` and `close`. It belongs to the event loop that opened it."""

    def __init__(self, path: Path, files: StoreFiles, watch: CommitWatcher | None) -> None:
        self.path = path
        self.watch = watch
        self.observe: ErrorObserver | None = None
        self.files = SqliteFiles(self._do, self._look)
        self.checked = files.checked  # every page was checked when it was opened
        self._writer, self._reader, self._lock = files.writer, files.reader, files.lock
        self._writing = LogWriter(files.writer)
        self._loop = asyncio.get_running_loop()
        self._waiting: list[WriteJob] = []  # until the writer is free
        self._writes = False  # the writer is busy, or will be at once
        self._batches: SimpleQueue[list[WriteJob] | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(1, "store-reader")
        self._thread = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._closed = False
        self._thread.start()

    @classmethod
    async def open(
        cls, path: Path, watch: CommitWatcher | None = None, alone: bool = False
    ) -> SqliteStore:
        """Open the file, or create it. `alone`: with exclusive use, or raise a StoreError."""
        return cls(path, await asyncio.to_thread(prepare, path, alone), watch)

    async def close(self) -> None:
        """Do all waiting jobs, then close."""
        if self._closed:
            return
        self._closed = True
        while self._writes:
            await asyncio.sleep(0.001)
        self._batches.put(None)
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._thread.join()
        self._readers.shutdown()
        self._reader.close()
        self._writer.close()
        if self._lock is not None:
            self._lock.release()

    # ---------------------------------------------------------------------------------- tables
    async def add_table(
        self, row: TableRow, chairs: list[ChairRow], file: FileRow | None = None
    ) -> None:
        """Add a table, and the components file that it is played with."""

        def work(db: sqlite3.Connection) -> None:
            if file is not None:
                db.execute(ADD_FILE, fields(file))
            db.execute(ADD_TABLE, fields(row))
            db.executemany(ADD_CHAIR, [fields(chair) for chair in chairs])

        await self._do(work)

    async def table(self, table: str) -> tuple[TableRow, list[ChairRow]] | None:
        return await self._look(lambda db: read_table(db, table))

    async def take_chair(
        self, table: str, seat: int, guest: str, name: str, share: str = "", colour: int = ANY
    ) -> bool:
        """Sit down on an open chair. False if it is not open (any more)."""
        values = {"guest": guest, "name": name, "share": share, "colour": colour}
        return bool(await self._rows(TAKE_CHAIR, {"table": table, "seat": seat, **values}))

    async def add_share(self, table: str, seat: int, share: str) -> bool:
        """Keep what a person adds to the deal. False if no share is awaited there."""
        values = {"table": table, "seat": seat, "share": share}
        return bool(await self._rows(ADD_SHARE, values))

    async def set_over(self, table: str) -> None:
        await self._rows(SET_OVER, {"table": table})

    async def finish(self, table: str, result: str) -> None:
        """Mark the table as over, and keep the result (JSON). The first result stays."""

        def work(db: sqlite3.Connection) -> None:
            db.execute(SET_OVER, {"table": table})
            db.execute(ADD_RESULT, {"table": table, "body": result})

        await self._do(work)

    async def result(self, table: str) -> str | None:
        """What `finish` has kept."""

        def look(db: sqlite3.Connection) -> str | None:
            row = db.execute(RESULT, {"table": table}).fetchone()
            return None if row is None else str(row[0])

        return await self._look(look)

    async def adopt(self, row: TableRow, last: EntryRow | None = None) -> None:
        """Note that these rules and this Spinney can replay the table. `last` has the hash of the
        state at its end."""

        def work(db: sqlite3.Connection) -> None:
            known = {"version": row.version, "components": row.components}
            db.execute(ADOPT, {"table": row.id, "spinney": row.spinney} | known)
            if last is not None:
                found = {"table": row.id, "seq": last.seq, "hash": last.hash}
                db.execute(SET_HASH, found)

        await self._do(work)

    async def older(self, after: str, limit: int) -> list[tuple[str, bool]]:
        """Tables with ids after this one, and whether hash or result is missing there."""

        def look(db: sqlite3.Connection) -> list[tuple[str, bool]]:
            rows = db.execute(OLDER, {"after": after, "limit": limit})
            return [(str(table), bool(missing)) for table, missing in rows]

        return await self._look(look)

    async def set_rematch(self, table: str, next: str) -> None:
        """Note the next table. The first one stays."""
        await self._rows(SET_REMATCH, {"table": table, "next": next})

    async def tables_of(self, guest: str, limit: int = 50) -> list[str]:
        """Where this guest has a chair: running games first, then the newest."""

        def look(db: sqlite3.Connection) -> list[str]:
            return [row[0] for row in db.execute(TABLES_OF, {"guest": guest, "limit": limit})]

        return await self._look(look)

    async def sweep(self, before: int) -> list[str]:
        """Remove tables made before that time whose log is empty. Returns their ids."""

        def work(db: sqlite3.Connection) -> list[str]:
            gone = [row[0] for row in db.execute(UNTOUCHED, {"before": before}).fetchall()]
            for sql in (DROP_CHAIRS, DROP_TABLE):
                db.executemany(sql, [{"table": table} for table in gone])
            db.execute(DROP_UNUSED)
            return gone

        return await self._do(work)

    # --------------------------------------------------------------------------------- the log
    async def entries(self, table: str, after: int = 0) -> list[EntryRow]:
        return await self._look(lambda db: read_entries(db, table, after))

    async def append(
        self,
        table: str,
        seq: int,
        client_id: str,
        kind: str,
        seat: int,
        body: str,
        hash: str = "",
    ) -> Appended:
        """Write the next entry of a log. It is on disk when this returns.

        The first entry has number 1. An entry whose client id is known is not written again: the
        result says where it is. A Conflict, if `seq` is not the next number.
        """
        done: asyncio.Future[Appended] = self._loop.create_future()
        entry = (table, seq, client_id, kind, seat, body, hash)
        self._add(WriteJob(partial(resolve, done), None, entry))
        return await done

    def forget(self, table: str) -> None:
        """Drop what is cached of a log, because nobody plays at this table now. The cache belongs
        to
        the writer's thread, but to remove an entry from a dict is safe."""
        self._writing.logs.pop(table, None)

    # ---------------------------------------------------------------------------------- guests
    async def guest(self, token_hash: str) -> GuestRow | None:
        def look(db: sqlite3.Connection) -> GuestRow | None:
            row = db.execute(GUEST, {"guest": token_hash}).fetchone()
            return None if row is None else GuestRow(*row)

        return await self._look(look)

    async def add_guest(self, row: GuestRow) -> None:
        """Remember a guest. One who is known already stays unchanged."""
        await self._rows(ADD_GUEST, fields(row))

    async def rename(self, guest: str, name: str) -> None:
        """From now on. Chairs that are taken already keep their names."""
        await self._rows(RENAME, {"guest": guest, "name": name})

    # ------------------------------------------------------------------------------ the file
    async def ping(self) -> None:
        """Write something and wait for the disk. Raises a StoreError if that fails."""
        await self._rows(TOUCH, {})

    async def backup(self, path: Path) -> None:
        """A copy as of now, in a new file, while the server runs."""
        await asyncio.to_thread(copy, self.path, path)

    async def change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let the writer do any work, in one commit with other jobs."""
        return await self._do(work)

    # -------------------------------------------------------------------------------- threads
    async def _rows(self, sql: str, values: dict[str, Any]) -> list[Any]:
        return await self._do(lambda db: db.execute(sql, values).fetchall())

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Let the writer do some work. Returns after the commit."""
        done: asyncio.Future[T] = self._loop.create_future()
        self._add(WriteJob(partial(resolve, done), work))
        return await done

    def _add(self, job: WriteJob) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        self._waiting.append(job)
        if not self._writes:
            self._writes = True
            self._loop.call_soon(self._hand_over)  # together with all other jobs of this turn

    def _hand_over(self) -> None:
        """Give the writer all waiting jobs. It gets the next ones when these are done, because
        waking it for each job would cost more than the job."""
        batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
        self._writes = bool(batch)
        if batch:
            self._batches.put(batch)

    async def _look(self, look: Callable[[sqlite3.Connection], T]) -> T:
        """Let the reader run some queries. They all see the same state of the database."""
        if self._closed:
            raise StoreError("the store is closed")

        def read() -> T:
            try:
                self._reader.execute("BEGIN")
                try:
                    return look(self._reader)
                finally:
                    if self._reader.in_transaction:
                        self._reader.execute("COMMIT")
            except sqlite3.Error as error:
                raise StoreError(f"{self.path}: {error}") from error

        try:
            return await self._loop.run_in_executor(self._readers, read)
        except StoreError as error:
            if self.observe is not None and isinstance(error.__cause__, sqlite3.Error):
                self.observe(error.__cause__)
            raise

    def _write(self) -> None:
        """The writer's thread."""
        while (batch := self._batches.get()) is not None:
            self._commit(batch)

    def _commit(self, batch: list[WriteJob]) -> None:
        began = perf_counter()
        failed: sqlite3.Error | None = None
        try:
            self._writing.transact(batch)
            failed = next(filter(None, map(trouble, batch)), None)
        except sqlite3.Error as error:
            failed = error
            for job in batch:
                job.result, job.error = None, StoreError(f"{self.path}: {error}")
        if self.watch is not None:
            self.watch(len(batch), perf_counter() - began)
        try:
            self._loop.call_soon_threadsafe(self._written, batch, failed)
        except RuntimeError:
            pass  # the loop is closed: nobody waits any more

    def _written(self, batch: list[WriteJob], failed: sqlite3.Error | None) -> None:
        """A commit is on disk: start the next one, then wake the waiting tasks."""
        self._hand_over()
        if self.observe is not None:
            self.observe(failed)
        self._answer(batch)

    def _answer(self, batch: list[WriteJob]) -> None:
        """Wake a few tasks at a time, so that their messages still fit into the processor's cache
        when they are sent. If one of them fails, the others are still woken."""
        for job in batch[:AT_ONCE]:
            error = job.error
            if isinstance(error, sqlite3.Error):
                error = StoreError(str(error))
            try:
                job.done(job.result, error)
            except Exception as failed:
                trouble = {"message": "an answer of the store failed", "exception": failed}
                self._loop.call_exception_handler(trouble)
        if len(batch) > AT_ONCE:
            self._loop.call_soon(self._answer, batch[AT_ONCE:])


class KnownLog:
    """What is cached of a table's log: all ids up to an entry. Another process may have written
    more
    entries."""

    __slots__ = ("ids", "last")

    def __init__(self, last: int, ids: set[str]) -> None:
        self.last = last
        self.ids = ids


class LogWriter:
    """Does the transactions on one connection. It belongs to the thread that writes."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.logs: dict[str, KnownLog] = {}

    def transact(self, batch: list[WriteJob]) -> None:
        """Do all jobs in one transaction. A job that fails leaves no trace, and the others go
        on."""
        db = self.db
        try:
            db.execute("BEGIN IMMEDIATE")
            for job in self._together(batch):
                db.execute("SAVEPOINT job")
                try:
                    job.result = job.work(db) if job.work else append(db, job.entry)
                except Exception as error:
                    if not db.in_transaction:
                        raise  # SQLite has given up the whole transaction, as on a full disk
                    db.execute("ROLLBACK TO job")
                    job.error = error
                db.execute("RELEASE job")
            db.execute("COMMIT")
        except sqlite3.Error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        if len(self.logs) > KNOWN_LOGS:
            self.logs.clear()
        for job in batch:
            if job.entry is not None and job.error is None and job.result.fresh:
                self._remember(job.entry)

    def _remember(self, entry: Entry) -> None:
        """Cache the id of an entry that was written. If the ids of earlier entries are not cached,
        read them."""
        table, seq, client_id = entry[:3]
        log = self.logs.get(table)
        if log is not None and log.last == seq - 1:
            log.last = seq
            log.ids.add(client_id)
        elif seq == 1:
            self.logs[table] = KnownLog(1, {client_id})
        else:
            self.logs.pop(table, None)
            with suppress(sqlite3.Error):  # the entry was written, even if this fails
                ids = {row[0] for row in self.db.execute(IDS, {"table": table})}
                self.logs[table] = KnownLog(seq, ids)

    def _together(self, batch: list[WriteJob]) -> list[WriteJob]:
        """Write all entries at once that are the next ones of their logs according to the cache, as
        most are. If a key is taken nonetheless, nothing is written, and each entry is tried alone.
        Returns the jobs that are still to be done.
        """
        sure = [job for job in batch if job.entry is not None and self._next(job.entry)]
        if len(sure) < 2:
            return batch
        try:
            self._insert([value for job in sure if job.entry for value in job.entry])
        except sqlite3.IntegrityError:
            self.db.execute("ROLLBACK")
            self.db.execute("BEGIN IMMEDIATE")
            return batch
        for job in sure:
            assert job.entry is not None
            job.result = Appended(job.entry[1], True)
        done = set(map(id, sure))
        return [job for job in batch if id(job) not in done]

    def _insert(self, values: list[Any]) -> None:
        """Insert many rows with one statement, because Python may switch threads at each one."""
        start = 0
        for rows in ROWS:
            size = len(FIELDS) * rows
            while len(values) - start >= size:
                self.db.execute(insert(rows), values[start : start + size])
                start += size

    def _next(self, entry: Entry) -> bool:
        log = self.logs.get(entry[0])
        if log is None:
            return entry[1] == 1
        return entry[1] == log.last + 1 and entry[2] not in log.ids


def read_table(db: sqlite3.Connection, table: str) -> tuple[TableRow, list[ChairRow]] | None:
    """A table and its chairs, if there is one."""
    row = db.execute(TABLE, {"table": table}).fetchone()
    if row is None:
        return None
    chairs = [ChairRow(*chair) for chair in db.execute(CHAIRS, {"table": table})]
    values = [*row]
    values[8] = bool(values[8])  # as 0 or 1 in the file
    return TableRow(*values), chairs


def read_entries(db: sqlite3.Connection, table: str, after: int = 0) -> list[EntryRow]:
    """The log of a table after an entry."""
    return [EntryRow(*row) for row in db.execute(ENTRIES, {"table": table, "after": after})]


def append(db: sqlite3.Connection, entry: Entry | None) -> Appended:
    """Write one entry, after checking that it is new and the next of its log."""
    assert entry is not None
    values = dict(zip(EntryRow.__struct_fields__, entry, strict=True))
    if db.execute(APPEND, values).fetchall():
        return Appended(entry[1], True)
    known = db.execute(KNOWN, values).fetchall()
    if known:
        return Appended(known[0][0], False)
    raise Conflict(f"{entry[1]} is not the next number in the log of this table")


def trouble(job: WriteJob) -> sqlite3.Error | None:
    """The error of the database file, if that is why a job failed. A key that is taken is not
    one."""
    error = job.error
    if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
        return error
    return None


def resolve(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    """Wake the task that waits, unless it was cancelled meanwhile."""
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


def fields(row: Struct) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}
