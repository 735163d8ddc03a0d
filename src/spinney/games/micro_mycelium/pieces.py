"""The pieces of Micro Mycelium: tiles and their sides, what can be said, and the field they make.

A place of the field is given by two numbers, as in the words of a move: q counts eastward, r counts
downward and half a step to the east. The first tile lies at 0, 0. Here both are counted from the
far corner (x = q + REACH, y = r + REACH), so that they are never negative.

The field keeps its places on a torus: a connected field of 36 tiles is at most 36 places wide and
high, with the places around it 38, so no two of them ever meet on a grid of 38 by 38.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.fields import Shared, reduced
from spinney.core.state import BITS, Moves, Piece, bit, shifted, size
from spinney.core.verbs import Verbs

# ------------------------------------------------------------------------------------------- tiles
KINDS: Final = ("m1", "m2", "m3", "m4", "m5", "m6", "stump", "flower", "rock")
SETS: Final = ("green", "blue", "red", "yellow")
TILES: Final = 9  # R2: in every set
MUSHROOMS: Final = 6  # the first six kinds are mushrooms
STUMP: Final = 6
FLOWER: Final = 7
WHOLE: Final = 511  # a set of tiles is a bitboard of kinds: this one holds all nine
MARKET: Final = 3  # R2.2
NOTHING: Final = 15  # an empty slot of a market, which is a row of kinds (core/packed.py)
BARE: Final = 0xFFF  # a market of three empty slots

# ------------------------------------------------------------------------------------------ places
SIDES: Final = 6
MOST: Final = 36  # tiles in the box
REACH: Final = 36  # how far from the first tile a tile can ever come
SPAN: Final = MOST + 2  # see above
PACK: Final = 7  # so many places in one number of `Field.cells`
HEADINGS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from the east
NEIGHBOURS: Final = vec[i64](  # of each place, the six around it, clockwise from the east
    [
        (y + dy) % SPAN * SPAN + (x + dx) % SPAN
        for y in range(SPAN)
        for x in range(SPAN)
        for dx, dy in HEADINGS
    ]
)
RUNS: Final = vec[i64](  # how many stretches a set of sides has, going once around the tile
    [
        sum(sides >> i & 1 and not sides >> (i + 1) % SIDES & 1 for i in range(SIDES))
        for sides in range(64)
    ]
)
OUTSIDE: Final = 0  # what a place can hold: nothing, open to the wide world
HOLE: Final = 1  # nothing, but tiles all around (R6.1)
FIRST: Final = 2  # a tile: FIRST, and on from there by set, kind and turn

# ------------------------------------------------------------------------------------------- moves
CHOOSE: Final = 0
LAY: Final = 1
ROW: Final = 2
COLUMN: Final = 3
PLACE: Final = 4
VERBS: Final = Verbs(
    {
        CHOOSE: "choose tile",
        LAY: "lay tile q r turn?",
        ROW: "row set",
        COLUMN: "column slot",
        PLACE: "place tile q r turn? set",
    },
    tile=KINDS,
    q=range(-REACH, REACH + 1),
    r=range(-REACH, REACH + 1),
    turn=range(SIDES),  # sixths of a full turn, clockwise
    set=SETS,
    slot=range(1, MARKET + 1),
)


# moves: made by tools/fields.py
@final
class Choose:
    @staticmethod
    def say(tile: i64) -> i64:
        return CHOOSE | tile << 8

    @staticmethod
    def tile(move: i64) -> i64:
        return move >> 8 & 255


@final
class Lay:
    @staticmethod
    def say(tile: i64, q: i64, r: i64, turn: i64) -> i64:
        return LAY | tile << 8 | q << 16 | r << 24 | turn << 32

    @staticmethod
    def tile(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def q(move: i64) -> i64:
        return move >> 16 & 255

    @staticmethod
    def r(move: i64) -> i64:
        return move >> 24 & 255

    @staticmethod
    def turn(move: i64) -> i64:
        return move >> 32 & 255


@final
class Row:
    @staticmethod
    def say(set_: i64) -> i64:
        return ROW | set_ << 8

    @staticmethod
    def set_(move: i64) -> i64:
        return move >> 8 & 255


@final
class Column:
    @staticmethod
    def say(slot: i64) -> i64:
        return COLUMN | slot << 8

    @staticmethod
    def slot(move: i64) -> i64:
        return move >> 8 & 255


@final
class Place:
    @staticmethod
    def say(tile: i64, q: i64, r: i64, turn: i64, set_: i64) -> i64:
        return PLACE | tile << 8 | q << 16 | r << 24 | turn << 32 | set_ << 40

    @staticmethod
    def tile(move: i64) -> i64:
        return move >> 8 & 255

    @staticmethod
    def q(move: i64) -> i64:
        return move >> 16 & 255

    @staticmethod
    def r(move: i64) -> i64:
        return move >> 24 & 255

    @staticmethod
    def turn(move: i64) -> i64:
        return move >> 32 & 255

    @staticmethod
    def set_(move: i64) -> i64:
        return move >> 40 & 255


# moves: end


# ----------------------------------------------------------------------------------------- scoring
STUMP_POINTS: Final = 3  # R6.2
FLOWER_POINTS: Final = 2  # R6.3
FREE: Final = 0  # what is counted for each set: spore sides that nothing blocks
STUMPS: Final = 1  # own stump sides at own spore sides
FLOWERS: Final = 2  # sides of its flower at roots
KNOTS: Final = 3  # own spore sides at own spore sides, each pair once
MET: Final = 4  # the sets whose flower lies beside its own, as bits
COUNTS: Final = 5


def tile(set_: i64, kind: i64, turn: i64) -> i64:
    """What a place holds when this tile lies on it."""
    return FIRST + (set_ * TILES + kind) * SIDES + turn


def set_of(tile: i64) -> i64:
    return (tile - FIRST) // (TILES * SIDES)


def kind_at(tile: i64) -> i64:
    return (tile - FIRST) // SIDES % TILES


def turn_of(tile: i64) -> i64:
    return (tile - FIRST) % SIDES


def laid(tile: i64, x: i64, y: i64) -> i64:
    """A tile and its place in one number, for the list of what was laid."""
    return tile << 16 | y << 8 | x


def distance(one: i64, two: i64) -> i64:
    """R8: steps from one laid tile to another; neighbours are one apart."""
    dx = (one & 255) - (two & 255)
    dy = (one >> 8 & 255) - (two >> 8 & 255)
    apart = dx + dy
    far = dx if dx > 0 else -dx
    if dy > far or -dy > far:
        far = dy if dy > 0 else -dy
    if apart > far or -apart > far:
        far = apart if apart > 0 else -apart
    return far


@final
@mypyc_attr(acyclic=True)
class Prints:
    """What is printed on the tiles. Never changes, so clones share it."""

    spores: vec[i64]  # by tile: one bit for each side that has spores now
    roots: vec[i64]
    turns: vec[i64]  # by kind: how many ways of turning it look different

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)


# ------------------------------------------------------------------------------------------- field
@final
@mypyc_attr(acyclic=True)
class Field(Piece):
    """The tiles laid so far, and what they are worth: kept up to date tile by tile."""

    prints: Shared[Prints]
    cells: vec[i64]  # what the places of the torus hold: see `at`
    open: vec[i64]  # row by row: the places where a tile may be laid
    tiles: vec[i64]  # what was laid, in order
    count: i64 = 0
    tally: vec[i64]  # COUNTS numbers for each set
    west: i64 = REACH  # the outermost tiles
    east: i64 = REACH
    north: i64 = REACH
    south: i64 = REACH

    # fields: made by tools/fields.py
    def copy_from(self, other: Field) -> None:
        self.prints = other.prints
        self.cells = other.cells[:]
        self.open = other.open[:]
        self.tiles = other.tiles[:]
        self.count = other.count
        self.tally = other.tally[:]
        self.west = other.west
        self.east = other.east
        self.north = other.north
        self.south = other.south

    # fields: end

    def clone(self) -> Field:
        copy = Field()
        copy.copy_from(self)
        return copy

    def at(self, place: i64) -> i64:
        """What a place of the torus holds; eight bits are enough, so seven share a number."""
        return self.cells[place // PACK] >> place % PACK * 8 & 255

    def put(self, place: i64, was: i64, now: i64) -> None:
        """Change what a place holds."""
        self.cells[place // PACK] ^= shifted(was ^ now, place % PACK * 8)

    def offer(self, ways: vec[i64], moves: Moves) -> None:
        """R4.2: each of these ways to lay a tile, in every place that touches the field."""
        left = self.west - 1
        low = left % SPAN
        y = self.north - 1
        while y <= self.south + 1:
            row = self.open[y % SPAN]
            row = row >> low | (row & (bit(low) - 1)) << (SPAN - low)  # now the west comes first
            x = left
            while row:
                for step in BITS[row & 255]:
                    place = x + step << 16 | y << 24
                    for way in ways:
                        moves.add(way + place)
                row >>= 8
                x += 8
            y += 1

    def lay(self, tile: i64, x: i64, y: i64) -> None:
        """R4.2: put a tile down, and count what it changes for everybody."""
        here = y % SPAN * SPAN + x % SPAN
        was = self.at(here)
        outside = was == OUTSIDE
        self.put(here, was, tile)
        self.open[here // SPAN] &= ~bit(here % SPAN)
        self.tiles[self.count] = laid(tile, x, y)
        self.count += 1
        self.west = x if x < self.west else self.west
        self.east = x if x > self.east else self.east
        self.north = y if y < self.north else self.north
        self.south = y if y > self.south else self.south
        empty: i64 = 0
        side: i64 = 0
        while side < SIDES:
            there = NEIGHBOURS[here * SIDES + side]
            beside = self.at(there)
            if beside >= FIRST:
                self.join(tile, beside, side, outside)
            else:
                empty |= bit(side)
                self.open[there // SPAN] |= bit(there % SPAN)
            side += 1
        if outside:
            self.tally[set_of(tile) * COUNTS + FREE] += size(self.prints.spores[tile] & empty)
            if RUNS[empty] > 1:
                self.enclose(here, empty)

    def join(self, tile: i64, beside: i64, side: i64, outside: bool) -> None:
        """R6, R7: two tiles share a side from now on."""
        prints, tally = self.prints, self.tally
        facing = (side + 3) % SIDES
        mine, theirs = set_of(tile) * COUNTS, set_of(beside) * COUNTS
        kind, other = kind_at(tile), kind_at(beside)
        spores = prints.spores[tile] >> side & 1
        their_spores = prints.spores[beside] >> facing & 1
        if outside:
            tally[theirs + FREE] -= their_spores
        if mine == theirs:
            tally[mine + KNOTS] += spores & their_spores
            if kind == STUMP:
                tally[mine + STUMPS] += their_spores
            elif other == STUMP:
                tally[mine + STUMPS] += spores
        if kind == FLOWER:
            tally[mine + FLOWERS] += prints.roots[beside] >> facing & 1
            if other == FLOWER:
                tally[mine + MET] |= bit(set_of(beside))
                tally[theirs + MET] |= bit(set_of(tile))
        elif other == FLOWER:
            tally[theirs + FLOWERS] += prints.roots[tile] >> side & 1

    def enclose(self, here: i64, empty: i64) -> None:
        """R6.1, #20: a tile that separates the empty places around it has cut off holes.

        The field is connected, so each stretch of empty places now lies in a part of its own, and
        exactly one of the parts is the wide world.
        """
        parts = RUNS[empty]
        side: i64 = 0
        while parts > 0:
            if empty >> side & 1 and not empty >> (side + 1) % SIDES & 1:
                parts -= 1
                self.fill(NEIGHBOURS[here * SIDES + side])
            side += 1

    def fill(self, start: i64) -> None:
        """Make a hole of the part that begins here, unless it leads out of the field."""
        spores = self.prints.spores
        width, height = self.east - self.west, self.south - self.north
        found = vec[i64]([start])
        self.put(start, OUTSIDE, HOLE)
        done: i64 = 0
        while done < len(found):
            here = found[done]
            done += 1
            out = (here % SPAN - self.west + 2 * SPAN) % SPAN > width or (
                here // SPAN - self.north + 2 * SPAN
            ) % SPAN > height
            if out:
                for place in found:
                    self.put(place, HOLE, OUTSIDE)
                return
            side: i64 = 0
            while side < SIDES:
                there = NEIGHBOURS[here * SIDES + side]
                if self.at(there) == OUTSIDE:
                    self.put(there, OUTSIDE, HOLE)
                    found = append(found, there)
                side += 1
        for here in found:
            side = 0
            while side < SIDES:
                tile = self.at(NEIGHBOURS[here * SIDES + side])
                if tile >= FIRST:
                    blocked = spores[tile] >> (side + 3) % SIDES & 1
                    self.tally[set_of(tile) * COUNTS + FREE] -= blocked
                side += 1

    def count_of(self, set_: i64, what: i64) -> i64:
        return self.tally[set_ * COUNTS + what]

    def network(self, set_: i64) -> i64:
        """R7.2, #10: root sides at the flowers that lie beside this set's flower."""
        met = self.tally[set_ * COUNTS + MET]
        roots: i64 = 0
        other: i64 = 0
        while other < len(SETS):
            if met >> other & 1:
                roots += self.tally[other * COUNTS + FLOWERS]
            other += 1
        return roots

    def apart(self, set_: i64) -> i64:
        """R8, #12: steps from the stump of a set to its flower; REACH if they do not both lie."""
        stump: i64 = 0
        flower: i64 = 0
        for one in self.tiles[: self.count]:
            if set_of(one >> 16) == set_:
                kind = kind_at(one >> 16)
                if kind == STUMP:
                    stump = one
                elif kind == FLOWER:
                    flower = one
        return distance(stump, flower) if stump and flower else REACH


def bare_field(prints: Prints) -> Field:
    """Nothing laid; the first tile will lie in the middle."""
    open = vec[i64]([0] * SPAN)
    open[REACH % SPAN] = bit(REACH % SPAN)
    field = Field()
    field.prints = prints
    field.cells = vec[i64]([0] * (SPAN * SPAN // PACK + 1))  # OUTSIDE, all of them
    field.open = open
    field.tiles = vec[i64]([0] * MOST)
    field.tally = vec[i64]([0] * (len(SETS) * COUNTS))
    return field
