"""Evergreen, for one to four gardeners. Read from top to bottom, this file is the rulebook.

    decisions  what a gardener may do                                    R3, R4, R5
    the draft  the pool, the picks, the card nobody took                 R3
    the round  actions and powers, all at the same time                  R4, R5
    seasons    light, the biggest forest, change of season               R6, R7, R8
    the end    fertility, and who has won                                R9
    alone      the rival that only drafts                                R10
    set-up     what is on the table before the first round               R2

The numbers R1, R2, ... are those of rulebook.md, #1, #2, ... its rulings. The pieces stand next
door in pieces.py. Nobody has looked into the deck, so it has no order: a card is drawn when it is
turned up.

While all act at the same time, each works on a planet that only they see; the others see what was
there when the phase began, and `reveal_count` does not change until the last one has finished.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.fields import Shared
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, bit, mixed, nth, size
from spinney.core.verbs import verb
from spinney.games.evergreen.pieces import (
    ACT,
    FINISH,
    LAKE,
    NOBODY,
    PLANT,
    POWER,
    REVEALED,
    STOP,
    WILD,
    WINTER,
    Act,
    Gardener,
    Pick,
    Planet,
    Plant,
    Printed,
    newcomer,
)


@final
@mypyc_attr(acyclic=True)
class Evergreen(State):
    """The table: the pool, the deck, the fertility zone, and a gardener for each seat."""

    printed: Shared[Printed]
    gardeners: vec[Gardener]
    drafters: i64 = 0
    rival: i64 = 0  # the cards it picked this season
    rival_card: i64 = NOBODY  # and this round
    season: i64 = 0
    round: i64 = 0  # of this season, from 0
    sun: i64 = 0  # the side it shines from
    first: i64 = 0  # who holds the first player token, or has taken it for next round
    drafted: i64 = 0  # picks made in this draft; all: the draft is over
    pool: vec[i64]  # left to right; NOBODY where a card was taken
    token: i64 = NOBODY  # the card under the first player token
    deck: i64 = 0  # a set
    discard: i64 = 0
    # the fertility zone: a pile for each biome, six bits a card (its number and one), the
    # latest lowest; replaced, never changed, so clones share it
    stacks: Shared[vec[i64]]
    flipped: i64 = 0  # cards of the zone that lie face down

    # ------------------------------------------------------------------------------------ decisions
    def acting(self) -> bool:
        """R4: whether all are at work on their planets."""
        return self.drafted == self.drafters and self.to_act != 0

    def legal(self, seat: i64, moves: Moves) -> None:
        """R3.2: any card of the pool. R4: first answer what is open; then the action, which is
        owed, and the power, which is not (#1, #2, #4).
        """
        if self.drafted < self.drafters:
            for card in self.pool:
                if card != NOBODY:
                    moves.add(Pick.say(card))
            return
        me = self.gardeners[seat]
        if me.agenda.depth:
            me.legal_answers(moves)
            return
        if me.acted:
            moves.add(FINISH)
        else:
            moves.upto(ACT, 4)
        if not me.powered:
            moves.add(POWER)

    def apply(self, seat: i64, move: i64) -> None:
        me = self.gardeners[seat]
        what = verb(move)
        if PLANT <= what <= LAKE:  # all four name their space alike
            me.answer(what, Plant.space(move), self.printed)
        elif what == STOP:
            me.agenda.stop()
        elif what == ACT:
            me.act(Act.action(move), self.printed)
        elif what == POWER:
            me.use_power(self.printed)
        elif what == FINISH:
            self.to_act &= ~bit(seat)
            if not self.to_act:
                self.end_round()
        else:
            self.pick(seat, Pick.card(move))
            self.next_pick((seat + 1) % self.drafters)

    # ------------------------------------------------------------------------------------ the draft
    def begin_round(self) -> None:
        """R3.1: a card for each drafter and one more; whoever holds the token picks first."""
        for place in range(self.drafters + 1):
            self.pool[place] = self.take_card()
        for gardener in self.gardeners:
            gardener.card = NOBODY
        self.rival_card = NOBODY
        self.drafted = 0
        self.reveal_count += 1
        self.next_pick(self.first)

    def take_card(self) -> i64:
        """R3.4, #11: an empty deck is made anew from the discards when a card is needed."""
        if not self.deck:
            self.deck = self.discard
            self.discard = 0
        card = nth(self.deck, self.draw(size(self.deck)))
        self.deck ^= bit(card)
        return card

    def next_pick(self, drafter: i64) -> None:
        if self.drafted == self.drafters:
            self.end_draft()
        elif drafter < self.seats:
            self.to_act = bit(drafter)
        else:
            self.pick(drafter, self.rival_choice())
            self.next_pick((drafter + 1) % self.drafters)

    def pick(self, drafter: i64, card: i64) -> None:
        """R3.2: the first picker puts the token on the leftmost card left; who takes that card
        takes the token with it.
        """
        if drafter < self.seats:
            me = self.gardeners[drafter]
            me.card = card
            me.cards |= bit(card)
        else:
            self.rival_card = card
            self.rival |= bit(card)
        for place in range(self.drafters + 1):
            if self.pool[place] == card:
                self.pool[place] = NOBODY
        if self.drafted == 0:
            self.token = self.leftmost()
        elif card == self.token:
            self.token = NOBODY
            self.first = drafter
        self.drafted += 1

    def leftmost(self) -> i64:
        """The card of the pool that lies nearest to the deck."""
        for card in self.pool:
            if card != NOBODY:
                return card
        return NOBODY

    def end_draft(self) -> None:
        """R3.3, then R4: all go to work at the same time."""
        self.clean_up(self.leftmost())
        self.token = NOBODY  # R3.2: if nobody took it, it goes back to whom it came from
        for place in range(self.drafters + 1):
            self.pool[place] = NOBODY
        for gardener in self.gardeners:
            gardener.planet = gardener.shown.clone()
            gardener.acted = False
            gardener.powered = False
        self.to_act = bit(self.seats) - 1

    def clean_up(self, card: i64) -> None:
        """R3.3: the card nobody took goes to the fertility zone, or to the discards (#22)."""
        arid = self.printed.arid >> card & 1
        if arid or self.printed.icons[card]:
            biome = self.printed.biome[card]
            if arid and self.stacks[biome]:  # #9, #10
                self.flipped |= bit(latest(self.stacks[biome]))
            self.stacks = self.stacks[:]
            self.stacks[biome] = self.stacks[biome] << 6 | card + 1
        else:
            self.discard |= bit(card)

    # ------------------------------------------------------------------------------------- seasons
    def end_round(self) -> None:
        """R6: everybody has finished, and the planets are seen."""
        self.reveal_count += 1
        for gardener in self.gardeners:
            gardener.shown = gardener.planet
        self.round += 1
        if self.round == self.printed.rounds[self.season]:
            self.end_season()
        if self.season < WINTER or self.round < self.printed.rounds[WINTER]:
            self.begin_round()

    def end_season(self) -> None:
        """R6, R7: light and forest; R8: change of season, or R9: the end."""
        for gardener in self.gardeners:
            gardener.light |= gardener.planet.light(self.sun) << 8 * self.season
            gardener.forest |= gardener.planet.forest() << 8 * self.season
        if self.season == WINTER:
            for gardener in self.gardeners:
                gardener.fertile = self.fertile(gardener.planet)
            return
        for gardener in self.gardeners:
            self.discard |= gardener.cards
            gardener.cards = 0
        self.discard |= self.rival
        self.rival = 0
        self.season += 1
        self.round = 0
        self.sun = (self.sun + 1) % 4

    # -------------------------------------------------------------------------------------- the end
    def fertility(self, biome: i64) -> i64:
        """R9: the flowers on the open cards of a stack."""
        total: i64 = 0
        stack = self.stacks[biome]
        while stack:
            card = latest(stack)
            if not self.flipped >> card & 1:
                total += self.printed.icons[card]
            stack >>= 6
        return total

    def fertile(self, planet: Planet) -> i64:
        """R9: each big tree scores the fertility of its biome."""
        total: i64 = 0
        for biome in range(i64(WILD)):
            total += self.fertility(biome) * size(planet.big & self.printed.region[biome])
        return total

    def points(self, seat: i64) -> i64:
        return self.gardeners[seat].points()

    def rank_key(self, seat: i64) -> i64:
        """R9, #19: a tie goes to whoever comes first from the holder of the token."""
        place = (seat - self.first + self.drafters) % self.drafters
        return self.points(seat) << 8 | (self.drafters - place)

    # ---------------------------------------------------------------------------------------- alone
    def rival_choice(self) -> i64:
        """R10: a wild card; else the most fertility; else the aridity of the least fertile biome;
        else any card. Among equals the leftmost (#16, #17).
        """
        choice: i64 = NOBODY
        best: i64 = -1
        for card in self.pool:
            if card == NOBODY:
                continue
            biome = self.printed.biome[card]
            if biome == WILD:
                wish: i64 = 1 << 16
            elif self.printed.icons[card]:
                wish = self.printed.icons[card] << 10
            elif self.printed.arid >> card & 1:
                wish = 1023 - self.fertility(biome)
            else:
                wish = 0
            if wish > best:
                best = wish
                choice = card
        return choice

    # ------------------------------------------------------------------------------------ soundness
    def check(self) -> bool:
        """All cards, each in one place; one piece on a space, none beside the planet."""
        cards = self.deck
        count = size(self.deck) + size(self.discard) + size(self.rival)
        cards |= self.discard | self.rival
        for card in self.pool:
            if card != NOBODY:
                cards |= bit(card)
                count += 1
        for stack in self.stacks:
            while stack:
                cards |= bit(latest(stack))
                count += 1
                stack >>= 6
        fits = True
        for gardener in self.gardeners:
            cards |= gardener.cards
            count += size(gardener.cards)
            planet = gardener.planet
            pieces = size(planet.sprout) + size(planet.small) + size(planet.big)
            pieces += size(planet.bush) + size(planet.lake)
            taken = planet.taken()
            fits = fits and pieces == size(taken) and not taken & ~self.printed.planet()
        return fits and cards == self.printed.deck and count == size(cards)

    # -------------------------------------------------------------------------------------- copying
    # fields: made by tools/fields.py
    def copy_from(self, other: Evergreen) -> None:
        self.copy_basics(other)
        self.printed = other.printed
        gardeners = other.gardeners[:]
        for place in range(len(gardeners)):
            gardeners[place] = gardeners[place].clone()
        self.gardeners = gardeners
        self.drafters = other.drafters
        self.rival = other.rival
        self.rival_card = other.rival_card
        self.season = other.season
        self.round = other.round
        self.sun = other.sun
        self.first = other.first
        self.drafted = other.drafted
        self.pool = other.pool[:]
        self.token = other.token
        self.deck = other.deck
        self.discard = other.discard
        self.stacks = other.stacks
        self.flipped = other.flipped

    # fields: end

    def clone(self) -> Evergreen:
        copy = Evergreen()
        copy.copy_from(self)
        return copy

    def hash_key(self) -> i64:
        key = mixed(self.deck, self.discard)
        key = mixed(mixed(key, self.rival), self.flipped)
        key = mixed(key, self.to_act << 8 | self.season << 4 | self.round)
        key = mixed(key, self.first << 8 | self.drafted)
        key = mixed(key, self.token)
        for card in self.pool:
            key = mixed(key, card)
        for stack in self.stacks:
            key = mixed(key, stack)
        for gardener in self.gardeners:
            key = gardener.hash_key(key)
        return key


def latest(stack: i64) -> i64:
    """The card that was put on a stack last."""
    return (stack & 63) - 1


def drafters(seats: i64) -> i64:
    """R10: in a solo game a rival drafts too."""
    if seats == 1:
        return 2
    return seats


# ------------------------------------------------------------------------------------------ set-up
def blank(printed: Printed, seats: i64, sun: i64, rng_state: i64) -> Evergreen:
    """An empty table: all cards in the deck, nobody waiting."""
    gardeners = vec[Gardener]()
    for _ in range(seats):
        gardeners = append(gardeners, newcomer())
    table = Evergreen()
    table.seats = seats
    table.rng_state = rng_state
    table.printed = printed
    table.gardeners = gardeners
    table.drafters = drafters(seats)
    table.sun = sun
    table.pool = vec[i64]([NOBODY] * (table.drafters + 1))
    table.deck = printed.deck
    table.stacks = vec[i64]([0] * WILD)
    return table


def setup(printed: Printed, seats: i64, sun: i64, rng: Rng) -> Evergreen:
    """R2: a first player by lot, points by place, and five fertility icons in the zone."""
    table = blank(printed, seats, sun, rng.fork())
    table.first = table.draw(table.drafters)
    for seat in range(seats):
        place = (seat - table.first + table.drafters) % table.drafters
        table.gardeners[seat].start = place
    reveal(table)
    table.begin_round()
    return table


def reveal(table: Evergreen) -> None:
    """R2, #13, #14: turn cards up until enough icons lie open; the others go back into the deck."""
    aside: i64 = 0
    icons: i64 = 0
    while icons < REVEALED:
        card = table.take_card()
        if table.printed.icons[card]:
            icons += table.printed.icons[card]
            table.clean_up(card)
        else:
            aside |= bit(card)
    table.deck |= aside
