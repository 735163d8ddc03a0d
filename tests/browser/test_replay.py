"""A finished game once more: by slider, through anybody's eyes, and for whoever has the link."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from spinney.drawing.scene import Scene
from tests.browser import seats
from tests.browser.pages import PHONE, Pages
from tests.server.living import Guest, Server


def at(page: Page) -> Locator:
    return page.get_by_role("slider", name="Position")


def shown(page: Page, scene: Scene) -> None:
    """The page shows this very scene: its panels, and every piece that has a name."""
    for panel in scene.panels:
        if panel.area == "other" and page.get_by_role("group", name=panel.title).count() == 0:
            page.locator("summary").filter(has_text=panel.title).click()
        group = page.get_by_role("group", name=panel.title, exact=True)
        labels = sorted(piece.label for piece in panel.sprites if piece.label)
        expect(group.get_by_role("img")).to_have_count(len(labels))
        pieces = group.get_by_role("img").all()
        assert sorted(str(piece.get_attribute("aria-label")) for piece in pieces) == labels


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_a_shared_replay(page_factory: Pages, server: Server, screen: dict[str, Any]) -> None:
    game = seats.Quick(server, Random(41))
    game.finish()
    ann = game.sit(page_factory, 0)
    expect(seats.end(ann)).to_be_visible()
    link = seats.end(ann).get_by_role("textbox", name="Share the replay").input_value()
    scores = seats.scored(ann)
    length = len(seats.told(ann))

    page = page_factory(link, **screen)  # somebody who was not there
    expect(page.get_by_role("heading", level=1, name=f"Replay: {seats.TITLE}")).to_be_visible()
    expect(page.get_by_text("The beginning").first).to_be_visible()
    expect(page.get_by_role("button", name="One move earlier")).to_be_disabled()
    expect(at(page)).to_have_attribute("max", str(length))
    reader = Guest(server)
    shown(page, reader.position(game.table, 0).scene)

    eyes = page.get_by_role("combobox", name="Seen by")
    middle = length // 2
    at(page).fill(str(middle))
    expect(at(page)).to_have_attribute("aria-valuetext", f"After move {middle} of {length}")
    for seat, name in [(-1, "a spectator"), (0, "Ann"), (1, "Bob")]:
        eyes.select_option(name)
        expect(page.get_by_role("heading", name="Your hand")).to_have_count(int(seat >= 0))
        shown(page, reader.position(game.table, middle, seat).scene)
    page.get_by_role("button", name="One move later").click()
    expect(at(page)).to_have_value(str(middle + 1))
    shown(page, reader.position(game.table, middle + 1, 1).scene)
    page.get_by_role("button", name="One move earlier").click()
    expect(at(page)).to_have_value(str(middle))

    at(page).fill(str(length - 1))
    page.get_by_role("button", name="Play on").click()
    expect(at(page)).to_have_value(str(length))
    expect(page.get_by_role("button", name="One move later")).to_be_disabled()
    expect(page.get_by_role("button", name="Play on")).to_be_visible()
    if not screen:  # a phone has no room for it
        standing = page.get_by_role("complementary").get_by_role("heading", level=3)
        assert sorted(" ".join(t.split()) for t in standing.all_inner_texts()) == sorted(scores)
    page.get_by_role("link", name="To the table").click()
    expect(seats.end(page)).to_be_visible()


def test_keys_move_the_slider(page_factory: Pages, server: Server) -> None:
    game = seats.Quick(server, Random(43))
    game.finish()
    page = page_factory(f"{server.origin}/replay/{game.table}")
    expect(at(page)).to_have_value("0")
    for key, where in [("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")]:
        page.keyboard.press(key)
        expect(at(page)).to_have_value(where)
    page.keyboard.press("Space")  # it plays on by itself
    expect(at(page)).to_have_value("3")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play on")).to_be_visible()


def test_clicks_count_from_where_one_is_going(page_factory: Pages, server: Server) -> None:
    """However slow the answers: nothing is forgotten that was asked before they came."""
    game = seats.Quick(server, Random(53))
    game.finish()
    page = page_factory(f"{server.origin}/replay/{game.table}")
    expect(at(page)).to_have_value("0")
    end = int(str(at(page).get_attribute("max")))

    def slowly(route: Route) -> None:
        page.wait_for_timeout(150)
        route.continue_()

    page.route("**/positions/*", slowly)
    later = page.get_by_role("button", name="One move later")
    for _ in range(4):
        later.click(no_wait_after=True)
    expect(at(page)).to_have_value("4")
    at(page).fill(str(end - 2))
    page.get_by_role("button", name="Play on").click()
    expect(at(page)).to_have_value(str(end))


def test_a_running_game_shows_its_past_and_keeps_its_secrets(
    page_factory: Pages, server: Server
) -> None:
    page_factory.forgive("404")
    game = seats.Quick(server, Random(47))
    for _ in range(6):
        game.move()
    eve = page_factory(f"{server.origin}/replay/{game.table}")
    expect(at(eve)).to_have_attribute("max", "6")
    eyes = eve.get_by_role("combobox", name="Seen by")
    if eyes.get_by_role("option").count() > 1:  # if other eyes are offered, they stay shut
        eyes.select_option("Ann")
        expect(eyes).to_have_value("-1")
    expect(eve.get_by_role("heading", name="Your hand")).to_have_count(0)

    page = game.sit(page_factory, game.seat)
    now = len(seats.told(page))
    seats.story(page).nth(2).get_by_role("button").click()
    bar = page.get_by_role("region", name="Your move")
    expect(bar).to_contain_text(f"After move 3 of {now}")
    shown(page, game.guests[game.seat].position(game.table, 3, game.seat).scene)
    expect(seats.moves(page)).to_have_count(0)
    bar.get_by_role("button", name="One move earlier").click()
    expect(bar).to_contain_text(f"After move 2 of {now}")
    bar.get_by_role("button", name="Back to now").click()
    expect(seats.moves(page).first).to_be_visible()
    assert seats.play(page, Random(1))
    expect(seats.story(page)).to_have_count(now + 1)
