"""Undergrove in a real browser: three at a table, one alone on a phone, and the guided first game,
each to the end.
"""

from __future__ import annotations

import re
from random import Random
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from spinney.games.undergrove import GAME
from tests.browser import seats
from tests.browser.conftest import browser, deal, page_factory, server
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages
from tests.server.living import Guest

__all__ = ["browser", "deal", "page_factory", "server"]  # the fixtures of the browser tests
pytestmark = pytest.mark.browser


def sit(pages: Pages, server: Dealt, *others: str, size: dict[str, Any], **options: str) -> Page:
    """Ann at a new table, against these others, or alone."""
    ann = Guest(server, "Ann")
    table = ann.lay("me", *others, game=GAME.name, **options).table
    page = pages(**size)
    seats.settle(page, **seats.QUICK)
    name, _, value = ann.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server.origin}])
    page.goto(f"{server.origin}/table/{table}")
    expect(page.get_by_role("heading", level=1, name=GAME.title)).to_be_visible()
    return page


def forest(page: Page) -> Locator:
    return page.get_by_role("group", name="The forest", exact=True)


def coach(page: Page) -> Locator:
    return page.get_by_role("region", name="Guide")


def narrow_enough(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def choose(page: Page, words: str) -> None:
    """A move of the list, by its words."""
    seats.moves(page).filter(has_text=re.compile(re.escape(words), re.I)).first.click()


def test_three_at_a_table_to_the_end(page_factory: Pages, server: Dealt) -> None:
    page = sit(page_factory, server, "random", "greedy", size={}, starter="seat0")
    forest(page).get_by_role("button", name="North-west of Earthlover").click()  # on the map
    expect(seats.story(page).first).to_contain_text("settled north-west of Earthlover")
    expect(page.get_by_role("region", name="Goals")).to_contain_text("Ann 0")
    scores = seats.to_the_end([page], Random(3))
    assert len(scores) == 3
    assert "the game is over" in " ".join(seats.told(page)[-60:])  # and how it was counted


def by_thumb(page: Page, rng: Random) -> None:
    """A solo game on a phone, from the sheet of moves, to the end."""
    bar = page.get_by_role("region", name="Your move")
    lines = bar.get_by_role("listitem").get_by_role("button")
    until = monotonic() + seats.PATIENCE
    while not page.title().startswith("Over"):
        assert monotonic() < until, "nothing can be done"
        if not lines.count():
            opens = bar.get_by_role("button", expanded=False)
            if opens.count():
                opens.click()
            page.wait_for_timeout(10)
            continue
        lines.nth(rng.randrange(lines.count())).click()
        until = monotonic() + seats.PATIENCE


def test_alone_on_a_phone_to_the_end(page_factory: Pages, server: Dealt) -> None:
    page = sit(page_factory, server, size=PHONE, difficulty="hard")
    assert narrow_enough(page)
    by_thumb(page, Random(5))
    end = seats.end(page)
    expect(end.get_by_role("heading", level=2)).to_have_text("Not this time")
    expect(end.get_by_text(re.compile(r"Brown \d+ and Tan \d+"))).to_be_visible()
    assert narrow_enough(page)


GUIDED = {  # the words of each step, as the list of moves has them
    "settle corner=ne": "north-east of Earthlover",
    "partner": "Partner",
    "lay mushroom=woodland_lepidella x=1 y=-1": "Woodland Lepidella north of Fly Agaric",
    "pay part=n": "1 N",
    "root mushroom=fly_agaric corner=nw": "into Fly Agaric from its north-west",
    "root mushroom=pacific_golden_chanterelle corner=se": "into Pacific Golden Chanterelle",
    "activate mushroom=fly_agaric": "Fly Agaric",
    "absorb source=fly_agaric mushroom=fly_agaric corner=nw": "from Fly Agaric, Seedling at its",
    "pay part=pores": "the pores token",
    "reproduce": "Reproduce",
    "lay mushroom=king_bolete x=2 y=-1": "King Bolete east of Woodland Lepidella",
    "plant mushroom=king_bolete corner=sw": "south-west of King Bolete",
}


def test_the_guided_first_game_to_the_end(page_factory: Pages, server: Dealt) -> None:
    page = page_factory()
    seats.settle(page, **seats.QUICK)
    dialog = seats.new_table(page, server, GAME.title)
    dialog.get_by_role("combobox", name="Chair 2").select_option(label="Computer: Level 1")
    dialog.get_by_role("checkbox", name="Guided first game").check()
    expect(dialog.get_by_role("checkbox", name="Quick Sprout")).to_have_count(0)  # the guide's own
    dialog.get_by_role("combobox", name="Who begins").select_option(label="The first seat")
    dialog.get_by_role("button", name="Lay the table").click()
    followed = 0
    for step in GAME.guides[0]:
        expect(coach(page)).to_be_visible()
        if not step.moves:  # the review after four turns
            expect(coach(page)).to_contain_text(step.says)
            coach(page).get_by_role("button", name="Go on").click()
            continue
        if step.spare and step.says not in coach(page).inner_text():
            continue  # only for what others can spoil
        expect(coach(page)).to_contain_text(step.says)
        expect(coach(page)).to_contain_text(step.why)
        before = len(seats.told(page))
        choose(page, GUIDED[step.moves[0]])
        expect(seats.story(page).nth(before)).to_be_visible()
        expect(coach(page)).not_to_contain_text(step.says)
        followed += 1
    assert followed == sum(not step.spare for step in GAME.guides[0] if step.moves)
    expect(coach(page)).to_contain_text("That was the guide")
    seats.to_the_end([page], Random(7))
    assert len(seats.scored(page)) == 2
