"""The last round alone, told a second time: every planet that a gardener can end up with.

Not move by move, as the rules go, but question by question: three sprouts in a biome are three of
its spaces, in whatever order. So even the largest last rounds are searched to the end, and nothing
is left out. Spaces are bits, as in the rules, but no code of theirs is used once a card is picked;
what a planet scores is counted in plain.py's own way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from spinney.core.state import Moves
from spinney.games.evergreen.pieces import (
    BESIDE,
    BIG,
    BOTH,
    BUSH,
    EITHER,
    GROW,
    LAKE,
    PLANT,
    SIDES,
    SMALL,
    WILD,
)
from spinney.games.evergreen.rules import Evergreen
from tests.games.evergreen import plain

WIDE = 8
POWERS = (PLANT, SMALL, BIG, BUSH, LAKE)  # what each power lets one do; the last one is buds
AT = {row * WIDE + column: (row, column) for row, column in plain.spaces()}
NAMES = ("sprout", "small", "big", "bush", "lake")


class Planet(NamedTuple):
    """Sets of spaces."""

    sprout: int
    small: int
    big: int
    bush: int
    lake: int
    buds: int


class Question(NamedTuple):
    """How often something may be done, and where; whether it must be done once."""

    what: int
    times: int
    must: bool
    where: int


def bits(board: int) -> list[int]:
    return [space for space in AT if board >> space & 1]


def around(space: int) -> int:
    row, column = AT[space]
    near = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return sum(1 << r * WIDE + c for r, c in near if (r, c) in AT.values())


BESIDES = {space: around(space) for space in AT}
ALL = sum(1 << space for space in AT)


class LastRound:
    """`ends` are all planets that can be there when the round is over."""

    def __init__(self, table: Evergreen) -> None:
        me = table.gardeners[0]
        printed = table.printed
        self.region = ALL & printed.region[printed.biome[me.card]]
        power = printed.power[me.card]
        track = printed.track[power]
        self.power = power
        self.level = track[min(me.planet.level(power) + 1, len(track) - 1)]
        self.seen: set[tuple[Planet, tuple[Question, ...], bool, bool]] = set()
        self.ends: set[Planet] = set()
        now = me.planet
        asked = tuple(
            Question(
                me.agenda.asked(place) & 255,
                me.agenda.asked(place) >> 8 & 255,
                bool(me.agenda.asked(place) >> 16),
                me.agenda.where(place),
            )
            for place in range(me.agenda.depth)
        )
        planet = Planet(now.sprout, now.small, now.big, now.bush, now.lake, now.buds)
        self.go_on(planet, asked, me.acted, me.powered)

    def go_on(
        self, planet: Planet, asked: tuple[Question, ...], acted: bool, powered: bool
    ) -> None:
        key = planet, asked, acted, powered
        if key in self.seen:
            return
        self.seen.add(key)
        if asked:
            for then in answers(planet, asked[-1]):
                self.go_on(then, asked[:-1], acted, powered)
            return
        if acted:
            self.ends.add(planet)
        else:
            for question in self.actions():
                self.go_on(planet, posed(planet, question), True, powered)
        if not powered:
            if self.power == len(POWERS):
                richer = planet._replace(buds=planet.buds + self.level)
                self.go_on(richer, (), acted, True)
            else:
                question = Question(POWERS[self.power], self.level, True, ALL)
                self.go_on(planet, posed(planet, question), acted, True)

    def actions(self) -> list[Question]:
        return [
            Question(PLANT, 3, False, self.region),
            Question(GROW, 2, False, self.region),
            Question(BOTH, 1, False, self.region),
            Question(EITHER, 1, True, ALL),
        ]


def posed(planet: Planet, question: Question) -> tuple[Question, ...]:
    """A question with the spaces where it can be answered now; none, if there is no such space."""
    where = question.where & could(planet, question.what)
    return (question._replace(where=where),) if where and question.times else ()


def could(planet: Planet, what: int) -> int:
    free = ALL & ~(planet.sprout | planet.small | planet.big | planet.bush | planet.lake)
    growing = planet.sprout | planet.small
    return {
        GROW: growing,
        BESIDE: growing,
        SMALL: planet.sprout,
        BIG: planet.small,
        EITHER: free | growing,
        BOTH: free | growing,
    }.get(what, free)


def answers(planet: Planet, question: Question) -> Iterator[Planet]:
    """Every planet after a question has been answered as often as one likes."""
    what, times, must, where = question
    if not must:
        yield planet
    if what == LAKE:
        yield from lakes(planet, times, where)
    elif what in (EITHER, BOTH):
        growing = planet.sprout | planet.small
        plants = [put(planet, PLANT, [space]) for space in bits(where & ~growing)]
        yield from plants
        for space in bits(where & growing):
            grown = put(planet, GROW, [space])
            yield grown
            if what == BOTH:
                yield from [put(grown, PLANT, [other]) for other in bits(where & ~growing)]
    else:
        effect = GROW if what in (GROW, BESIDE, SMALL, BIG) else what
        for number in range(1, times + 1):
            for spaces in combinations(bits(where), number):
                yield put(planet, effect, spaces)


def lakes(planet: Planet, times: int, where: int) -> Iterator[Planet]:
    """A lake, up to two growths beside it, and perhaps another lake."""
    for space in bits(where):
        lake = put(planet, LAKE, [space])
        beside = posed(lake, Question(BESIDE, 2, False, BESIDES[space]))
        for then in answers(lake, beside[0]) if beside else [lake]:
            yield then
            if times > 1:
                yield from lakes(then, times - 1, where & ~(1 << space))


def put(planet: Planet, effect: int, spaces: list[int] | tuple[int, ...]) -> Planet:
    sprout, small, big, bush, lake, buds = planet
    for space in spaces:
        here = 1 << space
        if effect == PLANT:
            sprout |= here
        elif effect == BUSH:
            bush |= here
        elif effect == LAKE:
            lake |= here
        elif sprout & here:
            sprout, small = sprout & ~here, small | here
        else:
            small, big = small & ~here, big | here
    return Planet(sprout, small, big, bush, lake, buds)


# ----------------------------------------------------------------------------------------- points
def best(table: Evergreen) -> int:
    """The most points that can be had from a table of the last round."""
    if not table.to_act:
        return table.points(0)
    if not table.acting():
        picks = []
        for move in Moves().of(table, 0):
            after = table.clone()
            after.apply(0, move)
            picks.append(best(after))
        return max(picks)
    me = table.gardeners[0]
    ripe = {
        space: table.fertility(biome) for biome in range(WILD) for space in regions(table, biome)
    }
    before = me.points() - me.planet.buds
    sun = SIDES[table.sun]
    # Sprouts and lakes score nothing, so planets that differ only there are counted once.
    there = {end._replace(sprout=0, lake=0) for end in LastRound(table).ends}
    return before + max(scored(end, sun, ripe) for end in there)


def regions(table: Evergreen, biome: int) -> list[int]:
    return bits(table.printed.region[biome])


def scored(planet: Planet, sun: str, ripe: dict[int, int]) -> int:
    standing = {
        AT[space]: name for name, board in zip(NAMES, planet, strict=False) for space in bits(board)
    }
    fertile = sum(ripe[space] for space in bits(planet.big))
    return plain.light(standing, sun) + plain.forest(standing) + fertile + planet.buds
