"""Writes the archive of the present release: its golden games, and a store with many tables.

    python -m tests.archive.make

Run it once for each release, with the code of that release, and commit what it writes. The folder
of an older release is never changed, because later versions are tested with it.

`records/GAME/` has a copy of the game's golden games. `store.sql` is the dump of a store that a
real server has written. It has a running table for every game and every number of players, with
undos, redos, chat, bots and open seats, and a finished table for every game. `store.json` says what
is in it, and has the tokens of its guests.
"""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import msgspec

import spinney
from spinney.core import shelf
from spinney.core.game import Game
from spinney.table import messages
from tests.laws.golden import folder
from tests.server.living import Guest, Line, Server, new_id, serving

ARCHIVE = Path(__file__).parent
MOVES = 14  # made at a running table, more or less
FEW = 5  # beside computer players, who move as well


class Kept(msgspec.Struct):
    """A table in the store, as the server last showed it."""

    table: str
    game: str
    seats: list[int]  # Ann's; the others are Ben's, of computer players, or open
    kind: str  # running, finished, open
    moves: int  # that stand
    chat: int  # lines
    scores: list[int]


class Contents(msgspec.Struct):
    """What is in a store of the archive."""

    ann: str  # the token in her cookie
    ben: str
    tables: list[Kept]


def steps(lines: list[Line], rng: random.Random, count: int) -> None:
    """Moves by whoever may make one; less if the game is over before."""
    for _ in range(count):
        look(lines)
        able = [line for line in lines if line.scene.moves]
        if not able or lines[0].over:
            return
        line = rng.choice(able)
        move = max(line.scene.moves, key=lambda move: (promise(move.gain), rng.random()))
        assert isinstance(line.move(move.id), messages.Ack)


def promise(gain: str) -> int:
    """The points that a move brings at once. Choosing by them makes sure that games end."""
    found = re.search(r"(\d+) points?", gain)
    return int(found.group(1)) if found else 0


def look(lines: list[Line]) -> None:
    """Read messages until it is somebody's turn on these connections, or the game is over."""
    for line in lines:
        line.send(messages.Ping())
        line.until(messages.Pong)
    while not lines[0].over and not any(line.scene.moves for line in lines):
        for line in lines:  # a computer player is about to move
            line.hear()
            line.send(messages.Ping())
            line.until(messages.Pong)


def table(line: Line) -> messages.FullTable:
    """The whole table as it is now."""
    line.send(messages.Hello(messages.PROTOCOL, line.table.table, line.seat))
    return line.until(messages.FullTable)


def back(lines: list[Line]) -> bool:
    """Take a move back; the other person agrees."""
    for line in lines:
        now = table(line)
        if not now.undo:
            continue
        id = new_id()
        line.send(messages.DoUndo(id, line.seat))
        if now.undo == "agreed":
            for other in lines:
                if other is not line:
                    assert isinstance(other.wish(messages.Answer, yes=True), messages.Ack)
        line.until(messages.Ack, id=id)
        return True
    return False


def again(lines: list[Line]) -> bool:
    """Play a move again that was taken back."""
    for line in lines:
        now = table(line)
        if now.redo:
            return isinstance(line.wish(messages.DoRedo), messages.Ack)
    return False


def play(
    ann: Guest, ben: Guest, game: Game, seats: int, kind: str, rng: random.Random, others: str
) -> Kept:
    """A table of Ann's: with Ben if `others` is open, else with computer players."""
    opened = ann.lay("me", *[others] * (seats - 1), game=game.name)
    people = [(ann, 0)]
    if kind != "open" and others == "open":
        for seat, invite in opened.invites.items():
            ben.claim(opened.table, invite)
            people.append((ben, seat))
    lines = [guest.sit(opened.table, seat) for guest, seat in people]
    try:
        lines[0].wish(messages.Say, text="Good luck! 🍄")
        if kind == "running":
            steps(lines, rng, MOVES if others == "open" else FEW)
            if back(lines) and rng.random() < 0.5:
                assert again(lines)
            lines[-1].wish(messages.Say, text="<b>Hm.</b>")
            steps(lines, rng, 2)
            assert not lines[0].over
        elif kind == "finished":
            while not lines[0].over:
                steps(lines, rng, 50)
        look(lines) if kind != "open" else None
        last = table(lines[0])
        assert last.over == (kind == "finished")
        stand = last.log[-1].at if last.log else 0
        scores = [score.total for score in last.scene.scores]
        return Kept(opened.table, game.name, [0], kind, stand, len(last.chat), scores)
    finally:
        for line in lines:
            line.close()


def store(server: Server) -> Contents:
    rng = random.Random(19)
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    tables = []
    for game in shelf.games().values():
        for seats in game.seats:
            tables.append(play(ann, ben, game, seats, "running", rng, "open"))
        few = max(2, game.seats[0])
        tables.append(play(ann, ben, game, few, "running", rng, "greedy"))
        tables.append(play(ann, ben, game, few, "open", rng, "open"))
        tables.append(play(ann, ben, game, game.seats[0], "finished", rng, "open"))
    tokens = [guest.cookie.partition("=")[2] for guest in (ann, ben)]
    return Contents(tokens[0], tokens[1], tables)


def main() -> None:
    place = ARCHIVE / spinney.__version__
    if place.exists():
        sys.exit(f"{place} is there already: raise the version of Spinney first")
    with tempfile.TemporaryDirectory() as data:
        with serving(Path(data)) as server:
            contents = store(server)
        with closing(sqlite3.connect(Path(data) / "games" / "spinney.db")) as db:
            dump = "\n".join(db.iterdump()) + "\n"
    for game in shelf.games().values():
        shutil.copytree(
            folder(game), place / "records" / game.name, ignore=shutil.ignore_patterns("*.txt")
        )
    (place / "store.sql").write_text(dump, "utf-8")
    text = msgspec.json.format(msgspec.json.encode(contents), indent=1)
    (place / "store.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
