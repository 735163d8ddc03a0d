"""Small value nets: how good a position is for a seat, computed from the game's features.

Inputs are on or off. Some tens of hidden units add up the weights of the inputs that are on. A
leaky ReLU and a second layer of weights give one number: the logit of the seat's share of the
victory. All numbers are integers, so a net gives the same value in every build and on every
machine. The sums of three hidden units share one 64-bit number. For each seat the sums are kept, so
that only changed inputs are added or subtracted.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.game import Heuristics
from spinney.core.inputs import EVERY_MOVE, Inputs
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, lowest

SURE: Final = 1_000_000  # the worth of a victory; winners share it
ONE: Final = 1024  # a weight of 1
MOST: Final = 32767  # the largest weight: it is stored in two bytes
ON: Final = 256  # inputs that can be on at the same time
HEAVY: Final = 2039  # the largest weight of an input: ON + 1 of them stay below MIDDLE
LANES: Final = 3  # hidden units in one number
LANE: Final = 20  # bits for each
MASK: Final = 0xFFFFF
MIDDLE: Final = 0x80000  # a sum stays between -MIDDLE and MIDDLE
LEAK: Final = 3  # below zero the slope of the activation is 1/8
FAR: Final = 10 * ONE  # logits are limited to this
STEP: Final = 3  # the lowest bits of a logit, which the table of shares ignores
PART: Final = 7  # … and their mask
CERTAIN: Final = 1 << 40  # the logit of a game that is won
SHARES: Final = vec[i64](
    [
        round(SURE / (1 + exp(-((step << STEP) - FAR) / ONE)))
        for step in range((2 * FAR >> STEP) + 1)
    ]
)

# Functions of a game (core/game.py, Heuristics). `Any` is its state.
Features = Callable[[Any, int, Inputs], None]
Quick = Callable[[Any, int, Moves, Rng], int]
Turn = Callable[[Any], int] | None
SoloValue = Callable[[Any, int], int] | None


def share(logit: i64) -> i64:
    """The share of the victory that a logit stands for, from 0 to SURE."""
    low = logit if logit < FAR else FAR
    return SHARES[((low if low > -FAR else -FAR) + FAR) >> STEP]


def fine_share(logit: i64) -> i64:
    """The same, interpolated between the steps of the table. Without interpolation, moves that
    differ by less than a step would look the same.
    """
    low = logit if logit < FAR - 1 else FAR - 1
    at = (low if low > -FAR else -FAR) + FAR
    below = SHARES[at >> STEP]
    return below + ((SHARES[(at >> STEP) + 1] - below) * (at & PART) >> STEP)


@final
@mypyc_attr(acyclic=True)
class Net:
    """The weights as integers: from each input to every hidden unit, the hidden units' thresholds,
    from each hidden unit to the output, and the output's threshold.
    """

    __slots__ = ("fine", "hidden", "high", "inputs", "low", "out", "rows", "tilt", "words")

    def __init__(
        self,
        inputs: i64,
        hidden: i64,
        weights: list[int],
        low: i64,
        high: i64,
        fine: bool = True,
    ) -> None:
        if len(weights) != (inputs + 2) * hidden + 1 or hidden % LANES:
            raise ValueError("weights do not fit the size of the net")
        self.inputs: i64 = inputs
        self.hidden: i64 = hidden
        self.words: i64 = hidden // LANES
        self.low: i64 = low  # solo: the points that are 0 and SURE
        self.high: i64 = high
        self.fine: bool = fine  # shares are interpolated
        rows = vec[i64]([0] * ((inputs + 1) * self.words))  # the last row: the thresholds
        self.out: vec[i64] = vec[i64]([0] * hidden)
        i: i64 = 0
        while i < len(rows):
            at = i * LANES
            one: i64 = weights[at]
            two: i64 = weights[at + 1]
            three: i64 = weights[at + 2]
            rows[i] = one + (two << LANE) + (three << 2 * LANE)
            i += 1
        self.rows: vec[i64] = rows
        i = 0
        while i < (inputs + 1) * hidden:
            if not -HEAVY <= weights[i] <= HEAVY:
                raise ValueError("an input weighs too much: sums could overflow")
            i += 1
        i = 0
        while i < hidden:
            self.out[i] = weights[(inputs + 1) * hidden + i]
            i += 1
        self.tilt: i64 = weights[(inputs + 2) * hidden]

    def share(self, logit: i64) -> i64:
        """The share that a logit of this net stands for, from 0 to SURE."""
        return fine_share(logit) if self.fine else share(logit)

    def logit(self, sums: vec[i64]) -> i64:
        """The output of the net, computed from the sums of the hidden units."""
        out = self.out
        total: i64 = self.tilt * ONE
        unit: i64 = 0
        for word in sums:
            lane: i64 = 0
            while lane < LANES:
                value = (word + MIDDLE & MASK) - MIDDLE
                word = word - value >> LANE
                total += (value if value > 0 else value >> LEAK) * out[unit]
                unit += 1
                lane += 1
        return total >> 10  # ONE


@final
@mypyc_attr(acyclic=True)
class Accumulator:
    """The inputs of one seat and the sums of the hidden layer, updated as inputs change."""

    __slots__ = ("count", "items", "sums", "tally")

    def __init__(self, net: Net) -> None:
        self.items: vec[i64] = vec[i64]([0] * ON)
        self.count: i64 = 0
        self.tally: vec[i64] = vec[i64]([0] * net.inputs)  # all zero between two calls
        self.sums: vec[i64] = net.rows[net.inputs * net.words :]

    def follow(self, net: Net, inputs: Inputs) -> None:
        """Bring the sums up to date. An input may be on several times."""
        tally, old = self.tally, self.items
        before = self.count
        k: i64 = 0
        while k < before:
            tally[old[k]] -= 1
            k += 1
        k = 0
        while k < inputs.count:
            tally[inputs.items[k]] += 1
            k += 1
        k = 0
        while k < before:  # inputs that were switched off (unchanged ones have a tally of 0)
            if tally[old[k]]:
                self.shift(net, old[k])
            k += 1
        k = 0
        while k < inputs.count:  # inputs that were switched on
            item = inputs.items[k]
            if tally[item]:
                self.shift(net, item)
            old[k] = item
            k += 1
        self.count = inputs.count

    def shift(self, net: Net, item: i64) -> None:
        sums, rows, words = self.sums, net.rows, net.words
        times = self.tally[item]
        self.tally[item] = 0
        base = item * words
        i: i64 = 0
        while i < words:
            sums[i] += times * rows[base + i]
            i += 1


def alone(state: State, solo_value: SoloValue) -> i64:
    """What counts in a finished solo game: its points, or the game's `solo_value`."""
    if solo_value is None:
        return state.points(0)
    return solo_value(state, 0)


