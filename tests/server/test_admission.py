"""Who is let in: a class, a family and a proxy are; a client that floods is not for long."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from spinney.server.admission import ABUSE, FULL, TOO_MANY, Admission
from spinney.server.config import Limits
from tests.server.light import handshake
from tests.server.living import Guest, Line, Refused, Server, serving

FLOOD = b"\x89\x80\0\0\0\0" * 1000
POLICY = (1008).to_bytes(2, "big")  # in a close frame


# ------------------------------------------------------------------------------------- by itself
def test_a_hundred_sockets_of_one_address_get_in_at_once() -> None:
    door = Admission(Limits())
    assert [door.enter("192.0.2.1", "") for _ in range(100)] == [0] * 100
    assert [door.enter("192.0.2.1", f"guest{n}") for n in range(100)] == [0] * 100


def test_ipv6_neighbours_share_a_budget_and_others_do_not() -> None:
    door = Admission(Limits(connects_per_minute=10))
    assert [door.enter(f"2001:db8::{n}", "") for n in range(1, 12)] == [0] * 10 + [TOO_MANY]
    assert door.enter("2001:db8:0:1::1", "") == 0


def test_a_guest_has_a_number_of_sockets() -> None:
    door = Admission(Limits(connections_per_guest=2))
    entered = [door.enter(f"192.0.2.{n}", "ann") for n in range(3)]
    assert entered == [0, 0, TOO_MANY] and door.enter("192.0.2.1", "ben") == 0
    door.leave("192.0.2.0", "ann")
    assert door.enter("192.0.2.9", "ann") == 0


def test_anonymous_sockets_of_an_address_are_counted_apart() -> None:
    door = Admission(Limits(anonymous_per_address=2))
    assert [door.enter("192.0.2.1", "") for _ in range(3)] == [0, 0, TOO_MANY]
    assert door.enter("192.0.2.1", "ann") == 0 and door.enter("192.0.2.2", "") == 0
    door.leave("192.0.2.1", "ann")
    assert door.enter("192.0.2.1", "") == TOO_MANY
    door.leave("192.0.2.1", "")
    assert door.enter("192.0.2.1", "") == 0


def test_whoever_leaves_is_forgotten() -> None:
    door = Admission(Limits(connections=3, connections_per_address=2))
    assert [door.enter("192.0.2.1", who) for who in ("", "ann", "ben")] == [0, 0, TOO_MANY]
    assert door.enter("192.0.2.2", "") == 0 and door.enter("192.0.2.3", "") == FULL
    for address, guest in (("192.0.2.1", ""), ("192.0.2.1", "ann"), ("192.0.2.2", "")):
        door.leave(address, guest)
    assert door.sockets == len(door.by_address) == len(door.by_guest) == len(door.anonymous) == 0


def test_abuse_exhausts_an_address_but_not_the_guests_who_are_known_there() -> None:
    door = Admission(Limits())
    floods = 0
    while door.enter("192.0.2.1", "") == 0:
        door.abuse("192.0.2.1", "")
        floods += 1
        assert floods < 20
    assert floods == pytest.approx(Limits().connects_per_minute / ABUSE, abs=1)
    door.abuse("192.0.2.1", "")  # by a socket that was open already
    assert not door.new_guest("192.0.2.1")  # no new guests either
    assert door.enter("192.0.2.1", "ann") == 0
    assert door.enter("192.0.2.2", "") == 0 and door.new_guest("192.0.2.2")
    door.addresses.of("192.0.2.1").filled -= 120  # two minutes later
    assert door.enter("192.0.2.1", "") == 0 and door.new_guest("192.0.2.1")


def test_a_guest_who_floods_runs_out_wherever_it_comes_from() -> None:
    door = Admission(Limits())
    assert door.enter("192.0.2.1", "eve") == 0
    door.abuse("192.0.2.1", "eve")
    assert door.enter("192.0.2.9", "eve") == TOO_MANY and door.enter("192.0.2.1", "ann") == 0


def test_a_class_of_new_guests_gets_in_at_once_and_a_flood_of_them_does_not() -> None:
    door = Admission(Limits())
    came = [door.new_guest("192.0.2.1") for _ in range(300)]
    assert all(came[:40]) and not all(came)
    asked = [door.request("192.0.2.1") for _ in range(5000)]
    assert all(asked[:400]) and not all(asked) and door.request("192.0.2.2")


def test_few_sockets_leave_room_for_plain_requests_and_for_others() -> None:
    door = Admission(Limits())
    door.fit(60)
    entered = [door.enter("192.0.2.1", "") for _ in range(60)]
    assert entered.count(0) == 39 and set(entered[39:]) == {TOO_MANY}
    entered = [door.enter("192.0.2.2", "") for _ in range(60)]
    assert entered.count(0) == 13 and set(entered[13:]) == {FULL}
    door = Admission(Limits())
    door.fit(20_000)
    assert (door.most, door.most_per_address) == (5000, 1000)


# ------------------------------------------------------------------------------ with a real server
USUAL = {
    f"limits_{name}": f"{getattr(Limits(), name):g}"
    for name in Limits.__struct_fields__
    if name.startswith(("connect", "guests", "requests", "anonymous", "moves", "burst"))
}


@pytest.mark.slow
def test_a_class_arrives_at_once(tmp_path: Path) -> None:
    """Forty browsers of one address: each a new guest, who makes some requests and sits down."""
    with serving(tmp_path, **USUAL) as server, ExitStack() as leaving:
        table = Guest(server, "Ann").lay("me", "open").table

        def come(number: int) -> Line:
            guest = Guest(server, f"Pupil {number}")
            for path in ("/api/shelf", "/api/me"):
                assert guest.ask("GET", path).status_code == 200
            return guest.sit(table)

        with ThreadPoolExecutor(8) as pool:
            for line in pool.map(come, range(40)):
                leaving.enter_context(line)
        for _ in range(100):
            leaving.enter_context(Guest(server).call())


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, **USUAL | {"limits_connects_per_minute": "120"}) as server:
        yield server


def dial(server: Server) -> socket.socket:
    """A WebSocket without a cookie."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    line.sendall(handshake(server.port))
    assert b" 101 " in line.recv(4096)
    return line


def flood(line: socket.socket) -> None:
    """Send pings until the server closes it."""
    line.sendall(FLOOD)
    came = b""
    while POLICY not in came:
        came += line.recv(4096)


def test_a_client_that_comes_back_after_each_flood_runs_out(guarded: Server) -> None:
    ann = Guest(guarded, "Ann")
    table = ann.lay("me", "me").table
    with ExitStack() as leaving:
        lines = [leaving.enter_context(dial(guarded)) for _ in range(4)]
        flood(lines[0])
        leaving.enter_context(dial(guarded))  # one is forgiven
        for line in lines[1:]:
            flood(line)
    with pytest.raises(InvalidStatus) as refused:
        Guest(guarded).call()
    assert refused.value.response.status_code == 429
    with pytest.raises(Refused, match="429"):
        Guest(guarded, "New")
    with ann.sit(table, 0) as sitting:  # Ann was here before, and does not suffer
        assert sitting.scene.moves


def test_sockets_of_a_guest_and_without_one(tmp_path: Path) -> None:
    few = {"limits_connections_per_guest": "2", "limits_anonymous_per_address": "1"}
    with serving(tmp_path, **few) as server:
        ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
        with ann.call(), ann.call(), Guest(server).call(), ben.call():
            for guest in (ann, Guest(server)):
                with pytest.raises(InvalidStatus) as refused:
                    guest.call()
                assert refused.value.response.status_code == 429
