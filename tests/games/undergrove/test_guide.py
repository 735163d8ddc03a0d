"""The guided first game: its steps can be played as they stand, by two, three and four, and nobody
gets stuck, not even alone.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from spinney.core.guide import steps as steps_of
from spinney.games import undergrove as folder
from spinney.games.undergrove import GAME
from spinney.games.undergrove.guide import turn as guide_turn
from tests.games.undergrove.guided import lead
from tests.games.undergrove.stories import new_game

FILE = Path(str(folder.__file__)).with_name("guide.toml")


def steps(player: int) -> list[dict[str, Any]]:
    every = tomllib.loads(FILE.read_text(encoding="utf-8"))["steps"]
    return [step for step in every if step["player"] in (0, player)]


def exact(player: int) -> list[str]:
    """The moves of the first four turns, without the spare ones."""
    return [step["move"] for step in steps(player) if "move" in step and not step.get("spare")]


def test_every_seat_is_given_its_own_guide() -> None:
    for player, guide in enumerate(GAME.guides, 1):
        assert [step.moves for step in guide] == [
            [step["move"]] if "move" in step else [] for step in steps(player)
        ]
    assert len(GAME.guides) == 4


@pytest.mark.parametrize("starter", ["seat0", "drawn"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_guide_leads_everybody_through_four_turns(seats: int, starter: str) -> None:
    """Number 1 is the first player, whoever that is; the others follow clockwise (R14)."""
    table = new_game(seats, 14, sprout=True, starter=starter)
    first = table.turn
    assert (first > 0) == (starter == "drawn")
    left = [exact(number) for number in range(1, seats + 1)]
    assert [guide_turn(table.view(seat)) for seat in range(seats)] == [
        ((seat - first) % seats, 0) for seat in range(seats)
    ]
    while any(left):
        number, turn = guide_turn(table.view(table.turn))
        assert number == (table.turn - first) % seats
        assert turn == (len(set(table.plants(table.turn))) > 0) * (
            1 + (table.state.turns - 1) // seats
        )
        table.do(left[number].pop(0))
    assert table.state.turns == 4 * seats + 1
    assert table.asked == "action"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_chair_is_led_to_the_review(seats: int) -> None:
    """A sample; `python -m tests.games.undergrove.guided` plays all."""
    for chair in range(seats):
        led = lead(seats, chair, 10 * seats + chair)
        assert led.reviewed and led.strayed == led.free == 0
        assert seats == 1 or led.spare == led.skipped == 0


@pytest.mark.parametrize("seats", [1, 2])
def test_who_does_something_else_is_led_on(seats: int) -> None:
    for seed in range(3):
        led = lead(seats, 0, seed, careless=40)
        assert led.reviewed and led.followed


def test_it_is_offered_with_the_given_hands_only() -> None:
    for starter in ("seat0", "drawn"):
        view = new_game(2, sprout=True, starter=starter).view(1)
        assert steps_of(GAME, {"sprout": True, "starter": starter}, view)
    assert not steps_of(GAME, {"sprout": False}, new_game(2).view(0))


@pytest.mark.parametrize("player", [1, 2, 3, 4])
def test_every_step_says_what_to_do_and_why(player: int) -> None:
    assert {step["turn"] for step in steps(player)} == {0, 1, 2, 3, 4, 5}
    assert all("move" in step for step in steps(player) if step["turn"] < 5)
    for step in steps(player):
        assert step["says"].endswith(".") and step["why"].endswith(".")


def test_the_guides_show_all_five_actions_between_them() -> None:
    moves = {move.split()[0] for player in (1, 2, 3, 4) for move in exact(player)}
    assert {"activate", "absorb", "reproduce", "partner", "photosynthesize", "trade"} <= moves
