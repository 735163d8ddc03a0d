"""Evergreen: a planet for each gardener, cards for all, and one sun."""

from functools import cache, partial
from pathlib import Path
from typing import ClassVar, Literal

from spinney.core.components import digest
from spinney.core.game import Board, Game, Heuristics, Options, Words
from spinney.core.rng import Rng
from spinney.core.snapshot import hashed_later
from spinney.drawing.origins import with_origins
from spinney.games.evergreen import board, features, heuristics, rules, words
from spinney.games.evergreen.components import COMPONENTS, open_box
from spinney.games.evergreen.levels import LEVELS
from spinney.games.evergreen.origins import ORIGINS
from spinney.games.evergreen.pieces import SIDES
from spinney.games.evergreen.view import state_from_view, view
from spinney.games.evergreen.view_types import View

hashed_later(rules.Evergreen, refill_at_once=False)


class EvergreenOptions(Options, frozen=True):
    """sun: The side it shines from in spring; it moves on clockwise.
    sun=top: The top. As printed.
    sun=right: The right
    sun=bottom: The bottom
    sun=left: The left
    reshuffle (Empty deck): When the discard pile becomes the new deck. It hardly matters.
    reshuffle=needed: When a card is needed. Cards discarded until then are in it.
    reshuffle=empty: As soon as the deck is empty. Word for word as printed.
    """

    later: ClassVar[frozenset[str]] = frozenset({"reshuffle"})

    sun: Literal["top", "right", "bottom", "left"] = "top"
    reshuffle: Literal["needed", "empty"] = "needed"


def game(components: bytes) -> Game:
    """The game as played with this components file."""
    box = open_box(components)
    printed = box.printed()
    verbs = box.verbs()
    drawing = board.Drawing(box)

    def setup(options: EvergreenOptions, seats: int, rng: Rng) -> rules.Evergreen:
        at_once = options.reshuffle == "empty"
        return rules.setup(printed, seats, SIDES.index(options.sun), rng, at_once)

    made = Game(
        name="evergreen",
        title=words.TITLE,
        tagline="Grow a planet through four seasons, and let every tree see the sun.",
        version=1,
        seats=range(1, 5),
        minutes=45,
        components=digest(box),
        options=EvergreenOptions,
        verbs=verbs,
        setup=setup,
        view=view,
        state_from_view=partial(state_from_view, printed),
        outcome=partial(words.outcome, box),
        board=Board(
            panels=drawing.panels,
            spots=partial(board.spots, drawing, verbs),
            sheet=cache(partial(board.sheet, box)),
        ),
        words=Words(
            prompt=partial(words.prompt, box),
            move=partial(words.move, box, verbs),
            gain=partial(words.gain, box, verbs, printed),
            tell=partial(words.tell, box, verbs),
            refuse=partial(words.refuse, box, verbs),
            text=partial(words.text, box),
            count=partial(words.count, box),
        ),
        heuristics=Heuristics(
            heuristics.quick_move,
            features.features,
            features.turn,
            levels=LEVELS,
            upper_bound=heuristics.upper_bound,
        ),
        view_type=View,
        rulebook=Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"),
        reprint=game,
        bars={"uncompiled": 40.0},
    )
    return with_origins(made, components, ORIGINS)


GAME = game(COMPONENTS.read_bytes())
