"""The ear of a connection: moves are heard and granted where they come in.

A task that waits for a message, for its turn at the table and for the disk costs as much as the
rules do. So a move that can be checked at once is, and when it is on disk it is told from there
(`Wishes.at_once`). The conversation (talk.py) sleeps on and gets only the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from spinney.server import wire
from spinney.server.outbox import Connection

if TYPE_CHECKING:
    from spinney.server.line import Mail

DECODER: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(wire.FromClient)


class Ear:
    """Of one connection that has been greeted."""

    def __init__(self, who: Connection, mail: Mail) -> None:
        self.who, self.mail = who, mail

    def hear(self, text: bytes) -> bool:
        """Take a message, while there are no others; no if the conversation is to read it."""
        who = self.who
        room = who.room
        if room is None:
            return False
        try:
            wish = DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        if isinstance(wish, wire.DoMove) and room.wishes.at_once(who, wish, self.mail.answered):
            self.mail.busy = True
        else:
            self.mail.put_nowait(wish)
        return True
