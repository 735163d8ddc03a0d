"""Morels, for two foragers. Read from top to bottom, this file is the rulebook.

    decisions  what a forager may do                               R3, R4
    effects    what each option does, and what follows a turn      R3, R5, R6
    the end    what counts                                         R8
    set-up     what is on the table before the first turn          R2, R7

The numbers R1, R2, ... are those of rulebook.md, #1, #2, ... its rulings. The pieces stand next
door in pieces.py. Nobody has looked into the two decks, so they have no order: a card is drawn when
it is turned up.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64
from spinney.core.fields import Shared
from spinney.core.packed import at, cards, count, kind_of, laid, total, without
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, bit, mixed
from spinney.core.verbs import verb
from spinney.games.morels.pieces import (
    ANGEL,
    BASKET,
    BUTTER,
    CIDER,
    COOK,
    COOK_LEAST,
    DEALT,
    DECAY,
    DISCARD,
    FEET,
    FOREST,
    FROM_HAND,
    FROM_PLAY,
    GATHER,
    HOLDABLE,
    LOSE,
    MEAL,
    MOON,
    NIGHT_WORTH,
    PAN,
    PER_BASKET,
    PLAY_PAN,
    SELL,
    SELL_LEAST,
    TAKE,
    TWO,
    Cook,
    Discard,
    Forager,
    Sell,
    Take,
    Worth,
    price,
)


@final
@mypyc_attr(acyclic=True)
class Morels(State):
    """The table: forest, decay, decks, discards, and two foragers."""

    worth: Shared[Worth]
    first: Forager
    second: Forager
    forest: i64 = 0  # a row; place 0 is next to the decay
    in_forest: i64 = 0
    decay: i64 = 0  # a row
    in_decay: i64 = 0
    deck: i64 = 0  # a heap; on a state built from a view everything nobody has shown
    in_deck: i64 = 0
    night_deck: i64 = 0  # likewise
    discard: i64 = 0  # day cards out of the game, a heap
    night_discard: i64 = 0
    turn: i64 = 0
    excess: i64 = 0  # cards that whose turn it is must still discard
    opened: i64 = 0  # one bit for each seat whose first turn has begun

    # ------------------------------------------------------------------------------------ decisions
    def legal(self, seat: i64, moves: Moves) -> None:
        """R3: one option a turn; passing is none of them."""
        me = self.forager(seat)
        if self.excess:
            self.legal_discards(me, moves)
            return
        self.legal_takes(me, moves)
        self.legal_sets(me, moves)
        if count(me.hand, PAN):
            moves.add(PLAY_PAN)
        if not moves.count:
            moves.add(LOSE)  # R3.6

    def legal_takes(self, me: Forager, moves: Moves) -> None:
        """R3.1, R3.2: only what fits into the hand, and never a second Destroying Angel."""
        room = me.limit() - me.size
        reach = FEET + me.sticks
        if reach > self.in_forest:
            reach = self.in_forest
        place: i64 = 0
        if room > 0 and me.poison == 0:  # nearly always, and then there is nothing to look at
            moves.upto(TAKE, reach)
            place = reach
        while place < reach:
            kind = at(self.forest, place)
            if kind == BASKET or (me.poison == 0 if kind == ANGEL else room > 0):
                moves.add(Take.say(place))
            place += 1
        left = self.in_decay
        if left:
            angels: i64 = 1 if me.poison else 0
            decay = self.decay
            while left:
                kind = decay & 15
                if kind == BASKET:
                    room += PER_BASKET
                elif kind == ANGEL:
                    angels += 1
                else:
                    room -= 1
                decay >>= 4
                left -= 1
            if room >= 0 and angels <= 1:
                moves.add(GATHER)

    def legal_sets(self, me: Forager, moves: Moves) -> None:
        """R3.3, R3.4: any part of what is held of one kind, if it is enough."""
        kind: i64 = 0
        enough = me.hand & TWO | me.nights  # the least to sell is two, or one that stands for two
        while enough:
            if enough & 15:
                days = count(me.hand, kind)
                nights = count(me.nights, kind)
                night: i64 = 0
                while night <= nights:
                    day: i64 = 0
                    while day <= days:
                        like = day + NIGHT_WORTH * night
                        if like >= SELL_LEAST:
                            moves.add(Sell.say(kind, day, night))
                        if like >= COOK_LEAST:
                            self.legal_meals(me, kind, day, night, moves)
                        day += 1
                    night += 1
            enough >>= 4
            kind += 1

    def legal_meals(self, me: Forager, kind: i64, day: i64, night: i64, moves: Moves) -> None:
        """R3.3, R6.5: each butter wants four of the mushrooms, each cider five of the others."""
        needs = self.worth.needs
        cards_in_hand = count(me.hand, PAN)
        ciders = count(me.hand, CIDER)
        butters = count(me.hand, BUTTER)
        left = day + NIGHT_WORTH * night
        cider: i64 = 0
        while cider <= ciders and left >= 0:
            spare = left
            butter: i64 = 0
            while butter <= butters and spare >= 0:
                if me.pans:
                    moves.add(Cook.say(kind, day, night, butter, cider, FROM_PLAY))
                if cards_in_hand:
                    moves.add(Cook.say(kind, day, night, butter, cider, FROM_HAND))
                butter += 1
                spare -= needs[BUTTER]
            cider += 1
            left -= needs[CIDER]

    def legal_discards(self, me: Forager, moves: Moves) -> None:
        """R6.6, #19: the owner chooses, card by card."""
        kind: i64 = 0
        while kind < MOON:
            if count(me.hand, kind):
                moves.add(Discard.say(kind, 0))
            if count(me.nights, kind):
                moves.add(Discard.say(kind, 1))
            kind += 1

    # -------------------------------------------------------------------------------------- effects
    def apply(self, seat: i64, move: i64) -> None:
        me = self.forager(seat)
        option = verb(move)
        angel = False
        if option == TAKE:
            angel = self.take(me, Take.place(move))
            if self.in_forest == 0:
                self.to_act = 0  # R8, #12, #20: at once
                if angel:
                    self.poison(me)
                return
        elif option == GATHER:
            angel = self.gather(me)
        elif option == COOK:
            self.cook(me, move)
        elif option == SELL:
            self.sell(me, Sell.kind(move), Sell.day(move), Sell.night(move))
        elif option == PLAY_PAN:
            self.show(me.lose(PAN, 1))
            me.pans += 1
        elif option == DISCARD:
            self.throw_away(me, Discard.kind(move), Discard.night(move))
        if angel:
            self.poison(me)
            self.excess = me.excess(0, 0)
        elif option != DISCARD and me.poison:
            self.recover(me)
        if self.excess == 0:
            self.end_turn(seat)

    def take(self, me: Forager, place: i64) -> bool:
        """R3.1: a stick for each step beyond the two cards at your feet; true for an Angel."""
        me.sticks -= price(place)
        kind = at(self.forest, place)
        self.forest = without(self.forest, place)
        self.in_forest -= 1
        return self.collect(me, kind)

    def gather(self, me: Forager) -> bool:
        """R3.2: the whole decay; true if there was an Angel in it."""
        angel = False
        place: i64 = 0
        while place < self.in_decay:
            if self.collect(me, at(self.decay, place)):
                angel = True
            place += 1
        self.decay = 0
        self.in_decay = 0
        return angel

    def collect(self, me: Forager, kind: i64) -> bool:
        """R6.3, R6.4, R6.6: baskets go into play, moons bring a night card, Angels wait (true)."""
        if kind == BASKET:
            me.baskets += 1
        elif kind == MOON:
            self.discard += cards(MOON, 1)
            self.draw_night(me)
        elif kind == ANGEL:
            return True
        else:
            me.keep(kind)
        return False

    def draw_night(self, me: Forager) -> None:
        """R6.4; #16: should the night deck be empty, the moon brings nothing."""
        left = total(self.night_deck) - self.first.blank_nights - self.second.blank_nights
        if left > 0:
            kind = kind_of(self.night_deck, self.draw(total(self.night_deck)))
            self.night_deck -= cards(kind, 1)
            me.nights += cards(kind, 1)
            me.size += 1
            self.reveal_count += 1

    def cook(self, me: Forager, move: i64) -> None:
        """R3.3: the set, its seasoning and its pan leave the hand for good."""
        shown = me.lose(Cook.kind(move), Cook.day(move))
        shown |= me.lose_nights(Cook.kind(move), Cook.night(move))
        shown |= me.lose(BUTTER, Cook.butter(move))
        shown |= me.lose(CIDER, Cook.cider(move))
        if Cook.pan(move) == FROM_HAND:
            shown |= me.lose(PAN, 1)
        else:
            me.pans -= 1
        self.show(shown)
        me.cooked = append(me.cooked[:], move & MEAL)
        me.points += self.worth.meal(move)
        if me.poison:
            me.poison += 1  # #8: one more set for the Angel to pass through

    def sell(self, me: Forager, kind: i64, day: i64, night: i64) -> None:
        """R3.4"""
        shown = me.lose(kind, day)
        shown |= me.lose_nights(kind, night)
        self.show(shown)
        self.discard += cards(kind, day)
        self.night_discard += cards(kind, night)
        me.sticks += (day + NIGHT_WORTH * night) * self.worth.sticks[kind]

    def throw_away(self, me: Forager, kind: i64, night: i64) -> None:
        """R6.6: shown to the rival, then discarded."""
        if night:
            self.show(me.lose_nights(kind, 1))
            self.night_discard += cards(kind, 1)
        else:
            self.show(me.lose(kind, 1))
            self.discard += cards(kind, 1)
        self.excess -= 1

    def poison(self, me: Forager) -> None:
        """R6.6, #7: a later turn for each set cooked by now; with none the Angel leaves at once."""
        me.poison = len(me.cooked)
        if me.poison == 0:
            self.discard += cards(ANGEL, 1)

    def recover(self, me: Forager) -> None:
        """#7, #9: the Angel passes through one set at the end of every turn, lost ones too."""
        me.poison -= 1
        if me.poison == 0:
            self.discard += cards(ANGEL, 1)

    def show(self, unknown: bool) -> None:
        """The rival has seen a card that only its owner knew."""
        if unknown:
            self.reveal_count += 1

    def end_turn(self, seat: i64) -> None:
        """R5: the nearest card decays, the forest moves up and is filled; R8: or it is over."""
        if self.in_decay == DECAY:
            while self.in_decay:
                self.in_decay -= 1
                self.discard += cards(at(self.decay, self.in_decay), 1)
            self.decay = 0
        self.decay = laid(self.decay, self.in_decay, at(self.forest, 0))
        self.in_decay += 1
        self.forest = without(self.forest, 0)
        self.in_forest -= 1
        self.grow_forest()
        if self.in_forest == 0:
            self.to_act = 0
        else:
            self.begin_turn(1 - seat)

    def grow_forest(self) -> None:
        """R2, R5: turn up cards until eight lie in the forest or the deck is empty."""
        while self.in_forest < FOREST and self.in_deck:
            self.forest = laid(self.forest, self.in_forest, self.turn_up())
            self.in_forest += 1

    def turn_up(self) -> i64:
        """A random card of the day deck."""
        kind = kind_of(self.deck, self.draw(self.in_deck))
        self.deck -= cards(kind, 1)
        self.in_deck -= 1
        self.reveal_count += 1
        return kind

    def begin_turn(self, seat: i64) -> None:
        self.turn = seat
        self.to_act = bit(seat)
        if not self.opened >> seat & 1:
            self.open_hand(seat)

    def open_hand(self, seat: i64) -> None:
        """R7, #15, #23: baskets, moons and Angels of the opening hand, at its first turn."""
        self.opened |= bit(seat)
        self.reveal_count += 1  # the rival now knows that none of them is left
        me = self.forager(seat)
        me.baskets += count(me.dealt, BASKET)
        moons = count(me.dealt, MOON)
        angels = count(me.dealt, ANGEL)
        self.discard += cards(MOON, moons) + cards(ANGEL, angels)
        me.hand &= HOLDABLE
        me.dealt &= HOLDABLE
        me.size = total(me.hand) + total(me.nights) + me.blank_days + me.blank_nights
        while moons:
            self.draw_night(me)
            moons -= 1

    # -------------------------------------------------------------------------------------- the end
    def points(self, seat: i64) -> i64:
        """R8: only cooked mushrooms and their seasoning count."""
        return self.forager(seat).points

    def check(self) -> bool:
        """All day cards, night cards and pan tokens; no hand too large; points as cooked."""
        day = self.deck + self.discard
        night = self.night_deck + self.night_discard
        place: i64 = 0
        while place < self.in_forest:
            day += cards(at(self.forest, place), 1)
            place += 1
        place = 0
        while place < self.in_decay:
            day += cards(at(self.decay, place), 1)
            place += 1
        fits = total(self.deck) == self.in_deck
        seat: i64 = 0
        while seat < 2:
            me = self.forager(seat)
            points: i64 = 0
            for cook in me.cooked:
                day += cards(Cook.kind(cook), Cook.day(cook))
                day += cards(BUTTER, Cook.butter(cook)) + cards(CIDER, Cook.cider(cook))
                night += cards(Cook.kind(cook), Cook.night(cook))
                points += self.worth.meal(cook)
            day += me.hand + cards(BASKET, me.baskets) + cards(ANGEL, 1 if me.poison else 0)
            day += cards(PAN, me.pans + len(me.cooked) - 1)  # one of them is the token
            night += me.nights
            in_time = self.to_act == 0 or (self.excess > 0 and self.turn == seat)
            fits = (
                fits
                and points == me.points
                and me.size == total(me.hand) + total(me.nights)
                and (me.size <= me.limit() or in_time)
                and me.sticks >= 0
                and me.pans >= 0
            )
            seat += 1
        return fits and day == self.worth.day and night == self.worth.night

    # -------------------------------------------------------------------------------------- copying
    def forager(self, seat: i64) -> Forager:
        return self.second if seat else self.first

    # fields: made by tools/fields.py
    def copy_from(self, other: Morels) -> None:
        self.copy_basics(other)
        self.worth = other.worth
        self.first = other.first.clone()
        self.second = other.second.clone()
        self.forest = other.forest
        self.in_forest = other.in_forest
        self.decay = other.decay
        self.in_decay = other.in_decay
        self.deck = other.deck
        self.in_deck = other.in_deck
        self.night_deck = other.night_deck
        self.discard = other.discard
        self.night_discard = other.night_discard
        self.turn = other.turn
        self.excess = other.excess
        self.opened = other.opened

    # fields: end

    def clone(self) -> Morels:
        copy = Morels()
        copy.copy_from(self)
        return copy

    def hash_key(self) -> i64:
        """Who knows a card, and what was discarded, changes nothing that can still happen."""
        key = mixed(self.forest, self.in_forest << 8 | self.in_decay)
        key = mixed(mixed(key, self.decay), self.deck)
        key = mixed(mixed(key, self.in_deck), self.night_deck)
        key = mixed(key, self.to_act << 8 | self.turn << 4 | self.opened)
        key = mixed(key, self.excess)
        return self.second.hash_key(self.first.hash_key(key))

    def determinize(self, rng: Rng) -> None:
        """Deal the blanks: what a rival was dealt and drew at night, out of all that was never
        shown.
        """
        self.rng_state = rng.fork()
        seat: i64 = 0
        while seat < 2:
            me = self.forager(seat)
            while me.blank_days:
                unseen = self.deck & HOLDABLE if self.opened >> seat & 1 else self.deck
                kind = kind_of(unseen, rng.below(total(unseen)))
                self.deck -= cards(kind, 1)
                me.hand += cards(kind, 1)
                me.dealt += cards(kind, 1)
                me.blank_days -= 1
            while me.blank_nights:
                kind = kind_of(self.night_deck, rng.below(total(self.night_deck)))
                self.night_deck -= cards(kind, 1)
                me.nights += cards(kind, 1)
                me.blank_nights -= 1
            seat += 1


# ------------------------------------------------------------------------------------------ set-up
def newcomer() -> Forager:
    """R2: nothing but a pan token."""
    return Forager()


def setup(worth: Worth, starter: i64, rng: Rng) -> Morels:
    """R2, #22: the forest first, then three cards to the starter and three to the rival."""
    table = Morels()
    table.seats = 2
    table.rng_state = rng.fork()
    table.worth = worth
    table.first = newcomer()
    table.second = newcomer()
    table.deck = worth.day
    table.in_deck = total(worth.day)
    table.night_deck = worth.night
    table.turn = starter
    table.grow_forest()
    seat = starter
    for _ in range(2):
        me = table.forager(seat)
        for _ in range(DEALT):
            kind = table.turn_up()
            me.keep(kind)
            me.dealt += cards(kind, 1)
        seat = 1 - seat
    table.begin_turn(starter)
    return table
