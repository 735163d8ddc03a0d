"""What a seat may know, and the table it can make of that.

Nearly everything lies open. Hidden are the special tiles that others choose before the first turn,
until all have chosen, and what the piles will bring.
"""

from __future__ import annotations

from spinney.core.arrays import i64, vec
from spinney.core.game import seats_to_act
from spinney.core.packed import at
from spinney.games.micro_mycelium import pieces, rules
from spinney.games.micro_mycelium.pieces import (
    FLOWERS,
    FREE,
    KINDS,
    KNOTS,
    MARKET,
    NOTHING,
    REACH,
    SETS,
    STUMPS,
    WHOLE,
    Prints,
    bare_field,
    kind_at,
    set_of,
    turn_of,
)
from spinney.games.micro_mycelium.view_types import CachedPanel, Phase, Tiles, View

PHASES: tuple[Phase, ...] = ("choosing", "laying", "starting", "drafting", "placing")
PLACE = {kind: place for place, kind in enumerate(KINDS)}
NUMBER = {name: number for number, name in enumerate(SETS)}
NAMED = [[kind for i, kind in enumerate(KINDS) if kinds >> i & 1] for kinds in range(WHOLE + 1)]
UNSEEN = ["", "", ""]
ROWS: dict[int, list[str]] = {}  # a cache of markets in words
LAID: dict[
    int, CachedPanel
] = {}  # a tile at its place in words: the same ones come again and again
KEPT = 20_000  # of them


def view(state: rules.Mycelium, seat: int) -> View:
    secret = state.phase == rules.CHOOSING
    field = state.field
    return View(
        seat,
        state.seats,
        # nobody is told who has chosen: that is the match's news, not the table's
        [s for s in seats_to_act(state) if s == seat or not secret],
        state.reveal_count,
        PHASES[state.phase],
        state.turn,
        state.side,
        state.advanced,
        [laid_of(field.tiles[i]) for i in range(field.count)],
        [tiles(state, s, secret and s != seat) for s in range(state.sets)],
        state.rounds,
        list(state.merits),
    )


def tiles(state: rules.Mycelium, set_: int, secret: bool) -> Tiles:
    field = state.field
    return Tiles(
        UNSEEN if secret else row_of(state.market[set_]),
        NAMED[WHOLE if secret else state.pile[set_]],
        NAMED[state.hand[set_]],
        field.count_of(set_, FREE),
        field.count_of(set_, STUMPS),
        field.count_of(set_, FLOWERS),
        field.count_of(set_, KNOTS),
        field.network(set_),
        state.score(set_),
    )


def state_from_view(prints: Prints, seen: View) -> rules.Mycelium:
    """The same table. In it, others have not yet chosen what they have chosen in secret."""
    to_act = sum([1 << s for s in seen.deciding])
    if seen.phase == "choosing":
        to_act |= sum([1 << s for s in range(seen.seats) if s != seen.seat])
    field = bare_field(prints)
    for one in seen.field:
        tile = pieces.tile(NUMBER[one.set], PLACE[one.tile], one.turn)
        field.lay(tile, one.q + REACH, one.r + REACH)
    table = rules.Mycelium()
    table.seats = seen.seats
    table.to_act = to_act
    table.reveal_count = seen.reveal_count
    table.sets = len(seen.sets)
    table.side = seen.side
    table.advanced = seen.advanced
    table.phase = PHASES.index(seen.phase)
    table.turn = seen.turn
    table.field = field
    table.market = vec[i64]([row_number(s.market) for s in seen.sets])
    table.pile = vec[i64]([bits_of(s.pile) for s in seen.sets])
    table.hand = vec[i64]([bits_of(s.hand) for s in seen.sets])
    table.rounds = seen.rounds
    table.merits = vec[i64](seen.merits)
    return table


# ------------------------------------------------------------ numbers of the rules, names of tiles
def laid_of(entry: int) -> CachedPanel:
    found = LAID.get(entry)
    if found is None:
        tile, x, y = entry >> 16, entry & 255, entry >> 8 & 255
        found = CachedPanel(
            SETS[set_of(tile)], KINDS[kind_at(tile)], x - REACH, y - REACH, turn_of(tile)
        )
        if len(LAID) >= KEPT:
            LAID.clear()
        LAID[entry] = found
    return found


def row_of(market: int) -> list[str]:
    """A list that is shared: nobody may change it."""
    row = ROWS.get(market)
    if row is None:
        kinds = [at(market, slot) for slot in range(MARKET)]
        row = ROWS[market] = ["" if kind == NOTHING else KINDS[kind] for kind in kinds]
    return row


def row_number(market: list[str]) -> int:
    return sum([(PLACE[kind] if kind else NOTHING) << 4 * slot for slot, kind in enumerate(market)])


def bits_of(kinds: list[str]) -> int:
    return sum([1 << PLACE[kind] for kind in kinds])
