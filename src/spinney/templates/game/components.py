"""The box: components.toml, read and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from spinney.core.arrays import i64, vec
from spinney.core.components import ComponentError, entries
from spinney.core.packed import cards
from spinney.templates.game.pieces import KINDS, ON_GROUND, Prints

COMPONENTS = Path(__file__).with_name("components.toml")


class Acorn(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of acorn. The fields are the schema of an entry in the file."""

    name: str
    copies: Annotated[int, Meta(ge=0, le=15)]  # a heap counts up to 15
    points: int
    status: Literal["fact", "reconstruction"]
    source: str


class Box(Struct, frozen=True):
    """All kinds of acorns, in the order of the file."""

    acorns: dict[str, Acorn]

    def prints(self) -> Prints:
        """The same as numbers, for the rules."""
        kinds = list(self.acorns.values())
        heap = sum(cards(kind, acorn.copies) for kind, acorn in enumerate(kinds))
        return Prints(heap, vec[i64]([acorn.points for acorn in kinds]))


def open_box(text: bytes) -> Box:
    """A components file as a box. A ComponentError names the entry that is wrong."""
    box = Box(entries(text, "acorns", Acorn))
    if tuple(box.acorns) != KINDS:
        raise ComponentError(f"acorns: expected exactly {', '.join(KINDS)}, in this order")
    if sum(acorn.copies for acorn in box.acorns.values()) < ON_GROUND:
        raise ComponentError(f"acorns: {ON_GROUND} are needed to set up")
    return box
