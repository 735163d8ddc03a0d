"""The table of Undergrove: everything on and under it, and what can be read off it.

The files next to this one have functions that work on a table; state.py binds them together.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from spinney.core.agenda import Agenda
from spinney.core.arrays import i64, vec
from spinney.core.fields import Shared
from spinney.core.packed import count
from spinney.core.state import State, bit, first, size
from spinney.games.undergrove.pieces import (
    ALL_READY_TURNS,
    ALL_TOKENS,
    ALL_USED,
    DEALT_GOALS,
    EACH,
    NO_PLANT,
    NO_TYPE,
    NONE,
    PLANTS,
    Fir,
    corner_of,
    is_tree,
    roots_of,
)
from spinney.games.undergrove.rules.forest import Forest
from spinney.games.undergrove.rules.printed import Print

HALF: Final = 60  # corners in one word
USED: Final = 16  # in `readied`: all four tokens were used (#38)
NOBODY_THERE: Final = 0xFFFFF  # a row of the five green spaces, all of them free


@mypyc_attr(acyclic=True)
class Table(State):
    printed: Shared[Print]
    forest: Shared[Forest]
    carbon: vec[i64]  # by mushroom
    filled: i64 = 0  # a heap: cubes on the scoring spaces, by slot
    firs: vec[Fir]  # the players; in a solo game then Brown and Tan
    claimed_low: i64 = 0  # the corners that are taken or closed
    claimed_high: i64 = 0
    blocked: i64 = 0  # corners of Earthlover that are closed
    supply: i64 = 0  # tiles face down, a set; on a state built from a view all unseen ones
    in_supply: i64 = 0
    discard: i64 = 0  # tiles face up, a set
    goals: Shared[vec[i64]]  # three sides; never changes
    readings: i64 = 0  # how the options read what the print leaves open, a bit for each (pieces.py)
    # Bonus tiles on the three stones, heaps; then those that are not in play. In a state made from
    # a view: what the seat knows of the stones, then all it has not seen.
    stacks: vec[i64]
    visitors: i64 = 0  # sixteen bits a stone: who took a tile, seat + 1, in order
    spaces: i64 = NOBODY_THERE  # a row: who stands on each green space; 15: nobody
    turn: i64 = 0
    starter: i64 = 0
    turns: i64 = 0  # begun, the AI's not counted
    ending: i64 = 0  # 0: not in sight, 1: this round and one more, 2: the last
    phase: i64 = 0
    agenda: Agenda
    # Of this turn only:
    made: i64 = 0  # carbon gained to the board
    absorbed: i64 = 0  # 1: some was absorbed
    placed: i64 = 0  # a heap: Roots by type
    readied: i64 = 0  # tokens flipped back, where a goal asks for that; USED
    been: i64 = 0  # positions of the tokens seen in this chain of actions
    boosts: i64 = 0  # ongoing abilities that help, a bit for each kind
    here: i64 = NONE  # the mushroom that is being activated
    using: i64 = NONE  # the one whose ability is used: the same, or the one it copies
    gained: i64 = 0  # cubes of it that may be put on scoring spaces
    # Of a solo game only:
    keep: i64 = 0  # Seedlings that count for an AI tree; 0: not a solo game
    focus: i64 = 0  # a row: the focus element of Brown (1) and Tan (2)
    deck: i64 = 0  # cards still to come, a set
    card: i64 = NONE  # the last one; NONE before the first
    deeds: i64 = 0  # what became of its actions (rules/solo.py)

    # fields: made by tools/fields.py
    def copy_from(self, other: Table) -> None:
        self.copy_basics(other)
        self.printed = other.printed
        self.forest = other.forest
        self.carbon = other.carbon[:]
        self.filled = other.filled
        firs = other.firs[:]
        for place in range(len(firs)):
            firs[place] = firs[place].clone()
        self.firs = firs
        self.claimed_low = other.claimed_low
        self.claimed_high = other.claimed_high
        self.blocked = other.blocked
        self.supply = other.supply
        self.in_supply = other.in_supply
        self.discard = other.discard
        self.goals = other.goals
        self.readings = other.readings
        self.stacks = other.stacks[:]
        self.visitors = other.visitors
        self.spaces = other.spaces
        self.turn = other.turn
        self.starter = other.starter
        self.turns = other.turns
        self.ending = other.ending
        self.phase = other.phase
        self.agenda = other.agenda.clone()
        self.made = other.made
        self.absorbed = other.absorbed
        self.placed = other.placed
        self.readied = other.readied
        self.been = other.been
        self.boosts = other.boosts
        self.here = other.here
        self.using = other.using
        self.gained = other.gained
        self.keep = other.keep
        self.focus = other.focus
        self.deck = other.deck
        self.card = other.card
        self.deeds = other.deeds

    # fields: end

    # --------------------------------------------------------------------------------------- plants
    def fir(self, seat: i64) -> Fir:
        return self.firs[seat]

    def solo(self) -> bool:
        return self.keep > 0

    def claimed(self, corner: i64) -> bool:
        """R7.3: whether a corner is taken or closed."""
        if corner < HALF:
            return self.claimed_low >> corner & 1 != 0
        return self.claimed_high >> corner - HALF & 1 != 0

    def claim(self, corner: i64) -> None:
        if corner < HALF:
            self.claimed_low |= bit(corner)
        else:
            self.claimed_high |= bit(corner - HALF)

    def has_open_corner(self) -> bool:
        corner: i64 = 0
        while corner < len(self.forest.spots):
            if not self.claimed(corner):
                return True
            corner += 1
        return False

    def roots_under(self, plant: i64) -> i64:
        """The mushrooms a plant has Roots on."""
        return self.forest.rooted(corner_of(plant), roots_of(plant))

    def has_root_spot(self, fir: Fir, plants: i64) -> bool:
        """R8.2: whether one of these plants touches a mushroom it has no Root on."""
        if not fir.roots:
            return False
        i: i64 = 0
        while i < PLANTS and fir.plants[i] != NO_PLANT:
            if plants >> i & 1:
                plant = fir.plants[i]
                if size(self.forest.around(corner_of(plant))) > size(roots_of(plant)):
                    return True
            i += 1
        return False

    def thirsty_roots(self, fir: Fir) -> i64:
        """The mushrooms where a Seedling that can take carbon has a Root."""
        found: i64 = 0
        i: i64 = 0
        while i < PLANTS and fir.plants[i] != NO_PLANT:
            plant = fir.plants[i]
            if fir.thirsty(plant, self.printed.tree):
                found |= self.roots_under(plant)
            i += 1
        return found

    # ------------------------------------------------------------------------------------ mushrooms
    def carbon_set(self) -> i64:
        """The mushrooms that carry carbon."""
        found: i64 = 0
        for mushroom in self.forest.order:
            if self.carbon[mushroom]:
                found |= bit(mushroom)
        return found

    def value(self, mushroom: i64) -> i64:
        """R12.2: what a Root on it scores now; spaces filled and neighbours may count."""
        slot = self.printed.slot[mushroom]
        if slot != NONE:
            return self.printed.filled[slot][count(self.filled, slot)]
        worth = self.printed.base[mushroom]
        kind = self.printed.each[mushroom]
        if kind != NO_TYPE:
            around = self.forest.adjacent[mushroom]
            while around:
                if self.printed.type[first(around)] == kind:
                    worth += 1
                around &= around - 1
        return worth

    def room(self, mushroom: i64) -> i64:
        """R4.9: cube spaces that are still empty."""
        slot = self.printed.slot[mushroom]
        if slot == NONE:
            return 0
        return len(self.printed.filled[slot]) - 1 - count(self.filled, slot)

    # ---------------------------------------------------------------------------------------- goals
    def goal_for(self, counts: i64) -> i64:
        """Which of the three goals counts this; NONE if none does."""
        goal: i64 = 0
        while goal < DEALT_GOALS:
            if self.printed.goal_counts[self.goals[goal]] == counts:
                return goal
            goal += 1
        return NONE

    def mark(self, seat: i64, counts: i64, n: i64) -> None:
        """R10.1: move a disc, if one of the goals counts this."""
        goal = self.goal_for(counts)
        if goal != NONE:
            self.firs[seat].mark(goal, n)

    # -------------------------------------------------------------------------------------- gaining
    def gain(self, seat: i64, purse: i64) -> None:
        """Cubes from the supply, which never runs out (#17); carbon counts for the turn (#3)."""
        self.firs[seat].purse += purse
        if seat == self.turn:
            self.made += purse & EACH

    def make_ready(self, seat: i64, tokens: i64) -> None:
        """R4.4: flip used tokens back; those that are ready stay so."""
        fir = self.firs[seat]
        if self.goal_for(ALL_READY_TURNS) != NONE:
            self.readied |= self.counting(fir.ready) & (tokens & ~fir.ready | USED)
        fir.ready |= tokens

    def counting(self, ready: i64) -> i64:
        """#38: what Sooty Grouse B counts of tokens readied while these are ready: nothing before
        all four are used; by the other reading each of them.
        """
        if not self.readings & ALL_USED:
            return ALL_TOKENS
        return 0 if ready and not self.readied else ALL_TOKENS | USED

    def carbon_on_seedlings(self, seat: i64) -> i64:
        """R12.4: the second tie-break."""
        fir = self.firs[seat]
        found: i64 = 0
        i: i64 = 0
        while i < PLANTS and fir.plants[i] != NO_PLANT:
            if not is_tree(fir.plants[i]):
                found += fir.plants[i] >> 12 & 15
            i += 1
        return found
