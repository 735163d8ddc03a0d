"""A species' heuristics: a sensible move at once, without looking ahead.

Every growth is tried on a copy of the table. What counts is how the points then stand against the
best of the others, then what lasts: mushrooms cannot be covered, tokens in the supply are turns to
come, and a mycelium beside free ground is a mushroom of tomorrow. The weights were set by hand.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.core.verbs import verb
from spinney.games.underwood.layout import FAR, Wood
from spinney.games.underwood.pieces import (
    EMPTY,
    GROW,
    LAY,
    MUSHROOM,
    MYCELIUM,
    START,
    TOP,
    TRAIL,
    TREE,
    TURNS,
    Lay,
    Start,
    laid_at,
)
from spinney.games.underwood.rules import Underwood

POINT: Final = 100
GROWN: Final = 3  # mycelia that a mushroom is worth in holding a tile
HOLD: Final = 14  # of a point: what a lead of one mycelium adds to each space of a tile
FIRM: Final = 4  # a larger lead adds nothing
ALIVE: Final = 9  # a mycelium that can still grow
SUPPLY: Final = 6  # a token not spent yet
RIVAL: Final = 35  # of a point: what the points of the others count, all together


def quick_move(table: Underwood, seat: i64, moves: Moves, rng: Rng) -> i64:
    """The move with the highest rating. Between equal ratings it is random."""
    best: i64 = -(1 << 40)
    choice = moves.items[0]
    like: i64 = 0
    wood = Wood(table.shapes(), table.laid) if verb(choice) == LAY else None
    i: i64 = 0
    while i < moves.count:
        move = moves.items[i]
        worth = rating(table, seat, move, wood)
        if worth > best:
            best = worth
            choice = move
            like = 1
        elif worth == best:
            like += 1
            if rng.below(like) == 0:
                choice = move
        i += 1
    return choice


def rating(table: Underwood, seat: i64, move: i64, wood: Wood | None) -> i64:
    option = verb(move)
    if option == GROW or option == TRAIL:
        after = table.clone()
        after.apply(seat, move)
        return of_table(after, seat)
    if option == START:
        return of_start(table, seat, Start.space(move))
    if option == LAY and wood is not None:
        return of_place(wood, table.bag[0] * TURNS + Lay.turn(move), laid_at(move))
    return 0  # trees, and a board that lies there, are as good as any


def of_table(after: Underwood, seat: i64) -> i64:
    """How it stands for a seat."""
    worth = POINT * after.points(seat) + SUPPLY * after.supply[seat]
    best: i64 = 0
    others: i64 = 0
    rival: i64 = 0
    while rival < after.seats:
        if rival != seat:
            points = after.points(rival)
            others += points
            if points > best:
                best = points
        rival += 1
    if after.to_act == 0:  # the points stand: only winning counts
        return worth + (1 << 30) if after.points(seat) > best else worth - (1 << 30)
    worth -= RIVAL * others
    for tile in after.floor.tiles:
        worth += after.floor.size[tile] * of_hold(after, tile, seat)
    space: i64 = 0
    while space < after.floor.spaces:
        if after.piles[space] & TOP == MYCELIUM + seat:
            worth += ALIVE * free_around(after, space)
        space += 1
    return worth


def of_hold(table: Underwood, tile: i64, seat: i64) -> i64:
    """How firmly a tile is held, or how far it is from being: mushrooms stay, mycelia may not."""
    mine: i64 = 0
    theirs: i64 = 0
    for space in table.floor.members[tile]:
        top = table.piles[space] & TOP
        if top == MUSHROOM + seat:
            mine += GROWN
        elif top == MYCELIUM + seat:
            mine += 1
        elif top > TREE:
            theirs += GROWN
        elif top != EMPTY and top != TREE:
            theirs += 1
    lead = mine - theirs
    return HOLD * (FIRM if lead > FIRM else -FIRM if lead < -FIRM else lead)


def free_around(table: Underwood, space: i64) -> i64:
    """Empty spaces beside a space, three at most."""
    floor = table.floor
    found: i64 = 0
    way = floor.ways[space]
    while way < floor.ways[space + 1]:
        for other in floor.spread[way]:
            if table.piles[other] == EMPTY and found < 3:
                found += 1
        way += 1
    return found


def of_start(table: Underwood, seat: i64, space: i64) -> i64:
    """Many neighbours, many tiles within reach, and no tile where one stands already."""
    floor = table.floor
    worth = 4 * (floor.ways[space + 1] - floor.ways[space])
    worth += 3 * free_around(table, space) + floor.size[floor.tile[space]]
    for other in floor.members[floor.tile[space]]:
        if table.piles[other] == MYCELIUM + seat:
            worth -= 9
        elif table.piles[other] != EMPTY and table.piles[other] != TREE:
            worth -= 4
    return worth


def of_place(wood: Wood, which: i64, cell: i64) -> i64:
    """A compact wood: much contact, near to the middle."""
    return ((wood.contact(which, cell) & 255) << 10) - FAR[cell]
