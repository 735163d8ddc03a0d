"""People who play at several tables and do not give up, whatever happens to the server.

Every game of the shelf has a table of two people and one with bots. People add a share to the deal,
move, chat, undo moves (with the others' consent if necessary), redo them, and start a new game when
one is over. Each `Person` keeps its requests, what was acknowledged and what it saw; audit.py
compares this with the store.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from spinney.core import shelf
from spinney.table import messages
from tests.server.living import Guest, Refused, Server, new_id
from tests.server.stubborn import Player

PATIENCE = 60.0  # seconds, for anything
ANSWER = "answer-"  # how the ids of answers begin: answers are not in the log
SHARE = "share-"  # how the ids of shares begin: they are with the seats, not in the log
NOT_SAVED = "could not be saved"
Kind = tuple[str, tuple[str, ...]]  # a game, and who sits where


def tables(computer: str = "greedy") -> list[Kind]:
    """For every game two people, and people with computer players; three seats if possible."""
    found: list[Kind] = []
    for name, game in shelf.games().items():
        found.append((name, ("me", "open")))
        found.append((name, ("me", computer, "open") if 3 in game.seats else ("me", computer)))
    return found


@dataclass
class Person(Player):
    """A player who also takes back with consent, plays again, and answers others."""

    redoing: float = 0.0
    redo: bool = False
    asking: int = -1  # the seat that wishes to take back
    sharing: bool = False  # the server waits for what this seat adds to the deal
    asked: set[str] = field(default_factory=set)  # ids of everything that may be in the log
    share: str = ""  # what this seat adds to the deal, when it has been asked for it
    shared: str = ""  # the id of the acknowledged share

    def hear(self, message: Any) -> None:
        if isinstance(message, messages.FullTable | messages.Chairs):
            self.asking = message.asking
        if isinstance(message, messages.FullTable | messages.Event):
            self.redo = message.redo
        if isinstance(message, messages.Ack) and message.id.startswith((ANSWER, SHARE)):
            self.waiting.pop(message.id, None)
            if message.id.startswith(SHARE):
                self.shared = message.id
            return
        if isinstance(message, messages.FullTable) and not message.dealt:
            self.sharing = message.chairs[self.seat].sharing
            return
        super().hear(message)
        if isinstance(message, messages.RefusalMessage) and NOT_SAVED in message.text:
            raise ConnectionError("not saved: come back a little later")

    @property
    def done(self) -> bool:
        if self.stopped and all(
            isinstance(wish, messages.DoUndo) for wish in self.waiting.values()
        ):
            return True  # those who would have to agree may have left
        return super().done

    def choose(self) -> Any:
        wish = self._choose()
        if wish is not None and not isinstance(wish, messages.Answer | messages.Share):
            self.asked.add(wish.id)
        return wish

    def _choose(self) -> Any:
        if self.sharing and not self.waiting:
            self.sharing = False
            self.share = self.share or self.rng.randbytes(32).hex()
            return messages.Share(SHARE + new_id(), self.seat, self.share)
        if self.waiting or self.over or self.stopped or self.scene is None:
            return None
        if self.asking not in (-1, self.seat):
            self.asking = -1
            if self.rng.random() < 0.8:
                return messages.Answer(ANSWER + new_id(), self.seat, self.rng.random() < 0.7)
        if self.undo == "agreed" and self.rng.random() < self.undoing:
            self.undo = ""
            return messages.DoUndo(new_id(), self.seat)
        if self.redo and self.rng.random() < self.redoing:
            self.redo = False
            return messages.DoRedo(new_id(), self.seat)
        return super().choose()


class Party:
    """All people of one stage, and the tables they were given."""

    def __init__(self, server: Server, seed: int, kinds: Iterable[Kind] | None = None) -> None:
        self.server = server
        self.rng = random.Random(seed)
        self.kinds = tables() if kinds is None else list(kinds)
        self.guests = [Guest(server, "Ann"), Guest(server, "Ben")]
        self.players: list[Person] = []
        self.laid: set[str] = set()  # tables that the server said it had laid
        self.claimed: set[tuple[str, int]] = set()  # seats that it said were taken
        self.over = False
        self._games: list[asyncio.Task[None]] = []

    @property
    def acknowledged(self) -> int:
        return sum(len(player.promised) for player in self.players)

    @property
    def refused(self) -> int:
        """How often something was not saved."""
        return sum(
            NOT_SAVED in refusal.text for player in self.players for refusal in player.refused
        )

    @property
    def finished(self) -> int:
        return len({player.table for player in self.players if player.over})

    @property
    def playing(self) -> list[Person]:
        return [player for player in self.players if not player.done]

    @asynccontextmanager
    async def playing_on(self) -> AsyncIterator[None]:
        """They play while the block runs. After it all their requests are answered."""
        self._games = [asyncio.create_task(self._play_games(*kind)) for kind in self.kinds]
        try:
            yield
        finally:
            self.over = True
            for player in self.players:
                player.stopped = True
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*self._games)

    async def until(self, reached: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait for something; at once an error if a game has failed."""
        async with asyncio.timeout(patience):
            while not reached():
                for game in self._games:
                    if game.done():
                        game.result()
                await asyncio.sleep(0.01)

    async def more(self, acknowledged: int) -> None:
        """Wait until this many more requests are acknowledged."""
        enough = self.acknowledged + acknowledged
        await self.until(lambda: self.acknowledged >= enough)

    async def pause(self, seconds: float) -> None:
        """Wait; at once an error if a game has failed."""
        end = time.monotonic() + seconds
        await self.until(lambda: time.monotonic() >= end)

    async def refusals(self, count: int) -> None:
        """Wait until this many more requests could not be saved."""
        enough = self.refused + count
        await self.until(lambda: self.refused >= enough)

    async def everybody_back(self) -> None:
        """Wait until everybody who plays now has connected once more."""
        before = {id(player): player.connections for player in self.playing}
        await self.until(
            lambda: all(
                player.done or player.connections > before.get(id(player), 0)
                for player in self.players
            )
        )

    async def _play_games(self, game: str, seats: tuple[str, ...]) -> None:
        """One game after the other at a table of this kind."""
        while not self.over:
            try:
                people = await self._lay(game, seats)
            except (httpx.HTTPError, OSError, Refused) as error:
                if isinstance(error, Refused) and error.status < 500 and error.status != 429:
                    raise
                await asyncio.sleep(0.05)  # the server is down; a table half laid is left alone
                continue
            self.players += people
            for player in people:
                player.stopped = self.over
            await asyncio.gather(*(player.run() for player in people))

    async def _lay(self, game: str, seats: tuple[str, ...]) -> list[Person]:
        ann, ben = self.guests
        wish = messages.NewTable(game, list(seats), shares=True)
        opened = await asyncio.to_thread(ann.post, "/api/tables", wish, messages.Opened)
        self.laid.add(opened.table)
        for invite in opened.invites.values():
            way, claim = f"/api/tables/{opened.table}/claim", messages.Claim(invite, shares=True)
            claimed = await asyncio.to_thread(ben.post, way, claim, messages.Seated)
            self.claimed.add((opened.table, claimed.seat))
        people = [self._person(ann, opened.table, seats.index("me"))]
        if "open" in seats:
            people.append(self._person(ben, opened.table, seats.index("open")))
        return people

    def _person(self, guest: Guest, table: str, seat: int) -> Person:
        rng = random.Random(self.rng.random())
        return Person(
            *(lambda: self.server.port, guest.cookie, table, seat, rng),
            chatty=0.05,
            undoing=0.08,
            redoing=0.3,
        )
