"""The public Python API: start a match, play it, look at it, save it.

    >>> import spinney
    >>> match = spinney.new("morels", seats=2, seed=7)
    >>> match.to_act()
    [0]
    >>> match.moves()[:2]
    [Move('take place=1'), Move('take place=2')]
    >>> match.play("take place=1")
    Move('take place=1')
    >>> match
    <Match morels, 2 seats, seed 7, 1 move, seat 1 to act>

All of this is stable. What it is built on (`spinney.core` and the other packages) may change.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from spinney.core import record, shelf
from spinney.core.colours import coloured, wished
from spinney.core.game import Game, Outcome
from spinney.core.guide import follow
from spinney.core.match import MatchLog, Refused
from spinney.core.options import Option, choices, plain
from spinney.core.record import PERSON, Player, RecordError
from spinney.core.rng import Rng
from spinney.core.state import Moves

if TYPE_CHECKING:
    from spinney.players import Player as Policy

__all__ = [
    "ComputerPlayer",
    "GameInfo",
    "GuideStep",
    "IllegalMove",
    "Match",
    "Move",
    "RecordError",
    "SeatView",
    "game",
    "games",
    "load",
    "new",
    "player",
]


class IllegalMove(ValueError):
    """A move that cannot be made now. The message gives the reason and the rule."""


class Move:
    """A move: a verb with named fields.

    `str(move)` is the text used in records, `int(move)` the number used inside the rules.

        >>> move = spinney.new("morels", seats=2, seed=7).moves()[0]
        >>> str(move), move.verb, move.fields
        ('take place=1', 'take', {'place': '1'})
    """

    __slots__ = ("_game", "_number")

    def __init__(self, game: Game, number: int) -> None:
        self._game = game
        self._number = number

    @property
    def verb(self) -> str:
        """What kind of move it is: "take"."""
        return self._game.verbs.to_json(self._number)["verb"]

    @property
    def fields(self) -> dict[str, str]:
        """The other parts of the move by name. Fields with their default value are left out."""
        return {k: v for k, v in self._game.verbs.to_json(self._number).items() if k != "verb"}

    def __str__(self) -> str:
        return self._game.verbs.format(self._number)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __int__(self) -> int:
        return self._number

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self._game.name, self._number) == (other._game.name, other._number)

    def __hash__(self) -> int:
        return hash((self._game.name, self._number))

    def __reduce__(self) -> Any:
        return _move, (self._game.name, self._number)


def _move(game: str, number: int) -> Move:
    return Move(shelf.find(game), number)


class GuideStep(NamedTuple):
    """What the guide of a first game says: what to do, why, and the moves that are meant."""

    says: str
    why: str
    moves: list[Move]


class GameInfo:
    """A game that can be played: its name, its numbers of players, its options and its rules.

    >>> spinney.game("morels")
    <GameInfo morels, 2 players>
    """

    def __init__(self, game: Game, components: bytes | None = None) -> None:
        self._game = game
        self._components = components

    @property
    def name(self) -> str:
        """The name to pass to `spinney.new`."""
        return self._game.name

    @property
    def title(self) -> str:
        """The title on the box."""
        return self._game.title

    @property
    def seats(self) -> range:
        """The possible numbers of players."""
        return self._game.seats

    @property
    def version(self) -> int:
        """Increases whenever the same seed and moves would lead to another state."""
        return self._game.version

    @property
    def options(self) -> list[Option]:
        """What can be chosen before a game, with names, values and defaults."""
        return choices(self._game)

    @property
    def rulebook(self) -> str:
        """The rules in our own words, as Markdown."""
        return self._game.rulebook

    def __repr__(self) -> str:
        few, many = self.seats[0], self.seats[-1]
        count = f"{few} to {many} players" if few < many else f"{few} players"
        return f"<GameInfo {self.name}, {count}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameInfo):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, int, str]:
        return self.name, self.version, self._game.components

    def __reduce__(self) -> Any:
        return game, (self.name, self._components)


class SeatView:
    """What one seat may know. It contains nothing that is hidden from that seat.

    Computer players choose from a view, so they cannot cheat. `data` is the game's own structure.
    """

    def __init__(self, game: Game, data: Any, names: Sequence[str]) -> None:
        self._game = game
        self._names = tuple(names)
        self.data = data

    @property
    def seat(self) -> int:
        """The seat that looks; -1 is a spectator."""
        return int(self.data.seat)

    def moves(self) -> list[Move]:
        """The legal moves of this seat; empty if it need not act."""
        if self.seat not in self.data.deciding:
            return []
        state = self._game.state_from_view(self.data)
        return [Move(self._game, number) for number in Moves().of(state, self.seat)]

    def text(self) -> str:
        """The table in plain text."""
        return self._game.words.text(self.data, self._names)

    def to_json(self) -> str:
        """The view as JSON."""
        return msgspec.json.encode(self.data).decode()

    def svg(self, theme: str = "light", width: float = 900) -> str:
        """The table as a self-contained SVG picture. Themes: "light", "dark"."""
        from spinney.drawing.builder import build_scene
        from spinney.drawing.svg import scene_to_svg

        scene = build_scene(self._game, self.data, self._names)
        return scene_to_svg(scene, self._game.board.sheet(), theme, width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        who = "a spectator" if self.seat < 0 else f"seat {self.seat}"
        return f"<SeatView {self._game.name}, {who}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SeatView):
            return NotImplemented
        return self._game.name == other._game.name and bool(self.data == other.data)

    def __hash__(self) -> int:
        return hash((self._game.name, self.to_json()))


class Match:
    """One match: a game, its state and its log. Made by `spinney.new` or `spinney.load`.

    Seats are numbered from 0. Where several seats decide at the same time, `to_act` lists them all.

        >>> match = spinney.new("morels", seats=2, seed=7)
        >>> match.play(match.moves()[0])
        Move('take place=1')
        >>> match.undo()
        >>> match.log()
        []
        >>> match.play("cook kind=shiitake day=3")
        Traceback (most recent call last):
        ...
        spinney.api.IllegalMove: you hold 1 Shiitake, not 3 (R3.3)
    """

    def __init__(
        self, log: MatchLog, players: Sequence[Player], components: bytes | None = None
    ) -> None:
        self._log = log
        self._players = list(players)
        self._components = components

    # ------------------------------------------------------------------------------- looking
    @property
    def game(self) -> GameInfo:
        """The game that is played."""
        return GameInfo(self._log.game, self._components)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._log.seats

    @property
    def seed(self) -> int:
        """The seed that determines all random events. It is 0 if the match was dealt from a key, as
        matches on a server are."""
        return self._log.seed

    @property
    def options(self) -> dict[str, Any]:
        """The chosen options by name."""
        return dict(msgspec.to_builtins(self._log.options))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._log.over

    def to_act(self) -> list[int]:
        """The seats that must decide now; empty when the game is over."""
        return self._log.seats_to_act

    def moves(self, seat: int | None = None) -> list[Move]:
        """The legal moves of a seat; without a seat, those of the first seat that must act."""
        if seat is None:
            seat = next(iter(self.to_act()), None)
        if seat is None:
            return []
        return [Move(self._log.game, number) for number in self._log.legal(self._seat(seat))]

    def view(self, seat: int) -> SeatView:
        """What a seat may know; -1 is a spectator."""
        data = self._log.view(seat if seat == -1 else self._seat(seat))
        return SeatView(self._log.game, data, self._names)

    def describe(self, move: Move | str | int, seat: int | None = None) -> str:
        """A legal move in a sentence: "Cook 4 Shiitake with butter"."""
        number = self._number(move)
        return self._log.game.words.move(self._log.view(self._who(number, seat)), number)

    def scores(self) -> list[int]:
        """The points of every seat, so far or at the end."""
        return self._log.outcome().scores

    def outcome(self) -> Outcome:
        """Scores, ranks and the lines that add up to each score."""
        return self._log.outcome()

    def winners(self) -> list[int]:
        """The seats that have won; empty while the game goes on, or if nobody has."""
        return self._log.outcome().winners if self.over else []

    def log(self) -> list[tuple[int, Move]]:
        """The moves made so far, each with its seat, without those taken back."""
        return [(one.seat, Move(self._log.game, one.move)) for one in self._log.moves]

    def svg(self, seat: int | None = None, theme: str = "light", width: float = 900) -> str:
        """The board as SVG, as one seat sees it; by default the first seat that must act."""
        return self.view(self._looking(seat)).svg(theme, width)

    def text(self, seat: int | None = None) -> str:
        """The board in plain text, as one seat sees it; by default the first that must act."""
        return self.view(self._looking(seat)).text()

    def guide(self, seat: int | None = None) -> GuideStep | None:
        """What the guide of a first game says to a seat that must act; None where there is none.

        A guide is made for certain options, and what it says depends on what the others do. So
        computer players at a guided table should follow it, too.
        """
        seat = self._looking(seat)
        told = follow(self._log, self._seat(seat))
        if told is None or told.step is None:
            return None
        moves = [Move(self._log.game, number) for number in told.moves]
        return GuideStep(told.step.says, told.step.why, moves)

    # -------------------------------------------------------------------------------- playing
    def play(self, move: Move | str | int, seat: int | None = None) -> Move:
        """Make a move given as text, as a Move or as a number.

        The seat can be left out unless several seats could make this move. An illegal move raises
        `IllegalMove` with the rule, and changes nothing.
        """
        number = self._number(move)
        try:
            self._log.act(self._who(number, seat), number)
        except Refused as error:
            raise IllegalMove(str(error)) from None
        return Move(self._log.game, number)

    def undo(self, seat: int | None = None) -> None:
        """Take back the last move, or the last move of a seat and what depended on it."""
        if seat is None:
            if not self._log.moves:
                raise IllegalMove("there is no move to take back")
            seat = self._log.moves[-1].seat
        try:
            self._log.undo(self._seat(seat), range(self.seats))
        except Refused as error:
            raise IllegalMove(str(error)) from None

    def redo(self) -> None:
        """Make the move again that was taken back last."""
        if not self._log.undone:
            raise IllegalMove("there is no move to make again")
        self._log.redo(self._log.undone[-1].seat)

    # ---------------------------------------------------------------------- copying and saving
    def copy(self) -> Match:
        """An independent copy with the same log."""
        fresh = record.fresh(self._log)
        for entry in self._log.log:
            record.enter(fresh, entry)
        return Match(fresh, self._players, self._components)

    def record(self) -> str:
        """The match as text: options, seed, moves, result. `spinney.load` reads it."""
        return record.write(self._log, self._players)

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        record.save(Path(path), self.record())

    # ---------------------------------------------------------------------------- conventions
    def __repr__(self) -> str:
        made = len(self._log.moves)
        acting = self.to_act()
        who = f"seat {acting[0]} to act" if len(acting) == 1 else f"seats {acting} to act"
        return (
            f"<Match {self._log.game.name}, {self.seats} seat{'s' * (self.seats > 1)}, "
            f"seed {self.seed}, {made} move{'s' * (made != 1)}, "
            f"{who if acting else f'over {self.scores()}'}>"
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def _state(self) -> tuple[Any, ...]:
        log = self._log
        return self.game, log.options, log.seats, log.seed, log.key, log.log

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Match:
        return self.copy()

    def __reduce__(self) -> Any:
        return load, (self.record(), self._components)

    # ------------------------------------------------------------------------------- helpers
    @property
    def _names(self) -> list[str]:
        return [player.name for player in self._players]

    def _looking(self, seat: int | None) -> int:
        return next(iter(self.to_act()), 0) if seat is None else seat

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}: the seats are 0 to {self.seats - 1}")
        return seat

    def _number(self, move: Move | str | int) -> int:
        if isinstance(move, str):
            try:
                return self._log.game.verbs.parse(move)
            except ValueError as error:
                raise IllegalMove(str(error)) from None
        return int(move)

    def _who(self, number: int, seat: int | None) -> int:
        """The seat that makes a move: the given one, or the only one that may."""
        if seat is not None:
            return self._seat(seat)
        acting = self.to_act()
        if not acting:
            raise IllegalMove("the game is over")
        able = [one for one in acting if number in self._log.legal(one)]
        if len(able) > 1:
            raise IllegalMove(f"seats {able} could make this move: say which, with seat=")
        return able[0] if able else acting[0]


class ComputerPlayer:
    """A computer player. It chooses from a view and has its own random numbers.

    >>> match = spinney.new("morels", seats=2, seed=7)
    >>> spinney.player("greedy").choose(match.view(0))
    Move('take place=2')
    """

    def __init__(self, name: str, policy: Policy, seed: int = 0) -> None:
        self.name = name
        self._policy = policy
        self._rng = Rng(seed)

    def choose(self, view: SeatView) -> Move:
        """The move this player would make. The view's seat must be one that acts now."""
        if view.seat not in view.data.deciding:
            raise ValueError(f"seat {view.seat} need not act now")
        return Move(view._game, int(self._policy(view._game, view.data, self._rng)))

    def __repr__(self) -> str:
        return f"<ComputerPlayer {self.name}>"


