"""Endings, exactly: where nothing is hidden any more, the best move is proved, not guessed.

Two seats: alpha-beta. Alone: the best points, leaving out what cannot reach them where the game
knows a bound (`Heuristics.most`). More seats: everybody strives for the best of their
own (max^n), the earlier move among equals. Chance is enumerated by dice that are told what to say,
and weighed (expectimax); what it brings must be seen by everybody, or there is no exact answer. The
same if several seats decide at the same time.

A search takes so many steps at most, a move tried being one. It proves its move or it gives up,
and says which.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec
from spinney.core.rng import Rng, script_finished, script_outcomes, scripted
from spinney.core.state import Moves, State, lowest
from spinney.players.search import SURE, Ending, Policy

FINE: Final = 4096  # between two victories there is room for the points
FAR: Final = 1 << 60
DEEP: Final = 160  # decisions to the end, at most
WAYS: Final = 4096  # things that chance may say at once, at most
WORLDS: Final = 64  # ways to deal the blanks that are tried, to see whether all come to the same
LOOK: Final = 40  # steps that it costs to see whether something is hidden
VICTORY: Final = (SURE - 1) * FINE  # a gain of that or more is one, whatever chance says
GUIDED: Final = 3  # how deep the policy is asked what to try first
TICK: Final = 256  # steps between two looks at the clock

EXACT: Final = 1
LEAST: Final = 2  # the value is that or more
MOST: Final = 3


# ---------------------------------------------------------------------------------- nothing hidden
def only_world(table: State) -> State | None:
    """A state built from a view with its blanks dealt, if there is only one way to deal them."""
    first: State | None = None
    lines: i64 = 1
    line: i64 = 0
    while line < lines:
        rng = Rng(0)
        rng.word = scripted(line)
        world = table.clone()
        world.determinize(rng)
        ways = script_outcomes(rng.word)
        if ways > WORLDS or (ways > 1 and world.hash_key() < 0):
            return None
        if ways > lines:
            lines = ways
        if first is None:
            first = world
        elif script_finished(rng.word) and world.hash_key() != first.hash_key():
            return None
        line += 1
    return first


def laid_open(game: Any, view: Any) -> State | None:
    """The table of a view, if neither its seat nor any other lacks anything."""
    return known_to_all(game, game.state_from_view(view), view.seat)


def known_to_all(game: Any, recalled: State, seat: int) -> State | None:
    """The same of a table that was recalled by a seat."""
    table = only_world(recalled)
    return table if table is not None and all_see(game, table, seat) else None


def all_see(game: Any, table: State, but: int = -1) -> bool:
    """Whether every seat, or all but one, knows everything about a table."""
    for seat in range(table.seats):
        if seat != but and only_world(game.state_from_view(game.view(table, seat))) is None:
            return False
    return True


def hopeful(table: State, policy: Policy, budget: i64) -> bool:
    """Whether the end is near enough to be worth the steps, by the choices on the way the policy
    would go. Alone there is no telling: most ways lead to the same tables.
    """
    if table.seats == 1:
        return True
    enough = budget * budget if table.seats == 2 else 4 * budget
    state = table.clone()
    moves = Moves()
    rng = Rng(0)
    size: i64 = 1
    while state.to_act:
        seat = lowest(state.to_act)
        moves.count = 0
        state.legal(seat, moves)
        size *= moves.count
        if size > enough or state.to_act & state.to_act - 1:
            return False
        move = moves.items[0]
        if policy is not None and moves.count > 1:
            move = policy(state, seat, moves, rng)
        state.apply(seat, move)
    return True


# ------------------------------------------------------------------------------------------ search
@final
@mypyc_attr(acyclic=True)
class Endgame:
    """The search from one table. `prove`, then `choice`, `gain` and `steps` say what came of it."""

    __slots__ = (
        "budget",
        "choice",
        "ending",
        "exact",
        "firsts",
        "gain",
        "gains",
        "history",
        "keys",
        "kinds",
        "mask",
        "most",
        "offers",
        "policy",
        "rng",
        "seat",
        "seats",
        "steps",
        "stuck",
        "sums",
        "table",
        "tick",
        "until",
        "values",
        "visible",
        "weighed",
    )

    def __init__(
        self,
        table: State,
        seat: i64,
        policy: Policy,
        visible: Callable[[Any], bool],
        budget: i64,
        until: float = 0.0,
        most: Callable[[Any, int], int] | None = None,
    ) -> None:
        """`visible` says whether all seats know a table; `until` is when to give up, by the clock,
        and 0 never; `most` is the game's bound for somebody alone.
        """
        self.table = table
        self.seat: i64 = seat
        self.seats: i64 = table.seats
        self.policy = policy
        self.visible = visible
        self.most = most
        self.budget: i64 = budget
        self.until: float = until
        self.rng: Rng = Rng(0)
        self.ending: Ending = Ending(table.seats, None)
        self.steps: i64 = 0
        self.tick: i64 = TICK
        self.stuck: bool = False
        self.weighed: bool = False  # whether the last move followed was weighed for chance
        self.choice: i64 = -1
        self.gain: i64 = 0  # what the choice is worth to the seat
        self.exact: bool = True  # False: who wins is proved, but not by how much
        self.offers: list[Moves] = []  # the moves at each depth
        self.gains: vec[i64] = vec[i64]([0] * (self.seats * (DEEP + 2)))  # and what they led to
        self.history: vec[i64] = vec[i64]([0] * (4096 * 2))  # how often a move was too good
        self.sums: vec[i64] = vec[i64]([0] * (self.seats * (DEEP + 2)))
        # What is known about tables met before: a slot for each, the later one takes it.
        slots: i64 = 64
        while slots < budget and slots < 1 << 20:
            slots *= 2
        self.mask: i64 = slots - 1
        self.keys: vec[i64] = vec[i64]([-1] * slots)
        self.kinds: vec[i64] = vec[i64]([0] * slots)
        self.firsts: vec[i64] = vec[i64]([0] * slots)  # the best move
        wide: i64 = 1 if self.seats <= 2 else self.seats
        self.values: vec[i64] = vec[i64]([0] * (slots * wide))

    def prove(self) -> bool:
        """Whether the best result is certain; then `choice` leads to it.

        Between two, first who wins, which takes far fewer steps than by how much. If the steps do
        not suffice for that, a victory is a victory.
        """
        state = self.table.clone()
        if not state.to_act >> self.seat & 1:
            return False
        if self.seats == 1:
            self.gain = self.alone(state, -FAR, 0)
            return not self.stuck
        if self.seats > 2:
            self.each(state, 0)
            self.gain = self.gains[self.seat]
            return not self.stuck
        self.gain = self.duel(state, VICTORY - 1, VICTORY, 0)
        won = not self.stuck and self.gain >= VICTORY
        choice, gain = self.choice, self.gain
        if not self.stuck:
            self.gain = self.duel(state, -FAR, FAR, 0)
        if won and self.stuck:
            self.choice, self.gain = choice, gain
        self.exact = not self.stuck
        return won or not self.stuck

    def goes_on(self, state: State, depth: i64) -> bool:
        """Whether the search can look at a table; if not it is stuck."""
        while len(self.offers) <= depth:
            self.offers.append(Moves())
        if state.to_act & state.to_act - 1 or depth >= DEEP:
            self.stuck = True
        return not self.stuck

    def step(self) -> bool:
        """One more step, if there is one left."""
        self.steps += 1
        if self.steps > self.budget:
            self.stuck = True
        elif self.until > 0.0 and self.steps >= self.tick:
            self.tick = self.steps + TICK
            self.stuck = perf_counter() > self.until
        return not self.stuck

    def bring_forward(self, moves: Moves, i: i64, seat: i64, first: i64) -> i64:
        """The next move to try, swapped into its place: the best one of an earlier search, then
        those that were too good most often.
        """
        items = moves.items
        place = i
        most: i64 = -1
        j = i
        while j < moves.count:
            tried = FAR if items[j] == first else self.history[habit(seat, items[j])]
            if tried > most:
                most = tried
                place = j
            j += 1
        move = items[place]
        items[place] = items[i]
        items[i] = move
        return move

    def follow(self, state: State, seat: i64, move: i64, low: i64, high: i64, depth: i64) -> i64:
        """A move, and whatever chance may say to it."""
        after = self.after(state, seat, move, 0)
        if after is None:
            return 0
        ways = script_outcomes(after.rng_state)
        if ways == 1:
            value = self.worth(after, low, high, depth + 1)
            self.weighed = False
            return value
        total: i64 = 0
        lines = ways
        line: i64 = 0
        while line < lines:
            if line:
                after = self.after(state, seat, move, line)
                if after is None:
                    return 0
            ways = script_outcomes(after.rng_state)
            lines = ways if ways > lines else lines
            if script_finished(after.rng_state):
                if not self.seen(after, ways):
                    return 0
                total += self.worth(after, -FAR, FAR, depth + 1) // ways
            line += 1
        self.weighed = True  # and exact, so there is no need to follow it again
        return total

    def worth(self, state: State, low: i64, high: i64, depth: i64) -> i64:
        if self.seats == 1:
            return self.alone(state, low, depth)
        return self.duel(state, low, high, depth)

    def after(self, state: State, seat: i64, move: i64, line: i64) -> State | None:
        """The table after a move, chance having said this line; None if the search is stuck."""
        if not self.step():
            return None
        after = state.clone()
        after.rng_state = scripted(line)
        after.apply(seat, move)
        if after.rng_state >= 0:
            self.stuck = True  # these dice are not to be told
            return None
        return after

    def seen(self, state: State, ways: i64) -> bool:
        """Chance has spoken: it must not be too much, and nobody may be left in the dark."""
        self.steps += LOOK
        if ways > WAYS or not self.visible(state):
            self.stuck = True
        state.rng_state = scripted(0)
        return not self.stuck

    # -------------------------------------------------------------------------------- two seats
    def margin(self, state: State) -> i64:
        """An end: who has won, then by how much; one seat's gain is the other's loss."""
        self.ending.judge(state)
        won = 2 * self.ending.worth[self.seat] - SURE
        return won * FINE + points_within(state.points(self.seat) - state.points(1 - self.seat))

    def duel(self, state: State, low: i64, high: i64, depth: i64) -> i64:
        """What a table is worth to the searching seat; exact between low and high, else a bound."""
        if not state.to_act:
            return self.margin(state)
        if not self.goes_on(state, depth):
            return 0
        key = state.hash_key()
        slot = key & self.mask
        first: i64 = -1
        if key >= 0 and self.keys[slot] == key:
            value = self.values[slot]
            kind = self.kinds[slot]
            if depth and (kind == EXACT or (value >= high if kind == LEAST else value <= low)):
                return value
            first = self.firsts[slot]
        seat = lowest(state.to_act)
        mine = seat == self.seat
        moves = self.offers[depth]
        moves.count = 0
        state.legal(seat, moves)
        if first < 0 and depth < GUIDED and self.policy is not None and moves.count > 1:
            first = self.policy(state, seat, moves, self.rng)
        best: i64 = -FAR if mine else FAR
        choice = moves.items[0]
        least = low
        most = high
        i: i64 = 0
        while i < moves.count and least < most:
            move = self.bring_forward(moves, i, seat, first)
            if i == 0:
                value = self.follow(state, seat, move, least, most, depth)
            elif mine:  # most likely not better: that is seen sooner than how much worse it is
                value = self.follow(state, seat, move, least, least + 1, depth)
                if least < value < most and not (self.weighed or self.stuck):
                    value = self.follow(state, seat, move, value - 1, most, depth)
            else:
                value = self.follow(state, seat, move, most - 1, most, depth)
                if least < value < most and not (self.weighed or self.stuck):
                    value = self.follow(state, seat, move, least, value + 1, depth)
            if self.stuck:
                return 0
            if (value > best) if mine else (value < best):
                best = value
                choice = move
            if mine:
                least = best if best > least else least
            else:
                most = best if best < most else most
            i += 1
        if least >= most:
            self.history[habit(seat, choice)] += 1
        if depth == 0:
            self.choice = choice
        if key >= 0:
            self.keys[slot] = key
            self.kinds[slot] = MOST if best <= low else LEAST if best >= high else EXACT
            self.firsts[slot] = choice
            self.values[slot] = best
        return best

    # ------------------------------------------------------------------------------------- alone
    def alone(self, state: State, low: i64, depth: i64) -> i64:
        """The best points from a table; exact above low, else a bound."""
        if not state.to_act:
            return state.points(0) * SURE
        if not self.goes_on(state, depth):
            return 0
        key = state.hash_key()
        slot = key & self.mask
        first: i64 = -1
        if key >= 0 and self.keys[slot] == key:
            value = self.values[slot]
            if depth and (self.kinds[slot] == EXACT or value <= low):
                return value
            first = self.firsts[slot]
        if self.most is not None and low > -FAR:
            most: i64 = self.most(state, 0)
            if most * SURE <= low:
                return most * SURE
        moves = self.offers[depth]
        moves.count = 0
        state.legal(0, moves)
        guided = self.most is not None and (low == -FAR or depth < GUIDED)
        if first < 0 and guided and self.policy is not None and moves.count > 1:
            first = self.policy(state, 0, moves, self.rng)  # a good end to begin with
        if first >= 0:
            self.bring_forward(moves, 0, 0, first)
        best: i64 = -FAR
        choice = moves.items[0]
        i: i64 = 0
        while i < moves.count:
            move = moves.items[i]
            value = self.follow(state, 0, move, best if best > low else low, FAR, depth)
            if self.stuck:
                return 0
            if value > best:
                best = value
                choice = move
            i += 1
        if depth == 0:
            self.choice = choice
        if key >= 0:
            self.keys[slot] = key
            self.kinds[slot] = EXACT if best > low or self.most is None else MOST
            self.firsts[slot] = choice
            self.values[slot] = best
        return best

    # -------------------------------------------------------------------------------- many seats
    def each(self, state: State, depth: i64) -> None:
        """What a table is worth to every seat, in `gains` at this depth."""
        seats = self.seats
        base = depth * seats
        if not state.to_act:
            self.ending.judge(state)
            for seat in range(seats):
                worth = self.ending.worth[seat] * FINE
                self.gains[base + seat] = worth + points_within(state.points(seat))
            return
        if not self.goes_on(state, depth):
            return
        key = state.hash_key()
        slot = key & self.mask
        if key >= 0 and depth and self.keys[slot] == key:
            for seat in range(seats):
                self.gains[base + seat] = self.values[slot * seats + seat]
            return
        mover = lowest(state.to_act)
        moves = self.offers[depth]
        moves.count = 0
        state.legal(mover, moves)
        best: i64 = -FAR
        i: i64 = 0
        while i < moves.count:
            move = moves.items[i]
            self.follow_each(state, mover, move, depth)
            if self.stuck:
                return
            if self.gains[base + seats + mover] > best:
                best = self.gains[base + seats + mover]
                if depth == 0:
                    self.choice = move
                for seat in range(seats):
                    self.sums[base + seat] = self.gains[base + seats + seat]
            i += 1
        for seat in range(seats):
            self.gains[base + seat] = self.sums[base + seat]
        if key >= 0:
            self.keys[slot] = key
            for seat in range(seats):
                self.values[slot * seats + seat] = self.gains[base + seat]

    def follow_each(self, state: State, mover: i64, move: i64, depth: i64) -> None:
        """A move, and whatever chance may say to it: gains at the next depth."""
        after = self.after(state, mover, move, 0)
        if after is None:
            return
        ways = script_outcomes(after.rng_state)
        if ways == 1:
            self.each(after, depth + 1)
            return
        seats = self.seats
        totals = vec[i64]([0] * seats)
        lines = ways
        line: i64 = 0
        while line < lines:
            if line:
                after = self.after(state, mover, move, line)
                if after is None:
                    return
            ways = script_outcomes(after.rng_state)
            lines = ways if ways > lines else lines
            if script_finished(after.rng_state):
                if not self.seen(after, ways):
                    return
                self.each(after, depth + 1)
                for seat in range(seats):
                    totals[seat] += self.gains[(depth + 1) * seats + seat] // ways
            line += 1
        for seat in range(seats):
            self.gains[(depth + 1) * seats + seat] = totals[seat]


def habit(seat: i64, move: i64) -> i64:
    """Where the history of a move stands."""
    return (move ^ move >> 12 ^ move >> 24) & 4095 | seat << 12


def points_within(points: i64) -> i64:
    """Points that never weigh as much as a victory."""
    most: i64 = FINE // 2 - 1
    return most if points > most else -most if points < -most else points
