"""Exact endings: if nothing is hidden any more, the best move can be proved.

Two seats: alpha-beta. Solo games: the most points, by branch and bound if the game has a bound
(`Heuristics.upper_bound`). More seats: everybody maximises their own result (max^n), and takes the
first of equal moves. Random draws are enumerated with scripted generators and weighted by their
probability (expectimax). Everybody must see what was drawn, otherwise there is no exact answer. Nor
is there one if several seats act at the same time.

A search has a limited number of steps; a step is a move that is tried. It either proves its move or
gives up, and tells which.
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

FINE: Final = 4096  # a unit of worth: leaves room for points, as a tie-break
FAR: Final = 1 << 60
DEEP: Final = 160  # decisions to the end, at most
WAYS: Final = 4096  # outcomes of the random draws of one move, at most
WORLDS: Final = 64  # determinizations that are compared to see whether something is hidden, at most
LOOK: Final = 40  # steps that are counted for seeing whether something is hidden
VICTORY: Final = (SURE - 1) * FINE  # a gain of at least this is a victory, whatever is drawn
GUIDED: Final = 3  # the depth down to which the policy chooses the first move to try
TICK: Final = 256  # steps between two looks at the clock

EXACT: Final = 1
LEAST: Final = 2  # the value is a lower bound
MOST: Final = 3  # … an upper bound


# ---------------------------------------------------------------------------------- nothing hidden
def only_world(table: State) -> State | None:
    """The only possible determinization of a state built from a view. None if there are several."""
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
    """The state of a view, if nothing is hidden from any seat. Otherwise None."""
    return known_to_all(game, game.state_from_view(view), view.seat)


def known_to_all(game: Any, from_view: State, seat: int) -> State | None:
    """The same for a state that was made from this seat's view."""
    table = only_world(from_view)
    return table if table is not None and all_see(game, table, seat) else None


def all_see(game: Any, table: State, but: int = -1) -> bool:
    """Whether nothing in a state is hidden from any seat (except `but`, which is not checked)."""
    for seat in range(table.seats):
        if seat != but and only_world(game.state_from_view(game.view(table, seat))) is None:
            return False
    return True


def hopeful(table: State, policy: Policy, budget: i64) -> bool:
    """Whether the end is near enough to try, judged by the number of choices along the policy's
    line. Solo games are always tried, because most lines lead to the same positions.
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
    """The search from one state. After `prove`, its results are `choice`, `gain` and `steps`."""

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
        """`visible` tells whether nothing in a state is hidden. `until` is the time to give up (0:
        never). `most` is the game's upper bound for solo games.
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
        self.weighed: bool = False  # whether the last value is an average over random draws
        self.choice: i64 = -1
        self.gain: i64 = 0  # what the choice is worth to the seat
        self.exact: bool = True  # False: the winner is proved, but not the margin
        self.offers: list[Moves] = []  # the moves at each depth
        self.gains: vec[i64] = vec[i64]([0] * (self.seats * (DEEP + 2)))  # and what they led to
        self.history: vec[i64] = vec[i64]([0] * (4096 * 2))  # how often a move caused a cutoff
        self.sums: vec[i64] = vec[i64]([0] * (self.seats * (DEEP + 2)))
        # The transposition table: one slot for each key, and a later entry replaces an earlier one.
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
        """Returns whether the best result is proved. `choice` then leads to it.

        With two seats the winner is proved first, which takes far fewer steps than the margin. If
        the steps do not suffice for the margin, a proved victory is enough.
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
        """Whether the search can continue from a state. If not, it is stuck."""
        while len(self.offers) <= depth:
            self.offers.append(Moves())
        if state.to_act & state.to_act - 1 or depth >= DEEP:
            self.stuck = True
        return not self.stuck

    def step(self) -> bool:
        """Count a step. False, and the search is stuck, if there are no steps or no time left."""
        self.steps += 1
        if self.steps > self.budget:
            self.stuck = True
        elif self.until > 0.0 and self.steps >= self.tick:
            self.tick = self.steps + TICK
            self.stuck = perf_counter() > self.until
        return not self.stuck

    def bring_forward(self, moves: Moves, i: i64, seat: i64, first: i64) -> i64:
        """The next move to try, swapped to index `i`: first the best one of an earlier search, then
        those that caused most cutoffs.
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
        """The value of a move, averaged over its possible random draws."""
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
        self.weighed = True  # an average is exact, so there is no need to search it again
        return total

    def worth(self, state: State, low: i64, high: i64, depth: i64) -> i64:
        if self.seats == 1:
            return self.alone(state, low, depth)
        return self.duel(state, low, high, depth)

    def after(self, state: State, seat: i64, move: i64, line: i64) -> State | None:
        """The state after a move with this script of random draws. None if the search is stuck."""
        if not self.step():
            return None
        after = state.clone()
        after.rng_state = scripted(line)
        after.apply(seat, move)
        if after.rng_state >= 0:
            self.stuck = True  # the game has replaced its generator: it cannot be scripted
            return None
        return after

    def seen(self, state: State, ways: i64) -> bool:
        """After random draws: check that there are not too many outcomes, and nothing is hidden."""
        self.steps += LOOK
        if ways > WAYS or not self.visible(state):
            self.stuck = True
        state.rng_state = scripted(0)
        return not self.stuck

    # -------------------------------------------------------------------------------- two seats
    def margin(self, state: State) -> i64:
        """The value of a finished game: the winner first, then the margin."""
        self.ending.judge(state)
        won = 2 * self.ending.worth[self.seat] - SURE
        return won * FINE + points_within(state.points(self.seat) - state.points(1 - self.seat))

    def duel(self, state: State, low: i64, high: i64, depth: i64) -> i64:
        """The value of a state to the searching seat. Exact between low and high, else a bound."""
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
            elif mine:  # most likely not better, which is quicker to prove than its exact value
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
        """The most points that can be reached from a state. Exact above low, else a bound."""
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
            first = self.policy(state, 0, moves, self.rng)  # begin with a good result
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
        """Write the value of a state to every seat into `gains` at this depth."""
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
        """The same for a move, averaged over its possible random draws, at the next depth."""
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
    """The index of a move in the history."""
    return (move ^ move >> 12 ^ move >> 24) & 4095 | seat << 12


def points_within(points: i64) -> i64:
    """Points, limited so that they never count as much as a victory."""
    most: i64 = FINE // 2 - 1
    return most if points > most else -most if points < -most else points
