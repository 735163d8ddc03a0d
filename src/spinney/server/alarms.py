"""Alarms: the problems that a server has now, and their lines in the log.

A failure that repeats a thousand times a second must not fill the log. So an alarm writes a line
when the problem starts, at most one a minute while it lasts (with the number of failures since the
last line), and one when it is over. The metrics count every failure.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

from spinney.server.metrics import Metrics
from spinney.table.log import log_event

EVERY = 60.0  # seconds between two lines about the same problem

# A fixed list: each kind with the line that starts it and the line that ends it.
KINDS = {
    "store_write": ("the store cannot be written", "the store can be written again"),
    "disk_full": ("the disk is full", "the disk has space again"),
    "store_damaged": ("the store is damaged", "the store is sound again"),
    "backup": ("a backup failed", "backups work again"),
    "worker_died": ("a worker process died", "workers are stable again"),
    "queue_full": ("the queue of computer players is full", "the queue has room again"),
    "sockets_full": ("no more connections are accepted", "connections are accepted again"),
}


class Alarm:
    """A problem that has not ended."""

    def __init__(self, now: float) -> None:
        self.logged = now
        self.count = 0  # failures since the last line


class Alarms:
    """The alarms of one server."""

    def __init__(self, metrics: Metrics, clock: Callable[[], float] = monotonic) -> None:
        self.metrics = metrics
        self.clock = clock
        self._active: dict[str, Alarm] = {}

    def raise_(self, kind: str, **fields: Any) -> None:
        """Something failed: count it, and log it unless it was logged just now."""
        starts, _ = KINDS[kind]
        self.metrics.troubles.labels(kind).inc()
        self.metrics.trouble.labels(kind).set(1)
        now = self.clock()
        alarm = self._active.get(kind)
        if alarm is None:
            self._active[kind] = Alarm(now)
            log_event(starts, level=logging.ERROR, kind=kind, **fields)
            return
        alarm.count += 1
        if now - alarm.logged >= EVERY:
            log_event(starts, level=logging.ERROR, kind=kind, count=alarm.count, **fields)
            alarm.logged, alarm.count = now, 0

    def clear(self, kind: str, **fields: Any) -> None:
        """It works again. This does nothing if there was no alarm, so it may be called at any
        time."""
        if self._active.pop(kind, None) is None:
            return
        _, ends = KINDS[kind]
        self.metrics.trouble.labels(kind).set(0)
        log_event(ends, level=logging.WARNING, kind=kind, **fields)

    def active(self, *kinds: str) -> list[str]:
        """The kinds of alarms that have not ended, of these kinds or of all."""
        return [kind for kind in self._active if not kinds or kind in kinds]
