"""The line breaks: the page says so, comes back by itself, and does nothing twice."""

from __future__ import annotations

import json
from random import Random

from playwright.sync_api import expect

from tests.browser import seats
from tests.browser.pages import Pages
from tests.browser.wires import Wire
from tests.server.living import Server


def test_a_lost_answer_is_asked_for_again_and_nothing_happens_twice(
    page_factory: Pages, server: Server
) -> None:
    ann, bob, _ = seats.two(page_factory, server)
    wire = Wire(ann)
    ann.reload()
    rng = Random(11)
    seats.some_moves([ann, bob], rng, 4)
    while not seats.moves(ann).count():
        seats.some_moves([ann, bob], rng, 1)
    before = seats.told(ann)
    ann.evaluate("() => { window.loadedOnce = true }")

    wire.deaf = True
    already = len(wire.wishes)
    assert seats.play(ann, rng)
    expect(seats.story(bob)).to_have_count(len(before) + 1)  # it has been played …
    assert seats.told(ann) == before  # … and she was never told
    assert not seats.moves(ann).count()  # nor may she choose again
    wire.down = True
    wire.cut()
    expect(ann.get_by_role("alert")).to_contain_text(seats.LOST)

    wire.deaf = wire.down = False
    ann.get_by_role("button", name="Try now").click()
    expect(ann.get_by_role("alert")).to_have_count(0)
    expect(seats.story(ann)).to_have_count(len(before) + 1)
    again = wire.wishes[already:]
    assert len(again) == 2 and again[0] == again[1]  # the same wish, under the same id
    seats.some_moves([ann, bob], rng, 4)
    assert len(seats.told(ann)) == len(seats.told(bob)) == len(before) + 5
    ids = [wish["id"] for wish in wire.wishes[already + 2 :]]
    assert len(ids) == len(set(ids))
    assert ann.evaluate("() => window.loadedOnce")


def test_without_a_network_the_table_waits(page_factory: Pages, server: Server) -> None:
    for words in ("WebSocket connection to", "ERR_INTERNET_DISCONNECTED"):
        page_factory.forgive(words)
    page = page_factory()
    seats.settle(page, **seats.QUICK)
    sent: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda said: sent.append(str(said))))
    seats.lay(page, server)
    rng = Random(13)
    expect(seats.moves(page).first).to_be_visible()

    page.context.set_offline(True)  # the line is not closed: nothing comes through any more
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(seats.LOST)
    assert seats.play(page, rng)  # one may still choose; it waits for the line
    page.wait_for_timeout(1000)  # a few vain attempts
    expect(alert).to_be_visible()
    assert seats.told(page) == []

    page.context.set_offline(False)
    expect(alert).to_have_count(0)
    expect(seats.story(page)).to_have_count(2)  # hers, and the computer's answer
    expect(seats.moves(page).first).to_be_visible()
    wishes = [said for said in map(json.loads, sent) if said["type"] == "move"]
    assert len({wish["id"] for wish in wishes}) == 1
