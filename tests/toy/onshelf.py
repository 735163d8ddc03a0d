"""Puts the toys on the shelf of this process: imported by the tests' launcher and its workers."""

from __future__ import annotations

from collections.abc import Callable

from spinney.core import shelf
from tests.toy.bramble import BRAMBLE
from tests.toy.glade import GLADE

PLAYERS: dict[str, Callable[..., int]] = {}  # no more kinds of computer players

shelf.games().update({game.name: game for game in (BRAMBLE, GLADE)})
