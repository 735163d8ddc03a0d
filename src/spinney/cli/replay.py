"""spinney replay: any position of a recorded game, as text, picture or data."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from spinney.cli.arguments import (
    UsageError,
    components_option,
    output,
    positive,
    record_of,
    worded,
)
from spinney.cli.history import story
from spinney.core.components import ComponentError
from spinney.core.match import MatchLog, Played, TakenBack
from spinney.core.record import Record, RecordError, enter, fresh
from spinney.core.snapshot import snapshot, state_hash

SPECTATOR = -1


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="RECORD",
        help="a game as 'play' saves it, or games as 'simulate --jsonl' writes them",
    )
    parser.add_argument(
        "--game",
        type=positive,
        metavar="N",
        help="which of several games in the file; the first is 1",
    )
    parser.add_argument(
        "--at", type=int, metavar="N", help="the position after N moves; 0 is the set-up (the last)"
    )
    parser.add_argument(
        "--seat",
        type=int,
        default=SPECTATOR,
        metavar="K",
        help="as this seat saw it; -1 is a spectator, who sees nothing hidden (-1)",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--svg", metavar="FILE", help="draw the position; '-' is standard output")
    how.add_argument(
        "--jsonl",
        nargs="?",
        const="-",
        metavar="FILE",
        help="write every position (or the one of --at) as a line of JSON, with all secrets; "
        "without FILE to standard output",
    )
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="of the drawing"
    )
    components_option(parser)
    parser.epilog = (
        "examples:\n"
        "  spinney replay game.record --at 12 --seat 0\n"
        "  spinney replay game.record --at 12 --svg board.svg --theme dark\n"
        "  spinney replay game.record --jsonl positions.jsonl\n"
        "  spinney replay games.jsonl --game 3 --at 12\n\n"
        "Undone moves count as positions, too, and so do the undos."
    )


def run(args: argparse.Namespace) -> int:
    if args.file is None and args.jsonl not in (None, "-"):
        args.file, args.jsonl = Path(args.jsonl), "-"  # 'replay --jsonl RECORD'
    if args.file is None:
        raise UsageError("which RECORD? 'spinney replay --help' shows examples")
    record = chosen(args.file, args.game, args.components)
    length = record.match.position
    at = length if args.at is None else args.at
    if not 0 <= at <= length:
        raise UsageError(f"--at {at}: this record has the positions 0 to {length}")
    if not SPECTATOR <= args.seat < record.match.seats:
        raise UsageError(f"--seat {args.seat}: the seats are 0 to {record.match.seats - 1}, or -1")
    if args.jsonl is not None and args.seat != SPECTATOR:
        raise UsageError("--jsonl writes the views of all seats; --seat is for text and pictures")
    for name in (args.svg, args.jsonl):
        if name not in (None, "-") and has_lines(args.file) and same_file(Path(name), args.file):
            raise UsageError(f"{name} is the file that is read; its games would be lost")
    if args.jsonl is not None:
        with output(args.jsonl) as file:
            for number, line in enumerate(positions(record)):
                if args.at in (None, number):
                    file.write(msgspec.json.encode(line) + b"\n")
    elif args.svg is not None:
        draw(record, at, args.seat, args.svg, args.theme)
    else:
        tell(record, at, args.seat)
    return 0


def chosen(path: Path, number: int | None, components: Path | None) -> Record:
    """The record in a file, or the game with this number in a file of 'simulate --jsonl'."""
    if str(path) == "-":
        raise UsageError("'-': a game is read from a file, not from standard input")
    if not has_lines(path):
        if number is not None:
            raise UsageError(f"--game {number}: {path} has no games of 'simulate --jsonl'")
        return record_of(path, components)
    line, games = b"", 0
    with path.open("rb") as file:
        for text in file:
            if text.strip():
                games += 1
                line = text if games == (number or 1) else line
    if number is None and games > 1:
        raise UsageError(
            f"{path}: this file has {games} games: choose one with --game 1 to {games}"
        )
    if number is not None and number > games:
        there = "1 game" if games == 1 else f"the games 1 to {games}"
        raise UsageError(f"--game {number}: this file has {there}")
    from spinney.lab.simulate import recorded

    printed = None if components is None else components.read_bytes()
    try:
        return recorded(line, printed)
    except RecordError as error:
        raise RecordError(f"{path}: game {number or 1}: {worded(str(error))}") from None
    except ComponentError as error:
        raise UsageError(f"{components}: {worded(str(error))}") from None


def has_lines(path: Path) -> bool:
    """Whether a file has games as lines of JSON. Anything else is read as a record."""
    with path.open("rb") as file:
        return file.read(1) == b"{"


def same_file(one: Path, other: Path) -> bool:
    return one.exists() and one.samefile(other)


def names(record: Record) -> list[str]:
    return [player.name for player in record.players]


# --------------------------------------------------------------------------------------- as data
class ReplayPosition(msgspec.Struct, frozen=True):
    """A position with all its secrets."""

    position: int
    seat: int | None  # whose entry led here; None at position 0
    move: str | None
    awaited: list[int]
    state: Any  # all its fields; heaps and rows of cards are packed, four bits a card
    # What each seat knows; "-1" is a spectator. The JSON keeps the name of earlier releases.
    views: dict[str, Any] = msgspec.field(name="sights")
    hash: str
    legal: dict[str, list[str]]  # by seat
    scores: list[int]


def positions(record: Record) -> Iterator[ReplayPosition]:
    """The initial position, and the one after each entry of the log."""
    match = fresh(record.match)
    yield position(match, None, None)
    for entry in record.match.log:
        enter(match, entry)
        yield position(match, entry.seat, words(match, entry))


def words(match: MatchLog, entry: Played | TakenBack) -> str:
    """An entry as text, as in a record."""
    if isinstance(entry, TakenBack):
        return f"back {entry.how}"
    return match.game.verbs.format(entry.move)


def position(match: MatchLog, seat: int | None, move: str | None) -> ReplayPosition:
    text = match.game.verbs.format
    return ReplayPosition(
        position=match.position,
        seat=seat,
        move=move,
        awaited=match.seats_to_act,
        state=snapshot(match.state),
        views={str(who): match.view(who) for who in range(SPECTATOR, match.seats)},
        hash=state_hash(match.state),
        legal={str(who): [text(move) for move in match.legal(who)] for who in match.seats_to_act},
        scores=match.outcome().scores,
    )


# ------------------------------------------------------------------------------------ as picture
def draw(record: Record, at: int, seat: int, name: str, theme: str) -> None:
    from spinney.drawing.builder import build_scene
    from spinney.drawing.svg import scene_to_svg

    match = record.at(at)
    lines = story(record.match, record.players, seat, max(0, at - 3), at)
    news = [f"{number}. {line}" for number, line in lines]
    scene = build_scene(match.game, match.view(seat), names(record), news)
    picture = scene_to_svg(scene, match.game.board.sheet(), theme)
    with output(name) as file:
        file.write(picture.encode())
    if name != "-":
        print(f"Position {at} of {record.match.position} drawn to {name}")


# --------------------------------------------------------------------------------------- as text
def tell(record: Record, at: int, seat: int) -> None:
    from spinney.cli.render import Screen

    match = record.at(at)
    screen = Screen(match.game, names(record))
    view = match.view(seat)
    origin = "" if match.key else f", seed {match.seed}"
    screen.heading(f"{match.game.title}{origin}, position {at} of {record.match.position}")
    screen.say("")
    if at:
        screen.story(story(record.match, record.players, seat, 0, at))
        screen.say("")
    screen.table(view)
    screen.say("")
    if match.over:
        screen.score(match.outcome())
        screen.say("")
        screen.victory(match.outcome())
    else:
        screen.score(screen.outcome(view))
        to_act = " and ".join(record.players[who].name for who in match.seats_to_act)
        screen.say(f"\nAwaited: {to_act}")
