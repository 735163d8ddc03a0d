"""The requests of clients at a table.

A request is answered each time it is sent, but done only once. Moves, undos and chat are recognised
by their ids in the log. Answers to undo questions are remembered for a while.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from mypy_extensions import mypyc_attr

from spinney.core.match import Played, Refused
from spinney.table import messages
from spinney.table.connection import Connection
from spinney.table.errors import RequestRefused
from spinney.table.text import CHAT_LENGTH, clean
from spinney.table.viewers import SPECTATOR

if TYPE_CHECKING:
    from spinney.table.room import Room

ANSWERS = 256  # answers to questions that are remembered, in case they are sent again


class UndoQuestion:
    """Somebody wants to take a move back and waits for the others."""

    def __init__(self, who: Connection, request: messages.DoUndo, missing: set[int]) -> None:
        self.who, self.request, self.missing = who, request, missing
        self.settled = asyncio.Event()


class Pending:
    """What a room remembers between two requests."""

    def __init__(self) -> None:
        self.question: UndoQuestion | None = None
        self.answered: dict[str, None] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class Requests:
    """Handles the requests at one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.pending = room.pending

    @property
    def question(self) -> UndoQuestion | None:
        return self.pending.question

    @question.setter
    def question(self, question: UndoQuestion | None) -> None:
        self.pending.question = question

    @property
    def answered(self) -> dict[str, None]:
        return self.pending.answered

    @property
    def asking(self) -> int:
        """The seat that wants to take a move back, or -1."""
        return self.question.request.seat if self.question else -1

    async def handle(self, who: Connection, request: messages.FromClient) -> None:
        """Do what a client asks, or refuse it with a reason. Hints are handled in
        bot_players.py."""
        assert not isinstance(request, messages.Hello | messages.Ping)
        began = perf_counter()
        try:
            async with self.room.lock:
                key = who.key(request.id)
                if key in self.room.done:
                    return who.send(messages.Ack(request.id, self.room.done[key]))
                if not isinstance(request, messages.Say):
                    self._check_seat(who, request.seat)
                match request:
                    case messages.DoMove():
                        await self._move(key, request)
                        self.room.counts.count_move(self.room.game.name, perf_counter() - began)
                    case messages.DoUndo():
                        if not await self._take_back(who, key, request):
                            return None  # acknowledged when the others have answered
                    case messages.DoRedo():
                        await self._redo(key, request)
                    case messages.Answer():
                        await self._answer(key, request)
                    case messages.Say():
                        await self._chat(who, key, request)
                    case messages.Why():
                        self._explain(request)
                    case messages.Share():
                        if not await self.room.add_share(request.seat, request.value):
                            raise RequestRefused("The cards are dealt already.")
                version = self.room.done.get(key, self.room.viewers[who.seat].version)
                who.send(messages.Ack(request.id, version))
        except RequestRefused as error:
            self.refuse(who, request.id, error)

    def refuse(self, who: Connection, request: str, error: RequestRefused) -> None:
        """Send the refusal of a request, with the whole table if the client's is stale."""
        stale = error.reason == "stale"
        self.room.counts.count_refusal(error.reason)
        who.send(messages.RefusalMessage(request, error.text, error.rule, stale))
        if stale:
            who.send_encoded(self.room.table(who.seat, who.guest))

    def _check_seat(self, who: Connection, seat: int) -> None:
        if seat == SPECTATOR or seat not in self.room.seats_of(who.guest):
            raise RequestRefused("This is not your seat.", "foreign")

    def _check_started(self) -> None:
        if self.room.not_started:
            raise RequestRefused(f"{self.room.not_started}.", "waiting")

    async def _move(self, key: str, request: messages.DoMove) -> None:
        await self.room.append(key, "move", request.seat, self._check_move(request))

    def _check_move(self, request: messages.DoMove) -> str:
        """The text of a move that is legal now."""
        self._check_started()
        if request.version != self.room.viewers[request.seat].version:
            raise RequestRefused("The table has moved on.", "stale")
        move = self._parse_move(request.move)
        try:
            self.room.match.check(request.seat, move)
        except Refused:
            raise self._reason(request.seat, move) from None
        return self.room.game.verbs.format(move)

    def _parse_move(self, text: str) -> int:
        try:
            move = self.room.game.verbs.parse(text)
            self.room.game.verbs.to_json(move)
        except ValueError as error:
            raise RequestRefused(f"{error}") from None
        return move

    def _reason(self, seat: int, move: int) -> RequestRefused:
        """Why the rules do not allow a move, explained by the game from this seat's view."""
        refusal = self.room.game.words.refuse(self.room.viewers[seat].view, move)
        return RequestRefused(refusal.text, rule=refusal.rule)

    def _explain(self, request: messages.Why) -> None:
        move = self._parse_move(request.move)
        if move in self.room.match.legal(request.seat):
            raise RequestRefused("This move can be made now.")
        raise self._reason(request.seat, move)

    # -------------------------------------------------------------------------------- undo, redo
    async def _take_back(self, who: Connection, key: str, request: messages.DoUndo) -> bool:
        """Take a move back, or ask the others. Returns whether it is done."""
        self._check_started()
        if self.room.match.over:
            raise RequestRefused(
                "The game is over and its secret is told: nothing can be taken back.", "over"
            )
        how = self.room.match.can_undo(request.seat)
        if how is None:
            raise RequestRefused("There is no move of yours to take back.")
        missing = set(self.room.match.people) - set(self.room.seats_of(who.guest))
        if how != "agreed" or not missing:
            await self.room.append(key, "back", request.seat, how)
            return True
        if self.question and self.question.request.seat != request.seat:
            raise RequestRefused(
                f"{self.room.names[self.question.request.seat]} is asking already."
            )
        if self.question:
            # Asked again after a lost connection.
            self.question.who, self.question.request = who, request
        else:
            self.question = UndoQuestion(who, request, missing)
        self.room.send_chairs()
        return False

    async def _answer(self, key: str, request: messages.Answer) -> None:
        if key in self.answered:
            return
        question = self.question
        if question is None or request.seat not in question.missing:
            raise RequestRefused("Nobody is waiting for this answer.")
        self.answered[key] = None
        while len(self.answered) > ANSWERS:
            del self.answered[next(iter(self.answered))]
        if not request.yes:
            self.drop(f"{self.room.names[request.seat]} said no.")
            self.room.send_chairs()
            self.room.changed(self.room)
            return
        question.missing.discard(request.seat)
        if question.missing:
            return
        asked, asker = question.request, question.who
        self.question = None
        question.settled.set()
        try:
            await self.room.append(asker.key(asked.id), "back", asked.seat, "agreed")
        finally:
            self.room.send_chairs()
        asker.send(messages.Ack(asked.id, self.room.viewers[asked.seat].version))

    def drop(self, why: str) -> bool:
        """End the question without an undo. Returns whether there was one."""
        if self.question is None:
            return False
        self.question.who.send(messages.RefusalMessage(self.question.request.id, why))
        self.question.settled.set()
        self.question = None
        return True

    async def expire(self, question: UndoQuestion) -> None:
        """Drop a question that nobody has answered for a long time while bots wait."""
        async with self.room.lock:
            if self.question is question:
                self.drop("Not everybody answered.")
                self.room.send_chairs()

    async def _redo(self, key: str, request: messages.DoRedo) -> None:
        """Make again what was last taken back: this seat's next move and the bots' replies. The
        request is granted once its first move is stored. If a reply cannot be made again, the rest
        stays taken back."""
        self._check_started()
        if not self.room.match.can_redo(request.seat):
            raise RequestRefused("There is nothing to play again.")
        mine = False
        step = key
        while (again := self._next_redo(request.seat, mine)) is not None:
            try:
                await self._play_again(step, again)
            except RequestRefused:
                if key in self.room.done:
                    return
                raise
            mine = mine or again.seat == request.seat
            step = f"redo-{self.room.seq + 1}"

    async def _play_again(self, key: str, again: Played) -> None:
        try:
            self.room.match.check(again.seat, again.move)
        except Refused as error:
            raise RequestRefused(f"{error}") from None
        await self.room.append(key, "redo", again.seat, self.room.game.verbs.format(again.move))

    def _next_redo(self, seat: int, mine: bool) -> Played | None:
        """The next move to make again. `mine`: the seat's own move was made already."""
        together = len(self.room.awaited) > 1  # each seat redoes its own; else one after the other
        for played in reversed(self.room.match.undone):
            if played.seat == seat and not mine:
                return played
            if not together:
                return None if played.seat in self.room.match.people else played
        return None

    # -------------------------------------------------------------------------------------- chat
    async def _chat(self, who: Connection, key: str, request: messages.Say) -> None:
        text = clean(request.text, CHAT_LENGTH)
        if not text:
            raise RequestRefused("There is nothing to read in this.")
        if not who.guest:
            raise RequestRefused("Only guests with a name can speak.")
        seats = self.room.seats_of(who.guest)
        seat = who.seat if who.seat in seats else next(iter(seats), SPECTATOR)
        name = who.name if seat == SPECTATOR else self.room.names[seat]
        body = msgspec.json.encode([name, text]).decode()
        await self.room.append(key, "chat", seat, body)
