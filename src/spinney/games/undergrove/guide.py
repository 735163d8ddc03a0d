"""The guided first game: guide.toml as steps for whoever draws the table."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, toml

from spinney.drawing.scene import Step
from spinney.games.undergrove.view_types import View

FILE = Path(__file__).with_name("guide.toml")


class Hint(Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a player's guide; see the head of guide.toml."""

    player: int
    turn: int
    says: str
    why: str
    move: str = ""
    spare: bool = False


class Guides(Struct, frozen=True, forbid_unknown_fields=True):
    steps: list[Hint]


def steps(player: int) -> list[Step]:
    """The guide of one player, 1 to 4 in turn order (R14)."""
    hints = toml.decode(FILE.read_bytes(), type=Guides).steps
    return [
        Step(
            hint.says,
            hint.why,
            [hint.move] if hint.move else [],
            turn=hint.turn,
            spare=hint.spare,
        )
        for hint in hints
        if hint.player in (0, player)
    ]


def turn(view: View) -> tuple[int, int]:
    """Which guide a seat follows, from 0 in turn order (R14), and how many turns it has begun."""
    number = (view.seat - view.starter) % view.seats
    return number, (view.turns - number + view.seats - 1) // view.seats
