"""Draws views in processes that have drawn nothing before (law 12).

A helper process imports the games but draws nothing itself. It forks for every view: the child
draws that one view with empty caches, writes the bytes and ends.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import IO, Any

import msgspec

from spinney.core import shelf
from spinney.core.game import Game
from spinney.drawing.builder import build_scene

TOYS = ("tests.toy.bramble", "tests.laws.faults", "spinney.templates.game")


def drawing(game: Game, view: Any, names: Sequence[str]) -> bytes:
    """The scene and the text of a view, as they are sent."""
    return msgspec.json.encode((build_scene(game, view, names), game.words.text(view, names)))


def cold_drawing(game: Game, view: Any, names: Sequence[str]) -> bytes:
    """The same, drawn by a process that has drawn nothing before."""
    helper = started()
    assert helper.stdin and helper.stdout
    seen = msgspec.Raw(msgspec.json.encode(view))
    helper.stdin.write(msgspec.json.encode((place_of(game), seen, list(names))) + b"\n")
    helper.stdin.flush()
    answer = helper.stdout.readline()
    assert answer, "a sight cannot be drawn by a new process"
    return answer.rstrip(b"\n")


def place_of(game: Game) -> str:
    """How another process finds the game: a module, and the name of the game in it."""
    for module in TOYS:
        for name, value in vars(import_module(module)).items():
            if value is game:
                return f"{module}:{name}"
    assert shelf.games()[game.name].board is game.board
    return f"spinney.games.{game.name}:GAME"


@cache
def started() -> subprocess.Popen[bytes]:
    """The helper process. It ends when its input ends."""
    command = [sys.executable, "-m", "tests.laws.cold"]
    helper = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def end() -> None:
        helper.communicate()

    atexit.register(end)
    return helper


@cache
def found(place: str) -> Game:
    module, _, name = place.partition(":")
    game: Game = getattr(import_module(module), name)
    return game


def serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every line with one line. If a child fails, there is no answer, and the helper
    ends."""
    for line in asked:
        place, view, names = msgspec.json.decode(line, type=tuple[str, msgspec.Raw, list[str]])
        game = found(place)
        child = os.fork()
        if not child:
            seen = msgspec.json.decode(view, type=game.view_type)
            answers.write(drawing(game, seen, names) + b"\n")
            answers.flush()
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            return


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
