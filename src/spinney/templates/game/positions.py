"""Positions in a few words, for cases and for tests.

table = wood(ground="golden rotten*2", leaves="small*9", larder="plump")
assert table.ground == ["golden", "rotten", "rotten"]
"""

from __future__ import annotations

from typing import Any

from spinney.core.arrays import i64, vec
from spinney.core.case_runs import answered
from spinney.core.cases import GivenLines, Positions
from spinney.core.packed import cards
from spinney.templates.game import GAME, rules
from spinney.templates.game.components import COMPONENTS, open_box
from spinney.templates.game.pieces import KINDS
from spinney.templates.game.view_types import Acorns, View

PRINTS = open_box(COMPONENTS.read_bytes()).prints()


def wood(
    *,
    ground: str = "small",
    leaves: str = "",
    seats: int = GAME.seats[0],
    others: tuple[dict[str, Any], ...] = (),
    **mine: Any,
) -> Table:
    """A position with seat 0 to decide. Acorns that are not named are not in the game. The keys of
    a squirrel are those of `squirrel`, for seat 0; `others` are seats 1, 2, …
    """
    owners = [squirrel(**keys) for keys in [mine, *others, *[{}] * seats][:seats]]
    return Table(
        rules.Wood(
            seats,
            1,
            0,
            1,
            PRINTS,
            heap(leaves),
            heap(ground),
            vec[i64]([larder for larder, _ in owners]),
            vec[i64]([nest for _, nest in owners]),
            vec[i64]([0] * seats),
        )
    )


def squirrel(*, larder: str = "", nest: str = "") -> tuple[int, int]:
    return heap(larder), heap(nest)


def heap(text: str) -> int:
    """'small*2 golden' as a heap."""
    words = [word.partition("*") for word in text.split()]
    return sum(cards(KINDS.index(kind), int(times or 1)) for kind, _, times in words)


def build(given: GivenLines) -> Table:
    """Seat 0 is given directly, the others as seat 1, 2, …"""
    others = (given.keys(squirrel, seat=seat) for seat in range(1, max([0, *given.seats]) + 1))
    return wood(others=tuple(others), **given.keys(wood, squirrel))


class Table:
    """A table in the middle of a case or a story."""

    def __init__(self, state: rules.Wood) -> None:
        self.state = state

    def view(self, seat: int) -> View:
        seen: View = GAME.view(self.state, seat)
        return seen

    @property
    def ground(self) -> list[str]:
        return listed(self.view(-1).ground)

    @property
    def leaves(self) -> int:
        """How many acorns lie hidden."""
        return self.view(-1).leaves

    def larder(self, seat: int = 0) -> list[str]:
        return listed(self.view(-1).squirrels[seat].larder)

    def nest(self, seat: int = 0) -> list[str]:
        """As its owner sees it."""
        return listed(self.view(seat).squirrels[seat].nest)

    def points(self, seat: int = 0) -> int:
        return self.state.points(seat)

    def answer(self, what: str, seat: int) -> object:
        """The answer to `then WHAT`."""
        return answered(self, what, seat)


def listed(acorns: Acorns) -> list[str]:
    return [kind for kind, times in acorns.items() for _ in range(times)]


POSITIONS = Positions(build, Table)
