"""stub"""

from __future__ import annotations

from collections.abc import Sequence

from spinney.core.scene import Panel, Spots
from spinney.core.verbs import Verbs
from spinney.games.evergreen.box import Box
from spinney.games.evergreen.seen import Sight


class Drawing:
    def __init__(self, box: Box) -> None:
        self.box = box

    def panels(self, sight: Sight, names: Sequence[str]) -> list[Panel]:
        return []


def spots(box: Box, verbs: Verbs, sight: Sight, move: int) -> Spots:
    return Spots()


def sheet(box: Box) -> str:
    return ""
