"""Runs examples/rulebook.txt: the worked examples of the rulebook, as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spinney.games import morels as folder
from tests.games.morels.stories import Table, listed, morels

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


def value_of(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def position(lines: list[str]) -> Table:
    keys: dict[str, dict[str, Any]] = {"given": {}, "other": {}}
    for line in lines:
        who, _, rest = line.partition(" ")
        if who in keys:
            key, _, value = rest.partition("=")
            keys[who][key.strip()] = value_of(value.strip())
    return morels(other=keys["other"], **keys["given"])


def stands(table: Table, what: str, seat: int) -> str:
    """How it stands, in the words of the file."""
    if what == "ranks":
        return " ".join(map(str, table.outcome().ranks))
    found = getattr(table, what)
    found = found(seat) if callable(found) else found
    if isinstance(found, dict):
        found = [kind for kind, n in found.items() for _ in range(n)]
    return " ".join(found) if isinstance(found, list) else str(found)


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
            seat = int(rest.startswith("other "))
            what, _, value = rest.removeprefix("other ").partition(" = ")
            wanted = " ".join(listed(value)) if "*" in value else value
            assert stands(table, what, seat) == wanted, line
            checked += 1
        else:
            assert word in ("given", "other"), line
    assert checked, "an example that checks nothing"
