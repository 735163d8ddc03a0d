"""Underwood in a real browser: the base game and every variant to the end, a board built by hand,
and a phone.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from spinney.games.underwood import GAME
from tests.browser import seats
from tests.browser.conftest import browser, deal, page_factory, server
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages
from tests.server.living import Guest

__all__ = ["browser", "deal", "page_factory", "server"]  # the fixtures of the browser tests
pytestmark = pytest.mark.browser


def sit(
    pages: Pages, server: Dealt, *others: str, size: dict[str, Any] | None = None, **options: str
) -> Page:
    """Ann at a new table, against these others."""
    ann = Guest(server, "Ann")
    table = ann.lay("me", *others, game=GAME.name, **options).table
    page = pages(**(size or {}))
    seats.settle(page, **seats.QUICK)
    name, _, value = ann.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server.origin}])
    page.goto(f"{server.origin}/table/{table}")
    expect(page.get_by_role("heading", level=1, name=GAME.title)).to_be_visible()
    return page


def floor(page: Page) -> Locator:
    return page.get_by_role("region", name="The forest floor")


def my_turn(page: Page) -> None:
    expect(page).to_have_title(f"● Your turn · {GAME.title} · Spinney")


def test_the_base_game_on_the_board_to_the_end(page_factory: Pages, server: Dealt) -> None:
    """Start tokens by a click on a space, a growth by a click on a mycelium and a key on a tile."""
    page = sit(page_factory, server, "greedy", "greedy", "greedy")
    for number in range(1, 5):
        my_turn(page)
        free = floor(page).locator("[data-spot^='space:'].open")
        free.nth(free.count() // 2).click()
        mine = seats.story(page).filter(has_text="Ann placed a start token")
        expect(mine).to_have_count(number)
    my_turn(page)
    floor(page).locator("[data-spot^='space:'].open").first.click()
    floor(page).locator("[data-spot^='tile:'].open").first.focus()
    page.keyboard.press("Enter")
    expect(seats.story(page).filter(has_text="Ann grew a mushroom")).to_have_count(1)
    scores = seats.to_the_end([page], Random(1))
    assert len(scores) == 4
    assert "the game is over" in " ".join(seats.told(page)[-1:])


@pytest.mark.parametrize("variant", ["clearings", "mycorrhiza", "saplings", "ant_trail"])
def test_a_variant_to_the_end(page_factory: Pages, server: Dealt, variant: str) -> None:
    page = sit(page_factory, server, "greedy", variant=variant)
    scores = seats.to_the_end([page], Random(2))
    assert len(scores) == 2
    trees = floor(page).locator("[data-art='tree']")
    expect(trees).to_have_count(4 if variant in ("mycorrhiza", "saplings") else 0)
    ants = floor(page).locator("[data-art='ants']")
    expect(ants).to_have_count(8 if variant == "ant_trail" else 0)


def test_a_board_is_built_on_the_table_and_can_be_laid_again(
    page_factory: Pages, server: Dealt
) -> None:
    page = sit(page_factory, server, "random", layout="built")
    while page.get_by_role("region", name="Tiles to lay").count():
        if not seats.play(page, Random(3)):
            page.wait_for_timeout(20)
    note = floor(page).get_by_text("This board as text:").locator("..")
    board = note.inner_text().split(":")[1].strip()
    again = sit(page_factory, server, "random", board=board)
    expect(floor(again).get_by_text("This board as text:").locator("..")).to_contain_text(board)


def test_a_phone_shows_the_board_without_moving_sideways(
    page_factory: Pages, server: Dealt
) -> None:
    page = sit(page_factory, server, "greedy", "greedy", size=PHONE, variant="ant_trail")
    my_turn(page)
    free = floor(page).locator("[data-spot^='space:'].open")
    free.first.tap()
    expect(floor(page).locator("[data-sprite^='token-0.']").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Numbers of spaces").tap()
    expect(floor(page).get_by_text("17", exact=True)).to_be_visible()
