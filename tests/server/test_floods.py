"""Frames of every kind count, have a deadline, and never pile up: what a socket may send."""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from spinney.server.alarms import Alarms
from spinney.server.config import Limits
from spinney.server.http import HttpProtocol, ServerConfig, Sockets
from spinney.server.metrics import Metrics
from spinney.server.websocket import WebSocketProtocol, frame_size
from spinney.table import messages
from tests.server.light import ENCODER, frame, handshake
from tests.server.living import Guest, Server, serving

USUAL = {"limits_moves_per_second": "5", "limits_burst": "20"}
BURST = 4 * 20  # frames
MASK = b"\0\0\0\0"
PING, PONG, BEGIN, FRAGMENT = (bytes([code, 0x80]) + MASK for code in (0x89, 0x8A, 0x01, 0x00))
MANY = 2000


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the limits on messages that it has by default."""
    with serving(tmp_path_factory.mktemp("usual"), **USUAL) as server:
        yield server


def dial(server: Server, window: int = 0) -> socket.socket:
    line = socket.socket()
    line.settimeout(20)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if window:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    line.connect(("127.0.0.1", server.port))
    line.sendall(handshake(server.port))
    assert b" 101 " in line.recv(4096)
    return line


def rest(line: socket.socket) -> list[tuple[int, bytes]]:
    """Everything that comes until the server closes: opcodes and payloads."""
    data = b""
    with suppress(ConnectionResetError):
        while some := line.recv(1 << 16):
            data += some
    found, start = [], 0
    while start < len(data):
        size, head = frame_size(data, start)
        found.append((data[start] & 15, data[head : head + size]))
        start = head + size
    return found


def closed(came: list[tuple[int, bytes]]) -> int:
    """The code of the close frame at the end."""
    assert came and came[-1][0] == 8, came[-3:]
    return int.from_bytes(came[-1][1][:2], "big")


# ----------------------------------------------------------------------------- every frame counts
@pytest.mark.parametrize(
    "flood",
    [PING * MANY, PONG * MANY, BEGIN + FRAGMENT * MANY, BEGIN + (PING + FRAGMENT) * MANY],
    ids=["pings", "pongs", "fragments", "both"],
)
def test_threat_21_control_frames_and_fragments_count(usual: Server, flood: bytes) -> None:
    """In one write, so that one read has far more than the burst; before any hello."""
    with dial(usual) as line:
        line.sendall(flood)
        came = rest(line)
    assert closed(came) == 1008 and b"too many messages" in came[-1][1]
    pongs = sum(code == 10 for code, _ in came)
    assert pongs <= BURST + 100  # nothing after the burst was looked at


def test_threat_21_control_frames_count_beside_texts(usual: Server) -> None:
    """After hello, too, and with the same budget as what is said."""
    ann = Guest(usual, "Ann")
    table = ann.lay("me", "me").table
    hello = frame(ENCODER.encode(messages.Hello(messages.PROTOCOL, table)))
    with dial(usual) as line:
        line.sendall(hello + frame(ENCODER.encode(messages.Ping())) * (BURST // 2) + PING * MANY)
        assert closed(rest(line)) == 1008
    with ann.sit(table, 0) as sitting:
        assert sitting.scene.moves


def test_threat_21_an_end_in_the_middle_of_a_flood(usual: Server) -> None:
    with dial(usual) as line:
        line.sendall(PING * 10 + b"\x88\x82" + MASK + b"\x03\xe8" + PING * MANY)
        came = rest(line)
    assert closed(came) == 1000 and sum(code == 10 for code, _ in came) == 10


def test_threat_21_control_frames_of_a_closed_conversation(usual: Server) -> None:
    """The server has said goodbye and waits for the answer: still, no more than the burst."""
    with dial(usual) as line:
        line.sendall(frame(b"not json"))
        first = line.recv(4096)
        assert first[0] == 0x88 and int.from_bytes(first[2:4], "big") == 1007
        began = time.monotonic()
        with suppress(OSError):
            while time.monotonic() < began + 20:
                line.sendall(PING * MANY)
        assert time.monotonic() - began < 8  # cut off, not kept until the closing times out


def test_threat_21_whoever_speaks_before_the_handshake_is_cut_off(usual: Server) -> None:
    with socket.create_connection(("127.0.0.1", usual.port), timeout=20) as line:
        line.sendall(handshake(usual.port))
        answer = b""
        with suppress(OSError):
            for _ in range(20):  # some of it before the answer, some of it after
                line.sendall(PING * 100)
            while some := line.recv(4096):
                answer += some
        assert not answer or answer.count(b"\x8a\x00") <= BURST + 100


def test_many_hellos_cost_more_than_other_messages(usual: Server) -> None:
    ann = Guest(usual, "Ann")
    table = ann.lay("me", "me").table
    hello = ENCODER.encode(messages.Hello(messages.PROTOCOL, table, 0)).decode()
    with ann.sit(table, 0) as line:
        for _ in range(5):
            line.socket.send(hello)
        for _ in range(5):
            line.until(messages.FullTable)
        with suppress(ConnectionClosed):
            for _ in range(30):
                line.socket.send(hello)
        assert line.closed() == 1008


# -------------------------------------------------------------------------------- pieces of frames
def test_threat_21_one_byte_at_a_time_is_no_way_to_speak(usual: Server) -> None:
    with dial(usual) as line:
        line.sendall(b"\x81\xfe" + (16_000).to_bytes(2, "big") + MASK)
        sent = 0
        with suppress(OSError):
            while sent < 15_000:
                line.sendall(b"x")
                sent += 1
                time.sleep(0.0005)
        assert sent < 15_000, "read to the end"
        came = rest(line)
    assert not came or closed(came) == 1008


def test_threat_21_fragments_share_the_limit_of_one_message(usual: Server) -> None:
    fragment = b"\x00\xfe" + (4000).to_bytes(2, "big") + MASK + b"x" * 4000
    with dial(usual) as line:
        line.sendall(BEGIN + fragment * 5)
        assert closed(rest(line)) == 1009


def test_a_message_in_pieces_is_a_message(usual: Server) -> None:
    ann = Guest(usual, "Ann")
    table = ann.lay("me", "me").table
    text = ENCODER.encode(messages.Hello(messages.PROTOCOL, table))
    with dial(usual) as line:
        whole = frame(text)
        line.sendall(whole[:9])
        time.sleep(0.1)
        line.sendall(whole[9:])
        assert b'"type":"table"' in line.recv(1 << 16)
    with dial(usual) as line:
        line.sendall(bytes([0x01, 0x80 | 5]) + MASK + text[:5] + PING)
        time.sleep(0.1)
        line.sendall(bytes([0x80, 0x80 | len(text) - 5]) + MASK + text[5:])
        came = b""
        while b'"type":"table"' not in came:
            came += line.recv(1 << 16)
        assert came.startswith(b"\x8a\x00")


# ------------------------------------------------------------------------------------ unread pongs
@pytest.mark.slow
def test_threat_21_unread_pongs_do_not_pile_up(tmp_path: Path) -> None:
    """With a limit on messages that is as good as none, so that nothing else ends it."""
    with serving(tmp_path) as server:
        assert server.process
        statm = Path(f"/proc/{server.process.pid}/statm")
        ping = b"\x89\xfd" + MASK + b"x" * 125
        with dial(server, window=4096) as line:
            before = int(statm.read_text().split()[1])
            sent = 0
            with suppress(ConnectionError):
                while sent < 64 << 20:
                    line.sendall(ping * 500)
                    sent += 500 * len(ping)
            assert sent < 64 << 20, "it was read to the end"
            grown = int(statm.read_text().split()[1]) - before
        assert grown * 4096 < 16 << 20
        assert Guest(server).ask("GET", "/health").status_code == 200


# -------------------------------------------------------------------------------- what must go on
def test_an_answer_to_our_own_ping_costs_nothing() -> None:
    """A server that pings every 20 ms, and a client that has tokens for a handful of frames."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async def story() -> None:
        config = ServerConfig(
            Limits(moves_per_second=1e-6, burst=1),
            Sockets(100, Alarms(Metrics())),
            app,
            ws=WebSocketProtocol,
            http=HttpProtocol,
            ws_ping_interval=0.02,
            ws_ping_timeout=20,
            lifespan="off",
            log_config=None,
        )
        server = uvicorn.Server(config)
        listening = socket.create_server(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve([listening]))
        port = listening.getsockname()[1]
        line = None
        while line is None:
            with suppress(OSError):
                line = await connect(f"ws://127.0.0.1:{port}", ping_interval=None)
            await asyncio.sleep(0.01)
        [protocol] = (
            one for one in server.server_state.connections if isinstance(one, WebSocketProtocol)
        )
        pings: set[float] = set()
        while len(pings) < 20:  # each is sent when the one before has been answered
            await asyncio.sleep(0.01)
            assert not protocol.stopped
            pings.add(protocol.ping_sent_at)
        assert protocol.budget.level() >= 3
        await line.close()
        server.should_exit = True
        await serving

    asyncio.run(asyncio.wait_for(story(), 30))


def test_playing_at_the_usual_pace_is_no_flood(usual: Server) -> None:
    ann = Guest(usual, "Ann")
    table = ann.lay("me", "me").table
    with ann.sit(table, 0) as line:
        for number in range(20):  # the whole burst of moves, and questions between them
            line.move(line.scene.moves[0].id if line.scene.moves else "x")
            line.send(messages.Ping())
            line.until(messages.Pong)
            assert line.socket.ping(f"{number}".encode()).wait(20)


def test_an_end_within_the_handshake_is_no_accident(tmp_path: Path) -> None:
    """Or a flood of those would fill the log."""
    reset = struct.pack("ii", 1, 0)  # close without goodbye
    with serving(tmp_path) as server:
        cookie = Guest(server, "Ann").cookie  # to look for a guest takes a moment
        for number in range(40):
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
                line.sendall(handshake(server.port, cookie))
                if number % 2:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
                else:
                    time.sleep(0.0002 * (number // 2))
                    with suppress(OSError):
                        line.sendall(PING)
        assert Guest(server).ask("GET", "/health").status_code == 200
        server.end()
        assert "xception" not in server.log.read_text(), server.log.read_text()
