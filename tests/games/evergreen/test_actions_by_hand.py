"""Actions and powers of a round: what is allowed, in which order, and how far the tracks move."""

from typing import Any

import pytest

from tests.games.evergreen.plain import spaces
from tests.games.evergreen.stories import Table, evergreen


def named(biome: str = "") -> set[str]:
    """The spaces of a biome, or all of them, by their names."""
    return {"abcdefgh"[column] + str(row + 1) for row, column in spaces(biome)}


def garden(card: str, planet: str = "", **keys: Any) -> Table:
    """Seat 0 with this card, seat 1 with another."""
    other = "wild-bud" if card != "wild-bud" else "wild-lake"
    return evergreen(card=card, planet=planet, others=[{"card": other}], **keys)


def offered(table: Table, verb: str) -> set[str]:
    """The spaces a verb is offered for."""
    return {move.split("space=")[1] for move in table.moves(0) if move.startswith(f"{verb} space=")}


def test_action_a_plants_up_to_three_sprouts_in_the_biome() -> None:
    """Actions: A."""
    table = garden("swamp-bud").do("act action=a", seat=0)
    assert offered(table, "plant") == named("swamp")
    assert offered(table, "grow") == set()
    table.do("plant space=f2", "plant space=g2", "plant space=h4", seat=0)
    assert table.planet() == {"f2": "sprout", "g2": "sprout", "h4": "sprout"}
    assert offered(table, "plant") == set()


@pytest.mark.parametrize("sprouts", [0, 1, 2])
def test_action_a_may_plant_fewer(sprouts: int) -> None:
    """Ruling R1: none at all is a pass."""
    table = garden("swamp-bud").do("act action=a", seat=0)
    for space in ["f2", "g2"][:sprouts]:
        table.do(f"plant space={space}", seat=0)
    table.do("stop", seat=0)
    assert len(table.planet()) == sprouts
    assert offered(table, "plant") == set()


def test_a_sprout_needs_an_empty_space() -> None:
    table = garden("swamp-bud", "sprout@f2 small@g2 big@g3 bush@h3 lake@h4").do(
        "act action=a", seat=0
    )
    assert offered(table, "plant") == {"e4", "f4", "g4"}


def test_action_b_grows_two_different_spaces_of_the_biome() -> None:
    """Actions: B, the same space never twice."""
    table = garden("swamp-bud", "sprout@f2 small@g2 sprout@h4 sprout@c1").do("act action=b", seat=0)
    assert offered(table, "grow") == {"f2", "g2", "h4"}
    assert offered(table, "plant") == set()
    table.do("grow space=f2", seat=0)
    assert offered(table, "grow") == {"g2", "h4"}
    table.do("grow space=g2", seat=0)
    assert table.planet() == {"f2": "small", "g2": "big", "h4": "sprout", "c1": "sprout"}
    assert offered(table, "grow") == set()


def test_action_b_does_not_grow_one_sprout_twice() -> None:
    table = garden("swamp-bud", "sprout@f2").do("act action=b", "grow space=f2", seat=0)
    assert table.planet() == {"f2": "small"}
    assert offered(table, "grow") == set()


def test_only_sprouts_and_small_trees_grow() -> None:
    """Generic Growth: neither big trees, nor bushes, nor lakes."""
    table = garden("wild-bud", "sprout@a4 small@b4 big@c4 bush@d4 lake@e4").do(
        "act action=b", seat=0
    )
    assert offered(table, "grow") == {"a4", "b4"}


def test_action_c_plants_one_and_grows_another() -> None:
    """Actions: C, plant first."""
    table = garden("swamp-bud", "sprout@f2").do("act action=c", "plant space=g2", seat=0)
    assert offered(table, "plant") == set()
    assert offered(table, "grow") == {"f2"}
    table.do("grow space=f2", seat=0)
    assert table.planet() == {"f2": "small", "g2": "sprout"}
    assert offered(table, "grow") == offered(table, "plant") == set()


def test_action_c_may_grow_first() -> None:
    table = garden("swamp-bud", "small@f2").do("act action=c", "grow space=f2", seat=0)
    assert offered(table, "grow") == set()
    assert offered(table, "plant") == named("swamp") - {"f2"}
    table.do("plant space=e4", seat=0)
    assert table.planet() == {"f2": "big", "e4": "sprout"}


def test_action_c_does_not_grow_the_sprout_it_planted() -> None:
    table = garden("swamp-bud").do("act action=c", "plant space=g2", seat=0)
    assert offered(table, "grow") == set()
    assert table.planet() == {"g2": "sprout"}


def test_action_c_may_be_half_used() -> None:
    """Up to one of each."""
    table = garden("swamp-bud", "sprout@f2").do("act action=c", "plant space=g2", "stop", seat=0)
    assert table.planet() == {"f2": "sprout", "g2": "sprout"}


