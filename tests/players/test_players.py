"""Computer players: legal, repeatable, and none of them looks under the table."""

from __future__ import annotations

from functools import partial

import pytest

from spinney import players
from spinney.core import shelf
from spinney.core.game import Game
from spinney.core.match import MatchLog
from spinney.core.rng import Rng
from spinney.players.levels import choose

GAMES = pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)


def play(game: Game, names: list[str], seed: int) -> MatchLog:
    match = MatchLog(game, game.options(), len(names), seed)
    rng = [Rng(seed + 1 + seat) for seat in range(len(names))]
    while not match.over:
        seat = match.seats_to_act[0]
        match.act(seat, players.find(names[seat])(game, match.view(seat), rng[seat]))
    return match


@GAMES
@pytest.mark.parametrize("name", ["random", "greedy", "level1", "level2"])
def test_the_same_dice_give_the_same_game(
    game: Game, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2):  # where these search, too: by a few rounds, not by the clock
        few = partial(choose, number, clock=False, rounds=2)
        monkeypatch.setitem(players.PLAYERS, f"level{number}", few)
    seats = game.seats[-1]
    assert play(game, [name] * seats, 3).moves == play(game, [name] * seats, 3).moves


@GAMES
def test_instinct_beats_chance(game: Game) -> None:
    """Twenty games, the seats changed in between: random play wins one at most. The levels of
    every game search with its quick policy, so one that only picks at random is not enough.
    """
    seats = min(seats for seats in game.seats if seats > 1)
    names = ["greedy"] + ["random"] * (seats - 1)
    won = 0
    for seed in range(10):
        for turn in range(2):
            order = names[-turn:] + names[:-turn]
            won += order.index("greedy") in play(game, order, seed).outcome().winners
    assert won >= 19


def test_unknown_players_are_refused() -> None:
    with pytest.raises(ValueError, match="there are: random, greedy"):
        players.find("deep_thought")
