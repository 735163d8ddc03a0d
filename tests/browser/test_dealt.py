"""The tests' own launcher: the same text deals the same table again."""

from __future__ import annotations

from msgspec import json

from tests.browser.dealt import Dealt
from tests.server.living import Guest
from tests.toy.glade import GLADE


def dealt(server: Dealt, *texts: str) -> list[bytes]:
    """What lies on the tables that are laid one after the other."""
    found = []
    for text in texts:
        server.deal(text)
        guest = Guest(server, "Ann")
        with guest.sit(guest.lay("me", "me").table, 0) as line:
            found.append(json.encode(line.scene))
    return found


def test_a_deal_repeats(server: Dealt) -> None:
    one, two, again = dealt(server, "one", "two", "one")
    assert one == again
    assert one != two


def test_two_tables_of_one_test_differ(server: Dealt) -> None:
    one, two = dealt(server, "one", "one")
    assert one != two


def test_toys_are_on_the_shelf_and_computers_play_them(server: Dealt) -> None:
    guest = Guest(server, "Ann")
    table = guest.lay("me", "greedy", game=GLADE.name, rounds="1").table
    with guest.sit(table, 0) as line:
        line.move(line.scene.moves[0].id)
        while not line.over:
            line.hear()
        assert not guest.position(table, 2).scene.moves
