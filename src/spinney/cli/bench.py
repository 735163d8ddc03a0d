"""spinney bench: how fast the rules run."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from spinney.cli.arguments import game_of, target
from spinney.core import build, shelf
from spinney.core.game import Game
from spinney.lab import bench


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="only this game")
    parser.add_argument("--quick", action="store_true", help="faster, and less precise")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers to a file")
    parser.epilog = "examples:\n  spinney bench --quick\n  spinney bench GAME --json speed.json"


def run(args: argparse.Namespace) -> int:
    games = [game_of(args.game, None)] if args.game else list(shelf.games().values())
    if args.json is not None:
        target(args.json)
    if not build.compiled:
        print(f"spinney: nothing to measure, this is uncompiled ({build.reason})", file=sys.stderr)
        return 1
    console = Console()
    rounds, laps = (3, 5) if args.quick else (7, 10)
    peers = bench.peers()
    if not peers:
        print("spinney: OpenSpiel is not installed; `make bench` installs it", file=sys.stderr)
    numbers: dict[str, Any] = {}
    for game in games:
        with console.status(f"{game.title}: measuring {rounds} rounds"):
            numbers[game.name] = bench.measure(game, rounds, laps, peers)
        report(console, game, numbers[game.name])
    if args.json:
        args.json.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    return 1 if any(bench.misses(game, numbers[game.name]) for game in games) else 0


def report(console: Any, game: Game, numbers: dict[str, Any]) -> None:
    shapes = Table("seats", "decisions a game", "a turn", "choices each", title=game.title)
    for seats, shape in numbers["shapes"].items():
        # In solo games a turn never ends with another seat's decision, so the figure is useless.
        turn = "" if seats == "1" else f"{shape['decisions'] / shape['turns']:.1f}"
        shapes.add_row(seats, f"{shape['decisions']:.0f}", turn, f"{shape['choices']:.1f}")
    console.print(shapes)
    speeds = Table("", "decisions/s")
    for name, speed in numbers["decisions_per_second"].items():
        speeds.add_row(name, f"{speed:,.0f}")
    console.print(speeds)
    table = Table("ratio", "median", "quartiles", "bar")
    for name, found in numbers["ratios"].items():
        wanted = bench.bar(game, name)
        verdict = f"{wanted:g} " + ("met" if found["median"] >= wanted else "MISSED")
        quartiles = f"{found['low']:.2f} to {found['high']:.2f}"
        table.add_row(name, f"{found['median']:.2f}", quartiles, verdict if wanted else "")
    console.print(table)
