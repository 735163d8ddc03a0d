"""The box: components.toml read, checked, and turned into what the rules need."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from spinney.core.arrays import i64, vec
from spinney.core.components import ComponentError, entries
from spinney.games.micro_mycelium.pieces import FIRST, KINDS, MUSHROOMS, SETS, SIDES, Prints

COMPONENTS = Path(__file__).with_name("components.toml")
SPORES, ROOTS = "S", "R"
SPECIAL = {"stump": "T" * SIDES, "flower": "F" * SIDES, "rock": "B" * SIDES}

Sides = Annotated[str, Meta(pattern=r"\A([SR]{6}|T{6}|F{6}|B{6})\Z")]
Status = Literal["fact", "reconstruction"]


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of tile; there is one in every set."""

    name: str
    sides: Sides
    status: Status
    source: str

    @property
    def spores(self) -> int:
        return self.sides.count(SPORES)

    @property
    def turns(self) -> int:
        """How many ways of turning it look different."""
        doubled = self.sides * 2
        return doubled.index(self.sides, 1)


class Colour(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the four sets."""

    name: str
    status: Status
    source: str


class Rank(Struct, frozen=True, forbid_unknown_fields=True):
    """What a solo game with so many merits is called."""

    merits: Annotated[int, Meta(ge=1, le=36)]
    title: str
    tale: str
    status: Status
    source: str


class Box(Struct, frozen=True):
    """Everything printed on the tiles, by kind; the names of the sets; the ranks of solo games."""

    tiles: dict[str, Tile]
    sets: dict[str, Colour]
    ranks: dict[str, Rank]

    def name(self, kind: str) -> str:
        return self.tiles[kind].name

    def colour(self, set_: str) -> str:
        return self.sets[set_].name

    def called(self, set_: int) -> str:
        """The colour of a set within a sentence."""
        return self.sets[SETS[set_]].name.lower()

    def recoloured(self, colours: Sequence[int]) -> Box:
        """The same box, but the sets have each other's colours. Empty: as printed."""
        names = [colour.name for colour in self.sets.values()]
        sets = {
            set_: replace(colour, name=names[colours[place]] if colours else colour.name)
            for place, (set_, colour) in enumerate(self.sets.items())
        }
        return replace(self, sets=sets)

    def prints(self) -> Prints:
        """The same, as numbers for the rules."""
        kinds = [tile for _ in SETS for tile in self.tiles.values()]
        blank = [0] * FIRST
        prints = Prints()
        prints.spores = vec[i64](
            blank + [facing(t.sides, SPORES, k) for t in kinds for k in range(SIDES)]
        )
        prints.roots = vec[i64](
            blank + [facing(t.sides, ROOTS, k) for t in kinds for k in range(SIDES)]
        )
        prints.turns = vec[i64]([tile.turns for tile in self.tiles.values()])
        return prints


def facing(sides: str, wanted: str, turn: int) -> int:
    """One bit for each direction that such a side faces once the tile is turned."""
    return sum(1 << (j + turn) % SIDES for j, side in enumerate(sides) if side == wanted)


def open_box(text: bytes) -> Box:
    """The components file as a box; a ComponentError names the entry that is wrong."""
    box = Box(
        entries(text, "tiles", Tile), entries(text, "sets", Colour), entries(text, "ranks", Rank)
    )
    if tuple(box.tiles) != KINDS:
        raise ComponentError(f"tiles: expected exactly {', '.join(KINDS)}, in this order")
    if tuple(box.sets) != SETS:
        raise ComponentError(f"sets: expected exactly {', '.join(SETS)}, in this order")
    for place, (kind, tile) in enumerate(box.tiles.items()):
        if place < MUSHROOMS:
            if tile.spores != place + 1:
                raise ComponentError(f"tiles.{kind}: {place + 1} sides S and the others R")
        elif tile.sides != SPECIAL[kind]:
            raise ComponentError(f"tiles.{kind}: its sides are {SPECIAL[kind]}")
    merits = [rank.merits for rank in box.ranks.values()]
    if not merits or merits != sorted(set(merits)):
        raise ComponentError("ranks: at least one, and each asks for more merits than the last")
    return box


BOX = open_box(COMPONENTS.read_bytes())
