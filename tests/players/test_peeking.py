"""Whatever a seat cannot know changes nothing in what a computer player thinks for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from spinney.core import shelf
from spinney.core.game import Game
from spinney.core.state import State
from tests.players import peeking
from tests.players.peeking import differences

POSITIONS, WORLDS = 12, 3


@pytest.mark.slow
@pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)
def test_no_thought_depends_on_what_is_hidden(game: Game) -> None:
    looked, apart, wrong = differences(game, POSITIONS, WORLDS)
    assert looked == POSITIONS and wrong == 0
    assert apart == POSITIONS * WORLDS, "the other tables were the same ones"


def test_whoever_peeps_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a player who follows the true dice thinks something else at every other table."""
    game = next(iter(shelf.games().values()))
    peeped: list[tuple[object, int]] = []

    def view(state: State, seat: int) -> object:
        peeped.append((game.view(state, seat), state.rng_state))
        return peeped[-1][0]

    def choose(number: int, game: Game, seen: object, *_: object, **__: object) -> int:
        return next(rng for known, rng in peeped if known is seen)

    monkeypatch.setattr(peeking, "choose", choose)
    assert differences(replace(game, view=view), 2, 4) == (2, 8, 8)
