"""A gardener's heuristics: a sensible move at once, by what each space would bring until the end.

Every space gets a value for planting, growing, a bush and a lake there: light from every sun still
to come, less the light it takes from others; a place in the biggest forest; fertility; and what a
sprout or a small tree may still become. A card is worth its best action and its power. The weights
were set by hand; tests/games/evergreen/test_heuristics.py shows what it reaches alone.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.rng import Rng
from spinney.core.state import PACKED, Moves, bit, size
from spinney.core.verbs import verb
from spinney.games.evergreen.pieces import (
    ASKS,
    BOTH,
    BUD,
    BUSH,
    EITHER,
    GROW,
    LAKE,
    PICK,
    PLANT,
    POWER,
    STOP,
    WILD,
    WINTER,
    A,
    Act,
    B,
    Bush,
    D,
    Gardener,
    Grow,
    Lake,
    Pick,
    Planet,
    Plant,
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
EVERYWHERE: Final = 0x3FFFFFFFFFFFFFFF  # 62 bits, as many as a set has
POWER_FIRST: Final = 1  # the powers before this one, so only sprouts, come before the action


@final
@mypyc_attr(acyclic=True)
class Outlook:
    """What a planet promises, space by space: new trees and bushes in empty spaces, growth where
    something grows. Playouts need it at every decision, so it looks only at the spaces of the
    question (`where`).
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
        "sprouts",
        "table",
        "wild",
    )

    def __init__(self, table: Evergreen, planet: Planet, where: i64 = EVERYWHERE) -> None:
        self.table: Evergreen = table
        self.planet: Planet = planet
        self.left: i64 = rounds_left(table)
        self.empty: i64 = table.printed.planet() & ~planet.taken() & where
        self.sprouts: i64 = planet.sprout & where
        self.growing: i64 = (planet.sprout | planet.small) & where
        self.small: vec[i64] = vec[i64]([0] * SPACES)  # a small tree there, all to come
        self.big: vec[i64] = vec[i64]([0] * SPACES)  # a big tree where a small one is
        self.bush: vec[i64] = vec[i64]([0] * SPACES)
        self.plant: vec[i64] = vec[i64]([0] * SPACES)
        self.growth: vec[i64] = vec[i64]([0] * SPACES)
        self.lake: vec[i64] = vec[i64]([0] * SPACES)
        self.lakes: bool = False  # whether anybody has asked for them
        self.spaces: vec[i64] = vec[i64]([0] * SPACES)
        self.wild: i64 = -1  # what `anywhere` said
        self.foresee_light()
        self.foresee_forest()
        self.foresee_fertility()
        self.sum_up()

    def foresee_light(self) -> None:
        """R6: what a tree would score, and take from those behind it, under every sun to come."""
        planet = self.planet
        room = self.empty | self.sprouts
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
            add(self.big, growing & lit_small, -POINT)
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
        room = self.empty | self.sprouts
        add(self.small, room & near, worth)
        add(self.small, room & bridge, worth)
        add(self.small, room & edge, worth // 4)
        add(self.bush, self.empty & near, worth)
        add(self.bush, self.empty & bridge, worth)
        add(self.bush, self.empty & edge, worth // 4)

    def foresee_fertility(self) -> None:
        """R9: what a big tree would score for its biome, and a little for what may come."""
        printed = self.table.printed
        room = self.empty | self.sprouts
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
        count = spread(self.sprouts, spaces)
        i = 0
        while i < count:
            space = spaces[i]
            growth = self.small[space]
            now = growth * left * SPROUT // 100
            later = self.big[space] * left * SAPLING // 100
            if now > 0:
                growth -= now
            if later > 0:
                growth += later
            self.growth[space] = growth
            i += 1
        count = spread(self.growing & ~self.sprouts, spaces)
        i = 0
        while i < count:
            space = spaces[i]
            growth = self.big[space]
            later = growth * left * SAPLING // 100
            self.growth[space] = growth - later if later > 0 else growth
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
        if action == D:
            return self.anywhere()
        printed = self.table.printed
        biome = printed.region[printed.biome[card]]
        growing = biome & self.growing
        empty = biome & self.empty
        if action == A:
            return self.best(self.plant, empty, 3)
        if action == B:
            return self.best(self.growth, growing, 2)
        return self.best(self.growth, growing, 1) + self.best(self.plant, empty, 1)

    def anywhere(self) -> i64:
        """What the action that needs no biome promises, with any card."""
        if self.wild < 0:
            grow = self.best(self.growth, self.growing, 1)
            plant = self.best(self.plant, self.empty, 1)
            self.wild = grow if grow > plant else plant
        return self.wild

    def best_action(self, card: i64) -> i64:
        best: i64 = -1
        choice: i64 = 0
        for action in range(i64(4)):
            worth = self.action(card, action)
            if worth > best:
                best = worth
                choice = action
        return choice

    def promise(self, card: i64) -> i64:
        """What the best action promises with a card."""
        best: i64 = 0
        for action in range(i64(4)):
            worth = self.action(card, action)
            if worth > best:
                best = worth
        return best

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
def quick_move(table: Evergreen, seat: i64, moves: Moves, rng: Rng) -> i64:
    """The move that promises most."""
    if moves.count == 1:
        return moves.items[0]
    me = table.gardeners[seat]
    if verb(moves.items[0]) == PICK:
        return pick(Outlook(table, me.planet), me, moves)
    if me.agenda.depth:
        return answer(Outlook(table, me.planet, asked_about(moves)), moves)
    if me.acted or (not me.powered and table.printed.power[me.card] < POWER_FIRST):
        return POWER
    return Act.say(Outlook(table, me.planet).best_action(me.card))


def pick(look: Outlook, me: Gardener, moves: Moves) -> i64:
    """The card whose action and power promise most, minus what its icons would bring if it
    stayed."""
    table = look.table
    best: i64 = -1000000
    choice = moves.items[0]
    i: i64 = 0
    while i < moves.count:
        card = Pick.card(moves.items[i])
        worth = look.promise(card) + look.power(table.printed.power[card])
        if card == table.token:
            worth += TOKEN
        worth -= staying(look, me, card)
        if worth > best:
            best = worth
            choice = moves.items[i]
        i += 1
    return choice


def staying(look: Outlook, me: Gardener, card: i64) -> i64:
    """What it would bring this gardener on average if the card stayed in the pool."""
    printed = look.table.printed
    biome = printed.biome[card]
    trees = size(me.planet.big & printed.region[biome])
    icons = printed.icons[card]
    if printed.arid >> card & 1:
        icons = -1 if look.table.fertility(biome) else 0
    return icons * trees * POINT // (look.table.drafters + 1)


def asked_about(moves: Moves) -> i64:
    """The spaces that can be chosen. For a lake also their neighbours, because it lets them
    grow."""
    where: i64 = 0
    i: i64 = 0
    while i < moves.count:
        what = verb(moves.items[i])
        if what == LAKE:
            return EVERYWHERE
        if what != STOP:
            where |= bit(Plant.space(moves.items[i]))
        i += 1
    return where


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
            worth = look.plant[Plant.space(move)]
        elif what == GROW:
            worth = look.growth[Grow.space(move)]
        elif what == BUSH:
            worth = look.bush[Bush.space(move)]
        elif what == LAKE:
            look.foresee_lakes()
            worth = look.lake[Lake.space(move)]
        if worth > best or (worth == best and what != STOP):
            best = worth
            choice = move
        i += 1
    return choice


# ------------------------------------------------------------------------------------------- alone
ANY: Final = 1 << 30  # more points than there are
GAINS: Final = 64  # no tree brings as many points


def upper_bound(table: Evergreen, seat: i64) -> i64:
    """An upper bound of the points in the last round. It assumes that every new tree and bush joins
    the biggest forest, and that every growth that is left brings as much as the best one.
    """
    if table.season < WINTER or table.round < table.printed.rounds[WINTER] - 1:
        return ANY
    if not table.acting():
        return ANY
    me = table.gardeners[seat]
    planet = me.planet
    ahead = Ahead(table, me)
    points = me.points() + ahead.buds + ahead.bushes + planet.light(table.sun)
    points += table.fertile(planet)
    empty = table.printed.planet() & ~planet.taken()
    sprouts = planet.sprout
    if ahead.plants:
        sprouts |= empty
    sprouts &= ahead.where
    new = ahead.bushes
    if sprouts:
        new += ahead.grows
    points += joined(planet, sprouts | empty if ahead.bushes else sprouts, new)
    return points + best_growth(table, planet, sprouts, ahead)


def joined(planet: Planet, ways: i64, new: i64) -> i64:
    """R7: how many of the present trees and bushes could become one forest with this many new ones
    in these spaces: those that are close enough to each other.
    """
    trees = planet.small | planet.big | planet.bush
    rest = trees
    most: i64 = 0
    while rest:
        forest = rest & -rest
        left = new
        while True:
            before: i64 = 0
            while forest != before:
                before = forest
                forest |= beside(forest) & trees
            if left == new:
                rest &= ~forest
            forest |= beside(forest) & ways
            if left == 0 or forest == before:
                break
            left -= 1
        count = size(forest & trees)
        if count > most:
            most = count
    return most


@final
@mypyc_attr(acyclic=True)
class Ahead:
    """What a gardener can still do in this round, at most, and where things can still grow."""

    __slots__ = ("buds", "bushes", "grows", "plants", "where")

    def __init__(self, table: Evergreen, me: Gardener) -> None:
        self.buds: i64 = 0
        self.bushes: i64 = 0
        self.grows: i64 = 0
        self.plants: i64 = 0
        self.where: i64 = 0
        agenda = me.agenda
        place: i64 = 0
        while place < agenda.depth:
            asked = agenda.asked(place)
            self.ask(asked & 255, asked >> 8 & 255, agenda.where(place))
            place += 1
        printed = table.printed
        if not me.acted:
            self.ask(PLANT, 3, 0)
            self.ask(GROW, 2, EVERYWHERE)
        if not me.powered:
            power = printed.power[me.card]
            track = printed.track[power]
            level = me.planet.level(power)
            times = track[level + 1 if level < len(track) - 1 else level]
            if power == BUD:
                self.buds = times
            else:
                self.ask(ASKS[power], times, EVERYWHERE)

    def ask(self, what: i64, times: i64, where: i64) -> None:
        if what == PLANT:
            self.plants += times
            return
        if what == BUSH:
            self.bushes += times
            return
        if what == LAKE:  # R5.5: two may grow beside it
            times *= 2
            where = EVERYWHERE
        if what == EITHER or what == BOTH:
            self.plants += times
        self.grows += times
        self.where |= where


def best_growth(table: Evergreen, planet: Planet, sprouts: i64, ahead: Ahead) -> i64:
    """What this many growths bring at most. A sprout that becomes a small tree counts for the
    forest.
    If the second growth of a sprout is better than the first, each counts as half of both, because
    the second needs the first.
    """
    left = ahead.grows
    if left == 0:
        return 0
    gains = vec[i64]([0] * GAINS)  # how many growths bring so many points
    sun = table.sun
    dark = planet.dark(sun)
    lit = ~dark
    shaded = behind(planet.small, sun)
    small = planet.small & ahead.where
    for biome in range(i64(WILD)):
        region = table.printed.region[biome]
        ripe = table.fertility(biome)
        here = small & region
        gains[ripe] += size(here & dark)
        gains[ripe + 1] += size(here & lit & ~shaded)
        gains[ripe + 2] += size(here & lit & shaded)
        here = sprouts & region
        twice(gains, size(here & dark), 1, 1 + ripe)
        twice(gains, size(here & lit & shaded), 1, 3 + ripe)
        twice(gains, size(here & lit & ~shaded), 2, 3 + ripe)
    total: i64 = 0
    gain: i64 = GAINS - 1
    while gain and left:
        number = gains[gain] if gains[gain] < left else left
        total += gain * number
        left -= number
        gain -= 1
    return total


def twice(gains: vec[i64], number: i64, once: i64, both: i64) -> None:
    """So many spaces where something can grow twice."""
    if both > 2 * once:
        gains[(both + 1) // 2] += 2 * number
    else:
        gains[once] += number
        gains[both - once] += number
