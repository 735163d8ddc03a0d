"""Runs examples/rulebook.txt: the worked examples of the rulebook, as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from spinney.games import underwood as folder
from tests.games.underwood.stories import Table, underwood

FILE = Path(str(folder.__file__)).parent / "examples" / "rulebook.txt"
NUMBERS = ("supply", "won", "given")


def examples() -> dict[str, list[str]]:
    """The lines of each example; a picture keeps its margin."""
    found: dict[str, list[str]] = {}
    title = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            if line.startswith(" "):
                found[title].append(line.rstrip())
            else:
                title = line
                found[title] = []
    return found


def position(lines: list[str]) -> Table:
    pictures: dict[str, str] = {"floor": "", "tokens": ""}
    keys: dict[str, Any] = {}
    open_picture = ""
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if line.startswith(" " * 8):
            pictures[open_picture] += line + "\n"
        elif word in pictures:
            open_picture = word
        elif word == "given":
            key, _, value = rest.partition(" = ")
            if key in NUMBERS:
                keys[key] = [int(n) for n in value.split()]
            else:
                keys[key] = int(value) if value.isdigit() else value
    return underwood(pictures["floor"], pictures["tokens"], **keys)


def stands(table: Table, what: str) -> str:
    """How it stands, in the words of the file: 'owner 3', 'pile 7', 'points 0', 'over'."""
    name, _, which = what.partition(" ")
    found = getattr(table, name)
    if callable(found):
        found = found(int(which)) if which else found()
    return str(found)


@pytest.mark.parametrize("title", examples())
def test_example(title: str) -> None:
    lines = examples()[title]
    table = position(lines)
    checked = 0
    for line in lines:
        if line.startswith(" " * 8):
            continue
        word, _, rest = line.strip().partition(" ")
        if word == "do":
            table.do(rest)
        elif word in ("may", "not"):
            assert table.may(rest) is (word == "may"), line
            checked += 1
        elif word == "then":
            what, _, value = rest.partition(" = ")
            assert stands(table, what) == value, line
            checked += 1
        else:
            assert word in ("given", "floor", "tokens"), line
    assert checked, "an example that checks nothing"
