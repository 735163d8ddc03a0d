"""The pieces of Evergreen: what is printed, a planet, and a gardener with a planet and cards.

A set of spaces is one number, a bitboard: the space in row r and column c, counted from 0 at the
top left, is its bit 8 * r + c. `&` keeps what is in both sets, `|` joins, `& ~` takes away. A set
of cards is a number of the same sort.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from spinney.core.agenda import Agenda, nothing
from spinney.core.arrays import i64, vec
from spinney.core.fields import Shared, reduced
from spinney.core.state import Moves, Piece, bit, mixed, size

# ------------------------------------------------------------------------------------------- names
SPACES: Final = tuple([f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"])
BIOMES: Final = ("snow", "swamp", "rock", "flowers", "wheat", "grassland", "wild")
POWERS: Final = ("sprout", "small", "big", "bush", "lake", "bud")
PIECES: Final = ("sprout", "small", "big", "bush", "lake")
SEASONS: Final = ("spring", "summer", "autumn", "winter")
SIDES: Final = ("top", "right", "bottom", "left")  # where the sun stands, clockwise
WILD: Final = 6  # the biome that is every biome
BUD: Final = 5  # the power that only scores
WINTER: Final = 3
TOP: Final = 0
RIGHT: Final = 1
BOTTOM: Final = 2

CARDS: Final = 42
NOBODY: Final = -1  # no card, or no one
REVEALED: Final = 5  # R2: fertility icons that lie open when the game begins
SMALL_SCORES: Final = 1  # R6: points of light
BIG_SCORES: Final = 2

# ------------------------------------------------------------------------------------------- moves
PICK: Final = 0
ACT: Final = 1
POWER: Final = 2
PLANT: Final = 3
GROW: Final = 4
BUSH: Final = 5
LAKE: Final = 6
STOP: Final = 7  # leave the rest of an open question
FINISH: Final = 8  # done for this round
SENTENCES: Final = {
    PICK: "pick card",
    ACT: "act action",
    POWER: "power",
    PLANT: "plant space",
    GROW: "grow space",
    BUSH: "bush space",
    LAKE: "lake space",
    STOP: "stop",
    FINISH: "finish",
}


# moves: made by tools/fields.py
@final
class Pick:
    @staticmethod
    def say(card: i64) -> i64:
        return PICK | card << 8

    @staticmethod
    def card(move: i64) -> i64:
        return move >> 8 & 255


@final
class Act:
    @staticmethod
    def say(action: i64) -> i64:
        return ACT | action << 8

    @staticmethod
    def action(move: i64) -> i64:
        return move >> 8 & 255


@final
class Plant:
    @staticmethod
    def say(space: i64) -> i64:
        return PLANT | space << 8

    @staticmethod
    def space(move: i64) -> i64:
        return move >> 8 & 255


@final
class Grow:
    @staticmethod
    def say(space: i64) -> i64:
        return GROW | space << 8

    @staticmethod
    def space(move: i64) -> i64:
        return move >> 8 & 255


@final
class Bush:
    @staticmethod
    def say(space: i64) -> i64:
        return BUSH | space << 8

    @staticmethod
    def space(move: i64) -> i64:
        return move >> 8 & 255


@final
class Lake:
    @staticmethod
    def say(space: i64) -> i64:
        return LAKE | space << 8

    @staticmethod
    def space(move: i64) -> i64:
        return move >> 8 & 255


# moves: end


ACTIONS: Final = "abcd"
A: Final = 0  # R4.1: plant three times
B: Final = 1  # grow twice
C: Final = 2  # plant and grow
D: Final = 3  # plant or grow, anywhere

# A question bears the number of the verb that answers it, but for these.
EITHER: Final = 16  # plant or grow
BOTH: Final = 17  # plant and grow, in any order
SMALL: Final = 18  # grow a sprout only
BIG: Final = 19  # grow a small tree only
BESIDE: Final = 20  # grow beside a lake
QUESTIONS: Final = {
    PLANT: "plant",
    GROW: "grow",
    BUSH: "bush",
    LAKE: "lake",
    EITHER: "either",
    BOTH: "both",
    SMALL: "small",
    BIG: "big",
    BESIDE: "beside",
}
ASKS: Final = vec[i64]([PLANT, SMALL, BIG, BUSH, LAKE])  # what each power asks for; a bud nothing

# ------------------------------------------------------------------------------------------ spaces
GRID: Final = 0x3FFFFFFFFFFFFFFF  # the last two of the 64 spaces are never part of a planet
WEST_EDGE: Final = 0x0101010101010101
EAST_EDGE: Final = 0x0080808080808080


def behind(board: i64, sun: i64) -> i64:
    """The spaces one step further from the sun."""
    if sun == TOP:
        return board << 8 & GRID
    if sun == RIGHT:
        return (board & ~WEST_EDGE) >> 1
    if sun == BOTTOM:
        return board >> 8
    return (board & ~EAST_EDGE) << 1 & GRID


def beside(board: i64) -> i64:
    """The orthogonal neighbours of a set of spaces; whether they are on the planet is for the
    caller to see.
    """
    east = (board & ~EAST_EDGE) << 1
    west = (board & ~WEST_EDGE) >> 1
    return (board << 8 | board >> 8 | east | west) & GRID


# ----------------------------------------------------------------------------------------- printed
@final
@mypyc_attr(acyclic=True)
class Printed:
    """What is printed on boards and cards. Never changes, so clones share it."""

    region: vec[i64]  # the spaces of each biome; of wild, the whole planet
    track: vec[vec[i64]]  # the values of each power, from the start on
    rounds: vec[i64]  # of each season
    names: list[str]  # of the cards
    biome: vec[i64]  # of each card
    power: vec[i64]
    icons: vec[i64]  # flowers of fertility
    arid: i64 = 0  # the cards with the icon of aridity
    deck: i64 = 0  # all cards

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    def planet(self) -> i64:
        """Every space something can stand on."""
        return self.region[WILD]


# ------------------------------------------------------------------------------------------ planet
@final
@mypyc_attr(acyclic=True)
class Planet(Piece):
    """What stands on a planet, and what its powers have brought."""

    sprout: i64 = 0
    small: i64 = 0
    big: i64 = 0
    bush: i64 = 0
    lake: i64 = 0
    levels: i64 = 0  # where the six power markers stand, a byte each
    buds: i64 = 0  # points that buds have brought

    # fields: made by tools/fields.py
    def copy_from(self, other: Planet) -> None:
        self.sprout = other.sprout
        self.small = other.small
        self.big = other.big
        self.bush = other.bush
        self.lake = other.lake
        self.levels = other.levels
        self.buds = other.buds

    # fields: end

    def clone(self) -> Planet:
        copy = Planet()
        copy.copy_from(self)
        return copy

    def hash_key(self, key: i64) -> i64:
        key = mixed(mixed(mixed(key, self.sprout), self.small), self.big)
        return mixed(mixed(mixed(mixed(key, self.bush), self.lake), self.levels), self.buds)

    def taken(self) -> i64:
        return self.sprout | self.small | self.big | self.bush | self.lake

    def grow(self, here: i64) -> None:
        """R4.1: a sprout becomes a small tree, a small tree a big one."""
        if self.sprout & here:
            self.sprout ^= here
            self.small |= here
        else:
            self.small ^= here
            self.big |= here

    def put(self, what: i64, here: i64) -> None:
        """One effect on one space."""
        if what == PLANT:
            self.sprout |= here
        elif what == GROW:
            self.grow(here)
        elif what == BUSH:
            self.bush |= here
        else:
            self.lake |= here

    def open_to(self, question: i64, where: i64) -> i64:
        """Those of the spaces where a question can be answered now."""
        if question == GROW or question == BESIDE:
            return where & (self.sprout | self.small)
        if question == SMALL:
            return where & self.sprout
        if question == BIG:
            return where & self.small
        if question == EITHER or question == BOTH:
            return where & ~(self.big | self.bush | self.lake)
        return where & ~self.taken()

    def level(self, power: i64) -> i64:
        return self.levels >> power * 8 & 255

    def dark(self, sun: i64) -> i64:
        """R6: the spaces where no tree of any size is lit, for a big tree's shadow lies there."""
        near = behind(self.big, sun)
        return near | behind(near, sun)

    def lit(self, sun: i64) -> i64:
        """R6: the trees hit by light; only an equal or taller tree in front keeps it away."""
        dark = self.dark(sun)
        return (self.big | self.small & ~behind(self.small, sun)) & ~dark

    def light(self, sun: i64) -> i64:
        """R6: points for the trees hit by light."""
        lit = self.lit(sun)
        return SMALL_SCORES * size(self.small & lit) + BIG_SCORES * size(self.big & lit)

    def biggest(self) -> i64:
        """R7: the forest with the most trees and bushes; among equal ones the first from the
        top left.
        """
        rest = self.small | self.big | self.bush
        most: i64 = 0
        biggest: i64 = 0
        while rest:
            forest = rest & -rest
            before: i64 = 0
            while forest != before:
                before = forest
                forest |= beside(forest) & rest
            rest ^= forest
            count = size(forest)
            if count > most:
                most = count
                biggest = forest
        return biggest

    def forest(self) -> i64:
        """R7: a point for each tree and bush of the biggest forest."""
        return size(self.biggest())


