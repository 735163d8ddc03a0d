"""The settings of the six levels; docs/strength has the measurements.

There are hundreds of moves, so halving starts with the few that the heuristics like best. With two
or more growers a net is stronger than any number of playouts by the heuristics.
"""

from collections.abc import Sequence
from typing import Final

from spinney.core.game import LevelSpec
from spinney.games.micro_mycelium.view_types import View

ALONE: Final = (
    LevelSpec(blunder_percent=15),
    LevelSpec(),
    LevelSpec("halving", 12, 6),
    LevelSpec("halving", 30, 8),
    LevelSpec("halving", 60, 8),
    LevelSpec("halving", 1500, 24),
)
TWO: Final = (
    LevelSpec(blunder_percent=15),
    LevelSpec(),
    LevelSpec("net", tolerance=110),
    LevelSpec("net"),
    LevelSpec("net", 40, 4),
    LevelSpec("net", 240, 12, depth=6),
)
MORE: Final = (
    LevelSpec(blunder_percent=15),
    LevelSpec(),
    LevelSpec("halving", 20, 5),
    LevelSpec("net"),
    LevelSpec("net", 40, 6),
    LevelSpec("net", 400, 12),
)
# The nets were trained with one and two points for a free spore side, not with free roots: there
# they lose to the heuristics.
ALL_SIDES: Final = (
    LevelSpec(blunder_percent=15),
    LevelSpec(),
    LevelSpec("halving", 15, 5),
    LevelSpec("halving", 40, 8),
    LevelSpec("halving", 120, 8),
    LevelSpec("halving", 600, 16),
)
LEVELS: Final = {1: ALONE, 2: TWO, 3: MORE, 4: MORE}


def other_levels(view: View) -> Sequence[LevelSpec] | None:
    """Those for `spores=all`; alone no level uses a net."""
    return ALL_SIDES if view.all_sides and view.seats > 1 else None