def test_action_d_ignores_the_biome() -> None:
    """Actions: D, one effect on any space."""
    table = garden("swamp-bud", "sprout@a4 small@c1 big@d4").do("act action=d", seat=0)
    assert offered(table, "plant") == named() - {"a4", "c1", "d4"}
    assert offered(table, "grow") == {"a4", "c1"}
    table.do("grow space=c1", seat=0)
    assert table.planet()["c1"] == "big"
    assert offered(table, "plant") == offered(table, "grow") == set()


def test_action_d_is_exactly_one_effect() -> None:
    """Ruling R1."""
    assert not garden("swamp-bud").do("act action=d", seat=0).may("stop", 0)


@pytest.mark.parametrize("action", "abc")
def test_actions_a_to_c_keep_to_the_biome_of_the_card(action: str) -> None:
    everywhere = " ".join(f"sprout@{space}" for space in sorted(named()) if space > "b")
    table = garden("rock-bud", everywhere).do(f"act action={action}", seat=0)
    assert offered(table, "plant") <= named("rock")
    assert offered(table, "grow") <= named("rock")


@pytest.mark.parametrize("biome", ["snow", "swamp", "rock", "flowers", "wheat", "grassland"])
def test_each_biome_has_eight_spaces(biome: str) -> None:
    table = garden(f"{biome}-bud").do("act action=a", seat=0)
    assert offered(table, "plant") == named(biome)
    assert len(named(biome)) == 8


def test_a_wild_card_acts_in_several_biomes_at_once() -> None:
    """Wild: each single effect anywhere."""
    table = garden("wild-bud").do("act action=a", seat=0)
    assert offered(table, "plant") == named()
    table.do("plant space=c1", "plant space=a5", "plant space=f8", seat=0)
    assert set(table.planet()) == {"c1", "a5", "f8"}


def test_one_action_a_round() -> None:
    table = garden("swamp-bud").do("act action=a", "stop", seat=0)
    assert not any(move.startswith("act") for move in table.moves(0))


def test_the_action_is_no_choice() -> None:
    """You must perform 1 Action each round."""
    table = garden("swamp-bud")
    assert not table.may("finish", 0)
    table.do("power", seat=0)
    assert not table.may("finish", 0)


def test_the_power_is_a_choice() -> None:
    """Ruling R2: a power not used is not upgraded."""
    table = garden("swamp-sprout").do("act action=a", "stop", seat=0)
    assert table.may("finish", 0)
    table.do("finish", seat=0)
    assert table.level("sprout") == 0


def test_the_power_is_upgraded_before_it_is_used() -> None:
    """Activate your Power: the first use of Plant Sprout gives 2."""
    table = garden("snow-sprout").do("power", seat=0)
    assert table.level("sprout") == 1
    assert offered(table, "plant") == named()
    table.do("plant space=a4", "plant space=h5", seat=0)
    assert offered(table, "plant") == set()
    assert table.planet() == {"a4": "sprout", "h5": "sprout"}


@pytest.mark.parametrize(
    "power, values",
    [
        ("sprout", [2, 3, 4, 4]),
        ("bush", [1, 2, 3, 3]),
        ("small", [1, 2, 3, 3]),
        ("big", [1, 2, 3, 3]),
    ],
)
def test_how_often_a_power_is_used_at_each_level(power: str, values: list[int]) -> None:
    """On the last space of its track the marker stays, and the power works all the same."""
    planet = {
        "sprout": "",
        "bush": "",
        "small": "sprout@a4 sprout@b4 sprout@c4 sprout@d4 sprout@e4",
        "big": "small@a4 small@b4 small@c4 small@d4 small@e4",
    }[power]
    verb = {"sprout": "plant", "bush": "bush"}.get(power, "grow")
    for level, value in enumerate(values):
        table = garden(f"snow-{power}", planet, levels=f"{power}={level}").do("power", seat=0)
        assert table.level(power) == min(level + 1, 3)
        used = 0
        while spots := sorted(offered(table, verb)):
            table.do(f"{verb} space={spots[0]}", seat=0)
            used += 1
        assert used == value


@pytest.mark.parametrize("level, points", [(0, 3), (1, 6), (2, 9), (3, 9)])
def test_buds_are_points_at_once(level: int, points: int) -> None:
    """Bud: as many as the marker shows after the upgrade, on the last space too."""
    table = garden("snow-bud", levels=f"bud={level}", start=1).do("power", seat=0)
    assert table.points(0) == 1 + points
    assert table.level("bud") == min(level + 1, 3)
    assert table.planet() == {}


def test_a_power_is_used_once_a_round() -> None:
    table = garden("swamp-bud").do("power", seat=0)
    assert not table.may("power", 0)
    table.do("act action=a", "stop", seat=0)
    assert not table.may("power", 0)


