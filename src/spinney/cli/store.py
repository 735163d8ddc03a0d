"""spinney store: maintenance of the games that a server has stored."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.cli.arguments import UsageError, positive
from spinney.cli.simulate import EveryMinute

if TYPE_CHECKING:
    from spinney.server.store.maintenance import Old, StoreReport

FAILURE = 1
FILE = "the database of a server, or its folder"


def declare(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="what to do", metavar="ACTION", dest="action")
    commands.required = True

    check = commands.add_parser(
        "check",
        help="read every page and replay every table; changes nothing",
        description="Read every page of a store and replay every table with the present rules.\n"
        "Nothing is changed, and a server may be using the store.",
        epilog="The exit code is 1 if anything is wrong; each problem is one line.",
    )
    check.add_argument("file", type=Path, metavar="FILE", help=FILE)

    backup = commands.add_parser(
        "backup",
        help="copy a store, also while a server uses it",
        description="Write a consistent copy of a store, also while a server uses it. The copy\n"
        "is checked before it gets its name; nothing is overwritten.",
        epilog="Only its owner can read the copy, because it has the secrets of running games.",
    )
    backup.add_argument("file", type=Path, metavar="FILE", help=FILE)
    backup.add_argument(
        "to", type=Path, metavar="TO", help="a new file, or a folder; then its name is the date"
    )

    restore = commands.add_parser(
        "restore",
        help="put a backup in the place of a store",
        description="Put a backup in the place of a store. The server must be stopped. The\n"
        "backup is checked first, and the replaced store stays next to it.",
    )
    restore.add_argument("file", type=Path, metavar="FILE", help=FILE)
    restore.add_argument("backup", type=Path, metavar="FROM", help="the backup")

    prune = commands.add_parser(
        "prune",
        help="remove tables and guests by their age",
        description="Remove tables by the day they were created, and guests without a seat by\n"
        "the day of their first visit. Shows what it would remove, and asks first.",
        epilog="The store does not know when a table was last used: --finished-only keeps the\n"
        "running ones. A guest with a seat at a table that stays is never removed.",
    )
    prune.add_argument("file", type=Path, metavar="FILE", help=FILE)
    prune.add_argument(
        "--tables-older-than", type=positive, metavar="DAYS", help="remove tables of that age"
    )
    prune.add_argument(
        "--guests-older-than",
        type=positive,
        metavar="DAYS",
        help="remove guests who came before that and have no seat",
    )
    prune.add_argument("--finished-only", action="store_true", help="keep tables still running")
    prune.add_argument("--yes", action="store_true", help="do not ask")

    parser.epilog = (
        "examples:\n"
        "  spinney store check ~/.local/share/spinney\n"
        "  spinney store backup /var/lib/spinney /var/backups\n"
        "  spinney store restore /var/lib/spinney /var/backups/spinney-20260301T020000Z.db\n"
        "  spinney store prune /var/lib/spinney --tables-older-than 90 --finished-only\n\n"
        "'spinney store ACTION --help' shows the options of an action."
    )


def run(args: argparse.Namespace) -> int:
    try:
        from spinney.server.store import maintenance  # noqa: F401
        from spinney.server.store.database import Damaged
        from spinney.table.store import StoreError
    except ModuleNotFoundError as error:
        raise UsageError(f"a store needs {error.name}: 'pip install spinney' brings it") from None
    actions = {"check": check, "backup": backup, "restore": restore, "prune": prune}
    try:
        return actions[args.action](args)
    except Damaged as error:
        print(f"spinney: {error}", file=sys.stderr)
        return FAILURE
    except StoreError as error:
        raise UsageError(str(error)) from None


def check(args: argparse.Namespace) -> int:
    from spinney.server.store.maintenance import check_store

    with meter("tables") as progress:
        report = check_store(args.file, progress)
    summarize(report)
    for problem in report.problems:
        print(f"problem: {problem}")
    number = len(report.problems)
    print("Nothing is wrong." if not number else plural(number, "problem") + ".")
    return FAILURE if number else 0


def summarize(report: StoreReport) -> None:
    print(f"{report.path}: {megabytes(report.size)}, version {report.version} of the store")
    width = max([len(game) for game in report.games], default=0)
    for game, tally in sorted(report.games.items()):
        number = tally.running + tally.finished
        print(f"  {game:<{width}}  {plural(number, 'table')} ({tally.finished:,} finished)")
    files = f", {plural(report.files, 'components file')}" if report.files else ""
    print(f"  {plural(report.entries, 'entry')}, {plural(report.guests, 'guest')}{files}")


def backup(args: argparse.Namespace) -> int:
    from spinney.server.store.maintenance import back_up, size_of

    with meter("bytes") as progress:
        to = back_up(args.file, args.to, progress)
    print(f"{to}: {megabytes(size_of(to))}, checked")
    return 0


def restore(args: argparse.Namespace) -> int:
    from spinney.server.store.maintenance import restore

    with meter("bytes") as progress:
        done = restore(args.file, args.backup, progress)
    print(f"{done.path} is now what {args.backup} was.")
    if done.kept is not None:
        print(f"The store that was there is {done.kept}")
        print(f"To undo this: spinney store restore {done.path} {done.kept}")
    return 0


def prune(args: argparse.Namespace) -> int:
    from spinney.server.store.maintenance import DAY, Age, count_old, prune

    if args.tables_older_than is None and args.guests_older_than is None:
        raise UsageError("nothing to remove: give --tables-older-than or --guests-older-than")
    now = int(time.time())
    age = Age(
        tables=now - args.tables_older_than * DAY if args.tables_older_than else 0,
        guests=now - args.guests_older_than * DAY if args.guests_older_than else 0,
        finished_only=args.finished_only,
    )
    old = count_old(args.file, age)
    if not old.tables and not old.guests:
        print("Nothing is that old.")
        return 0
    print(f"would remove {described(old)}; about {megabytes(old.size)}")
    if not args.yes and not agreed():
        print("Nothing was removed." if sys.stdin.isatty() else "Nothing was removed: add --yes.")
        return 0
    old, freed = prune(args.file, age)
    print(f"removed {described(old)}; {megabytes(max(0, freed))} came free")
    return 0


def agreed() -> bool:
    if not sys.stdin.isatty():
        return False
    return input("Remove them? [y/N] ").strip().casefold() in ("y", "yes")


def described(old: Old) -> str:
    """12 tables (9 finished), 40 guests without a seat"""
    tables = f"{plural(len(old.tables), 'table')} ({old.finished:,} finished)"
    return f"{tables}, {plural(len(old.guests), 'guest')} without a seat"


def plural(number: int, what: str) -> str:
    many = what[:-1] + "ies" if what.endswith("y") else what + "s"
    return f"{number:,} {what if number == 1 else many}"


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


@contextmanager
def meter(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal, otherwise a line a minute."""
    if not sys.stderr.isatty():
        say = EveryMinute()
        yield lambda done, total: say(f"{done:,} of {total:,} {what}")
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    from spinney.cli.console import OutputConsole

    columns = (BarColumn(None), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=OutputConsole(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
