"""Adds the toy games to the shelf. Imported by the servers that tests start, and by their
workers."""

from __future__ import annotations

from collections.abc import Callable

from spinney.core import shelf
from tests.toy.bramble import BRAMBLE
from tests.toy.glade import GLADE

PLAYERS: dict[str, Callable[..., int]] = {}  # no more kinds of computer players

shelf.games().update({game.name: game for game in (BRAMBLE, GLADE)})
