"""A client that does not give up, and a replay of the log that tells what it must have seen.

Whatever happens to its connection, a `Player` connects again, sends hello with its version, and
repeats unanswered requests with the same ids. It keeps everything that was acknowledged. `Replay`
replays the log of a table in the store by itself, and tells what each viewer saw.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from spinney.core import fairness, shelf
from spinney.core.match import MatchLog, TakenBack
from spinney.core.record import PERSON
from spinney.core.snapshot import state_hash
from spinney.drawing.builder import build_scene
from spinney.drawing.scene import Scene
from spinney.table import messages
from tests.server.living import DECODER, ENCODER, new_id

LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)


def picture(scene: Scene) -> str:
    """What is on the table and who has how much, as a hash: moves and news are not always told."""
    told = msgspec.json.decode(msgspec.json.encode(scene), type=Scene)  # 1 and 1.0 are the same
    return sha256(msgspec.json.encode((told.panels, told.scores))).hexdigest()[:16]


@dataclass
class Player:
    """One seat at one table. `choose` returns its next request."""

    port: Callable[[], int]
    cookie: str
    table: str
    seat: int
    rng: random.Random
    chatty: float = 0.0
    undoing: float = 0.0
    version: int = -1
    scene: Scene | None = None
    over: bool = False
    stopped: bool = False
    undo: str = ""
    waiting: dict[str, Any] = field(default_factory=dict)  # wishes not answered yet, in order
    promised: dict[str, int] = field(default_factory=dict)  # acknowledged, by id
    order: list[str] = field(default_factory=list)  # ids of granted wishes
    refused: list[messages.RefusalMessage] = field(default_factory=list)
    saw: dict[int, str] = field(default_factory=dict)  # the table at each version
    chat: list[messages.ChatLine] = field(default_factory=list)
    spoken: list[str] = field(default_factory=list)
    connections: int = 0

    async def run(self) -> None:
        """Play until the match is over or the player is stopped. Reconnect as often as
        necessary."""
        pause = 0.01
        while not self.done:
            try:
                origin = f"http://127.0.0.1:{self.port()}"
                async with connect(
                    f"ws://127.0.0.1:{self.port()}/ws",
                    origin=origin,  # type: ignore[arg-type]  # a NewType
                    additional_headers={"cookie": self.cookie},
                    compression=None,
                    max_size=None,
                    open_timeout=5,
                    close_timeout=0.2,
                    proxy=None,
                ) as socket:
                    self.connections += 1
                    await self.talk(socket)
                    pause = 0.01
            except LOST:
                await asyncio.sleep(pause * self.rng.uniform(0.5, 1))
                pause = min(0.3, 2 * pause)

    @property
    def done(self) -> bool:
        return (self.stopped or self.over) and not self.waiting

    async def talk(self, socket: ClientConnection) -> None:
        hello = messages.Hello(messages.PROTOCOL, self.table, self.seat, self.version)
        await socket.send(ENCODER.encode(hello).decode())
        for wish in list(self.waiting.values()):
            await socket.send(ENCODER.encode(wish).decode())
        while not self.done:
            try:
                text = await asyncio.wait_for(socket.recv(), 0.5)
            except TimeoutError:  # told to stop, perhaps
                if self.waiting:
                    return  # no answer: better a new connection than none
                continue
            self.hear(DECODER.decode(text))
            wish = self.choose()
            if wish is not None:
                self.waiting[wish.id] = wish
                await socket.send(ENCODER.encode(wish).decode())

    def hear(self, message: Any) -> None:
        match message:
            case messages.FullTable() if message.version >= self.version:
                self.see(message.version, message.scene, message.over, message.undo)
                self.chat = list(message.chat)
            case messages.Event() if message.version > self.version + 1:
                raise ConnectionError("something was lost on the way")
            case messages.Event() if message.version == self.version + 1:
                scene = messages.whole(message.scene, self.scene)
                self.see(message.version, scene, message.over, message.undo)
            case messages.Ack():
                known = self.promised.setdefault(message.id, message.version)
                assert known == message.version, "a wish was answered in two ways"
                if self.waiting.pop(message.id, None) is not None:
                    self.order.append(message.id)
            case messages.RefusalMessage():
                assert message.id not in self.promised, "granted, and then refused"
                self.refused.append(message)
                self.waiting.pop(message.id, None)
            case messages.Gone() | messages.Reload():
                raise AssertionError(f"the server said {message}")

    def see(self, version: int, scene: Scene, over: bool, undo: str) -> None:
        seen = picture(scene)
        assert self.saw.setdefault(version, seen) == seen, "one version, two tables"
        self.version, self.scene, self.over, self.undo = version, scene, over, undo

    def choose(self) -> Any:
        """The next request. None while one is unanswered."""
        if self.waiting or self.over or self.stopped or self.scene is None:
            return None
        if self.rng.random() < self.chatty:
            said = f"{self.seat} says {len(self.spoken)}"
            self.spoken.append(said)
            return messages.Say(new_id(), said)
        if self.undo in ("free", "alone") and self.rng.random() < self.undoing:
            self.undo = ""
            return messages.DoUndo(new_id(), self.seat)
        if self.scene.moves:
            move = self.rng.choice(self.scene.moves)
            return messages.DoMove(new_id(), self.seat, move.id, self.version)
        return None


# ------------------------------------------------------------------------------ what the store has
@dataclass
class Replay:
    """The log of one table, played once more from the secret, without the server's own rooms."""

    keys: list[str] = field(default_factory=list)  # ids of wishes, in the order of the log
    kinds: list[str] = field(default_factory=list)
    chat: list[str] = field(default_factory=list)
    saw: dict[int, list[str]] = field(default_factory=dict)  # by viewer, by version
    hash: str = ""
    over: bool = False


