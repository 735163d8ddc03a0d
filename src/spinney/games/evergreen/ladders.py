"""How the six levels think about this game; docs/strength says what was measured. Alone, halving
reached 183 points where as many rounds of tree search reached 156. With few rounds it matters how
often each move is tried: few moves then.
"""

from typing import Final

from spinney.core.game import Thinking

SIX: Final = (
    Thinking(slips=8),
    Thinking(),
    Thinking("halving", 20, 3, 80),
    Thinking("halving", 48, 3, 80),
    Thinking("halving", 104, 4, 80),
    Thinking("halving", 640, 6, 80),
)
MORE: Final = (  # what one move changes is seen less well among more: fewer of them, tried oftener
    *SIX[:2],
    Thinking("halving", 24, 2, 80),
    Thinking("halving", 64, 3, 80),
    Thinking("halving", 160, 4, 80),
    Thinking("halving", 560, 5, 80),
)
ALONE: Final = (
    Thinking(slips=8),
    Thinking(),
    Thinking("halving", 24, 4),
    Thinking("halving", 60, 4),
    Thinking("halving", 120, 5),
    Thinking("halving", 2000, 12),
)
LADDERS: Final = {1: ALONE, 2: SIX, 3: MORE, 4: MORE}
