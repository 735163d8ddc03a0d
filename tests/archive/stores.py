"""Copies stores of the archive into a server's folder, and changes them for tests."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from spinney.server.cookies import COOKIE
from tests.archive.make import ARCHIVE, Contents, Kept
from tests.server.living import PATIENCE, Guest, Server

RELEASES = sorted(folder.name for folder in ARCHIVE.iterdir() if (folder / "store.sql").exists())


def contents(release: str) -> Contents:
    return msgspec.json.decode((ARCHIVE / release / "store.json").read_bytes(), type=Contents)


def lay(release: str, data: Path) -> Contents:
    """Put the store of a release into the folder of a server that has not started."""
    (data / "games").mkdir(parents=True)
    with closing(sqlite3.connect(data / "games" / "spinney.db")) as db:
        db.executescript((ARCHIVE / release / "store.sql").read_text("utf-8"))
    return contents(release)


@contextmanager
def database(server: Server) -> Iterator[sqlite3.Connection]:
    """The database file of a server. Changes are committed at the end of the block."""
    with closing(sqlite3.connect(server.data / "games" / "spinney.db", timeout=PATIENCE)) as db:
        yield db
        db.commit()


def known(server: Server, token: str) -> Guest:
    """A guest of the store, with the cookie of that release."""
    guest = Guest(server)
    guest.cookie = f"{COOKIE}={token}"
    return guest


def completed(server: Server) -> None:
    """Wait until the server has stored what the older version did not store."""
    missing = """
        SELECT COUNT(*) FROM tables WHERE finished = 1
            AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = id)
        OR EXISTS (SELECT 1 FROM entries WHERE table_id = id AND kind <> 'chat')
            AND NOT EXISTS (SELECT 1 FROM entries WHERE table_id = id AND hash <> '')
    """
    until = time.monotonic() + PATIENCE
    with database(server) as db:
        while db.execute(missing).fetchone()[0]:
            assert time.monotonic() < until, "results or hashes are missing"
            time.sleep(0.02)


def everything(server: Server, table: str) -> list[Any]:
    """All that the store has of a table."""
    with database(server) as db:
        return [
            db.execute(f"SELECT * FROM {name} WHERE {key} = ? ORDER BY 1, 2", (table,)).fetchall()
            for name, key in (
                ("tables", "id"),
                ("chairs", "table_id"),
                ("entries", "table_id"),
                ("results", "table_id"),
            )
        ]


def pick(found: Contents, game: str, kind: str, seats: int = 0) -> Kept:
    """The first table of a kind; `seats`: with so many players."""
    return next(
        kept
        for kept in found.tables
        if (kept.game, kept.kind) == (game, kind) and seats in (0, len(kept.scores))
    )
