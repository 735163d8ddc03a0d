"""Stories: positions from the game's positions.py, and acting on them.

table = wood(ground="golden rotten*2", leaves="small*9")
table.do("gather kind=golden", "dig")
"""

from __future__ import annotations

from typing import Any

from spinney.core.state import Moves, lowest
from spinney.templates.game import GAME, positions
from spinney.templates.game.pieces import VERBS
from spinney.templates.game.positions import heap as heap


def wood(**keys: Any) -> Table:
    return Table(positions.wood(**keys).state)


class Table(positions.Table):
    """A table in the middle of a story."""

    def may(self, words: str) -> bool:
        moves = Moves().of(self.state, lowest(self.state.to_act))
        return VERBS.parse(words) in moves

    def do(self, *lines: str) -> Table:
        for words in lines:
            assert self.may(words), words
            self.state.apply(lowest(self.state.to_act), VERBS.parse(words))
        return self

    def why_not(self, words: str) -> str:
        """Why whoever decides may not make this move."""
        seat = lowest(self.state.to_act)
        return str(GAME.words.refuse(self.view(seat), VERBS.parse(words)))
