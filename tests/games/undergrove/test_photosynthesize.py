"""Photosynthesize (R9)."""

from __future__ import annotations

from spinney.games.undergrove.pieces import MUSHROOMS
from tests.games.undergrove.stories import undergrove

HAND = "velvet_milkcap king_bolete orange_tooth"


def test_two_carbon_for_nothing() -> None:
    table = undergrove(cubes="").do("photosynthesize")
    assert table.cubes() == "C C" and table.turn == 1


def test_one_more_for_each_nitrogen_paid() -> None:
    table = undergrove(cubes="N N N P")
    assert [m for m in table.moves() if m.startswith("photo")] == [
        "photosynthesize",
        "photosynthesize nitrogen=1",
        "photosynthesize nitrogen=2",
        "photosynthesize nitrogen=3",
    ]
    assert table.do("photosynthesize nitrogen=3").cubes() == "C C C C C P"


def test_all_tokens_are_ready_again() -> None:
    assert undergrove(ready="").do("photosynthesize").ready() == "ring pores gills other"


def test_any_number_of_tiles_may_be_discarded() -> None:
    for number in range(4):
        table = undergrove(hand=HAND, supply="scaly_vase gassy_webcap candy_cap").do(
            "photosynthesize"
        )
        thrown = HAND.split()[:number]
        for kind in thrown:
            table.do(f"discard mushroom={kind}")
        if number < 3:
            table.do("stop")
        assert table.turn == 1 and len(table.hand()) == 3
        assert set(thrown) <= set(table.view(1).discard), "face up (#32)"
        assert not set(thrown) & set(table.hand())


def test_it_can_always_be_done() -> None:
    table = undergrove(cubes="", ready="", plants=[], carbon="")
    assert table.moves() == ["photosynthesize"]


def test_an_empty_supply_takes_the_discards() -> None:
    """#17"""
    table = undergrove(hand="velvet_milkcap", supply="king_bolete")
    assert len(table.view(0).discard) == 46
    table.do("photosynthesize", "stop")
    assert len(table.hand()) == 3 and "king_bolete" in table.hand()
    assert table.view(0).discard == [] and table.view(0).supply == 45


def test_with_nothing_to_draw_the_hand_stays_smaller() -> None:
    """#17"""
    table = undergrove(forest=LONG, hand="velvet_milkcap", others=[{"hand": "king_bolete"}])
    assert table.view(0).supply == 0 and table.view(0).discard == []
    table.do("photosynthesize", "stop")
    assert table.hand() == ["velvet_milkcap"] and table.turn == 1


LONG = " ".join(
    f"{kind}@{n % 8 + 2},{n // 8}"
    for n, kind in enumerate(
        kind for kind in MUSHROOMS[5:] if kind not in ("velvet_milkcap", "king_bolete")
    )
)
