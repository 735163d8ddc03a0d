"""Growing a mushroom: which tiles it may spread onto, what that fills, and what it costs."""

from typing import Any

import pytest

from tests.games.underwood.stories import Table, underwood

# Spaces in reading order: 1 2 / 3 4 5 6 7 / 8 9. Space 4 touches 3, 8, 9 of tile 1, 5 of tile 2 and
# 1, 2 of tile 3; tiles are A = 1, B = 2, C = 3.
FLOOR = """
     C C
    A A B B B
     A A
"""


def alone(**keys: Any) -> Table:
    """One mycelium of seat 0 in the middle, one of seat 1 far off."""
    return underwood(FLOOR, "\n     - -\n    - a - - b\n     - -", **keys)


def test_a_mushroom_may_spread_on_its_own_tile_or_on_one_it_touches() -> None:
    """Choose target area: the tile the mushroom lies on (1), or one beside it (2 or 3)."""
    assert sorted(alone().moves()) == [
        "grow space=4 tile=1",
        "grow space=4 tile=2",
        "grow space=4 tile=3",
    ]


@pytest.mark.parametrize(
    "tile, piles, left",
    [(1, "--aA--baa", 20), (2, "---Aa-b--", 22), (3, "aa-A--b--", 21)],
)
def test_every_space_of_the_chosen_tile_beside_the_mushroom_is_filled(
    tile: int, piles: str, left: int
) -> None:
    """Spread mycelia: all allowed spaces of one tile, none of another."""
    table = alone().do(f"grow space=4 tile={tile}")
    assert table.piles() == piles
    assert table.supply(0) == left
    assert table.turn == 1


def test_spaces_of_the_tile_that_do_not_touch_the_mushroom_stay_empty() -> None:
    table = underwood(FLOOR, "\n     - -\n    b - a - -\n     - -").do("grow space=5 tile=2")
    assert table.piles() == "--b-Aa---"


def test_a_tile_the_mushroom_does_not_touch_is_no_target() -> None:
    """Ruling 8: at least one space of it must share an edge with the mushroom's space."""
    table = underwood(FLOOR, "\n     - -\n    - - - - b\n     a -")
    assert table.moves() == ["grow space=8 tile=1"]
    assert not table.may("grow space=8 tile=2")
    assert not table.may("grow space=8 tile=3")


def test_own_mycelia_are_left_out_and_stay_mycelia() -> None:
    """Forbidden spaces: never on own mycelia."""
    table = underwood(FLOOR, "\n     - -\n    a a - - b\n     - -").do("grow space=4 tile=1")
    assert table.piles() == "--aA--baa"
    assert table.pile(3) == "a"
    assert table.supply(0) == 22 - 2


def test_mushrooms_are_left_out_whoever_owns_them() -> None:
    """Forbidden spaces: never on mushrooms."""
    table = underwood(FLOOR, "\n     - -\n    - a - - b\n     B A").do("grow space=4 tile=1")
    assert table.piles() == "--aA--bBA"
    assert table.supply(0) == 22 - 1
    assert table.won(1) == 0


def test_a_mushroom_without_a_space_to_fill_is_not_grown() -> None:
    """Grow mushroom: at least one new mycelium must be placed."""
    table = underwood(FLOOR, "\n     - -\n    a a - - b\n     B A")
    assert not table.may("grow space=4 tile=1")
    assert sorted(table.moves()) == [
        "grow space=3 tile=3",
        "grow space=4 tile=2",
        "grow space=4 tile=3",
    ]


def test_only_own_mycelia_are_turned() -> None:
    """Neither an opponent's mycelium nor a mushroom, own or foreign, can be turned."""
    table = underwood(FLOOR, "\n     - -\n    a A - b B\n     - -")
    assert {move.split()[1] for move in table.moves()} == {"space=3"}


def test_there_is_no_passing() -> None:
    assert {move.split()[0] for move in alone().moves()} == {"grow"}


@pytest.mark.parametrize("supply, legal", [(3, True), (2, False)])
def test_three_empty_spaces_need_three_mycelia(supply: int, legal: bool) -> None:
    """Spread mycelia: not enough for all of them means not at all."""
    table = alone(supply=[supply, 9])
    assert table.may("grow space=4 tile=1") == legal
    assert table.may("grow space=4 tile=2")
    assert table.may("grow space=4 tile=3")


@pytest.mark.parametrize("supply, legal", [(4, True), (3, False)])
def test_covering_costs_the_token_and_the_compensation(supply: int, legal: bool) -> None:
    """Ruling 1: two empty spaces and one covered are 1 + 1 + 2."""
    table = underwood(FLOOR, "\n     - -\n    - a - - -\n     b -", supply=[supply, 9])
    assert table.may("grow space=4 tile=1") == legal
    assert table.may("grow space=4 tile=2")
    assert table.may("grow space=4 tile=3")


def test_the_covered_player_gets_one_of_the_coverers_tokens() -> None:
    """Covering opponents: it comes from the coverer's supply and is no token to play with."""
    table = underwood(FLOOR, "\n     - -\n    - a - - -\n     b -", supply=[4, 9])
    table.do("grow space=4 tile=1")
    assert table.supply(0) == 0
    assert table.given(0) == 1
    assert (table.supply(1), table.won(1)) == (9, 1)
    assert (table.won(0), table.given(1)) == (0, 0)
    assert table.pile(8) == "ba"


