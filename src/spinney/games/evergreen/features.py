"""The inputs of a net for a table of Evergreen between two rounds: every planet as the seat sees
it, its own first, what it would score if nothing more grew on it, and the pool; alone also where
everything stands. Of the others' planets less is told, or four would say more than may be said.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.inputs import Inputs
from spinney.core.state import size
from spinney.games.evergreen.pieces import (
    BIOMES,
    NOBODY,
    POWERS,
    WILD,
    WINTER,
    Gardener,
    Planet,
    beside,
)
from spinney.games.evergreen.rules import Evergreen

ROUNDS: Final = 16  # of a whole game, and some to spare
LEAD: Final = 60  # points ahead or behind, in steps of six
POINTS: Final = 32  # points, in steps of eight
LEVELS: Final = 6
FERTILE: Final = 8
SPACES: Final = 64  # bits of a board


def turn(table: Evergreen) -> i64:
    """The number of the round: all of it is small decisions, from the pick to the last sprout."""
    return table.season << 8 | table.round


def features(table: Evergreen, seat: i64, inputs: Inputs) -> None:
    printed = table.printed
    passed = table.round
    season: i64 = 0
    while season < table.season:
        passed += printed.rounds[season]
        season += 1
    inputs.which(passed, ROUNDS)
    inputs.which(table.season, WINTER + 1)
    me = table.gardeners[seat]
    of_planet(table, me.planet, inputs)
    of_biomes(table, me.planet, inputs)
    if table.seats == 1:
        inputs.members(me.planet.sprout, SPACES)
        inputs.members(me.planet.small, SPACES)
        inputs.members(me.planet.big, SPACES)
        inputs.members(me.planet.bush | me.planet.lake, SPACES)
    inputs.flag(table.first == seat)
    own = expected(table, me, me.planet)
    inputs.exactly(own, 8, POINTS)
    i: i64 = 1
    while i < table.seats:
        rival = (seat + i) % table.seats
        other = table.gardeners[rival]
        of_planet(table, other.shown, inputs)
        lead = own - expected(table, other, other.shown)
        inputs.exactly(lead + LEAD, 6, 2 * LEAD // 6)
        inputs.flag(table.first == rival)
        i += 1
    biome: i64 = 0
    while biome < WILD:
        inputs.some(table.fertility(biome), FERTILE)
        biome += 1
    for card in table.pool:
        if card != NOBODY:
            inputs.each(printed.biome[card] * len(POWERS) + printed.power[card])
    inputs.skip(len(BIOMES) * len(POWERS))


def expected(table: Evergreen, gardener: Gardener, planet: Planet) -> i64:
    """The points at the end, if nothing changed on the planet."""
    if not table.to_act:
        return gardener.points()
    total = gardener.points() - gardener.planet.buds + planet.buds + table.fertile(planet)
    forest = planet.forest()
    sun = table.sun
    season = table.season
    while season <= WINTER:
        total += planet.light(sun) + forest
        sun = (sun + 1) % 4
        season += 1
    return total


def of_planet(table: Evergreen, planet: Planet, inputs: Inputs) -> None:
    """How much stands there, and how it hangs together."""
    printed = table.printed
    empty = printed.planet() & ~planet.taken()
    inputs.which(size(planet.sprout), 12)
    inputs.which(size(planet.small), 16)
    inputs.which(size(planet.big), 16)
    inputs.some(size(planet.bush), 8)
    inputs.some(size(planet.lake), 6)
    inputs.which(size(empty) // 2, 20)
    trees = planet.small | planet.big | planet.bush
    biggest = planet.biggest()
    inputs.which(size(biggest), 32)
    inputs.some(size(trees & ~biggest), 12)
    inputs.some(size(planet.sprout & beside(biggest)), 8)
    inputs.some(size(planet.sprout & ~beside(trees)), 6)
    power: i64 = 0
    while power < len(POWERS):
        inputs.some(planet.level(power), LEVELS)
        power += 1
    sun: i64 = 0
    while sun < 4:  # from the sun that shines now on
        inputs.some(planet.light((table.sun + sun) % 4) // 2, 16)
        sun += 1


def of_biomes(table: Evergreen, planet: Planet, inputs: Inputs) -> None:
    """What stands in each of them."""
    printed = table.printed
    empty = printed.planet() & ~planet.taken()
    biome: i64 = 0
    while biome < WILD:
        region = printed.region[biome]
        inputs.some(size(planet.big & region), 6)
        inputs.some(size(planet.small & region), 5)
        inputs.some(size(planet.sprout & region), 5)
        inputs.some(table.fertility(biome) * size(planet.big & region), 16)
        inputs.flag(empty & region == 0)
        biome += 1
