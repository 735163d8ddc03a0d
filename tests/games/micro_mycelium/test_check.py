"""The game's own count of its pieces notices what is wrong; and what is kept agrees with what is
counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.games.micro_mycelium.pieces import (
    COUNTS,
    FIRST,
    FLOWERS,
    FREE,
    HOLE,
    KNOTS,
    MET,
    NEIGHBOURS,
    OUTSIDE,
    SPAN,
    STUMPS,
)
from spinney.games.micro_mycelium.rules import Mycelium, counted_afresh
from spinney.players.playout import sound_playout
from tests.games.micro_mycelium.stories import Table, mycelium, new_game
from tests.games.micro_mycelium.table import pieces


def halfway(seed: int = 6, seats: int = 3) -> Mycelium:
    state, rng, moves = new_game(seed, seats).state, Rng(seed), Moves()
    while state.field.count < 12:
        seat = next(s for s in range(seats) if state.to_act >> s & 1)
        moves.clear()
        state.legal(seat, moves)
        state.apply(seat, moves.pick(rng))
    assert state.check()
    return state


def lose_a_tile(state: Mycelium) -> None:
    state.pile[0] &= state.pile[0] - 1


def double_a_tile(state: Mycelium) -> None:
    state.hand[1] = 1


def change_a_count(what: int) -> Callable[[Mycelium], None]:
    def change(state: Mycelium) -> None:
        state.field.tally[COUNTS + what] += 1

    return change


def forget_a_place(state: Mycelium) -> None:
    row = next(i for i, places in enumerate(state.field.open) if places)
    state.field.open[row] = 0


def turn_a_tile(state: Mycelium) -> None:
    entry = state.field.tiles[0]
    state.field.tiles[0] = entry + (1 << 16)


def dig_a_hole(state: Mycelium) -> None:
    field = state.field
    here = next(i for i in range(SPAN * SPAN) if field.at(i) >= FIRST)
    field.put(NEIGHBOURS[here * 6 + 4], OUTSIDE, HOLE)  # to its north there is nothing


@pytest.mark.parametrize(
    "fault",
    [
        lose_a_tile,
        double_a_tile,
        change_a_count(FREE),
        change_a_count(STUMPS),
        change_a_count(FLOWERS),
        change_a_count(KNOTS),
        change_a_count(MET),
        forget_a_place,
        turn_a_tile,
        dig_a_hole,
    ],
)
def test_faults_are_noticed(fault: Callable[[Mycelium], None]) -> None:
    state = halfway()
    fault(state)
    assert not state.check()


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("advanced", ["false", "true"])
def test_scores_kept_are_scores_counted_after_every_move(seats: int, advanced: str) -> None:
    """Counted twice more: by the game's `sound`, and by the plain count of the laws' table."""
    moves = Moves()
    for seed in range(3):
        state, rng = new_game(seed, seats, advanced=advanced).state, Rng(seed)
        while state.to_act:
            seat = next(s for s in range(seats) if state.to_act >> s & 1)
            moves.clear()
            state.legal(seat, moves)
            state.apply(seat, moves.pick(rng))
            assert state.check()
            pieces(state)


@pytest.mark.parametrize("seed", range(20))
def test_fields_full_of_holes(seed: int) -> None:
    """Tiles laid where they enclose the most: rings, holes in holes, and holes filled."""
    rng = Rng(seed)
    ground = mycelium().state.field
    moves = Moves()
    from spinney.core.arrays import i64, vec

    for number in range(36):
        moves.clear()
        ground.offer(vec[i64]([0]), moves)
        best, most = 0, -1
        for i in range(moves.count):
            x, y = moves.items[i] >> 16 & 255, moves.items[i] >> 24 & 255
            ring = abs((x - 36) ** 2 + (x - 36) * (y - 36) + (y - 36) ** 2 - 9)
            liking = rng.below(8) + 20 - min(ring, 20)
            if liking > most:
                best, most = moves.items[i], liking
        tile = 2 + (number % 4 * 9 + rng.below(6)) * 6 + rng.below(6)
        ground.lay(tile, best >> 16 & 255, best >> 24 & 255)
        assert counted_afresh(ground)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_thousands_of_random_games(seats: int) -> None:
    moves = Moves()
    for seed in range(1000):
        table: Table = new_game(seed, seats, advanced="true")
        assert sound_playout(table.state, Rng(seed), moves) > 0
