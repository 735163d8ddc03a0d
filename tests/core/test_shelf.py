"""The shelf, and what every game on it tells about itself."""

from __future__ import annotations

import msgspec
import pytest

from spinney.core import shelf
from spinney.core.components import ComponentError, digest, entries, read
from spinney.core.game import Game, ranks


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    size: int


def test_games_are_found_by_their_folders() -> None:
    assert shelf.games() and list(shelf.games()) == sorted(shelf.games())
    for name, game in shelf.games().items():
        assert game.name == name and shelf.find(name) is game


def test_an_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match=f"no game 'chess' .*{next(iter(shelf.games()))}"):
        shelf.find("chess")


@pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)
def test_options_have_a_schema(game: Game) -> None:
    schema = msgspec.json.schema(game.options)
    assert msgspec.json.decode(msgspec.json.encode(game.options()), type=game.options)
    assert schema["$defs"]


def test_ties_share_a_rank() -> None:
    assert ranks([5, 7, 5, 9]) == [3, 2, 3, 1]
    assert ranks([4, 4]) == [1, 1]


def test_components_are_checked_entry_by_entry() -> None:
    assert entries(b"[tiles.a]\nsize = 3", "tiles", Piece) == {"a": Piece(3)}
    for text, mistake in [
        (b"[tiles.a]\nsize = 'x'", "tiles.a, size: expected a whole number, found a text"),
        (b"[tiles.a]\nsise = 3", "tiles.a, sise: "),
        (b"[tile.a]\nsize = 3", "no table \\[tiles\\]"),
        (b"[tiles", "not a TOML file"),
        (b"\xff", "not a TOML file"),
    ]:
        with pytest.raises(ComponentError, match=mistake):
            entries(text, "tiles", Piece)
    assert read(b"a = 1") == {"a": 1}


def test_the_hash_is_of_the_data_not_of_the_text() -> None:
    one = entries(b"[tiles.a]\nsize = 3", "tiles", Piece)
    two = entries(b"# a remark\n[tiles]\na = { size = 3 }", "tiles", Piece)
    assert digest(one) == digest(two) != digest({"a": Piece(4)})
