"""What a seat may know, and the table it can make of that. In Underwood that is everything except
the random numbers, which matter only if a board is rolled again.
"""

from __future__ import annotations

from spinney.core.arrays import i64, vec
from spinney.core.game import seats_to_act
from spinney.games.underwood import rules
from spinney.games.underwood.layout import Wood
from spinney.games.underwood.pieces import (
    MUSHROOM,
    MYCELIUM,
    PILE,
    SAPLINGS,
    TOP,
    TREE,
    VARIANTS,
    Floor,
    Shapes,
    cell_at,
    cell_of,
    lay_floor,
    lying,
    q_of,
    r_of,
    tile_of,
    turn_of,
)
from spinney.games.underwood.view_types import Cell, Tile, View

PHASES = ("rolling", "laying", "planting", "starting", "growing")
SIGNS = "-abcd---TABCD"  # of what is visible on a space, by its number
KEPT = 256  # floors that are remembered
Key = tuple[tuple[int, ...], tuple[int, ...]]  # the tiles of a floor, and the trees beside it


def view(state: rules.Underwood, seat: int) -> View:
    return View(
        seat=seat,
        seats=state.seats,
        deciding=seats_to_act(state),
        reveal_count=state.reveal_count,
        variant=VARIANTS[state.variant],
        phase=PHASES[state.phase],
        left=state.left,
        tiles=[tile_seen(one) for one in state.laid],
        bag=[tile + 1 for tile in state.bag],
        trees=[Cell(q_of(cell), r_of(cell)) for cell in state.trees],
        piles=[pile_text(pile) for pile in state.piles],
        supply=[n for n in state.supply],
        won=[state.won(s) for s in range(state.seats)],
        held=[
            [state.held[receiver * state.seats + giver] for giver in range(state.seats)]
            for receiver in range(state.seats)
        ],
        turn=state.turn,
        starter=state.starter,
        planned=bool(state.planned),
    )


class Memory:
    """Makes states from views. What belongs to a floor takes a while to compute and never changes,
    so it is cached for the last boards.
    """

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.floors: dict[Key, Floor] = {}
        self.seen: View | None = None  # the last view, its table and its tiles
        self.last: rules.Underwood | None = None
        self.lain: Wood | None = None

    def hash_key(self, seen: View) -> Key:
        laid = [number_of(tile) for tile in seen.tiles] if not seen.bag else []
        return tuple(laid), tuple([cell_at(cell.q, cell.r) for cell in seen.trees])

    def floor(self, seen: View) -> Floor:
        """The forest floor of a view; without spaces while tiles are still laid."""
        key = self.hash_key(seen)
        found = self.floors.get(key)
        if found is None:
            if len(self.floors) >= KEPT:
                self.floors.clear()
            found = lay_floor(self.shapes, vec[i64](list(key[0])), vec[i64](list(key[1])))
            self.floors[key] = found
        return found

    def table(self, seen: View) -> rules.Underwood:
        """The table of a view, to look at: words and boards ask for it once for every move."""
        if self.last is None or self.seen is not seen:
            self.seen, self.last, self.lain = seen, self.state_from_view(seen), None
        return self.last

    def wood(self, seen: View) -> Wood:
        """Its tiles, to ask where another one would fit."""
        table = self.table(seen)
        if self.lain is None:
            self.lain = Wood(self.shapes, table.laid)
        return self.lain

    def state_from_view(self, seen: View) -> rules.Underwood:
        """The same table, without the random numbers."""
        floor = self.floor(seen)
        variant = VARIANTS.index(seen.variant)
        planted = 0
        if variant == SAPLINGS:
            for space, pile in enumerate(seen.piles):
                if pile == "T":
                    planted |= 1 << int(floor.tile[space])
        table = rules.Underwood()
        table.seats = seen.seats
        table.to_act = sum([1 << seat for seat in seen.deciding])
        table.reveal_count = seen.reveal_count
        table.printed = self.shapes.mark
        table.variant = variant
        table.phase = PHASES.index(seen.phase)
        table.left = seen.left
        table.laid = vec[i64]([number_of(tile) for tile in seen.tiles])
        table.bag = vec[i64]([number - 1 for number in seen.bag])
        table.trees = vec[i64]([cell_at(cell.q, cell.r) for cell in seen.trees])
        table.planted = planted
        table.floor = floor
        table.piles = vec[i64]([pile_number(text) for text in seen.piles])
        table.supply = vec[i64](seen.supply)
        table.held = vec[i64]([n for row in seen.held for n in row])
        table.turn = seen.turn
        table.starter = seen.starter
        table.planned = 1 if seen.planned else 0
        table.survey()
        return table


# ------------------------------------------------------------ numbers of the rules, names of pieces
def tile_seen(one: int) -> Tile:
    cell = cell_of(one)
    return Tile(tile_of(one) + 1, q_of(cell), r_of(cell), 60 * turn_of(one))


def number_of(tile: Tile) -> int:
    return lying(tile.number - 1, cell_at(tile.q, tile.r), tile.turn // 60)


def pile_text(pile: int) -> str:
    text = ""
    while pile:
        text = SIGNS[pile & TOP] + text
        pile >>= PILE
    return text


def pile_number(text: str) -> int:
    number = 0
    for sign in text:
        number = number << PILE | value_of(sign)
    return number


def value_of(sign: str) -> int:
    if sign == "T":
        return TREE
    return "abcd".index(sign) + MYCELIUM if sign in "abcd" else "ABCD".index(sign) + MUSHROOM
