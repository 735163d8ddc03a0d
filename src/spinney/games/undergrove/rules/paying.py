"""Paying with tokens and cubes of one's choice (R4.2, R5.1, R5.2, R7.2).

A debt is one number: tokens | cubes << 4 | steps << 8. A step is paid with a token or with a cube.
Where only one way to pay is left, nobody is asked.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.state import Moves, bit, size
from spinney.games.undergrove.pieces import (
    ASK_PAY,
    BONUS_STONES,
    EACH,
    EVERY_MOMENT,
    NITROGEN,
    NONE,
    POTASSIUM,
    TOKENS,
    Fir,
    cube,
    cubes,
    nutrients,
)
from spinney.games.undergrove.rules.moves import PAY, Pay
from spinney.games.undergrove.rules.table import Table

A_CUBE: Final = 1 << 4


def debt(tokens: i64, any_cubes: i64, steps: i64) -> i64:
    return tokens | any_cubes << 4 | steps << 8


def payable(fir: Fir, owed: i64) -> bool:
    tokens = size(fir.ready) - (owed & 15)
    purse = nutrients(fir.purse) - (owed >> 4 & 15)
    return tokens >= 0 and purse >= 0 and tokens + purse >= owed >> 8


def ask_payment(table: Table, owed: i64) -> None:
    table.agenda.ask(ASK_PAY, 1, True, owed)


def legal_payments(fir: Fir, owed: i64, moves: Moves) -> None:
    """In the order of the player board: tokens, cubes, then the steps."""
    tokens, any_cubes, steps = owed & 15, owed >> 4 & 15, owed >> 8
    if tokens or not any_cubes:
        moves.each(PAY, fir.ready)
    if not tokens and (any_cubes or steps):
        kind: i64 = NITROGEN
        while kind <= POTASSIUM:
            if cubes(fir.purse, kind):
                moves.add(Pay.say(TOKENS + kind - 1))
            kind += 1


def pay(table: Table, fir: Fir, part: i64) -> None:
    """One part of the debt on top of the agenda."""
    owed = table.agenda.spaces()
    table.agenda.stop()
    if part < TOKENS:
        fir.ready &= ~bit(part)
        owed -= 1 if owed & 15 else 1 << 8
    else:
        fir.purse -= cube(part - TOKENS + 1, 1)
        owed -= A_CUBE if owed >> 4 & 15 else 1 << 8
    ask_payment(table, owed)


def pay_the_only_way(table: Table, fir: Fir) -> bool:
    """Pay what leaves no choice of the debt on top of the agenda; true if that was anything.

    #41: before a step is paid with a cube because no token is ready, whoever has a Bonus tile face
    down is asked: it may ready the tokens. Everybody is, whatever the tile: see #35.
    """
    owed = table.agenda.spaces()
    tokens, any_cubes, steps = owed & 15, owed >> 4 & 15, owed >> 8
    flipped = tokens_of_the_only_way(fir, owed)
    moment = table.readings & EVERY_MOMENT != 0 and fir.held() > 0
    if flipped != NONE and (flipped == tokens + steps or not moment):
        table.agenda.stop()
        if flipped:
            fir.ready = 0
        take_cubes(fir, tokens + any_cubes + steps - flipped)
    elif flipped != NONE and flipped:
        table.agenda.stop()
        fir.ready = 0
        ask_payment(table, debt(0, any_cubes, tokens + steps - flipped))
    elif tokens and tokens == size(fir.ready):
        table.agenda.stop()
        fir.ready = 0
        ask_payment(table, debt(0, any_cubes, steps))
    elif not tokens and any_cubes and no_choice(fir.purse, any_cubes):
        table.agenda.stop()
        take_cubes(fir, any_cubes)
        ask_payment(table, debt(0, 0, steps))
    else:
        return False
    return True


def tokens_of_the_only_way(fir: Fir, owed: i64) -> i64:
    """How many tokens the only way to pay all of it flips; NONE if there are several ways."""
    ready, purse = size(fir.ready), nutrients(fir.purse)
    least, steps = owed & 15, owed >> 8
    only: i64 = NONE
    tokens = least
    while tokens <= ready and tokens <= least + steps:
        rest = (owed >> 4 & 15) + least + steps - tokens
        if rest <= purse:
            some = tokens != 0 and tokens != ready
            if some or only != NONE or not no_choice(fir.purse, rest):
                return NONE
            only = tokens
        tokens += 1
    return only


def no_choice(purse: i64, n: i64) -> bool:
    """Whether there is but one way to take n cubes out of a purse that has as many."""
    held = nutrients(purse)
    return n == 0 or n == held or held == cubes(purse, lowest_kind(purse))


def take_cubes(fir: Fir, n: i64) -> None:
    """The n cubes there is no choice about."""
    if n == nutrients(fir.purse):
        fir.purse &= EACH
    elif n:
        fir.purse -= cube(lowest_kind(fir.purse), n)


def lowest_kind(purse: i64) -> i64:
    kind: i64 = NITROGEN
    while kind < POTASSIUM and not cubes(purse, kind):
        kind += 1
    return kind


def ready_tile(table: Table, fir: Fir) -> i64:
    """The first stone whose Bonus tile, still face down, readies all tokens; NONE if there is none.

    Only its owner may ask this.
    """
    stone: i64 = 0
    while stone < BONUS_STONES:
        tile = fir.bonus >> 4 * stone & 15
        if tile < 7 and table.printed.bonus_ready[tile] and not fir.played >> stone & 1:
            return stone
        stone += 1
    return NONE


def steps_in_reach(table: Table, fir: Fir, tokens: i64, any_cubes: i64) -> i64:
    """R5.2, #36: how many steps can be paid beside a cost; -1 if even that cannot be.

    A tile that readies all tokens counts, if there is a token to flip before it is played.
    """
    ready, purse = size(fir.ready), nutrients(fir.purse)
    if purse < any_cubes or ready < tokens:
        return -1
    more = tokens_of_tiles(table, fir) if ready else 0
    return ready + more - tokens + purse - any_cubes


def tokens_of_tiles(table: Table, fir: Fir) -> i64:
    """How many more tokens can be flipped, four for each tile face down that readies all.

    Only its owner may ask this.
    """
    more: i64 = 0
    stone: i64 = 0
    while stone < BONUS_STONES:
        tile = fir.bonus >> 4 * stone & 15
        if tile < 7 and table.printed.bonus_ready[tile] and not fir.played >> stone & 1:
            more += TOKENS
        stone += 1
    return more


def steps_payable(fir: Fir, tokens: i64, any_cubes: i64) -> i64:
    """The same, as everybody can see it: without tiles that lie face down."""
    ready, purse = size(fir.ready), nutrients(fir.purse)
    if purse < any_cubes or ready < tokens:
        return -1
    return ready - tokens + purse - any_cubes
