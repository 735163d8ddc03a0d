"""Many random games of each game in every test run; `make fuzz` plays a million."""

from __future__ import annotations

from itertools import count

import pytest

from spinney.core import shelf
from spinney.core.game import Game
from tests.fuzz import fuzz
from tests.laws.evenings import cases_of

DECISIONS = 200_000


@pytest.mark.slow
@pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)
def test_no_piece_is_lost_in_many_games(game: Game) -> None:
    """In all of its cases, some games of each in turn."""
    made = 0
    for first in count(0, 10):
        for case in cases_of(game):
            made += fuzz(case, range(first, first + 10))[0]
        if made >= DECISIONS:
            return
