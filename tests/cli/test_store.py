"""spinney store: what it says, asks and returns. What it does is tested with the server."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from spinney.cli import main
from tests.server.living import GAME
from tests.server.test_maintenance import NAME, ids, lay
from tests.server.threats import damage

from .conftest import Run

AGE = ("--tables-older-than", "90", "--guests-older-than", "90", "--finished-only")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return lay(
        tmp_path,
        ("old", 100, True, ["ann", "ben"]),
        ("new", 10, False, ["ann", "cleo"]),
        guests={"ann": 100, "ben": 100, "cleo": 100},
    )


@pytest.mark.parametrize("action", ["check", "backup", "restore", "prune"])
def test_every_action_has_a_help(spinney: Run, action: str) -> None:
    code, out, err = spinney("store", action, "--help")
    assert (code, err) == (0, "") and out.startswith(f"usage: spinney store {action}")
    assert all(len(line) <= 100 for line in out.splitlines())


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ([], "the following arguments are required: ACTION"),
        (["dance"], "invalid choice: 'dance'"),
        (["check", "nowhere"], "nowhere: there is no store here"),
        (["backup", "nowhere", "copy.db"], "nowhere: there is no store here"),
        (["restore", "nowhere/store.db", "copy.db"], "nowhere: there is no such folder"),
        (["restore", ".", "copy.db"], "copy.db: there is no store here"),
        (["prune", "nowhere"], "give --tables-older-than or --guests-older-than"),
        (["prune", "nowhere", *AGE], "nowhere: there is no store here"),
        (["prune", ".", "--tables-older-than", "0"], "'0' is no number from 1 on"),
    ],
)
def test_mistakes_are_one_line(
    spinney: Run, args: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = spinney("store", *args)
    assert (code, out) == (2, "") and says in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_check_counts_and_lists_problems(spinney: Run, store: Path) -> None:
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE tables SET finished = 0")
    code, out, err = spinney("store", "check", store.parent)
    assert (code, err) == (0, "")
    assert f"  {GAME}  2 tables (0 finished)\n  398 entries, 3 guests\n" in out
    assert out.endswith("Nothing is wrong.\n")
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE tables SET finished = 1 WHERE id = 'new'")
        db.execute("DELETE FROM entries WHERE table_id = 'old' AND seq = 7")
    code, out, err = spinney("store", "check", store)
    assert (code, err) == (1, "")
    assert out.splitlines()[-3:] == [
        f"problem: table old ({GAME}): entry 7 is missing",
        f"problem: table new ({GAME}): it is marked as finished, but its log does not end the game",
        "2 problems.",
    ]


def test_a_damaged_store_is_one_line_and_a_failure(
    spinney: Run, store: Path, tmp_path: Path
) -> None:
    damage(store, "entries")
    code, out, err = spinney("store", "backup", store, tmp_path / "copy.db")
    assert (code, out) == (1, "") and err.count("\n") == 1
    assert f"'spinney store restore {store} BACKUP'" in err
    code, out, err = spinney("store", "check", store)
    assert (code, err) == (1, "") and "problem: " in out


def test_a_backup_says_its_size_and_a_restore_how_to_undo_it(
    spinney: Run, store: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    code, out, err = spinney("store", "backup", store.parent, copy)
    assert (code, out, err) == (0, f"{copy}: {copy.stat().st_size / 1e6:,.1f} MB, checked\n", "")
    code, out, err = spinney("store", "backup", store, copy)
    assert code == 2 and "a file of that name already" in err and err.count("\n") == 1
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE tables SET rematch = 'new' WHERE id = 'old'")
    code, out, err = spinney("store", "restore", store.parent, copy)
    assert (code, err) == (0, "")
    undo = out.splitlines()[-1].partition("spinney ")[2].split()
    assert undo[:2] == ["store", "restore"] and spinney(*undo)[0] == 0
    with closing(sqlite3.connect(store)) as db:
        assert db.execute("SELECT rematch FROM tables WHERE id = 'old'").fetchone() == ("new",)


def test_prune_counts_and_removes_nothing_unless_told(spinney: Run, store: Path) -> None:
    before = store.read_bytes()
    code, out, err = spinney("store", "prune", store, *AGE, typed="y\n")
    assert (code, err) == (0, "") and store.read_bytes() == before
    first, second = out.splitlines()
    assert first.startswith("would remove 1 table (1 finished), 1 guest without a seat; about 0.0")
    assert second == "Nothing was removed: add --yes."
    code, out, err = spinney("store", "prune", store, *AGE, "--yes")
    assert (code, err) == (0, "")
    said = out.splitlines()[-1]
    assert said.startswith("removed 1 table (1 finished), 1 guest without a seat; ")
    assert ids(store, "tables") == {"new"} and ids(store, "guests") == {"ann", "cleo"}
    assert spinney("store", "prune", store, *AGE, "--yes") == (0, "Nothing is that old.\n", "")


@pytest.mark.parametrize(("typed", "left"), [("\n", 2), ("n\n", 2), ("y\n", 1), ("Yes\n", 1)])
def test_prune_asks_on_a_terminal(
    store: Path, typed: str, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal(typed))
    assert main(["store", "prune", str(store.parent), *AGE]) == 0
    assert len(ids(store, "tables")) == left
    assert store.name == NAME
