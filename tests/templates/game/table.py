"""What the laws need to know about the game. Written without its view, so that a mistake there
cannot hide here.
"""

from __future__ import annotations

from spinney.core.packed import cards, kind_of, total
from spinney.core.rng import Rng
from spinney.templates.game.rules import Wood


def resample_hidden(table: Wood, seat: int, rng: Rng) -> Wood:
    """Change all that the seat cannot know: the random numbers to come, and the others' nests. The
    laws then check that nothing that reaches the seat changes.
    """
    table.rng_state = rng.fork()
    for rival in range(table.seats):
        if rival != seat:
            size = total(table.nests[rival])
            table.leaves += table.nests[rival]
            table.nests[rival] = 0
            for _ in range(size):
                kind = kind_of(table.leaves, rng.below(total(table.leaves)))
                table.leaves -= cards(kind, 1)
                table.nests[rival] += cards(kind, 1)
    return table


def pieces(table: Wood) -> None:
    """Every acorn is somewhere, once."""
    everywhere = table.leaves + table.ground + sum(table.larders) + sum(table.nests)
    assert everywhere == table.prints.acorns
    assert all(total(nest) <= 3 for nest in table.nests)
    assert total(table.ground) <= 5
