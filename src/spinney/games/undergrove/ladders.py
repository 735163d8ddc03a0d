"""How the six levels think about this game. Turns are long and made of small decisions:
points show which of them help; docs/strength says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

SIX: Final = (
    Thinking(slips=20),
    Thinking(),
    Thinking("halving", 20, 5, 50),
    Thinking("halving", 100, keen=50),
    Thinking("halving", 800, keen=50),
    Thinking("halving", 6000, keen=50),
)
LADDERS: Final = {1: SIX, 2: SIX}
