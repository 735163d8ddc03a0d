"""Clearings, Mycorrhiza, Saplings and Ant Trail on floors small enough to count by hand."""

from typing import Any

import pytest

from tests.games.underwood.stories import Table, new_game, underwood


def test_a_clearing_separates() -> None:
    """Variant 1 and ruling 10: nothing grows in a gap, and nothing grows across it."""
    table = underwood("\n    A A . B B", "\n    - a . - b", variant="clearings")
    assert table.spaces == 4
    assert table.moves() == ["grow space=2 tile=1"]
    table.do("grow space=2 tile=1")
    assert table.piles() == "aA-b"


# A tree in a gap of one space: its neighbours are all six spaces.
GROVE = """
     A A
    B T C
     D D
"""


def grove(tokens: str, seats: int = 2, **keys: Any) -> Table:
    """The six spaces round the tree, in reading order."""
    t = tokens
    lines = f"\n     {t[0]} {t[1]}\n    {t[2]} . {t[3]}\n     {t[4]} {t[5]}"
    return underwood(GROVE, lines, seats=seats, variant="mycorrhiza", **keys)


@pytest.mark.parametrize(
    "tokens, owner",
    [
        ("A-bbb-", 0),  # a mushroom before any mycelia
        ("aa-b--", 0),
        ("ab----", -1),
        ("a-----", 0),
        ("AB-a-c", 0),  # a tie of mushrooms is broken by the mycelia of the tied
        ("AB-ccc", -1),
        ("ABccab", -1),
        ("Aa--BB", 1),
    ],
)
def test_who_gets_a_tree(tokens: str, owner: int) -> None:
    """Variant 2 and ruling 11: as on a tile, over spaces of any tiles."""
    assert grove(tokens, seats=3, supply=[0, 0, 0]).tree_owner(0) == owner


def test_a_tree_is_worth_three_points() -> None:
    table = grove("a-----", supply=[0, 0])
    assert table.points(0) == 2 + 3
    assert table.points(1) == 0


def test_a_tree_nobody_leads_at_is_worth_nothing() -> None:
    """Two mycelia each: the tiles are won, the tree is removed."""
    table = grove("aa--bb", supply=[0, 0])
    assert table.tree_owner(0) == -1
    assert (table.points(0), table.points(1)) == (2, 2)


def test_tiles_are_scored_as_usual_beside_the_tree() -> None:
    """Yellow has the tree with one mushroom; the others have the tiles they lead on."""
    table = grove("aaBaab", supply=[0, 0])
    assert table.tree_owner(0) == 1
    # A: 2 to seat 0; B: 1 to seat 1; C: 1 to seat 0; D: 1 each, nobody
    assert (table.points(0), table.points(1)) == (3, 1 + 3)


def test_a_tree_separates_and_is_no_space() -> None:
    """Ruling 10."""
    table = grove("--a--b")
    assert table.spaces == 6
    assert sorted(table.moves()) == ["grow space=3 tile=1", "grow space=3 tile=4"]


def test_a_tree_in_a_bay_counts_the_spaces_it_has() -> None:
    """Variant 2: at the edge of the board, with four neighbours."""
    table = underwood(
        "\n     A A\n    B T C", "\n     a b\n    a . -", variant="mycorrhiza", supply=[0, 0]
    )
    assert table.tree_owner(0) == 0
    assert (table.points(0), table.points(1)) == (1 + 3, 0)


def test_two_trees_are_decided_each_for_itself() -> None:
    """The picture of the rulebook: one tree is won, the other removed."""
    table = underwood(
        """
         A A B B
        A T C T D
         A A D D
        """,
        """
         a a b b
        a . c . c
         - - - c
        """,
        seats=3,
        variant="mycorrhiza",
        supply=[0, 0, 0],
    )
    assert table.tree_owner(0) == 0  # a a a against c
    assert table.tree_owner(1) == 2  # b b against c c c
    assert [table.points(seat) for seat in range(3)] == [5 + 3, 2, 1 + 3 + 3]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mycorrhiza_begins_with_four_trees_that_have_four_neighbours(seats: int) -> None:
    for seed in range(4):
        seen = new_game(seed, seats, variant="mycorrhiza").view(0)
        assert len(seen.trees) == 4


