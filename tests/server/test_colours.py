"""Chosen colours at a server's tables: when one is made, when somebody sits down, and later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from spinney.core import record, shelf
from spinney.core.fairness import Download
from spinney.table import messages
from tests.server.living import GAME, Guest, Refused, Server, serving

MANY = next(game for game in shelf.games().values() if game.recolour and 3 in game.seats)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("colours")) as running:
        yield running


def lay(guest: Guest, game: str, seats: list[str], colours: list[int]) -> messages.Opened:
    wish = messages.NewTable(game, seats, colours=colours)
    return guest.post("/api/tables", wish, messages.Opened)


def sit(guest: Guest, opened: messages.Opened, seat: int, colour: int = -1) -> messages.Seated:
    wish = messages.Claim(opened.invites[seat], colour=colour)
    return guest.post(f"/api/tables/{opened.table}/claim", wish, messages.Seated)


def free(guest: Guest, table: str) -> messages.FreeColours:
    return guest.get(f"/api/tables/{table}/colours", messages.FreeColours)


def test_without_a_wish_all_is_as_printed(server: Server) -> None:
    ann = Guest(server, "Ann")
    for table in (lay(ann, GAME, ["me", "greedy"], []), lay(ann, GAME, ["me", "greedy"], [0, -1])):
        with ann.sit(table.table, 0) as line:
            assert line.table.scene.colours == []
            assert '"colours"' not in line.raw[-1]


def test_whoever_makes_the_table_chooses_first(server: Server) -> None:
    ann, ben, cleo = Guest(server, "Ann"), Guest(server, "Ben"), Guest(server, "Cleo")
    opened = lay(ann, MANY.name, ["me", "open", "open"], [1, -1, -1])
    with ann.sit(opened.table, 0) as line:
        assert line.table.scene.colours == [1, 0, 2, 3], "before it is dealt"
        assert free(ben, opened.table) == messages.FreeColours(MANY.name, [0, 2, 3], -1)
        with pytest.raises(Refused) as refused:
            sit(ben, opened, 1, 1)
        assert refused.value.status == 409
        sit(ben, opened, 1, 3)
        assert free(cleo, opened.table) == messages.FreeColours(MANY.name, [0, 2], 2)
        sit(cleo, opened, 2)  # no wish
        with ben.sit(opened.table, 1) as other:
            assert other.table.scene.colours == [1, 3, 2, 0]
            assert other.table.scene.panels, "it is dealt"
    assert free(cleo, opened.table).mine == -1


def test_colours_are_kept_in_the_store_and_in_words(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Guest(server, "Ann")
        opened = lay(ann, MANY.name, ["me", "me"], [3, 2])
        with ann.sit(opened.table, 0) as one, ann.sit(opened.table, 1) as two:
            for _ in range(4):
                for line in (one, two):
                    line.hello(opened.table, line.seat)
                    if line.scene.moves:
                        line.move(line.scene.moves[0].id)
        server.restart()
        with ann.sit(opened.table, 1) as line:
            assert line.table.scene.colours == [3, 2, 0, 1]
            labels = [s.label.lower() for panel in line.table.scene.panels for s in panel.sprites]
            assert any("yellow" in label or "red" in label.split() for label in labels)
            assert not any("green" in label or "blue" in label for label in labels)
        assert ann.position(opened.table, 1, 0).scene.colours == [3, 2, 0, 1]


def test_the_record_and_the_rematch_keep_them(server: Server) -> None:
    ann = Guest(server, "Ann")
    opened = lay(ann, GAME, ["me", "me"], [2, 0])
    lines = [ann.sit(opened.table, seat) for seat in (0, 1)]
    with lines[0], lines[1]:
        while not lines[0].over:
            for line in lines:
                while line.scene.moves:
                    line.move(line.scene.moves[0].id)
            for line in lines:
                line.hello(opened.table, line.seat)
    found = ann.get(f"/api/tables/{opened.table}/record", Download)
    assert "\ncolours: 2 0 1 3\n" in found.record
    assert record.read(found.record).match.game.colours == (2, 0, 1, 3)
    again = ann.rematch(opened.table)  # everybody sits one seat further, and keeps the colour
    with ann.sit(again.table, 0) as line:
        assert line.table.scene.colours == [0, 2, 1, 3]


@pytest.mark.parametrize("colours", [[1, 1], [0, 1, 2], [4], ["blue"]])
def test_wishes_that_make_no_sense(server: Server, colours: list[int]) -> None:
    with pytest.raises(Refused) as refused:
        lay(Guest(server, "Ann"), GAME, ["me", "greedy"], colours)
    assert refused.value.status == 422


def test_a_table_that_is_not_there_has_no_colours(server: Server) -> None:
    with pytest.raises(Refused) as refused:
        free(Guest(server, "Ann"), "none")
    assert refused.value.status == 404
