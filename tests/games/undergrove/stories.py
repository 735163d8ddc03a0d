"""Stories about Undergrove: positions from its positions.py, and acting on them.

table = undergrove(cubes="C N N", plants=["1,0 earthlover fly_agaric"])
table.do("activate mushroom=fly_agaric")
assert table.cubes() == "N N N P"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec

from spinney.core.game import Outcome
from spinney.games.undergrove import GAME, positions
from spinney.games.undergrove.positions import HOMES as HOMES
from spinney.games.undergrove.positions import PRINT as PRINT
from spinney.games.undergrove.rules import state as rules
from spinney.games.undergrove.rules.moves import VERBS

P = ParamSpec("P")


def told(build: Callable[P, positions.Table]) -> Callable[P, Table]:
    """The same position, with what stories need."""

    def built(*args: P.args, **keys: P.kwargs) -> Table:
        return Table(build(*args, **keys).state)

    return built


def new_game(seats: int, seed: int = 1, **options: Any) -> Table:
    """Dealt by the real set-up; seat 0 begins unless the options say otherwise."""
    state = GAME.start(GAME.options(**{"starter": "seat0", **options}), seats, seed)
    assert isinstance(state, rules.Undergrove)
    return Table(state)


class Table(positions.Table):
    """A table in the middle of a story."""

    def refusal(self, words: str) -> str:
        return str(GAME.words.refuse(self.view(self.turn), VERBS.parse(words)))

    def outcome(self) -> Outcome:
        return GAME.outcome(self.state)


undergrove = told(positions.undergrove)
