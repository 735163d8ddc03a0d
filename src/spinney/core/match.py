"""The log and the state of one match: checked moves, undo and redo.

`act` is the only place where a move is checked: the seat, the version it answers, its legality.
Rules have no code for undo. An undo replays the log without the moves taken back. It is

    free      if nothing was revealed and nobody else has acted since,
    agreed    if every other person at the table has said yes,
    alone     if the others are computer players.

The log only grows. A move taken back stays in it, followed by the entry that took it back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from mypy_extensions import mypyc_attr

from spinney.core.game import Game, Options, Outcome, seats_to_act
from spinney.core.keyed_rng import word
from spinney.core.log_entries import Entry as Entry
from spinney.core.log_entries import How as How
from spinney.core.log_entries import Played as Played
from spinney.core.log_entries import TakenBack as TakenBack
from spinney.core.state import Moves, State


class Refused(ValueError):
    """An illegal move or an impossible request. Nothing has changed."""


@mypyc_attr(allow_interpreted_subclasses=True)
class MatchLog:
    """A state and the log that led to it.

    `people` are the seats of persons. The others are computer players and need not agree to an
    undo. All random events follow from `seed`, or from `key` if there is one (keyed_rng.py).
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        seats: int,
        seed: int,
        people: Collection[int] | None = None,
        key: bytes = b"",
    ) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.seed = seed
        self.key = key
        self.people = frozenset(range(seats) if people is None else people)
        if not self.people <= set(range(seats)):
            raise ValueError(f"there are {seats} seats, not {sorted(self.people)}")
        self.log: list[Entry] = []
        self.moves: list[Played] = []  # the log without the moves taken back
        self.undone: list[Played] = []  # the moves that redo plays; the next one is last
        self.versions = [0] * seats
        self.state: State = self._start()
        self._reveal_counts = [self.state.reveal_count]  # before each move, and now
        self._together: list[bool] = []  # whether several seats had to act
        self._moves = Moves()

    def _start(self) -> State:
        if self.key:
            return self.game.start_keyed(self.options, self.seats, self.key)
        return self.game.start(self.options, self.seats, self.seed)

    # ------------------------------------------------------------------------------ looking
    @property
    def position(self) -> int:
        """How many entries the log has."""
        return len(self.log)

    @property
    def over(self) -> bool:
        return self.state.to_act == 0

    @property
    def seats_to_act(self) -> list[int]:
        return seats_to_act(self.state)

    def view(self, seat: int) -> Any:
        return self.game.view(self.state, seat)

    def legal(self, seat: int) -> list[int]:
        """The legal moves of the seat; empty if it need not act."""
        return self._moves.of(self.state, seat) if seat in self.seats_to_act else []

    def outcome(self) -> Outcome:
        return self.game.outcome(self.state)

    def state_after(self, moves: int) -> State:
        """The state after that many moves, without those taken back."""
        state = self._start()
        for number, played in enumerate(self.moves[:moves]):
            self._move(state, number, played)
        return state

    def replayed(self) -> Iterator[tuple[State, Played]]:
        """Every move that stands, with the state before it. The state changes with each step."""
        state = self._start()
        for number, played in enumerate(self.moves):
            yield state, played
            self._move(state, number, played)

    # ------------------------------------------------------------------------------- acting
    def act(self, seat: int, move: int, version: int | None = None) -> None:
        """Make a move, or raise Refused with the reason and change nothing.

        `version` is what `versions[seat]` was when the seat decided. It increases with everything
        the seat can notice; while several seats decide at once, others' choices do not count.
        """
        self.check(seat, move, version)
        if self.undone:
            others = [played for played in self.undone if played.seat != seat]
            self.undone = others if len(self.seats_to_act) > 1 else []
        self._play(Played(seat, move))

    def check(self, seat: int, move: int, version: int | None = None) -> None:
        """Raise Refused if `act` would."""
        if not 0 <= seat < self.seats:
            raise Refused(f"there is no seat {seat} at this table")
        if version is not None and version != self.versions[seat]:
            raise Refused(f"the table has moved on (version {self.versions[seat]}, not {version})")
        if move not in self.legal(seat):
            try:
                self.game.verbs.to_json(move)
            except ValueError as error:
                raise Refused(str(error)) from None
            raise Refused(str(self.game.words.refuse(self.view(seat), move)))

    def _play(self, played: Played) -> None:
        self._apply(played)
        self._note(
            played, self._together[-1] and self._reveal_counts[-2] == self._reveal_counts[-1]
        )

    def after(self, entry: Entry) -> State:
        """The state after a legal entry, without making it."""
        if isinstance(entry, Played):
            state = self.state.clone()
            self._move(state, len(self.moves), entry)
            return state
        mine = self._last(entry.seat)
        if mine is None:
            raise Refused("there is no move to take back")
        state = self._start()
        for place, played in enumerate(self._left(mine, entry.how)):
            self._move(state, place, played)
        return state

    def _apply(self, played: Played) -> None:
        self._together.append(len(self.seats_to_act) > 1)
        self._move(self.state, len(self.moves), played)
        self.moves.append(played)
        self._reveal_counts.append(self.state.reveal_count)

    def _move(self, state: State, number: int, played: Played) -> None:
        """Apply the move with this number (from 0) to a state."""
        if self.key:
            state.rng_state = word(self.key, number)
        state.apply(played.seat, played.move)

    def _note(self, entry: Entry, hidden: bool) -> None:
        self.log.append(entry)
        for seat in range(self.seats):
            self.versions[seat] += not hidden or seat == entry.seat

    # --------------------------------------------------------------------------- undo, redo
    def can_undo(self, seat: int) -> How | None:
        """What the seat needs in order to take its last move back. None if it has made none."""
        mine = self._last(seat)
        if mine is None:
            return None
        if self._reveal_counts[mine] == self.state.reveal_count and self._since(mine) is not None:
            return "free"
        return "agreed" if self.people - {seat} else "alone"

    def undo(self, seat: int, agreed: Collection[int] = ()) -> How:
        """Take the seat's last move back. `agreed` are the seats that said yes."""
        how = self.can_undo(seat)
        if how is None:
            raise Refused("there is no move of yours to take back")
        missing = self.people - {seat} - set(agreed)
        if how == "agreed" and missing:
            seats = ", ".join(map(str, sorted(missing)))
            raise Refused(f"something was learned since then: seat {seats} must agree")
        self.take_back(TakenBack(seat, how))
        return how

    def take_back(self, entry: TakenBack) -> None:
        """Carry out an undo that was allowed, also when a record is replayed."""
        how = self.can_undo(entry.seat)
        mine = self._last(entry.seat)
        if mine is None:
            raise Refused("there is no move to take back")
        if entry.how != how:
            raise Refused(f"this undo was not {entry.how}, but {how}")
        gone = self.moves[mine : mine + 1] if how == "free" else self.moves[mine:]
        hidden = how == "free" and self._together[mine]
        self.undone += reversed(gone)
        self._replay(self._left(mine, how))
        self._note(entry, hidden)

    def can_redo(self, seat: int) -> bool:
        """Whether the seat can redo its last move. Nobody redoes another person's move."""
        return self._again(seat) is not None

    def redo(self, seat: int) -> None:
        """Make the move again that was last taken back, and the computer moves before it."""
        again = self._again(seat)
        if again is None:
            raise Refused("there is nothing of yours to play again")
        for played in again:
            self.check(played.seat, played.move)
            place = max(i for i, other in enumerate(self.undone) if other is played)
            del self.undone[place]
            self._play(played)

    def _again(self, seat: int) -> list[Played] | None:
        """The moves that a redo of this seat plays."""
        if not self.undone:
            return None
        if len(self.seats_to_act) > 1:  # several seats act at once: each redoes its own
            mine = [played for played in reversed(self.undone) if played.seat == seat]
            return mine[:1] or None
        found: list[Played] = []
        for played in reversed(self.undone):
            found.append(played)
            if played.seat == seat:
                return found
            if played.seat in self.people:
                return None
        return None

    def _last(self, seat: int) -> int | None:
        """The index of the seat's last move."""
        for place in range(len(self.moves) - 1, -1, -1):
            if self.moves[place].seat == seat:
                return place
        return None

    def _left(self, mine: int, how: str) -> list[Played]:
        """The moves that remain when the one at this index is taken back."""
        after = (self._since(mine) or []) if how == "free" else []
        return self.moves[:mine] + after

    def _since(self, mine: int) -> list[Played] | None:
        """The moves made since then, if they do not depend on that move; None if they do.

        While several seats decide at once, nobody sees the others' choices (law 7), so their moves
        remain. Otherwise every later move may be an answer to this one.
        """
        if mine == len(self.moves) - 1:
            return []
        return self.moves[mine + 1 :] if self._together[mine] else None

    def _replay(self, moves: list[Played]) -> None:
        self.state = self._start()
        self._reveal_counts = [self.state.reveal_count]
        self._together = []
        self.moves = []
        for played in moves:
            self._apply(played)
