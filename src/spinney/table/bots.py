"""Bots, as tables see them. They think somewhere else, and get views only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from spinney.players.hints import Hint
from spinney.table.trial import TriedFile


class BotError(Exception):
    """There is no answer."""


class TooSlow(BotError):
    """The deadline has passed."""


class Broken(BotError):
    """The bot failed, or the process that runs it."""


class Died(Broken):
    """The process ended while it was thinking."""


class Busy(BotError):
    """Too many requests are waiting, or this one has waited too long. `own`: too many requests of
    this guest are waiting."""

    def __init__(self, text: str, own: bool = False) -> None:
        super().__init__(text)
        self.own = own


class Unwanted(BotError):
    """Nobody needed the answer any more when the request was due."""


class Bots(Protocol):
    """Requests wait in a fair queue. `owner` and `table` say whose request it is. `wanted` is
    called when its turn comes. If that returns False, `Unwanted` is raised and nothing is computed.
    `components`: another components file that the game is played with."""

    async def choose(
        self,
        game: str,
        player: str,
        view_json: bytes,
        seed: int,
        deadline: float,
        *,
        owner: str = "",
        table: str = "",
        wanted: Callable[[], bool] | None = None,
        components: bytes = b"",
    ) -> str:
        """The move of a player as text. The deadline, in seconds, is for the thinking alone."""

    async def advise(
        self,
        game: str,
        view_json: bytes,
        deadline: float,
        *,
        owner: str = "",
        table: str = "",
        wanted: Callable[[], bool] | None = None,
        components: bytes = b"",
        colours: tuple[int, ...] = (),
    ) -> Hint:
        """A hint for the seat that has this view. The deadline includes the time in the queue.
        `colours`: of the seats, where people chose them."""

    async def try_out(self, game: str, components: bytes, *, owner: str = "") -> TriedFile:
        """Whether a game can be played with a components file. It is opened and played with."""
