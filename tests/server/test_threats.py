"""Threats 1 to 7, each by its number in docs/threats.md: secrets, seats, moves, messages."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from spinney.core import fairness
from spinney.core.snapshot import snapshot
from spinney.server.cookies import COOKIE
from spinney.table import messages
from spinney.table.guests import digest, new_token
from tests.server.living import GAME, Guest, Refused, Server, new_id, serving
from tests.server.threats import (
    JSON,
    ROOT,
    pair,
    play,
    secret_of,
)
from tests.table.test_secrets import CASES, World
from tests.table.test_secrets import guest as guest_of


# --------------------------------------------------------------------------- 1, 2, 3: the secrets
@pytest.mark.slow
def test_threat_01_hidden_information_no_byte_of_the_secret_before_the_end(server: Server) -> None:
    """tests/table/test_secrets.py shows much more; this greps what a real server really sent."""
    opened, ann, ben = pair(server)
    table, rng = opened.table, random.Random(8)
    secret = secret_of(server, table)
    needles = [secret, fairness.key(secret, ["", ""]).hex(), secret[:12], secret[-12:]]
    answers = []
    with ann.sit(table, 0) as one, ben.sit(table, 1) as two, Guest(server).sit(table) as watcher:
        lines = [one, two, watcher]
        while not one.over:
            for guest, seat in ((ann, 0), (ben, 1), (Guest(server), -1)):
                at = rng.randrange(one.version + 1)
                path = f"/api/tables/{table}/positions/{at}?seat={seat}"
                answers.append(guest.ask("GET", path).text)
                answers.append(guest.ask("GET", f"/api/tables/{table}/record").text)
            one.wish(messages.Why, move="take place=8")
            play(lines, 12, rng)
        answers.append(ann.ask("GET", "/metrics").text)
        for line in lines:
            *before, last = [raw for raw in line.raw if '"type":"ack"' not in raw]
            assert secret in last
            for said in (*before, *answers):
                assert not any(needle in said for needle in needles)


def test_threat_01_hidden_information_no_other_eyes_while_it_runs(server: Server) -> None:
    opened, ann, ben = pair(server)
    for guest, seat in ((ann, 1), (ben, 0), (Guest(server), 0), (Guest(server), 1)):
        with guest.call() as line:
            assert line.hello(opened.table, seat) == messages.Gone()
        with pytest.raises(Refused, match="404"):
            guest.position(opened.table, 0, seat)
        assert guest.ask("GET", f"/api/tables/{opened.table}/record").status_code == 404


def test_threat_02_side_channels_a_computer_player_always_takes_its_time(tmp_path: Path) -> None:
    """How long it thought would say how hard the choice was. Sizes: tests/table/test_secrets.py."""
    with serving(tmp_path, pace="0.4") as server:
        ann = Guest(server, "Ann")
        with ann.sit(ann.lay("me", "random").table, 0) as line:
            for _ in range(3):
                while line.scene.moves:
                    began = time.perf_counter()
                    line.move(line.scene.moves[0].id)
                while not line.scene.moves:
                    line.until(messages.Event)
                    assert time.perf_counter() - began > 0.35
                    began = time.perf_counter()


def test_threat_03_predictable_shuffle_secrets_come_from_the_system() -> None:
    drawn = [fairness.new_secret() for _ in range(2000)]
    assert len(set(drawn)) == 2000 and {len(one) for one in drawn} == {32}
    bits = [bin(int(one, 16)).count("1") for one in drawn]
    assert abs(sum(bits) / len(bits) - 64) < 1  # 8 standard errors
    assert len({fairness.key(one, ["", ""]) for one in drawn}) == 2000


def test_threat_03_predictable_shuffle_every_table_is_promised_another_one(server: Server) -> None:
    ann = Guest(server, "Ann")
    seen = set()
    for _ in range(8):
        table = ann.lay("me", "me").table
        with ann.sit(table, 0) as line:
            assert line.table.commitment == fairness.commitment(table, secret_of(server, table))
            seen.add((line.table.commitment, msgspec.json.encode(line.scene.panels)))
    assert len({commitment for commitment, _ in seen}) == len({deal for _, deal in seen}) == 8


# ------------------------------------------------------------------------------- 4: seat takeover
def test_threat_04_seat_takeover_by_any_other_cookie(server: Server) -> None:
    opened, ann, ben = pair(server)
    thief = Guest(server)
    said = ann.cookie.partition("=")[2]
    wrong = {
        "none": "",
        "made up": f"{COOKIE}={new_token()}",
        "as the store has it": f"{COOKIE}={digest(said)}",
        "another letter": f"{COOKIE}={said[:-1]}{'A' if said[-1] != 'A' else 'B'}",
        "shortened": f"{COOKIE}={said[:-1]}",
        "another name": f"{COOKIE}x={said}",
        "another guest": Guest(server, "Eve").cookie,
        "the other seat": ben.cookie,
    }
    with ann.sit(opened.table, 0) as line:
        for name, cookie in wrong.items():
            thief.cookie = cookie
            with thief.call() as stolen:
                assert stolen.hello(opened.table, 0) == messages.Gone(), name
                stolen.send(messages.DoMove("a", 0, line.scene.moves[0].id, 0))
                assert stolen.hear() == messages.Gone(), name
        assert line.version == 0
        assert isinstance(line.move(line.scene.moves[0].id), messages.Ack)


def test_threat_04_seat_takeover_whoever_was_sent_away_hears_nothing(server: Server) -> None:
    """boardgame.io once kept such a socket in the room."""
    opened, ann, _ = pair(server)
    eve = Guest(server, "Eve")
    with ann.sit(opened.table, 0) as line, eve.call() as outside:
        outside.hello(opened.table, 0)
        line.move(line.scene.moves[0].id)
        line.wish(messages.Say, text="between us")
        with pytest.raises(TimeoutError):
            outside.hear(0.3)
    with ann.sit(opened.table, 0) as line, eve.sit(opened.table) as outside:
        assert outside.hello(opened.table, 0) == messages.Gone()  # was a spectator before
        line.until(messages.Event) if line.version < 1 else None
        line.wish(messages.Say, text="between us")
        with pytest.raises(TimeoutError):
            outside.hear(0.3)


def test_threat_04_seat_takeover_invitations_are_good_once_and_for_one_chair(
    server: Server,
) -> None:
    ann, ben, eve = Guest(server, "Ann"), Guest(server, "Ben"), Guest(server, "Eve")
    first, second = ann.lay("me", "open"), ann.lay("me", "open")
    for table, invite in (
        (first.table, second.invites[1]),  # of another table
        (first.table, digest(first.invites[1])),  # as the store has it
        (first.table, new_token()),
        (second.table, first.table),
    ):
        with pytest.raises(Refused, match="404"):
            eve.claim(table, invite)
    assert ben.claim(first.table, first.invites[1]).seat == 1
    with pytest.raises(Refused, match="404"):
        eve.claim(first.table, first.invites[1])
    assert eve.claim(second.table, second.invites[1]).seat == 1  # untouched by all this


# --------------------------------------------------------------------- 5: replayed, doubled, late
def test_threat_05_replayed_moves_are_made_once(server: Server) -> None:
    """test_faults.py plays whole games over a bad line."""
    opened, ann, ben = pair(server)
    with ann.sit(opened.table, 0) as one, ben.sit(opened.table, 1) as two:
        id, words = new_id(), one.scene.moves[0].id
        for _ in range(5):
            one.send(messages.DoMove(id, 0, words, 0))
        assert {one.reply(id) for _ in range(5)} == {messages.Ack(id, 1)}
        late = one.move(words, version=0)
        assert isinstance(late, messages.RefusalMessage) and late.stale
        for version in (2, 10**12, -1):
            refusal = one.move(words, version=version)
            assert isinstance(refusal, messages.RefusalMessage) and refusal.stale
        two.catch_up(1)
        # somebody else's id is somebody else's: it neither blocks nor answers
        mover = next(line for line in (two, one) if line.scene.moves)
        again = mover.move(mover.scene.moves[0].id, id if mover is two else "")
        assert isinstance(again, messages.Ack) and again.version == 2


def test_threat_05_replayed_moves_the_seat_is_not_what_the_message_says(server: Server) -> None:
    opened, ann, ben = pair(server)
    with ann.sit(opened.table, 0) as one, ben.sit(opened.table, 1) as two:
        two.send(messages.DoMove("x", 0, one.scene.moves[0].id, 0))
        refusal = two.reply("x")
        assert (
            isinstance(refusal, messages.RefusalMessage)
            and refusal.text == "This is not your seat."
        )
        two.send(messages.DoMove("y", -1, one.scene.moves[0].id, 0))
        assert isinstance(two.reply("y"), messages.RefusalMessage)
        assert one.version == two.version == 0


# ------------------------------------------------------------------------ 6, 7: illegal, malformed
WORDS = st.one_of(
    st.text(min_size=1, max_size=60),
    st.from_regex(r"[a-z]{1,8}( [a-z]{1,6}=[a-z0-9_-]{0,9}){0,4}", fullmatch=True),
    st.tuples(
        st.sampled_from(["take", "cook", "sell", "discard", "gather", "pan", "lose"]),
        st.lists(
            st.tuples(
                st.sampled_from(["place", "kind", "day", "night", "butter", "cider", "pan"]),
                st.sampled_from(["1", "8", "99", "-1", "morel", "shiitake", "hand", "play", ""]),
            ),
            max_size=4,
        ),
    ).map(lambda said: " ".join([said[0], *(f"{name}={value}" for name, value in said[1])])),
)


@settings(max_examples=150, deadline=None)
@given(words=WORDS, seat=st.integers(-1, 7), version=st.integers(-2, 3))
def test_threat_06_illegal_moves_change_nothing(words: str, seat: int, version: int) -> None:
    world = World.laid(CASES[0], CASES[0].game, "7" * 32)
    world.come(guest_of(0), 0)
    world.heard(guest_of(0), 0)
    match = world.room.match
    before, legal = snapshot(match.state), list(map(CASES[0].game.verbs.format, match.legal(0)))
    for wish in (messages.DoMove("m", seat, words, version), messages.Why("w", seat, words)):
        asyncio.run(world.room.requests.handle(world.lines[guest_of(0), 0], wish))
    heard = [json.loads(text)["type"] for text in world.heard(guest_of(0), 0)]
    assert "ack" in heard or heard.count("refused") == 2
    if "ack" not in heard:
        assert snapshot(match.state) == before
    else:
        said = CASES[0].game.verbs.format(CASES[0].game.verbs.parse(words))
        assert said in legal and (seat, version) == (0, 0)


def mutated(rng: random.Random, said: bytes) -> bytes:
    """A message with something wrong in it, most of the time."""
    letters = bytearray(said)
    for _ in range(rng.randrange(1, 6)):
        place = rng.randrange(len(letters))
        match rng.randrange(4):
            case 0:
                letters[place] = rng.randrange(256)
            case 1:
                del letters[place : place + rng.randrange(1, 9)]
            case 2:
                letters[place:place] = rng.choice([b"{", b"[", b"null", b"1e999", b'"', b"\\ud800"])
            case _:
                letters += letters[place:]
        letters = letters or bytearray(b"{")
    return bytes(letters[:15000])


MESSAGES = [
    messages.Hello(messages.PROTOCOL, "t" * 22, 0, 5),
    messages.DoMove("a", 0, "take place=1", 3),
    messages.Say("b", "hello"),
    messages.Answer("c", 1, True),
    messages.Ping(),
]


@pytest.mark.slow
def test_threat_07_malformed_frames_end_only_their_own_conversation(server: Server) -> None:
    opened, ann, _ = pair(server)
    rng = random.Random(9)
    with ann.sit(opened.table, 0) as line:
        for number in range(120):
            frame = mutated(rng, msgspec.json.encode(rng.choice(MESSAGES)))
            with Guest(server).sit(opened.table) as other:
                with suppress(ConnectionClosed):
                    other.socket.send(frame, text=True)
                    other.send(messages.Ping())
                    while not isinstance(other.hear(), messages.Pong | messages.Gone):
                        pass
                    continue
                assert other.closed() in (1007, 1008), (number, frame)
        line.send(messages.Ping())
        line.until(messages.Pong)
    for written in server.log.read_text().splitlines():
        if '"level": "error"' in written:  # our own code met nothing it did not expect
            assert json.loads(written)["from"] == "uvicorn.error", written


@pytest.mark.slow
def test_threat_07_malformed_bodies_are_mistakes_not_accidents(server: Server) -> None:
    ann = Guest(server, "Ann")
    rng = random.Random(10)
    bodies = [
        ("/api/tables", messages.NewTable(GAME, ["me", "open"], {"starter": "drawn"})),
        ("/api/me", messages.Name("Ann")),
        ("/api/tables/x/claim", messages.Claim("x" * 22)),
        ("/api/tables/x/rematch", {}),
    ]
    headers = JSON | {"origin": server.origin}
    for _ in range(120):
        path, body = rng.choice(bodies)
        content = mutated(rng, msgspec.json.encode(body))
        status = ann.ask("POST", path, content=content, headers=headers).status_code
        assert status in (200, 201, 404, 422), (path, content)


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/x/positions/99999999999999999999999",
        "/api/tables/x/positions/-1",
        "/api/tables/x/positions/0?seat=99999999999999999999",
        "/api/tables/x/positions/0?seat=٣",
        "/api/tables/%00/record",
        "/api/tables/" + "x" * 4000 + "/record",
        "/api/games/%2e%2e/art.svg",
        "/api/games/__class__/rules",
    ],
)
def test_threat_07_malformed_addresses_lead_nowhere(server: Server, path: str) -> None:
    assert Guest(server).ask("GET", path).status_code in (400, 404)


# --------------------------------------------------------------------------------------- the page
def test_every_test_in_the_table_of_threats_exists() -> None:
    page = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \|(.*)\|$", page, re.M)
    numbers = [int(number) for number, _ in rows]
    assert numbers == sorted(set(numbers)) and set(range(1, 21)) <= set(numbers)
    for number, row in rows:
        named = re.findall(r"`([a-z_]+)\.(test_\w+)`", row)
        assert named, f"no test for threat {number}"
        for file, test in named:
            found = [
                path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob(f"{file}.py")
            ]
            assert any(f"def {test}(" in source for source in found), f"{file}.{test}"
    files = Path(__file__).parent.glob("test_*.py")
    sources = "".join(file.read_text(encoding="utf-8") for file in files)
    own = set(re.findall(r"def (test_threat_\w+)\(", sources))
    assert own == {test for _, row in rows for test in re.findall(r"test_threat_\w+", row)}
