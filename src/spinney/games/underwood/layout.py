"""Laying out the forest floor (R2, R13): what a tile would touch and enclose, and a generator.

Whether a tile encloses a gap is seen at its own rim. The tiles on the table hang together, so the
empty stretches of the rim of a new one are parts of the table that it cuts off from each other; all
but one of them are new gaps.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.rng import Rng
from spinney.games.underwood.pieces import (
    ANT_TRAIL,
    AROUND,
    BAY,
    CELLS,
    CLEARINGS,
    MIDDLE,
    MYCORRHIZA,
    REACH,
    SHARED,
    TILES,
    TREES,
    TURNS,
    VARIANTS,
    Shapes,
    cell_of,
    lying,
    q_of,
    r_of,
    tile_of,
    turn_of,
)

FREE: Final = 0
TAKEN: Final = 1
BEYOND: Final = 2  # past the edge of the table
TABLE: Final = vec[i64](
    [
        FREE if -REACH <= q_of(cell) <= REACH and -REACH <= r_of(cell) <= REACH else BEYOND
        for cell in range(CELLS)
    ]
)
FAR: Final = vec[i64](  # the square of the distance from the middle
    [
        q_of(cell) * q_of(cell) + q_of(cell) * r_of(cell) + r_of(cell) * r_of(cell)
        for cell in range(CELLS)
    ]
)
GAPS: Final = 3  # #19: the gaps of a generated board with clearings, besides a larger one
# How often a board is laid until it has the gaps of its variant. With the printed tiles at least 9
# of 10 attempts have them; 1000 are enough for tiles with which 1 of 100 has them.
ATTEMPTS: Final = 1000
LARGE: Final = 3  # a room of so many cells is no single and no double gap

# What `Wood.contact` tells, one number: edges that touch, and new gaps by their size.
NOWHERE: Final = -1
SINGLE: Final = 1 << 8
DOUBLE: Final = 1 << 16
LARGER: Final = 1 << 24
GAPLESS: Final = 256  # below it: nothing is enclosed


@final
@mypyc_attr(acyclic=True)
class Wood:
    """The table while tiles are laid."""

    __slots__ = ("edge", "gaps", "grid", "seen", "shapes", "stamp")

    def __init__(self, shapes: Shapes, laid: vec[i64]) -> None:
        self.shapes: Shapes = shapes
        self.grid: vec[i64] = TABLE[:]
        self.edge: vec[i64] = vec[i64]()  # free cells beside a tile; some are covered since
        self.gaps: i64 = 0  # between the tiles, of any size
        self.seen: vec[i64] = vec[i64]([0] * CELLS)
        self.stamp: i64 = 0
        for one in laid:
            self.lay(one)

    def lay(self, one: i64) -> None:
        if len(self.edge):
            self.gaps += self.parts(one) - 1
        cell = cell_of(one)
        which = tile_of(one) * TURNS + turn_of(one)
        for step in self.shapes.cells[which]:
            self.grid[cell + step] = TAKEN
        for step in self.shapes.rims[which]:
            if self.grid[cell + step] == FREE:
                self.edge = append(self.edge, cell + step)

    def take_up(self, one: i64, edge: i64) -> None:
        """Take a tile up again; the edge was so long before it was laid."""
        cell = cell_of(one)
        for step in self.shapes.cells[tile_of(one) * TURNS + turn_of(one)]:
            self.grid[cell + step] = FREE
        self.edge = self.edge[:edge]
        self.gaps -= self.parts(one) - 1

    def fits(self, which: i64, cell: i64) -> bool:
        for step in self.shapes.cells[which]:
            if self.grid[cell + step] != FREE:
                return False
        return True

    def contact(self, which: i64, cell: i64) -> i64:
        """What a tile would touch and enclose there; NOWHERE if it does not fit or touch."""
        if not self.fits(which, cell):
            return NOWHERE
        rim = self.shapes.rims[which]
        edges: i64 = 0
        stretches: i64 = 0
        before = self.grid[cell + rim[len(rim) - 1]] == TAKEN
        for step in rim:
            taken = self.grid[cell + step] == TAKEN
            if taken:
                edges += 1
                if not before:
                    stretches += 1
            before = taken
        if edges == 0:
            return NOWHERE
        return edges if stretches <= 1 else edges + self.enclosed(which, cell)

    def parts(self, one: i64) -> i64:
        """Into how many parts a tile would cut the room that it is laid into; 0 if it fills it."""
        cell = cell_of(one)
        rim = self.shapes.rims[tile_of(one) * TURNS + turn_of(one)]
        found: i64 = 0
        before = self.grid[cell + rim[len(rim) - 1]] == TAKEN
        for step in rim:
            taken = self.grid[cell + step] == TAKEN
            if before and not taken:
                found += 1
            before = taken
        return found

    def enclosed(self, which: i64, cell: i64) -> i64:
        """The gaps a tile would make, by size: every empty stretch of its rim but the outermost."""
        for step in self.shapes.cells[which]:
            self.grid[cell + step] = TAKEN
        found: i64 = -LARGER  # one of them is the rest of the table
        rim = self.shapes.rims[which]
        before = self.grid[cell + rim[len(rim) - 1]] == TAKEN
        for step in rim:
            taken = self.grid[cell + step] == TAKEN
            if before and not taken:
                room = self.room(cell + step)
                found += SINGLE if room == 1 else DOUBLE if room == 2 else LARGER
            before = taken
        for step in self.shapes.cells[which]:
            self.grid[cell + step] = FREE
        return found

    def room(self, cell: i64) -> i64:
        """How many cells hang together with this one that is not taken, at most LARGE."""
        self.stamp += 1
        self.seen[cell] = self.stamp
        found = vec[i64]([cell])
        at: i64 = 0
        while at < len(found) and len(found) < LARGE:
            for step in AROUND:
                beside = found[at] + step
                if self.grid[beside] != TAKEN and self.seen[beside] != self.stamp:
                    self.seen[beside] = self.stamp
                    found = append(found, beside)
            at += 1
        return len(found) if len(found) < LARGE else LARGE

    def places(self, tile: i64, since: i64 = 0) -> vec[i64]:
        """Wherever a tile would fit and touch another, as tiles on the table; or only where it
        would lie on what became the edge since it was so long.
        """
        found = vec[i64]()
        for turn in self.shapes.turns[tile]:
            which = tile * TURNS + turn
            self.stamp += 1
            at = since
            while at < len(self.edge):
                free = self.edge[at]
                at += 1
                if self.grid[free] == FREE:
                    for step in self.shapes.cells[which]:
                        cell = free - step
                        if self.seen[cell] != self.stamp:
                            self.seen[cell] = self.stamp
                            if self.fits(which, cell):
                                found = append(found, lying(tile, cell, turn))
        return found

    def inside(self, one: i64) -> bool:
        """Whether a tile lies wholly on the table."""
        cell = cell_of(one)
        for step in self.shapes.cells[tile_of(one) * TURNS + turn_of(one)]:
            if TABLE[cell + step] != FREE:
                return False
        return True

    def told(self, one: i64) -> i64:
        """`contact` of a tile on the table."""
        return self.contact(tile_of(one) * TURNS + turn_of(one), cell_of(one))

    # ------------------------------------------------------------------------------------- surveys
    def around(self, cell: i64) -> i64:
        """How many of the six neighbours of a cell are taken."""
        found: i64 = 0
        for step in AROUND:
            if self.grid[cell + step] == TAKEN:
                found += 1
        return found

    def bays(self, least: i64, most: i64) -> vec[i64]:
        """The free cells with so many taken neighbours, in reading order (R13.2)."""
        found = vec[i64]()
        self.stamp += 1
        for cell in self.edge:
            if self.grid[cell] == FREE and self.seen[cell] != self.stamp:
                self.seen[cell] = self.stamp
                if least <= self.around(cell) <= most:
                    found = append(found, cell)
        return found

    def made(self, one: i64) -> i64:
        """How many more places for trees there would be, with a tile laid there (R13.2)."""
        found: i64 = 0
        cell = cell_of(one)
        which = tile_of(one) * TURNS + turn_of(one)
        for step in self.shapes.cells[which]:
            if self.around(cell + step) >= BAY:
                found -= 1
        self.stamp += 1
        rim = self.shapes.rims[which]
        for step in rim:
            beside = cell + step
            if self.grid[beside] == FREE and self.seen[beside] != self.stamp:
                self.seen[beside] = self.stamp
                before = self.around(beside)
                after = before
                for other in rim:
                    if other == step:
                        after += 1  # the rim names a cell once for every edge
                if before < BAY <= after:
                    found += 1
        return found

    def rooms(self) -> list[int]:
        """The sizes of all gaps: cells not taken that cannot be reached from outside."""
        left = {cell for cell in self.edge if self.grid[cell] == FREE}
        gaps: list[int] = []
        while left:
            first = left.pop()
            found = {first}
            stack = [first]
            outside = False
            while stack:
                cell = stack.pop()
                for step in AROUND:
                    beside = cell + step
                    if self.grid[beside] == BEYOND:
                        outside = True
                    elif self.grid[beside] == FREE and beside not in found:
                        found.add(beside)
                        stack.append(beside)
            left -= found
            if not outside:
                gaps.append(len(found))
        return gaps


@final
@mypyc_attr(acyclic=True)
class Prospect:
    """What the tiles of the row must still make for their variant, and whether they can (#19, #22).

    A tile can always be laid so that there is one more place for a tree. So trees have their places
    in the end if never more of them lack one than tiles are left. A gap takes two tiles at most, so
    it is enough to look one tile ahead.
    """

    __slots__ = ("closing", "edge", "following", "lacking", "left", "variant", "wood")

    def __init__(self, wood: Wood, variant: i64, row: vec[i64]) -> None:
        self.wood: Wood = wood
        self.variant: i64 = variant
        self.left: i64 = len(row) - 1  # tiles after the one that is laid now
        self.following: i64 = row[1] if len(row) > 1 else NOWHERE
        self.edge: i64 = len(wood.edge)
        self.lacking: i64 = 0  # places for trees; below 0: there are more than needed
        self.closing: vec[i64] = vec[i64]()  # where the last tile would close a gap now
        if variant == MYCORRHIZA:
            self.lacking = TREES - len(wood.bays(BAY, TURNS))
        elif variant == CLEARINGS and self.left <= 1:
            if self.left and wood.gaps <= 1:
                for place in wood.places(self.following):
                    if wood.parts(place) > 1:
                        self.closing = append(self.closing, place)

    def kept(self, place: i64) -> bool:
        """Whether the board can still get what its variant is about, with the next tile there."""
        if self.variant == MYCORRHIZA and self.left < TREES:
            return self.lacking - self.wood.made(place) <= self.left
        if self.variant == CLEARINGS and self.left <= 1:
            return self.wood.gaps + self.wood.parts(place) > 1 or (
                self.left > 0 and self.closed(place)
            )
        return True

    def closed(self, place: i64) -> bool:
        """Whether the last tile could close a gap, with the one before it there."""
        wood = self.wood
        wood.lay(place)
        found = False
        for last in self.closing:
            if wood.fits(tile_of(last) * TURNS + turn_of(last), cell_of(last)):
                if wood.parts(last) > 1:
                    found = True
                    break
        if not found:
            for last in wood.places(self.following, self.edge):
                if wood.parts(last) > 1:
                    found = True
                    break
        wood.take_up(place, self.edge)
        return found


# --------------------------------------------------------------------------------------- generator
def draw_tiles(count: i64, rng: Rng) -> vec[i64]:
    """R2: that many of the forest floor tiles, in the order drawn."""
    pool = vec[i64]([tile for tile in range(TILES)])
    rng.shuffle(pool)
    return pool[:count]


def join_trail(wood: Wood) -> vec[i64]:
    """R13.4: wherever the second ant trail tile may lie against the first."""
    found = vec[i64]()
    for one in wood.places(TILES + 1):
        touched = wood.told(one)
        if 0 < touched <= SHARED:
            found = append(found, one)
    return found


def generate(shapes: Shapes, count: i64, variant: i64, rng: Rng) -> vec[i64]:
    """#16: tiles drawn and laid where they touch most, nearest to the middle. A ValueError if the
    tiles do not make the gaps of a variant: those of another components file may be too compact.
    """
    laid = generated(shapes, count, variant, rng)
    if len(laid):
        return laid
    lacking = f"{GAPS} gaps" if variant == CLEARINGS else f"{TREES} places for trees"
    raise ValueError(
        f"no board for variant={VARIANTS[variant]} can be generated: "
        f"these tiles do not make {lacking} ({ATTEMPTS} attempts)"
    )


def generated(shapes: Shapes, count: i64, variant: i64, rng: Rng) -> vec[i64]:
    """The first attempt with the gaps of the variant; nothing if there is none."""
    tries: i64 = 0
    while tries < ATTEMPTS:
        laid = attempt(shapes, count, variant, rng)
        if variant == CLEARINGS:
            found = Wood(shapes, laid)
            if len(found.bays(TURNS, TURNS)) >= GAPS:
                return laid
        elif variant == MYCORRHIZA:
            if len(Wood(shapes, laid).bays(BAY, TURNS)) >= TREES:
                return laid
        else:
            return laid
        tries += 1
    return vec[i64]()


def attempt(shapes: Shapes, count: i64, variant: i64, rng: Rng) -> vec[i64]:
    wood = Wood(shapes, vec[i64]())
    laid = vec[i64]()
    tiles = draw_tiles(count, rng)
    first: i64 = 0
    if variant == ANT_TRAIL:
        laid = append(laid, lying(TILES, MIDDLE, rng.below(TURNS)))
        wood.lay(laid[0])
        ways = join_trail(wood)
        laid = append(laid, ways[rng.below(len(ways))])
        wood.lay(laid[1])
    else:
        laid = append(laid, lying(tiles[0], MIDDLE, rng.below(TURNS)))
        wood.lay(laid[0])
        first = 1
    singles: i64 = 0
    double = variant == CLEARINGS and rng.below(2) == 0
    number = first
    while number < count:
        wish: i64 = 0
        if variant == CLEARINGS or variant == MYCORRHIZA:
            # Gaps come one by one while the wood grows, so that they lie apart.
            wanted: i64 = GAPS if variant == CLEARINGS else TREES
            if singles < wanted and singles * (count - 3) <= number * wanted:
                wish = SINGLE
            elif double and number > 3:
                wish = DOUBLE
        one = best(wood, tiles[number], wish)
        made = wood.told(one)
        if made >= DOUBLE:
            double = False
        elif made >= SINGLE:
            singles += 1
        wood.lay(one)
        laid = append(laid, one)
        number += 1
    return laid


def best(wood: Wood, tile: i64, wish: i64) -> i64:
    """The place with the most contact, then the nearest to the middle. A place that makes the
    wanted
    gap comes first; places that make another gap are not considered. There is always a place: above
    the uppermost row, touching its last space with one edge.
    """
    choice: i64 = NOWHERE
    highest: i64 = -(1 << 40)
    for one in wood.places(tile):
        touched = wood.told(one)
        made = touched & ~255
        if made == 0 or made == wish:
            worth = (touched & 255) << 20
            cell = cell_of(one)
            for step in wood.shapes.cells[tile * TURNS + turn_of(one)]:
                worth -= FAR[cell + step]
            if made:
                worth += 1 << 30
            if worth > highest:
                highest = worth
                choice = one
    return choice
