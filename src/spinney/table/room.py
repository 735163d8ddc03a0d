"""A room: one table, the people at it, and everybody who is connected to it.

All changes go through one lock, in this order: a request is checked (requests.py), written to the
log, applied to the match, sent to everybody who can see it, and only then acknowledged. If the
process dies, the log has either all of a change or nothing of it.

A room knows no rules. The match decides what may be played, taken back or played again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from time import monotonic

import msgspec
from msgspec.structs import replace
from mypy_extensions import mypyc_attr

from spinney.core import fairness
from spinney.core.colours import ANY, coloured
from spinney.core.game import Game
from spinney.core.guide import steps
from spinney.core.match import How, MatchLog, Played, TakenBack
from spinney.core.record import PERSON, Player, write
from spinney.core.snapshot import state_hash
from spinney.drawing.scene import Scene
from spinney.table import messages, results
from spinney.table.connection import Connection, encode
from spinney.table.counts import Counts
from spinney.table.errors import RequestRefused
from spinney.table.log import log_event
from spinney.table.own_files import pieces_of
from spinney.table.requests import Pending, Requests
from spinney.table.seat_colours import choose_colour, colours_of
from spinney.table.store import (
    AWAITED,
    KEY,
    OPEN,
    SEED,
    ChairRow,
    Conflict,
    EntryRow,
    Store,
    StoreError,
    TableRow,
)
from spinney.table.viewers import NONE, SPECTATOR, Moment, Sentence, Shared, Viewer

NOBODY = "Empty chair"
HASH_EVERY = 10  # entries between two compared hashes, where the rules have not changed


class ReplayFailed(ValueError):
    """The rules cannot replay a log. Only its first `fits` entries lead to the same states."""

    def __init__(self, fits: int, why: str) -> None:
        super().__init__(why)
        self.fits = fits


@mypyc_attr(allow_interpreted_subclasses=True)
class Room:
    """`Tables` creates it and calls `replay` once. After that it handles `requests`."""

    def __init__(
        self,
        game: Game,
        row: TableRow,
        chairs: list[ChairRow],
        store: Store,
        counts: Counts,
        changed: Callable[[Room], object],
        entries: int,
        chat_lines: int,
    ) -> None:
        self.row = row
        self.id = row.id
        self.chairs = chairs
        self.game = coloured(game, colours_of(chairs))
        self.names = [chair.name or NOBODY for chair in chairs]
        self.not_started = self._why_not_started()
        self.store, self.counts = store, counts
        self.changed = changed  # called when it may be a bot's turn
        self.most_entries, self.most_chat = entries, chat_lines
        self.match = deal(self.game, row, chairs)
        self.commitment = fairness.commitment(row.id, row.secret)
        self.lock = asyncio.Lock()
        self.seq = 0  # the last entry of the log
        self.done: dict[str, int] = {}  # requests in the log, and the version after each
        self.story: list[Sentence] = []  # each move as its player saw it, for the stored result
        self.chat: list[messages.ChatLine] = []
        self.chat_count = 0  # lines of chat, including dropped ones
        self.pending = Pending()
        self.make_requests: Callable[[Room], Requests] = Requests
        self.claimed: dict[str, tuple[int, str]] = {}  # invitations that were used just now
        self.connections: dict[int, set[Connection]] = {
            seat: set() for seat in range(-1, row.seats)
        }
        self.viewers = {seat: Viewer(self.match, seat) for seat in range(-1, row.seats)}
        self.phase: tuple[int, frozenset[int]] = (-1, frozenset())
        self.touched = monotonic()  # somebody was here
        self.moved = monotonic()  # something happened on the table
        self._tables: dict[tuple[int, tuple[int, ...]], bytes] = {}
        self._follow_phase()

    @property
    def requests(self) -> Requests:
        """A new object each time. A stored one would be a reference cycle."""
        return self.make_requests(self)

    # ------------------------------------------------------------------------------------- seats
    def seats_of(self, guest: str) -> tuple[int, ...]:
        if not guest:
            return ()
        return tuple(chair.seat for chair in self.chairs if chair.guest == guest)

    def may_look(self, guest: str, seat: int) -> bool:
        """Whether a guest may see the table, as it is now, from this seat."""
        return seat == SPECTATOR or seat in self.seats_of(guest)

    def _why_not_started(self) -> str:
        """Why nobody can move yet. Empty if the match has begun."""
        empty = sum(chair.kind == OPEN for chair in self.chairs)
        if empty:
            return "Waiting for somebody to sit down" if empty == 1 else f"{empty} chairs are empty"
        missing = [chair.name for chair in self.chairs if chair.share == AWAITED]
        return f"Waiting for {' and '.join(missing)} to open the table" if missing else ""

    @property
    def dealt(self) -> bool:
        """Whether the table is dealt. With a key that is when everybody has joined, because the key
        depends on everybody's share."""
        return self.row.deal == SEED or not self.not_started

    @property
    def awaited(self) -> list[int]:
        return self.match.seats_to_act

    @property
    def connected(self) -> int:
        return sum(map(len, self.connections.values()))

    def full(self, kind: str) -> bool:
        """Whether no more entries of this kind are accepted. Chat has its own limit, so that it
        cannot end a match."""
        if kind == "chat":
            return self.chat_count >= self.most_entries // 2
        return self.seq - self.chat_count >= self.most_entries

    def players(self) -> list[Player]:
        return [Player(chair.kind, chair.name) for chair in self.chairs]

    async def claim(
        self, invite: str, guest: str, name: str, share: str = "", colour: int = ANY
    ) -> int | None:
        """Take the open seat of an invitation (given as a hash). Returns the seat, or None. Raises
        ColourTaken if somebody else has that colour."""
        async with self.lock:
            if invite in self.claimed:
                seat, owner = self.claimed[invite]
                return seat if owner == guest else None
            empty = [chair for chair in self.chairs if chair.kind == OPEN]
            found = [chair for chair in empty if compare_digest(chair.invite, invite)]
            if not found or not guest:
                return None
            seat = found[0].seat
            colour = choose_colour(self.chairs, seat, colour)
            if not await self.store.take_chair(self.id, seat, guest, name, share, colour):
                return None
            self.claimed[invite] = (seat, guest)
            taken = {"kind": PERSON, "guest": guest, "name": name, "invite": "", "share": share}
            self.chairs[seat] = replace(found[0], colour=colour, **taken)
            self.game = self.match.game = coloured(self.game, colours_of(self.chairs))
            self.names[seat] = name or NOBODY
            self._seated()
            return seat

    async def add_share(self, seat: int, share: str) -> bool:
        """Add a share to the deal. False if that seat has another share already. The caller holds
        the lock."""
        chair = self.chairs[seat]
        if chair.share != AWAITED:
            return chair.share == share
        if not await self.store.add_share(self.id, seat, share):
            return False
        self.chairs[seat] = replace(chair, share=share)
        self._seated()
        return True

    def _seated(self) -> None:
        """Somebody took a seat, or added a share. If that was the last one, deal the table."""
        waited = self.not_started
        self.not_started = self._why_not_started()
        if waited and not self.not_started and self.row.deal == KEY:
            self.match = deal(self.game, self.row, self.chairs)
            self.viewers = {seat: Viewer(self.match, seat) for seat in self.viewers}
            self._follow_phase()
        for viewer in self.viewers.values():
            viewer.redraw()
        self._send_tables()
        self.changed(self)

    # -------------------------------------------------------------------------- coming and going
    def join(self, who: Connection, hello: messages.Hello) -> None:
        """Add a connection, and send what happened since the version it has."""
        before = self._present()
        who.room, who.seat = self, hello.seat
        self.connections[hello.seat].add(who)
        self.touched = monotonic()
        viewer = self.viewers[hello.seat]
        moments = None if self.not_started else viewer.after(hello.have)
        if not moments:
            who.send_encoded(self.table(hello.seat, who.guest))
        else:
            for moment in moments:
                who.send_encoded(viewer.event(self.game, self.names, moment))
            who.send_encoded(encode(self._chairs(self.seats_of(who.guest))))
        if self._present() != before:
            self.send_chairs(but=who)

    def leave(self, who: Connection) -> None:
        before = self._present()
        self.connections[who.seat].discard(who)
        who.room, who.seat = None, SPECTATOR
        self.touched = monotonic()
        if self._present() != before:
            self.send_chairs()

    def _present(self) -> set[int]:
        """The seats whose owner is connected."""
        guests = {who.guest for group in self.connections.values() for who in group if who.guest}
        return {chair.seat for chair in self.chairs if chair.guest in guests}

    # --------------------------------------------------------------------------------- the table
    def table(self, seat: int, guest: str) -> bytes:
        """The whole table for a connection, encoded."""
        mine = self.seats_of(guest)
        key = (seat, mine)
        if key not in self._tables:
            self._tables[key] = encode(self._table(seat, mine))
        return self._tables[key]

    def _table(self, seat: int, mine: tuple[int, ...]) -> messages.FullTable:
        viewer = self.viewers[seat]
        secret, seed, shares = self._revealed()
        chairs = self._chairs(mine)
        options = msgspec.to_builtins(self.match.options)
        return messages.FullTable(
            table=self.id,
            game=self.game.name,
            title=self.game.title,
            seat=seat,
            version=viewer.version,
            chairs=chairs.chairs,
            options=options,
            commitment=self.commitment,
            scene=self._scene(viewer),
            log=viewer.lines(),
            chat=self.chat[-self.most_chat :],
            undo=self._undo(seat),
            redo=self._redo(seat),
            asking=chairs.asking,
            over=self.match.over,
            secret=secret,
            seed=seed,
            rematch=self.row.rematch,
            awaited=chairs.awaited,
            dealt=self.dealt,
            shares=shares,
            guide=list(steps(self.game, options, viewer.view))
            if self.dealt and seat in mine
            else [],
            pieces=pieces_of(self.row),
        )

    def _scene(self, viewer: Viewer) -> Scene:
        if self.dealt:
            return viewer.scene(self.game, self.names, self.not_started)
        return Scene(
            self.game.name,
            self.game.title,
            self.not_started,
            [],
            turn=-1,
            me=viewer.seat,
            pieces=self.game.components if self.game.file else "",
            colours=list(self.game.colours),
        )

    def _chairs(self, mine: tuple[int, ...]) -> messages.Chairs:
        here, done = self._present(), self._finished()
        return messages.Chairs(
            chairs=[
                messages.Chair(
                    seat=chair.seat,
                    kind=chair.kind,
                    name=chair.name,
                    mine=chair.seat in mine,
                    here=chair.seat in here,
                    done=chair.seat in done,
                    sharing=chair.share == AWAITED,
                )
                for chair in self.chairs
            ],
            asking=self.requests.asking,
            rematch=self.row.rematch,
            awaited=self.awaited if self.dealt else [],
        )

    def _revealed(self) -> tuple[str, int, list[str]]:
        """The secret, seed and shares of the deal, if the match is over."""
        if not self.match.over:
            return "", -1, []
        seed = self.match.seed if self.row.deal == SEED else -1
        return self.row.secret, seed, shares_of(self.row, self.chairs)

    def _undo(self, seat: int) -> str:
        """What an undo by this seat would need; "" if it is impossible. Nothing can be undone after
        the secret was published."""
        if seat == SPECTATOR or self.match.over or self.not_started:
            return ""
        how = self.match.can_undo(seat) or ""
        if how != "agreed":
            return how
        guest = self.chairs[seat].guest
        others = any(self.chairs[seat].guest != guest for seat in self.match.people)
        return how if others or not guest else "alone"

    def _redo(self, seat: int) -> bool:
        return seat != SPECTATOR and not self.match.over and self.match.can_redo(seat)

    def _follow_phase(self) -> None:
        """Keep track of which seats decide at the same time, to know who has finished."""
        now = self.awaited
        if len(now) == 1 and not self.phase[1]:
            return
        awaited = frozenset(now)
        reveal_count, together = self.phase
        if reveal_count == self.match.state.reveal_count and awaited and awaited <= together:
            return
        everyone = awaited if len(awaited) > 1 else frozenset()
        self.phase = (self.match.state.reveal_count, everyone)

    def _finished(self) -> frozenset[int]:
        return self.phase[1] - frozenset(self.awaited)

    # ----------------------------------------------------------------------------------- sending
    def send_chairs(self, but: Connection | None = None, unseen: set[int] | None = None) -> None:
        """Send the seats to everybody. They are encoded once for each set of own seats."""
        self._tables.clear()
        encoded: dict[tuple[int, ...], bytes] = {}
        for seat, group in self.connections.items():
            for who in group if unseen is None or seat in unseen else ():
                if who is not but:
                    mine = self.seats_of(who.guest)
                    if mine not in encoded:
                        encoded[mine] = encode(self._chairs(mine))
                    who.send_encoded(encoded[mine])

    def _send_tables(self) -> None:
        self._tables.clear()
        for seat, group in self.connections.items():
            for who in group:
                who.send_encoded(self.table(seat, who.guest))

    def _send_all(self, message: messages.FromServer) -> None:
        text = encode(message)
        for group in self.connections.values():
            for who in group:
                who.send_encoded(text)

    # -------------------------------------------------------------------------------- the log
    async def replay(self, entries: list[EntryRow], same: bool = True) -> int:
        """Replay the entries, and compare the stored hashes: all of them or, if the rules have not
        changed, some and the last. Returns the number of entries up to the last hash that agreed.
        Raises ReplayFailed if a move is not legal or a hash differs."""
        agreed = 0
        last = max((entry.seq for entry in entries if entry.hash), default=0)
        for number, entry in enumerate(entries, 1):
            try:
                self._apply(entry, live=False)
            except Exception as error:
                fits = number - 1 if same else agreed
                raise ReplayFailed(fits, f"entry {entry.seq} is not possible") from error
            if entry.hash and (not same or number % HASH_EVERY == 0 or entry.seq == last):
                if state_hash(self.match.state) != entry.hash:
                    raise ReplayFailed(agreed, f"entry {entry.seq} leads elsewhere")
                agreed = number
            if number % (50 if same else 10) == 0:
                await asyncio.sleep(0)  # a long log must not delay other tables
        return agreed

    def _apply(self, entry: EntryRow, live: bool = True) -> None:
        """Apply an entry that is in the log, and send it to those who can see something of it."""
        self.seq = entry.seq
        if entry.kind == "chat":
            self._add_chat(entry, live)
            self.done[entry.client_id] = self.viewers[entry.seat].version
            return
        settled = self.requests.drop("Somebody has moved.")
        finished, awaited = self._finished(), self.awaited
        saw = set()
        played = self._play(entry)
        now = self.awaited
        for viewer in self.viewers.values():
            seen = (
                viewer.played(self.match, self.names, played)
                if isinstance(played, Played)
                else viewer.taken_back(self.match, self.names, played)
            )
            if seen:
                saw.add(viewer.seat)
                self._remember(viewer, isinstance(played, TakenBack), now)
        self._add_to_story(played)
        self._follow_phase()
        self.done[entry.client_id] = self.viewers[entry.seat].version
        self._tables.clear()
        if not live:
            return
        self.touched = self.moved = monotonic()
        shared: Shared = {}
        for seat in saw:
            if self.connections[seat]:
                text = self.viewers[seat].news(self.game, self.names, shared)
                for who in self.connections[seat]:
                    who.send_encoded(text)
        if settled or self._finished() != finished:
            self.send_chairs()
        elif now != awaited and len(saw) < len(self.connections):
            self.send_chairs(unseen=set(self.connections) - saw)

    def _add_to_story(self, entry: Played | TakenBack) -> None:
        """Keep the sentence of the seat that acted, because that seat always sees the move."""
        if isinstance(entry, TakenBack):
            standing = set(map(id, self.match.moves))
            self.story = [s for s in self.story if s.move is None or id(s.move) in standing]
        self.story.append(self.viewers[entry.seat].story[-1])

    def _play(self, entry: EntryRow) -> Played | TakenBack:
        match = self.match
        if entry.kind == "back":
            back = TakenBack(entry.seat, msgspec.convert(entry.body, How))
            match.take_back(back)
            return back
        if entry.kind == "redo":
            match.redo(entry.seat)
        else:
            match.act(entry.seat, self.game.verbs.parse(entry.body))
        return match.moves[-1]

    def _remember(self, viewer: Viewer, back: bool, awaited: list[int]) -> None:
        secret, seed, shares = self._revealed()
        viewer.moments.append(
            Moment(
                version=viewer.version,
                view=viewer.view,
                line=viewer.last_line(),
                back=back,
                lines=viewer.lines() if back else NONE,
                undo=self._undo(viewer.seat),
                redo=self._redo(viewer.seat),
                awaited=awaited,
                over=self.match.over,
                secret=secret,
                seed=seed,
                shares=shares,
            )
        )

    async def append(self, key: str, kind: str, seat: int, body: str) -> None:
        """Write an entry to the log, and apply it when it is stored."""
        if self.full(kind):
            raise RequestRefused("This table has seen enough: its log is full.", "trouble")
        try:
            hash = self.hash_after(kind, seat, body)
            appended = await self.store.append(self.id, self.seq + 1, key, kind, seat, body, hash)
        except StoreError as error:
            return await self.append_failed(error)
        if not appended.fresh:
            return await self.append_failed(None)
        self.apply(EntryRow(self.id, appended.seq, key, kind, seat, body))
        if self.match.over and kind != "chat":
            await self.close()

    def hash_after(self, kind: str, seat: int, body: str) -> str:
        """The hash of the state after an entry, to be compared when the log is replayed."""
        if kind == "chat":
            return ""
        if kind == "back":
            return state_hash(self.match.after(TakenBack(seat, msgspec.convert(body, How))))
        return state_hash(self.match.after(Played(seat, self.game.verbs.parse(body))))

    def apply(self, entry: EntryRow) -> None:
        """Apply an entry that is stored."""
        self._apply(entry)
        self.changed(self)

    async def append_failed(self, error: Exception | None) -> None:
        """An entry was in the log already, or could not be written. Catches up if somebody else has
        written. Raises RequestRefused unless the entry is in the log."""
        if isinstance(error, Conflict):
            await self.catch_up()
            raise RequestRefused("The table has moved on.", "stale") from None
        if isinstance(error, StoreError):
            raise RequestRefused(
                "This could not be saved; nothing was done. Try again.", "trouble"
            ) from None
        if error is not None:
            raise error
        await self.catch_up()

    async def close(self) -> None:
        """The match is over: mark the table as over, and store the result."""
        if not self.row.over:
            await self.keep_result()

    async def keep_result(self) -> None:
        """Store the result. If that fails, it is done from the log when the table is next
        opened."""
        self.row = replace(self.row, over=True)
        try:
            await self.store.finish(self.id, results.encode(results.result(self)))
        except StoreError:
            pass  # the store has raised an alarm
        except Exception:
            log_event("a result could not be built", level=40, trouble=True, table=self.id)
            with suppress(StoreError):
                await self.store.set_over(self.id)

    async def catch_up(self) -> None:
        """Apply what somebody else has written to the log meanwhile."""
        for entry in await self.store.entries(self.id, self.seq):
            self._apply(entry)
        self.changed(self)

    def _add_chat(self, entry: EntryRow, live: bool) -> None:
        name, text = msgspec.json.decode(entry.body, type=tuple[str, str])
        self.chat_count += 1
        self.chat.append(messages.ChatLine(self.chat_count, name, entry.seat, text))
        del self.chat[: -self.most_chat]
        self._tables.clear()
        if live:
            self._send_all(messages.Chat(self.chat[-1]))

    # ------------------------------------------------------------------------------- afterwards
    def download(self, guest: str = "") -> fairness.Download | None:
        """The finished match and its secret, so that everybody can check the deal."""
        if not self.match.over:
            return None
        text = write(self.match, self.players())
        _, _, shares = self._revealed()
        file = self.game.file.decode()
        return fairness.Download(self.id, self.row.secret, self.commitment, text, shares, file)

    def position(self, guest: str, seat: int, at: int) -> messages.PastPosition | None:
        """An earlier position. Views of other seats are shown only when the match is over."""
        if seat not in self.viewers or not self.dealt:
            return None
        if not (self.match.over or self.may_look(guest, seat)):
            return None
        return self.viewers[seat].position(self.match, self.names, at)

    def bot_seed(self, seat: int) -> int:
        """The seed of a bot's random numbers. It depends only on the secret, the seat and the
        number
        of moves, so a bot repeats its move after a restart or an undo."""
        place = f"spinney player {self.row.secret} {seat} {len(self.match.moves)}"
        return int.from_bytes(sha256(place.encode()).digest()[:8], "big") >> 2


def deal(game: Game, row: TableRow, chairs: list[ChairRow]) -> MatchLog:
    """The match of a table before its first move. As long as shares are awaited this is not the
    real
    deal, and it is not shown to anybody."""
    people = [chair.seat for chair in chairs if chair.kind in (PERSON, OPEN)]
    options = game.options.decoded(row.options)
    if row.deal == SEED:
        return MatchLog(game, options, row.seats, fairness.seed(row.secret), people)
    key = fairness.key(row.secret, shares_of(row, chairs))
    return MatchLog(game, options, row.seats, 0, people, key)


def shares_of(row: TableRow, chairs: list[ChairRow]) -> list[str]:
    """What the seats added to the deal. Empty if the table was dealt from a seed."""
    return [] if row.deal == SEED else [chair.share for chair in chairs]
