"""What a server does for its store by itself: look for damage, check whether problems are over,
write backups, and remove old data. Each is a separate task. What takes long runs in a thread.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic

from spinney.server.lobby import Lobby
from spinney.server.store.database import Damaged, look_for_damage, reading
from spinney.server.store.health import WRITING
from spinney.server.store.maintenance import (
    DAY,
    Age,
    Old,
    add_backup,
    backups,
    find_old,
    remove,
    troubles,
)
from spinney.table.log import log_event
from spinney.table.store import StoreError

BEAT = 1.0  # seconds between two looks at the alarms
LOOK_AGAIN = 600.0  # seconds between two checks of a damaged store
RETRY = 600.0  # seconds until a failed backup is tried again
NAP = 60.0  # seconds to sleep at once, because the clock may be set meanwhile
EVERY = 6 * 3600.0  # seconds between two removals
CHUNK = 100  # tables or guests removed in one commit


class Housekeeping:
    """The housekeeping of one server. `stop` ends whatever it is doing."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.settings, self.store = lobby, lobby.settings, lobby.store
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = threading.Event()

    def start(self) -> None:
        work: list[Callable[[], Awaitable[None]]] = [self._watch]
        if not self.store.checked:
            work.append(self._look)
        if self.settings.backup_hours:
            work.append(self._back_up)
        if self.settings.retention_days:
            work.append(self._thin_out)
        self._tasks = [asyncio.create_task(self._do(one)) for one in work]

    async def stop(self) -> None:
        self._stopping.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _do(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception:
            log_event("a housekeeping task stopped", level=logging.ERROR, trouble=True)

    # ------------------------------------------------------------------------------- trouble
    async def _watch(self) -> None:
        """While something is wrong, check whether it still is, even if nobody is playing."""
        health, alarms = self.lobby.health, self.lobby.alarms
        looked = monotonic()
        while True:
            await asyncio.sleep(BEAT)
            if alarms.active(*WRITING):
                await health.reason()
            if alarms.active("store_damaged") and monotonic() - looked > LOOK_AGAIN:
                await self._look()
                looked = monotonic()

    async def _look(self) -> None:
        """Read the whole file to look for damage, in the background."""
        try:
            if await asyncio.to_thread(self._read_through):
                self.lobby.health.sound()
        except Damaged as error:
            self.lobby.health.damaged(error.what)
        except StoreError as error:
            log_event("the store could not be looked through", level=logging.ERROR, error=error)

    def _read_through(self) -> bool:
        path = self.store.path
        with troubles(path), reading(path) as db:
            return look_for_damage(path, db, self._stopping.is_set)

    # ------------------------------------------------------------------------------- backups
    async def _back_up(self) -> None:
        alarms, metrics = self.lobby.alarms, self.lobby.metrics
        folder, seconds = self.settings.backups, self.settings.backup_hours * 3600
        written = await asyncio.to_thread(backups, folder)
        last = written[-1][0] if written else 0.0
        metrics.backup_time.set(last)
        while True:
            await sleep_until(min(last, time.time()) + seconds)
            began = monotonic()
            try:
                await asyncio.to_thread(
                    add_backup,
                    self.store.path,
                    folder,
                    self.settings.backup_keep,
                    self._stopping.is_set,
                )
            except StoreError as error:
                if not self._stopping.is_set():
                    alarms.raise_("backup", error=error)
                await asyncio.sleep(min(RETRY, seconds))
                continue
            last = time.time()
            metrics.backup_time.set(last)
            log_event("a backup was written", milliseconds=round(1000 * (monotonic() - began)))
            alarms.clear("backup")

    # ------------------------------------------------------------------------------ retention
    async def _thin_out(self) -> None:
        while True:
            with suppress(StoreError):  # the alarm is raised
                await self.remove_old(int(time.time()) - self.settings.retention_days * DAY)
            await asyncio.sleep(EVERY)

    async def remove_old(self, before: int) -> None:
        """Remove finished tables made before that time, and guests who came before it and have no
        seat. Connected guests, and tables in memory, stay until the next time."""
        lobby = self.lobby
        age = Age(tables=before, guests=before, finished_only=True)
        old = await asyncio.to_thread(self._find_old, age)
        tables = 0
        for at in range(0, len(old.tables), CHUNK):
            chunk = [one for one in old.tables[at : at + CHUNK] if not lobby.tables.in_use(one)]
            await self._remove(chunk, [])
            lobby.tables.removed(chunk)
            tables += len(chunk)
        guests = 0
        for at in range(0, len(old.guests), CHUNK):
            here = {who.guest for who in lobby.connections} | lobby.guests.recent.keys()
            chunk = [one for one in old.guests[at : at + CHUNK] if one not in here]
            guests += await self._remove([], chunk)
        if tables or guests:
            log_event("old data was removed", tables=tables, count=guests)

    def _find_old(self, age: Age) -> Old:
        path = self.store.path
        with troubles(path), reading(path) as db:
            return find_old(db, age)

    async def _remove(self, tables: list[str], guests: list[str]) -> int:
        if not tables and not guests:
            return 0
        return await self.store.change(lambda db: remove(db, tables, guests))


async def sleep_until(moment: float) -> None:
    """Sleep until a time of the system clock, which may be set meanwhile."""
    while (left := moment - time.time()) > 0:
        await asyncio.sleep(min(left, NAP))
