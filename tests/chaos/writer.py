"""The store alone: a process writes to many tables and is killed in the middle, again and again.

    python -m tests.chaos.writer FILE TABLES [--wal PAGES] [--synchronous NORMAL]

It prints a line for every entry that the store acknowledged. `storm` kills it and checks the file;
power.py cuts its power. `--wal` lets the store tidy up its log more often than usual.
`--synchronous` plants a fault: with less than FULL, an acknowledged entry may not be on disk.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from spinney.server.store import database
from spinney.server.store.sqlite import SqliteStore
from spinney.table.store import TableRow
from tests.chaos.audit import intact, logs

ROOT = Path(__file__).parent.parent.parent


@dataclass
class Report:
    """What the storm has done. `acknowledged`: the highest number of each table."""

    kills: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)
    promises: int = 0
    stored: int = 0

    def __str__(self) -> str:
        return f"{self.kills} kills, {self.promises} acknowledged, {self.stored} stored, 0 lost"


def storm(path: Path, kills: int = 4, tables: int = 12, seed: int = 1) -> Report:
    """Start a writer, let it work for a moment, kill it, check the file; as often as asked."""
    rng = random.Random(seed)
    report = Report()
    for _ in range(kills):
        writer = start(path, tables)
        heard = threading.Event()
        listener = threading.Thread(target=listen, args=(writer, report, heard))
        listener.start()
        try:
            assert heard.wait(30), "the writer wrote nothing"
            time.sleep(rng.uniform(0.02, 0.3))
        finally:
            writer.kill()
            ended = writer.wait(10)
            listener.join(10)
        assert ended == -signal.SIGKILL, "the writer fell over by itself"
        report.kills += 1
        check(path, report)
    return report


def start(
    path: Path, tables: int, *more: str, env: dict[str, str] | None = None
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.chaos.writer", str(path), str(tables), *more],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | (env or {}),
    )


def listen(writer: subprocess.Popen[bytes], report: Report, heard: threading.Event) -> None:
    """Note every acknowledgement. A line cut off by the kill does not count."""
    assert writer.stdout is not None
    with writer.stdout:
        for line in writer.stdout:
            if not line.endswith(b"\n"):
                return
            table, _, seq = msgspec.json.decode(line)["id"].rpartition("-")
            report.acknowledged[table] = int(seq)
            report.promises += 1
            heard.set()


def check(path: Path, report: Report) -> None:
    assert intact(path)
    found = {table: [entry[0] for entry in log] for table, log in logs(path).items()}
    for table, numbers in found.items():
        assert numbers == list(range(1, len(numbers) + 1)), f"{table} has a gap"
    for table, seq in report.acknowledged.items():
        stored = len(found.get(table, ()))
        assert stored >= seq, f"{table}: {seq} was acknowledged, {stored} stored"
    report.stored = sum(map(len, found.values()))


# ------------------------------------------------------------------------------------ the writer
async def write(path: Path, tables: int) -> None:
    store = await SqliteStore.open(path)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    writing = [keep_writing(store, f"table-{number}", stop) for number in range(tables)]
    await asyncio.gather(*writing)
    await store.close()


async def keep_writing(store: SqliteStore, table: str, stop: asyncio.Event) -> None:
    if await store.table(table) is None:
        await store.add_table(TableRow(table, "bramble", 1, "", "{}", 2, "", 0), [])
    entries = await store.entries(table)
    seq = len(entries)
    if entries:  # a client that got no answer asks again; it must not be done twice
        again = await store.append(table, seq + 1, f"{table}-{seq}", "move", 0, "again")
        assert not again.fresh and again.seq == seq
    while not stop.is_set():
        seq += 1
        key = f"{table}-{seq}"
        done = await store.append(table, seq, key, "move", seq % 2, f"pick bush={seq}")
        assert done.fresh
        os.write(1, msgspec.json.encode({"type": "ack", "id": key}) + b"\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("tables", type=int)
    parser.add_argument("--wal", type=int, default=database.LONGEST_WAL)
    parser.add_argument("--synchronous", default="FULL")
    args = parser.parse_args()
    database.LONGEST_WAL = args.wal
    if args.synchronous != "FULL":
        usual = database.prepare

        def careless(path: Path, alone: bool) -> object:
            opened = usual(path, alone)
            opened[0].execute(f"PRAGMA synchronous = {args.synchronous}")
            return opened

        setattr(sys.modules["spinney.server.store.sqlite"], "prepare", careless)  # noqa: B010
    asyncio.run(write(args.file, args.tables))


if __name__ == "__main__":
    main()
