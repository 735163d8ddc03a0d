"""A move is a verb and up to six small fields: an integer in the rules, a line of text elsewhere.

The layout is the same for every game: the verb in the low byte, the fields in the bytes above it,
in the order of the declaration. A game declares each kind of move once and never shifts bits.

    START: Final = 0
    GROW: Final = 1
    VERBS: Final = Verbs({START: "start space", GROW: "grow space tile?"}, space=…, tile=…)

    moves.add(pack2(GROW, space, tile))        # in the rules: compiled, and every call is inlined
    space, tile = field1(move), field2(move)
    VERBS.format(move)                         # elsewhere: 'grow space=12 tile=7'

tools/fields.py writes accessors with names, so that games can say `Grow.space(move)` instead of
`field1(move)`. A field with a question mark is optional: if it is omitted it has its first value,
and `format` omits it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from spinney.core.arrays import i64

KEPT: Final = 20_000  # cached lines of text


def pack1(verb: i64, a: i64) -> i64:
    return verb | a << 8


def pack2(verb: i64, a: i64, b: i64) -> i64:
    return verb | a << 8 | b << 16


def pack3(verb: i64, a: i64, b: i64, c: i64) -> i64:
    return verb | a << 8 | b << 16 | c << 24


def pack6(verb: i64, a: i64, b: i64, c: i64, d: i64, e: i64, f: i64) -> i64:
    return verb | a << 8 | b << 16 | c << 24 | d << 32 | e << 40 | f << 48


def verb(move: i64) -> i64:
    return move & 255


def field1(move: i64) -> i64:
    return move >> 8 & 255


def field2(move: i64) -> i64:
    return move >> 16 & 255


def field3(move: i64) -> i64:
    return move >> 24 & 255


def field4(move: i64) -> i64:
    return move >> 32 & 255


def field5(move: i64) -> i64:
    return move >> 40 & 255


def field6(move: i64) -> i64:
    return move >> 48 & 255


class Verbs:
    """All kinds of moves of a game. Converts between integers, text and JSON."""

    def __init__(self, sentences: dict[int, str], **fields: Iterable[object]) -> None:
        self.values: dict[str, list[str]] = {
            field: [str(value) for value in values] for field, values in fields.items()
        }
        self.places: dict[str, dict[str, int]] = {
            field: {value: i for i, value in enumerate(values)}
            for field, values in self.values.items()
        }
        parts = [sentence.split() for sentence in sentences.values()]
        self.names: list[str] = [part[0] for part in parts]
        self.fields: list[list[str]] = [[name.rstrip("?") for name in part[1:]] for part in parts]
        self.optional: list[set[str]] = [
            {name.rstrip("?") for name in part[1:] if name.endswith("?")} for part in parts
        ]
        self.texts: dict[int, str] = {}  # cached text by move
        self.moves: dict[str, int] = {}  # cached moves by text
        self.numbers: dict[str, int] = {name: number for number, name in enumerate(self.names)}
        if list(sentences) != list(range(len(sentences))) or len(self.numbers) < len(sentences):
            raise ValueError("verbs count 0, 1, 2, ... and have different names")
        for field, values in self.values.items():
            if not 0 < len(values) <= 256 or len(set(values)) < len(values):
                raise ValueError(f"{field}: 1 to 256 different values, not {len(values)}")
            if any(not value or " " in value or "=" in value for value in values):
                raise ValueError(f"{field}: a value is empty or has a space or '=' in it")
        for sentence, names in zip(sentences.values(), self.fields, strict=True):
            if len(names) > 6 or "verb" in names or not set(names) <= set(fields):
                raise ValueError(f"{sentence!r}: at most six fields, each of them declared")

    def to_json(self, move: int) -> dict[str, str]:
        """The move as names and values, without fields that have their default."""
        number = move & 255
        if move < 0 or number >= len(self.names):
            raise ValueError(f"no such verb: {move}")
        found = {"verb": self.names[number]}
        rest = move >> 8
        for field in self.fields[number]:
            value = rest & 255
            if value >= len(self.values[field]):
                raise ValueError(f"{found['verb']}: no {field} number {value}")
            if value or field not in self.optional[number]:
                found[field] = self.values[field][value]
            rest >>= 8
        if rest:
            raise ValueError(f"{found['verb']}: too many fields in {move}")
        return found

    def format(self, move: int) -> str:
        """The move as one line of text."""
        line = self.texts.get(move)
        if line is None:
            name, *fields = self.to_json(move).items()
            line = " ".join([name[1]] + [f"{field}={value}" for field, value in fields])
            if len(self.texts) >= KEPT:
                self.texts.clear()
                self.moves.clear()
            self.texts[move] = line
            self.moves[line] = move
        return line

    def from_json(self, parts: Mapping[str, str]) -> int:
        """The integer of a move in JSON. A mistake raises a ValueError with a readable reason."""
        name = parts.get("verb", "")
        if name not in self.numbers:
            raise ValueError(f"no such move: {name!r} (there are: {', '.join(self.names)})")
        number = self.numbers[name]
        fields = self.fields[number]
        extra = set(parts) - set(fields) - {"verb"}
        if extra:
            raise ValueError(f"{name} has no {', '.join(sorted(extra))}")
        move = number
        for place, field in enumerate(fields, 1):
            if field in parts:
                if parts[field] not in self.places[field]:
                    raise ValueError(f"{name}: no {field} {parts[field]!r}")
                move |= self.places[field][parts[field]] << 8 * place
            elif field not in self.optional[number]:
                raise ValueError(f"{name} needs {field}=")
        return move

    def parse(self, words: str) -> int:
        """The integer of a move in text. A mistake raises a ValueError with a readable reason."""
        known = self.moves.get(words)
        if known is not None:
            return known
        name, *rest = words.split() or [""]
        parts = {"verb": name}
        for part in rest:
            field, equals, value = part.partition("=")
            if not equals:
                raise ValueError(f"{name}: {part!r} is not of the form field=value")
            if field in parts:
                raise ValueError(f"{name}: {field} twice")
            parts[field] = value
        return self.from_json(parts)
