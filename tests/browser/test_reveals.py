"""What a board shows on demand: by pointing at a piece, by its label, by keyboard and by touch."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import glade
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages

THIS, NEXT = "Shadows of this season", "Shadows of the next season"


def shadows(page: Page) -> Locator:
    return glade.board(page).locator(".revealed")


def chip(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Show on the board").get_by_role("button", name=name)


def test_by_mouse(page_factory: Pages, server: Dealt, accessible: Callable[[Page], None]) -> None:
    page = glade.sit(page_factory, server)
    expect(shadows(page)).to_have_count(0)
    sun = glade.board(page).get_by_role("button", name="The sun")
    sun.hover()
    expect(shadows(page)).to_have_count(1)
    page.get_by_role("heading", level=1).hover()
    expect(shadows(page)).to_have_count(0)
    sun.click()  # and it stays
    page.get_by_role("heading", level=1).hover()
    expect(shadows(page)).to_have_count(1)
    expect(chip(page, THIS)).to_have_attribute("aria-pressed", "true")
    before = shadows(page).first.bounding_box()
    chip(page, NEXT).click()
    expect(chip(page, THIS)).to_have_attribute("aria-pressed", "false")
    expect(shadows(page)).to_have_count(1)  # one of them at a time
    assert shadows(page).first.bounding_box() != before
    accessible(page)
    chip(page, NEXT).click()
    page.get_by_role("heading", level=1).hover()
    expect(shadows(page)).to_have_count(0)


def test_by_keyboard(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server)
    glade.board(page).get_by_role("button").filter(visible=True).first.wait_for()
    page.keyboard.press("Tab")
    for _ in range(12):
        if page.evaluate("() => document.activeElement.matches('[data-sprite]')"):
            break
        page.keyboard.press("Tab")
    for _ in range(20):  # from the market up and to the left: there is the sun
        here = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        if here == "The sun":
            break
        page.keyboard.press("ArrowDown" if "empty" not in here else "ArrowLeft")
        if page.evaluate("() => document.activeElement.getAttribute('aria-label')") == here:
            page.keyboard.press("ArrowUp")
    expect(glade.board(page).get_by_role("button", name="The sun")).to_be_focused()
    expect(shadows(page)).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(shadows(page)).to_have_count(1)
    expect(page.get_by_role("status")).to_contain_text(f"Shown: {THIS}")


def test_by_touch(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server, **PHONE)
    glade.board(page).get_by_role("button", name="The sun").tap()
    expect(shadows(page)).to_have_count(1)
    chip(page, NEXT).tap()
    expect(shadows(page)).to_have_count(1)
    box = chip(page, NEXT).bounding_box()
    assert box and box["height"] >= 44
    chip(page, NEXT).tap()
    expect(shadows(page)).to_have_count(0)
