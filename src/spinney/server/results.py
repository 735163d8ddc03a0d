"""How a game ended, as it is kept in the store: result, score lines, story and record.

It is written when the game ends, by the rules it was played with. Whatever becomes of those rules,
it can be shown: nothing in it needs to be replayed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

import spinney
from spinney.core.game import Outcome
from spinney.core.record import write
from spinney.drawing.scene import Score
from spinney.server.viewer import told_lines
from spinney.server.wire import LogLine

if TYPE_CHECKING:
    from spinney.server.room import Room


class Result(Struct, frozen=True, omit_defaults=True):
    title: str  # of the game
    version: int  # of its rules
    components: str
    spinney: str
    scores: list[Score]
    story: list[LogLine]  # the game is over, so all eyes are open: each move as its player saw it
    record: str
    verdict: str = ""
    won: bool = True

    def agrees(self, outcome: Outcome) -> bool:
        """Whether these are the same points and ranks; the words may differ."""
        mine = [(score.total, score.rank) for score in self.scores]
        return self.won == outcome.won and mine == list(
            zip(outcome.scores, outcome.ranks, strict=True)
        )


def result(room: Room) -> Result:
    """The result of a room where the game is over."""
    outcome = room.match.outcome()
    return Result(
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
        story=told_lines(room.story),
        record=write(room.match, room.players()),
        verdict=outcome.verdict,
        won=outcome.won,
    )


def encode(found: Result) -> str:
    return msgspec.json.encode(found).decode()


def decode(text: str | None) -> Result | None:
    """A stored result; None if there is none, or none that this version can read."""
    if text is None:
        return None
    try:
        return msgspec.json.decode(text, type=Result)
    except msgspec.DecodeError:
        return None
