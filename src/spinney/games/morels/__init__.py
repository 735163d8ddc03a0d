"""Morels: a walk in the woods for two, and a meal of mushrooms."""

from functools import cache, partial
from pathlib import Path
from typing import Literal

from spinney.core.components import digest
from spinney.core.game import Board, Game, Heuristics, Options, Words
from spinney.core.rng import Rng
from spinney.games.morels import board, features, heuristics, rules, words
from spinney.games.morels.components import COMPONENTS, open_box
from spinney.games.morels.levels import LEVELS
from spinney.games.morels.pieces import VERBS
from spinney.games.morels.view import state_from_view, view
from spinney.games.morels.view_types import View


class MorelsOptions(Options, frozen=True):
    """starter: who goes first, by choice or by lot."""

    starter: Literal["seat0", "seat1", "drawn"] = "seat0"


def game(components: bytes) -> Game:
    """The game as played with this components file."""
    box = open_box(components)
    worth = box.worth()

    def setup(options: MorelsOptions, seats: int, rng: Rng) -> rules.Morels:
        starter = rng.below(2) if options.starter == "drawn" else int(options.starter[-1])
        return rules.setup(worth, starter, rng)

    drawing = board.Drawing(box)
    return Game(
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


GAME = game(COMPONENTS.read_bytes())
