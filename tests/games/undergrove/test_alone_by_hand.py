"""Playing alone against Brown and Tan, card by card."""

from collections import Counter
from typing import Any

import pytest

from spinney.games.undergrove.pieces import MUSHROOMS
from tests.games.undergrove.stories import Table, new_game, undergrove

HAND = "cowboys_handkerchief crested_coral fat_jack"
OUTER = "pacific_golden_chanterelle fly_agaric common_deceiver painted_suillus"
COMPETITIVE = {
    ("silver_haired_bat", "b"),
    ("whiskey_jack", "b"),
    ("douglas_fir_spittlebug", "b"),
    ("flying_squirrel", "a"),
    ("flying_squirrel", "b"),
    ("red_crossbill", "a"),
    ("red_crossbill", "b"),
}
BROWN, TAN = 1, 2


def after(card: str, **keys: Any) -> Table:
    """You photosynthesize, and the AI draws this card."""
    keys = {"hand": HAND, "supply": "velvet_milkcap", "cubes": ""} | keys
    return undergrove(seats=1, deck=card, **keys).photosynthesize()


@pytest.mark.parametrize("seed", range(12))
def test_the_set_up(seed: int) -> None:
    """Solo Setup; ruling 25."""
    table = new_game(1, seed)
    seen = table.view(0)
    assert table.asked == "settle"
    assert len(table.moves()) == 4
    assert [stack.left for stack in seen.stacks] == [3, 3, 3]
    assert len({goal.card for goal in seen.goals}) == 3
    assert not {(goal.card, goal.side) for goal in seen.goals} & COMPETITIVE
    assert seen.supply == 45
    for colour in (BROWN, TAN):
        assert table.cubes(colour) == ""
        assert table.plants(colour) == []
    solo = seen.solo
    assert solo is not None
    assert len(solo.deck_a) == len(solo.deck_b) == 15
    assert set(solo.focus) <= {"n", "p", "k"}
    table.do("settle corner=ne")
    assert table.view(0).blocked == []


def test_the_ai_is_first() -> None:
    """Solo Gameplay: a card of deck A is drawn before your first action."""
    table = new_game(1, 4).do("settle corner=ne")
    while table.asked == "gain":
        table.do("gain n=1")
    solo = table.view(0).solo
    assert solo is not None
    assert solo.card.startswith("a")
    assert len(solo.deck_a) == 14
    assert table.asked == "action"


def test_deck_a_lies_on_deck_b() -> None:
    table = new_game(1, 6, difficulty="hard").do("settle corner=se")
    cards: list[str] = []
    while not table.over and len(cards) < 18:
        if table.asked == "gain":
            table.do("gain n=1")
            continue
        solo = table.view(0).solo
        assert solo is not None
        cards.append(solo.card)
        table.do("photosynthesize")
        while not table.over and table.may("stop"):
            table.do("stop")
    assert all(card.startswith("a") for card in cards[:15])
    assert all(card.startswith("b") for card in cards[15:])
    assert len(set(cards)) == len(cards)


def test_both_may_have_the_same_focus() -> None:
    seen = set()
    for seed in range(40):
        solo = new_game(1, seed).view(0).solo
        assert solo is not None
        seen.add(tuple(solo.focus))
    assert len(seen) == 9


@pytest.mark.parametrize("idle, cards", [("3", 30), ("2", 29), ("1", 28), ("0", 27)])
def test_cards_without_action_may_be_removed(idle: str, cards: int) -> None:
    """Added Difficulty."""
    solo = new_game(1, 2, idle=idle).view(0).solo
    assert solo is not None
    assert len(solo.deck_a) + len(solo.deck_b) == cards
    blanks = {"a15", "b14", "b15"} & {*solo.deck_a, *solo.deck_b}
    assert len(blanks) == int(idle)


# -------------------------------------------------------------------------------------- the cards


