"""spinney cases: plays the published cases of the games (docs/cases.md)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from spinney.cli.arguments import UsageError, spelled, usage_errors
from spinney.core import case_runs, cases, shelf
from spinney.core.case_runs import Failure
from spinney.core.cases import Case, Casebook, Line

Results = list[tuple[Case, list[Failure]]]


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="default: all games, in a table")
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="only this file: one of the game's, or your own"
    )
    parser.add_argument("--list", action="store_true", help="list the cases, play none")
    parser.add_argument(
        "--json", action="store_true", help="as JSON; with --list also the lines of each case"
    )
    parser.epilog = (
        "examples:\n"
        "  spinney cases\n"
        "  spinney cases GAME\n"
        "  spinney cases GAME examples.txt\n"
        "  spinney cases GAME --list\n\n"
        "The exit code is 1 if a case fails, 2 if a file cannot be read."
    )


def run(args: argparse.Namespace) -> int:
    with usage_errors():
        names = [spelled(args.game)] if args.game else list(shelf.games())
        books = [book for name in names if (book := cases.of(shelf.find(name)))]
        if args.game and not books:
            raise UsageError(f"{args.game} has no cases")
        if args.file:
            books = [only(book, args.file) for book in books]
        if args.list:
            return show_list(books, args.json)
        played = [(book, play(book)) for book in books]
    every = not args.file
    if args.json:
        write_json([entry(book, results, every) for book, results in played])
    elif args.game:
        show(*played[0], every)
    else:
        show_table(played)
    return int(any(failures for _, results in played for _, failures in results))


def only(book: Casebook, name: str) -> Casebook:
    """The cases of one file: of the game's folder, or any other."""
    own = [book.folder / name, book.folder / f"{name}.txt"]
    file = next((file for file in own if file.is_file()), Path(name))
    return cases.with_files(book, [file])


def play(book: Casebook) -> Results:
    return [(case, case_runs.run(book, case)) for case in book.cases]


def show(book: Casebook, results: Results, every: bool) -> None:
    """Each case in a line, and what failed below it."""
    for case, failures in results:
        sys.stdout.write(f"{'FAIL' if failures else 'pass'}  {case.id} {case.title}\n")
        for failure in failures:
            sys.stdout.write("".join(f"      {line}\n" for line in str(failure).splitlines()))
    failed = sum(bool(failures) for _, failures in results)
    sys.stdout.write(f"\n{len(results) - failed} passed, {failed} failed\n")
    if every and book.uncovered:
        sys.stdout.write(f"Without a case: {', '.join(book.uncovered)}\n")


def show_table(played: list[tuple[Casebook, Results]]) -> None:
    from rich.table import Table

    from spinney.cli.console import OutputConsole

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("game")
    for title in ("cases", "failed", "numbers"):
        table.add_column(title, justify="right")
    table.add_column("without a case")
    for book, results in played:
        failed = sum(bool(failures) for _, failures in results)
        counts = (len(results), failed, len(book.numbers))
        missing = " ".join(book.uncovered) or "none"
        table.add_row(book.game.name, *map(str, counts), missing)
    if len(played) > 1:
        total = sum(len(results) for _, results in played)
        failed = sum(bool(failures) for _, results in played for _, failures in results)
        rules = sum(len(book.numbers) for book, _ in played)
        missing = str(sum(len(book.uncovered) for book, _ in played))
        table.add_row("all", str(total), str(failed), str(rules), missing, style="bold")
    OutputConsole().print(table)


def show_list(books: list[Casebook], as_json: bool) -> int:
    if as_json:
        write_json(
            [{"game": book.game.name, "cases": list(map(whole, book.cases))} for book in books]
        )
        return 0
    for book in books:
        for case in book.cases:
            name = f"{book.game.name}  " if len(books) > 1 else ""
            also = f" (also {' '.join(case.also)})" if case.also else ""
            sys.stdout.write(f"{name}{case.file}:{case.line}  {case.id} {case.title}{also}\n")
    return 0


def entry(book: Casebook, results: Results, every: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "game": book.game.name,
        "version": book.game.version,
        "components": book.game.components,
        "cases": [
            described(case) | {"passed": not failures, "failures": list(map(failed, failures))}
            for case, failures in results
        ],
    }
    return found | ({"without_case": book.uncovered} if every else {})


def described(case: Case) -> dict[str, Any]:
    return {
        "id": case.id,
        "title": case.title,
        "also": case.also,
        "source": case.source,
        "file": case.file,
        "line": case.line,
    }


def whole(case: Case) -> dict[str, Any]:
    return described(case) | {"lines": list(map(lined, case.lines))}


def lined(line: Line) -> dict[str, Any]:
    """A line taken apart; `below` only where there is something."""
    parts = dict(pairs(line))
    return {"line": line.number, "text": str(line), **parts}


def pairs(line: Line) -> Iterator[tuple[str, Any]]:
    if line.seat is not None:
        yield "seat", line.seat
    yield "word", line.word
    yield "rest", line.rest
    if line.below:
        yield "below", line.below


def failed(failure: Failure) -> dict[str, Any]:
    return {
        "line": failure.line.number,
        "text": str(failure.line),
        "expected": failure.wanted,
        "found": failure.found,
    }


def write_json(content: object) -> None:
    text = msgspec.json.format(msgspec.json.encode(content), indent=2).decode()
    sys.stdout.write(text + "\n")
