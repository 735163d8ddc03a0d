"""No game is lost to an upgrade: it goes on, or it can be read, and a finished one shows its end.

Other rules than those of today are made by writing another version on a table of an archived
store: then the server trusts nothing but the stored hashes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import spinney
from spinney.core import fairness, record, shelf
from spinney.core.snapshot import state_hash
from spinney.server.metrics import Metrics
from spinney.server.store.sqlite import SqliteStore
from spinney.table import messages, results
from spinney.table.archive import ArchivedTable
from spinney.table.guests import digest
from spinney.table.loading import load_table
from spinney.table.room import Room
from spinney.table.store import EntryRow
from tests.archive.make import Contents, Kept
from tests.archive.stores import completed, database, everything, known, lay, pick
from tests.server.living import Guest, Line, Refused, Server

GAMES = list(shelf.games())
pytestmark = pytest.mark.slow  # many tables are opened before the first test
INVITE = "an-invitation-of-a-test"
OLD = 0  # a version of the rules that is not that of today


class Upgraded:
    """A store of release 0.1.0 that this version has completed, changed, and opened again."""

    def __init__(self, data: Path) -> None:
        self.server = Server(data)
        self.contents: Contents = lay("0.1.0", data)
        self.server.start()
        ann = known(self.server, self.contents.ann)
        for kept in self.contents.tables:
            ann.sit(kept.table, 0).close()
        completed(self.server)
        self.server.end()
        self.cases: dict[str, Kept] = {}
        with database(self.server) as db:
            self.change(db)
        self.before = {case: everything(self.server, k.table) for case, k in self.cases.items()}
        self.server.start()
        self.ann = known(self.server, self.contents.ann)
        self.ben = known(self.server, self.contents.ben)

    def change(self, db: Any) -> None:
        def case(name: str, game: str, kind: str, seats: int = 0) -> str:
            self.cases[name] = pick(self.contents, game, kind, seats)
            return self.cases[name].table

        old = f"UPDATE tables SET version = {OLD}, spinney = '0.0.9' WHERE id = ?"
        other = "UPDATE entries SET hash = 'elsewhere' WHERE table_id = ? AND seq = ?"
        last = "SELECT MAX(seq) FROM entries WHERE table_id = ? AND kind <> 'chat'"

        for game in GAMES:
            db.execute(old, (case(f"goes on {game}", game, "running"),))
        table = case("untouched", "morels", "open")
        db.execute(old, (table,))
        table = case("read", "undergrove", "running", 2)
        db.execute(old, (table,))
        db.execute(other, (table, db.execute(last, (table,)).fetchone()[0]))
        table = case("no hash", "underwood", "running", 3)
        db.execute(old, (table,))
        db.execute("UPDATE entries SET hash = '' WHERE table_id = ?", (table,))
        table = case("open chair", "undergrove", "open")
        db.execute(old, (table,))
        move = "INSERT INTO entries VALUES (?, 2, 'x', 'move', 0, 'fly', '')"
        db.execute(move, (table,))
        invite = "UPDATE chairs SET invite = ? WHERE table_id = ? AND kind = 'open'"
        db.execute(invite, (digest(INVITE), table))
        table = case("finished", "morels", "finished")
        db.execute(old, (table,))
        db.execute(other, (table, db.execute(last, (table,)).fetchone()[0]))
        table = case("finished without result", "evergreen", "finished")
        db.execute(old, (table,))
        db.execute("UPDATE entries SET hash = '' WHERE table_id = ?", (table,))
        db.execute("DELETE FROM results WHERE table_id = ?", (table,))
        table = case("finished and scored otherwise", "underwood", "finished")
        body = results.decode(
            db.execute("SELECT body FROM results WHERE table_id = ?", (table,)).fetchone()[0]
        )
        assert body
        scores = [msgspec.structs.replace(score, total=77) for score in body.scores]
        text = results.encode(msgspec.structs.replace(body, scores=scores))
        db.execute("UPDATE results SET body = ? WHERE table_id = ?", (text, table))
        table = case("gone from the shelf", "micro_mycelium", "finished")
        db.execute("UPDATE tables SET game = 'old_maid' WHERE id = ?", (table,))
        table = case("gone and running", "micro_mycelium", "running", 3)
        db.execute("UPDATE tables SET game = 'old_maid' WHERE id = ?", (table,))
        table = case("damaged", "underwood", "running", 4)
        db.execute("UPDATE entries SET hash = '' WHERE table_id = ?", (table,))
        fly = "UPDATE entries SET body = 'fly' WHERE table_id = ? AND seq = 9 AND kind = 'move'"
        assert db.execute(fly, (table,)).rowcount == 1
        table = case("hash differs", "micro_mycelium", "running", 4)
        db.execute(other, (table, db.execute(last, (table,)).fetchone()[0]))
        table = case("not marked as over", "undergrove", "finished")
        db.execute("UPDATE tables SET finished = 0 WHERE id = ?", (table,))
        db.execute("DELETE FROM results WHERE table_id = ?", (table,))

    def sit(self, case: str, seat: int = 0, guest: Guest | None = None) -> Line:
        return (guest or self.ann).sit(self.cases[case].table, seat)

    def archive(self, case: str, seat: int = 0, guest: Guest | None = None) -> messages.Archive:
        with self.sit(case, seat, guest) as line:
            found = line.heard[0]
            assert isinstance(found, messages.Archive), found
            return found

    def record(self, case: str, guest: Guest) -> bytes:
        answer = guest.ask("GET", f"/api/tables/{self.cases[case].table}/record")
        assert answer.status_code == 200 and "attachment" in answer.headers["content-disposition"]
        return answer.content


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    found = Upgraded(tmp_path_factory.mktemp("upgraded"))
    yield found
    found.server.end()


# ------------------------------------------------------------------------------------ it goes on
@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_if_the_rules_lead_to_the_same_place(upgraded: Upgraded, game: str) -> None:
    case = f"goes on {game}"
    kept = upgraded.cases[case]
    with upgraded.sit(case) as line:
        assert isinstance(line.heard[0], messages.FullTable) and line.table.log[-1].at == kept.moves
        mover = line
        if not line.scene.moves:
            seat = next(iter(line.table.awaited))
            mover = upgraded.sit(case, seat, upgraded.ben)
        assert isinstance(mover.move(mover.scene.moves[0].id), messages.Ack)
        mover.close()
    [row], _, entries, _ = everything(upgraded.server, kept.table)
    now = shelf.games()[game]
    assert row[2:4] == (now.version, now.components) and row[10] == spinney.__version__
    assert entries[-1][-1], "the move has a hash"
    logged = [json.loads(line) for line in upgraded.server.log.read_text().splitlines()]
    [told] = [
        line
        for line in logged
        if line["event"] == "a game goes on with other rules" and line["table"] == kept.table
    ]
    assert told["version"] == now.version and f"version {OLD} " in told["reason"]


def test_where_nothing_was_played_any_rules_will_do(upgraded: Upgraded) -> None:
    with upgraded.sit("untouched") as line:
        assert isinstance(line.heard[0], messages.FullTable) and line.table.chat


def test_what_is_missing_is_written_down_even_if_nobody_comes(tmp_path: Path) -> None:
    """Then the version after this one can go on with tables that nobody has opened in this one."""
    server = Server(tmp_path)
    found = lay("0.1.0", tmp_path)
    left = [pick(found, "morels", "running"), pick(found, "morels", "finished")]
    tables = ", ".join(f"'{kept.table}'" for kept in left)
    with database(server) as db:
        for name, key in (("entries", "table_id"), ("chairs", "table_id"), ("tables", "id")):
            db.execute(f"DELETE FROM {name} WHERE {key} NOT IN ({tables})")
    before = [everything_old(server, kept.table) for kept in left]
    try:
        server.start()
        completed(server)
        assert [everything_old(server, kept.table) for kept in left] == before
    finally:
        server.end()


def everything_old(server: Server, table: str) -> list[Any]:
    """What version 2 of the store had of a table: of this nothing may change."""
    with database(server) as db:
        tables = "id, game, version, components, options, seats, secret, created, finished, rematch"
        chairs = "table_id, seat, kind, name, guest, invite"
        entries = "table_id, seq, client_id, kind, seat, body"
        return [
            db.execute(f"SELECT {tables} FROM tables WHERE id = ?", (table,)).fetchall(),
            db.execute(f"SELECT {chairs} FROM chairs WHERE table_id = ?", (table,)).fetchall(),
            db.execute(f"SELECT {entries} FROM entries WHERE table_id = ?", (table,)).fetchall(),
        ]


# ------------------------------------------------------------------------------------ it is read
def test_a_game_that_cannot_go_on_can_be_read(upgraded: Upgraded) -> None:
    kept = upgraded.cases["read"]
    found = upgraded.archive("read")
    assert (found.why, found.version, found.spinney) == ("rules", OLD, "0.0.9")
    assert not found.over and found.scores == [] and found.title == "Undergrove"
    assert [chair.name for chair in found.chairs] == ["Ann", "Ben"] and found.chairs[0].mine
    assert len(found.chat) == kept.chat and found.chat[0].text == "Good luck! 🍄"
    [mine] = [table for table in upgraded.ann.me().tables if table.table == kept.table]
    assert mine.archived and not mine.over and not mine.awaited and mine.scores == []


def test_only_what_hashes_vouch_for_is_told_in_words(upgraded: Upgraded) -> None:
    """The log of 0.1.0 has one hash, at its end: with that one wrong, no sentence can be trusted.
    One's own moves are shown as they were written."""
    found = upgraded.archive("read")
    mine = [
        entry
        for entry in upgraded.before["read"][2]
        if entry[3] in ("move", "redo") and entry[4] == 0
    ]
    written = [line.text for line in found.log if ": " in line.text]
    assert found.told == 0 and written == [f"Ann: {entry[5]}" for entry in mine] and mine


