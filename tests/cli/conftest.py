"""Two ways to run the command: in this process, for speed; and for real, for exit codes."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from spinney.cli import main
from spinney.core import build


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def own_shelf_of_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test ever saves a game among those of the person who runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    if not build.compiled:
        monkeypatch.setenv("SPINNEY_PURE", "1")  # and no remark about it on stderr


@pytest.fixture
def spinney(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command in this process, with what is typed."""

    def run(*args: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "spinney.cli", *map(str, args)]


@pytest.fixture
def process() -> Run:
    """The command as a process of its own."""

    def run(*args: object, typed: str = "", **environment: str) -> Ran:
        done = subprocess.run(
            command(*args),
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, **environment},
            timeout=60,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run
