"""A little of what `make chaos` does: kills, power cuts, a full disk, dying workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos import disk, kills, power, workers
from tests.chaos.party import tables

pytestmark = pytest.mark.skipif(
    not Path("/proc/self").exists(), reason="looks for processes in /proc"
)
compiled = pytest.mark.skipif(
    power.compiler() is None, reason="NO POWER CUTS: they need Linux and a C compiler"
)


@pytest.mark.slow
def test_nothing_promised_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    report = kills.storm(tmp_path, kills=3)
    assert report.tally.clean, report.tally.notes
    assert report.kills == 3 and report.tally.tables >= len(tables())
    assert report.tally.stored >= report.tally.acknowledged > 80
    assert report.tally.positions > report.tally.acknowledged


@compiled
@pytest.mark.slow
def test_nothing_promised_is_lost_when_the_power_fails(tmp_path: Path) -> None:
    report = power.cut_writer(tmp_path, cuts=24)
    assert report.tally.clean, report.tally.notes
    assert report.cuts == 24 and report.tally.stored >= report.tally.acknowledged >= 300
    assert report.unsynced > 0  # there was something to lose


@compiled
@pytest.mark.slow
def test_a_store_that_does_not_wait_for_the_disk_is_noticed(tmp_path: Path) -> None:
    report = power.cut_writer(tmp_path, cuts=12, synchronous="NORMAL")
    assert report.tally.lost > 0


@pytest.mark.slow
def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    report = disk.filled(tmp_path / "full", episodes=2)
    assert report.tally.clean, report.tally.notes
    assert report.episodes == 2 and report.refused >= 2 * disk.REFUSALS
    assert report.tally.acknowledged >= 3 * disk.GOES_ON


@pytest.mark.slow
def test_games_end_while_workers_are_killed(tmp_path: Path) -> None:
    short = [kind for kind in workers.tables() if kind[0] == "micro_mycelium"]
    report = workers.killed(tmp_path, kills=6, finished=1, kinds=short, longest=0.15)
    assert report.tally.clean, report.tally.notes
    assert report.kills >= 6 and report.tally.finished >= 1 and report.moves > 0
