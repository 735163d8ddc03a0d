"""The options of a game, described for the browser and the command line.

The fields of the game's Options say what can be chosen, their docstring says what it means:

    variant (Variant): one of the rulebook's, or none
    variant=none: The plain game
    variant=clearings: Clearings. Two spaces of every tile stay bare.
    difficulty [1]: how strong the trees of the AI are

`(…)` is an optional title. `[…]` lists the numbers of players that have the option. A line with `=`
describes one value: its label and, after the first full stop, a remark. A line without a name
continues the one before it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal

import msgspec

from spinney.core.game import Game

Kind = Literal["choice", "switch", "number", "text"]
TEXT = 200  # default length limit of a text
LONGEST = 4000  # upper length limit of any text
LINE = re.compile(
    r"(?P<name>[a-z_]\w*)(?:=(?P<value>[^\s:=]+))?(?: \((?P<title>[^)]+)\))?"
    r"(?: \[(?P<seats>[\d, -]+)\])?:\s+(?P<text>.+)"
)


class OptionValue(msgspec.Struct, frozen=True):
    """One value of an option."""

    value: str
    label: str = ""  # "" if the value is its own label
    says: str = ""


class Option(msgspec.Struct, frozen=True):
    """One option of a game."""

    name: str
    title: str
    kind: Kind
    default: str
    says: str = ""
    values: list[OptionValue] = []  # of a choice
    least: int | None = None  # of a number
    most: int | None = None
    longest: int = 0  # of a text
    seats: list[int] = []  # the numbers of players that have it; empty: all

    def __repr__(self) -> str:
        ways = {"switch": "true, false", "number": f"{self.least} to {self.most}", "text": "text"}
        values = ways.get(self.kind) or ", ".join(value.value for value in self.values)
        return f"{self.name}={self.default} ({values})"


def choices(game: Game) -> list[Option]:
    """A game's options in order."""
    return list(of_type(game.options))


@cache
def of_type(options: type[msgspec.Struct]) -> tuple[Option, ...]:
    """The options of a type. Cached, because the server needs them for every new table, and msgspec
    creates reference cycles each time."""
    schema = next(iter(msgspec.json.schema(options)["$defs"].values()))
    fields: dict[str, dict[str, Any]] = schema["properties"]
    notes = read(str(schema.get("description", "")), set(fields))
    return tuple(choice(name, field, notes) for name, field in fields.items())


class OptionDoc(msgspec.Struct):
    title: str
    seats: list[int]
    text: str


def read(docs: str, names: set[str]) -> dict[tuple[str, str], OptionDoc]:
    """Parse the docstring of the options."""
    notes: dict[tuple[str, str], OptionDoc] = {}
    last: OptionDoc | None = None
    for line in docs.splitlines():
        found = LINE.fullmatch(line.strip())
        if found and found["name"] in names:
            key = (found["name"], found["value"] or "")
            last = notes[key] = OptionDoc(
                found["title"] or "", counts(found["seats"]), found["text"]
            )
        elif last is not None and line.strip():
            last.text += f" {line.strip()}"
        else:
            last = None
    return notes


def counts(text: str | None) -> list[int]:
    """'1, 3-4' → [1, 3, 4]"""
    found: list[int] = []
    for part in (text or "").split(","):
        low, _, high = part.strip().partition("-")
        if low:
            found += range(int(low), int(high or low) + 1)
    return found


def choice(name: str, field: dict[str, Any], notes: dict[tuple[str, str], OptionDoc]) -> Option:
    note = notes.get((name, ""), OptionDoc("", [], ""))
    kind: Kind = "text"
    if "enum" in field:
        kind = "choice"
    elif field.get("type") == "boolean":
        kind = "switch"
    elif field.get("type") == "integer":
        kind = "number"
    return Option(
        name=name,
        title=note.title or name.replace("_", " ").capitalize(),
        kind=kind,
        default=plain(field.get("default", "")),
        says=note.text,
        values=[labelled(name, plain(value), notes) for value in field.get("enum", ())],
        least=field.get("minimum"),
        most=field.get("maximum"),
        longest=min(field.get("maxLength", TEXT), LONGEST) if kind == "text" else 0,
        seats=note.seats,
    )


def labelled(name: str, value: str, notes: dict[tuple[str, str], OptionDoc]) -> OptionValue:
    note = notes.get((name, value))
    if note is None:
        return OptionValue(value)
    label, stop, says = note.text.partition(". ")
    return OptionValue(value, label if stop else label.removesuffix("."), says)


def plain(value: object) -> str:
    """A value as typed after NAME=."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def check(game: Game, chosen: dict[str, str]) -> None:
    """Raise a ValueError if a text is too long."""
    for one in choices(game):
        if one.kind == "text" and len(chosen.get(one.name, "")) > one.longest:
            raise ValueError(f"{game.name}: {one.name} takes at most {one.longest} letters")
