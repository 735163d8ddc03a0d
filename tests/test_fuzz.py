"""Twenty thousand random games of each game in every test run; `make fuzz` plays the million."""

from __future__ import annotations

import pytest

from spinney.core import shelf
from tests.fuzz import fuzz
from tests.laws.evenings import cases_of


@pytest.mark.slow
def test_twenty_thousand_games_lose_no_piece() -> None:
    for game in shelf.games().values():
        cases = cases_of(game)
        for case in cases:
            fuzz(case, range(-(-20_000 // len(cases))))
