"""How the six levels think about this game. Games played out at random are a tenth of the work, and
tactics want many. The instinct is so weak beside them that all levels search: else the steps above
it would be too high. docs/strength/underwood.md says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

LADDERS: Final = {
    2: (
        Thinking("plain", 80, slips=12),
        Thinking("plain", 200),
        Thinking("plain", 850),
        Thinking("plain", 4_000),
        Thinking("plain", 20_000),
        Thinking("plain", 100_000),
    ),
}
