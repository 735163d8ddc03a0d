"""What the server counts for Prometheus: only numbers, and nothing about single people or
tables."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from itertools import accumulate

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

CONTENT_TYPE = CONTENT_TYPE_LATEST
QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
# A fixed list, so that visitors cannot add labels.
REASONS = {
    "illegal",
    "stale",
    "flood",
    "malformed",
    "foreign",
    "waiting",
    "over",
    "trouble",
    "busy",
}
BEAT = 0.5  # seconds between two looks at the loop's clock


class TimeHistogram(Collector):
    """A histogram that is cheap to fill. It is converted when somebody reads it."""

    def __init__(self, name: str, says: str) -> None:
        self.name, self.says = name, says
        self.counts = [0] * (len(QUICK) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(QUICK, seconds)] += 1
        self.sum += seconds

    def collect(self) -> list[Metric]:
        """The histogram in Prometheus's form: each bucket includes all smaller ones."""
        limits = [*map(str, QUICK), "+Inf"]
        so_far = list(accumulate(self.counts))
        buckets = list(zip(limits, so_far, strict=True))
        return [HistogramMetricFamily(self.name, self.says, buckets=buckets, sum_value=self.sum)]


class MoveCounter(Collector):
    """Counts moves by game, also cheaply."""

    def __init__(self) -> None:
        self.by_game: dict[str, int] = {}

    def count(self, game: str) -> None:
        self.by_game[game] = self.by_game.get(game, 0) + 1

    def collect(self) -> list[Metric]:
        family = CounterMetricFamily("spinney_moves", "Moves stored and sent", labels=["game"])
        for game, moves in self.by_game.items():
            family.add_metric([game], moves)
        return [family]


class Metrics:
    """The metrics of one server. Each has its own registry, because tests run several servers in
    one process."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.connections = Gauge(
            "spinney_connections", "WebSocket connections that are open", registry=registry
        )
        self.tables = Gauge("spinney_tables", "Tables in memory", registry=registry)
        self.moves = MoveCounter()
        registry.register(self.moves)
        self.refused = Counter(
            "spinney_refused", "Requests that were refused", ["reason"], registry=registry
        )
        self.move_seconds = TimeHistogram(
            "spinney_move_seconds",
            "From receiving a move to having stored it and sent it to everybody",
        )
        registry.register(self.move_seconds)
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
            "Moves and hints asked for, by how it ended: done, slow, broken, busy, unwanted",
            ["result"],
            registry=registry,
        )
        self.worker_waiting = Gauge(
            "spinney_worker_waiting", "Jobs that wait for a worker", registry=registry
        )
        self.worker_wait_seconds = Histogram(
            "spinney_worker_wait_seconds",
            "How long moves and hints waited for a worker",
            ["kind"],
            buckets=QUICK,
            registry=registry,
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

        self.backup_time = Gauge(
            "spinney_backup_time_seconds",
            "When the last backup was written, in seconds since 1970; 0 if there is none",
            registry=registry,
        )
        self.trouble = Gauge(
            "spinney_trouble", "1 while this kind of trouble lasts", ["kind"], registry=registry
        )
        self.troubles = Counter(
            "spinney_troubles", "Failures by kind of trouble", ["kind"], registry=registry
        )

    def count_move(self, game: str, seconds: float) -> None:
        self.moves.count(game)
        self.move_seconds.observe(seconds)

    def count_refusal(self, reason: str) -> None:
        self.refused.labels(reason if reason in REASONS else "other").inc()

    def count_tables(self, tables: int) -> None:
        self.tables.set(tables)

    def commit(self, jobs: int, seconds: float) -> None:
        """Called by a store after each commit."""
        self.commit_jobs.observe(jobs)
        self.commit_seconds.observe(seconds)

    async def watch_loop(self) -> None:
        """Measure how late the event loop is, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            self.loop_lateness.observe(max(0.0, loop.time() - due))

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)