def test_nothing_is_taken_and_nothing_is_changed(upgraded: Upgraded) -> None:
    for case in (
        *("read", "no hash", "gone and running", "damaged"),
        *("hash differs", "open chair", "finished"),
    ):
        table = upgraded.cases[case].table
        with upgraded.sit(case) as line:
            for wish in (
                messages.DoMove("a", 0, "take place=1", 0),
                messages.DoUndo("b", 0),
                messages.Say("c", "hello"),
                messages.AskHint("d", 0),
            ):
                line.send(wish)
                assert line.hear() == messages.Gone()
        for path in ("positions/0?seat=0", "positions/3"):
            with pytest.raises(Refused, match="404"):
                upgraded.ann.get(f"/api/tables/{table}/{path}", messages.PastPosition)
        with pytest.raises(Refused, match="404"):
            upgraded.ann.rematch(table)
        assert everything(upgraded.server, table) == upgraded.before[case], case


def test_nobody_joins_a_game_that_cannot_go_on(upgraded: Upgraded) -> None:
    """Whoever has the invitation is told why; whoever has none learns nothing."""
    table = upgraded.cases["open chair"].table
    eve = Guest(upgraded.server, "Eve")
    with pytest.raises(Refused, match=r"409: .*cannot go on here"):
        eve.claim(table, INVITE)
    with pytest.raises(Refused, match="404"):
        eve.claim(table, f"not {INVITE}")
    found = upgraded.archive("open chair")
    assert [chair.kind for chair in found.chairs] == ["person", "open"]


