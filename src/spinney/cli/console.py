"""The console for output, and how this command can be called again."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

from rich.console import Console


class OutputConsole(Console):
    """A console that raises an error if its output was closed, instead of exiting."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError  # `main` handles it


def called() -> list[str]:
    """How this command was called, as words to type in the current folder.

    A virtual environment need not be on the PATH. Then only the path of the command works.
    """
    script = Path(sys.argv[0])
    if script.stem == "spinney" and script.is_file():
        found = shutil.which("spinney")
        return ["spinney"] if found and script.samefile(found) else [from_here(script)]
    return [interpreter(), "-m", "spinney.cli"]


def interpreter() -> str:
    """This Python, as a word to type. Links are not resolved, because environments share a file."""
    mine = sys.executable or "python"
    for name in ("python", "python3"):
        if os.path.abspath(shutil.which(name) or "") == os.path.abspath(mine):
            return name
    return from_here(Path(mine)) if sys.executable else mine


def from_here(path: Path) -> str:
    """A path to type as a command: relative if it is inside the current folder."""
    full = os.path.abspath(path)
    here = os.getcwd()
    if os.path.splitdrive(full)[0] != os.path.splitdrive(here)[0]:
        return full
    short = os.path.relpath(full, here)
    if short.startswith(os.pardir):
        return full
    return short if os.sep in short else os.path.join(os.curdir, short)
