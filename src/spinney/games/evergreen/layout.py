"""Where things are on a drawn planet, in its own units: shared by the print and the board."""

from __future__ import annotations

from typing import Final

from spinney.games.evergreen.components import Box
from spinney.games.evergreen.pieces import SPACES

STEP: Final = 64.0  # from one space to the next
HALF: Final = 32.0
MIDDLE: Final = 340.0  # of a planet's panel, which is square
DISC: Final = 318.0  # the radius of a planet
RIM: Final = 286.0  # where the score loop begins
LOOP: Final = 298.5  # the middle of the score loop
SPACES_OF_LOOP: Final = 50
TRACK: Final = 54.0  # the width of a power track
UPGRADE: Final = 43.0  # from one space of a track to the next
VARIANTS: Final = 3  # drawings of each biome's texture, so that no two spaces need look alike
AWAY: Final = {  # down and right: one step away from the sun
    "top": (1, 0),
    "right": (0, -1),
    "bottom": (-1, 0),
    "left": (0, 1),
}


class Map:
    """The spaces of a planet: where they are drawn, and how far it reaches behind each."""

    def __init__(self, box: Box) -> None:
        self.box = box
        places = [SPACES.index(space) for space in box.places]
        rows = [place // 8 for place in places]
        columns = [place % 8 for place in places]
        left = MIDDLE - (min(columns) + max(columns)) / 2 * STEP
        top = MIDDLE - (min(rows) + max(rows)) / 2 * STEP
        self.centre: dict[str, tuple[float, float]] = {
            SPACES[place]: (left + place % 8 * STEP, top + place // 8 * STEP) for place in places
        }
        self.reach: dict[str, dict[str, int]] = {  # side of the sun -> space -> 0, 1 or 2 spaces
            sun: {space: self._reach(space, *away) for space in box.places}
            for sun, away in AWAY.items()
        }

    def neighbour(self, space: str, down: int, right: int) -> str:
        """The space so many steps away, "" if the planet ends before it."""
        place = SPACES.index(space)
        row, column = place // 8 + down, place % 8 + right
        if not (0 <= row < 8 and 0 <= column < 8):
            return ""
        found = SPACES[8 * row + column]
        return found if found in self.box.places else ""

    def _reach(self, space: str, down: int, right: int) -> int:
        steps = [step for step in (1, 2) if self.neighbour(space, down * step, right * step)]
        return max(steps, default=0)


def track_height(box: Box) -> float:
    """How high the power tracks are, with the picture of their power below."""
    longest = max([len(power.track) for power in box.powers.values()])
    return 40 + (longest - 1) * UPGRADE + 46


def track_place(box: Box, level: int) -> float:
    """How far below the middle of its track a space lies; the first is the lowest."""
    return track_height(box) / 2 - 66 - level * UPGRADE
