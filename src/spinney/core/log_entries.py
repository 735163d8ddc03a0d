"""Entries of a match's log: moves and undos. They are not in match.py because that is compiled, and
mypyc would drop the keyword arguments of these classes."""

from __future__ import annotations

from typing import Literal

import msgspec

How = Literal["free", "agreed", "alone"]


class Played(msgspec.Struct, frozen=True, tag="played", gc=False):
    """A seat made a move."""

    seat: int
    move: int


class TakenBack(msgspec.Struct, frozen=True, tag="taken back", gc=False):
    """A seat took its last move back, and with it everything that depended on it."""

    seat: int
    how: How


Entry = Played | TakenBack