def test_a_power_may_be_used_less_often_but_once() -> None:
    """Ruling R3: 1 or more times."""
    table = garden("snow-sprout").do("power", seat=0)
    assert not table.may("stop", 0)
    table.do("plant space=a4", seat=0)
    assert table.may("stop", 0)
    table.do("stop", seat=0)
    assert table.planet() == {"a4": "sprout"}
    assert offered(table, "plant") == set()


@pytest.mark.parametrize("power", ["small", "big"])
def test_a_power_without_a_target_is_still_upgraded(power: str) -> None:
    """Ruling R3: small trees need sprouts, big trees need small trees."""
    table = garden(f"flowers-{power}", "bush@a4 lake@b4 big@c4").do("power", seat=0)
    assert table.level(power) == 1
    assert table.planet() == {"a4": "bush", "b4": "lake", "c4": "big"}
    assert table.may("act action=a", 0)


def test_small_tree_growth_grows_sprouts_only() -> None:
    table = garden("snow-small", "sprout@a4 small@b4", levels="small=2").do("power", seat=0)
    assert offered(table, "grow") == {"a4"}
    table.do("grow space=a4", seat=0)
    assert table.planet() == {"a4": "small", "b4": "small"}
    assert offered(table, "grow") == set()


def test_big_tree_growth_grows_small_trees_only() -> None:
    table = garden("rock-big", "sprout@a4 small@b4", levels="big=2").do("power", seat=0)
    assert offered(table, "grow") == {"b4"}
    table.do("grow space=b4", seat=0)
    assert table.planet() == {"a4": "sprout", "b4": "big"}


def test_a_bush_takes_an_empty_space_and_never_grows() -> None:
    table = garden("snow-bush", "sprout@a4 lake@b4").do("power", seat=0)
    assert offered(table, "bush") == named() - {"a4", "b4"}
    table.do("bush space=c1", "act action=b", seat=0)
    assert "c1" not in offered(table, "grow")


def test_nothing_is_placed_in_a_crevice() -> None:
    """Crevices: c3, f3, c6 and f6."""
    assert not named() & {"c3", "f3", "c6", "f6"}
    for card, verb in [("wild-sprout", "plant"), ("wild-bush", "bush"), ("wild-lake", "lake")]:
        assert offered(garden(card).do("power", seat=0), verb) == named()


def test_a_power_may_not_interrupt_an_action() -> None:
    """Ruling R4."""
    table = garden("swamp-sprout", "sprout@f2 sprout@g2").do("act action=b", seat=0)
    assert not table.may("power", 0)
    table.do("grow space=f2", seat=0)
    assert not table.may("power", 0)
    table.do("grow space=g2", seat=0)
    assert table.may("power", 0)


def test_an_action_may_not_interrupt_a_power() -> None:
    table = garden("swamp-sprout").do("power", "plant space=f2", seat=0)
    assert not any(move.startswith("act") for move in table.moves(0))


def test_the_action_may_go_on_where_the_power_was() -> None:
    """Remember: the same space may be used by both."""
    table = garden("swamp-sprout").do("power", "plant space=f2", "stop", seat=0)
    table.do("act action=b", "grow space=f2", seat=0)
    assert table.planet() == {"f2": "small"}


def test_the_power_may_go_on_where_the_action_was() -> None:
    table = garden("swamp-small").do("act action=a", "plant space=f2", "stop", seat=0)
    table.do("power", "grow space=f2", seat=0)
    assert table.planet() == {"f2": "small"}
    table = garden("swamp-big", "sprout@f2").do("act action=b", "grow space=f2", seat=0)
    table.do("power", "grow space=f2", seat=0)
    assert table.planet() == {"f2": "big"}


def test_daisys_round() -> None:
    """Swamp with Plant Sprout: two sprouts anywhere, then action B in the swamp."""
    table = garden("swamp-sprout", "sprout@g3 small@h4").do("power", seat=0)
    table.do("plant space=a5", "plant space=c1", seat=0)
    table.do("act action=b", "grow space=g3", "grow space=h4", seat=0)
    assert table.planet() == {"a5": "sprout", "c1": "sprout", "g3": "small", "h4": "big"}
    assert table.level("sprout") == 1


def test_olivers_round() -> None:
    """Wheat with Place Lake: three sprouts, then a lake that grows what is left and right of it."""
    table = garden("wheat-lake", "sprout@d5").do("act action=a", seat=0)
    table.do("plant space=f5", "plant space=g5", "plant space=g6", "power", "lake space=e5", seat=0)
    assert offered(table, "grow") == {"d5", "f5"}
    table.do("grow space=d5", "grow space=f5", seat=0)
    assert table.planet() == {
        "d5": "small",
        "e5": "lake",
        "f5": "small",
        "g5": "sprout",
        "g6": "sprout",
    }
    assert table.level("lake") == 1


