"""A match of one person against bots, or of bots alone, on this machine. Every move is saved."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from spinney import players
from spinney.cli.history import story
from spinney.core.game import Game, Options
from spinney.core.guide import guided_move
from spinney.core.match import MatchLog
from spinney.core.record import PERSON, Player, Record, save, write
from spinney.players.seeding import player_rng

NAMES = ("Juniper", "Hazel", "Rowan", "Alder", "Willow", "Linden", "Aspen", "Bryony")
YOU = "You"
NOBODY = -1  # the seat of a person who only watches


class LocalMatch:
    """A match, its players, and its file."""

    def __init__(self, match: MatchLog, who: list[Player], path: Path, insist: bool = True) -> None:
        self.match = match
        self.who = who
        self.path = path
        self.insist = insist  # the user named the file, so raise an error if it cannot be written
        self.trouble = ""  # why the game could not be saved
        self.kept = insist  # the file belongs to this match
        self.me = next((seat for seat, p in enumerate(who) if p.kind == PERSON), NOBODY)
        self.bots = {seat: players.find(p.kind) for seat, p in enumerate(who) if seat != self.me}

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.who]

    def act(self, seat: int, move: int) -> str:
        """Make a move and save. Returns the log line, as the person (or a spectator) saw it."""
        before = self.match.view(self.me)
        self.match.act(seat, move)
        self.save()
        line = self.match.game.words.tell(before, seat, move, self.match.view(self.me))
        return f"{self.who[seat].name} {line}"

    def reply(self) -> str | None:
        """Let one bot move that must act. Returns the log line, or None if there is no such bot."""
        seat = next((seat for seat in self.match.seats_to_act if seat != self.me), None)
        if seat is None:
            return None
        wanted = guided_move(self.match, seat)  # in a guided first game
        return self.act(seat, self.thought(seat, self.who[seat].kind) if wanted is None else wanted)

    def thought(self, seat: int, kind: str) -> int:
        """The move of this kind of bot in a seat.

        Its random numbers depend only on the seed and the number of moves, so a bot repeats its
        move after a resume or an undo.
        """
        rng = player_rng(self.match.seed, seat, len(self.match.moves))
        return players.find(kind)(self.match.game, self.match.view(seat), rng)

    def undo(self) -> int:
        """Take the person's last move back, and the replies to it. Returns the number of moves."""
        before = len(self.match.moves)
        self.match.undo(self.me)
        self.save()
        return before - len(self.match.moves)

    def redo(self) -> list[str]:
        """Make the person's next move again, with its replies. Returns the log lines."""
        match = self.match
        before = match.position
        match.redo(self.me)
        while match.undone and match.undone[-1].seat in self.bots:
            match.redo(match.undone[-1].seat)
        self.save()
        return self.lines_since(before)

    def lines_since(self, position: int) -> list[str]:
        """The log lines since a position."""
        return [line for _, line in story(self.match, self.who, self.me, position)]

    def last_lines(self) -> list[str]:
        """The log lines of the person's last move and of what followed."""
        log = self.match.log
        mine = [place for place, entry in enumerate(log) if entry.seat == self.me]
        return self.lines_since(mine[-1] if mine else 0)

    def save(self) -> None:
        """Write the file. It is created by the first move, so an unplayed match leaves no file."""
        try:
            if not self.kept:
                self.path = claimed(self.path)
                self.kept = True
            save(self.path, self.text())
            self.trouble = ""
        except OSError as error:
            if self.insist:
                raise
            self.trouble = f"{error.filename}: {error.strerror}"

    def holds(self, text: str) -> bool:
        """Whether a text is a record of this match, now or earlier. Such a file may be replaced."""
        head, mark, _ = text.partition("\nresult: ")
        return not text or (bool(mark) and self.text().startswith(f"{head}\n"))

    def text(self) -> str:
        return write(self.match, self.who)


# ------------------------------------------------------------------------------------- beginning
def seat_all(
    game: Game, options: Options, seats: int, seed: int, me: int, opponent: str
) -> tuple[MatchLog, list[Player]]:
    """A new match with a person in seat `me` (or nobody) and bots in the others."""
    people = [] if me == NOBODY else [me]
    names = iter(NAMES)
    who = [
        Player(PERSON, YOU) if seat == me else Player(opponent, next(names, f"Seat {seat}"))
        for seat in range(seats)
    ]
    return MatchLog(game, options, seats, seed, people), who


def resumed(record: Record, path: Path) -> LocalMatch:
    """The match of a record. A ValueError if it cannot be continued here."""
    people = [p.name for p in record.players if p.kind == PERSON]
    if len(people) > 1:
        raise ValueError(f"{' and '.join(people)} played this; a terminal is for one person")
    return LocalMatch(record.match, record.players, path)


def shelf_of_records() -> Path:
    """The folder of saved games, if no file is named."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".local/share") / "spinney"


def new_file(game: str, seed: int) -> Path:
    """The file of a new game, if no other game takes that name first."""
    return shelf_of_records() / f"{game}-{seed}.record"


def claimed(path: Path) -> Path:
    """Create a file with this name, or with a number added if it exists already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for again in ("", *(f"-{number}" for number in range(2, 10_000))):
        mine = path.with_stem(f"{path.stem}{again}")
        with suppress(FileExistsError):
            mine.touch(exist_ok=False)
            return mine
    raise FileExistsError(17, "too many games of this seed", str(path))


def latest(game: str | None) -> Path | None:
    """The file of the unfinished game that was saved last."""
    found = shelf_of_records().glob(f"{game or '*'}-*.record")
    for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True):
        if "\nresult: unfinished\n" in path.read_text("utf-8", "replace"):
            return path
    return None
