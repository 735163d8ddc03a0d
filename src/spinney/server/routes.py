"""The routes of the server.

A guest is recognised by a cookie. Requests that change something must come from our own pages: the
Origin of a POST and of a WebSocket must be the public address, or the address it was sent to.
"""

from __future__ import annotations

import asyncio
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
from spinney.core.game import Game
from spinney.drawing.shared_art import shared_symbols
from spinney.server import metrics
from spinney.server.admission import TOO_MANY
from spinney.server.answers import address, answer
from spinney.server.component_routes import ComponentRoutes, WrongFile
from spinney.server.config import Settings
from spinney.server.cookies import SECURE_COOKIE, read_cookie, set_cookie
from spinney.server.hosts import HostCheck, by_tls, may_read_metrics
from spinney.server.lobby import Lobby
from spinney.server.pages import pages
from spinney.server.rulebook import rulebook
from spinney.server.socket_session import run_session
from spinney.table import messages
from spinney.table.errors import BadRequest, NotFound
from spinney.table.listing import the_shelf
from spinney.table.session import DISK_TROUBLE
from spinney.table.store import GuestRow, StoreError

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


def create_app(lobby: Lobby, client: Path) -> Starlette:
    """The application. `client` is the folder of the built client."""
    handlers = Routes(lobby)
    files = ComponentRoutes(handlers)
    routes = [
        Route("/api/shelf", handlers.shelf),
        Route("/api/me", handlers.me),
        Route("/api/me", handlers.rename, methods=["POST"]),
        Route("/api/tables", handlers.create_table, methods=["POST"]),
        Route("/api/tables/{table}", files.invitation),
        Route("/api/tables/{table}/components", files.of_table),
        Route("/api/components", files.kept),
        Route("/api/components", files.keep, methods=["POST"]),
        Route("/api/components/check", files.check, methods=["POST"]),
        Route("/api/components/{game}/{file}", files.own),
        Route("/api/components/{game}/{file}/remove", files.drop, methods=["POST"]),
        Route("/api/games/{game}/components", files.usual),
        Route("/api/tables/{table}/colours", handlers.free_colours),
        Route("/api/tables/{table}/claim", handlers.claim, methods=["POST"]),
        Route("/api/tables/{table}/rematch", handlers.rematch, methods=["POST"]),
        Route("/api/tables/{table}/positions/{at:int}", handlers.position),
        Route("/api/tables/{table}/record", handlers.record),
        Route("/api/games/{game}/art.svg", handlers.art),
        Route("/api/games/{game}/rules", handlers.rules),
        Route("/health", handlers.health),
        Route("/ready", handlers.ready),
        Route("/metrics", handlers.metrics),
        WebSocketRoute("/ws", handlers.websocket),
        *pages(client),
    ]
    app = Starlette(
        routes=routes,
        exception_handlers={
            BadRequest: bad_request,
            HTTPException: bad_request,
            StoreError: disk_trouble,
            Exception: trouble,
        },
    )
    app.router.redirect_slashes = False
    app.add_middleware(RequestLimit, lobby=lobby)
    app.add_middleware(HostCheck, settings=lobby.settings)
    app.add_middleware(SecurityHeaders, settings=lobby.settings)
    return app


