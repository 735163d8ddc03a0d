"""Power cuts: what is on disk when everything that was not synced may be lost.

A process runs with trace.c loaded. This library writes down every change to the files of the data
folder and every acknowledgement that leaves the process, in one order. Afterwards we choose points
in that order. For each we build the folder that a disk could hold if the power failed there, open
it with the store's own code, and look for everything that was acknowledged before.

What is modelled:

- A write counts as durable when a sync of its file, begun after the write, has returned. Every
  other write is kept, dropped or torn, each independently of the others. A torn write keeps any of
  its 512-byte sectors. Truncations that were not synced are kept or dropped.
- A name in a folder (a new file, a new folder, a renamed or removed file) counts as durable when a
  sync of the folder has returned. Otherwise some or none of the changes to that name are kept, the
  earlier ones first. To sync a file does not save its name.
- The index of the write-ahead log (`-shm`) is shared memory: it is gone, or full of garbage.

What is not: a disk that loses what it confirmed, damage to sectors that nobody wrote, garbage in
space that was allocated but never written (it reads as zeros).
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from spinney.server.store.sqlite import SqliteStore
from spinney.table.store import StoreError
from tests.chaos import writer
from tests.chaos.audit import Tally, audit, intact, logs
from tests.chaos.party import ANSWER, SHARE, Party
from tests.server.living import Server

SECTOR = 512
HEAD = struct.Struct("=IiQQ")  # as in trace.c
ACK = re.compile(rb'"type":"ack","id":"([^"]+)"')
LAID = re.compile(rb'"table":"([^"]+)","seats":\[[^\]]*\],"invites"')
PAGES = 40  # of the write-ahead log, until it is moved into the database
MODES = ("drop", "keep", "mix", "mix", "mix")


def compiler() -> str | None:
    """A C compiler, where LD_PRELOAD can be used."""
    if not sys.platform.startswith("linux"):
        return None
    return next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


def build(folder: Path) -> Path:
    """Compile trace.c."""
    library = folder / "trace.so"
    source = Path(__file__).parent / "trace.c"
    cc = compiler()
    assert cc
    subprocess.run([cc, "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def traced(library: Path, root: Path, trace: Path) -> dict[str, str]:
    """The environment that makes a process keep a trace."""
    return {
        "LD_PRELOAD": str(library),
        "TRACE_ROOT": str(root.resolve()),
        "TRACE_FILE": str(trace),
    }


# ------------------------------------------------------------------------------- the trace
@dataclass
class Event:
    op: str
    fd: int
    at: int
    data: bytes


def read(trace: Path) -> Iterator[Event]:
    raw = trace.read_bytes()
    place = 0
    while place < len(raw):
        op, fd, at, size = HEAD.unpack_from(raw, place)
        place += HEAD.size
        yield Event(chr(op), fd, at, raw[place : place + size])
        place += size


# ------------------------------------------------------------------------------- the disk
@dataclass(frozen=True)
class Write:
    at: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    size: int


@dataclass(eq=False)
class File:
    """What is durable, and what came after."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Write | Truncate] = field(default_factory=list)
    syncing: dict[int, int] = field(default_factory=dict)  # a sync, and what it covers
    mapped: bool = False

    def change(self, what: Write | Truncate) -> None:
        self.pending.append(what)

    def sync_begins(self, number: int) -> None:
        self.syncing[number] = len(self.pending)

    def sync_ends(self, number: int) -> None:
        count = self.syncing.pop(number)
        for what in self.pending[:count]:
            perform(self.durable, what)
        del self.pending[:count]
        for other, covered in self.syncing.items():
            self.syncing[other] = max(0, covered - count)

    def survivor(self, rng: random.Random, mode: str) -> bytearray:
        """What may be there after a power cut."""
        left = bytearray(self.durable)
        for what in self.pending:
            fate = rng.choice(("drop", "keep", "tear")) if mode == "mix" else mode
            if fate == "keep":
                perform(left, what)
            elif fate == "tear" and isinstance(what, Write):
                for piece in sectors(what):
                    if rng.random() < 0.5:
                        perform(left, piece)
        return left


