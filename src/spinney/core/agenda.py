"""The agenda: the open questions of a seat in a long turn, as a stack. The newest is on top.

A question says what is asked (usually the verb that answers it), how often, whether it must be
answered, and where: a bitboard of the spaces that may still be chosen. An answer removes its
space from the question, so the same space is never chosen twice. A question with no possible answer
left is closed. Questions are numbers and not callbacks, because numbers can be saved, copied and
undone.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.state import Piece, bit

DEEP: Final = 16  # the largest number of open questions


@final
@mypyc_attr(acyclic=True)
class Agenda(Piece):
    """A stack of questions for one seat. Empty if nothing is asked."""

    # The top question has its own fields, because nearly every call is about it.
    top: i64 = 0  # what | times << 8 | must << 16; 0: nothing is asked
    open: i64 = 0
    under: vec[i64]
    under_open: vec[i64]
    depth: i64 = 0

    # fields: made by tools/fields.py
    def copy_from(self, other: Agenda) -> None:
        self.top = other.top
        self.open = other.open
        self.under = other.under[:]
        self.under_open = other.under_open[:]
        self.depth = other.depth

    # fields: end

    def clone(self) -> Agenda:
        copy = Agenda()
        copy.copy_from(self)
        return copy

    def ask(self, what: i64, times: i64, must: bool, where: i64) -> None:
        """Put a question on top, unless nobody could answer it."""
        if times > 0 and where:
            if self.depth:
                self.bury()
            self.depth += 1
            self.top = what | times << 8 | (1 << 16 if must else 0)
            self.open = where

    def what(self) -> i64:
        """What the top question asks; -1 if there is none."""
        if self.top == 0:
            return -1
        return self.top & 255

    def times(self) -> i64:
        """How often the top question may still be answered."""
        return self.top >> 8 & 255

    def must(self) -> bool:
        """Whether the top question must be answered: it may not be stopped."""
        return self.top >> 16 != 0

    def spaces(self) -> i64:
        """Where the top question may be answered."""
        return self.open

    def answer(self, space: i64) -> None:
        """Answer the top question with this space. Close it when nothing is left of it."""
        self.top -= 1 << 8
        self.narrow(~bit(space))

    def spend(self) -> None:
        """Answer the top question without removing a space from it."""
        self.top -= 1 << 8
        self.narrow(-1)

    def release(self) -> None:
        """The top question was answered as often as it must be. The rest of it may be stopped."""
        self.top &= 0xFFFF

    def narrow(self, spaces: i64) -> None:
        """Only these spaces can still answer the top question, because something has changed."""
        self.open &= spaces
        if self.top >> 8 & 255 == 0 or self.open == 0:
            self.stop()

    def stop(self) -> None:
        """Close the top question, however much of it is left."""
        self.depth -= 1
        if self.depth:
            self.unbury()
        else:
            self.top = 0
            self.open = 0

    def asked(self, place: i64) -> i64:
        """The question at this place as one number (like `top`). The oldest is at 0."""
        return self.top if place == self.depth - 1 else self.under[place]

    def where(self, place: i64) -> i64:
        """Where the question at this place may be answered."""
        return self.open if place == self.depth - 1 else self.under_open[place]

    def bury(self) -> None:
        self.under[self.depth - 1] = self.top
        self.under_open[self.depth - 1] = self.open

    def unbury(self) -> None:
        """Put the question below back on top. The freed place is set to 0, so that equal agendas
        have equal fields."""
        place = self.depth - 1
        self.top = self.under[place]
        self.open = self.under_open[place]
        self.under[place] = 0
        self.under_open[place] = 0


def nothing() -> Agenda:
    """An agenda with nothing on it."""
    agenda = Agenda()
    agenda.under = vec[i64]([0] * DEEP)
    agenda.under_open = vec[i64]([0] * DEEP)
    return agenda
