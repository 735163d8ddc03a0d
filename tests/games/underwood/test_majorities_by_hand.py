"""Determining majorities and counting points, worked out on small floors."""

import pytest

from tests.games.underwood.stories import Table, underwood

ONE = "\n    A A A A A A"


def six(tokens: str, seats: int = 3, stacks: dict[int, str] | None = None) -> Table:
    """One tile of six spaces in a row; nobody has anything left."""
    row = "\n    " + " ".join(tokens)
    return underwood(ONE, row, seats=seats, supply=[0] * seats, stacks=stacks)


def test_the_three_tiles_of_the_rulebook() -> None:
    """A tie on 2 spaces; Red's one mushroom against mycelia on 4; Blue's mycelia on 3."""
    table = underwood(
        """
        A A B B C C
             B B C
        """,
        """
        a b a a b b
             b C c
        """,
        seats=3,
        supply=[0, 0, 0],
    )
    green, blue, red = 0, 1, 2
    assert table.owner(1) == -1
    assert table.owner(2) == red
    assert table.owner(3) == blue
    assert table.over
    assert list(table.outcome().scores) == [0, 3, 4]
    assert list(table.outcome().ranks) == [3, 2, 1]
    assert table.points(green) == 0


@pytest.mark.parametrize(
    "tokens, owner",
    [
        ("------", -1),  # nobody there
        ("a-----", 0),  # a single mycelium is a majority
        ("C-----", 2),
        ("abb---", 1),  # ruling 5: no mushrooms, everybody's mycelia
        ("ab----", -1),
        ("aabbcc", -1),
        ("aabbc-", -1),  # a tie at the top, the third does not profit
        ("Abbbbb", 0),  # one mushroom beats any number of mycelia
        ("AABbbb", 0),  # sole majority of mushrooms
        ("AAbbbB", 0),
        ("ABaccc", 0),  # ruling 6: only the tied compare mycelia
        ("ABbccc", 1),
        ("ABcccc", -1),  # ruling 6: 0 to 0
        ("ABabcc", -1),  # ruling 6: 1 to 1
        ("ABCaab", 0),  # three tied
        ("ABCab-", -1),
        ("ABCc--", 2),
        ("AABBCc", -1),  # the third has fewer mushrooms and stays out
        ("AABBc-", -1),
        ("AAABBb", 0),
    ],
)
def test_who_has_the_majority(tokens: str, owner: int) -> None:
    """Determine majorities: mushrooms first, then the mycelia of the tied."""
    assert six(tokens).owner(1) == owner


def test_a_tile_is_worth_its_spaces() -> None:
    """Count points: one for each space, however few are covered."""
    assert six("a-----").points(0) == 6
    assert [six("ab----").points(seat) for seat in range(3)] == [0, 0, 0]


def test_covered_tokens_do_not_count() -> None:
    """Ruling 7: one visible token each, whatever lies below."""
    assert six("-a----", stacks={1: "ab"}).owner(1) == -1
    assert six("-a----", stacks={1: "aab"}).owner(1) == -1
    assert six("------", stacks={1: "bbba"}).owner(1) == 0
    assert six("------", stacks={1: "abC"}).owner(1) == 2


def test_each_tile_is_decided_for_itself() -> None:
    table = underwood("\n    A A A B B B", "\n    A A A b b a", supply=[0, 0])
    assert (table.owner(1), table.owner(2)) == (0, 1)
    assert (table.points(0), table.points(1)) == (3, 3)


@pytest.mark.parametrize(
    "supply, won, points",
    [
        (0, 0, 0),
        (1, 0, 0),
        (2, 0, 1),
        (5, 0, 2),
        (0, 5, 2),
        (1, 1, 1),  # own and won tokens are counted together
        (5, 3, 4),
        (5, 4, 4),
        (3, 3, 3),
    ],
)
def test_two_tokens_of_any_owner_are_a_point(supply: int, won: int, points: int) -> None:
    """Count points: own remaining and won ones, rounded down once."""
    table = underwood(ONE, "\n    A B - - - -", supply=[supply, 0], won=[won, 0])
    assert table.over
    assert table.points(0) == points
    assert table.points(1) == 0


def over(supply: list[int], won: list[int]) -> Table:
    """Nobody has a tile; only the tokens in front of the players count."""
    seats = len(supply)
    return underwood(ONE, "\n    A B C - - -", seats=seats, supply=supply, won=won)


def test_most_points_win() -> None:
    table = underwood(ONE, "\n    A B - - - -", supply=[6, 0], won=[0, 4])
    assert list(table.outcome().scores) == [3, 2]
    assert list(table.outcome().ranks) == [1, 2]


def test_a_tie_goes_to_whoever_won_more_tokens() -> None:
    """Count points: opponents' tokens in the supply decide."""
    table = underwood(ONE, "\n    A B - - - -", supply=[4, 0], won=[0, 4])
    assert list(table.outcome().scores) == [2, 2]
    assert list(table.outcome().ranks) == [2, 1]
    assert table.outcome().winners == [1]


@pytest.mark.parametrize(
    "supply, won",
    [([4, 4], [0, 0]), ([2, 2], [2, 2]), ([5, 4], [0, 0]), ([3, 2], [2, 2])],
)
def test_a_tie_in_both_is_a_shared_victory(supply: list[int], won: list[int]) -> None:
    """A single token left over is no tie-break."""
    table = underwood(ONE, "\n    A B - - - -", supply=supply, won=won)
    assert list(table.outcome().ranks) == [1, 1]
    assert table.outcome().winners == [0, 1]


def test_ranks_of_three_with_a_broken_tie() -> None:
    table = over([4, 0, 6], [0, 4, 0])
    assert list(table.outcome().scores) == [2, 2, 3]
    assert list(table.outcome().ranks) == [3, 2, 1]


def test_two_of_three_share_the_victory() -> None:
    assert list(over([4, 2, 4], [0, 0, 0]).outcome().ranks) == [1, 3, 1]


def test_won_tokens_break_a_tie_between_tiles_and_tokens() -> None:
    """Six spaces against twelve tokens, of which one was won."""
    table = underwood(ONE, "\n    A - - - - -", supply=[0, 11], won=[0, 1])
    assert list(table.outcome().scores) == [6, 6]
    assert table.outcome().winners == [1]
