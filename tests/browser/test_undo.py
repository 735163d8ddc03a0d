"""Taking a move back: always against the computer, by consent among people."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect

from spinney.table.bot_players import MANY_HINTS
from tests.browser import seats
from tests.browser.dealt import dealing
from tests.browser.pages import Pages
from tests.server.living import Server

BACK = "took a move back"


def standing(page: Page) -> list[str]:
    """What the page says of the table: every panel, in words."""
    panels = page.get_by_role("main").get_by_role("region")
    return [panel.aria_snapshot() for panel in panels.all()[:-1]]  # the last is the action bar


def played(page: Page) -> list[str]:
    """The story without its remarks about moves taken back."""
    return [line for line in seats.told(page) if BACK not in line]


def test_against_the_computer_one_can_always_go_back(page_factory: Pages, server: Server) -> None:
    page = page_factory()
    seats.settle(page, **seats.QUICK)
    seats.lay(page, server)
    rng = Random(17)
    undo = page.get_by_role("button", name="Undo Take")
    expect(seats.moves(page).first).to_be_visible()
    expect(undo).to_have_count(0)
    before = standing(page)
    choices = seats.moves(page).all_inner_texts()

    assert seats.play(page, rng)
    expect(seats.story(page)).to_have_count(2)
    expect(seats.moves(page).first).to_be_visible()
    after, story = standing(page), seats.told(page)
    assert after != before
    undo.click()
    expect(page.get_by_role("status")).to_contain_text("A move was taken back")
    expect(seats.moves(page).first).to_be_visible()
    assert played(page) == []
    assert BACK in seats.told(page)[-1]
    assert standing(page) == before
    assert seats.moves(page).all_inner_texts() == choices

    page.get_by_role("button", name="Redo", exact=True).click()
    expect(seats.story(page)).to_have_count(3)
    expect(seats.moves(page).first).to_be_visible()
    assert played(page) == story
    assert standing(page) == after
    while len(played(page)) < 8:  # and several times in a row
        seats.one_moves([page], rng)
    expect(seats.moves(page).first).to_be_visible()
    while undo.count():
        remarks = len(seats.told(page)) - len(played(page))
        undo.click()
        expect(seats.story(page).filter(has_text=BACK)).to_have_count(remarks + 1)
        expect(seats.moves(page).first).to_be_visible()
    assert played(page) == []
    assert standing(page) == before


def test_a_hint_weighs_moves_and_shows_them(
    page_factory: Pages, server: Server, accessible: Callable[[Page], None]
) -> None:
    page = page_factory()
    seats.settle(page, **seats.QUICK)
    seats.lay(page, server)
    page.get_by_role("button", name="Hint").click()
    weighed = page.get_by_role("list", name="Hint").get_by_role("listitem")
    expect(weighed.first).to_contain_text(re.compile(r"\d+ %.*± \d+"))
    assert 1 < weighed.count() <= 4
    expect(page.get_by_text("the chance to win")).to_be_visible()
    accessible(page)
    weighed.first.get_by_role("button", name="Show: ").click()  # on the board, not played yet
    expect(weighed).to_have_count(0)
    expect(page.get_by_role("button", name="Play", exact=True).first).to_be_visible()
    expect(seats.story(page)).to_have_count(0)


def test_a_hint_that_is_refused_says_why(page_factory: Pages, tmp_path: Path) -> None:
    with dealing(tmp_path, limits_hints_per_minute="1") as server:
        page = page_factory()
        seats.settle(page, **seats.QUICK)
        seats.lay(page, server)
        hint = page.get_by_role("button", name="Hint")
        hint.click()
        weighed = page.get_by_role("list", name="Hint").get_by_role("listitem")
        expect(weighed.first).to_be_visible()
        hint.click()
        refused = page.locator(".notice").get_by_text(MANY_HINTS)
        expect(refused).to_be_visible()
        expect(hint).to_be_enabled()  # it may be tried again
        seats.moves(page).first.click()
        expect(refused).to_have_count(0)  # the table has moved on
        page.close()  # before the server ends, or it would complain


def test_among_people_the_other_one_is_asked(page_factory: Pages, server: Server) -> None:
    ann, bob, _ = seats.two(page_factory, server)
    rng = Random(19)
    seats.some_moves([ann, bob], rng, 5)
    asker, other = (bob, ann) if seats.moves(ann).count() else (ann, bob)
    name = "Bob" if asker is bob else "Ann"
    story = seats.told(asker)
    ask = asker.get_by_role("button", name="Ask to undo")
    question = other.get_by_text(f"{name} would like to take the last move back.")

    ask.click()
    expect(question).to_be_visible()
    expect(asker.get_by_text("The others are asked")).to_be_visible()
    other.get_by_role("button", name="Rather not").click()
    expect(question).to_have_count(0)
    expect(asker.get_by_role("status")).to_contain_text("said no.")
    assert seats.told(asker) == story

    ask.click()
    expect(question).to_be_visible()
    other.get_by_role("button", name="Agree", exact=True).click()
    expect(question).to_have_count(0)
    last = max(i for i, line in enumerate(story) if line.startswith(name))
    for page in (asker, other):
        expect(seats.story(page).last).to_contain_text(BACK)
    assert played(asker) == story[:last]
    assert len(played(other)) == last
    expect(seats.moves(asker).first).to_be_visible()
    expect(seats.moves(other)).to_have_count(0)
    seats.some_moves([ann, bob], rng, 3)


def test_a_move_settles_the_question(page_factory: Pages, server: Server) -> None:
    ann, bob, _ = seats.two(page_factory, server)
    rng = Random(29)
    seats.some_moves([ann, bob], rng, 2)
    asker, other = (bob, ann) if seats.moves(ann).count() else (ann, bob)
    asker.get_by_role("button", name="Ask to undo").click()
    question = other.get_by_text("would like to take the last move back.")
    expect(question).to_be_visible()
    assert seats.play(other, rng)
    expect(question).to_have_count(0)
    expect(seats.story(asker)).to_have_count(3)
    assert played(asker) == seats.told(asker)


def test_what_nobody_learned_from_goes_back_at_once(page_factory: Pages, server: Server) -> None:
    """Free, though a person sits opposite: nothing new was seen, and nobody else has acted."""
    game = seats.Quick(server, Random(23))
    while not any(move.safe for move in game.line.scene.moves):
        game.move()
    safe = [move.safe for move in game.line.scene.moves].index(True)
    mover = game.sit(page_factory, game.seat)
    other = game.sit(page_factory, 1 - game.seat)
    count = len(seats.told(mover))
    undo = mover.get_by_role("button", name="undo")

    seats.moves(mover).nth(safe).click()
    expect(seats.story(mover)).to_have_count(count + 1)
    expect(undo).to_contain_text("nothing new was seen")
    undo.click()
    for page in (mover, other):
        expect(seats.story(page).last).to_contain_text(BACK)
        assert len(played(page)) == count
    expect(seats.moves(mover).first).to_be_visible()
