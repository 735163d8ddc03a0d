"""Positions of Morels in a few words, for cases and for tests.

table = morels(hand="shiitake*3 butter", pans=1)
assert table.hand() == {"shiitake": 3, "butter": 1}
"""

from __future__ import annotations

from typing import Any

from spinney.core.arrays import i64, vec
from spinney.core.case_runs import answered
from spinney.core.cases import GivenLines, Positions
from spinney.core.fields import made
from spinney.core.packed import cards, total
from spinney.games.morels import rules
from spinney.games.morels.components import BOX
from spinney.games.morels.pieces import KINDS, VERBS, Forager
from spinney.games.morels.view import cards_of, row_of, view
from spinney.games.morels.view_types import View

WORTH = BOX.worth()


def morels(
    *,
    forest: str = "honey_fungus*8",
    decay: str = "",
    deck: str = "tree_ear*10",
    night_deck: str | None = None,
    turn: int = 0,
    opened: bool = True,
    other: dict[str, Any] | None = None,
    **mine: Any,
) -> Table:
    """A position: the keys of a forager are those of `forager`, for seat 0; `other` is seat 1."""
    first, second = forager(**mine), forager(**(other or {}))
    seen = first.nights + second.nights
    nights = WORTH.night - seen if night_deck is None else heap(night_deck)
    table = made(
        rules.Morels,
        seats=2,
        rng_state=1,
        worth=WORTH,
        first=first,
        second=second,
        forest=row(forest),
        in_forest=len(listed(forest)),
        decay=row(decay),
        in_decay=len(listed(decay)),
        deck=heap(deck),
        in_deck=total(heap(deck)),
        night_deck=nights,
        turn=turn,
        opened=3 if opened else 0,
    )
    table.begin_turn(turn)
    return Table(table)


def forager(
    *,
    hand: str = "",
    dealt: str = "",
    nights: str = "",
    sticks: int = 0,
    baskets: int = 0,
    pans: int = 1,
    cooked: str = "",
    poison: int = 0,
) -> Forager:
    """`hand` was taken face up, `dealt` only its owner has seen; cooked: '3 morel; 4 shiitake +
    butter'.
    """
    meals = [meal(text) for text in cooked.split(";") if text.strip()]
    return made(
        Forager,
        hand=heap(hand) + heap(dealt),
        dealt=heap(dealt),
        nights=heap(nights),
        size=len(listed(hand) + listed(dealt) + listed(nights)),
        sticks=sticks,
        baskets=baskets,
        pans=pans,
        poison=poison,
        cooked=vec[i64](meals),
        points=sum(WORTH.meal(cook) for cook in meals),
    )


def build(given: GivenLines) -> Table:
    """Seat 0 is given directly, the other forager as seat 1."""
    return morels(other=given.keys(forager, seat=1), **given.keys(morels, forager))


def listed(text: str) -> list[str]:
    kinds = []
    for word in text.split():
        kind, _, times = word.partition("*")
        kinds += [kind] * int(times or 1)
    return kinds


def heap(text: str) -> int:
    return sum(cards(KINDS.index(kind), 1) for kind in listed(text))


def row(text: str) -> int:
    return sum(KINDS.index(kind) << 4 * place for place, kind in enumerate(listed(text)))


def meal(text: str) -> int:
    words = text.replace("+", " ").split()
    butter, cider = words.count("butter"), words.count("cider")
    return VERBS.parse(f"cook kind={words[1]} day={words[0]} butter={butter} cider={cider}")


class Table:
    """A table in the middle of a case or a story."""

    def __init__(self, state: rules.Morels) -> None:
        self.state = state

    def view(self, seat: int) -> View:
        return view(self.state, seat)

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def over(self) -> bool:
        return self.state.to_act == 0

    @property
    def excess(self) -> int:
        return self.state.excess

    @property
    def forest(self) -> list[str]:
        return row_of(self.state.forest, self.state.in_forest)

    @property
    def decay(self) -> list[str]:
        return row_of(self.state.decay, self.state.in_decay)

    @property
    def deck(self) -> int:
        return self.state.in_deck

    @property
    def night_deck(self) -> int:
        return total(self.state.night_deck)

    @property
    def discard(self) -> dict[str, int]:
        return cards_of(self.state.discard)

    @property
    def night_discard(self) -> dict[str, int]:
        return cards_of(self.state.night_discard)

    def hand(self, seat: int = 0) -> dict[str, int]:
        return cards_of(self.state.forager(seat).hand)

    def nights(self, seat: int = 0) -> dict[str, int]:
        return cards_of(self.state.forager(seat).nights)

    def cards(self, seat: int = 0) -> int:
        return self.state.forager(seat).size

    def limit(self, seat: int = 0) -> int:
        return self.state.forager(seat).limit()

    def sticks(self, seat: int = 0) -> int:
        return self.state.forager(seat).sticks

    def baskets(self, seat: int = 0) -> int:
        return self.state.forager(seat).baskets

    def pans(self, seat: int = 0) -> int:
        return self.state.forager(seat).pans

    def poison(self, seat: int = 0) -> int:
        return self.state.forager(seat).poison

    def points(self, seat: int = 0) -> int:
        return self.state.points(seat)

    def cooked(self, seat: int = 0) -> int:
        return len(self.state.forager(seat).cooked)

    def answer(self, what: str, seat: int) -> object:
        """The answer to `then WHAT`; cards in the order of the rulebook's tables."""
        found = answered(self, what, seat)
        if isinstance(found, dict):
            return [kind for kind, times in found.items() for _ in range(times)]
        return found


POSITIONS = Positions(build, Table)
