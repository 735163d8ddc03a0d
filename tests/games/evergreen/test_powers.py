"""R5: the six powers and their tracks."""

from __future__ import annotations

import pytest

from spinney.games.evergreen.components import BOX
from tests.games.evergreen.stories import evergreen

LAND = [space for space, biome in BOX.places.items() if biome != "crevice"]


def test_the_power_is_upgraded_before_it_is_used() -> None:
    table = evergreen(card="swamp-sprout").do("power")
    assert table.level("sprout") == 1
    table.do("plant space=a4", "plant space=h5")
    assert not table.may("plant space=a5"), "two, not none and not three"


def test_values_rise_along_the_track_and_stay_at_its_end() -> None:
    for level, uses in ((0, 2), (1, 3), (2, 4), (3, 4)):
        table = evergreen(card="swamp-sprout", levels=f"sprout={level}").do("power")
        count = 0
        while table.may("stop") or count == 0:
            table.do(next(move for move in table.moves() if move.startswith("plant")))
            count += 1
            if table.may("act action=a"):
                break
        assert count == uses
        assert table.level("sprout") == min(level + 1, 3)


@pytest.mark.parametrize(("level", "points"), [(0, 3), (1, 6), (2, 9), (3, 9)])
def test_a_bud_scores_what_its_track_shows(level: int, points: int) -> None:
    table = evergreen(card="swamp-bud", levels=f"bud={level}").do("power")
    assert table.points() == points
    assert table.may("act action=a") and not table.may("power")


def test_a_declined_power_leaves_its_track() -> None:
    """Ruling #2."""
    table = evergreen(card="swamp-sprout").do("act action=a", "stop", "finish")
    assert table.level("sprout") == 0


@pytest.mark.parametrize("power", ["small", "big"])
def test_a_power_without_a_place_to_go_is_still_upgraded(power: str) -> None:
    """Ruling #3."""
    table = evergreen(card=f"wild-{power}").do("power")
    assert table.level(power) == 1
    assert table.moves() == [f"act action={name}" for name in "abcd"]


def test_a_power_is_applied_at_least_once() -> None:
    """Ruling #3."""
    table = evergreen(card="swamp-sprout").do("power")
    assert not table.may("stop")
    assert "(R5)" in table.refusal("stop")
    table.do("plant space=a4")
    assert table.may("stop")


def test_powers_go_anywhere() -> None:
    table = evergreen(card="swamp-sprout").do("power")
    assert len(table.moves()) == len(LAND)


def test_a_power_is_used_once_a_round() -> None:
    table = evergreen(card="swamp-bud").do("power", "act action=a", "stop")
    assert table.moves() == ["finish"]
    assert "once" in table.refusal("power")


def test_the_power_before_or_after_the_action_never_in_between() -> None:
    """Ruling #4."""
    table = evergreen(card="swamp-sprout").do("act action=a", "plant space=f2")
    assert not table.may("power")
    assert "(R4)" in table.refusal("power")
    table.do("stop", "power", "plant space=a4")
    assert not table.may("finish") and not table.may("act action=a")


@pytest.mark.parametrize("first", ["action", "power"])
def test_action_and_power_may_meet_on_one_space(first: str) -> None:
    """Ruling #5: a sprout becomes a big tree by both."""
    table = evergreen(card="swamp-small" if first == "power" else "swamp-big", planet="sprout@f2")
    if first == "power":
        table.do("power", "grow space=f2", "act action=b", "grow space=f2")
    else:
        table.do("act action=b", "grow space=f2", "power", "grow space=f2")
    assert table.planet() == {"f2": "big"}


def test_the_small_tree_power_grows_sprouts_only() -> None:
    table = evergreen(card="swamp-small", levels="small=1", planet="sprout@a4 sprout@b4 small@c4")
    table.do("power")
    assert table.moves() == ["grow space=a4", "grow space=b4"]
    assert "(R5)" in table.refusal("grow space=c4")
    table.do("grow space=a4")
    assert table.moves() == ["grow space=b4", "stop"]


