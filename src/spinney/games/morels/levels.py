"""How the six levels think about this game. The net is far stronger than any search by heuristics
that was tried, so most levels are its: it gives a little away, looks ahead a little, or a lot. The
third fills the gap below. docs/strength/morels.md says what was measured.
"""

from typing import Final

from spinney.core.game import LevelSpec

LEVELS: Final = {
    2: (
        LevelSpec(blunder_percent=30),
        LevelSpec(),
        LevelSpec("halving", 62, 4, 50),
        LevelSpec("net", tolerance=45),
        LevelSpec("net", 24, 4),
        LevelSpec("net", 400, 6),
    ),
}
