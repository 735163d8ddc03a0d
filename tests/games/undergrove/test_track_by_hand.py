"""The Carbon Track: what its stones give, Bonus tiles, the green spaces, and the end."""

from collections import Counter
from typing import Any

import pytest

from tests.games.undergrove.stories import Table, undergrove

HERE = "absorb source=fly_agaric mushroom=fly_agaric corner=nw"
TWO = ["1,0 earthlover fly_agaric"]


def simple(**keys: Any) -> Table:
    """Exactly what one absorb from the own mushroom costs."""
    keys = {"plants": TWO, "ready": "ring", "cubes": "N"} | keys
    return undergrove(**keys)


def double(mushroom: str, **keys: Any) -> Table:
    """The mushroom lies at 1,-1, with a Root of the Seedling on Earthlover's north-east corner."""
    plants = keys.pop("plants", [f"1,0 earthlover {mushroom}"])
    return undergrove(forest=f"{mushroom}@1,-1", plants=plants, **keys)


# --------------------------------------------------------------------------------- Carbon Track


def test_stone_1_gives_nitrogen() -> None:
    assert simple(stone=0).do(HERE).cubes() == "N"


@pytest.mark.parametrize("stone", [2, 6])
def test_stones_3_and_7_give_a_free_root(stone: int) -> None:
    """Ruling 5: it may be declined."""
    table = simple(stone=stone).do(HERE)
    assert set(table.moves()) == {"root mushroom=pacific_golden_chanterelle corner=se", "stop"}
    table.do("root mushroom=pacific_golden_chanterelle corner=se")
    assert table.turn == 1
    assert Counter(table.plants()[0].split()[1:-1]) == Counter(
        ["earthlover", "fly_agaric", "pacific_golden_chanterelle"]
    )
    table = simple(stone=stone).do(HERE, "stop")
    assert table.plants() == ["1,0 earthlover fly_agaric +1"]


BLOCK = "king_bolete@-1,-1 velvet_milkcap@1,-1 scaly_vase@-1,1 panthercap@1,1"
EIGHTEEN = [
    "1,0 earthlover fly_agaric pacific_golden_chanterelle velvet_milkcap",
    "0,0 earthlover painted_suillus pacific_golden_chanterelle king_bolete",
    "0,1 earthlover painted_suillus common_deceiver scaly_vase",
    "1,1 earthlover fly_agaric common_deceiver panthercap",
    "2,0 velvet_milkcap fly_agaric",
    "-1,2",
]


def test_a_free_root_is_lost_when_all_eighteen_are_placed() -> None:
    """Ruling 5."""
    elsewhere = [{"plants": ["2,2 panthercap"]}]
    table = simple(stone=2, forest=BLOCK, plants=EIGHTEEN, others=elsewhere)
    assert table.view(0).firs[0].roots == 0
    assert table.do(HERE).turn == 1


def test_a_free_root_is_lost_without_a_spot() -> None:
    """Ruling 5."""
    full = ["1,0 earthlover fly_agaric pacific_golden_chanterelle"]
    assert simple(stone=2, plants=full).do(HERE).turn == 1


def test_a_free_root_goes_to_any_own_plant() -> None:
    plants = ["1,0 earthlover fly_agaric", "-1,0 painted_suillus", "0,2 tree common_deceiver"]
    table = simple(stone=2, plants=plants, forest="velvet_milkcap@-1,-1").do(HERE)
    assert set(table.moves()) == {
        "root mushroom=pacific_golden_chanterelle corner=se",
        "root mushroom=velvet_milkcap corner=sw",
        "stop",
    }


def test_stone_5_gives_a_cube_of_choice() -> None:
    table = simple(stone=4).do(HERE)
    assert set(table.moves()) == {"gain n=1", "gain p=1", "gain k=1"}
    assert table.do("gain k=1").cubes() == "K"


def test_stone_8_gives_carbon() -> None:
    table = simple(stone=7).do(HERE)
    assert table.cubes() == "C"
    assert table.turn == 1
    assert table.view(0).ending == 0


