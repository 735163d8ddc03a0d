"""Threats 8 to 16, each by its number in docs/threats.md: floods, markup, other sites, bombs."""

from __future__ import annotations

import asyncio
import gzip
import random
import re
import socket
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from spinney.server import socket_session
from spinney.server.cookies import COOKIE
from spinney.server.lobby import Lobby
from spinney.table import messages
from spinney.table.connection import Connection
from spinney.table.guests import new_token
from spinney.table.rate_limits import Bucket
from tests.server.living import GAME, Guest, Refused, Server, serving
from tests.server.threats import (
    JSON,
    MARKUP,
    ROOT,
    count,
    pair,
    plain,
    play,
    slowest,
    well,
)


# ------------------------------------------------------------------------- 8, 9: floods, slowness
@pytest.mark.slow
def test_threat_08_flood_hurts_only_the_flooder(tmp_path: Path) -> None:
    usual = {"limits_moves_per_second": "5", "limits_burst": "20", "limits_chat_burst": "5"}
    with serving(tmp_path, **usual) as server:
        opened, ann, ben = pair(server)
        floods = [Guest(server, "Eve").sit(opened.table) for _ in range(5)]
        ping = msgspec.json.encode(messages.Why("w", 0, "gather")).decode()
        with ann.sit(opened.table, 0) as one, ben.sit(opened.table, 1) as two:
            for flood in floods:
                with suppress(ConnectionClosed):
                    for _ in range(400):
                        flood.socket.send(ping)

            def answered() -> None:
                one.send(messages.Ping())
                one.until(messages.Pong)

            assert slowest(40, answered) < 0.5
            for flood in floods:
                assert flood.closed() in (1008, 1013)  # too much, or not reading its refusals
                flood.close()
            play([one, two], 4, random.Random(1))


def test_threat_08_flood_of_connections_is_cut_off_by_address(tmp_path: Path) -> None:
    with serving(tmp_path, limits_connections_per_address="4") as server:
        table = Guest(server, "Ann").lay("me", "me").table
        lines = [Guest(server).sit(table) for _ in range(4)]
        with pytest.raises(InvalidStatus) as refused:
            Guest(server).call()
        assert refused.value.response.status_code == 429
        lines.pop().close()
        for _ in range(50):  # the place is free again
            with suppress(InvalidStatus):
                lines.append(Guest(server).sit(table))
                break
            time.sleep(0.05)
        assert len(lines) == 4
        for line in lines:
            line.close()


def test_threat_08_flood_of_everybody_is_turned_away_at_the_door(tmp_path: Path) -> None:
    with serving(tmp_path, limits_connections="3") as server:
        lines = [Guest(server).call() for _ in range(3)]
        with pytest.raises(InvalidStatus) as refused:
            Guest(server).call()
        assert refused.value.response.status_code == 503
        for line in lines:
            line.close()


def test_threat_09_slow_clients_that_never_finish_a_request_hold_nobody_up(server: Server) -> None:
    """A reader that is stuck: test_routes.py and bench.py. Long-lived half requests: the proxy."""
    halves = [
        b"GET /api/shelf HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
        b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n",
    ]
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(90)]
    try:
        for number, line in enumerate(slow):
            line.sendall(halves[number % 3])
        assert slowest(20, lambda: well(server)) < 0.5
    finally:
        for line in slow:
            line.close()


def test_threat_09_slow_clients_that_never_say_hello_are_sent_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Silent:
        async def text(self) -> str:
            await asyncio.sleep(60)
            return ""

    monkeypatch.setattr(socket_session, "GREETING", 0.05)
    full = Bucket(1e9, 1e9)
    who = Connection("", "", "", full, full, full, 9, lambda: None)
    with pytest.raises(socket_session.CloseConnection, match="say hello first") as hung:
        asyncio.run(
            socket_session.handle_messages(
                cast(Lobby, SimpleNamespace()), who, cast(socket_session.MessageReader, Silent())
            )
        )
    assert hung.value.code == 1008


# -------------------------------------------------------------------------------- 10: markup
def test_threat_10_markup_in_names_and_chat_stays_text(server: Server) -> None:
    """What a browser makes of it: tests/browser."""
    for said in MARKUP:
        ann = Guest(server, said)
        name = ann.me().name
        assert name == said[:30].strip()
        table = ann.lay("me", "me").table
        with ann.sit(table, 0) as line, Guest(server).sit(table) as watcher:
            line.wish(messages.Say, text=said)
            assert watcher.until(messages.Chat).line.text == said
            assert watcher.table.chairs[0].name == name
            play([line], 1, random.Random(1))
        answer = ann.ask("GET", "/api/me")
        assert answer.headers["content-type"] == "application/json"


