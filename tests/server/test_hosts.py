"""Names of the server, proxies that are or are not trusted, and what TLS changes."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import httpx
import pytest

from spinney.server.config import Settings
from spinney.server.cookies import COOKIE, SECURE_COOKIE
from spinney.server.hosts import HostCheck, host_name, may_read_metrics, own_names
from tests.server.light import handshake
from tests.server.living import Guest, Server, serving
from tests.server.threats import JSON, plain

TLS = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}
PUBLIC = "https://games.example.org"


# ------------------------------------------------------------------------------------------- names
@pytest.mark.parametrize(
    "header, name",
    [
        ("games.example.org", "games.example.org"),
        ("Games.Example.ORG.:8000", "games.example.org"),
        ("127.0.0.1:80", "127.0.0.1"),
        ("[::1]", "::1"),
        ("[2001:DB8::1]:8000", "2001:db8::1"),
        ("[::1", ""),
        ("[::1]x", ""),
        ("[evil.example]", ""),
        ("localhost:80@evil.example", ""),
        ("localhost:x", ""),
        ("", ""),
    ],
)
def test_the_name_in_a_host_header(header: str, name: str) -> None:
    assert host_name(header) == name


def test_the_names_of_a_server() -> None:
    settings = Settings(
        host="Games.lan", public_url="https://games.example.org:8443", allowed_hosts="a.b, C.d.,"
    )
    machine = socket.gethostname().lower().partition(".")[0]
    names = own_names(settings)
    for name in ("localhost", machine, f"{machine}.local", "games.lan", "games.example.org"):
        assert name in names
    assert "a.b" in names and "c.d" in names and "" not in names

    async def app(*_: object) -> None: ...

    hosts = HostCheck(app, settings)
    for fine in ("localhost:8000", "192.168.1.7:8000", "[fe80::1]:8000", "A.B:80", "c.d."):
        assert hosts.knows(fine), fine
    for wrong in (
        *("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "xa.b", "b"),
        *("", "127.1", "0x7f.1", "2130706433", "localhost@evil.example", "a.b,evil.example"),
    ):
        assert not hosts.knows(wrong), wrong


def test_threat_23_dns_rebinding_another_name_is_refused(server: Server) -> None:
    ann = Guest(server, "Ann")
    port = f":{server.port}"
    for name in ("evil.example", f"evil.example{port}", f"127.0.0.1.evil.example{port}"):
        for path in ("/", "/api/me", "/health", "/metrics", "/nothing"):
            answer = ann.ask("GET", path, headers={"host": name})
            assert answer.status_code == 421 and answer.text.count("\n") == 1
            assert "allowed_hosts" in answer.text and "set-cookie" not in answer.headers
            assert answer.headers["content-type"].startswith("text/plain")
        headers = JSON | {"host": name, "origin": f"http://{name}"}
        answer = ann.ask("POST", "/api/me", content=b'{"name": "Eve"}', headers=headers)
        assert answer.status_code == 421
        request = handshake(server.port, ann.cookie).decode().replace(f"127.0.0.1{port}", name)
        refused = plain(server, request.encode())
        assert refused.split()[1] == b"421" and b"allowed_hosts" in refused
    assert ann.me().name == "Ann"
    two = "GET /health HTTP/1.1\r\nHost: {}\r\nHost: {}\r\nConnection: close\r\n\r\n"
    for names in (("127.0.0.1", "evil.example"), ("evil.example", "127.0.0.1")):
        assert plain(server, two.format(*names).encode()).split()[1] in (b"400", b"421")
    none = b"GET /health HTTP/1.0\r\n\r\n"  # from no browser; some load balancers ask like this
    assert plain(server, none).split()[1] == b"200"


def test_threat_23_dns_rebinding_the_names_of_the_settings_are_fine(tmp_path: Path) -> None:
    names = {"allowed_hosts": "forest.lan, other.lan", "public_url": "http://games.example.org"}
    with serving(tmp_path, **names) as server:
        fine = ("localhost", "forest.lan:80", "OTHER.lan", "games.example.org", "192.0.2.1:1")
        for name in (*fine, f"{socket.gethostname()}:{server.port}"):
            answer = Guest(server).ask("GET", "/api/shelf", headers={"host": name})
            assert answer.status_code == 200, name
        assert Guest(server).ask("GET", "/", headers={"host": "x.lan"}).status_code == 421


# --------------------------------------------------------------------------------- TLS and cookies
def test_a_cookie_under_tls_has_the_name_that_nobody_else_can_set(tmp_path: Path) -> None:
    """As a proxy that we trust says it."""
    with serving(tmp_path, forwarded_allow_ips="127.0.0.1", public_url="") as server:
        guest = Guest(server)
        answer = guest.ask("GET", "/api/me", headers=TLS)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"{SECURE_COOKIE}=") and cookie.endswith("; Secure")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        assert "set-cookie" not in guest.ask("GET", "/api/me", headers=TLS).headers
        table = post(guest, "/api/tables", b'{"game": "morels", "seats": ["me", "me"]}')
        with guest.call(origin=server.origin.replace("http:", "https:"), headers=TLS) as line:
            assert line.hello(table.json()["table"], 0).__class__.__name__ == "FullTable"
        other = Guest(server)
        answer = other.ask("GET", "/api/me")  # beside the proxy, without TLS
        assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")
        assert "Secure" not in answer.headers["set-cookie"]
        assert "strict-transport-security" not in answer.headers
        # On plain HTTP the secure cookie says nothing, even if somebody shows it.
        before = guest.cookie
        assert "set-cookie" in guest.ask("GET", "/api/me").headers and guest.cookie != before


def post(guest: Guest, path: str, body: bytes) -> httpx.Response:
    headers = JSON | TLS | {"origin": guest.server.origin.replace("http:", "https:")}
    return guest.ask("POST", path, content=body, headers=headers)


def test_nobody_loses_a_seat_when_tls_comes(tmp_path: Path) -> None:
    """A guest from before shows the plain cookie, is known, and gets the secure one."""
    with serving(tmp_path, forwarded_allow_ips="127.0.0.1") as server:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "me").table
        old = ann.cookie
        assert old.startswith(f"{COOKIE}=")
        answer = ann.ask("GET", "/api/me", headers=TLS)
        assert answer.json()["name"] == "Ann" and len(answer.json()["tables"]) == 1
        assert ann.cookie == old.replace(COOKIE, SECURE_COOKIE)
        assert answer.headers["set-cookie"].endswith("; Secure")
        ben = Guest(server, "Ben")
        for cookies, name, again in (
            (f"{old}; {ann.cookie}", "Ann", False),
            (f"{ben.cookie}; {ann.cookie}", "Ann", False),  # the secure one wins
            (f"{SECURE_COOKIE}={'x' * 22}; {old}", "Ann", True),  # unless it is nobody's
        ):
            answer = ann.ask("GET", "/api/me", headers=TLS | {"cookie": cookies})
            assert answer.json()["name"] == name and ("set-cookie" in answer.headers) == again
        https = server.origin.replace("http:", "https:")
        ann.cookie = old  # a socket that is opened before the page asks for anything
        with ann.call(origin=https, headers=TLS) as line:
            line.hello(table, 0)
            assert line.scene.moves


def test_the_public_address_alone_makes_cookies_secure(tmp_path: Path) -> None:
    with serving(tmp_path, public_url=PUBLIC) as server:
        answer = Guest(server).ask("GET", "/api/me")
        assert answer.headers["set-cookie"].startswith(f"{SECURE_COOKIE}=")
        assert "strict-transport-security" in answer.headers


# ----------------------------------------------------------------------------------------- proxies
def test_a_proxy_that_is_not_trusted_is_named_once(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        guest = Guest(server)
        guest.ask("GET", "/health")
        assert "forwarded_allow_ips" not in server.log.read_text()
        for name in ("x-forwarded-for", "forwarded", "x-real-ip"):
            assert guest.ask("GET", "/health", headers={name: "203.0.113.7"}).status_code == 200
        server.end()
        assert server.log.read_text().count("forwarded_allow_ips") == 1


def test_a_proxy_that_is_trusted_is_not(tmp_path: Path) -> None:
    with serving(tmp_path, forwarded_allow_ips="127.0.0.1") as server:
        assert Guest(server).ask("GET", "/health", headers=TLS).status_code == 200
        server.end()
        assert "forwarded_allow_ips" not in server.log.read_text()


# ----------------------------------------------------------------------------------------- metrics
def test_threat_24_metrics_are_for_this_machine_alone() -> None:
    here = {"host": "127.0.0.1:8000"}
    unset, proxied = Settings(), Settings(public_url=PUBLIC)
    local = Settings(public_url="http://localhost:8000")
    assert may_read_metrics("127.0.0.1", here, unset) and may_read_metrics("::1", here, local)
    assert may_read_metrics("127.0.0.1", {"host": "localhost"}, unset)
    assert not may_read_metrics("127.0.0.1", here, proxied)
    assert not may_read_metrics("192.0.2.1", here, unset)
    assert not may_read_metrics("", here, unset)
    for host in ("games.example.org", "192.168.1.7", "localhost.evil.example", ""):
        assert not may_read_metrics("127.0.0.1", {"host": host}, unset), host
    assert not may_read_metrics("127.0.0.1", {}, unset)
    for name in ("x-forwarded-for", "x-forwarded-proto", "forwarded", "via", "x-real-ip"):
        assert not may_read_metrics("127.0.0.1", here | {name: "x"}, unset), name


def test_threat_24_metrics_through_a_proxy_on_this_machine(tmp_path: Path) -> None:
    """Even one that sends nothing of its own but the name that people type."""
    with serving(tmp_path, allowed_hosts="games.example.org") as server:
        guest = Guest(server)
        assert guest.ask("GET", "/metrics").status_code == 200
        for headers in ({"host": "games.example.org"}, {"x-forwarded-proto": "http"}):
            assert guest.ask("GET", "/metrics", headers=headers).status_code == 404


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as some:
        return int(some.getsockname()[1])


def test_threat_24_metrics_have_a_port_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, public_url=PUBLIC, metrics_port=str(port)) as server:
        assert Guest(server).ask("GET", "/metrics").status_code == 404
        url = f"http://127.0.0.1:{port}"
        answer = httpx.get(f"{url}/metrics")
        assert answer.status_code == 200 and "spinney_connections" in answer.text
        assert answer.headers["content-type"].startswith("text/plain; version=")
        assert httpx.get(f"{url}/health").status_code == 404
        assert httpx.post(f"{url}/metrics").status_code == 404
        rebound = httpx.get(f"{url}/metrics", headers={"host": f"evil.example:{port}"})
        assert rebound.status_code == 421
        assert server.process
        listening = Path(f"/proc/{server.process.pid}/net/tcp").read_text()
        found = re.findall(rf" ([0-9A-F]+):{port:04X} 0+:0000 0A ", listening)
        assert found == ["0100007F"]  # 127.0.0.1, and nowhere else


def test_a_metrics_port_that_is_taken_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from spinney.cli import main

    with socket.create_server(("127.0.0.1", 0)) as busy:
        monkeypatch.setenv("SPINNEY_METRICS_PORT", str(busy.getsockname()[1]))
        assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert "is taken" in err and err.count("\n") == 1
