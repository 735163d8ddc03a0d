"""Names and chat that look like markup are text, on every page, and nothing else ever happens."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Dialog, Page, expect

from tests.browser import seats
from tests.browser.pages import Pages
from tests.server.living import Server

IMAGE = "<img src=x onerror=alert(1)>"
SCRIPT = "\"><script>alert(2)</script>'"
# a name that is written backwards, with a bell and an escape in it, and how it may be shown
BACKWARDS = ("\u202e\u2067\x07\x1b[31mboB\u202c\u200f", "[31mboB")
LINES = {
    '<svg onload="alert(4)"><b>bold</b>': '<svg onload="alert(4)"><b>bold</b>',
    "javascript:alert(5) &lt;i&gt; </li></ol><h1>": "javascript:alert(5) &lt;i&gt; </li></ol><h1>",
    "\u202eevil\u202c \u0007\u001b[0m \u2066x\u2069": "evil [0m x",
}

BETRAYED = """
  window.betrayed = []
  addEventListener("securitypolicyviolation", event => betrayed.push(event.violatedDirective))
"""
STRANGE = """() => {
  const found = [...betrayed]
  for (const one of document.body.querySelectorAll("img, iframe, object, embed, base, body script"))
    if (one.localName !== "script" || !one.src) found.push(one.outerHTML)
  for (const one of document.querySelectorAll("*"))
    for (const {name, value} of one.attributes)
      if (/^on/.test(name) || /^\\s*javascript:/i.test(value)) found.push(`${name}=${value}`)
  const odd = document.documentElement.outerHTML.match(
    /[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]/g)
  return found.concat(odd ?? [])
}"""


class Suspicious:
    """Pages that are looked at again and again."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.opened: list[str] = []

    def guest(self) -> Page:
        page = self.pages()
        seats.settle(page, **seats.QUICK)
        page.add_init_script(BETRAYED)
        page.on("dialog", self._opened)
        return page

    def _opened(self, dialog: Dialog) -> None:
        self.opened.append(dialog.message)
        dialog.dismiss()

    def look(self, page: Page, *texts: str) -> None:
        """These texts can be read on the page as they are, and nothing strange is there."""
        for text in texts:
            expect(page.get_by_text(text).locator("visible=true").first).to_be_visible()
        assert page.evaluate(STRANGE) == []
        assert self.opened == []


def test_markup_stays_text_on_every_page(page_factory: Pages, server: Server) -> None:
    suspicious = Suspicious(page_factory)
    ann, bob, eve = (suspicious.guest() for _ in range(3))
    seats.rename(ann, server, IMAGE)
    suspicious.look(ann, IMAGE)
    table = seats.lay(ann, server, "With a friend far away")
    link = seats.invitation(ann)
    seats.join(bob, link, SCRIPT)
    eve.goto(f"{server.origin}/table/{table}")
    for page in (ann, bob, eve):
        suspicious.look(page, IMAGE, SCRIPT)

    for said, read in LINES.items():
        ann.get_by_role("tab", name="Chat").click()
        ann.get_by_role("textbox", name="Say something").fill(said)
        ann.get_by_role("button", name="Send").click()
        expect(ann.get_by_role("list", name="Chat").get_by_role("listitem").last).to_contain_text(
            f"{IMAGE} {read}"
        )
        expect(bob.get_by_role("status")).to_contain_text(f"{IMAGE} says: {read}")
    for page in (bob, eve):
        page.get_by_role("tab", name="Chat").click()
        suspicious.look(page, *LINES.values())
        page.reload()
        page.get_by_role("tab", name="Chat").click()
        suspicious.look(page, *LINES.values())
        page.get_by_role("tab", name="Story").click()
    ann.get_by_role("tab", name="Story").click()

    rng = Random(53)
    seats.some_moves([ann, bob], rng, 4)
    for page in (ann, bob, eve):
        suspicious.look(page, f"{IMAGE} ", f"{SCRIPT} ")
    for sheet in ("At the table", "Why this score?"):
        ann.get_by_role("button", name=sheet).click()
        dialog = ann.get_by_role("dialog", name=sheet)
        for name in (IMAGE, SCRIPT):
            expect(dialog.get_by_text(name).first).to_be_visible()
        suspicious.look(ann)
        dialog.get_by_role("button", name="Close").click()
    asker, other = (bob, ann) if seats.moves(ann).count() else (ann, bob)
    asker.get_by_role("button", name="Ask to undo").click()
    suspicious.look(other, "would like to take the last move back")
    other.get_by_role("button", name="Rather not").click()
    suspicious.look(asker, "said no")
    seats.story(eve).first.get_by_role("button").click()
    suspicious.look(eve, "After move 1 of 4")
    ann.goto(server.origin)
    suspicious.look(ann, SCRIPT)


def test_the_end_and_the_replay(page_factory: Pages, server: Server) -> None:
    suspicious = Suspicious(page_factory)
    game = seats.Quick(server, Random(59), IMAGE, SCRIPT)
    game.finish()
    page = suspicious.guest()
    page.goto(f"{server.origin}/table/{game.table}")
    dialog = seats.end(page)
    for name in (IMAGE, SCRIPT):
        expect(dialog.get_by_text(name).first).to_be_visible()
    suspicious.look(page)
    dialog.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("ArrowRight")
    suspicious.look(page, IMAGE, SCRIPT)
    options = page.get_by_role("combobox", name="Seen by").locator("option").all_inner_texts()
    assert options[1:] == [IMAGE, SCRIPT]


def test_a_name_of_odd_characters_at_one_screen(page_factory: Pages, server: Server) -> None:
    suspicious = Suspicious(page_factory)
    page = suspicious.guest()
    typed, name = BACKWARDS
    seats.rename(page, server, typed)
    suspicious.look(page, name)
    seats.lay(page, server, "Together at this screen")
    suspicious.look(page, name)
    seats.one_moves([page], Random(1))
    expect(page.get_by_role("dialog", name=f"Pass the screen to {name}")).to_be_visible()
    suspicious.look(page, f"I am {name} (2)")
    seats.rename(page, server, IMAGE)
    seats.lay(page, server, "Together at this screen")
    seats.one_moves([page], Random(1))
    suspicious.look(page, f"I am {IMAGE} (2)")
