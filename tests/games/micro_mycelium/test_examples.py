"""Runs examples/rulebook.txt: the worked examples of the rulebook, as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spinney.games import micro_mycelium as folder
from tests.games.micro_mycelium.stories import Table, mycelium

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
    field = [line.removeprefix("field ") for line in lines if line.startswith("field ")]
    given: dict[str, Any] = {}
    for line in lines:
        if line.startswith("given "):
            key, _, value = line.removeprefix("given ").partition(" = ")
            given[key] = int(value) if value.isdigit() else value == "true" or value
    return mycelium("; ".join(field), **given)


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
            what, _, value = rest.partition(" = ")
            found = [getattr(table, what)(seat) for seat in range(table.state.seats)]
            assert found == [int(n) for n in value.split()], line
            checked += 1
        else:
            assert word in ("given", "field"), line
    assert checked, "an example that checks nothing"