def test_a_mushroom_is_laid_at_the_edge_that_is_named() -> None:
    """a01: right-most other, right edge; its Seedling: top-most pores; carbon: bottom-most ring."""
    table = after("a01")
    assert table.forest()["velvet_milkcap"] == (1, -1)
    assert table.plants(BROWN) == ["0,0"]  # three mushrooms there, and above the other such corner
    assert table.carbon("fly_agaric") == 1 + 2


def test_bottom_most_along_its_bottom_edge() -> None:
    """a03: Painted Suillus is the only mushroom with pores."""
    table = after("a03")
    assert table.forest()["velvet_milkcap"] == (-1, 1)
    assert table.plants(BROWN) == ["0,0"]
    assert table.asked == "action"


def test_without_a_free_edge_nothing_is_laid_and_you_gain_a_cube() -> None:
    """a04: Fly Agaric's left edge is Earthlover; unable to fulfil action."""
    table = after("a04")
    assert "velvet_milkcap" not in table.forest()
    assert table.plants(TAN) == ["0,0"]
    assert set(table.moves()) == {"gain n=1", "gain p=1", "gain k=1"}
    table.do("gain k=1")
    assert table.asked == "action"


def test_the_next_mushroom_of_the_type_is_tried() -> None:
    table = after("a04", forest="panthercap@0,2")
    assert table.forest()["velvet_milkcap"] == (-1, 2)
    assert table.asked == "action"


ROWS = (
    "rosy_slime_spike@-2,0 golden_waxcap@-2,1 scaly_vase@-2,2 king_bolete@0,2 candy_cap@0,3 "
    "panthercap@1,-1 green_russula@2,-1"
)


def test_further_edges_are_tried_along_the_direction() -> None:
    """a08, ruling 23: left-most gills, bottom edge. The left-most has none, nor has Common
    Deceiver, the upper one of the next column; Candy Cap below it has.
    """
    assert after("a08", forest=ROWS).forest()["velvet_milkcap"] == (0, 4)


def test_further_edges_are_tried_in_reading_order() -> None:
    """Ruling 23, edges=reading: by rows the first that has a free bottom edge is Green Russula at
    the top right, though Candy Cap lies further left.
    """
    assert after("a08", forest=ROWS, readings="").forest()["velvet_milkcap"] == (2, 0)


def test_a_tile_cannot_be_laid_when_none_is_left() -> None:
    """Ruling 17: neither in the supply nor among the discards."""
    everything = {goods.kind for goods in undergrove(seats=1).view(0).forest}
    spare = [name for name in MUSHROOMS if name not in {*everything, *HAND.split()}]
    table = after("a03", supply="", others=[{"hand": " ".join(spare)}, {}])
    assert set(table.forest()) == everything
    assert table.asked == "gain"


def test_a_seedling_takes_the_corner_with_most_mushrooms() -> None:
    """a05: left-most pores. 0,0 and 0,1 touch three mushrooms each; with 0,0 taken it is 0,1."""
    table = after("a05", plants=["0,0 earthlover"])
    assert table.plants(BROWN) == ["0,1"]


def test_more_mushrooms_before_reading_order() -> None:
    table = after("a05", forest="scaly_vase@-1,1")
    assert table.plants(BROWN) == ["0,1"]


def test_equal_corners_go_by_reading_order() -> None:
    """a06: bottom-most other; of its two lower corners with one mushroom each the left one."""
    table = after(
        "a06",
        forest="rehms_haircup@0,2",
        plants=["0,2 common_deceiver", "1,2 common_deceiver", "1,0 earthlover"],
    )
    assert table.plants(TAN) == ["0,3"]


def test_a_mushroom_without_a_free_corner_is_passed_over() -> None:
    """a06: bottom-most other is full, so the next other from the bottom is taken."""
    table = after(
        "a06",
        forest="rehms_haircup@0,2",
        plants=[
            "0,2 common_deceiver",
            "1,2 common_deceiver",
            "0,3 rehms_haircup",
            "1,3 rehms_haircup",
        ],
    )
    assert table.plants(TAN) == ["0,0"]


