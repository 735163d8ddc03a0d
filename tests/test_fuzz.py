"""Twenty thousand random games of each game in every test run; `make fuzz` plays the million."""

from __future__ import annotations

from importlib import import_module

import pytest

from spinney.core import shelf
from spinney.core.game import Game
from tests.fuzz import fuzz
from tests.laws.playthroughs import cases_of


@pytest.mark.slow
@pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)
def test_twenty_thousand_games_lose_no_piece(game: Game) -> None:
    """In all of its cases together; `FUZZ` of a table.py says fewer where a game is long."""
    games = getattr(import_module(f"tests.games.{game.name}.table"), "FUZZ", 20_000)
    cases = cases_of(game)
    for case in cases:
        fuzz(case, range(-(-games // len(cases))))
