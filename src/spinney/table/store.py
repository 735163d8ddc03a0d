"""What a store keeps, row by row, and what it must be able to do.

A table's log is append-only. Its entries are numbered 1, 2, 3 …, and whoever writes an entry names
the number it must get. Two writers can therefore never write the same place: one gets a Conflict,
reads what the other has written, and tries again. A store of one file and a database that several
processes share are used in the same way.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

SEED, KEY = "seed", "key"  # how a table was dealt: from a seed (older tables), or from a key
AWAITED = "awaited"  # stands for a share that has not arrived


class StoreError(Exception):
    """The store cannot be used, or could not do what was asked. Nothing has changed."""


class Conflict(StoreError):
    """The place in the log is taken, or is not the next one: somebody else has moved."""


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
    share: str = ""  # what its person adds to the deal; AWAITED until it has arrived


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


class Appended(Struct, frozen=True):
    """The number of an entry. Not fresh if the entry had been in the log before."""

    seq: int
    fresh: bool


class Store(Protocol):
    """Every method raises a StoreError if it fails. What was written is durable when a method
    returns."""

    # ---------------------------------------------------------------------------------- tables
    async def add_table(self, row: TableRow, chairs: list[ChairRow]) -> None: ...

    async def table(self, table: str) -> tuple[TableRow, list[ChairRow]] | None: ...

    async def take_chair(
        self, table: str, seat: int, guest: str, name: str, share: str = ""
    ) -> bool:
        """Sit down on an open chair. False if it is not open (any more)."""

    async def add_share(self, table: str, seat: int, share: str) -> bool:
        """Keep what a person adds to the deal. False if no share is awaited there."""

    async def set_over(self, table: str) -> None: ...

    async def finish(self, table: str, result: str) -> None:
        """Mark the table as over, and keep the result (JSON). The first result stays."""

    async def result(self, table: str) -> str | None:
        """What `finish` has kept."""

    async def adopt(self, row: TableRow, last: EntryRow | None = None) -> None:
        """Note that these rules and this Spinney can replay the table. `last` has the hash of the
        state at its end."""

    async def older(self, after: str, limit: int) -> list[tuple[str, bool]]:
        """Tables with ids after this one, and whether a hash or a result is missing there."""

    async def set_rematch(self, table: str, next: str) -> None:
        """Note the next table. The first one stays."""

    async def tables_of(self, guest: str, limit: int = 50) -> list[str]:
        """Where this guest has a chair: running games first, then the newest."""

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
        the result says where it is. A Conflict, if `seq` is not the next number."""

    def forget(self, table: str) -> None:
        """Drop what is cached of a log: nobody plays at this table now."""

    # ---------------------------------------------------------------------------------- guests
    async def guest(self, token_hash: str) -> GuestRow | None: ...

    async def add_guest(self, row: GuestRow) -> None:
        """Remember a guest. One who is known already stays unchanged."""

    async def rename(self, guest: str, name: str) -> None:
        """From now on. Chairs that are taken already keep their names."""
