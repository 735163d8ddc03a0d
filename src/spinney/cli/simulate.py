"""spinney simulate: many games by computer players."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from itertools import count
from time import perf_counter

from spinney.cli.arguments import (
    chosen,
    game_of,
    game_options,
    output,
    positive,
    seed,
    usage_errors,
)
from spinney.core import build
from spinney.core.game import Game
from spinney.lab.processes import cores
from spinney.lab.simulate import Plan, SimulationSummary, check, results
from spinney.players import PLAYERS

MINUTE = 60.0


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game of the shelf")
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="how many (100)")
    parser.add_argument("--seats", type=positive, metavar="K", help="number of players")
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="S", help="of the first game; game i has S + i (0)"
    )
    parser.add_argument(
        "--players",
        default="random",
        metavar="A,B",
        help=f"who sits in seat 0, 1, …, or one for all seats: {', '.join(PLAYERS)} (random)",
    )
    parser.add_argument(
        "--rotate", action="store_true", help="everybody moves one seat further after each game"
    )
    game_options(parser)
    parser.add_argument(
        "--jsonl", metavar="FILE", help="write a line of JSON for each game; '-' is standard output"
    )
    parser.add_argument(
        "--jobs",
        type=positive,
        metavar="J",
        help=f"processes (all cores, {cores()}, if it takes long)",
    )
    parser.epilog = (
        "examples:\n"
        "  spinney simulate GAME --games 1000 --players greedy,random --rotate\n"
        "  spinney simulate GAME --games 50 --seed 7 --jsonl games.jsonl\n\n"
        "The same seed and players give the same file, whatever the number of processes."
    )


def run(args: argparse.Namespace) -> int:
    game = game_of(args.game, args.components)
    names = [name.strip() for name in args.players.split(",")]
    usual = 2 if 2 in game.seats else game.seats[0]
    seats = args.seats or (len(names) if len(names) > 1 else usual)
    if len(names) == 1:
        names *= seats
    plan = Plan(
        game=game.name,
        seats=seats,
        players=names,
        games=args.games,
        seed=args.seed,
        options=chosen(game, args.option),
        components=args.components.read_bytes() if args.components else None,
        rotate=args.rotate,
        lines=args.jsonl is not None,
    )
    with usage_errors():
        check(plan)
    summary = SimulationSummary(names)
    workers: set[int] = set()
    began = perf_counter()
    try:
        with output(args.jsonl) if plan.lines else nullcontext() as file, bar(plan.games) as tick:
            for result in results(plan, args.jobs, workers):
                summary.add(result)
                if file is not None:
                    file.write(result.line + b"\n")
                tick()
    except BrokenProcessPool:
        print("spinney: a worker process died; nothing was written", file=sys.stderr)
        return 1
    seconds = perf_counter() - began
    report(game, plan, summary, len(workers), seconds, to_stderr=args.jsonl == "-")
    return 0


@contextmanager
def bar(number: int, what: str = "games") -> Iterator[Callable[[], None]]:
    """A progress bar on a terminal, otherwise a line a minute. Call the result after each game."""
    if not sys.stderr.isatty():
        say, done = EveryMinute(), count(1)
        yield lambda: say(f"{next(done)} of {number} {what}")
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from spinney.cli.console import OutputConsole

    columns = (BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=OutputConsole(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=number)
        yield lambda: progress.advance(task)


class EveryMinute:
    """The progress for a log: prints a line if the last one was a minute ago."""

    def __init__(self) -> None:
        self.due = perf_counter() + MINUTE

    def __call__(self, line: str) -> None:
        if perf_counter() > self.due:
            self.due = perf_counter() + MINUTE
            print(line, file=sys.stderr, flush=True)


def report(
    game: Game,
    plan: Plan,
    summary: SimulationSummary,
    workers: int,
    seconds: float,
    to_stderr: bool,
) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from spinney.cli.console import OutputConsole

    console = OutputConsole(stderr=to_stderr)
    games = "1 game" if plan.games == 1 else f"{plan.games:,} games"
    seeds = f"seed {plan.seed}"
    if plan.games > 1:
        seeds = f"seeds {plan.seed} to {plan.seed + plan.games - 1}"
    console.print(f"{game.title}, {games}, {seeds}", style="bold")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in ("player", "seat", "mean score", "spread", "won", "95 % interval"):
        table.add_column(title, justify="left" if title == "player" else "right")
    for number, (name, tally) in enumerate(zip(summary.players, summary.tallies, strict=True)):
        low, high = tally.interval
        twice = summary.players.count(name) > 1
        table.add_row(
            f"{name} {number + 1}" if twice and plan.rotate else name,
            "all" if plan.rotate else str(number),
            f"{tally.mean:.1f}",
            f"{tally.spread:.1f}",
            f"{tally.share:.1%}",
            f"{low:.1%} to {high:.1%}",
        )
    console.print(table)
    length = summary.decisions / summary.games
    speed = summary.decisions / seconds
    where = f"{workers} processes" if workers > 1 else "one process"
    console.print(
        f"{length:.1f} decisions a game; {speed:,.0f} decisions/s on {where} in {seconds:.1f} s"
    )
    console.print(
        "A tie for the first place divides the win. The time includes the players, the rules "
        f"({'compiled' if build.compiled else 'uncompiled'}) and the start of processes.",
        style="dim",
    )
