"""The benchmark: what it compares, and that a missed bar is a failure."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import pytest

from spinney.cli.bench import run
from spinney.core import build, shelf
from spinney.core.game import Game
from spinney.core.rng import Rng
from spinney.core.state import Moves, lowest
from spinney.lab import bench

GAME = next(iter(shelf.games().values()))


def numbers(name: str, ratio: float) -> dict[str, dict[str, dict[str, float]]]:
    return {"ratios": {name: {"median": ratio, "low": 0, "high": 99}}}


def test_every_game_promises_to_be_faster_than_interpreted() -> None:
    for game in shelf.games().values():
        assert bench.bar(game, "playouts / uncompiled") >= 15, game.name


@pytest.mark.parametrize(
    ("ratio", "bar"),
    [
        ("playouts / uncompiled", 4.0),
        ("loop / hearts of OpenSpiel, same loop", 3.0),
        ("playouts / hearts of OpenSpiel, C++ rollouts", 2.0),
        ("tree search / hearts of OpenSpiel, C++ ISMCTS", 1.0),
        ("loop / hearts of OpenSpiel, after the deal", 0.0),
    ],
)
def test_a_missed_bar_is_named(ratio: str, bar: float) -> None:
    game = replace(GAME, bars={"uncompiled": 4.0, "loop": 3.0, "rollouts": 2.0, "search": 1.0})
    assert bench.misses(game, numbers(ratio, max(bar - 0.1, 0.0))) == ([ratio] if bar else [])
    assert bench.misses(game, numbers(ratio, bar)) == []


def test_ratios_are_taken_lap_by_lap() -> None:
    speeds = {"playouts": [10.0, 30.0, 20.0, 40.0], "uncompiled": [1.0, 2.0]}
    speeds["loop"] = [4.0, 8.0, 4.0, 8.0]
    speeds["hearts of OpenSpiel, same loop"] = [2.0, 2.0, 1.0, 1.0]
    speeds["hearts of OpenSpiel, C++ rollouts"] = [5.0, 10.0, 5.0, 10.0]
    speeds["tree search"] = [3.0, 3.0, 6.0, 6.0]
    speeds["hearts of OpenSpiel, C++ ISMCTS"] = [1.0, 2.0, 3.0, 4.0]
    assert bench.ratios(speeds, 2) == {
        "playouts / uncompiled": [20.0, 15.0],
        "loop / hearts of OpenSpiel, same loop": [2.0, 4.0, 4.0, 8.0],
        "playouts / hearts of OpenSpiel, C++ rollouts": [2.0, 3.0, 4.0, 4.0],
        "tree search / hearts of OpenSpiel, C++ ISMCTS": [3.0, 1.5, 2.0, 1.5],
    }


@pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: str(game.name))
def test_a_turn_is_what_one_seat_decides_in_a_row(game: Game) -> None:
    """Counted again from a record of who decided."""
    seats = game.seats[-1]
    shape = bench.shape(game, seats, 3)
    rng, moves, deciding, offered = Rng(1), Moves(), [-1], 0
    for number in range(3):
        state = game.start(game.options(), seats, number)
        while state.to_act:
            deciding.append(lowest(state.to_act))
            offered += len(moves.of(state, deciding[-1]))
            state.apply(deciding[-1], moves.pick(rng))
        deciding.append(-1)
    decided = len(deciding) - 4
    stretches = len([seat for seat, _ in groupby(deciding) if seat >= 0])
    assert shape == {
        "decisions": decided / 3,
        "choices": offered / decided,
        "turns": stretches / 3,
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
    monkeypatch.setattr(bench, "peers", dict)
    file = tmp_path / "speed.json"
    args = argparse.Namespace(game=GAME.name, quick=True, json=file)
    if not build.compiled:
        assert run(args) == 1
        return
    assert run(args) == 0
    found = json.loads(file.read_text())[GAME.name]
    assert found["ratios"]["playouts / uncompiled"]["median"] > 1
    assert "decisions/s" in capsys.readouterr().out
