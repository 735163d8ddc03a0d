"""Components files of people's own, in the store.

Each file is there once, whoever keeps it. It stays as long as somebody keeps it or a table is
played with it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Coroutine
from typing import Any

from spinney.server.store.queries import (
    ADD_FILE,
    COUNT_KEPT,
    DROP_KEPT,
    DROP_UNUSED,
    FILE,
    KEEP_FILE,
    KEPT_FILES,
)
from spinney.table.store import FileRow, KeptRow

Run = Callable[[Callable[[sqlite3.Connection], Any]], Coroutine[Any, Any, Any]]


class SqliteFiles:
    """`write` and `read` run a function on a connection, in the store's threads."""

    def __init__(self, write: Run, read: Run) -> None:
        self._write, self._read = write, read

    async def file(self, game: str, file: str) -> FileRow | None:
        found: FileRow | None = await self._read(lambda db: read_file(db, game, file))
        return found

    async def keep(self, row: FileRow, kept: KeptRow, most: int) -> bool:
        """Keep a file for a guest. False, and nothing is kept, if the guest has so many already."""

        def work(db: sqlite3.Connection) -> bool:
            values = {name: getattr(kept, name) for name in kept.__struct_fields__}
            if db.execute(COUNT_KEPT, values).fetchone()[0] >= most:
                return False
            db.execute(ADD_FILE, {name: getattr(row, name) for name in row.__struct_fields__})
            db.execute(KEEP_FILE, values)
            return True

        return bool(await self._write(work))

    async def drop(self, guest: str, game: str, file: str) -> None:
        """A guest no longer keeps a file. It is gone if nobody else does and no table needs it."""

        def work(db: sqlite3.Connection) -> None:
            db.execute(DROP_KEPT, {"guest": guest, "game": game, "file": file})
            db.execute(DROP_UNUSED)

        await self._write(work)

    async def kept(self, guest: str) -> list[KeptRow]:
        """The files of a guest, the newest first."""

        def look(db: sqlite3.Connection) -> list[KeptRow]:
            return [KeptRow(*row) for row in db.execute(KEPT_FILES, {"guest": guest})]

        found: list[KeptRow] = await self._read(look)
        return found


def read_file(db: sqlite3.Connection, game: str, file: str) -> FileRow | None:
    """A file, if it is there."""
    row = db.execute(FILE, {"game": game, "file": file}).fetchone()
    return None if row is None else FileRow(*row)
