"""The shelf finds the games: every folder in games/ is a game, without any registration."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from spinney.core.game import Game

# Not `import spinney.games`: in the public API that name is the function that lists the games.
folders = import_module("spinney.games")


@cache
def games() -> dict[str, Game]:
    """All games by name, in alphabetical order."""
    names = sorted(module.name for module in iter_modules(folders.__path__) if module.ispkg)
    return {name: import_module(f"{folders.__name__}.{name}").GAME for name in names}


def find(name: str) -> Game:
    """The game of that name. Otherwise a ValueError lists the names that exist."""
    try:
        return games()[name]
    except KeyError:
        there = ", ".join(games())
        raise ValueError(f"no game {name!r} on the shelf (there are: {there})") from None


@cache
def components(name: str) -> bytes:
    """The components file that a game on the shelf is made of; empty if it has none."""
    for folder in folders.__path__:
        file = Path(folder) / find(name).name / "components.toml"
        if file.is_file():
            return file.read_bytes()
    return b""
