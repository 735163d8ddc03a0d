"""Acorns: squirrels gather for the winter. This file is what the shelf finds: GAME."""

from functools import partial
from pathlib import Path

from spinney.core.components import digest
from spinney.core.game import Board, Game, Heuristics, Options, Words
from spinney.core.rng import Rng
from spinney.templates.game import art, board, heuristics, rules, words
from spinney.templates.game.components import COMPONENTS, open_box
from spinney.templates.game.pieces import VERBS
from spinney.templates.game.view import state_from_view, view
from spinney.templates.game.view_types import View

TITLE = "Acorns"


class GameOptions(Options, frozen=True):
    """Choices made before a game begins: none yet. core/options.py says how to add some."""


def game(components: bytes) -> Game:
    """The game, played with this components file."""
    box = open_box(components)
    prints = box.prints()

    def setup(options: GameOptions, seats: int, rng: Rng) -> rules.Wood:
        return rules.setup(prints, seats, rng)

    return Game(
        name="game",
        title=TITLE,
        tagline="Gather for the winter, and hide the best where nobody looks.",
        version=1,  # raise it when the same seed and moves would lead elsewhere
        seats=range(2, 5),
        minutes=10,
        components=digest(box),
        options=GameOptions,
        verbs=VERBS,
        setup=setup,
        view=view,
        state_from_view=partial(state_from_view, prints),
        outcome=partial(words.outcome, box),
        board=Board(
            panels=partial(board.panels, box),
            spots=board.spots,
            sheet=partial(
                art.sheet, {kind: acorn.points for kind, acorn in box.acorns.items()}, TITLE
            ),
        ),
        words=Words(
            prompt=words.prompt,
            move=partial(words.move, box),
            gain=partial(words.gain, box),
            tell=partial(words.tell, box),
            refuse=partial(words.refuse, box),
            text=partial(words.text, box),
        ),
        heuristics=Heuristics(heuristics.quick_move),
        view_type=View,
        rulebook=Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"),
        reprint=game,
    )


GAME = game(COMPONENTS.read_bytes())
