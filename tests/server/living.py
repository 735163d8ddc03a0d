"""A real server in a process of its own, and clients to talk to it, for the tests.

with serving(tmp_path) as server:
    ann = Guest(server, "Ann")
    table = ann.lay("me", "greedy")
    with ann.sit(table.table, 0) as line:
        line.move(line.table.scene.moves[0].id)
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from spinney.core import shelf
from spinney.drawing.scene import Scene
from spinney.table import messages
from spinney.table.messages import FromClient, FromServer

T = TypeVar("T")
# A released game for two in which seats take turns. Games in which all decide at the same time have
# their own tests, and a game that is being developed may be too short.
RELEASED = {file.name for file in (Path(__file__).parent.parent / "archive").glob("*/records/*")}
GAME = next(
    name for name, game in shelf.games().items() if game.seats == range(2, 3) and name in RELEASED
)
PATIENCE = 20.0  # seconds, for anything
RELAXED = {  # limits for tests, which are fast and all come from one address
    "SPINNEY_PACE": "0",
    "SPINNEY_WORKERS": "1",
    "SPINNEY_LIMITS_MOVES_PER_SECOND": "100000",
    "SPINNEY_LIMITS_BURST": "100000",
    "SPINNEY_LIMITS_CHAT_PER_SECOND": "100000",
    "SPINNEY_LIMITS_CHAT_BURST": "100000",
    "SPINNEY_LIMITS_CONNECTS_PER_MINUTE": "100000",
    "SPINNEY_LIMITS_GUESTS_PER_MINUTE": "100000",
    "SPINNEY_LIMITS_REQUESTS_PER_SECOND": "100000",
    "SPINNEY_LIMITS_TABLES_PER_MINUTE": "100000",
    "SPINNEY_LIMITS_HINTS_PER_MINUTE": "100000",
    "SPINNEY_LIMITS_CONNECTIONS_PER_ADDRESS": "5000",
    "SPINNEY_LIMITS_CONNECTIONS_PER_GUEST": "5000",
    "SPINNEY_LIMITS_ANONYMOUS_PER_ADDRESS": "5000",
}
ENCODER = msgspec.json.Encoder()
DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(FromServer)


class Server:
    """`spinney serve` on a free port of this machine. After a restart it has the same port."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        self.port = 0
        self.settings = RELAXED | {f"SPINNEY_{k.upper()}": str(v) for k, v in settings.items()}
        self.process: subprocess.Popen[str] | None = None
        self.log = data / "server.log"
        self.program = ["spinney.cli"]
        self.environment: dict[str, str] = {}  # besides the settings

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        self.launch()
        assert self.process and self.process.stdout
        found = re.search(r":(\d+)$", self.process.stdout.readline().strip())
        assert found, self.log.read_text()
        self.port = int(found.group(1))
        return self

    def launch(self) -> None:
        """Start the process without waiting until it serves."""
        self.data.mkdir(parents=True, exist_ok=True)
        env = {k: v for k, v in os.environ.items() if not k.startswith("SPINNEY_")}
        env |= {k: v for k, v in os.environ.items() if k == "SPINNEY_PURE"}
        command = [sys.executable, "-m", *self.program, "serve", "--port", str(self.port)]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--data", str(self.data / "games")],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=env | self.settings | self.environment,
            )

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait; the exit code."""
        assert self.process
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()
        return code

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def restart(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.end(how)
        self.start()


@contextmanager
def serving(data: Path, **settings: str) -> Iterator[Server]:
    """Run a server during the block. Settings are as in config.py: pace="0.5"."""
    server = Server(data, **settings)
    try:
        yield server.start()
    finally:
        server.end()


class Refused(Exception):
    """An answer that was not a success."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(f"{answer.status_code}: {answer.text}")
        self.status = answer.status_code


