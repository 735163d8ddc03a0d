"""All worker processes are killed every few hundred milliseconds while people play computers.

A computer player whose worker dies makes a simple move instead, so games go on and come to their
end; nothing is lost or doubled.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from spinney.core import shelf
from tests.chaos.audit import Tally, audit
from tests.chaos.kills import children
from tests.chaos.party import Kind, Party
from tests.server.living import Server


@dataclass
class Report:
    tally: Tally
    kills: int = 0
    moves: int = 0  # of computer players

    def __str__(self) -> str:
        return (
            f"{self.kills} workers killed, {self.moves} moves of computer players, "
            f"{self.tally.tables} tables, {self.tally.finished} games finished"
        )


def tables() -> list[Kind]:
    """Every game with one person and computer players of several levels."""
    found: list[Kind] = []
    for number, (name, game) in enumerate(shelf.games().items()):
        computers = ("greedy", f"level{1 + number % 3}")
        found.append((name, ("me", *computers[: max(n for n in game.seats if n < 4) - 1])))
    return found


def killed(
    folder: Path,
    kills: int,
    finished: int,
    seed: int = 1,
    kinds: list[Kind] | None = None,
    longest: float = 0.65,
    say: Callable[[str], object] = lambda line: None,
) -> Report:
    """Until so many workers were killed and so many games have come to their end; at most `longest`
    seconds between two kills."""
    report = Report(Tally())
    server = Server(folder, workers="2").start()
    try:
        party = Party(server, seed, kinds or tables())
        asyncio.run(_kill(party, report, kills, finished, longest, say))
    finally:
        server.end()
    database = folder / "games" / "spinney.db"
    report.tally = audit(database, party)
    report.moves = report.tally.by_computers
    return report


async def _kill(
    party: Party,
    report: Report,
    kills: int,
    finished: int,
    longest: float,
    say: Callable[[str], object],
) -> None:
    rng = random.Random(party.rng.random())
    began = told = time.monotonic()
    async with party.playing_on():
        while report.kills < kills or party.finished < finished:
            await party.pause(rng.uniform(0.02, longest))
            for worker in children(party.server):
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
                    report.kills += 1
            if time.monotonic() - told > 10:
                told = time.monotonic()
                say(
                    f"{report.kills} workers killed, {party.finished} games finished, "
                    f"{party.acknowledged:,} acknowledged, {told - began:.0f} s"
                )
            assert time.monotonic() - began < 600, "games do not come to their end"
        await party.more(20)