def test_without_hashes_other_rules_are_not_trusted(upgraded: Upgraded) -> None:
    found = upgraded.archive("no hash")
    assert found.why == "rules" and found.told == 0 and found.log


def test_a_game_that_is_not_on_the_shelf_can_be_read(upgraded: Upgraded) -> None:
    found = upgraded.archive("gone and running")
    assert (found.why, found.title, found.game) == ("shelf", "Old Maid", "old_maid")
    assert found.log and not found.over


def test_a_damaged_log_can_be_read_up_to_the_fault(upgraded: Upgraded) -> None:
    found = upgraded.archive("damaged")
    moves = [entry for entry in upgraded.before["damaged"][2] if entry[3] != "chat"]
    fault = next(number for number, entry in enumerate(moves) if entry[5] == "fly")
    assert found.why == "log" and found.told == fault
    assert "a log does not fit its game" in upgraded.server.log.read_text()


def test_a_hash_that_differs_is_not_passed_over(upgraded: Upgraded) -> None:
    """Also with the rules that it was played with: nobody knows which of both is right."""
    found = upgraded.archive("hash differs")
    assert found.why == "log" and found.log
    logged = [json.loads(line) for line in upgraded.server.log.read_text().splitlines()]
    table = upgraded.cases["hash differs"].table
    told = [line for line in logged if line.get("table") == table and line["level"] == "error"]
    assert told and told[0]["error"] == "ReplayFailed"


