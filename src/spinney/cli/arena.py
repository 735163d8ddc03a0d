"""spinney arena: which computer player is stronger, and by how much."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec

from spinney.cli import INTERRUPTED
from spinney.cli.arguments import (
    UsageError,
    at_table,
    chosen,
    game_of,
    game_options,
    positive,
    seed,
    target,
    usage_errors,
)
from spinney.cli.simulate import bar
from spinney.lab.arena import (
    ArenaReport,
    DealResult,
    Setting,
    check,
    command,
    decided,
    results,
    summed,
)
from spinney.lab.arena import ways_round as ways
from spinney.lab.arena_log import ArenaLog
from spinney.lab.processes import cores
from spinney.players import names


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game of the shelf")
    parser.add_argument(
        "--players", required=True, metavar="A,B,…", help=f"two or more of: {', '.join(names())}"
    )
    parser.add_argument(
        "--games", type=positive, default=200, metavar="N", help="at least N for every pair (200)"
    )
    parser.add_argument("--seats", type=positive, metavar="K", help="number of players")
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="S", help="of the first deal; deal i has S + i (0)"
    )
    parser.add_argument(
        "--sprt",
        metavar="LOW,HIGH",
        help="stop when it is clear whether the first of a pair is HIGH Elo stronger, or only LOW",
    )
    game_options(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report as JSON")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write it as HTML with plots")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="save every deal in FILE, and continue from the deals that it has already",
    )
    parser.add_argument(
        "--jobs", type=positive, metavar="J", help=f"processes ({cores()}, all cores)"
    )
    parser.add_argument(
        "--ray", default="", metavar="ADDRESS", help="play on a Ray cluster; 'auto' finds it"
    )
    parser.epilog = (
        "examples:\n"
        "  spinney arena GAME --players greedy,random --games 400\n"
        "  spinney arena GAME --players greedy,flat100,ismcts100 --html report.html\n"
        "  spinney arena GAME --players ismcts1000,greedy --sprt 0,40\n"
        "  spinney arena GAME --players level6,level5 --keep deals.jsonl\n\n"
        "Every pair plays the same deals, in every seat; 50 % is even for any number of seats.\n"
        "Ctrl-C ends it with a report of what was played."
    )


def run(args: argparse.Namespace) -> int:
    game = game_of(args.game, args.components)
    usual = 2 if 2 in game.seats else game.seats[0]
    seats = args.seats or usual
    bounds = elo_bounds(args.sprt) if args.sprt else None
    files = [target(file) for file in (args.json, args.html, args.keep) if file is not None]
    if len(set(files)) < len(files):
        raise UsageError("--json, --html and --keep need different files")
    setting = Setting(
        game=game.name,
        seats=seats,
        players=[name.strip() for name in args.players.split(",")],
        deals=-(-args.games // len(ways(seats))),
        seed=args.seed,
        options=chosen(game, args.option),
        components=args.components.read_bytes() if args.components else None,
    )
    with usage_errors():
        check(setting)
    played: list[DealResult] = []
    try:
        watch(setting, args, bounds, played)
    except BrokenProcessPool:
        kept = f"{args.keep} has the deals so far" if args.keep else "nothing was written"
        print(f"spinney: a worker process died; {kept}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # only shown: a report in a file is always complete
        print(file=sys.stderr)
        if whole := played[: len(played) // setting.pairs * setting.pairs]:
            show(summed(setting, whole, bounds), game.title)
        return INTERRUPTED
    report = summed(setting, played, bounds)
    extra = ["--sprt", args.sprt] if args.sprt else []
    again = command(setting, args.games, extra)
    show(report, game.title)
    if args.json is not None:
        args.json.write_bytes(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    if args.html is not None:
        from spinney.lab.report import page

        args.html.write_text(page(report, game.title, again), encoding="utf-8")
    return 0


def watch(
    setting: Setting,
    args: argparse.Namespace,
    bounds: tuple[float, float] | None,
    played: list[DealResult],
) -> None:
    """Play until all is played or decided. Every deal is added to `played`."""
    pairs = setting.pairs
    with usage_errors("arena"), ExitStack() as stack:
        log = stack.enter_context(closing(ArenaLog(args.keep, setting))) if args.keep else None
        known = log.played if log else []
        if known:
            print(f"{len(known)} deals are in {args.keep} already", file=sys.stderr)
        tick = stack.enter_context(bar(setting.deals * pairs, "deals"))
        deals = stack.enter_context(closing(results(setting, args.jobs, args.ray, known)))
        for one in deals:
            if log:
                log.write(one)
            played.append(one)
            tick()
            if bounds and len(played) % pairs == 0 and decided(played, bounds):
                break


def elo_bounds(text: str) -> tuple[float, float]:
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"--sprt needs two numbers, as in 0,40, not {text!r}") from None
    if low >= high:
        raise UsageError("--sprt: the first number must be the lower one")
    return low, high


def show(report: ArenaReport, title: str) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from spinney.cli.console import OutputConsole

    console = OutputConsole()
    seats = at_table(report.setting.seats)
    console.print(f"{title}, {seats}, {report.games:,} games", style="bold")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("player", "rating", "95 % interval", "ms a decision", "95 % below"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for one in report.standings:
        table.add_row(
            one.name,
            f"{one.rating.value:+.0f}",
            f"{one.rating.low:+.0f} … {one.rating.high:+.0f}",
            f"{one.middle / 1000:.2f}",
            f"{one.slow / 1000:.2f}",
        )
    console.print(table)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("pair", "deals", "rate", "95 % interval", "ahead by"):
        table.add_column(name, justify="left" if name == "pair" else "right", no_wrap=True)
    for pair in report.pairings:
        table.add_row(
            f"{pair.one} against {pair.other}",
            str(pair.deals),
            f"{pair.rate.value:.1%}",
            f"{pair.rate.low:.1%} … {pair.rate.high:.1%}",
            f"{pair.margin.value:+.1f}",
        )
    console.print(table)
    for pair in report.pairings:
        if pair.test:
            says = pair.test.says or "still open"
            who = f"{pair.one} against {pair.other}"
            console.print(f"{who}, by the test: {says} ({pair.test.ratio:+.2f})")
    if report.seats:
        shares = ", ".join(
            f"seat {seat} {share.value:.1%} ({share.low:.1%} … {share.high:.1%})"
            for seat, share in enumerate(report.seats)
        )
        console.print(f"victories by seat: {shares}", style="dim")
