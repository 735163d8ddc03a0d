"""One person and computer players at a table, or computer players alone; every move is saved."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from spinney import players
from spinney.cli.history import story
from spinney.core.game import Game, Options
from spinney.core.match import MatchLog
from spinney.core.record import PERSON, Player, Record, save, write
from spinney.players.seeding import player_rng

NAMES = ("Juniper", "Hazel", "Rowan", "Alder", "Willow", "Linden", "Aspen", "Bryony")
YOU = "You"
NOBODY = -1  # the seat of a person who only looks on


class LocalMatch:
    """A match, who sits where, and the file it is kept in."""

    def __init__(self, match: MatchLog, who: list[Player], path: Path, insist: bool = True) -> None:
        self.match = match
        self.who = who
        self.path = path
        self.insist = insist  # the file was named: better no game than one that is not kept
        self.trouble = ""  # why the game could not be saved
        self.kept = insist  # the file is ours
        self.me = next((seat for seat, p in enumerate(who) if p.kind == PERSON), NOBODY)
        self.minds = {seat: players.find(p.kind) for seat, p in enumerate(who) if seat != self.me}

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.who]

    def act(self, seat: int, move: int) -> str:
        """Make a move, save, and tell it as the person (or the onlooker) saw it."""
        before = self.match.view(self.me)
        self.match.act(seat, move)
        self.save()
        told = self.match.game.words.tell(before, seat, move, self.match.view(self.me))
        return f"{self.who[seat].name} {told}"

    def reply(self) -> str | None:
        """Let one computer player that is awaited move; None if there is none."""
        seat = next((seat for seat in self.match.seats_to_act if seat != self.me), None)
        return None if seat is None else self.act(seat, self.thought(seat, self.who[seat].kind))

    def thought(self, seat: int, kind: str) -> int:
        """What that kind of computer player would do on a seat.

        Its dice depend on the place in the game alone: a resumed game, or one played again after an
        undo, goes on as it would have.
        """
        rng = player_rng(self.match.seed, seat, len(self.match.moves))
        return players.find(kind)(self.match.game, self.match.view(seat), rng)

    def undo(self) -> int:
        """Take the person's last move back, and the replies to it; how many moves that were."""
        before = len(self.match.moves)
        self.match.undo(self.me)
        self.save()
        return before - len(self.match.moves)

    def redo(self) -> list[str]:
        """The person's next move again, with the replies it had; what happened."""
        match = self.match
        before = match.position
        match.redo(self.me)
        while match.undone and match.undone[-1].seat in self.minds:
            match.redo(match.undone[-1].seat)
        self.save()
        return self.told(before)

    def told(self, position: int) -> list[str]:
        """What happened since a position."""
        return [line for _, line in story(self.match, self.who, self.me, position)]

    def last_told(self) -> list[str]:
        """The person's last move, and what followed."""
        log = self.match.log
        mine = [place for place, entry in enumerate(log) if entry.seat == self.me]
        return self.told(mine[-1] if mine else 0)

    def save(self) -> None:
        """Keep the game as it is. The first move makes the file: no game, no file."""
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
        """Whether a file's text is this very game, now or earlier: then nothing of it is lost."""
        head, mark, _ = text.partition("\nresult: ")
        return not text or (bool(mark) and self.text().startswith(f"{head}\n"))

    def text(self) -> str:
        return write(self.match, self.who)


# ------------------------------------------------------------------------------------- beginning
def seat_all(
    game: Game, options: Options, seats: int, seed: int, me: int, opponent: str
) -> tuple[MatchLog, list[Player]]:
    """A new match with a person on seat `me` (or nobody) and computer players on the others."""
    people = [] if me == NOBODY else [me]
    names = iter(NAMES)
    who = [
        Player(PERSON, YOU) if seat == me else Player(opponent, next(names, f"Seat {seat}"))
        for seat in range(seats)
    ]
    return MatchLog(game, options, seats, seed, people), who


def resumed(record: Record, path: Path) -> LocalMatch:
    """The table of a record; a ValueError if it cannot be played on here."""
    people = [p.name for p in record.players if p.kind == PERSON]
    if len(people) > 1:
        raise ValueError(f"{' and '.join(people)} played this; a terminal seats one person")
    return LocalMatch(record.match, record.players, path)


def shelf_of_records() -> Path:
    """Where games are kept unless a file is named."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".local/share") / "spinney"


def new_file(game: str, seed: int) -> Path:
    """Where a new game will be kept, unless another one takes the name first."""
    return shelf_of_records() / f"{game}-{seed}.record"


def claimed(path: Path) -> Path:
    """A file of that name, or nearly, that was not there before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for again in ("", *(f"-{number}" for number in range(2, 10_000))):
        mine = path.with_stem(f"{path.stem}{again}")
        with suppress(FileExistsError):
            mine.touch(exist_ok=False)
            return mine
    raise FileExistsError(17, "too many games of this seed", str(path))


def latest(game: str | None) -> Path | None:
    """The game that was last saved and is not finished."""
    found = shelf_of_records().glob(f"{game or '*'}-*.record")
    for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True):
        if "\nresult: unfinished\n" in path.read_text("utf-8", "replace"):
            return path
    return None
