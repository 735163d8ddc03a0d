"""Micro Mycelium: six-sided tiles, and mushrooms that need room to grow."""

from functools import cache, partial
from pathlib import Path
from typing import Literal

from spinney.core.components import digest
from spinney.core.game import Board, Game, Heuristics, Options, Words
from spinney.core.rng import Rng
from spinney.core.snapshot import hashed_later
from spinney.drawing.origins import with_origins
from spinney.games.micro_mycelium import board, features, heuristics, rules, words
from spinney.games.micro_mycelium.components import COMPONENTS, open_box
from spinney.games.micro_mycelium.levels import LEVELS, other_levels
from spinney.games.micro_mycelium.origins import ORIGINS
from spinney.games.micro_mycelium.pieces import SETS, VERBS, Field
from spinney.games.micro_mycelium.view import state_from_view, view
from spinney.games.micro_mycelium.view_types import View

hashed_later(Field, all_sides=False)


class MyceliumOptions(Options, frozen=True):
    """advanced (Advanced scoring) [2-4]: Connected spores and the flower network score, too.
    easy (Easy game) [1]: Three sets instead of four.
    spores (A free side): What a mushroom's side scores when nothing touches it. The rulebook's text
        and its example do not agree.
    spores=one: 1 point, spore sides only. As in the rulebook's example.
    spores=two: 2 points, spore sides only. The text's points, the example's sides.
    spores=all: 2 points, root sides too. Word for word as the rulebook's text.
    """

    advanced: bool = False
    spores: Literal["one", "two", "all"] = "one"
    easy: bool = False


def game(components: bytes, colours: tuple[int, ...] = ()) -> Game:
    """The game as played with this components file, and with the sets in these colours."""
    printed = open_box(components)
    box = printed.recoloured(colours)
    prints = box.prints()
    look = words.Look(box, prints)

    def setup(options: MyceliumOptions, seats: int, rng: Rng) -> rules.Mycelium:
        alone = seats == 1
        sets = len(SETS) - options.easy if alone else seats
        side = 1 if options.spores == "one" else 2
        all_sides = options.spores == "all"
        advanced = options.advanced and not alone
        return rules.setup(prints, seats, sets, side, all_sides, advanced, rng)

    made = Game(
        name="micro_mycelium",
        title=words.TITLE,
        tagline="Mushrooms need room: turn the tiles, keep your spores free and crowd the others.",
        version=1,
        seats=range(1, 5),
        minutes=20,
        components=digest(printed),
        options=MyceliumOptions,
        verbs=VERBS,
        setup=setup,
        view=view,
        state_from_view=partial(state_from_view, prints),
        outcome=partial(words.outcome, box),
        board=Board(
            panels=board.Drawing(box).panels,
            spots=board.spots,
            sheet=cache(partial(board.sheet, box)),
        ),
        words=Words(
            prompt=partial(words.prompt, box),
            move=partial(words.move, box),
            gain=look.gain,
            tell=partial(words.tell, box),
            refuse=partial(words.refuse, box),
            text=partial(words.text, box),
        ),
        heuristics=Heuristics(
            heuristics.quick_move,
            features.features,
            features.turn,
            levels=LEVELS,
            other_levels=other_levels,
        ),
        view_type=View,
        rulebook=Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"),
        reprint=game,
        recolour=partial(game, components),
    )
    return with_origins(made, components, ORIGINS)


GAME = game(COMPONENTS.read_bytes())