@pytest.mark.parametrize("stone, name", [(1, "first"), (3, "second"), (5, "third")])
def test_stones_2_4_and_6_give_a_bonus_tile(stone: int, name: str) -> None:
    """Carbon Track: look at all, keep one, put the others back."""
    stacks = ["one one one", "two two two", "carbon carbon ready"]
    stacks[stone // 2] = "nitrogen ready two"
    table = simple(stone=stone, stacks=tuple(stacks)).do(HERE)
    assert set(table.moves()) == {"keep tile=nitrogen", "keep tile=ready", "keep tile=two"}
    table.do("keep tile=two")
    assert table.bonus() == {name: "two"}
    assert table.view(1).stacks[stone // 2].left == 2


def test_nobody_else_sees_a_bonus_tile() -> None:
    stacks = ("nitrogen ready two", "one one one", "two two carbon")
    seen = []
    for tile in ("nitrogen", "ready", "two"):
        table = simple(stone=1, stacks=stacks).do(HERE, f"keep tile={tile}")
        if table.turn == 0:
            table.do("stop")
        seen.append((table.view(1), table.view(-1)))
    assert seen[0] == seen[1] == seen[2]


def test_the_third_visitor_finds_one_tile() -> None:
    table = undergrove(
        seats=3,
        plants=TWO,
        ready="ring",
        cubes="N",
        stone=1,
        stacks=("ready", "one one one", "two two two"),
        others=[
            {"stone": 2, "bonus": {"first": "nitrogen"}},
            {"stone": 2, "bonus": {"first": "carbon"}},
        ],
    ).do(HERE)
    if table.asked == "keep":
        assert table.moves() == ["keep tile=ready"]
        table.do("keep tile=ready")
    assert table.bonus() == {"first": "ready"}


@pytest.mark.parametrize(
    "tile, cubes", [("nitrogen", "N"), ("phosphorus", "P"), ("potassium", "K"), ("carbon", "C")]
)
def test_a_bonus_cube_is_taken_in_the_own_turn(tile: str, cubes: str) -> None:
    """Ruling 2: before the action, and once."""
    table = undergrove(cubes="", bonus={"first": tile}).do("bonus stone=first")
    assert table.cubes() == cubes
    assert table.turn == 0
    assert not table.may("bonus stone=first")
    assert table.bonus() == {}


def test_a_bonus_readies_all_tokens() -> None:
    table = undergrove(ready="", bonus={"second": "ready"}).do("bonus stone=second")
    assert set(table.ready().split()) == {"ring", "pores", "gills", "other"}


@pytest.mark.parametrize("tile", ["one", "two"])
def test_bonus_points_wait_for_the_end(tile: str) -> None:
    assert not undergrove(bonus={"first": tile}).may("bonus stone=first")


def test_a_bonus_may_be_played_after_the_action() -> None:
    table = undergrove(cubes="", bonus={"first": "carbon"}).do("photosynthesize")
    assert table.turn == 0
    table.do("bonus stone=first")
    assert table.cubes() == "C C C"


def test_a_bonus_may_be_played_in_the_middle_of_paying() -> None:
    """Ruling 2: a cube that comes in time to pay with."""
    table = undergrove(
        cubes="N P", ready="ring pores", carbon="common_deceiver", bonus={"first": "potassium"}
    )
    table.do("absorb source=common_deceiver mushroom=earthlover corner=ne")
    table.do("bonus stone=first")
    assert "K" in table.cubes()
    assert table.may("pay")


def test_a_bonus_is_not_played_in_somebody_elses_turn() -> None:
    table = undergrove(others=[{"bonus": {"first": "nitrogen"}}])
    assert not any(move.startswith("bonus") for move in table.moves())


@pytest.mark.parametrize("stone", range(8))
def test_absorbing_twice_in_a_turn_is_one_stone(stone: int) -> None:
    table = double("western_matsutake", ready="ring", cubes="C C K", stone=stone)
    table.do("activate mushroom=western_matsutake")
    absorb = "absorb source=western_matsutake mushroom=western_matsutake corner=sw"
    table.do(absorb, absorb)
    assert table.stone() == stone + 1


# ---------------------------------------------------------------------------- the green spaces


def reach(**keys: Any) -> Table:
    return simple(stone=8, **keys).do(HERE)


def test_past_stone_8_one_of_five_spaces_is_taken() -> None:
    assert set(reach().moves()) == {
        "claim space=root",
        "claim space=mix",
        "claim space=carbon",
        "claim space=ready",
        "claim space=points",
    }


def test_the_spaces_are_taken_once_each() -> None:
    table = reach(others=[{"space": "mix", "stone": 9}], ending=1)
    assert not table.may("claim space=mix")
    assert len(table.moves()) == 4


def test_the_space_of_carbon() -> None:
    assert reach().do("claim space=carbon").cubes() == "C C C"


def test_the_space_of_carbon_and_two_cubes() -> None:
    table = reach().do("claim space=mix", "gain p=1 k=1")
    assert table.cubes() == "C P K"


def test_the_space_of_a_root() -> None:
    table = reach().do("claim space=root")
    table.do("root mushroom=pacific_golden_chanterelle corner=se")
    assert "pacific_golden_chanterelle" in table.plants()[0]


@pytest.mark.parametrize("declined", [False, True])
def test_the_space_of_a_ready_token_and_a_cube(declined: bool) -> None:
    """Ruling 30: the token may be left used."""
    table = reach().do("claim space=ready")
    while table.turn == 0:
        if table.may("gain n=1"):
            table.do("gain n=1")
        else:
            table.do("stop" if declined else "ready token=gills")
    assert table.cubes() == "N"
    assert table.ready() == ("" if declined else "gills")


def test_the_space_of_two_points() -> None:
    before = simple(stone=8)
    table = reach().do("claim space=points")
    # the carbon scores the Root on Fly Agaric; the cube spent leaves nothing over
    assert table.points(0) - before.points(0) == 2 + 3


def test_after_the_end_the_disc_stays() -> None:
    """Carbon Track: whoever has a green space moves no more."""
    table = simple(stone=9, space="carbon", ending=1).do(HERE)
    assert table.stone() == 9
    assert table.turn == 1 or table.over
    assert table.cubes() == ""


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("starter", [0, 1])
def test_the_round_is_finished_and_then_each_has_one_more_turn(seats: int, starter: int) -> None:
    """Game End, ruling 18: for every place of the trigger in the turn order."""
    for place in range(seats):
        seat = (starter + place) % seats
        me: dict[str, Any] = {"ready": "ring", "cubes": "N", "stone": 8}
        homes = ["1,0 earthlover fly_agaric", "0,1 earthlover", "0,0 earthlover", "1,1 earthlover"]
        swap = homes[1 : seat + 1] + homes[:1] + homes[seat + 1 :]
        given: list[dict[str, Any]] = [
            {"plants": [swap[other]], **(me if other == seat else {})} for other in range(seats)
        ]
        table = undergrove(seats=seats, starter=starter, turn=seat, others=given[1:], **given[0])
        table.do(HERE, "claim space=points")
        turns = [0] * seats
        while not table.over:
            turns[table.turn] += 1
            table.photosynthesize()
        expected = [1] * seats
        for late in range(place + 1, seats):
            expected[(starter + late) % seats] += 1
        assert turns == expected
