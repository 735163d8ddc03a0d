"""Two searches for every game, from a state made from one seat's view.

Both determinize the state anew in each iteration, so neither can know more than its seat does. An
iteration (`rounds` counts them) ends with a finished game, whose worth to a seat is a number from 0
to SURE. The same state, generator and number of iterations give the same move in every build.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from time import perf_counter
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.inputs import EVERY_MOVE
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, bit, lowest
from spinney.players.net import SURE as SURE
from spinney.players.net import Judge, SoloValue, alone

CURIOSITY: Final = 0.9  # the exploration constant
ALWAYS: Final = 1e9  # every move is tried once before any is tried twice
FAR: Final = 1 << 40  # more points than possible
DEEP: Final = 2048  # the largest number of decisions in a path through the tree

# A game's quick policy (Heuristics.quick_move). None: random moves.
Policy = Callable[[Any, int, Moves, Rng], int] | None


def place(moves: Moves, move: i64) -> i64:
    """The index of a move, or -1: a policy that is offered only some moves may still choose another
    one.
    """
    i: i64 = 0
    while i < moves.count:
        if moves.items[i] == move:
            return i
        i += 1
    return -1


# ------------------------------------------------------------------------------------- to the end
@final
@mypyc_attr(acyclic=True)
class Ending:
    """Playouts: plays states to the end, and tells what the result is worth to each seat.

    With a `net` it makes only `patience` decisions, and in games whose turns consist of several
    decisions it finishes the turn. Then the net evaluates. `points_weight` percent of a worth are
    points instead of victories: long before the end the winner is mostly luck, but points already
    show good play. In solo games `solo_value` may count instead of points.
    """

    __slots__ = (
        "high",
        "low",
        "moves",
        "net",
        "patience",
        "points_weight",
        "policy",
        "seats",
        "solo_value",
        "wide",
        "worth",
    )

    def __init__(self, seats: i64, policy: Policy) -> None:
        self.seats: i64 = seats
        self.net: Judge | None = None
        self.patience: i64 = 0
        self.policy = policy
        self.solo_value: SoloValue = None
        self.points_weight: i64 = 0
        self.wide: i64 = 1  # the largest lead so far
        self.moves: Moves = Moves()
        self.worth: vec[i64] = vec[i64]([0] * seats)
        self.low: i64 = 0  # in solo games: the worst and the best result so far, to scale points
        self.high: i64 = -1

    def play(self, state: State, rng: Rng) -> None:
        moves = self.moves
        policy = self.policy
        net = self.net
        left = self.patience
        turn: i64 = EVERY_MOVE
        while state.to_act:
            if net is not None:
                if left == 0:
                    net.finish(state, turn, state.rng_state)
                    if not state.to_act:
                        break
                    net.weigh(state, self.worth)
                    if self.seats == 1:
                        self.measure(self.worth[0])
                    return
                left -= 1
                turn = net.number(state)
            seat = lowest(state.to_act)
            moves.count = 0
            state.legal(seat, moves)
            if policy is None or moves.count == 1:
                state.apply(seat, moves.pick(rng))
            else:
                state.apply(seat, policy(state, seat, moves, rng))
        self.judge(state)

    def judge(self, state: State) -> None:
        if self.seats == 1:
            self.measure(1000 * alone(state, self.solo_value))
            return
        best = state.rank_key(0)
        winners: i64 = 0
        for seat in range(self.seats):
            mine = state.rank_key(seat)
            self.worth[seat] = mine
            if mine > best or not winners:
                best = mine
                winners = 1
            elif mine == best:
                winners += 1
        for seat in range(self.seats):
            self.worth[seat] = SURE // winners if self.worth[seat] == best else 0
        if self.points_weight:
            self.mix_in_points(state)

    def mix_in_points(self, state: State) -> None:
        """Mix `points_weight` percent of the lead into the worth of each seat. The lead is the
        points
        ahead of the best of the others, scaled by the largest lead so far.
        """
        first: i64 = -FAR
        second: i64 = -FAR
        seat: i64 = 0
        while seat < self.seats:
            mine = state.points(seat)
            if mine > first:
                second = first
                first = mine
            elif mine > second:
                second = mine
            seat += 1
        if first - second > self.wide:
            self.wide = first - second
        seat = 0
        while seat < self.seats:
            mine = state.points(seat)
            lead = mine - second if mine == first else mine - first
            lead = lead if lead > -self.wide else -self.wide
            part = SURE // 2 + lead * (SURE // 2) // self.wide
            weight = self.points_weight
            self.worth[seat] = (self.worth[seat] * (100 - weight) + part * weight) // 100
            seat += 1

    def measure(self, points: i64) -> None:
        """Solo games: the worth of these thousandths of points, on the scale of the results so
        far."""
        if self.high < self.low:
            self.low = points
            self.high = points
        self.low = min(self.low, points)
        self.high = max(self.high, points)
        span = self.high - self.low
        self.worth[0] = (points - self.low) * SURE // span if span else SURE // 2


# ---------------------------------------------------------------------------------- flat and fair
@final
@mypyc_attr(acyclic=True)
class Trial:
    """Flat Monte Carlo: every move is tried on the same determinizations with the same random
    draws.

    `run` tries all moves equally often. `halve` (sequential halving) drops the worse half of the
    moves again and again. It finds the best move with far fewer iterations, but tells less about
    the others.
    """

    __slots__ = ("ending", "gained", "options", "seat", "table", "tried", "words")

    def __init__(self, table: State, seat: i64, policy: Policy, rng: Rng) -> None:
        self.table = table
        self.seat: i64 = seat
        self.ending: Ending = Ending(table.seats, policy)
        moves = Moves()
        table.legal(seat, moves)
        self.options: vec[i64] = vec[i64]([moves.items[i] for i in range(moves.count)])
        rng.shuffle(self.options)  # otherwise the first of equal moves would always win
        self.gained: vec[i64] = vec[i64]([0] * len(self.options))
        self.tried: vec[i64] = vec[i64]([0] * len(self.options))
        self.words: i64 = rng.fork()  # determinization i follows from this and i, for every move

    def shortlist(self, most: i64, rng: Rng) -> None:
        """Keep only the likeliest moves by the policy."""
        policy = self.ending.policy
        if policy is None or len(self.options) <= most:
            return
        world = self.table.clone()
        world.determinize(rng)
        left = Moves()
        for move in self.options:
            left.add(move)
        kept: list[int] = []
        while len(kept) < most:
            i = place(left, policy(world, self.seat, left, rng))
            if i < 0:
                i = rng.below(left.count)
            kept.append(left.items[i])
            left.count -= 1
            left.items[i] = left.items[left.count]
        self.only(kept)

    def only(self, moves: list[int]) -> None:
        """Try these moves and no others."""
        self.options = vec[i64](moves)
        self.gained = vec[i64]([0] * len(moves))
        self.tried = vec[i64]([0] * len(moves))

    def try_once(self, option: i64) -> None:
        world = Rng(self.words ^ self.tried[option])
        state = self.table.clone()
        state.determinize(world)
        state.apply(self.seat, self.options[option])
        self.ending.play(state, world)
        self.gained[option] += self.ending.worth[self.seat]
        self.tried[option] += 1

    def run(self, rounds: i64) -> None:
        for i in range(rounds):
            self.try_once(i % len(self.options))

    def halve(self, rounds: i64, until: float = 0.0) -> None:
        """Sequential halving, until the time `until` at the latest (0: no limit). Whenever it
        stops,
        the moves that are left have been tried equally often.
        """
        alive = [i for i in range(len(self.options))]
        if len(alive) > rounds:
            alive = alive[:rounds]  # too many to try each of them: a random part
        stages: i64 = 0
        while bit(stages) < len(alive):
            stages += 1
        while len(alive) > 1:
            each = max(1, rounds // (stages * len(alive)))
            for _ in range(each):
                for option in alive:
                    self.try_once(option)
                if until and perf_counter() > until:
                    return
            alive.sort(key=self.mean, reverse=True)
            alive = alive[: (len(alive) + 1) // 2]

    def mean(self, option: int) -> float:
        """The average worth of a move, from 0 to 1; -1 if it was never tried."""
        tried = self.tried[option]
        return float(self.gained[option]) / (float(tried) * SURE) if tried else -1.0

    def best(self) -> i64:
        """The best of those tried most."""
        choice: i64 = 0
        for i in range(len(self.options)):
            if self.tried[i] > self.tried[choice] or (
                self.tried[i] == self.tried[choice] and self.mean(i) > self.mean(choice)
            ):
                choice = i
        return self.options[choice]


# -------------------------------------------------------------------------------------------- tree
@final
@mypyc_attr(acyclic=True)
class Tree:
    """The search tree. A node is a number, and each field is an array over all nodes. 0 is the
    root.

    Nodes are not objects, because mypyc 2.4.1 corrupts memory when it frees a chain of more than
    fifty `acyclic` objects. Without `acyclic` the garbage collector would visit every node.
    """

    __slots__ = (
        "child",
        "curiosity",
        "exact",
        "move",
        "mover",
        "offers",
        "proved",
        "seen",
        "sibling",
        "value",
        "visits",
    )

    def __init__(self, curiosity: float) -> None:
        self.curiosity: float = curiosity
        self.exact: bool = False  # whether the next two are maintained
        self.proved: vec[i64] = vec[i64]([-1])  # the proved worth to the mover, -1 if unknown
        self.offers: vec[i64] = vec[i64]([0])  # the number of legal moves after it
        self.move: vec[i64] = vec[i64]([-1])
        self.mover: vec[i64] = vec[i64]([-1])
        self.visits: vec[i64] = vec[i64]([0])
        self.seen: vec[i64] = vec[i64]([1])  # how often it was legal when its parent was reached
        self.value: vec[i64] = vec[i64]([0])  # the sum of its worths to the mover
        self.child: vec[i64] = vec[i64]([-1])  # the first of its children
        self.sibling: vec[i64] = vec[i64]([-1])  # the next child of the same parent

    def find(self, parent: i64, mover: i64, move: i64) -> i64:
        node = self.child[parent]
        while node >= 0 and (self.move[node] != move or self.mover[node] != mover):
            node = self.sibling[node]
        return node

    def add(self, parent: i64, mover: i64, move: i64) -> i64:
        node: i64 = len(self.move)
        self.move = append(self.move, move)
        self.mover = append(self.mover, mover)
        self.visits = append(self.visits, 0)
        self.seen = append(self.seen, 1)
        self.value = append(self.value, 0)
        self.child = append(self.child, -1)
        self.sibling = append(self.sibling, self.child[parent])
        self.child[parent] = node
        if self.exact:
            self.proved = append(self.proved, -1)
            self.offers = append(self.offers, 0)
        return node

    def sure(self, parent: i64) -> i64:
        """The proved worth to whoever moves here: that of a winning move, or of the best move if
        all
        are proved. -1 if it is not known.
        """
        best: i64 = -1
        known: i64 = 0
        node = self.child[parent]
        while node >= 0:
            worth = self.proved[node]
            if worth >= 0:
                known += 1
            if worth > best:
                best = worth
            node = self.sibling[node]
        return best if best == SURE or (known and known == self.offers[parent]) else -1

    def mean(self, node: i64) -> float:
        return float(self.value[node]) / (float(self.visits[node]) * SURE)

    def promise(self, node: i64) -> float:
        offered = log(float(self.seen[node]))
        return self.mean(node) + self.curiosity * sqrt(offered / float(self.visits[node]))


@final
@mypyc_attr(acyclic=True)
class Search:
    """Information-set Monte Carlo tree search: one tree over what the searching seat can tell
    apart.
    Each mover maximises its own worth (max^n), and moves are weighted by how often they were legal
    (Cowling, Powley and Whitehouse 2012).

    An untried move is preferred as long as the tried ones promise less than `fresh`, the likeliest
    by the policy first. So few iterations are spent on sensible moves.

    If several seats must act, the searching one decides first: its own decision is the root, as if
    the others had not begun. Their choices are not in the tree, because nobody sees them.

    With two seats that see everything (`solve`), a finished game in the tree is a proof. A losing
    move is not tried again, a winning one is the best, and the moves before them are updated
    (Winands, Björnsson and Saito 2008). Nothing is proved after a random draw.
    """

    __slots__ = (
        "certain",
        "depth",
        "ending",
        "fresh",
        "last",
        "moves",
        "path",
        "policy",
        "rng",
        "seat",
        "table",
        "tree",
        "untried",
    )

    def __init__(
        self,
        table: State,
        seat: i64,
        policy: Policy,
        rng: Rng,
        fresh: float = ALWAYS,
        curiosity: float = CURIOSITY,
    ) -> None:
        self.table = table
        self.policy = policy
        self.fresh: float = fresh
        self.seat: i64 = seat
        self.rng: Rng = rng
        self.ending: Ending = Ending(table.seats, policy)
        self.tree: Tree = Tree(curiosity)
        self.moves: Moves = Moves()
        self.untried: Moves = Moves()
        self.path: vec[i64] = vec[i64]([0] * DEEP)
        self.depth: i64 = 0
        self.certain: bool = False  # there was no random draw on this path
        self.last: State = table  # the final state of the last iteration

    def solve(self) -> None:
        """From now on, prove what can be proved. Nothing may be hidden from either seat."""
        assert self.table.seats == 2 and not self.ending.points_weight
        self.tree.exact = True

    @property
    def solved(self) -> bool:
        return self.tree.proved[0] >= 0

    def run(self, rounds: i64) -> None:
        tree = self.tree
        for _ in range(rounds):
            if tree.proved[0] >= 0:
                return
            state = self.table.clone()
            state.determinize(self.rng)
            self.descend(state)
            if tree.exact and self.known():
                self.use_proof()
            else:
                proof = tree.exact and not state.to_act and self.certain
                self.ending.play(state, self.rng)
                if proof:
                    self.prove()
            self.last = state
            i: i64 = 0
            while i < self.depth:
                node = self.path[i]
                tree.visits[node] += 1
                tree.value[node] += self.ending.worth[tree.mover[node]]
                i += 1
            tree.visits[0] += 1

    def known(self) -> bool:
        """Whether the path ended at a proved move."""
        return self.depth > 0 and self.tree.proved[self.path[self.depth - 1]] >= 0

    def use_proof(self) -> None:
        """Take the proved worth of the last move as the result of this iteration."""
        node = self.path[self.depth - 1]
        mover, worth = self.tree.mover[node], self.tree.proved[node]
        self.ending.worth[mover] = worth
        self.ending.worth[1 - mover] = SURE - worth

    def prove(self) -> None:
        """The path ended with the game: update what is proved of the moves that led there."""
        tree = self.tree
        i = self.depth - 1
        node = self.path[i]
        tree.proved[node] = self.ending.worth[tree.mover[node]]
        while i >= 0:
            parent = self.path[i - 1] if i else 0
            worth = tree.sure(parent)
            if worth < 0:
                return
            if parent and tree.mover[parent] != tree.mover[self.path[i]]:
                worth = SURE - worth
            tree.proved[parent] = worth
            i -= 1

    def descend(self, state: State) -> None:
        """Go down the tree until a new move has been added or a proved one is reached."""
        tree = self.tree
        moves = self.moves
        untried = self.untried
        node: i64 = 0
        phase: i64 = -1
        self.depth = 0
        exact = tree.exact
        reveal_count = state.reveal_count
        self.certain = True
        while state.to_act and self.depth < DEEP:
            if state.to_act & state.to_act - 1:
                phase = state.reveal_count  # an open phase lasts until this number rises
                self.certain = False
            seat = self.seat if state.to_act >> self.seat & 1 else lowest(state.to_act)
            moves.count = 0
            state.legal(seat, moves)
            if seat != self.seat and state.reveal_count == phase:
                if self.policy is None or moves.count == 1:
                    state.apply(seat, moves.pick(self.rng))
                else:
                    state.apply(seat, self.policy(state, seat, moves, self.rng))
                continue
            if exact:
                tree.offers[node] = moves.count
            untried.count = 0
            best: i64 = -1
            most = -1.0
            i: i64 = 0
            while i < moves.count:
                move = moves.items[i]
                child = tree.find(node, seat, move)
                if child < 0:
                    untried.add(move)
                else:
                    tree.seen[child] += 1
                    promise = tree.promise(child)
                    if exact and tree.proved[child] == 0:
                        promise = -0.5  # only where there is nothing else
                    if promise > most:
                        most = promise
                        best = child
                i += 1
            new = untried.count > 0 and most < self.fresh
            if new:
                best = tree.add(node, seat, self.first(state, seat))
            self.path[self.depth] = best
            self.depth += 1
            if exact and not new and tree.proved[best] >= 0:
                return
            state.apply(seat, tree.move[best])
            if state.reveal_count != reveal_count:
                self.certain = False
            if new:
                return
            node = best

    def first(self, state: State, seat: i64) -> i64:
        """The untried move to try first: the likeliest by the policy, or a random one."""
        if self.policy is None or self.untried.count == 1:
            return self.untried.pick(self.rng)
        move = self.policy(state, seat, self.untried, self.rng)
        return move if place(self.untried, move) >= 0 else self.untried.pick(self.rng)

    def best(self) -> i64:
        """The proved best move, or else the most visited one that is not proved to lose."""
        tree = self.tree
        choice: i64 = -1
        most: i64 = -1
        node = tree.child[0]
        while node >= 0:
            count = tree.visits[node]
            if tree.exact:
                worth = tree.proved[node]
                if tree.proved[0] >= 0:
                    count = worth
                elif worth == 0:
                    count = 0
            if count > most:
                choice = node
                most = count
            node = tree.sibling[node]
        return tree.move[choice]
