"""What the laws need to know of Morels, written without its view."""

from __future__ import annotations

from spinney.core.packed import at, cards, count, kind_of, total
from spinney.core.rng import Rng
from spinney.games.morels.pieces import (
    ANGEL,
    BASKET,
    BUTTER,
    CIDER,
    HOLDABLE,
    KINDS,
    MOON,
    PAN,
    Forager,
)
from spinney.games.morels.rules import Morels
from tests.players.suites import Suite

RARE = frozenset({"lose"})  # a locked hand; tests/games/morels/test_forest.py has one


def resample_hidden(table: Morels, seat: int, rng: Rng) -> Morels:
    """Other dice; every card the seat has not seen exchanged for another one it has not seen."""
    table.rng_state = rng.fork()
    for rival in range(2):
        if rival == seat:
            continue
        them = table.forager(rival)
        opened = table.opened >> rival & 1
        for _ in range(total(them.dealt)):
            # before the first turn anything may be in the hand, after it only what can be held
            unseen = table.deck & HOLDABLE if opened else table.deck
            if total(unseen):
                swap_day(table, them, rng, kind_of(unseen, rng.below(total(unseen))))
        for _ in range(total(them.nights)):
            if total(table.night_deck):
                swap_night(table, them, rng)
    return table


def swap_day(table: Morels, them: Forager, rng: Rng, drawn: int) -> None:
    given = kind_of(them.dealt, rng.below(total(them.dealt)))
    change = cards(drawn, 1) - cards(given, 1)
    them.hand += change
    them.dealt += change
    table.deck -= change


def swap_night(table: Morels, them: Forager, rng: Rng) -> None:
    given = kind_of(them.nights, rng.below(total(them.nights)))
    drawn = kind_of(table.night_deck, rng.below(total(table.night_deck)))
    them.nights += cards(drawn, 1) - cards(given, 1)
    table.night_deck -= cards(drawn, 1) - cards(given, 1)


def pieces(table: Morels) -> None:
    """84 day cards and 8 night cards, a pan token each; and what is counted twice agrees."""
    day = [0] * len(KINDS)
    night = [0] * len(KINDS)
    for kind in range(len(KINDS)):
        day[kind] = count(table.deck, kind) + count(table.discard, kind)
        night[kind] = count(table.night_deck, kind) + count(table.night_discard, kind)
    for place in range(table.in_forest):
        day[at(table.forest, place)] += 1
    for place in range(table.in_decay):
        day[at(table.decay, place)] += 1
    for seat in range(2):
        me = table.forager(seat)
        points = 0
        for kind in range(len(KINDS)):
            day[kind] += count(me.hand, kind)
            night[kind] += count(me.nights, kind)
            assert count(me.dealt, kind) <= count(me.hand, kind)
        if table.opened >> seat & 1:
            assert me.hand & ~HOLDABLE == 0, "an opened hand keeps no basket, moon or Angel"
        for cook in me.cooked:
            kind, days, nights, butter, cider = (
                cook >> shift & 255 for shift in (8, 16, 24, 32, 40)
            )
            day[kind] += days
            night[kind] += nights
            day[BUTTER] += butter
            day[CIDER] += cider
            assert days + 2 * nights >= max(3, 4 * butter + 5 * cider)
            mvp = table.worth.mvp
            points += (days + 2 * nights) * mvp[kind] + butter * mvp[BUTTER] + cider * mvp[CIDER]
        day[PAN] += me.pans + len(me.cooked) - 1  # one of them is the token
        day[BASKET] += me.baskets
        day[ANGEL] += me.poison > 0
        assert me.points == points
        assert me.size == total(me.hand) + total(me.nights)
        assert me.size <= me.limit() or (table.excess and seat == table.turn) or not table.to_act
        assert me.sticks >= 0 and me.pans >= 0 and me.poison >= 0
        assert not table.to_act or me.blank_days == me.blank_nights == 0
    assert day == [count(table.worth.day, kind) for kind in range(len(KINDS))]
    assert night == [count(table.worth.night, kind) for kind in range(len(KINDS))]
    assert total(table.deck) == table.in_deck
    assert table.in_decay <= 4 and table.in_forest <= 8
    assert table.forest >> 4 * table.in_forest == 0 and table.decay >> 4 * table.in_decay == 0


def laid_bare(table: Morels, left: int) -> bool:
    """Nothing is hidden any more, nor will be: no moon is left to bring a night card unseen."""
    rows = (table.forest, table.in_forest), (table.decay, table.in_decay)
    moons = sum(at(row, place) == MOON for row, size in rows for place in range(size))
    return table.in_deck == 0 and (moons == 0 or table.night_deck == 0)


ENDINGS = [Suite(2, "nothing hidden any more", laid_bare)]
