"""Underwood: a network of mycelia under the forest floor, and who prevails on each of its tiles."""

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal
from weakref import finalize

from msgspec import Meta

from spinney.core.components import digest
from spinney.core.game import Board, Game, Heuristics, Options, Words
from spinney.core.rng import Rng
from spinney.core.snapshot import hashed_later
from spinney.drawing.origins import with_origins
from spinney.games.underwood import board, features, heuristics, plans, rules, words
from spinney.games.underwood.components import COMPONENTS, open_box
from spinney.games.underwood.layout import generate
from spinney.games.underwood.levels import LEVELS
from spinney.games.underwood.origins import ORIGINS
from spinney.games.underwood.pieces import TILES_FOR, VARIANTS, VERBS, forget_shapes
from spinney.games.underwood.view import Memory, view
from spinney.games.underwood.view_types import View

hashed_later(rules.Underwood, planned=0)

LAYOUTS = {"rolled": rules.ROLLED, "built": rules.BUILT}

PRESETS = ("beechwood", "ravine")


class UnderwoodOptions(Options, frozen=True):
    """What may be chosen.

    variant: Which rules you play with. One variant at a time.
    variant=none: The plain game
    variant=clearings: Clearings. There are gaps between the tiles, and nothing grows there.
    variant=mycorrhiza: Mycorrhiza. Four trees stand in gaps and at the edge. Each is worth three
        points to whoever leads around it.
    variant=saplings: Saplings. Four trees stand on the tiles and make them worth more. Everybody
        begins with three tokens.
    variant=ant_trail: Ant Trail. Mycelia may follow the ants to tiles far away.
    layout (Board): Who lays the forest floor, and how.
    layout=generated: Laid by chance. Every game has another board.
    layout=rolled: Laid by chance, and again if you like. The starting player may ask for another
        board, three times at most.
    layout=built: Laid by the players. Tile by tile, in turn.
    layout=beechwood: The beechwood. A ready board, compact.
    layout=ravine: The ravine. A ready board, long and narrow.
    laying (Laying): Where tiles may lie if the players lay them.
    laying=planned: Where a gap or places for the trees still fit. So the board always has what its
        variant is about.
    laying=free: Anywhere. A board may end up without a gap or without trees.
    board (A saved board): The text of a board, to play on it again. It is used instead of the
        choice above.
    """

    layout: Literal["generated", "rolled", "built", "beechwood", "ravine"] = "generated"
    variant: Literal["none", "clearings", "mycorrhiza", "saplings", "ant_trail"] = "none"
    laying: Literal["planned", "free"] = "planned"
    board: Annotated[str, Meta(max_length=200, pattern=r"^[0-9A-Za-z-]*$")] = ""

    later: ClassVar[frozenset[str]] = frozenset(("laying",))
    earlier: ClassVar[Mapping[str, Any]] = {"laying": "free"}  # before there was a choice


def game(components: bytes, colours: tuple[int, ...] = ()) -> Game:
    """The game as played with this components file, and with tokens in these colours."""
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
        planned = int(options.laying == "planned")
        return rules.setup(memory.shapes, seats, variant, layout, planned, plan[0], plan[1], rng)

    finalize(setup, forget_shapes, int(memory.shapes.mark)).atexit = False
    named = [words.COLOURS[colour] for colour in colours] or words.COLOURS
    told = words.Teller(box, memory, named)
    drawing = board.Drawing(box, memory, named)
    made = Game(
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
        view=view,
        state_from_view=memory.state_from_view,
        outcome=told.outcome,
        board=Board(
            panels=drawing.panels, spots=drawing.spots, sheet=cache(partial(board.sheet, box))
        ),
        words=Words(
            prompt=told.prompt,
            move=told.move,
            gain=told.gain,
            tell=told.tell,
            refuse=told.refuse,
            text=told.text,
            count=told.count,
        ),
        heuristics=Heuristics(heuristics.quick_move, features.features, levels=LEVELS),
        view_type=View,
        rulebook=Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"),
        reprint=game,
        recolour=partial(game, components),
        bars={"uncompiled": 20.0},
    )
    return with_origins(made, components, ORIGINS)


GAME = game(COMPONENTS.read_bytes())
