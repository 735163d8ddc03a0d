"""Goals and scoring: what is counted, and what it is worth (R10, R12)."""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64, vec
from spinney.core.packed import at
from spinney.core.state import bit, first, size
from spinney.games.undergrove.pieces import (
    AWAY,
    BONUS_STONES,
    CARBON,
    DEALT_GOALS,
    MUSHROOMS_TOUCHED,
    NO_PLANT,
    NO_TYPE,
    NONE,
    PLANTS,
    PLANTS_IN_THE_RING,
    PLANTS_NEAR_ABSORB,
    PLANTS_NEAR_OTHERS_GAIN,
    PLANTS_WITH_FOUR_TYPES,
    PLANTS_WITH_TWO_ROOTS,
    PLANTS_WITH_TWO_TYPES,
    REACH,
    ROOTS,
    ROOTS_ON_COLOUR,
    ROOTS_ON_CREATURE,
    ROOTS_ON_EVEN,
    ROOTS_ON_ODD,
    SETS_OF_VALUES,
    TRACKED,
    TREES,
    VERTICAL_LINES,
    carbon_of,
    corner_of,
    cubes,
    is_tree,
    nutrients,
    roots_of,
)
from spinney.games.undergrove.rules.table import Table

LEFTOVERS: Final = 2  # R12.3: cubes for a point
SET: Final = (2, 3, 4)  # R10.3, #40: the values of a set


# ---------------------------------------------------------------------------------------- progress
def progress(table: Table, seat: i64, goal: i64) -> i64:
    """R10.1: how far a player is on one of the three goals, now."""
    counts = table.printed.goal_counts[table.goals[goal]]
    fir = table.firs[seat]
    if counts < TRACKED:
        return fir.marked(goal)
    if counts == TREES:
        return table.printed.start[4] - fir.trees
    if counts == ROOTS:
        return table.printed.start[3] - fir.roots
    if counts == VERTICAL_LINES:
        return lines(table, seat)
    if counts in (ROOTS_ON_EVEN, ROOTS_ON_ODD, ROOTS_ON_COLOUR, ROOTS_ON_CREATURE):
        return roots_like(table, seat, counts)
    if counts == SETS_OF_VALUES:
        return sets(table, seat)
    return plants_like(table, seat, counts)


def lines(table: Table, seat: i64) -> i64:
    """Whiskey Jack A: how many different vertical lines one's plants stand on."""
    fir = table.firs[seat]
    low: i64 = 0  # two words: lines west of Earthlover's middle, and east of it
    high: i64 = 0
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        x = table.forest.spots[corner_of(fir.plants[i])] & 255
        if x <= REACH:
            low |= bit(x)
        else:
            high |= bit(x - REACH)
        i += 1
    return size(low) + size(high)


def roots_like(table: Table, seat: i64, counts: i64) -> i64:
    """Flying Squirrel, Red Crossbill: by Root, so a mushroom may count more than once."""
    fir = table.firs[seat]
    n: i64 = 0
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        under = table.roots_under(fir.plants[i])
        while under:
            mushroom = first(under)
            under &= under - 1
            if counts == ROOTS_ON_COLOUR:
                n += table.printed.colours >> mushroom & 1
            elif counts == ROOTS_ON_CREATURE:
                n += table.printed.creatures >> mushroom & 1
            else:
                odd = table.value(mushroom) & 1  # #12: 0 is even
                n += odd if counts == ROOTS_ON_ODD else 1 - odd
        i += 1
    return n


def sets(table: Table, seat: i64) -> i64:
    """Douglas-fir Moth A: sets of Roots on different values; a Root is in one set only."""
    fir = table.firs[seat]
    found = vec[i64]([0, 0, 0])
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        under = table.roots_under(fir.plants[i])
        while under:
            worth = table.value(first(under)) - SET[0]
            under &= under - 1
            if 0 <= worth < len(SET):
                found[worth] += 1
        i += 1
    return min(found[0], found[1], found[2])


