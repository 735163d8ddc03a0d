"""How the six levels think about this game. The net is far stronger than any search by instinct
that was tried, so most levels are its: it gives a little away, looks ahead a little, or a lot. The
third fills the gap below. docs/strength/morels.md says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=30),
        Thinking(),
        Thinking("halving", 62, 4, 50),
        Thinking("net", gives=45),
        Thinking("net", 24, 4),
        Thinking("net", 400, 6),
    ),
}
