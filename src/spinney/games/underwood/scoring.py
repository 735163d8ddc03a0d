"""What counts on a table of Underwood: majorities and points (R10 to R12, R13.2, R13.3).

The table itself stands here, too; rules.py says what happens on it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.fields import Shared
from spinney.core.state import State, bit
from spinney.games.underwood.pieces import (
    EMPTY,
    HALFWAY,
    MUSHROOM,
    MYCELIUM,
    MYCORRHIZA,
    PER_POINT,
    PILE,
    PRINTED,
    SAPLING_POINTS,
    SAPLINGS,
    TOKENS,
    TOP,
    TREE,
    TREE_POINTS,
    TREES,
    Floor,
    Shapes,
)

# What the table waits for.
ROLLING: Final = 0  # whether the board stays as it was rolled
LAYING: Final = 1
PLANTING: Final = 2
STARTING: Final = 3
GROWING: Final = 4

NOTHING: Final = vec[i64]()  # shared by all who have none: never changed


@mypyc_attr(acyclic=True)
class Ground(State):
    """The table: the forest floor, a pile on each of its spaces, and a supply for each player."""

    printed: i64 = 0  # the mark of the shapes of the tiles
    variant: i64 = 0
    phase: i64 = 0
    left: i64 = 0  # rolls, trees or start tokens that this phase still brings
    laid: Shared[vec[i64]] = NOTHING  # tiles on the table; replaced, never changed in place
    bag: Shared[vec[i64]] = NOTHING  # tiles still to be laid, the next one first
    trees: Shared[vec[i64]] = NOTHING  # Mycorrhiza: the cells of the trees beside the floor
    planted: i64 = 0  # Saplings: a bit for each tile with a tree on it
    floor: Shared[Floor]
    piles: vec[i64]
    supply: vec[i64]  # own tokens of each seat
    held: vec[i64]  # R8: at receiver * seats + giver, the tokens that one seat got from another
    free: vec[i64]  # the empty spaces, a set
    roots: vec[i64]  # a set for each seat: where its mycelium is visible
    turn: i64 = 0
    starter: i64 = 0
    planned: i64 = 0  # #19, #22: 1 if players keep a gap or places for the trees as they lay tiles

    # fields: made by tools/fields.py
    def copy_from(self, other: Ground) -> None:
        self.copy_basics(other)
        self.printed = other.printed
        self.variant = other.variant
        self.phase = other.phase
        self.left = other.left
        self.laid = other.laid
        self.bag = other.bag
        self.trees = other.trees
        self.planted = other.planted
        self.floor = other.floor
        self.piles = other.piles[:]
        self.supply = other.supply[:]
        self.held = other.held[:]
        self.free = other.free[:]
        self.roots = other.roots[:]
        self.turn = other.turn
        self.starter = other.starter
        self.planned = other.planned

    # fields: end

    def shapes(self) -> Shapes:
        """The forms of the tiles."""
        return PRINTED[self.printed]

    def survey(self) -> None:
        """Find the empty spaces and the visible mycelia: two sets that save much looking."""
        self.free = find_free(self.piles)
        self.roots = find_roots(self.piles, self.seats)

    def majority(self, spaces: vec[i64]) -> i64:
        """R10, #5, #6: most mushrooms, then most mycelia among those tied; -1 for nobody.

        Both in one number: who has fewer mushrooms than another cannot win by mycelia.
        """
        mushrooms: i64 = 0  # a byte for each seat
        mycelia: i64 = 0
        for space in spaces:
            top = self.piles[space] & TOP
            if top >= MUSHROOM:
                mushrooms += bit((top - MUSHROOM) * 8)
            elif top and top != TREE:
                mycelia += bit((top - MYCELIUM) * 8)
        best: i64 = 0
        winner: i64 = -1
        seat: i64 = 0
        while seat < self.seats:
            strength = (mushrooms >> seat * 8 & 255) << 8 | (mycelia >> seat * 8 & 255)
            if strength > best:
                best = strength
                winner = seat
            elif strength == best:
                winner = -1
            seat += 1
        return winner

    def owner(self, tile: i64) -> i64:
        """R10: who has the majority on a tile; -1 for nobody."""
        return self.majority(self.floor.members[tile])

    def spaces_won(self, seat: i64) -> i64:
        """R11: the spaces of the tiles on which the seat has the majority."""
        won: i64 = 0
        for tile in self.floor.tiles:
            if self.owner(tile) == seat:
                won += self.floor.size[tile]
        return won

    def trees_won(self, seat: i64) -> i64:
        """R13.2, #11: trees by the spaces around them; R13.3: those on the seat's tiles."""
        won: i64 = 0
        if self.variant == SAPLINGS:
            for tile in self.floor.tiles:
                if self.planted & bit(tile) and self.owner(tile) == seat:
                    won += 1
        else:
            for grove in self.floor.groves:
                if self.majority(grove) == seat:
                    won += 1
        return won

    def won(self, seat: i64) -> i64:
        """R8: the opponents' tokens in the seat's supply."""
        tokens: i64 = 0
        for giver in range(self.seats):
            tokens += self.held[seat * self.seats + giver]
        return tokens

    def given(self, seat: i64) -> i64:
        """R8: the seat's own tokens in the supplies of others."""
        tokens: i64 = 0
        for receiver in range(self.seats):
            tokens += self.held[receiver * self.seats + seat]
        return tokens

    def tree_worth(self) -> i64:
        return SAPLING_POINTS if self.variant == SAPLINGS else TREE_POINTS

    def points(self, seat: i64) -> i64:
        """R11, R12, R13: spaces and trees won, and one for every two tokens in the supply."""
        total = self.spaces_won(seat) + (self.supply[seat] + self.won(seat)) // PER_POINT
        if self.variant == SAPLINGS or self.variant == MYCORRHIZA:
            total += self.trees_won(seat) * self.tree_worth()
        return total

    def rank_key(self, seat: i64) -> i64:
        """R12: a tie goes to whoever got more opponents' tokens."""
        return self.points(seat) << 8 | self.won(seat)

    def check(self) -> bool:
        """Of each colour 24 tokens, wherever they are; nobody was paid by themselves; and every
        tree stands somewhere.
        """
        found = self.supply[:]
        trees: i64 = 0
        free = find_free(self.piles)
        if free[0] != self.free[0] or free[1] != self.free[1]:
            return False
        roots = find_roots(self.piles, self.seats)
        for word in range(2 * self.seats):
            if roots[word] != self.roots[word]:
                return False
        for pile in self.piles:
            while pile:
                top = pile & TOP
                if top == TREE:
                    trees += 1
                elif top >= MUSHROOM:
                    found[top - MUSHROOM] += 1
                else:
                    found[top - MYCELIUM] += 1
                pile >>= PILE
        for seat in range(self.seats):
            if self.supply[seat] < 0 or self.held[seat * self.seats + seat] != 0:
                return False
            if found[seat] + self.given(seat) != TOKENS:
                return False
        if self.variant == SAPLINGS and self.phase >= PLANTING:
            return trees + (self.left if self.phase == PLANTING else 0) == TREES
        return trees == 0 and len(self.trees) <= TREES


def word_of(seat: i64, space: i64) -> i64:
    """Where a space stands in the sets of all seats."""
    return 2 * seat if space < HALFWAY else 2 * seat + 1


def bit_of(space: i64) -> i64:
    return bit(space) if space < HALFWAY else bit(space - HALFWAY)


def find_free(piles: vec[i64]) -> vec[i64]:
    """The empty spaces."""
    free = vec[i64]([0, 0])
    for space in range(len(piles)):
        if piles[space] == EMPTY:
            free[0 if space < HALFWAY else 1] |= bit_of(space)
    return free


def find_roots(piles: vec[i64], seats: i64) -> vec[i64]:
    """The spaces where a mycelium of each seat is visible."""
    roots = vec[i64]([0] * (2 * seats))
    for space in range(len(piles)):
        top = piles[space] & TOP
        if top != EMPTY and top < TREE:
            roots[word_of(top - MYCELIUM, space)] |= bit_of(space)
    return roots
