"""How the six levels think about this game. Games played out at random are a tenth of the work, and
tactics want many. The instinct is so weak beside them that the second level searches, too: else
the steps above it would be too high. docs/strength/underwood.md says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking(slips=5),
        Thinking("plain", 120),
        Thinking("plain", 400),
        Thinking("plain", 1_900),
        Thinking("plain", 8_000),
        Thinking("plain", 40_000),
    ),
}
