"""Pieces of one's own: a corrected file is played by two people, a broken one is explained."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from spinney.core import shelf
from tests.browser import seats
from tests.browser.dealt import Dealt
from tests.browser.pages import PHONE, Pages
from tests.server.living import GAME, Guest

OURS = shelf.components(GAME).decode()
NAMES = [line.split('"')[1] for line in OURS.splitlines() if line.startswith('name = "')]
LANDSCAPE: dict[str, Any] = {
    "viewport": {"width": 740, "height": 360},
    "has_touch": True,
    "is_mobile": True,
}
SCREENS = pytest.mark.parametrize(
    ("screen", "theme"),
    [({}, "light"), (PHONE, "dark"), (LANDSCAPE, "light")],
    ids=["desk", "phone", "landscape"],
)
NOTHING_WIDER = "document.documentElement.scrollWidth <= innerWidth"


def corrected() -> str:
    """Every mushroom is Ann's, and the first one has more points."""
    text = OURS
    for name in NAMES[:4]:
        text = text.replace(f'name = "{name}"', f'name = "Ann {name}"')
    return text.replace("mvp = 1", "mvp = 7", 1)


def hash_of(text: str) -> str:
    return shelf.games()[GAME].reprint(text.encode()).components[:8]


def box(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, "utf-8")
    return str(file)


def section(dialog: Locator) -> Locator:
    """The part of the dialog for one's own pieces, opened."""
    dialog.get_by_text("Use my own pieces").click()
    return dialog.get_by_role("group").filter(has_text="Use my own pieces")


