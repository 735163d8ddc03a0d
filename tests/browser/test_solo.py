"""A game for one: laid without company, taken back without asking, and judged at the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.browser import glade, seats
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages
from tests.server.living import Guest
from tests.toy.glade import GLADE


def test_alone_from_the_shelf(
    page_factory: Pages, server: Dealt, accessible: Callable[[Page], None]
) -> None:
    page = page_factory()
    seats.settle(page, **seats.QUICK)
    dialog = seats.new_table(page, server, GLADE.title)
    expect(dialog.get_by_role("combobox", name="Players")).to_have_value("2")  # the usual number
    expect(dialog.get_by_role("combobox", name="Chair 2")).to_be_visible()
    dialog.get_by_role("button", name="Alone").click()
    expect(dialog.get_by_role("combobox", name="Players")).to_have_count(0)
    expect(dialog.get_by_role("combobox", name="Chair")).to_have_count(0)
    accessible(page)
    dialog.get_by_role("button", name="Against the computer").click()
    expect(dialog.get_by_role("combobox", name="Players")).to_have_value("2")
    dialog.get_by_role("button", name="Alone").click()
    dialog.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/table/*")

    seats.some_moves([page], Random(1), 1)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("title", "Take your last move back.")
    undo.click()
    expect(seats.story(page)).to_have_count(1)
    expect(seats.story(page).last).to_contain_text("took a move back")
    expect(seats.story(page).last).not_to_contain_text("computer")

    seats.to_the_end([page], Random(1))
    end = seats.end(page)
    expect(end.get_by_role("heading", level=2)).to_have_text("Not this time")
    expect(end.get_by_text("A seedling")).to_be_visible()
    expect(end.get_by_text("Winner")).to_have_count(0)
    accessible(page)
    end.get_by_role("button", name="Close").click()
    expect(page.get_by_role("region", name="Your move")).to_contain_text("A seedling")


def test_a_won_game_alone(page_factory: Pages, server: Dealt) -> None:
    ann = Guest(server, "Ann")
    table = ann.lay("me", game=GLADE.name, double="true", rounds="12").table
    with ann.sit(table, 0) as line:
        while not line.over:
            line.move(max(line.scene.moves, key=lambda move: move.gain).id)
    page = glade.look(page_factory, server, ann, table, seats.QUICK, **PHONE)
    end = seats.end(page)
    expect(end.get_by_role("heading", level=2)).to_have_text("You win")
    expect(end.get_by_text("An old oak")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
