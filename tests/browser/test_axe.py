"""axe finds nothing on any page, in any theme."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import seats
from tests.browser.pages import PHONE, Pages
from tests.server.living import Server

Ask = Callable[[Page], None]


FLAT = "*, ::before, ::after { background-image: none !important }"


@pytest.fixture
def accessible(accessible: Ask) -> Ask:
    """On plain ground: where there is a gradient, axe does not judge the contrast."""

    def ask(page: Page) -> None:
        page.add_style_tag(content=FLAT)
        accessible(page)

    return ask


@pytest.fixture(params=["light", "dark", "contrast"])
def theme(request: pytest.FixtureRequest) -> dict[str, Any]:
    """How the system of a visitor is set; the page follows it."""
    if request.param == "contrast":
        return {"contrast": "more"}
    return {"theme": request.param}


def test_the_shelf_and_the_way_to_a_table(
    page_factory: Pages, server: Server, accessible: Ask, theme: dict[str, Any]
) -> None:
    page = page_factory(server.origin, **theme)
    expect(page.get_by_role("button", name=seats.TITLE)).to_be_visible()
    wanted = "contrast" if "contrast" in theme else theme["theme"]
    expect(page.locator("html")).to_have_attribute("data-theme", wanted)
    page.get_by_role("button", name="Rename").click()
    accessible(page)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Settings").click()
    accessible(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=seats.TITLE).click()
    accessible(page)
    page.get_by_role("button", name="With a friend far away").click()
    page.get_by_role("button", name="Lay the table").click()
    expect(page.get_by_role("textbox", name="Link for a friend")).to_be_visible()
    accessible(page)
    link = seats.invitation(page)
    page.goto(server.origin)
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    accessible(page)
    friend = page_factory(link, **theme)
    expect(friend.get_by_role("button", name="Sit down")).to_be_visible()
    accessible(friend)


def test_the_table(
    page_factory: Pages, server: Server, accessible: Ask, theme: dict[str, Any]
) -> None:
    game = seats.Quick(server, Random(79))
    while len(game.line.scene.moves) < 8 or game.lines[0].version < 20:
        game.move()
    waiting = game.sit(page_factory, 1 - game.seat, **theme)
    accessible(waiting)
    page = game.sit(page_factory, game.seat, likes={"ask": "always"}, **theme)
    accessible(page)
    page.get_by_role("main").get_by_role("group").get_by_role("button").last.click()
    expect(page.get_by_role("button", name="Clear", exact=True)).to_be_visible()
    accessible(page)  # narrowed by a card
    page.get_by_role("button", name="Clear", exact=True).click()
    waiting.get_by_role("button", name="Ask to undo").click()
    expect(page.get_by_role("button", name="Rather not")).to_be_visible()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("textbox", name="Say something").fill("Good evening")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("list", name="Chat")).to_contain_text("Good evening")
    accessible(page)  # somebody asks, and there is chat
    for sheet in ("Rules", "At the table", "Settings", "Why this score?"):
        page.get_by_role("button", name=sheet).click()
        expect(page.get_by_role("dialog", name=sheet)).to_be_visible()
        accessible(page)
        page.get_by_role("dialog", name=sheet).get_by_role("button", name="Close").click()
    page.get_by_role("tab", name="Story").click()
    seats.story(page).nth(1).get_by_role("button").click()
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    accessible(page)


def test_the_end_and_the_replay(
    page_factory: Pages, server: Server, accessible: Ask, theme: dict[str, Any]
) -> None:
    game = seats.Quick(server, Random(83))
    game.finish()
    page = game.sit(page_factory, 0, **theme)
    seats.end(page).get_by_text("Was it dealt fairly?").click()
    accessible(page)
    seats.end(page).get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("ArrowRight")
    accessible(page)


def test_a_phone(
    page_factory: Pages, server: Server, accessible: Ask, theme: dict[str, Any]
) -> None:
    game = seats.Quick(server, Random(89))
    while len(game.line.scene.moves) < 6:
        game.move()
    page = game.sit(page_factory, game.seat, **theme, **PHONE)
    page.get_by_role("region", name="Your move").get_by_role("button", expanded=False).click()
    accessible(page)
    page.get_by_role("region", name="Your move").get_by_role("button", expanded=True).click()
    page.get_by_role("button", name="More", exact=True).tap()
    accessible(page)


def test_the_curtain(page_factory: Pages, server: Server, accessible: Ask) -> None:
    page = page_factory()
    seats.settle(page, **seats.QUICK)
    seats.lay(page, server, "Together at this screen")
    seats.one_moves([page], Random(1))
    expect(page.get_by_role("button", name="I am")).to_be_visible()
    accessible(page)
