"""How the six levels think about this game; docs/strength says what was measured. Out of hundreds
of moves halving takes the first few by instinct. Among growers a net knows more than any number of
games played out by instinct.
"""

from typing import Final

from spinney.core.game import Thinking

ALONE: Final = (
    Thinking(slips=15),
    Thinking(),
    Thinking("halving", 12, 6),
    Thinking("halving", 30, 8),
    Thinking("halving", 60, 8),
    Thinking("halving", 1500, 24),
)
TWO: Final = (
    Thinking(slips=15),
    Thinking(),
    Thinking("net", gives=110),
    Thinking("net"),
    Thinking("net", 40, 4),
    Thinking("net", 240, 12, far=6),
)
MORE: Final = (
    Thinking(slips=15),
    Thinking(),
    Thinking("halving", 20, 5),
    Thinking("net"),
    Thinking("net", 40, 6),
    Thinking("net", 400, 12),
)
LADDERS: Final = {1: ALONE, 2: TWO, 3: MORE, 4: MORE}
