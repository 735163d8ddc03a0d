"""Each person's browser adds a share to the deal, after it was shown the server's commitment."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random
from sqlite3 import connect

import pytest

from spinney.core import fairness
from spinney.core.fairness import new_share
from spinney.table import messages
from tests.server.living import GAME, Guest, Line, Server, new_id, serving


def lay(guest: Guest, *seats: str) -> messages.Opened:
    """Lay a table as the browser does."""
    wish = messages.NewTable(GAME, list(seats), shares=True)
    return guest.post("/api/tables", wish, messages.Opened)


def claim(guest: Guest, opened: messages.Opened, seat: int) -> None:
    wish = messages.Claim(opened.invites[seat], shares=True)
    guest.post(f"/api/tables/{opened.table}/claim", wish, messages.Seated)


def share(line: Line, value: str, seat: int | None = None, id: str = "") -> messages.FromServer:
    where = line.seat if seat is None else seat
    return line.wish(messages.Share, id=id or new_id(), seat=where, value=value)


def sharing(line: Line) -> list[int]:
    return [chair.seat for chair in line.table.chairs if chair.sharing]


def play_on(lines: list[Line], rng: Random) -> None:
    while not lines[0].over:
        line = next(line for line in lines if line.scene.moves)
        line.move(rng.choice(line.scene.moves).id)
        for other in lines:
            other.catch_up(line.version)


def test_two_people_add_to_the_deal_and_it_can_be_verified(server: Server) -> None:
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    opened = lay(ann, "me", "open")
    shares = [new_share(), new_share()]
    with ann.sit(opened.table, 0) as one:
        promised = one.table.commitment
        assert len(promised) == 64 and not one.table.dealt and sharing(one) == [0]
        assert one.scene.panels == [] and one.scene.moves == [] and one.table.awaited == []
        assert isinstance(share(one, shares[0]), messages.Ack)
        assert not one.table.dealt and one.table.scene.panels == []
        claim(ben, opened, 1)
        with ben.sit(opened.table, 1) as two:
            assert two.table.commitment == promised and sharing(two) == [1]
            assert two.scene.prompt == "Waiting for Ben to open the table"
            assert two.scene.panels == [] and not ann.me().tables[0].awaited
            assert isinstance(share(two, shares[1]), messages.Ack)
            assert two.table.dealt and two.scene.panels and sharing(two) == []
            one.until(messages.FullTable, dealt=True)
            play_on([one, two], Random(3))
            last = next(m for m in reversed(one.heard) if isinstance(m, messages.Event))
            assert last.shares == shares and fairness.commitment(opened.table, last.secret)
    content = ann.ask("GET", f"/api/tables/{opened.table}/record").content
    for mine in shares:
        record = fairness.verify(content, promised, mine)
    assert record.match.key == fairness.key(last.secret, shares)


def test_a_share_is_added_once_by_its_owner_and_never_changed(server: Server) -> None:
    ann, eve = Guest(server, "Ann"), Guest(server, "Eve")
    opened = lay(ann, "me", "me")
    first, second = new_share(), new_share()
    with ann.sit(opened.table, 0) as line, eve.sit(opened.table) as other:
        assert isinstance(share(other, new_share(), seat=0), messages.RefusalMessage)
        id = new_id()
        for _ in range(3):  # asked again, it is answered again
            assert isinstance(share(line, first, id=id), messages.Ack)
            assert isinstance(share(line, first), messages.Ack)
        assert isinstance(share(line, second), messages.RefusalMessage), "a share was exchanged"
        assert isinstance(line.move("gather"), messages.RefusalMessage), "nothing is dealt yet"
        assert eve.ask("GET", f"/api/tables/{opened.table}/positions/0").status_code == 404
        assert isinstance(share(line, second, seat=1), messages.Ack)
        assert line.table.dealt and line.scene.moves
        scene = line.table.scene
        assert isinstance(share(line, new_share(), seat=1), messages.RefusalMessage)
        assert line.hello(opened.table, 0) and line.table.scene == scene


@pytest.mark.parametrize("value", ["", "f" * 63, "F" * 64, "g" * 64, "f" * 65])
def test_a_share_is_64_digits(server: Server, value: str) -> None:
    ann = Guest(server, "Ann")
    opened = lay(ann, "me", "me")
    with ann.sit(opened.table, 0) as line:
        line.send(messages.Share("x", 0, value))
        assert line.closed() == 1007


def test_a_program_may_do_without(server: Server) -> None:
    ann = Guest(server, "Ann")
    opened = ann.lay("me", "greedy")
    with ann.sit(opened.table, 0) as line:
        assert line.table.dealt and line.scene.moves and sharing(line) == []
        assert isinstance(share(line, new_share()), messages.RefusalMessage)


def test_shares_outlive_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Guest(server, "Ann")
        opened = lay(ann, "me", "me")
        value = new_share()
        with ann.sit(opened.table, 0) as line:
            share(line, value)
        server.restart()
        with ann.sit(opened.table, 0) as line:
            assert sharing(line) == [1]
            share(line, value, seat=1)
            panels = line.table.scene.panels
        server.kill()
        server.start()
        with ann.sit(opened.table, 0) as line:
            assert line.table.dealt and line.table.scene.panels == panels
        with closing(connect(tmp_path / "games" / "spinney.db")) as db:
            rows = db.execute("SELECT share FROM chairs ORDER BY seat").fetchall()
            assert rows == [(value,), (value,)]


def test_the_deal_follows_from_every_share(tmp_path: Path) -> None:
    """One secret for all tables: what is dealt differs by the shares alone."""
    with serving(tmp_path) as server:
        ann = Guest(server, "Ann")
        tables = [lay(ann, "me", "me").table for _ in range(4)]
        server.end()
        with closing(connect(tmp_path / "games" / "spinney.db")) as db:
            db.execute("UPDATE tables SET secret = ?", ("5a" * 16,))
            db.commit()
        server.start()
        a, b = "a" * 64, "b" * 64
        dealt = []
        for table, shares in zip(tables, ((a, a), (a, b), (b, a), (a, a)), strict=True):
            with ann.sit(table, 0) as line:
                for seat, value in enumerate(shares):
                    share(line, value, seat=seat)
                dealt.append(line.table.scene.panels)
        assert dealt[0] == dealt[3]
        assert dealt[0] != dealt[1] != dealt[2] != dealt[0]


def test_a_rematch_asks_everybody_again(server: Server) -> None:
    ann = Guest(server, "Ann")
    opened = lay(ann, "me", "me")
    with ann.sit(opened.table, 0) as line, ann.sit(opened.table, 1) as other:
        for seat in (0, 1):
            share(line, new_share(), seat=seat)
        other.until(messages.FullTable, dealt=True)
        play_on([line, other], Random(4))
    again = ann.rematch(opened.table)
    with ann.sit(again.table, 0) as line:
        assert sharing(line) == [0, 1] and not line.table.dealt