def test_six_seedlings_are_all_there_are() -> None:
    """Ruling 23: more is an action it is unable to fulfil."""
    six = ["0,0", "0,1", "1,1", "2,0", "2,1", "0,2"]
    table = after("a05", others=[{"plants": six}, {}])
    assert len(table.plants(BROWN)) == 6
    assert table.asked == "gain"
    assert table.stone(BROWN) == 1


def test_carbon_is_added_to_the_first_mushroom() -> None:
    """a09: top-most other, and a10: bottom-most gills."""
    assert after("a09").carbon("pacific_golden_chanterelle") == 3
    assert after("a10").carbon("common_deceiver") == 3


def test_ties_of_place_go_by_reading_order() -> None:
    """a09: of two top-most the left one."""
    table = after("a09", forest="rehms_haircup@-1,-1 scaly_vase@1,-1")
    assert table.carbon("rehms_haircup") == 2
    assert table.carbon("pacific_golden_chanterelle") == 1


def test_of_two_left_most_the_upper_one_is_first() -> None:
    """b09: two on the left-most pores, then one off the right-most, which is the same here."""
    table = after("b09", forest="king_bolete@-1,-1 orange_tooth@-1,1")
    assert table.carbon("king_bolete") == 2 - 1
    assert table.carbon("painted_suillus") == 1
    assert table.carbon("orange_tooth") == 0


def test_carbon_taken_goes_to_the_mat_and_up_the_track() -> None:
    """a05: one from the top-most pores; stone 1 gives a nitrogen."""
    table = after("a05")
    assert table.carbon("painted_suillus") == 0
    assert table.cubes(BROWN) == "C N"
    assert table.stone(BROWN) == 1
    assert (table.cubes(TAN), table.stone(TAN)) == ("", 0)


def test_mushrooms_without_carbon_are_passed_over_when_taking() -> None:
    """a06: right-most ring with carbon on it."""
    table = after("a06", forest="panthercap@2,0")
    assert table.carbon("fly_agaric") == 0
    assert table.cubes(TAN) == "C N"


def test_fewer_carbon_than_shown_are_taken_all() -> None:
    """a12, ruling 22: two of the left-most pores, where one lies; that is fulfilled."""
    table = after("a12")
    assert table.carbon("painted_suillus") == 0
    assert table.cubes(TAN) == "C N"
    assert table.asked == "action"


def test_carbon_is_taken_from_one_mushroom_only() -> None:
    """a12, ruling 22."""
    table = after("a12", forest="king_bolete@-1,-1", carbon=OUTER + " king_bolete")
    assert table.carbon("king_bolete") == 0
    assert table.carbon("painted_suillus") == 1


def test_without_carbon_the_disc_moves_all_the_same() -> None:
    """Take Carbon: and you gain a cube."""
    table = after("a05", carbon="fly_agaric")
    assert table.cubes(BROWN) == "N"
    assert table.stone(BROWN) == 1
    assert table.asked == "gain"


def test_one_cube_however_much_fails() -> None:
    """b13 without carbon on rings: both takes fail."""
    table = after("b13", carbon="common_deceiver")
    assert table.stone(BROWN) == table.stone(TAN) == 1
    assert table.asked == "gain"
    table.do("gain n=1")
    assert table.asked == "action"


def test_the_ai_does_nothing_with_an_idle_card() -> None:
    table = after("a15")
    assert table.asked == "action"
    assert table.plants(BROWN) == table.plants(TAN) == []
    assert table.stone(BROWN) == table.stone(TAN) == 0


def test_actions_are_done_from_top_to_bottom() -> None:
    """b07: carbon is taken from the right-most other before two are added there."""
    table = after("b07", carbon="common_deceiver")
    assert table.carbon("pacific_golden_chanterelle") == 2
    assert table.asked == "gain"
    # a11: two are added to the left-most ring, two taken from the right-most gills
    table = after("a11", carbon=OUTER + " common_deceiver")
    assert table.cubes(BROWN) == "C C N"
    assert table.carbon("fly_agaric") == 3


