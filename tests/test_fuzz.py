"""Twenty thousand random games in every test run; `make fuzz` plays the million."""

from __future__ import annotations

import pytest

from tests.fuzz import fuzz
from tests.laws.evenings import cases


@pytest.mark.slow
def test_twenty_thousand_games_lose_no_piece() -> None:
    for case in cases():
        fuzz(case, range(20_000))
