"""Searching for a move, for every game on the shelf, from what one seat recalls.

Both searches play on tables whose blanks are dealt anew in every round, so neither can know more
than its seat does. A round ends with a finished game; what it was worth to a seat is a number from
0 to SURE. The same table, dice and rounds give the same move in every build.
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
from spinney.players.net import Aim, Judge, alone

CURIOSITY: Final = 0.9  # how much a seldom tried move is favoured
ALWAYS: Final = 1e9  # every move is tried once before one is tried twice
FAR: Final = 1 << 40  # more points than there are
DEEP: Final = 2048  # decisions that a path through the tree may hold

# A game's quick policy (Heuristics.quick); None plays at random.
Policy = Callable[[Any, int, Moves, Rng], int] | None


def place(moves: Moves, move: i64) -> i64:
    """Where a move is among these, or -1: offered some moves only, a policy that is sure of itself
    may still name another.
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
    """Plays tables to their end and says what each end is worth to every seat.

    With a `net` it plays on for `patience` decisions only, and to the end of the turn where that is
    made of small ones; then the net says what is to be expected.
    `keen` in a hundred parts of a worth are points, not victories: long before the end who wins is
    luck, but what helps can be seen in points. Alone, `aim` may say what counts instead.
    """

    __slots__ = (
        "aim",
        "high",
        "keen",
        "low",
        "moves",
        "net",
        "patience",
        "policy",
        "seats",
        "wide",
        "worth",
    )

    def __init__(self, seats: i64, policy: Policy) -> None:
        self.seats: i64 = seats
        self.net: Judge | None = None
        self.patience: i64 = 0
        self.policy = policy
        self.aim: Aim = None
        self.keen: i64 = 0
        self.wide: i64 = 1  # the largest lead met so far
        self.moves: Moves = Moves()
        self.worth: vec[i64] = vec[i64]([0] * seats)
        self.low: i64 = 0  # alone there is nobody to beat: points are measured by the worst
        self.high: i64 = -1  # and the best end met so far

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
            self.measure(1000 * alone(state, self.aim))
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
        if self.keen:
            self.mind_points(state)

    def mind_points(self, state: State) -> None:
        """Mix victories with leads: so many percent of a worth are the points ahead of the best of
        the others, on the scale of those met so far.
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
            self.worth[seat] = (self.worth[seat] * (100 - self.keen) + part * self.keen) // 100
            seat += 1

    def measure(self, points: i64) -> None:
        """Alone: thousandths of points, on the scale of those met so far."""
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
    """Flat Monte Carlo: every move is tried in the same worlds, with the same dice.

    `run` shares the rounds out equally. `halve` spends them on ever fewer moves (sequential
    halving), which finds the best one with far fewer rounds; how good the others are is then known
    less well.
    """

    __slots__ = ("ending", "gained", "options", "seat", "table", "tried", "words")

    def __init__(self, table: State, seat: i64, policy: Policy, rng: Rng) -> None:
        self.table = table
        self.seat: i64 = seat
        self.ending: Ending = Ending(table.seats, policy)
        moves = Moves()
        table.legal(seat, moves)
        self.options: vec[i64] = vec[i64]([moves.items[i] for i in range(moves.count)])
        rng.shuffle(self.options)  # or the first of equals would always win
        self.gained: vec[i64] = vec[i64]([0] * len(self.options))
        self.tried: vec[i64] = vec[i64]([0] * len(self.options))
        self.words: i64 = rng.fork()  # world i follows from this and i, whoever is tried in it

    def shortlist(self, most: i64, rng: Rng) -> None:
        """Keep only the likeliest moves, by the policy."""
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
        """Ever fewer moves, ever more often; no longer than `until`, if the clock has a say. All
        that are left are tried equally often wherever it stops.
        """
        alive = [i for i in range(len(self.options))]
        if len(alive) > rounds:
            alive = alive[:rounds]  # too many to try each: some, by lot
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
        """What a move has been worth on average, from 0 to 1; -1 if it was never tried."""
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
    """The moves searched so far. A node is a number, a field of all nodes one array; 0 is the root.

    Not objects: mypyc 2.4.1 corrupts memory when it frees a chain of more than fifty `acyclic`
    objects, and without `acyclic` each node costs a visit of the garbage collector.
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
        self.exact: bool = False  # the next two are kept
        self.proved: vec[i64] = vec[i64]([-1])  # what the mover is sure to get, -1 if unknown
        self.offers: vec[i64] = vec[i64]([0])  # how many moves can follow
        self.move: vec[i64] = vec[i64]([-1])
        self.mover: vec[i64] = vec[i64]([-1])
        self.visits: vec[i64] = vec[i64]([0])
        self.seen: vec[i64] = vec[i64]([1])  # how often it was on offer where its parent was
        self.value: vec[i64] = vec[i64]([0])  # the sum of what the mover got
        self.child: vec[i64] = vec[i64]([-1])  # the first of the moves that followed
        self.sibling: vec[i64] = vec[i64]([-1])  # the next move after the same parent

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
        """What whoever moves here is sure to get: with a move that wins, or the best one once all
        are known; -1 if that is not known.
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
    apart, each mover striving for its own worth (max^n), moves weighed by how often they were on
    offer (Cowling, Powley and Whitehouse 2012).

    A move not yet tried is preferred while those tried promise less than `fresh`, the likeliest by
    the policy first: so a small budget is spent on what makes sense.

    Where several seats wait, the searching one decides first: its own question is the root, and to
    it the others have not begun. Their choices stay out of the tree, since nobody sees them.

    Between two seats who see everything (`solve`), an end that the tree reaches is a proof: a move
    that loses is tried no more, one that wins is the best, and both are known to all moves before
    them (Winands, Björnsson and Saito 2008). Where chance speaks nothing is proved.
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
        self.certain: bool = False  # chance had no say on this path
        self.last: State = table  # the finished table of the last round

    def solve(self) -> None:
        """From now on, prove what can be proved. Nobody may lack any knowledge of the table."""
        assert self.table.seats == 2 and not self.ending.keen
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
                self.state_from_view()
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
        """Whether the path ended where everything is proved."""
        return self.depth > 0 and self.tree.proved[self.path[self.depth - 1]] >= 0

    def state_from_view(self) -> None:
        """What was proved of the last move is what this round was worth."""
        node = self.path[self.depth - 1]
        mover, worth = self.tree.mover[node], self.tree.proved[node]
        self.ending.worth[mover] = worth
        self.ending.worth[1 - mover] = SURE - worth

    def prove(self) -> None:
        """The tree has reached an end: what it proves of the moves that led there."""
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
        """Walk down the tree until a new move has been added to it, or all is proved."""
        tree = self.tree
        moves = self.moves
        untried = self.untried
        node: i64 = 0
        phase: i64 = -1
        self.depth = 0
        exact = tree.exact
        said = state.reveal_count
        self.certain = True
        while state.to_act and self.depth < DEEP:
            if state.to_act & state.to_act - 1:
                phase = state.reveal_count  # several wait; the phase lasts until the seal breaks
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
            if state.reveal_count != said:
                self.certain = False
            if new:
                return
            node = best

    def first(self, state: State, seat: i64) -> i64:
        """Which of the moves not yet tried comes first: the likeliest, or any."""
        if self.policy is None or self.untried.count == 1:
            return self.untried.pick(self.rng)
        move = self.policy(state, seat, self.untried, self.rng)
        return move if place(self.untried, move) >= 0 else self.untried.pick(self.rng)

    def best(self) -> i64:
        """The move visited most; the best one, if that is proved, and none that is sure to lose."""
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
