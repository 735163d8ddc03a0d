"""spinney train: trains a game's net by self-play, and keeps it if it is stronger."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from spinney.cli.arguments import (
    UsageError,
    at_table,
    chosen,
    game_of,
    game_options,
    positive,
    seed,
    usage_errors,
)
from spinney.cli.simulate import EveryMinute
from spinney.lab import train
from spinney.lab.processes import cores
from spinney.lab.ratings import Verdict

Show = Callable[[float, float, str], None]  # called with the progress, its end, and a text


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game of the shelf")
    parser.add_argument("--seats", type=positive, metavar="K", help="number of players")
    how_long = parser.add_mutually_exclusive_group()
    how_long.add_argument(
        "--minutes", type=minutes, default=15.0, metavar="M", help="about how long to train (15)"
    )
    how_long.add_argument(
        "--games", type=positive, default=0, metavar="N", help="or how many games; reproducible"
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="the random seed (1)")
    parser.add_argument(
        "--crew",
        type=positive,
        default=cores(),
        metavar="C",
        help=f"parallel learners (all cores, {cores()}); the result depends on their number",
    )
    parser.add_argument(
        "--hidden",
        type=positive,
        default=42,
        metavar="H",
        help="hidden units, a multiple of 3 (42)",
    )
    parser.add_argument(
        "--round", type=positive, default=250, metavar="R", help="games per learner and round (250)"
    )
    parser.add_argument(
        "--most",
        type=positive,
        default=0,
        metavar="B",
        help="evaluate only B moves of a position, not all: for games with very many moves",
    )
    parser.add_argument(
        "--rate",
        type=rate,
        default=0.0,
        metavar="R",
        help="learning rate at first; at the end it is a thirtieth (3; solo games need more)",
    )
    parser.add_argument(
        "--trust",
        type=part,
        default=train.TRUST,
        metavar="T",
        help="lambda: 0 learns only from the net's next value, 1 only from the outcome "
        f"({train.TRUST:g})",
    )
    parser.add_argument(
        "--search",
        type=positive,
        default=0,
        metavar="R",
        help="continue with the game's net: search with R iterations, and learn from the results",
    )
    parser.add_argument(
        "--checkpoint", type=Path, metavar="FILE", help="the checkpoint (GAME-K.training)"
    )
    parser.add_argument(
        "--no-gate", action="store_true", help="only write GAME-K.net; the game keeps its old net"
    )
    game_options(parser)
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option for every second game, so that the net learns both; may be repeated",
    )
    parser.epilog = (
        "examples:\n"
        "  spinney train GAME --seats 2 --minutes 15 --seed 1\n"
        "  spinney train GAME --seats 2 --minutes 30 --search 30 --round 25\n"
        "  spinney arena GAME --players net:GAME-2.net,greedy\n\n"
        "The new net replaces the one in the game's folder if a sequential test finds it\n"
        f"{train.BOUNDS[1]:.0f} Elo stronger than that, or than the heuristics if there is none."
        "\nThe same command continues after an interruption."
    )


def minutes(text: str) -> float:
    found = number(text)
    if not 0 < found < 100_000:
        raise argparse.ArgumentTypeError(f"not a number of minutes: {text!r}")
    return found


def rate(text: str) -> float:
    found = number(text)
    if not 0 < found <= 1000:
        raise argparse.ArgumentTypeError(f"not a rate from 0 to 1000: {text!r}")
    return found


def part(text: str) -> float:
    found = number(text)
    if not 0 <= found <= 1:
        raise argparse.ArgumentTypeError(f"not a number from 0 to 1: {text!r}")
    return found


def number(text: str) -> float:
    """-1 if it is none."""
    try:
        return float(text)
    except ValueError:
        return -1.0


def run(args: argparse.Namespace) -> int:
    if args.components is not None:
        raise UsageError("nets are only for the game's own components: leave out --components")
    game = game_of(args.game, None)
    seats = args.seats or (2 if 2 in game.seats else game.seats[0])
    course = train.Course(
        game=game.name,
        seats=seats,
        seed=args.seed,
        hidden=args.hidden,
        crew=args.crew,
        round=args.round,
        most=args.most,
        options=chosen(game, args.option),
        rate=args.rate,
        trust=args.trust,
        search=args.search,
        also=chosen(game, args.also),
    )
    if args.search:
        with usage_errors():
            course = train.later(course)
    file = args.checkpoint or Path(f"{game.name}-{seats}.training")
    net = file.with_suffix(".net")
    if not file.absolute().parent.is_dir():
        raise UsageError(f"{file}: no such folder")
    with usage_errors():
        begun = train.resumed(file, course, args.games, 0.0 if args.games else args.minutes)
    progress = begun
    try:
        with bar() as show:
            for progress in train.rounds(begun, train.Clock()):
                train.keep(file, progress)
                show(progress.done, progress.rounds if progress.games else 0, standing(progress))
        train.candidate(net, progress)
        print(f"{game.title}, {at_table(seats)}: {standing(progress)}; {net} written")
        if args.no_gate:
            return 0
        return settle(progress, file, net)
    except train.TooFast as error:
        raise UsageError(str(error)) from None
    except BrokenProcessPool:
        print(f"spinney: a worker process died; {file} has the progress so far", file=sys.stderr)
        return 1


def settle(progress: train.Progress, file: Path, net: Path) -> int:
    """The gate: test the new net against the old one, and ship it if it is stronger."""
    course = progress.course
    rival = train.rival(game_of(course.game, None), course.seats)
    rates = []
    verdict = Verdict(0.0, "")
    with bar() as show:
        for played, verdict in train.gate(course, net):
            rates.append(played.rate)
            rate = sum(rates) / len(rates)
            show(len(rates), train.DEALS, f"against {rival}: {rate:.1%} ({verdict.ratio:+.2f})")
    rate = sum(rates) / len(rates)
    result = verdict.says or "still open"
    line = f"{rate:.1%} against {rival} on {len(rates)} deals: {result} ({verdict.ratio:+.2f})"
    print(line)
    if verdict.says != "stronger":
        print(f"Not accepted; the game keeps its old net. The new one is {net}.")
        return 0
    print(f"Accepted: {train.ship(progress, line)}")
    file.unlink()
    net.unlink()
    return 0


def standing(progress: train.Progress) -> str:
    played = progress.done * progress.course.crew * progress.course.round
    return f"{played:,} games in {progress.seconds / 60:.1f} min, off by {progress.off:.4f}"


@contextmanager
def bar() -> Iterator[Show]:
    """A progress bar on a terminal, otherwise a line a minute."""
    if not sys.stderr.isatty():
        say = EveryMinute()
        yield lambda done, of, words: say(words)
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from spinney.cli.console import OutputConsole

    columns = (BarColumn(None), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=OutputConsole(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def show(done: float, of: float, words: str) -> None:
            progress.update(task, completed=done, total=of or None, description=words)

        yield show
