"""The settings of the six levels; docs/strength/underwood.md has the measurements.

A random playout takes a tenth of the time, and tactics need many playouts. The heuristics are so
weak beside search that all levels search. Otherwise the step to the next level would be too large.
"""

from typing import Final

from spinney.core.game import LevelSpec

TWO: Final = (
    LevelSpec("plain", 80, blunder_percent=12),
    LevelSpec("plain", 200),
    LevelSpec("plain", 850),
    LevelSpec("plain", 4_000),
    LevelSpec("plain", 20_000),
    LevelSpec("plain", 100_000),
)
MORE: Final = (  # with more players iterations help less, so the steps are larger; points count
    LevelSpec("plain", 80, blunder_percent=12),
    LevelSpec("plain", 160),
    LevelSpec("plain", 800),
    LevelSpec("plain", 3_500),
    LevelSpec("plain", 14_000, points_weight=50),
    LevelSpec("plain", 100_000, points_weight=50),
)
LEVELS: Final = {2: TWO, 3: MORE, 4: MORE}
