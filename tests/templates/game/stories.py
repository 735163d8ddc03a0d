"""Positions in a few words, for tests that read like stories.

table = wood(ground="golden rotten*2", leaves="small*9")
table.do("gather kind=golden", "dig")
"""

from __future__ import annotations

from spinney.core.arrays import i64, vec
from spinney.core.packed import cards
from spinney.core.state import Moves, lowest
from spinney.templates.game import GAME, rules
from spinney.templates.game.components import COMPONENTS, open_box
from spinney.templates.game.pieces import KINDS, VERBS
from spinney.templates.game.view_types import View

PRINTS = open_box(COMPONENTS.read_bytes()).prints()


def wood(
    *,
    ground: str = "small",
    leaves: str = "",
    larders: tuple[str, ...] = (),
    nests: tuple[str, ...] = (),
    seats: int = GAME.seats[0],
) -> Table:
    """A position with seat 0 to decide. Acorns that are not named are not in the game."""
    table = rules.Wood(
        seats,
        1,
        0,
        1,
        PRINTS,
        heap(leaves),
        heap(ground),
        heaps(larders, seats),
        heaps(nests, seats),
        vec[i64]([0] * seats),
    )
    return Table(table)


def heap(text: str) -> int:
    """'small*2 golden' as a heap."""
    words = [word.partition("*") for word in text.split()]
    return sum(cards(KINDS.index(kind), int(times or 1)) for kind, _, times in words)


def heaps(texts: tuple[str, ...], seats: int) -> vec[i64]:
    return vec[i64]([heap(text) for text in [*texts, *[""] * seats][:seats]])


class Table:
    """A table in the middle of a story."""

    def __init__(self, state: rules.Wood) -> None:
        self.state = state

    def may(self, words: str) -> bool:
        moves = Moves().of(self.state, lowest(self.state.to_act))
        return VERBS.parse(words) in moves

    def do(self, *lines: str) -> Table:
        for words in lines:
            assert self.may(words), words
            self.state.apply(lowest(self.state.to_act), VERBS.parse(words))
        return self

    def view(self, seat: int) -> View:
        seen: View = GAME.view(self.state, seat)
        return seen

    def why_not(self, words: str) -> str:
        """Why whoever decides may not make this move."""
        seat = lowest(self.state.to_act)
        return str(GAME.words.refuse(self.view(seat), VERBS.parse(words)))
