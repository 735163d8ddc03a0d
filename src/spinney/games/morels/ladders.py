"""How the six levels think about this game. The net was far stronger than a short
search by instinct; docs/strength says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=30),
        Thinking(),
        Thinking("net"),
        Thinking("net", 60),
        Thinking("net", 400),
        Thinking("net", 3000),
    ),
}
