"""Tries out a game with somebody's components file before anybody sits down to it.

A file may be well formed and still make a game that goes wrong or never ends. So some games are
played, with every number of seats and every option, by nobody and for nobody, and what people would
see of them is drawn. This runs in a worker process, which has limits of time and memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from msgspec import Struct

from spinney.core import shelf
from spinney.core.components import ComponentError, Difference, differences, line_of
from spinney.core.game import Game, Options
from spinney.core.inputs import Inputs
from spinney.core.options import choices
from spinney.core.rng import Rng
from spinney.core.state import Moves, lowest
from spinney.drawing.builder import build_scene
from spinney.table.messages import ErrorBody

LONGEST = 4000  # moves: many times a game of people
DRAWN = 40  # moves between two positions that are drawn
SHOWN = 60  # differences that are told
SECONDS = 3.0  # after which no further game is begun
NAMES = ("Juniper", "Hazel", "Rowan", "Alder", "Willow", "Linden", "Aspen", "Bryony")


class NotPossible(ComponentError):
    """A game cannot even begin with these pieces."""


class TriedFile(Struct, frozen=True, omit_defaults=True):
    """What came of it: the hash of the data and what differs from the game's own file, or an
    error."""

    components: str = ""
    changes: list[Difference] = []
    error: ErrorBody | None = None


def try_out(name: str, text: bytes, seconds: float = SECONDS) -> TriedFile:
    """Open a file as the box of a game on the shelf, and play with it."""
    try:
        game = shelf.find(name).reprint(text)
        play_some(game, perf_counter() + seconds)
        changes = differences(shelf.components(name), text)
    except ComponentError as error:
        line = error.line or line_of(text, error.entry, error.field)
        return TriedFile(error=ErrorBody(f"{error}", error.entry, error.field, error.what, line))
    except Exception as error:
        what = f"the game cannot be made of it ({place_of(error)})"
        return TriedFile(error=ErrorBody(what, what=what))
    return TriedFile(game.components, changes[:SHOWN])


def place_of(error: BaseException) -> str:
    """What happened and where, without the values."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    name = trace.tb_frame.f_code.co_filename.rpartition("/")[2] if trace else ""
    return f"{type(error).__name__} in {name}:{trace.tb_lineno}" if trace else type(error).__name__


def play_some(game: Game, until: float) -> None:
    """Games by lot and by heuristics; a ComponentError if one goes wrong."""
    game.board.sheet()
    for number, (seats, options) in enumerate(kinds(game)):
        if number and perf_counter() > until:
            break
        try:
            ended = played(game, options, seats, Rng(number), False)
            ended = played(game, options, seats, Rng(number), True) and ended
        except NotPossible:
            if options == game.options():
                raise
            continue  # an option that these pieces do not allow: whoever wants it is told
        except Exception as error:
            raise ComponentError(
                f"a game for {seats} with these pieces goes wrong ({place_of(error)})"
            ) from error
        if not ended:
            raise ComponentError(f"a game for {seats} with these pieces does not end")


def kinds(game: Game) -> Iterator[tuple[int, Options]]:
    """The usual game for each number of seats, then every value of every option."""
    for seats in game.seats:
        yield seats, game.options()
    for option in choices(game):
        values = [value.value for value in option.values]
        for value in ("false", "true") if option.kind == "switch" else values:
            for seats in option.seats or game.seats:
                if value != option.default:
                    yield seats, game.choose({option.name: value})


def played(game: Game, options: Options, seats: int, rng: Rng, sensible: bool) -> bool:
    """One game; whether it came to an end."""
    try:
        table = game.start(options, seats, rng.fork())
    except ValueError as error:
        raise NotPossible(str(error)) from None
    moves, inputs = Moves(), Inputs()
    names = NAMES[:seats]
    for number in range(LONGEST):
        if not table.to_act:
            show(game, table, seats, names)
            return True
        if number % DRAWN == 0:
            show(game, table, seats, names)
        seat = lowest(table.to_act)
        moves.clear()
        table.legal(seat, moves)
        if not moves.count:
            raise ValueError("nobody can move")
        if sensible:
            move = game.heuristics.quick_move(table, seat, moves, rng)
        else:
            move = moves.pick(rng)
        if game.heuristics.features is not None and number % DRAWN == 0:
            inputs.clear()
            game.heuristics.features(table, seat, inputs)
        before = game.view(table, seat)
        table.apply(seat, move)
        if number % 8 == 0:
            game.words.tell(before, seat, move, game.view(table, seat))
    return False


def show(game: Game, table: Any, seats: int, names: tuple[str, ...]) -> None:
    """What everybody would see."""
    if not table.check():
        raise ValueError("pieces are lost")
    for seat in range(-1, seats):
        view = game.view(table, seat)
        build_scene(game, view, names)
        game.words.text(view, names)
