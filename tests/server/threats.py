"""What the tests of the threats have in common."""

from __future__ import annotations

import random
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from spinney.table import messages
from tests.server.living import Guest, Line, Server

ROOT = Path(__file__).parent.parent.parent
JSON = {"content-type": "application/json"}
MARKUP = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "{{7*7}} {@html x} ${7*7}",
    "\"><svg onload='alert(1)'>",
    "javascript:alert(1)//",
)


# ----------------------------------------------------------------------------------------- helpers
def pair(server: Server) -> tuple[messages.Opened, Guest, Guest]:
    """A table with two people."""
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    opened = ann.lay("me", "open")
    ben.claim(opened.table, opened.invites[1])
    return opened, ann, ben


def secret_of(server: Server, table: str) -> str:
    """As nobody but the store knows it."""
    with closing(sqlite3.connect(server.data / "games" / "spinney.db")) as db:
        return str(db.execute("SELECT secret FROM tables WHERE id = ?", (table,)).fetchone()[0])


def count(server: Server, what: str) -> int:
    with closing(sqlite3.connect(server.data / "games" / "spinney.db")) as db:
        return int(db.execute(f"SELECT COUNT(*) FROM {what}").fetchone()[0])


def damage(path: Path, table: str) -> None:
    """Overwrite the first page of a table, as a failing disk might."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = db.execute("PRAGMA page_size").fetchone()
        (page,) = db.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)
        ).fetchone()
    with path.open("rb+") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


def play(lines: list[Line], moves: int, rng: random.Random) -> None:
    """Some moves by whoever is to move; everybody hears of them."""
    for _ in range(moves):
        line = next((line for line in lines if line.scene.moves), None)
        if line is None:
            return
        versions = [other.version for other in lines]
        assert isinstance(line.move(rng.choice(line.scene.moves).id), messages.Ack)
        for other, version in zip(lines, versions, strict=True):
            other.catch_up(version + 1)


def plain(server: Server, request: bytes) -> bytes:
    """Bytes to the port, and what comes back until it is closed."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(request)
        with suppress(OSError):
            return b"".join(iter(lambda: line.recv(65536), b""))
    return b""


def well(server: Server) -> bool:
    return Guest(server).ask("GET", "/health").status_code == 200


def slowest(times: int, do: Callable[[], object]) -> float:
    """Seconds, of all but the worst one in twenty: the machine may hiccup."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        do()
        taken.append(time.perf_counter() - began)
    return sorted(taken)[int(0.95 * (times - 1))]
