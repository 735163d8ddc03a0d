"""A store of an older version in a real browser: games that go on, can only be read, are over."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import spinney
from spinney.core import fairness, shelf
from spinney.core.match import MatchLog
from spinney.core.snapshot import state_hash
from spinney.server.cookies import COOKIE
from tests.archive.make import Contents, Kept
from tests.archive.stores import completed, database, known, lay, pick
from tests.browser import seats
from tests.browser.pages import PHONE, Pages
from tests.server.living import Server

LANDSCAPE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
CANNOT = "This game cannot go on here"
ONLY = "Only to read"


class Old:
    """A store of 0.1.0 that knows its hashes, with tables that other rules have written."""

    def __init__(self, data: Path) -> None:
        self.server = Server(data)
        self.contents: Contents = lay("0.1.0", data)
        self.server.start()
        ann = known(self.server, self.contents.ann)
        for kept in self.contents.tables:
            ann.sit(kept.table, 0).close()
        completed(self.server)
        self.server.end()
        self.on = self.case("morels", "running")
        self.read = self.case("underwood", "running")
        self.over = self.case("morels", "finished")
        self.lost = self.case("undergrove", "running")
        with database(self.server) as db:
            for kept in (self.on, self.read, self.over):
                db.execute("UPDATE tables SET version = 0 WHERE id = ?", (kept.table,))
            self.differ(db, self.over, 1)
            self.differ(db, self.read, 1)
            self.hash(db, self.read)
            db.execute("UPDATE tables SET game = 'old_maid' WHERE id = ?", (self.lost.table,))
        self.server.start()

    def case(self, game: str, kind: str) -> Kept:
        return pick(self.contents, game, kind)

    def differ(self, db: sqlite3.Connection, kept: Kept, moves: int) -> None:
        """The last moves of a table lead elsewhere with these rules."""
        where = "table_id = ? AND kind <> 'chat'"
        last = f"SELECT seq FROM entries WHERE {where} ORDER BY seq DESC LIMIT {moves}"
        db.execute(
            f"UPDATE entries SET hash = 'elsewhere' WHERE table_id = ? AND seq IN ({last})",
            (kept.table, kept.table),
        )

    def hash(self, db: sqlite3.Connection, kept: Kept) -> None:
        """As if the older version had written hashes: one in the middle of the log that agrees."""
        row = db.execute(
            "SELECT secret, options, seats FROM tables WHERE id = ?", (kept.table,)
        ).fetchone()
        seq, text = halfway(db, kept, *row)
        db.execute(
            "UPDATE entries SET hash = ? WHERE table_id = ? AND seq = ?", (text, kept.table, seq)
        )

    def sit(self, pages: Pages, kept: Kept | None, **screen: Any) -> Page:
        """Ann at her table, or at the shelf."""
        page = pages(**screen)
        seats.settle(page, **seats.QUICK)
        page.context.add_cookies(
            [{"name": COOKIE, "value": self.contents.ann, "url": self.server.origin}]
        )
        page.goto(f"{self.server.origin}/table/{kept.table}" if kept else self.server.origin)
        return page


def halfway(
    db: sqlite3.Connection, kept: Kept, secret: str, options: str, count: int
) -> tuple[int, str]:
    """An entry in the middle of a log without undo, and the hash of the state after it."""
    game = shelf.games()[kept.game]
    chosen = game.choose({k: str(v) for k, v in json.loads(options).items()})
    match = MatchLog(game, chosen, count, fairness.seed(secret))
    entries = db.execute(
        "SELECT seq, kind, seat, body FROM entries WHERE table_id = ? AND kind <> 'chat'"
        " ORDER BY seq",
        (kept.table,),
    ).fetchall()
    first = entries[: len(entries) // 2]
    for _, kind, seat, body in first:
        assert kind == "move"
        match.act(seat, game.verbs.parse(body))
    return int(first[-1][0]), state_hash(match.state)


@pytest.fixture(scope="module")
def old(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Old]:
    found = Old(tmp_path_factory.mktemp("old"))
    yield found
    found.server.end()


def test_a_game_of_an_older_version_goes_on(page_factory: Pages, old: Old) -> None:
    page = old.sit(page_factory, old.on)
    with known(old.server, old.contents.ben).sit(old.on.table, 1) as ben:
        lines = len(ben.table.log)
        assert lines >= old.on.moves
        expect(seats.story(page)).to_have_count(lines)
        if ben.scene.moves:
            ben.move(ben.scene.moves[0].id)
        else:
            assert seats.play(page, Random(1))
    expect(seats.story(page)).to_have_count(lines + 1)


@pytest.mark.parametrize(
    "screen, theme",
    [({}, "light"), (PHONE, "dark"), (LANDSCAPE, "light")],
    ids=["desk", "phone", "landscape"],
)
def test_a_game_that_cannot_go_on_is_read(
    page_factory: Pages,
    old: Old,
    accessible: Callable[[Page], None],
    screen: dict[str, Any],
    theme: str,
) -> None:
    page = old.sit(page_factory, old.read, theme=theme, **screen)
    expect(page.get_by_role("heading", level=1, name="Underwood")).to_be_visible()
    notice = page.get_by_role("region", name=CANNOT)
    expect(notice).to_contain_text("older version of Underwood")
    expect(notice).to_contain_text(f"Spinney {spinney.__version__}")
    expect(page.get_by_role("region", name="At the table")).to_contain_text("Ben")
    expect(page.get_by_role("region", name="Chat")).to_contain_text("Good luck! 🍄")
    story = page.get_by_role("region", name="Story")
    told, written = story.get_by_role("list").all()
    expect(told).to_contain_text("Ann")
    expect(told).to_contain_text("Ben")  # what happened while the hashes agreed
    expect(written).to_contain_text("Ann: ")
    expect(written).not_to_contain_text("Ben")  # what he did after that may be a secret
    with page.expect_download() as download:
        notice.get_by_role("link", name="Download the record").click()
    kept = json.loads(download.value.path().read_text())
    assert kept["spinney"] == spinney.__version__
    assert kept["secret"] == "" and kept["moves"] and kept["story"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    accessible(page)


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_a_finished_game_shows_its_end(
    page_factory: Pages, old: Old, accessible: Callable[[Page], None], screen: dict[str, Any]
) -> None:
    page = old.sit(page_factory, old.over, **screen)
    expect(page.get_by_role("heading", level=2, name="You win")).to_be_visible()
    result = page.get_by_role("region", name="Result")
    totals = sorted(old.over.scores, reverse=True)
    expect(result.get_by_role("heading", level=3)).to_have_count(len(totals))
    for heading, total in zip(result.get_by_role("heading", level=3).all(), totals, strict=True):
        expect(heading).to_contain_text(str(total))
    expect(result.get_by_role("row").first).to_be_visible()
    lines = page.get_by_role("region", name="Story").get_by_role("listitem")
    assert lines.count() >= old.over.moves
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert json.loads(download.value.path().read_text())["record"].startswith("Spinney record")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    accessible(page)


def test_old_tables_are_in_the_list_and_a_replay_leads_to_them(
    page_factory: Pages, old: Old
) -> None:
    page = old.sit(page_factory, None)
    mine = page.get_by_role("region", name="Your tables")
    mine.get_by_role("button", name="Show all").click()
    archived = mine.get_by_role("link").filter(has_text=ONLY)
    expect(archived).to_have_count(2)
    archived.filter(has_text="Old Maid").click()
    expect(page.get_by_text("Old Maid is not on the shelf any more")).to_be_visible()
    page_factory.forgive("404")
    page.goto(f"{old.server.origin}/replay/{old.over.table}")
    expect(page.get_by_role("heading", level=2, name="You win")).to_be_visible()
