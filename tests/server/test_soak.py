"""Memory: nothing is left of tables and connections that are gone; the soak can tell a leak."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.living import Guest, serving
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
