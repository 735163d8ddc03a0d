"""Computer players at the tables: they think in worker processes, on views alone.

The room hears of a move when it is there, and not sooner than a pace at which people can follow. If
a worker fails, a simple move is made in its place: a computer player never holds a table up.

Hints are limited by guest, not by connection: each guest may have one at a table at a time, and so
many a minute. The answer comes when it is ready; until then the connection goes on as usual.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic

from spinney import players
from spinney.core.match import Refused
from spinney.core.record import PERSON
from spinney.core.rng import Rng
from spinney.server import wire
from spinney.server.config import Settings
from spinney.server.limits import Buckets
from spinney.server.log import note
from spinney.server.outbox import Connection
from spinney.server.room import OPEN, Room
from spinney.server.store import StoreError
from spinney.server.wishes import No
from spinney.server.workers import Busy, Died, Unwanted, Workers, WorkersError

AGAIN = 0.5  # seconds until a busy or broken thing is tried again
TRIES = 8  # after an error nobody thought of; each waits twice as long as the one before
ANSWER = 60.0  # seconds for people to answer a question while computer players wait
# Why there is no hint, for people of ten years and more.
NOT_YOURS = "This is not your seat."
NOTHING_NOW = "There is nothing to decide for you now."
STILL_THINKING = "I am still thinking about your last question."
STILL_ELSEWHERE = "I am still thinking about your questions at other tables."
MANY_HINTS = "That was a lot of hints. Try again in a moment."
MANY_PLAYERS = "Many players are thinking right now. Try again in a moment."
NO_IDEA = "No idea came up in time. Try again."
MOVED_ON = "The table has moved on."


class HintRequest:
    """A hint that a guest waits for."""

    def __init__(self, room: Room, who: Connection, wish: wire.Hint) -> None:
        self.room, self.who, self.wish = room, who, wish
        self.viewer = room.viewers[wish.seat]
        self.version = self.viewer.version
        self.eyes = who.seat
        self.task = asyncio.current_task()
        self.started = False  # a worker thinks about it

    def connected(self) -> bool:
        """Whether the one who asked still looks at this table through the same eyes."""
        return self.who.room is self.room and self.who.seat == self.eyes

    def current(self) -> bool:
        """Whether the answer would still be of use."""
        return self.connected() and self.viewer.version == self.version

    def start(self) -> bool:
        """Its turn has come: whether to think about it."""
        self.started = self.current()
        return self.started

    def same(self, wish: wire.Hint) -> bool:
        """Whether this asks for the same again, after the connection was lost."""
        if wish.seat != self.wish.seat or self.viewer.version != self.version:
            return False
        return wish.id == self.wish.id or not self.connected()


class Thinking:
    """One task for each room in which it is a computer player's turn, and for each hint."""

    def __init__(self, workers: Workers, settings: Settings) -> None:
        self.workers = workers
        self.pace, self.deadline = settings.pace, settings.bot_deadline
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._hints: dict[tuple[str, str], HintRequest] = {}  # by guest and table
        self._hint_tasks: set[asyncio.Task[None]] = set()
        per_minute = settings.limits.hints_per_minute
        self._hint_rate = Buckets(per_minute / 60, max(1.0, per_minute))

    def look(self, room: Room) -> None:
        """Something has changed in a room: is it a computer player's turn?"""
        if room.id not in self._tasks and self._seat(room) is not None:
            self._tasks[room.id] = asyncio.create_task(self._think(room))

    def busy(self, room: Room) -> bool:
        return room.id in self._tasks

    async def stop(self) -> None:
        tasks = [*self._tasks.values(), *self._hint_tasks]
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
            for tried in range(TRIES):
                try:
                    return await self._play(room)
                except Exception:
                    note(
                        "a computer player failed",
                        level=logging.ERROR,
                        trouble=True,
                        table=room.id,
                    )
                await asyncio.sleep(AGAIN * 2**tried)
            note("a computer player stopped", level=logging.ERROR, table=room.id)
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
        view, version, seed = viewer.view, viewer.version, room.dice(seat)
        kind = room.chairs[seat].kind
        deaths = 0
        while viewer.version == version:
            try:
                words = await self.workers.choose(
                    room.game.name,
                    kind,
                    viewer.seen,
                    seed,
                    self.deadline,
                    owner=owner(room),
                    table=room.id,
                    wanted=lambda: viewer.version == version,
                )
                if viewer.version == version:
                    room.match.check(seat, room.game.verbs.parse(words))
                return words
            except Busy:
                await asyncio.sleep(AGAIN)
            except Unwanted:
                return ""
            except (WorkersError, Refused, ValueError) as error:
                deaths += isinstance(error, Died)
                if isinstance(error, Died) and deaths == 1:
                    continue  # it may have been killed from outside: try once more
                note(
                    "a computer player failed; any legal move is made instead",
                    level=logging.WARNING,
                    table=room.id,
                    player=kind,
                    error=type(error).__name__,
                )
                return room.game.verbs.format(players.at_random(room.game, view, Rng(seed)))
        return ""

    # --------------------------------------------------------------------------------------- hints
    def hint(self, room: Room, who: Connection, wish: wire.Hint) -> None:
        """Answer when there is an answer; the connection need not wait for it."""
        task = asyncio.create_task(self._hint(room, who, wish))
        self._hint_tasks.add(task)
        task.add_done_callback(self._hint_tasks.discard)

    async def _hint(self, room: Room, who: Connection, wish: wire.Hint) -> None:
        try:
            await self.advise(room, who, wish)
        except Exception:
            note("a hint failed", level=logging.ERROR, trouble=True, table=room.id)
            refuse(room, who, wish, NO_IDEA, "trouble")

    def left(self, who: Connection) -> None:
        """A connection has ended: do not think about what it asked for. What is being thought about
        goes on, because it can be stopped only by ending the worker, and a new one costs more."""
        for request in list(self._hints.values()):
            if request.who is who and not request.started and request.task is not None:
                request.task.cancel()

    async def advise(self, room: Room, who: Connection, wish: wire.Hint) -> None:
        """What is worth a thought in somebody's place, from that seat's view alone."""
        if who.room is not room:
            return None  # already gone
        if wish.seat not in room.seats_of(who.guest):
            return refuse(room, who, wish, NOT_YOURS, "foreign")
        if wish.seat not in room.awaited or room.waiting:
            return refuse(room, who, wish, NOTHING_NOW, "waiting")
        key = (who.guest, room.id)
        if key in self._hints:
            known = self._hints[key]
            if not known.same(wish):
                return refuse(room, who, wish, STILL_THINKING, "busy")
            known.who, known.wish, known.eyes = who, wish, who.seat
            return None
        if not self._hint_rate.take(who.guest):
            return refuse(room, who, wish, MANY_HINTS, "flood")
        request = self._hints[key] = HintRequest(room, who, wish)
        try:
            await self._answer(request)
        finally:
            del self._hints[key]

    async def _answer(self, request: HintRequest) -> None:
        room, viewer = request.room, request.viewer
        view, game = viewer.view, room.game
        try:
            hint = await self.workers.advise(
                game.name,
                viewer.seen,
                self.deadline,
                owner=request.who.guest,
                table=room.id,
                wanted=request.start,
            )
        except Busy as busy:
            text = STILL_ELSEWHERE if busy.own else MANY_PLAYERS
            return refuse(room, request.who, request.wish, text, "busy")
        except Unwanted:
            return refuse(room, request.who, request.wish, MOVED_ON, "stale")
        except WorkersError:
            return refuse(room, request.who, request.wish, NO_IDEA, "trouble")
        if not request.current():
            return refuse(room, request.who, request.wish, MOVED_ON, "stale")
        candidates = []
        for one in hint.candidates:
            move = game.verbs.parse(one.move)
            said, gain = game.words.move(view, move), game.words.gain(view, move)
            candidates.append(wire.Candidate(one.move, said, one.promise, one.give, gain))
        best = candidates[0]
        return request.who.say(
            wire.Advice(
                request.wish.id,
                best.move,
                best.words,
                best.gain,
                candidates,
                hint.because,
                hint.alone,
                hint.proved,
            )
        )


def owner(room: Room) -> str:
    """Whose thinking time a computer player uses: that of the first person at the table. Tables at
    which only computer players sit share the time of one guest."""
    return next((chair.guest for chair in room.chairs if chair.guest), "")


def refuse(room: Room, who: Connection, wish: wire.Hint, text: str, reason: str) -> None:
    """Say why there is no hint, unless the connection has ended."""
    room.metrics.refuse(reason)
    if who.room is not None:
        who.say(wire.Refusal(wish.id, text, stale=reason == "stale"))
