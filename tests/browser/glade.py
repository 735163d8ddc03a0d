"""At a table of the toy with the free board."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import seats
from tests.browser.dealt import Dealt
from tests.browser.pages import Pages
from tests.server.living import Guest
from tests.toy.glade import GLADE


def sit(
    pages: Pages,
    server: Dealt,
    *others: str,
    options: dict[str, str] | None = None,
    likes: dict[str, Any] = seats.QUICK,
    **more: Any,
) -> Page:
    """Ann at a new table, against these others, or alone."""
    ann = Guest(server, "Ann")
    table = ann.lay("me", *others, game=GLADE.name, **(options or {})).table
    return look(pages, server, ann, table, likes, **more)


def look(
    pages: Pages, server: Dealt, guest: Guest, table: str, likes: dict[str, Any], **more: Any
) -> Page:
    """A browser in which somebody is at a table already."""
    page = pages(**more)
    seats.settle(page, **likes)
    name, _, value = guest.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server.origin}])
    page.goto(f"{server.origin}/table/{table}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page


def board(page: Page) -> Locator:
    return page.get_by_role("group", name="The glade", exact=True)


def place(page: Page, name: str) -> Locator:
    return board(page).get_by_role("button", name=f"{name}, empty")
