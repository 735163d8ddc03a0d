"""Five forest board games: play them, study them, let programs play them.

    import spinney

    match = spinney.new("morels", seats=2, seed=7)
    while not match.over:
        seat = match.to_act()[0]
        match.play(spinney.player("level2").choose(match.view(seat)))
    print(match.scores())

docs/api.md describes what is public and stable.
"""

from spinney.core.build import compiled as compiled  # first: it decides which modules may load

# isort: split
from spinney.api import (
    ComputerPlayer,
    GameInfo,
    GuideStep,
    IllegalMove,
    Match,
    Move,
    RecordError,
    SeatView,
    game,
    games,
    load,
    new,
    player,
)

__version__ = "0.2.0"

__all__ = [
    "ComputerPlayer",
    "GameInfo",
    "GuideStep",
    "IllegalMove",
    "Match",
    "Move",
    "RecordError",
    "SeatView",
    "compiled",
    "game",
    "games",
    "load",
    "new",
    "player",
]
