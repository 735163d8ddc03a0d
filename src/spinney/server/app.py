"""The doors of the server: every address it answers to. What happens behind them is the lobby's.

Whoever asks is known by a cookie, and may only ask from our own pages: a POST and a WebSocket say
where they come from, and that must be the public address or the one they were sent to.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from spinney.core import shelf
from spinney.drawing.shared_art import seat_marks
from spinney.server import metrics, wire
from spinney.server.config import Settings
from spinney.server.door import TOO_MANY
from spinney.server.guests import SECURE_COOKIE, baked, shown
from spinney.server.hosts import Hosts, by_tls, may_read_metrics
from spinney.server.lobby import Lobby, Mistaken, NotThere, the_shelf
from spinney.server.pages import pages
from spinney.server.rulebook import rulebook
from spinney.server.store import GuestRow, StoreError
from spinney.server.talk import DISK_TROUBLE, talk

BODY = 16 * 1024  # bytes of a request
T = TypeVar("T")
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
HSTS = (b"strict-transport-security", b"max-age=31536000")  # a year; only where there is TLS


def create(lobby: Lobby, client: Path) -> Starlette:
    """The application. `client` is the folder of the built client."""
    doors = Doors(lobby)
    routes = [
        Route("/api/shelf", doors.shelf),
        Route("/api/me", doors.me),
        Route("/api/me", doors.rename, methods=["POST"]),
        Route("/api/tables", doors.lay, methods=["POST"]),
        Route("/api/tables/{table}/claim", doors.claim, methods=["POST"]),
        Route("/api/tables/{table}/rematch", doors.rematch, methods=["POST"]),
        Route("/api/tables/{table}/positions/{at:int}", doors.position),
        Route("/api/tables/{table}/record", doors.record),
        Route("/api/games/{game}/art.svg", doors.art),
        Route("/api/games/{game}/rules", doors.rules),
        Route("/health", doors.health),
        Route("/ready", doors.ready),
        Route("/metrics", doors.metrics),
        WebSocketRoute("/ws", doors.talk),
        *pages(client),
    ]
    app = Starlette(
        routes=routes,
        exception_handlers={
            Mistaken: mistaken,
            HTTPException: mistaken,
            StoreError: disk_trouble,
            Exception: trouble,
        },
    )
    app.router.redirect_slashes = False
    app.add_middleware(Turnstile, lobby=lobby)
    app.add_middleware(Hosts, settings=lobby.settings)
    app.add_middleware(Headers, settings=lobby.settings)
    return app


class Doors:
    """One method for each address."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.settings = lobby.settings

    # ---------------------------------------------------------------------------------- the shelf
    async def shelf(self, request: Request) -> Response:
        return answer(the_shelf())

    async def art(self, request: Request) -> Response:
        """The symbols of a game. The address may carry the hash of its components: ?v=…"""
        game = find(request).name
        headers = {"cache-control": "public, max-age=31536000, immutable"}
        if request.query_params.get("v") != shelf.find(game).components:
            headers = {"cache-control": "no-cache"}
        return Response(sheet(game), media_type="image/svg+xml", headers=headers)

    async def rules(self, request: Request) -> Response:
        return answer(rulebook(find(request).name))

    # ------------------------------------------------------------------------------------- guests
    async def me(self, request: Request) -> Response:
        guest, cookie = await self.known(request)
        return answer(await self.lobby.me(guest), cookie=cookie)

    async def rename(self, request: Request) -> Response:
        wish = await self.asked(request, wire.Name)
        guest, cookie = await self.known(request)
        return answer(await self.lobby.me(await self.lobby.rename(guest, wish)), cookie=cookie)

    async def known(self, request: Request) -> tuple[GuestRow, str]:
        """Who asks; a new guest if we do not know. And the cookie to be set, if one is."""
        guest, cookie = await self.guest(request)
        if guest is not None:
            return guest, cookie
        guest, said = await self.lobby.welcome(address(request))
        return guest, baked(said, secure=by_tls(request.scope, self.settings))

    async def guest(self, asking: HTTPConnection) -> tuple[GuestRow | None, str]:
        """Who asks, if we know. A cookie from before TLS counts, and is set anew."""
        cookies = asking.headers.get("cookie", "")
        tls = by_tls(asking.scope, self.settings)
        guest = await self.lobby.guest(shown(cookies, SECURE_COOKIE)) if tls else None
        if guest is not None:
            return guest, ""
        said = shown(cookies)
        guest = await self.lobby.guest(said)
        return guest, baked(said, secure=True) if tls and guest is not None else ""

    # ------------------------------------------------------------------------------------- tables
    async def lay(self, request: Request) -> Response:
        wish = await self.asked(request, wire.NewTable)
        guest, cookie = await self.known(request)
        return answer(await self.lobby.lay(guest, wish), 201, cookie)

    async def claim(self, request: Request) -> Response:
        wish = await self.asked(request, wire.Claim)
        guest, cookie = await self.known(request)
        table = request.path_params["table"]
        return answer(await self.lobby.claim(guest, table, wish), cookie=cookie)

    async def rematch(self, request: Request) -> Response:
        await self.asked(request, dict[str, int])
        guest, _ = await self.guest(request)
        if guest is None:
            raise NotThere
        return answer(await self.lobby.rematch(guest, request.path_params["table"]))

    async def position(self, request: Request) -> Response:
        guest, _ = await self.guest(request)
        room = await self.lobby.room(request.path_params["table"])
        try:
            seat = int(request.query_params.get("seat", "-1"))
        except ValueError:
            raise NotThere from None
        at = request.path_params["at"]
        position = room.position(guest.id if guest else "", seat, at) if room else None
        if position is None:
            raise NotThere
        return answer(position)

    async def record(self, request: Request) -> Response:
        guest = await self.lobby.guest(shown(request.headers.get("cookie", "")))
        found = await self.lobby.find(request.path_params["table"])
        download = found.download(guest.id if guest else "") if found else None
        if found is None or download is None:
            raise NotThere
        name = f"{found.row.game}-{found.id}.json"
        return answer(download, headers={"content-disposition": f'attachment; filename="{name}"'})

    # --------------------------------------------------------------------------------- operations
    async def health(self, request: Request) -> Response:
        return answer({"health": "good"})

    async def ready(self, request: Request) -> Response:
        if self.lobby.draining:
            return answer({"ready": "draining"}, 503)
        if why := await self.lobby.health.reason():
            return answer({"ready": why}, 503)
        return answer({"ready": "yes"})

    async def metrics(self, request: Request) -> Response:
        """Numbers of players are information: only for this machine, if not said otherwise."""
        if self.settings.metrics == "off" or (
            self.settings.metrics == "loopback"
            and not may_read_metrics(address(request), request.headers, self.settings)
        ):
            raise NotThere
        return Response(self.lobby.metrics.text(), media_type=metrics.CONTENT_TYPE)

    # ---------------------------------------------------------------------------------- WebSocket
    async def talk(self, socket: WebSocket) -> None:
        lobby, where = self.lobby, address(socket)
        if not welcome(socket, self.settings):
            return await refuse(socket, 403)
        if lobby.draining:
            return await refuse(socket, 503)
        row, _ = await self.guest(socket)
        guest = row.id if row else ""
        status = lobby.door.enter(where, guest)
        if status:
            if status == TOO_MANY:
                lobby.metrics.refuse("flood")
            return await refuse(socket, status)
        try:
            await talk(lobby, socket, row)
        finally:
            lobby.door.leave(where, guest)

    # --------------------------------------------------------------------------------- what comes
    async def asked(self, request: Request, kind: type[T]) -> T:
        """The body of a POST that comes from one of our pages."""
        if not welcome(request, self.settings):
            raise Mistaken(403, "This did not come from a page of this server.")
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Mistaken(415, "Say it in JSON.")
        body = b""
        try:
            async for piece in request.stream():
                body += piece
                if len(body) > BODY:
                    raise Mistaken(413, "That was too long.")
        except ClientDisconnect:
            raise Mistaken(400, "The rest of it did not come.") from None
        try:
            return msgspec.json.decode(body or b"{}", type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Mistaken(422, f"Not understood: {error}") from None


# ------------------------------------------------------------------------------------ who comes
def welcome(asking: HTTPConnection, settings: Settings) -> bool:
    """Whether a request comes from the public address, or from the one it was sent to."""
    origin = asking.headers.get("origin")
    if not origin:
        return False
    scheme = "https" if asking.scope["scheme"] in ("https", "wss") else "http"
    allowed = {f"{scheme}://{asking.headers.get('host', '')}"}
    if settings.public_url:
        parts = urlsplit(settings.public_url)
        allowed.add(f"{parts.scheme}://{parts.netloc}".lower())
    return origin in allowed


def address(asking: HTTPConnection) -> str:
    return asking.client.host if asking.client else ""


async def refuse(socket: WebSocket, status: int) -> None:
    """Say no before the handshake is done."""
    await socket.send_denial_response(Response(status_code=status))


# ------------------------------------------------------------------------------------ what goes
def answer(
    body: Any, status: int = 200, cookie: str = "", headers: dict[str, str] | None = None
) -> Response:
    said = {"cache-control": "no-store"} | (headers or {})
    response = Response(msgspec.json.encode(body), status, said, "application/json")
    if cookie:
        response.headers.append("set-cookie", cookie)
    return response


async def mistaken(request: Request, error: Exception) -> Response:
    if isinstance(error, Mistaken):
        return answer(wire.Mistake(error.why), error.status)
    assert isinstance(error, HTTPException)
    why = "There is nothing here." if error.status_code == 404 else error.detail
    headers = dict(error.headers or {})
    return answer(wire.Mistake(why), error.status_code, headers=headers)


async def trouble(request: Request, error: Exception) -> Response:
    """Whatever else goes wrong is logged outside, with its place."""
    return JSONResponse({"error": "Something went wrong here. Try again."}, 500)


async def disk_trouble(asking: HTTPConnection, error: Exception) -> Any:
    """The store raises an alarm; whoever asked gets a sentence. A WebSocket gets here before its
    handshake is done: later there are messages for it."""
    if isinstance(asking, WebSocket):
        await refuse(asking, 503)
        return None
    return answer(wire.Mistake(DISK_TROUBLE), 503)


def find(request: Request) -> Any:
    try:
        return shelf.find(request.path_params["game"])
    except ValueError:
        raise NotThere from None


@cache
def sheet(game: str) -> bytes:
    symbols = shelf.find(game).board.sheet() + "\n" + seat_marks()
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'.encode()


class Turnstile:
    """Lets only so many requests through from one address; positions and lists cost us work."""

    def __init__(self, app: ASGIApp, lobby: Lobby) -> None:
        self.app, self.lobby = app, lobby

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            if not self.lobby.door.request(address(HTTPConnection(scope))):
                self.lobby.metrics.refuse("flood")
                busy = answer(wire.Mistake("Not so fast, please."), 429)
                return await busy(scope, receive, send)
        await self.app(scope, receive, send)


class Headers:
    """Puts the headers that keep a page safe on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        headers = [*HEADERS, HSTS] if by_tls(scope, self.settings) else HEADERS

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        await self.app(scope, receive, sending)
