"""What is printed on the pieces: components.toml, checked entry by entry.

A file may come from anybody: the owner of a box corrects it and plays with it. So a file is bounded
in size and shape before anything is made of it, and every mistake names its entry and its field, in
words for the person who has to find it.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, TypeVar

import msgspec

T = TypeVar("T")
LARGEST: Final = 128 * 1024  # bytes of a file; the largest of ours has a fifth of it
LINE: Final = 2000  # letters in one line
DOTS: Final = 60  # in one line: long dotted keys take tomllib ages
VALUES: Final = 10_000  # in a file
DEEP: Final = 8  # tables in tables
TEXT: Final = 600  # letters of a text
NAME: Final = 60  # letters of a name: names are printed on pieces
BIG: Final = 9999  # points, spaces, copies: no game has more
KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
ABOUT: Final = re.compile(r"([a-z_]+(?:\.[A-Za-z0-9_-]+)*)(?:, ([a-z_]+(?:\.[a-z_0-9]+)*))?: (.+)")
AT_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)$")
TYPES: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table in { }",
    "null": "nothing",
}


class ComponentError(ValueError):
    """A components file that cannot be played with; the text names the entry.

    'cards.morel, day: …' is about the field `day` of the entry [cards.morel].
    """

    def __init__(self, what: str, entry: str = "", field: str = "", line: int = 0) -> None:
        place = ", ".join(filter(None, (entry, field)))
        super().__init__(f"{place}: {what}" if place else what)
        if not place and (found := ABOUT.fullmatch(what)):
            entry, field, what = found[1], found[2] or "", found[3]
        self.entry, self.field, self.what = entry, field, what
        self.line = line  # of the file; 0 if it is not known


def entries(text: bytes, table: str, kind: type[T]) -> dict[str, T]:
    """One table of the file, every entry converted to `kind`."""
    found = read(text).get(table)
    if not isinstance(found, dict):
        raise ComponentError(f"no table [{table}]")
    return {name: convert(entry, kind, f"{table}.{name}") for name, entry in found.items()}


@lru_cache(2)  # a box asks for its tables one by one
def read(text: bytes) -> dict[str, Any]:
    """The file as plain data, which nobody may change."""
    if len(text) > LARGEST:
        raise ComponentError(f"the file is larger than {LARGEST // 1024} KiB")
    try:
        lines = text.decode("utf-8-sig")  # some editors begin a file with an invisible mark
    except UnicodeDecodeError:
        raise ComponentError("not a TOML file: it is no text in UTF-8") from None
    for number, line in enumerate(lines.split("\n"), 1):
        if len(line) > LINE or line.count(".") > DOTS:
            raise ComponentError(f"line {number} is too long", line=number)
    try:
        data = tomllib.loads(lines)
    except (ValueError, RecursionError) as error:
        what = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a value is too large"
        found = AT_LINE.search(what)
        number = (
            int(found[1]) if found else lines.count("\n") * what.endswith("(at end of document)")
        )
        raise ComponentError(f"not a TOML file: {what}", line=number) from None
    check_values(data)
    return data


def check_values(data: dict[str, Any]) -> None:
    """Bounds for all files, whatever their game wants: names fit onto pieces, numbers into the
    rules, and every text can be shown.
    """
    for count, (path, value) in enumerate(walk(data)):
        entry, field = ".".join(path[:2]), ".".join(path[2:])
        if count > VALUES or len(path) > DEEP:
            raise ComponentError("there is too much in it", entry, field)
        if path and not KEY.fullmatch(path[-1]):
            raise ComponentError("names of entries have letters, digits, _ and - only", entry)
        if isinstance(value, str):
            most = NAME if path[-1] in ("name", "title") else TEXT
            if len(value) > most:
                raise ComponentError(f"at most {most} letters", entry, field)
            if any(unicodedata.category(sign)[0] == "C" for sign in value):
                raise ComponentError("there is a sign in it that cannot be shown", entry, field)
            if most == NAME and not value.strip():
                raise ComponentError("a name needs something to read", entry, field)
        elif isinstance(value, int) and abs(value) > BIG:
            raise ComponentError(f"at most {BIG}", entry, field)


def walk(data: object) -> Iterator[tuple[tuple[str, ...], object]]:
    """All tables and values, each with the keys that lead there. A list has no keys."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [((*path, key), inner) for key, inner in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(path, inner) for inner in reversed(value)]
        yield path, value


def convert(entry: object, kind: type[T], name: str) -> T:
    if entry is None:
        raise ComponentError(f"no table [{name}]")
    try:
        return msgspec.convert(entry, kind)
    except msgspec.ValidationError as error:
        what, field = explained(str(error), entry, kind)
        raise ComponentError(what, name, field) from None


