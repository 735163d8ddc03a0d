"""Behind the real nginx and the real Caddy: TLS, WebSockets, addresses, restarts.

They run with the configurations of docs/operating; only names, ports and paths are others.
"""

from __future__ import annotations

import os
import random
import re
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from spinney.server import config
from spinney.server.alarms import KINDS
from spinney.server.metrics import Metrics
from spinney.table import messages
from tests import proxies
from tests.server.living import Guest, Line, Server
from tests.server.threats import ROOT, play

PAGES = ROOT / "docs" / "operating"
PATIENCE = 20.0
MOST = 4  # connections from one address
NAME = "games.example.org"


class Proxy:
    """A proxy in front of a server, on ports of this machine."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind, self.folder = kind, folder
        self.port, self.plain, self.behind = free_ports(3)
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir()

    @property
    def origin(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        """Believes the proxy's own certificate, and no other."""
        return ssl.create_default_context(cafile=self.authority)

    @property
    def authority(self) -> Path:
        if self.kind == "nginx":
            return self.folder / "fullchain.pem"
        return self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"

    def start(self) -> None:
        command = self._nginx() if self.kind == "nginx" else self._caddy()
        env = os.environ | {"XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)}
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=env)
        ends = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None and time.monotonic() < ends, self.said()
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                with self.trust.wrap_socket(line, server_hostname="localhost"):
                    return True
        except OSError:
            return False

    def said(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE)

    def _nginx(self) -> list[str]:
        program, openssl = proxies.find("nginx"), proxies.find("openssl")
        assert program and openssl
        key = self.folder / "privkey.pem"
        made = subprocess.run(
            [
                *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
                *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
                *("-keyout", str(key), "-out", str(self.authority)),
            ],
            capture_output=True,
        )
        assert made.returncode == 0, made.stderr
        site = self._page("nginx.conf")
        for old, new in {
            f"/etc/letsencrypt/live/{NAME}": str(self.folder),
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen 443 ssl;": f"listen 127.0.0.1:{self.port} ssl;",
            "127.0.0.1:8000": f"127.0.0.1:{self.behind}",
            NAME: "localhost",
        }.items():
            assert old in site, old
            site = site.replace(old, new)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in kinds)
        main = self.folder / "main.conf"
        main.write_text(
            f"daemon off;\nworker_processes 1;\npid {self.folder}/pid;\nerror_log stderr;\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{temporary}\n{site}\n}}\n"
        )
        return [program, "-p", str(self.folder), "-c", str(main), "-e", "stderr"]

    def _caddy(self) -> list[str]:
        program = proxies.find("caddy")
        assert program
        site = self._page("Caddyfile")
        for old, new in {
            NAME + " {": f"localhost:{self.port} {{\n\ttls internal\n\tbind 127.0.0.1",
            "127.0.0.1:8000 {": f"127.0.0.1:{self.behind} {{",
        }.items():
            assert old in site, old
            site = site.replace(old, new)
        file = self.folder / "Caddyfile"
        ports = f"\thttp_port {self.plain}\n\thttps_port {self.port}\n"
        file.write_text(f"{{\n\tadmin off\n\tskip_install_trust\n{ports}}}\n{site}")
        return [program, "run", "--config", str(file), "--adapter", "caddyfile"]

    @staticmethod
    def _page(name: str) -> str:
        return (PAGES / name).read_text(encoding="utf-8")


class Visitor(Guest):
    """A guest who comes through the proxy, perhaps from another address of this machine."""

    def __init__(self, proxy: Proxy, server: Server, name: str = "", here: str = "127.0.0.1"):
        self.proxy, self.here, self.baked = proxy, here, ""
        self.trust = proxy.trust
        super().__init__(server, name)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = more.pop("headers", {})
        if "origin" in headers:
            headers["origin"] = self.proxy.origin
        if self.cookie:
            headers = {"cookie": self.cookie} | headers
        transport = httpx.HTTPTransport(verify=self.trust, local_address=self.here)
        with httpx.Client(transport=transport, timeout=PATIENCE) as client:
            answer = client.request(method, self.proxy.origin + path, headers=headers, **more)
        if "set-cookie" in answer.headers:
            self.baked = answer.headers["set-cookie"]
            self.cookie = self.baked.split(";")[0]
        return answer

    def call(self, **more: Any) -> Line:
        headers = ({"cookie": self.cookie} if self.cookie else {}) | more.pop("headers", {})
        line = socket.create_connection(
            ("127.0.0.1", self.proxy.port), PATIENCE, source_address=(self.here, 0)
        )
        line.settimeout(None)
        return Line(
            connect(
                f"wss://localhost:{self.proxy.port}/ws",
                sock=line,
                ssl=self.trust,
                origin=Origin(self.proxy.origin),
                additional_headers=headers,
                open_timeout=PATIENCE,
                compression=None,
                max_size=None,
                proxy=None,
            )
        )

    def refused(self, **more: Any) -> int:
        """The status with which a WebSocket is turned away; 0 if it is not."""
        try:
            self.call(**more).close()
        except InvalidStatus as refused:
            return refused.response.status_code
        return 0


