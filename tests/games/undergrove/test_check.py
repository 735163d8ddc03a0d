"""The fuzzer relies on `sound`: it must notice what the laws would."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spinney.core.packed import cards
from spinney.core.rng import Rng
from spinney.core.state import Moves
from spinney.games.undergrove.rules.state import Undergrove
from spinney.players.playout import sound_playout
from tests.games.undergrove.stories import undergrove


def table() -> Undergrove:
    return undergrove(
        forest="peppery_bolete@1,-1",
        plants=["1,0 earthlover +1", "2,0 tree peppery_bolete"],
        hand="king_bolete",
        stone=9,
        space="mix",
        ending=1,
        bonus={"first": "two"},
        blocked="nw se",
    ).state


def lose_a_tile(state: Undergrove) -> None:
    state.fir(0).hand = 0
    state.fir(0).size = 0


def double_a_tile(state: Undergrove) -> None:
    state.discard |= state.fir(0).hand


def miscount_the_supply(state: Undergrove) -> None:
    state.in_supply -= 1


def lose_a_bonus_tile(state: Undergrove) -> None:
    state.stacks[3] -= cards(5, 1)


def put_a_bonus_tile_elsewhere(state: Undergrove) -> None:
    state.stacks[3] -= cards(5, 1)
    state.stacks[1] += cards(5, 1)


def find_a_root(state: Undergrove) -> None:
    state.fir(0).roots += 1


def root_in_the_air(state: Undergrove) -> None:
    state.fir(0).plants[1] |= 15 << 8
    state.fir(0).roots -= 3


def forget_a_root(state: Undergrove) -> None:
    state.fir(0).rooted = 0


def find_a_tree(state: Undergrove) -> None:
    state.fir(0).trees += 1


def find_a_seedling(state: Undergrove) -> None:
    state.fir(0).seedlings += 1


def feed_a_tree(state: Undergrove) -> None:
    state.fir(0).plants[1] += 1 << 12


def overfeed_a_seedling(state: Undergrove) -> None:
    state.fir(0).plants[0] += 2 << 12


def owe_a_cube(state: Undergrove) -> None:
    state.fir(0).purse = -1


def owe_carbon_to_the_forest(state: Undergrove) -> None:
    state.carbon[2] = -1


def carbon_outside_the_forest(state: Undergrove) -> None:
    state.carbon[40] = 1


def overfill_a_mushroom(state: Undergrove) -> None:
    state.filled += cards(state.printed.slot[41], 5)


def open_a_closed_corner(state: Undergrove) -> None:
    state.blocked = 0


def stand_nowhere(state: Undergrove) -> None:
    state.spaces |= 15 << 4


def a_fifth_token(state: Undergrove) -> None:
    state.fir(0).ready = 31


FAULTS = [
    lose_a_tile,
    double_a_tile,
    miscount_the_supply,
    lose_a_bonus_tile,
    put_a_bonus_tile_elsewhere,
    find_a_root,
    root_in_the_air,
    forget_a_root,
    find_a_tree,
    find_a_seedling,
    feed_a_tree,
    overfeed_a_seedling,
    owe_a_cube,
    owe_carbon_to_the_forest,
    carbon_outside_the_forest,
    overfill_a_mushroom,
    open_a_closed_corner,
    stand_nowhere,
    a_fifth_token,
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_sound_notices(fault: Callable[[Undergrove], None]) -> None:
    state = table()
    assert state.check()
    fault(state)
    assert not state.check()


def test_a_playout_stops_at_the_first_lost_piece() -> None:
    state = table()
    find_a_root(state)
    assert sound_playout(state, Rng(1), Moves()) == -1
