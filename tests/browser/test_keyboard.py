"""A whole game without a mouse: everything can be reached, and one always sees where one is."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import seats
from tests.browser.pages import Pages
from tests.server.living import Server

FAR = 150  # so many times one presses the tab key at most
ARROWS = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]

LONGER = "lines => document.querySelector('[aria-label=Story]')?.children.length > lines"
WATCH_THE_MOUSE = """
  window.pointed = []
  for (const kind of ["mousedown", "mousemove", "pointerdown", "pointermove", "touchstart"])
    addEventListener(kind, event => event.isTrusted && pointed.push(kind), true)
"""

FOCUS = """() => {
  const here = document.activeElement
  const box = here.getBoundingClientRect()
  const group = here.closest("svg[role=group]")
  const list = here.closest("[role=region], section[aria-label]")
  return {
    nowhere: here === document.body,
    control: here.tabIndex >= 0 || group !== null,  // not a heading to which a dialog leads
    ring: here.matches(":focus-visible"),
    kind: [here.localName, here.getAttribute("class"), here.getAttribute("role")].join(" "),
    name: here.getAttribute("aria-label") || here.innerText || "",
    piece: group !== null && here.getAttribute("role") === "button",
    line: here.localName === "button" && list?.getAttribute("aria-label") === "Moves",
    seen: box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight,
    box: {x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12},
  }
}"""


class Keyboard:
    """Presses keys, and looks after each of them whether the focus can be seen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pictured: set[str] = set()
        page.add_init_script(WATCH_THE_MOUSE)

    def press(self, key: str) -> dict[str, Any]:
        self.page.keyboard.press(key)
        return self.look()

    def look(self) -> dict[str, Any]:
        here: dict[str, Any] = self.page.evaluate(FOCUS)
        if here["nowhere"]:
            return here
        assert here["seen"] and (here["ring"] or not here["control"]), here
        if here["control"] and here["kind"] not in self.pictured:
            self.pictured.add(here["kind"])
            self.picture(here)
        return here

    def picture(self, here: dict[str, Any]) -> None:
        """The focus must make a difference to the eye."""
        box = {side: max(0, value) for side, value in here["box"].items()}
        with_focus = self.page.screenshot(clip=box)  # type: ignore[arg-type]
        self.page.evaluate("focused = document.activeElement; focused.blur()")
        without = self.page.screenshot(clip=box)  # type: ignore[arg-type]
        self.page.evaluate("focused.focus()")
        assert with_focus != without, here

    def tab_to(self, what: str, value: object = True) -> dict[str, Any]:
        """Tab on until the focus is on a piece, on a line of the list, or on a certain name."""
        for _ in range(FAR):
            here = self.press("Tab")
            if here[what] == value or (what == "name" and str(value) in here[what]):
                return here
        raise AssertionError(f"the tab key never comes to {what} {value}")


def test_a_full_game_by_keyboard_alone(page_factory: Pages, server: Server) -> None:
    page = page_factory()
    seats.settle(page, speed="skip")
    keyboard = Keyboard(page)
    page.goto(server.origin)
    keyboard.tab_to("name", seats.TITLE)
    keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    keyboard.tab_to("name", "Lay the table")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")

    rng = Random(5)
    ways = [by_the_table, by_the_list, by_number]
    turns = 0
    while my_turn(page):
        done = len(seats.told(page))
        if turns:
            page.wait_for_function("() => document.activeElement !== document.body")
        ways[turns % len(ways)](keyboard, rng)
        page.wait_for_function(LONGER, arg=done)
        turns += 1
    assert turns > 10

    expect(seats.end(page)).to_be_visible()
    keyboard.tab_to("name", "Watch the replay")
    page.keyboard.press("Enter")
    slider = page.get_by_role("slider", name="Position")
    expect(slider).to_be_visible()
    keyboard.tab_to("name", "Position")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    assert page.evaluate("pointed") == []


def my_turn(page: Page) -> bool:
    """Wait for it; False when the game is over."""
    page.wait_for_function("() => /^(●|Over)/.test(document.title)")
    if page.title().startswith("Over"):
        return False
    expect(seats.moves(page).first).to_be_visible()
    return True


def by_the_table(keyboard: Keyboard, rng: Random) -> None:
    """Choose cards on the table: arrows go from one to the next, Enter takes one."""
    page = keyboard.page
    if not page.get_by_role("main").get_by_role("group").get_by_role("button").count():
        return by_the_list(keyboard, rng)  # a move that touches nothing
    if not keyboard.look()["piece"]:
        keyboard.tab_to("piece")
    done = len(seats.told(page))
    for _ in range(30):
        for _ in range(rng.randrange(4)):
            here = keyboard.press(rng.choice(ARROWS))
            assert here["piece"], here
        page.keyboard.press("Enter")
        if "Once more to play" in page.get_by_role("status").inner_text():
            page.keyboard.press("Enter")
            return
        if not seats.moves(page).count() or len(seats.told(page)) != done:
            return
        assert keyboard.look()["piece"]
        bar = page.get_by_role("region", name="Your move")
        if bar.get_by_role("button", name="Play", exact=True).count():
            # a whole move, though more could be chosen: it is played from the bar
            assert "choose more" in page.get_by_role("status").inner_text()
            keyboard.tab_to("name", "Play")
            page.keyboard.press("Enter")
            return
    raise AssertionError("no move was found on the table")


def by_the_list(keyboard: Keyboard, rng: Random) -> None:
    """Choose a line of the list; what cannot be taken back asks once more."""
    if not keyboard.look()["line"]:
        keyboard.tab_to("line")
    lines = seats.moves(keyboard.page).count()
    for _ in range(rng.randrange(lines)):
        if not keyboard.press("Tab")["line"]:
            assert keyboard.press("Shift+Tab")["line"]  # that was the last one
    once_or_twice(keyboard.page, "Enter")


def by_number(keyboard: Keyboard, rng: Random) -> None:
    """A digit stands for a line, if there are few enough."""
    lines = seats.moves(keyboard.page).count()
    if lines > 9:
        return by_the_list(keyboard, rng)
    once_or_twice(keyboard.page, str(rng.randrange(lines) + 1))


def once_or_twice(page: Page, key: str) -> None:
    page.keyboard.press(key)
    if page.get_by_role("button", name="Clear", exact=True).count():
        page.keyboard.press("Enter" if key == "Enter" else "1")
