"""Two people at one screen: between their turns a curtain hides what only one of them may see."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page, expect

from tests.browser import hidden, seats
from tests.browser.hidden import WATCHER
from tests.browser.pages import Pages
from tests.browser.wires import Wire
from tests.server.living import Guest, Server

NAMES = ["Ann", "Ann (2)"]
IN_FRONT = """() => {
  const here = document.activeElement
  return here === document.body || here.closest("dialog, [role=dialog]") !== null
}"""


class Screen:
    """The screen they share, and what each of them knows."""

    def __init__(self, page: Page, server: Server, table: str) -> None:
        self.page, self.server, self.table = page, server, table
        self.guest = Guest(server)
        (cookie,) = page.context.cookies()
        self.guest.cookie = f"{cookie.get('name')}={cookie.get('value')}"

    def secrets(self, at: int) -> dict[int, set[str]]:
        """By viewer: what they do not know after so many moves."""
        scenes = {eyes: self.guest.position(self.table, at, eyes).scene for eyes in (WATCHER, 0, 1)}
        stories = {}
        for eyes in scenes:
            with self.guest.sit(self.table, eyes) as line:
                stories[eyes] = " ".join(said.text for said in line.table.log)
        return hidden.untold(scenes, stories)

    def shows(self, names: set[str]) -> list[str]:
        page = hidden.seen(self.page)
        return [name for name in names if name in page]


def test_the_curtain_hides_every_hand(page_factory: Pages, server: Server) -> None:
    page = page_factory()
    seats.settle(page, **seats.QUICK)
    wire = Wire(page)
    seats.rename(page, server, "Ann")
    screen = Screen(page, server, seats.lay(page, server, "Together at this screen"))
    rng = Random(31)
    seat = found = 0
    for at in range(1, 9):
        expect(seats.moves(page).first).to_be_visible()
        seats.play(page, rng)
        ready = page.get_by_role("dialog").get_by_role("button", name=f"I am {NAMES[1 - seat]}")
        expect(ready.or_(seats.moves(page)).first).to_be_visible()
        if not ready.count():
            continue  # the same one goes on
        expect(
            page.get_by_role("dialog", name=f"Pass the screen to {NAMES[1 - seat]}")
        ).to_have_count(1)
        secrets = screen.secrets(at)
        found += len(secrets[WATCHER])
        expect(ready).to_be_focused()
        assert not screen.shows(secrets[WATCHER]), "somebody's cards are behind the curtain"
        page.keyboard.press("Tab")
        assert page.evaluate(IN_FRONT), "the keyboard reaches behind the curtain"

        wire.deaf = True  # the curtain is up before the table has been told
        ready.click()
        page.wait_for_timeout(100)
        seat = 1 - seat
        assert not screen.shows(secrets[seat]), "the other one's cards flash up"
        wire.deaf = False
        wire.cut()
        expect(seats.moves(page).first).to_be_visible()
        assert not screen.shows(secrets[seat])
        assert screen.shows(secrets[WATCHER]) or not secrets[1 - seat]
    assert found


def test_a_full_game_at_one_screen(page_factory: Pages, server: Server) -> None:
    page = page_factory()
    seats.settle(page, **seats.QUICK)
    seats.rename(page, server, "Ann")
    seats.lay(page, server, "Together at this screen")
    ready = page.get_by_role("button", name="I am ")
    rng = Random(37)
    passed = 0
    expect(seats.moves(page).first).to_be_visible()
    while not page.title().startswith("Over"):
        if ready.count():
            ready.click()
            passed += 1
        elif not seats.play(page, rng):
            page.wait_for_timeout(10)
    assert passed > 20
    assert {said.rsplit(" ", 1)[0] for said in seats.scored(page)} == set(NAMES)
    expect(page.get_by_role("dialog", name=re.compile("^Ann.* wins$|^A tie$"))).to_be_visible()