@dataclass(eq=False)
class Folder:
    """Names: as they are now, as they are durable, and the changes in between."""

    now: dict[str, File | Folder] = field(default_factory=dict)
    durable: dict[str, File | Folder] = field(default_factory=dict)
    pending: list[tuple[str, File | Folder | None]] = field(default_factory=list)
    syncing: dict[int, int] = field(default_factory=dict)

    def put(self, name: str, what: File | Folder | None) -> None:
        if what is None:
            del self.now[name]
        else:
            self.now[name] = what
        self.pending.append((name, what))

    def sync_begins(self, number: int) -> None:
        self.syncing[number] = len(self.pending)

    def sync_ends(self, number: int) -> None:
        count = self.syncing.pop(number)
        for name, what in self.pending[:count]:
            rename(self.durable, name, what)
        del self.pending[:count]
        for other, covered in self.syncing.items():
            self.syncing[other] = max(0, covered - count)

    def survivor(self, rng: random.Random, mode: str) -> dict[str, File | Folder]:
        """Of the changes to one name the first few are kept; each name for itself."""
        left = dict(self.durable)
        most = Counter(name for name, _ in self.pending)
        kept = {
            name: rng.randint(0, count) if mode == "mix" else count * (mode == "keep")
            for name, count in most.items()
        }
        for name, what in self.pending:
            if kept[name] > 0:
                kept[name] -= 1
                rename(left, name, what)
        return left


def rename(names: dict[str, File | Folder], name: str, what: File | Folder | None) -> None:
    if what is None:
        names.pop(name, None)
    else:
        names[name] = what


def perform(data: bytearray, what: Write | Truncate) -> None:
    size = what.size if isinstance(what, Truncate) else what.at
    if isinstance(what, Truncate):
        del data[size:]
    data.extend(bytes(max(0, size - len(data))))
    if isinstance(what, Write):
        data[what.at : what.at + len(what.data)] = what.data


def sectors(what: Write) -> Iterator[Write]:
    """A write, cut at the borders of sectors."""
    start, end = what.at, what.at + len(what.data)
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        yield Write(start, what.data[start - what.at : stop - what.at])
        start = stop


class Disk:
    """Follows a trace."""

    def __init__(self) -> None:
        self.root = Folder()
        self.open: dict[int, File | Folder] = {}
        self.acknowledged: set[str] = set()
        self.laid: set[str] = set()
        self.shares: set[str] = set()

    def find(self, name: str) -> tuple[Folder, str]:
        """The folder of a name, and its last part."""
        *way, last = name.split("/")
        folder = self.root
        for part in way:
            inner = folder.now[part]
            assert isinstance(inner, Folder)
            folder = inner
        return folder, last

    def follow(self, event: Event) -> None:
        match event.op:
            case "S":  # a process begins
                self.open.clear()
            case "O" | "N":
                self._open(event.fd, event.data.decode(), event.op == "N")
            case "M":
                folder, last = self.find(event.data.decode())
                folder.put(last, Folder())
            case "U":
                folder, last = self.find(event.data.decode())
                folder.put(last, None)
            case "R":
                old, new = event.data.decode().split("\0")
                folder, last = self.find(old)
                moved = folder.now[last]
                folder.put(last, None)
                folder, last = self.find(new)
                folder.put(last, moved)
            case "W":
                self._file(event).change(Write(event.at, event.data))
            case "T":
                self._file(event).change(Truncate(event.at))
            case "B":
                self.open[event.fd].sync_begins(event.at)
            case "E":
                self.open[event.fd].sync_ends(event.at)
            case "X":
                self._file(event).mapped = True
            case "A":
                said = {key.decode() for key in ACK.findall(event.data)}
                self.shares |= {key for key in said if key.startswith(SHARE)}
                self.acknowledged |= {key for key in said if not key.startswith((ANSWER, SHARE))}
                self.laid |= {table.decode() for table in LAID.findall(event.data)}

    def _open(self, fd: int, name: str, is_new: bool) -> None:
        if name == ".":
            self.open[fd] = self.root
            return
        folder, last = self.find(name)
        if is_new:
            folder.put(last, File())
        self.open[fd] = folder.now[last]

    def _file(self, event: Event) -> File:
        file = self.open[event.fd]
        assert isinstance(file, File)
        return file

    def rebuild(self, folder: Path, rng: random.Random, mode: str) -> None:
        """Write what may be left into a new folder."""
        self._rebuild(folder, self.root, rng, mode)

    def _rebuild(self, folder: Path, what: Folder, rng: random.Random, mode: str) -> None:
        folder.mkdir(parents=True)
        for name, inner in what.survivor(rng, mode).items():
            if isinstance(inner, Folder):
                self._rebuild(folder / name, inner, rng, mode)
            elif name.endswith("-shm"):
                if rng.random() < 0.5:
                    (folder / name).write_bytes(rng.randbytes(32768))
            else:
                assert not inner.mapped, f"{name} is written through memory"
                (folder / name).write_bytes(inner.survivor(rng, mode))


