"""The inputs of a net for a table of Micro Mycelium: every set as the seat sees it, its own first,
and the places where the next tiles would block spores.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import append, i64, vec
from spinney.core.inputs import EVERY_MOVE, Inputs
from spinney.core.state import bit, size
from spinney.games.micro_mycelium.pieces import (
    FIRST,
    FLOWER,
    FLOWERS,
    FREE,
    KNOTS,
    MET,
    MOST,
    NEIGHBOURS,
    OUTSIDE,
    SETS,
    SIDES,
    SPAN,
    STUMP,
    STUMPS,
    TILES,
    Field,
    kind_at,
    set_of,
)
from spinney.games.micro_mycelium.rules import CHOOSING, Mycelium, shown

LEAD: Final = 24  # points ahead or behind that are told apart
PHASES: Final = 6
ZONES: Final = 7
FACING: Final = 3  # spores at one place: none, one, or more
NUMBER: Final = 6  # places alike that are told apart
BEST: Final = 8
# Spores that face an empty place, a byte for each set; all zero between two calls. A table of its
# own for every call would take longer than everything else here.
FACED: Final = vec[i64]([0] * (SPAN * SPAN))


def turn(table: Mycelium) -> i64:
    """In the solo game the number of the round, from its draft to its last tile. The starting field
    belongs to the first round.
    """
    if table.solo():
        return table.rounds
    return EVERY_MOVE


def features(table: Mycelium, seat: i64, inputs: Inputs) -> None:
    field = table.field
    alone = table.solo()
    inputs.which(table.phase, 5)
    inputs.which((table.turn - seat + table.seats) % table.seats, table.seats)
    inputs.which(field.count, MOST + 1)
    inputs.flag(table.advanced)
    inputs.flag(table.side > 1)
    left = table.sets * TILES - field.count
    phase = left * PHASES // (table.sets * TILES + 1)
    own: i64 = 0 if alone else seat
    around = vec[i64]([0] * (2 * len(SETS)))
    faced = look(field, around)
    wide: i64 = 0
    i: i64 = 0
    while i < table.sets:
        set_ = (own + i) % table.sets
        before = inputs.size
        of_set(table, set_, table.phase == CHOOSING and i > 0, around, inputs)
        if i > 0:
            lead = table.score(own) - table.score(set_)
            inputs.level(lead + LEAD, 2 * LEAD)
            zone = (lead + 3 * (ZONES // 2) + 1) // 3
            zone = 0 if zone < 0 else ZONES - 1 if zone >= ZONES else zone
            inputs.which(phase * ZONES + zone, PHASES * ZONES)
        wide = inputs.size - before
        i += 1
    if alone:
        inputs.skip(wide * (len(SETS) - table.sets))  # the easy game has a set less
    of_places(table, own, faced, inputs)
    if alone:
        inputs.some(len(table.merits), 12)
        inputs.which(table.rounds, 16)
        inputs.which(table.spread(), 16)


def of_set(table: Mycelium, set_: i64, secret: bool, around: vec[i64], inputs: Inputs) -> None:
    """A set: what it scores by, and the tiles to come."""
    field = table.field
    inputs.some(field.count_of(set_, FREE), 24)
    inputs.some(field.count_of(set_, STUMPS), 6)
    inputs.some(field.count_of(set_, FLOWERS), 6)
    inputs.some(field.count_of(set_, KNOTS), 8)
    inputs.some(field.network(set_) if table.advanced else 0, 8)
    inputs.some(size(field.count_of(set_, MET)), 3)
    inputs.some(around[2 * set_], SIDES)
    inputs.some(around[2 * set_ + 1], SIDES)
    if secret:
        inputs.skip(2 * TILES)
    else:
        of_kinds(shown(table.market[set_]), inputs)
        of_kinds(table.pile[set_], inputs)


def of_kinds(kinds: i64, inputs: Inputs) -> None:
    kind: i64 = 0
    while kind < TILES:
        inputs.flag(kinds >> kind & 1 == 1)
        kind += 1


def look(field: Field, around: vec[i64]) -> vec[i64]:
    """The empty places that spores face; and the room around stump and flower of every set."""
    spores = field.prints.spores
    places = vec[i64]()
    k: i64 = 0
    while k < field.count:
        entry = field.tiles[k]
        tile = entry >> 16
        here = (entry >> 8 & 255) % SPAN * SPAN + (entry & 255) % SPAN
        set_ = set_of(tile)
        kind = kind_at(tile)
        side: i64 = 0
        while side < SIDES:
            there = NEIGHBOURS[here * SIDES + side]
            beside = field.at(there)
            if beside < FIRST:
                if kind == STUMP:
                    around[2 * set_] += 1
                elif kind == FLOWER:
                    around[2 * set_ + 1] += 1
                if beside == OUTSIDE and spores[tile] >> side & 1:
                    if FACED[there] == 0:
                        places = append(places, there)
                    FACED[there] += bit(8 * set_)
            side += 1
        k += 1
    return places


def of_places(table: Mycelium, own: i64, places: vec[i64], inputs: Inputs) -> None:
    """How many places there are where a tile would block so many own and so many other spores, and
    the two that are best for either side.
    """
    alike = vec[i64]([0] * (FACING * FACING))
    first: i64 = 0
    second: i64 = 0
    worst: i64 = 0
    worse: i64 = 0
    for place in places:
        all_of_them = FACED[place]
        FACED[place] = 0
        mine = all_of_them >> 8 * own & 255
        theirs: i64 = 0
        while all_of_them:
            theirs += all_of_them & 255
            all_of_them >>= 8
        theirs -= mine
        gain = theirs - mine
        if gain > first:
            second = first
            first = gain
        elif gain > second:
            second = gain
        if -gain > worst:
            worse = worst
            worst = -gain
        elif -gain > worse:
            worse = -gain
        mine = mine if mine < FACING else FACING - 1
        theirs = theirs if theirs < FACING else FACING - 1
        alike[mine * FACING + theirs] += 1
    for number in alike:
        inputs.some(number, NUMBER)
    inputs.some(first, BEST)
    inputs.some(second, BEST)
    inputs.some(worst, BEST)
    inputs.some(worse, BEST)
