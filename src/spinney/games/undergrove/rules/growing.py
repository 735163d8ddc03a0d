"""Growing: starting positions, Reproduce, Partner, and laying a mushroom (R2.5, R7, R8)."""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.packed import cards
from spinney.core.state import Moves, bit, first
from spinney.games.undergrove.pieces import (
    ASK_LAY,
    ASK_LAY_FREE,
    ASK_PLANT,
    ASK_ROOT,
    EARTHLOVER,
    NO_PLANT,
    NO_TYPE,
    NONE,
    PARTNER_ROOT,
    PARTNER_TILE,
    PLANTS,
    REPRODUCE_ROOT,
    REPRODUCE_TILE,
    Fir,
    corner_of,
    covers,
    nutrients,
    roots_of,
    sprout,
)
from spinney.games.undergrove.rules.carbon import plant_at
from spinney.games.undergrove.rules.moves import Lay, Plant, Root, Settle
from spinney.games.undergrove.rules.paying import ask_payment, debt
from spinney.games.undergrove.rules.table import Table

REPRODUCTION: Final = 0  # places in Print.actions
PARTNERSHIP: Final = 1
ANY_PLANT: Final = 63


# ------------------------------------------------------------------------------ starting positions
def legal_starts(table: Table, moves: Moves) -> None:
    """R2.5: a free corner of Earthlover."""
    corner: i64 = 0
    while corner < 4:
        if not table.claimed(table.forest.corners[4 * EARTHLOVER + corner]):
            moves.add(Settle.say(corner))
        corner += 1


def close_corners(table: Table) -> None:
    """R2.5: with two or three players nobody ever gets the corners that are left."""
    corner: i64 = 0
    while corner < 4:
        number = table.forest.corners[4 * EARTHLOVER + corner]
        if not table.claimed(number):
            table.claim(number)
            table.blocked |= bit(corner)
        corner += 1


# --------------------------------------------------------------------------------- the two actions
def can_reproduce(table: Table, fir: Fir) -> bool:
    """R7.1, R7.3: the cost, a Seedling and a Root, and a corner, if need be of a new mushroom."""
    cost = table.printed.actions[REPRODUCTION]
    if not (fir.seedlings and fir.roots and covers(fir.purse, cost)):
        return False
    return table.has_open_corner() or can_lay(fir, fir.purse - cost)


def can_partner(table: Table, fir: Fir) -> bool:
    """R8.1, R8.2, #4: the cost, a Root, and a place for it, if need be on a new mushroom."""
    cost = table.printed.actions[PARTNERSHIP]
    if not (fir.roots and covers(fir.purse, cost)):
        return False
    if table.has_root_spot(fir, ANY_PLANT):
        return True
    return can_lay(fir, fir.purse - cost) and has_place_for_roots(table, fir)


def can_lay(fir: Fir, purse: i64) -> bool:
    return fir.size > 0 and nutrients(purse) > 0


def reproduce(table: Table, seat: i64) -> None:
    """R7: cost, perhaps a mushroom, then a Seedling with a Root."""
    fir = table.firs[seat]
    fir.purse -= table.printed.actions[REPRODUCTION]
    table.agenda.ask(ASK_PLANT, 1, True, 1)
    if can_lay(fir, fir.purse):
        table.agenda.ask(ASK_LAY, 1, not table.has_open_corner(), 1)


def partner(table: Table, seat: i64) -> None:
    """R8: cost, perhaps a mushroom, then two Roots, or one if there is no place for another."""
    fir = table.firs[seat]
    fir.purse -= table.printed.actions[PARTNERSHIP]
    if table.boosts & bit(PARTNER_ROOT):
        table.agenda.ask(ASK_ROOT, 1, False, ANY_PLANT)
    table.agenda.ask(ASK_ROOT, 2, True, ANY_PLANT)
    if can_lay(fir, fir.purse):
        table.agenda.ask(ASK_LAY, 1, not table.has_root_spot(fir, ANY_PLANT), 1)


# ------------------------------------------------------------------------------- laying a mushroom
def legal_lays(table: Table, fir: Fir, moves: Moves) -> None:
    """R7.2: any tile of the hand, at any empty place next to a mushroom. Where one must be laid,
    only at places that make room for what follows; #43: the first of two need not.
    """
    needed = table.agenda.must() and not second_tile(table, fir)
    seeding = needed and table.agenda.asked(table.agenda.depth - 2) & 255 == ASK_PLANT
    hand = fir.hand
    while hand:
        mushroom = first(hand)
        hand &= hand - 1
        for place in table.forest.places:
            if seeding and not table.forest.brings_corner(place):
                continue
            if needed and not seeding and not helps_roots(table, fir, place):
                continue
            moves.add(Lay.say(mushroom, place & 255, place >> 8))


