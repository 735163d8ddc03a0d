"""The settings of the six levels; docs/strength/morels.md has the measurements.

The net is far stronger than any search with the heuristics that was tried, so most levels use it:
with a tolerance, with a short search, or with a long one. The third level fills the gap below them.
"""

from typing import Final

from spinney.core.game import LevelSpec

LEVELS: Final = {
    2: (
        LevelSpec(blunder_percent=30),
        LevelSpec(),
        LevelSpec("halving", 62, 4, 50),
        LevelSpec("net", tolerance=45),
        LevelSpec("net", 24, 4),
        LevelSpec("net", 400, 6),
    ),
}
