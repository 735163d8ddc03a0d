"""Activating mushrooms: what it costs and what their abilities do (R4).

The abilities are data (components.toml); this chapter is the vocabulary they are written in.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.packed import cards
from spinney.core.state import Moves, bit, first, size
from spinney.games.undergrove.pieces import (
    ALL_READY_TURNS,
    ASK_ABSORB,
    ASK_ACTION,
    ASK_ACTION_OR,
    ASK_FILL,
    ASK_GAIN,
    ASK_PAY,
    ASK_TRADE,
    CARBON,
    COPIES_GAIN,
    EARTHLOVER,
    EVERYWHERE,
    NITROGEN,
    NONE,
    PHOSPHORUS,
    POTASSIUM,
    USE,
    Fir,
    cube,
    cubes,
    nutrients,
)
from spinney.games.undergrove.rules import carbon
from spinney.games.undergrove.rules.moves import Activate, Gain, Trade
from spinney.games.undergrove.rules.paying import ask_payment, debt, tokens_of_tiles
from spinney.games.undergrove.rules.table import Table

FROM_SUPPLY: Final = 1
FROM_GAIN: Final = 2


# --------------------------------------------------------------------------------------- decisions
def legal_activations(table: Table, fir: Fir, moves: Moves) -> None:
    """R4.1: only mushrooms with a Root of one's own."""
    printed = table.printed
    mine = fir.rooted
    while mine:
        mushroom = first(mine)
        mine &= mine - 1
        if printed.token[mushroom] and not fir.has_token(printed.type[mushroom]):
            continue
        if printed.copies[mushroom]:
            legal_copies(table, fir, mushroom, moves)
        elif not printed.ongoing[mushroom] and affordable(table, fir, mushroom, mushroom):
            moves.add(Activate.say(mushroom, 0))


def legal_copies(table: Table, fir: Fir, copycat: i64, moves: Moves) -> None:
    """R4.8, #8: any mushroom of its type in the forest, with or without a Root on it."""
    others = table.forest.there & ~bit(EARTHLOVER)
    while others:
        other = first(others)
        others &= others - 1
        if copyable(table, copycat, other) and affordable(table, fir, copycat, other):
            moves.add(Activate.say(copycat, other))


def copyable(table: Table, copycat: i64, other: i64) -> bool:
    """R4.8, #8: of the same type, and with something to carry out."""
    printed = table.printed
    return (
        printed.type[other] == printed.type[copycat]
        and not printed.copies[other]
        and not printed.ongoing[other]
    )


def affordable(table: Table, fir: Fir, here: i64, using: i64) -> bool:
    """R4.2: everything it costs, and an ability that can be carried out."""
    printed = table.printed
    if cubes(fir.purse, CARBON) < printed.cost_carbon[using]:
        return False
    if nutrients(fir.purse) < printed.cost_any[using]:
        return False
    if printed.absorb[using] and not can_absorb(table, fir, here, using):
        return False
    return not (printed.again[using] and been_there(table, fir, here, using))


def can_absorb(table: Table, fir: Fir, here: i64, using: i64) -> bool:
    """R4.7, #6: one carbon at least must get to a Seedling, the one just paid among them."""
    printed = table.printed
    spare = size(fir.ready) - printed.token[here] + nutrients(fir.purse) - printed.cost_any[using]
    spare += tokens_of_tiles(table, fir)  # #36: the token of the mushroom is flipped before
    sources: i64 = bit(here) if printed.cost_carbon[using] or table.carbon[here] else 0
    if not printed.here[using]:
        sources |= table.carbon_set()
    return carbon.in_reach(table, fir, sources, spare + printed.free[using])


def would_miss(table: Table, fir: Fir) -> bool:
    """#42: whether a tile that readies all tokens is needed later: a carbon must be absorbed that
    is too far away unless the tokens that are still ready are flipped before the tile is played.
    """
    agenda = table.agenda
    if not fir.ready or table.using == NONE:
        return False
    printed = table.printed
    sources: i64 = 0
    place = agenda.depth
    while place and not sources:
        place -= 1
        asked = agenda.asked(place)
        if asked & 255 == ASK_ABSORB and asked >> 16:
            sources = agenda.where(place) & table.carbon_set()
        elif asked & 255 == USE and printed.absorb[table.using]:
            sources = bit(table.here) if printed.here[table.using] else table.carbon_set()
    if not sources:
        return False
    owed: i64 = agenda.spaces() >> 4 & 15 if agenda.what() == ASK_PAY else 0
    # after it all four are ready, and the tiles that are left ready them once more
    spare = tokens_of_tiles(table, fir) + nutrients(fir.purse) - owed
    return not carbon.in_reach(table, fir, sources, spare + printed.free[table.using])


def been_there(table: Table, fir: Fir, here: i64, using: i64) -> bool:
    """R3.5, #39: whether the chain of actions would come back to tokens as they already were.

    Nothing but tokens changes in such a chain; where something else does, it is another position.
    """
    printed = table.printed
    after = tokens_after(table, fir, here, using)
    if printed.instead[using]:
        after |= 16
    return changes_only_tokens(table, fir, here, using) and table.been >> after & 1 != 0


def tokens_after(table: Table, fir: Fir, here: i64, using: i64) -> i64:
    printed = table.printed
    used: i64 = bit(printed.type[here]) if printed.token[here] else 0
    return fir.ready & ~used | printed.ready[using]


