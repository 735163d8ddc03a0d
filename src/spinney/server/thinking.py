"""Computer players at the tables: they think in worker processes, on sights alone.

The room hears of a move when it is there, and not sooner than a pace at which people can follow. If
a worker fails, a simple move is made in its place: a computer player never holds a table up.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic

from spinney import players
from spinney.core.chance import Rng
from spinney.core.match import Refused
from spinney.core.record import PERSON
from spinney.server import wire
from spinney.server.config import Settings
from spinney.server.log import note
from spinney.server.outbox import Connection
from spinney.server.room import OPEN, Room
from spinney.server.store import StoreError
from spinney.server.wishes import No
from spinney.server.workers import Busy, Workers, WorkersError

AGAIN = 0.5  # seconds until a busy or broken thing is tried again
ANSWER = 60.0  # seconds for people to answer a question while computer players wait


class Thinking:
    """One task for each room in which it is a computer player's turn."""

    def __init__(self, workers: Workers, settings: Settings) -> None:
        self.workers = workers
        self.pace, self.deadline = settings.pace, settings.bot_deadline
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def look(self, room: Room) -> None:
        """Something has changed in a room: is it a computer player's turn?"""
        if room.id not in self._tasks and self._seat(room) is not None:
            self._tasks[room.id] = asyncio.create_task(self._think(room))

    def busy(self, room: Room) -> bool:
        return room.id in self._tasks

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _seat(self, room: Room) -> int | None:
        """The computer player that is awaited first."""
        if room.waiting:
            return None
        kinds = {chair.seat: chair.kind for chair in room.chairs}
        return next((s for s in room.awaited if kinds[s] not in (PERSON, OPEN)), None)

    async def _think(self, room: Room) -> None:
        try:
            await self._play(room)
        except Exception:
            note("a computer player stopped", level=logging.ERROR, trouble=True, table=room.id)
        finally:
            del self._tasks[room.id]  # at once: the next change begins a new task

    async def _play(self, room: Room) -> None:
        while (seat := self._seat(room)) is not None:
            question = room.wishes.question
            if question is not None:
                try:
                    await asyncio.wait_for(question.settled.wait(), ANSWER)
                except TimeoutError:
                    await room.wishes.expire(question)
                continue
            version = room.viewers[seat].version
            words = await self._choice(room, seat)
            if len(room.awaited) == 1:  # where several decide at the same time, nobody follows
                await asyncio.sleep(room.moved + self.pace - monotonic())
            async with room.lock:
                if room.viewers[seat].version != version or room.wishes.question or not words:
                    continue
                if seat not in room.awaited or room.waiting:
                    continue
                try:
                    await room.append(f"bot-{room.seq + 1}", "move", seat, words)
                    continue
                except (No, StoreError) as error:
                    note("a computer player's move was not stored", table=room.id, error=error)
                    if room.full("move"):
                        return
            await asyncio.sleep(AGAIN)

    async def _choice(self, room: Room, seat: int) -> str:
        """A legal move in words; nothing if the table has moved on meanwhile."""
        viewer = room.viewers[seat]
        sight, version, seed = viewer.sight, viewer.version, room.dice(seat)
        kind = room.chairs[seat].kind
        while viewer.version == version:
            try:
                words = await self.workers.choose(
                    room.game.name, kind, viewer.seen, seed, self.deadline
                )
                if viewer.version == version:
                    room.match.check(seat, room.game.verbs.hear(words))
                return words
            except Busy:
                await asyncio.sleep(AGAIN)
            except (WorkersError, Refused, ValueError) as error:
                note(
                    "a computer player failed; any legal move is made instead",
                    level=logging.WARNING,
                    table=room.id,
                    player=kind,
                    error=type(error).__name__,
                )
                return room.game.verbs.words(players.at_random(room.game, sight, Rng(seed)))
        return ""

    async def advise(self, room: Room, who: Connection, wish: wire.Hint) -> None:
        """What is worth a thought in somebody's place, from that seat's sight alone."""
        if wish.seat not in room.seats_of(who.guest):
            return who.say(wire.Refusal(wish.id, "This is not your seat."))
        if wish.seat not in room.awaited or room.waiting:
            return who.say(wire.Refusal(wish.id, "There is nothing to decide for you now."))
        viewer = room.viewers[wish.seat]
        sight, game = viewer.sight, room.game
        try:
            hint = await self.workers.advise(game.name, viewer.seen, self.deadline)
        except WorkersError:
            return who.say(wire.Refusal(wish.id, "No idea came up in time. Try again."))
        candidates = []
        for one in hint.candidates:
            move = game.verbs.hear(one.move)
            said, gain = game.words.move(sight, move), game.words.gain(sight, move)
            candidates.append(wire.Candidate(one.move, said, one.promise, one.give, gain))
        best = candidates[0]
        return who.say(
            wire.Advice(
                wish.id,
                best.move,
                best.words,
                best.gain,
                candidates,
                hint.because,
                hint.alone,
                hint.proved,
            )
        )
