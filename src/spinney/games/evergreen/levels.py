"""The settings of the six levels; docs/strength/evergreen.md has the measurements. In the solo game
halving reached 183 points, and tree search with as many iterations 156. With few iterations it
matters how often each move is tried, so only a few moves are tried.
"""

from typing import Final

from spinney.core.game import LevelSpec

SIX: Final = (
    LevelSpec(blunder_percent=8),
    LevelSpec(),
    LevelSpec("halving", 20, 3, 80),
    LevelSpec("halving", 48, 3, 80),
    LevelSpec("halving", 104, 4, 80),
    LevelSpec("halving", 640, 6, 80),
)
MORE: Final = (  # with more players a move's effect is harder to see: fewer moves, tried more often
    *SIX[:2],
    LevelSpec("halving", 24, 2, 80),
    LevelSpec("halving", 64, 3, 80),
    LevelSpec("halving", 160, 4, 80),
    LevelSpec("halving", 560, 5, 80),
)
ALONE: Final = (
    LevelSpec(blunder_percent=8),
    LevelSpec(),
    LevelSpec("halving", 24, 4),
    LevelSpec("halving", 60, 4),
    LevelSpec("halving", 120, 5),
    LevelSpec("halving", 2000, 12),
)
LEVELS: Final = {1: ALONE, 2: SIX, 3: MORE, 4: MORE}
