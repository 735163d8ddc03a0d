"""A gardener's instinct: a sensible move at once, by what a planet promises until the end.

A planet is worth what it would score if nothing more grew: light from every sun still to come, its
biggest forest as often, and fertility; and something for what sprouts and small trees may still
become. Every move is tried on a copy of the planet, actions and powers to their end. The weights
were set by hand; tests/games/evergreen/test_instinct.py shows what it reaches alone.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.chance import Rng
from spinney.core.state import BITS, Moves, bit, size
from spinney.core.verbs import one, verb
from spinney.games.evergreen.pieces import (
    ACT,
    ASKS,
    BIG,
    BUD,
    GROW,
    LAKE,
    PICK,
    PLANT,
    POWER,
    SMALL,
    STOP,
    WILD,
    WINTER,
    A,
    B,
    C,
    Gardener,
    Planet,
    Printed,
    beside,
)
from spinney.games.evergreen.rules import Evergreen

POINT: Final = 16  # what a point is worth
ROUNDS: Final = 14  # of a whole game
SPROUT: Final = 3  # what a sprout promises for each round left
SAPLING: Final = 3  # likewise a small tree
UPGRADE: Final = 4  # and a step on a power track, for each round left
TOKEN: Final = 24  # picking first next round
RIPE: Final = 10  # of 16: how much of the present fertility is trusted to stay


@final
@mypyc_attr(acyclic=True)
class Outlook:
    """What a planet will be judged by: the suns to come, and how fertile the biomes are."""

    __slots__ = ("fertility", "left", "printed", "season", "sun")

    def __init__(
        self, printed: Printed, season: i64, sun: i64, left: i64, fertility: vec[i64]
    ) -> None:
        self.printed: Printed = printed
        self.season: i64 = season
        self.sun: i64 = sun
        self.left: i64 = left  # rounds after this one
        self.fertility: vec[i64] = fertility

    def worth(self, planet: Planet) -> i64:
        points: i64 = 0
        sun = self.sun
        season = self.season
        while season <= WINTER:
            points += planet.light(sun)
            sun = (sun + 1) % 4
            season += 1
        points += planet.forest() * (WINTER + 1 - self.season)
        worth = points * POINT
        for biome in range(i64(WILD)):
            trees = size(planet.big & self.printed.region[biome])
            worth += self.fertility[biome] * trees * RIPE
        worth += (SPROUT * size(planet.sprout) + SAPLING * size(planet.small)) * self.left
        return worth + POINT * planet.buds

    # ------------------------------------------------------------------------------------- spaces
    def best_space(self, planet: Planet, what: i64, where: i64) -> i64:
        """The space where one effect brings the most."""
        best: i64 = -1
        choice: i64 = -1
        base: i64 = 0
        while where:
            for offset in BITS[where & 255]:
                space = base + offset
                worth = self.worth_with(planet, what, bit(space))
                if worth > best:
                    best = worth
                    choice = space
            where >>= 8
            base += 8
        return choice

    def worth_with(self, planet: Planet, what: i64, here: i64) -> i64:
        """What the planet is worth after one effect; a lake's growth is part of it."""
        after = planet.clone()
        after.put(what, here)
        if what == LAKE:
            self.use(after, GROW, 2, beside(here) & self.printed.planet())
        return self.worth(after)

    def use(self, planet: Planet, question: i64, times: i64, where: i64) -> None:
        """Answer a question to its end, as long as it helps."""
        what = verb_of(question)
        while times:
            spaces = planet.open_to(question, where)
            if not spaces:
                return
            space = self.best_space(planet, what, spaces)
            here = bit(space)
            if self.worth_with(planet, what, here) < self.worth(planet):
                return
            planet.put(what, here)
            if what == LAKE:
                self.use(planet, GROW, 2, beside(here) & self.printed.planet())
            where &= ~here
            times -= 1

    # -------------------------------------------------------------------------- actions and powers
    def after_action(self, planet: Planet, card: i64, action: i64) -> Planet:
        after = planet.clone()
        everywhere = self.printed.planet()
        biome = self.printed.region[self.printed.biome[card]]
        if action == A:
            self.use(after, PLANT, 3, biome)
        elif action == B:
            self.use(after, GROW, 2, biome)
        elif action == C:
            self.use(after, GROW, 1, biome)
            self.use(after, PLANT, 1, biome)
        else:
            other = planet.clone()
            self.use(after, GROW, 1, everywhere)
            self.use(other, PLANT, 1, everywhere)
            if self.worth(other) > self.worth(after):
                return other
        return after

    def best_action(self, planet: Planet, card: i64) -> i64:
        best: i64 = -1
        choice: i64 = 0
        for action in range(i64(4)):
            worth = self.worth(self.after_action(planet, card, action))
            if worth > best:
                best = worth
                choice = action
        return choice

    def after_power(self, planet: Planet, card: i64) -> Planet:
        after = planet.clone()
        power = self.printed.power[card]
        track = self.printed.track[power]
        level = after.level(power)
        if level < len(track) - 1:
            level += 1
            after.levels += bit(8 * power)
        if power == BUD:
            after.buds += track[level]
        else:
            self.use(after, ASKS[power], track[level], self.printed.planet())
        return after

    def power_first(self, planet: Planet, card: i64) -> Planet:
        after = self.after_power(planet, card)
        return self.after_action(after, card, self.best_action(after, card))

    def power_last(self, planet: Planet, card: i64) -> Planet:
        after = self.after_action(planet, card, self.best_action(planet, card))
        return self.after_power(after, card)

    def round_with(self, planet: Planet, card: i64) -> i64:
        """What the planet is worth after a whole round with a card."""
        first = self.worth(self.power_first(planet, card))
        last = self.worth(self.power_last(planet, card))
        return first if first > last else last


