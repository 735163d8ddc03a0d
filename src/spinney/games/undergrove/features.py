"""The inputs of a net for a table of Undergrove between two turns: every player as the seat sees
them, itself first, their plants and goals; alone also the two AI trees.

Of the others' hands and Bonus tiles only how many there are.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.inputs import Inputs
from spinney.core.packed import at
from spinney.core.state import size
from spinney.games.undergrove.pieces import (
    AWAY,
    BONUS_STONES,
    BONUSES,
    BROWN,
    CARBON,
    DEALT_GOALS,
    DECK,
    KINDS,
    NO_PLANT,
    NONE,
    PLANTS,
    POTASSIUM,
    SPACES,
    TAN,
    TOKENS,
    Fir,
    carbon_of,
    cubes,
    is_tree,
    roots_of,
)
from spinney.games.undergrove.rules.goals import goal_points, plant_points, progress
from spinney.games.undergrove.rules.state import Undergrove

LEAD: Final = 48  # points ahead or behind, in steps of six
STONES: Final = 10
FOCUS: Final = 24  # points of an AI tree for its focus element
GOALS: Final = 24  # sides of goal cards, with room for more
STAGES: Final = 6 * 2  # of a plant: its carbon, and whether it is a Tree


def turn(table: Undergrove) -> i64:
    """The number of the turn: a row of small decisions."""
    return table.turns


def features(table: Undergrove, seat: i64, inputs: Inputs) -> None:
    me = table.firs[seat]
    inputs.which((table.turn - seat + table.seats) % table.seats, table.seats)
    inputs.which(table.ending, 3)
    inputs.which(table.turns // table.seats // 3, 16)
    goal: i64 = 0
    while goal < DEALT_GOALS:
        inputs.each(table.goals[goal])
        goal += 1
    inputs.skip(GOALS)
    own = table.points(seat)
    of_fir(table, seat, me, inputs)
    inputs.members(me.hand, KINDS)
    inputs.members(me.rooted, KINDS)
    stone: i64 = 0
    while stone < BONUS_STONES:  # its own Bonus tiles, played or not
        tile = at(me.bonus, stone)
        if tile != AWAY:
            inputs.each(tile * 2 + (me.played >> stone & 1))
        stone += 1
    inputs.skip(2 * len(BONUSES))
    thirsty = table.thirsty_roots(me)
    inputs.some(size(table.carbon_set() & me.rooted), 8)
    inputs.some(size(table.carbon_set() & thirsty), 6)
    inputs.some(size(table.carbon_set()), 12)
    if table.solo():
        of_ai(table, BROWN, own, inputs)
        of_ai(table, TAN, own, inputs)
        inputs.which(size(table.deck), 2 * DECK + 1)
        inputs.which(table.keep, PLANTS + 1)
    i: i64 = 1
    while i < table.seats:
        other = (seat + i) % table.seats
        rival = table.firs[other]
        of_fir(table, other, rival, inputs)
        inputs.exactly(own - table.points(other) + LEAD, 6, 2 * LEAD // 6)
        inputs.which(me.stone - rival.stone + STONES, 2 * STONES + 1)
        inputs.some(size(table.carbon_set() & table.thirsty_roots(rival)), 6)
        i += 1


def of_ai(table: Undergrove, colour: i64, own: i64, inputs: Inputs) -> None:
    """R13: how far ahead of an AI tree the one player is, and what that tree has."""
    tree = table.firs[colour]
    inputs.exactly(own - table.ai_points(colour) + LEAD, 6, 2 * LEAD // 6)
    inputs.which(table.ai_focus(colour), FOCUS)
    inputs.which(tree.stone, STONES)
    plants: i64 = 0
    while plants < PLANTS and tree.plants[plants] != NO_PLANT:
        inputs.each(stage(tree.plants[plants]))
        plants += 1
    inputs.skip(STAGES)
    inputs.which(plants, PLANTS + 1)


def stage(plant: i64) -> i64:
    """How far a plant has grown."""
    carbon = carbon_of(plant)
    if carbon > 5:
        carbon = 5
    if is_tree(plant):
        return carbon * 2 + 1
    return carbon * 2


def of_fir(table: Undergrove, seat: i64, fir: Fir, inputs: Inputs) -> None:
    """What lies open before a player."""
    kind: i64 = CARBON
    while kind <= POTASSIUM:
        inputs.which(cubes(fir.purse, kind), 9)
        kind += 1
    kind = 0
    while kind < TOKENS:
        inputs.flag(fir.ready >> kind & 1 == 1)
        kind += 1
    inputs.some(fir.held(), 3)
    inputs.which(fir.seedlings, PLANTS + 1)
    inputs.which(fir.roots, 16)
    inputs.which(fir.trees, 6)
    inputs.which(fir.stone, STONES)
    if fir.end != NONE:
        inputs.which(fir.end, len(SPACES))
    else:
        inputs.skip(len(SPACES))
    grown: i64 = 0
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        plant = fir.plants[i]
        inputs.each(size(roots_of(plant)) * STAGES + stage(plant))
        grown += plant_points(table, plant)
        i += 1
    inputs.skip(5 * STAGES)  # with none to four Roots
    inputs.which(grown // 2, 24)
    goal: i64 = 0
    while goal < DEALT_GOALS:
        inputs.some(goal_points(table, seat, goal) // 2, 12)
        inputs.some(progress(table, seat, goal), 10)
        goal += 1
    inputs.exactly(table.points(seat), 6, 16)
