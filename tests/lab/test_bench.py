"""The benchmark: what it compares, and that a missed bar is a failure."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from spinney.core import build, shelf
from spinney.lab import bench

GAME = next(iter(shelf.games().values()))


def numbers(ratio: float) -> dict[str, dict[str, dict[str, float]]]:
    name = next(iter(bench.BARS))
    return {"ratios": {name: {"median": ratio, "low": 0, "high": 9}}}


def test_a_missed_bar_is_named() -> None:
    name, bar = next(iter(bench.BARS.items()))
    assert bench.misses(numbers(bar - 0.1)) == [name]
    assert bench.misses(numbers(bar)) == []


def test_ratios_are_taken_round_by_round() -> None:
    speeds = {"playouts": [10.0, 30.0], "uncompiled": [1.0, 2.0], "loop": [4.0, 8.0]}
    speeds["hearts of OpenSpiel, same loop"] = [2.0, 2.0]
    speeds["hearts of OpenSpiel, C++ rollouts"] = [5.0, 10.0]
    assert bench.ratios(speeds) == {
        "playouts / uncompiled": [10.0, 15.0],
        "loop / hearts of OpenSpiel, same loop": [2.0, 4.0],
        "playouts / hearts of OpenSpiel, C++ rollouts": [2.0, 3.0],
    }


def test_the_loop_plays_whole_games() -> None:
    seats = GAME.seats[0]
    lengths = list(bench.ours(GAME, seats, 5, 1))
    assert len(lengths) == 5 and min(lengths) > 5
    assert lengths == list(bench.ours(GAME, seats, 5, 1))


@pytest.mark.slow
def test_without_peers_it_measures_ourselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "peers", lambda scale: {})
    file = tmp_path / "speed.json"
    args = argparse.Namespace(game=GAME.name, quick=True, json=file)
    if not build.compiled:
        assert bench.main(args) == 1
        return
    assert bench.main(args) == 0
    found = json.loads(file.read_text())[GAME.name]
    assert found["ratios"]["playouts / uncompiled"]["median"] > 1
    assert "decisions/s" in capsys.readouterr().out
