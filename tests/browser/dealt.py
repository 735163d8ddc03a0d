"""A server whose deals are repeated from run to run, with the toys on its shelf."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.living import Server

ROOT = Path(__file__).parents[2]


class Dealt(Server):
    """The real server, started by tests/browser/launch.py."""

    def __init__(self, data: Path, **settings: str) -> None:
        super().__init__(data, **settings)
        self.deals = data / "deals"
        self.program = ["tests.browser.launch", str(self.deals)]
        self.settings["PYTHONPATH"] = str(ROOT)  # its workers look for the toys, too

    def deal(self, text: str) -> None:
        """What the next tables are dealt follows from this text."""
        self.deals.write_text(text, "utf-8")


@contextmanager
def dealing(data: Path, text: str = "", **settings: str) -> Iterator[Dealt]:
    """Such a server, for as long as the block lasts."""
    server = Dealt(data, **settings)
    try:
        server.start()
        server.deal(text)
        yield server
    finally:
        server.end()
