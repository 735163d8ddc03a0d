"""The result of a match as the store keeps it: scores, score lines, log lines and record.

It is written when the match ends, by the rules it was played with. It can be shown even if those
rules change, because nothing in it needs to be replayed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

import spinney
from spinney.core.game import Outcome
from spinney.core.record import write
from spinney.drawing.scene import Score
from spinney.table.messages import LogLine
from spinney.table.viewers import log_lines

if TYPE_CHECKING:
    from spinney.table.room import Room


class GameResult(Struct, frozen=True, omit_defaults=True):
    title: str  # of the game
    version: int  # of its rules
    components: str
    spinney: str
    scores: list[Score]
    story: list[LogLine]  # each move as its player saw it; nothing is hidden any more
    record: str
    verdict: str = ""
    won: bool = True

    def agrees(self, outcome: Outcome) -> bool:
        """Whether points and ranks are the same. The texts may differ."""
        mine = [(score.total, score.rank) for score in self.scores]
        return self.won == outcome.won and mine == list(
            zip(outcome.scores, outcome.ranks, strict=True)
        )


def result(room: Room) -> GameResult:
    """The result of a room where the game is over."""
    outcome = room.match.outcome()
    return GameResult(
        title=room.game.title,
        version=room.game.version,
        components=room.game.components,
        spinney=spinney.__version__,
        scores=[
            Score(
                seat,
                room.names[seat],
                total,
                [(line.text, line.points) for line in outcome.lines[seat]],
                outcome.ranks[seat],
            )
            for seat, total in enumerate(outcome.scores)
        ],
        story=log_lines(room.story),
        record=write(room.match, room.players()),
        verdict=outcome.verdict,
        won=outcome.won,
    )


def encode(found: GameResult) -> str:
    return msgspec.json.encode(found).decode()


def decode(text: str | None) -> GameResult | None:
    """A stored result. None if there is none, or none that this version can read."""
    if text is None:
        return None
    try:
        return msgspec.json.decode(text, type=GameResult)
    except msgspec.DecodeError:
        return None
