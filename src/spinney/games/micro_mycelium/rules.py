"""Micro Mycelium, for one to four growers. Read from top to bottom, this file is the rulebook.

    decisions  what may be chosen, laid and drafted                 R2, R4, R9
    effects    what follows, and who is next                        R3, R4, R9
    the end    what counts                                          R6, R7, R8, R9.5
    set-up     what is on the table before the first decision       R2, R9.1

The numbers R1, R2, ... are those of rulebook.md, #1, #2, ... its rulings. The pieces stand next
door in pieces.py, and with them the field, which counts as tiles are laid. Nobody has looked into a
pile, so it has no order: a tile is drawn when it is revealed.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.fields import Shared
from spinney.core.packed import at, cards
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, bit, first, mixed, nth, size
from spinney.core.verbs import verb
from spinney.games.micro_mycelium.pieces import (
    BARE,
    CHOOSE,
    COUNTS,
    FIRST,
    FLOWER,
    FLOWER_POINTS,
    FLOWERS,
    FREE,
    KNOTS,
    LAY,
    MARKET,
    MET,
    MUSHROOMS,
    NEIGHBOURS,
    NOTHING,
    OUTSIDE,
    PLACE,
    REACH,
    ROW,
    SIDES,
    SPAN,
    STUMP,
    STUMP_POINTS,
    STUMPS,
    TILES,
    WHOLE,
    Choose,
    Column,
    Field,
    Lay,
    Place,
    Prints,
    Row,
    bare_field,
    kind_at,
    set_of,
    tile,
)

CHOOSING: Final = 0  # R2.2: everybody picks a special tile, unseen by the others
LAYING: Final = 1  # R4
STARTING: Final = 2  # R9.1: solo, the starting field
DRAFTING: Final = 3  # R9.2
PLACING: Final = 4  # R9.3


@final
@mypyc_attr(acyclic=True)
class Mycelium(State):
    """The table: the field, and the market and the pile of every set."""

    sets: i64 = 0  # in the game: one for each seat, or those of a solo game
    side: i64 = 0  # points for an unblocked spore side
    advanced: bool = False
    phase: i64 = CHOOSING
    turn: i64 = 0
    field: Field
    market: vec[i64]  # by set: a row of three kinds
    pile: vec[i64]  # by set: the kinds still face down
    hand: vec[i64]  # by set: solo, tiles revealed or drafted and not laid yet
    rounds: i64 = 0  # solo: turns finished
    merits: Shared[vec[i64]]  # solo: the equal scores that earned them; never changed

    # ------------------------------------------------------------------------------------ decisions
    def legal(self, seat: i64, moves: Moves) -> None:
        if self.phase == LAYING:
            self.field.offer(self.ways(LAY, seat, shown(self.market[seat])), moves)
        elif self.phase == CHOOSING:
            kind: i64 = MUSHROOMS
            while kind < TILES:
                moves.add(Choose.say(kind))
                kind += 1
        elif self.phase == DRAFTING:
            self.legal_drafts(moves)
        else:
            ways = vec[i64]()
            set_: i64 = 0
            while set_ < self.sets:
                for way in self.ways(PLACE, set_, self.hand[set_]):
                    ways = append(ways, way)
                set_ += 1
            self.field.offer(ways, moves)

    def ways(self, how: i64, set_: i64, kinds: i64) -> vec[i64]:
        """R4.2, #3, #18: any of the tiles, turned at will; turns that look alike are one."""
        ways = vec[i64]()
        kind: i64 = 0
        while kind < TILES:
            if kinds >> kind & 1:
                turn: i64 = 0
                while turn < self.field.prints.turns[kind]:
                    if how == PLACE:
                        ways = append(ways, Place.say(kind, 0, 0, turn, set_))
                    else:
                        ways = append(ways, Lay.say(kind, 0, 0, turn))
                    turn += 1
            kind += 1
        return ways

    def legal_drafts(self, moves: Moves) -> None:
        """R9.2, #15: a whole row or column of the markets, as long as something is in it."""
        filled: i64 = 0
        set_: i64 = 0
        while set_ < self.sets:
            slot: i64 = 0
            while slot < MARKET:
                if at(self.market[set_], slot) != NOTHING:
                    filled |= bit(slot)
                slot += 1
            if self.market[set_] != BARE:
                moves.add(Row.say(set_))
            set_ += 1
        slot = 0
        while slot < MARKET:
            if filled >> slot & 1:
                moves.add(Column.say(slot))
            slot += 1

    # -------------------------------------------------------------------------------------- effects
    def apply(self, seat: i64, move: i64) -> None:
        option = verb(move)
        if option == LAY:
            self.lay(seat, Lay.tile(move), Lay.q(move), Lay.r(move), Lay.turn(move))
        elif option == CHOOSE:
            self.choose(seat, Choose.tile(move))
        elif option == PLACE:
            kind, x, y = Place.tile(move), Place.q(move), Place.r(move)
            self.place(Place.set_(move), kind, x, y, Place.turn(move))
        elif option == ROW:
            self.draft(option, Row.set_(move))
        else:
            self.draft(option, Column.slot(move))

    def choose(self, seat: i64, kind: i64) -> None:
        """R2.2, #1: face down until everybody has chosen."""
        self.pile[seat] = WHOLE & ~bit(kind)
        self.market[seat] = filled(BARE, 0, kind)
        self.to_act &= ~bit(seat)
        if self.to_act == 0:
            self.reveal_count += 1
            seat = 0
            while seat < self.seats:
                self.replenish(seat)
                seat += 1
            self.phase = LAYING
            self.begin_turn(self.first_player())

    def first_player(self) -> i64:
        """R3, #2: the fewest spore sides in the market; chance decides between equals."""
        fewest: i64 = 100
        equal: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            spores: i64 = 0
            slot: i64 = 0
            while slot < MARKET:
                kind = at(self.market[seat], slot)
                spores += size(self.field.prints.spores[tile(seat, kind, 0)])
                slot += 1
            if spores < fewest:
                fewest = spores
                equal = 0
            if spores == fewest:
                equal |= bit(seat)
            seat += 1
        return nth(equal, self.draw(size(equal))) if size(equal) > 1 else first(equal)

    def lay(self, seat: i64, kind: i64, x: i64, y: i64, turn: i64) -> None:
        """R4: a tile of the market joins the field, another one is revealed; R5: nine rounds."""
        self.field.lay(tile(seat, kind, turn), x, y)
        self.market[seat] = without(self.market[seat], kind)
        self.replenish(seat)
        if self.exhausted():
            self.to_act = 0
        else:
            self.begin_turn((seat + 1) % self.seats)

    def exhausted(self) -> bool:
        """R5, R9.5: no market has a tile left, and so no pile has."""
        set_: i64 = 0
        while set_ < self.sets:
            if self.market[set_] != BARE:
                return False
            set_ += 1
        return True

    def begin_turn(self, seat: i64) -> None:
        self.turn = seat
        self.to_act = bit(seat)

    def replenish(self, set_: i64) -> None:
        """R4.3, R9.4, #4: fill the empty slots of a market, the first one first, while there are
        tiles left.
        """
        slot: i64 = 0
        while slot < MARKET and self.pile[set_]:
            if at(self.market[set_], slot) == NOTHING:
                self.market[set_] = filled(self.market[set_], slot, self.reveal(set_))
            slot += 1

    def reveal(self, set_: i64) -> i64:
        """A random tile of a pile."""
        pile = self.pile[set_]
        kind = nth(pile, self.draw(size(pile)))
        self.pile[set_] = pile & ~bit(kind)
        self.reveal_count += 1
        return kind

    # ----------------------------------------------------------------------------------------- solo
    def draft(self, option: i64, which: i64) -> None:
        """R9.2: a row is all the tiles of one set, a column one tile of each."""
        set_: i64 = 0
        while set_ < self.sets:
            slot: i64 = 0
            while slot < MARKET:
                if which == (set_ if option == ROW else slot):
                    kind = at(self.market[set_], slot)
                    if kind != NOTHING:
                        self.hand[set_] |= bit(kind)
                        self.market[set_] = without(self.market[set_], kind)
                slot += 1
            set_ += 1
        self.phase = PLACING

    def place(self, set_: i64, kind: i64, x: i64, y: i64, turn: i64) -> None:
        """R9.1, R9.3, #15, #17: what was revealed or drafted is laid, in any order, all of it."""
        self.field.lay(tile(set_, kind, turn), x, y)
        self.hand[set_] &= ~bit(kind)
        left: i64 = 0
        set_ = 0
        while set_ < self.sets:
            left |= self.hand[set_]
            set_ += 1
        if left:
            return
        if self.phase == PLACING:
            self.end_solo_turn()
        self.phase = DRAFTING
        if self.exhausted():
            self.to_act = 0

    def end_solo_turn(self) -> None:
        """R9.4, #14: a merit if all sets are worth the same, then new tiles for the markets."""
        self.rounds += 1
        if self.spread() == 0:
            self.merits = append(self.merits[:], self.score(0))
        set_: i64 = 0
        while set_ < self.sets:
            self.replenish(set_)
            set_ += 1

    def spread(self) -> i64:
        """How far the sets are from being equal: the highest score less the lowest."""
        low = self.score(0)
        high = low
        set_: i64 = 1
        while set_ < self.sets:
            score = self.score(set_)
            low = score if score < low else low
            high = score if score > high else high
            set_ += 1
        return high - low

    # -------------------------------------------------------------------------------------- the end
    def score(self, set_: i64) -> i64:
        """R6, R7: what the field is worth to a set."""
        field = self.field
        points = (
            field.count_of(set_, FREE) * self.side
            + field.count_of(set_, STUMPS) * STUMP_POINTS
            + field.count_of(set_, FLOWERS) * FLOWER_POINTS
        )
        if self.advanced:
            points += field.count_of(set_, KNOTS) + field.network(set_)
        return points

    def solo(self) -> bool:
        return self.seats == 1

    def points(self, seat: i64) -> i64:
        """R6; R9.5: in a solo game the merits."""
        return len(self.merits) if self.solo() else self.score(seat)

    def rank_key(self, seat: i64) -> i64:
        """R8, #12: ties go to more spore connections, more stump connections, and the smaller
        distance from stump to flower.
        """
        if self.solo():
            return len(self.merits)
        field = self.field
        standing = self.score(seat) * 128 + field.count_of(seat, KNOTS)
        standing = standing * 128 + field.count_of(seat, STUMPS)
        return standing * 128 + REACH - field.apart(seat)

    def check(self) -> bool:
        """All nine tiles of every set somewhere once, and the running scores as counted afresh."""
        field = self.field
        lying = vec[i64]([0] * len(self.market))
        i: i64 = 0
        while i < field.count:
            one = field.tiles[i] >> 16
            mine = set_of(one)
            if mine >= self.sets or lying[mine] >> kind_at(one) & 1:
                return False
            lying[mine] |= bit(kind_at(one))
            i += 1
        set_: i64 = 0
        while set_ < self.sets:
            market = shown(self.market[set_])
            parts = size(lying[set_]) + size(market) + size(self.pile[set_]) + size(self.hand[set_])
            if parts != TILES or lying[set_] | market | self.pile[set_] | self.hand[set_] != WHOLE:
                return False
            set_ += 1
        return counted_afresh(field)

    # -------------------------------------------------------------------------------------- copying
    # fields: made by tools/fields.py
    def copy_from(self, other: Mycelium) -> None:
        self.copy_basics(other)
        self.sets = other.sets
        self.side = other.side
        self.advanced = other.advanced
        self.phase = other.phase
        self.turn = other.turn
        self.field = other.field.clone()
        self.market = other.market[:]
        self.pile = other.pile[:]
        self.hand = other.hand[:]
        self.rounds = other.rounds
        self.merits = other.merits

    # fields: end

    def clone(self) -> Mycelium:
        copy = Mycelium()
        copy.copy_from(self)
        return copy

    def hash_key(self) -> i64:
        """The tiles as they lie, in whatever order they were laid."""
        lying: i64 = 0
        i: i64 = 0
        while i < self.field.count:
            lying ^= mixed(mixed(self.field.tiles[i], 1), 2)
            i += 1
        key = mixed(lying, self.to_act << 8 | self.phase << 4 | self.turn)
        key = mixed(key, self.rounds << 8 | len(self.merits))
        set_: i64 = 0
        while set_ < self.sets:
            key = mixed(key, self.market[set_])
            key = mixed(key, self.pile[set_] << 16 | self.hand[set_])
            set_ += 1
        return key


