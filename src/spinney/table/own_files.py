"""Games with a components file of somebody's own: opened once, shared by all tables that use it.

The text of a file is in the store. The game made of it is in memory while a table is played with
it, and for a while after. How many such games there may be is bounded: if there are too many, those
that no table needs go first, and then no further table with another file is opened.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from msgspec.structs import replace

from spinney.core import shelf
from spinney.core.components import ComponentError, file_id
from spinney.core.game import Game
from spinney.table.errors import BadRequest, NotFound
from spinney.table.messages import GameCard, KeptFile, KeptFiles, NewFile, Pieces
from spinney.table.store import FileRow, FileStore, GuestRow, KeptRow, TableRow
from spinney.table.text import clean

Key = tuple[str, str]  # a game's name and the id of a file
FULL = "Too many tables with pieces of their own are open here. Try again later."
MANY = "You keep {} files already. Take one away first."
NAME_OF_FILE = 40  # letters
QUEUE = 32  # games that may wait to be opened
REST = 2.0  # the pause after opening one, as a multiple of the time it took


class OwnFiles:
    """The components files of a store, and the games made of them."""

    def __init__(self, store: FileStore, games: int, per_guest: int) -> None:
        """`games`: how many may be in memory. `per_guest`: files that a guest may keep."""
        self.store, self.most, self.per_guest = store, games, per_guest
        self.usual: dict[
            str, Game
        ] = {}  # what whoever runs the server wants instead of the shelf's
        self.used: Callable[[], set[Key]] = set  # by tables that are in memory
        self.make_room: Callable[[], object] = set  # forget tables that nobody looks at
        self._games: OrderedDict[Key, Game] = OrderedDict()  # the last used at the end
        self._opening = asyncio.Lock()
        self._waiting = 0

    # ------------------------------------------------------------------------------------- games
    async def chosen(self, guest: GuestRow, name: str, file: str) -> Game:
        """The game for a new table. A ValueError if there is none of that name."""
        game = shelf.find(name)
        if not file:
            return self.usual.get(name, game)
        if all((one.game, one.file) != (name, file) for one in await self.store.kept(guest.id)):
            raise BadRequest(422, "You do not keep this file any more.")
        return await self.game(name, file)

    async def of(self, row: TableRow) -> Game | None:
        """The game of a table; None if it is not on the shelf. A ComponentError if its file is not
        there, or these rules do not take it."""
        if row.file and row.game in shelf.games():
            return await self.game(row.game, row.file)
        return shelf.games().get(row.game)

    async def game(self, name: str, file: str) -> Game:
        """The game with this file."""
        usual = self.usual.get(name)
        if usual is not None and file_id(usual.file) == file:
            return usual
        key = (name, file)
        if key not in self._games:
            if self._waiting >= QUEUE:
                raise BadRequest(503, FULL)
            self._waiting += 1
            try:
                async with self._opening:
                    if key not in self._games:
                        return await self._open(key)
            finally:
                self._waiting -= 1
        self._games.move_to_end(key)
        return self._games[key]

    async def _open(self, key: Key) -> Game:
        """Open a file, and then rest: whoever asks for one after the other gets a part of the
        machine only."""
        self._check_room(key)
        row = await self.store.file(*key)
        if row is None:
            raise ComponentError("the components file of this table is not there")
        began = time.perf_counter()
        text = row.text.encode()
        game = await asyncio.to_thread(shelf.find(row.game).reprinted, text)
        self._keep(key, game)
        await asyncio.sleep(REST * (time.perf_counter() - began))
        return game

    def _check_room(self, key: Key) -> None:
        if len(self.used() | {key}) > self.most:
            self.make_room()
        if len(self.used() | {key}) > self.most:
            raise BadRequest(503, FULL)

    def _keep(self, key: Key, game: Game) -> None:
        self._games[key] = game
        used = self.used()
        for other in list(self._games):
            if len(self._games) <= self.most:
                break
            if other not in used and other != key:
                del self._games[other]

    def with_hash(self, name: str, components: str) -> Game | None:
        """A game that is in memory, by the hash of its components."""
        known = [self.usual.get(name), *self._games.values()]
        return next((g for g in known if g and (g.name, g.components) == (name, components)), None)

    # ----------------------------------------------------------------------------- what one keeps
    async def kept(self, guest: GuestRow, file: str = "") -> KeptFiles:
        found = [
            KeptFile(row.file, row.game, row.name, row.components, row.created)
            for row in await self.store.kept(guest.id)
        ]
        return KeptFiles(found, self.per_guest, file)

    async def keep(self, guest: GuestRow, request: NewFile, components: str) -> KeptFiles:
        """Keep a file that was tried out."""
        game, text = shelf.find(request.game), request.text.encode()
        file, now = file_id(text), int(time.time())
        name = clean(request.name, NAME_OF_FILE) or game.title
        kept = KeptRow(guest.id, game.name, file, name, components, now)
        row = FileRow(game.name, file, request.text, now)
        if not await self.store.keep(row, kept, self.per_guest):
            raise BadRequest(409, MANY.format(self.per_guest))
        return await self.kept(guest, file)

    async def drop(self, guest: GuestRow, game: str, file: str) -> KeptFiles:
        await self.store.drop(guest.id, game, file)
        return await self.kept(guest)

    async def text(self, guest: GuestRow, game: str, file: str) -> str:
        """The text of a file that a guest keeps."""
        if all((one.game, one.file) != (game, file) for one in await self.store.kept(guest.id)):
            raise NotFound
        return await self.text_of(game, file)

    async def text_of(self, game: str, file: str) -> str:
        row = await self.store.file(game, file) if file else None
        if row is None:
            raise NotFound
        return row.text

    def usual_text(self, name: str) -> str:
        """The file that a game is played with here if nobody brings another one."""
        text = self.usual[name].file if name in self.usual else shelf.components(name)
        if not text:
            raise NotFound
        return text.decode("utf-8-sig")

    def card(self, card: GameCard) -> GameCard:
        """A game on the shelf, with what is said about its components."""
        usual = self.usual.get(card.name)
        pieces = None if usual is None else Pieces(usual.components)
        return replace(card, pieces=pieces, file=bool(usual or shelf.components(card.name)))


def file_row(game: Game) -> FileRow | None:
    """The components file that a game keeps, for the store."""
    if not game.file:
        return None
    return FileRow(game.name, file_id(game.file), game.file.decode(), int(time.time()))


def pieces_of(row: TableRow) -> Pieces | None:
    """What is said about the components of a table."""
    return Pieces(row.components, row.box) if row.file else None
