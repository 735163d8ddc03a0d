"""How the six levels think about this game. The net was far stronger than a short
search by instinct; docs/strength says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=30),
        Thinking(),
        Thinking("halving", 62, 4, 50),
        Thinking("net"),
        Thinking("net", 48),
        Thinking("net", 400),
    ),
}
