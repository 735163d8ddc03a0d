"""R4: the four actions."""

from __future__ import annotations

import pytest

from spinney.games.evergreen.components import BOX
from tests.games.evergreen.stories import evergreen

SWAMP = [space for space, biome in BOX.places.items() if biome == "swamp"]
LAND = [space for space, biome in BOX.places.items() if biome != "crevice"]


def spaces(moves: list[str], verb: str) -> list[str]:
    return [move.partition("space=")[2] for move in moves if move.startswith(verb)]


def test_every_action_is_offered_and_one_is_performed() -> None:
    table = evergreen(card="swamp-sprout")
    assert table.moves() == [*(f"act action={name}" for name in "abcd"), "power"]
    table.do("act action=a", "stop")
    assert table.moves() == ["finish", "power"]


def test_the_round_cannot_be_finished_without_an_action() -> None:
    """Ruling #1: an action must be named."""
    table = evergreen(card="swamp-sprout")
    assert not table.may("finish")
    assert "(R4.1)" in table.refusal("finish")


@pytest.mark.parametrize("action", "abc")
def test_a_b_and_c_may_do_nothing(action: str) -> None:
    """Ruling #1."""
    table = evergreen(card="swamp-sprout", planet="sprout@f2").do(f"act action={action}", "stop")
    assert table.planet() == {"f2": "sprout"}
    assert table.may("finish")


def test_d_must_be_applied_once() -> None:
    """Ruling #1."""
    table = evergreen(card="swamp-sprout", planet="sprout@f2").do("act action=d")
    assert not table.may("stop")
    assert "at least once" in table.refusal("stop")
    table.do("plant space=a4")
    assert table.moves() == ["finish", "power"]


def test_a_plants_up_to_three_sprouts_in_the_biome() -> None:
    table = evergreen(card="swamp-sprout").do("act action=a")
    assert spaces(table.moves(), "plant") == SWAMP
    table.do("plant space=f2", "plant space=g2", "plant space=h3")
    assert table.may("finish") and not table.may("plant space=e4")


def test_b_grows_up_to_two_different_spaces_in_the_biome() -> None:
    """Ruling #5."""
    planet = "sprout@f2 small@g2 big@h3 sprout@a4 bush@g3"
    table = evergreen(card="swamp-sprout", planet=planet).do("act action=b")
    assert table.moves() == ["grow space=f2", "grow space=g2", "stop"]
    table.do("grow space=f2")
    assert table.moves() == ["grow space=g2", "stop"]
    assert "used already" in table.refusal("grow space=f2")
    table.do("grow space=g2")
    assert table.planet()["f2"] == "small" and table.planet()["g2"] == "big"
    assert table.may("finish")


def test_b_grows_no_sprout_to_a_big_tree() -> None:
    table = evergreen(card="swamp-sprout", planet="sprout@f2").do("act action=b", "grow space=f2")
    assert table.planet() == {"f2": "small"}
    assert table.may("finish"), "nothing else can grow"


@pytest.mark.parametrize(
    "order", [("grow space=g2", "plant space=f2"), ("plant space=f2", "grow space=g2")]
)
def test_c_plants_and_grows_in_any_order(order: tuple[str, str]) -> None:
    """Ruling #26."""
    table = evergreen(card="swamp-sprout", planet="sprout@g2").do("act action=c", *order)
    assert table.planet() == {"f2": "sprout", "g2": "small"}
    assert table.may("finish")


def test_c_does_not_grow_the_sprout_it_has_planted() -> None:
    table = evergreen(card="swamp-sprout", planet="sprout@g2").do("act action=c", "plant space=f2")
    assert table.moves() == ["grow space=g2", "stop"]
    alone = evergreen(card="swamp-sprout").do("act action=c", "plant space=f2")
    assert alone.may("finish"), "there is nothing else to grow"


def test_c_may_stop_after_one_of_the_two() -> None:
    table = evergreen(card="swamp-sprout", planet="sprout@g2")
    table.do("act action=c", "grow space=g2", "stop", "finish")
    assert 0 not in table.to_act


def test_d_goes_anywhere() -> None:
    table = evergreen(card="swamp-sprout", planet="sprout@a4 small@b4 big@c4").do("act action=d")
    assert spaces(table.moves(), "plant") == [s for s in LAND if s not in ("a4", "b4", "c4")]
    assert spaces(table.moves(), "grow") == ["a4", "b4"]


def test_a_to_c_keep_to_the_biome_of_the_card() -> None:
    for action in "abc":
        table = evergreen(card="swamp-sprout", planet="sprout@a4 sprout@f2").do(
            f"act action={action}"
        )
        touched = spaces(table.moves(), "plant") + spaces(table.moves(), "grow")
        assert touched and set(touched) <= set(SWAMP)
    assert "(R4.2)" in table.refusal("plant space=a5")


def test_a_wild_card_goes_into_several_biomes() -> None:
    table = evergreen(card="wild-bud").do("act action=a")
    assert spaces(table.moves(), "plant") == LAND
    table.do("plant space=c1", "plant space=a5", "plant space=h5", "finish")


def test_d_with_a_wild_card_is_allowed() -> None:
    """Ruling #23."""
    table = evergreen(card="wild-bud", planet="sprout@a4").do("act action=d", "grow space=a4")
    assert table.planet() == {"a4": "small"}


def test_nothing_stands_on_a_crevice() -> None:
    table = evergreen(card="wild-sprout").do("act action=a")
    for space in ("c3", "f3", "c6", "f6"):
        assert not table.may(f"plant space={space}")
        assert "(R4.3)" in table.refusal(f"plant space={space}")


def test_no_tree_becomes_a_sprout() -> None:
    table = evergreen(card="wild-sprout", planet="small@a4 big@b4").do("act action=a")
    assert not table.may("plant space=a4") and not table.may("plant space=b4")


def test_bushes_lakes_and_big_trees_never_grow() -> None:
    planet = "bush@a4 lake@b4 big@c4 sprout@d4"
    table = evergreen(card="wild-bud", planet=planet).do("act action=b")
    assert table.moves() == ["grow space=d4", "stop"]
    assert "does not grow" in table.refusal("grow space=a4")


def test_a_full_planet_lets_the_round_pass() -> None:
    """Ruling #24: no action has an effect, and a bud still scores."""
    full = " ".join(f"big@{space}" for space in LAND)
    for action in "abcd":
        table = evergreen(card="wild-bud", planet=full).do(f"act action={action}")
        assert table.moves() == ["finish", "power"]
    table.do("power", "finish")
    assert table.points() == 3


def test_an_action_without_a_space_is_over_at_once() -> None:
    """Ruling #24."""
    table = evergreen(card="swamp-sprout").do("act action=b")
    assert table.moves() == ["finish", "power"]