def replayed(database: Path, table: str) -> Replay:
    """Read and play it. The log must have no gap and nothing twice."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        game_name, said, seats, secret, deal = db.execute(
            "SELECT game, options, seats, secret, deal FROM tables WHERE id = ?", (table,)
        ).fetchone()
        chairs = db.execute(
            "SELECT kind, name, share FROM chairs WHERE table_id = ? ORDER BY seat", (table,)
        ).fetchall()
        entries = db.execute(
            "SELECT seq, client_id, kind, seat, body FROM entries WHERE table_id = ? ORDER BY seq",
            (table,),
        ).fetchall()
    assert [entry[0] for entry in entries] == list(range(1, len(entries) + 1)), "a gap"
    game = shelf.find(game_name)
    people = [seat for seat, (kind, _, _) in enumerate(chairs) if kind == PERSON]
    names = [name for _, name, _ in chairs]
    assert deal == "key"
    key = fairness.key(secret, [share for _, _, share in chairs])
    options = msgspec.json.decode(said, type=game.options)
    match = MatchLog(game, options, seats, 0, people, key)
    viewers = range(-1, seats)
    views = {viewer: match.view(viewer) for viewer in viewers}
    found = Replay(saw={v: [picture(build_scene(game, views[v], names))] for v in viewers})
    for _, key, kind, seat, body in entries:
        found.keys.append(key.rpartition("/")[2])
        found.kinds.append(kind)
        if kind == "chat":
            found.chat.append(msgspec.json.decode(body)[1])
            continue
        if kind == "move":
            match.act(seat, game.verbs.parse(body))
        elif kind == "redo":
            match.redo(seat)
        else:
            match.take_back(TakenBack(seat, body))
        for viewer in viewers:
            view = match.view(viewer)
            if view != views[viewer] or seat == viewer:
                views[viewer] = view
                found.saw[viewer].append(picture(build_scene(game, view, names)))
    assert len(set(found.keys)) == len(found.keys), "something was done twice"
    found.hash, found.over = state_hash(match.state), match.over
    return found


def compare(player: Player, replay: Replay) -> None:
    """Check that everything acknowledged is in the log, in order, and everything seen was true."""
    places = {key: place for place, key in enumerate(replay.keys)}
    lost = [key for key in player.promised if key not in places]
    assert not lost, f"{len(lost)} acknowledged wishes are not in the log"
    mine = [places[key] for key in player.order]
    assert mine == sorted(mine), "the log has another order"
    for refusal in player.refused:
        assert refusal.id not in places, "a refused wish was done"
    seen = replay.saw[player.seat]
    for version, there in player.saw.items():
        assert seen[version] == there, f"another table at version {version}"
