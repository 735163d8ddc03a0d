"""How the six levels think about this game."""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=15),
        Thinking(),
        Thinking("halving", 40, 8),
        Thinking("halving", 200, 16),
        Thinking("halving", 3000, 32),
        Thinking("halving", 12_000, 48),
    ),
}
