"""A person at a real terminal: keys, completion, history, pages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

from spinney.cli.line_input import completions

if sys.platform == "win32":
    pytest.skip("there are no such terminals", allow_module_level=True)
pytest.importorskip("readline")

from .pty_terminal import PtyTerminal

UP, HOME, TAB, ENTER = "\x1b[A", "\x01", "\t", "\r"
Sit = Callable[..., PtyTerminal]


@pytest.fixture
def sit() -> Iterator[Sit]:
    open_ones: list[PtyTerminal] = []

    def sit_down(game: str, *args: object, **window: object) -> PtyTerminal:
        found = PtyTerminal("play", game, "--seed", 7, *args, **window)  # type: ignore[arg-type]
        open_ones.append(found)
        found.prompt()
        return found

    yield sit_down
    for one in open_ones:
        one.__exit__(None, None, None)


def test_lines_are_edited(sit: Sit) -> None:
    window = sit("morels")
    window.type("corX\x7fe" + HOME + "s" + ENTER)
    assert "Juniper" in window.prompt()
    assert "is no move" not in window.raw
    assert window.end() == 0


def test_words_are_completed(sit: Sit) -> None:
    window = sit("morels")
    window.type("tak" + TAB + "pl" + TAB + TAB)
    window.expect("place=1")  # all that can be meant are listed
    window.type("1" + ENTER)
    window.expect("\nYou took")


def test_lines_are_remembered_until_the_next_game(sit: Sit) -> None:
    first = sit("morels")
    first.type("rules R1" + ENTER)
    first.prompt()
    first.type("nonsense" + ENTER)
    first.prompt()
    first.type(UP + UP + ENTER)
    assert "R1" in first.prompt()
    assert first.end() == 0
    second = sit("underwood")
    second.type(UP + ENTER)
    assert "R1" in second.prompt()


def test_long_lists_come_in_pages(sit: Sit) -> None:
    window = sit("underwood", rows=14)
    window.type("moves start" + ENTER)
    page = window.expect(r"-- (\d+) more lines: Enter, or q to stop -- ")
    assert len(page.splitlines()) <= 14
    window.type(ENTER)
    assert window.expect("more lines").count("Start on space") == 12
    window.type("q" + ENTER)
    assert "Start" not in window.prompt()
    window.type(UP)  # an answer to a question is not remembered
    window.expect("moves start")


def test_a_dumb_terminal_gets_plain_lines(sit: Sit) -> None:
    window = sit("morels", term="dumb", rows=10)
    assert "\x1b" not in window.raw
    window.type("moves" + ENTER)
    assert "more lines" not in window.prompt()
    window.type("1" + ENTER)
    assert "You took" in window.prompt()
    assert window.end() == 0


def test_the_table_is_not_printed_again_where_nothing_changed(sit: Sit) -> None:
    window = sit("undergrove", columns=120)
    window.type("1" + ENTER)
    window.prompt()
    window.type("partner" + ENTER)
    shown = window.prompt()
    assert "The rest of the table is as before" in shown
    assert "You: " in shown and "Goals" not in shown and "Juniper: " not in shown
    window.type("table" + ENTER)
    assert "Goals" in window.prompt()


def test_completion_word_by_word() -> None:
    phrases = ["take place=1", "take place=2", "Take the Moon", "sell kind=moon", "table"]
    assert completions("", "ta", phrases) == ["take ", "table"]
    assert completions("take ", "", phrases) == ["place=1", "place=2", "the "]
    assert completions("TAKE ", "TH", phrases) == ["THe "]
    assert completions("take place=1 ", "", phrases) == []
