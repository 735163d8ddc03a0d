"""Counting the pieces: every one is somewhere, once (law 8)."""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.packed import at, cards, count, total
from spinney.core.state import size
from spinney.games.undergrove.pieces import (
    ALL_TOKENS,
    AWAY,
    BONUS_STONES,
    EVERYWHERE,
    KINDS,
    NO_PLANT,
    NO_TYPE,
    NONE,
    PLANTS,
    SPACES,
    Fir,
    carbon_of,
    corner_of,
    cubes,
    is_tree,
    roots_of,
)
from spinney.games.undergrove.rules.table import Table
from spinney.games.undergrove.rules.track import NOBODY, visits

HEAPS: Final = 1 << 14  # nobody ever has so many cubes: a debt would look like that


def sound(table: Table) -> bool:
    return (
        tiles_are_there(table)
        and bonuses_are_there(table)
        and corners_are_there(table)
        and forest_is_sound(table)
        and firs_are_sound(table)
    )


def tiles_are_there(table: Table) -> bool:
    """The forest, the supply, the discards and the hands hold all mushrooms, none of them twice."""
    tiles = table.forest.there | table.supply | table.discard
    number = size(table.forest.there) + size(table.supply) + size(table.discard)
    fits = table.in_supply == size(table.supply)
    for fir in table.firs:
        tiles |= fir.hand
        number += size(fir.hand)
        fits = fits and fir.size == size(fir.hand)
    return fits and number == KINDS and tiles == EVERYWHERE


def bonuses_are_there(table: Table) -> bool:
    """Sixteen Bonus tiles; each stone lacks as many as were taken there."""
    bonus = table.stacks[BONUS_STONES]
    fits = True
    stone: i64 = 0
    while stone < BONUS_STONES:
        bonus += table.stacks[stone]
        left = table.printed.stacks[table.seats - 1] - visits(table, stone)
        fits = fits and total(table.stacks[stone]) == left
        for fir in table.firs:
            if at(fir.bonus, stone) != AWAY:
                bonus += cards(at(fir.bonus, stone), 1)
        stone += 1
    return fits and bonus == table.printed.bonus_count


def corners_are_there(table: Table) -> bool:
    """A corner is claimed by one plant, or closed."""
    corners = size(table.blocked)
    for fir in table.firs:
        corners += fir.grown()
    return corners == size(table.claimed_low) + size(table.claimed_high)


def forest_is_sound(table: Table) -> bool:
    """Carbon lies only in the forest; no more cubes than spaces."""
    mushroom: i64 = 0
    while mushroom < KINDS:
        held = table.carbon[mushroom]
        if held < 0 or (held and not table.forest.there >> mushroom & 1):
            return False
        slot = table.printed.slot[mushroom]
        if slot != NONE and count(table.filled, slot) >= len(table.printed.filled[slot]):
            return False
        mushroom += 1
    return True


def firs_are_sound(table: Table) -> bool:
    seat: i64 = 0
    while seat < len(table.firs):
        fir = table.firs[seat]
        if not purse_is_sound(fir) or not plants_are_sound(table, fir, seat):
            return False
        if fir.end != NONE and at(table.spaces, fir.end) != seat:
            return False
        seat += 1
    space: i64 = 0
    while space < len(SPACES):
        holder = at(table.spaces, space)
        if holder != NOBODY and table.firs[holder].end != space:
            return False
        space += 1
    return True


def purse_is_sound(fir: Fir) -> bool:
    kind: i64 = 0
    while kind < NO_TYPE:
        if cubes(fir.purse, kind) >= HEAPS:
            return False
        kind += 1
    return fir.purse >= 0 and 0 <= fir.ready <= ALL_TOKENS


def plants_are_sound(table: Table, fir: Fir, seat: i64) -> bool:
    """Six Seedlings, eighteen Roots, four Trees; Roots on mushrooms, carbon below what a Tree
    takes. An AI tree has Seedlings only (R13.1).
    """
    start = table.printed.start
    roots: i64 = 0
    grown: i64 = 0
    rooted: i64 = 0
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        plant = fir.plants[i]
        under = table.roots_under(plant)
        roots += size(roots_of(plant))
        rooted |= under
        grown += 1 if is_tree(plant) else 0
        most: i64 = 0
        if not is_tree(plant):
            most = table.printed.tree - 1 if fir.trees else table.printed.tree + 1
        if under & ~table.forest.around(corner_of(plant)) or size(under) != size(roots_of(plant)):
            return False
        if carbon_of(plant) > most or not table.claimed(corner_of(plant)):
            return False
        i += 1
    if i + fir.seedlings != start[2] or rooted != fir.rooted:
        return False
    if seat >= table.seats:
        return roots == 0 and grown == 0
    return roots + fir.roots == start[3] and grown + fir.trees == start[4]
