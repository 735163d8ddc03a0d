"""Players as nobody wants them, for the tests of the workers."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from spinney.core.game import Game
from spinney.core.rng import Rng
from spinney.players import Player, at_random


def sleeper(game: Game, view: Any, rng: Rng) -> int:
    time.sleep(60)
    return 0


def spinner(game: Game, view: Any, rng: Rng) -> int:
    while True:
        pass


def glutton(game: Game, view: Any, rng: Rng) -> int:
    eaten = []
    while True:
        eaten.append(bytearray(16 << 20))


def quitter(game: Game, view: Any, rng: Rng) -> int:
    os._exit(3)


def clumsy(game: Game, view: Any, rng: Rng) -> int:
    raise ValueError("the canary is in the coal mine")


def chatterbox(game: Game, view: Any, rng: Rng) -> int:
    """Prints, reads, and then plays: neither may be taken for the protocol."""
    print('{"move":"lies"}', flush=True)
    os.write(1, b'{"move":"more lies"}\n')
    assert sys.stdin.read() == ""
    return at_random(game, view, rng)


def napper(game: Game, view: Any, rng: Rng) -> int:
    time.sleep(0.2)
    return at_random(game, view, rng)


PLAYERS: dict[str, Player] = {
    "sleeper": sleeper,
    "spinner": spinner,
    "glutton": glutton,
    "quitter": quitter,
    "clumsy": clumsy,
    "chatterbox": chatterbox,
    "napper": napper,
}
