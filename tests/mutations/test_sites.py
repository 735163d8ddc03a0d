"""The mistakes that tests.mutations makes."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spinney.core import shelf
from tests.mutations import sites

RULES = b'''"""R1: 5 cards."""
HAND = 5

class Table:
    def legal(self, room: int, over: bool) -> bool:
        if room > 0 and not over:
            return True
        return False

    def check(self) -> bool:
        return self.size == 3
'''
ROOT = Path(__file__).parent.parent.parent
EXPECTED = {
    ("", "HAND = 5", "HAND = 6"),
    ("", "HAND = 5", "HAND = 4"),
    ("Table.legal", "if room > 0 and not over:", "if room >= 0 and not over:"),
    ("Table.legal", "if room > 0 and not over:", "if room > 1 and not over:"),
    ("Table.legal", "if room > 0 and not over:", "if (room > 0):"),
    ("Table.legal", "if room > 0 and not over:", "if (not over):"),
    ("Table.legal", "if room > 0 and not over:", "if (room > 0 or not over):"),
    ("Table.legal", "if room > 0 and not over:", "if room > 0 and (over):"),
    ("Table.legal", "if room > 0 and not over:", "if True:"),
    ("Table.legal", "if room > 0 and not over:", "if False:"),
    ("Table.legal", "if room > 0 and not over:", "if not (room > 0 and (not over)):"),
    ("Table.legal", "return True", "return False"),
    ("Table.legal", "return False", "return True"),
}


def test_every_kind_of_mistake() -> None:
    found = {(m.function, *m.changed(RULES)) for m in sites.of_file(RULES, "rules.py")}
    assert found == EXPECTED


@pytest.mark.slow
def test_mistakes_are_python(games: list[Path]) -> None:
    for folder in games:
        for mutation in sites.of_game(folder)[::7]:
            source = (folder / mutation.file).read_bytes()
            ast.parse(mutation.apply(source))


@pytest.mark.slow
def test_mistakes_are_noticed() -> None:
    """Some of them, in the game whose folder comes last, by its cases alone: they are quick."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.mutations",
            "--game",
            list(shelf.games())[-1],
            "--cases",
            "--count",
            "4",
        ],
        cwd=ROOT,
        env={**os.environ, "SPINNEY_PURE": "1"},
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert re.search("all: [1-4] of 4 caught", done.stdout), done.stdout + done.stderr


@pytest.fixture
def games() -> list[Path]:
    folder = ROOT / "src" / "spinney" / "games"
    return [file.parent for file in sorted(folder.glob("*/rulebook.md"))]