def verb_of(question: i64) -> i64:
    return GROW if question == SMALL or question == BIG else question


def outlook(table: Evergreen) -> Outlook:
    printed = table.printed
    left = -table.round - 1
    season = table.season
    while season <= WINTER:
        left += printed.rounds[season]
        season += 1
    fertility = vec[i64]([table.fertility(biome) for biome in range(i64(WILD))])
    return Outlook(printed, table.season, table.sun, left, fertility)


def quick(table: Evergreen, seat: i64, moves: Moves, rng: Rng) -> i64:
    """The move after which the planet promises the most."""
    if moves.count == 1:
        return moves.items[0]
    look = outlook(table)
    me = table.gardeners[seat]
    first = verb(moves.items[0])
    if first == PICK:
        return pick(table, look, me, moves)
    if me.agenda.depth:
        return answer(look, me, moves)
    if me.acted:  # the power is left; an upgrade never hurts
        return POWER
    if me.powered:
        return ACT | look.best_action(me.planet, me.card) << 8
    before = look.worth(look.power_first(me.planet, me.card))
    after = look.worth(look.power_last(me.planet, me.card))
    return POWER if before > after else ACT | look.best_action(me.planet, me.card) << 8


def pick(table: Evergreen, look: Outlook, me: Gardener, moves: Moves) -> i64:
    """The card that helps most, and what its icons would do if it stayed."""
    best: i64 = -1000000
    choice = moves.items[0]
    printed = table.printed
    i: i64 = 0
    while i < moves.count:
        card = one(moves.items[i])
        power = printed.power[card]
        worth = look.round_with(me.planet, card)
        if me.planet.level(power) < len(printed.track[power]) - 1 and power != BUD:
            worth += UPGRADE * look.left
        if card == table.token:
            worth += TOKEN
        worth -= staying(table, look, me, card)
        if worth > best:
            best = worth
            choice = moves.items[i]
        i += 1
    return choice


def staying(table: Evergreen, look: Outlook, me: Gardener, card: i64) -> i64:
    """What it would bring this gardener, by chance, if the card stayed in the pool."""
    printed = table.printed
    biome = printed.biome[card]
    if biome == WILD:
        return 0
    trees = size(me.planet.big & printed.region[biome])
    icons = printed.icons[card]
    if printed.arid >> card & 1:
        icons = -1 if look.fertility[biome] else 0
    return icons * trees * POINT // (table.drafters + 1)


def answer(look: Outlook, me: Gardener, moves: Moves) -> i64:
    """One effect: where it brings the most; none if that helps more and is allowed."""
    best: i64 = -1
    choice = moves.items[0]
    i: i64 = 0
    while i < moves.count:
        move = moves.items[i]
        if verb(move) == STOP:
            worth = look.worth(me.planet)
        else:
            worth = look.worth_with(me.planet, verb(move), bit(one(move)))
        if worth > best:
            best = worth
            choice = move
        i += 1
    return choice
