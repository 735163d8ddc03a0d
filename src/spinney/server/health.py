"""Whether the store can be written and read: what /ready answers, and when an alarm is raised.

Every commit says how it went, so a busy server knows without asking. An idle one writes something
when it is asked, at most once a second however many ask.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from time import monotonic

from spinney.server.alarms import KINDS, Alarms
from spinney.server.database import kind_of_trouble
from spinney.server.store import Store, StoreError

FRESH = 1.0  # seconds for which the last commit says how things are
SETTLED = 1.0  # seconds without a failure until trouble is over
PATIENCE = 5.0  # seconds to wait for a commit before the store counts as stuck
WRITING = ("disk_full", "store_write")
KINDS_OF_STORE = ("store_damaged", *WRITING)  # the worst first


class Health:
    """Of one store. It belongs to the store's event loop."""

    def __init__(
        self, store: Store, alarms: Alarms, clock: Callable[[], float] = monotonic
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
            if self._failing and self._written - self._failed >= SETTLED:
                self._failing = False
                for kind in WRITING:
                    self.alarms.clear(kind)
            return
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
        if self.clock() - max(self._written, self._failed) > FRESH:
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
            await self.store.ping()
        except StoreError:
            return False
        return True
