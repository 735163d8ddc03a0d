"""Components files of anybody: bounded, and every mistake in words for the person who made it."""

from __future__ import annotations

import random
import time
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from spinney.core import shelf
from spinney.core.components import (
    LARGEST,
    ComponentError,
    Difference,
    differences,
    entries,
    line_of,
    read,
)


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: bool = False
    carbon: Annotated[int, Meta(ge=0, le=15)] = 0


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: Literal["cap", "stem"]
    cost: Cost = Cost()
    gain: Annotated[str, Meta(pattern="^[NP]*$")] = ""
    sizes: Annotated[list[int], Meta(min_length=2)] = []


GOOD = '[pieces.morel]\nname = "Morel"\nkind = "cap"\n'


@pytest.mark.parametrize(
    ("line", "field", "what"),
    [
        ("cost = { carbon = 16 }", "cost.carbon", "at most 15"),
        ("cost = { carbon = -1 }", "cost.carbon", "at least 0"),
        (
            "cost = { carbon = 'x' }",
            "cost.carbon",
            "expected a whole number, found a text in quotes",
        ),
        ("cost = 3", "cost", "expected a table in { }, found a whole number"),
        (
            "cost = { coal = 1 }",
            "cost.coal",
            "there is no such line here (there are: token, carbon)",
        ),
        ("gain = 'NX'", "gain", "'NX' cannot be read here"),
        ("sizes = [1]", "sizes", "at least 2 of them"),
        ("sizes = [1, 'x']", "sizes", "expected a whole number, found a text in quotes"),
    ],
)
def test_a_mistake_names_the_entry_and_the_field(line: str, field: str, what: str) -> None:
    with pytest.raises(ComponentError) as found:
        entries(f"{GOOD}{line}\n".encode(), "pieces", Piece)
    error = found.value
    assert (error.entry, error.field, error.what) == ("pieces.morel", field, what)
    assert str(error) == f"pieces.morel, {field}: {what}"
    assert line_of(f"{GOOD}{line}\n".encode(), error.entry, error.field) == 4


def test_a_wrong_word_lists_the_right_ones_and_a_missing_line_is_named() -> None:
    with pytest.raises(
        ComponentError, match=r"'foot' is not possible here \(possible: 'cap', 'stem'"
    ):
        entries(GOOD.replace("cap", "foot").encode(), "pieces", Piece)
    with pytest.raises(ComponentError, match=r"pieces\.morel, kind: this line is missing"):
        entries(b'[pieces.morel]\nname = "Morel"\n', "pieces", Piece)


def test_an_error_of_a_game_says_where_it_belongs() -> None:
    error = ComponentError("cards.morel: needs must be at least 1")
    assert (error.entry, error.field, error.what) == ("cards.morel", "", "needs must be at least 1")
    error = ComponentError("six of each: that is all")
    assert (error.entry, error.what) == ("", "six of each: that is all")


def test_a_mistake_of_the_format_names_the_line() -> None:
    with pytest.raises(ComponentError) as found:
        read(b'[a]\nb = 1\nc == "x"\n')
    assert found.value.line == 3 and "not a TOML file" in str(found.value)
    with pytest.raises(ComponentError) as found:
        read(b'[a]\nb = """x')
    assert found.value.line


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"#" * (LARGEST + 1), "larger than"),
        (b"#" * 3000, "line 1 is too long"),
        (b"a" + b".a" * 500 + b" = 1", "line 1 is too long"),
        (b"a = " + b"[" * 1900, "not a TOML file"),
        (b"a = " + b"{a=" * 600, "not a TOML file"),
        (b"[a." + b"b." * 20 + b"c]\nx = 1", "too much"),
        (b"a = [" + b"1,\n" * 20_000 + b"]", "too much"),
        (b"[a.b]\nc = 1" + b"0" * 50, "at most 9999"),
        (b"[a.b]\nc = -10000", "at most 9999"),
        (b"[a.b]\nc = " + b"9" * 1900, "at most 9999"),
        (b"[a.b]\nc = 0x" + b"f" * 1900, "at most 9999"),
        (b"[a.b]\nname = '" + b"x" * 61 + b"'", "a.b, name: at most 60 letters"),
        (b"[a.b]\nsource = '" + b"x" * 601 + b"'", "a.b, source: at most 600 letters"),
        ("[a.b]\nname = 'a\u202eb'".encode(), "a sign in it that cannot be shown"),
        (b'[a.b]\nname = "a\\u0000b"', "a sign in it that cannot be shown"),
        (b'[a.b]\nname = "a\\nb"', "a sign in it that cannot be shown"),
        (b"[a.b]\nname = ' '", "something to read"),
        (b"[a.'x y']\nc = 1", "names of entries"),
        (b"a = 1999-02-31", "not a TOML file"),
        (b"\xef\xbb\xbf\xff", "UTF-8"),
    ],
)
def test_what_no_file_may_have(text: bytes, what: str) -> None:
    began = time.perf_counter()
    with pytest.raises(ComponentError, match=what):
        read(text)
    assert time.perf_counter() - began < 2


def test_the_slowest_files_that_are_allowed_take_no_time() -> None:
    """tomllib is slow at long dotted keys, so their length is bounded."""
    line = b"a." * 59 + b"%d = 1\n"
    many = b"".join(line % number for number in range(900))
    began = time.perf_counter()
    with pytest.raises(ComponentError):
        read(many[: LARGEST - 200])
    assert time.perf_counter() - began < 5


def test_any_bytes_are_a_file_or_a_mistake() -> None:
    rng = random.Random(5)
    text = shelf.components(next(iter(shelf.games())))
    for _ in range(60):
        letters = bytearray(text[: rng.randrange(200, 3000)])
        for _ in range(rng.randrange(1, 9)):
            letters[rng.randrange(len(letters))] = rng.randrange(256)
        try:
            read(bytes(letters))
        except ComponentError as error:
            assert "\n" not in str(error)


def test_the_mark_that_some_editors_write_does_no_harm() -> None:
    assert read(b"\xef\xbb\xbf[a]\r\nb = 1\r\n") == {"a": {"b": 1}}


def test_every_game_on_the_shelf_has_a_file_that_is_well_within_the_bounds() -> None:
    for name, game in shelf.games().items():
        text = shelf.components(name)
        assert 0 < len(text) < LARGEST / 2
        again = game.reprinted(text)
        assert again.components == game.components
        assert again.file == text and not game.file


def test_what_differs_is_told_piece_by_piece() -> None:
    now = GOOD.replace("Morel", "Big Morel") + "cost = { carbon = 2 }\n"
    assert differences(GOOD.encode(), now.encode()) == [
        Difference("pieces.morel", "name", '"Morel"', '"Big Morel"'),
        Difference("pieces.morel", "cost.carbon", "", "2"),
    ]
    assert differences(GOOD.encode(), f"# mine\n{GOOD}".encode()) == []
