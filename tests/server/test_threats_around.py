"""Threats 17 to 20, each by its number in docs/threats.md: files, pins, proxies, old clients."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.exceptions import InvalidStatus

from spinney.core import fairness
from spinney.table import messages
from spinney.table.guests import digest
from tests.server.living import Guest, Line, Refused, Server, serving
from tests.server.threats import (
    JSON,
    ROOT,
    pair,
    plain,
    play,
    secret_of,
)


# ------------------------------------------------------------------- 17: files and what is written
@pytest.mark.parametrize(
    "path",
    [
        *("/../pyproject.toml", "/../../../../etc/passwd", "/..%2f..%2fetc%2fpasswd"),
        *("/%2e%2e/%2e%2e/etc/passwd", "/....//....//etc/passwd", "/%252e%252e/etc/passwd"),
        *("/assets/../../server/app.py", "/assets/..%5c..%5cserver%5capp.py", "//etc/passwd"),
        *("/etc/passwd%00.html", "/table/../../server/app.py", "/games/spinney.db", "/.git/config"),
    ],
)
def test_threat_17_path_traversal_finds_no_file(server: Server, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    answer = plain(server, request.encode())
    head, _, body = answer.partition(b"\r\n\r\n")
    page = path.startswith("/table/")  # any address of the client's own is its one page
    assert head.split()[1] in ((b"200", b"503") if page else (b"400", b"404"))
    for secret in (b"root:", b"[project]", b"SQLite format", b"import "):
        assert secret not in body


@pytest.mark.parametrize("form", ["json", "text"])
def test_threat_17_secrets_in_logs_no_canary_is_found(tmp_path: Path, form: str) -> None:
    with serving(tmp_path, log_format=form) as server:
        ann, ben = Guest(server, "CanaryAnn"), Guest(server, "CanaryBen")
        opened = ann.lay("me", "open")
        canaries = {
            "name": "CanaryAnn",
            "cookie": ann.cookie.partition("=")[2],
            "other cookie": ben.cookie.partition("=")[2],
            "guest": digest(ann.cookie.partition("=")[2]),
            "invite": opened.invites[1],
            "invite's hash": digest(opened.invites[1]),
            "secret": secret_of(server, opened.table),
            "key": fairness.key(secret_of(server, opened.table), ["", ""]).hex(),
            "chat": "canary in the mine",
            "query": "canaryquerycanaryquery",
        }
        with pytest.raises(Refused):
            ben.claim(opened.table, "wrong" + opened.invites[1][5:])
        ben.claim(opened.table, opened.invites[1])
        ann.ask("GET", f"/api/me?token={canaries['query']}")
        ann.ask("GET", f"/join/{opened.table}/{canaries['invite']}")
        ann.ask("POST", "/api/me", content=canaries["chat"].encode())
        with ann.sit(opened.table, 0) as line, ben.sit(opened.table, 1) as other:
            line.wish(messages.Say, text=canaries["chat"])
            line.move(canaries["chat"])
            line.wish(messages.AskHint)
            play([line, other], 3, random.Random(2))
            line.socket.send(canaries["secret"])
            line.closed()
        plain(server, b"GET /%b HTTP/9.9\r\n\r\n" % canaries["cookie"].encode())
        assert server.process
        server.end()
        written = server.log.read_text()
        assert opened.table in written  # it is the log, and it says what happened
        for name, canary in canaries.items():
            assert canary not in written, name
        tokens = [canaries[name] for name in ("cookie", "other cookie", "invite")]
        for file in (server.data / "games").iterdir():
            for said in tokens:
                assert said.encode() not in file.read_bytes(), file.name


def test_threat_17_secrets_in_files_are_for_their_owner_only(server: Server) -> None:
    for file in (server.data / "games").iterdir():
        assert file.stat().st_mode & 0o077 == 0 or file.suffix == ".lock", file.name


# ------------------------------------------------------------------------- 18, 19, 20: around it
def test_threat_18_supply_chain_everything_is_pinned_by_its_hash() -> None:
    locks = sorted((ROOT / "lock").glob("*.txt"))
    assert locks
    for lock in locks:
        text = lock.read_text()
        assert "://" not in text
        wanted = re.split(r"^(?=[A-Za-z])", text, flags=re.M)[1:]
        assert wanted
        for one in wanted:
            assert "==" in one.split()[0] and "--hash=sha256:" in one, one.split()[0]
    client = ROOT / "web" / "package-lock.json"
    packages = json.loads(client.read_text())["packages"]
    for name, package in packages.items():
        if name:
            assert package.get("integrity", "").startswith("sha512-"), name
            assert "resolved" not in package, name


def test_threat_19_proxy_trust_a_spoofed_address_is_ignored(tmp_path: Path) -> None:
    """No proxy is trusted unless it is named."""
    with serving(tmp_path, limits_connects_per_minute="5") as server:
        table = Guest(server, "Ann").lay("me", "me").table
        refusals = 0
        for number in range(8):
            spoof = {
                "x-forwarded-for": f"203.0.113.{number}",
                "x-real-ip": f"203.0.113.{number}",
                "forwarded": f"for=203.0.113.{number}",
                "x-forwarded-host": "evil.example",
                "x-forwarded-proto": "https",
            }
            guest = Guest(server)
            try:
                url_line = guest_call(guest, spoof)
                url_line.hello(table)
                url_line.close()
            except InvalidStatus as refused:
                assert refused.response.status_code == 429
                refusals += 1
        assert refusals == 3
        body = b'{"name": "Eve"}'
        for extra in ({"x-forwarded-host": "evil.example"}, {"forwarded": "host=evil.example"}):
            headers = JSON | {"origin": "http://evil.example"} | extra
            answer = Guest(server).ask("POST", "/api/me", content=body, headers=headers)
            assert answer.status_code == 403


def guest_call(guest: Guest, headers: dict[str, str]) -> Line:
    from websockets.sync.client import connect

    server = guest.server
    return Line(
        connect(
            f"ws://127.0.0.1:{server.port}/ws",
            origin=cast(Any, server.origin),
            additional_headers=headers,
            compression=None,
        )
    )


@pytest.mark.parametrize("protocol", [messages.OLDEST - 1, messages.PROTOCOL + 1, 0, -(2**60)])
def test_threat_20_version_skew_another_protocol_is_told_to_reload(
    server: Server, protocol: int
) -> None:
    opened, ann, _ = pair(server)
    with ann.call() as line:
        line.send(messages.Hello(protocol, opened.table, 0))
        assert line.hear() == messages.Reload(messages.PROTOCOL)
        line.send(messages.DoMove("a", 0, "take place=1", 0))
        assert line.hear() == messages.Gone()  # it is not at the table
