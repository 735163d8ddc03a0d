"""What a viewer cannot know does not change one byte of what it receives.

Two rooms play the same game, move by move. In the second everything that one viewer cannot know is
different at every moment: the hands of others, the decks, the RNG state, the seed, the secret
(`resample_hidden` in the game's own table.py, written without its view). Whatever the server sends
to that viewer must be the same in both: tables, events, sentences, refusals, hints, what is sent
again after a lost connection, earlier positions, the list of matches. Equal bytes have equal
length, too.

The one thing that may differ is the commitment, a hash of the secret: it is made equal here.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import msgspec
import pytest
from _pytest.mark import ParameterSet

from spinney import players
from spinney.core import fairness
from spinney.core.game import Game
from spinney.core.match import MatchLog, Played
from spinney.core.record import PERSON
from spinney.core.rng import Rng
from spinney.core.state import State
from spinney.players import hints
from spinney.server.bots.pool import WorkerPool
from spinney.server.config import Limits, Settings
from spinney.server.metrics import Metrics
from spinney.server.store.sqlite import SqliteStore
from spinney.table import messages
from spinney.table.bot_players import BotPlayers
from spinney.table.connection import Connection
from spinney.table.errors import RequestRefused
from spinney.table.listing import summarize
from spinney.table.rate_limits import Bucket
from spinney.table.requests import Requests
from spinney.table.room import Room
from spinney.table.store import KEY, SEED, Appended, ChairRow, TableRow
from spinney.table.trial import TriedFile
from spinney.table.viewers import SPECTATOR, Sentence, Shared, Viewer
from tests.laws.laws import improbable
from tests.laws.playthroughs import Case, cases, cases_of, each_option_once
from tests.toy import BRAMBLE

TABLE = "A" * 22
ENOUGH = 200  # decisions of whole games, for each viewer of a case
rooms: Callable[..., Room] = Room  # other ones where a leak is planted
watching: type[Viewer] = Viewer
CASES = each_option_once([*cases(), *cases_of(BRAMBLE, "tests.toy.table")])


@pytest.fixture(autouse=True)
def short_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of them are compared here: a few rounds each tell as much."""
    for name, few in (("CHOICES", 1), ("FEWEST", 3), ("STEPS", 100)):
        monkeypatch.setattr(hints, name, few)


# ------------------------------------------------------------------------------- the other world
class Mirror(MatchLog):
    """A match in which the viewer sees what happens in another one, and everything else differs."""

    def __init__(
        self, other: MatchLog, game: Game, viewer: int, resample_hidden: Any, seed: int
    ) -> None:
        self.other, self.viewer, self.resample_hidden = other, viewer, resample_hidden
        self.rng = Rng(seed)
        super().__init__(game, other.options, other.seats, seed, other.people, other.key)
        self._replay([])

    def check(self, seat: int, move: int, version: int | None = None) -> None:
        """Of others' moves it need not be true: they may have other cards here."""
        if seat == self.viewer:
            super().check(seat, move, version)

    def _apply(self, played: Played) -> None:
        self._together.append(len(self.seats_to_act) > 1)
        self._move(self.true, len(self.moves), played)
        self.moves.append(played)
        self._reveal_counts.append(self.true.reveal_count)
        self.state = self.resample_hidden(self.true.clone(), self.viewer, self.rng)

    def _replay(self, moves: list[Played]) -> None:
        """Only where it leads to is looked at."""
        other = self.other
        self.true = self.state = other._start()
        self.moves, self._together, self._reveal_counts = list(moves), [], [self.true.reveal_count]
        for number, played in enumerate(moves):
            self._together.append(len(self.seats_to_act) > 1)
            self._move(self.true, number, played)
            self._reveal_counts.append(self.true.reveal_count)
        self.state = self.resample_hidden(self.true.clone(), self.viewer, self.rng)


