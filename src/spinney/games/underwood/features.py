"""The inputs of a net for a table of Underwood: tiles by who holds them and who can still reach
them, mycelia by the room they have, and the race of the supplies.

Boards differ from game to game, so nothing is said of places: like tiles are said as often as there
are of them.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64, vec
from spinney.core.inputs import Inputs
from spinney.games.underwood.pieces import (
    EMPTY,
    MUSHROOM,
    MYCELIUM,
    TOKENS,
    TOP,
    TREE,
    VARIANTS,
)
from spinney.games.underwood.rules import Underwood
from spinney.games.underwood.scoring import GROWING

SIZES: Final = 5  # spaces of a tile: two or fewer, to six or more
LEADS: Final = 5  # two or more behind, to two or more ahead
ROOM: Final = 4  # empty spaces: none to three or more
REACH: Final = 4  # who has a mycelium at the tile: nobody, the others, the seat, both
TILE: Final = SIZES * LEADS * LEADS * ROOM * REACH
AROUND: Final = 4  # empty spaces beside a mycelium: none to three or more
LEAD: Final = 30  # points


def features(table: Underwood, seat: i64, inputs: Inputs) -> None:
    inputs.which(table.phase, GROWING + 1)
    inputs.which(table.variant, len(VARIANTS))
    inputs.which((table.turn - seat + table.seats) % table.seats, table.seats)
    inputs.some(table.left if table.phase < GROWING else 0, 16)
    own = table.points(seat)
    i: i64 = 0
    while i < table.seats:
        other = (seat + i) % table.seats
        inputs.which(table.supply[other], TOKENS + 1)
        inputs.some(table.won(other), 12)
        if i:
            inputs.level(own - table.points(other) + LEAD, 2 * LEAD)
        i += 1
    if table.phase < GROWING - 1:  # the floor is still being made
        inputs.skip(TILE + 2 * AROUND * 4)
        return
    reach = vec[i64]([0] * len(table.floor.members))
    of_mycelia(table, seat, reach, inputs)
    of_tiles(table, seat, reach, inputs)


def of_mycelia(table: Underwood, seat: i64, reach: vec[i64], inputs: Inputs) -> None:
    """Every visible mycelium: whose, how much room it has, and whether the other side is near."""
    floor, piles = table.floor, table.piles
    space: i64 = 0
    while space < floor.spaces:
        top = piles[space] & TOP
        if top != EMPTY and top < TREE:
            mine = top == MYCELIUM + seat
            free: i64 = 0
            foes: i64 = 0
            kin: i64 = 0
            way = floor.ways[space]
            while way < floor.ways[space + 1]:
                reach[floor.way_tiles[way]] |= 2 if mine else 1
                for beside in floor.spread[way]:
                    there = piles[beside] & TOP
                    if there == EMPTY:
                        free += 1
                    elif there < TREE:
                        if (there == MYCELIUM + seat) == mine:
                            kin += 1
                        else:
                            foes += 1
                way += 1
            free = free if free < AROUND else AROUND - 1
            near: i64 = (1 if foes else 0) | (2 if kin else 0)
            inputs.each((near * AROUND + free) * 2 + (1 if mine else 0))
        space += 1
    inputs.skip(2 * AROUND * 4)


def of_tiles(table: Underwood, seat: i64, reach: vec[i64], inputs: Inputs) -> None:
    """Every tile: its size, how far ahead the seat is in mushrooms and mycelia, and what may yet
    happen there.
    """
    floor, piles = table.floor, table.piles
    for tile in floor.tiles:
        mushrooms: i64 = 0
        mycelia: i64 = 0
        empty: i64 = 0
        theirs = vec[i64]([0] * (2 * table.seats))
        for space in floor.members[tile]:
            top = piles[space] & TOP
            if top == EMPTY:
                empty += 1
            elif top >= MUSHROOM:
                theirs[2 * (top - MUSHROOM)] += 1
            elif top != TREE:
                theirs[2 * (top - MYCELIUM) + 1] += 1
        other: i64 = 0
        while other < table.seats:
            if other != seat:
                if theirs[2 * other] > mushrooms:
                    mushrooms = theirs[2 * other]
                if theirs[2 * other + 1] > mycelia:
                    mycelia = theirs[2 * other + 1]
            other += 1
        grown = clipped(theirs[2 * seat] - mushrooms)
        young = clipped(theirs[2 * seat + 1] - mycelia)
        size = floor.size[tile] - 2
        size = 0 if size < 0 else size if size < SIZES else SIZES - 1
        empty = empty if empty < ROOM else ROOM - 1
        inputs.each((((size * LEADS + grown) * LEADS + young) * ROOM + empty) * REACH + reach[tile])
    inputs.skip(TILE)


def clipped(lead: i64) -> i64:
    return 0 if lead < -2 else LEADS - 1 if lead > 2 else lead + 2
