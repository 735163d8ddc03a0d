"""The deal waits for everybody, and each browser takes part in it and checks it."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect

from spinney.core import fairness
from tests.browser import seats
from tests.browser.pages import Pages
from tests.server.living import Guest, Server

DEALS = "() => JSON.parse(localStorage.getItem('spinney.deals'))"


def verdict(page: Page) -> str:
    """What the end screen says about the deal."""
    seats.end(page).get_by_text("Was it dealt fairly?").click()
    return seats.end(page).get_by_role("group").get_by_role("status").inner_text()


def test_the_table_is_dealt_when_everybody_is_there(page_factory: Pages, server: Server) -> None:
    ann, bob = page_factory(), page_factory()
    for page in (ann, bob):
        seats.settle(page, **seats.QUICK)
    table = seats.lay(ann, server, "With a friend far away")
    expect(ann.get_by_text("The game is dealt when everybody is here.")).to_be_visible()
    expect(ann.get_by_text("Waiting for somebody to sit down", exact=True)).to_be_visible()
    expect(seats.moves(ann)).to_have_count(0)
    seats.join(bob, seats.invitation(ann), "Bob")
    seats.to_the_end([ann, bob], Random(6))
    for page in (ann, bob):
        assert verdict(page) == (
            "Your browser has checked it: the deal is the one that was promised."
        )
    content = Guest(server).ask("GET", f"/api/tables/{table}/record").content
    for seat, page in enumerate((ann, bob)):
        mine = page.evaluate(DEALS)[table]
        fairness.verify(content, mine["commitment"], mine[str(seat)])


def test_a_browser_notices_another_deal_than_the_promised(
    page_factory: Pages, server: Server
) -> None:
    ann = page_factory()
    seats.settle(ann, **seats.QUICK)
    table = seats.lay(ann, server)
    expect(seats.moves(ann).first).to_be_visible()
    ann.evaluate(
        """table => {
            const deals = JSON.parse(localStorage.getItem('spinney.deals'));
            deals[table].commitment = '0'.repeat(64);
            localStorage.setItem('spinney.deals', JSON.stringify(deals));
        }""",
        table,
    )
    while seats.one_moves([ann], Random(7)):
        pass
    assert "not the deal that was promised" in verdict(ann)
