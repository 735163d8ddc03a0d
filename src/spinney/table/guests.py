"""Guests: there are no accounts, only a token in a browser, and a name.

Only the hash of a token is ever stored or logged. A token that the store does not know is never
adopted: whoever sends one gets a new one.
"""

from __future__ import annotations

import secrets
import time
from hashlib import sha256
from time import monotonic

from msgspec.structs import replace

from spinney.table import messages
from spinney.table.errors import BadRequest
from spinney.table.store import GuestRow, Store
from spinney.table.text import NAME_LENGTH, clean

NAMES = (
    *("Badger", "Otter", "Hedgehog", "Squirrel", "Marten", "Dormouse", "Hare", "Vole"),
    *("Robin", "Wren", "Jay", "Nuthatch", "Owl", "Siskin", "Woodpecker", "Treecreeper"),
)
RECENT = 600.0  # seconds for which a guest counts as having been here just now


def new_token() -> str:
    """128 random bits: the token of a guest, of an invitation, or the id of a table."""
    return secrets.token_urlsafe(16)


def digest(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()


class Guests:
    """The guests in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.recent: dict[str, float] = {}  # guests, and when they were last here

    async def find(self, token: str) -> GuestRow | None:
        """The guest with this token, if the store knows it."""
        row = await self.store.guest(digest(token)) if token else None
        if row is not None:
            self.saw(row.id)
        return row

    def saw(self, guest: str) -> None:
        """Remember for a while that a guest was here, so that nobody is removed who is about to
        take a seat."""
        now = monotonic()
        self.recent.pop(guest, None)
        self.recent[guest] = now
        while self.recent[first := next(iter(self.recent))] < now - RECENT:
            del self.recent[first]

    async def add(self) -> tuple[GuestRow, str]:
        """A new guest, and its token."""
        token = new_token()
        row = GuestRow(digest(token), secrets.choice(NAMES), int(time.time()))
        await self.store.add_guest(row)
        return row, token

    async def rename(self, guest: GuestRow, request: messages.Name) -> GuestRow:
        name = clean(request.name, NAME_LENGTH)
        if not name:
            raise BadRequest(422, "A name needs something to read.")
        await self.store.rename(guest.id, name)
        return replace(guest, name=name)
