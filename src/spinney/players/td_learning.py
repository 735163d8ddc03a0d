"""Training of a net by self-play: temporal-difference learning, TD(lambda).

A learner plays whole games with its own net and some random moves. It keeps the inputs of every
seat after each move (after each turn, where turns consist of several decisions). At the end of a
game it goes back through these positions, and moves the net's value of each towards a mixture of
the outcome and the net's values of later positions (Sutton 1988; Tesauro 1995). A learner that
searches has a better value of a position than the net, and learns from that, too. Only here are
weights fractions. The net that plays is a rounded copy.
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
CHANCES: Final = 10_000  # the unit of `wander`: 1 means one move in so many
LISTEN: Final = 0.5  # the weight of a value found by search, next to the outcome

# Searches for a seat: returns a move and its worth to the seat, from 0 to 1.
Think = Callable[[Any, int], tuple[int, float]] | None


def first_weights(inputs: i64, hidden: i64, rng: Rng) -> vec[float]:
    """Small random weights, and thresholds of zero."""
    weights = vec[float]([0.0] * ((inputs + 2) * hidden + 1))
    i: i64 = 0
    while i < len(weights) - 1:
        if i // hidden != inputs:
            weights[i] = START * (float(rng.below(2001)) - 1000.0) / 1000.0
        i += 1
    return weights


def rounded(weights: list[float], inputs: i64, hidden: i64) -> list[int]:
    """The weights as integers. The inputs of a hidden unit are scaled down and its output is scaled
    up by the same factor if a sum could overflow otherwise.
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
    """Weights that change, the judge that plays with them, and the inputs of the present game."""

    __slots__ = (
        "features",
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
        self.looked: vec[float] = vec[float]()  # the value that a search found for each position
        self.looker: vec[i64] = vec[i64]()  # for which seat; -1: there was no search
        self.moves: Moves = Moves()
        self.features: Inputs = Inputs()
        self.tape: vec[i64] = vec[i64]()  # the inputs, position after position, seat after seat
        self.starts: vec[i64] = vec[i64]([0])  # where each of these begins, and the end of the tape
        self.sums: vec[float] = vec[float]([0.0] * hidden)

    def settle(self) -> None:
        """From now on play with the present weights."""
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
        """Play a game and learn from it. Returns the net's mean squared error.

        `wander` in ten thousand moves are random. `rate` is the learning rate. `trust` is lambda:
        how much the outcome counts, compared with the net's values of later positions.
        """
        moves = self.moves
        think = self.think
        count: i64 = 0
        self.starts = vec[i64]([0])
        self.looked = vec[float]()
        self.looker = vec[i64]()
        length: i64 = 0
        noted = False  # whether the present position is the last one on the tape
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
            else:  # a net evaluates positions between turns only
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
        """Write a seat's inputs to the tape. Returns the new length of the tape."""
        inputs = self.features
        inputs.count = 0
        inputs.size = 0
        self.judge.features(state, seat, inputs)
        i: i64 = 0
        while i < inputs.count:
            if length < len(self.tape):
                self.tape[length] = inputs.items[i]
            else:
                self.tape = append(self.tape, inputs.items[i])
            length += 1
            i += 1
        self.starts = append(self.starts, length)
        return length

    def learn(self, end: State, count: i64, rate: float, trust: float) -> float:
        """Learn from the positions on the tape, from the last to the first, seat by seat."""
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
        """The value of a position for a seat that a search has found; -1 if there is none."""
        looker = self.looker[time]
        if looker == seat:
            return self.looked[time]
        if looker >= 0 and self.seats == 2:
            return 1.0 - self.looked[time]
        return -1.0

    def result(self, end: State, seat: i64) -> float:
        """A seat's share of the victory. In solo games, what counts on a scale from 0 to 1."""
        if self.seats == 1:
            return scaled(alone(end, self.judge.solo_value), self.low, self.high)
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
        """The net's value of one position. Its weights are then moved so that the value comes
        closer
        to the goal.
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
