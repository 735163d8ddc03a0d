"""R7: the biggest forest."""

from __future__ import annotations

import pytest

from tests.games.evergreen.stories import evergreen


def forest(planet: str) -> int:
    return evergreen(planet=planet).forest()


def test_an_empty_planet_has_no_forest() -> None:
    assert forest("") == 0


def test_a_lone_bush_is_a_forest_of_one() -> None:
    assert forest("bush@d4") == 1


def test_corners_do_not_join() -> None:
    assert forest("small@d4 small@e5") == 1


@pytest.mark.parametrize("kind", ["sprout", "lake"])
def test_sprouts_and_lakes_do_not_join(kind: str) -> None:
    assert forest(f"small@c4 {kind}@d4 small@e4") == 1


def test_a_crevice_does_not_join() -> None:
    """Ruling #8."""
    assert forest("small@b3 small@d3") == 1
    assert forest("small@c2 small@c4") == 1


def test_the_edge_of_the_planet_does_not_join() -> None:
    assert forest("small@h4 small@a5") == 1
    assert forest("small@c1 small@c8") == 1


def test_all_heights_and_bushes_belong_to_it() -> None:
    assert forest("small@c4 big@d4 bush@e4 small@e5") == 4


def test_one_of_equally_big_forests_scores() -> None:
    table = evergreen(planet="small@a4 small@b4 big@g5 bush@h5", round=4).pass_round()
    lines = {line.text: line.points for line in table.outcome().lines[0]}
    assert lines["Spring, biggest forest"] == 2
