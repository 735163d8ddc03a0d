"""A server under load is killed in the middle, again and again, and started on the same folder.

What it promised must be there; each log must have no gap and nothing twice; played once more, it
must show what the players saw; and the players must be able to go on without noticing more than a
lost connection. The test does it a few times;

    python -m tests.server.test_chaos_server 20

as often as one likes.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from spinney.core import fairness
from spinney.core.snapshot import state_hash
from tests.server.living import PATIENCE, Guest, Server
from tests.server.stubborn import Player, compare, picture, replayed


@dataclass
class Report:
    """What the storm has done."""

    kills: int = 0
    tables: int = 0
    finished: int = 0
    promises: int = 0
    stored: int = 0
    connections: int = 0
    slowest: float = 0.0  # seconds from the restart until every player had a line again
    moments: int = 0  # tables as players saw them, compared with the log

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.tables} tables, {self.finished} games finished; "
            f"{self.promises} wishes acknowledged, {self.stored} entries stored, 0 lost, 0 twice, "
            f"0 gaps; {self.moments} seen positions equal to the log's; {self.connections} "
            f"connections, everybody back {self.slowest:.2f} s after a restart at the latest"
        )


@dataclass
class Storm:
    server: Server
    guests: list[Guest]
    dice: random.Random
    players: list[Player] = field(default_factory=list)
    over: bool = False

    @property
    def promises(self) -> int:
        return sum(len(player.promised) for player in self.players)

    async def seat_everybody(self, seats: tuple[str, str]) -> None:
        """One game after the other at a table of this kind."""
        ann, ben = self.guests
        while not self.over:
            try:
                opened = await asyncio.to_thread(ann.lay, *seats)
                for seat, invite in opened.invites.items():
                    assert seat == 1
                    await asyncio.to_thread(ben.claim, opened.table, invite)
            except (httpx.HTTPError, OSError):
                await asyncio.sleep(0.05)  # down just now; a table half laid is left alone
                continue
            # only computer players need not be asked whether a move may be taken back
            party = [self.player(ann, opened.table, 0, 0 if opened.invites else 0.1)]
            if opened.invites:
                party.append(self.player(ben, opened.table, 1, 0))
            self.players += party
            await asyncio.gather(*(player.run() for player in party))

    def player(self, guest: Guest, table: str, seat: int, undoing: float) -> Player:
        dice = random.Random(self.dice.random())
        return Player(
            lambda: self.server.port, guest.cookie, table, seat, dice, chatty=0.05, undoing=undoing
        )

    async def blow(self, kills: int, tables: list[tuple[str, str]], report: Report) -> None:
        games = [asyncio.create_task(self.seat_everybody(seats)) for seats in tables]
        try:
            for _ in range(kills):
                await self.until(lambda enough=self.promises + 20: self.promises >= enough)
                await asyncio.sleep(self.dice.uniform(0, 0.3))
                workers = children(self.server)
                await asyncio.to_thread(self.server.kill)
                report.kills += 1
                await asyncio.to_thread(self.server.start)
                restarted = time.perf_counter()
                playing = {
                    id(player): player.connections for player in self.players if not player.done
                }
                await self.until(
                    lambda playing=playing: all(
                        player.done or player.connections > playing.get(id(player), 0)
                        for player in self.players
                    )
                )
                report.slowest = max(report.slowest, time.perf_counter() - restarted)
                await self.until(lambda gone=workers: not any(map(alive, gone)))
            await self.until(lambda enough=self.promises + 20: self.promises >= enough)
        finally:
            self.over = True
            for player in self.players:
                player.stopped = True
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*games)

    async def until(self, come: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not come():
                await asyncio.sleep(0.01)


def children(server: Server) -> list[int]:
    assert server.process
    pid = server.process.pid
    return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def storm(folder: Path, kills: int, seed: int = 1) -> Report:
    report = Report()
    server = Server(folder).start()
    try:
        guests = [Guest(server, name) for name in ("Ann", "Ben")]
        weather = Storm(server, guests, random.Random(seed))
        people, computer = ("me", "open"), ("me", "greedy")
        asyncio.run(weather.blow(kills, [people, people, people, computer, computer], report))
        check_served(weather, folder)
    finally:
        server.end()
    check_stored(weather, folder, report)
    return report


def check_served(weather: Storm, folder: Path) -> None:
    """What the server shows now is what the log gives; finished games can be verified."""
    ann, ben = weather.guests
    for player in weather.players:
        guest = ann if player.seat == 0 else ben
        with guest.sit(player.table, player.seat) as line:
            for _ in range(50):
                log = replayed(folder / "games" / "spinney.db", player.table)
                if picture(line.scene) == log.saw[player.seat][-1]:
                    break
                with suppress(TimeoutError):
                    line.hear(0.1)  # a computer player goes on
            else:
                raise AssertionError("the server shows another table than the log")
        if player.over:
            record = fairness.verify(ann.ask("GET", f"/api/tables/{player.table}/record").content)
            assert state_hash(record.match.state) == log.hash


def check_stored(weather: Storm, folder: Path, report: Report) -> None:
    database = folder / "games" / "spinney.db"
    with closing(sqlite3.connect(database)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    tables = {player.table for player in weather.players}
    logs = {table: replayed(database, table) for table in tables}
    for player in weather.players:
        compare(player, logs[player.table])
        report.moments += len(player.saw)
        report.connections += player.connections
        report.finished += player.over and player.seat == 0
    report.tables = len(tables)
    report.promises = weather.promises
    report.stored = sum(len(log.keys) for log in logs.values())


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes in /proc")
def test_nothing_promised_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    report = storm(tmp_path, kills=3)
    assert report.kills == 3 and report.promises > 80 and report.stored >= report.promises
    assert report.slowest < 5


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        print(storm(Path(name), int(sys.argv[1])))
