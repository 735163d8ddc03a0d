"""The pieces of Underwood: tiles and how they lie, tokens in piles, and what a player can say.

The table is a grid of hexagons, numbered row by row: cell = (q + 32) * 64 + r + 32 for the axial
coordinates q and r. A tile is known by its number from 0 (17 forest floor tiles, then the two ant
trail tiles), a tile that lies on the table by one number made of the tile, the cell of its first
space, and how often it was turned by 60 degrees.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.state import Piece
from spinney.core.verbs import Verbs

# ------------------------------------------------------------------------------------------- table
WIDE: Final = 64
HALF: Final = 32
REACH: Final = 24  # #18: the table ends so many spaces from its middle, in every direction
MIDDLE: Final = HALF * WIDE + HALF
CELLS: Final = WIDE * WIDE
TURNS: Final = 6
AROUND: Final = vec[i64]([64, 1, -63, -64, -1, 63])  # the six neighbours of a cell, clockwise


def cell_at(q: i64, r: i64) -> i64:
    return (q + HALF) * WIDE + r + HALF


def q_of(cell: i64) -> i64:
    return (cell >> 6) - HALF


def r_of(cell: i64) -> i64:
    return (cell & 63) - HALF


# ------------------------------------------------------------------------------------------- tiles
TILES: Final = 17  # R1
TRAILS: Final = 2  # R13.4
TREES: Final = 4  # R13
SPACES: Final = 120  # no board has more; those of the printed tiles have 69
BAY: Final = 4  # R13.2: spaces that must surround a tree at the edge
SHARED: Final = 2  # R13.4: edges that the two ant trail tiles share at most
ROLLS: Final = 3  # #17: how often a board may be rolled again
TILES_FOR: Final = vec[i64]([0, 0, 11, 14, 17])  # R2, by number of players

NONE: Final = 0
CLEARINGS: Final = 1
MYCORRHIZA: Final = 2
SAPLINGS: Final = 3
ANT_TRAIL: Final = 4
VARIANTS: Final = ("none", "clearings", "mycorrhiza", "saplings", "ant_trail")


def lying(tile: i64, cell: i64, turn: i64) -> i64:
    """A tile on the table as one number."""
    return tile | cell << 8 | turn << 24


def tile_of(laid: i64) -> i64:
    return laid & 255


def cell_of(laid: i64) -> i64:
    return laid >> 8 & 0xFFFF


def turn_of(laid: i64) -> i64:
    return laid >> 24


@final
@mypyc_attr(acyclic=True)
class Shapes:
    """What is printed: the form of every tile in each of its six turns. Never changes, so a table
    only bears its mark, by which it is found again.
    """

    # Of tile t turned n times, at t * 6 + n: its spaces as steps from the first one, and the
    # neighbours of its outer edges, one for each edge, clockwise.
    cells: vec[vec[i64]]
    rims: vec[vec[i64]]
    turns: vec[vec[i64]]  # of each tile, the turns that look different
    mark: i64 = 0

    def covered(self, laid: i64) -> list[int]:
        """The cells under a tile on the table."""
        cell = cell_of(laid)
        return [cell + step for step in self.cells[tile_of(laid) * TURNS + turn_of(laid)]]


PRINTED: Final[dict[int, Shapes]] = {}  # all that somebody plays with, by their mark
USED: Final[dict[int, int]] = {}  # how many games play with them


def print_shapes(cells: vec[vec[i64]], rims: vec[vec[i64]], turns: vec[vec[i64]]) -> Shapes:
    """Shapes with these forms, to be found by their mark until they are forgotten.

    A file of somebody's own may have the mark of another one, by skill: it must not take its place.
    """
    shapes = Shapes()
    shapes.cells = cells
    shapes.rims = rims
    shapes.turns = turns
    for tile in cells:
        for step in tile:
            shapes.mark = (shapes.mark * 31 + step + CELLS) & 0xFFFFFFFFFFFF
    known = PRINTED.get(shapes.mark)
    if known is not None and not same_forms(known, shapes):
        raise ValueError("tiles: too much like those of another file")
    PRINTED[shapes.mark] = shapes
    USED[shapes.mark] = USED.get(shapes.mark, 0) + 1
    return shapes


def same_forms(one: Shapes, other: Shapes) -> bool:
    mine = [[step for step in tile] for tile in one.cells]
    return mine == [[step for step in tile] for tile in other.cells]


def forget_shapes(mark: int) -> None:
    """A game that was played with these shapes is gone."""
    USED[mark] -= 1
    if not USED[mark]:
        del USED[mark], PRINTED[mark]


# ------------------------------------------------------------------------------------------- moves
KEEP: Final = 0
ROLL: Final = 1
LAY: Final = 2
PLANT: Final = 3
START: Final = 4
GROW: Final = 5
TRAIL: Final = 6
VERBS: Final = Verbs(
    {
        KEEP: "keep",
        ROLL: "roll",
        LAY: "lay q r turn?",
        PLANT: "plant q r",
        START: "start space",
        GROW: "grow space tile",
        TRAIL: "trail space tile",
    },
    q=range(-REACH, REACH + 1),
    r=range(-REACH, REACH + 1),
    turn=range(0, 360, 60),
    space=range(1, SPACES + 1),
    tile=range(1, TILES + 1),
)


# moves: made by tools/fields.py
@final
class Lay:
    @staticmethod
    def say(q: i64, r: i64, turn: i64) -> i64:
        return LAY | q << 8 | r << 16 | turn << 24

    @staticmethod
    def q(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def r(move: i64) -> i64:
        return move >> 16 & 255

    @staticmethod
    def turn(move: i64) -> i64:
        return move >> 24 & 255


@final
class Plant:
    @staticmethod
    def say(q: i64, r: i64) -> i64:
        return PLANT | q << 8 | r << 16

    @staticmethod
    def q(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def r(move: i64) -> i64:
        return move >> 16 & 255


@final
class Start:
    @staticmethod
    def say(space: i64) -> i64:
        return START | space << 8

    @staticmethod
    def space(move: i64) -> i64:
        return move >> 8 & 255


@final
class Grow:
    @staticmethod
    def say(space: i64, tile: i64) -> i64:
        return GROW | space << 8 | tile << 16

    @staticmethod
    def space(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def tile(move: i64) -> i64:
        return move >> 16 & 255


@final
class Trail:
    @staticmethod
    def say(space: i64, tile: i64) -> i64:
        return TRAIL | space << 8 | tile << 16

    @staticmethod
    def space(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def tile(move: i64) -> i64:
        return move >> 16 & 255


# moves: end


def lay(cell: i64, turn: i64) -> i64:
    """The move that lays the next tile with its first space on a cell."""
    return Lay.say(q_of(cell) + REACH, r_of(cell) + REACH, turn)


def laid_at(move: i64) -> i64:
    """The cell of such a move."""
    return cell_at(Lay.q(move) - REACH, Lay.r(move) - REACH)


def plant(cell: i64) -> i64:
    """The move that sets a tree on a cell."""
    return Plant.say(q_of(cell) + REACH, r_of(cell) + REACH)


def planted_at(move: i64) -> i64:
    """The cell of such a move."""
    return cell_at(Plant.q(move) - REACH, Plant.r(move) - REACH)


# ------------------------------------------------------------------------------------------ tokens
TOKENS: Final = 24  # R3
STARTS: Final = 4  # R5
SAPLING_STARTS: Final = 3  # R13.3
TREE_POINTS: Final = 3  # R13.2
SAPLING_POINTS: Final = 1  # R13.3
PER_POINT: Final = 2  # R12

# A space is a pile, written as one number with what is visible in its low four bits: nothing, a
# mycelium, a tree, or a mushroom. A token on top shifts the pile up by four bits. A pile never
# grows past seven: each cover takes another neighbour that becomes a mushroom for good.
EMPTY: Final = 0
MYCELIUM: Final = 1  # + seat
TREE: Final = 8
MUSHROOM: Final = 9  # + seat
TOP: Final = 15
PILE: Final = 4

# R7, R8: what it costs a seat to cover a space, by what is visible there. An empty space takes a
# token, an opponent's mycelium one more for its owner; 0 means that the space stays as it is.
PRICE: Final = vec[vec[i64]](
    [
        vec[i64](
            [
                1 if top == EMPTY else 0 if top >= TREE or top == MYCELIUM + seat else 2
                for top in range(TOP + 1)
            ]
        )
        for seat in range(4)
    ]
)


HALFWAY: Final = 60  # a set of spaces is two words: the first sixty spaces, and the others


def words(spaces: list[int]) -> list[int]:
    """A set of spaces."""
    return [
        sum([1 << space for space in spaces if space < HALFWAY]),
        sum([1 << space - HALFWAY for space in spaces if space >= HALFWAY]),
    ]


@final
@mypyc_attr(acyclic=True)
class Floor(Piece):
    """The forest floor as laid: spaces in reading order. Never changes, so clones share it."""

    cells: vec[i64]
    spaces: i64 = 0
    tile: vec[i64]  # of a space
    tiles: vec[i64]  # those in play, in the order laid
    members: vec[vec[i64]]  # the spaces of each tile
    size: vec[i64]  # of each tile
    # The ways of space s are ways[s] to ways[s + 1]; way w leads to the tile way_tiles[w] and
    # covers the spaces spread[w].
    ways: vec[i64]
    way_tiles: vec[i64]
    spread: vec[vec[i64]]
    near: vec[i64]  # the neighbours of space s as a set of spaces, two words from 2 * s on
    trail: vec[i64]  # of each space: 1 if it lies beside the ant trail
    trail_tiles: vec[i64]
    trail_near: vec[vec[i64]]
    groves: vec[vec[i64]]  # the spaces around each tree of Mycorrhiza

    def __repr__(self) -> str:
        return f"Floor of {self.spaces} spaces"

    def way(self, space: i64, tile: i64) -> i64:
        """The way from a space to a tile that it touches."""
        way = self.ways[space]
        while self.way_tiles[way] != tile:
            way += 1
        return way


def lay_floor(shapes: Shapes, laid: vec[i64], trees: vec[i64]) -> Floor:
    """The floor that these tiles make, with these trees beside it."""
    under: dict[int, int] = {}
    ants: set[int] = set()
    for placed in laid:
        for cell in shapes.covered(placed):
            if tile_of(placed) < TILES:
                under[cell] = tile_of(placed)
            else:
                ants.add(cell)
    cells = sorted(under, key=lambda cell: (cell & 63, cell))
    at = {cell: space for space, cell in enumerate(cells)}
    tile = [under[cell] for cell in cells]
    tiles = [tile_of(placed) for placed in laid if tile_of(placed) < TILES]
    # From a space there is a way to every tile it touches: the neighbours that lie on the tile.
    spread: list[list[int]] = []
    way_tiles: list[int] = []
    ways = [0]
    near: list[list[int]] = []
    for cell in cells:
        beside = [at[cell + step] for step in AROUND if cell + step in at]
        for target in sorted({tile[space] for space in beside}):
            spread.append([space for space in beside if tile[space] == target])
            way_tiles.append(target)
        ways.append(len(way_tiles))
        near.append(beside)
    along = [any([cell + step in ants for step in AROUND]) for cell in cells]
    trail_tiles = sorted({tile[space] for space, by in enumerate(along) if by})
    trail_near = [
        [s for s, by in enumerate(along) if by and tile[s] == target] for target in trail_tiles
    ]
    members = [[s for s, t in enumerate(tile) if t == number] for number in range(TILES)]
    floor = Floor()
    floor.cells = vec[i64](cells)
    floor.spaces = len(cells)
    floor.tile = vec[i64](tile)
    floor.tiles = vec[i64](tiles)
    floor.members = vec[vec[i64]]([vec[i64](spaces) for spaces in members])
    floor.size = vec[i64]([len(spaces) for spaces in members])
    floor.ways = vec[i64](ways)
    floor.way_tiles = vec[i64](way_tiles)
    floor.spread = vec[vec[i64]]([vec[i64](spaces) for spaces in spread])
    floor.near = vec[i64]([word for beside in near for word in words(beside)])
    floor.trail = vec[i64]([1 if by else 0 for by in along])
    floor.trail_tiles = vec[i64](trail_tiles)
    floor.trail_near = vec[vec[i64]]([vec[i64](some) for some in trail_near])
    floor.groves = vec[vec[i64]](
        [vec[i64](sorted([at[t + s] for s in AROUND if t + s in at])) for t in trees]
    )
    return floor