def has_place_for_roots(table: Table, fir: Fir) -> bool:
    for place in table.forest.places:
        if helps_roots(table, fir, place):
            return True
    return False


def helps_roots(table: Table, fir: Fir, place: i64) -> bool:
    """Whether a mushroom there would touch one of these plants."""
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        spot = table.forest.spots[corner_of(fir.plants[i])]
        if table.forest.has_corner(place, spot):
            return True
        i += 1
    return False


def second_tile(table: Table, fir: Fir) -> bool:
    """R4.11: whether the tile asked for may be followed by a free one of the hand."""
    if table.agenda.what() != ASK_LAY or fir.size < 2:
        return False
    boost = bit(PARTNER_TILE)
    if table.agenda.asked(table.agenda.depth - 2) & 255 == ASK_PLANT:
        boost = bit(REPRODUCE_TILE)
    return table.boosts & boost != 0


def has_room(table: Table, fir: Fir) -> bool:
    """Whether the Seedling or the first Root that is asked for can be placed."""
    if table.agenda.what() == ASK_PLANT:
        return table.has_open_corner()
    return table.has_root_spot(fir, ANY_PLANT)


def lay(table: Table, seat: i64, mushroom: i64, place: i64) -> None:
    """R7.2: out of the hand into the forest. The cost on it is not paid now. R4.11: whoever paid
    for one may have an ongoing mushroom that allows a second; #43: it must make the room that the
    first did not make.
    """
    table.reveal_count += 1  # the others had not seen it
    fir = table.firs[seat]
    more = second_tile(table, fir)
    fir.hand &= ~bit(mushroom)
    fir.size -= 1
    table.forest = table.forest.laid(mushroom, place)
    paid = table.agenda.what() == ASK_LAY
    table.agenda.stop()
    if paid:
        if more:
            table.agenda.ask(ASK_LAY_FREE, 1, not has_room(table, fir), 1)
        ask_payment(table, debt(0, 1, 0))


# ------------------------------------------------------------------------------ Seedlings and Roots
def legal_seedlings(table: Table, moves: Moves) -> None:
    """R7.3: any corner that nobody has, with its Root on any mushroom it touches."""
    for mushroom in table.forest.order:
        corner: i64 = 0
        while corner < 4:
            if not table.claimed(table.forest.corners[4 * mushroom + corner]):
                moves.add(Plant.say(mushroom, corner))
            corner += 1


def plant(table: Table, seat: i64, mushroom: i64, corner: i64) -> None:
    """R7.3: a Seedling onto the corner, its Root onto the mushroom."""
    fir = table.firs[seat]
    number = table.forest.corners[4 * mushroom + corner]
    table.claim(number)
    fir.plants[fir.grown()] = sprout(number, 0)
    fir.seedlings -= 1
    root(table, seat, mushroom, corner)


def legal_roots(table: Table, fir: Fir, plants: i64, moves: Moves) -> None:
    """R8.2: from one of these plants onto a mushroom it touches and has no Root on."""
    if not fir.roots:
        return
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        if plants >> i & 1:
            corner = corner_of(fir.plants[i])
            quarter: i64 = 0
            while quarter < 4:
                mushroom = table.forest.touch[4 * corner + quarter]
                if mushroom != NONE and not roots_of(fir.plants[i]) >> quarter & 1:
                    moves.add(Root.say(mushroom, 3 - quarter))
                quarter += 1
        i += 1


def root(table: Table, seat: i64, mushroom: i64, corner: i64) -> None:
    fir = table.firs[seat]
    i = plant_at(table, fir, mushroom, corner)
    fir.plants[i] |= bit(8 + 3 - corner)
    fir.rooted |= bit(mushroom)
    fir.roots -= 1
    if table.printed.type[mushroom] != NO_TYPE:
        table.placed += cards(table.printed.type[mushroom], 1)


def extra_root(table: Table, fir: Fir) -> None:
    """R4.11, #5: Candy Cap's Root belongs to the Seedling just planted."""
    if table.boosts & bit(REPRODUCE_ROOT):
        table.agenda.ask(ASK_ROOT, 1, False, bit(fir.grown() - 1))
