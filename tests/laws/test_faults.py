"""Every law notices the fault planted for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spinney.core import build
from spinney.core.game import Game
from tests.laws.faults import DIVIDED, FAULTS, Changed, Generous, with_rules
from tests.laws.golden import counted, play
from tests.laws.laws import LAWS, law_9_builds_agree, law_11_golden_games_stay_golden
from tests.laws.playthroughs import Case, cases_of
from tests.laws.transcripts import stories, story
from tests.toy import BRAMBLE

TABLE = "tests.toy.table"


def law_number(number: int) -> Callable[[Case, int], None]:
    return next(law for law in LAWS if law.__name__.startswith(f"law_{number}_"))


@pytest.mark.parametrize(
    ("number", "name", "game", "says"), FAULTS, ids=[f"{f[0]} {f[1]}" for f in FAULTS]
)
def test_the_law_notices(number: int, name: str, game: Game, says: str) -> None:
    law = law_number(number)
    with pytest.raises(AssertionError, match=says):
        for case in cases_of(game, TABLE):
            for seed in range(5):
                law(case, seed)


@pytest.mark.slow
@pytest.mark.skipif(not build.compiled, reason="there is only one build here")
def test_law_9_notices_a_divided_game() -> None:
    place = "tests.laws.faults:DIVIDED"
    with pytest.raises(AssertionError, match=r"compiled: .*; uncompiled: "):
        law_9_builds_agree(stories(place, 2, pure=False), stories(place, 2, pure=True))


def test_law_9_compares_every_line() -> None:
    case = cases_of(DIVIDED, TABLE)[0]
    told = story(case, 7)
    law_9_builds_agree(told, list(told))
    with pytest.raises(AssertionError):
        law_9_builds_agree(told, told[:-1])


def test_law_11_notices_a_changed_rule() -> None:
    case = cases_of(BRAMBLE, TABLE)[0]
    golden, counts = {"a": play(case, 3, ["greedy", "random"])}, [counted(case, 3)]
    law_11_golden_games_stay_golden(case, golden, counts)
    changed = cases_of(with_rules(Changed), TABLE)[0]
    with pytest.raises(AssertionError):
        law_11_golden_games_stay_golden(changed, {}, counts)
    generous = cases_of(with_rules(Generous), TABLE)[0]
    with pytest.raises(AssertionError, match="not what these moves lead to"):
        law_11_golden_games_stay_golden(generous, golden, [])


def test_every_law_has_its_fault() -> None:
    assert {number for number, *_ in FAULTS} | {9, 11} == set(range(1, 13))
