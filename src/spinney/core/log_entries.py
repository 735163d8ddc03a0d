"""What a match writes down: who moved, and who took a move back. Apart from match.py, which is
compiled: mypyc would drop the keywords of these classes."""

from __future__ import annotations

from typing import Literal

import msgspec

How = Literal["free", "agreed", "alone"]


class Played(msgspec.Struct, frozen=True, tag="played", gc=False):
    """A seat made a move."""

    seat: int
    move: int


class TakenBack(msgspec.Struct, frozen=True, tag="taken back", gc=False):
    """A seat took its last move back, and with it whatever depended on it."""

    seat: int
    how: How


Entry = Played | TakenBack
