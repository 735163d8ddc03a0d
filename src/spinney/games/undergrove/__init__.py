"""Undergrove: Douglas-firs trade with mushrooms to raise their offspring."""

from functools import cache, partial
from pathlib import Path
from typing import Literal

from spinney.core.game import Board, Game, Heuristics, Options, Words
from spinney.core.rng import Rng
from spinney.core.snapshot import hashed_as
from spinney.games.undergrove import board, counting, features, guide, heuristics, words
from spinney.games.undergrove.components import COMPONENTS, Box, fingerprint, open_box
from spinney.games.undergrove.levels import LEVELS
from spinney.games.undergrove.pieces import DEALT_GOALS, DECK
from spinney.games.undergrove.rules import state as rules
from spinney.games.undergrove.rules.moves import VERBS
from spinney.games.undergrove.view import state_from_view, view
from spinney.games.undergrove.view_types import View

KEPT = {"easy": 4, "medium": 5, "hard": 6}  # R13.10: Seedlings that count for an AI tree

hashed_as(rules.Undergrove, printed="print")


class UndergroveOptions(Options, frozen=True):
    """
    starter (Who begins): the first seat, or one by lot
    starter=seat0: The first seat
    starter=drawn: By lot
    sprout (Quick Sprout): for a first game: known hands and the starting goals
    whispering (Whispering Woods): two more goal cards, with tables that are ours
    difficulty (Difficulty) [1]: how many Seedlings of Brown and Tan count
    difficulty=easy: Easy. The four best of each.
    difficulty=medium: Medium. The five best of each.
    difficulty=hard: Hard. All of them.
    idle (Idle cards) [1]: how many of the three cards on which Brown and Tan rest stay in their
    decks; fewer is harder
    """

    starter: Literal["seat0", "drawn"] = "seat0"
    sprout: bool = False
    whispering: bool = False
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    idle: Literal["3", "2", "1", "0"] = "3"


def dealt_goals(box: Box, options: UndergroveOptions, seats: int, rng: Rng) -> list[int]:
    """R2.4: three cards, one side of each; R13.1: alone, none that compares players."""
    if options.sprout:
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
        starter = rng.below(seats) if options.starter == "drawn" else 0
        sides = dealt_goals(box, options, seats, rng)
        alone = seats == 1
        return rules.setup(
            printed,
            seats,
            starter,
            sides,
            options.sprout,
            KEPT[options.difficulty] if alone else 0,
            ai_deck(box, options, rng) if alone else 0,
            rng,
        )

    return Game(
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
        guided={"sprout": "true", "starter": "seat0"},
    )


GAME = game(COMPONENTS.read_bytes())
