"""What a net is told about a table: numbers of the inputs that are on, all the others being off.

A game's `features.py` says the same things in the same order every time; each of them has a fixed
stretch of inputs, so how much there is to say must depend on nothing but the number of seats. At
most 256 may be on; one that is said several times counts as often.

Where a turn is made of small decisions, a net is told about the table between turns only.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.state import BITS

EVERY_MOVE: Final = -1  # the number of a turn, where every move is one of its own


@final
@mypyc_attr(acyclic=True)
class Inputs:
    """The inputs that are on. Made once, used for every table."""

    __slots__ = ("count", "items", "said")

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]([0] * 256)
        self.count: i64 = 0
        self.said: i64 = 0  # inputs spoken for so far; at the end, how many there are

    def clear(self) -> None:
        self.count = 0
        self.said = 0

    def put(self, index: i64) -> None:
        if self.count == len(self.items):
            self.items = append(self.items, index)
        else:
            self.items[self.count] = index
        self.count += 1

    def flag(self, on: bool) -> None:
        """One input: yes or no."""
        if on:
            self.put(self.said)
        self.said += 1

    def which(self, value: i64, n: i64) -> None:
        """One of n, from 0 on; what lies beyond either end counts as the end."""
        self.put(self.said + (0 if value < 0 else n - 1 if value >= n else value))
        self.said += n

    def level(self, value: i64, n: i64) -> None:
        """How much, as a column of n: an input for every unit reached."""
        high = value if value < n else n
        i: i64 = 0
        while i < high:
            self.put(self.said + i)
            i += 1
        self.said += n

    def exactly(self, value: i64, step: i64, n: i64) -> None:
        """How much, to the unit, from 0 to n steps: a column of them, and a part of the next."""
        self.level(value // step, n)
        self.which(value % step, step)

    def some(self, value: i64, n: i64) -> None:
        """Like `which`, but 0 is said by saying nothing: one of 1 to n."""
        if value > 0:
            self.put(self.said + (n - 1 if value >= n else value - 1))
        self.said += n

    def each(self, index: i64) -> None:
        """One of the stretch that follows, without leaving it: for things of which there are
        several. `skip` says how long the stretch was.
        """
        self.put(self.said + index)

    def members(self, board: i64, n: i64) -> None:
        """Which bits of a board are set, of n."""
        base = self.said
        while board:
            for member in BITS[board & 255]:
                self.put(base + member)
            base += 8
            board >>= 8
        self.said += n

    def skip(self, n: i64) -> None:
        """Nothing to say about the next n inputs."""
        self.said += n

    def listed(self) -> list[int]:
        return [self.items[i] for i in range(self.count)]
