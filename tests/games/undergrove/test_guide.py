"""The guided first game: its steps can be played as they stand, by two, three and four."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from spinney.games import undergrove as folder
from spinney.games.undergrove import GAME
from tests.games.undergrove.stories import new_game

FILE = Path(str(folder.__file__)).with_name("guide.toml")


def steps(player: int) -> list[dict[str, Any]]:
    every = tomllib.loads(FILE.read_text(encoding="utf-8"))["steps"]
    return [step for step in every if step["player"] == player]


def test_every_seat_is_given_its_own_guide() -> None:
    for player, guide in enumerate(GAME.guides, 1):
        assert [step.moves for step in guide] == [[step["move"]] for step in steps(player)]
    assert len(GAME.guides) == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_guide_leads_everybody_through_four_turns(seats: int) -> None:
    table = new_game(seats, 7, sprout=True)
    left = {seat: steps(seat + 1) for seat in range(seats)}
    while any(left.values()):
        table.do(left[table.turn].pop(0)["move"])
    assert table.state.turns == 4 * seats + 1
    assert table.asked == "action"


@pytest.mark.parametrize("player", [1, 2, 3, 4])
def test_every_step_says_what_to_do_and_why(player: int) -> None:
    assert {step["turn"] for step in steps(player)} == {0, 1, 2, 3, 4}
    for step in steps(player):
        assert step["says"].endswith(".") and step["why"].endswith(".")


def test_the_guides_show_all_five_actions_between_them() -> None:
    moves = {step["move"].split()[0] for player in (1, 2, 3, 4) for step in steps(player)}
    assert {"activate", "absorb", "reproduce", "partner", "photosynthesize", "trade"} <= moves
