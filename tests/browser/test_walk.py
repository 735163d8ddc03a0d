"""How points are counted: step by step before one's eyes, or as a list, and in the story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import glade, seats
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages

SLOW: dict[str, Any] = {"speed": "1", "ask": "never", "motion": "full"}
STEP = "the path goes on to E5"


def earn(page: Page) -> None:
    """Lay the first tile so that its path goes on."""
    page.get_by_role("group", name="Market").get_by_role("button").first.click()
    for place in ("E6", "E4", "D5", "F5", "D4", "F4"):
        spot = glade.place(page, place)
        if not spot.count():
            continue
        spot.click()
        ways = page.get_by_role("region", name="Your move").get_by_role("button", name="Way ")
        worth = [way.get_attribute("aria-label") or "" for way in ways.all()]
        best = [i for i, says in enumerate(worth) if "point" in says]
        if best:
            ways.nth(best[0]).click()
            page.get_by_role("button", name="Play", exact=True).click()
            return
        page.get_by_role("button", name="Clear", exact=True).click()
        page.get_by_role("group", name="Market").get_by_role("button").first.click()
    raise AssertionError("no path goes on")


def total(page: Page) -> str:
    return page.get_by_role("button", name="Why this score?").locator("b").inner_text()


def test_step_by_step(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server, likes=SLOW, options={"double": "true"})
    earn(page)
    bar = page.get_by_role("region", name="Your move")
    expect(bar).to_contain_text(STEP)
    assert total(page) == "0"  # not yet
    expect(bar.get_by_role("button", name="Skip")).to_be_visible()
    expect(glade.board(page).locator(".sprite.hot")).to_have_count(2)
    expect(page.locator(".flights .earned")).to_have_text("+2")
    expect(page.get_by_role("status")).to_contain_text("The path goes on to E5: 2 points.")
    expect(page.get_by_role("button", name="Why this score?").locator("b")).to_have_text("2")
    expect(bar).not_to_contain_text(STEP)
    expect(glade.board(page).locator(".sprite.hot")).to_have_count(0)
    expect(seats.story(page).last).to_contain_text(f"{STEP} +2")
    page.reload()
    expect(seats.story(page).last).to_contain_text(f"{STEP} +2")


def test_it_can_be_skipped(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server, likes=SLOW)
    earn(page)
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("region", name="Your move")).not_to_contain_text(STEP, timeout=600)
    assert total(page) == "1"


def test_without_motion_it_is_a_list(
    page_factory: Pages, server: Dealt, accessible: Callable[[Page], None]
) -> None:
    page = glade.sit(page_factory, server, likes={"speed": "1", "ask": "never"})
    earn(page)
    steps = page.get_by_role("list", name="What was counted")
    expect(steps).to_contain_text(f"{STEP}+1")
    assert total(page) == "1"
    accessible(page)
    page.get_by_role("button", name="Close", exact=True).click()
    expect(steps).to_have_count(0)


def test_in_the_replay(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server, options={"rounds": "1"})
    earn(page)
    seats.end(page).get_by_role("link", name="Watch the replay").click()
    page.get_by_role("button", name="One move later").click()
    expect(page.get_by_role("list", name="What was counted")).to_contain_text(STEP)
    phone = page_factory(page.url, **PHONE)
    phone.get_by_role("button", name="One move later").tap()
    expect(phone.get_by_role("list", name="What was counted")).to_contain_text(STEP)
    assert phone.evaluate("() => document.documentElement.scrollWidth") == 360
