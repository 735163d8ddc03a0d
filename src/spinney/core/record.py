"""A match as text: header, moves, result. Read back, every line is checked again by the rules.

    Spinney record 1
    game: bramble 1                         its name and the version of its rules
    components: 8a0f6c1d2b3e4f50            hash of what is printed on the pieces
    options: {}
    seat 0: person, Ann                     a person or the kind of bot, and the name
    seat 1: greedy, Juniper
    colours: 2 1 0 3                        only if people chose them (colours.py)
    seed: 7                                 or, in "Spinney record 2", key: and 64 digits
    moves:
    0 pick bush=3
    1 stop
    0 back free                             seat 0 took its last move back
    = 5b0c9ad1e2f34567                      hash of the state, after every tenth entry
    result: 36 24                           or: unfinished
    ranks: 1 2
    state: 0f1e2d3c4b5a6978
    sum: 6b86b273ff34fce1                   hash of all the lines above

A match dealt from a key (keyed_rng.py) is written as `Spinney record 2`. The rest is the same.

A record that was cut or edited, or that belongs to other rules or components, raises a RecordError
with the reason. It is never read in part.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import NoReturn

import msgspec

from spinney.core import shelf
from spinney.core.colours import arrange, coloured
from spinney.core.game import Game, Options
from spinney.core.keyed_rng import parse_key
from spinney.core.match import How, MatchLog, Played, TakenBack
from spinney.core.snapshot import state_hash

FORMAT = "Spinney record 1"  # dealt from a seed
KEYED = "Spinney record 2"  # dealt from a key
EVERY = 10  # entries between two hashes of the state
PERSON = "person"


class RecordError(ValueError):
    """A record that cannot be trusted or understood."""


class Player(msgspec.Struct, frozen=True):
    """Who sits in a seat: "person" or the kind of bot, and a name."""

    kind: str
    name: str


class Record(msgspec.Struct, frozen=True):
    """A record that was read, and whose match was replayed without an error."""

    match: MatchLog
    players: list[Player]

    def at(self, entries: int) -> MatchLog:
        """The match as it was after that many entries of its log."""
        log = self.match.log
        if not 0 <= entries <= len(log):
            raise RecordError(f"this record has {len(log)} entries, there is no position {entries}")
        earlier = fresh(self.match)
        for entry in log[:entries]:
            enter(earlier, entry)
        return earlier


def fresh(match: MatchLog) -> MatchLog:
    return MatchLog(match.game, match.options, match.seats, match.seed, match.people, match.key)


def enter(match: MatchLog, entry: Played | TakenBack) -> None:
    if isinstance(entry, Played):
        match.act(entry.seat, entry.move)
    else:
        match.take_back(entry)


# -------------------------------------------------------------------------------------- writing
def write(match: MatchLog, players: list[Player]) -> str:
    """The match so far as text. An unfinished record contains every secret: the seed or the key."""
    game = match.game
    if len(players) != match.seats:
        raise ValueError(f"{match.seats} seats, but {len(players)} players")
    lines = [
        KEYED if match.key else FORMAT,
        f"game: {game.name} {game.version}",
        f"components: {game.components}",
        f"options: {msgspec.json.encode(match.options.recorded()).decode()}",
        *(
            f"seat {seat}: {plain(p.kind.replace(',', ' '))}, {plain(p.name)}"
            for seat, p in enumerate(players)
        ),
        *([f"colours: {' '.join(map(str, game.colours))}"] if game.colours else []),
        f"key: {match.key.hex()}" if match.key else f"seed: {match.seed}",
        "moves:",
    ]
    again = fresh(match)
    for number, entry in enumerate(match.log, 1):
        enter(again, entry)
        if isinstance(entry, Played):
            lines.append(f"{entry.seat} {game.verbs.format(entry.move)}")
        else:
            lines.append(f"{entry.seat} back {entry.how}")
        if number % EVERY == 0:
            lines.append(f"= {state_hash(again.state)}")
    lines += [*result(match), f"state: {state_hash(match.state)}"]
    body = "\n".join(lines) + "\n"
    return body + f"sum: {checksum(body)}\n"


def result(match: MatchLog) -> list[str]:
    if not match.over:
        return ["result: unfinished"]
    outcome = match.outcome()
    return [
        "result: " + " ".join(map(str, outcome.scores)),
        "ranks: " + " ".join(map(str, outcome.ranks)),
    ]


def plain(name: str) -> str:
    """A name without line breaks and other control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def checksum(body: str) -> str:
    return sha256(body.encode(errors="replace")).hexdigest()[:16]