def free_ports(number: int) -> list[int]:
    """Ports nobody has, and none that the system hands out by itself in the meantime."""
    found: list[int] = []
    while len(found) < number:
        port = random.randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            found.append(port)
    return found


@contextmanager
def behind(kind: str, folder: Path) -> Iterator[tuple[Proxy, Server]]:
    """A server with the settings of docs/operating, and a proxy in front of it."""
    if lacking := proxies.missing():
        why = f"proxy tests: SKIPPED, for want of {', '.join(lacking)}: run tests/proxies.py"
        assert os.environ.get("SPINNEY_PROXIES") != "1", why
        pytest.skip(why)
    proxy = Proxy(kind, folder / kind)
    settings = config.load(PAGES / "spinney.toml", {})
    server = Server(
        folder,
        public_url=proxy.origin,
        forwarded_allow_ips=settings.forwarded_allow_ips,
        limits_connections_per_address=str(MOST),
    )
    server.port = proxy.behind
    try:
        server.start()
        proxy.start()
        yield proxy, server
    finally:
        proxy.stop()
        server.end()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs more than one address of this machine")
@pytest.mark.parametrize("kind", ["nginx", "caddy"])
def test_a_table_behind_a_proxy_with_tls(kind: str, tmp_path: Path) -> None:
    with behind(kind, tmp_path) as (proxy, server):
        # Pages and lists, over HTTPS; the cookie is for TLS alone.
        ann = Visitor(proxy, server, "Ann")
        attributes = [part.strip() for part in ann.baked.split(";")]
        assert "Secure" in attributes and "HttpOnly" in attributes
        assert ann.ask("GET", "/health").json() == {"health": "good"}
        assert ann.ask("GET", "/api/shelf").status_code == 200
        assert ann.me().name == "Ann"

        # What is for this machine only is not reached through the proxy.
        for private in ("/metrics", "/ready"):
            assert ann.ask("GET", private).status_code == 404, private
            assert Guest(server).ask("GET", private).status_code == 200, private
        assert "spinney_" not in ann.ask("GET", "/metrics?x=1").text

        # Plain HTTP leads to TLS.
        plain = httpx.get(f"http://localhost:{proxy.plain}/table/x", timeout=PATIENCE)
        assert plain.status_code in (301, 308)
        assert plain.headers["location"].startswith("https://localhost")

        # Moves, over WebSockets.
        table = ann.lay("me", "me").table
        with ann.sit(table, 0) as one, ann.sit(table, 1) as two:
            play([one, two], 6, random.Random(1))

            # The visitor's address is believed if the proxy says it, not if the visitor does.
            with ann.sit(table), ann.sit(table):
                assert MOST == 4 and ann.refused() == 429
                claim = {"x-forwarded-for": "192.0.2.7", "forwarded": "for=192.0.2.7"}
                assert ann.refused(headers=claim) == 429
                ben = Visitor(proxy, server, "Ben", here="127.0.0.2")
                with ben.sit(table) as watching:
                    assert watching.version == 6

            # The server goes and comes back; the proxy stays.
            version = one.version
            server.restart()
            for line in (one, two):
                with suppress(ConnectionClosed):
                    while True:
                        line.socket.recv(timeout=PATIENCE)
        with ann.sit(table, 0) as one, ann.sit(table, 1) as two:
            assert one.version == version
            play([one, two], 2, random.Random(2))
            assert isinstance(one.wish(messages.Say, text="still here"), messages.Ack)
        assert proxy.process and proxy.process.poll() is None


def test_the_page_shows_the_configurations_that_were_tried() -> None:
    """One source: the page has the very files."""
    page = (PAGES.parent / "operating.md").read_text(encoding="utf-8")
    for name in ("nginx.conf", "Caddyfile", "spinney.service", "spinney.toml"):
        assert (PAGES / name).read_text(encoding="utf-8").strip() in page, name


def test_the_page_names_every_alarm_and_only_metrics_that_exist() -> None:
    page = (PAGES.parent / "operating.md").read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f"| `{kind}` |" not in page] == []
    known = Metrics().text().decode()
    named = set(re.findall(r"`((?:spinney|process)_[a-z_]+)", page))
    assert len(named) > 8 and [name for name in named if f" {name} " not in known] == []
