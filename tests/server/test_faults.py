"""Whole games over a bad line: whatever it does, every move is made exactly once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import pytest

from spinney.core import fairness
from spinney.core.snapshot import state_hash
from tests.server.living import Guest, Server
from tests.server.proxy import Faults, Proxy
from tests.server.stubborn import Player, Replay, compare, picture, replayed

PATIENCE = 60.0
LINES = {
    "delay": Faults(delay=0.01),
    "cut": Faults(cut=0.06),
    "twice": Faults(twice=0.3),
    "swap": Faults(swap=0.3),
    "all": Faults(delay=0.004, cut=0.03, twice=0.15, swap=0.15),
}


async def through(
    server: Server, faults: Faults, seed: int, *players: Player
) -> tuple[Counter[str], Counter[str]]:
    """Everybody plays through a line of their own, or through one for all."""
    async with Proxy(server.port, faults, seed) as proxy:
        for player in players:
            player.port = lambda: proxy.port
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.run() for player in players))
        return proxy.done, Counter(connections=sum(player.connections for player in players))


def seated(
    guest: Guest, table: str, seat: int, chatty: float = 0.0, undoing: float = 0.0
) -> Player:
    rng = random.Random(seat + 1)
    return Player(lambda: 0, guest.cookie, table, seat, rng, chatty, undoing)


def logged(server: Server, table: str) -> Replay:
    return replayed(server.data / "games" / "spinney.db", table)


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES)
def test_a_whole_game_over_a_bad_line(server: Server, line: str) -> None:
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    opened = ann.lay("me", "open")
    ben.claim(opened.table, opened.invites[1])
    players = [
        seated(ann, opened.table, 0, chatty=0.05),
        seated(ben, opened.table, 1, chatty=0.05),
    ]
    done, calls = asyncio.run(through(server, LINES[line], 1, *players))
    for fault in ("cut", "twice", "swap"):
        assert bool(done[fault]) == bool(getattr(LINES[line], fault)), done
    assert calls["connections"] > 2 or not done["cut"]

    log = logged(server, opened.table)
    assert log.over
    made = [key for player in players for key in player.promised]
    assert sorted(made) == sorted(log.keys), "the log has all that was promised, and no more"
    assert sorted(log.chat) == sorted(players[0].spoken + players[1].spoken)
    answer = ann.ask("GET", f"/api/tables/{opened.table}/record")
    record = fairness.verify(answer.content)
    assert state_hash(record.match.state) == log.hash
    for player in players:
        compare(player, log)
        assert player.scene and picture(player.scene) == log.saw[player.seat][-1]
        assert player.version == len(log.saw[player.seat]) - 1


@pytest.mark.slow
def test_moves_are_taken_back_once_over_a_bad_line(server: Server) -> None:
    """Against a computer player, whose moves fall in between."""
    ann = Guest(server, "Ann")
    table = ann.lay("me", "greedy").table
    player = seated(ann, table, 0, undoing=0.1)
    asyncio.run(through(server, LINES["all"], 2, player))
    log = logged(server, table)
    assert log.over
    compare(player, log)
    own = [key for key in log.keys if not key.startswith("bot-")]
    assert sorted(own) == sorted(player.promised)
    assert log.kinds.count("back") > 0
    record = fairness.verify(ann.ask("GET", f"/api/tables/{table}/record").content)
    assert state_hash(record.match.state) == log.hash


def test_the_line_is_as_bad_as_it_says() -> None:
    """The proxy itself: what it cuts, doubles and swaps, on an echo of frames."""

    async def run(faults: Faults) -> list[bytes]:
        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(await reader.readuntil(b"\r\n\r\n"))
            while data := await reader.read(1000):
                writer.write(data)
            writer.close()

        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with Proxy(port, faults, 5) as proxy:
            reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
            writer.write(b"GET\r\n\r\n")
            await reader.readuntil(b"\r\n\r\n")
            for number in range(20):
                writer.write(b"\x81\x01%c" % (65 + number))
            heard = b""
            try:
                while True:
                    heard += await asyncio.wait_for(reader.readexactly(3), 0.3)
            except (TimeoutError, asyncio.IncompleteReadError, OSError):
                pass
            writer.close()
        server.close()
        return [heard[i + 2 : i + 3] for i in range(0, len(heard), 3)]

    letters = [b"%c" % (65 + number) for number in range(20)]
    assert asyncio.run(run(Faults())) == letters
    assert len(asyncio.run(run(Faults(twice=0.5)))) > 20
    swapped = asyncio.run(run(Faults(swap=0.5)))
    assert swapped != letters and sorted(swapped) == letters
    assert len(asyncio.run(run(Faults(cut=0.1)))) < 20
