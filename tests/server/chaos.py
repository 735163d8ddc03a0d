"""A process that writes to many tables is killed in the middle, again and again.

What it said was stored must be stored; each log must have no gap; nothing may stand there twice.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from spinney.server.store import Store, TableRow

ROOT = Path(__file__).parent.parent.parent


@dataclass
class Report:
    """What the storm has done. `acknowledged`: the highest number each table was promised."""

    kills: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)
    promises: int = 0
    stored: int = 0

    def __str__(self) -> str:
        return f"{self.kills} kills, {self.promises} acknowledged, {self.stored} stored, 0 lost"


def storm(path: Path, kills: int = 4, tables: int = 12, seed: int = 1) -> Report:
    """So many times: start a writer, let it work for a moment, kill it, check the file."""
    dice = random.Random(seed)
    report = Report()
    for _ in range(kills):
        writer = subprocess.Popen(
            [sys.executable, "-m", "tests.server.chaos", str(path), str(tables)],
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        heard = threading.Event()
        listener = threading.Thread(target=listen, args=(writer, report, heard))
        listener.start()
        try:
            assert heard.wait(30), "the writer wrote nothing"
            time.sleep(dice.uniform(0.02, 0.3))
        finally:
            writer.kill()
            ended = writer.wait(10)
            listener.join(10)
        assert ended == -signal.SIGKILL, "the writer fell over by itself"
        report.kills += 1
        check(path, report)
    return report


def listen(writer: subprocess.Popen[bytes], report: Report, heard: threading.Event) -> None:
    """Note every promise. A line cut off by the kill is none."""
    assert writer.stdout is not None
    with writer.stdout:
        for line in writer.stdout:
            if not line.endswith(b"\n"):
                return
            table, seq = line.decode().split()
            report.acknowledged[table] = int(seq)
            report.promises += 1
            heard.set()


def check(path: Path, report: Report) -> None:
    db = sqlite3.connect(path)
    try:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        counts = "SELECT table_id, COUNT(*), MIN(seq), MAX(seq) FROM entries GROUP BY table_id"
        rows = {table: rest for table, *rest in db.execute(counts)}
    finally:
        db.close()
    for table, (count, first, last) in rows.items():
        assert (first, last) == (1, count), f"{table} has a gap"
    for table, seq in report.acknowledged.items():
        assert rows[table][0] >= seq, f"{table}: {seq} was acknowledged, {rows[table][0]} stored"
    report.stored = sum(count for count, _, _ in rows.values())


# ------------------------------------------------------------------------------------ the writer
async def write(path: Path, tables: int) -> None:
    store = await Store.open(path)
    await asyncio.gather(*(keep_writing(store, f"table-{number}") for number in range(tables)))


async def keep_writing(store: Store, table: str) -> None:
    if await store.table(table) is None:
        await store.add_table(TableRow(table, "bramble", 1, "", "{}", 2, "", 0), [])
    entries = await store.entries(table)
    seq = len(entries)
    if entries:  # a client that heard no answer asks again; it must not be done twice
        again = await store.append(table, seq + 1, f"id-{seq}", "move", 0, "again")
        assert not again.fresh and again.seq == seq
    while True:
        seq += 1
        done = await store.append(table, seq, f"id-{seq}", "move", seq % 2, f"pick bush={seq}")
        assert done.fresh
        os.write(1, f"{table} {seq}\n".encode())


if __name__ == "__main__":
    if sys.argv[1] == "storm":
        print(storm(Path(sys.argv[2]), int(sys.argv[3])))
    else:
        asyncio.run(write(Path(sys.argv[1]), int(sys.argv[2])))
