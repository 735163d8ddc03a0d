"""Computer players at a table with a guide."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from spinney.core.game import Game
from spinney.core.match import MatchLog
from spinney.drawing.scene import Step
from spinney.table.bot_players import BotPlayers
from tests.toy.glade import GLADE


class Thinking:
    """Computer players that are only asked."""

    def __init__(self, move: str) -> None:
        self.move, self.asked = move, 0

    async def choose(self, *args: object, **more: object) -> str:
        self.asked += 1
        return self.move


def chosen(game: Game, rounds: str, thinking: Thinking) -> str:
    match = MatchLog(game, game.choose({"rounds": rounds}), 2, 7, [1])
    viewer = SimpleNamespace(view=match.view(0), version=0, seen=b"")
    chairs = [SimpleNamespace(kind="greedy", guest="")]
    room: Any = SimpleNamespace(id="t", game=game, match=match, viewers=[viewer], chairs=chairs)
    room.bot_seed = lambda seat: 1
    settings = SimpleNamespace(pace=0.0, bot_deadline=1.0, hints_per_minute=60)
    players = BotPlayers(cast(Any, thinking), cast(Any, settings))
    return asyncio.run(players._choice(room, 0))


def test_they_do_what_their_guide_says_if_that_is_one_move() -> None:
    legal = [GLADE.verbs.format(move) for move in MatchLog(GLADE, GLADE.options(), 2, 7).legal(0)]
    thinking = Thinking(legal[0])
    game = replace(GLADE, guide=[Step("", moves=[legal[-1]])])
    assert chosen(game, "4", thinking) == legal[-1]
    assert not thinking.asked
    assert chosen(game, "3", thinking) == legal[0]  # no guided game
    assert chosen(GLADE, "4", thinking) == legal[0]  # several moves
