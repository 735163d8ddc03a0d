"""The rows of a store, and the protocol of its methods.

A table's log is append-only. Its entries are numbered 1, 2, 3 …, and whoever writes an entry names
the number it must get. So two writers can never write the same entry: one of them gets a Conflict,
reads what the other has written, and tries again. A store in one file and a database that several
processes share are used in the same way.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from spinney.core.colours import ANY

SEED, KEY = "seed", "key"  # how a table was dealt: from a seed (older tables), or from a key
OPEN = "open"  # the kind of a chair that nobody has taken
AWAITED = "awaited"  # in the place of a share that has not arrived


class StoreError(Exception):
    """The store cannot be used, or could not do what was asked. Nothing has changed."""


class Conflict(StoreError):
    """This is not the next number in the log, because somebody else has written an entry."""


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
    file: str = ""  # the components file it is played with; empty: the game's own
    box: str = ""  # the name of the guest whose file it is


class ChairRow(Struct, frozen=True):
    table: str
    seat: int
    kind: str  # "person", "open", or the kind of bot
    name: str
    guest: str = ""  # the id of a guest
    invite: str = ""  # hash of the token in the link
    share: str = ""  # its person's share of the deal; AWAITED until it has arrived
    colour: int = ANY  # the one that was chosen for it


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
    hash: str = ""  # of the state after it; chat and old entries have none


class FileRow(Struct, frozen=True):
    """A components file of somebody's own."""

    game: str
    file: str  # SHA-256 of the text
    text: str
    created: int


class KeptRow(Struct, frozen=True):
    """A guest keeps a components file."""

    guest: str
    game: str
    file: str
    name: str
    components: str  # the hash of its data, when it was kept
    created: int


class Appended(Struct, frozen=True):
    """The number of an entry. `fresh` is False if the entry was in the log already."""

    seq: int
    fresh: bool


class FileStore(Protocol):
    """Components files of people's own."""

    async def file(self, game: str, file: str) -> FileRow | None: ...

    async def keep(self, row: FileRow, kept: KeptRow, most: int) -> bool:
        """Keep a file for a guest. False, and nothing is kept, if the guest has so many already."""

    async def drop(self, guest: str, game: str, file: str) -> None:
        """A guest no longer keeps a file. It is gone if nobody else does and no table needs it."""

    async def kept(self, guest: str) -> list[KeptRow]:
        """The files of a guest, the newest first."""


class Store(Protocol):
    """Every method raises a StoreError if it fails. When a method returns, what it has written is
    durable."""

    # ---------------------------------------------------------------------------------- tables
    async def add_table(
        self, row: TableRow, chairs: list[ChairRow], file: FileRow | None = None
    ) -> None:
        """Add a table, and the components file that it is played with."""

    async def table(self, table: str) -> tuple[TableRow, list[ChairRow]] | None: ...

    async def take_chair(
        self, table: str, seat: int, guest: str, name: str, share: str = "", colour: int = ANY
    ) -> bool:
        """Take an open seat. False if it is not open (any more)."""

    async def add_share(self, table: str, seat: int, share: str) -> bool:
        """Store a person's share of the deal. False if no share is awaited for this seat."""

    async def set_over(self, table: str) -> None: ...

    async def finish(self, table: str, result: str) -> None:
        """Mark the table as over, and store the result (JSON), unless there is one already."""

    async def result(self, table: str) -> str | None:
        """The result that `finish` has stored."""

    async def adopt(self, row: TableRow, last: EntryRow | None = None) -> None:
        """Note that these rules and this Spinney can replay the table. `last` has the hash of its
        last state."""

    async def older(self, after: str, limit: int) -> list[tuple[str, bool]]:
        """Tables with ids after this one, in order, and whether a hash or a result is missing."""

    async def set_rematch(self, table: str, next: str) -> None:
        """Store the table of the rematch, unless there is one already."""

    async def tables_of(self, guest: str, limit: int = 50) -> list[str]:
        """The tables at which this guest has a seat: running matches first, then the newest."""

    async def sweep(self, before: int) -> list[str]:
        """Remove tables made before that time whose log is empty. Returns their ids."""

    # --------------------------------------------------------------------------------- the log
    async def entries(self, table: str, after: int = 0) -> list[EntryRow]: ...

    async def append(
        self,
        table: str,
        seq: int,
        client_id: str,
        kind: str,
        seat: int,
        body: str,
        hash: str = "",
    ) -> Appended:
        """Write the next entry of a log. An entry whose client id is known is not written again:
        the result has its number. Raises a Conflict if `seq` is not the next number."""

    def forget(self, table: str) -> None:
        """Drop what is cached of a log, because nobody plays at this table now."""

    # ---------------------------------------------------------------------------------- guests
    async def guest(self, token_hash: str) -> GuestRow | None: ...

    async def add_guest(self, row: GuestRow) -> None:
        """Store a guest. One who is known already stays unchanged."""

    async def rename(self, guest: str, name: str) -> None:
        """Rename a guest. Seats that are taken already keep their names."""
