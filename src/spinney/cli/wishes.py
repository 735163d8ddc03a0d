"""What was asked for on the command line, turned into the things it names."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from spinney.core import shelf
from spinney.core.components import ComponentError
from spinney.core.game import Game
from spinney.core.record import Record, RecordError, read


class Mistake(Exception):
    """Something the user can put right; the text says what in one line."""


@contextmanager
def wished(about: str = "") -> Iterator[None]:
    """Inside, a ValueError is about a wish of the user and not a fault of the program."""
    try:
        yield
    except ValueError as error:
        raise Mistake(f"{about}: {error}" if about else str(error)) from None


def game_options(parser: argparse.ArgumentParser) -> None:
    """The options every command has that starts a game."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as 'spinney games' lists them; may be repeated",
    )
    components_option(parser)


def components_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--components",
        type=Path,
        metavar="FILE",
        help="play with a corrected copy of the game's components.toml",
    )


def seed(text: str) -> int:
    """A seed as an argument."""
    if not text.isascii() or not text.isdigit() or int(text) >= 1 << 62:
        raise argparse.ArgumentTypeError(f"{text!r} is no seed (0 to 2**62 - 1)")
    return int(text)


def positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def game_of(name: str, components: Path | None) -> Game:
    """A game of the shelf, played with another components file if there is one."""
    with wished():
        game = shelf.find(name)
    if components is None:
        return game
    with wished(str(components)):
        return game.reprint(components.read_bytes())


def choices(words: Sequence[str]) -> dict[str, str]:
    """['variant=open'] → {'variant': 'open'}"""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise Mistake(f"--option {word!r} is not of the form NAME=VALUE")
        if name in found:
            raise Mistake(f"--option {name} is given twice")
        found[name] = value
    return found


def record_of(path: Path, components: Path | None) -> Record:
    """A recorded game; a RecordError says why it is none."""
    printed = None if components is None else components.read_bytes()
    try:
        return read(path.read_bytes().decode(), printed)
    except UnicodeDecodeError:
        raise RecordError(f"{path}: this is no Spinney record") from None
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    except ComponentError as error:
        raise Mistake(f"{components}: {error}") from None


def target(path: Path) -> Path:
    """Where a file goes that replaces an older one: never in the place of a device."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise Mistake(f"{path}: not a file that could be replaced")
    if not path.parent.is_dir():
        raise Mistake(f"{path.parent}: no such folder")
    return path
