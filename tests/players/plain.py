"""Plain exhaustive search: every move of every table to the end, and nothing clever.

What the exact endings are measured against; so it shares no code with them. It does not cut, order
or weigh. Tables are remembered where `remember` is set, by everything that is on them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from spinney.core.game import seats_to_act
from spinney.core.snapshot import snapshot
from spinney.core.state import Moves, State

DICE = 12345  # if they change, chance has spoken


class TooLarge(Exception):
    """More tables than were allowed."""


class Chance(Exception):
    """The dice were cast: there is no one result."""


class Plain:
    """`results` of a table for every seat: first the share of the victory, then points."""

    def __init__(self, limit: int, remember: bool = False) -> None:
        self.limit = limit
        self.met = 0
        self.remember = remember
        self.known: dict[bytes, list[tuple[float, int]]] = {}

    def results(self, state: State) -> list[tuple[float, int]]:
        if not state.to_act:
            return end(state)
        key = b""
        if self.remember:
            key = msgspec.msgpack.encode(plainly(state))
            if key in self.known:
                return self.known[key]
        found = [result for _, result in self.moves(state)]
        mover = seats_to_act(state)[0]
        best = found[0]
        for result in found:
            if result[mover] > best[mover]:
                best = result
        if self.remember:
            self.known[key] = best
        return best

    def moves(self, state: State) -> list[tuple[int, list[tuple[float, int]]]]:
        """Each move of whoever decides, and what it leads to if all do their best."""
        (mover,) = seats_to_act(state)
        told = []
        for move in Moves().of(state, mover):
            self.met += 1
            if self.met > self.limit:
                raise TooLarge
            after = state.clone()
            after.rng_state = DICE
            after.apply(mover, move)
            if after.rng_state != DICE:
                raise Chance
            told.append((move, self.results(after)))
        return told


def end(state: State) -> list[tuple[float, int]]:
    points = [state.points(seat) for seat in range(state.seats)]
    if state.seats == 1:
        return [(0.0, points[0])]
    standings = [state.rank_key(seat) for seat in range(state.seats)]
    winners = [standing == max(standings) for standing in standings]
    shares = [won / sum(winners) for won in winners]
    if state.seats == 2:  # what one is ahead, the other is behind
        return [(shares[0], points[0] - points[1]), (shares[1], points[1] - points[0])]
    return list(zip(shares, points, strict=True))


def plainly(state: State) -> Any:
    """Everything on a table but the dice and the seal."""
    seen = snapshot(state)
    del seen["dice"], seen["sealed"]
    return seen
