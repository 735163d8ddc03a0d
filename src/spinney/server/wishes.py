"""What clients may ask for at a table, and how it is granted.

Every wish is answered each time it is asked, and done once: moves, undos and chat are known by
their ids in the log, answers to questions are remembered for a while.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from mypy_extensions import mypyc_attr

from spinney.core.match import Played, Refused
from spinney.server import wire
from spinney.server.guests import CHAT_LENGTH, clean
from spinney.server.outbox import Connection
from spinney.server.store import Appended, EntryRow, StoreError
from spinney.server.viewer import SPECTATOR

if TYPE_CHECKING:
    from spinney.server.room import Room

ANSWERS = 256  # answers to questions that are remembered, in case they are given again


class No(Exception):
    """A wish that is not granted."""

    def __init__(self, text: str, reason: str = "illegal", rule: str = "") -> None:
        super().__init__(text)
        self.text, self.reason, self.rule = text, reason, rule


def taken(lock: asyncio.Lock) -> bool:
    """Take it without waiting; no if somebody has it, or waits for it."""
    if lock.locked():
        return False
    waiting = lock.acquire()
    try:
        waiting.send(None)
    except StopIteration:
        return True
    waiting.close()
    return False


class Question:
    """Somebody wishes to take a move back and waits for the others."""

    def __init__(self, who: Connection, wish: wire.DoUndo, missing: set[int]) -> None:
        self.who, self.wish, self.missing = who, wish, missing
        self.settled = asyncio.Event()


class Moving:
    """A move that is on its way to the disk, and who waits for it."""

    __slots__ = ("answered", "began", "key", "who", "wish", "wishes", "words")

    def __init__(
        self,
        wishes: Wishes,
        who: Connection,
        wish: wire.DoMove,
        key: str,
        words: str,
        began: float,
        answered: Callable[[Exception | None], object],
    ) -> None:
        self.wishes = wishes
        self.who = who
        self.wish = wish
        self.key = key
        self.words = words
        self.began = began
        self.answered = answered

    def written(self, appended: Appended | None, error: Exception | None) -> None:
        """It is on disk, or could not be written."""
        room, trouble = self.wishes.room, None
        try:
            if appended is None or error is not None or not appended.fresh:
                return room.go_on(self._otherwise(error))
            room.enter(
                EntryRow(room.id, appended.seq, self.key, "move", self.wish.seat, self.words)
            )
            if room.match.over:
                return room.go_on(self._last())
            self._granted()
        except Exception as failed:
            trouble = failed
        self._end(trouble)

    def _granted(self) -> None:
        room = self.wishes.room
        room.metrics.moved(room.game.name, perf_counter() - self.began)
        self.who.say(wire.Ack(self.wish.id, room.done[self.key]))

    def _end(self, trouble: Exception | None) -> None:
        self.wishes.room.lock.release()
        self.answered(trouble)

    async def _last(self) -> None:
        """The game is over: as with any other move, but that takes time."""
        trouble = None
        try:
            await self.wishes.room.close()
            self._granted()
        except Exception as failed:
            trouble = failed
        self._end(trouble)

    async def _otherwise(self, error: Exception | None) -> None:
        """It was written before, or cannot be."""
        trouble = None
        try:
            await self.wishes.room.not_written(error)
            self._granted()
        except No as no:
            self.wishes.refuse(self.who, self.wish.id, no)
        except StoreError:
            self.wishes.refuse(
                self.who,
                self.wish.id,
                No("The server has trouble with its disk. Try again.", "trouble"),
            )
        except Exception as failed:
            trouble = failed
        self._end(trouble)


class Pending:
    """What a room remembers between two wishes."""

    def __init__(self) -> None:
        self.question: Question | None = None
        self.answered: dict[str, None] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class Wishes:
    """Of one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.pending = room.pending

    @property
    def question(self) -> Question | None:
        return self.pending.question

    @question.setter
    def question(self, question: Question | None) -> None:
        self.pending.question = question

    @property
    def answered(self) -> dict[str, None]:
        return self.pending.answered

    @property
    def asking(self) -> int:
        """The seat that wishes to take a move back, or -1."""
        return self.question.wish.seat if self.question else -1

    async def grant(self, who: Connection, wish: wire.FromClient) -> None:
        """Do what a client asks, or say why not. Hints are the lobby's business."""
        assert not isinstance(wish, wire.Hello | wire.Ping)
        began = perf_counter()
        try:
            async with self.room.lock:
                key = who.key(wish.id)
                if key in self.room.done:
                    return who.say(wire.Ack(wish.id, self.room.done[key]))
                if not isinstance(wish, wire.Say):
                    self._own(who, wish.seat)
                match wish:
                    case wire.DoMove():
                        await self._move(key, wish)
                        self.room.metrics.moved(self.room.game.name, perf_counter() - began)
                    case wire.DoUndo():
                        if not await self._take_back(who, key, wish):
                            return None  # answered when the others have answered
                    case wire.DoRedo():
                        await self._play_again(key, wish)
                    case wire.Answer():
                        await self._answer(key, wish)
                    case wire.Say():
                        await self._say(who, key, wish)
                    case wire.Why():
                        self._explain(wish)
                    case wire.Share():
                        if not await self.room.add_share(wish.seat, wish.value):
                            raise No("The cards are dealt already.")
                version = self.room.done.get(key, self.room.viewers[who.seat].version)
                who.say(wire.Ack(wish.id, version))
        except No as no:
            self.refuse(who, wish.id, no)

    def refuse(self, who: Connection, wish: str, no: No) -> None:
        stale = no.reason == "stale"
        self.room.metrics.refuse(no.reason)
        who.say(wire.Refusal(wish, no.text, no.rule, stale))
        if stale:
            who.tell(self.room.table(who.seat, who.guest))

    def at_once(
        self, who: Connection, wish: wire.DoMove, answered: Callable[[Exception | None], object]
    ) -> bool:
        """Grant a move without a task that waits; `answered` is called in the end. No, and nothing
        has happened, if that is not to be: `grant` has an answer for everything."""
        room = self.room
        key = who.key(wish.id)
        if key in room.done or room.full("move") or not taken(room.lock):
            return False
        began = perf_counter()
        try:
            self._own(who, wish.seat)
            words = self._checked(wish)
            if who.wishes.take():
                moving = Moving(self, who, wish, key, words, began, answered)
                hash = room.hash_after("move", wish.seat, words)
                entry = (room.id, room.seq + 1, key, "move", wish.seat, words, hash)
                room.store.write(entry, moving.written)
                return True
        except Exception:  # whatever it is, it comes again where somebody waits for it
            pass
        room.lock.release()
        return False

    def _own(self, who: Connection, seat: int) -> None:
        if seat == SPECTATOR or seat not in self.room.seats_of(who.guest):
            raise No("This is not your seat.", "foreign")

    def _ready(self) -> None:
        if self.room.waiting:
            raise No(f"{self.room.waiting}.", "waiting")

    async def _move(self, key: str, wish: wire.DoMove) -> None:
        await self.room.append(key, "move", wish.seat, self._checked(wish))

    def _checked(self, wish: wire.DoMove) -> str:
        """The words of a move that can be made now."""
        self._ready()
        if wish.version != self.room.viewers[wish.seat].version:
            raise No("The table has moved on.", "stale")
        move = self._heard(wish.move)
        try:
            self.room.match.check(wish.seat, move)
        except Refused:
            raise self._reason(wish.seat, move) from None
        return self.room.game.verbs.format(move)

    def _heard(self, words: str) -> int:
        try:
            move = self.room.game.verbs.parse(words)
            self.room.game.verbs.to_json(move)
        except ValueError as error:
            raise No(f"{error}") from None
        return move

    def _reason(self, seat: int, move: int) -> No:
        """Why the rules do not allow it, as the game tells it from this seat's view."""
        refusal = self.room.game.words.refuse(self.room.viewers[seat].view, move)
        return No(refusal.text, rule=refusal.rule)

    def _explain(self, wish: wire.Why) -> None:
        move = self._heard(wish.move)
        if move in self.room.match.legal(wish.seat):
            raise No("This move can be made now.")
        raise self._reason(wish.seat, move)

    # -------------------------------------------------------------------------------- undo, redo
    async def _take_back(self, who: Connection, key: str, wish: wire.DoUndo) -> bool:
        """Take a move back, or ask the others; whether it is done."""
        self._ready()
        if self.room.match.over:
            raise No("The game is over and its secret is told: nothing can be taken back.", "over")
        how = self.room.match.can_undo(wish.seat)
        if how is None:
            raise No("There is no move of yours to take back.")
        missing = set(self.room.match.people) - set(self.room.seats_of(who.guest))
        if how != "agreed" or not missing:
            await self.room.append(key, "back", wish.seat, how)
            return True
        if self.question and self.question.wish.seat != wish.seat:
            raise No(f"{self.room.names[self.question.wish.seat]} is asking already.")
        if self.question:
            self.question.who, self.question.wish = who, wish  # asked again after a lost connection
        else:
            self.question = Question(who, wish, missing)
        self.room.tell_chairs()
        return False

    async def _answer(self, key: str, wish: wire.Answer) -> None:
        if key in self.answered:
            return
        question = self.question
        if question is None or wish.seat not in question.missing:
            raise No("Nobody is waiting for this answer.")
        self.answered[key] = None
        while len(self.answered) > ANSWERS:
            del self.answered[next(iter(self.answered))]
        if not wish.yes:
            self.drop(f"{self.room.names[wish.seat]} said no.")
            self.room.tell_chairs()
            self.room.changed(self.room)
            return
        question.missing.discard(wish.seat)
        if question.missing:
            return
        asked, asker = question.wish, question.who
        self.question = None
        question.settled.set()
        try:
            await self.room.append(asker.key(asked.id), "back", asked.seat, "agreed")
        finally:
            self.room.tell_chairs()
        asker.say(wire.Ack(asked.id, self.room.viewers[asked.seat].version))

    def drop(self, why: str) -> bool:
        """The question is settled without an undo; whether there was one."""
        if self.question is None:
            return False
        self.question.who.say(wire.Refusal(self.question.wish.id, why))
        self.question.settled.set()
        self.question = None
        return True

    async def expire(self, question: Question) -> None:
        """Nobody answered for a long time, and computer players wait to go on."""
        async with self.room.lock:
            if self.question is question:
                self.drop("Not everybody answered.")
                self.room.tell_chairs()

    async def _play_again(self, key: str, wish: wire.DoRedo) -> None:
        """What was last taken back, up to this seat's next move, and computer players' replies."""
        self._ready()
        if not self.room.match.can_redo(wish.seat):
            raise No("There is nothing to play again.")
        mine = False
        while (again := self._next_again(wish.seat, mine)) is not None:
            try:
                self.room.match.check(again.seat, again.move)
            except Refused as error:
                raise No(f"{error}") from None
            await self.room.append(key, "redo", again.seat, self.room.game.verbs.format(again.move))
            mine = mine or again.seat == wish.seat
            key = f"redo-{self.room.seq + 1}"

    def _next_again(self, seat: int, mine: bool) -> Played | None:
        """What is to be played again next; `mine`: the seat's own move has been."""
        together = len(self.room.awaited) > 1  # each for themselves; else one after the other
        for played in reversed(self.room.match.undone):
            if played.seat == seat and not mine:
                return played
            if not together:
                return None if played.seat in self.room.match.people else played
        return None

    # -------------------------------------------------------------------------------------- chat
    async def _say(self, who: Connection, key: str, wish: wire.Say) -> None:
        text = clean(wish.text, CHAT_LENGTH)
        if not text:
            raise No("There is nothing to read in this.")
        if not who.guest:
            raise No("Only guests with a name can speak.")
        seats = self.room.seats_of(who.guest)
        seat = who.seat if who.seat in seats else next(iter(seats), SPECTATOR)
        name = who.name if seat == SPECTATOR else self.room.names[seat]
        body = msgspec.json.encode([name, text]).decode()
        await self.room.append(key, "chat", seat, body)
