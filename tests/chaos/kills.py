"""The server is killed with SIGKILL under load, again and again, and started on the same folder.

About every fourth kill hits a server that is just starting. After each restart everybody reconnects
and continues. At the end the store is compared with what was confirmed to the players, and the
server must show what the log says.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from spinney.core import fairness
from spinney.core.snapshot import state_hash
from tests.chaos.audit import Tally, audit, logs
from tests.chaos.party import Kind, Party
from tests.server.living import Server
from tests.server.stubborn import picture, replayed

BETWEEN = 20  # acknowledgements between two kills
STARTING = 0.25  # of the kills hit a server that is starting
SETTLED = 10.0  # seconds until the server must show what the log says
SHOWN = 20  # tables whose view by the server is compared with the log


@dataclass
class Report:
    tally: Tally
    kills: int = 0
    starting: int = 0  # of those, while the server was starting
    connections: int = 0
    slowest: float = 0.0  # seconds from a restart until everybody was connected again

    def __str__(self) -> str:
        return (
            f"{self.kills} kills ({self.starting} while starting), {self.tally.tables} tables, "
            f"{self.tally.finished} games finished, {self.connections} connections, "
            f"{self.tally.positions} positions compared, "
            f"everybody back {self.slowest:.2f} s after a restart at the latest"
        )


def storm(
    folder: Path,
    kills: int,
    seed: int = 1,
    kinds: list[Kind] | None = None,
    say: Callable[[str], object] = lambda line: None,
) -> Report:
    report = Report(Tally())
    server = Server(folder).start()
    try:
        party = Party(server, seed, kinds)
        asyncio.run(_kill_and_restart(party, report, kills, say))
        say("checking what the server shows and what the store holds")
        _check_shown(party, folder / "games" / "spinney.db", report.tally)
    finally:
        server.end()
    report.tally.take(audit(folder / "games" / "spinney.db", party))
    report.connections = sum(player.connections for player in party.players)
    return report


async def _kill_and_restart(
    party: Party, report: Report, kills: int, say: Callable[[str], object]
) -> None:
    server, rng = party.server, random.Random(party.rng.random())
    starting = 1.0  # seconds that a start takes
    began, told = time.monotonic(), 0
    async with party.playing_on():
        while report.kills < kills:
            await party.more(BETWEEN)
            await party.pause(rng.uniform(0, 0.3))
            workers = children(server)
            await asyncio.to_thread(server.kill)
            report.kills += 1
            while report.kills < kills and rng.random() < STARTING:
                await asyncio.to_thread(server.launch)
                await asyncio.sleep(rng.uniform(0, starting))
                workers += children(server)
                await asyncio.to_thread(server.kill)
                report.kills += 1
                report.starting += 1
            launched = time.perf_counter()
            await asyncio.to_thread(server.start)
            restarted = time.perf_counter()
            starting = restarted - launched
            await party.everybody_back()
            report.slowest = max(report.slowest, time.perf_counter() - restarted)
            await party.until(partial(gone, workers))
            if report.kills >= told + 10 or report.kills == kills:
                told = report.kills
                say(
                    f"{report.kills}/{kills} kills, {len(party.laid)} tables, "
                    f"{party.acknowledged:,} acknowledged, {time.monotonic() - began:.0f} s"
                )
        await party.more(BETWEEN)


def children(server: Server) -> list[int]:
    """Process ids of the workers."""
    assert server.process
    pid = server.process.pid
    with suppress(OSError):
        return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def gone(processes: list[int]) -> bool:
    return not any(map(alive, processes))


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _check_shown(party: Party, database: Path, tally: Tally) -> None:
    """What the server shows now is what the log gives; finished games can be verified."""
    ann, ben = party.guests
    some = party.players[-SHOWN:] + party.rng.sample(party.players, min(4, len(party.players)))
    for player in some:
        guest = ann if player.seat == 0 else ben
        with guest.sit(player.table, player.seat) as line:
            if not line.table.dealt:  # the people left before all of them had added their share
                _check_not_dealt(party, database, player.table, tally)
                continue
            until = time.monotonic() + SETTLED
            log = replayed(database, player.table)
            while picture(line.scene) != log.saw[player.seat][-1]:
                if time.monotonic() > until:
                    at = f"version {line.version}, the log has {len(log.saw[player.seat]) - 1}"
                    tally.add("wrong", 1, f"{player.table}: the server shows another table ({at})")
                    break
                with suppress(TimeoutError):
                    while True:
                        line.hear(0.1)  # a computer player goes on
                log = replayed(database, player.table)
        if player.over:
            record = fairness.verify(ann.ask("GET", f"/api/tables/{player.table}/record").content)
            same = state_hash(record.match.state) == log.hash
            tally.add("wrong", not same, f"{player.table}: the record ends elsewhere")


def _check_not_dealt(party: Party, database: Path, table: str, tally: Tally) -> None:
    """A table waits for shares only while one is missing, and nothing was played at it."""
    complete = all(player.shared for player in party.players if player.table == table)
    tally.add("wrong", complete, f"{table}: all shares are there, but it is not dealt")
    moves = [entry for entry in logs(database)[table] if entry[2] != "chat"]
    tally.add("wrong", len(moves), f"{table}: moves before the deal")
