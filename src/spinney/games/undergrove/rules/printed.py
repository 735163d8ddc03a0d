"""What is printed on the pieces, as numbers for the rules. box.py makes it of components.toml."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec

FREE_ROOT: Final = -1  # signs among the stones: purses are never negative
BONUS_TILE: Final = -2
ANY_CUBE: Final = -3


@final
@mypyc_attr(acyclic=True)
class Print:
    """What is printed on the pieces, as numbers, by mushroom unless said otherwise. Never changes,
    so clones share it.
    """

    __slots__ = (
        "absorb",
        "absorbers",
        "actions",
        "again",
        "ai_order",
        "base",
        "bonus",
        "bonus_count",
        "bonus_points",
        "bonus_ready",
        "bonus_stones",
        "cards",
        "choice",
        "colours",
        "copies",
        "cost_any",
        "cost_carbon",
        "creatures",
        "each",
        "feeders",
        "fill",
        "filled",
        "free",
        "gain",
        "goal_counts",
        "goal_each",
        "goal_ranks",
        "goal_table",
        "here",
        "instead",
        "ongoing",
        "others",
        "place",
        "ready",
        "slot",
        "space_choice",
        "space_gain",
        "space_points",
        "space_ready",
        "space_roots",
        "sprouts",
        "stacks",
        "start",
        "stones",
        "token",
        "trade",
        "tree",
        "type",
    )

    def __init__(
        self,
        type: vec[i64],
        place: vec[i64],
        token: vec[i64],
        cost_carbon: vec[i64],
        cost_any: vec[i64],
        gain: vec[i64],
        choice: vec[i64],
        others: vec[i64],
        ready: vec[i64],
        again: vec[i64],
        instead: vec[i64],
        absorb: vec[i64],
        here: vec[i64],
        free: vec[i64],
        copies: vec[i64],
        trade: vec[i64],
        fill: vec[i64],
        ongoing: vec[i64],
        base: vec[i64],
        each: vec[i64],
        slot: vec[i64],
        filled: vec[vec[i64]],
        colours: i64,
        creatures: i64,
        absorbers: i64,
        feeders: i64,
        sprouts: vec[i64],
        start: vec[i64],
        actions: vec[i64],
        tree: i64,
        stones: vec[i64],
        bonus_stones: vec[i64],
        stacks: vec[i64],
        space_roots: vec[i64],
        space_gain: vec[i64],
        space_choice: vec[i64],
        space_ready: vec[i64],
        space_points: vec[i64],
        bonus: vec[i64],
        bonus_ready: vec[i64],
        bonus_points: vec[i64],
        bonus_count: i64,
        goal_counts: vec[i64],
        goal_table: vec[vec[i64]],
        goal_each: vec[i64],
        goal_ranks: vec[vec[i64]],
        ai_order: vec[i64],
        cards: vec[vec[i64]],
    ) -> None:
        self.type: vec[i64] = type
        self.place: vec[i64] = place  # of the starting five: x + REACH | y + REACH << 8
        self.token: vec[i64] = token  # 1: flips the token of its type
        self.cost_carbon: vec[i64] = cost_carbon
        self.cost_any: vec[i64] = cost_any
        self.gain: vec[i64] = gain  # a purse
        self.choice: vec[i64] = choice  # cubes of one's choice
        self.others: vec[i64] = others  # a purse for everybody else
        self.ready: vec[i64] = ready  # a bit for each token
        self.again: vec[i64] = again  # 1: another action
        self.instead: vec[i64] = instead  # a purse that may be taken instead of it
        self.absorb: vec[i64] = absorb
        self.here: vec[i64] = here  # 1: the carbon must start on the mushroom itself
        self.free: vec[i64] = free  # steps that cost nothing
        self.copies: vec[i64] = copies
        self.trade: vec[i64] = trade
        self.fill: vec[i64] = fill  # 1: from the supply, 2: from what was gained
        self.ongoing: vec[i64] = ongoing
        self.base: vec[i64] = base
        self.each: vec[i64] = each  # the type of the neighbours that add a point; NO_TYPE: none
        self.slot: vec[i64] = slot  # which of the heap of filled cube spaces; NONE: it has none
        self.filled: vec[vec[i64]] = filled  # by slot: points by spaces filled
        self.colours: i64 = colours  # sets of mushrooms
        self.creatures: i64 = creatures
        self.absorbers: i64 = absorbers
        self.feeders: i64 = feeders  # those that give something to everybody else
        self.sprouts: vec[i64] = sprouts  # the Quick Sprout hands, as sets
        self.start: vec[i64] = start  # purse, hand, seedlings, roots, trees, carbon on outer ones
        self.actions: vec[i64] = actions  # purses: reproduce, partner, photosynthesize
        self.tree: i64 = tree
        self.stones: vec[i64] = stones  # stone by stone: a purse, or one of the signs below
        self.bonus_stones: vec[i64] = bonus_stones
        self.stacks: vec[i64] = stacks  # Bonus tiles on such a stone, by players
        self.space_roots: vec[i64] = space_roots  # by green space
        self.space_gain: vec[i64] = space_gain
        self.space_choice: vec[i64] = space_choice
        self.space_ready: vec[i64] = space_ready
        self.space_points: vec[i64] = space_points
        self.bonus: vec[i64] = bonus  # by Bonus tile: a purse
        self.bonus_ready: vec[i64] = bonus_ready
        self.bonus_points: vec[i64] = bonus_points
        self.bonus_count: i64 = bonus_count  # all sixteen, a heap
        self.goal_counts: vec[i64] = goal_counts  # by side: card * 2, and one more for side b
        self.goal_table: vec[vec[i64]] = goal_table  # empty if another kind of table
        self.goal_each: vec[i64] = goal_each
        self.goal_ranks: vec[vec[i64]] = goal_ranks
        self.ai_order: vec[i64] = ai_order
        # by card: actions, each deed | way << 2 | type << 4 | edge << 8 | colour << 10 | n << 12
        self.cards: vec[vec[i64]] = cards
