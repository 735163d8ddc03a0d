"""Dealing: boards, hands and Bonus tiles before the game, and blanks afterwards."""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64, vec
from spinney.core.packed import at, cards, kind_of, total
from spinney.core.rng import Rng
from spinney.core.state import bit, first, nth, size
from spinney.games.undergrove.pieces import BONUS_STONES, NO_PLANT, OUTER, PLANTS, Fir
from spinney.games.undergrove.rules.printed import Print
from spinney.games.undergrove.rules.supply import fill_hand
from spinney.games.undergrove.rules.table import Table
from spinney.games.undergrove.rules.track import visits

# On a state built from a view, in a player's row of Bonus tiles:
UNSEEN_THERE: Final = 13  # one of those that the seat left at the stone
UNSEEN: Final = 14  # one that the seat has never seen


def newcomer(printed: Print) -> Fir:
    """R2.2: everything still on the board, all tokens ready."""
    fir = Fir()
    fir.purse = printed.start[0]
    fir.seedlings = printed.start[2]
    fir.roots = printed.start[3]
    fir.trees = printed.start[4]
    fir.plants = vec[i64]([NO_PLANT] * PLANTS)
    return fir


def ai_tree(printed: Print) -> Fir:
    """R13.1: Brown and Tan use only Seedlings and a disc."""
    fir = Fir()
    fir.ready = 0
    fir.seedlings = printed.start[2]
    fir.plants = vec[i64]([NO_PLANT] * PLANTS)
    return fir


def deal_carbon(table: Table) -> None:
    """R2.1: onto the four outer mushrooms."""
    outer: i64 = OUTER
    while outer:
        table.carbon[first(outer)] = table.printed.start[5]
        outer &= outer - 1


def deal_hands(table: Table, sprout: bool) -> None:
    """R2.2: three tiles each; R14: or first those with the number of the player."""
    if sprout:
        for n in range(table.seats):
            fir = table.firs[(table.starter + n) % table.seats]
            fir.hand = table.printed.sprouts[n]
            fir.size = size(fir.hand)
            table.supply &= ~fir.hand
            table.in_supply -= fir.size
    for n in range(table.seats):
        fill_hand(table, (table.starter + n) % table.seats)


def deal_bonuses(table: Table) -> None:
    """R2.3: face down onto their stones; the rest goes back into the box unseen."""
    for stone in range(BONUS_STONES):
        for _ in range(table.printed.stacks[table.seats - 1]):
            lot = table.stacks[BONUS_STONES]
            tile = kind_of(lot, table.draw(total(lot)))
            table.stacks[BONUS_STONES] -= cards(tile, 1)
            table.stacks[stone] += cards(tile, 1)


# -------------------------------------------------------------------------------- the blanks
def deal_blanks(table: Table, rng: Rng) -> None:
    """Hands out of all unseen tiles, Bonus tiles out of what may lie there."""
    for fir in table.firs:
        while fir.blanks:
            tile = nth(table.supply, rng.below(size(table.supply)))
            table.supply &= ~bit(tile)
            fir.hand |= bit(tile)
            fir.blanks -= 1
        stone: i64 = 0
        while stone < BONUS_STONES:
            tile = at(fir.bonus, stone)
            if tile in (UNSEEN, UNSEEN_THERE):
                drawn = drawn_from(table, stone if tile == UNSEEN_THERE else BONUS_STONES, rng)
                fir.bonus += cards(stone, drawn - tile)
            stone += 1
    stone = 0
    while stone < BONUS_STONES:
        left = table.printed.stacks[table.seats - 1] - visits(table, stone)
        while total(table.stacks[stone]) < left:
            table.stacks[stone] += cards(drawn_from(table, BONUS_STONES, rng), 1)
        stone += 1


def drawn_from(table: Table, stack: i64, rng: Rng) -> i64:
    tile = kind_of(table.stacks[stack], rng.below(total(table.stacks[stack])))
    table.stacks[stack] -= cards(tile, 1)
    return tile
