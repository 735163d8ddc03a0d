"""What the laws need to know of Underwood, written without its view."""

from __future__ import annotations

from typing import Any

from spinney.core.rng import Rng
from spinney.games.underwood.layout import Wood
from spinney.games.underwood.pieces import (
    CLEARINGS,
    MUSHROOM,
    MYCORRHIZA,
    SAPLINGS,
    TOKENS,
    TREE,
    TREES,
)
from spinney.games.underwood.rules import Underwood
from spinney.games.underwood.scoring import PLANTING, STARTING
from tests.players.suites import Suite

ALIKE = 150  # games that both builds play, at many decisions each
FUZZ = 10_000  # random games in a test run


def resample_hidden(table: Underwood, seat: int, rng: Rng) -> Underwood:
    """Nothing is hidden but the dice."""
    table.rng_state = rng.fork()
    return table


def RARE(seats: int, options: Any) -> frozenset[str]:
    """The verbs that these options do without."""
    missing = set()
    if options.layout != "rolled":
        missing |= {"keep", "roll"}
    if options.layout != "built":
        missing.add("lay")
    if options.variant != "saplings":
        missing.add("plant")  # Mycorrhiza rarely has a tree left for the edge
    if options.variant != "ant_trail":
        missing.add("trail")
    return frozenset(missing)


def plays(seats: int, options: Any) -> bool:
    """Where tiles may lie concerns only boards that the players lay, for some variants."""
    if options.laying == "planned":
        return True
    return options.layout == "built" and options.variant in ("clearings", "mycorrhiza")


def seeds(seats: int, options: Any) -> tuple[int, ...]:
    """Six playthroughs of the usual game, and one in each style of all the others."""
    usual = options.layout == "generated" and options.variant == "none"
    return tuple(range(6 if usual else 3))


def pieces(table: Underwood) -> None:
    """24 tokens of each colour: in the supply, on the board, covered, or given away."""
    held = list(table.held)
    found = [table.supply[s] + sum(held[s :: table.seats]) for s in range(table.seats)]
    trees = 0
    for pile in table.piles:
        deep = 0
        while pile:
            top = pile & 15
            if top == TREE:
                trees += 1
                assert pile == TREE, "a token on a tree"
            else:
                assert top < MUSHROOM or deep == 0, "a covered mushroom"
                found[(top - 1) % 8] += 1
            deep += 1
            pile >>= 4
        assert deep <= 7
    assert found == [TOKENS] * table.seats
    assert min(table.supply) >= 0 and min(held) >= 0
    assert not any(held[seat * table.seats + seat] for seat in range(table.seats))
    assert len(table.piles) == table.floor.spaces
    if table.variant == SAPLINGS and table.phase >= PLANTING:
        assert trees + (table.left if table.phase == PLANTING else 0) == TREES
        assert bin(table.planted).count("1") == trees
    else:
        assert trees == table.planted == 0
    assert len(table.trees) <= TREES
    if table.phase >= STARTING and table.to_act:
        assert len(table.bag) == 0
    if table.phase == STARTING:
        board(table)


def board(table: Underwood) -> None:
    """Rulings #19 and #22: whoever laid the board, it has what its variant is about."""
    gaps = Wood(table.shapes(), table.laid).rooms()
    if table.variant == CLEARINGS:
        assert gaps, "a board of Clearings without a gap"
    elif table.variant == MYCORRHIZA:
        assert len(table.trees) == TREES, "a tree without a place"
        assert set(gaps) <= {1}, "a gap that no tree fills"
    else:
        assert not gaps, "a gap between the tiles"


ENDINGS = [
    Suite(2, "up to six moves from the end", lambda table, left: left <= 6),
    Suite(3, "up to four moves from the end", lambda table, left: left <= 4),
]
