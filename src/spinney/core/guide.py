"""A guided first game: steps as data in the game's folder, shown beside the table.

A guide never forces anything. A step is shown while one of its moves is legal, and the next one
follows when such a move was made. A player may do something else: the step then waits, and is
skipped after the second time (the client's guide.ts does the same).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from spinney.core.game import Game
from spinney.core.options import plain

if TYPE_CHECKING:
    from spinney.drawing.scene import Step


def fits(step: Step, words: str) -> bool:
    """Whether a move is one that the step means."""
    return any(fnmatchcase(words, pattern) for pattern in step.moves)


def steps(game: Game, options: Mapping[str, object], seat: int = 0) -> Sequence[Step]:
    """The guide of a seat in a game with these options; nothing if it is made for others."""
    if not all(plain(options.get(name)) == value for name, value in game.guided.items()):
        return ()
    return game.guides[seat] if seat < len(game.guides) else game.guide
