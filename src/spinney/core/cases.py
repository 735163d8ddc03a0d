"""Published cases: the rules of a game as questions with answers, one short text each.

Here the files are read; core/case_runs.py plays them; docs/cases.md describes the format. A game
has cases if its folder has a module `positions` (with POSITIONS) and text files in `cases/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from types import UnionType
from typing import Any, Protocol, Union, get_args, get_origin, get_type_hints

from spinney.core import shelf
from spinney.core.game import Game

NUMBER = re.compile(r"^(?:#{2,6} +(R\d+(?:\.\d+)*)\b|.*?\*\*(R\d+\.\d+|#\d+)\b)", re.M)
TITLE = re.compile(r"((?:R\d+(?:\.\d+)*|#\d+))/([1-9]\d*) +(\S.*)")
SEAT = re.compile(r"seat (\d+) +(.*)|spectator +(.*)")
SOURCE = re.compile(r"(?:lines? \d[\d, -]*|piece|ruling)(?:: +\S.*)?")
SPECTATOR = -1
CHECKS = ("may", "not", "refuse", "moves", "then")
WORDS = ("given", "do", *CHECKS)


class CaseError(ValueError):
    """A mistake in a file of cases: file, line and what is wrong, in one line."""


class Position(Protocol):
    """A table in the middle of a case."""

    @property
    def state(self) -> Any: ...

    def view(self, seat: int) -> Any: ...  # what a seat may know; SPECTATOR is a spectator

    def answer(self, what: str, seat: int) -> object: ...  # to `then WHAT`; a ValueError if unknown


@dataclass(frozen=True)
class Positions:
    """The contents of a game's module `positions`: how to build tables, and the game's own
    steps."""

    build: Callable[[GivenLines], Position]
    table: Callable[[Any], Position]  # a table around a state of the real set-up
    # The game's own steps, next to `do`, by their word. Called with the table and the rest of the
    # line.
    steps: Mapping[str, Callable[[Any, str], object]] = field(default_factory=dict)


@dataclass(frozen=True)
class Line:
    """One line of a case, with the lines indented below it."""

    number: int  # in the file
    text: str  # without the seat
    seat: int | None = None  # if one was named
    below: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        return self.text.partition(" ")[0]

    @property
    def rest(self) -> str:
        return self.text.partition(" ")[2].strip()

    def split(self) -> tuple[str, str]:
        """'cards = 4' as ('cards', '4'); the value may stand below. Without one it is 'true'."""
        name, equals, value = f"{self.rest} ".partition(" = ")
        lines = [*filter(None, [value.strip()]), *self.below]  # pictures keep their margin
        return name.strip(), "\n".join(lines) if equals or lines else "true"

    def __str__(self) -> str:
        who = "" if self.seat is None else "spectator " if self.seat < 0 else f"seat {self.seat} "
        return who + self.text


@dataclass(frozen=True)
class Case:
    """A rule or ruling, a position, moves and questions, and what must come out."""

    id: str  # "R3.1/2": unique in its game, and never given to another case
    title: str
    file: str
    line: int
    also: tuple[str, ...]  # other numbers it covers
    source: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def numbers(self) -> tuple[str, ...]:
        return (self.id.partition("/")[0], *self.also)


@dataclass(frozen=True)
class Casebook:
    """All cases of one game."""

    game: Game
    folder: Path
    positions: Positions
    cases: Sequence[Case]

    @cached_property
    def numbers(self) -> list[str]:
        """Every number of the rulebook, in its order."""
        return numbers(self.game.rulebook)

    @property
    def uncovered(self) -> list[str]:
        """The numbers without a case."""
        covered = {number for case in self.cases for number in case.numbers}
        return [number for number in self.numbers if number not in covered]


def numbers(rulebook: str) -> list[str]:
    """R1, R3.1, #7, … as they stand in a rulebook: headings, and what is bold."""
    return list(dict.fromkeys(found[1] or found[2] for found in NUMBER.finditer(rulebook)))


def of(game: Game) -> Casebook | None:
    """The cases of a game on the shelf; None if it has none."""
    return in_package(f"{shelf.folders.__name__}.{game.name}")


def in_package(package: str) -> Casebook | None:
    """The cases of a game that is this Python package."""
    if find_spec(f"{package}.positions") is None:
        return None
    module, game = import_module(f"{package}.positions"), import_module(package).GAME
    folder = Path(str(module.__file__)).parent / "cases"
    book = Casebook(game, folder, module.POSITIONS, [])
    return with_files(book, sorted(folder.glob("*.txt")))


def with_files(book: Casebook, files: Iterable[Path]) -> Casebook:
    """The same game with the cases of these files."""
    cases: list[Case] = []
    for file in files:
        cases += read(file.read_text(encoding="utf-8"), file.name, book)
    seen: dict[str, Case] = {}
    for case in cases:
        first = seen.setdefault(case.id, case)
        if first is not case:
            where = f"{first.file}:{first.line}"
            raise CaseError(f"{case.file}:{case.line}: {case.id} is also in {where}")
    return Casebook(book.game, book.folder, book.positions, cases)


# ------------------------------------------------------------------------------------------ reading
def read(text: str, file: str, book: Casebook) -> list[Case]:
    """The cases of one file. A mistake is a CaseError."""
    parts: list[list[Line]] = []
    margin = ""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if not bare or (bare + " ").startswith("# "):
            continue
        if not line[0].isspace():
            parts.append([Line(number, bare)])
            margin = ""
        elif not parts:
            raise CaseError(f"{file}:{number}: indented, but no case has begun")
        else:
            lines = parts[-1]
            margin = margin or line[: len(line) - len(line.lstrip())]
            inner = line.rstrip().removeprefix(margin)
            if not line.startswith(margin):
                raise CaseError(f"{file}:{number}: indented less than the line above")
            if inner[0].isspace() and len(lines) > 1:
                last = lines[-1]
                lines[-1] = Line(last.number, last.text, last.seat, (*last.below, inner))
            else:
                lines.append(seated(number, bare))
    return [one(lines, file, book) for lines in parts]


