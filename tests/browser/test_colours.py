"""Choosing a colour, at a new table and on an invitation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spinney.core import shelf
from tests.browser import seats
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SEAT = "(seat) => getComputedStyle(document.body).getPropertyValue(`--seat-${seat}`)"
MANY = next(game for game in shelf.games().values() if game.recolour and 2 in game.seats)


def colour(page: Page, seat: int) -> str:
    found: str = page.evaluate(SEAT, seat)
    return found.strip()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_a_colour_for_everybody(
    page_factory: Pages, server: Dealt, accessible: Callable[[Page], None], size: dict[str, Any]
) -> None:
    page_factory.forgive("409")
    ann, ben = page_factory(**size), page_factory(**size)
    dialog = seats.new_table(ann, server, MANY.title)
    dialog.get_by_role("button", name="With a friend far away").click()
    printed = colour(ann, 0), colour(ann, 1), colour(ann, 2)
    mine = dialog.get_by_role("radiogroup", name="Your colour")
    expect(mine.get_by_role("radio", name="Green")).to_be_checked()
    mine.get_by_role("radio", name="Blue").check(force=True)
    accessible(ann)
    assert ann.evaluate(SIDEWAYS) <= 0
    dialog.get_by_role("button", name="Lay the table").click()
    link = seats.invitation(ann)
    assert (colour(ann, 0), colour(ann, 1)) == (printed[1], printed[0])

    ben.goto(link)
    theirs = ben.get_by_role("radiogroup", name="Your colour")
    expect(theirs.get_by_role("radio", name="Green")).to_be_checked()
    expect(theirs.get_by_role("radio", name="Blue")).to_have_count(0)
    theirs.get_by_role("radio", name="Red").check(force=True)
    accessible(ben)
    ben.get_by_role("textbox", name="Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    ben.wait_for_url("**/table/*")
    expect(ben.get_by_role("heading", level=1, name=MANY.title)).to_be_visible()
    expect(ann.get_by_text("Free chair")).to_have_count(0)
    for page in (ann, ben):
        assert (colour(page, 0), colour(page, 1)) == (printed[1], printed[2])
    ann.goto(ann.url.replace("/table/", "/replay/"))
    expect(ann.get_by_role("heading", level=1)).to_be_visible()
    assert (colour(ann, 0), colour(ann, 1)) == (printed[1], printed[2])
    ann.goto(server.origin)
    expect(ann.get_by_role("heading", level=1, name="Spinney")).to_be_visible()
    assert colour(ann, 0) == printed[0], "the shelf has the printed colours"
