"""The supply of mushroom tiles (R3.3, #17). Nobody has looked into it, so it has no order."""

from __future__ import annotations

from spinney.core.arrays import i64
from spinney.core.state import bit, nth, size
from spinney.games.undergrove.pieces import NONE
from spinney.games.undergrove.rules.table import Table


def draw_tile(table: Table) -> i64:
    """A random tile of the supply; without one, the discards become the supply. NONE if there is
    no tile in either."""
    if not table.in_supply:
        table.supply = table.discard
        table.in_supply = size(table.discard)
        table.discard = 0
    if not table.in_supply:
        return NONE
    table.reveal_count += 1
    tile = nth(table.supply, table.draw(table.in_supply))
    table.supply &= ~bit(tile)
    table.in_supply -= 1
    return tile


def fill_hand(table: Table, seat: i64) -> None:
    """R3.3: back up to three; a smaller hand if there is nothing left to draw."""
    fir = table.firs[seat]
    while fir.size < table.printed.start[1]:
        tile = draw_tile(table)
        if tile == NONE:
            return
        fir.hand |= bit(tile)
        fir.size += 1
