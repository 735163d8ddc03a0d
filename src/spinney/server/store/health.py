"""Whether the store can be written and read. This decides the reply of /ready, and raises alarms.

Every commit reports its result, so a busy server need not test anything. An idle server writes
something when /ready is requested, at most once a second. A problem is over when nothing has failed
for a second and a file of some size can be written, because on a full disk small commits sometimes
succeed.
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

FRESH = 1.0  # seconds for which the result of the last commit is believed
SETTLED = 1.0  # seconds without a failure until a problem is over
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
        self._written = self._failed = float("-inf")  # the last times of these
        self._failing = False  # an alarm about writing is active
        self._asking: asyncio.Task[bool] | None = None
        store.observe = self.observe

    def observe(self, error: sqlite3.Error | None) -> None:
        """A commit is on disk (None), or something failed."""
        if error is None:
            self._written = self.clock()
        else:
            self._fail(kind_of_trouble(error, self.store.path), str(error))

    def damaged(self, what: str) -> None:
        """A check has found damage in the file."""
        self.alarms.raise_("store_damaged", error=what)

    def sound(self) -> None:
        """A check has found no damage in the file."""
        self.alarms.clear("store_damaged")

    def _fail(self, kind: str, what: str) -> None:
        self._failed = self.clock()
        self._failing = self._failing or kind in WRITING
        self.alarms.raise_(kind, error=what)

    async def reason(self) -> str:
        """Why the server is not ready. Empty if it is."""
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
        """Write something. All requests at the same time share one commit."""
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
