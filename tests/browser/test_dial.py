"""A tile that can be laid in six ways: shown in place, turned, played. And hundreds of moves."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import glade, seats
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages

MANY = " ".join(map(str, (2, 8, 13, 16, 20, 24, 27, 33, 36, 40, 44, 47, 50, 54, 57)))
LINES = 62  # in the list, at most
QUICK = 150  # ms from a click to a page that shows it; usually it is a tenth of that
TIMED = """piece => new Promise(done => {
  const {x, y, width, height} = piece.getBoundingClientRect()
  const at = {bubbles: true, clientX: x + width / 2, clientY: y + height / 2}
  const start = performance.now()
  piece.dispatchEvent(new PointerEvent("click", at))
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
})"""


def market(page: Page, nth: int = 0) -> Locator:
    return page.get_by_role("group", name="Market").get_by_role("button").nth(nth)


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="Your move")


def turned(page: Page) -> float:
    """By how much the tile in the air is turned."""
    road = glade.board(page).locator(".ghost").last
    found = re.search(r"rotate\(([\d.]+)\)", road.get_attribute("transform") or "")
    assert found
    return float(found.group(1))


def test_turn_and_play(
    page_factory: Pages, server: Dealt, accessible: Callable[[Page], None]
) -> None:
    server.deal("turn and play 1")  # the first tile is worth a point on E6, one way round
    page = glade.sit(page_factory, server)
    market(page).click()
    place = glade.place(page, "E6")
    place.click()
    expect(bar(page)).to_contain_text("6 ways to lay it")
    assert turned(page) == 0
    bar(page).get_by_role("button", name="Turn").click()
    assert turned(page) == 60
    page.keyboard.press("r")
    assert turned(page) == 120
    expect(page.get_by_role("status")).to_contain_text("turned by 120°")
    page.keyboard.press("Shift+R")
    assert turned(page) == 60
    place.hover()
    page.mouse.wheel(0, 100)
    expect(bar(page)).to_contain_text("turned by 120°")
    place.click()  # once more on the same place turns it, too
    assert turned(page) == 180
    ways = bar(page).get_by_role("button", name=re.compile("^Way "))
    expect(ways).to_have_count(6)
    expect(ways.nth(3)).to_have_attribute("aria-pressed", "true")
    worth = [way.get_attribute("aria-label") or "" for way in ways.all()]
    assert any("1 point" in says for says in worth)
    accessible(page)
    best = next(i for i, says in enumerate(worth) if "1 point" in says)
    ways.nth(best).click()
    expect(bar(page).locator("em")).to_have_text("1 point")
    bar(page).get_by_role("button", name="Play", exact=True).click()
    expect(seats.story(page)).to_have_count(1)
    expect(page.get_by_role("button", name="Why this score?")).to_contain_text("1")


def test_a_dropped_tile_can_still_be_turned(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server)
    market(page, 1).drag_to(glade.place(page, "E6"))
    expect(bar(page)).to_contain_text("6 ways to lay it")
    page.keyboard.press("r")
    assert turned(page) == 60
    bar(page).get_by_role("button", name="Play", exact=True).click()
    expect(glade.board(page).get_by_label("E6, fork")).to_be_visible()


def test_hundreds_of_moves(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server, options={"stones": MANY})
    listing = page.get_by_role("region", name="Moves", exact=True)
    expect(listing.locator("header")).to_contain_text("720")
    assert seats.moves(page).count() <= LINES
    more = listing.get_by_role("button", name="more: choose on the board")
    before = seats.moves(page).count()
    more.click()
    assert seats.moves(page).count() == before + 100
    took = [market(page).evaluate(TIMED) for _ in range(5)]
    assert sorted(took)[2] < QUICK, took
    assert seats.moves(page).count() <= LINES + 200


def test_a_whole_game_by_keyboard(page_factory: Pages, server: Dealt) -> None:
    """Market, board and dial without a mouse, zoomed in so that the view must follow."""
    page = glade.sit(page_factory, server, options={"rounds": "3"})
    expect(seats.moves(page).first).to_be_visible()
    page.keyboard.press("+")
    for _ in range(15):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('.sprite.open')"):
            break
    for turn in range(3):
        expect(seats.story(page)).to_have_count(turn)
        expect(page.locator(".sprite:focus-visible")).to_have_count(1)
        for _ in range(6):  # the market lies above the board
            if page.evaluate("() => document.activeElement.dataset.panel") == "market":
                break
            page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("R turns it, once more plays it.")
        page.keyboard.press("r")
        expect(page.get_by_role("status")).to_contain_text("turned by 60°")
        page.keyboard.press("Enter")
    expect(seats.end(page)).to_be_visible()


def test_on_a_phone(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server, **PHONE)
    market(page).tap()
    glade.place(page, "E6").tap()
    bar(page).get_by_role("button", name="Turn").tap()
    assert turned(page) == 60
    glade.board(page).locator(".sprite.on").tap()
    assert turned(page) == 120
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    bar(page).get_by_role("button", name="Play", exact=True).tap()
    expect(glade.board(page).get_by_label("E6, end")).to_be_visible()
