"""How the six levels think about this game. The first few by instinct, out of hundreds
of moves; docs/strength says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=15),
        Thinking(),
        Thinking("halving", 20, 5),
        Thinking("halving", 80, 10),
        Thinking("halving", 600, 24),
        Thinking("halving", 6000, 32),
    ),
}
