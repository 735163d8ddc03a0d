"""Set-up (R2, R13.1, R14) and starting positions."""

from __future__ import annotations

import pytest

from spinney.core.packed import total
from spinney.games.undergrove.components import BOX
from spinney.games.undergrove.pieces import GOALS
from tests.games.undergrove.stories import new_game


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_everybody_starts_alike(seats: int) -> None:
    table = new_game(seats)
    seen = table.view(0)
    for seat in range(seats):
        fir = seen.firs[seat]
        assert (fir.c, fir.n, fir.p, fir.k) == (4, 2, 2, 2)
        assert len(fir.ready) == 4 and fir.tiles == 3 and fir.stone == 0
        assert (fir.seedlings, fir.roots, fir.trees) == (6, 18, 4)
    assert {m.kind: m.carbon for m in seen.forest} == {
        "earthlover": 0,
        "pacific_golden_chanterelle": 1,
        "fly_agaric": 1,
        "common_deceiver": 1,
        "painted_suillus": 1,
    }
    assert seen.supply == 48 - 3 * seats and len(seen.goals) == 3


@pytest.mark.parametrize(("seats", "each", "unused"), [(1, 3, 7), (2, 3, 7), (3, 3, 7), (4, 4, 4)])
def test_bonus_tiles_on_three_stones(seats: int, each: int, unused: int) -> None:
    table = new_game(seats)
    assert [total(stack) for stack in table.state.stacks] == [each, each, each, unused]


def test_outer_mushrooms_lie_by_the_compass() -> None:
    assert new_game(2).forest() == {
        "earthlover": (0, 0),
        "pacific_golden_chanterelle": (0, -1),
        "fly_agaric": (1, 0),
        "common_deceiver": (0, 1),
        "painted_suillus": (-1, 0),
    }


def test_corners_are_chosen_in_turn_order() -> None:
    table = new_game(4)
    assert len(table.moves()) == 4
    table.do("settle corner=ne")
    assert table.turn == 1 and not table.may("settle corner=ne")
    table.do("settle corner=sw", "settle corner=nw")
    assert table.moves() == ["settle corner=se"]
    table.do("settle corner=se")
    assert table.turn == 0 and table.asked == "action"
    assert [table.plants(seat) for seat in range(4)] == [
        ["1,0 earthlover"],
        ["0,1 earthlover"],
        ["0,0 earthlover"],
        ["1,1 earthlover"],
    ]
    assert table.view(0).blocked == []


def test_with_two_or_three_players_the_other_corners_are_closed() -> None:
    two = new_game(2).do("settle corner=ne", "settle corner=sw")
    assert two.view(0).blocked == ["nw", "se"]
    three = new_game(3).do("settle corner=ne", "settle corner=sw", "settle corner=se")
    assert three.view(0).blocked == ["nw"]


def test_alone_the_other_corners_stay_open() -> None:
    """#25"""
    table = new_game(1).do("settle corner=ne")
    assert table.view(0).blocked == []


def test_hands_are_hidden() -> None:
    table = new_game(3)
    assert len(table.view(1).firs[1].hand) == 3
    assert table.view(1).firs[0].hand == table.view(-1).firs[1].hand == []


def test_three_cards_each_with_one_side() -> None:
    """Two sides of one card are never there together; both sides are dealt."""
    sides = set()
    for seed in range(150):
        goals = new_game(2, seed).view(0).goals
        assert len({goal.card for goal in goals}) == 3
        sides |= {(goal.card, goal.side) for goal in goals}
    assert sides == {(card, side) for card in GOALS[:8] for side in "ab"}


def test_the_whispering_woods_add_two_cards() -> None:
    cards = {g.card for seed in range(60) for g in new_game(2, seed, whispering=True).view(0).goals}
    assert cards == set(GOALS)


def test_alone_no_goal_compares_players() -> None:
    """#25: of Red Vole, Banana Slug and Douglas Squirrel both sides stay in."""
    sides = set()
    for seed in range(120):
        for goal in new_game(1, seed).view(0).goals:
            assert not BOX.goals[goal.card].side(goal.side).ranks
            sides.add(goal.card + goal.side)
    assert len(sides) == 9


def test_quick_sprout_gives_known_hands_and_goals() -> None:
    table = new_game(4, sprout=True)
    assert [sorted(table.hand(seat)) for seat in range(4)] == [
        ["dead_mans_foot", "king_bolete", "woodland_lepidella"],
        ["peppery_bolete", "sunshine_amanita", "velvet_milkcap"],
        ["gooseberry_russula", "rehms_haircup", "zellers_bolete"],
        ["blood_red_webcap", "red_cracking_bolete", "vermilion_waxcap"],
    ]
    assert [(g.card, g.side) for g in table.view(0).goals] == [
        ("silver_haired_bat", "a"),
        ("whiskey_jack", "a"),
        ("red_vole", "a"),
    ]
    assert table.view(0).supply == 36


def test_the_numbered_tiles_go_to_the_first_player_first() -> None:
    for seed in range(20):
        table = new_game(3, seed, sprout=True, starter="drawn")
        if table.view(0).starter == 1:
            assert "king_bolete" in table.hand(1) and "peppery_bolete" in table.hand(2)
            return
    raise AssertionError("seat 1 never began")


def test_a_drawn_starter_settles_and_plays_first() -> None:
    starters = {new_game(4, seed, starter="drawn").turn for seed in range(40)}
    assert starters == {0, 1, 2, 3}


def test_the_same_seed_is_the_same_game() -> None:
    assert new_game(3, 5).view(2) == new_game(3, 5).view(2)
    assert new_game(3, 5).view(2) != new_game(3, 6).view(2)