def save(path: Path, text: str) -> None:
    """Write a file so that after a crash there is either the old one or the new one, complete."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


# -------------------------------------------------------------------------------------- reading
def read(text: str, components: bytes | None = None, game: Game | None = None) -> Record:
    """The record, replayed from beginning to end.

    `components`: the file it was played with, if not the usual one. `game`: its game, if that is
    not on the shelf.
    """
    found = RecordReader(text).record(components, game)
    if write(found.match, found.players) != text:
        raise RecordError("this record was edited: hashes of the table are missing or misplaced")
    return found


class RecordReader:
    """Goes through the lines of a record. Every error names the line."""

    def __init__(self, text: str) -> None:
        first = text.split("\n", 1)[0]
        if not first.startswith("Spinney record"):
            raise RecordError("this is no Spinney record")
        if first not in (FORMAT, KEYED):
            raise RecordError(
                f"{first!r}: another version of the format; "
                f"this program reads {FORMAT!r} and {KEYED!r}"
            )
        self.keyed = first == KEYED
        body, mark, end = text.rpartition("sum: ")
        if not mark or not end.endswith("\n") or not body.endswith("\n"):
            raise RecordError("this record was cut: its last line, the sum, is missing")
        if end != checksum(body) + "\n":
            raise RecordError("this record was edited or damaged: its sum does not fit")
        self.lines = body.splitlines()
        self.place = 1

    def complain(self, what: str) -> NoReturn:
        raise RecordError(f"line {self.place}: {what}")

    def next(self) -> str:
        if self.place >= len(self.lines):
            self.complain("the record ends too early")
        self.place += 1
        return self.lines[self.place - 1]

    def value(self, name: str) -> str:
        line = self.next()
        if not line.startswith(f"{name}: "):
            self.complain(f"expected '{name}: …', found {line!r}")
        return line.removeprefix(f"{name}: ")

    def record(self, components: bytes | None, known: Game | None) -> Record:
        game = self.game(components, known)
        options = self.options(game)
        players: list[Player] = []
        while self.lines[self.place : self.place + 1] and self.lines[self.place].startswith(
            "seat "
        ):
            kind, comma, name = self.value(f"seat {len(players)}").partition(", ")
            if not comma:
                self.complain("a seat has a kind and a name")
            players.append(Player(kind, name))
        game = self.coloured(game)
        seed, key = self.seed_or_key()
        if self.next() != "moves:":
            self.complain("expected 'moves:'")
        people = [seat for seat, player in enumerate(players) if player.kind == PERSON]
        try:
            match = MatchLog(game, options, len(players), seed, people, key)
        except ValueError as error:
            self.complain(str(error))
        while not (line := self.next()).startswith("result: "):
            self.entry(match, line)
        if [line, *([self.next()] if match.over else [])] != result(match):
            self.complain("the result is not what these moves lead to")
        if self.value("state") != state_hash(match.state):
            self.complain("the table is not what these moves lead to")
        if self.place != len(self.lines):
            self.complain("there is something after the end")
        return Record(match, players)

    def game(self, components: bytes | None, known: Game | None) -> Game:
        name, _, version = self.value("game").partition(" ")
        try:
            game = known if known and known.name == name else shelf.find(name)
        except ValueError as error:
            self.complain(str(error))
        if version != str(game.version):
            self.complain(f"played by version {version} of {name}, here is version {game.version}")
        if components is not None:
            game = game.reprint(components)
        found = self.value("components")
        if found != game.components:
            self.complain(
                f"played with other components ({found}, here {game.components}); "
                "give the file it was played with"
            )
        return game

    def coloured(self, game: Game) -> Game:
        """The game in the colours that people chose, if they did."""
        if not self.lines[self.place : self.place + 1]:
            return game
        if not self.lines[self.place].startswith("colours: "):
            return game
        colours = tuple(map(self.integer, self.value("colours").split()))
        try:
            if not colours or arrange(colours) != colours:
                self.complain("these colours are not as people can choose them")
        except RecordError:
            raise
        except ValueError as error:
            self.complain(str(error))
        return coloured(game, colours)

    def entry(self, match: MatchLog, line: str) -> None:
        seat_text, _, text = line.partition(" ")
        if seat_text == "=":
            if text != state_hash(match.state):
                self.complain("the table is not what these moves lead to")
            return
        seat = self.integer(seat_text)
        try:
            if text.startswith("back "):
                how = msgspec.convert(text.removeprefix("back "), How)
                match.take_back(TakenBack(seat, how))
            else:
                match.act(seat, match.game.verbs.parse(text))
        except ValueError as error:  # a Refused and a msgspec.ValidationError are ValueErrors
            self.complain(f"{text!r} by seat {seat}: {error}")

    def seed_or_key(self) -> tuple[int, bytes]:
        """The seed or the key that the match was dealt from."""
        if not self.keyed:
            return self.integer(self.value("seed")), b""
        try:
            return 0, parse_key(self.value("key"))
        except RecordError:
            raise
        except ValueError as error:
            self.complain(str(error))

    def integer(self, text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 20:
            self.complain(f"expected a number, found {text[:40]!r}")
        return int(text)

    def options(self, game: Game) -> Options:
        try:
            return game.options.decoded(self.value("options"))
        except (msgspec.DecodeError, UnicodeEncodeError) as error:
            self.complain(str(error))
