"""From a state to what a seat may know, and back.

A view is built from nothing: what is not put into it cannot leak. Never copy a state and remove its
secrets.
"""

from __future__ import annotations

from spinney.core.arrays import i64, vec
from spinney.core.game import seats_to_act
from spinney.core.packed import cards, count, total
from spinney.templates.game import rules
from spinney.templates.game.pieces import KINDS, Prints
from spinney.templates.game.view_types import Acorns, Squirrel, View


def view(state: rules.Wood, seat: int) -> View:
    return View(
        seat=seat,
        seats=state.seats,
        deciding=seats_to_act(state),
        reveal_count=state.reveal_count,
        leaves=state.in_leaves(),
        ground=acorns_of(state.ground),
        squirrels=[squirrel(state, other, seat) for other in range(state.seats)],
    )


def squirrel(state: rules.Wood, seat: int, viewer: int) -> Squirrel:
    """R3.2: a nest is known to its owner; R4: and to everybody at the end."""
    known = state.nests[seat] if seat == viewer or not state.to_act else 0
    return Squirrel(
        larder=acorns_of(state.larders[seat]),
        nest=acorns_of(known),
        hidden=state.in_nest(seat) - total(known),
        points=state.points(seat),
    )


def state_from_view(prints: Prints, seen: View) -> rules.Wood:
    """A state that looks the same from this seat. What the seat has not seen is left blank."""
    larders = [heap_of(squirrel.larder) for squirrel in seen.squirrels]
    nests = [heap_of(squirrel.nest) for squirrel in seen.squirrels]
    ground = heap_of(seen.ground)
    return rules.Wood(
        seen.seats,
        sum(1 << seat for seat in seen.deciding),
        seen.reveal_count,
        0,  # no random numbers: `determinize` sets them
        prints,
        prints.acorns - ground - sum(larders) - sum(nests),
        ground,
        vec[i64](larders),
        vec[i64](nests),
        vec[i64]([squirrel.hidden for squirrel in seen.squirrels]),
    )


def acorns_of(heap: int) -> Acorns:
    return {name: n for kind, name in enumerate(KINDS) if (n := count(heap, kind))}


def heap_of(acorns: Acorns) -> int:
    return sum(cards(KINDS.index(kind), n) for kind, n in acorns.items())
