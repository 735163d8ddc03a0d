"""What a seat may know, as data. Bots in other processes get it as JSON. (These classes are not in
view.py, because that is compiled, and mypyc would drop their keyword arguments.)
"""

from __future__ import annotations

from msgspec import Struct

Acorns = dict[str, int]  # how many of each kind, only those that are there


class Squirrel(Struct, frozen=True):
    larder: Acorns
    nest: Acorns  # what the viewer knows of it: its own nest, and at the end every nest
    hidden: int  # how many other acorns are in it
    points: int


class View(Struct, frozen=True):
    """The table from one seat; seat -1 is a spectator. The first four fields are in every game."""

    seat: int
    seats: int
    deciding: list[int]  # the seats that must decide now; empty when the game is over
    reveal_count: int
    leaves: int  # the number of acorns in the leaves
    ground: Acorns
    squirrels: list[Squirrel]  # by seat
