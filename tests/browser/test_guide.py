"""A guided first game: led step by step, free to do otherwise, free to leave."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser import glade, seats
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages
from tests.toy.glade import GLADE

FIRST, READ, THEN = (step.says for step in GLADE.guide)


def coach(page: Page) -> Locator:
    return page.get_by_role("region", name="Guide")


def lay(page: Page, tile: int) -> None:
    """Lay a tile of the market on the first place that is open."""
    page.get_by_role("group", name="Market").get_by_role("button").nth(tile).click()
    glade.board(page).locator(".sprite.open").first.click()
    page.get_by_role("button", name="Play", exact=True).click()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_asked_for_when_the_table_is_laid(
    page_factory: Pages, server: Dealt, accessible: Callable[[Page], None], size: dict[str, Any]
) -> None:
    page = page_factory(**size)
    seats.settle(page, **seats.QUICK)
    dialog = seats.new_table(page, server, GLADE.title)
    dialog.get_by_role("button", name="Alone").click()
    dialog.get_by_role("checkbox", name="Guided first game").check()
    expect(dialog.get_by_role("spinbutton", name="Rounds")).to_have_count(0)  # the guide's choice
    dialog.get_by_role("button", name="Lay the table").click()
    expect(coach(page)).to_contain_text(FIRST)
    expect(coach(page)).to_contain_text("Step 1 of 3")
    expect(page.get_by_role("status")).to_contain_text(FIRST)
    expect(page.locator(".sprite.hot")).to_have_count(1)  # the tile it speaks of
    accessible(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    lay(page, 1)  # something else: it waits
    expect(coach(page)).to_contain_text(FIRST)
    page.reload()
    expect(coach(page)).to_contain_text(FIRST)
    lay(page, 0)
    expect(coach(page)).to_contain_text(READ)
    page.get_by_role("button", name="Undo").click()
    expect(coach(page)).to_contain_text(FIRST)
    lay(page, 0)
    coach(page).get_by_role("button", name="Go on").click()
    expect(coach(page)).to_contain_text(THEN)
    lay(page, 0)
    expect(coach(page)).to_contain_text("That was the guide")
    coach(page).get_by_role("button", name="Close").click()
    expect(coach(page)).to_have_count(0)


def test_a_move_that_is_refused_takes_no_step(page_factory: Pages, server: Dealt) -> None:
    refused: list[str] = []

    def between(line: WebSocketRoute) -> None:
        there = line.connect_to_server()

        def said(text: str | bytes) -> None:
            wish = json.loads(text)
            if wish["type"] != "move" or refused:
                return there.send(text)
            refused.append(wish["id"])
            return line.send(json.dumps({"type": "refused", "id": wish["id"], "text": "Not now."}))

        line.on_message(said)

    page = glade.sit(page_factory, server, options=dict(GLADE.guided))
    page.route_web_socket(re.compile("/ws$"), between)
    page.reload()
    coach(page).get_by_role("button", name="Guide me").click()
    lay(page, 0)
    expect(page.get_by_text("Not now.").first).to_be_visible()
    expect(coach(page)).to_contain_text(FIRST)
    lay(page, 0)
    expect(coach(page)).to_contain_text(READ)
    assert len(refused) == 1


def test_offered_and_left(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server, options=dict(GLADE.guided))
    coach(page).get_by_role("button", name="Guide me").click()
    expect(coach(page)).to_contain_text(FIRST)
    coach(page).get_by_role("button", name="Leave the guide").click()
    expect(coach(page)).to_have_count(0)
    seats.some_moves([page], Random(1), 1)
    expect(coach(page)).to_have_count(0)


def test_refused_it_is_not_offered_again(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server, options=dict(GLADE.guided))
    coach(page).get_by_role("button", name="No, thank you").click()
    page.reload()
    expect(seats.moves(page).first).to_be_visible()
    expect(coach(page)).to_have_count(0)


def test_nobody_is_guided_in_another_game(page_factory: Pages, server: Dealt) -> None:
    page = glade.sit(page_factory, server, options={"rounds": "2"})
    expect(seats.moves(page).first).to_be_visible()
    expect(coach(page)).to_have_count(0)
