"""What is a reconstruction says so: on the shelf, at the table, and in the rules."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from spinney.core import shelf
from spinney.core.game import Game
from tests.browser import glade, seats
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages
from tests.server.living import Guest

MOVES = 8  # of each
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TOLD = [g for g in shelf.games().values() if g.origins.reconstructions and 2 in g.seats]
# A game in which single pieces are reconstructions, and one in which whole panels are.
PIECES = next(game for game in TOLD if game.origins.reconstructions[0].art)
PANELS = next(game for game in TOLD if game.origins.reconstructions[0].panels)


def begun(pages: Pages, server: Dealt, game: Game, **size: Any) -> Page:
    """A table of two at which enough was played for anything to be in sight."""
    ann = Guest(server, "Ann")
    table = ann.lay("me", "greedy", game=game.name)
    with ann.sit(table.table, 0) as line:
        for _ in range(MOVES):
            until = monotonic() + seats.PATIENCE
            while not line.scene.moves and monotonic() < until:
                sleep(0.05)
                line.hello(table.table, 0)
            line.move(line.scene.moves[0].id)
    return glade.look(pages, server, ann, table.table, seats.QUICK, **size)


@pytest.mark.parametrize("game", [PIECES, PANELS], ids=lambda game: game.name)
@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_the_table_says_what_is_a_reconstruction(
    page_factory: Pages,
    server: Dealt,
    accessible: Callable[[Page], None],
    size: dict[str, Any],
    game: Game,
) -> None:
    page = begun(page_factory, server, game, **size)
    sentences = {one.sentence for one in game.origins.reconstructions}
    sign = page.get_by_role("button", name="Our reconstruction").first
    expect(sign).to_be_visible()
    sign.click()
    told = page.get_by_role("note").first
    expect(told).to_be_visible()
    assert any(sentence in told.inner_text() for sentence in sentences)
    accessible(page)
    assert page.evaluate(SIDEWAYS) <= 0
    if game is PIECES:
        piece = page.locator("[data-sprite][data-about]").first
        assert piece.locator("desc").text_content() in sentences
        expect(piece.locator(".sign")).to_have_count(1)
        if not size:
            piece.hover()
            expect(page.locator(".tip i")).to_have_text(str(piece.get_attribute("data-about")))
    else:
        expect(page.locator(".sprite .sign")).to_have_count(0)


def test_the_shelf_leads_to_the_place_in_the_rules(
    page_factory: Pages, server: Dealt, accessible: Callable[[Page], None]
) -> None:
    page = page_factory(server.origin)
    for game in (PIECES, PANELS):
        line = page.get_by_role("listitem").filter(has_text=game.origins.summary)
        line.get_by_role("link", name="How we know").click()
        title = f"The rules of {game.title}"
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
        expect(page.get_by_text(game.origins.credits).first).to_be_visible()
        place = page.locator(".book :focus")
        expect(place).to_contain_text(game.origins.told_in)
        expect(place).to_be_in_viewport()
        accessible(page)
        page.get_by_role("link", name="To the shelf").click()


def test_the_dialog_says_who_made_the_box(page_factory: Pages, server: Dealt) -> None:
    page = page_factory()
    for game in shelf.games().values():
        dialog = seats.new_table(page, server, game.title)
        if game.origins.credits:
            expect(dialog.get_by_text(game.origins.credits)).to_be_visible()
        if game.origins.summary:
            expect(dialog.get_by_text(game.origins.summary)).to_be_visible()
