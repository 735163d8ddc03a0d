"""The forest: a growing map of mushrooms, and the corners between them (R2.1, R7.2).

A forest never changes: laying a tile makes a new one, so tables share it. Its mushrooms are sets of
bits. Its corners have numbers in the order they appear; a mushroom has four corners (nw, ne, sw,
se) and a corner touches up to four mushrooms (the one to its nw, ne, sw, se). Seen from the nw
corner of a mushroom, that mushroom lies to the se: the two numbers always add up to 3.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.state import Piece, bit, first
from spinney.games.undergrove.pieces import KINDS, NONE, REACH, STARTING
from spinney.games.undergrove.rules.printed import Print

MIDDLE: Final = REACH | REACH << 8  # Earthlover's place: x + REACH in the low byte, y + REACH above
STEPS: Final = vec[i64]([-(1 << 8), 1, 1 << 8, -1])  # north, east, south, west
TO_CORNER: Final = vec[i64]([0, 1, 1 << 8, 1 + (1 << 8)])  # from a place to its nw, ne, sw, se


@final
@mypyc_attr(acyclic=True)
class Forest(Piece):
    there: i64 = 0  # the mushrooms of the forest
    order: vec[i64]  # the same, as they were laid
    place: vec[i64]  # by mushroom: where it lies
    near: vec[i64]  # by mushroom, four each: its neighbours n, e, s, w
    adjacent: vec[i64]  # by mushroom: the same as a set
    corners: vec[i64]  # by mushroom, four each
    spots: vec[i64]  # by corner: where it is, as the place to its south-east
    touch: vec[i64]  # by corner, four each: mushrooms, or NONE
    places: vec[i64]  # empty places next to a mushroom

    def laid(self, mushroom: i64, place: i64) -> Forest:
        """R7.2: the forest with one mushroom more."""
        near, adjacent = self.near[:], self.adjacent[:]
        corners, spots, touch = self.corners[:], self.spots, self.touch[:]
        where = self.place[:]
        where[mushroom] = place
        side: i64 = 0
        while side < 4:
            other = self.at(place + STEPS[side])
            near[4 * mushroom + side] = other
            if other != NONE:
                near[4 * other + (side + 2) % 4] = mushroom
                adjacent[mushroom] |= bit(other)
                adjacent[other] |= bit(mushroom)
            side += 1
        corner: i64 = 0
        while corner < 4:
            spot = place + TO_CORNER[corner]
            number = find(spots, spot)
            if number == len(spots):
                spots = append(spots[:], spot)
                for _ in range(4):
                    touch = append(touch, NONE)
            corners[4 * mushroom + corner] = number
            touch[4 * number + 3 - corner] = mushroom
            corner += 1
        grown = Forest()
        grown.there = self.there | bit(mushroom)
        grown.order = append(self.order[:], mushroom)
        grown.place = where
        grown.near = near
        grown.adjacent = adjacent
        grown.corners = corners
        grown.spots = spots
        grown.touch = touch
        grown.places = self.open_places(place)
        return grown

    def open_places(self, place: i64) -> vec[i64]:
        """The empty places once a mushroom lies at one of them."""
        found = vec[i64]()
        for old in self.places:
            if old != place:
                found = append(found, old)
        side: i64 = 0
        while side < 4:
            new = place + STEPS[side]
            if self.at(new) == NONE and find(found, new) == len(found):
                found = append(found, new)
            side += 1
        return found

    def at(self, place: i64) -> i64:
        """The mushroom at a place, or NONE."""
        for mushroom in self.order:
            if self.place[mushroom] == place:
                return mushroom
        return NONE

    def beside(self, mushroom: i64, side: i64) -> i64:
        """The place on one side of a mushroom."""
        return self.place[mushroom] + STEPS[side]

    def spread(self, mushrooms: i64) -> i64:
        """R5.2: everything one step from these mushrooms; carbon never jumps a hole (#1)."""
        found: i64 = 0
        while mushrooms:
            mushroom = first(mushrooms)
            mushrooms &= mushrooms - 1
            found |= self.adjacent[mushroom]
        return found

    def steps(self, source: i64, target: i64) -> i64:
        """R5.2, #29: how far carbon travels from one mushroom to another, by a shortest way."""
        reached = bit(source)
        n: i64 = 0
        while not reached & bit(target):
            reached |= self.spread(reached)
            n += 1
        return n

    def around(self, corner: i64) -> i64:
        """The set of mushrooms that a corner touches."""
        found: i64 = 0
        quarter: i64 = 0
        while quarter < 4:
            mushroom = self.touch[4 * corner + quarter]
            if mushroom != NONE:
                found |= bit(mushroom)
            quarter += 1
        return found

    def rooted(self, corner: i64, roots: i64) -> i64:
        """The set of mushrooms under the Roots of a plant."""
        found: i64 = 0
        quarter: i64 = 0
        while quarter < 4:
            if roots >> quarter & 1:
                found |= bit(self.touch[4 * corner + quarter])
            quarter += 1
        return found

    def brings_corner(self, place: i64) -> bool:
        """Whether a mushroom there would have a corner that is not in the forest yet."""
        corner: i64 = 0
        while corner < 4:
            if find(self.spots, place + TO_CORNER[corner]) == len(self.spots):
                return True
            corner += 1
        return False

    def has_corner(self, place: i64, spot: i64) -> bool:
        """Whether a mushroom at a place has a corner at a spot."""
        corner: i64 = 0
        while corner < 4:
            if place + TO_CORNER[corner] == spot:
                return True
            corner += 1
        return False


def find(numbers: vec[i64], number: i64) -> i64:
    """Where the number is; the length if it is not there."""
    i: i64 = 0
    while i < len(numbers) and numbers[i] != number:
        i += 1
    return i


def starting_tile(printed: Print) -> Forest:
    """R2.1: Earthlover and the four outer mushrooms."""
    forest = bare_ground()
    mushroom: i64 = 0
    while mushroom < STARTING:
        forest = forest.laid(mushroom, printed.place[mushroom])
        mushroom += 1
    return forest


def bare_ground() -> Forest:
    """A forest without a mushroom."""
    forest = Forest()
    forest.order = vec[i64]()
    forest.place = vec[i64]([NONE] * KINDS)
    forest.near = vec[i64]([NONE] * (4 * KINDS))
    forest.adjacent = vec[i64]([0] * KINDS)
    forest.corners = vec[i64]([0] * (4 * KINDS))
    forest.spots = vec[i64]()
    forest.touch = vec[i64]()
    forest.places = vec[i64]()
    return forest
