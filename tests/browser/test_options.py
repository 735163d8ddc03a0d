"""Options in the dialog: every kind of field, with the game's own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import glade, seats
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages
from tests.toy.glade import GLADE


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_every_kind_of_field(
    page_factory: Pages, server: Dealt, accessible: Callable[[Page], None], size: dict[str, Any]
) -> None:
    page_factory.forgive("422")  # the browser, about what the server does not grant
    page = page_factory(**size)
    dialog = seats.new_table(page, server, GLADE.title)
    sky = dialog.get_by_role("combobox", name="The sky")
    assert sky.locator("option").all_inner_texts() == ["Fair, and it stays so", "Rain before noon"]
    expect(dialog.get_by_text("What it does")).to_be_visible()
    sky.select_option("Rain before noon")
    expect(dialog.get_by_text("Then the sun comes out")).to_be_visible()
    expect(dialog.get_by_role("combobox", name="Patience")).to_have_count(0)
    dialog.get_by_role("button", name="Alone").click()
    expect(dialog.get_by_role("combobox", name="Patience")).to_be_visible()
    dialog.get_by_role("checkbox", name="Twofold paths").check()
    dialog.get_by_role("spinbutton", name="Rounds").fill("2")
    stones = dialog.get_by_role("textbox", name="Stones")
    accessible(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    stones.fill("7 99")  # there are 61 places
    dialog.get_by_role("button", name="Lay the table").click()
    expect(dialog.get_by_role("alert")).to_have_text("there is no place 99")
    stones.fill("over there")
    dialog.get_by_role("button", name="Lay the table").click()
    expect(dialog.get_by_role("alert")).to_contain_text("$.stones")
    stones.fill("7 8")
    dialog.get_by_role("button", name="Lay the table").click()
    expect(glade.board(page).get_by_label("a stone")).to_have_count(2)
