"""The disk of a server is full, and has space again, while people play.

    python -m tests.chaos.disk FOLDER EPISODES SEED mount|limit

The data folder lies on a small file system in memory. It is mounted in a mount namespace of its
own, so nothing is left behind (`filled` starts this program in one). Where that is not allowed, the
size of the server's files is limited instead (RLIMIT_FSIZE), so that writes fail, too.

While the disk is full, moves must be refused and not written. The server is also killed and
restarted in that state. When there is space again the games must continue.
"""

from __future__ import annotations

import asyncio
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import msgspec

from tests.chaos.audit import Tally, audit
from tests.chaos.party import Party
from tests.chaos.writer import ROOT
from tests.server.living import Server

SIZE = 24 << 20  # bytes of the small file system
REFUSALS = 20  # in one episode
GOES_ON = 60  # acknowledgements after it
ALONE = (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"])


@dataclass
class Report:
    tally: Tally = field(default_factory=Tally)
    episodes: int = 0
    refused: int = 0
    started_full: int = 0  # starts on a full disk
    way: str = ""  # how the disk was filled

    def __str__(self) -> str:
        return (
            f"{self.episodes} times full and back ({self.way}), {self.refused} refused, "
            f"{self.started_full} starts on a full disk, {self.tally.tables} tables"
        )


def namespace() -> list[str]:
    """A command that runs a program in its own mount namespace; empty if that is not allowed."""
    if which("unshare") is None or which("mount") is None:
        return []
    with TemporaryDirectory() as folder:
        for command in ALONE:
            trial = [*command, *mounting(Path(folder))]
            if subprocess.run(trial, capture_output=True).returncode == 0:
                return command
    return []


def mounting(folder: Path) -> list[str]:
    return ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]


def filled(
    folder: Path, episodes: int, seed: int = 1, say: Callable[[str], object] = lambda line: None
) -> Report:
    """Run this program in a namespace of its own, or without one; its report."""
    alone = namespace()
    command = [sys.executable, "-m", "tests.chaos.disk", str(folder.resolve())]
    process = subprocess.Popen(
        [*alone, *command, str(episodes), str(seed), "mount" if alone else "limit"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout
    last = ""
    with process.stdout:
        for line in process.stdout:
            if last:
                say(last)
            last = line.rstrip()
    if process.wait() != 0:
        raise RuntimeError("the program that fills the disk has failed")
    return msgspec.json.decode(last, type=Report)


# ------------------------------------------------------------------------------- ways to fill it
@contextmanager
def full_file_system(server: Server) -> Iterator[None]:
    """A file that takes all the space there is; removed again."""
    filler = server.data / "games" / "filler"
    block = bytes(4096)
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(block) == len(block):
                pass
        except OSError:
            pass
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def limited_files(server: Server) -> Iterator[None]:
    """No file of the server may become larger than its largest is now."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    sizes = [file.stat().st_size for file in (server.data / "games").iterdir()]

    def limit(soft: int) -> None:
        assert server.process
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (soft, usual[1]))

    limit(max(sizes))
    try:
        yield
    finally:
        limit(usual[0])


async def _play(party: Party, report: Report, episodes: int, mounted: bool) -> None:
    server, rng = party.server, random.Random(party.rng.random())
    fill = full_file_system if mounted else limited_files
    began = time.monotonic()
    async with party.playing_on():
        await party.more(GOES_ON)
        for number in range(episodes):
            with fill(server):
                await party.refusals(REFUSALS)
                if mounted and number % 2:
                    await asyncio.to_thread(server.kill)
                    await asyncio.to_thread(server.start)
                    report.started_full += 1
                    await party.everybody_back()
                await party.pause(rng.uniform(0, 0.3))
            await party.more(GOES_ON)
            report.episodes += 1
            print(
                f"{report.episodes}/{episodes} times full, {party.refused} refused, "
                f"{party.acknowledged:,} acknowledged, {time.monotonic() - began:.0f} s",
                flush=True,
            )


def main(folder: Path, episodes: int, seed: int, mounted: bool) -> Report:
    games = folder / "games"
    games.mkdir(parents=True)
    if mounted:
        subprocess.run(mounting(games), check=True)
    report = Report(way="a small file system" if mounted else "a limit for the size of files")
    server = Server(folder).start()
    try:
        party = Party(server, seed)
        asyncio.run(_play(party, report, episodes, mounted))
    finally:
        server.end()
    report.refused = party.refused
    report.tally = audit(games / "spinney.db", party)
    return report


if __name__ == "__main__":
    found = main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "mount")
    print(msgspec.json.encode(found).decode())
