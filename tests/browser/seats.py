"""A person at the table, who finds things by their names and plays whatever is legal."""

from __future__ import annotations

import json
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Locator, Page, expect

from spinney.core import shelf
from tests.browser.pages import Pages
from tests.server.living import GAME, Guest, Line, Server

TITLE = shelf.games()[GAME].title
PATIENCE = 15.0  # seconds in which somebody must be able to move
LOST = "The connection is lost"
QUICK: dict[str, Any] = {
    "speed": "skip",
    "ask": "never",
}  # moves of others at once; one click plays


def settle(page: Page, **settings: Any) -> None:
    """What this guest likes, from the next page on."""
    kept = json.dumps(json.dumps(settings))
    page.context.add_init_script(f"localStorage.setItem('spinney.settings', {kept})")


def lay(
    page: Page, server: Server, company: str = "Against the computer", title: str = TITLE
) -> str:
    """Lay a table from the shelf; its id."""
    dialog = new_table(page, server, title)
    dialog.get_by_role("button", name=company).click()
    dialog.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    return page.url.rsplit("/", 1)[1]


def new_table(page: Page, server: Server, title: str = TITLE) -> Locator:
    """The dialog in which a table is laid."""
    page.goto(server.origin)
    page.get_by_role("button", name=title).first.click()
    return page.get_by_role("dialog", name=f"A table for {title}")


def invitation(page: Page) -> str:
    """The link for a friend, from the table that waits for one."""
    return page.get_by_role("textbox", name="Link for a friend").input_value()


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("heading", level=1, name=TITLE)).to_be_visible()


def two(pages: Pages, server: Server) -> tuple[Page, Page, str]:
    """Ann, who laid a table, Bob, who followed her link, and the table."""
    ann, bob = pages(), pages()
    for page in (ann, bob):
        settle(page, **QUICK)
    rename(ann, server, "Ann")
    table = lay(ann, server, "With a friend far away")
    join(bob, invitation(ann), "Bob")
    return ann, bob, table


def rename(page: Page, server: Server, name: str) -> None:
    page.goto(server.origin)
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Rename")).to_be_visible()


# ---------------------------------------------------------------------------------- the game
def moves(page: Page) -> Locator:
    """The lines of the list of moves: there are some exactly when one may choose."""
    lines = page.get_by_role("region", name="Moves", exact=True).get_by_role("listitem")
    return lines.get_by_role("button")


def story(page: Page) -> Locator:
    return page.get_by_role("list", name="Story").get_by_role("listitem")


def told(page: Page) -> list[str]:
    """The story so far."""
    return [line.strip() for line in story(page).all_inner_texts()]


def end(page: Page) -> Locator:
    """The end screen."""
    return page.get_by_role("dialog").filter(has=page.get_by_role("link", name="Watch the replay"))


def play(page: Page, rng: Random) -> bool:
    """Make any move, if it is one's turn."""
    if not page.title().startswith("●"):
        return False
    count = moves(page).count()
    if not count:
        return False  # the last one is still on its way
    moves(page).nth(rng.randrange(count)).click()
    return True


def one_moves(pages: list[Page], rng: Random) -> Page | None:
    """Wait until somebody can move, who then does; None when the game is over."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        for page in pages:
            if play(page, rng):
                return page
        if all(page.title().startswith("Over") for page in pages):
            return None
        pages[0].wait_for_timeout(10)
    raise AssertionError("nobody can move: " + " / ".join(page.title() for page in pages))


def some_moves(pages: list[Page], rng: Random, count: int) -> None:
    """So many moves by whoever is to move; all have seen them all when this returns."""
    before = len(told(pages[0]))
    for _ in range(count):
        assert one_moves(pages, rng)
    for page in pages:
        expect(story(page)).to_have_count(before + count)


def to_the_end(pages: list[Page], rng: Random) -> list[str]:
    """Play until all look at the end screen; what it says, name and score, best first."""
    while one_moves(pages, rng):
        pass
    scores = [scored(page) for page in pages]
    assert all(said == scores[0] for said in scores), scores
    return scores[0]


def scored(page: Page) -> list[str]:
    """The end screen: "Ann 31", best first."""
    expect(end(page)).to_be_visible()
    lines = end(page).get_by_role("heading", level=3).all_inner_texts()
    return [" ".join(line.split()) for line in lines]


class Quick:
    """A game of two guests without browsers, who can sit down at one whenever they like."""

    def __init__(self, server: Server, rng: Random, *names: str, file: str = "") -> None:
        """`file`: the text of a components file to play with."""
        self.server, self.rng = server, rng
        self.guests = [Guest(server, name) for name in names or ("Ann", "Bob")]
        opened = self.guests[0].lay("me", "open", file=file)
        self.table = opened.table
        self.guests[1].claim(self.table, opened.invites[1])
        self.lines = [guest.sit(self.table, seat) for seat, guest in enumerate(self.guests)]
        self.seat = self.lines[0].table.awaited[0]

    @property
    def line(self) -> Line:
        """Of the one who is to move."""
        return self.lines[self.seat]

    def move(self) -> None:
        """Any legal move, by whoever is to move."""
        line = self.line
        line.move(self.rng.choice(line.scene.moves).id)
        for other in self.lines:
            other.catch_up(line.version)
        self.seat = next((seat for seat, one in enumerate(self.lines) if one.scene.moves), -1)

    def finish(self) -> None:
        while not self.lines[0].over:
            self.move()

    def sit(
        self, pages: Pages, seat: int, path: str = "", likes: dict[str, Any] = QUICK, **options: Any
    ) -> Page:
        """A browser for one of the guests; `likes` are the settings in it."""
        page = pages(**options)
        settle(page, **likes)
        name, _, value = self.guests[seat].cookie.partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": self.server.origin}])
        page.goto(self.server.origin + (path or f"/table/{self.table}"))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        return page
