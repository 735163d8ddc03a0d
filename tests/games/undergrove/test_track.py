"""The Carbon Track (R6): stones, Bonus tiles, green spaces."""

from __future__ import annotations

from typing import Any

from tests.games.undergrove.stories import Table, undergrove

AT_HOME = "absorb source=earthlover mushroom=earthlover corner=ne"


def absorbing(stone: int, **more: Any) -> Table:
    """Seat 0 stands on a stone and absorbs in the one way it can."""
    start: dict[str, Any] = dict(carbon="earthlover*2", ready="ring", cubes="K", stone=stone)
    return undergrove(**{**start, **more}).do(AT_HOME)


def test_the_first_stone_gives_nitrogen() -> None:
    assert absorbing(0).cubes() == "N"


def test_the_fifth_stone_gives_a_cube_of_choice() -> None:
    table = absorbing(4)
    assert table.moves() == ["gain n=1", "gain p=1", "gain k=1"]
    assert table.do("gain p=1").cubes() == "P"


def test_the_eighth_stone_gives_carbon() -> None:
    assert absorbing(7).cubes() == "C"


def test_stones_three_and_seven_give_a_free_root() -> None:
    for stone in (2, 6):
        table = absorbing(stone)
        assert table.asked == "root"
        table.do("root mushroom=fly_agaric corner=nw")
        assert table.plants() == ["1,0 earthlover fly_agaric +1"] and table.turn == 1


def test_the_free_root_may_be_declined_and_is_lost_where_there_is_no_place() -> None:
    """#5"""
    table = absorbing(2).do("stop")
    assert table.turn == 1 and table.state.fir(0).roots == 17
    full = absorbing(2, plants=["1,0 earthlover fly_agaric pacific_golden_chanterelle"])
    assert full.turn == 1, "its three mushrooms all have a Root"


def test_a_turn_without_absorbing_is_no_step() -> None:
    table = undergrove().photosynthesize()
    assert table.stone() == 0


def test_two_carbon_are_one_step() -> None:
    table = undergrove(
        forest="woolly_owl_eyes@1,-1", plants=["1,0 woolly_owl_eyes"], cubes="C C N", ready="pores"
    )
    table.do("activate mushroom=woolly_owl_eyes")
    for _ in range(2):
        table.do("absorb source=woolly_owl_eyes mushroom=woolly_owl_eyes corner=sw")
    assert table.stone() == 1


# -------------------------------------------------------------------------------------- Bonus tiles
STACKS = ("two nitrogen ready", "one potassium carbon", "one two phosphorus")


def test_whoever_comes_first_chooses_among_three() -> None:
    table = absorbing(1, stacks=STACKS, supply="")
    assert table.moves() == ["keep tile=nitrogen", "keep tile=ready", "keep tile=two"]
    table.do("keep tile=two")
    assert table.bonus() == {"first": "two"}
    assert [b.tile for b in table.view(1).firs[0].bonus] == [""], "the others do not see which"
    assert table.view(0).stacks[0].seen == ["nitrogen", "ready"]
    assert table.view(1).stacks[0].seen == []


def test_the_last_to_come_finds_one_tile_and_is_not_asked() -> None:
    table = absorbing(
        1,
        seats=3,
        stacks=("two", "one potassium carbon", "one one phosphorus"),
        others=[
            {"stone": 2, "bonus": {"first": "nitrogen"}},
            {"stone": 2, "bonus": {"first": "ready"}},
        ],
    )
    assert table.bonus() == {"first": "two"}


def test_a_tile_is_played_at_any_moment_of_the_turn() -> None:
    """#2: before the action, while paying, after it."""
    bonus = {"first": "nitrogen", "second": "carbon", "third": "potassium"}
    table = undergrove(stone=6, bonus=bonus, carbon="earthlover", cubes="N P", ready="ring")
    table.do("bonus stone=second")
    assert table.cubes() == "C N P" and table.asked == "action"
    table.do(AT_HOME)
    assert table.asked == "pay"
    table.do("bonus stone=third")
    assert table.moves()[-2:] == ["pay part=k", "bonus stone=first"]
    table.do("pay part=k", "stop")  # the seventh stone's Root, declined
    assert table.asked == "end"
    table.do("bonus stone=first")
    assert table.turn == 1 and table.cubes() == "C N N P"


def test_a_tile_for_points_is_not_played() -> None:
    assert not undergrove(stone=2, bonus={"first": "two"}).may("bonus")


def test_a_tile_is_not_played_in_somebody_else_s_turn() -> None:
    table = undergrove(turn=1, stone=2, bonus={"first": "nitrogen"})
    assert not table.may("bonus")


def test_the_ready_tile_readies_all_tokens() -> None:
    table = undergrove(stone=2, bonus={"first": "ready"}, ready="").do("bonus stone=first")
    assert table.ready() == "ring pores gills other"


def test_whoever_holds_a_tile_is_asked_when_the_turn_is_over_whatever_it_is() -> None:
    """#35"""
    for tile in ("two", "carbon"):
        table = undergrove(stone=2, bonus={"first": tile}).do("photosynthesize")
        assert table.asked == "end"
    assert undergrove().do("photosynthesize").turn == 1


def test_a_tile_that_was_played_lies_open() -> None:
    table = undergrove(stone=2, bonus={"first": "nitrogen"}).do("bonus stone=first")
    assert [(b.tile, b.played) for b in table.view(1).firs[0].bonus] == [("nitrogen", True)]
    assert not table.may("bonus")


# ------------------------------------------------------------------------------------- green spaces
def test_beyond_the_last_stone_a_green_space_is_chosen() -> None:
    table = absorbing(8)
    assert table.moves() == [
        "claim space=root",
        "claim space=mix",
        "claim space=carbon",
        "claim space=ready",
        "claim space=points",
    ]
    assert table.stone() == 9 and table.view(0).ending == 1


def test_what_the_green_spaces_give() -> None:
    assert absorbing(8).do("claim space=carbon").cubes() == "C C C"
    assert absorbing(8).do("claim space=mix", "gain n=1 k=1").cubes() == "C N K"
    ready = absorbing(8).do("claim space=ready", "ready token=gills", "gain p=1")
    assert ready.cubes() == "P" and ready.ready() == "gills"
    root = absorbing(8).do("claim space=root", "root mushroom=fly_agaric corner=nw")
    assert root.plants() == ["1,0 earthlover fly_agaric +1"]
    table = absorbing(8)
    before = table.points()
    assert table.do("claim space=points").points() == before + 2


def test_readying_one_may_be_declined() -> None:
    """#30"""
    table = absorbing(8).do("claim space=ready", "stop", "gain n=1")
    assert table.ready() == "" and table.view(0).spaces == [-1, -1, -1, 0, -1]


def test_a_space_is_taken_once() -> None:
    table = absorbing(8, others=[{"stone": 9, "space": "carbon"}])
    assert not table.may("claim space=carbon") and table.may("claim space=mix")


def test_whoever_is_beyond_stays_there() -> None:
    table = absorbing(9, space="mix", ending=1)
    assert table.stone() == 9 and table.turn == 1 and table.cubes() == ""
