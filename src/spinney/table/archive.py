"""Tables that can only be read, because their log cannot be replayed here (see loading.py).

Nothing in the store changes, and everybody can read what they may know. The secrets of an
unfinished match stay secret, because an operator may go back to the older version. So an archive
contains no seed, no hash of a state, and, of the moves that could not be replayed, only those of
your own seats.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import Literal

import msgspec

from spinney.core import fairness, shelf
from spinney.table import messages
from spinney.table.own_files import pieces_of
from spinney.table.results import GameResult
from spinney.table.room import NOBODY, Room, shares_of
from spinney.table.seat_colours import colours_of
from spinney.table.store import ChairRow, EntryRow, TableRow
from spinney.table.viewers import SPECTATOR, TAKEN_BACK

Why = Literal["rules", "shelf", "log"]
CHAT = 500  # lines that are shown


class ArchivedTable:
    """A table whose log cannot be replayed here. It never changes."""

    def __init__(
        self,
        row: TableRow,
        chairs: list[ChairRow],
        entries: list[EntryRow],
        why: Why,
        result: GameResult | None,
        room: Room | None,
        fits: int,
    ) -> None:
        self.row, self.chairs, self.why = row, chairs, why
        self.id = row.id
        self.result = result
        self.room = room  # with the entries that could be replayed
        self.written = [entry for entry in entries[fits:] if entry.kind != "chat"]
        self.moves = [entry for entry in entries if entry.kind != "chat"]
        chat = [entry for entry in entries if entry.kind == "chat"]
        self.chat = [chat_line(number, entry) for number, entry in enumerate(chat, 1)][-CHAT:]
        self.names = [chair.name or NOBODY for chair in chairs]

    @property
    def title(self) -> str:
        if self.result is not None:
            return self.result.title
        known = shelf.games().get(self.row.game)
        return known.title if known else self.row.game.replace("_", " ").title()

    def seats_of(self, guest: str) -> tuple[int, ...]:
        if not guest:
            return ()
        return tuple(chair.seat for chair in self.chairs if chair.guest == guest)

    def may_look(self, guest: str, seat: int) -> bool:
        return seat == SPECTATOR or seat in self.seats_of(guest)

    def invited(self, invite: str) -> bool:
        """Whether a seat is open for this invitation (given as a hash)."""
        return any(chair.invite and compare_digest(chair.invite, invite) for chair in self.chairs)

    # ----------------------------------------------------------------------------- what is shown
    def archive(self, seat: int, guest: str) -> messages.Archive:
        """The table for a viewer."""
        mine, result = self.seats_of(guest), self.result
        log, sentences = self._log(seat, mine)
        return messages.Archive(
            table=self.id,
            game=self.row.game,
            title=self.title,
            seat=seat,
            chairs=[
                messages.Chair(chair.seat, chair.kind, chair.name, mine=chair.seat in mine)
                for chair in self.chairs
            ],
            options=options(self.row),
            commitment=fairness.commitment(self.id, self.row.secret),
            why=self.why,
            version=self.row.version,
            spinney=self.row.spinney,
            log=log,
            told=sentences,
            chat=self.chat,
            over=self.row.over,
            scores=result.scores if result else [],
            verdict=result.verdict if result else "",
            won=result.won if result else True,
            pieces=pieces_of(self.row),
            colours=list(colours_of(self.chairs)),
        )

    def _log(self, seat: int, mine: tuple[int, ...]) -> tuple[list[messages.LogLine], int]:
        """The lines of the log, and how many of them are sentences."""
        if self.result is not None:
            return self.result.story, len(self.result.story)
        story = [] if self.room is None else self.room.viewers[seat].lines()
        at = story[-1].at if story else 0
        rest = [
            messages.LogLine(at, entry.seat, f"{self.names[entry.seat]}{log_text(entry)}")
            for entry in self.written
            if self.row.over or entry.seat in mine
        ]
        return story + rest, len(story)

    def download(self, guest: str) -> fairness.Download | messages.Transcript:
        """The download: for a finished match the record that was stored when it ended."""
        row, mine = self.row, self.seats_of(guest)
        commitment = fairness.commitment(self.id, row.secret)
        if self.result is not None:
            shares = shares_of(row, self.chairs)
            return fairness.Download(self.id, row.secret, commitment, self.result.record, shares)
        seat = mine[0] if mine else SPECTATOR
        return messages.Transcript(
            table=self.id,
            commitment=commitment,
            secret=row.secret if row.over else "",
            shares=shares_of(row, self.chairs) if row.over else [],
            spinney=row.spinney,
            game=row.game,
            version=row.version,
            components=row.components,
            options=options(row),
            players=[(chair.kind, chair.name) for chair in self.chairs],
            over=row.over,
            moves=[
                messages.WrittenMove(
                    entry.seat, f"back {entry.body}" if entry.kind == "back" else entry.body
                )
                for entry in self.moves
                if row.over or entry.seat in mine
            ],
            story=[line.text for line in self._log(seat, mine)[0]],
        )


def log_text(entry: EntryRow) -> str:
    """What follows the player's name in the line of an entry that cannot be replayed."""
    if entry.kind == "back":
        return f" {TAKEN_BACK.get(entry.body, TAKEN_BACK['free'])}"
    return f": {entry.body}"


def options(row: TableRow) -> dict[str, str | int | bool]:
    try:
        return msgspec.json.decode(row.options, type=dict[str, str | int | bool])
    except msgspec.DecodeError:
        return {}


def chat_line(number: int, entry: EntryRow) -> messages.ChatLine:
    """A line of chat."""
    try:
        name, text = msgspec.json.decode(entry.body, type=tuple[str, str])
    except msgspec.DecodeError:
        name, text = "", entry.body
    return messages.ChatLine(number, name, entry.seat, text)
