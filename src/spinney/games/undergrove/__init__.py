"""Undergrove: Douglas-firs trade with mushrooms to raise their offspring."""

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar, Literal

from spinney.core.game import Board, Game, Heuristics, Options, Words
from spinney.core.rng import Rng
from spinney.core.snapshot import hashed_as, hashed_later
from spinney.drawing.origins import with_origins
from spinney.games.undergrove import board, counting, features, guide, heuristics, words
from spinney.games.undergrove.components import COMPONENTS, Box, fingerprint, open_box
from spinney.games.undergrove.levels import LEVELS
from spinney.games.undergrove.origins import ORIGINS
from spinney.games.undergrove.pieces import (
    ALL_USED,
    ASKED,
    COPIES_GAIN,
    DEALT_GOALS,
    DECK,
    EVERY_MOMENT,
    HIDDEN,
    SAME_WAY,
)
from spinney.games.undergrove.rules import state as rules
from spinney.games.undergrove.rules.moves import VERBS
from spinney.games.undergrove.view import state_from_view, view
from spinney.games.undergrove.view_types import View

KEPT = {"easy": 4, "medium": 5, "hard": 6}  # R13.10: Seedlings that count for an AI tree

hashed_as(rules.Undergrove, printed="print")
hashed_later(rules.Undergrove, readings=0)


class UndergroveOptions(Options, frozen=True):
    """
    starter (Who begins) [2-4]: one by lot, or the first seat
    starter=drawn: By lot
    starter=seat0: The first seat
    sprout (Quick Sprout): for a first game: known hands and the starting goals
    goals (Goals): which three goals are open to everybody
    goals=dealt: By lot. Three of the eight cards, a side of each.
    goals=starting: The starting goals. For a first game without Quick Sprout.
    whispering (Whispering Woods): two more goal cards, with tables that are ours
    difficulty (Difficulty) [1]: how many Seedlings of Brown and Tan count
    difficulty=easy: Easy. The four best of each.
    difficulty=medium: Medium. The five best of each.
    difficulty=hard: Hard. All of them.
    idle (Idle cards) [1]: how many of the three cards on which Brown and Tan rest stay in their
    decks; fewer is harder
    reveal (Bonus tiles of Brown and Tan) [1]: when you see what they took
    reveal=shown: At once
    reveal=asked: When you want to. You are asked each time.
    reveal=hidden: At the end
    edges (Taken edges) [1]: where Brown and Tan lay a mushroom if the edge shown is taken
    edges=direction: Along the same direction. As if the first mushroom were not there.
    edges=reading: In reading order. Row by row from the top.
    copies (Copied cube spaces): what a copy of a mushroom with cube spaces does
    copies=gain: Cubes only. The copying mushroom has no spaces.
    copies=original: Fill the original. Its spaces take the cubes.
    moments (Bonus tiles while you pay): what comes before a cube pays for a step of carbon
    moments=all: A question. If you hold a Bonus tile: it may ready your tokens.
    moments=few: No question. Quicker; play the tile before you absorb.
    grouse (Sooty Grouse B): which turns count for this goal of Whispering Woods
    grouse=together: All four used. All four tokens are used, then all become ready.
    grouse=apart: One by one. Each token becomes ready once in the turn.
    """

    later: ClassVar[frozenset[str]] = frozenset(
        ("goals", "reveal", "edges", "copies", "moments", "grouse")
    )
    # What was played before there was a choice: #23, #8, #41 and #38 as they were decided then.
    earlier: ClassVar[Mapping[str, Any]] = {
        "edges": "reading",
        "copies": "original",
        "moments": "few",
        "grouse": "apart",
    }

    starter: Literal["drawn", "seat0"] = "drawn"
    sprout: bool = False
    goals: Literal["dealt", "starting"] = "dealt"
    whispering: bool = False
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    idle: Literal["3", "2", "1", "0"] = "3"
    reveal: Literal["shown", "asked", "hidden"] = "shown"
    edges: Literal["direction", "reading"] = "direction"
    copies: Literal["gain", "original"] = "gain"
    moments: Literal["all", "few"] = "all"
    grouse: Literal["together", "apart"] = "together"


def readings(options: UndergroveOptions) -> int:
    """What the options decide where the print is open."""
    found = {"shown": 0, "asked": ASKED, "hidden": HIDDEN}[options.reveal]
    found |= SAME_WAY if options.edges == "direction" else 0
    found |= COPIES_GAIN if options.copies == "gain" else 0
    found |= EVERY_MOMENT if options.moments == "all" else 0
    return found | (ALL_USED if options.grouse == "together" else 0)


def dealt_goals(box: Box, options: UndergroveOptions, seats: int, rng: Rng) -> list[int]:
    """R2.4: three cards, one side of each; R13.1: alone, none that compares players."""
    if options.sprout or options.goals == "starting":
        return box.starting_goals()
    deck = box.goal_deck(options.whispering, seats == 1)
    found = []
    for _ in range(DEALT_GOALS):
        sides = deck.pop(rng.below(len(deck)))
        found.append(sides[rng.below(len(sides))])
    return found


def ai_deck(box: Box, options: UndergroveOptions, rng: Rng) -> int:
    """R13.1: all cards, less some of those without an action."""
    deck = (1 << 2 * DECK) - 1
    idle = box.idle_cards()
    while len(idle) > int(options.idle):
        deck -= 1 << idle.pop(rng.below(len(idle)))
    return deck


def game(components: bytes) -> Game:
    """The game as played with this components file."""
    box = open_box(components)
    printed = box.printed()

    def setup(options: UndergroveOptions, seats: int, rng: Rng) -> rules.Undergrove:
        drawn = options.starter == "drawn" and seats > 1
        starter = rng.below(seats) if drawn else 0
        sides = dealt_goals(box, options, seats, rng)
        alone = seats == 1
        table = rules.setup(
            printed,
            seats,
            starter,
            sides,
            options.sprout,
            KEPT[options.difficulty] if alone else 0,
            ai_deck(box, options, rng) if alone else 0,
            rng,
        )
        table.readings = readings(options)
        return table

    made = Game(
        name="undergrove",
        title=words.TITLE,
        tagline="Under the forest floor firs and mushrooms trade: raise your seedlings into trees.",
        version=1,
        seats=range(1, 5),
        minutes=75,
        components=fingerprint(box),
        options=UndergroveOptions,
        verbs=VERBS,
        setup=setup,
        view=view,
        state_from_view=partial(state_from_view, printed),
        outcome=partial(words.outcome, box),
        board=Board(
            panels=board.Drawing(box).panels,
            spots=partial(board.spots, box),
            sheet=cache(partial(board.sheet, box)),
        ),
        words=Words(
            prompt=partial(words.prompt, box),
            move=partial(words.move, box),
            gain=partial(words.gain, box),
            tell=partial(words.tell, box),
            refuse=partial(words.refuse, box),
            text=partial(words.text, box),
            count=partial(counting.count, box),
        ),
        heuristics=Heuristics(
            heuristics.quick_move,
            features.features,
            features.turn,
            heuristics.solo_value,
            LEVELS,
            heuristics.stalled,
        ),
        view_type=View,
        rulebook=Path(__file__).with_name("rulebook.md").read_text(encoding="utf-8"),
        reprint=game,
        guides=[guide.steps(player) for player in range(1, 5)],
        guided={"sprout": "true"},
        guide_turn=guide.turn,
    )
    return with_origins(made, components, ORIGINS)


GAME = game(COMPONENTS.read_bytes())
