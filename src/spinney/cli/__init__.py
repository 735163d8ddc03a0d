"""The `spinney` command. Only the module of the given command is imported.

A command is a module here with `declare(parser)`, which adds its options, and `run(args)`, which
returns the exit code:

    0    done
    1    a failure: a record that does not fit its moves, a worker that died
    2    a mistake of the user: a wrong option, an unknown name, an unreadable file
    130  interrupted with Ctrl-C
    141  the reader of our output has closed it
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
    "serve": "run the server: play in the browser, alone or with friends",
    "store": "check, back up, restore or clean up the games that a server has stored",
    "play": "play a game in the terminal against computer players",
    "games": "list the games with their numbers of players and their options",
    "simulate": "let computer players play many games, on all cores",
    "arena": "find out which computer player is stronger, and by how much",
    "train": "train a game's net by self-play, and keep it if it is stronger",
    "replay": "show any position of a recorded game",
    "verify": "check that a finished game was dealt as promised",
    "cases": "play the published cases of a game's rules: positions, moves and what must follow",
    "bench": "measure how fast the rules run",
    "new-game": "write a small, complete game with tests, as a start for your own",
    "doctor": "show what is installed, compiled or missing",
}
FAILURE, MISTAKE, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, without the usage of all options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            **settings, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
        )

    def _print_message(self, message: str, file: Any = None) -> None:
        """As in argparse, but raise an error if the pipe was closed."""
        (file or sys.stderr).write(message)

    def error(self, message: str) -> NoReturn:
        self.exit(MISTAKE, f"spinney: {message} (see '{self.prog} --help')\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code."""
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
    """Make sure that there are streams, and replace characters that cannot be read or written by
    question marks."""
    if sys.stdin is None:  # closed by the program that started us
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
    """Discard what could not be written, because Python flushes once more when it exits."""
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
        description="Forest board games, for people and for programs.",
        epilog=f"examples:\n  spinney play {game}\n"
        f"  spinney simulate {game} --games 1000 --players greedy,random\n\n"
        "'spinney COMMAND --help' shows the options of a command.",
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
    """The module of a command. That of `new-game` is new_game.py."""
    return import_module(f"{__name__}.{name.replace('-', '_')}")


def a_game() -> str:
    """The name of a game, for the examples. It is found without importing any game."""
    return next(
        (m.name for m in iter_modules(import_module("spinney.games").__path__) if m.ispkg), "GAME"
    )