@pytest.mark.parametrize("growths", [0, 1, 2])
def test_a_lake_grows_up_to_two_neighbours(growths: int) -> None:
    """Ruling R7: none is allowed."""
    planet = "sprout@c4 small@e4 sprout@d3 small@d5 sprout@e5"
    table = garden("snow-lake", planet).do("power", "lake space=d4", seat=0)
    assert offered(table, "grow") == {"c4", "e4", "d3", "d5"}
    for space in ["c4", "e4"][:growths]:
        table.do(f"grow space={space}", seat=0)
    if growths < 2:
        table.do("stop", seat=0)
    assert offered(table, "grow") == set()
    grown = table.planet()
    assert grown["c4"] == ("small" if growths > 0 else "sprout")
    assert grown["e4"] == ("big" if growths > 1 else "small")


def test_a_lake_does_not_grow_one_neighbour_twice() -> None:
    """Ruling R5: two different spaces."""
    table = garden("snow-lake", "sprout@c4").do("power", "lake space=d4", "grow space=c4", seat=0)
    assert offered(table, "grow") == set()
    assert table.planet() == {"c4": "small", "d4": "lake"}


def test_a_lake_reaches_no_further_than_its_four_neighbours() -> None:
    """Orthogonally adjacent, never aslant, over a crevice or round the planet."""
    table = garden("snow-lake", "sprout@a4 sprout@d3 sprout@c5 sprout@b2 sprout@h4")
    table.do("power", "lake space=b3", seat=0)
    assert offered(table, "grow") == {"b2"}


def test_a_lake_without_neighbours_is_placed_all_the_same() -> None:
    table = garden("snow-lake").do("power", "lake space=d4", seat=0)
    assert table.planet() == {"d4": "lake"}
    assert offered(table, "grow") == set()
    assert table.may("act action=a", 0)


@pytest.mark.parametrize("level, lakes", [(0, 1), (1, 1), (2, 2), (3, 2)])
def test_lakes_at_each_level(level: int, lakes: int) -> None:
    table = garden("snow-lake", levels=f"lake={level}").do("power", seat=0)
    placed = 0
    while spots := sorted(offered(table, "lake")):
        table.do(f"lake space={spots[0]}", seat=0)
        placed += 1
    assert placed == lakes


def test_two_lakes_of_one_power_may_grow_a_sprout_into_a_big_tree() -> None:
    """Rulings R5 and R6: each lake is finished before the next is placed."""
    table = garden("snow-lake", "sprout@c4 sprout@a4", levels="lake=2").do("power", seat=0)
    table.do("lake space=b4", seat=0)
    assert offered(table, "lake") == set()
    table.do("grow space=c4", "stop", "lake space=d4", "grow space=c4", seat=0)
    assert table.planet() == {"a4": "sprout", "b4": "lake", "c4": "big", "d4": "lake"}


def test_a_lake_takes_an_empty_space() -> None:
    table = garden("snow-lake", "sprout@c4 small@d4 bush@e4").do("power", seat=0)
    assert offered(table, "lake") == named() - {"c4", "d4", "e4"}


def test_a_full_planet_lets_the_round_pass() -> None:
    """Ruling R24: the power may still be Bud."""
    full = " ".join(f"big@{space}" for space in named())
    table = garden("snow-bud", full).do("power", seat=0)
    assert table.points(0) == 3
    action = next(move for move in table.moves(0) if move.startswith("act"))
    table.do(action, seat=0)
    if table.may("stop", 0):
        table.do("stop", seat=0)
    table.do("finish", seat=0)
    assert 0 not in table.to_act


def test_everybody_acts_at_the_same_time() -> None:
    """Actions and Powers: in any order of the seats."""
    table = evergreen(card="swamp-bud", others=[{"card": "rock-bud"}])
    assert table.to_act == [0, 1]
    table.do("act action=a", "plant space=a4", seat=1)
    table.do("act action=a", "plant space=f2", seat=0)
    table.do("plant space=b4", "stop", "finish", seat=1)
    assert table.to_act == [0]
    assert table.acting
    assert table.planet(0) == {"f2": "sprout"}
    assert table.planet(1) == {"a4": "sprout", "b4": "sprout"}
    assert table.moves(1) == []


def test_each_has_the_biome_and_the_power_of_the_own_card() -> None:
    table = evergreen(card="swamp-sprout", others=[{"card": "rock-bush"}])
    table.do("power", "bush space=h4", seat=1)
    assert (table.level("bush", 1), table.level("sprout", 1)) == (1, 0)
    assert (table.level("bush", 0), table.level("sprout", 0)) == (0, 0)
    table.do("act action=a", seat=1)
    assert not table.may("plant space=f2", 1)
    assert table.may("plant space=a4", 1)
