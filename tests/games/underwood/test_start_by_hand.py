"""The starting tokens: who places when, and where."""

import pytest

from spinney.games.underwood import scoring
from tests.games.underwood.stories import Table, new_game, underwood

# Space 4 touches 1, 2, 3, 5, 8 and 9; space 6 touches 5 and 7.
FLOOR = """
     C C
    A A B B B
     A A
"""


def spaces(table: Table) -> list[int]:
    return [int(move.removeprefix("start space=")) for move in table.moves("start")]


@pytest.mark.parametrize("seats, tiles", [(2, 11), (3, 14), (4, 17)])
def test_tiles_by_number_of_players(seats: int, tiles: int) -> None:
    """Setup 1."""
    for seed in range(5):
        table = new_game(seed, seats)
        laid = {table.tile(space) for space in range(1, table.spaces + 1)}
        assert len(laid) == tiles
        assert [table.supply(seat) for seat in range(seats)] == [24] * seats


@pytest.mark.parametrize("variant, tokens", [("none", 4), ("clearings", 4), ("ant_trail", 4)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tokens_are_placed_counter_clockwise_and_the_starter_is_last(
    seats: int, variant: str, tokens: int
) -> None:
    """Setup 5: beginning at the starting player's right."""
    starters = set()
    for seed in range(12):
        table = new_game(seed, seats, variant=variant)
        starter = table.state.starter
        starters.add(starter)
        order = []
        while table.phase == "starting":
            order.append(table.turn)
            moves = table.moves()
            table.do(moves[(7 * len(order)) % len(moves)])
        once = [(starter - place) % seats for place in range(1, seats + 1)]
        assert once[-1] == starter
        assert order == once * tokens
        assert table.turn == starter
        assert [table.supply(seat) for seat in range(seats)] == [24 - tokens] * seats
    assert starters == set(range(seats))


def test_the_game_goes_clockwise_from_the_starter() -> None:
    table = new_game(3, 4)
    while table.phase == "starting":
        table.do(table.moves()[-1])
    starter = table.state.starter
    for turn in range(4):
        assert table.turn == (starter + turn) % 4
        table.do(table.moves("grow")[0])


def test_a_starting_token_keeps_away_from_opponents() -> None:
    """Setup 5: across the borders of tiles too."""
    table = underwood(FLOOR, turn=1).do("start space=4")
    assert table.turn == 0
    assert spaces(table) == [6, 7]


def test_own_starting_tokens_may_touch() -> None:
    table = underwood(FLOOR, turn=1).do("start space=4", "start space=7")
    assert table.turn == 1
    assert spaces(table) == [1, 2, 3, 5, 8, 9]


def test_one_empty_space_between_two_colours_is_enough() -> None:
    table = underwood(FLOOR, turn=1).do("start space=3")
    assert spaces(table) == [2, 5, 6, 7, 9]


def test_a_space_holds_one_starting_token() -> None:
    table = underwood(FLOOR, turn=1).do("start space=4", "start space=7")
    assert not table.may("start space=4")
    assert not table.may("start space=7")


def test_without_any_lawful_space_the_distance_is_waived_for_that_token() -> None:
    """Ruling 9: any empty space will do then, and the rule is back for the next token."""
    table = underwood(FLOOR, turn=1).do("start space=4", "start space=7", "start space=5")
    assert table.turn == 0
    assert spaces(table) == [1, 2, 3, 6, 8, 9]
    table.do("start space=6")
    assert spaces(table) == [1, 2, 3, 8, 9]


def test_nobody_grows_before_all_tokens_are_placed() -> None:
    table = underwood(FLOOR, turn=1).do("start space=4", "start space=7")
    assert {move.split()[0] for move in table.moves()} == {"start"}
    assert not table.may("grow space=4 tile=1")


def test_starting_tokens_lie_with_the_mycelium_up() -> None:
    table = underwood(FLOOR, turn=1).do("start space=4", "start space=7")
    assert table.pile(4) == "b"
    assert table.pile(7) == "a"
    assert (table.supply(0), table.supply(1)) == (23, 23)


def test_a_starter_hemmed_in_from_the_start_ends_the_game_at_once() -> None:
    """Ruling 3, on a floor far too small: ten points for twenty tokens, and four for a tile."""
    table = underwood("\n    A A A A . B B B B", turn=1, variant="clearings")
    for place in range(1, 5):
        assert not table.over
        table.do(f"start space={place}", f"start space={place + 4}")
    assert table.piles() == "bbbbaaaa"
    assert table.over
    assert list(table.outcome().scores) == [14, 14]
    assert list(table.outcome().ranks) == [1, 1]


def test_an_opponents_start_token_may_be_covered_in_the_first_turn() -> None:
    table = underwood("\n    A A A A A A A A", turn=1)
    for place in range(1, 5):
        table.do(f"start space={place}", f"start space={9 - place}")
    assert table.piles() == "bbbbaaaa"
    assert table.moves() == ["grow space=5 tile=1"]
    table.do("grow space=5 tile=1")
    assert table.pile(4) == "ba"
    assert table.won(1) == 1


def test_on_a_large_floor_the_far_end_is_free_while_all_the_rest_is_not() -> None:
    """Setup 5, with more than sixty spaces: four rows of seventeen. Opponents fill the second row
    and most of the third, so only the end of the fourth keeps its distance.
    """
    rows = [" " * (n % 2) + " ".join("A" * 17) for n in range(4)]
    signs = ["-" * 17, "b" * 17, "b" * 10 + "-" * 7, "-" * 17]
    tokens = [" " * (n % 2) + " ".join(row) for n, row in enumerate(signs)]
    table = underwood("\n".join(rows), "\n".join(tokens), supply=[24, 24])
    table.state.phase = scoring.STARTING
    table.state.left = 1
    table.state.to_act = 1
    assert spaces(table) == [62, 63, 64, 65, 66, 67, 68]