# ------------------------------------------------------------------------------- the cuts
@dataclass
class Report:
    tally: Tally
    cuts: int = 0
    events: int = 0
    unsynced: int = 0  # cuts at which some writes were not synced
    names: int = 0  # cuts at which some names were not synced

    def __str__(self) -> str:
        return (
            f"{self.cuts} power cuts in {self.events:,} calls; at {self.unsynced} of them writes "
            f"were not synced, at {self.names} names"
        )


def cut(
    trace: Path,
    final: Path,
    file: str,
    folder: Path,
    cuts: int,
    seed: int,
    shares: dict[str, tuple[str, int, str]] | None = None,
    say: Callable[[str], object] = lambda line: None,
) -> Report:
    """Cut the power at random points of a trace. `final`: the database when nothing was lost;
    `file`: its name below the traced folder; `shares`: table, seat and value, by the id."""
    rng = random.Random(seed)
    events = list(read(trace))
    points = Counter(chosen(events, cuts, rng))
    whole = logs(final)
    report = Report(Tally(), events=len(events))
    disk = Disk()
    began = time.monotonic()
    for number, event in enumerate(events, 1):
        disk.follow(event)
        for _ in range(points[number]):
            place = folder / f"cut-{report.cuts}"
            mode = rng.choice(MODES)
            files, names = unsynced(disk.root)
            report.unsynced, report.names = report.unsynced + files, report.names + names
            disk.rebuild(place, rng, mode)
            promised = {shares[key] for key in disk.shares if shares and key in shares}
            name = f"cut {report.cuts} ({mode})"
            check(place / file, disk, whole, promised, report.tally, name)
            shutil.rmtree(place)
            report.cuts += 1
            if report.cuts % 50 == 0:
                say(f"{report.cuts}/{cuts} power cuts, {time.monotonic() - began:.0f} s")
    stored = [key for log in whole.values() for key in ids(log)]
    report.tally.acknowledged = len(disk.acknowledged)
    report.tally.stored = len(stored)
    return report


def chosen(events: list[Event], cuts: int, rng: random.Random) -> Iterator[int]:
    """After how many events the power fails: anywhere, right after an acknowledgement, in the
    middle of writing, and while a process starts or ends."""
    said = [number for number, event in enumerate(events, 1) if event.op == "A"]
    changed = [number for number, event in enumerate(events, 1) if event.op in "NUMRWTB"]
    started = [number for number, event in enumerate(events) if event.op == "S"]
    for number in range(cuts):
        match number % 4:
            case 0:
                yield rng.randint(1, len(events))
            case 1:
                yield rng.choice(said)
            case 2:
                yield rng.choice(changed)
            case _:
                near = rng.choice([*started, len(events)]) + rng.randint(-60, 60)
                yield min(max(1, near), len(events))


def unsynced(folder: Folder) -> tuple[bool, bool]:
    """Whether writes, and whether names, wait for a sync."""
    files, names = False, bool(folder.pending)
    for inner in folder.now.values():
        if isinstance(inner, Folder):
            more = unsynced(inner)
            files, names = files or more[0], names or more[1]
        else:
            files = files or bool(inner.pending and not inner.mapped)
    return files, names