def test_threat_10_markup_the_page_may_run_nothing_but_its_own_files(server: Server) -> None:
    for path in ("/", "/table/x", "/api/shelf", "/nothing"):
        policy = Guest(server).ask("GET", path).headers["content-security-policy"]
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert rules["default-src"] == rules["script-src"] == rules["connect-src"] == "'self'"
        for name in ("object-src", "base-uri", "frame-ancestors"):
            assert rules[name] == "'none'"


def test_threat_10_markup_is_never_put_into_the_page_as_such() -> None:
    sources = [
        path
        for path in (ROOT / "web" / "src").rglob("*")
        if path.suffix in (".svelte", ".ts", ".js")
    ]
    assert len(sources) > 40, "the client's sources were not found"
    ban = re.compile(r"\{@html|insertAdjacentHTML|document\.write|\beval\(|new Function\(")
    for path in sources:
        assert not ban.search(path.read_text(encoding="utf-8")), path.name


# ------------------------------------------------------------------- 11, 12: other sites, sessions
def test_threat_11_other_sites_cannot_speak_for_a_guest(server: Server) -> None:
    ann = Guest(server, "Ann")
    host = f"127.0.0.1:{server.port}"
    tables = count(server, "tables")
    for origin in (
        *("null", "", "http://evil.example", f"https://{host}", f"http://{host}.evil.example"),
        *(f"http://{host}@evil.example", f"http://evil.example/{host}", f"http://{host}/"),
        *(f"http://127.0.0.1:{server.port + 1}", f"HTTP://{host}", f"http://{host} evil"),
    ):
        body = msgspec.json.encode(messages.NewTable(GAME, ["me", "me"]))
        headers = JSON | {"origin": origin}
        answer = ann.ask("POST", "/api/tables", content=body, headers=headers)
        assert answer.status_code == 403, origin
        handshake = (
            f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nCookie: {ann.cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert plain(server, handshake.encode()).split()[1] == b"403", origin
    for form in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data", ""):
        headers = {"origin": server.origin, "content-type": form}
        answer = ann.ask("POST", "/api/tables", content=b'{"game": "x"}', headers=headers)
        assert answer.status_code == 415
    assert count(server, "tables") == tables
    answer = ann.ask("OPTIONS", "/api/tables", headers={"origin": "http://evil.example"})
    assert "access-control-allow-origin" not in answer.headers


def test_threat_11_other_sites_get_no_cookie_sent_along(server: Server) -> None:
    cookie = Guest(server).ask("GET", "/api/me").headers["set-cookie"]
    assert "SameSite=Lax" in cookie and "HttpOnly" in cookie and "Domain" not in cookie
    before = count(server, "tables")
    for path in ("/api/tables", "/api/tables/x/claim", "/api/tables/x/rematch"):
        assert Guest(server).ask("GET", path).status_code in (404, 405)  # GET changes nothing
    assert count(server, "tables") == before


def test_threat_12_session_fixation_a_token_of_others_making_is_never_adopted(
    server: Server,
) -> None:
    """There is no login. A guest is the hash of a new_token that this server has drawn."""
    planted = f"{COOKIE}=attackerattackerattack"
    victim = Guest(server)
    victim.cookie = planted
    victim.post("/api/me", messages.Name("Vic"), messages.Me)
    assert victim.cookie != planted
    table = victim.lay("me", "me").table
    attacker = Guest(server)
    attacker.cookie = planted
    with attacker.call() as line:
        assert line.hello(table, 0) == messages.Gone()
    assert attacker.me().tables == []


# -------------------------------------------------------------------------------- 13: guessed ids
def test_threat_13_guessed_ids_are_hopeless_and_missing_looks_like_forbidden(
    server: Server,
) -> None:
    ann, eve = Guest(server, "Ann"), Guest(server, "Eve")
    opened = [ann.lay("me", "open") for _ in range(10)]
    tokens = [o.table for o in opened] + [o.invites[1] for o in opened]
    tokens += [g.cookie.partition("=")[2] for g in (ann, eve)]
    assert all(len(one) == 22 for one in tokens)  # 128 bits
    assert len({one[:6] for one in tokens}) == len(tokens)
    for what in ("record", "positions/0?seat=0", "positions/0?seat=1"):
        answers = {
            (answer.status_code, answer.content)
            for table in (opened[0].table, new_token(), "x")
            for answer in [eve.ask("GET", f"/api/tables/{table}/{what}")]
        }
        assert len(answers) == 1 and answers.pop()[0] == 404
    for table in (opened[0].table, new_token()):
        for path, body in (("claim", messages.Claim(new_token())), ("rematch", {})):
            with pytest.raises(Refused, match=r"404: .*nothing here"):
                eve.post(f"/api/tables/{table}/{path}", body, messages.Seated)
    assert eve.me().tables == []  # no list shows others' tables


# ---------------------------------------------------------------------- 14, 15, 16: exhaustion
@pytest.mark.slow
def test_threat_14_computer_players_do_not_hold_up_the_others(tmp_path: Path) -> None:
    """Runaways, gluttons and a full queue: test_pool.py."""
    with serving(tmp_path, limits_worker_queue="4") as server:
        ann = Guest(server, "Ann")
        tables = [ann.lay("greedy", "random").table for _ in range(25)]
        one, other = ann, Guest(server, "Ben")
        opened = one.lay("me", "open")
        other.claim(opened.table, opened.invites[1])
        with one.sit(opened.table, 0) as line:

            def answered() -> None:
                line.send(messages.Ping())
                line.until(messages.Pong)

            assert slowest(100, answered) < 0.25
        with ann.sit(tables[-1]) as watcher:
            while not watcher.over:
                watcher.hear()


def test_threat_15_tables_and_logs_have_a_limit(tmp_path: Path) -> None:
    few = {"limits_tables_per_minute": "3", "limits_entries_per_table": "10"}
    with serving(tmp_path, **few) as server:
        ann = Guest(server, "Ann")
        tables = [ann.lay("me", "me").table for _ in range(3)]
        for _ in range(5):
            with pytest.raises(Refused, match="429"):
                ann.lay("me", "me")
        assert count(server, "tables") == 3
        with ann.sit(tables[0], 0) as line:
            answers = [line.wish(messages.Say, text=f"line {n}") for n in range(15)]
            assert isinstance(answers[-1], messages.RefusalMessage)
        assert count(server, "entries") <= 10


@pytest.mark.slow
def test_threat_15_chat_of_spectators_never_ends_a_game(tmp_path: Path) -> None:
    """Chat fills its share of the log and asks for more. Then a whole game is played: it takes more
    moves than would be left if chat counted together with them.
    """
    most = 80  # a game of first moves takes 42 to 62
    with serving(tmp_path, limits_entries_per_table=str(most)) as server:
        ann, eve = Guest(server, "Ann"), Guest(server, "Eve")
        table = ann.lay("me", "me").table
        with eve.sit(table) as noise, ann.sit(table, 0) as one, ann.sit(table, 1) as two:
            for n in range(most // 2):
                assert isinstance(noise.wish(messages.Say, text=f"x{n}"), messages.Ack)
            for line in (noise, one):
                refused = line.wish(messages.Say, text="more")
                assert (
                    isinstance(refused, messages.RefusalMessage) and "log is full" in refused.text
                )
            moves = 0
            while not one.over:
                line = one if one.scene.moves else two
                assert isinstance(line.move(line.scene.moves[0].id), messages.Ack), moves
                moves += 1
                one.catch_up(moves)
                two.catch_up(moves)
            assert moves > most - most // 2, "the limit was never in the way"
            assert isinstance(noise.wish(messages.Say, text="still more"), messages.RefusalMessage)
        assert count(server, "entries") == most // 2 + moves


@pytest.mark.slow
def test_threat_15_tables_in_memory_are_forgotten_and_found_again(tmp_path: Path) -> None:
    with serving(tmp_path, limits_tables_in_memory="5") as server:
        ann = Guest(server, "Ann")
        tables = [ann.lay("me", "me").table for _ in range(30)]
        metrics = ann.ask("GET", "/metrics").text
        found = re.search(r"^spinney_tables ([\d.]+)", metrics, re.M)
        assert found and float(found.group(1)) <= 6
        with ann.sit(tables[0], 0) as line:
            assert line.scene.moves


def test_threat_16_bombs_are_not_unpacked(server: Server) -> None:
    ann = Guest(server, "Ann")
    packed = gzip.compress(b'{"name": "' + b"x" * 10_000_000 + b'"}')
    headers = JSON | {"origin": server.origin, "content-encoding": "gzip"}
    assert ann.ask("POST", "/api/me", content=packed, headers=headers).status_code in (
        413,
        415,
        422,
    )
    deep = b'{"game":' * 1500 + b"1" + b"}" * 1500
    headers = JSON | {"origin": server.origin}
    assert ann.ask("POST", "/api/tables", content=deep, headers=headers).status_code == 422
    table = ann.lay("me", "me").table
    for bomb in ("[" * 16000, '{"a":' * 3000, '"' + "\\u0000" * 2600, " " * 16_300 + "1"):
        with ann.sit(table, 0) as line:
            line.socket.send(bomb)
            assert line.closed() == 1007
    with ann.sit(table, 0) as line:
        line.socket.send("x" * 16_385)
        assert line.closed() == 1009
    assert ann.me().name == "Ann"


def test_threat_16_bombs_compression_is_not_even_offered(server: Server) -> None:
    host = f"127.0.0.1:{server.port}"
    handshake = (
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: {server.origin}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(handshake.encode())
        answer = line.recv(4096).lower()
        assert b" 101 " in answer and b"permessage-deflate" not in answer
        line.sendall(b"\xc1\x85\0\0\0\0\x01\x02\x03\x04\x05")  # compressed all the same
        answer = line.recv(4096)
        assert answer[0] == 0x88 and int.from_bytes(answer[2:4], "big") == 1002
    assert well(server)
