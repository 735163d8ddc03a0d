"""The pieces and the moves, as numbers. This file knows no rules.

Compiled: `i64` is a 64-bit number and `vec` an array of them. A heap is one such number that says
how many acorns there are of each kind (see core/packed.py). Heaps are added with + and -.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.verbs import Verbs

KINDS: Final = ("rotten", "small", "plump", "golden")  # as in components.toml
GOLDEN: Final = 3
ON_GROUND: Final = 5  # R2: acorns that are uncovered together
IN_NEST: Final = 3  # R3.2: acorns that a nest holds

# Each kind of move, with its fields. Records, the terminal and the wire all use these words:
# "gather kind=golden". The numbers count from 0 without a gap.
GATHER: Final = 0
DIG: Final = 1
VERBS: Final = Verbs({GATHER: "gather kind", DIG: "dig"}, kind=KINDS)


@final
@mypyc_attr(acyclic=True)
class Prints:
    """What components.toml says, in the form that the rules need. It never changes, so states share
    it."""

    __slots__ = ("acorns", "points")

    def __init__(self, acorns: i64, points: vec[i64]) -> None:
        self.acorns: i64 = acorns  # a heap of all of them
        self.points: vec[i64] = points  # what one is worth, by kind
