"""The rules. Read from top to bottom, this file is the rulebook; R1, R2, ... are its numbers.

Compiled, and called millions of times by bots. So a state is a handful of numbers, a move is one
number, and `apply` trusts that the move is legal.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.packed import cards, count, kind_of, total
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, bit
from spinney.core.verbs import field1, pack1, verb
from spinney.templates.game.pieces import (
    DIG,
    GATHER,
    GOLDEN,
    IN_NEST,
    KINDS,
    ON_GROUND,
    Prints,
)


@final
@mypyc_attr(acyclic=True)
class Wood(State):
    """Everything on the table. The state of every game also has `to_act` (who must decide),
    `reveal_count` (how often something hidden or random was revealed) and `rng_state` (the random
    numbers to come).
    """

    __slots__ = ("blanks", "ground", "larders", "leaves", "nests", "prints")

    def __init__(
        self,
        seats: i64,
        to_act: i64,
        reveal_count: i64,
        rng: i64,
        prints: Prints,
        leaves: i64,
        ground: i64,
        larders: vec[i64],
        nests: vec[i64],
        blanks: vec[i64],
    ) -> None:
        super().__init__(seats, to_act, reveal_count, rng)
        self.prints: Prints = prints
        self.leaves: i64 = leaves  # a heap without an order: an acorn is chosen when it is drawn
        self.ground: i64 = ground
        self.larders: vec[i64] = larders  # a heap for each seat, open to everybody
        self.nests: vec[i64] = nests  # a heap for each seat, known only to its owner
        # Only in a state made from one seat's view: acorns in each nest that the seat has not seen.
        # They are still among the leaves, until `determinize` deals them.
        self.blanks: vec[i64] = blanks

    # ------------------------------------------------------------------------------------ decisions
    def legal(self, seat: i64, moves: Moves) -> None:
        """R3: gather an acorn, or dig for one. The only place that says what may be done."""
        for kind in range(len(KINDS)):
            if count(self.ground, kind):
                moves.add(pack1(GATHER, kind))
        if self.in_leaves() and self.in_nest(seat) < IN_NEST:
            moves.add(DIG)

    # -------------------------------------------------------------------------------------- effects
    def apply(self, seat: i64, move: i64) -> None:
        """R3: one thing a turn; R4: until the ground is bare."""
        if verb(move) == GATHER:
            acorn = cards(field1(move), 1)
            self.ground -= acorn
            self.larders[seat] += acorn
            if self.ground == 0:
                self.uncover()
        else:
            self.nests[seat] += cards(self.draw_acorn(), 1)
        if self.ground:
            self.to_act = bit((seat + 1) % self.seats)
        else:
            self.to_act = 0  # nobody: the game is over
            self.reveal_count += 1  # the nests are opened

    def uncover(self) -> None:
        """R2, R3.1: the wind uncovers five acorns, or as many as there are."""
        for _ in range(ON_GROUND):
            if self.in_leaves():
                self.ground += cards(self.draw_acorn(), 1)

    def draw_acorn(self) -> i64:
        """A random acorn of the leaves. `reveal_count` rises, so that nobody can undo this without
        asking. Undo needs no other code.
        """
        kind = kind_of(self.leaves, self.draw(self.in_leaves()))
        self.leaves -= cards(kind, 1)
        self.reveal_count += 1
        return kind

    # ------------------------------------------------------------------------------------- counting
    def in_leaves(self) -> i64:
        left = total(self.leaves)
        for seat in range(self.seats):
            left -= self.blanks[seat]
        return left

    def in_nest(self, seat: i64) -> i64:
        return total(self.nests[seat]) + self.blanks[seat]

    def counted(self, seat: i64) -> i64:
        """R4: the heap of acorns that count. Nests count only at the end, when they are opened.
        Before that, a score would give away what is in them.
        """
        if self.to_act:
            return self.larders[seat]
        return self.larders[seat] + self.nests[seat]

    def points(self, seat: i64) -> i64:
        """R4: the score, as shown to everybody."""
        points: i64 = 0
        for kind in range(len(KINDS)):
            points += count(self.counted(seat), kind) * self.prints.points[kind]
        return points

    def rank_key(self, seat: i64) -> i64:
        """R4.1: points, then golden acorns, in one number. The highest one wins."""
        return self.points(seat) * 16 + count(self.counted(seat), GOLDEN)

    def check(self) -> bool:
        """Whether every acorn is in exactly one place. The fuzzer asks this after every move."""
        acorns = self.leaves + self.ground
        fits = True
        for seat in range(self.seats):
            acorns += self.larders[seat] + self.nests[seat]
            fits = fits and self.in_nest(seat) <= IN_NEST
        return fits and acorns == self.prints.acorns

    # -------------------------------------------------------------------------------------- copying
    def clone(self) -> Wood:
        """An independent copy. Arrays are copied; what never changes is shared."""
        return Wood(
            self.seats,
            self.to_act,
            self.reveal_count,
            self.rng_state,
            self.prints,
            self.leaves,
            self.ground,
            self.larders[:],
            self.nests[:],
            self.blanks[:],
        )

    def determinize(self, rng: Rng) -> None:
        """Deal what a seat has not seen. Bots do this many times, each time with another result
        that
        fits everything the seat knows.
        """
        self.rng_state = rng.fork()
        for seat in range(self.seats):
            while self.blanks[seat]:
                kind = kind_of(self.leaves, rng.below(total(self.leaves)))
                self.leaves -= cards(kind, 1)
                self.nests[seat] += cards(kind, 1)
                self.blanks[seat] -= 1


# ------------------------------------------------------------------------------------------ set-up
def setup(prints: Prints, seats: i64, rng: Rng) -> Wood:
    """R2"""
    nothing = vec[i64]([0] * seats)
    table = Wood(seats, 1, 0, rng.fork(), prints, prints.acorns, 0, nothing, nothing[:], nothing[:])
    table.uncover()
    return table