def shown(market: i64) -> i64:
    """The kinds in a market, as a set of tiles."""
    kinds: i64 = 0
    slot: i64 = 0
    while slot < MARKET:
        kind = at(market, slot)
        if kind != NOTHING:
            kinds |= bit(kind)
        slot += 1
    return kinds


def filled(market: i64, slot: i64, kind: i64) -> i64:
    """The market with a tile in a slot that was empty."""
    return market - cards(slot, NOTHING - kind)


def without(market: i64, kind: i64) -> i64:
    """The market with the slot of this tile empty."""
    slot: i64 = 0
    while at(market, slot) != kind:
        slot += 1
    return market + cards(slot, NOTHING - kind)


def counted_afresh(field: Field) -> bool:
    """Whether the running counts are what the field itself says, and the holes are holes."""
    world = wide_world(field)
    tally = vec[i64]([0] * len(field.tally))
    prints = field.prints
    i: i64 = 0
    while i < field.count:
        entry = field.tiles[i]
        mine = entry >> 16
        here = (entry >> 8 & 255) % SPAN * SPAN + (entry & 255) % SPAN
        if field.at(here) != mine:
            return False
        base = set_of(mine) * COUNTS
        side: i64 = 0
        while side < SIDES:
            there = NEIGHBOURS[here * SIDES + side]
            beside = field.at(there)
            facing = (side + 3) % SIDES
            spores = prints.spores[mine] >> side & 1
            if beside < FIRST:
                if (beside == OUTSIDE) != (world[there] == 1):
                    return False
                if not field.open[there // SPAN] >> there % SPAN & 1:
                    return False
                tally[base + FREE] += spores & world[there]
            else:
                own = set_of(beside) == set_of(mine)
                if own and there > here:
                    tally[base + KNOTS] += spores & prints.spores[beside] >> facing
                if own and kind_at(mine) == STUMP:
                    tally[base + STUMPS] += prints.spores[beside] >> facing & 1
                if kind_at(mine) == FLOWER:
                    tally[base + FLOWERS] += prints.roots[beside] >> facing & 1
                    if kind_at(beside) == FLOWER:
                        tally[base + MET] |= bit(set_of(beside))
            side += 1
        i += 1
    i = 0
    while i < len(tally):
        if tally[i] != field.tally[i]:
            return False
        i += 1
    return True


def wide_world(field: Field) -> vec[i64]:
    """1 for every empty place that is not a hole: all that can be reached from beyond the edge."""
    world = vec[i64]([0] * (SPAN * SPAN))
    start = (field.north - 1) % SPAN * SPAN + (field.west - 1) % SPAN
    found = vec[i64]([start])
    world[start] = 1
    done: i64 = 0
    while done < len(found):
        here = found[done]
        done += 1
        side: i64 = 0
        while side < SIDES:
            there = NEIGHBOURS[here * SIDES + side]
            if world[there] == 0 and field.at(there) < FIRST:
                world[there] = 1
                found = append(found, there)
            side += 1
    return world


# ------------------------------------------------------------------------------------------ set-up
def setup(prints: Prints, seats: i64, sets: i64, side: i64, advanced: bool, rng: Rng) -> Mycelium:
    """R2: everybody is about to choose; R9.1: or, alone, the markets lie open and so does one more
    tile of each set.
    """
    table = Mycelium()
    table.seats = seats
    table.to_act = bit(seats) - 1
    table.rng_state = rng.fork()
    table.sets = sets
    table.side = side
    table.advanced = advanced
    table.field = bare_field(prints)
    table.market = vec[i64]([BARE] * sets)
    table.pile = vec[i64]([WHOLE] * sets)
    table.hand = vec[i64]([0] * sets)
    table.merits = vec[i64]()
    if table.solo():
        set_: i64 = 0
        while set_ < sets:
            table.replenish(set_)
            set_ += 1
        set_ = 0
        while set_ < sets:
            table.hand[set_] = bit(table.reveal(set_))
            set_ += 1
        table.phase = STARTING
    return table