def shot(page: Page, folder: Path, name: str) -> None:
    page.screenshot(path=folder / f"components-{name}.png")


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures go; `--basetemp` says where that is."""
    return tmp_path_factory.mktemp("pictures")


def test_two_people_play_with_a_corrected_file(
    page_factory: Pages,
    server: Dealt,
    accessible: Callable[[Page], None],
    tmp_path: Path,
    pictures: Path,
) -> None:
    ann, bob = page_factory(), page_factory(**PHONE)
    for page in (ann, bob):
        seats.settle(page, **seats.QUICK)
    seats.rename(ann, server, "Ann")
    dialog = seats.new_table(ann, server)
    dialog.get_by_role("button", name="With a friend far away").click()
    own = section(dialog)
    with ann.expect_file_chooser() as chooser:
        own.get_by_text("Take a file").click()
    chooser.value.set_files(box(tmp_path, "my box.toml", corrected()))
    expect(own.get_by_role("status")).to_have_text("my box: these pieces can be played with.")
    expect(own.get_by_role("combobox", name="Pieces").locator("option:checked")).to_have_text(
        f"my box · {hash_of(corrected())}"
    )
    accessible(ann)
    shot(ann, pictures, "new-table")
    dialog.get_by_role("button", name="Lay the table").click()
    ann.wait_for_url("**/table/*")
    line = f"Played with pieces of Ann's box · {hash_of(corrected())}"
    expect(ann.get_by_text(line)).to_be_visible()
    shot(ann, pictures, "waiting")

    link = seats.invitation(ann)
    bob.goto(link)
    expect(bob.get_by_text(f"You are invited to {seats.TITLE}. {line}")).to_be_visible()
    accessible(bob)
    shot(bob, pictures, "invitation")
    seats.join(bob, link, "Bob")
    for page in (ann, bob):
        expect(page.get_by_text(line)).to_be_visible()
    expect(ann.locator("svg.sheet symbol text", has_text="Ann").first).to_be_attached()
    accessible(ann)
    shot(ann, pictures, "table")
    shot(bob, pictures, "table-phone")
    with ann.expect_download() as download:
        ann.get_by_role("link", name="Look at the file with these pieces").first.click()
    assert download.value.path().read_text("utf-8") == corrected()


def test_a_rematch_and_the_replay_keep_the_pieces(
    page_factory: Pages, server: Dealt, pictures: Path
) -> None:
    game = seats.Quick(server, Random(11), file=corrected())
    game.finish()
    page = game.sit(page_factory, 0)
    line = f"Played with pieces of Ann's box · {hash_of(corrected())}"
    seats.end(page).get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda address: game.table not in address)
    expect(page.get_by_text(line)).to_be_visible()
    page.goto(f"{server.origin}/replay/{game.table}")
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator("svg.sheet symbol text", has_text="Ann").first).to_be_attached()
    shot(page, pictures, "replay")


@SCREENS
def test_a_broken_file_is_explained(
    page_factory: Pages,
    server: Dealt,
    accessible: Callable[[Page], None],
    tmp_path: Path,
    pictures: Path,
    screen: dict[str, Any],
    theme: str,
) -> None:
    page_factory.forgive("422")  # the browser, about what the server does not take
    page = page_factory(theme=theme, **screen)
    dialog = seats.new_table(page, server)
    own = section(dialog)
    broken = OURS.replace("mvp = 1", 'mvp = "one"', 1)
    line = broken[: broken.index('"one"')].count("\n") + 1
    own.locator("input[type=file]").set_input_files(box(tmp_path, "box.toml", broken))
    alert = own.get_by_role("alert")
    expect(alert).to_contain_text("You cannot play with this file.")
    expect(alert).to_contain_text(f"Line {line}, “cards.honey_fungus”, “mvp”:")
    expect(alert).to_contain_text("expected a whole number, found a text in quotes")
    alert.scroll_into_view_if_needed()
    accessible(page)
    assert page.evaluate(NOTHING_WIDER)
    shot(page, pictures, f"broken-{page.viewport_size['width']}")  # type: ignore[index]
    own.locator("input[type=file]").set_input_files(box(tmp_path, "no.toml", "this is no file"))
    expect(alert).to_contain_text("Line 1: not a TOML file")
    own.locator("input[type=file]").set_input_files(box(tmp_path, "big.toml", "#" * 200_000))
    expect(alert).to_contain_text("This file is too large: 128 KiB is the most.")


@SCREENS
def test_the_file_is_changed_checked_kept_and_tried_on_its_page(
    page_factory: Pages,
    server: Dealt,
    accessible: Callable[[Page], None],
    pictures: Path,
    screen: dict[str, Any],
    theme: str,
) -> None:
    page_factory.forgive("422")
    page = page_factory(theme=theme, **screen)
    seats.rename(page, server, "Ann")
    own = section(seats.new_table(page, server))
    own.get_by_role("link", name="Look at the pieces").click()
    expect(page.get_by_role("heading", name=f"The pieces of {seats.TITLE}")).to_be_visible()
    text = page.get_by_role("textbox", name="The file")
    expect(text).to_have_value(OURS)
    accessible(page)
    assert page.evaluate(NOTHING_WIDER)
    width = page.viewport_size["width"]  # type: ignore[index]
    shot(page, pictures, f"page-{width}")

    text.fill(OURS.replace('type = "pan"', 'type = "pot"'))
    page.get_by_role("button", name="Check").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("“cards.pan”, “type”: 'pot' is not possible here")
    alert.get_by_role("button", name="Show me the line").click()
    selected = "e => e.value.slice(e.selectionStart, e.selectionEnd)"
    assert text.evaluate(selected) == 'type = "pot"'
    accessible(page)

    text.fill(corrected())
    page.get_by_role("button", name="Check").click()
    status = page.get_by_role("main").get_by_role("status")
    expect(status).to_contain_text("These pieces can be played with. You changed 5 things:")
    expect(status).to_contain_text("cards.honey_fungus, mvp: 1 → 7")
    accessible(page)
    status.scroll_into_view_if_needed()
    shot(page, pictures, f"checked-{width}")

    page.get_by_role("textbox", name="Name of your box").fill("Granny's box")
    page.get_by_role("button", name="Keep it").click()
    expect(status).to_have_text("It is kept.")
    mine = page.get_by_role("region", name="Your files")
    expect(mine.get_by_role("listitem")).to_contain_text(f"Granny's box · {hash_of(corrected())}")
    page.get_by_role("button", name="Begin again with ours").click()
    expect(text).to_have_value(OURS)
    mine.get_by_role("button", name="Open Granny's box").click()
    expect(text).to_have_value(corrected())
    with page.expect_download() as download:
        page.get_by_role("button", name="Download what stands here").click()
    assert download.value.path().read_text("utf-8") == corrected()

    page.get_by_role("button", name="Try it at a table").click()
    dialog = page.get_by_role("dialog", name=f"A table for {seats.TITLE}")
    expect(dialog.get_by_role("combobox", name="Pieces").locator("option:checked")).to_contain_text(
        "Granny's box"
    )
    dialog.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/table/*")
    line = f"Played with pieces of Ann's box · {hash_of(corrected())}"
    expect(page.get_by_text(line)).to_be_visible()
    accessible(page)
    shot(page, pictures, f"tried-{width}")
    page.goto(f"{server.origin}/pieces/{GAME}")
    page.get_by_role("button", name="Take away Granny's box").click()
    expect(page.get_by_text("You keep no file for this game yet.")).to_be_visible()


def test_with_the_keyboard(page_factory: Pages, server: Dealt, tmp_path: Path) -> None:
    page = page_factory()
    dialog = seats.new_table(page, server)
    dialog.get_by_text("Use my own pieces").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(box(tmp_path, "my box.toml", corrected()))
    expect(dialog.get_by_role("status")).to_contain_text("my box")
    page.keyboard.press("Tab")
    expect(dialog.get_by_role("link", name="Look at the pieces")).to_be_focused()


def test_a_game_without_a_file_offers_nothing(page_factory: Pages, server: Dealt) -> None:
    cards = {card["name"]: card for card in Guest(server).ask("GET", "/api/shelf").json()["games"]}
    assert cards[GAME]["file"] and not cards["bramble"].get("file")
    page = page_factory()
    dialog = seats.new_table(page, server, cards["bramble"]["title"])
    expect(dialog.get_by_role("button", name="Lay the table")).to_be_visible()
    expect(dialog.get_by_text("Use my own pieces")).to_have_count(0)
