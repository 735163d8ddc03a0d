"""The inputs of a net: the indices of the inputs that are on. All others are off.

A game's `features.py` adds its features in the same order every time. Each feature has a fixed
range of inputs, so the number of features may depend only on the number of seats. At most 256
inputs may be on. An input that is added several times counts several times.

Where a turn consists of small decisions, a net sees the position between turns only.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.state import BITS

EVERY_MOVE: Final = -1  # the number of a turn, in a game in which every move is a turn


@final
@mypyc_attr(acyclic=True)
class Inputs:
    """The inputs that are on. One object is used for many positions."""

    __slots__ = ("count", "items", "size")

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]([0] * 256)
        self.count: i64 = 0
        self.size: i64 = 0  # where the next feature begins; at the end, the number of inputs

    def clear(self) -> None:
        self.count = 0
        self.size = 0

    def put(self, index: i64) -> None:
        if self.count == len(self.items):
            self.items = append(self.items, index)
        else:
            self.items[self.count] = index
        self.count += 1

    def flag(self, on: bool) -> None:
        """One input: yes or no."""
        if on:
            self.put(self.size)
        self.size += 1

    def which(self, value: i64, n: i64) -> None:
        """One of n values, from 0 to n - 1. Values outside count as the nearest end."""
        self.put(self.size + (0 if value < 0 else n - 1 if value >= n else value))
        self.size += n

    def level(self, value: i64, n: i64) -> None:
        """An amount up to n: one input is on for each unit reached."""
        high = value if value < n else n
        i: i64 = 0
        while i < high:
            self.put(self.size + i)
            i += 1
        self.size += n

    def exactly(self, value: i64, step: i64, n: i64) -> None:
        """An exact amount up to n steps: an input for each full step, and one for the remainder."""
        self.level(value // step, n)
        self.which(value % step, step)

    def some(self, value: i64, n: i64) -> None:
        """One of 1 to n. For 0 no input is on."""
        if value > 0:
            self.put(self.size + (n - 1 if value >= n else value - 1))
        self.size += n

    def each(self, index: i64) -> None:
        """One input of the range that begins here, for features that may be on several times. Call
        `skip` afterwards with the length of the range.
        """
        self.put(self.size + index)

    def members(self, board: i64, n: i64) -> None:
        """Which of the first n bits of a bitboard are set."""
        base = self.size
        while board:
            for member in BITS[board & 255]:
                self.put(base + member)
            base += 8
            board >>= 8
        self.size += n

    def skip(self, n: i64) -> None:
        """Leave the next n inputs off."""
        self.size += n

    def listed(self) -> list[int]:
        return [self.items[i] for i in range(self.count)]
