"""A forager's heuristics: a sensible move at once, without looking ahead.

Every legal move gets a rating, roughly ten for each point it will bring; the best one is played.
The weights were set by hand; tests/players shows how it fares against random play.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64, vec
from spinney.core.packed import at, count
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.core.verbs import verb
from spinney.games.morels.pieces import (
    ANGEL,
    BASKET,
    BUTTER,
    CIDER,
    COOK,
    DISCARD,
    GATHER,
    MOON,
    MUSHROOMS,
    NIGHT_WORTH,
    PAN,
    PLAY_PAN,
    SELL,
    TAKE,
    Cook,
    Discard,
    Forager,
    Sell,
    Take,
    price,
)
from spinney.games.morels.rules import Morels

# What a mushroom adds, in tenths of its points, by how many of its kind are held already: the first
# is only a hope, the third makes a meal, and from the fifth on each adds its points.
PROMISE: Final = vec[i64]([3, 6, 14, 12, 11, 10])
STICK: Final = 5  # what a stick is worth


def quick_move(table: Morels, seat: i64, moves: Moves, rng: Rng) -> i64:
    """The move with the highest rating. Between equal ratings it is random."""
    me = table.forager(seat)
    best: i64 = -1000000
    choice = moves.items[0]
    like: i64 = 0
    i: i64 = 0
    while i < moves.count:
        move = moves.items[i]
        worth = rating(table, me, move)
        if worth > best:
            best = worth
            choice = move
            like = 1
        elif worth == best:
            like += 1
            if rng.below(like) == 0:
                choice = move
        i += 1
    return choice


def rating(table: Morels, me: Forager, move: i64) -> i64:
    option = verb(move)
    if option == TAKE:
        place = Take.place(move)
        return of_card(table, me, at(table.forest, place)) - price(place) * STICK
    if option == GATHER:
        worth: i64 = 0
        place = 0
        while place < table.in_decay:
            worth += of_card(table, me, at(table.decay, place))
            place += 1
        return worth
    if option == COOK:
        return of_meal(table, me, move)
    if option == SELL:
        return of_sale(table, me, move)
    if option == PLAY_PAN:
        return 4 if me.pans == 0 else -20
    if option == DISCARD:
        return -of_kept(table, me, Discard.kind(move), Discard.night(move))
    return 0


def held(me: Forager, kind: i64) -> i64:
    """Mushrooms of a kind in hand; night cards count double."""
    return count(me.hand, kind) + NIGHT_WORTH * count(me.nights, kind)


def promise(have: i64) -> i64:
    """What one more of a kind adds."""
    if have > 5:
        have = 5
    return PROMISE[have]


def of_card(table: Morels, me: Forager, kind: i64) -> i64:
    """What a card would add to the hand."""
    if kind < MUSHROOMS:
        return table.worth.mvp[kind] * promise(held(me, kind))
    if kind == PAN:
        return 24 if me.pans + count(me.hand, PAN) == 0 else 5
    if kind == MOON:
        return 28
    if kind == BASKET:
        return 18
    if kind == BUTTER:
        return 16
    if kind == CIDER:
        return 10
    return of_poison(me)


def of_poison(me: Forager) -> i64:
    return -6 - 9 * len(me.cooked) - 14 * me.excess(0, 0)


def of_meal(table: Morels, me: Forager, move: i64) -> i64:
    """Points now, minus what a larger set could still bring if there is room to wait for it."""
    kind = Cook.kind(move)
    like = Cook.day(move) + NIGHT_WORTH * Cook.night(move)
    points = 10 * table.worth.meal(move)
    left = held(me, kind) - like
    spare = me.limit() - me.size
    to_act = table.worth.mvp[kind] * 6 if like == 3 and spare > 1 and table.in_deck > 20 else 0
    seasoning = 8 * (Cook.butter(move) + Cook.cider(move))
    return points + seasoning - 10 * left * table.worth.mvp[kind] - to_act


def of_sale(table: Morels, me: Forager, move: i64) -> i64:
    """Sticks are worth having a few of, and selling makes room."""
    kind = Sell.kind(move)
    like = Sell.day(move) + NIGHT_WORTH * Sell.night(move)
    earned = like * table.worth.sticks[kind]
    useful = 6 - me.sticks
    gain = STICK * (earned if earned < useful else useful) if useful > 0 else 0
    room = 12 if me.size >= me.limit() else 0
    meal = held(me, kind) >= 3
    return gain + room - table.worth.mvp[kind] * like * (10 if meal else 5)


def of_kept(table: Morels, me: Forager, kind: i64, night: i64) -> i64:
    """The worth of a card in hand, for discarding: the most valuable cards stay."""
    if kind < MUSHROOMS:
        if night:
            return table.worth.mvp[kind] * promise(held(me, kind) - NIGHT_WORTH) * 2
        return table.worth.mvp[kind] * promise(held(me, kind) - 1)
    return of_card(table, me, kind) if kind != ANGEL else 0