class Untold(Viewer):
    """Somebody else in the other world. What they see there is changed at every moment, so one
    view does not follow from another and there is no story to tell; nobody compares it."""

    def played(self, match: MatchLog, names: Sequence[str], played: Played) -> bool:
        if not self._look(match, played.seat):
            return False
        self.at += 1
        self.story.append(Sentence(played, played.seat, ""))
        return True

    def news(self, game: Game, names: Sequence[str], shared: Shared) -> bytes:
        return b""


def mirrored(case: Case, viewer: int, seed: int, true: MatchLog) -> Game:
    """The game with other hidden things wherever a view is taken; a replay from the beginning
    takes the true course, whatever it is dealt from, and looks at it the same way."""
    game, rng = case.game, Rng(seed)

    def view(state: State, seat: int) -> Any:
        return game.view(case.resample_hidden(state.clone(), viewer, rng), seat)

    def setup(options: Any, seats: int, rng: Rng) -> State:
        return true._start()

    return replace(game, view=view, setup=setup)


class Paper:
    """A store that forgets."""

    async def append(self, table: str, seq: int, *rest: Any) -> Appended:
        return Appended(seq, True)

    async def finish(self, table: str, result: str) -> None:
        pass


class Desk:
    """A worker that thinks at once, and remembers what it was told."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.told: list[Any] = []

    async def choose(
        self, game: str, player: str, view: bytes, seed: int, deadline: float, **turn: Any
    ) -> str:
        self.told.append((game, player, view, seed))
        seen = msgspec.json.decode(view, type=self.game.view_type)
        return self.game.verbs.format(players.find(player)(self.game, seen, Rng(seed)))

    async def try_out(self, game: str, components: bytes, *, owner: str = "") -> TriedFile:
        raise NotImplementedError

    async def advise(self, game: str, view: bytes, deadline: float, **turn: Any) -> hints.Hint:
        self.told.append((game, view))
        return hints.advise(self.game, msgspec.json.decode(view, type=self.game.view_type))


@dataclass
class World:
    """A room, and the lines of everybody in it."""

    room: Room
    desk: Desk
    thinking: BotPlayers
    lines: dict[tuple[str, int], Connection]

    @classmethod
    def laid(cls, case: Case, game: Game, secret: str, deal: str = KEY) -> World:
        options = msgspec.json.encode(case.options).decode()
        row = TableRow(TABLE, game.name, 1, "", options, case.seats, secret, 0, deal=deal)
        chairs = [
            ChairRow(TABLE, seat, PERSON, f"Guest {seat}", guest(seat))
            for seat in range(case.seats)
        ]
        store = cast(SqliteStore, Paper())
        room = rooms(game, row, chairs, store, Metrics(), lambda room: None, 10**6, 200)
        desk = Desk(case.game)
        limits = Limits(hints_per_minute=1e6)  # the clock must not decide what is told
        thinking = BotPlayers(cast(WorkerPool, desk), Settings(limits=limits).for_tables())
        return cls(room, desk, thinking, {})

    def come(self, who: str, seat: int, have: int = -1) -> None:
        """Sit down, or come back after the line was lost."""
        if (who, seat) in self.lines:
            self.room.leave(self.lines[who, seat])
        full = Bucket(1e9, 1e9)
        line = Connection(who, who, "", full, full, full, 10**6, lambda: None)
        self.lines[who, seat] = line
        self.room.join(line, messages.Hello(messages.PROTOCOL, TABLE, seat, have))

    async def wish(self, who: str, seat: int, wish: Any) -> None:
        line = self.lines[who, seat]
        if isinstance(wish, messages.DoMove) and wish.version < 0:  # the newest this seat has here
            version = self.room.viewers[wish.seat].version
            wish = msgspec.structs.replace(wish, version=version)
        if isinstance(wish, messages.AskHint):
            await self.thinking.advise(self.room, line, wish)
        else:
            await self.room.requests.handle(line, wish)

    def heard(self, who: str, seat: int) -> list[str]:
        box = self.lines[who, seat].outbox
        return [box.get_nowait().decode() for _ in range(box.qsize())]


def guest(seat: int) -> str:
    return f"{seat:x}" * 64


# ------------------------------------------------------------------------------------ a playthrough
class TerminalGame:
    """One game in both worlds, looked at by one viewer."""

    def __init__(self, case: Case, viewer: int, seed: int) -> None:
        self.case, self.viewer, self.rng = case, viewer, random.Random(seed)
        secrets = [f"{number:032x}" for number in (seed, seed + 1000)]
        other = fairness.seed(secrets[1])
        deal = (KEY, SEED)[seed % 2]  # as tables are dealt now, and as they were
        one = World.laid(case, case.game, secrets[0], deal)
        two = World.laid(case, mirrored(case, viewer, other, one.room.match), secrets[1], deal)
        two.room.match = Mirror(one.room.match, two.room.game, viewer, case.resample_hidden, other)
        two.room.viewers = {
            s: (watching if s in (viewer, SPECTATOR) else Untold)(two.room.match, s)
            for s in two.room.viewers
        }
        two.room.commitment = one.room.commitment
        two.room._tables.clear()
        self.worlds = (one, two)
        self.me = guest(viewer) if viewer >= 0 else ""
        self.eyes = sorted({viewer, SPECTATOR})
        self.compared = 0
        self.wishes = 0

    async def run(self) -> int:
        """To the end; the number of comparisons."""
        for world in self.worlds:
            for seat in range(self.case.seats):
                world.come(guest(seat), seat)
            world.come(self.me, SPECTATOR)
        self.compare("the first table")
        match = self.worlds[0].room.match
        while True:
            if self.rng.random() < 0.3:
                await self.prod()
            seat = self.rng.choice(match.seats_to_act)
            words = match.game.verbs.format(self.rng.choice(match.legal(seat)))
            await self.both(seat, messages.DoMove(self.id(), seat, words, -1))
            if not match.seats_to_act:
                break  # over: now everybody may know
            self.compare(f"{words} by seat {seat}")
            if self.rng.random() < 0.1:
                await self.take_back(seat)
            if self.rng.random() < 0.1:
                await self.both(seat, messages.DoRedo(self.id(), seat))
                self.compare("a redo")
            if self.rng.random() < 0.3:
                self.look_back()
        return self.compared

    def id(self) -> str:
        self.wishes += 1
        return f"w{self.wishes}"

    async def both(self, seat: int, wish: Any) -> None:
        for world in self.worlds:
            await world.wish(guest(seat) if seat >= 0 else "", seat, wish)

    async def prod(self) -> None:
        """All the viewer can ask for without being granted a move."""
        self.compare("nothing at all")
        if self.viewer < 0:
            for world in self.worlds:
                world.come(self.me, SPECTATOR)
            return self.compare("the table again")
        state = self.worlds[0].room.match.state
        wrong = improbable(self.case, state, self.viewer)
        for move in self.rng.sample(wrong, min(3, len(wrong))):
            words = self.case.game.verbs.format(move)
            version = self.worlds[0].room.viewers[self.viewer].version
            for wish in (
                messages.DoMove(self.id(), self.viewer, words, version),
                messages.Why(self.id(), self.viewer, words),
                messages.DoMove(self.id(), self.viewer, words, version - 1),
            ):
                await self.both(self.viewer, wish)
                self.compare(f"a refusal of {words}")
        await self.both(self.viewer, messages.AskHint(self.id(), self.viewer))
        self.compare("a hint")
        assert self.worlds[0].desk.told == self.worlds[1].desk.told, "whoever hints knows more"
        await self.both(self.viewer, messages.Say(self.id(), "well played"))
        self.compare("chat")
        for eyes in self.eyes:
            have = self.worlds[0].room.viewers[eyes].version - self.rng.randrange(-1, 9)
            for world in self.worlds:
                world.come(self.me, eyes, have)
            self.compare("what is told again")

    async def take_back(self, seat: int) -> None:
        await self.both(seat, messages.DoUndo(self.id(), seat))
        self.compare("a wish to take back")
        for other in range(self.case.seats):
            if other != seat:
                await self.both(other, messages.Answer(self.id(), other, self.rng.random() < 0.8))
                self.compare("an answer")

    def look_back(self) -> None:
        """Earlier positions, the record, the list of games: all over HTTP."""
        one, two = (world.room for world in self.worlds)
        for eyes in self.eyes:
            at = self.rng.randrange(one.viewers[eyes].version + 2)
            found = [msgspec.json.encode(room.position(self.me, eyes, at)) for room in (one, two)]
            assert found[0] == found[1], f"position {at} tells a secret"
        for room in (one, two):
            assert room.download() is None, "the record is out before the end"
            for seat in range(self.case.seats):
                if seat != self.viewer:
                    assert room.position(self.me, seat, 0) is None, "through others' eyes"
        if self.viewer >= 0:
            lists = [summarize(room).of(TABLE, self.me) for room in (one, two)]
            assert lists[0] == lists[1], "the list of games tells a secret"

    def compare(self, after: str) -> None:
        for eyes in self.eyes:
            one, two = (world.heard(self.me, eyes) for world in self.worlds)
            assert one == two, f"{after} told seat {eyes} a secret"
            self.compared += len(one)


def viewers(case: Case) -> range:
    return range(-1, case.seats)


def put(case: Case) -> ParameterSet:
    """The interpreted build has time for the usual game with the fewest seats."""
    quick = case.options == case.game.options() and case.seats == case.game.seats[0]
    return pytest.param(case, id=str(case), marks=() if quick else pytest.mark.slow)


@pytest.mark.parametrize("case", [put(case) for case in CASES])
def test_no_secret_goes_over_the_wire(case: Case) -> None:
    """Five whole games for every viewer, or fewer if they are long."""
    for viewer in viewers(case):
        decisions = 0
        for seed in range(5):
            playthrough = TerminalGame(case, viewer, seed)
            compared = asyncio.run(playthrough.run())
            made = len(playthrough.worlds[0].room.match.moves)
            assert compared > 0 < made, "nothing was compared"
            decisions += made
            if decisions >= ENOUGH:
                break


# -------------------------------------------------------------------------------- planted leaks
def plant(patch: pytest.MonkeyPatch, **faults: dict[str, Any]) -> None:
    """Rooms with other methods than the usual ones: of their own, their viewers', their wishes'.
    They are subclasses, for what is compiled cannot be patched."""
    eyes = type("LeakyViewer", (Viewer,), faults.get("viewer", {}))
    ears = type("LeakyWishes", (Requests,), faults.get("wishes", {}))

    def begin(room: Room, *given: Any) -> None:
        Room.__init__(room, *given)
        room.viewers = {seat: eyes(room.match, seat) for seat in room.viewers}
        room.make_requests = ears

    leaky = type("LeakyRoom", (Room,), faults.get("room", {}) | {"__init__": begin})
    patch.setattr(f"{__name__}.rooms", lambda *given: leaky(*given))
    patch.setattr(f"{__name__}.watching", eyes)


def whole_secret(patch: pytest.MonkeyPatch) -> None:
    """The secret is told before the end."""
    plant(patch, room={"_revealed": lambda room: (room.row.secret, -1, [])})


def only_a_part_of_it(patch: pytest.MonkeyPatch) -> None:
    plant(patch, room={"_revealed": lambda room: ("", int(room.row.secret, 16) % 7, [])})


def everybody_sees_what_the_mover_sees(patch: pytest.MonkeyPatch) -> None:
    def look(viewer: Viewer, match: MatchLog, acted: int) -> bool:
        seen = Viewer._look(viewer, match, acted)
        viewer.view = match.view(acted)
        return seen

    plant(patch, viewer={"_look": look})


def spectators_look_over_a_shoulder(patch: pytest.MonkeyPatch) -> None:
    def table(room: Room, seat: int, mine: tuple[int, ...]) -> messages.FullTable:
        return Room._table(room, max(0, seat), mine)

    plant(patch, room={"_table": table})


def refusals_know_all_hands(patch: pytest.MonkeyPatch) -> None:
    def reason(wishes: Requests, seat: int, move: int) -> RequestRefused:
        other = wishes.room.viewers[(seat + 1) % wishes.room.row.seats].view
        return RequestRefused(f"{wishes.room.game.words.text(other, wishes.room.names)}")

    plant(patch, wishes={"_reason": reason})


def positions_of_anybody(patch: pytest.MonkeyPatch) -> None:
    plant(patch, room={"may_look": lambda room, guest, seat: True})


def hints_from_the_true_dice(patch: pytest.MonkeyPatch) -> None:
    usual = BotPlayers.advise

    async def advise(
        thinking: BotPlayers, room: Room, who: Connection, wish: messages.AskHint
    ) -> None:
        await usual(thinking, room, who, msgspec.structs.replace(wish, id=f"{room.bot_seed(0)}"))

    patch.setattr(BotPlayers, "advise", advise)


LEAKS = [
    whole_secret,
    only_a_part_of_it,
    everybody_sees_what_the_mover_sees,
    spectators_look_over_a_shoulder,
    refusals_know_all_hands,
    positions_of_anybody,
    hints_from_the_true_dice,
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_noticed(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    duel = next(case for case in CASES if list(case.game.seats) == [2])  # two hidden hands
    with pytest.raises(AssertionError, match=r"secret|others' eyes"):
        for viewer in viewers(duel):
            for seed in range(3):
                asyncio.run(TerminalGame(duel, viewer, seed).run())


# ------------------------------------------------------------------- how often, and in which order
async def choices(changes: int, eyes: type[Viewer] = Viewer) -> list[list[str]]:
    """A round of Bramble in which seat 1 changes its mind so often; what seat 0 and a spectator
    are told of it, before and after the choices are shown."""
    case = next(case for case in CASES if case.game is BRAMBLE)
    world = World.laid(case, case.game, "0" * 31 + "3")
    match = world.room.match
    world.room.viewers = {seat: eyes(match, seat) for seat in world.room.viewers}
    for seat in range(case.seats):
        world.come(guest(seat), seat)
    world.come("", SPECTATOR)
    done: Counter[int] = Counter()

    async def do(seat: int, words: str) -> None:
        done[seat] += 1
        wish = messages.DoMove(f"{seat}-{done[seat]}", seat, words, -1)
        await world.wish(guest(seat), seat, wish)

    cards = [w for w in map(case.game.verbs.format, match.legal(1)) if w.startswith("choose")]
    assert len(cards) > 1
    last = cards[0]
    for change in range(changes):
        await do(1, cards[1 - change % 2])
    if not changes or change % 2 == 0:
        await do(1, last)
    for seat in range(case.seats):
        if seat != 1:
            await do(seat, case.game.verbs.format(match.legal(seat)[0]))
            await do(seat, "finish")
    await do(1, "finish")
    assert match.game.verbs.format(match.legal(match.seats_to_act[0])[0]).startswith("pick")
    told = [world.heard(guest(0), 0), world.heard("", SPECTATOR)]
    for seat in (0, SPECTATOR):
        position = world.room.position(guest(0), seat, world.room.viewers[seat].version)
        told.append([msgspec.json.encode(position).decode()])
        world.come(guest(0), seat)
        told.append(world.heard(guest(0), seat))
    return told


def test_nobody_hears_how_often_somebody_changed_their_mind() -> None:
    told = [asyncio.run(choices(changes)) for changes in (0, 2, 5)]
    assert told[0] == told[1] == told[2]


class Counting(Viewer):
    """Its version rises with everything, seen or not."""

    def _look(self, match: MatchLog, acted: int) -> bool:
        super()._look(match, self.seat)
        return True


def test_a_version_that_counts_hidden_choices_is_noticed() -> None:
    told = [asyncio.run(choices(changes, Counting)) for changes in (0, 2)]
    assert told[0] != told[1]
