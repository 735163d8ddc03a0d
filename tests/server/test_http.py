"""Requests have deadlines, and sockets a bound: half of either locks nobody out."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest
from websockets.exceptions import InvalidStatus

from spinney.server.alarms import Alarms
from spinney.server.config import Settings
from spinney.server.http import FEWEST, Peer, Sockets, bound
from spinney.server.metrics import Metrics
from spinney.table import messages
from tests.server.light import ENCODER, frame, handshake
from tests.server.living import Guest, Server, serving

MASK = b"\0\0\0\0"
HALF = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HALF_BODY = (
    b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
)
ONE = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LAST = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@contextmanager
def scarce(data: Path, descriptors: int, **settings: str) -> Iterator[Server]:
    """A server that may open few files; its soft limit is half of that."""
    server = Server(data, **settings)
    server.program = ["tests.server.few_descriptors", str(descriptors)]
    try:
        yield server.start()
    finally:
        server.end()


def dial(server: Server, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(
        ("127.0.0.1", server.port), timeout=30, source_address=(source, 0)
    )


def rest(line: socket.socket) -> bytes:
    data = b""
    with suppress(ConnectionResetError):
        while some := line.recv(1 << 16):
            data += some
    return data


# -------------------------------------------------------------------------------------- deadlines
@pytest.mark.slow
def test_threat_09_everything_unfinished_has_a_deadline(server: Server) -> None:
    """All of them at the same time: ten seconds each."""
    upgrade = handshake(server.port)
    body = HALF_BODY % (server.port, server.port)
    begun = b"\x81\xfe" + (100).to_bytes(2, "big") + MASK + b"x"
    table = Guest(server, "Ann").lay("me", "me").table
    hello = frame(ENCODER.encode(messages.Hello(messages.PROTOCOL, table)))
    cases: dict[str, tuple[list[bytes], bytes, bytes]] = {
        # what is sent (after an answer to what came before), what is answered, what comes last
        "nothing": ([], b"", b""),
        "half a head": ([HALF], b"HTTP/1.1 408", b""),
        "half a body": ([body], b"HTTP/1.1 408", b""),
        "an idle connection": ([ONE], b"HTTP/1.1 200", b'{"health":"good"}'),
        "half a second head": ([ONE, HALF], b"HTTP/1.1 200", b"did not come in time.\n"),
        "empty lines": ([ONE, b"\r\n"], b"HTTP/1.1 200", b""),
        "half a frame": ([upgrade, hello, begun], b"HTTP/1.1 101", b"a message was not finished"),
        "a first fragment": (
            [upgrade, hello, b"\x01\x81" + MASK + b"x"],
            b"HTTP/1.1 101",
            b"a message was not finished",
        ),
        "no hello": ([upgrade], b"HTTP/1.1 101", b"say hello first"),
    }
    found: dict[str, tuple[bytes, float]] = {}

    def run(name: str, parts: list[bytes]) -> None:
        with dial(server) as line:
            said = b""
            for part in parts[:-1]:
                line.sendall(part)
                said += line.recv(1 << 16)
            began = time.monotonic()
            for part in parts[-1:]:
                line.sendall(part)
            said += rest(line)
            found[name] = said, time.monotonic() - began

    threads = [Thread(target=run, args=[name, case[0]]) for name, case in cases.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for name, (_, first, last) in cases.items():
        said, taken = found[name]
        assert 9 < taken < 25, (name, taken)
        assert said.startswith(first) and last in said[-200:], (name, said)
    assert Guest(server).ask("GET", "/health").status_code == 200


def test_a_head_has_a_size(server: Server) -> None:
    with dial(server) as line:
        with suppress(OSError):
            line.sendall(HALF + b"X-Long: " + b"x" * 300_000)
        assert rest(line)[:12] in (b"HTTP/1.1 431", b"")  # empty: reset while it was sent
    with dial(server) as line:
        with suppress(OSError):
            for number in range(20_000):
                line.sendall(b"X-%d: y\r\n" % number if number else HALF)
        assert rest(line)[:12] in (b"HTTP/1.1 400", b"")
    for fields, status in ((98, b"200"), (99, b"400")):  # and one for the host, one for the end
        with dial(server) as line:
            line.sendall(HALF + b"X: y\r\n" * fields + b"Connection: close\r\n\r\n")
            assert rest(line).split()[1] == status
    with dial(server) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"A: " + b"x" * 20_000)
        line.sendall(b"\r\nConnection: close\r\n\r\n")
        assert rest(line).startswith(b"HTTP/1.1 200")


def test_a_body_has_a_size(server: Server) -> None:
    """What is refused may go on for a while, so that the refusal arrives; but not for ever."""
    head = (HALF_BODY % (server.port, server.port)).replace(b": 100\r\n", b": 999999999\r\n")
    with dial(server) as line:
        sent = 0
        with suppress(OSError):
            line.sendall(head)
            while sent < 64 << 20:
                sent += line.send(b" " * 65536)
        assert sent < 64 << 20


def test_requests_do_not_queue_without_end(server: Server) -> None:
    with dial(server) as line:
        line.sendall(ONE * 3 + LAST)
        assert rest(line).count(b"HTTP/1.1 200") == 4
    with dial(server) as line:
        with suppress(OSError):
            line.sendall(ONE * 3000)
        assert rest(line).count(b"HTTP/1.1 200") < 100
    assert Guest(server).ask("GET", "/health").status_code == 200


# ---------------------------------------------------------------------------------------- sockets
def test_threat_22_half_requests_take_no_descriptors_from_others(tmp_path: Path) -> None:
    """200 of them, of one client that opens again what is closed, against 128 descriptors."""
    with scarce(tmp_path, 128) as server, ExitStack() as ending:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "me").table
        line = ending.enter_context(ann.sit(table, 0))
        for _ in range(2):
            for _ in range(200):
                half = ending.enter_context(dial(server, "127.0.0.2"))
                half.sendall(HALF)
            for _ in range(20):
                assert Guest(server).ask("GET", "/health").status_code == 200
            line.send(messages.Ping())
            line.until(messages.Pong)  # still there
            with Guest(server, "Ben").sit(table) as other:
                assert other.scene is not None
        assert server.log.read_text().count("sockets are scarce") == 1
        assert "no more connections" not in server.log.read_text()


def test_threat_22_websockets_leave_descriptors_to_others(tmp_path: Path) -> None:
    with scarce(tmp_path, 96) as server, ExitStack() as ending:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "me").table

        def fill(source: str) -> list[int]:
            """Connections that say hello, until no more are let in; the statuses of 40."""
            statuses = []
            for _ in range(40):
                line = ending.enter_context(dial(server, source))
                line.sendall(handshake(server.port))
                status = int(line.recv(4096).split()[1])
                statuses.append(status)
                if status == 101:
                    line.sendall(frame(ENCODER.encode(messages.Hello(messages.PROTOCOL, table))))
                    line.recv(4096)
            return statuses

        first, second = fill("127.0.0.2"), fill("127.0.0.3")
        assert 5 < first.count(101) < 40 and set(first) == {101, 429}
        assert 0 < second.count(101) and set(second) == {101, 503}
        assert Guest(server).ask("GET", "/health").status_code == 200
        with pytest.raises(InvalidStatus) as refused:
            ann.call()
        assert refused.value.response.status_code == 503


def test_threat_22_the_limit_of_descriptors_is_raised(tmp_path: Path) -> None:
    with scarce(tmp_path, 512) as server:
        assert server.process
        limits = Path(f"/proc/{server.process.pid}/limits").read_text()
        found = re.search(r"^Max open files +(\d+) +(\d+)", limits, re.M)
        assert found and found.groups() == ("512", "512")


def test_the_bound_stays_below_the_descriptors() -> None:
    settings = Settings(workers=4)
    assert FEWEST < bound(256, settings) < 256 - 48 - 4 * 4
    assert bound(10, settings) == FEWEST
    assert bound(1 << 20, settings) == settings.limits.connections + 1000


class Wire:
    """The transport of a connection, as far as closing goes."""

    def __init__(self) -> None:
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


class Caller:
    def __init__(self) -> None:
        self.transport = Wire()


def callers(number: int) -> list[Peer]:
    return [Caller() for _ in range(number)]  # type: ignore[misc]


def gone(peers: list[Peer]) -> list[bool]:
    return [isinstance(one.transport, Wire) and one.transport.aborted for one in peers]


def test_who_makes_room() -> None:
    """Half requests first, the oldest of them; then idle ones; then readers that take too long."""
    metrics = Metrics()
    sockets = Sockets(4, Alarms(metrics))
    a, b, c, d, *more = callers(10)
    old = [a, b, c, d]
    for one in old:
        assert sockets.admit(one)
    sockets.answering(a)
    sockets.resting(a)
    sockets.answering(b)
    sockets.settled(d)  # a WebSocket
    assert sockets.admit(more[0]) and gone(old) == [False, False, True, False]
    sockets.settled(more[0])
    assert sockets.admit(more[1]) and gone(old) == [True, False, True, False]
    sockets.settled(more[1])
    assert not sockets.admit(more[2])  # b has been reading for a moment only
    assert sockets.alarms.active() == ["sockets_full"]
    sockets.busy[b] -= 60
    assert sockets.admit(more[3]) and gone(old) == [True, True, True, False]
    assert len(sockets.open) == 4
    sockets.receiving(c)  # whoever was closed does not come back
    sockets.resting(a)
    sockets.answering(b)
    assert not sockets.idle and not sockets.busy and list(sockets.half) == [more[3]]
    sockets.forget(more[3])
    assert sockets.alarms.active() == [] and not sockets.scarce


def test_a_second_request_counts_as_a_half_one_again() -> None:
    sockets = Sockets(2, Alarms(Metrics()))
    a, b, c = callers(3)
    assert sockets.admit(a) and sockets.admit(b)
    for one in (a, b):
        sockets.answering(one)
        sockets.resting(one)
    sockets.receiving(b)
    assert sockets.admit(c) and gone([a, b]) == [False, True]


def test_a_websocket_takes_the_place_of_its_request() -> None:
    sockets = Sockets(1, Alarms(Metrics()))
    request, line, other = callers(3)
    assert sockets.admit(request)
    sockets.answering(request)
    sockets.follow(line, request)
    assert sockets.open == {line} and list(sockets.half) == [line]
    sockets.settled(line)
    assert not sockets.admit(other) and gone([line]) == [False]
    sockets.follow(other, request)  # its request was closed meanwhile
    assert sockets.open == {line}


def test_an_end_within_a_body_is_no_accident(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        with dial(server) as line:
            line.sendall(HALF_BODY % (server.port, server.port))
        with dial(server) as line:
            line.sendall(b"NONSENSE\r\n\r\n")
            assert rest(line).startswith(b"HTTP/1.1 400")
        assert Guest(server).ask("GET", "/health").status_code == 200
        server.end()
        assert "Exception" not in server.log.read_text()
        assert "Invalid HTTP" not in server.log.read_text()  # or a flood would fill the disk
