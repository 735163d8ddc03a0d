"""Evergreen in real browsers: four who act at the same time, and one who is alone."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from spinney.core import fairness
from spinney.core.match import MatchLog, Played
from spinney.core.record import Record
from spinney.core.snapshot import snapshot
from spinney.games.evergreen import GAME
from spinney.games.evergreen.components import BOX
from tests.browser import seats
from tests.browser.pages import PHONE, Pages
from tests.server.living import Guest, Line, Server

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bo", "Cy", "Di")
ROUNDS = 1  # played in the browsers; the rest of the game goes over the wire


def sit(pages: Pages, guest: Guest, table: str) -> Page:
    page = pages()
    seats.settle(page, **seats.QUICK)
    name, _, value = guest.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": guest.server.origin}])
    page.goto(f"{guest.server.origin}/table/{table}")
    expect(page.get_by_role("heading", level=1, name=GAME.title)).to_be_visible()
    return page


def round_of(page: Page) -> int:
    """The number of the round, as the page shows it."""
    cards = page.get_by_role("region", name="The pool").or_(
        page.get_by_role("region", name="This round's cards")
    )
    return int(cards.first.inner_text().split("/")[0].split()[-1])


def play_rounds(pages: list[Page], rng: Random) -> None:
    """Everybody acts whenever they can, in random order; Cy's line breaks in the middle."""
    cy, steps, offline = pages[2], 0, False
    while round_of(pages[0]) <= ROUNDS:
        tries = 0
        while not seats.play(rng.choice(pages), rng):
            tries += 1
            pages[0].wait_for_timeout(5)
            if offline and tries > 100:
                break  # all wait for Cy
        steps += 1
        if steps == 9:
            cy.context.set_offline(True)
            expect(cy.get_by_role("alert")).to_contain_text(seats.LOST)
            offline = True
        elif offline and (steps >= 14 or tries > 100):
            cy.context.set_offline(False)
            expect(cy.get_by_role("alert")).to_have_count(0)
            offline = False
    assert steps > 14, "the line never broke"


def play_on(lines: list[Line], rng: Random) -> None:
    """To the end, without a browser."""
    while not lines[0].over:
        able = [line for line in lines if line.scene.moves]
        if able:
            line = rng.choice(able)
            line.move(rng.choice(line.scene.moves).id)
            continue
        for line in lines:
            try:
                line.hear(0.2)
            except TimeoutError:
                pass


def one_after_the_other(record: Record) -> MatchLog:
    """The same moves; while all act at the same time, all of the first seat's, then the next's."""
    match = record.match
    again = MatchLog(match.game, match.options, match.seats, match.seed, key=match.key)
    left = list(match.moves)
    while left:
        if len(again.seats_to_act) == 1:
            again.act(left[0].seat, left.pop(0).move)
            continue
        done = dict.fromkeys(again.seats_to_act, 0)
        together: list[Played] = []
        while 0 in done.values():
            together.append(left.pop(0))
            done[together[-1].seat] |= GAME.verbs.format(together[-1].move) == "finish"
        for played in sorted(together, key=lambda played: played.seat):
            again.act(played.seat, played.move)
    return again


def test_four_act_at_the_same_time_and_one_of_them_loses_the_line(
    page_factory: Pages, server: Server
) -> None:
    for words in ("WebSocket connection to", "ERR_INTERNET_DISCONNECTED"):
        page_factory.forgive(words)
    guests = [Guest(server, name) for name in NAMES]
    opened = guests[0].lay("me", "open", "open", "open", game=GAME.name)
    for seat, guest in enumerate(guests[1:], 1):
        guest.claim(opened.table, opened.invites[seat])
    pages = [sit(page_factory, guest, opened.table) for guest in guests]
    rng = Random(5)
    play_rounds(pages, rng)

    for page in pages:
        page.goto(server.origin)  # they come back for the end
    lines = [guest.sit(opened.table, seat) for seat, guest in enumerate(guests)]
    promised = lines[0].table.commitment
    play_on(lines, rng)
    answer = guests[0].ask("GET", f"/api/tables/{opened.table}/record")
    record = fairness.verify(answer.content, promised)
    assert len(record.match.moves) > 250
    assert snapshot(one_after_the_other(record).state) == snapshot(record.match.state)
    scores = record.match.outcome().scores
    totals = {f"{name} {score}" for name, score in zip(NAMES, scores, strict=True)}
    for page in pages:
        page.goto(f"{server.origin}/table/{opened.table}")
        assert set(seats.scored(page)) == totals


def test_alone_to_the_end(page_factory: Pages, server: Server) -> None:
    """Laid on a phone, played on a larger screen, by the list of moves; at the end a rank."""
    page = page_factory(viewport=PHONE["viewport"])
    seats.settle(page, **seats.QUICK)
    page.goto(server.origin)
    page.get_by_role("button", name=GAME.title).first.click()
    dialog = page.get_by_role("dialog", name=f"A table for {GAME.title}")
    dialog.get_by_role("button", name="Alone").click()
    dialog.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("heading", level=1, name=GAME.title)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    page.set_viewport_size({"width": 1280, "height": 800})
    rng = Random(2)
    while not page.title().startswith("Over"):
        if not seats.play(page, rng):
            page.wait_for_timeout(10)
    (said,) = seats.scored(page)
    expect(seats.end(page)).to_contain_text(BOX.rank(int(said.split()[-1])))
