"""Caches of boards and views save time, and change nothing else (see plain-paths.md)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spinney.core import shelf

ROOT = Path(__file__).parent.parent.parent
MOVES = 120


def digest(game: str, caches: str) -> str:
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    done = subprocess.run(
        [sys.executable, "-m", "tests.table.scenes", game, str(MOVES)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"SPINNEY_CACHES": caches, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", shelf.games())
def test_every_scene_is_the_same_without_caches(game: str) -> None:
    assert digest(game, "1") == digest(game, "0")
