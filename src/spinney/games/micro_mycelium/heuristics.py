"""A grower's heuristics: a sensible move at once, without looking ahead.

Every legal move gets a rating, ten for each point it brings now; the best one is played. Free spore
sides are worth less while many tiles are to come, for most of them will be blocked. Alone, the move
that leaves the sets most alike is the best. The weights were set by hand.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64, vec
from spinney.core.rng import Rng
from spinney.core.state import Moves, size
from spinney.core.verbs import verb
from spinney.games.micro_mycelium.pieces import (
    CHOOSE,
    COLUMN,
    FIRST,
    FLOWER,
    FLOWER_POINTS,
    FLOWERS,
    LAY,
    MUSHROOMS,
    NEIGHBOURS,
    OUTSIDE,
    PLACE,
    SETS,
    SIDES,
    SPAN,
    STUMP,
    STUMP_POINTS,
    TILES,
    Choose,
    Field,
    Lay,
    Place,
    kind_at,
    set_of,
    tile,
)
from spinney.games.micro_mycelium.rules import Mycelium

EARLY: Final = 6  # what a free spore side is worth at the start, in tenths; ten at the end
KEEP: Final = 5  # what each spore of a tile would be worth later: a reason to wait with it
STUMP_ROOM: Final = 6  # an empty place beside the own stump or flower: somebody may yet come
FLOWER_ROOM: Final = 5
RIVALS: Final = 14  # a point of the rivals, in tenths of an own one, shared among them


def quick_move(table: Mycelium, seat: i64, moves: Moves, rng: Rng) -> i64:
    """The move with the highest rating. Between equal ratings it is random."""
    change = vec[i64]([0] * len(SETS))
    best: i64 = -1000000
    choice = moves.items[0]
    like: i64 = 0
    i: i64 = 0
    while i < moves.count:
        move = moves.items[i]
        worth = rating(table, seat, move, change)
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


def rating(table: Mycelium, seat: i64, move: i64, change: vec[i64]) -> i64:
    option = verb(move)
    if option == LAY:
        return of_tile(table, seat, move, change)
    if option == PLACE:
        return of_likeness(table, move, change)
    if option == CHOOSE:
        return 1 if Choose.tile(move) == STUMP or Choose.tile(move) == FLOWER else 0
    return 1 if option == COLUMN else 0  # a column lets every set move


def of_tile(table: Mycelium, seat: i64, move: i64, change: vec[i64]) -> i64:
    """Points now, less those of the rivals, and what the tile may bring later."""
    field = table.field
    all_tiles = table.sets * TILES
    free = (10 - (10 - EARLY) * (all_tiles - field.count) // all_tiles) * table.side
    kind = Lay.tile(move)
    laid = tile(seat, kind, Lay.turn(move))
    here = Lay.r(move) % SPAN * SPAN + Lay.q(move) % SPAN
    weigh(field, laid, here, free, table.advanced, change)
    worth = change[seat] * 10
    rivals: i64 = 0
    set_: i64 = 0
    while set_ < table.sets:
        if set_ != seat:
            rivals += change[set_]
        set_ += 1
    worth -= rivals * RIVALS // (table.seats * 2 - 2)
    if kind < MUSHROOMS:
        return worth - size(field.prints.spores[laid]) * KEEP * 10 * table.side
    room: i64 = 0
    side: i64 = 0
    while side < SIDES:
        room += 1 if field.at(NEIGHBOURS[here * SIDES + side]) < FIRST else 0
        side += 1
    if kind == STUMP:
        return worth + room * STUMP_ROOM * 10
    return worth + room * FLOWER_ROOM * 10 if kind == FLOWER else worth


def of_likeness(table: Mycelium, move: i64, change: vec[i64]) -> i64:
    """How far apart the sets would be, highest from lowest and all from one another."""
    laid = tile(Place.set_(move), Place.tile(move), Place.turn(move))
    here = Place.r(move) % SPAN * SPAN + Place.q(move) % SPAN
    weigh(table.field, laid, here, 10 * table.side, False, change)
    low: i64 = 1000000
    high: i64 = -1000000
    apart: i64 = 0
    set_: i64 = 0
    while set_ < table.sets:
        score = table.score(set_) * 10 + change[set_]
        low = score if score < low else low
        high = score if score > high else high
        other: i64 = 0
        while other < set_:
            gap = score - table.score(other) * 10 - change[other]
            apart += gap if gap > 0 else -gap
            other += 1
        set_ += 1
    return -(high - low) * 10 - apart


def weigh(field: Field, laid: i64, here: i64, free: i64, advanced: bool, change: vec[i64]) -> None:
    """What a tile would change for each set, in tenths of a point. Holes that it cuts off are
    ignored: they are rare, and finding them is the slow part of laying a tile.
    """
    prints = field.prints
    outside = field.at(here) == OUTSIDE
    mine = set_of(laid)
    kind = kind_at(laid)
    knot: i64 = 10 if advanced else 1
    set_: i64 = 0
    while set_ < len(change):
        change[set_] = 0
        set_ += 1
    side: i64 = 0
    while side < SIDES:
        spores = prints.spores[laid] >> side & 1
        beside = field.at(NEIGHBOURS[here * SIDES + side])
        if beside < FIRST:
            if outside:
                change[mine] += spores * free
        else:
            facing = (side + 3) % SIDES
            theirs = set_of(beside)
            other = kind_at(beside)
            their_spores = prints.spores[beside] >> facing & 1
            if outside:
                change[theirs] -= their_spores * free
            if mine == theirs:
                change[mine] += (spores & their_spores) * knot
                if kind == STUMP:
                    change[mine] += their_spores * STUMP_POINTS * 10
                elif other == STUMP:
                    change[mine] += spores * STUMP_POINTS * 10
            if kind == FLOWER:
                change[mine] += (prints.roots[beside] >> facing & 1) * FLOWER_POINTS * 10
                if advanced and other == FLOWER:
                    change[mine] += field.count_of(theirs, FLOWERS) * 10
                    change[theirs] += field.count_of(mine, FLOWERS) * 10
            elif other == FLOWER:
                change[theirs] += (prints.roots[laid] >> side & 1) * FLOWER_POINTS * 10
        side += 1
