"""Components files of guests: checked, kept, handed out.

A file is opened and tried out in a worker process first. What is tried out, and how often, is
limited, because it costs seconds of work.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from spinney.core import shelf
from spinney.core.components import LARGEST
from spinney.server.answers import address, answer
from spinney.table import messages
from spinney.table.archive import ArchivedTable
from spinney.table.bots import BotError, Busy, TooSlow
from spinney.table.errors import BadRequest, NotFound
from spinney.table.own_files import pieces_of
from spinney.table.store import GuestRow

if TYPE_CHECKING:
    from spinney.server.routes import Routes

BODY = 2 * LARGEST + 4096  # bytes of a request: in JSON every line break and quote is two
AT_ONCE = 8  # such requests that are read at the same time
FAST = "You have tried many files. Wait a minute."
BUSY = "Many players are thinking right now. Try again in a moment."
SLOW = "A game with these pieces takes too long, or never ends."
BROKEN = "A game with these pieces cannot be tried out."


class WrongFile(BadRequest):
    """A components file that cannot be played with."""

    def __init__(self, body: messages.ErrorBody) -> None:
        super().__init__(422, body.error)
        self.body = body


class ComponentRoutes:
    """One handler for each route."""

    def __init__(self, routes: Routes) -> None:
        self.routes = routes
        self.lobby = routes.lobby
        self.own_files = routes.lobby.own_files
        self._reading = 0

    # ------------------------------------------------------------------------------ what one keeps
    async def kept(self, request: Request) -> Response:
        guest, cookie = await self.routes.known_guest(request)
        return answer(await self.own_files.kept(guest), cookie=cookie)

    async def check(self, request: Request) -> Response:
        guest, cookie = await self.routes.known_guest(request)
        _, checked = await self._checked(request, guest)
        return answer(checked, cookie=cookie)

    async def keep(self, request: Request) -> Response:
        guest, cookie = await self.routes.known_guest(request)
        file, checked = await self._checked(request, guest)
        kept = await self.own_files.keep(guest, file, checked.components)
        return answer(kept, 201, cookie)

    async def drop(self, request: Request) -> Response:
        await self.routes.read_body(request, dict[str, int])
        guest, cookie = await self.routes.known_guest(request)
        game, file = request.path_params["game"], request.path_params["file"]
        return answer(await self.own_files.drop(guest, game, file), cookie=cookie)

    async def _checked(
        self, request: Request, guest: GuestRow
    ) -> tuple[messages.NewFile, messages.Checked]:
        """A file that was tried out; a WrongFile if one cannot play with it."""
        if not self.lobby.admission.check(address(request), guest.id):
            raise BadRequest(429, FAST)
        if self._reading >= AT_ONCE:
            raise BadRequest(503, BUSY)
        self._reading += 1
        try:
            file = await self.routes.read_body(request, messages.NewFile, BODY)
        finally:
            self._reading -= 1
        try:
            shelf.find(file.game)
        except ValueError as error:
            raise BadRequest(422, f"{error}") from None
        try:
            text = file.text.encode()
        except UnicodeEncodeError:
            raise BadRequest(422, "This is no text.") from None
        try:
            tried = await self.lobby.bots.try_out(file.game, text, owner=guest.id)
        except Busy:
            raise BadRequest(503, BUSY) from None
        except TooSlow:
            raise WrongFile(messages.ErrorBody(SLOW, what=SLOW)) from None
        except BotError:
            raise WrongFile(messages.ErrorBody(BROKEN, what=BROKEN)) from None
        if tried.error is not None:
            raise WrongFile(tried.error)
        return file, messages.Checked(tried.components, tried.changes)

    # ---------------------------------------------------------------------------- to be downloaded
    async def own(self, request: Request) -> Response:
        """A file that a guest keeps."""
        guest, _ = await self.routes.guest(request)
        if guest is None:
            raise NotFound
        game, file = request.path_params["game"], request.path_params["file"]
        return toml(game, await self.own_files.text(guest, game, file))

    async def usual(self, request: Request) -> Response:
        """The file that a game is played with here if nobody brings another one."""
        game = request.path_params["game"]
        if game not in shelf.games():
            raise NotFound
        return toml(game, await asyncio.to_thread(self.own_files.usual_text, game))

    async def of_table(self, request: Request) -> Response:
        """The file that a table is played with, if it is not the game's own."""
        found = await self.lobby.tables.find(request.path_params["table"])
        if found is None:
            raise NotFound
        game = found.row.game
        return toml(game, await self.own_files.text_of(game, found.row.file))

    async def invitation(self, request: Request) -> Response:
        """What a table is, for somebody who is invited to it."""
        found = await self.lobby.tables.find(request.path_params["table"])
        if found is None:
            raise NotFound
        title = found.title if isinstance(found, ArchivedTable) else found.game.title
        return answer(
            messages.Invitation(
                table=found.id,
                game=found.row.game,
                title=title,
                names=[chair.name for chair in found.chairs],
                pieces=pieces_of(found.row),
            )
        )


def toml(game: str, text: str) -> Response:
    """A components file, to be kept and never to be shown as a page."""
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{game}.toml"',
    }
    return Response(text.encode(), media_type="text/plain", headers=headers)