# ------------------------------------------------------------------------------------ functions
def games() -> list[GameInfo]:
    """All games, in alphabetical order."""
    return [GameInfo(one) for one in shelf.games().values()]


def game(name: str, components: bytes | None = None) -> GameInfo:
    """The game of this name; `components` replaces its components file."""
    return GameInfo(_game(name, components), components)


def new(
    name: str,
    *,
    seats: int | None = None,
    seed: int | None = None,
    names: Sequence[str] | None = None,
    components: bytes | None = None,
    colours: Sequence[str] | None = None,
    **options: object,
) -> Match:
    """Start a match.

    Without `seats` there are two players, or as many as the game needs. Without a seed a random one
    is drawn. Options are keyword arguments; `spinney.game(name).options` lists them. `colours`
    gives seats other colours than the printed ones, for pictures and sentences: "green", "blue",
    "red" or "yellow" in the order of the seats, and "" where any will do.
    """
    found = _game(name, components)
    if seats is None:
        seats = 2 if 2 in found.seats else found.seats[0]
    if colours is not None:
        found = coloured(found, wished(colours, seats))
    if seed is None:
        seed = secrets.randbits(62)
    found.check_seats(seats)
    called = list(names) if names is not None else [f"Player {seat + 1}" for seat in range(seats)]
    if len(called) != seats:
        raise ValueError(f"there are {seats} seats, but {len(called)} names")
    chosen = found.choose({name: plain(value) for name, value in options.items()})
    log = MatchLog(found, chosen, seats, seed)
    return Match(log, [Player(PERSON, one) for one in called], components)


def load(source: str | Path, components: bytes | None = None) -> Match:
    """Read a record from a file, or from its text. Every move is checked again by the rules."""
    text = str(source)
    if isinstance(source, Path) or not text.startswith("Spinney record"):
        text = Path(source).read_text(encoding="utf-8")
    found = record.read(text, components)
    return Match(found.match, found.players, components)


def player(name: str, seed: int = 0) -> ComputerPlayer:
    """A computer player by name: "random", "greedy", "level1" to "level6", "net" and others.

    The same seed and the same views give the same moves, unless a level runs out of time.
    """
    from spinney import players

    return ComputerPlayer(name, players.find(name), seed)


def _game(name: str, components: bytes | None) -> Game:
    known = shelf.games()
    if name not in known:
        near = get_close_matches(name.lower().replace(" ", "_"), known, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"there is no game {name!r} (games: {', '.join(known)}){hint}")
    return known[name] if components is None else known[name].reprint(components)