def test_each_covered_space_is_compensated() -> None:
    table = underwood(FLOOR, "\n     - -\n    b a - - -\n     b -", supply=[5, 9])
    table.do("grow space=4 tile=1")
    assert table.supply(0) == 0
    assert table.won(1) == 2
    assert table.piles() == "--aA---aa"


@pytest.mark.parametrize("supply, legal", [(5, True), (4, False)])
def test_two_covered_opponents_get_one_token_each(supply: int, legal: bool) -> None:
    table = underwood(FLOOR, "\n     - -\n    b a - - -\n     c -", seats=3, supply=[supply, 9, 9])
    assert table.may("grow space=4 tile=1") == legal
    if legal:
        table.do("grow space=4 tile=1")
        assert [table.won(seat) for seat in range(3)] == [0, 1, 1]
        assert table.given(0) == 2
        assert table.supply(0) == 0


def test_only_the_visible_token_of_a_pile_is_compensated() -> None:
    """Covering opponents: what lies underneath is ignored."""
    table = underwood(
        FLOOR,
        "\n     - -\n    - c - - a\n     - -",
        seats=3,
        turn=2,
        stacks={8: "ab"},
        supply=[9, 9, 4],
    )
    table.do("grow space=4 tile=1")
    assert table.pile(8) == "abc"
    assert [table.won(seat) for seat in range(3)] == [0, 1, 0]
    assert table.supply(2) == 0


def test_an_own_token_at_the_bottom_neither_protects_the_space_nor_lowers_the_cost() -> None:
    table = underwood(FLOOR, "\n     - -\n    - a - - -\n     - -", stacks={8: "ab"}, supply=[4, 9])
    table.do("grow space=4 tile=1")
    assert table.pile(8) == "aba"
    assert table.won(1) == 1
    assert table.supply(0) == 0


def test_own_mycelium_on_top_of_a_pile_is_left_out() -> None:
    table = underwood(FLOOR, "\n     - -\n    - a - - b\n     - -", stacks={8: "ba"})
    table.do("grow space=4 tile=1")
    assert table.pile(8) == "ba"
    assert table.piles() == "--aA--baa"


def test_a_mushroom_on_top_of_a_pile_is_never_covered() -> None:
    table = underwood(FLOOR, "\n     - -\n    - a - - b\n     - -", stacks={8: "aB"})
    table.do("grow space=4 tile=1")
    assert table.pile(8) == "aB"
    assert table.won(1) == 0


def test_a_covered_mycelium_is_not_turned_by_its_owner() -> None:
    """Ruling 7: covered tokens are worthless for the rest of the game."""
    table = underwood(FLOOR, "\n     - -\n    - a - - -\n     - -", stacks={8: "ab"})
    assert not any("space=8" in move for move in table.moves())


def test_the_coverer_may_turn_the_token_on_top_later() -> None:
    table = underwood(FLOOR, "\n     - -\n    - a - - -\n     - -", stacks={8: "ab"}, turn=1)
    table.do("grow space=8 tile=1")
    assert table.pile(8) == "aB"
    assert table.pile(4) == "ab"


def test_a_covered_token_never_comes_back_when_it_is_covered_again() -> None:
    table = underwood(FLOOR, "\n     - -\n    - a - - -\n     b -", supply=[9, 9])
    table.do("grow space=4 tile=1")
    assert table.pile(8) == "ba"
    assert table.supply(1) == 9
    assert table.supply(0) == 9 - 4


def test_won_tokens_are_not_played() -> None:
    """Ruling 2: they wait for the final scoring."""
    table = alone(supply=[2, 9], won=[9, 0])
    assert not table.may("grow space=4 tile=1")
    table.do("grow space=4 tile=3")
    assert table.supply(0) == 0
    assert table.won(0) == 9


def test_a_new_mycelium_may_grow_on_in_the_next_turn() -> None:
    table = alone().do("grow space=4 tile=2", "grow space=7 tile=2")
    assert table.piles() == "---AabB--"
    assert {move.split()[1] for move in table.moves()} == {"space=5"}
    table.do("grow space=5 tile=2")
    assert table.pile(6) == "ba"
    assert table.won(1) == 1


def test_turns_go_clockwise() -> None:
    table = underwood(FLOOR, "\n     - -\n    a - b - c\n     - -", seats=3)
    table.do("grow space=3 tile=1")
    assert table.turn == 1
    table.do("grow space=5 tile=2")
    assert table.turn == 2
    table.do("grow space=7 tile=2")
    assert table.turn == 0


def test_twenty_four_tokens_of_each_colour_stay_in_the_game() -> None:
    """Components: supply, board and what the others won add up."""
    table = alone().do("grow space=4 tile=2", "grow space=7 tile=2", "grow space=5 tile=2")
    for seat, letter in enumerate("ab"):
        lying = sum(table.pile(space).lower().count(letter) for space in range(1, 10))
        assert table.supply(seat) + table.given(seat) + lying == 24
