"""Positions of Micro Mycelium in a few words, for cases and for tests.

    table = mycelium("green m6 0,0; blue stump 1,0", market="m1 rock flower")
    assert table.stumps(0) == 1

A field is a list of tiles, "SET TILE Q,R" or "SET TILE Q,R TURN", in the order in which they were
laid, with semicolons or line breaks between them; neighbours of 0,0 are 1,0 (east), 0,1, -1,1,
-1,0, 0,-1 and 1,-1, clockwise. Every set has the tiles that its field and market leave over in its
pile. A field need not be one that could come about: the same tile may lie twice. `mycelium` is a
table of 2 to 4 players in the middle of the game, `alone` a solo one.
"""

from __future__ import annotations

from typing import Any

from spinney.core.arrays import i64, vec
from spinney.core.case_runs import answered
from spinney.core.cases import GivenLines, Positions
from spinney.core.fields import made
from spinney.core.game import seats_to_act
from spinney.games.micro_mycelium import pieces, rules
from spinney.games.micro_mycelium.components import BOX
from spinney.games.micro_mycelium.pieces import KINDS, REACH, SETS, WHOLE, bare_field
from spinney.games.micro_mycelium.view import NAMED, PHASES, bits_of, row_number, row_of, view
from spinney.games.micro_mycelium.view_types import View

PRINTS = BOX.prints()
PER_SET = ("score", "free", "stumps", "flowers", "knots", "network", "apart")


def mycelium(
    field: str = "",
    *,
    seats: int = 2,
    turn: int = 0,
    advanced: bool = False,
    spores: str = "one",
    market: str | None = None,
    others: dict[int, str] | None = None,
    piles: dict[int, str] | None = None,
) -> Table:
    """`market` is that of seat `turn`, `others` those of other seats: "m1 m2 flower", a dot for an
    empty slot. Without them the first three tiles that do not lie in the field.
    """
    markets = dict(others or {})
    if market is not None:
        markets[turn] = market
    return Table(
        built(
            field,
            seats=seats,
            sets=seats,
            to_act=1 << turn,
            turn=turn,
            advanced=advanced,
            spores=spores,
            phase="laying",
            markets=markets,
            piles=piles or {},
        )
    )


def alone(
    field: str = "",
    *,
    sets: int = 4,
    phase: str = "drafting",
    spores: str = "one",
    markets: dict[int, str] | None = None,
    piles: dict[int, str] | None = None,
    hands: dict[int, str] | None = None,
    merits: int = 0,
) -> Table:
    """A solo table; markets, piles and hands by number of the set."""
    return Table(
        built(
            field,
            seats=1,
            sets=sets,
            to_act=1,
            turn=0,
            advanced=False,
            spores=spores,
            phase=phase,
            markets=markets or {},
            piles=piles or {},
            hands=hands or {},
            merits=merits,
        )
    )


def build(given: GivenLines) -> Table:
    """With `seats = 1` a solo table."""
    if given.text("seats") != "1":
        return mycelium(**given.keys(mycelium))
    return alone(**GivenLines([one for one in given.lines if one.rest != "seats = 1"]).keys(alone))


def built(
    field: str,
    *,
    seats: int,
    sets: int,
    to_act: int,
    turn: int,
    advanced: bool,
    spores: str,
    phase: Any,
    markets: dict[int, str],
    piles: dict[int, str],
    hands: dict[int, str] | None = None,
    merits: int = 0,
) -> rules.Mycelium:
    ground = bare_field(PRINTS, spores == "all")
    left = [WHOLE] * sets
    for text in field.replace("\n", ";").split(";"):
        if text.strip():
            lay(ground, text)
            set_, kind = text.split()[:2]
            left[SETS.index(set_)] &= ~(1 << KINDS.index(kind))
    held = [bits_of((hands or {}).get(s, "").split()) for s in range(sets)]
    rows, rest = [], []
    for s in range(sets):
        free = NAMED[left[s] & ~held[s]]
        row = slots(markets[s]) if s in markets else (free + [""] * 3)[:3]
        rows.append(row_number(row))
        unlaid = left[s] & ~held[s] & ~bits_of([kind for kind in row if kind])
        rest.append(bits_of(piles[s].split()) if s in piles else unlaid)
    return made(
        rules.Mycelium,
        seats=seats,
        to_act=to_act,
        rng_state=1,
        sets=sets,
        side=1 if spores == "one" else 2,
        advanced=advanced,
        phase=PHASES.index(phase),
        turn=turn,
        field=ground,
        market=vec[i64](rows),
        pile=vec[i64](rest),
        hand=vec[i64](held),
        rounds=merits,
        merits=vec[i64]([0] * merits),
    )


