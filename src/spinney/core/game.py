"""Game: everything the rest of the program needs to know about one game, as functions and data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self

import msgspec

from spinney.core.inputs import Inputs
from spinney.core.keyed_rng import set_up
from spinney.core.origins import Origins
from spinney.core.rng import Rng
from spinney.core.state import Moves, State
from spinney.core.state import ranks as ranks
from spinney.core.state import seats_to_act as seats_to_act
from spinney.core.verbs import Verbs

if TYPE_CHECKING:  # core draws nothing: it only names the types that boards return
    from spinney.drawing.panel_cache import CachedPanel
    from spinney.drawing.scene import Counted, Panel, Spots, Step


UNKNOWN = Origins()


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options chosen before a game begins. A game subclasses this and adds its fields.

    `later` names options that were added after games had been recorded. Their default must be what
    the game did before, or `earlier` says what that was. A record leaves them out while they have
    it, so older records stay as they are, byte for byte.
    """

    later: ClassVar[frozenset[str]] = frozenset()
    earlier: ClassVar[Mapping[str, Any]] = {}

    def recorded(self) -> dict[str, Any]:
        """The options as a record has them."""
        chosen: dict[str, Any] = msgspec.to_builtins(self)
        usual: dict[str, Any] = msgspec.to_builtins(type(self)()) if self.later else {}
        usual |= self.earlier
        return {
            name: value
            for name, value in chosen.items()
            if name not in self.later or value != usual[name]
        }

    @classmethod
    def restored(cls, found: Mapping[str, Any]) -> Self:
        """The options of a record or a stored table; what it does not name is as it was then."""
        return msgspec.convert({**cls.earlier, **found}, cls)

    @classmethod
    def decoded(cls, text: str) -> Self:
        """The same, from JSON."""
        return cls.restored(msgspec.json.decode(text, type=dict[str, Any]))


class View(Protocol):
    """What one seat may know. Each game has its own struct with these fields and more."""

    @property
    def seat(self) -> int: ...  # -1 is a spectator

    @property
    def seats(self) -> int: ...

    @property
    def deciding(self) -> list[int]: ...  # the seats that must act, as far as this seat knows

    @property
    def reveal_count(self) -> int: ...


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a score: the reason and the points. `about` names the group of the line ("trees")
    where the text says more.
    """

    text: str
    points: int
    about: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """The current or final result of every seat. Ranks begin at 1; ties share a rank."""

    scores: list[int]
    ranks: list[int]
    lines: list[list[ScoreLine]]
    verdict: str = ""  # what the game says besides who won: "Legendary Sequoia"
    won: bool = True  # False: nobody won, as in a lost solo game

    @property
    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1 and self.won]


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not legal, and the rule of rulebook.md that says so."""

    text: str
    rule: str

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


# `Any` below stands for the game's own type of view.
@dataclass(frozen=True)
class Board:
    """How a view is drawn. Contains no rules."""

    panels: Callable[[Any, Sequence[str]], list[Panel]]  # from a view and the names of the seats
    spots: Callable[[Any, int], Spots]  # what a legal move touches
    sheet: Callable[[], str]  # the symbols the sprites use, as SVG
    cover: str = "cover"  # the symbol that is the game's cover
    # Optional: the same panels in parts that are drawn and encoded once (drawing/panel_cache.py).
    cached_panels: Callable[[Any, Sequence[str]], list[CachedPanel]] | None = None


@dataclass(frozen=True)
class Words:
    """Every sentence of a game. All of them are made from views, so none can leak a secret."""

    prompt: Callable[[Any, Sequence[str]], str]  # what this seat must do now, or who must act
    move: Callable[[Any, int], str]  # "Cook 4 Shiitake with butter"; unique within a position
    gain: Callable[[Any, int], str]  # "11 points"; may be empty
    tell: Callable[[Any, int, int, Any], str]  # view before, seat, move, view after: "took ..."
    refuse: Callable[[Any, int], Refusal]  # why this move may not be made now
    text: Callable[[Any, Sequence[str]], str]  # the table in plain text
    # view before, seat, move, view after: how the points of this move were counted, step by step
    count: Callable[[Any, int, int, Any], list[Counted]] | None = None
    # Optional: the score so far from the view alone, without ranks. It saves building a state.
    score: Callable[[Any], Outcome] | None = None


