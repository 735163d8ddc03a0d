"""The box of Undergrove, and boxes that cannot be played with."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from spinney.core.components import ComponentError
from spinney.games.undergrove import GAME
from spinney.games.undergrove.components import BOX, COMPONENTS, open_box

TEXT = COMPONENTS.read_text(encoding="utf-8")


def test_forty_eight_tiles_twelve_of_each_type_and_the_starting_five() -> None:
    tiles = list(BOX.mushrooms.values())
    assert len(tiles) == 53
    assert Counter(tile.type for tile in tiles[5:]) == dict.fromkeys(
        ("ring", "pores", "gills", "other"), 12
    )
    assert Counter(tile.type for tile in tiles[:5]) == dict.fromkeys(
        ("none", "ring", "pores", "gills", "other"), 1
    )


def test_sixteen_bonus_tiles_eight_stones_five_green_spaces() -> None:
    assert sum(tile.count for tile in BOX.bonus.values()) == 16
    assert len(BOX.track.stones) == 8 and len(BOX.spaces) == 5


def test_what_is_a_reconstruction_says_so() -> None:
    doubtful = {kind for kind, tile in BOX.mushrooms.items() if tile.status != "fact"}
    assert doubtful == {"pigs_ears"} and BOX.mushrooms["pigs_ears"].doubt, "ruling 21"
    made_up = {
        card + letter
        for card, goal in BOX.goals.items()
        for letter in "ab"
        if goal.side(letter).status == "reconstruction" and not goal.side(letter).doubt
    }
    for goal in BOX.goals.values():
        for side in (goal.a, goal.b):
            assert bool(side.ranks) == bool(side.doubt), "the point of the fourth place"
            assert not side.doubt or side.status == "reconstruction"
    assert made_up == {
        card + letter
        for card in ("banana_slug", "douglas_squirrel", "douglas_fir_moth", "sooty_grouse")
        for letter in "ab"
    }
    assert BOX.solo.status == "reconstruction"
    assert TEXT.count("# reconstruction") == 12 + 3, "numbers on tiles, and starting goals"


def test_a_doubt_does_not_change_the_hash() -> None:
    """The same numbers are the same components, to which nets and old tables belong."""
    assert GAME.components == "67067d4eacca194e"
    sure = re.sub(r'status = "reconstruction",? ?(\n?)doubt = "[^"]*"', r'status = "fact"\1', TEXT)
    assert sure != TEXT and GAME.reprint(sure.encode()).components == GAME.components
    box = open_box(sure.encode())
    assert all(tile.status == "fact" and not tile.doubt for tile in box.mushrooms.values())
    other = TEXT.replace("ranks = [9, 5, 3, 1]", "ranks = [9, 5, 3, 2]", 1)
    assert GAME.reprint(other.encode()).components != GAME.components


def test_a_fact_has_no_doubt() -> None:
    other = TEXT.replace('status = "reconstruction"\ndoubt', 'status = "fact"\ndoubt', 1)
    assert other != TEXT
    with pytest.raises(ComponentError, match="pigs_ears: a fact has no doubt"):
        open_box(other.encode())


def test_an_owner_may_correct_the_box() -> None:
    other = TEXT.replace('gain = "N P K"', 'gain = "N P K K"', 1)
    game = GAME.reprint(other.encode())
    assert game.components != GAME.components
    assert game.start(game.options(), 2, 1).check()


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("[mushrooms.fly_agaric]", "[mushrooms.fly_agarik]", "mushrooms: expected exactly"),
        ('gain = "N P K"', 'gain = "N P X"', "mushrooms.red_cracking_bolete"),
        ('type = "ring"', 'type = "rings"', "mushrooms.fly_agaric"),
        ("place = [1, 0]\n", "", "only the starting tile has places"),
        ('name = "Fly Agaric"', 'name = "Earthlover"', "two mushrooms of that name"),
        ('instead = "N"', 'instead = "?"', "mushrooms.mouse_trich"),
        ('"N", "bonus", "root"', '"N", "root", "root"', "track.stones"),
        ('"N", "bonus", "root"', '"N", "bonus", "tree"', "track.stones: no stone"),
        ("bonus = [3, 3, 3, 4]", "bonus = [3, 3, 3, 3]", "a tile for everybody"),
        ("bonus = [3, 3, 3, 4]", "bonus = [3, 3, 3, 6]", "no more than there are"),
        ('counts = "trees"', 'counts = "leaves"', "cannot count 'leaves'"),
        ("ranks = [9, 5, 3, 1]", "ranks = [9, 5]", "points for four places"),
        ("ranks = [9, 5, 3, 1]", "each = 1, ranks = [9, 5, 3, 1]", "one table"),
        ('starting = "a"', 'starting = ""', "three of them are starting goals"),
        (
            "take brown 1: top-most pores",
            "take brown: top-most pores",
            r"cards\.\w+, actions: .*too much or too little",
        ),
        (
            "take brown 1: top-most pores",
            "steal brown 1: top-most pores",
            r"cards\.\w+, actions: cannot read 'steal",
        ),
        ('deck = "a"', 'deck = "b"', "15 of deck a"),
        ('fill = "gain"', 'fill = "pockets"', "mushrooms.peppery_bolete"),
        ("value = { filled = [0, 1, 2, 3, 5] }", "value = { base = 1 }", "no cube spaces"),
        ("trade = 2, refill = true", "trade = 2", "only Earthlover refills"),
        ("again = true, instead", "instead", "instead of what"),
        ('gain = "? ? ? ?"', 'gain = "? ? ? ? ? ? ? ?"', "at most seven cubes"),
        ("[start]", "[begin]", "start"),
        ('order = ["mix", "points"', 'order = ["mix", "mix"', "solo.order"),
    ],
)
def test_a_box_that_cannot_be_played_with(old: str, new: str, mistake: str) -> None:
    assert old in TEXT
    with pytest.raises(ComponentError, match=mistake):
        open_box(TEXT.replace(old, new, 1).encode())
