"""Runs examples/rulebook.txt: the worked examples of the rulebook, as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spinney.games import undergrove as folder
from tests.games.undergrove.stories import Table, undergrove

FILE = Path(str(folder.__file__)).parent / "examples" / "rulebook.txt"


def examples() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    title = ""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    for line in (line for line in lines if line.strip() and not line.startswith("#")):
        if line.startswith(" "):
            found[title].append(line.strip())
        else:
            title = line
            found[title] = []
    return found


def position(lines: list[str]) -> Table:
    """The lines that begin with `given` (seat 0 and the table) and with `seat N`."""
    keys: list[dict[str, Any]] = [{} for _ in range(4)]
    for line in lines:
        seat, rest = 0, line.removeprefix("given ")
        if line.startswith("seat "):
            seat, rest = int(line[5]), line[7:]
        elif not line.startswith("given "):
            continue
        key, _, value = (part.strip() for part in rest.partition("="))
        if key == "plant":
            keys[seat].setdefault("plants", []).append(value)
        elif key.startswith("bonus "):
            keys[seat].setdefault("bonus", {})[key.removeprefix("bonus ")] = value
        elif key == "marks":
            keys[seat][key] = tuple(int(n) for n in value.split())
        else:
            keys[seat][key] = int(value) if value.isdigit() else value
    return undergrove(others=keys[1:], **keys[0])


def stands(table: Table, what: str, seat: int) -> str:
    """How it stands, in the words of the file."""
    word, _, rest = what.partition(" ")
    if word in ("carbon", "value", "filled"):
        return str(getattr(table, word)(rest))
    if word == "line":
        return str(table.outcome().lines[seat][int(rest) - 1].points)
    if word == "ranks":
        return " ".join(map(str, table.outcome().ranks))
    if word == "bonus":
        return table.bonus(seat).get(rest, "")
    if word in ("asked", "turn", "over"):
        return str(getattr(table, word))
    found = getattr(table, word)(seat)
    if isinstance(found, list):
        joined = "; " if word == "plants" else " "
        return joined.join(map(str, found))
    return str(found)


@pytest.mark.parametrize("title", examples())
def test_example(title: str) -> None:
    lines = examples()[title]
    table = position(lines)
    checked = 0
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "do":
            table.do(rest)
        elif word in ("may", "not"):
            assert table.may(rest) is (word == "may"), line
            checked += 1
        elif word == "then":
            seat = int(rest[5]) if rest.startswith("seat ") else 0
            what, _, value = (rest[7:] if rest.startswith("seat ") else rest).partition(" = ")
            assert stands(table, what.removesuffix(" ="), seat) == value.strip(), line
            checked += 1
        else:
            assert word in ("given", "seat"), line
    assert checked, "an example that checks nothing"
