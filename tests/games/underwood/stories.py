"""Stories about Underwood: positions from its positions.py, and acting on them.

table = underwood(
    '''
    A A B
     C B B
    ''',
    '''
    a - b
     - A b
    ''',
    supply=[5, 9],
)
table.do("grow space=1 tile=3")
assert table.pile(4) == "a"

new_game(seed, seats, variant="saplings", layout="built")    dealt by the real set-up
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from spinney.core.game import Outcome
from spinney.core.state import Moves
from spinney.games.underwood import GAME, positions, rules
from spinney.games.underwood.pieces import VERBS

P = ParamSpec("P")


def told(build: Callable[P, positions.Table]) -> Callable[P, Table]:
    """The same position, with what stories need."""

    def built(*args: P.args, **keys: P.kwargs) -> Table:
        return Table(build(*args, **keys).state)

    return built


def new_game(seed: int, seats: int = 2, **options: str) -> Table:
    """Laid out by the real set-up."""
    state = GAME.start(GAME.choose(options), seats, seed)
    assert isinstance(state, rules.Underwood)
    return Table(state)


class Table(positions.Table):
    """A table in the middle of a story."""

    def moves(self, verb: str = "") -> list[str]:
        """What the seat whose turn it is may do, in words; only moves of a verb, if asked for."""
        if self.over:
            return []
        said = [VERBS.format(move) for move in Moves().of(self.state, self.turn)]
        return [words for words in said if words.split()[0] == verb or not verb]

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


underwood = told(positions.underwood)
