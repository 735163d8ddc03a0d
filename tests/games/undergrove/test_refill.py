"""Earthlover's own ability (R3.4): the forest never stays without carbon."""

from __future__ import annotations

from tests.games.undergrove.stories import undergrove

OUTER = ("pacific_golden_chanterelle", "fly_agaric", "common_deceiver", "painted_suillus")


def test_when_the_last_carbon_is_gone_each_outer_mushroom_gets_one() -> None:
    table = undergrove(carbon="earthlover", ready="ring", cubes="K")
    table.do("absorb source=earthlover mushroom=earthlover corner=ne")
    assert [table.carbon(kind) for kind in OUTER] == [1, 1, 1, 1]
    assert table.carbon("earthlover") == 0 and table.turn == 1


def test_it_waits_for_the_end_of_the_turn() -> None:
    table = undergrove(carbon="earthlover", ready="ring", cubes="K", stone=2)
    table.do("absorb source=earthlover mushroom=earthlover corner=ne")
    assert table.asked == "root" and sum(table.carbon(kind) for kind in OUTER) == 0
    table.do("stop")
    assert sum(table.carbon(kind) for kind in OUTER) == 4


def test_carbon_anywhere_keeps_it_away() -> None:
    """#16: also carbon on Earthlover itself."""
    for left in ("earthlover*2", "earthlover fly_agaric"):
        table = undergrove(carbon=left, ready="ring", cubes="K")
        table.do("absorb source=earthlover mushroom=earthlover corner=ne")
        assert table.carbon("common_deceiver") == 0


def test_it_is_checked_after_every_turn_whatever_was_done() -> None:
    table = undergrove(carbon="").photosynthesize()
    assert [table.carbon(kind) for kind in OUTER] == [1, 1, 1, 1]
