"""How the six levels think about this game."""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=35),
        Thinking(),
        Thinking("tree", 30),
        Thinking("tree", 150),
        Thinking("tree", 8000),
        Thinking("tree", 40_000),
    ),
}
