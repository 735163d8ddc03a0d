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
from spinney.core.state import Piece, bit

DEEP: Final = 16  # questions on top of questions; a game that needs more has lost its player


@final
@mypyc_attr(acyclic=True)
class Agenda(Piece):
    """A stack of questions for one seat. Empty: nothing is asked."""

    # The top question has numbers of its own: nearly all is about it, and most are alone.
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
        resample_hidden = Agenda()
        resample_hidden.copy_from(self)
        return resample_hidden

    def ask(self, what: i64, times: i64, must: bool, where: i64) -> None:
        """Put a question on top; one that nobody could answer is never asked."""
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
        """Whether the top question may not be stopped."""
        return self.top >> 16 != 0

    def spaces(self) -> i64:
        """Where the top question may be answered."""
        return self.open

    def answer(self, space: i64) -> None:
        """Take one answer off the top question; close it when nothing is left of it."""
        self.top -= 1 << 8
        self.narrow(~bit(space))

    def spend(self) -> None:
        """The same, wherever the answer was given."""
        self.top -= 1 << 8
        self.narrow(-1)

    def release(self) -> None:
        """The top question has been answered as often as it must: its rest may be stopped."""
        self.top &= 0xFFFF

    def narrow(self, spaces: i64) -> None:
        """The table changed: only these spaces can still answer the top question."""
        self.open &= spaces
        if self.top >> 8 & 255 == 0 or self.open == 0:
            self.stop()

    def stop(self) -> None:
        """Leave the rest of the top question."""
        self.depth -= 1
        if self.depth:
            self.unbury()
        else:
            self.top = 0
            self.open = 0

    def asked(self, place: i64) -> i64:
        """What, how often and whether it must be, in one number; the oldest question is at 0."""
        return self.top if place == self.depth - 1 else self.under[place]

    def where(self, place: i64) -> i64:
        """Where the question at this place may be answered."""
        return self.open if place == self.depth - 1 else self.under_open[place]

    def bury(self) -> None:
        self.under[self.depth - 1] = self.top
        self.under_open[self.depth - 1] = self.open

    def unbury(self) -> None:
        """Wiped, so that equal agendas are equal numbers."""
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
