"""spinney bench: how fast the rules run."""

from __future__ import annotations

import argparse
from pathlib import Path

from spinney.cli.arguments import game_of, target


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="only this game")
    parser.add_argument("--quick", action="store_true", help="shorter, and less exact")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers to a file")
    parser.epilog = "examples:\n  spinney bench --quick\n  spinney bench GAME --json speed.json"


def run(args: argparse.Namespace) -> int:
    from spinney.lab import bench

    if args.game is not None:
        args.game = game_of(args.game, None).name
    if args.json is not None:
        target(args.json)
    return bench.main(args)
