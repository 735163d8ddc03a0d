"""All decide at the same time, each in a browser of their own, and nobody sees too much."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page, expect

from tests.browser import seats
from tests.browser.dealt import Dealt
from tests.browser.glade import look
from tests.browser.pages import Pages
from tests.server.living import Guest
from tests.toy import BRAMBLE


def three(pages: Pages, server: Dealt) -> list[Page]:
    """Ann, Bo and Cleo at a table of the toy with the secret choice."""
    guests = [Guest(server, name) for name in ("Ann", "Bo", "Cleo")]
    opened = guests[0].lay("me", "open", "open", game=BRAMBLE.name)
    for seat, guest in enumerate(guests[1:], 1):
        guest.claim(opened.table, opened.invites[seat])
    return [look(pages, server, guest, opened.table, seats.QUICK) for guest in guests]


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="Your move")


def choose(page: Page, nth: int = 0) -> str:
    """Choose a card; its words."""
    line = seats.moves(page).filter(has_text="card").nth(nth)
    words = line.inner_text()
    line.click()
    expect(seats.moves(page).filter(has_text="finish")).to_have_count(1)
    return words


def finish(page: Page) -> None:
    page.get_by_role("region", name="Your move").get_by_role("button", name="finish").click()


def test_waiting_undo_and_news_only_afterwards(
    page_factory: Pages, server: Dealt, accessible: Callable[[Page], None]
) -> None:
    ann, bo, cleo = three(page_factory, server)
    expect(bar(ann)).to_contain_text("Bo and Cleo decide at the same time.")
    choose(ann)
    finish(ann)
    expect(bar(ann)).to_contain_text("Waiting for Bo and Cleo.")
    expect(bar(bo)).to_contain_text("Cleo decides at the same time.")
    accessible(ann)
    for page in (bo, cleo):  # of what Ann has done nothing is told
        assert seats.told(page) == []
        expect(page.get_by_label("Ann keeps")).to_have_count(0)

    ann.get_by_role("button", name="Undo").click()  # one's own choices are free until all are done
    expect(seats.moves(ann).filter(has_text="finish")).to_have_count(1)
    expect(bar(bo)).to_contain_text("Ann and Cleo decide at the same time.")
    finish(ann)
    choose(cleo)
    finish(cleo)
    expect(bar(ann)).to_contain_text("Waiting for Bo.")
    expect(bar(cleo)).to_contain_text("Waiting for Bo.")
    expect(bar(bo)).to_contain_text("Ann and Cleo have decided.")
    assert seats.told(bo) == []

    choose(bo)
    finish(bo)  # now all is shown to everybody
    for page in (ann, bo, cleo):
        for name in ("Ann", "Bo", "Cleo"):
            expect(page.get_by_label(f"{name} keeps")).to_be_visible()
        expect(seats.story(page).last).to_contain_text("Bo decided")
        expect(page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)


def test_to_the_end_in_any_order_with_one_who_comes_back(
    page_factory: Pages, server: Dealt
) -> None:
    pages = three(page_factory, server)
    rng = Random(3)
    for _ in range(30):  # somewhere in the middle Bo loads the page again
        rng.shuffle(pages)
        if seats.one_moves(pages, rng) is None:
            break
    pages[0].reload()
    expect(pages[0].get_by_role("heading", level=1)).to_be_visible()
    assert len(seats.to_the_end(pages, rng)) == 3


def test_at_one_screen_the_curtain_falls_between_two(page_factory: Pages, server: Dealt) -> None:
    page = page_factory()
    seats.settle(page, **seats.QUICK)
    seats.lay(page, server, "Together at this screen", BRAMBLE.title)
    choose(page)
    finish(page)
    page.get_by_role("button", name="I am").click()
    expect(page.get_by_label("keeps")).to_have_count(0)
    choose(page)
    finish(page)
    curtain = page.get_by_role("button", name="I am")  # it falls again if the first one has won
    page.add_locator_handler(curtain, lambda: curtain.click())
    expect(seats.moves(page).filter(has_text="bush").first).to_be_visible()
    expect(page.get_by_label("keeps")).to_have_count(2)
