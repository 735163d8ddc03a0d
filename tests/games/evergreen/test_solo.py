"""R10: alone against a rival that only drafts."""

from __future__ import annotations

import pytest

from tests.games.evergreen.stories import Table, evergreen, new_game


def rivals_pick(pool: str, zone: str = "", flipped: str = "") -> str:
    """What the rival takes as first player."""
    return evergreen(seats=1, first=1, pool=pool, zone=zone, flipped=flipped).rival_card


def test_who_begins_is_drawn_and_decides_the_start_points() -> None:
    """Ruling #15."""
    begins = set()
    for seed in range(20):
        table = new_game(seed, 1)
        begins.add(table.first)
        assert table.points() == (1 if table.rival_card else 0)
    assert begins == {0, 1}


@pytest.mark.parametrize(
    ("pool", "zone", "taken"),
    [
        ("snow-sprout wild-bud swamp-bud", "", "wild-bud"),
        ("wild-lake wild-bud swamp-bud", "", "wild-lake"),
        ("snow-small swamp-big snow-bush", "", "swamp-big"),
        ("snow-big swamp-small swamp-lake", "snow-lake", "swamp-small"),
        ("snow-big swamp-small swamp-lake", "swamp-bud snow-lake", "snow-big"),
    ],
)
def test_the_priorities_of_the_rival(pool: str, zone: str, taken: str) -> None:
    assert rivals_pick(pool, zone) == taken


def test_with_no_icon_at_all_it_takes_the_leftmost() -> None:
    """Ruling #16."""
    assert rivals_pick("snow-bud swamp-lake rock-bush") == "snow-bud"
    assert rivals_pick("swamp-lake snow-bud rock-bush") == "swamp-lake"


def test_among_equals_it_takes_the_leftmost_and_counts_open_icons() -> None:
    """Ruling #17."""
    assert rivals_pick("snow-bush swamp-big snow-bud") == "snow-bush"
    assert rivals_pick("swamp-big snow-bush snow-bud") == "swamp-big"
    assert rivals_pick("snow-big swamp-small snow-bud") == "snow-big"
    assert rivals_pick("swamp-small rock-sprout snow-bud", "swamp-bud rock-bud") == "rock-sprout"
    closed = rivals_pick("rock-sprout swamp-small snow-bud", "swamp-bud rock-bud", "swamp-bud")
    assert closed == "swamp-small"


def test_the_rival_and_the_token() -> None:
    """Ruling #18: it puts it down as first player, and may take it as second."""
    table = evergreen(seats=1, first=1, pool="wild-bud snow-bud rock-bush")
    assert table.rival_card == "wild-bud" and table.token == "snow-bud"
    table.do("pick card=snow-bud")
    assert table.first == 0
    second = evergreen(seats=1, first=0, pool="snow-bud wild-bud rock-bush")
    second.do("pick card=snow-bud")
    assert (second.rival_card, second.first) == ("wild-bud", 1)


def test_the_rivals_cards_are_discarded_with_the_season() -> None:
    """Ruling #18."""
    table = evergreen(
        seats=1, card="wild-bud", round=4, rival="snow-bud rock-bud", rival_card="wild-sprout"
    )
    table.pass_round()
    away = set(table.discard) | set(table.pool) | set(table.rival)
    assert {"snow-bud", "rock-bud", "wild-sprout", "wild-bud"} <= away
    assert len(table.rival) <= 1


def ended(points: int) -> Table:
    """A solo game that ends with so many points."""
    return evergreen(seats=1, season="winter", round=1, card="wild-bud", start=points).pass_round()


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (0, "Broccoli"),
        (120, "Broccoli"),
        (121, "Bonsai"),
        (135, "Bonsai"),
        (136, "Olive Tree"),
        (150, "Olive Tree"),
        (151, "Holly"),
        (160, "Holly"),
        (161, "Birch"),
        (170, "Birch"),
        (171, "Pine"),
        (180, "Pine"),
        (181, "Oak"),
        (190, "Oak"),
        (191, "Baobab"),
        (200, "Baobab"),
        (201, "Legendary Sequoia"),
        (300, "Legendary Sequoia"),
    ],
)
def test_ranks(points: int, rank: str) -> None:
    """Ruling #20: 200 is a Baobab."""
    table = ended(points)
    assert table.over
    assert (table.outcome().scores, table.outcome().verdict) == ([points], rank)
    assert table.outcome().winners == [0]
