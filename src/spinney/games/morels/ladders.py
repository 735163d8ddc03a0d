"""How the six levels think about this game."""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=30),
        Thinking(),
        Thinking("tree", 30),
        Thinking("net"),
        Thinking("net", 400),
        Thinking("net", 3000),
    ),
}
