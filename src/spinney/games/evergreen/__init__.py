"""Evergreen: a planet for each gardener, cards for all, and one sun."""

from functools import cache, partial
from pathlib import Path
from typing import Literal

from spinney.core.chance import Rng
from spinney.core.components import digest
from spinney.core.game import Board, Game, Instinct, Options, Words
from spinney.games.evergreen import board, features, instinct, rules, words
from spinney.games.evergreen.box import COMPONENTS, open_box
from spinney.games.evergreen.ladders import LADDERS
from spinney.games.evergreen.pieces import SIDES
from spinney.games.evergreen.seen import Sight
from spinney.games.evergreen.sight import recall, sight


class EvergreenOptions(Options, frozen=True):
    """sun: The side it shines from in spring; it moves on clockwise.
    sun=top: The top. As printed.
    sun=right: The right
    sun=bottom: The bottom
    sun=left: The left
    """

    sun: Literal["top", "right", "bottom", "left"] = "top"


def game(components: bytes) -> Game:
    """The game as played with this components file."""
    box = open_box(components)
    printed = box.printed()
    verbs = box.verbs()
    drawing = board.Drawing(box)

    def setup(options: EvergreenOptions, seats: int, rng: Rng) -> rules.Evergreen:
        return rules.setup(printed, seats, SIDES.index(options.sun), rng)

    return Game(
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
        sight=sight,
        recall=partial(recall, printed),
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
        instinct=Instinct(
            instinct.quick, features.features, features.turn, ladders=LADDERS, most=instinct.most
        ),
        sight_type=Sight,
        rulebook=Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"),
        reprint=game,
        bars={"uncompiled": 40.0},
    )


GAME = game(COMPONENTS.read_bytes())
