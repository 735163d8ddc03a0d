"""Morels: a walk in the woods for two, and a meal of mushrooms."""

from functools import cache, partial
from pathlib import Path
from typing import Literal

from spinney.core.components import digest
from spinney.core.game import Board, Game, Heuristics, Options, Words
from spinney.core.rng import Rng
from spinney.core.snapshot import hashed_later
from spinney.drawing.origins import with_origins
from spinney.games.morels import board, features, heuristics, rules, words
from spinney.games.morels.components import COMPONENTS, open_box
from spinney.games.morels.levels import LEVELS
from spinney.games.morels.origins import ORIGINS
from spinney.games.morels.pieces import VERBS
from spinney.games.morels.view import state_from_view, view
from spinney.games.morels.view_types import View

hashed_later(rules.Morels, remember=0)


class MorelsOptions(Options, frozen=True):
    """What may be chosen.

    starter (Who begins): Who takes the first turn.
    starter=seat0: The first seat
    starter=seat1: The second seat
    starter=drawn: Drawn by lot
    hands (Cards a rival takes): Everybody sees them being taken. And then?
    hands=listed: Listed. The table shows at any time which of them are still in a hand.
    hands=remembered: To be remembered. In the hand they lie face down.
    """

    later = frozenset({"hands"})

    starter: Literal["seat0", "seat1", "drawn"] = "seat0"
    hands: Literal["listed", "remembered"] = "listed"


def game(components: bytes) -> Game:
    """The game as played with this components file."""
    box = open_box(components)
    worth = box.worth()

    def setup(options: MorelsOptions, seats: int, rng: Rng) -> rules.Morels:
        starter = rng.below(2) if options.starter == "drawn" else int(options.starter[-1])
        return rules.setup(worth, starter, int(options.hands == "remembered"), rng)

    drawing = board.Drawing(box)
    made = Game(
        name="morels",
        title=words.TITLE,
        tagline="A walk in the woods for two: pick, sell, and cook the better meal.",
        version=1,
        seats=range(2, 3),
        minutes=30,
        components=digest(box),
        options=MorelsOptions,
        verbs=VERBS,
        setup=setup,
        view=view,
        state_from_view=partial(state_from_view, worth),
        outcome=partial(words.outcome, box),
        board=Board(
            panels=drawing.panels,
            spots=partial(board.spots, box),
            sheet=cache(partial(board.sheet, box)),
            cached_panels=drawing.cached_panels,
        ),
        words=Words(
            prompt=words.prompt,
            move=partial(words.move, box),
            gain=partial(words.gain, box, worth),
            tell=partial(words.tell, box),
            refuse=partial(words.refuse, box),
            text=partial(words.text, box),
            score=partial(words.score, box),
        ),
        heuristics=Heuristics(heuristics.quick_move, features.features, levels=LEVELS),
        view_type=View,
        rulebook=Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"),
        reprint=game,
        bars={"uncompiled": 15.0, "loop": 3.0, "rollouts": 1.0, "search": 2.0},
    )
    return with_origins(made, components, ORIGINS)


GAME = game(COMPONENTS.read_bytes())
