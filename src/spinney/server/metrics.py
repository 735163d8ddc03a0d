"""What the server counts. Numbers of things only: never who, never which table."""

from __future__ import annotations

import asyncio

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

CONTENT_TYPE = CONTENT_TYPE_LATEST
QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
# A fixed list, so that no visitor can make up new ones.
REASONS = {"illegal", "stale", "flood", "malformed", "foreign", "waiting", "over", "trouble"}
BEAT = 0.5  # seconds between two looks at the loop's clock


class Metrics:
    """One for each server, with a registry of its own: tests may have several in one process."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self._moves: dict[str, Counter] = {}  # by game
        ProcessCollector(registry=registry)
        self.connections = Gauge(
            "spinney_connections", "WebSocket connections that are open", registry=registry
        )
        self.tables = Gauge("spinney_tables", "Tables in memory", registry=registry)
        self.moves = Counter("spinney_moves", "Moves stored and told", ["game"], registry=registry)
        self.refused = Counter(
            "spinney_refused", "Wishes that were not granted", ["reason"], registry=registry
        )
        self.move_seconds = Histogram(
            "spinney_move_seconds",
            "From hearing a move, over the disk, to having told everybody",
            buckets=QUICK,
            registry=registry,
        )
        self.outbox_drops = Counter(
            "spinney_outbox_drops", "Connections cut because they did not read", registry=registry
        )
        self.loop_lateness = Histogram(
            "spinney_loop_lateness_seconds",
            "How much too late the event loop woke up",
            buckets=QUICK,
            registry=registry,
        )
        self.worker_jobs = Counter(
            "spinney_worker_jobs",
            "Moves asked of computer players, by how it ended: done, slow, broken, busy",
            ["result"],
            registry=registry,
        )
        self.worker_waiting = Gauge(
            "spinney_worker_waiting", "Jobs that wait for a worker", registry=registry
        )
        self.worker_seconds = Histogram(
            "spinney_worker_seconds",
            "How long computer players thought",
            buckets=QUICK,
            registry=registry,
        )
        self.commit_jobs = Histogram(
            "spinney_commit_jobs",
            "Jobs that shared one commit",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500),
            registry=registry,
        )
        self.commit_seconds = Histogram(
            "spinney_commit_seconds", "Time of one commit", buckets=QUICK, registry=registry
        )

    def moved(self, game: str, seconds: float) -> None:
        counter = self._moves.get(game)
        if counter is None:
            counter = self._moves[game] = self.moves.labels(game)
        counter.inc()
        self.move_seconds.observe(seconds)

    def refuse(self, reason: str) -> None:
        self.refused.labels(reason if reason in REASONS else "other").inc()

    def commit(self, jobs: int, seconds: float) -> None:
        """What a store is given to watch it."""
        self.commit_jobs.observe(jobs)
        self.commit_seconds.observe(seconds)

    async def watch_loop(self) -> None:
        """Look at the clock for ever; cancel it to end."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            self.loop_lateness.observe(max(0.0, loop.time() - due))

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)
