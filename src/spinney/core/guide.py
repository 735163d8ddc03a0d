"""A guided first game: steps as data in the game's folder, shown beside the table.

A guide never forces anything. A step is shown while one of its moves is legal, and the next one
follows when such a move was made. A player may do something else: the step then waits, and is
skipped after the second time. Where a game counts turns (`Game.guide_turn`), a step belongs to one
of them. What was not done in that turn is skipped, and the guide goes on with the next turn, so it
can never get stuck. The client's progress.ts does the same.

Computer players follow their own guide, because what one guide says depends on the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from spinney.core.game import Game
from spinney.core.match import MatchLog
from spinney.core.options import plain
from spinney.core.state import Moves

if TYPE_CHECKING:
    from spinney.drawing.scene import Step

PATIENCE: Final = 2  # other moves until a step is skipped
NO_TURN: Final = -1


class GuideProgress(NamedTuple):
    """How far a seat is."""

    at: int = 0  # the first step not done
    missed: int = 0  # other moves made instead


class Guidance(NamedTuple):
    """What the guide says to a seat now."""

    read: Sequence[Step]  # to be read before anything else
    step: Step | None  # what to do; None: the seat chooses for itself
    moves: Sequence[int]  # the legal moves that the step means
    skipped: bool  # a step before this one cannot be taken any more
    at: int  # the first step not done
    over: bool  # nothing is left to be done


def fits(step: Step, words: str) -> bool:
    """Whether a move is one that the step means."""
    return any(fnmatchcase(words, pattern) for pattern in step.moves)


def steps(game: Game, options: Mapping[str, object], view: Any) -> Sequence[Step]:
    """The guide of the seat that looks, in a game with these options; nothing if there is none."""
    if not all(plain(options.get(name)) == value for name, value in game.guided.items()):
        return ()
    if not game.guides or view.seat < 0:
        return game.guide
    number = game.guide_turn(view)[0] if game.guide_turn else view.seat
    return game.guides[number] if number < len(game.guides) else game.guide


def own_turn(game: Game, view: Any) -> int:
    """The number of the viewer's own turn, where the guide counts turns."""
    return game.guide_turn(view)[1] if game.guide_turn and view.seat >= 0 else NO_TURN


def last_turn(guide: Sequence[Step]) -> int:
    """The last turn in which there is something to do."""
    return max((step.turn for step in guide if step.moves), default=NO_TURN)


# -------------------------------------------------------------------------- as in progress.ts
def passed(step: Step, turn: int) -> bool:
    """Whether the turn of a step is over. What is to be read is never over."""
    return bool(step.moves) and NO_TURN < step.turn < turn


def current(guide: Sequence[Step], at: int, legal: Sequence[str], turn: int = NO_TURN) -> int:
    """The step to show now: the next one that can be taken or read. -1 if there is none."""
    for i in range(at, len(guide)) if legal else ():
        step = guide[i]
        if step.turn > turn:
            return -1
        if passed(step, turn):
            continue
        if not step.moves or any(fits(step, words) for words in legal):
            return i
    return -1


def after(
    guide: Sequence[Step], now: GuideProgress, legal: Sequence[str], turn: int, words: str
) -> GuideProgress:
    """GuideProgress after a move. Go on if the move fits the step, or after too many others."""
    i = current(guide, now.at, legal, turn)
    while i >= 0 and not guide[i].moves:
        i = current(guide, i + 1, legal, turn)
    if i < 0:
        return now
    if fits(guide[i], words):
        return GuideProgress(i + 1)
    missed = (now.missed if i == now.at else 0) + 1
    return GuideProgress(i, missed) if missed < PATIENCE else GuideProgress(i + 1)


def left_out(guide: Sequence[Step], at: int, to: int) -> bool:
    """Whether a step between these two had to be skipped. Nobody misses a spare one."""
    return any(step.moves and not step.spare for step in guide[at:to])


# ------------------------------------------------------------------------------- at a table
def guide_of(match: MatchLog, seat: int) -> Sequence[Step]:
    """The guide of a seat of a match; nothing if this is no guided game."""
    game = match.game
    if not (game.guide or game.guides):
        return ()
    return steps(game, msgspec.to_builtins(match.options), match.view(seat))


def progress(match: MatchLog, seat: int, guide: Sequence[Step]) -> GuideProgress:
    """How far a seat has followed its guide, by the moves it made."""
    game, now, moves = match.game, GuideProgress(), Moves()
    last = last_turn(guide)
    for state, played in match.replayed():
        if played.seat != seat:
            continue
        turn = own_turn(game, game.view(state, seat))
        if NO_TURN < last < turn:
            break
        legal = [game.verbs.format(move) for move in moves.of(state, seat)]
        now = after(guide, now, legal, turn, game.verbs.format(played.move))
    return now


def follow(match: MatchLog, seat: int) -> Guidance | None:
    """What the guide says to a seat that must decide now. None without a guide."""
    guide = guide_of(match, seat)
    if not guide or seat not in match.seats_to_act:
        return None
    format = match.game.verbs.format
    turn = own_turn(match.game, match.view(seat))
    legal = match.legal(seat)
    words = [format(move) for move in legal]
    at = progress(match, seat, guide).at
    read = []
    i = current(guide, at, words, turn)
    while i >= 0 and not guide[i].moves:
        read.append(guide[i])
        i = current(guide, i + 1, words, turn)
    if i >= 0:
        step = guide[i]
        meant = [move for move in legal if fits(step, format(move))]
        return Guidance(read, step, meant, left_out(guide, at, i), at, False)
    ahead = [n for n in range(at, len(guide)) if guide[n].moves and not passed(guide[n], turn)]
    gone = left_out(guide, at, ahead[0] if ahead else len(guide))
    return Guidance(read, None, (), gone, at, not ahead)


def guided_move(match: MatchLog, seat: int) -> int | None:
    """The one move that its guide wants of a computer player now. None if it chooses itself."""
    guide = guide_of(match, seat)
    if not guide or last_turn(guide) < own_turn(match.game, match.view(seat)):
        return None
    told = follow(match, seat)
    if told is None or told.step is None or told.step.spare or len(told.moves) != 1:
        return None
    return told.moves[0]
