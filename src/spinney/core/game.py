"""Game: what a folder hands to the shelf. A record of functions, with no base class to grow
switches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import msgspec

from spinney.core.inputs import Inputs
from spinney.core.keyed_rng import set_up
from spinney.core.rng import Rng
from spinney.core.state import Moves, State
from spinney.core.state import ranks as ranks
from spinney.core.state import seats_to_act as seats_to_act
from spinney.core.verbs import Verbs
from spinney.drawing.panel_cache import CachedPanel
from spinney.drawing.scene import Counted, Panel, Spots, Step


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The choices made before a game begins. A game extends this; the fields are the schema."""


class View(Protocol):
    """What one seat may know, built from nothing. A game's own struct has these and its table."""

    @property
    def seat(self) -> int: ...  # -1 is a spectator

    @property
    def seats(self) -> int: ...

    @property
    def deciding(self) -> list[int]: ...  # whom the seat knows to be awaited

    @property
    def reveal_count(self) -> int: ...


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a score: what it is for, and the points. `about` is what lines of its kind have
    in common ("trees"), where the text says more.
    """

    text: str
    points: int
    about: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """How it stands, or ended: seat by seat, line by line. Ranks begin at 1; ties share one."""

    scores: list[int]
    ranks: list[int]
    lines: list[list[ScoreLine]]
    verdict: str = ""  # where a game says more than who won: "Legendary Sequoia"
    won: bool = True  # False: nobody at the table did, as in a lost solo game

    @property
    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1 and self.won]


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not legal, and the rule of rulebook.md that says so."""

    text: str
    rule: str

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


# The view of a game is its own type; `Any` below stands for that one type within one game.
@dataclass(frozen=True)
class Board:
    """How a table is drawn. Knows no rules."""

    panels: Callable[[Any, Sequence[str]], list[Panel]]  # from a view and the names of the seats
    spots: Callable[[Any, int], Spots]  # what a legal move touches
    sheet: Callable[[], str]  # the symbols the sprites use, as SVG
    cover: str = "cover"  # the one of them that is the game's cover on the shelf
    # The panels laid out of parts, if the board keeps those. No game needs to have it.
    cached_panels: Callable[[Any, Sequence[str]], list[CachedPanel]] | None = None


@dataclass(frozen=True)
class Words:
    """Every sentence of a game, told from views alone."""

    prompt: Callable[[Any, Sequence[str]], str]  # what is asked of this seat now, or of whom
    move: Callable[[Any, int], str]  # "Cook 4 Shiitake with butter"; unique within a position
    gain: Callable[[Any, int], str]  # "11 points"; may be empty
    tell: Callable[[Any, int, int, Any], str]  # view before, seat, move, view after: "took ..."
    refuse: Callable[[Any, int], Refusal]  # why this move may not be made now
    text: Callable[[Any, Sequence[str]], str]  # the table in plain text
    # view before, seat, move, view after: how the points of this move were counted, step by step
    count: Callable[[Any, int, int, Any], list[Counted]] | None = None
    # While a game goes on, what `outcome` would say of the state built from a view, ranks aside: for games
    # that can tell it from the view alone. The others need not.
    score: Callable[[Any], Outcome] | None = None


@dataclass(frozen=True)
class LevelSpec:
    """How a level finds its move in a game. The ways are the same for all games; which one, and how
    much of it, is for each to say, by measuring.
    """

    # what looks best to the heuristics, or to the net; or what does best in games played out: rounds
    # of tree search by heuristics, of a plain one played out at random (many more of them fit into a
    # second), or of sequential halving among the likeliest moves
    method: Literal["heuristics", "net", "tree", "plain", "halving"] = "heuristics"
    iterations: int = 0  # games played out; by a net only some decisions of each
    candidates: int = 0  # moves that halving begins with; 0: all, by a net its first few
    points_weight: int = 0  # in a hundred: what points count beside victories
    blunder_percent: int = 0  # decisions in a hundred that are made by lot
    # decisions of a round before a net has its word: it makes them itself, or, where turns are made
    # of small ones, the heuristics does, and the rest of the turn
    depth: int = 10
    width: int = 40  # moves that a net weighs at each decision, where there are more
    tolerance: int = 0  # thousandths of a victory that a net alone may give away in a decision


