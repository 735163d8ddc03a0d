"""Components files of people's own: kept, played with, and no trouble to anybody else."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from spinney.core import fairness, record, shelf
from spinney.core.components import LARGEST, file_id
from spinney.server.store.maintenance import Age, back_up, check_store, prune, restore
from spinney.server.store.sqlite import SqliteStore
from spinney.table import messages
from spinney.table.store import FileRow, GuestRow, KeptRow
from tests.server.living import GAME, Guest, Refused, Server, serving

OURS = shelf.components(GAME).decode()
USUAL = shelf.games()[GAME]
POINTS = re.compile(r"^mvp = (\d+)$", re.M)  # of the game that these tests play


def corrected(points: int, remark: str = "") -> str:
    """The first card is worth so many points."""
    return remark + POINTS.sub(f"mvp = {points}", OURS, count=1)


def lay(guest: Guest, file: str, *seats: str, game: str = GAME) -> messages.Opened:
    body = messages.NewTable(game, list(seats), file=file)
    return guest.post("/api/tables", body, messages.Opened)


def wrong(guest: Guest, text: str, path: str = "/api/components/check") -> messages.ErrorBody:
    headers = {"origin": guest.server.origin, "content-type": "application/json"}
    body = msgspec.json.encode(messages.NewFile(GAME, text))
    answer = guest.ask("POST", path, content=body, headers=headers)
    assert answer.status_code == 422, answer.text
    return msgspec.json.decode(answer.content, type=messages.ErrorBody)


def values(scene: Any) -> str:
    return json.dumps(msgspec.to_builtins(scene.panels))


def finish(lines: list[Any]) -> None:
    """Play to the end, the last of the possible moves each time."""
    while not lines[0].over:
        for line in lines:
            line.send(messages.Ping())
            line.until(messages.Pong)
        mover = next((line for line in lines if line.scene.moves and not line.over), None)
        if mover is not None:
            mover.move(mover.scene.moves[-1].id)


# ------------------------------------------------------------------------------------------ files
def test_a_file_is_checked_kept_downloaded_and_taken_away(server: Server) -> None:
    ann = Guest(server, "Ann")
    usual = ann.ask("GET", f"/api/games/{GAME}/components")
    assert usual.content == OURS.encode() and "attachment" in usual.headers["content-disposition"]
    assert usual.headers["x-content-type-options"] == "nosniff"
    text = corrected(7)
    checked = ann.post("/api/components/check", messages.NewFile(GAME, text), messages.Checked)
    assert checked.components == USUAL.reprint(text.encode()).components != USUAL.components
    [change] = checked.changes
    assert change.field == "mvp" and change.now == "7"
    assert ann.get("/api/components", messages.KeptFiles).files == []
    kept = ann.keep(text, "  My\tbox ")
    [file] = kept.files
    assert (file.file, file.name, file.game) == (file_id(text.encode()), "My box", GAME)
    assert kept.file == file.file and file.components == checked.components
    assert ann.keep(text, "Again").files[0].name == "Again" and len(ann.keep(text).files) == 1
    path = f"/api/components/{GAME}/{file.file}"
    assert ann.ask("GET", path).text == text
    assert Guest(server, "Eve").ask("GET", path).status_code == 404
    assert Guest(server).ask("GET", path).status_code == 404
    assert ann.post(f"{path}/remove", {}, messages.KeptFiles).files == []
    assert ann.ask("GET", path).status_code == 404
    with pytest.raises(Refused, match=r"422: .*do not keep"):
        lay(ann, file.file, "me", "me")


def test_a_broken_file_names_the_entry_the_field_and_the_line(server: Server) -> None:
    ann = Guest(server, "Ann")
    found = wrong(ann, OURS.replace("mvp = 1", 'mvp = "one"', 1))
    assert found.field == "mvp" and found.entry.startswith("cards.")
    assert found.what == "expected a whole number, found a text in quotes"
    assert OURS.split("\n")[found.line - 1] == "mvp = 1"
    assert wrong(ann, OURS.replace("[cards.", "[[cards.", 1)).line
    assert "not a TOML file" in wrong(ann, "<script>alert(1)</script>").error
    assert "larger than" in wrong(ann, "é" * (LARGEST // 2 + 1)).error
    assert wrong(ann, "[cards.x]\n", "/api/components").error
    assert ann.get("/api/components", messages.KeptFiles).files == []


def test_an_ai_card_that_cannot_be_read_is_named(server: Server) -> None:
    games = [name for name in shelf.games() if b"top-most ring" in shelf.components(name)]
    ann = Guest(server, "Ann")
    for game in games:
        text = shelf.components(game).decode().replace("top-most ring", "upper ring", 1)
        with pytest.raises(Refused, match=r"cards\.\w+, actions: cannot read '.*upper ring"):
            ann.post("/api/components/check", messages.NewFile(game, text), messages.Checked)
    assert games


def test_threat_29_components_files_have_limits(tmp_path: Path) -> None:
    with serving(
        tmp_path, limits_checks_per_minute="6", limits_files_per_guest="2", limits_own_games="2"
    ) as server:
        ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
        files = [ann.keep(corrected(points)).file for points in (5, 6)]
        with pytest.raises(Refused, match=r"409: .*keep 2 files"):
            ann.keep(corrected(7))
        assert len(ann.keep(corrected(6), "another name").files) == 2
        ben.keep(corrected(8))
        for _ in range(2):
            wrong(ann, "x")
        with pytest.raises(Refused, match="429"):
            ann.keep("x")
        # tables with two files are open: there is no room for a third, but for the same ones
        tables = [lay(ann, file, "me", "me").table for file in files]
        with ann.sit(tables[0], 0), ann.sit(tables[1], 0):
            other = file_id(corrected(8).encode())
            with pytest.raises(Refused, match=r"503: .*pieces of their own"):
                lay(ben, other, "me", "me")
            lay(ann, files[0], "me", "me")
            ben.lay("me", "me")
        assert lay(ben, other, "me", "me").table
        with ann.sit(tables[0], 0) as line:
            assert line.table.pieces is not None


# ----------------------------------------------------------------------------------------- tables
def test_threat_30_two_files_two_tables_do_not_disturb_each_other(server: Server) -> None:
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    files = {points: ann.keep(corrected(points)).file for points in (5, 9)}
    tables = {points: lay(ann, file, "me", "open") for points, file in files.items()}
    plain = ann.lay("me", "me").table
    hashes = {points: USUAL.reprint(corrected(points).encode()).components for points in (5, 9)}
    sheets = {}
    for points, opened in tables.items():
        told = messages.Pieces(hashes[points], "Ann")
        invitation = ben.get(f"/api/tables/{opened.table}", messages.Invitation)
        assert invitation.pieces == told and invitation.names == ["Ann", ""]
        ben.claim(opened.table, opened.invites[1])
        for guest, seat in ((ann, 0), (ben, 1), (Guest(server), -1)):
            with guest.sit(opened.table, seat) as line:
                assert line.table.pieces == told
                assert line.scene.pieces == hashes[points]
        art = ben.ask("GET", f"/api/games/{GAME}/art.svg?v={hashes[points]}")
        assert art.status_code == 200
        sheets[points] = art.text
        assert ben.ask("GET", f"/api/tables/{opened.table}/components").text == corrected(points)
    sheets[0] = ben.ask("GET", f"/api/games/{GAME}/art.svg").text
    assert len(set(sheets.values())) == 3
    assert ann.ask("GET", f"/api/games/{GAME}/art.svg?v={'0' * 16}").text == sheets[0]
    assert ann.ask("GET", f"/api/tables/{plain}/components").status_code == 404
    with ann.sit(plain, 0) as line:
        assert line.table.pieces is None and line.scene.pieces == ""
    assert ann.position(plain, 0).scene.pieces == ""
    assert ann.position(tables[5].table, 0).scene.pieces == hashes[5]


def test_a_game_goes_on_after_a_restart_and_its_rematch_has_the_same_pieces(
    tmp_path: Path,
) -> None:
    text = corrected(9, "# Ann's remark\n")
    with serving(tmp_path) as server:
        ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
        file = ann.keep(text).file
        opened = lay(ann, file, "me", "open")
        ben.claim(opened.table, opened.invites[1])
        with ann.sit(opened.table, 0) as one, ben.sit(opened.table, 1) as two:
            for _ in range(6):
                mover = one if one.scene.moves else two
                mover.move(mover.scene.moves[0].id)
                (two if mover is one else one).catch_up(mover.version)
            version = one.version
        ann.post(f"/api/components/{GAME}/{file}/remove", {}, messages.KeptFiles)
        server.restart(signal.SIGKILL)
        told = messages.Pieces(USUAL.reprint(text.encode()).components, "Ann")
        with ann.sit(opened.table, 0) as one, ben.sit(opened.table, 1) as two:
            assert one.version == version and one.table.pieces == told
            finish([one, two])
            played = one.scene.scores
        answer = ann.ask("GET", f"/api/tables/{opened.table}/record")
        download = msgspec.json.decode(answer.content, type=fairness.Download)
        assert download.components == text and f"components: {told.components}" in download.record
        found = fairness.verify(answer.content)
        assert found.match.outcome().scores == [score.total for score in played]
        with pytest.raises(record.RecordError, match="other components"):
            record.read(download.record)
        again = ben.rematch(opened.table)
        with ben.sit(again.table, again.seats[0]) as line:
            assert line.table.pieces == told
        check_command_line(tmp_path, answer.content, download)
    assert check_store(tmp_path / "games").problems == []


def check_command_line(folder: Path, content: bytes, download: fairness.Download) -> None:
    (folder / "game.json").write_bytes(content)
    (folder / "game.record").write_text(download.record)
    (folder / "box.toml").write_text(download.components)

    def spinney(*words: str) -> int:
        command = [sys.executable, "-m", "spinney.cli", *words]
        return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode

    assert spinney("verify", "game.json") == 0
    assert spinney("replay", "game.record", "--components", "box.toml") == 0
    assert spinney("replay", "game.record") != 0


def test_computer_players_and_hints_know_the_pieces(server: Server) -> None:
    """Also those whose net was made for other pieces."""
    ann = Guest(server, "Ann")
    file = ann.keep(corrected(9)).file
    for level in ("level1", "level3", "level4"):
        opened = lay(ann, file, "me", level)
        with ann.sit(opened.table, 0) as line:
            for _ in range(4):
                while not line.scene.moves:
                    line.hear()
                hint = line.wish(messages.AskHint)
                assert isinstance(hint, messages.Advice)
                assert isinstance(line.move(hint.move), messages.Ack)
    log = server.log.read_text()
    assert "any legal move is made instead" not in log


def test_every_game_of_the_shelf_is_played_with_a_file(server: Server) -> None:
    """A remark and another name change no rule, but the file is somebody's own."""
    ann = Guest(server, "Ann")
    for name, game in shelf.games().items():
        text = shelf.components(name).decode()
        text = text.replace('name = "', 'name = "My ', 1)
        file = ann.keep(text, game=name).file
        opened = lay(ann, file, *["me"] * game.seats[0], game=name)
        with ann.sit(opened.table, 0) as line:
            assert line.table.pieces and line.table.pieces.box == "Ann"
            assert line.scene.pieces == game.reprint(text.encode()).components
            art = ann.ask("GET", f"/api/games/{name}/art.svg?v={line.scene.pieces}")
            assert art.status_code == 200 and art.text.count("<symbol") > 3


