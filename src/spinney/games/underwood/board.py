from __future__ import annotations

from collections.abc import Sequence

from spinney.core.scene import Panel, Spots
from spinney.games.underwood.box import Box
from spinney.games.underwood.seen import Sight
from spinney.games.underwood.sight import Memory


class Drawing:
    def __init__(self, box: Box, memory: Memory) -> None:
        self.box = box
        self.memory = memory

    def panels(self, seen: Sight, names: Sequence[str]) -> list[Panel]:
        return [Panel("board", "Floor", "board", [], width=100, height=100)]

    def spots(self, seen: Sight, move: int) -> Spots:
        return Spots()


def sheet(box: Box) -> str:
    return ""
