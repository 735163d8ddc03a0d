"""The doors: who may come in, with what, and how they are turned away."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from spinney.core import shelf
from spinney.server.cookies import COOKIE, SECURE_COOKIE
from spinney.table import messages
from spinney.table.text import clean
from tests.server.living import ENCODER, GAME, Guest, Refused, Server, serving

JSON = {"content-type": "application/json"}


# ------------------------------------------------------------------------------------------ guests
def test_a_guest_is_a_cookie_with_a_name(server: Server) -> None:
    guest = Guest(server)
    answer = guest.ask("GET", "/api/me")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=") and "Secure" not in cookie
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={400 * 86400}"):
        assert part in cookie
    assert "set-cookie" not in guest.ask("GET", "/api/me").headers
    assert guest.me().name
    assert guest.post("/api/me", messages.Name("Zoë"), messages.Me).name == "Zoë"
    assert guest.me().name == "Zoë"
    token = guest.cookie.partition("=")[2]
    for file in (server.data / "games").iterdir():
        assert token.encode() not in file.read_bytes()
    assert token not in server.log.read_text()


def test_a_made_up_cookie_is_never_adopted(server: Server) -> None:
    guest = Guest(server)
    guest.cookie = f"{COOKIE}=AAAAAAAAAAAAAAAAAAAAAA"
    guest.me()
    assert guest.cookie != f"{COOKIE}=AAAAAAAAAAAAAAAAAAAAAA"


def test_the_cookie_is_secure_where_the_address_is(tmp_path: Path) -> None:
    with serving(tmp_path, public_url="https://games.example.org") as server:
        guest = Guest(server)
        cookie = guest.ask("GET", "/api/me").headers["set-cookie"]
        assert cookie.startswith(f"{SECURE_COOKIE}=") and "; Secure" in cookie
        assert "Path=/;" in cookie and "Domain" not in cookie  # or browsers refuse the name
        headers = JSON | {"origin": "https://games.example.org"}
        body = b'{"name": "Ann"}'
        assert guest.ask("POST", "/api/me", content=body, headers=headers).status_code == 200
        with guest.call(origin="https://games.example.org") as line:
            assert line.hello("nowhere") == messages.Gone()


@pytest.mark.parametrize(
    "said, kept",
    [
        ("  Ann \t Lee\n", "Ann Lee"),
        ("\u202eevil\u2066", "evil"),
        ("e\u0301", "é"),
        ("Z" + "\u0335" * 40, "Z" + "\u0335" * 4),
        ("\u200d\u200b\u00ad", ""),
        ("\x00\x1b[31m", "[31m"),
        ("\ud800", ""),
        ("x" * 100, "x" * 30),
        ("\u3164", ""),
        ("\u2800\u2800", ""),
        ("\u115f\u1160\uffa0", ""),
        ("\U0001d159", ""),
        ("\u0301\u0302", ""),
        (" \u20dd", ""),
        ("\ufe0f\u034f\u180b", ""),
        ("\u0903", ""),
        ("Ann\u3164\u2800", "Ann"),
        ("\u3164Ann\uffa0Lee", "Ann Lee"),
        ("한글", "한글"),
        ("⠁⠝⠝", "⠁⠝⠝"),
        ("नमस्ते", "नमस्ते"),
    ],
)
def test_names_are_cleaned(said: str, kept: str) -> None:
    assert clean(said, 30) == kept


# ------------------------------------------------------------------------------------------ origin
def test_only_our_own_pages_may_ask(server: Server) -> None:
    guest = Guest(server, "Ann")
    host = f"127.0.0.1:{server.port}"
    foreign = [
        *("null", "http://evil.example", f"https://{host}", f"http://{host}.evil.example"),
        *(
            f"http://127.0.0.1:{server.port + 1}",
            "http://127.0.0.1",
            f"http://localhost:{server.port}",
        ),
        f"http://evil.example:{server.port}",
    ]
    for origin in foreign:
        answer = guest.ask(
            "POST", "/api/me", content=b'{"name": "X"}', headers=JSON | {"origin": origin}
        )
        assert answer.status_code == 403, origin
        with pytest.raises(InvalidStatus) as refused:
            guest.call(origin=origin)
        assert refused.value.response.status_code == 403
    assert guest.ask("POST", "/api/me", content=b'{"name": "X"}', headers=JSON).status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        guest.call(origin=None)
    assert refused.value.response.status_code == 403
    assert guest.me().name == "Ann"


def test_a_post_is_json_of_the_right_form_and_size(server: Server) -> None:
    guest = Guest(server, "Ann")
    origin = {"origin": server.origin}

    def status(content: bytes, **headers: str) -> int:
        given = origin | (headers or JSON)
        return guest.ask("POST", "/api/tables", content=content, headers=given).status_code

    fine = b'{"game": "%s", "seats": ["me", "greedy"]}' % GAME.encode()
    assert status(fine) == 201
    assert status(fine, **{"content-type": "text/plain"}) == 415
    for body in (b"", b"{", b"[]", b'{"game": 1}', b"\xff", b'{"game": "x", "seats": [], "y": 1}'):
        assert status(body) == 422, body
    assert status(b"[" * 5000) == 422
    assert status(b" " * 20_000) == 413
    for seats in (["me"], ["me"] * 3, ["me", "nobody"]):
        with pytest.raises(Refused, match="422"):
            guest.lay(*seats)
    with pytest.raises(Refused, match=r"422.*no option"):
        guest.lay("me", "me", colour="red")
    with pytest.raises(Refused, match="422"):
        guest.lay("me", "me", game="chess")


# --------------------------------------------------------------------------------------- WebSocket
@pytest.mark.parametrize(
    "frame",
    [
        "not json",
        "{}",
        "[]",
        '{"type": "dance"}',
        '{"type": "hello"}',
        '{"type": "hello", "protocol": 1, "table": "x", "seat": 8}',
        '{"type": "hello", "protocol": 1, "table": "../x"}',
        '{"type": "hello", "protocol": 1, "table": "x", "more": 1}',
        '{"type": "ping", "more": 1}',
        "[" * 5000,
        b"\x00\x01",
    ],
    ids=repr,
)
def test_what_cannot_be_understood_ends_the_conversation(
    server: Server, frame: str | bytes
) -> None:
    with Guest(server).call() as line:
        line.socket.send(frame)
        assert line.closed() == 1007
    assert Guest(server).ask("GET", "/health").status_code == 200


def test_bytes_that_are_no_text(server: Server) -> None:
    with Guest(server).call() as line:
        line.socket.send(b"\xff\xfe", text=True)
        assert line.closed() == 1007


def test_a_message_that_is_too_long(server: Server) -> None:
    with Guest(server).call() as line:
        line.socket.send(" " * 17_000)
        assert line.closed() == 1009
    assert Guest(server).ask("GET", "/health").status_code == 200


def test_hello_comes_first(server: Server) -> None:
    with Guest(server).call() as line:
        line.send(messages.Say("a", "hello"))
        assert line.closed() == 1008


def test_an_old_client_is_told_to_reload(server: Server) -> None:
    with Guest(server).call() as line:
        line.send(messages.Hello(messages.OLDEST - 1, "x"))
        assert line.hear() == messages.Reload(messages.PROTOCOL)


def test_ping(server: Server) -> None:
    table = Guest(server, "Ann").lay("me", "me").table
    with Guest(server).sit(table) as line:
        line.send(messages.Ping())
        assert line.hear() == messages.Pong()


def test_a_flood_is_dammed(tmp_path: Path) -> None:
    few = {"limits_moves_per_second": "5", "limits_burst": "20", "limits_chat_burst": "5"}
    with serving(tmp_path, **few, limits_chat_per_second="1") as server:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "me").table
        with ann.sit(table, 0) as line:
            answers = [line.wish(messages.Say, text=f"{n}") for n in range(8)]
            kinds = [isinstance(answer, messages.Ack) for answer in answers]
            assert kinds[:5] == [True] * 5 and not all(kinds[5:])
            with suppress(ConnectionClosed):  # the server may hang up before all are sent
                for n in range(200):
                    line.send(messages.Why(f"w{n}", 0, "dance"))
            assert line.closed() == 1008
        with ann.sit(table, 0) as line:
            assert line.scene.moves


def test_too_many_calls_and_tables(tmp_path: Path) -> None:
    few = {"limits_connects_per_minute": "5", "limits_tables_per_minute": "3"}
    with serving(tmp_path, **few, limits_requests_per_second="2") as server:
        ann = Guest(server, "Ann")
        for _ in range(3):
            table = ann.lay("me", "me").table
        with pytest.raises(Refused, match="429"):
            ann.lay("me", "me")
        for _ in range(5):
            ann.sit(table, 0).close()
        with pytest.raises(InvalidStatus) as refused:
            ann.call()
        assert refused.value.response.status_code == 429
        assert 429 in [ann.ask("GET", "/api/shelf").status_code for _ in range(100)]


@pytest.mark.slow
def test_a_reader_that_is_stuck_delays_nobody(tmp_path: Path) -> None:
    """Somebody stops reading; the others play on, and the one is cut off."""
    with serving(tmp_path) as server:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "me").table
        stuck = socket.socket()
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stuck.connect(("127.0.0.1", server.port))
        stuck.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b"101" in stuck.recv(2000)
        hello = ENCODER.encode(messages.Hello(messages.PROTOCOL, table))
        stuck.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        slowest = 0.0
        with ann.sit(table, 0) as line:
            line.move(line.scene.moves[0].id)
            for n in range(1000):
                began = time.perf_counter()
                assert isinstance(
                    line.wish((messages.DoUndo, messages.DoRedo)[n % 2]), messages.Ack
                )
                slowest = max(slowest, time.perf_counter() - began)
                if n % 50 == 0 and b"spinney_outbox_drops_total 1.0" in drops(ann):
                    break
        assert b"spinney_outbox_drops_total 1.0" in drops(ann)
        with stuck, suppress(ConnectionResetError):  # cut off, not kept until it reads again
            stuck.settimeout(10)
            while stuck.recv(65536):
                pass
        assert slowest < 2


def drops(guest: Guest) -> bytes:
    return guest.ask("GET", "/metrics").content


# ------------------------------------------------------------------------------------- shelf, pages
def test_the_shelf(server: Server) -> None:
    found = Guest(server).get("/api/shelf", messages.Shelf)
    assert [game.name for game in found.games] == list(shelf.games())
    assert [player.kind for player in found.players] == [f"level{n}" for n in range(1, 7)]
    for game in found.games:
        for option in game.options:
            assert option.says and option.title
            assert option.kind != "choice" or option.default in option.values


def test_the_art_of_a_game(server: Server) -> None:
    game = shelf.find(GAME)
    guest = Guest(server)
    answer = guest.ask("GET", f"/api/games/{GAME}/art.svg?v={game.components}")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "immutable" in answer.headers["cache-control"]
    assert 'id="seat-0"' in answer.text and f'id="{game.board.cover}"' in answer.text
    other = guest.ask("GET", f"/api/games/{GAME}/art.svg?v=0")
    assert other.headers["cache-control"] == "no-cache"
    assert guest.ask("GET", "/api/games/chess/art.svg").status_code == 404


def test_every_answer_has_the_headers_that_keep_a_page_safe(server: Server) -> None:
    for path in ("/", "/api/shelf", "/api/nothing", "/health", "/../../etc/passwd", "/table/x"):
        answer = Guest(server).ask("GET", path)
        policy = answer.headers["content-security-policy"]
        for rule in ("default-src 'self'", "object-src 'none'", "frame-ancestors 'none'"):
            assert rule in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "server" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/..%2f..%2fpyproject.toml", "/%2e%2e/__init__.py", "/a%00b"]
)
def test_files_outside_the_client_stay_there(server: Server, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as plain:
        plain.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: plain.recv(65536), b""))
    assert answer.split()[1] in (b"404", b"400"), answer[:200]


def test_the_client_or_what_is_missing(server: Server) -> None:
    for path in ("/", "/table/x", "/join/x", "/replay/x"):
        answer = Guest(server).ask("GET", path)
        assert answer.status_code in (200, 503) and "text/html" in answer.headers["content-type"]
    assert Guest(server).ask("GET", "/nothing.js").status_code == 404


def test_operations(server: Server) -> None:
    guest = Guest(server)
    assert guest.ask("GET", "/health").status_code == 200
    assert guest.ask("GET", "/ready").json() == {"ready": "yes"}
    assert b"spinney_connections" in guest.ask("GET", "/metrics").content
    hidden = guest.ask("GET", "/metrics", headers={"x-forwarded-for": "192.0.2.1"})
    assert hidden.status_code == 404
