"""Whether the store can be written and read. This decides what /ready answers, and raises alarms.

Every commit reports how it went, so a busy server knows without asking. An idle one writes
something when /ready is asked, at most once a second however many ask. Trouble is over when nothing
has failed for a second and a file of some size can be written: on a full disk small commits still
succeed now and then.
"""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from spinney.server.alarms import KINDS, Alarms
from spinney.server.store.database import kind_of_trouble
from spinney.server.store.sqlite import SqliteStore
from spinney.table.store import StoreError

FRESH = 1.0  # seconds for which the last commit says how things are
SETTLED = 1.0  # seconds without a failure until trouble is over
PATIENCE = 5.0  # seconds to wait for a commit before the store counts as stuck
ROOM = 256 * 1024  # bytes that can be written when a disk is no longer full
WRITING = ("disk_full", "store_write")
KINDS_OF_STORE = ("store_damaged", *WRITING)  # the worst first


class StoreHealth:
    """The health of one store. It belongs to the store's event loop."""

    def __init__(
        self, store: SqliteStore, alarms: Alarms, clock: Callable[[], float] = monotonic
    ) -> None:
        self.store, self.alarms, self.clock = store, alarms, clock
        self._written = self._failed = float("-inf")  # when that was last so
        self._failing = False  # an alarm of writing is on
        self._asking: asyncio.Task[bool] | None = None
        store.observe = self.observe

    def observe(self, error: sqlite3.Error | None) -> None:
        """A commit is on disk, or something failed."""
        if error is None:
            self._written = self.clock()
        else:
            self._fail(kind_of_trouble(error, self.store.path), str(error))

    def damaged(self, what: str) -> None:
        """Somebody looked through the file and found damage."""
        self.alarms.raise_("store_damaged", error=what)

    def sound(self) -> None:
        """Somebody looked through the file and found none."""
        self.alarms.clear("store_damaged")

    def _fail(self, kind: str, what: str) -> None:
        self._failed = self.clock()
        self._failing = self._failing or kind in WRITING
        self.alarms.raise_(kind, error=what)

    async def reason(self) -> str:
        """Why the server is not ready to play; empty if it is."""
        works = True
        known = self._failed if self._failing else max(self._written, self._failed)
        if self.clock() - known >= FRESH:
            works = await self._ask()
        active = self.alarms.active(*KINDS_OF_STORE)
        for kind in KINDS_OF_STORE:
            if kind in active:
                return KINDS[kind][0]
        return "" if works else KINDS["store_write"][0]

    async def _ask(self) -> bool:
        """Write something; one commit for all who ask meanwhile."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ping())
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(self._asking)
        except TimeoutError:
            self._fail("store_write", f"no answer within {PATIENCE:.0f} s")
            return False

    async def _ping(self) -> bool:
        try:
            if self._failing:
                await asyncio.to_thread(write_file, self.store.path)
            await self.store.ping()
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            self._fail("disk_full" if full else "store_write", error.strerror or "")
            return False
        except StoreError:
            return False
        if self._failing and self.clock() - self._failed >= SETTLED:
            self._failing = False
            for kind in WRITING:
                self.alarms.clear(kind)
        return True


def write_file(path: Path) -> None:
    """Write a file beside the store, as large as some moves, and remove it."""
    probe = path.with_name(f".{path.name}.probe")
    handle = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        left = os.urandom(ROOM)  # nothing that a file system could make smaller
        while left:
            left = left[os.write(handle, left) :]
        os.fsync(handle)
    finally:
        os.close(handle)
        probe.unlink(missing_ok=True)
