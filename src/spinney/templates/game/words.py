"""Every sentence of the game. All are made from views, so none can give a secret away."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.core.game import Outcome, Refusal, ScoreLine, ranks
from spinney.core.verbs import field1, verb
from spinney.templates.game.components import Box
from spinney.templates.game.pieces import GATHER, IN_NEST, KINDS
from spinney.templates.game.rules import Wood
from spinney.templates.game.view import acorns_of
from spinney.templates.game.view_types import Acorns, View


# ----------------------------------------------------------------------------------------- phrases
def number(n: int, thing: str) -> str:
    return f"{n} {thing}" if abs(n) == 1 else f"{n} {thing}s"


def listing(box: Box, acorns: Acorns) -> str:
    """'2 small acorns, 1 golden acorn'"""
    return ", ".join(number(n, box.acorns[kind].name) for kind, n in acorns.items())


# ------------------------------------------------------------------------------------------- moves
def prompt(seen: View, names: Sequence[str]) -> str:
    if not seen.deciding:
        return "The ground is bare: winter may come."
    if seen.seat in seen.deciding:
        return "Your turn: gather an acorn, or dig in the leaves."
    return f"{names[seen.deciding[0]]} is choosing."


def move(box: Box, seen: View, number_: int) -> str:
    """Different for each legal move."""
    if verb(number_) == GATHER:
        return f"Gather a {box.acorns[KINDS[field1(number_)]].name}"
    return "Dig in the leaves"


def gain(box: Box, seen: View, number_: int) -> str:
    """The short remark beside a move."""
    if verb(number_) == GATHER:
        return number(box.acorns[KINDS[field1(number_)]].points, "point")
    return "an unknown acorn"


def tell(box: Box, before: View, seat: int, number_: int, after: View) -> str:
    """A line of the log. `before` and `after` are what the reader saw, not what the player saw."""
    if verb(number_) == GATHER:
        story = f"gathered a {box.acorns[KINDS[field1(number_)]].name}"
        if not after.deciding:
            return f"{story}; all nests were opened"
        return f"{story}; the wind uncovered more" if after.leaves < before.leaves else story
    was, now = before.squirrels[seat].nest, after.squirrels[seat].nest
    found = [kind for kind in now if now[kind] > was.get(kind, 0)]
    if found:
        return f"dug up a {box.acorns[found[0]].name}"
    return "dug in the leaves"


def refuse(box: Box, seen: View, number_: int) -> Refusal:
    """Why a move is not legal, with the rule that says so."""
    if not seen.deciding:
        return Refusal("the game is over", "R4")
    if seen.seat not in seen.deciding:
        return Refusal("it is not your turn", "R3")
    if verb(number_) == GATHER:
        name = box.acorns[KINDS[field1(number_)]].name
        return Refusal(f"there is no {name} on the ground", "R3.1")
    if not seen.leaves:
        return Refusal("there is nothing left in the leaves", "R3.2")
    return Refusal(f"your nest is full: it holds {IN_NEST} acorns", "R3.2")


# ------------------------------------------------------------------------------------------- score
def outcome(box: Box, table: Wood) -> Outcome:
    """R4: a line for each kind of acorn; the lines add up to the score."""
    seats = range(table.seats)
    return Outcome(
        scores=[table.points(seat) for seat in seats],
        ranks=ranks([table.rank_key(seat) for seat in seats]),
        lines=[score_lines(box, acorns_of(table.counted(seat))) for seat in seats],
    )


def score_lines(box: Box, acorns: Acorns) -> list[ScoreLine]:
    kinds = [(box.acorns[kind], n) for kind, n in acorns.items()]
    return [ScoreLine(number(n, acorn.name), n * acorn.points, acorn.name) for acorn, n in kinds]


# -------------------------------------------------------------------------------------------- text
def text(box: Box, seen: View, names: Sequence[str]) -> str:
    """The table for a terminal, and for people who cannot see the picture."""
    lines = [
        f"Leaves  {number(seen.leaves, 'acorn')}",
        f"Ground  {listing(box, seen.ground) or 'bare'}",
    ]
    for seat, squirrel in enumerate(seen.squirrels):
        nest = [listing(box, squirrel.nest)] if squirrel.nest else []
        if squirrel.hidden:
            nest.append(f"{squirrel.hidden} unseen")
        lines += [
            "",
            f"{names[seat]}: {number(squirrel.points, 'point')}",
            f"Larder  {listing(box, squirrel.larder) or 'empty'}",
            f"Nest    {', '.join(nest) or 'empty'}",
        ]
    return "\n".join(lines)
