"""Looking closer at a board: by buttons, keys, wheel and fingers; and a panel opened large."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import glade
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages

FINGER = 44  # px: so large is everything that is to be touched
SIZES = """board => [...board.querySelectorAll(".sprite.open")]
  .map(piece => piece.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"""


def width(piece: Locator) -> float:
    box = piece.bounding_box()
    assert box
    return box["width"]


def zoom(page: Page) -> Locator:
    return page.get_by_role("group", name="Look closer: The glade")


def a_tile(page: Page) -> Locator:
    return glade.board(page).locator(".sprite[data-sprite='tile30']")


def test_buttons_and_keys(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server)
    small = width(a_tile(page))
    zoom(page).get_by_role("button", name="Look closer").click()
    assert width(a_tile(page)) > 1.3 * small
    expect(page.get_by_role("status")).to_contain_text("140 percent")
    page.keyboard.press("+")
    larger = width(a_tile(page))
    assert larger > 1.8 * small
    before = a_tile(page).bounding_box()
    page.keyboard.press("Shift+ArrowRight")
    after = a_tile(page).bounding_box()
    assert before and after and after["x"] < before["x"] - 50
    page.keyboard.press("-")
    assert width(a_tile(page)) < larger
    page.keyboard.press("0")
    assert width(a_tile(page)) == pytest.approx(small, rel=0.02)  # the page may settle
    whole = zoom(page).get_by_role("button", name="See the whole board")
    expect(whole).to_have_attribute("aria-disabled", "true")


def test_wheel_and_drag(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server)
    small = width(a_tile(page))
    a_tile(page).hover()
    page.mouse.wheel(0, -100)  # without a modifier the page scrolls
    page.keyboard.down("Control")
    for _ in range(4):
        page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    expect(zoom(page).get_by_role("button", name="Look from farther")).to_have_attribute(
        "aria-disabled", "false"
    )
    assert width(a_tile(page)) == pytest.approx(small * 1.15**4, rel=0.02)
    before = a_tile(page).bounding_box()
    assert before
    x, y = before["x"] + 30, before["y"] + 30
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 90, y - 40, steps=4)
    page.mouse.up()
    after = a_tile(page).bounding_box()
    assert after and after["x"] == pytest.approx(before["x"] - 90, abs=3)
    assert not page.get_by_role("button", name="Clear", exact=True).is_visible()  # nothing chosen


def test_the_focus_is_kept_in_sight(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server)
    for _ in range(5):
        zoom(page).get_by_role("button", name="Look closer").click()
    glade.place(page, "E6").focus()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        inside = page.evaluate(
            """() => {
              const board = document.querySelector("[data-stage=glade] svg.face")
              const a = document.activeElement.getBoundingClientRect()
              const b = board.getBoundingClientRect()
              return !board.contains(document.activeElement) || (a.left >= b.left - 1
                && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1)
            }"""
        )
        assert inside, key


def test_two_fingers(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server, **PHONE)
    small = width(a_tile(page))
    box = glade.board(page).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, far: float) -> None:
        points = [{"x": x - far, "y": y, "id": 1}, {"x": x + far, "y": y, "id": 2}]
        shown: list[dict[str, Any]] = [] if kind == "touchEnd" else points
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": shown})

    touch("touchStart", 30)
    for far in (40, 50, 60, 70, 80, 90):
        touch("touchMove", far)
    touch("touchEnd", 0)
    assert width(a_tile(page)) > 2 * small
    assert page.evaluate("() => visualViewport.scale") == 1  # the page itself has not grown
    expect(page.get_by_role("button", name="Clear", exact=True)).to_have_count(0)


def test_sixty_places_on_a_phone(page_factory: Pages, server: Dealt) -> None:
    """One step closer and every place is large enough; before that the nearest is meant."""
    page = glade.sit(page_factory, server, options={"rounds": "2"}, **PHONE)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    assert min(glade.board(page).evaluate(SIZES)) < FINGER
    page.get_by_role("group", name="Market").get_by_role("button").first.tap()
    target = glade.place(page, "E6").bounding_box()
    assert target
    page.touchscreen.tap(target["x"] + target["width"] + 2, target["y"] + target["height"] / 2)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Clear", exact=True).tap()
    zoom(page).get_by_role("button", name="Look closer").tap()
    assert min(glade.board(page).evaluate(SIZES)) >= FINGER
    page.get_by_role("group", name="Market").get_by_role("button").first.tap()
    glade.place(page, "E6").tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(glade.board(page).get_by_label("E6, straight")).to_be_visible()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_a_panel_opened_large_is_alive(
    page_factory: Pages, server: Dealt, accessible: Callable[[Page], None], size: dict[str, Any]
) -> None:
    page = glade.sit(page_factory, server, "greedy", **size)
    if size:
        page.get_by_role("group").filter(has_text="Juniper").locator("summary").tap()
    moves = page.get_by_role("region", name="Your move").get_by_role("button", expanded=False)
    if size:
        moves.tap()
    page.locator(".moves button").first.click()
    name = "Juniper"
    page.get_by_role("button", name=f"Enlarge: {name}").click()
    large = page.get_by_role("dialog", name=name)
    expect(large.locator("[data-sprite]").first).to_be_visible()
    face = large.locator("svg.face").bounding_box()
    assert face and face["width"] > 300 and face["height"] > 400
    large.get_by_role("button", name="Look closer").click()
    accessible(page)
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)
