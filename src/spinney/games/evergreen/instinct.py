"""A gardener's instinct: a sensible move at once, by what each space would bring until the end.

Every space gets a value for planting, growing, a bush and a lake there: light from every sun still
to come, less the light it takes from others; a place in the biggest forest; fertility; and what a
sprout or a small tree may still become. A card is worth its best action and its power. The weights
were set by hand; tests/games/evergreen/test_instinct.py shows what it reaches alone.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.chance import Rng
from spinney.core.state import PACKED, Moves, bit, size
from spinney.core.verbs import one, say1, verb
from spinney.games.evergreen.pieces import (
    ACT,
    BUD,
    BUSH,
    GROW,
    LAKE,
    PICK,
    PLANT,
    POWER,
    STOP,
    WILD,
    WINTER,
    A,
    B,
    C,
    D,
    Gardener,
    Planet,
    behind,
    beside,
)
from spinney.games.evergreen.rules import Evergreen

POINT: Final = 16  # what a point is worth
RIPE: Final = 7  # of 16: how much of the present fertility is trusted to stay
HOPE: Final = 7  # fertility that may still come, for a biome, early in the game
SPROUT: Final = 6  # what a sprout promises for each round left, of what it would be
SAPLING: Final = 4  # likewise a small tree
UPGRADE: Final = 11  # a step on a power track, for each round left
TOKEN: Final = 4  # picking first next round
SPACES: Final = 64
POWER_FIRST: Final = 1  # the powers before this one, so only sprouts, come before the action


@final
@mypyc_attr(acyclic=True)
class Outlook:
    """What a planet promises, space by space: trees and bushes where there is room, growth where
    something grows. Playouts ask for it at every decision, so it looks at nothing else.
    """

    __slots__ = (
        "big",
        "bush",
        "empty",
        "growing",
        "growth",
        "lake",
        "lakes",
        "left",
        "planet",
        "plant",
        "small",
        "spaces",
        "table",
    )

    def __init__(self, table: Evergreen, planet: Planet) -> None:
        self.table: Evergreen = table
        self.planet: Planet = planet
        self.left: i64 = rounds_left(table)
        self.empty: i64 = table.printed.planet() & ~planet.taken()
        self.growing: i64 = planet.sprout | planet.small
        self.small: vec[i64] = vec[i64]([0] * SPACES)  # a small tree there, all to come
        self.big: vec[i64] = vec[i64]([0] * SPACES)  # a big tree where a small one is
        self.bush: vec[i64] = vec[i64]([0] * SPACES)
        self.plant: vec[i64] = vec[i64]([0] * SPACES)
        self.growth: vec[i64] = vec[i64]([0] * SPACES)
        self.lake: vec[i64] = vec[i64]([0] * SPACES)
        self.lakes: bool = False  # whether anybody has asked for them
        self.spaces: vec[i64] = vec[i64]([0] * SPACES)
        self.foresee_light()
        self.foresee_forest()
        self.foresee_fertility()
        self.sum_up()

    def foresee_light(self) -> None:
        """R6: what a tree would score, and take from those behind it, under every sun to come."""
        planet = self.planet
        room = self.empty | planet.sprout
        growing = self.growing
        suns = WINTER + 1 - self.table.season
        add(self.small, room, POINT * suns)
        add(self.big, growing, 2 * POINT * suns)
        sun = self.table.sun
        while suns:
            front = (sun + 2) % 4
            dark = planet.dark(sun)
            lit = planet.lit(sun)
            lit_small = lit & planet.small
            lit_big = lit & planet.big
            shaded = behind(planet.small, sun)
            before_small = behind(lit_small, front)
            add(self.small, room & (dark | shaded), -POINT)
            add(self.small, room & before_small, -POINT)
            add(self.big, growing & dark, -2 * POINT)
            add(self.big, lit_small, -POINT)
            next_to = behind(lit_big, front)
            over = behind(next_to, front)
            add(self.big, growing & (next_to | over), -2 * POINT)
            add(self.big, growing & behind(before_small, front), -POINT)
            sun = (sun + 1) % 4
            suns -= 1

    def foresee_forest(self) -> None:
        """R7: a place beside the biggest forest counts in every season to come."""
        planet = self.planet
        worth = POINT * (WINTER + 1 - self.table.season)
        trees = planet.small | planet.big | planet.bush
        biggest = planet.biggest()
        near = beside(biggest) & ~trees
        bridge = near & beside(trees & ~biggest)
        edge = beside(trees) & ~trees & ~near
        room = self.empty | planet.sprout
        add(self.small, room & near, worth)
        add(self.small, room & bridge, worth)
        add(self.small, room & edge, worth // 4)
        add(self.bush, self.empty & near, worth)
        add(self.bush, self.empty & bridge, worth)
        add(self.bush, self.empty & edge, worth // 4)

    def foresee_fertility(self) -> None:
        """R9: what a big tree would score for its biome, and a little for what may come."""
        printed = self.table.printed
        room = self.empty | self.planet.sprout
        for biome in range(i64(WILD)):
            worth = self.table.fertility(biome) * RIPE + HOPE * self.left // 14
            add(self.big, self.growing & printed.region[biome], worth)
            add(self.small, room & printed.region[biome], worth * self.left // 28)

    def sum_up(self) -> None:
        """What planting and growing bring; what is not yet there counts in part."""
        left = self.left
        spaces = self.spaces
        count = spread(self.empty, spaces)
        i: i64 = 0
        while i < count:
            space = spaces[i]
            later = self.small[space] * left * SPROUT // 100
            if later > 0:
                self.plant[space] = later
                self.bush[space] -= later
            i += 1
        count = spread(self.planet.sprout, spaces)
        i = 0
        while i < count:
            space = spaces[i]
            now = self.small[space] * left * SPROUT // 100
            later = self.big[space] * left * SAPLING // 100
            self.growth[space] = self.small[space] - (now if now > 0 else 0)
            self.growth[space] += later if later > 0 else 0
            i += 1
        count = spread(self.planet.small, spaces)
        i = 0
        while i < count:
            space = spaces[i]
            later = self.big[space] * left * SAPLING // 100
            self.growth[space] = self.big[space] - (later if later > 0 else 0)
            i += 1

    def foresee_lakes(self) -> None:
        """What a lake lets grow beside it: few cards ask for that."""
        if self.lakes:
            return
        self.lakes = True
        spaces = self.spaces
        count = spread(self.empty, spaces)
        i: i64 = 0
        while i < count:
            space = spaces[i]
            grown = self.best(self.growth, beside(bit(space)) & self.growing, 2)
            self.lake[space] = grown - self.plant[space]
            i += 1

    # ------------------------------------------------------------------------------- what is best
    def best(self, values: vec[i64], where: i64, times: i64) -> i64:
        """The sum of the highest values that help, so many of them."""
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        packed = PACKED
        base: i64 = 0
        while where:
            spaces = packed[where & 255]
            while spaces:
                value = values[base + (spaces & 7)]
                if value > first:
                    third = second
                    second = first
                    first = value
                elif value > second:
                    third = second
                    second = value
                elif value > third:
                    third = value
                spaces >>= 4
            where >>= 8
            base += 8
        if times == 1:
            return first
        return first + second if times == 2 else first + second + third

    def action(self, card: i64, action: i64) -> i64:
        """What an action promises with a card."""
        printed = self.table.printed
        biome = printed.region[WILD if action == D else printed.biome[card]]
        growing = biome & self.growing
        empty = biome & self.empty
        if action == A:
            return self.best(self.plant, empty, 3)
        if action == B:
            return self.best(self.growth, growing, 2)
        grow = self.best(self.growth, growing, 1)
        plant = self.best(self.plant, empty, 1)
        if action == C:
            return grow + plant
        return grow if grow > plant else plant

    def best_action(self, card: i64) -> i64:
        best: i64 = -1
        choice: i64 = 0
        for action in range(i64(4)):
            worth = self.action(card, action)
            if worth > best:
                best = worth
                choice = action
        return choice

    def power(self, power: i64) -> i64:
        """What using a power promises, the next upgrade included."""
        planet = self.planet
        track = self.table.printed.track[power]
        level = planet.level(power)
        later: i64 = 0
        if level < len(track) - 1:
            level += 1
            later = UPGRADE * self.left
        times = track[level]
        if power == BUD:
            return times * POINT + later
        empty = self.empty
        if power == 0:
            return self.best(self.plant, empty, times) + later
        if power == 1:
            return self.best(self.growth, planet.sprout, times) + later
        if power == 2:
            return self.best(self.growth, planet.small, times) + later
        if power == 3:
            return self.best(self.bush, empty, times) + later
        self.foresee_lakes()
        return self.best(self.lake, empty, times) + later


def add(values: vec[i64], board: i64, worth: i64) -> None:
    """The same to every space of a set."""
    packed = PACKED
    base: i64 = 0
    while board:
        spaces = packed[board & 255]
        while spaces:
            values[base + (spaces & 7)] += worth
            spaces >>= 4
        board >>= 8
        base += 8


def rounds_left(table: Evergreen) -> i64:
    """After this one."""
    left = -table.round - 1
    season = table.season
    while season <= WINTER:
        left += table.printed.rounds[season]
        season += 1
    return left


def spread(board: i64, spaces: vec[i64]) -> i64:
    """Write down the spaces of a set, in rising order; how many they are."""
    packed = PACKED
    count: i64 = 0
    base: i64 = 0
    while board:
        some = packed[board & 255]
        while some:
            spaces[count] = base + (some & 7)
            count += 1
            some >>= 4
        board >>= 8
        base += 8
    return count


# ------------------------------------------------------------------------------------------- moves
def quick(table: Evergreen, seat: i64, moves: Moves, rng: Rng) -> i64:
    """The move that promises most."""
    if moves.count == 1:
        return moves.items[0]
    me = table.gardeners[seat]
    if verb(moves.items[0]) == PICK:
        return pick(Outlook(table, me.planet), me, moves)
    if me.agenda.depth:
        return answer(Outlook(table, me.planet), moves)
    if me.acted or (not me.powered and table.printed.power[me.card] < POWER_FIRST):
        return POWER
    return say1(ACT, Outlook(table, me.planet).best_action(me.card))


def pick(look: Outlook, me: Gardener, moves: Moves) -> i64:
    """The card whose action and power promise most, less what its icons would bring by staying."""
    table = look.table
    best: i64 = -1000000
    choice = moves.items[0]
    i: i64 = 0
    while i < moves.count:
        card = one(moves.items[i])
        worth = look.action(card, look.best_action(card)) + look.power(table.printed.power[card])
        if card == table.token:
            worth += TOKEN
        worth -= staying(look, me, card)
        if worth > best:
            best = worth
            choice = moves.items[i]
        i += 1
    return choice


def staying(look: Outlook, me: Gardener, card: i64) -> i64:
    """What it would bring this gardener, by chance, if the card stayed in the pool."""
    printed = look.table.printed
    biome = printed.biome[card]
    trees = size(me.planet.big & printed.region[biome])
    icons = printed.icons[card]
    if printed.arid >> card & 1:
        icons = -1 if look.table.fertility(biome) else 0
    return icons * trees * POINT // (look.table.drafters + 1)


def answer(look: Outlook, moves: Moves) -> i64:
    """One effect where it promises most; none if nothing helps and that is allowed."""
    best: i64 = -1000000
    choice = moves.items[0]
    i: i64 = 0
    while i < moves.count:
        move = moves.items[i]
        what = verb(move)
        worth: i64 = 0
        if what == PLANT:
            worth = look.plant[one(move)]
        elif what == GROW:
            worth = look.growth[one(move)]
        elif what == BUSH:
            worth = look.bush[one(move)]
        elif what == LAKE:
            look.foresee_lakes()
            worth = look.lake[one(move)]
        if worth > best or (worth == best and what != STOP):
            best = worth
            choice = move
        i += 1
    return choice
