"""What the store keeps, row by row."""

from __future__ import annotations

from msgspec import Struct

SEED, KEY = "seed", "key"  # a table is dealt from a seed (before there were keys), or from a key
AWAITED = "awaited"


class TableRow(Struct, frozen=True):
    id: str
    game: str
    version: int
    components: str
    options: str  # JSON
    seats: int
    secret: str
    created: int  # seconds since 1970
    over: bool = False
    rematch: str = ""
    spinney: str = ""  # the last version of Spinney that could replay it
    deal: str = SEED  # how it was dealt (core/fairness.py)


class ChairRow(Struct, frozen=True):
    table: str
    seat: int
    kind: str  # "person", "open", or the kind of a computer player
    name: str
    guest: str = ""  # the id of a guest
    invite: str = ""  # hash of the token in the link
    share: str = ""  # what its person adds to the deal; AWAITED until it has come


class GuestRow(Struct, frozen=True):
    id: str  # hash of the token in the cookie
    name: str
    created: int


class EntryRow(Struct, frozen=True):
    table: str
    seq: int  # 1, 2, 3 …
    client_id: str
    kind: str  # "move", "back", "redo", "chat"
    seat: int
    body: str
    hash: str = ""  # of the state after it; of chat, and of old entries, there is none


class Appended(Struct, frozen=True):
    """Where the entry stands; not fresh if it had been there before."""

    seq: int
    fresh: bool