def lay(ground: pieces.Field, text: str) -> None:
    """ "green m3 0,1 2" """
    set_, kind, where, *turn = text.split()
    q, r = where.split(",")
    tile = pieces.tile(SETS.index(set_), KINDS.index(kind), int(turn[0]) if turn else 0)
    ground.lay(tile, int(q) + REACH, int(r) + REACH)


def slots(text: str) -> list[str]:
    kinds = ["" if kind == "." else kind for kind in text.split()]
    return (kinds + [""] * 3)[:3]


class Table:
    """A table in the middle of a case or a story."""

    def __init__(self, state: rules.Mycelium) -> None:
        self.state = state

    def view(self, seat: int) -> View:
        return view(self.state, seat)

    @property
    def turn(self) -> int:
        """Whose turn it is; while all choose at once, the first who has not chosen."""
        return self.state.turn if self.phase != "choosing" else seats_to_act(self.state)[0]

    @property
    def seats_to_act(self) -> list[int]:
        return seats_to_act(self.state)

    @property
    def over(self) -> bool:
        return self.state.to_act == 0

    @property
    def phase(self) -> str:
        return PHASES[self.state.phase]

    @property
    def merits(self) -> int:
        return len(self.state.merits)

    @property
    def tiles(self) -> int:
        """How many lie in the field."""
        return self.state.field.count

    @property
    def reveal_count(self) -> int:
        return self.state.reveal_count

    def points(self, seat: int = 0) -> int:
        return self.state.points(seat)

    def score(self, set_: int = 0) -> int:
        """What the field is worth to a set; in a solo game too."""
        return self.state.score(set_)

    def scores(self) -> list[int]:
        return [self.state.score(set_) for set_ in range(self.state.sets)]

    def free(self, set_: int = 0) -> int:
        return self.state.field.count_of(set_, pieces.FREE)

    def stumps(self, set_: int = 0) -> int:
        return self.state.field.count_of(set_, pieces.STUMPS)

    def flowers(self, set_: int = 0) -> int:
        return self.state.field.count_of(set_, pieces.FLOWERS)

    def knots(self, set_: int = 0) -> int:
        return self.state.field.count_of(set_, pieces.KNOTS)

    def network(self, set_: int = 0) -> int:
        return self.state.field.network(set_)

    def apart(self, set_: int = 0) -> int:
        return self.state.field.apart(set_)

    def market(self, set_: int = 0) -> list[str]:
        """Three slots; "" is an empty one."""
        return row_of(self.state.market[set_])

    def pile(self, set_: int = 0) -> list[str]:
        return NAMED[self.state.pile[set_]]

    def hand(self, set_: int = 0) -> list[str]:
        return NAMED[self.state.hand[set_]]

    def answer(self, what: str, seat: int) -> object:
        """The answer to `then WHAT`: one number for each set, unless its number follows."""
        if what == "points":
            return [self.points(one) for one in range(self.state.seats)]
        if what in PER_SET:
            return [answered(self, f"{what} {one}", seat) for one in range(self.state.sets)]
        found = answered(self, what, seat)
        return [kind or "." for kind in found] if isinstance(found, list) else found


POSITIONS = Positions(build, Table)
