"""What is printed on the pieces, as numbers for the rules. components.py makes it from
components.toml."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.state import Piece

FREE_ROOT: Final = -1  # signs among the stones: purses are never negative
BONUS_TILE: Final = -2
ANY_CUBE: Final = -3


@final
@mypyc_attr(acyclic=True)
class Print(Piece):
    """What is printed on the pieces, as numbers, by mushroom unless said otherwise. Never changes,
    so clones share it.
    """

    type: vec[i64]
    place: vec[i64]  # of the starting five: x + REACH | y + REACH << 8
    token: vec[i64]  # 1: flips the token of its type
    cost_carbon: vec[i64]
    cost_any: vec[i64]
    gain: vec[i64]  # a purse
    choice: vec[i64]  # cubes of one's choice
    others: vec[i64]  # a purse for everybody else
    ready: vec[i64]  # a bit for each token
    again: vec[i64]  # 1: another action
    instead: vec[i64]  # a purse that may be taken instead of it
    absorb: vec[i64]
    here: vec[i64]  # 1: the carbon must start on the mushroom itself
    free: vec[i64]  # steps that cost nothing
    copies: vec[i64]
    trade: vec[i64]
    fill: vec[i64]  # 1: from the supply, 2: from what was gained
    ongoing: vec[i64]
    base: vec[i64]
    each: vec[i64]  # the type of the neighbours that add a point; NO_TYPE: none
    slot: vec[i64]  # which of the heap of filled cube spaces; NONE: it has none
    filled: vec[vec[i64]]  # by slot: points by spaces filled
    colours: i64 = 0  # sets of mushrooms
    creatures: i64 = 0
    absorbers: i64 = 0
    feeders: i64 = 0  # those that give something to everybody else
    sprouts: vec[i64]  # the Quick Sprout hands, as sets
    start: vec[i64]  # purse, hand, seedlings, roots, trees, carbon on outer ones
    actions: vec[i64]  # purses: reproduce, partner, photosynthesize
    tree: i64 = 0
    stones: vec[i64]  # stone by stone: a purse, or one of the signs below
    bonus_stones: vec[i64]
    stacks: vec[i64]  # Bonus tiles on such a stone, by players
    space_roots: vec[i64]  # by green space
    space_gain: vec[i64]
    space_choice: vec[i64]
    space_ready: vec[i64]
    space_points: vec[i64]
    bonus: vec[i64]  # by Bonus tile: a purse
    bonus_ready: vec[i64]
    bonus_points: vec[i64]
    bonus_count: i64 = 0  # all sixteen, a heap
    goal_counts: vec[i64]  # by side: card * 2, and one more for side b
    goal_table: vec[vec[i64]]  # empty if another kind of table
    goal_each: vec[i64]
    goal_ranks: vec[vec[i64]]
    ai_order: vec[i64]
    # by card: actions, each deed | way << 2 | type << 4 | edge << 8 | colour << 10 | n << 12
    cards: vec[vec[i64]]

    def __repr__(self) -> str:
        return f"Print of {len(self.type)} mushrooms"
