"""The `spinney` command. Only the module of the command that was asked for is ever imported.

A command is a module here with `declare(parser)`, which adds its options, and `run(args)`, which
returns the exit code:

    0    done
    1    a failure: a record that does not fit its moves, a worker that died
    2    a mistake of the user: a wrong option, an unknown name, an unreadable file
    130  interrupted with Ctrl-C
    141  whoever read our output has left
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, NoReturn

import spinney

COMMANDS = {
    "serve": "open a table for the browser, for friends and computer players",
    "store": "check, back up, restore or thin out the games that a server keeps",
    "play": "play a game in the terminal against computer players",
    "games": "list the games on the shelf, with their seats and options",
    "simulate": "let computer players play many games, on all cores",
    "arena": "find out which computer player is stronger, and by how much",
    "train": "let a game's net learn by playing, and keep it if it is better",
    "replay": "look at any position of a recorded game",
    "verify": "check that a finished game was played with the promised shuffle",
    "cases": "play the published cases of a game's rules: positions, moves and what must follow",
    "bench": "measure how fast the rules run",
    "new-game": "write the folder of a new game: small, complete, and yours to change",
    "doctor": "say what is installed, what is compiled and what is missing",
}
FAILURE, MISTAKE, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of repeating all the options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            **settings, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
        )

    def _print_message(self, message: str, file: Any = None) -> None:
        """Without argparse's silence about a pipe that was closed."""
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        self.exit(MISTAKE, f"spinney: {message} (see '{self.prog} --help')\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    streams()
    try:
        code = command(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        drain()
        return PIPE_CLOSED
    except OSError as error:
        drain()
        what = error.strerror or str(error)
        return complain(f"{error.filename}: {what}" if error.filename else what, MISTAKE)


def streams() -> None:
    """A character that cannot be written or read is a question mark, and no end of the program."""
    if sys.stdin is None:  # closed by whoever started us
        sys.stdin = open(os.devnull)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def command(words: list[str]) -> int:
    name = next((word for word in words if not word.startswith("-")), "")
    try:
        args = parser(name).parse_args(words)
    except SystemExit as done:  # --help, --version or a mistake, already printed
        return int(done.code or 0)
    if not args.command:
        parser("").print_help()
        return 0
    from spinney.cli.arguments import UsageError
    from spinney.core.record import RecordError

    try:
        return int(module(args.command).run(args))
    except RecordError as error:
        return complain(error, FAILURE)
    except UsageError as error:
        return complain(error, MISTAKE)


def drain() -> None:
    """Python flushes once more on its way out: what could not be written then goes nowhere."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(what: object, code: int) -> int:
    print(f"spinney: {what}", file=sys.stderr)
    return code


def parser(chosen: str) -> Parser:
    """The whole command line, with the options of one command."""
    game = a_game()
    top = Parser(
        prog="spinney",
        description="One table for the forest games.",
        epilog=f"examples:\n  spinney play {game}\n"
        f"  spinney simulate {game} --games 1000 --players greedy,random\n\n"
        "'spinney COMMAND --help' tells more about a command.",
    )
    top.add_argument("--version", action="version", version=f"spinney {spinney.__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, line in COMMANDS.items():
        sub = commands.add_parser(name, help=line, description=f"{line[0].upper()}{line[1:]}.")
        if name == chosen:
            module(name).declare(sub)
            sub.epilog = (sub.epilog or "").replace("GAME", game)
    return top


def module(name: str) -> ModuleType:
    """The module of a command; that of `new-game` is new_game.py."""
    return import_module(f"{__name__}.{name.replace('-', '_')}")


def a_game() -> str:
    """A game for the examples; its folder is enough, nothing is imported."""
    return next(
        (m.name for m in iter_modules(import_module("spinney.games").__path__) if m.ispkg), "GAME"
    )