def test_a_page_of_the_older_version_is_told_to_reload(upgraded: Upgraded) -> None:
    """It plays on where the game goes on; it would wait for ever at a table it cannot show."""
    for case, kind in (
        ("untouched", messages.FullTable),
        ("read", messages.Reload),
        ("finished", messages.Reload),
    ):
        with upgraded.ann.call() as line:
            line.send(messages.Hello(2, upgraded.cases[case].table, 0))
            assert isinstance(line.hear(), kind)


# ----------------------------------------------------------------------------------- what is hidden
def test_an_unfinished_game_keeps_its_secrets(upgraded: Upgraded) -> None:
    """No secret, no seed, no hash of a state, no move of another seat."""
    eve = Guest(upgraded.server, "Eve")
    for case in ("read", "no hash", "gone and running", "damaged"):
        [row], _, entries, _ = upgraded.before[case]
        secret = row[6]
        hidden = {secret, str(fairness.seed(secret)), *(e[6] for e in entries if e[6])}
        for guest, seat in ((upgraded.ann, 0), (upgraded.ben, 1), (eve, -1)):
            said = msgspec.json.encode(upgraded.archive(case, seat, guest)).decode()
            kept = upgraded.record(case, guest).decode()
            for text in (said, kept):
                assert not any(one in text for one in hidden), case
            moves = msgspec.json.decode(kept, type=messages.Transcript).moves
            own = {upgraded.ann: {0}, upgraded.ben: {1, 2, 3}}.get(guest, set())
            assert {move.seat for move in moves} <= own
            assert bool(moves) == (guest is not eve)
        with eve.sit(upgraded.cases[case].table, 0) as line:
            assert line.heard[0] == messages.Gone()


def test_what_others_did_changes_no_byte(tmp_path: Path) -> None:
    """Two logs that differ in what Ben did after the last hash that agrees: Ann and a spectator
    get the same, byte for byte, also if he did more."""
    found = pick(lay("0.1.0", tmp_path), "evergreen", "running", 2)

    async def opened(edit: str, values: tuple[Any, ...]) -> list[bytes]:
        store = await SqliteStore.open(tmp_path / "games" / "spinney.db")
        try:
            await store._do(lambda db: db.execute(edit, values))
            table = await load_table(store, found.table, plain_room(store))
            assert isinstance(table, ArchivedTable)
            ann = table.chairs[0].guest
            said = [table.archive(0, ann), table.archive(-1, ""), table.download(ann)]
            return [msgspec.json.encode(one) for one in [*said, table.download("")]]
        finally:
            await store.close()

    old = asyncio.run(opened("UPDATE tables SET version = 0 WHERE id = ?", (found.table,)))
    other = "UPDATE entries SET body = 'stop' WHERE table_id = ? AND seat = 1 AND kind = 'move'"
    assert asyncio.run(opened(other, (found.table,))) == old
    more = "INSERT INTO entries VALUES (?, 999, 'x', 'move', 1, 'finish', '0123456789abcdef')"
    assert asyncio.run(opened(more, (found.table,))) == old
    mine = "INSERT INTO entries VALUES (?, 1000, 'y', 'move', 0, 'finish', '')"
    assert asyncio.run(opened(mine, (found.table,))) != old


def plain_room(store: SqliteStore) -> Any:
    return lambda game, row, chairs: Room(
        game, row, chairs, store, Metrics(), lambda room: None, 10_000, 200
    )