class Routes:
    """One handler for each route."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.settings = lobby.settings

    # ---------------------------------------------------------------------------------- the shelf
    async def shelf(self, request: Request) -> Response:
        return answer(the_shelf(self.lobby.own_files))

    async def art(self, request: Request) -> Response:
        """The symbols of a game. The address may carry the hash of its components: ?v=…

        Those of other components are drawn only while a game with them is in memory, so that asking
        for them costs little.
        """
        game, wanted = find(request), request.query_params.get("v", "")
        if wanted == game.components:
            return svg(sheet(game.name), "public, max-age=31536000, immutable")
        own = self.lobby.tables.with_components(game.name, wanted) if wanted else None
        if own is None:
            return svg(sheet(game.name), "no-cache")
        return svg(await asyncio.to_thread(sheet_of, own), "no-cache")

    async def rules(self, request: Request) -> Response:
        return answer(rulebook(find(request).name))

    # ------------------------------------------------------------------------------------- guests
    async def me(self, request: Request) -> Response:
        guest, cookie = await self.known_guest(request)
        return answer(await self.lobby.listing.me(guest), cookie=cookie)

    async def rename(self, request: Request) -> Response:
        body = await self.read_body(request, messages.Name)
        guest, cookie = await self.known_guest(request)
        return answer(
            await self.lobby.listing.me(await self.lobby.rename(guest, body)), cookie=cookie
        )

    async def known_guest(self, request: Request) -> tuple[GuestRow, str]:
        """The guest who asks, or a new one, and the cookie to set (empty if none)."""
        guest, cookie = await self.guest(request)
        if guest is not None:
            return guest, cookie
        guest, token = await self.lobby.new_guest(address(request))
        return guest, set_cookie(token, secure=by_tls(request.scope, self.settings))

    async def guest(self, asking: HTTPConnection) -> tuple[GuestRow | None, str]:
        """The guest who asks, if known, and the cookie to set. A cookie from before TLS is replaced
        by a secure one."""
        cookies = asking.headers.get("cookie", "")
        tls = by_tls(asking.scope, self.settings)
        guest = await self.lobby.guests.find(read_cookie(cookies, SECURE_COOKIE)) if tls else None
        if guest is not None:
            return guest, ""
        token = read_cookie(cookies)
        guest = await self.lobby.guests.find(token)
        return guest, set_cookie(token, secure=True) if tls and guest is not None else ""

    # ------------------------------------------------------------------------------------- tables
    async def create_table(self, request: Request) -> Response:
        body = await self.read_body(request, messages.NewTable)
        guest, cookie = await self.known_guest(request)
        return answer(await self.lobby.tables.create(guest, body), 201, cookie)

    async def free_colours(self, request: Request) -> Response:
        return answer(await self.lobby.tables.free_colours(request.path_params["table"]))

    async def claim(self, request: Request) -> Response:
        body = await self.read_body(request, messages.Claim)
        guest, cookie = await self.known_guest(request)
        table = request.path_params["table"]
        return answer(await self.lobby.tables.claim(guest, table, body), cookie=cookie)

    async def rematch(self, request: Request) -> Response:
        await self.read_body(request, dict[str, int])
        guest, _ = await self.guest(request)
        if guest is None:
            raise NotFound
        return answer(await self.lobby.tables.rematch(guest, request.path_params["table"]))

    async def position(self, request: Request) -> Response:
        guest, _ = await self.guest(request)
        room = await self.lobby.tables.room(request.path_params["table"])
        try:
            seat = int(request.query_params.get("seat", "-1"))
        except ValueError:
            raise NotFound from None
        at = request.path_params["at"]
        position = room.position(guest.id if guest else "", seat, at) if room else None
        if position is None:
            raise NotFound
        return answer(position)

    async def record(self, request: Request) -> Response:
        guest = await self.lobby.guests.find(read_cookie(request.headers.get("cookie", "")))
        found = await self.lobby.tables.find(request.path_params["table"])
        download = found.download(guest.id if guest else "") if found else None
        if found is None or download is None:
            raise NotFound
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
        """The number of players is information: only this machine may read it by default."""
        if self.settings.metrics == "off" or (
            self.settings.metrics == "loopback"
            and not may_read_metrics(address(request), request.headers, self.settings)
        ):
            raise NotFound
        return Response(self.lobby.metrics.text(), media_type=metrics.CONTENT_TYPE)

    # ---------------------------------------------------------------------------------- WebSocket
    async def websocket(self, socket: WebSocket) -> None:
        lobby, where = self.lobby, address(socket)
        if not same_origin(socket, self.settings):
            return await refuse(socket, 403)
        if lobby.draining:
            return await refuse(socket, 503)
        row, _ = await self.guest(socket)
        guest = row.id if row else ""
        status = lobby.admission.enter(where, guest)
        if status:
            if status == TOO_MANY:
                lobby.metrics.count_refusal("flood")
            return await refuse(socket, status)
        try:
            await run_session(lobby, socket, row)
        finally:
            lobby.admission.leave(where, guest)

    # ------------------------------------------------------------------------------ request bodies
    async def read_body(self, request: Request, kind: type[T], most: int = BODY) -> T:
        """The body of a POST that comes from one of our pages."""
        if not same_origin(request, self.settings):
            raise BadRequest(403, "This did not come from a page of this server.")
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise BadRequest(415, "Say it in JSON.")
        body = b""
        try:
            async for piece in request.stream():
                body += piece
                if len(body) > most:
                    raise BadRequest(413, "That was too long.")
        except ClientDisconnect:
            raise BadRequest(400, "The rest of it did not come.") from None
        try:
            return msgspec.json.decode(body or b"{}", type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadRequest(422, f"Not understood: {error}") from None


# ------------------------------------------------------------------------------------- requests
def same_origin(asking: HTTPConnection, settings: Settings) -> bool:
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


async def refuse(socket: WebSocket, status: int) -> None:
    """Refuse a WebSocket before its handshake."""
    await socket.send_denial_response(Response(status_code=status))


# ------------------------------------------------------------------------------------- answers
async def bad_request(request: Request, error: Exception) -> Response:
    if isinstance(error, WrongFile):
        return answer(error.body, error.status)
    if isinstance(error, BadRequest):
        return answer(messages.ErrorBody(error.why), error.status)
    assert isinstance(error, HTTPException)
    why = "There is nothing here." if error.status_code == 404 else error.detail
    headers = dict(error.headers or {})
    return answer(messages.ErrorBody(why), error.status_code, headers=headers)


async def trouble(request: Request, error: Exception) -> Response:
    """Any other error. uvicorn logs it."""
    return JSONResponse({"error": "Something went wrong here. Try again."}, 500)


async def disk_trouble(asking: HTTPConnection, error: Exception) -> Any:
    """The store has failed, and has raised an alarm. A WebSocket gets here only before its
    handshake: later there are messages for this."""
    if isinstance(asking, WebSocket):
        await refuse(asking, 503)
        return None
    return answer(messages.ErrorBody(DISK_TROUBLE), 503)


def svg(text: bytes, kept: str) -> Response:
    return Response(text, media_type="image/svg+xml", headers={"cache-control": kept})


def find(request: Request) -> Game:
    try:
        return shelf.find(request.path_params["game"])
    except ValueError:
        raise NotFound from None


@cache
def sheet(game: str) -> bytes:
    return sheet_of(shelf.find(game))


def sheet_of(game: Game) -> bytes:
    symbols = game.board.sheet() + "\n" + shared_symbols()
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'.encode()


class RequestLimit:
    """Limits the requests of one address, because positions and lists cost work."""

    def __init__(self, app: ASGIApp, lobby: Lobby) -> None:
        self.app, self.lobby = app, lobby

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            if not self.lobby.admission.request(address(HTTPConnection(scope))):
                self.lobby.metrics.count_refusal("flood")
                busy = answer(messages.ErrorBody("Not so fast, please."), 429)
                return await busy(scope, receive, send)
        await self.app(scope, receive, send)


class SecurityHeaders:
    """Adds the headers that keep a page safe to every answer."""

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