def ids(log: list[tuple[Any, ...]]) -> list[str]:
    return [entry[1].rpartition("/")[2] for entry in log]


def check(
    file: Path,
    disk: Disk,
    whole: dict[str, list[tuple[Any, ...]]],
    shares: set[tuple[str, int, str]],
    tally: Tally,
    what: str,
) -> None:
    """Open what is left with the real code, and compare it."""
    try:
        tables = asyncio.run(opened(file, disk.laid))
    except StoreError as error:
        return tally.add("wrong", 1, f"{what}: the store does not open: {error}")
    tally.add("wrong", not intact(file), f"{what}: the file fails integrity_check")
    with closing(sqlite3.connect(file)) as db:
        kept = set(db.execute("SELECT table_id, seat, share FROM chairs"))
    tally.add("lost", len(shares - kept), f"{what}: shares in the deal")
    found = logs(file)
    there = {key for log in found.values() for key in ids(log)}
    tally.add("lost", len(disk.acknowledged - there), f"{what}: acknowledged entries")
    tally.add("lost", len(disk.laid - tables), f"{what}: tables")
    twice = sum(len(log) - len(set(ids(log))) for log in found.values())
    tally.add("doubled", twice, f"{what}: entries")
    other = [table for table, log in found.items() if log != whole[table][: len(log)]]
    tally.add("wrong", len(other), f"{what}: logs that are not the beginning of the whole log")


async def opened(file: Path, tables: set[str]) -> set[str]:
    """Which of these tables the store finds. It must also be able to write."""
    store = await SqliteStore.open(file, alone=True)
    try:
        await store.ping()
        return {table for table in tables if await store.table(table) is not None}
    finally:
        await store.close()


# ------------------------------------------------------------------------------- what is cut
def cut_writer(folder: Path, cuts: int, seed: int = 1, synchronous: str = "FULL") -> Report:
    """The store alone, for a moment: killed once, then ended properly."""
    root, trace = folder / "data", folder / "trace"
    root.mkdir(parents=True)
    file = root / "games" / "spinney.db"
    env = traced(build(folder), root, trace)
    more = ("--wal", str(PAGES), "--synchronous", synchronous)
    for how in (signal.SIGKILL, signal.SIGTERM):
        process = writer.start(file.resolve(), 6, *more, env=env)
        assert process.stdout
        for _ in range(150):
            assert process.stdout.readline(), "the writer wrote nothing"
        process.send_signal(how)
        process.communicate(timeout=30)
        assert process.returncode == (-how if how is signal.SIGKILL else 0)
    return cut(trace, file, "games/spinney.db", folder / "cuts", cuts, seed)


def cut_server(
    folder: Path, cuts: int, seed: int = 1, say: Callable[[str], object] = lambda line: None
) -> Report:
    """A whole server, with people at all games: stopped, killed, and started again."""
    root, trace = (folder / "data").resolve(), folder / "trace"
    root.mkdir(parents=True)
    server = Server(root)
    server.log = folder / "server.log"
    server.program = ["tests.chaos.short_log"]
    server.environment = traced(build(folder), root, trace) | {
        "SHORT_LOG_PAGES": str(PAGES),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(writer.ROOT), os.getenv("PYTHONPATH")])),
    }
    server.start()
    try:
        party = Party(server, seed)
        asyncio.run(_play(party))
    finally:
        server.end()
    database = root / "games" / "spinney.db"
    say(f"{party.acknowledged:,} acknowledged while the server was traced")
    shares = {one.shared: (one.table, one.seat, one.share) for one in party.players if one.shared}
    report = cut(trace, database, "games/spinney.db", folder / "cuts", cuts, seed, shares, say)
    whole = audit(database, party)
    report.tally.wrong += whole.wrong + whole.lost + whole.doubled
    report.tally.notes += whole.notes
    report.tally.tables, report.tally.positions = whole.tables, whole.positions
    return report


async def _play(party: Party) -> None:
    async with party.playing_on():
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            await party.more(300)
            await asyncio.to_thread(party.server.restart, how)
        await party.more(300)
