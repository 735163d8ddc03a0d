"""Everything that one server has: tables, guests, lists, connections, limits and alarms."""

from __future__ import annotations

import asyncio

from spinney.server.admission import Admission
from spinney.server.alarms import Alarms
from spinney.server.config import Settings, boxes
from spinney.server.metrics import Metrics
from spinney.server.store.health import StoreHealth
from spinney.server.store.sqlite import SqliteStore
from spinney.table import messages
from spinney.table.bot_players import BotPlayers
from spinney.table.bots import Bots
from spinney.table.connection import Connection, Sender
from spinney.table.errors import BadRequest
from spinney.table.guests import Guests
from spinney.table.listing import Listing
from spinney.table.own_files import OwnFiles
from spinney.table.store import GuestRow
from spinney.table.tables import Tables


class Lobby:
    """The parts of a server. `close` does not end the store and the bots: their creator does."""

    def __init__(
        self,
        settings: Settings,
        store: SqliteStore,
        bots: Bots,
        metrics: Metrics,
        alarms: Alarms | None = None,
    ) -> None:
        self.settings, self.store, self.metrics = settings, store, metrics
        self.alarms = alarms or Alarms(metrics)
        self.health = StoreHealth(store, self.alarms)
        for_tables = settings.for_tables()
        own_files = OwnFiles(store.files, for_tables.own_games, for_tables.files_per_guest)
        own_files.usual = boxes(settings)
        self.bots, self.own_files = bots, own_files
        self.tables = Tables(store, BotPlayers(bots, for_tables), metrics, for_tables, own_files)
        self.listing = Listing(self.tables, most=10 * settings.limits.tables_in_memory)
        self.guests = Guests(store)
        self.admission = Admission(settings.limits)
        self.connections: set[Connection] = set()
        self.sender = Sender(asyncio.get_running_loop())
        self.draining = False  # the server is going down

    async def close(self) -> None:
        await self.tables.close()

    async def new_guest(self, address: str) -> tuple[GuestRow, str]:
        """A new guest, and the token for the cookie."""
        if not self.admission.new_guest(address):
            raise BadRequest(429, "Too many new guests from your address. Wait a minute.")
        return await self.guests.add()

    async def rename(self, guest: GuestRow, request: messages.Name) -> GuestRow:
        renamed = await self.guests.rename(guest, request)
        for connection in self.connections:
            if connection.guest == guest.id:
                connection.name = renamed.name
        return renamed
