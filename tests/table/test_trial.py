"""Files are tried out before anybody plays with them, and games with different files never meet."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from spinney.core import shelf
from spinney.core.components import ComponentError
from spinney.core.game import Game
from spinney.core.rng import Rng
from spinney.core.state import Moves, lowest
from spinney.drawing.builder import build_scene
from spinney.server.bots import pool
from spinney.server.bots.pool import WorkerPool
from spinney.table import trial
from spinney.table.bots import TooSlow
from tests.server.living import GAME
from tests.toy.bramble import BRAMBLE, toy

NAMES = ("Ann", "Ben", "Cleo", "Dora")
MOVES = 25


@pytest.mark.parametrize("name", shelf.games())
def test_the_games_own_file_is_fine(name: str) -> None:
    found = trial.try_out(name, shelf.components(name), 0.1)
    assert found == trial.TriedFile(shelf.games()[name].components)


def test_an_error_has_its_place() -> None:
    text = shelf.components(GAME).replace(b"mvp = 1", b"mvp = -1", 1)
    error = trial.try_out(GAME, text).error
    assert error is not None and error.field == "mvp" and error.what == "at least 0"
    assert text.splitlines()[error.line - 1] == b"mvp = -1"
    assert error.error == f"{error.entry}, mvp: at least 0"


def test_games_that_go_wrong_or_never_end_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    trial.play_some(BRAMBLE, 1e12)

    def broken(*_: Any) -> Any:
        raise IndexError("secret")

    for faulty in (
        toy(view=broken),
        toy(outcome=broken),
        toy(words=changed(BRAMBLE.words, tell=broken)),
        toy(board=changed(BRAMBLE.board, panels=broken)),
    ):
        with pytest.raises(ComponentError, match=r"for 2 .* goes wrong \(IndexError in "):
            trial.play_some(faulty, 1e12)
    with pytest.raises(ComponentError, match="no room"):
        trial.play_some(toy(setup=refusing), 1e12)
    monkeypatch.setattr(trial, "LONGEST", 3)
    with pytest.raises(ComponentError, match="a game for 2 with these pieces does not end"):
        trial.play_some(BRAMBLE, 1e12)


def changed(thing: Any, **changes: Any) -> Any:
    return replace(thing, **changes)


def refusing(*_: Any) -> Any:
    raise ValueError("no room for all of them")


def test_a_file_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "TRYING", 0.001)

    async def story() -> None:
        workers = WorkerPool()
        await workers.start(1)
        try:
            with pytest.raises(TooSlow):
                await workers.try_out(GAME, shelf.components(GAME))
            monkeypatch.setattr(pool, "TRYING", 60.0)
            assert (await workers.try_out(GAME, shelf.components(GAME))).components
        finally:
            await workers.stop()

    asyncio.run(story())


# ------------------------------------------------------------------------------- side by side
def variant(name: str, number: int) -> Game:
    """A game with a file of its own: other names, and other points where there are some."""
    text = shelf.components(name).decode().replace('name = "', f'name = "{"ABC"[number]} ')
    return shelf.find(name).reprinted(text.replace("mvp = 1", f"mvp = {5 + number}").encode())


def drawn(games: list[Game]) -> list[str]:
    """The same moves in all of them, a move here and a move there; a hash of what each showed."""
    tables = [game.start(game.options(), game.seats[-1], 3) for game in games]
    hashes = [sha256() for _ in games]
    rng = Rng(4)
    for _ in range(MOVES):
        if not tables[0].to_act:
            break
        chance = rng.below(1 << 20)
        for game, table, mark in zip(games, tables, hashes, strict=True):
            seat = lowest(table.to_act)
            before = game.view(table, seat)
            move = Moves().of(table, seat)[chance % len(Moves().of(table, seat))]
            table.apply(seat, move)
            said = game.words.tell(before, seat, move, game.view(table, seat))
            scenes = [
                build_scene(game, game.view(table, viewer), NAMES, [said])
                for viewer in range(-1, table.seats)
            ]
            mark.update(msgspec.json.encode(scenes))
    return [mark.hexdigest() for mark in hashes]


def test_two_games_with_different_files_draw_what_each_draws_alone() -> None:
    for name in shelf.games():
        both = drawn([variant(name, 0), variant(name, 1), shelf.find(name)])
        assert len(set(both)) == 3
        assert drawn([variant(name, 0)]) == both[:1]
    program = (
        "import json; from tests.table.test_trial import *; "
        "print(json.dumps([drawn([variant(name, 1)]) for name in shelf.games()]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    alone = json.loads(done.stdout.splitlines()[-1])
    assert alone == [drawn([variant(name, 0), variant(name, 1)])[1:] for name in shelf.games()]
