"""What a field is worth, counted by hand for every kind of side that may touch another."""

from typing import Any

import pytest

from tests.games.micro_mycelium.stories import Table, mycelium

RING = ["1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"]  # round 0,0, clockwise from the east


def both(field: str, seats: int = 2) -> tuple[list[int], list[int]]:
    """The scores of all sets, without and with advanced scoring."""
    return (
        mycelium(field, seats=seats).scores(),
        mycelium(field, seats=seats, advanced=True).scores(),
    )


@pytest.mark.parametrize("spores", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("turn", range(6))
def test_a_mushroom_alone_is_worth_its_spore_sides(spores: int, turn: int) -> None:
    """Scoring Mushroom Tiles, contradictions 1 and 2: one point each, nothing for roots."""
    table = mycelium(f"green m{spores} 0,0 {turn}")
    assert table.scores() == [spores, 0]
    assert table.free(0) == spores


@pytest.mark.parametrize("tile", ["stump", "flower", "rock"])
def test_a_special_tile_alone_is_worth_nothing(tile: str) -> None:
    assert both(f"green {tile} 0,0") == ([0, 0], [0, 0])


def test_touching_sides_are_blocked() -> None:
    """Two mushrooms full of spores: five sides each are left."""
    assert both("green m6 0,0; blue m6 1,0") == ([5, 5], [5, 5])


def test_own_spores_that_touch_are_a_connection_in_the_advanced_game() -> None:
    """Scoring Connected Spores and ruling 9: one point for the edge, not for each side of it."""
    assert both("green m6 0,0; green m6 1,0") == ([10, 0], [11, 0])


def test_three_connections_of_three_mushrooms() -> None:
    assert both("green m6 0,0; green m6 1,0; green m6 0,1") == ([12, 0], [15, 0])


def test_a_spore_on_an_own_root_is_no_connection() -> None:
    """m5 turned by 4 shows its root to the west; turned by 0 a spore."""
    assert both("green m6 0,0; green m5 1,0 4") == ([10, 0], [10, 0])
    assert both("green m6 0,0; green m5 1,0") == ([9, 0], [10, 0])


@pytest.mark.parametrize("way", range(6))
def test_a_side_faces_the_way_the_tile_is_turned(way: int) -> None:
    """The one spore of m1 turned by k looks that way, and is blocked by what lies there."""
    assert mycelium(f"green m1 0,0 {way}; blue rock {RING[way]}").scores() == [0, 0]
    for other in range(6):
        if other != way:
            assert mycelium(f"green m1 0,0 {way}; blue rock {RING[other]}").scores() == [1, 0]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_spores_lie_side_by_side(number: int) -> None:
    """The reconstructed print: an arc of spores, clockwise from the first side."""
    spores = f"m{number}"
    assert mycelium(f"green {spores} 0,0; blue rock {RING[number - 1]}").score(0) == number - 1
    assert mycelium(f"green {spores} 0,0; blue rock {RING[number]}").score(0) == number
    assert mycelium(f"green {spores} 0,0; blue rock {RING[5]}").score(0) == number
    assert mycelium(f"green {spores} 0,0 1; blue rock {RING[0]}").score(0) == number
    assert mycelium(f"green {spores} 0,0 1; blue rock {RING[number]}").score(0) == number - 1


def test_the_example_of_four_two_and_one() -> None:
    """Scoring Mushroom Tiles, contradiction 1; with two points a side it would be 8, 4 and 2."""
    field = "green m4 0,0 2; blue m2 1,0 1; red m1 2,0"
    assert mycelium(field, seats=3).scores() == [4, 2, 1]
    assert mycelium(field, seats=3, spores="two").scores() == [8, 4, 2]


def test_two_points_a_side_change_nothing_else() -> None:
    """The stump, the flower and connections are worth what they were."""
    field = "green stump 0,0; green m6 1,0; green m6 2,0; green flower 5,0; blue m1 6,0"
    # spores 4 + 5 free, one on the stump, one connection; one root on the flower
    assert mycelium(field).scores() == [9 + 3 + 2, 1]
    assert mycelium(field, spores="two").scores() == [18 + 3 + 2, 2]
    assert mycelium(field, spores="two", advanced=True).scores() == [18 + 3 + 2 + 1, 2]


def ring(*without: str) -> str:
    """A green m6 in the east and blue rocks round the hole at 0,0."""
    rocks = [cell for cell in RING[1:] if cell not in without]
    return "; ".join(["green m6 1,0", *[f"blue rock {cell}" for cell in rocks]])


def test_a_side_facing_a_hole_is_not_on_the_perimeter() -> None:
    """Contradiction 4: three sides look out, two are blocked, one looks into the hole."""
    assert mycelium(ring()).score(0) == 3


@pytest.mark.parametrize("gap", ["-1,1", "-1,0", "0,-1"])
def test_an_opened_ring_is_perimeter_again(gap: str) -> None:
    assert mycelium(ring(gap)).score(0) == 4


@pytest.mark.parametrize("gap", ["0,1", "1,-1"])
def test_a_ring_opened_beside_the_mushroom_frees_that_side_too(gap: str) -> None:
    assert mycelium(ring(gap)).score(0) == 5


def test_closing_a_ring_takes_points_away() -> None:
    table = mycelium(ring("-1,0"), turn=1, market="rock m1 m2")
    assert table.score(0) == 4
    table.do("lay tile=rock q=-1 r=0")
    assert table.score(0) == 3


def test_filling_the_hole_gives_nothing_back() -> None:
    table = mycelium(ring(), turn=1, market="rock m1 m2").do("lay tile=rock q=0 r=0")
    assert table.score(0) == 3


def test_a_hole_of_two_cells_is_no_perimeter_either() -> None:
    cells = ["1,0", "0,1", "-1,1", "-2,1", "-2,0", "-1,-1", "0,-1", "1,-1"]  # round 0,0 and -1,0
    field = "; ".join(["green m6 1,0", *[f"blue rock {cell}" for cell in cells[1:]]])
    assert mycelium(field).score(0) == 3
    assert mycelium(field.replace("; blue rock -2,0", "")).score(0) == 4


def test_six_mushrooms_in_a_ring() -> None:
    """Three sides outwards each; in the advanced game six connections more."""
    field = "; ".join(f"green m6 {cell}" for cell in RING)
    assert both(field) == ([18, 0], [24, 0])


@pytest.mark.parametrize(
    "tile, scores",
    [
        ("green m6 1,0", [3 + 5, 0]),  # ruling 8: the touching spore is blocked
        ("green m1 1,0 3", [3, 0]),
        ("green m1 1,0", [1, 0]),  # a root
        ("blue m6 1,0", [0, 5]),  # other players' spores do not score
        ("blue m1 1,0 3", [0, 0]),
        ("green flower 1,0", [0, 0]),
        ("blue flower 1,0", [0, 0]),
        ("green rock 1,0", [0, 0]),
        ("blue stump 1,0", [0, 0]),
    ],
)
def test_what_touches_a_stump(tile: str, scores: list[int]) -> None:
    """Scoring the Stump Tiles; rulings 5, 7 and 8."""
    assert both(f"green stump 0,0; {tile}") == (scores, scores)


def test_own_spores_score_on_the_own_stump_only() -> None:
    """Ruling 5: green spores on blue's stump are worth nothing to either."""
    assert both("blue stump 0,0; green m6 1,0") == ([5, 0], [5, 0])


def test_a_stump_in_the_middle_of_six() -> None:
    field = "green stump 0,0; " + "; ".join(f"green m6 {cell}" for cell in RING)
    assert both(field) == ([18 + 18, 0], [18 + 18 + 6, 0])
    assert mycelium(field).stumps(0) == 6


@pytest.mark.parametrize(
    "tile, scores",
    [
        ("green m1 1,0", [2 + 1, 0]),  # ruling 6: own roots too
        ("blue m1 1,0", [2, 1]),
        ("green m1 1,0 3", [0, 0]),  # the spore touches it
        ("blue m6 1,0", [0, 5]),
        ("green stump 1,0", [0, 0]),
        ("blue rock 1,0", [0, 0]),
        ("blue flower 1,0", [0, 0]),  # ruling 7
        ("blue stump 1,0", [0, 0]),
    ],
)
def test_what_touches_a_flower(tile: str, scores: list[int]) -> None:
    """Scoring Flower Tiles; rulings 6 and 7."""
    assert both(f"green flower 0,0; {tile}") == (scores, scores)


def test_a_flower_in_the_middle_of_six() -> None:
    """Turned so that their spore looks away: six roots, and six spores on the perimeter."""
    field = "green flower 0,0; " + "; ".join(
        f"blue m1 {cell} {way}" for way, cell in enumerate(RING)
    )
    assert both(field) == ([12, 6], [12, 6])


def test_one_mushroom_may_serve_two_flowers() -> None:
    """0,1 touches both flowers with a root, its spore looks away."""
    field = "green flower 0,0; blue flower 1,0; red m1 0,1 1"
    assert both(field, 3) == ([2, 2, 1], [2 + 1, 2 + 1, 1])


ROOTED = "green flower 0,0; blue flower 1,0; red m1 2,0; red m1 1,1; red m1 2,-1; blue m1 -1,0 3"


def test_the_flower_network_counts_the_neighbours_roots() -> None:
    """Scoring the Flower Network, ruling 10: green has one root, blue has three."""
    assert both(ROOTED, 3) == ([2, 6 + 1, 3], [2 + 3, 6 + 1 + 1, 3])
    table = mycelium(ROOTED, seats=3, advanced=True)
    assert [table.network(set_) for set_ in range(3)] == [3, 1, 0]


def test_the_network_reaches_direct_neighbours_only() -> None:
    """Ruling 10: green touches blue, blue touches red; red's root is worth nothing to green."""
    field = "green flower 0,0; blue flower 1,0; red flower 2,0; yellow m1 3,0"
    assert both(field, 4) == ([0, 0, 2, 1], [0, 1, 2, 1])


def test_several_opponents_add_up() -> None:
    field = "green flower 0,0; blue flower 1,0; red flower 2,0; yellow m1 3,0; yellow m1 -1,0 3"
    assert both(field, 4) == ([2, 0, 2, 2], [2, 2, 2, 2])


def test_own_roots_on_the_opponents_flower_count_for_the_network() -> None:
    """Ruling 11."""
    assert both("green flower 0,0; blue flower 1,0; green m1 2,0") == ([1, 2], [1 + 1, 2])


def test_without_contact_of_the_flowers_there_is_no_network() -> None:
    assert both("green flower 0,0; red rock 1,0; blue flower 2,0; green m1 3,0", 3) == (
        [1, 2, 0],
        [1, 2, 0],
    )


def test_a_rock_blocks_and_does_nothing_else() -> None:
    """Boulder sides."""
    assert both("green rock 0,0; green m6 1,0; blue m6 -1,0") == ([5, 5], [5, 5])


def test_the_order_of_laying_does_not_matter() -> None:
    tiles = ROOTED.split("; ")
    for start in range(len(tiles)):
        mixed = "; ".join(tiles[start:] + tiles[:start][::-1])
        assert both(mixed, 3) == both(ROOTED, 3)


@pytest.mark.parametrize(
    "stump, flower, apart",
    [
        ("0,0", "1,0", 1),
        ("0,0", "1,-1", 1),
        ("0,0", "1,1", 2),
        ("0,0", "2,-1", 2),
        ("0,0", "2,-2", 2),
        ("0,0", "3,-1", 3),
        ("0,0", "-2,-2", 4),
        ("5,-3", "2,1", 4),
    ],
)
def test_the_distance_between_stump_and_flower(stump: str, flower: str, apart: int) -> None:
    """Ruling 12: in steps from tile to tile."""
    assert mycelium(f"green stump {stump}; green flower {flower}").apart(0) == apart


def finished(field: str, seats: int = 2, **keys: Any) -> Table:
    """The same field at the end: rocks far off make up the number, and the last of them is laid."""
    missing = 9 * seats - 1 - len(field.split(";"))
    rocks = [f"blue rock {place - 30},25" for place in range(missing)]
    table = mycelium(
        "; ".join([field, *rocks]),
        seats=seats,
        market="rock . .",
        others=dict.fromkeys(range(1, seats), ". . ."),
        piles=dict.fromkeys(range(seats), ""),
        **keys,
    )
    table.do("lay tile=rock q=-31 r=25")
    assert table.over
    return table


# stumps and flowers equally far apart, so that only what is added decides
EVEN = "green stump 0,10; green flower 5,10; blue stump 0,15; blue flower 5,15; "


def ranks(field: str, **keys: Any) -> tuple[list[int], list[int]]:
    outcome = finished(field, **keys).outcome()
    return list(outcome.scores), list(outcome.ranks)


def test_most_points_win() -> None:
    assert ranks(EVEN + "green m3 0,0; blue m4 5,0") == ([3, 4], [2, 1])


def test_the_first_tie_break_is_spore_connections() -> None:
    """In the basic game too, where they bring no points; ruling 12."""
    tied = EVEN + "green m6 0,0; green m6 1,0; blue m6 5,0; blue m4 9,0"
    assert ranks(tied) == ([10, 10], [1, 2])
    swapped = EVEN + "blue m6 0,0; blue m6 1,0; green m6 5,0; green m4 9,0"
    assert ranks(swapped) == ([10, 10], [2, 1])


def test_the_second_tie_break_is_stump_connections() -> None:
    tied = EVEN + "green m6 1,10; blue m6 5,0; blue m2 9,0"
    assert ranks(tied) == ([8, 8], [1, 2])
    swapped = EVEN + "blue m6 1,15; green m6 5,0; green m2 9,0"
    assert ranks(swapped) == ([8, 8], [2, 1])


def test_spore_connections_come_before_stump_connections() -> None:
    """Green: 5 + 3 and no connection; blue 4 + 4 with one."""
    tied = EVEN + "green m6 1,10; blue m5 5,0; blue m5 6,0"
    assert ranks(tied) == ([8, 8], [2, 1])


def test_the_third_tie_break_is_the_way_from_stump_to_flower() -> None:
    near, far = "green stump 0,0; green flower 2,0", "blue stump 10,0; blue flower 13,0"
    assert ranks(f"{near}; {far}") == ([0, 0], [1, 2])
    assert ranks("green stump 0,0; green flower 4,0; " + far) == ([0, 0], [2, 1])


def test_a_tie_in_everything_is_shared() -> None:
    assert ranks(EVEN + "green m3 0,0; blue m3 5,0") == ([3, 3], [1, 1])
    outcome = finished(EVEN + "green m3 0,0; blue m3 5,0").outcome()
    assert outcome.winners == [0, 1]


def test_ties_of_three() -> None:
    field = EVEN + "red stump 0,18; red flower 3,18; green m3 0,0; blue m3 5,0; red m3 9,0"
    assert ranks(field, seats=3) == ([3, 3, 3], [2, 2, 1])
