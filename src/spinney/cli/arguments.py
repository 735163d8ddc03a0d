"""Arguments of commands: parse them, check them, and load what they name."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from spinney.core import shelf
from spinney.core.components import ComponentError
from spinney.core.game import Game
from spinney.core.record import FORMAT, Record, RecordError, read

TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


class UsageError(Exception):
    """A mistake of the user. The text says in one line what is wrong."""


@contextmanager
def usage_errors(about: str = "") -> Iterator[None]:
    """Turn a ValueError that is raised inside into a UsageError."""
    try:
        yield
    except ValueError as error:
        what = worded(str(error))
        raise UsageError(f"{about}: {what}" if about else what) from None


def worded(error: str) -> str:
    """The error message of a decoder in plain words.

    'cards.morel: Expected `int`, got `str` - at `$.day`' → 'cards.morel.day: expected a whole
    number, found text'
    """
    found = re.fullmatch(r"(?:(.*): )?([A-Z][^:]*?)(?: - at `(?:key in )?\$([^`]*)`)?", error)
    if found is None or "`" not in error:
        return error
    about, what, where = found.groups()
    place = f"{about or ''}{where or ''}".strip(".")
    what = f"{what[0].lower()}{what[1:]}".replace(", got ", ", found ")
    what = re.sub(r"object missing required field (`\w+`)", r"\1 is missing", what)
    what = re.sub(r"object contains unknown field (`\w+`)", r"there is no field \1", what)
    what = re.sub(r"`([^`]*)`", lambda quoted: kinds(quoted.group(1)), what)
    return f"{place}: {what}" if place else what


def kinds(names: str) -> str:
    """'int | null' → 'a whole number or nothing'; any other name stays as it is, in quotes."""
    parts = names.split(" | ")
    known = all(part in TYPES for part in parts)
    return " or ".join(TYPES[part] for part in parts) if known else f"'{names}'"


def game_options(parser: argparse.ArgumentParser) -> None:
    """The options of every command that starts a game."""
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
    """A game of the shelf, with another components file if one is given."""
    with usage_errors():
        game = shelf.find(spelled(name))
    if components is None:
        return game
    with usage_errors(str(components)):
        return game.reprint(components.read_bytes())


def same_game(name: str, game: Game) -> bool:
    """Whether this is the name or the title of a game, in upper or lower case."""
    return name.casefold() in (game.name.casefold(), game.title.casefold())


def at_table(seats: int) -> str:
    """The number of seats in words."""
    return "alone" if seats == 1 else f"{seats} seats"


def spelled(name: str) -> str:
    """A game's name as the shelf has it."""
    games = shelf.games().values()
    return next((game.name for game in games if same_game(name, game)), name)


def chosen(game: Game, words: Sequence[str]) -> dict[str, str]:
    """The given options of a game. A UsageError if a value is not possible."""
    from spinney.cli.games import options

    found = choices(words)
    for choice in options(game):
        if choice.name in found:
            value = found[choice.name]
            try:
                game.choose({choice.name: value})
            except ValueError:
                raise UsageError(
                    f"option {choice.name} cannot be {value!r} (possible: {choice.values})"
                ) from None
    return found


def choices(words: Sequence[str]) -> dict[str, str]:
    """['variant=open'] → {'variant': 'open'}"""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise UsageError(f"--option {word!r} is not of the form NAME=VALUE")
        if name in found:
            raise UsageError(f"--option {name} is given twice")
        found[name] = value
    return found


def record_of(path: Path, components: Path | None) -> Record:
    """The record in a file. A RecordError says why it cannot be read."""
    printed = None if components is None else components.read_bytes()
    try:
        return read(path.read_bytes().decode(), printed)
    except UnicodeDecodeError:
        raise RecordError(f"{path}: this is no Spinney record") from None
    except RecordError as error:
        raise RecordError(f"{path}: {worded(str(error))}") from None
    except ComponentError as error:
        raise UsageError(f"{components}: {worded(str(error))}") from None


def target(path: Path) -> Path:
    """The path of a file to write. A UsageError if it is no regular file or has no folder."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: not a file that could be replaced")
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent}: no such folder")
    return path


@contextmanager
def output(name: str) -> Iterator[IO[bytes]]:
    """The file for a command's data. '-' is standard output.

    The file gets its name when it is complete. It may replace another file, but not a record,
    because that would surely be a mistake.
    """
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = target(Path(name))
    if path.exists():
        with open(path, "rb") as old:
            if old.read(len(FORMAT)).startswith(FORMAT.split("record")[0].encode()):
                raise UsageError(f"{name} is a record of a game; it would be lost")
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(part, "wb") as file:
            yield file
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
