"""What a seat may know, and the table it can make of that.

Perfect recall: what was once seen by everybody stays known. Hidden are only the cards each forager
was dealt and has not shown yet, the night cards in hand, and what the decks will bring.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64, vec
from spinney.core.cache import Cache
from spinney.core.game import seats_to_act
from spinney.core.packed import at, cards, laid, total
from spinney.games.morels import pieces, rules
from spinney.games.morels.pieces import KINDS, Worth
from spinney.games.morels.view_types import Cards, Forager, Pan, View

PLACE: Final = {kind: place for place, kind in enumerate(KINDS)}
# Heaps in the form that views have, by their number. Views never change, so they can share parts:
# all viewers of a table see mostly the same, and most of it was the same a move ago. All keys are
# the values that decide what is seen, never addresses, so an entry can never be the wrong one.
HEAPS: Final = Cache(4000)
ROWS: Final = Cache(4000)  # rows of the forest and the decay, in the same way
MEALS: Final = Cache(4000)  # what is cooked, by the meals and what they are worth
FORAGERS: Final = Cache(4000)  # by all that is seen of them
OPENED: Final = [[False, False], [True, False], [False, True], [True, True]]


def view(state: rules.Morels, seat: int) -> View:
    return View(
        seat=seat,
        seats=state.seats,
        deciding=seats_to_act(state),
        reveal_count=state.reveal_count,
        turn=state.turn,
        excess=state.excess,
        opened=OPENED[state.opened],
        forest=row_of(state.forest, state.in_forest),
        decay=row_of(state.decay, state.in_decay),
        discard=cards_of(state.discard),
        night_discard=cards_of(state.night_discard),
        deck=state.in_deck,
        night_deck=total(state.night_deck),
        foragers=[forager(state, s, s == seat) for s in range(2)],
    )


def forager(state: rules.Morels, seat: int, own: bool) -> Forager:
    me = state.forager(seat)
    dealt, nights = me.dealt, me.nights
    hidden_dealt, hidden_nights = total(dealt), total(nights)
    known = me.hand - dealt
    if not own:
        dealt = nights = 0
    small = me.size | me.sticks << 8 | me.baskets << 24 | me.pans << 32 | me.poison << 40
    unseen = hidden_dealt | hidden_nights << 8 | me.points << 16
    key = (state.worth, own, small, unseen, known, dealt, nights, *[meal for meal in me.cooked])
    seen: Forager | None = FORAGERS.get(key)
    if seen is not None:
        return seen
    seen = Forager(
        cards=me.size,
        known=cards_of(known),
        dealt=cards_of(dealt),
        nights=cards_of(nights),
        hidden_dealt=hidden_dealt,
        hidden_nights=hidden_nights,
        sticks=me.sticks,
        baskets=me.baskets,
        pans=me.pans,
        cooked=pans_of(me, state.worth),
        poison=me.poison,
        points=me.points,
        limit=me.limit(),
    )
    FORAGERS.put(key, seen)
    return seen


def state_from_view(worth: Worth, seen: View) -> rules.Morels:
    """The same table. `determinize` still has to deal what the seat has not seen."""
    foragers, wood, decay = seen.foragers, seen.forest, seen.decay
    first, second = recall_forager(seen, 0), recall_forager(seen, 1)
    discard, night_discard = heap_of(seen.discard), heap_of(seen.night_discard)
    day = discard + first.hand + second.hand + heap_of_row(wood) + heap_of_row(decay)
    night = night_discard + first.nights + second.nights
    for forager in foragers:
        day += in_play(forager)
        for pan in forager.cooked:
            night += cards(PLACE[pan.kind], pan.night)
    table = rules.Morels()
    table.seats = 2
    table.to_act = sum(1 << s for s in seen.deciding)
    table.reveal_count = seen.reveal_count
    table.worth = worth
    table.first = first
    table.second = second
    table.forest = row_number(wood)
    table.in_forest = len(wood)
    table.decay = row_number(decay)
    table.in_decay = len(decay)
    table.deck = worth.day - day
    table.in_deck = seen.deck
    table.night_deck = worth.night - night
    table.discard = discard
    table.night_discard = night_discard
    table.turn = seen.turn
    table.excess = seen.excess
    table.opened = sum(1 << s for s in range(2) if seen.opened[s])
    return table


def recall_forager(seen: View, seat: int) -> pieces.Forager:
    f = seen.foragers[seat]
    own = seat == seen.seat
    dealt = heap_of(f.dealt)
    me = pieces.Forager()
    me.hand = heap_of(f.known) + dealt
    me.dealt = dealt
    me.nights = heap_of(f.nights)
    me.size = f.cards
    me.blank_days = 0 if own else f.hidden_dealt
    me.blank_nights = 0 if own else f.hidden_nights
    me.sticks = f.sticks
    me.baskets = f.baskets
    me.pans = f.pans
    me.poison = f.poison
    me.cooked = vec[i64]([pan_number(pan) for pan in f.cooked])
    me.points = f.points
    return me


def in_play(f: Forager) -> i64:
    """The day cards in front of a forager, as a heap."""
    meals = f.cooked
    pans = f.pans + len(meals) - 1  # one of them is the token
    heap = cards(pieces.PAN, pans) + cards(pieces.BASKET, f.baskets)
    if f.poison:
        heap += cards(pieces.ANGEL, 1)
    for pan in meals:
        heap += cards(PLACE[pan.kind], pan.day)
        heap += cards(pieces.BUTTER, pan.butter) + cards(pieces.CIDER, pan.cider)
    return heap


# ------------------------------------------------------------ numbers of the rules, names of cards
def cards_of(heap: i64) -> Cards:
    known: Cards | None = HEAPS.get(heap)
    if known is not None:
        return known
    held: Cards = {}
    left, place = heap, 0
    while left > 0:
        if left & 15:
            held[KINDS[place]] = left & 15
        left >>= 4
        place += 1
    HEAPS.put(heap, held)
    return held


def heap_of(held: Cards) -> i64:
    heap: i64 = 0
    for kind, n in held.items():
        heap += cards(PLACE[kind], n)
    return heap


def row_of(row: i64, length: i64) -> list[str]:
    key = row << 4 | length
    known: list[str] | None = ROWS.get(key)
    if known is None:
        known = [KINDS[at(row, place)] for place in range(length)]
        ROWS.put(key, known)
    return known


def row_number(kinds: list[str]) -> i64:
    row: i64 = 0
    for place, kind in enumerate(kinds):
        row = laid(row, place, PLACE[kind])
    return row


def heap_of_row(kinds: list[str]) -> i64:
    heap: i64 = 0
    for kind in kinds:
        heap += cards(PLACE[kind], 1)
    return heap


def pans_of(me: pieces.Forager, worth: Worth) -> list[Pan]:
    key = (worth, *[meal for meal in me.cooked])
    known: list[Pan] | None = MEALS.get(key)
    if known is None:
        known = [pan_of(meal, worth) for meal in me.cooked]
        MEALS.put(key, known)
    return known


def pan_of(cook: int, worth: Worth) -> Pan:
    kind, day, night, butter, cider = [cook >> shift & 255 for shift in range(8, 48, 8)]
    return Pan(KINDS[kind], day, night, butter, cider, worth.meal(cook))


def pan_number(pan: Pan) -> int:
    return pieces.Cook.say(PLACE[pan.kind], pan.day, pan.night, pan.butter, pan.cider, 0)
