"""How the six levels think about this game. The net is far stronger than any search by instinct
that was tried, so most levels are its: alone, with a few rounds, with many that look further. The
third fills the gap below. docs/strength/morels.md says what was measured.
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
