"""The server dies in the middle of a game and comes back: nobody has to do anything about it."""

from __future__ import annotations

from pathlib import Path
from random import Random

from playwright.sync_api import expect

from tests.browser import seats
from tests.browser.dealt import dealing
from tests.browser.pages import Pages


def test_a_killed_server_comes_back_and_both_finish(page_factory: Pages, tmp_path: Path) -> None:
    for words in ("WebSocket connection to", "ERR_CONNECTION_REFUSED"):
        page_factory.forgive(words)
    with dealing(tmp_path, __name__) as server:
        ann, bob, _ = seats.two(page_factory, server)
        both = [ann, bob]
        rng = Random(7)
        seats.some_moves(both, rng, 9)
        for page in both:
            page.evaluate("() => { window.loadedOnce = true }")

        said = [seats.told(page) for page in both]
        assert seats.one_moves(both, rng)  # what was sent now may or may not have arrived
        server.kill()
        for page in both:
            expect(page.get_by_role("alert")).to_contain_text(seats.LOST)
        server.start()
        for page in both:
            expect(page.get_by_role("alert")).to_have_count(0)
            expect(seats.story(page)).to_have_count(10)
        assert [seats.told(page)[:9] for page in both] == said

        server.kill()  # once more, and nobody moves meanwhile
        for page in both:
            expect(page.get_by_role("alert")).to_contain_text(seats.LOST)
        server.start()
        seats.some_moves(both, rng, 3)
        assert len(seats.told(ann)) == len(seats.told(bob)) == 13

        seats.to_the_end(both, rng)
        assert [seats.told(page)[:9] for page in both] == said
        for page in both:
            assert page.evaluate("() => window.loadedOnce")
