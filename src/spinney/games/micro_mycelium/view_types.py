"""What a seat of Micro Mycelium may know, as data. Apart from view.py, which is compiled: mypyc
would drop the keywords of these classes."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Phase = Literal["choosing", "laying", "starting", "drafting", "placing"]


class CachedPanel(Struct, frozen=True, gc=False):
    """A tile of the field."""

    set: str
    tile: str
    q: int
    r: int
    turn: int


class Tiles(Struct, frozen=True, gc=False):
    """A set: where its tiles are, and how it scores now."""

    market: list[str]  # three slots; "" is an empty one
    pile: list[str]  # what is still face down: everybody can work it out, nobody knows the order
    hand: list[str]  # solo: revealed or drafted, and not laid yet
    free: int  # unblocked sides that score
    stumps: int  # own spore sides at the own stump
    flowers: int  # roots at the own flower
    knots: int  # own spores at own spores
    network: int  # roots at the flowers that lie beside the own one
    points: int


class View(Struct, frozen=True, gc=False, rename={"reveal_count": "sealed"}):
    """The table from one seat; -1 is a spectator."""

    seat: int
    seats: int
    deciding: list[int]
    reveal_count: int
    phase: Phase
    turn: int
    side: int  # points for an unblocked side
    advanced: bool
    field: list[CachedPanel]  # in the order in which they were laid
    sets: list[Tiles]
    rounds: int  # solo: turns finished
    merits: list[int]  # solo: the equal scores that earned them
    all_sides: bool = False  # whether root sides score as well while nothing blocks them
