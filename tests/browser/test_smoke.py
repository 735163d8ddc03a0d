"""The first look: the shelf stands, on a desk and on a phone, by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spinney.core import shelf
from tests.browser.pages import PHONE, Pages
from tests.server.living import Server

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_the_shelf_shows_every_game(
    page_factory: Pages,
    server: Server,
    accessible: Callable[[Page], None],
    screen: dict[str, Any],
    theme: str,
) -> None:
    page = page_factory(server.origin, theme=theme, **screen)
    expect(page).to_have_title("Spinney")
    for game in shelf.games().values():
        expect(page.get_by_role("button", name=game.title)).to_be_visible()
        cover = page.locator(f"use[href='#{game.name}-{game.board.cover}']")
        expect(cover).to_be_visible()
    assert page.evaluate(SIDEWAYS) <= 0
    accessible(page)


@pytest.mark.parametrize("path", ["/table/none", "/replay/none"])
def test_an_address_of_nothing_leads_back_to_the_shelf(
    page_factory: Pages, server: Server, path: str
) -> None:
    page_factory.forgive("404")
    page = page_factory(server.origin + path)
    page.get_by_role("link", name="To the shelf").click()
    expect(page).to_have_url(f"{server.origin}/")
