"""R7: connected spores and the flower network."""

from tests.games.micro_mycelium.stories import mycelium

# Green's flower at 0,0 beside blue's at 1,0; blue's has three roots, green's two.
NETWORK = (
    "green flower 0,0; blue flower 1,0; blue m1 2,0 0; red m1 1,1 0; red m2 2,-1 5;"
    " green m1 -1,0 3; green m2 -1,1 2"
)


def test_an_edge_counts_once() -> None:
    """Ruling #9."""
    table = mycelium("green m6 0,0; green m6 1,0", advanced=True)
    assert (table.knots(0), table.points(0)) == (1, 11)


def test_two_connections_are_two_points() -> None:
    """Ruling #9: the rulebook's picture."""
    field = "green m6 0,0; green m5 1,0; green m4 2,0 1"
    assert mycelium(field, advanced=True).points(0) == mycelium(field).points(0) + 2


def test_spores_of_others_are_no_connection() -> None:
    assert mycelium("green m6 0,0; blue m6 1,0", advanced=True).knots(0) == 0


def test_own_spores_at_own_roots_are_no_connection() -> None:
    assert mycelium("green m6 0,0; green m1 1,0 0", advanced=True).knots(0) == 0


def test_connections_score_only_in_the_advanced_game() -> None:
    table = mycelium("green m6 0,0; green m6 1,0")
    assert (table.knots(0), table.points(0)) == (1, 10)


def test_a_network_pays_for_the_roots_at_the_other_flower() -> None:
    """Ruling #10: in both directions."""
    table = mycelium(NETWORK, seats=3, advanced=True)
    assert (table.flowers(0), table.flowers(1)) == (2, 3)
    assert (table.network(0), table.network(1), table.network(2)) == (3, 2, 0)
    plain = mycelium(NETWORK, seats=3)
    assert [table.points(s) - plain.points(s) for s in range(3)] == [3, 2, 0]


def test_own_roots_at_the_other_flower_count_in_the_network() -> None:
    """Ruling #11."""
    field = "green flower 0,0; blue flower 1,0; green m1 2,0 0"
    table = mycelium(field, advanced=True)
    assert table.network(0) == 1
    assert table.flowers(1) == 1


def test_a_network_does_not_reach_beyond_its_neighbours() -> None:
    """Ruling #10: a chain of flowers pays the first nothing from the third."""
    field = "green flower 0,0; blue flower 1,0; red flower 2,0; red m1 3,0 0; red m2 2,1 5"
    table = mycelium(field, seats=3, advanced=True)
    assert table.flowers(2) == 2
    assert (table.network(0), table.network(1), table.network(2)) == (0, 2, 0)


def test_several_neighbours_add_up() -> None:
    """Ruling #10."""
    field = (
        "green flower 0,0; blue flower 1,0; red flower -1,0; blue m1 2,0 0; red m1 -2,0 3;"
        " red m2 -2,1 2"
    )
    table = mycelium(field, seats=3, advanced=True)
    assert table.flowers(1) + table.flowers(2) == table.network(0) == 3


def test_later_roots_still_feed_the_network() -> None:
    table = mycelium("green flower 0,0; blue flower 1,0", advanced=True, market="m1 . .")
    table.do("lay tile=m1 q=2 r=0")
    assert table.network(0) == 1


def test_flowers_that_do_not_touch_are_no_network() -> None:
    table = mycelium(
        "green flower 0,0; blue rock 1,0; blue flower 2,0; blue m1 3,0 0", advanced=True
    )
    assert table.network(0) == 0


def test_the_lines_of_the_score() -> None:
    table = mycelium(NETWORK, seats=3, advanced=True)
    lines = {line.text: line.points for line in table.outcome().lines[0]}
    assert lines["flower network"] == 3
    assert lines["2 roots at the flower"] == 4
    assert sum(lines.values()) == table.points(0)
