"""The published cases of all games, each as one test; and their format (docs/cases.md)."""

from __future__ import annotations

from functools import cache

import pytest

from spinney.core import case_runs, cases, shelf
from spinney.core.cases import Case, Casebook


@cache
def books() -> list[Casebook]:
    return [book for game in shelf.games().values() if (book := cases.of(game))]


EVERY = [
    pytest.param(book, case, id=f"{book.game.name}-{case.id}")
    for book in books()
    for case in book.cases
]


@pytest.mark.parametrize(("book", "case"), EVERY)
def test_case(book: Casebook, case: Case) -> None:
    failures = case_runs.run(book, case)
    assert not failures, "\n".join(map(str, failures))


@pytest.mark.parametrize("book", books(), ids=lambda book: book.game.name)
def test_files_of_cases_are_plain_text(book: Casebook) -> None:
    for file in book.folder.iterdir():
        assert file.suffix == ".txt"
        text = file.read_text(encoding="utf-8")
        assert text.endswith("\n") and "\t" not in text and "\r" not in text


@pytest.mark.parametrize("book", books(), ids=lambda book: book.game.name)
def test_every_rule_and_ruling_has_a_case(book: Casebook) -> None:
    assert book.uncovered == []
