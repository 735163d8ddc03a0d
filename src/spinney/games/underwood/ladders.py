"""How the six levels think about this game. Games played out at random are a tenth of
the work, and tactics want many; docs/strength says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=35),
        Thinking(),
        Thinking("plain", 150),
        Thinking("plain", 700),
        Thinking("plain", 30_000),
        Thinking("plain", 150_000),
    ),
}
