"""The laws, applied to every game on the shelf, to the toy, and to the template of new games."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest
from _pytest.mark import ParameterSet

from spinney.core import build, shelf
from spinney.core.game import Game
from spinney.templates.game import GAME as TEMPLATE
from tests.laws.golden import KINDS, golden_cases, golden_games, golden_name, move_counts
from tests.laws.laws import LAWS, law_9_builds_agree, law_11_golden_games_stay_golden
from tests.laws.playthroughs import Case, cases, cases_of, playthrough
from tests.laws.transcripts import stories
from tests.toy import BRAMBLE

# A few playthroughs in each of three styles of play; the interpreted build has time for one of
# each.
EVENINGS = 6 if build.compiled else 3


def put(case: Case) -> ParameterSet:
    """What is left out on the interpreted build: options other than the usual ones, with more
    than the fewest seats.
    """
    usual = case.options == case.game.options() or case.seats == case.game.seats[0]
    return pytest.param(case, id=str(case), marks=() if usual else pytest.mark.slow)


TOYS = [
    *cases_of(BRAMBLE, "tests.toy.table"),
    *cases_of(TEMPLATE, "tests.templates.game.table"),  # what `spinney new-game` writes
]
CASES = [put(case) for case in [*cases(), *TOYS]]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("case", CASES)
def test_law(case: Case, law: Callable[[Case, int], None]) -> None:
    for seed in case.seeds[:EVENINGS]:
        law(case, seed)


@pytest.mark.parametrize("case", CASES)
def test_the_playthroughs_leave_no_move_out(case: Case) -> None:
    """Every verb, and every optional field of one, occurs in the playthroughs of a few seeds."""
    verbs = case.game.verbs
    missing = {
        f"{name} {field}"
        for name, optional in zip(verbs.names, verbs.optional, strict=True)
        for field in ["verb", *optional]
        if name not in case.rare
    }
    for seed in range(200):
        for moment in playthrough(case, seed):
            words = verbs.to_json(moment.move)
            missing -= {f"{words['verb']} {field}" for field in words}
        if not missing:
            return
    raise AssertionError(f"never seen: {missing}")


@pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)
def test_law_11_golden_games_stay_golden(game: Game) -> None:
    golden, counts = golden_games(game), move_counts(game)
    assert set(golden) == {golden_name(case, kind) for case in golden_cases(game) for kind in KINDS}
    assert counts
    law_11_golden_games_stay_golden(cases_of(game)[0], golden, counts)


@pytest.mark.slow
@pytest.mark.skipif(not build.compiled, reason="there is only one build here")
@pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)
def test_law_9_builds_agree_game_for_game(game: Game) -> None:
    """On a thousand games; `ALIKE` of a table.py says fewer where a game is long."""
    place = f"spinney.games.{game.name}:GAME"
    games = getattr(import_module(f"tests.games.{game.name}.table"), "ALIKE", 1000)
    law_9_builds_agree(stories(place, games, pure=False), stories(place, games, pure=True))
