from __future__ import annotations

import json
from typing import Literal

import msgspec
import pytest

from spinney.cli.games import OptionEntry, options
from spinney.core import shelf
from spinney.core.game import Game, Options

from .conftest import Run


def test_the_shelf_as_text(spinney: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")  # nothing is broken into lines
    code, out, err = spinney("games")
    assert (code, err) == (0, "")
    for game in shelf.games().values():
        assert f"{game.title} ({game.name})" in out
        assert game.components in out
        for choice in options(game):
            assert choice.name in out and choice.doc in out


def test_the_shelf_as_json_has_the_schema_of_the_options(spinney: Run) -> None:
    code, out, _ = spinney("games", "--json")
    assert code == 0
    listed = {entry["name"]: entry for entry in json.loads(out)}
    assert list(listed) == list(shelf.games())
    morels = listed["morels"]
    assert morels["seats"] == [2]
    assert morels["components"] == shelf.find("morels").components
    schema = morels["options"]["$defs"]["MorelsOptions"]
    assert schema["properties"]["starter"]["default"] == "seat0"


def test_every_kind_of_option_can_be_read() -> None:
    class Wishes(Options, frozen=True):
        """What there may be.

        moon: its colour
        moon=blue: Blue. Once in a while.
        short [1]: ends soon
        """

        moon: Literal["blue", "red"] = "red"
        short: bool = False
        rounds: int = 3
        layout: str = ""

    def game() -> Game:
        any_game = next(iter(shelf.games().values()))
        from dataclasses import replace

        return replace(any_game, options=Wishes)

    assert options(game()) == [
        OptionEntry("moon", "blue, red", "red", "its colour", [("blue", "Blue. Once in a while")]),
        OptionEntry("short", "true, false", "false", "ends soon (for 1 player)"),
        OptionEntry("rounds", "integer", "3", ""),
        OptionEntry("layout", "text", "", ""),
    ]
    assert msgspec.json.encode(game().choose({"short": "true"})) == (
        b'{"moon":"red","short":true,"rounds":3,"layout":""}'
    )