def seated(number: int, text: str) -> Line:
    found = SEAT.fullmatch(text)
    if not found:
        return Line(number, text)
    if found[1] is None:
        return Line(number, found[3], SPECTATOR)
    return Line(number, found[2], int(found[1]))


def one(lines: list[Line], file: str, book: Casebook) -> Case:
    head, *rest = lines
    known = (*WORDS, *book.positions.steps)

    def wrong(line: Line, what: str) -> CaseError:
        return CaseError(f"{file}:{line.number}: {what}")

    found = TITLE.fullmatch(head.text)
    if not found:
        raise wrong(head, f"{head.text!r} does not begin with a number such as R3.1/2 or #7/1")
    also = [(line, number) for line in rest if line.word == "also" for number in line.rest.split()]
    for line, number in [(head, found[1]), *also]:
        if number not in book.numbers:
            raise wrong(line, f"the rulebook has no {number}")
    source = [line for line in rest if line.word == "source"]
    for line in source:
        if not SOURCE.fullmatch(line.rest):
            raise wrong(line, "a source is 'line N: note', 'piece: note' or 'ruling'")
    played = [line for line in rest if line.word not in ("also", "source")]
    for line in played:
        if line.word not in known:
            raise wrong(line, f"{line.word!r} is none of {', '.join(('also', 'source', *known))}")
        if line.word in ("refuse", "moves", "given") and " = " not in f"{line.rest} ":
            if not line.below:
                raise wrong(line, f"{line.word} needs ' = ' and a value")
    words = [line.word for line in played]
    for line in played[words.count("given") :]:
        if line.word == "given":
            raise wrong(line, "what is given comes before moves and questions")
    if not source:
        raise wrong(head, f"{found[1]}/{found[2]} names no source")
    if not any(line.word in CHECKS for line in played):
        raise wrong(head, f"{found[1]}/{found[2]} checks nothing")
    return Case(
        f"{found[1]}/{found[2]}",
        found[3],
        file,
        head.number,
        tuple(number for _, number in also),
        tuple(line.rest for line in source),
        tuple(played),
    )


# --------------------------------------------------------------------------------------- positions
class GivenLines:
    """The `given` lines of a case. A game builds its position from them."""

    def __init__(self, lines: Iterable[Line], file: str = "") -> None:
        self.lines = list(lines)
        self.file = file

    def wrong(self, line: Line, what: object) -> CaseError:
        return CaseError(f"{self.file}:{line.number}: {what}")

    @property
    def seats(self) -> list[int]:
        """The seats that have lines of their own."""
        return sorted({line.seat for line in self.lines if line.seat is not None})

    def text(self, name: str, default: str = "") -> str:
        """The value of a key as text."""
        found = [line.split()[1] for line in self.lines if line.split()[0] == name]
        return found[-1] if found else default

    def keys(self, *functions: Callable[..., Any], seat: int | None = None) -> dict[str, Any]:
        """The lines of a seat, or of the table, as keyword arguments for these functions. The types
        of
        their parameters decide how a value is read.

        A number is an int, `true` a bool, and several words are a list or tuple of numbers. A list
        of texts has one item per line. 'given bonus first = one' is an entry of a dict.
        """
        kinds: dict[str, Any] = {}
        for function in functions:
            kinds |= arguments(function)
        values: dict[str, Any] = {}
        for line in self.lines:
            if line.seat != seat:
                continue
            name, value = line.split()
            key, _, inner = name.partition(" ")
            kind = kinds.get(key)
            try:
                if kind is None:
                    raise ValueError(f"there is no {key!r} to be given")
                if get_origin(kind) in (Union, UnionType):  # `… | None`
                    kind = get_args(kind)[0]
                if get_origin(kind) is dict:
                    of_key, of_value = get_args(kind)
                    values.setdefault(key, {})[of_key(inner)] = converted(of_value, value)
                elif inner:
                    raise ValueError(f"{key!r} takes no name")
                elif get_origin(kind) is list and get_args(kind) == (str,):
                    values.setdefault(key, []).append(value)
                elif key in values:
                    raise ValueError(f"{key!r} is given twice")
                else:
                    values[key] = converted(kind, value)
            except ValueError as error:
                raise self.wrong(line, error) from None
        return values


def arguments(function: Callable[..., Any]) -> dict[str, Any]:
    """The parameters of a function that `given` can set, with their types: those that are
    keyword-only, and those of type str."""
    kinds = get_type_hints(function)
    return {
        one.name: kinds[one.name]
        for one in signature(function).parameters.values()
        if one.kind is one.KEYWORD_ONLY or kinds[one.name] is str
    }


def converted(kind: Any, text: str) -> Any:
    """A text converted to this type."""
    if kind is bool:
        if text not in ("true", "false"):
            raise ValueError(f"{text!r} is neither true nor false")
        return text == "true"
    if kind is int:
        if not re.fullmatch(r"-?\d+", text):
            raise ValueError(f"{text!r} is no number")
        return int(text)
    if get_origin(kind) is not None and kind is not str:
        inner = get_args(kind)[0]
        if inner is str:
            return tuple(part.strip() for part in text.split(";"))
        made = [converted(inner, word) for word in text.split()]
        return tuple(made) if get_origin(kind) is tuple else made
    return text