@dataclass(frozen=True)
class LevelSpec:
    """How one level finds its move in one game. The settings were chosen by measurement.

    The methods: "heuristics" and "net" take the best move without search. "tree" is a tree search
    whose playouts follow the heuristics; "plain" is one with random playouts, which are faster.
    "halving" is sequential halving among the most promising moves.
    """

    method: Literal["heuristics", "net", "tree", "plain", "halving"] = "heuristics"
    iterations: int = 0  # playouts; those of a net stop after `depth` decisions
    candidates: int = 0  # moves that halving starts with; 0: all, or the best few of a net
    points_weight: int = 0  # percent: how much points count beside victories
    blunder_percent: int = 0  # percent of decisions that are random
    # Decisions of a playout before the net evaluates the position. The net chooses them. Where a
    # turn consists of small decisions, the heuristics choose them and finish the turn.
    depth: int = 10
    width: int = 40  # moves that a net evaluates at most at each decision
    tolerance: int = (
        0  # a net without search chooses among moves this close to the best (in 1/1000)
    )


@dataclass(frozen=True)
class Heuristics:
    """What computer players know about a game. They only see states built from a view."""

    quick_move: Callable[[Any, int, Moves, Rng], int]  # a sensible move, without search
    # Optional: the inputs of a net, from what the seat knows. So the real state and one built from
    # the seat's view give the same inputs.
    features: Callable[[Any, int, Inputs], None] | None = None
    # Optional: the number of the turn, where a turn consists of small decisions; EVERY_MOVE where
    # it does not. The heuristics then finish the turn before a net evaluates a move.
    turn: Callable[[Any], int] | None = None
    # Optional, solo games: the value of a finished game, where it is not its points.
    solo_value: Callable[[Any, int], int] | None = None
    # The six levels by number of seats; the entry for 2 also serves more seats. Without an entry
    # the defaults of players/levels.py apply.
    levels: Mapping[int, Sequence[LevelSpec]] = field(default_factory=dict)
    # Optional, for games that need not end by themselves: whether a seat has delayed the end for
    # too long. Levels then follow the heuristics, which make progress.
    stalled: Callable[[Any, int], bool] | None = None
    # Optional, solo games: an upper bound of the final points. It speeds up proofs of endings.
    upper_bound: Callable[[Any, int], int] | None = None
    # Optional: other levels for a table whose options the nets were not trained for, from a view.
    other_levels: Callable[[Any], Sequence[LevelSpec] | None] | None = None


@dataclass(frozen=True)
class Game:
    """One game with its components."""

    name: str
    title: str
    tagline: str  # one sentence for the shelf
    version: int  # increases whenever the same seed and moves would lead to another state
    seats: range
    minutes: int  # the usual length of a game
    components: str  # the hash of the components file
    options: type[Options]
    verbs: Verbs
    setup: Callable[[Any, int, Rng], State]  # from options, seats and a generator
    view: Callable[[Any, int], Any]
    state_from_view: Callable[[Any], State]  # unknown cards are blank
    outcome: Callable[[Any], Outcome]
    board: Board
    words: Words
    heuristics: Heuristics
    view_type: type[Any]
    rulebook: str  # the rules in our own words, as Markdown
    reprint: Callable[[bytes], Game]  # the same game with another components file
    file: bytes = b""  # that other file, if a table keeps it; empty for the game's own
    guide: Sequence[Step] = ()  # leads a person through the first turns
    guides: Sequence[Sequence[Step]] = ()  # … by seat, where each has its own
    guided: Mapping[str, str] = field(
        default_factory=dict
    )  # the options that the guide is made for
    origins: Origins = UNKNOWN  # who made the box, and what of it is our reconstruction
    # Only if words or labels name colours: the same game where the seats have other ones.
    recolour: Callable[[tuple[int, ...]], Game] | None = None
    colours: tuple[int, ...] = ()  # the colour of each seat; empty: as printed (core/colours.py)
    printed: Game | None = None  # … and then the game with the printed ones
    # Optional: from a view, which of `guides` its seat follows, and the number of its own turn,
    # where steps belong to turns. Without it, each seat follows the guide of its number.
    guide_turn: Callable[[Any], tuple[int, int]] | None = None
    # The ratios that `spinney bench` must find at least (explained in lab/bench.py).
    bars: Mapping[str, float] = field(default_factory=lambda: {"uncompiled": 15.0})

    def reprinted(self, text: bytes) -> Game:
        """The same game with another components file, which it keeps."""
        return replace(self.reprint(text), file=text)

    def choose(self, choices: dict[str, str]) -> Options:
        """Options from text ('variant' → 'clearings'). A mistake is a ValueError."""
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
        """The initial state. The seed determines every random event of the game."""
        self.check_seats(seats)
        if not 0 <= seed < 1 << 62:
            raise ValueError("a seed is a number from 0 to 4611686018427387903 (2**62 - 1)")
        return self.setup(options, seats, Rng(seed))

    def start_keyed(self, options: Options, seats: int, key: bytes) -> State:
        """The initial state from a key. The caller renews `rng_state` before each move."""
        self.check_seats(seats)
        return self.setup(options, seats, set_up(key))
