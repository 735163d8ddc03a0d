"""Runs examples/rulebook.txt: the worked examples of the rulebook, as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spinney.games import evergreen as folder
from tests.games.evergreen.stories import Table, evergreen

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
    keys: dict[str, Any] = {}
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "given":
            key, _, value = rest.partition("=")
            text = value.strip()
            keys[key.strip()] = int(text) if text.isdigit() else text
    return evergreen(**keys)


def stands(table: Table, what: str) -> str:
    """How it stands, in the words of the file."""
    name, *more = what.split()
    if name == "lines":
        return str(sum(line.points for line in table.outcome().lines[0] if line.text == more[0]))
    found = getattr(table, name)
    found = found(*more) if callable(found) else found
    if isinstance(found, dict):
        return " ".join(f"{key}:{value}" for key, value in sorted(found.items()))
    if name == "moves":
        return str(len(found))
    return (
        " ".join(sorted(found) if isinstance(found, set) else found)
        if isinstance(found, list | set)
        else str(found)
    )


@pytest.mark.parametrize("title", examples())
def test_example(title: str) -> None:
    lines = examples()[title]
    table = position(lines)
    checked = 0
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "do":
            table.do(rest)
        elif word == "pass":
            table.pass_round()
        elif word in ("may", "not"):
            assert table.may(rest) is (word == "may"), line
            checked += 1
        elif word == "then":
            what, _, value = rest.partition(" = ")
            assert stands(table, what) == value, line
            checked += 1
        else:
            assert word == "given", line
    assert checked, "an example that checks nothing"
