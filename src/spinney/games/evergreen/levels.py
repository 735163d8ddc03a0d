"""How the six levels think about this game; docs/strength says what was measured. Alone, halving
reached 183 points where as many rounds of tree search reached 156. With few rounds it matters how
often each move is tried: few moves then.
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
MORE: Final = (  # what one move changes is seen less well among more: fewer of them, tried oftener
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
