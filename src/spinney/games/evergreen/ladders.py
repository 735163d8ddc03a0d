"""How the six levels think about this game."""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=10),
        Thinking(),
        Thinking("halving", 24, 4, 80),
        Thinking("halving", 150, 6, 80),
        Thinking("halving", 1500, 10, 80),
        Thinking("halving", 6000, 16, 80),
    ),
}
