"""The settings of the six levels; docs/strength/undergrove.md has the measurements.

A turn consists of many small decisions, and points show which of them help. A few playouts spread
over all moves are too few for each, so levels try the five most promising moves. With thousands of
playouts, more moves help more than more playouts for each.
"""

from typing import Final

from spinney.core.game import LevelSpec

ALONE: Final = (
    LevelSpec(blunder_percent=20),
    LevelSpec(),
    LevelSpec("halving", 20, 5),
    LevelSpec("halving", 200, 5),
    LevelSpec("halving", 3000, 5),
    LevelSpec("halving", 12000, 8),
)
TOGETHER: Final = (
    LevelSpec(blunder_percent=20),
    LevelSpec(),
    LevelSpec("halving", 32, 5, 50),
    LevelSpec("halving", 80, 5, 50),
    LevelSpec("halving", 220, 5, 50),
    LevelSpec("halving", 3200, 20, 50),
)
MORE: Final = (  # people wait for more bots, so level 6 searches less, and so must levels 4 and 5
    *TOGETHER[:3],
    LevelSpec("halving", 72, 5, 50),
    LevelSpec("halving", 180, 5, 50),
    LevelSpec("halving", 2000, 20, 50),
)
LEVELS: Final = {1: ALONE, 2: TOGETHER, 3: MORE, 4: MORE}
