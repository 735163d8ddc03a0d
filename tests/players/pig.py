"""A very small game of dice that all can see: for testing what is made of chance.

Each in turn throws a die of four as often as they dare; a 0 loses what the turn has brought. Nobody
has more than a few turns, and most points win. Alone, one throws for points.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from spinney.core.rng import Rng
from spinney.core.state import Moves, State, mixed

THROW, HOLD = 0, 1
SIDES = 4
MOST = 8  # with that in the pot nobody throws again


class Pig(State):
    __slots__ = ("kept", "pot", "turns")

    def __init__(self, seats: int, turns: int, rng_state: int = 0) -> None:
        super().__init__(seats, 1, 0, rng_state)
        self.turns = turns * seats
        self.pot = 0
        self.kept = [0] * seats

    def seat(self) -> int:
        return -self.turns % self.seats

    def legal(self, seat: int, moves: Moves) -> None:
        if self.pot < MOST:
            moves.add(THROW)
        moves.add(HOLD)

    def apply(self, seat: int, move: int) -> None:
        if move == THROW:
            self.thrown(self.draw(SIDES))
        else:
            self.kept[seat] += self.pot
            self.next()

    def thrown(self, eyes: int) -> None:
        self.reveal_count += 1
        self.pot += eyes
        if not eyes:
            self.next()

    def next(self) -> None:
        self.pot = 0
        self.turns -= 1
        self.to_act = 1 << self.seat() if self.turns else 0

    def clone(self) -> Pig:
        other = Pig(self.seats, 0, self.rng_state)
        other.to_act, other.reveal_count, other.turns = self.to_act, self.reveal_count, self.turns
        other.pot, other.kept = self.pot, self.kept[:]
        return other

    def hash_key(self) -> int:
        key = mixed(self.turns, self.pot)
        for kept in self.kept:
            key = mixed(key, kept)
        return key

    def points(self, seat: int) -> int:
        return self.kept[seat]


Kept = tuple[int, ...]


@cache
def expected(turns: int, pot: int, kept: Kept, seat: int) -> Fraction:
    """What a table is worth to a seat, in fractions: alone its points, else its share of the
    victory.
    """
    if not turns:
        won = [one == max(kept) for one in kept]
        return Fraction(kept[0]) if len(kept) == 1 else Fraction(won[seat], sum(won))
    told = choices(turns, pot, kept, seat).values()
    return max(told) if -turns % len(kept) == seat else min(told)


def choices(turns: int, pot: int, kept: Kept, seat: int) -> dict[int, Fraction]:
    """The same for each move of whoever has the turn."""
    mover = -turns % len(kept)
    richer = tuple(one + pot * (i == mover) for i, one in enumerate(kept))
    told = {HOLD: expected(turns - 1, 0, richer, seat)}
    if pot < MOST:
        thrown = [expected(turns, pot + eyes, kept, seat) for eyes in range(1, SIDES)]
        told[THROW] = (sum(thrown) + expected(turns - 1, 0, kept, seat)) / SIDES
    return told


def dealt(pig: Pig, throws: int, rng: Rng) -> Pig:
    """A table some throws later."""
    pig.rng_state = rng.fork()
    for _ in range(throws):
        if pig.to_act:
            pig.apply(pig.seat(), Moves().of(pig, pig.seat())[0])
    return pig