def test_the_big_tree_power_grows_small_trees_only() -> None:
    table = evergreen(card="swamp-big", planet="sprout@a4 small@c4 big@d4").do("power")
    assert table.moves() == ["grow space=c4"]
    assert "grows a small tree" in table.refusal("grow space=a4")
    table.do("grow space=c4")
    assert table.planet()["c4"] == "big"


@pytest.mark.parametrize("kind", ["bush", "lake"])
def test_bushes_and_lakes_need_an_empty_space(kind: str) -> None:
    table = evergreen(card=f"swamp-{kind}", planet="sprout@a4 bush@b4 lake@c4 big@d4").do("power")
    for space in ("a4", "b4", "c4", "d4", "c3"):
        assert not table.may(f"{kind} space={space}")
    table.do(f"{kind} space=e4")
    assert table.planet()["e4"] == kind


def test_there_is_no_end_of_bushes_and_lakes() -> None:
    """Ruling #12: more than the twenty of the box."""
    for kind in ("bush", "lake"):
        planet = " ".join(f"{kind}@{space}" for space in LAND[:24])
        table = evergreen(card=f"swamp-{kind}", planet=planet).do("power")
        table.do(f"{kind} space={LAND[30]}")
        assert list(table.planet().values()).count(kind) == 25


# --- lakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("growths", [0, 1, 2])
def test_a_lake_grows_up_to_two_spaces_beside_it(growths: int) -> None:
    """Ruling #7."""
    table = evergreen(card="swamp-lake", planet="sprout@d4 small@f4 sprout@e5").do(
        "power", "lake space=e4"
    )
    assert table.moves() == ["grow space=d4", "grow space=f4", "grow space=e5", "stop"]
    for space in ("d4", "f4")[:growths]:
        table.do(f"grow space={space}")
    if growths < 2:
        table.do("stop")
    grown = {"d4": "small" if growths else "sprout", "f4": "big" if growths > 1 else "small"}
    assert table.planet() == {**grown, "e5": "sprout", "e4": "lake"}
    assert table.may("act action=a")


def test_a_lake_grows_no_space_twice() -> None:
    """Ruling #5."""
    table = evergreen(card="swamp-lake", planet="sprout@d4").do(
        "power", "lake space=e4", "grow space=d4"
    )
    assert not table.may("grow space=d4")
    assert table.may("act action=a")


def test_a_lake_reaches_into_other_biomes() -> None:
    table = evergreen(card="swamp-lake", planet="sprout@d5 sprout@e4").do("power", "lake space=e5")
    assert table.moves()[:2] == ["grow space=e4", "grow space=d5"]


def test_a_lake_with_nothing_beside_it_asks_for_nothing() -> None:
    """Ruling #7, #8: a crevice is no neighbour, nor is the other side of the planet."""
    table = evergreen(card="swamp-lake", planet="sprout@a5").do("power", "lake space=h4")
    assert table.may("act action=a")
    beside_crevice = evergreen(card="swamp-lake", planet="sprout@b3").do("power", "lake space=d3")
    assert beside_crevice.may("act action=a")


def test_two_lakes_one_after_the_other_grow_one_sprout_to_a_big_tree() -> None:
    """Rulings #5 and #6."""
    table = evergreen(card="swamp-lake", levels="lake=2", planet="sprout@e4").do("power")
    table.do("lake space=d4")
    assert table.moves() == ["grow space=e4", "stop"], "first this lake's growth"
    table.do("grow space=e4", "lake space=f4", "grow space=e4")
    assert table.planet() == {"d4": "lake", "f4": "lake", "e4": "big"}


def test_the_second_lake_may_be_left() -> None:
    """Ruling #6."""
    table = evergreen(card="swamp-lake", levels="lake=2", planet="sprout@e4").do("power")
    table.do("lake space=d4", "stop", "stop")
    assert table.may("act action=a")
