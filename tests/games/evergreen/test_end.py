"""R6 to R9: seasons, the end, and who has won."""

from __future__ import annotations

from typing import get_args

import pytest

from spinney.games.evergreen import EvergreenOptions
from spinney.games.evergreen.pieces import SIDES
from tests.games.evergreen.stories import evergreen, new_game


@pytest.mark.parametrize("first", range(4))
def test_a_tie_goes_round_from_the_token(first: int) -> None:
    """Ruling #19."""
    table = evergreen(seats=4, season="winter", round=1, first=first).pass_round()
    assert table.over
    assert table.outcome().ranks == [1 + (seat - first) % 4 for seat in range(4)]


def test_the_token_of_the_last_draft_decides_a_tie() -> None:
    """Ruling #19: the second player takes it with the last pick of all."""
    pool = "snow-bud rock-bush wild-bud"
    table = evergreen(season="winter", round=1, pool=pool)
    table.do("pick card=snow-bud", "pick card=rock-bush").pass_round()
    assert table.outcome().ranks == [2, 1]
    table = evergreen(season="winter", round=1, pool=pool)
    table.do("pick card=snow-bud", "pick card=wild-bud").pass_round()
    assert table.outcome().ranks == [1, 2]


@pytest.mark.parametrize("sun", get_args(EvergreenOptions.__annotations__["sun"]))
def test_one_sun_for_the_whole_table(sun: str) -> None:
    """Ruling #21: it begins where it was agreed and goes on clockwise."""
    table = new_game(4, 2, sun=sun)
    seen = [table.sun]
    while not table.over:
        table.draft().pass_round()
        if table.sun != seen[-1]:
            seen.append(table.sun)
    start = SIDES.index(sun)
    assert seen == [SIDES[(start + season) % 4] for season in range(4)]


def test_points_go_on_beyond_the_loop() -> None:
    """Ruling #25."""
    table = evergreen(start=3, light=(60, 70, 80), forest=(40, 40, 40), season="winter", buds=27)
    assert table.points() == 360


def test_light_forest_and_fertility_each_have_a_line() -> None:
    """Ruling #27: a line for everything that scored, and together they are the score."""
    table = evergreen(
        planet="big@d1 small@d2", zone="snow-sprout", season="winter", round=1, sun="left", start=2
    ).pass_round()
    lines = {line.text: line.points for line in table.outcome().lines[0]}
    assert lines["Winter, light"] == 3
    assert lines["Winter, biggest forest"] == 2
    assert lines["Fertility"] == 2
    assert sum(lines.values()) == table.points() == 9


def test_the_cards_of_winter_stay_and_the_sun_rests() -> None:
    table = evergreen(season="winter", round=1, card="wild-bud").pass_round()
    assert table.over and table.sun == "left" and table.season == "winter"
    assert table.cards() == ["wild-bud"] and table.discard == []
