"""Bots at tables, and hints. `Bots` computes both, from views only.

A bot moves when its answer has arrived, but not faster than people can follow. If it fails, a
random legal move is made instead, so a bot never blocks a table.

Hints are limited by guest, not by connection. A guest may wait for one hint at each table, and get
a limited number of hints a minute. The connection can be used as usual until the hint arrives.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic

from spinney import players
from spinney.core.guide import guided_move
from spinney.core.match import Refused
from spinney.core.record import PERSON
from spinney.core.rng import Rng
from spinney.table import messages
from spinney.table.bots import BotError, Bots, Busy, Died, Unwanted
from spinney.table.connection import Connection
from spinney.table.errors import RequestRefused
from spinney.table.log import log_event
from spinney.table.rate_limits import Buckets
from spinney.table.room import Room
from spinney.table.settings import TableSettings
from spinney.table.store import OPEN, StoreError

RETRY = 0.5  # seconds until something that was busy or broken is tried again
TRIES = 8  # after an unexpected error; the pause doubles each time
ANSWER = 60.0  # seconds for people to answer an undo question while bots wait
# Why there is no hint, for people from the age of ten.
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

    def __init__(self, room: Room, who: Connection, request: messages.AskHint) -> None:
        self.room, self.who, self.request = room, who, request
        self.viewer = room.viewers[request.seat]
        self.version = self.viewer.version
        self.seat = who.seat
        self.task = asyncio.current_task()
        self.started = False  # a worker computes it

    def connected(self) -> bool:
        """Whether the client still looks at this table from the same seat."""
        return self.who.room is self.room and self.who.seat == self.seat

    def current(self) -> bool:
        """Whether the answer would still be useful."""
        return self.connected() and self.viewer.version == self.version

    def start(self) -> bool:
        """Called when its turn in the queue has come. Returns whether to compute it."""
        self.started = self.current()
        return self.started

    def same(self, request: messages.AskHint) -> bool:
        """Whether this request is the same one again, after the connection was lost."""
        if request.seat != self.request.seat or self.viewer.version != self.version:
            return False
        return request.id == self.request.id or not self.connected()


class BotPlayers:
    """Runs a task for each room in which it is a bot's turn, and for each hint."""

    def __init__(self, bots: Bots, settings: TableSettings) -> None:
        self.bots = bots
        self.pace, self.deadline = settings.pace, settings.bot_deadline
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._hints: dict[tuple[str, str], HintRequest] = {}  # by guest and table
        self._hint_tasks: set[asyncio.Task[None]] = set()
        per_minute = settings.hints_per_minute
        self._hint_rate = Buckets(per_minute / 60, max(1.0, per_minute))

    def wake(self, room: Room) -> None:
        """Something has changed in a room. Start a task if it is a bot's turn."""
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
        """The first bot that must act."""
        if room.not_started:
            return None
        kinds = {chair.seat: chair.kind for chair in room.chairs}
        return next((s for s in room.awaited if kinds[s] not in (PERSON, OPEN)), None)

    async def _think(self, room: Room) -> None:
        try:
            for tried in range(TRIES):
                try:
                    return await self._play(room)
                except Exception:
                    log_event(
                        "a computer player failed",
                        level=logging.ERROR,
                        trouble=True,
                        table=room.id,
                    )
                await asyncio.sleep(RETRY * 2**tried)
            log_event("a computer player stopped", level=logging.ERROR, table=room.id)
        finally:
            del self._tasks[room.id]  # now: the next change starts a new task

    async def _play(self, room: Room) -> None:
        while (seat := self._seat(room)) is not None:
            question = room.requests.question
            if question is not None:
                try:
                    await asyncio.wait_for(question.settled.wait(), ANSWER)
                except TimeoutError:
                    await room.requests.expire(question)
                continue
            version = room.viewers[seat].version
            text = await self._choice(room, seat)
            # While several seats decide, nobody sees the moves (docs/decisions/bot-pace.md).
            if len(room.awaited) == 1:
                await asyncio.sleep(room.moved + self.pace - monotonic())
            async with room.lock:
                if room.viewers[seat].version != version or room.requests.question or not text:
                    continue
                if seat not in room.awaited or room.not_started:
                    continue
                try:
                    await room.append(f"bot-{room.seq + 1}", "move", seat, text)
                    continue
                except (RequestRefused, StoreError) as error:
                    log_event("a computer player's move was not stored", table=room.id, error=error)
                    if room.full("move"):
                        return
            await asyncio.sleep(RETRY)

    async def _choice(self, room: Room, seat: int) -> str:
        """A legal move as text: the one its guide wants in a guided first game, else its own.
        Empty if the table has changed meanwhile."""
        wanted = guided_move(room.match, seat)
        if wanted is not None:
            return room.game.verbs.format(wanted)
        viewer = room.viewers[seat]
        view, version, seed = viewer.view, viewer.version, room.bot_seed(seat)
        kind = room.chairs[seat].kind
        deaths = 0
        while viewer.version == version:
            try:
                text = await self.bots.choose(
                    room.game.name,
                    kind,
                    viewer.seen,
                    seed,
                    self.deadline,
                    owner=owner(room),
                    table=room.id,
                    wanted=lambda: viewer.version == version,
                    components=room.game.file,
                )
                if viewer.version == version:
                    room.match.check(seat, room.game.verbs.parse(text))
                return text
            except Busy:
                await asyncio.sleep(RETRY)
            except Unwanted:
                return ""
            except (BotError, Refused, ValueError) as error:
                deaths += isinstance(error, Died)
                if isinstance(error, Died) and deaths == 1:
                    continue  # it may have been killed from outside: try once more
                log_event(
                    "a computer player failed; any legal move is made instead",
                    level=logging.WARNING,
                    table=room.id,
                    player=kind,
                    error=type(error).__name__,
                )
                return room.game.verbs.format(players.at_random(room.game, view, Rng(seed)))
        return ""

    # --------------------------------------------------------------------------------------- hints
    def hint(self, room: Room, who: Connection, request: messages.AskHint) -> None:
        """Start to look for a hint. It is sent when it is ready."""
        task = asyncio.create_task(self._hint(room, who, request))
        self._hint_tasks.add(task)
        task.add_done_callback(self._hint_tasks.discard)

    async def _hint(self, room: Room, who: Connection, request: messages.AskHint) -> None:
        try:
            await self.advise(room, who, request)
        except Exception:
            log_event("a hint failed", level=logging.ERROR, trouble=True, table=room.id)
            refuse(room, who, request, NO_IDEA, "trouble")

    def disconnected(self, who: Connection) -> None:
        """A connection has ended: drop its hints that wait in the queue. A hint that is being
        computed goes on, because it could be stopped only by killing the process."""
        for request in list(self._hints.values()):
            if request.who is who and not request.started and request.task is not None:
                request.task.cancel()

    async def advise(self, room: Room, who: Connection, request: messages.AskHint) -> None:
        """Send a hint for a seat, computed from that seat's view alone."""
        if who.room is not room:
            return None  # it has left already
        if request.seat not in room.seats_of(who.guest):
            return refuse(room, who, request, NOT_YOURS, "foreign")
        if request.seat not in room.awaited or room.not_started:
            return refuse(room, who, request, NOTHING_NOW, "waiting")
        key = (who.guest, room.id)
        if key in self._hints:
            known = self._hints[key]
            if not known.same(request):
                return refuse(room, who, request, STILL_THINKING, "busy")
            known.who, known.request, known.seat = who, request, who.seat
            return None
        if not self._hint_rate.take(who.guest):
            return refuse(room, who, request, MANY_HINTS, "flood")
        pending = self._hints[key] = HintRequest(room, who, request)
        try:
            await self._answer(pending)
        finally:
            del self._hints[key]

    async def _answer(self, request: HintRequest) -> None:
        room, viewer = request.room, request.viewer
        view, game = viewer.view, room.game
        try:
            hint = await self.bots.advise(
                game.name,
                viewer.seen,
                self.deadline,
                owner=request.who.guest,
                table=room.id,
                wanted=request.start,
                components=game.file,
                colours=game.colours,
            )
        except Busy as busy:
            text = STILL_ELSEWHERE if busy.own else MANY_PLAYERS
            return refuse(room, request.who, request.request, text, "busy")
        except Unwanted:
            return refuse(room, request.who, request.request, MOVED_ON, "stale")
        except BotError:
            return refuse(room, request.who, request.request, NO_IDEA, "trouble")
        if not request.current():
            return refuse(room, request.who, request.request, MOVED_ON, "stale")
        candidates = []
        for one in hint.candidates:
            move = game.verbs.parse(one.move)
            text, gain = game.words.move(view, move), game.words.gain(view, move)
            candidates.append(messages.AdviceCandidate(one.move, text, one.promise, one.give, gain))
        best = candidates[0]
        return request.who.send(
            messages.Advice(
                request.request.id,
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
    """The guest whose turn in the queue a bot uses: the first person at the table. All tables
    without people count as one guest."""
    return next((chair.guest for chair in room.chairs if chair.guest), "")


def refuse(room: Room, who: Connection, request: messages.AskHint, text: str, reason: str) -> None:
    """Send the reason why there is no hint, unless the connection has ended."""
    room.counts.count_refusal(reason)
    if who.room is not None:
        who.send(messages.RefusalMessage(request.id, text, stale=reason == "stale"))