# ---------------------------------------------------------------------------------- in plain words
def explained(error: str, entry: object, kind: type) -> tuple[str, str]:
    """What msgspec complains about, in plain words, and the field that is meant."""
    what, _, where = error.partition(" - at `")
    path = [part for part in re.split(r"[.\[\]]+", where.rstrip("`").lstrip("$")) if part]
    field = ".".join(part for part in path if not (part == "..." or part.isdigit()))
    if found := re.fullmatch(r"Object missing required field `(\w+)`", what):
        return "this line is missing", ".".join([*path, found[1]])
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        there = ", ".join(fields(kind, path))
        return f"there is no such line here (there are: {there})", ".".join([*path, found[1]])
    if found := re.fullmatch(r"Invalid enum value (.*)", what):
        there = ", ".join(map(repr, possible(kind, path)))
        return f"{found[1]} is not possible here (possible: {there})", field
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", what):
        return f"expected {kinds(found[1])}, found {kinds(found[2])}", field
    if found := re.fullmatch(r"Expected `int` ([<>]=) (-?\d+)", what):
        return f"at {'most' if found[1] == '<=' else 'least'} {found[2]}", field
    if found := re.fullmatch(r"Expected `(?:array|str)` of length ([<>]=) (\d+)", what):
        return f"at {'most' if found[1] == '<=' else 'least'} {found[2]} of them", field
    if "matching regex" in what:
        said = at(entry, path)
        return f"{said!r} cannot be read here" if isinstance(
            said, str
        ) else "it cannot be read", field
    return what.replace("`", ""), field


def kinds(names: str) -> str:
    """'int | null' → 'a whole number or nothing'"""
    return " or ".join(TYPES.get(part, part) for part in names.split(" | "))


def at(entry: object, path: list[str]) -> object:
    """The value in a file that a path leads to; None if that cannot be said."""
    for part in path:
        if not isinstance(entry, dict):
            return None
        entry = entry.get(part)
    return entry


def inside(kind: type, path: list[str]) -> msgspec.inspect.Type:
    """The type that a path leads to."""
    info = msgspec.inspect.type_info(kind)
    for part in path:
        info = stripped(info)
        if isinstance(info, msgspec.inspect.StructType):
            info = next(field.type for field in info.fields if field.encode_name == part)
        elif isinstance(info, msgspec.inspect.ListType):
            info = info.item_type
    return stripped(info)


def stripped(info: msgspec.inspect.Type) -> msgspec.inspect.Type:
    """A type without what is said about it, and without the other choices."""
    while True:
        if isinstance(info, msgspec.inspect.Metadata):
            info = info.type
        elif isinstance(info, msgspec.inspect.UnionType):
            info = info.types[0]
        else:
            return info


def fields(kind: type, path: list[str]) -> list[str]:
    info = inside(kind, path)
    if not isinstance(info, msgspec.inspect.StructType):
        return []
    return [field.encode_name for field in info.fields]


def possible(kind: type, path: list[str]) -> list[object]:
    info = inside(kind, path)
    return [*info.values] if isinstance(info, msgspec.inspect.LiteralType) else []


# ------------------------------------------------------------------------------------ for a person
class Difference(msgspec.Struct, frozen=True):
    """One place where two files differ. What is not there is empty."""

    entry: str
    field: str
    was: str
    now: str


def differences(was: bytes, now: bytes) -> list[Difference]:
    """What a file says otherwise than another one, in the order of the file."""
    old, new = leaves(was), leaves(now)
    return [
        Difference(".".join(path[:2]), ".".join(path[2:]), old.get(path, ""), new.get(path, ""))
        for path in dict.fromkeys([*new, *old])
        if old.get(path) != new.get(path)
    ]


def leaves(text: bytes) -> dict[tuple[str, ...], str]:
    """Every value of a file as it could be written there; a list is one value."""
    found: dict[tuple[str, ...], str] = {}

    def collect(path: tuple[str, ...], value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                collect((*path, key), inner)
        else:
            found[path] = msgspec.json.encode(value).decode()

    collect((), read(text))
    return found


def line_of(text: bytes, entry: str, field: str = "") -> int:
    """The line of a file where an entry stands, or its field. 0 if it cannot be found."""
    lines = text.decode("utf-8-sig", errors="replace").split("\n")
    head = re.compile(rf"\s*\[+\s*{re.escape(entry)}\s*\]+")
    begin = next((n for n, line in enumerate(lines, 1) if entry and head.match(line)), 0)
    if not begin or not field:
        return begin
    first = re.compile(rf"\s*{re.escape(field.split('.')[0])}\b[\w.]*\s*=")
    for number, line in enumerate(lines[begin:], begin + 1):
        if line.lstrip().startswith("["):
            break
        if first.match(line):
            return number
    return begin


def digest(box: object) -> str:
    """A hash of the data as 16 hexadecimal digits. Comments and layout do not count."""
    return sha256(msgspec.json.encode(box, order="deterministic")).hexdigest()[:16]


def file_id(text: bytes) -> str:
    """What stands for a file as it is, comments and all."""
    return sha256(text).hexdigest()