def scaled(counts: i64, low: i64, high: i64) -> float:
    """That value on a scale from 0 to 1."""
    return min(1.0, max(0.0, float(counts - low) / float(high - low)))


@final
@mypyc_attr(acyclic=True)
class Judge:
    """Evaluates positions of one game with a net, and chooses moves.

    A move is evaluated by making it on a copy, with another RNG state than the match's own, because
    future random draws must not influence the choice. Where a turn consists of small decisions, the
    heuristics make the remaining ones, and the net evaluates the position after the turn.
    """

    __slots__ = (
        "accumulators",
        "features",
        "habit",
        "inputs",
        "most",
        "net",
        "seats",
        "small",
        "solo_value",
        "some",
        "turn",
    )

    def __init__(
        self,
        net: Net,
        heuristics: Heuristics,
        seats: i64,
        most: i64 = 0,
    ) -> None:
        self.net: Net = net
        assert heuristics.features is not None
        self.features: Features = heuristics.features
        self.habit: Quick = heuristics.quick_move  # makes the remaining decisions of a turn
        self.turn: Turn = heuristics.turn
        self.solo_value: SoloValue = heuristics.solo_value
        self.seats: i64 = seats
        self.inputs: Inputs = Inputs()
        self.accumulators: list[Accumulator] = [Accumulator(net) for _ in range(seats)]
        self.small: Moves = Moves()  # the legal moves in the rest of a turn
        # If there are more moves, the heuristics' one and random others are evaluated. 0: all are.
        self.most: i64 = most
        self.some: Moves = Moves()

    def logit(self, state: State, seat: i64) -> i64:
        """The net's value of a position for a seat."""
        if not state.to_act:
            return self.result(state, seat)
        inputs = self.inputs
        inputs.count = 0
        inputs.size = 0
        self.features(state, seat, inputs)
        accumulator = self.accumulators[seat]
        accumulator.follow(self.net, inputs)
        return self.net.logit(accumulator.sums)

    def result(self, state: State, seat: i64) -> i64:
        """The same for a finished game: victory or defeat, then the margin."""
        if self.seats == 1:
            part = scaled(alone(state, self.solo_value), self.net.low, self.net.high)
            part = min(max(part, 0.0001), 0.9999)
            return i64(round(ONE * log(part / (1 - part))))
        mine = state.rank_key(seat)
        best: i64 = -CERTAIN
        other: i64 = 0
        while other < self.seats:
            if other != seat and state.rank_key(other) > best:
                best = state.rank_key(other)
            other += 1
        if mine == best:
            return 0
        return mine - best + (CERTAIN if mine > best else -CERTAIN)

    def weigh(self, state: State, worth: vec[i64]) -> None:
        """Write the worth of an unfinished game to every seat: shares of one victory, or in solo
        games thousandths of the expected points.
        """
        net = self.net
        if self.seats == 1:
            part = net.share(self.logit(state, 0))
            worth[0] = net.low * 1000 + part * (net.high - net.low) // (SURE // 1000)
            return
        seat: i64 = 0
        total: i64 = 0
        while seat < self.seats:
            worth[seat] = net.share(self.logit(state, seat))
            total += worth[seat]
            seat += 1
        seat = 0
        while seat < self.seats:
            worth[seat] = worth[seat] * SURE // total
            seat += 1

    def after(self, table: State, seat: i64, move: i64, rng_state: i64, turn: i64) -> i64:
        """The value for a seat after its move and the rest of this turn, with this RNG state."""
        state = table.clone()
        state.rng_state = rng_state
        state.apply(seat, move)
        self.finish(state, turn, rng_state)
        return self.logit(state, seat)

    def number(self, state: State) -> i64:
        """The number of the turn."""
        if self.turn is None:
            return EVERY_MOVE
        return self.turn(state)

    def finish(self, state: State, turn: i64, rng_state: i64) -> None:
        """Follow the heuristics until this turn is over."""
        if turn == EVERY_MOVE:
            return
        rng = Rng(rng_state)
        moves = self.small
        while state.to_act and self.number(state) == turn:
            seat = lowest(state.to_act)
            moves.count = 0
            state.legal(seat, moves)
            state.apply(seat, self.habit(state, seat, moves, rng))

    def quick(self, table: State, seat: i64, moves: Moves, rng: Rng) -> i64:
        """The move with the best evaluation. It can be used wherever a quick policy can."""
        rng_state = rng.fork()
        turn = self.number(table)
        if self.most and moves.count > self.most:
            moves = self.sample(table, seat, moves, rng)
        choice = moves.items[0]
        best: i64 = -2 * CERTAIN
        i: i64 = 0
        while i < moves.count:
            logit = self.after(table, seat, moves.items[i], rng_state, turn)
            if logit > best:
                best = logit
                choice = moves.items[i]
            i += 1
        return choice

    def sample(self, table: State, seat: i64, moves: Moves, rng: Rng) -> Moves:
        """The heuristics' move and some random others."""
        some = self.some
        some.count = 0
        some.add(self.habit(table, seat, moves, rng))
        while some.count < self.most:
            some.add(moves.pick(rng))
        return some

    def ranked(self, table: State, seat: i64, moves: Moves, rng: Rng, worlds: i64) -> list[int]:
        """The moves, the best first. Equal ones are in random order."""
        worth = self.ratings(table, seat, moves, rng, worlds)
        order = vec[i64]([i for i in range(moves.count)])
        rng.shuffle(order)
        worst_last = sorted([(-worth[order[k]], k) for k in range(moves.count)])
        return [moves.items[order[k]] for _, k in worst_last]

    def ratings(self, table: State, seat: i64, moves: Moves, rng: Rng, worlds: i64) -> vec[i64]:
        """For each move the sum of its worths in so many determinizations, each from 0 to SURE. A
        finished game counts a little more or less than that, depending on the margin.
        """
        found = vec[i64]([0] * moves.count)
        turn = self.number(table)
        for _ in range(worlds):
            world = table.clone()
            world.determinize(rng)
            i: i64 = 0
            while i < moves.count:
                logit = self.after(world, seat, moves.items[i], world.rng_state, turn)
                found[i] += self.net.share(logit)
                if logit > CERTAIN // 2:
                    found[i] += min(999, 1 + (logit - CERTAIN))
                elif logit < -CERTAIN // 2:
                    found[i] -= min(999, 1 - (logit + CERTAIN))
                i += 1
        return found
