"""What a seat may know, as data. It is sent to clients, so it is public. (A file of its own,
because view.py is compiled, and mypyc would drop the keywords of these classes.)
"""

from __future__ import annotations

from msgspec import Struct

Acorns = dict[str, int]  # how many of each kind, only those that are there


class Squirrel(Struct, frozen=True):
    larder: Acorns
    nest: Acorns  # what the viewer knows of it: all of the own nest, at the end all of every nest
    hidden: int  # how many acorns more there are in it
    points: int


class View(Struct, frozen=True):
    """The table from one seat; seat -1 is a spectator. The first four fields are in every game."""

    seat: int
    seats: int
    deciding: list[int]  # the seats that must decide now; empty when the game is over
    reveal_count: int
    leaves: int  # how many; which ones follows from all that is seen
    ground: Acorns
    squirrels: list[Squirrel]  # by seat
