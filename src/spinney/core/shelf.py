"""The shelf: every folder in games/ is a game. To exist is to be registered."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import spinney.games as folders
from spinney.core.game import Game


@cache
def games() -> dict[str, Game]:
    """All games by name, in alphabetical order."""
    names = sorted(module.name for module in iter_modules(folders.__path__) if module.ispkg)
    return {name: import_module(f"{folders.__name__}.{name}").GAME for name in names}


def find(name: str) -> Game:
    """The game of that name; a ValueError lists what there is."""
    try:
        return games()[name]
    except KeyError:
        there = ", ".join(games())
        raise ValueError(f"no game {name!r} on the shelf (there are: {there})") from None
