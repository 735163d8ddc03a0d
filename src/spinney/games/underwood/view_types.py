"""What a seat of Underwood may know, as data. Apart from view.py, which is compiled: mypyc would
drop the keywords of these classes."""

from __future__ import annotations

from msgspec import Struct


class Tile(Struct, frozen=True, gc=False):
    """A tile on the table."""

    number: int  # 1 to 17; 18 and 19 are the ant trail
    q: int  # where its first space lies
    r: int
    turn: int  # in degrees, clockwise


class Cell(Struct, frozen=True, gc=False):
    q: int
    r: int


class View(Struct, frozen=True, gc=False, rename={"reveal_count": "sealed"}):
    """The table from one seat; -1 is a spectator. Everybody sees everything except the random
    numbers."""

    seat: int
    seats: int
    deciding: list[int]
    reveal_count: int
    variant: str
    phase: str
    left: int  # rolls, trees or start tokens that this phase still brings
    tiles: list[Tile]
    bag: list[int]  # numbers of the tiles still to be laid, the next one first
    trees: list[Cell]  # Mycorrhiza: where trees stand beside the floor
    piles: list[str]  # space by space, bottom to top: a to d mycelia, A to D mushrooms, T a tree
    supply: list[int]
    won: list[int]  # opponents' tokens each seat got as compensation
    held: list[list[int]]  # the same by receiver, then by giver
    turn: int
    starter: int
    planned: bool = False  # players keep a gap or places for the trees as they lay tiles
