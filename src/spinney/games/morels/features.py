"""The inputs of a net for a table of Morels: both foragers, the woods, and what is yet to come.

They contain only what the seat knows: of the rival's hand the cards that were taken face up, and
the number of the others.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.inputs import Inputs
from spinney.core.packed import at, cards, count, total
from spinney.games.morels.pieces import (
    ANGEL,
    BUTTER,
    CIDER,
    COOK_LEAST,
    DECAY,
    FEET,
    FOREST,
    KINDS,
    MOON,
    MUSHROOMS,
    NIGHT_WORTH,
    PAN,
    Forager,
)
from spinney.games.morels.rules import Morels

HELD: Final = 8  # mushrooms of a kind told apart
LEAD: Final = 45  # points ahead or behind, in steps of three
PHASE: Final = 8  # cards of the deck to a phase of the game
PHASES: Final = 10
SETS: Final = 4


def features(table: Morels, seat: i64, inputs: Inputs) -> None:
    me = table.forager(seat)
    rival = table.forager(1 - seat)
    phase = (table.in_deck + PHASE - 1) // PHASE
    lead = me.points - rival.points
    mine = table.turn == seat
    inputs.flag(mine)
    inputs.which(table.excess, 6)
    inputs.which(phase, PHASES)
    inputs.level((lead + LEAD) // 3, 2 * LEAD // 3)
    zone = 0 if lead < -8 else 1 if lead < -2 else 2 if lead < 3 else 3 if lead < 9 else 4
    inputs.which(phase * 5 + zone, PHASES * 5)
    known = rival.hand - rival.dealt
    of_forager(me, me.hand, me.nights, mine, inputs)
    of_forager(rival, known, 0, not mine, inputs)
    inputs.some(total(rival.dealt), 3)
    inputs.some(total(rival.nights), 4)
    of_woods(table, me, known, rival.dealt, inputs)


def of_forager(me: Forager, hand: i64, nights: i64, turn: bool, inputs: Inputs) -> None:
    """The cards of one forager, as far as they are known."""
    sets: i64 = 0
    kind: i64 = 0
    while kind < MUSHROOMS:
        held = count(hand, kind) + NIGHT_WORTH * count(nights, kind)
        inputs.some(held, HELD)
        if held >= COOK_LEAST:
            sets += 1
        kind += 1
    inputs.some(sets, SETS)
    pans = me.pans
    inputs.which(pans, 4)
    inputs.some(count(hand, PAN), 3)
    inputs.flag(sets > pans + count(hand, PAN))
    inputs.some(count(hand, BUTTER), 3)
    inputs.some(count(hand, CIDER), 3)
    inputs.some(me.baskets, 5)
    inputs.which(me.sticks, 14)
    room = me.limit() - me.size
    inputs.which(room, 10)
    inputs.flag(turn and room == 0)
    inputs.some(me.poison, 5)
    inputs.some(len(me.cooked), 6)


def of_woods(table: Morels, me: Forager, known: i64, hidden: i64, inputs: Inputs) -> None:
    """Forest and decay, place by place and kind by kind, and the cards that nobody has shown."""
    place: i64 = 0
    while place < FOREST:
        if place < table.in_forest:
            inputs.which(at(table.forest, place), len(KINDS))
        else:
            inputs.skip(len(KINDS))
        place += 1
    inputs.which(table.in_decay, DECAY + 1)
    decay: i64 = 0
    place = 0
    while place < table.in_decay:
        decay += cards(at(table.decay, place), 1)
        place += 1
    kind: i64 = 0
    while kind < MOON + 1:
        inputs.some(count(decay, kind), 3)
        kind += 1
    forest: i64 = 0
    feet: i64 = 0
    place = 0
    while place < table.in_forest:
        card = cards(at(table.forest, place), 1)
        forest += card
        if place < FEET:
            feet += card
        place += 1
    unseen = table.deck + hidden
    kind = 0
    while kind < MUSHROOMS:
        own = count(me.hand, kind) + NIGHT_WORTH * count(me.nights, kind)
        near = count(forest, kind) + count(decay, kind)
        theirs = count(known, kind)
        to_come = count(unseen, kind)
        inputs.some(near, 4)
        inputs.some(to_come, 8)
        # a set begun: can it still be finished, by whom, and who is nearer to it?
        inputs.flag(0 < own < COOK_LEAST and own + near >= COOK_LEAST)
        inputs.flag(0 < own < COOK_LEAST and own + near + to_come < COOK_LEAST)
        inputs.flag(0 < theirs < COOK_LEAST and theirs + near >= COOK_LEAST)
        inputs.flag(0 < theirs < COOK_LEAST and theirs + near + to_come < COOK_LEAST)
        inputs.flag(own > 0 and count(feet, kind) > 0)
        inputs.flag(theirs > 0 and count(feet, kind) > 0)
        inputs.flag(own > theirs and near > 0)
        inputs.flag(theirs > own and near > 0)
        kind += 1
    kind = ANGEL
    while kind < MOON + 1:
        inputs.some(count(forest, kind), 3)
        inputs.some(count(unseen, kind), 4)
        kind += 1