@dataclass(frozen=True)
class Heuristics:
    """What computer players of every kind know about a game. Sees only states built from a view."""

    quick_move: Callable[
        [Any, int, Moves, Rng], int
    ]  # a sensible move at once, out of the legal ones
    # What a net is told about a table by a seat: nothing that the seat does not know, so the table
    # itself and one recalled from the seat's view say the same. No game needs to have it.
    features: Callable[[Any, int, Inputs], None] | None = None
    # The number of the turn, where one is made of small decisions; EVERY_MOVE where it is not. A
    # net is then asked what a move is worth at the end of the turn, which the heuristics plays. No
    # game needs to have it.
    turn: Callable[[Any], int] | None = None
    # Alone: what a finished game is worth, where that is not its points.
    solo_value: Callable[[Any, int], int] | None = None
    # By the number of seats, or for 2 and more: how the levels think, the first one first. Where
    # nothing is said, as in players/levels.py.
    levels: Mapping[int, Sequence[LevelSpec]] = field(default_factory=dict)
    # Whether a seat has put off the end long enough, in a game that nothing brings to an end by
    # itself: levels then follow the heuristics, which goes on.
    stalled: Callable[[Any, int], bool] | None = None
    # Alone: points that cannot be exceeded from here on; so endings are proved sooner.
    upper_bound: Callable[[Any, int], int] | None = None


@dataclass(frozen=True)
class Game:
    """One game of the shelf, with the components it is played with."""

    name: str
    title: str
    tagline: str  # one sentence for the shelf
    version: int  # rises whenever the same seed and moves would lead elsewhere
    seats: range
    minutes: int  # a usual evening
    components: str  # the hash of what is printed on the pieces
    options: type[Options]
    verbs: Verbs
    setup: Callable[[Any, int, Rng], State]  # from options, seats, dice
    view: Callable[[Any, int], Any]
    state_from_view: Callable[[Any], State]  # the same table, unknowns blank
    outcome: Callable[[Any], Outcome]
    board: Board
    words: Words
    heuristics: Heuristics
    view_type: type[Any]
    rulebook: str  # the rules in our own words, as Markdown
    reprint: Callable[[bytes], Game]  # this game with another components file
    guide: Sequence[Step] = ()  # leads a person through the first turns
    guides: Sequence[Sequence[Step]] = ()  # … by seat, where each has its own
    guided: Mapping[str, str] = field(
        default_factory=dict
    )  # the options that the guide is made for
    # How many times as fast as this `spinney bench` must find it (lab/bench.py says what they are).
    bars: Mapping[str, float] = field(default_factory=lambda: {"uncompiled": 15.0})

    def choose(self, choices: dict[str, str]) -> Options:
        """Options from words ('variant' → 'clearings'); every mistake is a clear ValueError."""
        known = self.options.__struct_fields__
        for name in choices:
            if name not in known:
                there = ", ".join(sorted(known)) or "none"
                raise ValueError(f"{self.name} has no option {name!r} (there are: {there})")
        try:
            return msgspec.convert(choices, self.options, strict=False)
        except msgspec.ValidationError as error:
            raise ValueError(f"{self.name}: {error}") from None

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            few, many = self.seats[0], self.seats[-1]
            players = str(few) if few == many else f"{few} to {many}"
            raise ValueError(f"{self.name} is for {players} players, not {seats}")

    def start(self, options: Options, seats: int, seed: int) -> State:
        """The table of a seed: everything chance will ever say follows from it."""
        self.check_seats(seats)
        if not 0 <= seed < 1 << 62:
            raise ValueError("a seed is a number from 0 to 4611686018427387903 (2**62 - 1)")
        return self.setup(options, seats, Rng(seed))

    def start_keyed(self, options: Options, seats: int, key: bytes) -> State:
        """The table of a key (keyed_rng.py). Whoever plays it renews `dice` before each move."""
        self.check_seats(seats)
        return self.setup(options, seats, set_up(key))
