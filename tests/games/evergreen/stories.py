"""Stories about Evergreen: positions from its positions.py, and acting on them.

table = evergreen(card="swamp-sprout", planet="sprout@f2 small@f3", levels="sprout=1")
table.do("power", "plant space=a4")          # seat 0; table.do(..., seat=1) for another
assert not table.may("grow space=a4")
assert table.planet() == {"f2": "sprout", "f3": "small", "a4": "sprout"}

table = evergreen(pool="wild-bush snow-lake wheat-sprout rock-bud", seats=3, first=1)
table.do("pick card=wild-bush", seat=1)
assert table.token == "snow-lake"
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from spinney.core.game import Outcome
from spinney.games.evergreen import GAME, positions, rules
from spinney.games.evergreen.positions import PRINTED as PRINTED
from spinney.games.evergreen.positions import VERBS as VERBS
from spinney.games.evergreen.positions import names_of as names_of

P = ParamSpec("P")


def told(build: Callable[P, positions.Table]) -> Callable[P, Table]:
    """The same position, with what stories need."""

    def built(*args: P.args, **keys: P.kwargs) -> Table:
        return Table(build(*args, **keys).state)

    return built


def new_game(seed: int, seats: int = 2, **options: str) -> Table:
    """Dealt by the real set-up."""
    state = GAME.start(GAME.choose(options), seats, seed)
    assert isinstance(state, rules.Evergreen)
    return Table(state)


class Table(positions.Table):
    """A table in the middle of a story."""

    def draft(self) -> Table:
        """Everybody takes the leftmost card."""
        while not self.acting:
            self.do(self.moves()[0])
        return self

    def refusal(self, words: str, seat: int | None = None) -> str:
        seat = self.turn if seat is None else seat
        return str(GAME.words.refuse(self.view(seat), VERBS.parse(words)))

    def outcome(self) -> Outcome:
        return GAME.outcome(self.state)


evergreen = told(positions.evergreen)
