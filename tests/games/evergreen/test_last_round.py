"""The exhaustive search of the last round, which the exact endings are held to, is itself held to
the rules: played move by move, nothing better is found, and nothing worse.
"""

from __future__ import annotations

from spinney.core import build
from spinney.games.evergreen import GAME
from spinney.games.evergreen.heuristics import upper_bound
from spinney.games.evergreen.rules import Evergreen
from tests.games.evergreen.last_round import LastRound, best
from tests.games.evergreen.stories import evergreen
from tests.games.evergreen.table import ENDINGS
from tests.players.endings import positions
from tests.players.plain import Plain, TooLarge


def test_it_finds_what_plain_search_finds() -> None:
    compared = 0
    for state, _ in positions(GAME, ENDINGS[0], 30 if build.compiled else 20):
        assert isinstance(state, Evergreen)
        try:
            told = Plain(3_000 if build.compiled else 300, True).moves(state.clone())
        except TooLarge:
            continue
        points = best(state)
        assert points == max(result[0][1] for _, result in told)
        assert points <= upper_bound(state, 0)
        compared += 1
    assert compared > 5


def test_a_lake_lets_two_things_grow_beside_it() -> None:
    table = evergreen(
        seats=1, season="winter", round=1, card="snow-lake", planet="small@c2 small@e2 small@d1"
    )
    table.do("act action=a", "stop", "power", "lake space=d2")
    ends = LastRound(table.state).ends
    assert {end.big.bit_count() for end in ends} == {0, 1, 2}  # not all three
    assert len(ends) == 1 + 3 + 3