def test_the_last_carbon_taken_by_the_ai_brings_the_refill() -> None:
    """Ruling 16: at the end of its turn too."""
    table = after("a05", carbon="painted_suillus")
    assert table.cubes(BROWN) == "C N"
    assert [table.carbon(mushroom) for mushroom in OUTER.split()] == [1, 1, 1, 1]


# --------------------------------------------------------------------------- the AI on the track


@pytest.mark.parametrize(
    "stone, gained",
    [(0, "N"), (2, ""), (4, "P"), (6, ""), (7, "C")],
)
def test_rewards_of_the_ai(stone: int, gained: str) -> None:
    """No free Roots; a cube of choice is its focus element."""
    table = after("a05", others=[{"stone": stone}, {}], focus="p k")
    assert sorted(table.cubes(BROWN).replace(" ", "")) == sorted("C" + gained)
    assert table.stone(BROWN) == stone + 1


@pytest.mark.parametrize("stone", [1, 3, 5])
def test_the_ai_takes_a_bonus_tile(stone: int) -> None:
    table = after("a05", others=[{"stone": stone}, {}])
    left = [stack.left for stack in table.view(0).stacks]
    assert left == [2 if number == stone // 2 else 3 for number in range(3)]


@pytest.mark.parametrize(
    "taken, space",
    [("", "mix"), ("mix", "points"), ("points", "mix"), ("root", "mix")],
)
def test_where_the_ai_ends(taken: str, space: str) -> None:
    """AI end order (reconstruction): carbon and two cubes first, then the points."""
    mine: dict[str, Any] = {"space": taken, "stone": 9, "ending": 1} if taken else {}
    table = after("a05", others=[{"stone": 8}, {}], focus="p k", **mine)
    assert table.view(0).firs[BROWN].space == space
    gained = "CPP" if space == "mix" else ""
    assert sorted(table.cubes(BROWN).replace(" ", "")) == sorted("C" + gained)


@pytest.mark.parametrize(
    "mine, tans, space, gained",
    [
        ("mix", "points", "carbon", "CCC"),
        ("carbon", "mix", "points", ""),
        ("root", "mix", "points", ""),
    ],
)
def test_where_the_ai_ends_when_two_spaces_are_taken(
    mine: str, tans: str, space: str, gained: str
) -> None:
    others = [{"stone": 8}, {"stone": 9, "space": tans}]
    table = after("a05", others=others, focus="p k", space=mine, stone=9, ending=1)
    assert table.view(0).firs[BROWN].space == space
    assert sorted(table.cubes(BROWN).replace(" ", "")) == sorted("C" + gained)


def test_when_the_ai_triggers_the_end() -> None:
    """You finish the round; then the AI and you have one more turn."""
    table = undergrove(
        seats=1, deck="a05 a15", hand=HAND, supply="", others=[{"stone": 8}, {}], cubes=""
    )
    mine = 0
    triggered = False
    while not table.over:
        if table.asked == "gain":
            table.do("gain n=1")
            continue
        if table.view(0).firs[BROWN].space and not triggered:
            triggered, mine = True, 0
        mine += 1
        table.do("photosynthesize")
        while not table.over and table.may("stop"):
            table.do("stop")
    assert triggered
    assert mine == 2


def test_when_you_trigger_the_end() -> None:
    """The AI has one more turn, then you."""
    table = undergrove(
        seats=1,
        deck="a05 a06 a09",
        plants=["1,0 earthlover fly_agaric"],
        ready="ring",
        cubes="N",
        stone=8,
        hand=HAND,
    )
    table.do("absorb source=fly_agaric mushroom=fly_agaric corner=nw", "claim space=points")
    while table.asked == "gain":
        table.do("gain n=1")
    assert not table.over
    table = table.photosynthesize()
    assert table.over
    solo = table.view(0).solo
    assert solo is not None
    assert len(solo.deck_a) == 2


def test_what_all_others_gain_goes_to_both_colours() -> None:
    table = undergrove(
        seats=1, deck="a15", forest="king_bolete@1,-1", plants=["1,0 king_bolete"], hand=HAND
    ).do("activate mushroom=king_bolete")
    assert table.cubes(BROWN) == table.cubes(TAN) == "P"


# ---------------------------------------------------------------------------------------- scoring

SEEDLINGS = ["0,0", "0,1", "1,1", "2,0", "2,1", "0,2"]  # worth 8, 8, 8, 3, 3 and 3


@pytest.mark.parametrize("keep, points", [(4, 27), (5, 30), (6, 33)])
def test_seedlings_of_the_ai_by_difficulty(keep: int, points: int) -> None:
    """AI Scoring: each as a Tree with four Roots; the lowest are crossed out."""
    table = undergrove(seats=1, others=[{"plants": SEEDLINGS}, {}], keep=keep)
    assert table.state.ai_points(BROWN) == points
    assert table.state.ai_points(TAN) == 0


@pytest.mark.parametrize(
    "cubes, focus, points",
    [
        ("N N N C", "n k", 3 + 2),  # 1 for each focus element, and 1 for two cubes of any kind
        ("N N N C", "k k", 2),
        ("C C C", "n k", 1),
        ("K K K K K", "k n", 5 + 2),
    ],
)
def test_resources_of_the_ai(cubes: str, focus: str, points: int) -> None:
    """Ruling 24."""
    table = undergrove(seats=1, others=[{"cubes": cubes}, {}], focus=focus)
    assert table.state.ai_points(BROWN) == points


@pytest.mark.parametrize(
    "tile, points",
    [
        ("one", 1),
        ("two", 2),
        ("ready", 0),
        ("nitrogen", 1 + 1),  # ruling 28: its focus element, and two cubes with the carbon taken
        ("potassium", 1),
        ("carbon", 1),
    ],
)
def test_bonus_tiles_of_the_ai(tile: str, points: int) -> None:
    """You took the first tile and left two alike; the Seedling at 0,0 is worth 8 besides."""
    lot = Counter(nitrogen=2, potassium=2, carbon=2, ready=2, one=3, two=3)
    rest = [*(lot - Counter({tile: 2})).elements()]
    table = after(
        "a05",
        stone=2,
        bonus={"first": "phosphorus"},
        others=[{"stone": 1}, {}],
        stacks=(f"{tile} {tile}", " ".join(rest[:3]), " ".join(rest[3:6])),
        focus="n p",
    )
    assert table.plants(BROWN) == ["0,0"]
    assert table.stone(BROWN) == 2
    assert table.state.ai_points(BROWN) == 8 + points


def test_the_two_points_of_the_track_count_for_the_ai() -> None:
    table = undergrove(seats=1, others=[{"space": "points", "stone": 9}, {}], ending=1)
    assert table.state.ai_points(BROWN) == 2


@pytest.mark.parametrize(
    "brown, tan, won",
    [
        ("", "", True),
        ("C*9", "C*9", True),
        ("C*10", "", False),
        ("", "C*10", False),
        ("C*12", "", False),
    ],
)
def test_you_must_beat_both_colours(brown: str, tan: str, won: bool) -> None:
    """Ruling 24: a tie is no victory. You have 3 for a Root and 2 for five carbon."""
    table = undergrove(
        seats=1,
        deck="a15 b14",
        goals="douglas_squirrel/a banana_slug/a red_vole/a",
        others=[{"cubes": brown}, {"cubes": tan}],
        plants=["1,0 earthlover fly_agaric"],
        ready="ring",
        cubes="N",
        stone=8,
        hand=HAND,
    )
    table.do("absorb source=fly_agaric mushroom=fly_agaric corner=nw", "claim space=carbon")
    table = table.photosynthesize()
    assert table.over
    assert table.points(0) == 3 + 5 // 2
    assert table.outcome().won == won
