"""How the six levels think about this game. Alone, halving reached 183 points where as
many rounds of tree search reached 156; docs/strength says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

SIX: Final = (
    Thinking(slips=10),
    Thinking(),
    Thinking("halving", 24, 4, 80),
    Thinking("halving", 100, 6, 80),
    Thinking("halving", 600, 10, 80),
    Thinking("halving", 4000, 16, 80),
)
LADDERS: Final = {1: SIX, 2: SIX}
