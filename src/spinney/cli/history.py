"""The log lines of a match, as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spinney.core.match import MatchLog, TakenBack
from spinney.core.record import Player, enter, fresh


def story(
    match: MatchLog, players: Sequence[Player], seat: int, first: int = 0, last: int | None = None
) -> Iterator[tuple[int, str]]:
    """The log lines after position `first` up to position `last`, with their numbers."""
    again = fresh(match)
    for number, entry in enumerate(match.log[:last], 1):
        before = again.view(seat) if number > first else None
        enter(again, entry)
        if number <= first:
            continue
        who = players[entry.seat].name
        if isinstance(entry, TakenBack):
            yield number, f"{who} took a move back"
        else:
            line = match.game.words.tell(before, entry.seat, entry.move, again.view(seat))
            yield number, f"{who} {line}"
