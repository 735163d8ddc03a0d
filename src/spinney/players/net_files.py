"""Net files: a line of JSON about how the net was made, then its weights, two bytes each.

A game's nets are in its folder: `nets/2.net` for two seats. A net file names the components and the
version of the game it was trained for, and is rejected for any other.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from spinney.core.game import Game
from spinney.core.inputs import EVERY_MOVE, Inputs
from spinney.core.rng import Rng
from spinney.core.shelf import folders
from spinney.core.state import Moves, lowest
from spinney.players.net import Judge, Net

SAMPLED = 30  # moves for the fingerprint of the features
LARGEST = 1 << 20  # bytes of a file
FORMAT = 2  # nets of format 1 are read without interpolation, as they were measured
MOST_KNOWN = 200
KNOWN: dict[tuple[str, str, int], FoundNet | None] = {}


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a net is for, and how it was made."""

    net: int  # the format
    game: str
    version: int
    components: str
    seats: int
    inputs: int
    told: str  # the fingerprint of the features when it was made
    hidden: int
    low: int = 0  # solo: the points (or solo_value) that are the lower and upper end of its scale
    high: int = 1
    games: int  # played in training
    seed: int
    command: str
    date: str
    accepted: str = ""  # the result of the sequential test, and against whom
    weights: str  # SHA-256 of what follows


class FoundNet(msgspec.Struct, frozen=True):
    head: Head
    net: Net


class NetError(ValueError):
    """A net that cannot be used here. The text says why."""


# ------------------------------------------------------------------------------------------- files
def packed(weights: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(weights)}h", *weights)


def write(file: Path, head: Head, weights: bytes) -> None:
    """The whole file or none of it."""
    head = msgspec.structs.replace(head, weights=sha256(weights).hexdigest())
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_name(f"{file.name}.{os.getpid()}.part")
    half.write_bytes(msgspec.json.encode(head) + b"\n" + weights)
    half.replace(file)


def read(file: Path) -> tuple[Head, bytes]:
    """The head and the weights of a file. A NetError says what is wrong with it."""
    try:
        with file.open("rb") as opened:
            text = opened.read(LARGEST + 1)
    except OSError as error:
        raise NetError(f"{file}: {error.strerror or error}") from None
    line, _, weights = text.partition(b"\n")
    try:
        head = msgspec.json.decode(line, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise NetError(f"{file}: not a net ({error})") from None
    if not 1 <= head.net <= FORMAT:
        raise NetError(f"{file}: a net of format {head.net}, of which nothing is known here")
    if len(text) > LARGEST or sha256(weights).hexdigest() != head.weights:
        raise NetError(f"{file}: damaged, its weights are not those it was written with")
    if len(weights) != 2 * ((head.inputs + 2) * head.hidden + 1):
        raise NetError(f"{file}: damaged, {head.inputs} inputs need other weights")
    return head, weights


def load(file: Path, game: Game, seats: int) -> FoundNet:
    """A net for this game and number of seats. A NetError says why the file is none."""
    head, weights = read(file)
    wanted: list[tuple[str, object, object]] = [
        ("game", head.game, game.name),
        ("version", head.version, game.version),
        ("components", head.components, game.components),
        ("number of seats", head.seats, seats),
        (
            "set of features",
            f"{head.inputs} {head.told}",
            " ".join(map(str, fingerprint(game, seats))),
        ),
    ]
    for what, has, needs in wanted:
        if has != needs:
            raise NetError(
                f"{file}: made for another {what} ({has}, not {needs}); "
                f"`spinney train {game.name} --seats {seats}` makes a new one"
            )
    numbers = struct.unpack(f"<{len(weights) // 2}h", weights)
    fine = head.net > 1
    net = Net(head.inputs, head.hidden, list(numbers), head.low, head.high, fine)
    return FoundNet(head, net)


def fingerprint(game: Game, seats: int) -> tuple[int, str]:
    """The number of inputs of a game's features (0 if it has none), and their fingerprint: a hash
    of the inputs over some moves, and of where turns end. A net is useless with other features.
    """
    if game.heuristics.features is None:
        return 0, ""
    inputs, moves, rng = Inputs(), Moves(), Rng(0)
    state = game.start(game.options(), seats, 0)
    mark = sha256()
    turn = game.heuristics.turn
    for _ in range(SAMPLED):
        if state.to_act:
            for seat in range(seats):
                inputs.clear()
                game.heuristics.features(state, seat, inputs)
                mark.update(msgspec.json.encode(inputs.listed()))
            moves.clear()
            state.legal(lowest(state.to_act), moves)
            before = turn(state) if turn is not None else EVERY_MOVE
            state.apply(lowest(state.to_act), moves.pick(rng))
            if turn is not None and before != EVERY_MOVE and turn(state) == before:
                mark.update(b"small")
    return int(inputs.size), mark.hexdigest()[:16]


def width(game: Game, seats: int) -> int:
    """The number of inputs of a game's features; 0 if it has none."""
    if game.heuristics.features is None:
        return 0
    inputs = Inputs()
    game.heuristics.features(game.start(game.options(), seats, 0), 0, inputs)
    return int(inputs.size)


# ----------------------------------------------------------------------------------------- shipped
def place(game: Game, seats: int) -> Path:
    """The file of the net of a game on the shelf, which may not exist."""
    return Path(folders.__path__[0]) / game.name / "nets" / f"{seats}.net"


def shipped(game: Game, seats: int) -> FoundNet | None:
    """The game's own net, or None. One that does not fit is rejected, with one line of output."""
    key = (game.name, game.components, seats)
    if key not in KNOWN:
        if len(KNOWN) >= MOST_KNOWN:  # components files of people's own come and go
            KNOWN.clear()
        KNOWN[key] = None
        if width(game, seats) and place(game, seats).exists():
            try:
                KNOWN[key] = load(place(game, seats), game, seats)
            except NetError as error:
                print(f"spinney: {error}; using the heuristics", file=sys.stderr)
    return KNOWN[key]


def seated(game: Game, found: FoundNet) -> Judge:
    """A Judge that uses the net."""
    return Judge(found.net, game.heuristics, found.head.seats)
