"""What one client can do to the others.

    python -m tests.server.attacks [SECONDS] [KIND …]

Four people play at two tables while an attacker, in a process and with an address of its own, does
its worst. Windows with and without the attack take turns in one run, so the machine is the same for
both. The table shows how long a move takes (from sending it to its acknowledgement), how many
newcomers were let in (one every tenth of a second), and how much memory (MB) and time of a core the
server takes.
"""

from __future__ import annotations

import os
import random
import resource
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import median
from threading import Event, Thread

import httpx
from websockets.exceptions import WebSocketException

from spinney.table import messages
from tests.server.light import handshake
from tests.server.living import Guest, Line, Server

ATTACKER = "127.0.0.2"  # the others come from 127.0.0.1
EVERY = 0.1  # seconds between two moves at a table, two newcomers, two looks at the memory
SLICE = 0.01  # seconds between two writes of an attacker
PER_SLICE = 1000  # frames: 100,000 a second fill a core of a server that answers them
BYTES_PER_SLICE = 500  # one by one
PAUSE = 0.02  # seconds until an attacker that was closed comes back
HALF_OPEN = 200
DESCRIPTORS = 128
HINTS, HINT_SOCKETS, HINT_TABLES = "20 x hints", 20, 5
HINT_PAUSE = 0.25  # seconds after a refusal: sooner, and it would be a flood of messages
LATE = 30.0  # seconds to wait for moves
MASK = b"\0\0\0\0"
PING = b"\x89\x80" + MASK
BEGIN = b"\x01\x80" + MASK  # of a message in fragments
FRAGMENT = b"\x00\x80" + MASK
LARGE = 16_000  # bytes of a frame that never ends
HEAD = b"\x81\xfe" + LARGE.to_bytes(2, "big") + MASK


# ------------------------------------------------------------------------------------ attackers
def dial(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), 5, source_address=(ATTACKER, 0))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def upgrade(port: int) -> socket.socket:
    """A WebSocket; an OSError if the server lets nobody in."""
    line = dial(port)
    line.sendall(handshake(port))
    answer = b""
    while b"\r\n\r\n" not in answer:
        some = line.recv(4096)
        if not some:
            raise ConnectionResetError
        answer += some
    if b" 101 " not in answer[:20]:
        line.close()
        raise ConnectionRefusedError
    line.settimeout(0.5)
    return line


def paced(going: Event) -> Iterator[None]:
    """Again and again while it goes on, in slices of time."""
    due = time.monotonic()
    while going.is_set():
        yield
        due = max(due + SLICE, time.monotonic() - SLICE)
        time.sleep(max(0.0, due - time.monotonic()))


def pings(port: int, going: Event, read: bool) -> None:
    line = upgrade(port)
    for _ in paced(going):
        with suppress(TimeoutError):
            line.sendall(PING * PER_SLICE)
        while read and select.select([line], [], [], 0)[0]:
            if not line.recv(1 << 16):
                raise ConnectionResetError


def pings_read(port: int, going: Event) -> None:
    pings(port, going, read=True)


def pings_unread(port: int, going: Event) -> None:
    pings(port, going, read=False)


def fragments(port: int, going: Event) -> None:
    line = upgrade(port)
    line.sendall(BEGIN)
    for _ in paced(going):
        line.sendall(FRAGMENT * PER_SLICE)


def unfinished(port: int, going: Event) -> None:
    """A frame, byte by byte, but for its last one; then the next connection, with this one kept."""
    kept: list[socket.socket] = []
    while going.is_set():
        line = upgrade(port)
        kept.append(line)
        line.sendall(HEAD)
        sent = 0
        for _ in paced(going):
            for _ in range(BYTES_PER_SLICE):
                line.send(b"x")
            sent += BYTES_PER_SLICE
            if sent + BYTES_PER_SLICE >= LARGE:
                break


def half_request(port: int, going: Event) -> None:
    """One request head without end."""
    line = dial(port)
    line.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    for number in paced(going):
        for number in range(BYTES_PER_SLICE):
            line.send(b"X-%d: y\r\n" % number)


def half_open(port: int, going: Event) -> None:
    """Many half requests that are held open; what is closed is opened again."""
    held: list[socket.socket] = []
    try:
        for _ in paced(going):
            for line in select.select(held, [], [], 0)[0] if held else []:
                with suppress(OSError):
                    if line.recv(4096):
                        continue
                line.close()
                held.remove(line)
            for _ in range(min(10, HALF_OPEN - len(held))):
                line = dial(port)
                held.append(line)
                line.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    finally:
        for line in held:
            line.close()


