"""What a seat may know, and the table it can make of that.

Perfect recall: what was once seen by everybody stays known. Hidden are only the cards each forager
was dealt and has not shown yet, the night cards in hand, and what the decks will bring.
"""

from __future__ import annotations

from spinney.core.arrays import i64, vec
from spinney.core.game import awaited
from spinney.core.packed import at, cards, total
from spinney.core.verbs import say6
from spinney.games.morels import pieces, rules
from spinney.games.morels.pieces import KINDS, Worth
from spinney.games.morels.seen import Cards, Forager, Pan, Sight

UNIT = {kind: cards(place, 1) for place, kind in enumerate(KINDS)}  # one card, as a heap
PLACE = {kind: place for place, kind in enumerate(KINDS)}


def sight(state: rules.Morels, seat: int) -> Sight:
    return Sight(
        seat=seat,
        seats=state.seats,
        deciding=awaited(state),
        sealed=state.sealed,
        turn=state.turn,
        excess=state.excess,
        opened=[bool(state.opened >> s & 1) for s in range(2)],
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
    return Forager(
        cards=me.size,
        known=cards_of(me.hand - me.dealt),
        dealt=cards_of(me.dealt) if own else {},
        nights=cards_of(me.nights) if own else {},
        hidden_dealt=total(me.dealt),
        hidden_nights=total(me.nights),
        sticks=me.sticks,
        baskets=me.baskets,
        pans=me.pans,
        cooked=[pan_of(cook, state.worth) for cook in me.cooked],
        poison=me.poison,
        points=me.points,
        limit=me.limit(),
    )


def recall(worth: Worth, seen: Sight) -> rules.Morels:
    """The same table; what the seat has not seen is still to be dealt (`fill`)."""
    first, second = recall_forager(seen, 0), recall_forager(seen, 1)
    visible = [
        heap_of(seen.discard),
        first.hand,
        second.hand,
        *[UNIT[kind] for kind in seen.forest + seen.decay],
        *[in_play(forager) for forager in seen.foragers],
    ]
    nights = [
        heap_of(seen.night_discard),
        first.nights,
        second.nights,
        *[UNIT[p.kind] * p.night for f in seen.foragers for p in f.cooked],
    ]
    return rules.Morels(
        sum(1 << s for s in seen.deciding),
        seen.sealed,
        0,
        worth,
        first,
        second,
        row_number(seen.forest),
        len(seen.forest),
        row_number(seen.decay),
        len(seen.decay),
        worth.day - sum(visible),
        seen.deck,
        worth.night - sum(nights),
        heap_of(seen.discard),
        heap_of(seen.night_discard),
        seen.turn,
        seen.excess,
        sum(1 << s for s in range(2) if seen.opened[s]),
    )


def recall_forager(seen: Sight, seat: int) -> pieces.Forager:
    f = seen.foragers[seat]
    own = seat == seen.seat
    return pieces.Forager(
        heap_of(f.known) + heap_of(f.dealt),
        heap_of(f.dealt),
        heap_of(f.nights),
        f.cards,
        0 if own else f.hidden_dealt,
        0 if own else f.hidden_nights,
        f.sticks,
        f.baskets,
        f.pans,
        f.poison,
        vec[i64]([pan_number(pan) for pan in f.cooked]),
        f.points,
    )


def in_play(f: Forager) -> int:
    """The day cards in front of a forager, as a heap."""
    meals = sum(
        UNIT[pan.kind] * pan.day + cards(pieces.BUTTER, pan.butter) + cards(pieces.CIDER, pan.cider)
        for pan in f.cooked
    )
    pans = f.pans + len(f.cooked) - 1  # one of them is the token
    return (
        meals
        + cards(pieces.PAN, pans)
        + cards(pieces.BASKET, f.baskets)
        + cards(pieces.ANGEL, 1 if f.poison else 0)
    )


# ------------------------------------------------------------ numbers of the rules, names of cards
def cards_of(heap: int) -> Cards:
    if not heap:
        return {}
    return {kind: n for place, kind in enumerate(KINDS) if (n := heap >> 4 * place & 15)}


def heap_of(held: Cards) -> int:
    return sum(UNIT[kind] * n for kind, n in held.items())


def row_of(row: int, length: int) -> list[str]:
    return [KINDS[at(row, place)] for place in range(length)]


def row_number(kinds: list[str]) -> int:
    return sum(PLACE[kind] << 4 * place for place, kind in enumerate(kinds))


def pan_of(cook: int, worth: Worth) -> Pan:
    kind, day, night, butter, cider = [cook >> shift & 255 for shift in range(8, 48, 8)]
    return Pan(KINDS[kind], day, night, butter, cider, worth.meal(cook))


def pan_number(pan: Pan) -> int:
    return say6(pieces.COOK, PLACE[pan.kind], pan.day, pan.night, pan.butter, pan.cider, 0)
