"""Random games in compiled code: to measure the speed of the rules, and for the fuzzer."""

from __future__ import annotations

from spinney.core.arrays import i64
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, lowest


def playout(state: State, rng: Rng, moves: Moves) -> i64:
    """Make random moves until the end. Returns their number."""
    n: i64 = 0
    while state.to_act:
        seat = lowest(state.to_act)
        moves.clear()
        state.legal(seat, moves)
        state.apply(seat, moves.pick(rng))
        n += 1
    return n


def sound_playout(state: State, rng: Rng, moves: Moves) -> i64:
    """The same, with `check` after every move. Returns -1 if it failed."""
    n: i64 = 0
    while state.to_act:
        seat = lowest(state.to_act)
        moves.clear()
        state.legal(seat, moves)
        state.apply(seat, moves.pick(rng))
        n += 1
        if not state.check():
            return -1
    return n


def playouts(start: State, games: i64, rng: Rng) -> tuple[int, int, int]:
    """Many random games from one state, each with other random draws. Returns the number of
    decisions, of legal moves in all of them, and a checksum of the results."""
    moves = Moves()
    decisions: i64 = 0
    choices: i64 = 0
    check: i64 = 0
    for _ in range(games):
        state = start.clone()
        state.rng_state = rng.fork()
        while state.to_act:
            seat = lowest(state.to_act)
            moves.clear()
            state.legal(seat, moves)
            choices += moves.count
            decisions += 1
            state.apply(seat, moves.pick(rng))
        for seat in range(state.seats):
            check = (check * 31 + state.rank_key(seat)) & 0xFFFFFFFFFF
    return decisions, choices, check