def plants_like(table: Table, seat: i64, counts: i64) -> i64:
    """The goals that look at each plant and at the mushrooms it touches, with Roots or without."""
    fir = table.firs[seat]
    touched: i64 = 0
    n: i64 = 0
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        plant = fir.plants[i]
        around = table.forest.around(corner_of(plant))
        touched |= around
        if counts == PLANTS_WITH_TWO_ROOTS:
            n += 1 if size(roots_of(plant)) >= 2 else 0
        elif counts == PLANTS_WITH_FOUR_TYPES:
            n += 1 if types(table, around) == 4 else 0
        elif counts == PLANTS_WITH_TWO_TYPES:
            n += 1 if types(table, around) == 2 else 0
        elif counts == PLANTS_NEAR_ABSORB:
            n += 1 if around & table.printed.absorbers else 0
        elif counts == PLANTS_NEAR_OTHERS_GAIN:
            n += 1 if around & table.printed.feeders else 0
        elif counts == PLANTS_IN_THE_RING:
            n += 1 if in_the_ring(table.forest.spots[corner_of(plant)]) else 0
        i += 1
    return size(touched) if counts == MUSHROOMS_TOUCHED else n


def types(table: Table, mushrooms: i64) -> i64:
    """How many types there are among them; Earthlover has none (#15)."""
    found: i64 = 0
    while mushrooms:
        found |= bit(table.printed.type[first(mushrooms)])
        mushrooms &= mushrooms - 1
    return size(found & ~bit(NO_TYPE))


def in_the_ring(spot: i64) -> bool:
    """Douglas-fir Moth B: the twelve corners one step out from those of Earthlover."""
    x, y = (spot & 255) - REACH, (spot >> 8) - REACH
    outer = -1 <= x <= 2 and -1 <= y <= 2
    return outer and not (0 <= x <= 1 and 0 <= y <= 1)


# ------------------------------------------------------------------------------------------ tables
def goal_points(table: Table, seat: i64, goal: i64) -> i64:
    """R10.2: by a table of counts, by a multiplier, or by one's place among the players."""
    side = table.goals[goal]
    mine = progress(table, seat, goal)
    counter = table.printed.goal_table[side]
    if len(counter):
        return counter[mine if mine < len(counter) else len(counter) - 1]
    if table.printed.goal_each[side]:
        return mine * table.printed.goal_each[side]
    return shared_place(table, seat, goal, mine)


def shared_place(table: Table, seat: i64, goal: i64, mine: i64) -> i64:
    """R10.2, #13: whoever is level shares the points of their places, rounded down."""
    ranks = table.printed.goal_ranks[table.goals[goal]]
    ahead: i64 = 0
    level: i64 = 0
    other: i64 = 0
    while other < table.seats:
        theirs = progress(table, other, goal)
        if theirs > mine:
            ahead += 1
        elif theirs == mine:
            level += 1
        other += 1
    pool: i64 = 0
    place = ahead
    while place < ahead + level:
        pool += ranks[place]
        place += 1
    return pool // level


# ----------------------------------------------------------------------------------------- scoring
def plant_points(table: Table, plant: i64) -> i64:
    """R12.2: a Tree scores all its Roots, a Seedling one for each carbon: the best ones."""
    left: i64 = 4 if is_tree(plant) else carbon_of(plant)
    under = table.roots_under(plant)
    points: i64 = 0
    while left and under:
        best: i64 = -1
        chosen: i64 = 0
        rest = under
        while rest:
            mushroom = first(rest)
            rest &= rest - 1
            worth = table.value(mushroom)
            if worth > best:
                best = worth
                chosen = mushroom
        points += best
        under &= ~bit(chosen)
        left -= 1
    return points


def full_value(table: Table, plant: i64) -> i64:
    """R13.10: an AI Seedling scores like a Tree with four Roots."""
    around = table.forest.around(corner_of(plant))
    points: i64 = 0
    while around:
        points += table.value(first(around))
        around &= around - 1
    return points


def bonus_points(table: Table, seat: i64) -> i64:
    """R12.3: points of Bonus tiles, once they are turned over, and of the green space."""
    fir = table.firs[seat]
    points = table.printed.space_points[fir.end] if fir.end != NONE else 0
    stone: i64 = 0
    while stone < BONUS_STONES:
        tile = at(fir.bonus, stone)
        if tile != AWAY and (table.to_act == 0 or fir.played >> stone & 1):
            points += table.printed.bonus_points[tile]
        stone += 1
    return points


def leftover_points(table: Table, seat: i64) -> i64:
    """R12.3: a point for every two cubes."""
    purse = table.firs[seat].purse
    return (cubes(purse, CARBON) + nutrients(purse)) // LEFTOVERS


def score(table: Table, seat: i64) -> i64:
    """R12: goals, plants, Bonus tiles, leftovers."""
    points = bonus_points(table, seat) + leftover_points(table, seat)
    goal: i64 = 0
    while goal < DEALT_GOALS:
        points += goal_points(table, seat, goal)
        goal += 1
    fir = table.firs[seat]
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        points += plant_points(table, fir.plants[i])
        i += 1
    return points