# ---------------------------------------------------------------------------------------- gardener
@final
@mypyc_attr(acyclic=True)
class Gardener(Piece):
    """A seat: its planet, its cards, its points, and what it still has to decide this round."""

    shown: Shared[Planet]  # as everybody last saw it; replaced, never changed
    planet: Planet  # as it stands; the others see it when all have finished
    cards: i64 = 0  # picked this season
    card: i64 = NOBODY  # picked this round
    acted: bool = False
    powered: bool = False
    agenda: Agenda
    start: i64 = 0  # R2: points for the place in the first turn order
    light: i64 = 0  # points of each season, a byte each
    forest: i64 = 0  # likewise
    fertile: i64 = 0  # R9

    # fields: made by tools/fields.py
    def copy_from(self, other: Gardener) -> None:
        self.shown = other.shown
        self.planet = other.planet.clone()
        self.cards = other.cards
        self.card = other.card
        self.acted = other.acted
        self.powered = other.powered
        self.agenda = other.agenda.clone()
        self.start = other.start
        self.light = other.light
        self.forest = other.forest
        self.fertile = other.fertile

    # fields: end

    def clone(self) -> Gardener:
        copy = Gardener()
        copy.copy_from(self)
        return copy

    def hash_key(self, key: i64) -> i64:
        key = self.planet.hash_key(mixed(mixed(key, self.cards), self.card))
        state: i64 = 2 if self.acted else 0
        key = mixed(key, state | 1 if self.powered else state)
        key = mixed(mixed(mixed(key, self.light), self.forest), self.fertile << 8 | self.start)
        question: i64 = 0
        while question < self.agenda.depth:
            key = mixed(mixed(key, self.agenda.asked(question)), self.agenda.where(question))
            question += 1
        return key

    def points(self) -> i64:
        total = self.start + self.planet.buds + self.fertile
        seasons = self.light
        while seasons:
            total += seasons & 255
            seasons >>= 8
        seasons = self.forest
        while seasons:
            total += seasons & 255
            seasons >>= 8
        return total

    # ---------------------------------------------------------------------------------- questions
    def ask(self, what: i64, times: i64, must: bool, where: i64) -> None:
        self.agenda.ask(what, times, must, self.planet.open_to(what, where))

    def legal_answers(self, moves: Moves) -> None:
        agenda = self.agenda
        what = agenda.what()
        spaces = agenda.spaces()
        if what < EITHER:
            moves.each(what, spaces)
        elif what >= SMALL:
            moves.each(GROW, spaces)
        else:
            growing = self.planet.sprout | self.planet.small
            moves.each(PLANT, spaces & ~growing)
            moves.each(GROW, spaces & growing)
        if not agenda.must():
            moves.add(STOP)

    def answer(self, what: i64, space: i64, printed: Printed) -> None:
        """One effect; its question goes on, never on the same space, and owes no more (#3)."""
        agenda = self.agenda
        if agenda.what() == BOTH:  # the other of the two is left
            where = agenda.spaces() & ~bit(space)
            agenda.stop()
            self.ask(GROW if what == PLANT else PLANT, 1, False, where)
        else:
            agenda.release()
            agenda.answer(space)
        self.planet.put(what, bit(space))
        if what == LAKE:
            self.ask(BESIDE, 2, False, beside(bit(space)) & printed.planet())  # R5.5

    # -------------------------------------------------------------------------- actions and powers
    def act(self, action: i64, printed: Printed) -> None:
        """R4.1: one of the four actions, in the biome of the card; D goes anywhere."""
        self.acted = True
        biome = printed.region[printed.biome[self.card]]
        if action == A:
            self.ask(PLANT, 3, False, biome)
        elif action == B:
            self.ask(GROW, 2, False, biome)
        elif action == C:
            self.ask(BOTH, 1, False, biome)
        else:
            self.ask(EITHER, 1, True, printed.planet())

    def use_power(self, printed: Printed) -> None:
        """R5: first upgrade the power of the card, then use it up to its new value, anywhere."""
        self.powered = True
        power = printed.power[self.card]
        track = printed.track[power]
        level = self.planet.level(power)
        if level < len(track) - 1:
            level += 1
            self.planet.levels += bit(8 * power)
        if power == BUD:
            self.planet.buds += track[level]
        else:
            self.ask(ASKS[power], track[level], True, printed.planet())


def newcomer() -> Gardener:
    """R2: an empty planet, and no points yet."""
    me = Gardener()
    me.shown = Planet()
    me.planet = Planet()
    me.agenda = nothing()
    return me