def test_the_sapling_of_the_rulebook_makes_six_spaces_worth_seven() -> None:
    """Variant 3: the space with the tree counts, and the tree one more."""
    table = underwood(
        "\n    A A A\n     A A A",
        "\n    C - a\n     - T b",
        seats=3,
        variant="saplings",
        supply=[0, 0, 0],
    )
    assert table.owner(1) == 2
    assert list(table.outcome().scores) == [0, 0, 7]


def test_a_sapling_on_a_tile_nobody_wins_is_worth_nothing() -> None:
    table = underwood("\n    A A A", "\n    a T b", variant="saplings", supply=[0, 0])
    assert list(table.outcome().scores) == [0, 0]


# Space 4 touches 3, 8, 9 of tile 1, 5 of tile 2 and 1, 2 of tile 3.
FLOOR = """
     C C
    A A B B B
     A A
"""


def test_nothing_is_placed_on_a_sapling() -> None:
    """Variant 3: neither when spreading over a tile, nor as a target of its own."""
    table = underwood(FLOOR, "\n     - -\n    T a T - b\n     - -", variant="saplings")
    assert sorted(table.moves()) == ["grow space=4 tile=1", "grow space=4 tile=3"]
    before = table.supply(0)
    table.do("grow space=4 tile=1")
    assert table.supply(0) == before - 2
    assert [table.pile(space) for space in (8, 9)] == ["a", "a"]
    assert "a" not in table.pile(3) + table.pile(5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starter_plants_four_saplings_on_different_tiles_first(seats: int) -> None:
    """Variant 3 and ruling 12."""
    table = new_game(5, seats, variant="saplings")
    starter = table.state.starter
    tiles = seats * 3 + 5
    open_spaces = table.spaces
    assert len(table.moves("plant")) == open_spaces
    for planted in range(4):
        assert table.phase == "planting"
        assert table.turn == starter
        moves = table.moves("plant")
        assert len(moves) <= open_spaces - 2 * planted
        table.do(moves[0])
        assert not table.may(moves[0])
    assert table.phase == "starting"
    trees = [space for space in range(1, table.spaces + 1) if table.pile(space)]
    assert len(trees) == 4
    assert len({table.tile(space) for space in trees}) == 4
    assert len({table.tile(space) for space in range(1, table.spaces + 1)}) == tiles
    order = []
    while table.phase == "starting":
        for space in trees:
            assert not table.may(f"start space={space}")
        order.append(table.turn)
        table.do(table.moves()[-1])
    assert order == [(starter - place) % seats for place in range(1, seats + 1)] * 3
    assert [table.supply(seat) for seat in range(seats)] == [21] * seats


def test_a_second_sapling_on_a_tile_is_refused() -> None:
    """Variant 3: no more than one tree on a tile."""
    table = new_game(8, 2, variant="saplings")
    before = table.moves("plant")
    spaces = table.spaces
    table.do(before[0])
    planted = next(space for space in range(1, spaces + 1) if table.pile(space))
    size = [table.tile(space) for space in range(1, spaces + 1)].count(table.tile(planted))
    assert len(table.moves("plant")) == spaces - size


# X and Y are the trail. Spaces: A 1 2 5, B 3 4, C 6 9 10, D 7 8. Beside the trail lie 2 and 5 of A,
# 3 of B, 6, 9 and 10 of C, and 8 of D; 1, 4 and 7 do not.
TRAIL = """
    A A X B B
     A Y Y C
    D D C C
"""


def trail(tokens: str, seats: int = 2, turn: int = 0, **keys: Any) -> Table:
    """The ten spaces of the floor above in reading order."""
    t = tokens
    lines = (
        f"\n    {t[0]} {t[1]} . {t[2]} {t[3]}"
        f"\n     {t[4]} . . {t[5]}"
        f"\n    {t[6]} {t[7]} {t[8]} {t[9]}"
    )
    return underwood(TRAIL, lines, seats=seats, turn=turn, variant="ant_trail", **keys)


def test_beside_the_trail_any_tile_beside_the_trail_is_a_target() -> None:
    """Variant 4 and ruling 13: the own tile among them."""
    assert sorted(trail("-a-b------").moves()) == [
        "grow space=2 tile=1",
        "trail space=2 tile=1",
        "trail space=2 tile=2",
        "trail space=2 tile=3",
        "trail space=2 tile=4",
    ]


@pytest.mark.parametrize(
    "tile, piles, cost",
    [
        (1, "-A-ba-----", 1),
        (2, "-Aab------", 1),
        (3, "-A-b-a--aa", 3),
        (4, "-A-b---a--", 1),
    ],
)
def test_the_trail_fills_all_empty_spaces_of_the_tile_beside_it(
    tile: int, piles: str, cost: int
) -> None:
    table = trail("-a-b------").do(f"trail space=2 tile={tile}")
    assert table.piles() == piles
    assert table.supply(0) == 23 - cost


def test_the_trail_leaves_the_spaces_beside_the_mushroom_alone() -> None:
    """Ruling 14: either the one or the other."""
    assert trail("-a-b------").do("grow space=2 tile=1").piles() == "aA-ba-----"
    assert trail("-a-b------").do("trail space=2 tile=1").piles() == "-A-ba-----"


def test_the_trail_never_covers_and_never_pays() -> None:
    """Variant 4: mycelia of others stay."""
    table = trail("-a------b-").do("trail space=2 tile=3")
    assert table.piles() == "-A---a--ba"
    assert table.supply(0) == 23 - 2
    assert table.won(1) == 0


def test_the_trail_needs_an_empty_space_beside_it() -> None:
    """Ruling 13: a tile whose spaces beside the trail are taken is no target."""
    assert trail("-a---b---b").may("trail space=2 tile=3")
    assert not trail("-a---b--Bb").may("trail space=2 tile=3")
    assert not trail("-aa--b----").may("trail space=2 tile=2")


@pytest.mark.parametrize("supply, legal", [(3, True), (2, False)])
def test_the_trail_is_all_or_nothing(supply: int, legal: bool) -> None:
    assert trail("-a-b------", supply=[supply, 9]).may("trail space=2 tile=3") == legal


def test_away_from_the_trail_it_cannot_be_used() -> None:
    table = trail("b--a------")
    assert sorted(table.moves()) == ["grow space=4 tile=2", "grow space=4 tile=3"]


def test_the_two_trail_tiles_are_one_trail() -> None:
    """Ruling 13: in at one end, out at the other."""
    table = underwood("\n    A A X Y B B", "\n    - a . . - b", variant="ant_trail")
    table.do("trail space=2 tile=2")
    assert table.piles() == "-Aab"


def test_the_trail_does_not_make_spaces_neighbours() -> None:
    """Ruling 10: across it nothing is adjacent, and no start token is too near."""
    table = underwood("\n    A A X B B", "\n    - a . - b", variant="ant_trail")
    assert not table.may("grow space=2 tile=2")
    table = underwood("\n    A A X B B", variant="ant_trail", turn=1).do("start space=2")
    assert table.moves() == ["start space=3", "start space=4"]


def test_the_trail_keeps_a_player_in_the_game() -> None:
    """Whoever has only the trail left can still take a turn."""
    table = trail("Ba--B----b")
    assert not table.over
    assert all(move.startswith("trail") for move in table.moves())


def test_tiles_are_scored_as_usual_round_the_trail() -> None:
    table = trail("-a-bb-----", supply=[0, 0])
    assert table.over
    assert list(table.outcome().scores) == [0, 2]


def test_in_other_games_there_is_no_trail() -> None:
    table = underwood(FLOOR, "\n     - -\n    - a - - b\n     - -")
    assert not table.may("trail space=4 tile=2")
