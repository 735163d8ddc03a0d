"""The real server, with two things that only tests want: toys on the shelf, and deals that repeat.

`python -m tests.browser.launch FILE serve …` is `spinney serve …`, but each table's secret follows
from the text in FILE and from how many tables were laid since it changed. A test that writes its
own name there is dealt the same cards whenever it runs, alone or after others. Nothing of this is
in the server: here the source of its secrets is exchanged before it starts.
"""

from __future__ import annotations

import sys
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from spinney.cli import main
from spinney.core import fairness
from spinney.server import serve
from spinney.server.bots.pool import WorkerPool

TOYS = "tests.toy.onshelf"


class Deals:
    """Secrets that follow from a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.text = ""
        self.dealt = 0

    def __call__(self) -> str:
        text = self.file.read_text("utf-8") if self.file.exists() else ""
        if text != self.text:
            self.text, self.dealt = text, 0
        self.dealt += 1
        return sha256(f"{self.text} {self.dealt}".encode()).hexdigest()[:32]


if __name__ == "__main__":
    fairness.new_secret = Deals(Path(sys.argv.pop(1)))
    import_module(TOYS)
    vars(serve)["WorkerPool"] = partial(WorkerPool, players=TOYS)
    sys.exit(main())
