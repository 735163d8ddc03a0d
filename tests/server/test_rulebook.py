"""Rulebooks become blocks of words: no markup is left, and no text is lost."""

from __future__ import annotations

import re

import pytest

from spinney.core import shelf
from spinney.core.game import Game
from spinney.server.rulebook import blocks, rulebook
from spinney.table.messages import Block, Span

GAMES = pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)


def spans(block: Block) -> list[Span]:
    rows = [span for row in block.rows for cell in row for span in cell]
    return [*block.spans, *(span for item in block.items for span in item), *rows]


def test_every_kind_of_block() -> None:
    found = list(
        blocks(
            "# Title\n\nOne *two* **three** `four`\nfive\n\n## R3.1 Take\n\n- a\n- b\n  - c\n\n"
            "1. x\n2. y\n\n| h | i |\n|---|---|\n| 1 | **2** |\n\n```\ncode\n```\n\n> quoted\n"
        )
    )
    assert [block.kind for block in found] == ["h1", "p", "h2", "ul", "ol", "table", "p", "p"]
    assert found[1].spans == [
        *(Span("One "), Span("two", em=True), Span(" "), Span("three", strong=True), Span(" ")),
        *(Span("four", code=True), Span(" "), Span("five")),
    ]
    assert found[2].rule == "R3.1"
    assert found[3].items == [[Span("a")], [Span("b")], [Span("c")]]
    assert found[5].rows == [[[Span("h")], [Span("i")]], [[Span("1")], [Span("2", strong=True)]]]
    assert found[6].spans == [Span("code", code=True)]


def test_only_harmless_links() -> None:
    found = list(
        blocks("[a](#rulings) [b](https://example.org) [c](javascript:alert(1)) [d](x.md)")
    )
    assert [(span.text, span.href) for span in found[0].spans if span.href] == [
        ("a", "#rulings"),
        ("b", "https://example.org"),
    ]
    text = "".join(span.text for span in found[0].spans)
    assert text.startswith("a b ") and text.endswith(" d")


def test_markup_in_a_rulebook_stays_text() -> None:
    (block,) = blocks("<script>alert(1)</script> <b>x</b>")
    assert "".join(span.text for span in block.spans) == "<script>alert(1)</script> <b>x</b>"


@GAMES
def test_no_word_is_lost(game: Game) -> None:
    book = rulebook(game.name)
    told = " ".join(span.text for block in book.blocks for span in spans(block))
    words = set(re.findall(r"\w+", told))
    links = re.sub(r"\]\([^)]*\)", "]", game.rulebook)
    assert set(re.findall(r"\w+", links)) - words <= {"", "1", "2", "3", "4", "5"}  # list numbers


@GAMES
def test_every_rule_can_be_found(game: Game) -> None:
    """What refusals cite is a heading, or stands below one."""
    rules = {block.rule for block in rulebook(game.name).blocks if block.rule}
    assert "R1" in rules
    for cited in re.findall(r"\((R\d+(?:\.\d+)?)\)", game.rulebook):
        assert cited in rules, cited
