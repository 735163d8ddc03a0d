"""The table of Undergrove: everything on and under it, and what can be read off it.

The chapters next to this one are functions that work on a table; rules.py binds them together.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from spinney.core.agenda import Agenda
from spinney.core.arrays import i64, vec
from spinney.core.packed import count
from spinney.core.state import State, bit, first, size
from spinney.games.undergrove.pieces import (
    ALL_READY_TURNS,
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


@mypyc_attr(acyclic=True)
class Table(State):
    __slots__ = (
        "absorbed",
        "agenda",
        "been",
        "blocked",
        "boosts",
        "carbon",
        "card",
        "claimed_high",
        "claimed_low",
        "deck",
        "deeds",
        "discard",
        "ending",
        "filled",
        "firs",
        "focus",
        "forest",
        "gained",
        "goals",
        "here",
        "in_supply",
        "keep",
        "made",
        "phase",
        "placed",
        "print",
        "readied",
        "spaces",
        "stacks",
        "starter",
        "supply",
        "turn",
        "turns",
        "using",
        "visitors",
    )

    def __init__(
        self,
        seats: i64,
        to_act: i64,
        reveal_count: i64,
        rng_state: i64,
        print: Print,
        forest: Forest,
        carbon: vec[i64],
        filled: i64,
        firs: vec[Fir],
        claimed_low: i64,
        claimed_high: i64,
        blocked: i64,
        supply: i64,
        in_supply: i64,
        discard: i64,
        goals: vec[i64],
        stacks: vec[i64],
        visitors: i64,
        spaces: i64,
        turn: i64,
        starter: i64,
        turns: i64,
        ending: i64,
        phase: i64,
        agenda: Agenda,
        made: i64,
        absorbed: i64,
        placed: i64,
        readied: i64,
        been: i64,
        boosts: i64,
        here: i64,
        using: i64,
        gained: i64,
        keep: i64,
        focus: i64,
        deck: i64,
        card: i64,
        deeds: i64,
    ) -> None:
        super().__init__(seats, to_act, reveal_count, rng_state)
        self.print: Print = print
        self.forest: Forest = forest
        self.carbon: vec[i64] = carbon  # by mushroom
        self.filled: i64 = filled  # a heap: cubes on the scoring spaces, by slot
        self.firs: vec[Fir] = firs  # the players; in a solo game then Brown and Tan
        self.claimed_low: i64 = claimed_low  # the corners that are taken or closed
        self.claimed_high: i64 = claimed_high
        self.blocked: i64 = blocked  # corners of Earthlover that are closed
        self.supply: i64 = (
            supply  # tiles face down, a set; on a state built from a view all unseen ones
        )
        self.in_supply: i64 = in_supply
        self.discard: i64 = discard  # tiles face up, a set
        self.goals: vec[i64] = goals  # three sides; never changes
        # Bonus tiles on the three stones, heaps; then those that are not in play. On a recalled
        # table: what the seat knows of the stones, then all it has not seen.
        self.stacks: vec[i64] = stacks
        self.visitors: i64 = visitors  # sixteen bits a stone: who took a tile, seat + 1, in order
        self.spaces: i64 = spaces  # a row: who stands on each green space; 15: nobody
        self.turn: i64 = turn
        self.starter: i64 = starter
        self.turns: i64 = turns  # begun, the AI's not counted
        self.ending: i64 = ending  # 0: not in sight, 1: this round and one more, 2: the last
        self.phase: i64 = phase
        self.agenda: Agenda = agenda
        # Of this turn only:
        self.made: i64 = made  # carbon gained to the board
        self.absorbed: i64 = absorbed  # 1: some was absorbed
        self.placed: i64 = placed  # a heap: Roots by type
        self.readied: i64 = readied  # tokens flipped back, where a goal asks for that
        self.been: i64 = been  # positions of the tokens seen in this chain of actions
        self.boosts: i64 = boosts  # ongoing abilities that help, a bit for each kind
        self.here: i64 = here  # the mushroom that is being activated
        self.using: i64 = using  # the one whose ability is used: the same, or the one it copies
        self.gained: i64 = gained  # cubes of it that may be put on scoring spaces
        # Of a solo game only:
        self.keep: i64 = keep  # Seedlings that count for an AI tree; 0: not a solo game
        self.focus: i64 = focus  # a row: the focus element of Brown (1) and Tan (2)
        self.deck: i64 = deck  # cards still to come, a set
        self.card: i64 = card  # the last one; NONE before the first
        self.deeds: i64 = deeds  # what became of its actions (chapters/solo.py)

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
            if fir.thirsty(plant, self.print.tree):
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
        slot = self.print.slot[mushroom]
        if slot != NONE:
            return self.print.filled[slot][count(self.filled, slot)]
        worth = self.print.base[mushroom]
        kind = self.print.each[mushroom]
        if kind != NO_TYPE:
            around = self.forest.adjacent[mushroom]
            while around:
                if self.print.type[first(around)] == kind:
                    worth += 1
                around &= around - 1
        return worth

    def room(self, mushroom: i64) -> i64:
        """R4.9: cube spaces that are still empty."""
        slot = self.print.slot[mushroom]
        if slot == NONE:
            return 0
        return len(self.print.filled[slot]) - 1 - count(self.filled, slot)

    # ---------------------------------------------------------------------------------------- goals
    def goal_for(self, counts: i64) -> i64:
        """Which of the three goals counts this; NONE if none does."""
        goal: i64 = 0
        while goal < DEALT_GOALS:
            if self.print.goal_counts[self.goals[goal]] == counts:
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
            self.readied |= tokens & ~fir.ready
        fir.ready |= tokens

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
