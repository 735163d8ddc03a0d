"""The box: components.toml read, checked, and turned into what the rules need."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from spinney.core.arrays import i64, vec
from spinney.core.components import ComponentError, entries
from spinney.games.underwood.pieces import SPACES, TILES, TRAILS, TURNS, Shapes, print_shapes

COMPONENTS = Path(__file__).with_name("components.toml")
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise
STEP = Annotated[int, Meta(ge=-5, le=5)]
Cell = tuple[STEP, STEP]
Status = Literal["fact", "reconstruction"]


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """A forest floor tile or an ant trail tile."""

    name: str
    cells: Annotated[list[Cell], Meta(min_length=2, max_length=6)]
    status: Status
    source: str


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made board for a number of players, for variants that lay tiles alike."""

    board: Literal["beechwood", "ravine"]
    seats: Literal[2, 3, 4]
    variant: Literal["none", "clearings", "mycorrhiza", "ant_trail"]
    text: str
    status: Status
    source: str


class Box(Struct, frozen=True):
    """Everything that is printed."""

    tiles: dict[str, Tile]
    trail: dict[str, Tile]
    boards: dict[str, Preset]

    def every(self) -> list[Tile]:
        """All tiles in the order of their numbers from 0, the ant trail last."""
        return [*self.tiles.values(), *self.trail.values()]

    def shapes(self) -> Shapes:
        """The same, as numbers for the rules."""
        cells: list[list[int]] = []
        rims: list[list[int]] = []
        turns: list[list[int]] = []
        for tile in self.every():
            looks: list[frozenset[tuple[int, int]]] = []
            for turn in range(TURNS):
                spaces = turned(tile.cells, turn)
                cells.append([q * 64 + r for q, r in spaces])
                rims.append([q * 64 + r for q, r in rim(spaces)])
                looks.append(normal(spaces))
            turns.append([turn for turn in range(TURNS) if looks[turn] not in looks[:turn]])
        try:
            return print_shapes(
                vec[vec[i64]]([vec[i64](one) for one in cells]),
                vec[vec[i64]]([vec[i64](one) for one in rims]),
                vec[vec[i64]]([vec[i64](one) for one in turns]),
            )
        except ValueError as error:
            raise ComponentError(str(error)) from None


def turned(cells: list[Cell], turn: int) -> list[tuple[int, int]]:
    """A tile turned clockwise about its first space, as steps from there."""
    first = cells[0]
    found = [(q - first[0], r - first[1]) for q, r in cells]
    for _ in range(turn):
        found = [(-r, q + r) for q, r in found]
    return found


def normal(cells: list[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """A form wherever it lies."""
    left, top = min(q for q, _ in cells), min(r for _, r in cells)
    return frozenset((q - left, r - top) for q, r in cells)


def rim(cells: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The neighbours of the outer edges of a form, edge by edge, clockwise."""
    inside = set(cells)
    cell, way = next(
        (cell, way) for cell in cells for way in range(6) if beside(cell, way) not in inside
    )
    start = cell, way
    found = []
    while True:
        found.append(beside(cell, way))
        following = beside(cell, (way + 1) % 6)
        if following in inside:
            cell, way = following, (way - 1) % 6
        else:
            way = (way + 1) % 6
        if (cell, way) == start:
            return found


def beside(cell: tuple[int, int], way: int) -> tuple[int, int]:
    return cell[0] + AROUND[way][0], cell[1] + AROUND[way][1]


def edges(cells: list[tuple[int, int]]) -> int:
    """How many edges of a form have no other space of it behind them."""
    inside = set(cells)
    return sum(beside(cell, way) not in inside for cell in cells for way in range(6))


def open_box(text: bytes) -> Box:
    """The components file as a box; a ComponentError names the entry that is wrong."""
    box = Box(
        entries(text, "tiles", Tile), entries(text, "trail", Tile), entries(text, "boards", Preset)
    )
    for table, tiles, count in (("tiles", box.tiles, TILES), ("trail", box.trail, TRAILS)):
        if list(tiles) != [str(number) for number in range(1, count + 1)]:
            raise ComponentError(f"{table}: expected exactly 1 to {count}, in this order")
        for number, tile in tiles.items():
            check(f"{table}.{number}", tile)
    if sum(len(tile.cells) for tile in box.tiles.values()) > SPACES:
        raise ComponentError(f"tiles: more than {SPACES} spaces")
    return box


def check(name: str, tile: Tile) -> None:
    """A tile is one piece without a hole, no space twice."""
    if len(set(tile.cells)) < len(tile.cells):
        raise ComponentError(f"{name}: a space occurs twice")
    reached = {tile.cells[0]}
    for _ in tile.cells:
        reached |= {
            cell for cell in tile.cells if any(beside(cell, w) in reached for w in range(6))
        }
    if len(reached) < len(tile.cells):
        raise ComponentError(f"{name}: its spaces do not hang together")
    if len(rim(list(tile.cells))) < edges(list(tile.cells)):
        raise ComponentError(f"{name}: there is a hole in it")


BOX = open_box(COMPONENTS.read_bytes())
