"""On a phone of 360 pixels: nothing to the side of the screen, and a finger reaches everything."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser import seats
from tests.browser.pages import PHONE, Pages
from tests.server.living import Server

# what sticks out to the side, and what a finger cannot hit: covered, cut off, or too small
FAULTS = """within => {
  const root = document.documentElement
  const faults = []
  if (root.scrollWidth > root.clientWidth) {
    faults.push(`the page is ${root.scrollWidth} px wide`)
    for (const one of document.body.querySelectorAll(":not(svg *)"))
      if (!one.childElementCount && one.getBoundingClientRect().right > root.clientWidth + 1)
        faults.push(`  by ${one.localName} ${one.textContent.trim()}`)
  }
  const modal = [...document.querySelectorAll("dialog:modal")].at(-1)
  const curtain = document.querySelector("[aria-modal=true]")
  const kinds = "a[href], button, input, select, summary, [role=button], [role=tab]"
  for (const one of (within ?? modal ?? curtain ?? document.body).querySelectorAll(kinds)) {
    if (!one.checkVisibility({visibilityProperty: true})) continue
    one.scrollIntoView({block: "center", inline: "nearest"})
    const {left, right, top, bottom, width, height} = one.getBoundingClientRect()
    const name = `${one.localName} ${one.getAttribute("aria-label") ?? one.textContent.trim()}`
    if (left < -1 || right > innerWidth + 1) faults.push(`${name} ends at ${left}, ${right}`)
    const small = Math.min(width, height) < 24
    const roomy = one.closest("label")?.getBoundingClientRect().height >= 24
    const inText = getComputedStyle(one).display === "inline"
    if (small && !roomy && !inText) faults.push(`${name} is ${width} x ${height}`)
    const hit = [0.5, 0.1, 0.9].some(x => [0.5, 0.1, 0.9].some(y => {
      const there = document.elementFromPoint(left + width * x, top + height * y)
      return there && (one.contains(there) || there.contains(one) && there.closest("label"))
    }))
    if (!hit) faults.push(`${name} is covered at ${left}, ${top}`)
  }
  scrollTo(0, 0)
  return [...new Set(faults)]
}"""


def fits(page: Page, within: Locator | None = None) -> None:
    """`within`: what lies over all the rest."""
    faults: list[str] = within.evaluate(FAULTS) if within else page.evaluate(FAULTS)
    assert not faults, "\n".join(faults)


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="Your move")


def touch(page: Page) -> None:
    """A finger on the first card that can be chosen; where cards overlap, the upper one counts."""
    card = page.get_by_role("main").get_by_role("group").get_by_role("button").first
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def listing(page: Page) -> Locator:
    """The button that opens the sheet of moves: "7 moves"."""
    return bar(page).get_by_role("button", expanded=False)


def phone(game: seats.Quick, pages: Pages, seat: int, path: str = "", **likes: Any) -> Page:
    return game.sit(pages, seat, path, seats.QUICK | likes, **PHONE)


def test_before_the_game(page_factory: Pages, server: Server) -> None:
    page = page_factory(server.origin, **PHONE)
    expect(page.get_by_role("button", name=seats.TITLE)).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Rename").click()
    fits(page)
    page.get_by_role("textbox", name="Your name").fill("W" * 30)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("WWW").first).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Settings").click()
    fits(page)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name=seats.TITLE).click()
    for company in ("Against the computer", "With a friend far away", "Together at this screen"):
        page.get_by_role("button", name=company).click()
        fits(page)
    page.get_by_role("button", name="With a friend far away").click()
    page.get_by_role("button", name="Lay the table").click()
    expect(page.get_by_role("textbox", name="Link for a friend")).to_be_visible()
    fits(page)
    friend = page_factory(seats.invitation(page), **PHONE)
    expect(friend.get_by_role("button", name="Sit down")).to_be_visible()
    fits(friend)
    page.goto(server.origin)
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    fits(page)


def test_at_the_table(page_factory: Pages, server: Server) -> None:
    game = seats.Quick(server, Random(61))
    while len(game.line.scene.moves) < 8 or game.lines[0].version < 14:
        game.move()
    page = phone(game, page_factory, game.seat, ask="always")
    waiting = phone(game, page_factory, 1 - game.seat)
    expect(bar(waiting)).to_be_visible()
    fits(waiting)
    fits(page)

    listing(page).click()
    sheet = bar(page).get_by_role("list")
    expect(sheet.first).to_be_visible()
    fits(page, bar(page))
    line = bar(page).get_by_role("listitem").get_by_role("button").last
    line.tap()  # it asks, and says so
    expect(bar(page).get_by_role("button", name="Play", exact=True).first).to_be_visible()
    fits(page, bar(page))
    bar(page).get_by_role("button", name="Clear", exact=True).tap()
    bar(page).get_by_role("button", expanded=True).tap()
    expect(sheet).to_have_count(0)
    fits(page)

    touch(page)
    expect(bar(page).get_by_role("button", name="Clear", exact=True)).to_be_visible()
    fits(page)
    bar(page).get_by_role("button", name="Clear", exact=True).tap()
    bar(page).get_by_role("button", name="Hint").tap()
    expect(bar(page)).to_contain_text("Worth a thought")
    fits(page, bar(page))
    bar(page).get_by_role("button", name="Close").tap()
    for fold in page.locator("summary").all():
        fold.tap()
    fits(page)

    for name in ("Story", "Chat", "Rules", "At the table", "Settings"):
        page.get_by_role("button", name="More", exact=True).tap()
        fits(page)
        page.get_by_role("dialog").get_by_role("button", name=name, exact=True).tap()
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        if name == "Chat":
            page.get_by_role("textbox", name="Say something").fill("m" * 200)
            page.get_by_role("button", name="Send").tap()
            expect(page.get_by_role("list", name="Chat")).to_contain_text("mmm")
        fits(page)
        page.get_by_role("dialog").get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Why this score?").tap()
    fits(page)
    page.get_by_role("dialog").get_by_role("button", name="Close").tap()

    before = game.lines[0].version
    listing(page).click()
    bar(page).get_by_role("listitem").get_by_role("button").first.tap()
    bar(page).get_by_role("button", name="Play", exact=True).first.tap()
    game.lines[0].catch_up(before + 1)


def test_long_names(page_factory: Pages, server: Server) -> None:
    game = seats.Quick(server, Random(73), "M" * 30, "W" * 30)
    for _ in range(5):
        game.move()
    fits(phone(game, page_factory, 0))
    fits(phone(game, page_factory, 1))
    game.finish()
    page = phone(game, page_factory, 0)
    expect(seats.end(page)).to_be_visible()
    fits(page)
    page = phone(game, page_factory, 0, f"/replay/{game.table}")
    expect(page.get_by_role("slider")).to_be_visible()
    fits(page)
    page = phone(game, page_factory, 0, "/")
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    fits(page)


def test_large_text(page_factory: Pages, server: Server) -> None:
    game = seats.Quick(server, Random(67))
    for _ in range(12):
        game.move()
    page = phone(game, page_factory, game.seat, size=150)
    fits(page)
    page.goto(server.origin)
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    fits(page)


def test_after_the_game(page_factory: Pages, server: Server) -> None:
    game = seats.Quick(server, Random(71))
    game.finish()
    page = phone(game, page_factory, 0)
    expect(seats.end(page)).to_be_visible()
    fits(page)
    seats.end(page).get_by_text("Was it dealt fairly?").tap()
    fits(page)
    seats.end(page).get_by_role("button", name="Close").tap()
    fits(page)
    bar(page).get_by_role("button", name="Result").tap()
    seats.end(page).get_by_role("link", name="Watch the replay").tap()
    expect(page.get_by_role("slider")).to_be_visible()
    fits(page)
    page.get_by_role("combobox", name="Seen by").select_option(index=1)
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    fits(page)


def test_some_turns_by_touching_cards(page_factory: Pages, server: Server) -> None:
    page = page_factory(**PHONE)
    seats.settle(page, **seats.QUICK)
    seats.rename(page, server, "Ann")
    seats.lay(page, server)
    for _ in range(4):
        expect(page).to_have_title(f"● Your turn · {seats.TITLE} · Spinney")
        touch(page)
        fits(page)
    page.get_by_role("button", name="More", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Story").tap()
    expect(seats.story(page).filter(has_text="Ann ")).to_have_count(4)


def test_the_curtain(page_factory: Pages, server: Server) -> None:
    page = page_factory(**PHONE)
    seats.settle(page, **seats.QUICK)
    seats.lay(page, server, "Together at this screen")
    touch(page)
    expect(page.get_by_role("button", name="I am")).to_be_visible()
    fits(page)
