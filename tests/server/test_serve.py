"""The process: where it listens, how it starts, and how it ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spinney.cli import main
from spinney.cli.serve import typed
from spinney.server.serve import PortTaken, listen
from spinney.table import messages
from tests.server.living import Guest, Server, serving


def taken() -> socket.socket:
    busy = socket.socket()
    busy.bind(("127.0.0.1", 0))
    busy.listen()
    return busy


def test_the_next_free_port() -> None:
    with taken() as busy:
        port = busy.getsockname()[1]
        with listen("127.0.0.1", port, others=True) as found:
            assert port < found.getsockname()[1] <= port + 100
        with pytest.raises(PortTaken, match=f"port {port} on 127.0.0.1 is taken"):
            listen("127.0.0.1", port, others=False)


def test_a_port_that_was_asked_for_is_that_or_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with taken() as busy:
        port = str(busy.getsockname()[1])
        assert main(["serve", "--port", port, "--data", str(tmp_path)]) == 2
    assert "is taken" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words, complaint",
    [
        (["--port", "x"], "--port"),
        (["--port", "70000"], "--port"),
        (["--public-url", "here"], "public-url"),
        (["--config", "nowhere.toml"], "nowhere.toml"),
        (["--host", "203.0.113.7", "--port", "1"], "cannot listen"),
    ],
)
def test_mistakes_are_one_line(
    words: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--data", str(tmp_path), *words]) == 2
    err = capsys.readouterr().err
    assert complaint in err and err.count("\n") == 1


def test_what_to_type() -> None:
    assert typed("0.0.0.0") == "localhost" == typed("::")
    assert typed("127.0.0.1") == "127.0.0.1" and typed("::1") == "[::1]"


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        second = subprocess.run(
            [
                *(sys.executable, "-m", "spinney.cli", "serve", "--port", "0"),
                *("--data", str(server.data / "games")),
            ],
            capture_output=True,
            text=True,
            timeout=30,
        )
        assert second.returncode == 2 and "another server" in second.stderr


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
def test_it_goes_down_in_order(tmp_path: Path, how: signal.Signals) -> None:
    with serving(tmp_path) as server:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "me").table
        with ann.sit(table, 0) as line:
            began = time.monotonic()
            assert server.process
            server.process.send_signal(how)
            said = ""
            while said != "draining" and time.monotonic() < began + 5:
                said = ann.ask("GET", "/ready").json()["ready"]
            assert said == "draining" and ann.ask("GET", "/ready").status_code == 503
            assert isinstance(line.move(line.scene.moves[0].id), messages.Ack)  # still at work
            assert line.closed() == 1012
        assert server.end() == 0
        assert time.monotonic() - began < 10
        server.start()
        with ann.sit(table, 0) as line:
            assert line.version == 1


def test_it_listens_beyond_this_machine_only_if_told(tmp_path: Path) -> None:
    server = Server(tmp_path, host="0.0.0.0")
    try:
        server.start()
        assert server.process and server.process.stdout
        rest = server.process.stdout.readline()
        assert rest.startswith(("On other devices: http://", "Ctrl-C"))
        assert Guest(server).ask("GET", "/health").status_code == 200
    finally:
        server.end()
