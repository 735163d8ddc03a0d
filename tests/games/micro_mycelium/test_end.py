"""R8: who wins, and what breaks a tie."""

import pytest

from spinney.games.micro_mycelium.pieces import REACH
from tests.games.micro_mycelium.stories import Table, mycelium


def over(field: str, **given: object) -> Table:
    table = mycelium(field, **given)  # type: ignore[arg-type]
    table.state.to_act = 0
    return table


def test_the_most_points_win() -> None:
    table = over("green m6 0,0; blue m1 1,0 0")
    assert table.outcome().ranks == [1, 2]
    assert table.outcome().winners == [0]
    assert table.outcome().verdict == ""


def test_a_tie_goes_to_more_spore_connections() -> None:
    """Ruling #12: also in the basic game, where they bring no points."""
    table = over("green m3 0,0 4; green m3 1,0 3; blue rock 0,1; blue m4 0,2 0; blue rock 1,1")
    assert table.points(0) == table.points(1) == 4
    assert (table.knots(0), table.knots(1)) == (1, 0)
    assert table.outcome().ranks == [1, 2]
    assert "spore connections" in table.outcome().verdict


def test_then_to_more_stump_connections() -> None:
    """Ruling #12."""
    table = over("green stump 0,0; green m1 -1,0 0; blue rock 1,0; blue m3 2,0 5")
    assert table.points(0) == table.points(1) == 3
    assert (table.stumps(0), table.stumps(1)) == (1, 0)
    assert table.outcome().ranks == [1, 2]
    assert "stump connections" in table.outcome().verdict


# Three points each. One has a connection at the stump, the other the shorter way to the flower.
STUMP_OR_DISTANCE = (
    "{0} stump 0,0; {0} m1 -1,0 0; {0} rock 1,0; {0} flower 2,0;"
    " {1} stump 3,0; {1} flower 4,0; {1} rock 5,0; {1} m3 6,0"
)


@pytest.mark.parametrize("best", [0, 1])
def test_stump_connections_come_before_the_distance(best: int) -> None:
    """Ruling #12: the second tie-break is not the third."""
    table = over(STUMP_OR_DISTANCE.format(*["green", "blue"][:: 1 - 2 * best]))
    rest = 1 - best
    assert table.points(0) == table.points(1) == 3
    assert table.knots(0) == table.knots(1) == 0
    assert (table.stumps(best), table.stumps(rest)) == (1, 0)
    assert (table.apart(best), table.apart(rest)) == (2, 1)
    assert table.outcome().winners == [best]
    assert table.outcome().ranks[best] == 1
    assert "stump connections" in table.outcome().verdict


def test_then_to_the_shorter_way_from_stump_to_flower() -> None:
    """Ruling #12: neighbours are one apart."""
    field = "green stump 0,0; green flower 1,0; blue stump 0,1; red rock 1,1; blue flower 2,1"
    table = over(field, seats=3)
    assert (table.apart(0), table.apart(1)) == (1, 2)
    assert table.points(0) == table.points(1)
    assert table.outcome().ranks[:2] == [1, 2]
    assert "shorter way" in table.outcome().verdict


def test_equal_in_everything_is_a_shared_victory() -> None:
    """Ruling #12."""
    table = over("green stump 0,0; green flower 1,0; blue stump 0,1; blue flower 1,1")
    assert table.outcome().ranks == [1, 1]
    assert table.outcome().winners == [0, 1]
    assert "shared" in table.outcome().verdict


def test_three_equals_are_parted_step_by_step() -> None:
    field = (
        "green stump 0,0; green flower 1,0; blue stump 0,1; blue flower 1,1;"
        " red stump 0,2; yellow rock 1,2; red flower 2,2"
    )
    table = over(field, seats=4)
    assert table.outcome().ranks[:3] == [1, 1, 3]
    assert "shared" in table.outcome().verdict


def test_distances_are_steps_on_hexes() -> None:
    """Ruling #12."""
    places = ("0,0", "1,0", "0,1", "1,1", "2,1", "1,2", "2,2")
    rocks = "; ".join(f"blue rock {place}" for place in places)
    assert mycelium(f"{rocks}; green stump -1,0; green flower 3,2").apart(0) == 6
    assert mycelium(f"{rocks}; green stump 1,-1; green flower 0,2").apart(0) == 3
    assert mycelium(f"{rocks}; green stump -1,1; green flower 2,0").apart(0) == 3
    assert mycelium(f"{rocks}; green stump 2,0").apart(0) == REACH
