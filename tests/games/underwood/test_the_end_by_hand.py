"""When a game of Underwood ends: as soon as somebody cannot take a turn, and not before."""

import pytest

from tests.games.underwood.stories import underwood

# Space 4 touches 3, 8, 9 of tile 1, 5 of tile 2 and 1, 2 of tile 3.
FLOOR = """
     C C
    A A B B B
     A A
"""


def test_no_mycelium_left_at_the_beginning_of_a_turn_ends_the_game() -> None:
    table = underwood(FLOOR, "\n     - -\n    - a - - b\n     - -", supply=[0, 9])
    assert table.over
    assert table.moves() == []


def test_won_tokens_do_not_keep_a_player_in_the_game() -> None:
    """Ruling 2: they are no mycelia of one's own."""
    table = underwood(
        FLOOR, "\n     - -\n    - a - - b\n     - -", supply=[0, 9], won=[8, 0], given=[0, 8]
    )
    assert table.over
    assert table.points(0) == 4 + 8 // 2  # the tile of four, and the won tokens
    assert table.points(1) == 3 + 9 // 2


def test_the_last_mycelium_does_not_end_the_game_in_its_own_turn() -> None:
    """Rulings 3 and 4: play goes on until that player's next turn."""
    table = underwood(FLOOR, "\n     - -\n    - a - - b\n     - -", supply=[3, 9])
    table = table.do("grow space=4 tile=1")
    assert table.supply(0) == 0
    assert not table.over
    assert table.turn == 1
    table = table.do("grow space=7 tile=2")
    assert table.over
    assert list(table.outcome().scores) == [4, 3 + 8 // 2]


def test_a_compensation_does_not_save_who_has_nothing_left() -> None:
    """Rulings 2 and 4."""
    table = underwood(FLOOR, "\n     - -\n    - a b - -\n     - -", supply=[3, 9])
    table = table.do("grow space=4 tile=1", "grow space=5 tile=1")
    assert table.pile(9) == "ab"
    assert (table.supply(0), table.won(0)) == (0, 1)
    assert table.over


def test_nothing_left_to_turn_ends_the_game() -> None:
    table = underwood(FLOOR, "\n     - -\n    - A - - b\n     - -", supply=[9, 9])
    assert table.over


def test_only_covered_mycelia_left_ends_the_game() -> None:
    table = underwood(FLOOR, "\n     - -\n    - - - - b\n     - -", stacks={4: "ab"})
    assert table.over


def test_mycelia_without_any_space_to_spread_to_end_the_game() -> None:
    table = underwood(FLOOR, "\n     - -\n    a B - - b\n     a B", supply=[9, 9])
    assert not table.over  # 3 still touches 1 of tile 3
    assert table.moves() == ["grow space=3 tile=3"]
    table = underwood(FLOOR, "\n     - -\n    A B - - b\n     a B", supply=[9, 9])
    assert table.over


@pytest.mark.parametrize("supply, over", [(6, False), (5, True)])
def test_a_turn_nobody_can_pay_for_ends_the_game(supply: int, over: bool) -> None:
    """Ruling 1: three covered mycelia cost six."""
    table = underwood(FLOOR, "\n     - -\n    b b - - -\n     a b", supply=[supply, 9])
    assert table.over == over


def test_the_game_ends_though_the_others_could_go_on() -> None:
    table = underwood(FLOOR, "\n     - -\n    a - - c b\n     - -", seats=3, supply=[9, 0, 9])
    assert not table.over
    table = table.do("grow space=3 tile=3")
    assert table.over


def test_the_game_ends_when_a_turn_comes_round_not_when_somebody_is_stuck_out_of_turn() -> None:
    """Ruling 3: seat 2 has nothing left, but it is seat 1 who is asked next."""
    table = underwood(FLOOR, "\n     - -\n    a - - c b\n     - -", seats=3, supply=[9, 9, 0])
    table = table.do("grow space=3 tile=3")
    assert not table.over
    table = table.do(table.moves()[0])
    assert table.over


def test_being_hemmed_in_ends_the_game_in_ones_own_turn_only() -> None:
    """Ruling 3: seat 0 has one mycelium and no space beside it; first seat 1 has its turn."""
    table = underwood(FLOOR, "\n     - -\n    A B - - b\n     a B", supply=[9, 9], turn=1)
    assert not table.over
    table = table.do("grow space=7 tile=2")
    assert table.over
