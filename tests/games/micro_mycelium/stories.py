"""Stories about Micro Mycelium: positions from its positions.py, and acting on them.

table = mycelium("green m6 0,0; blue stump 1,0", market="m1 rock flower")
table.do("lay tile=m1 q=0 r=1 turn=2")
assert table.points(0) == 5
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from spinney.core.game import Outcome
from spinney.core.state import Moves
from spinney.games.micro_mycelium import GAME, positions, rules
from spinney.games.micro_mycelium.pieces import VERBS

P = ParamSpec("P")


def told(build: Callable[P, positions.Table]) -> Callable[P, Table]:
    """The same position, with what stories need."""

    def built(*args: P.args, **keys: P.kwargs) -> Table:
        return Table(build(*args, **keys).state)

    return built


def new_game(seed: int = 1, seats: int = 2, **options: str) -> Table:
    """Dealt by the real set-up; options as on the command line: advanced="true"."""
    state = GAME.start(GAME.choose(options), seats, seed)
    assert isinstance(state, rules.Mycelium)
    return Table(state)


class Table(positions.Table):
    """A table in the middle of a story."""

    def moves(self, seat: int | None = None) -> list[str]:
        """What a seat may do; the one whose turn it is, if none is named."""
        if self.over:
            return []
        who = self.turn if seat is None else seat
        return [VERBS.format(move) for move in Moves().of(self.state, who)]

    def may(self, words: str, seat: int | None = None) -> bool:
        return VERBS.format(VERBS.parse(words)) in self.moves(seat)

    def do(self, *lines: str, seat: int | None = None) -> Table:
        """Make these moves, each for whoever is to move then."""
        for words in lines:
            who = self.turn if seat is None else seat
            assert self.may(words, who), f"{words!r} is not among {self.moves(who)[:12]}..."
            self.state.apply(who, VERBS.parse(words))
        return self

    def refusal(self, words: str, seat: int | None = None) -> str:
        who = self.turn if seat is None else seat
        return str(GAME.words.refuse(self.view(who), VERBS.parse(words)))

    def places(self) -> list[str]:
        """Where a tile may be laid: "1,0" and so on."""
        said = [VERBS.to_json(VERBS.parse(words)) for words in self.moves()]
        return sorted({f"{move['q']},{move['r']}" for move in said if "q" in move})

    def turns(self, tile: str, where: str) -> list[int]:
        """The ways in which a tile may be turned in a place."""
        said = [VERBS.to_json(VERBS.parse(words)) for words in self.moves()]
        return [
            int(move.get("turn", "0"))
            for move in said
            if move.get("tile") == tile and f"{move.get('q')},{move.get('r')}" == where
        ]

    def outcome(self) -> Outcome:
        return GAME.outcome(self.state)


mycelium = told(positions.mycelium)
alone = told(positions.alone)
