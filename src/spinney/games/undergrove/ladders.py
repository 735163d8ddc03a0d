"""How the six levels think about this game."""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=20),
        Thinking(),
        Thinking("halving", 20, 5, 50),
        Thinking("halving", 100, 10, 50),
        Thinking("halving", 1500, 0, 50),
        Thinking("halving", 6000, 0, 50),
    ),
}
