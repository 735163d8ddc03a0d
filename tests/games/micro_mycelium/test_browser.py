"""Whole games in a real browser: two people, one with a mouse and one with the keyboard alone, and
a solo game with both.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import seats
from tests.browser.conftest import browser, deal, page_factory, server
from tests.browser.pages import PHONE, Pages
from tests.server.living import Guest, Server

__all__ = ["browser", "deal", "page_factory", "server"]  # the fixtures of the browser tests
pytestmark = pytest.mark.browser

GAME = "micro_mycelium"
OPEN = "[data-sprite].open"
PIECE = "() => document.activeElement.matches('[data-sprite].open, [data-sprite].on')"
TABLE = """() => [...document.querySelectorAll("[data-sprite]")].map(piece =>
  [piece.dataset.panel, piece.dataset.sprite, piece.matches(".look-dim")].join()).join()"""
READY = "() => /^(●|Over)/.test(document.title) && !document.querySelector('.bar .sending')"
FAR = 500  # so many times one presses the tab key at most: there may be many moves in the list
ARROWS = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]

Hand = Callable[[Page, Random], None]


def sit(pages: Pages, server: Server, guest: Guest, table: str, **options: Any) -> Page:
    page = pages(**options)
    seats.settle(page, **seats.QUICK)
    name, _, value = guest.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server.origin}])
    page.goto(f"{server.origin}/table/{table}")
    expect(page.get_by_role("heading", level=1, name="Micro Mycelium")).to_be_visible()
    return page


def asked(page: Page) -> Locator:
    return page.get_by_role("region", name="Your move")


def dial(page: Page) -> Locator:
    """There while a tile lies in its place and can still be turned."""
    return asked(page).get_by_role("button", name=re.compile(r"^Turn\b"))


def by_mouse(page: Page, rng: Random) -> None:
    """Click on a piece that shines, and on another; turn the tile; play."""
    before = page.evaluate(TABLE)
    for _ in range(12):
        shining = page.locator(OPEN)
        shining.nth(rng.randrange(shining.count())).click()
        if dial(page).count():
            for _ in range(rng.randrange(6)):
                dial(page).click()
            page.get_by_role("button", name="Play", exact=True).click()
        if moved(page, before):
            return
    raise AssertionError("no move was found with the mouse")


def by_keys(page: Page, rng: Random) -> None:
    """Tab to the pieces, arrows from one to the next, Enter takes one, r turns, a digit plays."""
    before = page.evaluate(TABLE)
    for _ in range(30):
        tab_to_a_piece(page)
        for _ in range(rng.randrange(1, 4)):
            page.keyboard.press(rng.choice(ARROWS))
        page.keyboard.press("Enter")
        if dial(page).count():
            page.keyboard.press("r")
            page.keyboard.press("Shift+R")
            page.keyboard.press(str(rng.randrange(1, 7)))
        if moved(page, before):
            return
    raise AssertionError("no move was found with the keyboard")


def tab_to_a_piece(page: Page) -> None:
    for _ in range(FAR):
        if page.evaluate(PIECE):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the tab key never comes to a piece")


def moved(page: Page, before: str) -> bool:
    """Whether a move is on its way, or was made; then waits until the table shows it."""
    if page.locator(OPEN).count() and page.evaluate(TABLE) == before:
        return False
    page.wait_for_function(f"before => ({TABLE})() !== before", arg=before)
    return True


def to_the_end(pages: dict[Page, list[Hand]], rng: Random) -> int:
    """Everybody moves in their own ways, a dozen moves each; how many moves it took."""
    moves = 0
    until = monotonic() + 90
    while monotonic() < until:
        if all(page.title().startswith("Over") for page in pages):
            return moves
        for page, hands in pages.items():
            if page.title().startswith("●") and page.locator(OPEN).count():
                hands[moves // 12 % len(hands)](page, rng)
                moves += 1
        next(iter(pages)).wait_for_timeout(10)
    raise AssertionError("the game does not end")


def test_two_people_with_a_mouse_and_a_keyboard(page_factory: Pages, server: Server) -> None:
    ann, bob = Guest(server, "Ann"), Guest(server, "Bob")
    opened = ann.lay("me", "open", game=GAME, advanced="true")
    bob.claim(opened.table, opened.invites[1])
    pages: dict[Page, list[Hand]] = {
        sit(page_factory, server, ann, opened.table): [by_mouse],
        sit(page_factory, server, bob, opened.table): [by_keys],
    }
    for page in pages:
        expect(asked(page)).to_contain_text("Choose the special tile")
    assert to_the_end(pages, Random(8)) == 2 + 18
    scores = [seats.scored(page) for page in pages]
    assert scores[0] == scores[1]
    told = ann.sit(opened.table, 0).scene.scores
    assert {f"{score.name} {score.total}" for score in told} == set(scores[0])


def test_a_solo_game_with_mouse_and_keyboard(page_factory: Pages, server: Server) -> None:
    guest = Guest(server, "Ann")
    table = guest.lay("me", game=GAME, easy="true").table
    page = sit(page_factory, server, guest, table)
    expect(asked(page)).to_contain_text("Lay the first tiles")
    moves = to_the_end({page: [by_mouse, by_keys]}, Random(5))
    scene = guest.sit(table, 0).scene
    assert 27 + 8 <= moves <= 27 + 14
    assert scene.verdict
    expect(seats.end(page)).to_be_visible()
    expect(seats.end(page)).to_contain_text(scene.verdict)


def test_a_phone_shows_the_field_and_the_tiles(page_factory: Pages, server: Server) -> None:
    guest = Guest(server, "Ann")
    table = guest.lay("me", "greedy", "greedy", "greedy", game=GAME).table
    page = sit(page_factory, server, guest, table, **PHONE)
    rng = Random(2)
    for _ in range(3):
        page.wait_for_function(READY)
        expect(page.locator(OPEN).first).to_be_visible()
        before = page.evaluate(TABLE)
        for _ in range(12):
            shining = page.locator(OPEN)
            shining.nth(rng.randrange(shining.count())).tap()
            if dial(page).count():
                page.get_by_role("button", name="Play", exact=True).tap()
            if moved(page, before):
                break
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