def test_threat_29_components_files_with_markup_stay_text(server: Server) -> None:
    ann = Guest(server, "Ann")
    said = "<img src=x onerror='alert(1)'> & </text></svg>"
    text = re.sub(r'^name = ".*"$', f'name = "{said}"', OURS, count=1, flags=re.M)
    opened = lay(ann, ann.keep(text, "<b>box</b>").file, "me", "me")
    with ann.sit(opened.table, 0) as line:
        assert line.table.pieces is not None
        art = ann.ask("GET", f"/api/games/{GAME}/art.svg?v={line.table.pieces.components}").text
    drawn = ElementTree.fromstring(art)
    assert not [one for one in drawn.iter() if one.tag.endswith(("img", "script"))]
    assert said in {one.text for one in drawn.iter()}


# ------------------------------------------------------------------------------ the whole server
def test_a_server_can_play_with_a_corrected_file(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text(corrected(9))
    ours = USUAL.reprint(box.read_bytes()).components
    with serving(tmp_path / "data") as server:
        before = Guest(server, "Ann").lay("me", "me").table
        server.settings["SPINNEY_COMPONENTS"] = f"{GAME}={box}"
        server.restart()
        ann = Guest(server, "Ann")
        [card] = [one for one in ann.get("/api/shelf", messages.Shelf).games if one.name == GAME]
        assert card.file and card.pieces == messages.Pieces(ours)
        assert ann.ask("GET", f"/api/games/{GAME}/components").text == corrected(9)
        table = ann.lay("me", "me").table
        mine = lay(ann, ann.keep(corrected(5)).file, "me", "me").table
        with ann.sit(table, 0) as line, ann.sit(before, -1) as old, ann.sit(mine, 0) as other:
            assert line.table.pieces == messages.Pieces(ours)
            assert old.table.pieces is None
            assert other.table.pieces and other.table.pieces.components != ours
        assert ann.ask("GET", f"/api/games/{GAME}/art.svg?v={ours}").status_code == 200
        del server.settings["SPINNEY_COMPONENTS"]
        box.unlink()
        server.restart()
        with ann.sit(table, 0) as line:
            assert line.table.pieces == messages.Pieces(ours)
        with ann.sit(ann.lay("me", "me").table, 0) as line:
            assert line.table.pieces is None


@pytest.mark.parametrize(
    ("said", "mistake"),
    [
        ("box.toml", "is not of the form GAME=FILE"),
        ("chess=box.toml", "no game 'chess'"),
        (f"{GAME}=none.toml", "none.toml: No such file"),
        (f"{GAME}=box.toml", "box.toml: cards."),
    ],
)
def test_a_server_does_not_start_with_a_broken_file(
    tmp_path: Path, said: str, mistake: str
) -> None:
    (tmp_path / "box.toml").write_text(OURS.replace("mvp = 1", "mvp = -1", 1))
    command = [sys.executable, "-m", "spinney.cli", "serve", "--port", "0", "--data", "data"]
    done = subprocess.run(
        [*command, "--components", said], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and mistake in done.stderr and done.stderr.count("\n") == 1


# ------------------------------------------------------------------------------------- the store
async def filled(path: Path) -> None:
    store = await SqliteStore.open(path)
    for guest in ("ann", "ben"):
        await store.add_guest(GuestRow(guest, guest, 1))
    for guest, text in (("ann", "a"), ("ben", "a"), ("ben", "b")):
        row = FileRow(GAME, file_id(text.encode()), text, 1)
        assert await store.files.keep(row, KeptRow(guest, GAME, row.file, text, "h", 1), 5)
    await store.close()


def rows(path: Path, sql: str) -> list[Any]:
    with sqlite3.connect(path) as db:
        found = db.execute(sql).fetchall()
    db.close()
    return found


def test_a_file_is_stored_once_and_goes_with_the_last_who_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "spinney.db"
    asyncio.run(filled(path))
    assert [row[0] for row in rows(path, "SELECT text FROM components ORDER BY text")] == ["a", "b"]

    async def drop(guest: str, text: str) -> None:
        store = await SqliteStore.open(path)
        await store.files.drop(guest, GAME, file_id(text.encode()))
        await store.close()

    asyncio.run(drop("ann", "a"))
    assert len(rows(path, "SELECT file FROM components")) == 2
    asyncio.run(drop("ben", "a"))
    assert [row[0] for row in rows(path, "SELECT text FROM components")] == ["b"]


def test_check_backup_restore_and_prune_know_the_files(tmp_path: Path) -> None:
    path = tmp_path / "spinney.db"
    asyncio.run(filled(path))
    report = check_store(path)
    assert report.files == 2 and report.problems == []
    backup = back_up(path, tmp_path / "copy.db")
    with sqlite3.connect(path) as db:
        db.execute("UPDATE components SET text = 'c' WHERE text = 'a'")
        db.execute("DELETE FROM components WHERE text = 'b'")
    db.close()
    said = check_store(path).problems
    assert len(said) == 2 and "is not what it was" in said[0] and "not there" in said[1]
    restore(path, backup)
    assert check_store(path).problems == []
    prune(path, Age(guests=int(time.time())))
    assert rows(path, "SELECT * FROM components") == rows(path, "SELECT * FROM kept_files") == []


def test_a_table_whose_file_is_lost_can_be_read(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Guest(server, "Ann")
        opened = lay(ann, ann.keep(corrected(9)).file, "me", "me")
        with ann.sit(opened.table, 0) as line:
            line.move(line.scene.moves[0].id)
        server.end()
        with sqlite3.connect(server.data / "games" / "spinney.db") as db:
            db.execute("DELETE FROM components")
        db.close()
        assert any("not there" in one for one in check_store(server.data / "games").problems)
        server.start()
        with ann.sit(opened.table, 0) as line:
            [found] = line.heard
            assert isinstance(found, messages.Archive) and found.why == "rules"
            assert found.pieces and found.pieces.box == "Ann"
        assert ann.me().tables[0].archived