def changes_only_tokens(table: Table, fir: Fir, here: i64, using: i64) -> bool:
    printed = table.printed
    if table.goal_for(ALL_READY_TURNS) != NONE:
        used: i64 = bit(printed.type[here]) if printed.token[here] else 0
        ready = fir.ready & ~used
        if printed.ready[using] & ~ready & table.counting(ready) & ~table.readied:
            return False  # it counts for a goal
    return not (
        printed.cost_carbon[using]
        or printed.cost_any[using]
        or printed.gain[using]
        or printed.choice[using]
        or printed.others[using]
        or printed.fill[using]
    )


# ----------------------------------------------------------------------------------------- effects
def activate(table: Table, seat: i64, here: i64, copied: i64) -> None:
    """R4.2: flip the token, put carbon on the tile, pay cubes; then the ability. R4.8: the carbon
    for a copied ability goes onto the copycat, and no second token is flipped.
    """
    fir = table.firs[seat]
    printed = table.printed
    using = copied if copied else here
    only_tokens = changes_only_tokens(table, fir, here, using)
    table.here = here
    table.using = using
    if printed.token[here]:
        fir.ready &= ~bit(printed.type[here])
    paid = printed.cost_carbon[using]
    fir.purse -= cube(CARBON, paid)
    table.carbon[here] += paid
    if not only_tokens:
        table.been = 0
    table.agenda.ask(USE, 1, True, bit(using))
    ask_payment(table, debt(0, printed.cost_any[using], 0))


def use(table: Table, seat: i64) -> None:
    """The ability, in the order of components.toml; what needs a choice goes onto the agenda, last
    things first.
    """
    printed = table.printed
    using = table.using
    fir = table.firs[seat]
    table.gain(seat, printed.gain[using])
    feed_others(table, seat, printed.others[using])
    table.make_ready(seat, printed.ready[using])
    agenda = table.agenda
    if printed.again[using]:  # R4.6, #27
        instead = printed.instead[using]
        agenda.ask(ASK_ACTION_OR if instead else ASK_ACTION, 1, True, 1)
        table.been |= bit(fir.ready | (16 if instead else 0))
    if printed.absorb[using]:  # R4.7: the first must be absorbed, another one may be (#6)
        sources = bit(table.here) if printed.here[using] else EVERYWHERE
        agenda.ask(ASK_ABSORB, printed.absorb[using] - 1, False, sources)
        agenda.ask(ASK_ABSORB, 1, True, sources)
    agenda.ask(ASK_TRADE, printed.trade[using], False, 1)
    filling: i64 = printed.fill[using] if fills(table, table.here, using) else 0
    if filling == FROM_SUPPLY:
        fill(table, using, 1 if table.room(using) else 0)
    elif filling == FROM_GAIN:
        table.gained = nutrients(printed.gain[using])
        agenda.ask(ASK_FILL, 1, False, 1)
    agenda.ask(ASK_GAIN, printed.choice[using], True, 1)


def fills(table: Table, here: i64, using: i64) -> bool:
    """R4.8, #8: the ability is as if printed on the copying tile, and that has no cube spaces. By
    the other reading a copy fills those of the original.
    """
    return here == using or not table.readings & COPIES_GAIN


def feed_others(table: Table, seat: i64, purse: i64) -> None:
    """R4.5: everybody else gains, Brown and Tan too (R13.2)."""
    if purse:
        other: i64 = 0
        while other < len(table.firs):
            if other != seat:
                table.gain(other, purse)
            other += 1


def fill(table: Table, mushroom: i64, n: i64) -> None:
    """R4.9: cubes onto its scoring spaces, from the left."""
    if n:
        table.filled += cards(table.printed.slot[mushroom], n)


def put_down(table: Table, seat: i64, n: i64) -> None:
    """R4.9, #11: cubes that this activation brought."""
    gained = table.printed.gain[table.using]
    kind: i64 = NITROGEN
    left = n
    fir = table.firs[seat]
    while left:
        have = cubes(gained, kind)
        some = have if have < left else left
        fir.purse -= cube(kind, some)
        left -= some
        kind += 1
    fill(table, table.using, n)


def legal_gains(n: i64, moves: Moves) -> None:
    """R4.3: every way to choose n cubes among N, P and K."""
    nitrogen = n
    while nitrogen >= 0:
        phosphorus = n - nitrogen
        while phosphorus >= 0:
            moves.add(Gain.say(nitrogen, phosphorus, n - nitrogen - phosphorus))
            phosphorus -= 1
        nitrogen -= 1


def instead(table: Table) -> i64:
    """R4.6: the cubes that may be taken instead of another action, as a move."""
    purse = table.printed.instead[table.using]
    return Gain.say(cubes(purse, NITROGEN), cubes(purse, PHOSPHORUS), cubes(purse, POTASSIUM))


def legal_trades(fir: Fir, moves: Moves) -> None:
    """R4.10: one cube for another; the same cube back would be no trade."""
    give: i64 = NITROGEN
    while give <= POTASSIUM:
        if cubes(fir.purse, give):
            take: i64 = NITROGEN
            while take <= POTASSIUM:
                if take != give:
                    moves.add(Trade.say(give - 1, take - 1))
                take += 1
        give += 1
