"""How the six levels think about this game. Games played out at random are a tenth of the work, and
tactics want many. The instinct is so weak beside them that all levels search: else the steps above
it would be too high. docs/strength/underwood.md says what was measured.
"""

from typing import Final

from spinney.core.game import Thinking

TWO: Final = (
    Thinking("plain", 80, slips=12),
    Thinking("plain", 200),
    Thinking("plain", 850),
    Thinking("plain", 4_000),
    Thinking("plain", 20_000),
    Thinking("plain", 100_000),
)
MORE: Final = (  # among more, rounds help less: the steps are wider, and points show who is ahead
    Thinking("plain", 80, slips=12),
    Thinking("plain", 160),
    Thinking("plain", 800),
    Thinking("plain", 3_500),
    Thinking("plain", 14_000, keen=50),
    Thinking("plain", 100_000, keen=50),
)
LADDERS: Final = {2: TWO, 3: MORE, 4: MORE}