# ------------------------------------------------------------------------------------ it is over
def test_a_finished_game_always_shows_its_end(upgraded: Upgraded) -> None:
    eve = Guest(upgraded.server, "Eve")
    for case, why in (
        ("finished", "rules"),
        ("finished and scored otherwise", "log"),
        ("gone from the shelf", "shelf"),
    ):
        kept = upgraded.cases[case]
        found = upgraded.archive(case, -1, eve)
        assert found.over and found.why == why
        totals = [77] * len(kept.scores) if "otherwise" in case else kept.scores
        assert [score.total for score in found.scores] == totals
        assert all(score.rank for score in found.scores)
        points = [sum(points for _, points in score.lines) for score in found.scores]
        assert points == kept.scores
        assert found.told == len(found.log) and found.log[-1].at == kept.moves
        assert {line.seat for line in found.log} == set(range(len(kept.scores)))
        download = msgspec.json.decode(upgraded.record(case, eve), type=fairness.Download)
        assert download.commitment == fairness.commitment(kept.table, download.secret)
        assert record.read(download.record).match.seed == fairness.seed(download.secret)
    titles = {table.table: table.title for table in upgraded.ann.me().tables}
    assert "Micro Mycelium" in (found.title, *titles.values())


def test_of_an_old_end_that_nobody_wrote_down_the_moves_are_left(upgraded: Upgraded) -> None:
    """It is over, so nothing of it is a secret."""
    found = upgraded.archive("finished without result", -1, Guest(upgraded.server))
    moves = [e for e in upgraded.before["finished without result"][2] if e[3] != "chat"]
    assert found.over and found.scores == [] and found.told == 0 and len(found.log) == len(moves)
    kept = upgraded.record("finished without result", upgraded.ben)
    written = msgspec.json.decode(kept, type=messages.Transcript)
    assert written.secret and len(written.moves) == len(moves)


def test_an_end_that_was_not_written_down_is_written_at_the_next_opening(
    upgraded: Upgraded,
) -> None:
    """As if the process had died between the last move and the result."""
    kept = upgraded.cases["not marked as over"]
    with upgraded.sit("not marked as over") as line:
        assert isinstance(line.heard[0], messages.FullTable) and line.over
    [row], _, _, [result] = everything(upgraded.server, kept.table)
    assert row[8] == 1
    body = results.decode(result[1])
    assert body and [score.total for score in body.scores] == kept.scores


# ------------------------------------------------------------------------------ what is written
@pytest.mark.parametrize("game", ["morels", "evergreen"])
def test_every_move_has_its_hash_and_the_end_its_story(server: Server, game: str) -> None:
    ann = Guest(server, "Ann")
    table = ann.lay("me", "me", game=game).table
    lines = [ann.sit(table, 0), ann.sit(table, 1)]
    turn = 0
    while not lines[0].over:
        for line in lines:
            line.send(messages.Ping())
            line.until(messages.Pong)
        mover = next((line for line in lines if line.scene.moves), None)
        if mover is None:
            continue
        turn += 1
        mover.move(mover.scene.moves[turn % len(mover.scene.moves)].id)
        if turn in (7, 15) and not mover.over:
            assert isinstance(mover.wish(messages.DoUndo), messages.Ack)
            if turn == 7:
                assert isinstance(mover.wish(messages.DoRedo), messages.Ack)
    ended = [score.total for score in lines[0].scene.scores]
    for line in lines:
        line.close()
    download = msgspec.json.decode(
        ann.ask("GET", f"/api/tables/{table}/record").content, type=fairness.Download
    )
    again = record.read(download.record)
    with database(server) as db:
        rows = db.execute(
            "SELECT * FROM entries WHERE table_id = ? AND kind <> 'chat' ORDER BY seq", (table,)
        ).fetchall()
        [[body]] = db.execute("SELECT body FROM results WHERE table_id = ?", (table,)).fetchall()
    entries = [EntryRow(*row) for row in rows]
    assert {entry.kind for entry in entries} == {"move", "back", "redo"}
    match = record.fresh(again.match)
    for entry, played in zip(entries, again.match.log, strict=True):
        record.enter(match, played)
        assert entry.hash == state_hash(match.state)
    result = results.decode(body)
    assert result and result.record == download.record and result.spinney == spinney.__version__
    assert [score.total for score in result.scores] == ended
    assert sum(line.at > 0 for line in result.story) >= len(again.match.moves)
    assert result.story[-1].at == len(again.match.moves)
    assert sum("took a move back" in line.text for line in result.story) == 2
