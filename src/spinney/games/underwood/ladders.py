"""How the six levels think about this game. Games played out at random are a tenth of
the work, and tactics want many; docs/strength says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=5),
        Thinking("plain", 120),
        Thinking("plain", 400),
        Thinking("plain", 2_600),
        Thinking("plain", 20_000),
        Thinking("plain", 100_000),
    ),
}