@cache
def askers(port: int) -> list[Line]:
    """Many sockets of one guest. They stay open: a guest may not connect so often."""
    server = Server(Path())
    server.port = port
    eve = Guest(server, "Eve")
    tables = [eve.lay("me", "me").table for _ in range(HINT_TABLES)]
    return [eve.sit(tables[number % HINT_TABLES], 0) for number in range(HINT_SOCKETS)]


def hints(port: int, going: Event) -> None:
    """All of them ask for one hint after the other."""

    def ask(line: Line) -> None:
        while going.is_set():
            if isinstance(
                line.wish(messages.AskHint, seat=line.table.awaited[0]), messages.RefusalMessage
            ):
                time.sleep(HINT_PAUSE)

    threads = [Thread(target=ask, args=[line]) for line in askers(port)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


KINDS: dict[str, Callable[[int, Event], None]] = {
    "pings, read": pings_read,
    "pings, unread": pings_unread,
    "fragments": fragments,
    "unfinished frames": unfinished,
    "half request": half_request,
    "200 half requests": half_open,
    HINTS: hints,
}


def attack(kind: str, port: int) -> None:
    """The attacker's process: `go` and `stop` come line by line."""
    os.nice(10)  # the machine is small: what counts is what the server does
    going = Event()

    def obey() -> None:
        for said in sys.stdin:
            (going.set if said.strip() == "go" else going.clear)()
        os._exit(0)

    Thread(target=obey, daemon=True).start()
    if kind == HINTS:
        askers(port)
    print("ready", flush=True)
    while True:
        going.wait()
        with suppress(OSError):
            KINDS[kind](port, going)
        time.sleep(PAUSE)


class Attacker:
    """As its victims see it."""

    def __init__(self, kind: str, port: int) -> None:
        command = [sys.executable, "-m", "tests.server.attacks", "--as", kind, str(port)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        assert self.process.stdout
        # Without this an attacker that starts slowly would be measured while it does nothing.
        assert self.process.stdout.readline() == "ready\n"

    def say(self, word: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def end(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


# -------------------------------------------------------------------------------------- victims
@dataclass
class Seen:
    """What the others saw of it, in one kind of window."""

    moves: list[float] = field(default_factory=list)  # seconds
    newcomers: list[float] = field(default_factory=list)
    turned_away: int = 0
    memory: int = 0  # MB at most
    processor: float = 0.0  # seconds of it that the server took
    seconds: float = 0.0  # of the clock

    def percentile(self, share: float) -> float:
        return sorted(self.moves)[int(share * (len(self.moves) - 1))]


class Victims:
    """People who play, and others who arrive. `seen` says where to write it down."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.seen: Seen | None = None
        self.going = Event()
        self.going.set()
        self.trouble: list[BaseException] = []
        tasks = [self.play, self.play, self.arrive, self.weigh]
        self.threads = [Thread(target=self.run, args=[task], daemon=True) for task in tasks]
        for thread in self.threads:
            thread.start()

    def wait(self, moves: int) -> None:
        """Until so many moves have been made, or until it takes too long."""
        late = time.monotonic() + LATE
        if self.seen is None:
            self.seen = Seen()  # not of interest
        while len(self.seen.moves) < moves and time.monotonic() < late:
            time.sleep(EVERY)

    def run(self, task: Callable[[], None]) -> None:
        try:
            task()
        except BaseException as trouble:
            self.trouble.append(trouble)

    def end(self) -> None:
        self.going.clear()
        for thread in self.threads:
            thread.join(60)
        if self.trouble:
            raise self.trouble[0]

    def play(self) -> None:
        ann, ben = Guest(self.server, "Ann"), Guest(self.server, "Ben")
        rng = random.Random(7)
        while self.going.is_set():
            with suppress(OSError, httpx.HTTPError, WebSocketException):  # later, then
                opened = ann.lay("me", "open")
                ben.claim(opened.table, opened.invites[1])
                with ann.sit(opened.table, 0) as one, ben.sit(opened.table, 1) as two:
                    while self.going.is_set() and not one.over:
                        self.move([one, two], rng)

    def move(self, lines: list[Line], rng: random.Random) -> None:
        line = next((line for line in lines if line.scene.moves), lines[0])
        other = lines[1 - lines.index(line)]
        if not line.scene.moves:
            line.hear()
            return
        before, seen = other.version, self.seen
        began = time.monotonic()
        try:
            refused = not isinstance(line.move(rng.choice(line.scene.moves).id), messages.Ack)
        finally:  # a move that is never answered counts as well
            if seen is not None:
                seen.moves.append(time.monotonic() - began)
        if not refused:
            other.catch_up(before + 1)
        time.sleep(EVERY)

    def arrive(self) -> None:
        with httpx.Client(verify=False) as http:
            while self.going.is_set():
                seen, began = self.seen, time.monotonic()
                url, close = f"{self.server.origin}/health", {"connection": "close"}
                try:
                    fine = http.get(url, headers=close, timeout=5).status_code == 200
                except httpx.HTTPError:
                    fine = False
                if seen is not None:
                    seen.newcomers.append(time.monotonic() - began)
                    seen.turned_away += not fine
                time.sleep(EVERY)

    def weigh(self) -> None:
        assert self.server.process
        file = Path(f"/proc/{self.server.process.pid}/statm")
        while self.going.is_set():
            used = int(file.read_text().split()[1]) * resource.getpagesize() >> 20
            if self.seen is not None:
                self.seen.memory = max(self.seen.memory, used)
            time.sleep(EVERY)


# ---------------------------------------------------------------------------------- measurement
def processor(server: Server) -> float:
    """Seconds of a core that a server has used."""
    assert server.process
    stat = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Result:
    kind: str
    without: Seen
    under: Seen
    metrics: str = ""  # of the server, at the end

    def ratio(self) -> float:
        return self.under.percentile(0.99) / self.without.percentile(0.99)

    def __str__(self) -> str:
        quiet, loud = self.without, self.under
        times = [seen.percentile(share) * 1000 for seen in (quiet, loud) for share in (0.5, 0.99)]
        cores = [100 * seen.processor / seen.seconds for seen in (quiet, loud)]
        return (
            f"{self.kind:18} {times[0]:7.1f} {times[1]:7.1f} {times[2]:9.1f} {times[3]:7.1f}"
            f" {self.ratio():6.1f} {median(loud.newcomers) * 1000:8.1f} {loud.turned_away:4}"
            f"/{len(loud.newcomers):<4} {quiet.memory:5} {loud.memory:5}"
            f" {cores[0]:7.1f} {cores[1]:5.1f}"
        )


TITLES = (
    "                         without              with             newcomers        memory"
    "        core %\n"
    "attack                 p50     p99       p50     p99  ratio      p50 away/all  before  with"
    "  before  with"
)


@contextmanager
def attacked() -> Iterator[Server]:
    """A server with the limits it has by default, and with few descriptors. Its store is in memory
    if possible: what else the disk has to do is not of interest here."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        server = Server(Path(folder))
        server.settings = {"SPINNEY_WORKERS": "1"}
        server.program = ["tests.server.few_descriptors", str(DESCRIPTORS)]
        try:
            yield server.start()
        finally:
            try:
                server.end()
            except subprocess.TimeoutExpired:  # it is still busy
                server.kill()


def measure(kind: str, seconds: float, windows: int, moves: int = 1) -> Result:
    """Windows without and with, in turns; each lasts `seconds`, and longer until enough moves have
    been made."""
    result = Result(kind, Seen(), Seen())
    with ExitStack() as ending:
        server = ending.enter_context(attacked())
        attacker = Attacker(kind, server.port)
        ending.callback(attacker.end)
        victims = Victims(server)
        ending.callback(victims.end)
        victims.wait(moves=10)  # everybody sits down
        for _ in range(windows):
            for seen, word in ((result.without, "stop"), (result.under, "go")):
                attacker.say(word)
                time.sleep(0.1)  # until it has begun, or what it left behind is done
                so_far, began, used = len(seen.moves), time.monotonic(), processor(server)
                victims.seen = seen
                time.sleep(seconds)
                victims.wait(so_far + moves)
                victims.seen = None
                seen.seconds += time.monotonic() - began
                seen.processor += processor(server) - used
        result.metrics = Guest(server).ask("GET", "/metrics").text
    return result


def main(words: list[str]) -> None:
    seconds = float(words[0]) if words else 10.0
    print(TITLES)
    for kind in words[1:] or KINDS:
        print(measure(kind, seconds / 10, 10), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--as"]:
        attack(sys.argv[2], int(sys.argv[3]))
    else:
        main(sys.argv[1:])
