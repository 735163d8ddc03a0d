"""Two people on two devices play to the end, and somebody who watches learns no secrets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from spinney.core import fairness
from spinney.core.record import Record
from spinney.drawing.builder import build_scene
from tests.browser import hidden, seats
from tests.browser.hidden import WATCHER
from tests.browser.pages import Pages
from tests.server.living import Guest, Server

LENGTH = "n => (document.querySelector('[aria-label=Story]')?.children.length ?? 0) === n"


def test_a_full_game_and_nobody_sees_what_is_hidden(page_factory: Pages, server: Server) -> None:
    ann, bob, table = seats.two(page_factory, server)
    eve = page_factory()
    seats.settle(eve, **seats.QUICK)
    eve.goto(f"{server.origin}/table/{table}")
    expect(eve.get_by_role("heading", level=1, name=seats.TITLE)).to_be_visible()
    expect(eve.get_by_role("button", name="Hint")).to_have_count(0)
    everybody = {WATCHER: eve, 0: ann, 1: bob}
    promised = commitment(bob)

    seen: list[dict[int, str]] = []
    rng = Random(3)
    while True:
        for page in everybody.values():
            page.wait_for_function(LENGTH, arg=len(seen))
        seen.append({seat: hidden.seen(page) for seat, page in everybody.items()})
        if not seats.one_moves([ann, bob], rng):
            break

    answer = Guest(server).ask("GET", f"/api/tables/{table}/record")
    record = fairness.verify(answer.content, promised)
    scores = record.match.outcome().scores
    totals = {f"{p.name} {score}" for p, score in zip(record.players, scores, strict=True)}
    for page in everybody.values():
        assert set(seats.scored(page)) == totals
    kept = 0
    for at, secrets in enumerate(untold(record)):
        for eyes, names in secrets.items():
            assert not [name for name in names if name in seen[at][eyes]], (at, eyes)
            kept += len(names)
    assert kept > 100


def commitment(page: Page) -> str:
    """What the table shows of the secret that its deal comes from."""
    page.get_by_role("button", name="At the table").click()
    sheet = page.get_by_role("dialog", name="At the table")
    sheet.get_by_text("Was it dealt fairly?").click()
    words = sheet.get_by_role("group").get_by_role("paragraph").last.inner_text()
    sheet.get_by_role("button", name="Close").click()
    return words


def untold(record: Record) -> Iterator[dict[int, set[str]]]:
    """The secrets of each position, by viewer. What a viewer was told is made from its views."""
    game, names = record.match.game, [player.name for player in record.players]
    eyes = range(WATCHER, record.match.seats)
    stories = dict.fromkeys(eyes, "")
    before: dict[int, Any] = {}
    for at in range(len(record.match.log) + 1):
        match = record.at(at)
        views = {seat: match.view(seat) for seat in eyes}
        for seat in eyes if at else ():
            last = match.moves[-1]
            stories[seat] += game.words.tell(before[seat], last.seat, last.move, views[seat])
        before = views
        scenes = {seat: build_scene(game, view, names) for seat, view in views.items()}
        yield hidden.untold(scenes, stories)
