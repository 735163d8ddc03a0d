"""The agenda: the pending questions of a seat in a long turn, the newest on top.

A question says what is asked (usually the verb that answers it), how often, whether it must be
answered, and where: a bitboard of the spaces still open to it. Answering takes the space out of the
question, so the same space is never chosen twice; a question that has no answer left is closed.
Callbacks could not be saved, copied or taken back; numbers can.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.state import bit

DEEP: Final = 16  # questions on top of questions; a game that needs more has lost its player


@final
@mypyc_attr(acyclic=True)
class Agenda:
    """A stack of questions for one seat. Empty: nothing is asked."""

    __slots__ = ("asked", "depth", "where")

    def __init__(self, asked: vec[i64], where: vec[i64], depth: i64) -> None:
        self.asked: vec[i64] = asked  # what | times << 8 | must << 16
        self.where: vec[i64] = where
        self.depth: i64 = depth

    def clone(self) -> Agenda:
        return Agenda(self.asked[:], self.where[:], self.depth)

    def ask(self, what: i64, times: i64, must: bool, where: i64) -> None:
        """Put a question on top; one that nobody could answer is never asked."""
        if times > 0 and where:
            self.asked[self.depth] = what | times << 8 | (1 << 16 if must else 0)
            self.where[self.depth] = where
            self.depth += 1

    def what(self) -> i64:
        """What the top question asks; -1 if there is none."""
        if self.depth == 0:
            return -1
        return self.asked[self.depth - 1] & 255

    def times(self) -> i64:
        """How often the top question may still be answered."""
        return self.asked[self.depth - 1] >> 8 & 255

    def must(self) -> bool:
        """Whether the top question may not be stopped."""
        return self.asked[self.depth - 1] >> 16 != 0

    def spaces(self) -> i64:
        """Where the top question may be answered."""
        return self.where[self.depth - 1]

    def answer(self, space: i64) -> None:
        """Take one answer off the top question; close it when nothing is left of it."""
        top = self.depth - 1
        left = self.asked[top] - (1 << 8)
        rest = self.where[top] & ~bit(space)
        if left >> 8 & 255 == 0 or rest == 0:
            self.stop()
        else:
            self.asked[top] = left
            self.where[top] = rest

    def release(self) -> None:
        """The top question has been answered as often as it must: its rest may be stopped."""
        self.asked[self.depth - 1] &= 0xFFFF

    def narrow(self, spaces: i64) -> None:
        """The table changed: only these spaces can still answer the top question."""
        top = self.depth - 1
        self.where[top] &= spaces
        if self.where[top] == 0:
            self.stop()

    def stop(self) -> None:
        """Leave the rest of the top question. Wiped, so that equal agendas are equal numbers."""
        self.depth -= 1
        self.asked[self.depth] = 0
        self.where[self.depth] = 0


def nothing() -> Agenda:
    """An agenda with nothing on it."""
    return Agenda(vec[i64]([0] * DEEP), vec[i64]([0] * DEEP), 0)
