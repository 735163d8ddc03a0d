"""Memory: nothing is left of tables and connections that are gone; the soak can tell a leak."""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from spinney.core import shelf
from spinney.core.options import check, choices
from spinney.server.bots.pool import WorkerPool
from spinney.server.config import Limits, Settings
from spinney.server.lobby import Lobby
from spinney.server.metrics import Metrics
from spinney.server.store.sqlite import SqliteStore
from spinney.table import messages
from tests.server.living import GAME, Guest, serving
from tests.server.soak import Figures, gauge, verdict
from tests.server.threats import ROOT


@pytest.mark.slow
def test_nothing_is_left_of_rooms_and_connections_that_are_gone(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.forgotten", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    left = json.loads(done.stdout.splitlines()[-1])
    assert left and not any(left.values()), left


def test_a_table_without_people_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    with serving(tmp_path, limits_idle_minutes="0.002") as server:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "me").table
        with ann.sit(table, 0) as line:
            line.move(line.scene.moves[0].id)
            version = line.version
            assert gauge(ann.ask("GET", "/metrics").text, "spinney_tables") == 1
        deadline = time.monotonic() + 20
        while gauge(ann.ask("GET", "/metrics").text, "spinney_tables") > 0:
            assert time.monotonic() < deadline, "the table stays in memory"
            time.sleep(0.02)
        with ann.sit(table, 0) as line:
            assert line.version == version


def test_what_is_cached_of_forgotten_tables_is_bounded(tmp_path: Path) -> None:
    """Summaries, also if nobody asks for a list of tables; and nothing of their logs."""

    async def story() -> None:
        settings = Settings(data=tmp_path, limits=Limits(tables_in_memory=1, tables_per_minute=100))
        metrics = Metrics()
        store = await SqliteStore.open(settings.database, metrics.commit)
        lobby = Lobby(settings, store, WorkerPool(metrics=metrics), metrics)
        try:
            ann, _ = await lobby.new_guest("127.0.0.1")
            request = messages.NewTable(GAME, ["me", "me"])
            many = lobby.listing.most + 3
            tables = [(await lobby.tables.create(ann, request)).table for _ in range(many)]
            await store.append(tables[-1], 1, "a", "chat", 0, '["Ann", "hello"]')
            assert list(store._writing.logs) == tables[-1:]
            lobby.tables._forget_idle(-1)
            assert not lobby.tables.rooms and not store._writing.logs
            again = await store.append(tables[-1], 2, "a", "chat", 0, '["Ann", "hello"]')
            assert (again.seq, again.fresh) == (1, False)  # known, though it was forgotten
            assert list(lobby.listing._summaries) == tables[-lobby.listing.most :]
        finally:
            await lobby.close()
            await store.close()

    asyncio.run(story())


def test_options_are_read_once() -> None:
    """Every new table checks its options, and reading them leaves reference cycles behind."""
    game = shelf.find(GAME)
    assert choices(game) == choices(game)
    gc.collect()
    gc.disable()
    try:
        for _ in range(10):
            check(game, {})
            game.choose({})
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("rising", "flat"), [(0.0, True), (0.01, True), (0.1, False), (-0.5, True)]
)
def test_the_soak_tells_a_leak_from_a_cache(rising: float, flat: bool) -> None:
    """Memory that rises at first, goes up and down, and perhaps rises for ever (MB/s)."""
    figures = [
        Figures(second, 100 + min(second, 180) + 5 * (second // 20 % 2) + rising * second)
        for second in range(0, 600, 2)
    ]
    assert verdict(figures)[0] == flat