class Guest:
    """A guest's browser, as the server sees it: a cookie and an origin."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.cookie = ""
        if name:
            self.post("/api/me", messages.Name(name), messages.Me)

    # -------------------------------------------------------------------------------------- HTTP
    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = more.pop("headers", {})
        if self.cookie:
            headers = {"cookie": self.cookie} | headers
        answer = httpx.request(
            method,
            self.server.origin + path,
            headers=headers,
            timeout=PATIENCE,
            verify=False,  # plain HTTP; making ready for TLS takes longer than the answer
            **more,
        )
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        return answer

    def get(self, path: str, kind: type[T]) -> T:
        return understood(self.ask("GET", path), kind)

    def post(self, path: str, body: Any, kind: type[T]) -> T:
        headers = {"origin": self.server.origin, "content-type": "application/json"}
        return understood(
            self.ask("POST", path, content=ENCODER.encode(body), headers=headers), kind
        )

    def me(self) -> messages.Me:
        return self.get("/api/me", messages.Me)

    def lay(self, *seats: str, game: str = GAME, file: str = "", **options: str) -> messages.Opened:
        """`file`: the text of a components file to play with."""
        kept = self.keep(file, game=game).file if file else ""
        body = messages.NewTable(game, list(seats), options, file=kept)
        return self.post("/api/tables", body, messages.Opened)

    def keep(self, text: str, name: str = "My box", game: str = GAME) -> messages.KeptFiles:
        """Keep a components file."""
        return self.post("/api/components", messages.NewFile(game, text, name), messages.KeptFiles)

    def claim(self, table: str, invite: str) -> messages.Seated:
        return self.post(f"/api/tables/{table}/claim", messages.Claim(invite), messages.Seated)

    def rematch(self, table: str) -> messages.Opened:
        return self.post(f"/api/tables/{table}/rematch", {}, messages.Opened)

    def position(self, table: str, at: int, seat: int = -1) -> messages.PastPosition:
        return self.get(f"/api/tables/{table}/positions/{at}?seat={seat}", messages.PastPosition)

    # --------------------------------------------------------------------------------- WebSocket
    def call(self, **more: Any) -> Line:
        """A connection without a hello."""
        headers = ({"cookie": self.cookie} if self.cookie else {}) | more.pop("headers", {})
        url = f"ws://127.0.0.1:{self.server.port}/ws"
        more.setdefault("origin", self.server.origin)
        return Line(
            connect(
                url,
                additional_headers=headers,
                open_timeout=PATIENCE,
                compression=None,
                max_size=None,
                **more,
            )
        )

    def sit(self, table: str, seat: int = -1, have: int = -1) -> Line:
        """A connection that has sent hello."""
        line = self.call()
        line.hello(table, seat, have)
        return line


def understood(answer: httpx.Response, kind: type[T]) -> T:
    if not answer.is_success:
        raise Refused(answer)
    return msgspec.json.decode(answer.content, type=kind)


class Line:
    """A WebSocket that sends and receives messages, and keeps the table up to date."""

    table: messages.FullTable

    def __init__(self, dial: AbstractContextManager[ClientConnection]) -> None:
        self._ending = ExitStack()
        self.socket = self._ending.enter_context(dial)
        self.seat = -1
        self.version = -1
        self.scene: Any = None
        self.scenes: dict[int, Scene] = {}  # whole, by version
        self.over = False
        self.heard: list[FromServer] = []  # everything, in order
        self.raw: list[str] = []

    def __enter__(self) -> Line:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._ending.close()

    # ----------------------------------------------------------------------------------- saying
    def send(self, wish: FromClient) -> None:
        self.socket.send(ENCODER.encode(wish).decode())

    def hello(self, table: str, seat: int = -1, have: int = -1) -> FromServer:
        self.seat = seat
        self.send(messages.Hello(messages.PROTOCOL, table, seat, have))
        return self.hear()

    def move(self, words: str, id: str = "", version: int | None = None) -> FromServer:
        """Make a move and wait for the answer to it."""
        id = id or new_id()
        now = self.version if version is None else version
        self.send(messages.DoMove(id, self.seat, words, now))
        return self.reply(id)

    def wish(self, kind: type[Any], **fields: Any) -> FromServer:
        """Send another request from this seat, and wait for the answer."""
        id = fields.pop("id", "") or new_id()
        if kind is not messages.Say:
            fields.setdefault("seat", self.seat)
        self.send(kind(id=id, **fields))
        return self.reply(id)

    # ---------------------------------------------------------------------------------- hearing
    def hear(self, patience: float = PATIENCE) -> FromServer:
        """The next message."""
        text = self.socket.recv(timeout=patience)
        assert isinstance(text, str)
        message: FromServer = DECODER.decode(text)
        self.raw.append(text)
        self.heard.append(message)
        match message:
            case messages.FullTable():
                self.table = message
                self.version, self.scene, self.over = message.version, message.scene, message.over
            case messages.Event():
                self.version, self.over = message.version, message.over
                self.scene = messages.whole(message.scene, self.scene)
                self.scenes[message.version] = self.scene
        return message

    def until(self, kind: type[T], **fields: Any) -> T:
        """The next message of a kind, with these values in its fields."""
        while True:
            message = self.hear()
            if isinstance(message, kind) and all(
                getattr(message, name) == value for name, value in fields.items()
            ):
                return message

    def reply(self, id: str) -> FromServer:
        """The answer to a request."""
        while True:
            message = self.hear()
            if (
                isinstance(message, messages.Ack | messages.RefusalMessage | messages.Advice)
                and message.id == id
            ):
                return message

    def catch_up(self, version: int) -> None:
        """Read messages up to a version."""
        while self.version < version:
            self.hear()

    def closed(self) -> int:
        """Wait until the server closes the connection. Returns the close code."""
        from websockets.exceptions import ConnectionClosed

        try:
            while True:
                self.socket.recv(timeout=PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def new_id() -> str:
    return uuid4().hex
