"""Stories about Morels: positions from its positions.py, and acting on them.

table = morels(hand="shiitake*3 butter", pans=1)
assert not table.may("cook kind=shiitake day=3 butter=1")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from spinney.core.game import Outcome
from spinney.core.state import Moves
from spinney.games.morels import GAME, positions, rules
from spinney.games.morels.pieces import VERBS
from spinney.games.morels.positions import listed as listed

P = ParamSpec("P")


def told(build: Callable[P, positions.Table]) -> Callable[P, Table]:
    """The same position, with what stories need."""

    def built(*args: P.args, **keys: P.kwargs) -> Table:
        return Table(build(*args, **keys).state)

    return built


def new_game(seed: int) -> Table:
    """Dealt by the real set-up."""
    state = GAME.start(GAME.options(), 2, seed)
    assert isinstance(state, rules.Morels)
    return Table(state)


class Table(positions.Table):
    """A table in the middle of a story."""

    def moves(self) -> list[str]:
        if self.over:
            return []
        return [VERBS.format(move) for move in Moves().of(self.state, self.turn)]

    def may(self, words: str) -> bool:
        return VERBS.format(VERBS.parse(words)) in self.moves()

    def do(self, *lines: str) -> Table:
        for words in lines:
            assert self.may(words), f"{words!r} is not among {self.moves()}"
            self.state.apply(self.turn, VERBS.parse(words))
        return self

    def refusal(self, words: str) -> str:
        return str(GAME.words.refuse(self.view(self.turn), VERBS.parse(words)))

    def outcome(self) -> Outcome:
        return GAME.outcome(self.state)


morels = told(positions.morels)
