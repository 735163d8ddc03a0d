"""Underwood: a network of mycelia under the forest floor, and who prevails on each of its tiles."""

from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from spinney.core.arrays import i64, vec
from spinney.core.chance import Rng
from spinney.core.components import digest
from spinney.core.game import Board, Game, Instinct, Options, Words
from spinney.games.underwood import board, instinct, plans, rules, words
from spinney.games.underwood.box import COMPONENTS, open_box
from spinney.games.underwood.layout import generate
from spinney.games.underwood.pieces import TILES_FOR, VARIANTS, VERBS
from spinney.games.underwood.seen import Sight
from spinney.games.underwood.sight import Memory, sight

LAYOUTS = {"rolled": rules.ROLLED, "built": rules.BUILT}

PRESETS = ("beechwood", "ravine")


class UnderwoodOptions(Options, frozen=True):
    """layout: generated, rolled (the first player may roll again), a ready board, or built by you
    variant: one of the four of the rulebook, or none
    board: a board saved as text, to play on it again; it goes before the layout
    """

    layout: Literal["generated", "rolled", "built", "beechwood", "ravine"] = "generated"
    variant: Literal["none", "clearings", "mycorrhiza", "saplings", "ant_trail"] = "none"
    board: Annotated[str, Meta(max_length=200)] = ""


def game(components: bytes) -> Game:
    """The game as played with this components file."""
    box = open_box(components)
    memory = Memory(box.shapes())

    @lru_cache(256)  # a match that takes a move back begins anew: its board lies there already
    def generated(seats: int, variant: int, seed: int) -> plans.Plan:
        return list(generate(memory.shapes, TILES_FOR[seats], variant, Rng(seed))), []

    def setup(options: UnderwoodOptions, seats: int, rng: Rng) -> rules.Underwood:
        variant = VARIANTS.index(options.variant)
        layout = rules.GIVEN if options.board else LAYOUTS.get(options.layout, rules.GIVEN)
        plan: plans.Plan = [], []
        if options.board:
            plan = plans.read(options.board, memory.shapes, seats, variant)
        elif options.layout in PRESETS:
            plan = plans.preset(box, memory.shapes, options.layout, seats, variant)
        elif layout != rules.BUILT:
            plan = generated(seats, variant, rng.fork())
        laid, trees = vec[i64](plan[0]), vec[i64](plan[1])
        return rules.setup(memory.shapes, seats, variant, layout, laid, trees, rng)

    told = words.Teller(box, memory)
    drawing = board.Drawing(box, memory)
    return Game(
        name="underwood",
        title=words.TITLE,
        tagline="Spread a network under the forest floor, and prevail on its tiles.",
        version=1,
        seats=range(2, 5),
        minutes=30,
        components=digest(box),
        options=UnderwoodOptions,
        verbs=VERBS,
        setup=setup,
        sight=sight,
        recall=memory.recall,
        outcome=told.outcome,
        board=Board(
            panels=drawing.panels, spots=drawing.spots, sheet=cache(partial(board.sheet, box))
        ),
        words=Words(
            prompt=words.prompt,
            move=told.move,
            gain=told.gain,
            tell=told.tell,
            refuse=told.refuse,
            text=told.text,
        ),
        instinct=Instinct(quick=instinct.quick),
        sight_type=Sight,
        rulebook=Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"),
        reprint=game,
    )


GAME = game(COMPONENTS.read_bytes())
