"""Learning a net's weights by playing against oneself: temporal differences, TD(lambda).

A learner plays whole games by its own net, now and then a move by lot, and keeps what every seat
was told after each move, or after each turn where that is made of small ones. At the end it goes
back over them, and moves the net's answer for each towards a mixture of how the game ended and what
the net says of the moments that followed (Sutton 1988; Tesauro 1995). One that looks ahead before
it moves has a better word for a moment than the net, and listens to that, too. Only here are
weights fractions: what plays is a rounded copy.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.game import Heuristics
from spinney.core.inputs import EVERY_MOVE, Inputs
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, lowest
from spinney.players.net import HEAVY, MOST, ONE, Judge, Net, alone, scaled

LEAK: Final = 0.125  # as in net.py
START: Final = 0.25  # weights begin somewhere between -START and START
CHANCES: Final = 10_000  # what `wander` is counted in
LISTEN: Final = 0.5  # how much what was found by looking ahead counts beside what came of it

# Looks ahead for a seat: a move, and what it is worth to the seat, from 0 to 1.
Think = Callable[[Any, int], tuple[int, float]] | None


def first_weights(inputs: i64, hidden: i64, rng: Rng) -> vec[float]:
    """Small weights by lot, thresholds at zero."""
    weights = vec[float]([0.0] * ((inputs + 2) * hidden + 1))
    i: i64 = 0
    while i < len(weights) - 1:
        if i // hidden != inputs:
            weights[i] = START * (float(rng.below(2001)) - 1000.0) / 1000.0
        i += 1
    return weights


def rounded(weights: list[float], inputs: i64, hidden: i64) -> list[int]:
    """The weights as a net has them. What goes into a hidden unit may be made smaller and what
    comes out larger by the same factor, so that no sum can overflow.
    """
    found = [0] * len(weights)
    unit: i64 = 0
    while unit < hidden:
        largest = 0.0
        i: i64 = 0
        while i <= inputs:
            largest = max(largest, abs(weights[i * hidden + unit]))
            i += 1
        factor = max(1.0, largest * ONE / HEAVY)
        i = 0
        while i <= inputs:
            found[i * hidden + unit] = whole(weights[i * hidden + unit] / factor)
            i += 1
        found[(inputs + 1) * hidden + unit] = whole(weights[(inputs + 1) * hidden + unit] * factor)
        unit += 1
    found[len(found) - 1] = whole(weights[len(found) - 1])
    return found


def whole(weight: float) -> i64:
    scaled = weight * ONE
    near = i64(scaled + 0.5) if scaled >= 0.0 else -i64(0.5 - scaled)
    return min(max(near, -MOST), MOST)


@final
@mypyc_attr(acyclic=True)
class Learner:
    """Weights that change, the judge that plays by them, and the tape of the game being played."""

    __slots__ = (
        "heuristics",
        "hidden",
        "high",
        "inputs",
        "judge",
        "looked",
        "looker",
        "low",
        "moves",
        "seats",
        "starts",
        "sums",
        "tape",
        "think",
        "told",
        "weights",
    )

    def __init__(
        self,
        heuristics: Heuristics,
        seats: i64,
        most: i64,
        inputs: i64,
        hidden: i64,
        weights: list[float],
        low: i64,
        high: i64,
    ) -> None:
        self.heuristics: Heuristics = heuristics
        self.seats: i64 = seats
        self.inputs: i64 = inputs
        self.hidden: i64 = hidden
        self.weights: vec[float] = vec[float](weights)
        self.low: i64 = low
        self.high: i64 = high
        self.judge: Judge = Judge(
            Net(inputs, hidden, rounded(weights, inputs, hidden), low, high),
            heuristics,
            seats,
            most,
        )
        self.think: Think = None
        self.looked: vec[float] = vec[float]()  # what each moment was found to be worth
        self.looker: vec[i64] = vec[i64]()  # to whom; -1: nobody looked ahead there
        self.moves: Moves = Moves()
        self.told: Inputs = Inputs()
        self.tape: vec[i64] = vec[i64]()  # what was said, moment after moment, seat after seat
        self.starts: vec[i64] = vec[i64]([0])  # where each begins; at last where the tape ends
        self.sums: vec[float] = vec[float]([0.0] * hidden)

    def settle(self) -> None:
        """From now on play by the weights as they are now."""
        self.judge = Judge(
            Net(
                self.inputs,
                self.hidden,
                rounded([weight for weight in self.weights], self.inputs, self.hidden),
                self.low,
                self.high,
            ),
            self.heuristics,
            self.seats,
            self.judge.most,
        )

    def play(self, state: State, rng: Rng, wander: i64, rate: float, trust: float) -> float:
        """One game, and what can be learnt from it; how far off the net was, squared, on average.

        `wander` moves in ten thousand are made by lot; `rate` says how far a weight moves; `trust`
        is lambda, how much more the end of the game counts than what the net says on the way.
        """
        moves = self.moves
        think = self.think
        count: i64 = 0
        self.starts = vec[i64]([0])
        self.looked = vec[float]()
        self.looker = vec[i64]()
        length: i64 = 0
        noted = False  # the table is as it was when last written down
        judge = self.judge
        while state.to_act:
            turn = judge.number(state)
            seat = lowest(state.to_act)
            moves.count = 0
            state.legal(seat, moves)
            if moves.count == 1:
                state.apply(seat, moves.items[0])
            elif rng.below(CHANCES) < wander:
                state.apply(seat, moves.pick(rng))
            elif think is None:
                state.apply(seat, judge.quick(state, seat, moves, rng))
            else:
                move, worth = think(state, int(seat))
                if noted and worth >= 0.0:
                    self.looked[count - 1] = worth
                    self.looker[count - 1] = seat
                state.apply(seat, move)
            noted = state.to_act != 0
            if turn == EVERY_MOVE:
                noted = noted and moves.count > 1
            else:  # a net is asked between turns only
                noted = noted and judge.number(state) != turn
            if noted:
                seat = 0
                while seat < self.seats:
                    length = self.note(state, seat, length)
                    seat += 1
                self.looked = append(self.looked, 0.0)
                self.looker = append(self.looker, -1)
                count += 1
        return self.learn(state, count, rate, trust)

    def note(self, state: State, seat: i64, length: i64) -> i64:
        """Write down what a seat is told now."""
        told = self.told
        told.count = 0
        told.size = 0
        self.judge.features(state, seat, told)
        i: i64 = 0
        while i < told.count:
            if length < len(self.tape):
                self.tape[length] = told.items[i]
            else:
                self.tape = append(self.tape, told.items[i])
            length += 1
            i += 1
        self.starts = append(self.starts, length)
        return length

    def learn(self, end: State, count: i64, rate: float, trust: float) -> float:
        """Back from the end to the beginning, seat by seat."""
        off = 0.0
        seat: i64 = 0
        while seat < self.seats:
            goal = self.result(end, seat)
            time = count - 1
            while time >= 0:
                at = time * self.seats + seat
                word = self.word(time, seat)
                if word >= 0.0:
                    goal = (1.0 - LISTEN) * goal + LISTEN * word
                found = self.step(self.starts[at], self.starts[at + 1], goal, rate)
                off += (found - goal) * (found - goal)
                goal = trust * goal + (1.0 - trust) * (word if word >= 0.0 else found)
                time -= 1
            seat += 1
        return off / float(max(1, count * self.seats))

    def word(self, time: i64, seat: i64) -> float:
        """What looking ahead found a moment to be worth to a seat; -1 if it says nothing of it."""
        looker = self.looker[time]
        if looker == seat:
            return self.looked[time]
        if looker >= 0 and self.seats == 2:
            return 1.0 - self.looked[time]
        return -1.0

    def result(self, end: State, seat: i64) -> float:
        """A seat's share of the victory; alone, what counts on a scale from 0 to 1."""
        if self.seats == 1:
            return scaled(alone(end, self.judge.aim), self.low, self.high)
        mine = end.rank_key(seat)
        like: i64 = 0
        other: i64 = 0
        while other < self.seats:
            theirs = end.rank_key(other)
            if theirs > mine:
                return 0.0
            if theirs == mine:
                like += 1
            other += 1
        return 1.0 / float(like)

    def step(self, begin: i64, end: i64, goal: float, rate: float) -> float:
        """What the net says of one moment; its weights are moved so that it will say more like the
        goal.
        """
        weights, sums, tape, hidden = self.weights, self.sums, self.tape, self.hidden
        bias = self.inputs * hidden
        out = bias + hidden
        i: i64 = 0
        while i < hidden:
            sums[i] = weights[bias + i]
            i += 1
        at = begin
        while at < end:
            base = tape[at] * hidden
            i = 0
            while i < hidden:
                sums[i] += weights[base + i]
                i += 1
            at += 1
        logit = weights[out + hidden]
        i = 0
        while i < hidden:
            value = sums[i]
            logit += weights[out + i] * (value if value > 0.0 else LEAK * value)
            i += 1
        found = 1.0 / (1.0 + exp(-min(max(logit, -30.0), 30.0)))
        if rate == 0.0:
            return found
        pull = rate * (goal - found) / float(end - begin + 1)
        weights[out + hidden] += pull
        i = 0
        while i < hidden:
            value = sums[i]
            weight = weights[out + i]
            if value > 0.0:
                weights[out + i] += pull * value
                sums[i] = pull * weight
            else:
                weights[out + i] += pull * LEAK * value
                sums[i] = pull * LEAK * weight
            weights[bias + i] += sums[i]
            i += 1
        at = begin
        while at < end:
            base = tape[at] * hidden
            i = 0
            while i < hidden:
                weights[base + i] += sums[i]
                i += 1
            at += 1
        return found
