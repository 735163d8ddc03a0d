"""How the table is drawn: panels of sprites from a view, and the spots that a move touches.

This file knows no rules. The browser and `scene_to_svg` both draw what it returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spinney.core.verbs import field1, verb
from spinney.drawing.scene import Counter, Panel, Spots, Sprite
from spinney.templates.game.components import Box
from spinney.templates.game.pieces import GATHER, IN_NEST, KINDS, ON_GROUND
from spinney.templates.game.view_types import View
from spinney.templates.game.words import listing, number

SLOT = (100.0, 130.0)  # units; the reader decides how large a unit is
NEST = (170.0, 130.0)
FAN = 14.0  # the distance between equal acorns; the last one shows their number


def panels(box: Box, seen: View, names: Sequence[str]) -> list[Panel]:
    """The ground, then the viewer's own acorns, then everybody else's."""
    seats = sorted(range(seen.seats), key=lambda seat: seat != seen.seat)
    return [ground(box, seen)] + [squirrel(box, seen, seat, names[seat]) for seat in seats]


def spots(seen: View, move: int) -> Spots:
    """What a person chooses to make this move: the `spot` of a sprite, and how many of it."""
    if verb(move) == GATHER:
        return Spots({f"ground:{KINDS[field1(move)]}": 1})
    return Spots({"leaves": 1})


def ground(box: Box, seen: View) -> Panel:
    """A row of slots: the leaves, and a place for each acorn."""
    pile = Sprite(
        "leaves", art="leaves", slot=0, w=110, h=110, spot="leaves", count=seen.leaves,
        label=f"The leaves, {number(seen.leaves, 'acorn')}", look="" if seen.leaves else "dim",
    )  # fmt: skip
    kinds = [kind for kind, n in seen.ground.items() for _ in range(n)]
    acorns = [
        acorn(f"{kind}.{i}", kind, i + 1, box.acorns[kind].name, spot=f"ground:{kind}")
        for i, kind in enumerate(kinds)
    ]
    return Panel(
        id="ground",
        title="Under the oak",
        area="board",
        sprites=[pile, *acorns],
        slots=[SLOT] * (ON_GROUND + 1),
        say=f"On the ground: {listing(box, seen.ground) or 'nothing'}.",
    )


def squirrel(box: Box, seen: View, seat: int, name: str) -> Panel:
    """A nest, and the larder kind by kind."""
    own = seat == seen.seat
    them = seen.squirrels[seat]
    held = sum(them.nest.values()) + them.hidden
    sprites = nest(box, seen, seat)
    slots = [NEST]
    for kind, n in them.larder.items():
        label = number(n, box.acorns[kind].name)
        middle = (n - 1) / 2
        for i in range(n):
            # The same id in the next scene is the same piece, so people see it move. Ids that
            # differ only in the number after the dot are equal pieces. Each place has its own
            # numbers.
            id = f"{kind}.{100 * (seat + 1) + i}"
            last = n if 1 < n == i + 1 else -1
            x = (i - middle) * FAN
            sprites.append(acorn(id, kind, len(slots), label, x=x, z=i, count=last))
        slots.append((SLOT[0] + FAN * (n - 1), SLOT[1]))
    return Panel(
        id=f"squirrel{seat}",
        title="Your acorns" if own else name,
        area="mine" if own else "other",
        sprites=sprites,
        counters=[
            Counter(f"nest{seat}", "in the nest", held, of=IN_NEST),
            Counter(f"points{seat}", "point" if them.points == 1 else "points", them.points),
        ],
        slots=slots,
        least=44,
        most=90,
        seat=seat,
        say=f"Larder: {listing(box, them.larder) or 'empty'}.",
    )


def nest(box: Box, seen: View, seat: int) -> list[Sprite]:
    """The acorns in a nest. Ids are sent, too, so an id says where an acorn lies, never its
    kind."""
    them = seen.squirrels[seat]
    known = [kind for kind, n in them.nest.items() for _ in range(n)]
    label = ", ".join(
        ["Nest", *([listing(box, them.nest)] if known else []), f"{them.hidden} unseen"]
    )
    sprites = [Sprite(f"nest{seat}", art="nest", slot=0, y=38, w=160, h=70, z=9, label=label)]
    for i in range(len(known) + them.hidden):
        art = f"acorn-{known[i]}" if i < len(known) else "unseen"
        sprites.append(
            Sprite(f"nested{seat}.{i}", art=art, slot=0, x=(i - 1) * 48, y=-16, w=68, h=75, z=i)
        )
    return sprites


def acorn(id: str, kind: str, slot: int, label: str, **more: Any) -> Sprite:
    return Sprite(id, art=f"acorn-{kind}", slot=slot, w=90, h=99, label=label, **more)
