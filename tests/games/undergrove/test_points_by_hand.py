"""Goals and the final score, counted by hand; Brown's 59 points among them."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.undergrove.stories import Table, undergrove

QUIET = "douglas_squirrel/a douglas_squirrel/b banana_slug/a"  # worth nothing on the starting tile


def goal(side: str, **keys: Any) -> tuple[int, int]:
    """Progress of seat 0 on one goal, and its points."""
    others = [text for text in QUIET.split() if text.split("/")[0] != side.split("/")[0]]
    spare = [text for text in ("red_vole/a", "whiskey_jack/a") if not text.startswith(side[:-2])]
    table = undergrove(goals=" ".join([side, *[*others, *spare][:2]]), **keys)
    return table.progress()[0], table.goals()[0]


# ---------------------------------------------------------------------------------- the example

BROWN = [
    "1,0 tree earthlover pacific_golden_chanterelle fly_agaric velvet_milkcap",
    "0,3 tree red_bleeding_milkcap mouse_trich king_bolete",
    "1,-1 pacific_golden_chanterelle velvet_milkcap",
    "2,1 fly_agaric peppery_bolete white_chanterelle +2",
    "0,2 woodland_lepidella common_deceiver mouse_trich +2",
    "1,3 mouse_trich +2",
]
FOREST = (
    "velvet_milkcap@1,-1 white_chanterelle@2,0 peppery_bolete@1,1 woodland_lepidella@-1,1 "
    "mouse_trich@0,2 vermilion_waxcap@1,2 red_bleeding_milkcap@-1,2 king_bolete@-1,3 "
    "surprise_webcap@0,3"
)


def browns() -> Table:
    """The last seat of the round is about to reach the end of the track."""
    return undergrove(
        forest=FOREST,
        filled="peppery_bolete*3",
        goals="silver_haired_bat/a red_vole/a whiskey_jack/a",
        plants=BROWN,
        cubes="N N P K K",
        bonus={"first": "one", "second": "two"},
        stone=6,
        marks=(3, 0, 0),
        turn=1,
        others=[
            {
                "plants": ["1,1 earthlover fly_agaric"],
                "ready": "ring",
                "cubes": "N",
                "stone": 8,
            }
        ],
    )


def test_browns_plants_score_forty_one() -> None:
    """Game End: 10, 12, 0, 6, 8 and 5; Mouse Trich has three gilled neighbours."""
    table = browns()
    assert table.value("mouse_trich") == 5
    assert table.value("peppery_bolete") == 3
    assert [table.state.score_plant(0, plant) for plant in range(6)] == [10, 12, 0, 6, 8, 5]


def test_browns_goals_score_twelve() -> None:
    table = browns()
    assert table.progress() == [3, 2, 3]
    assert table.goals() == [9, 2, 1]


def test_brown_scores_fifty_nine() -> None:
    """12 for goals, 41 for plants, 3 of Bonus tiles, 3 for seven cubes, two of them made last."""
    table = browns()
    table.do("absorb source=fly_agaric mushroom=fly_agaric corner=sw", "claim space=carbon")
    assert table.turn == 0
    table.photosynthesize()
    table.photosynthesize()
    assert table.over
    assert table.cubes() == "C C N N P K K"
    assert table.points(0) == 12 + 41 + 3 + 3 == 59
    assert table.outcome().scores[0] == 59


# --------------------------------------------------------------------------------------- plants


@pytest.mark.parametrize(
    "plant, points",
    [
        ("1,0 earthlover fly_agaric velvet_milkcap", 0),
        ("1,0 earthlover fly_agaric velvet_milkcap +1", 3),
        ("1,0 earthlover fly_agaric velvet_milkcap +2", 5),
        ("1,0 tree earthlover fly_agaric velvet_milkcap", 7),
        ("1,0 tree earthlover fly_agaric velvet_milkcap pacific_golden_chanterelle", 10),
        ("1,0 tree earthlover", 2),
        ("1,0 earthlover +2", 2),  # carbon without Roots scores nothing more
        ("1,0 fly_agaric +1", 3),
    ],
)
def test_a_plant_scores_its_best_roots(plant: str, points: int) -> None:
    """Scoring: one Root for each carbon, all of a Tree; values 2, 3, 2 and 3."""
    table = undergrove(forest="velvet_milkcap@1,-1", plants=[plant])
    assert table.state.score_plant(0, 0) == points


def test_when_all_trees_are_used_three_and_four_carbon_score_as_many_roots() -> None:
    trees = [
        "0,-1 tree pacific_golden_chanterelle",
        "2,0 tree fly_agaric",
        "-1,1 tree painted_suillus",
        "0,2 tree common_deceiver",
    ]
    roots = "earthlover fly_agaric velvet_milkcap pacific_golden_chanterelle"
    for carbon, points in [(3, 8), (4, 10)]:
        table = undergrove(forest="velvet_milkcap@1,-1", plants=[f"1,0 {roots} +{carbon}", *trees])
        assert table.state.score_plant(0, 0) == points


@pytest.mark.parametrize("cubes, points", [("", 0), ("C", 0), ("C N", 1), ("C*3 N P K K", 3)])
def test_two_cubes_left_over_are_a_point(cubes: str, points: int) -> None:
    """Any cubes together, rounded down."""
    assert undergrove(cubes=cubes).state.score_leftovers(0) == points


def ranks(mine: str, theirs: str, **keys: Any) -> tuple[list[int], list[int]]:
    table = undergrove(goals=QUIET, plants=[mine], others=[{"plants": [theirs]}], **keys)
    outcome = table.outcome()
    return list(outcome.scores), list(outcome.ranks)


def test_a_tie_goes_to_more_trees() -> None:
    scores, order = ranks("1,0 tree earthlover", "0,1 earthlover +1")
    assert scores[0] == scores[1]
    assert order == [1, 2]


def test_a_tie_of_trees_goes_to_more_carbon_on_seedlings() -> None:
    scores, order = ranks("1,0 earthlover +1", "0,1 earthlover +2")
    assert scores[0] == scores[1]
    assert order == [2, 1]


def test_a_tie_in_everything_is_shared() -> None:
    assert ranks("1,0 earthlover +1", "0,1 earthlover +1")[1] == [1, 1]


# ---------------------------------------------------------------------------------------- tables


@pytest.mark.parametrize(
    "marks, points",
    [
        ([5, 4, 3, 2], [9, 5, 3, 1]),
        ([2, 9, 4, 3], [1, 9, 5, 3]),
        ([5, 3, 3, 1], [9, 4, 4, 1]),  # (5 + 3) / 2
        ([5, 5, 5, 1], [5, 5, 5, 1]),  # (9 + 5 + 3) / 3, rounded down
        ([5, 5, 3, 1], [7, 7, 3, 1]),
        ([5, 4, 1, 1], [9, 5, 2, 2]),
        ([5, 1, 1, 1], [9, 3, 3, 3]),
        ([4, 4, 4, 4], [4, 4, 4, 4]),
        ([0, 0, 0, 3], [3, 3, 3, 9]),
        ([14, 11, 12, 10], [9, 3, 5, 1]),
        ([5, 4, 3], [9, 5, 3]),
        ([5, 3, 3], [9, 4, 4]),
        ([5, 5, 3], [7, 7, 3]),
        ([2, 2, 2], [5, 5, 5]),
        ([3, 2], [9, 5]),
        ([3, 3], [7, 7]),
        ([3, 0], [9, 5]),  # ruling 13: no progress ranks too
        ([0, 0], [7, 7]),
    ],
)
def test_competitive_tables(marks: Sequence[int], points: list[int]) -> None:
    """Competitive Tables: ties share the places they take."""
    table = undergrove(
        seats=len(marks),
        goals="silver_haired_bat/b red_vole/a banana_slug/b",
        marks=(marks[0], 0, 0),
        others=[{"marks": (mark, 0, 0)} for mark in marks[1:]],
    )
    assert [table.goals(seat)[0] for seat in range(len(marks))] == points
    assert [table.progress(seat)[0] for seat in range(len(marks))] == list(marks)


@pytest.mark.parametrize("times, points", [(0, 0), (1, 3), (2, 5), (3, 9), (4, 9), (11, 9)])
def test_the_counter_of_the_bat(times: int, points: int) -> None:
    assert goal("silver_haired_bat/a", marks=(times, 0, 0)) == (times, points)


@pytest.mark.parametrize("times, points", [(0, 0), (1, 2), (6, 12), (12, 24)])
def test_the_multiplier_of_the_spittlebug(times: int, points: int) -> None:
    """Multiplier Tables: 6 on the track are 12."""
    assert goal("douglas_fir_spittlebug/a", marks=(times, 0, 0)) == (times, points)


# ------------------------------------------------------------------------------- tracked in play


def tracked(side: str, *lines: str, **keys: Any) -> int:
    """Progress on a goal after these moves and the end of the turn."""
    table = undergrove(goals=f"{side} banana_slug/b whiskey_jack/a", **keys).do(*lines)
    if table.turn == 0 and not table.over:
        table.finish()
    return table.progress(0)[0]


@pytest.mark.parametrize("nitrogen, times", [(3, 0), (4, 1), (5, 1), (10, 1)])
def test_six_carbon_in_a_turn_count_once(nitrogen: int, times: int) -> None:
    """Silver-haired Bat A, ruling 3: twelve are one turn too."""
    said = f"photosynthesize nitrogen={nitrogen}"
    assert tracked("silver_haired_bat/a", said, cubes="N*10") == times


def test_a_bonus_carbon_and_the_roll_rim_count_towards_six() -> None:
    bonus = {"first": "carbon"}
    said = "photosynthesize nitrogen=3"
    side = "silver_haired_bat/a"
    assert tracked(side, "bonus stone=first", said, cubes="N*3", bonus=bonus) == 1
    assert tracked(side, said, "bonus stone=first", cubes="N*3", bonus=bonus) == 1
    assert tracked(side, said, cubes="N*3", bonus=bonus) == 0
    plants = ["1,0 earthlover brown_roll_rim"]
    assert tracked(side, said, cubes="N*3", forest="brown_roll_rim@1,-1", plants=plants) == 1


def test_carbon_of_earlier_turns_does_not_count() -> None:
    assert tracked("silver_haired_bat/a", "photosynthesize nitrogen=3", cubes="C*9 N*3") == 0


@pytest.mark.parametrize("nitrogen", [0, 1, 4])
def test_the_bat_counts_nitrogen_paid(nitrogen: int) -> None:
    said = f"photosynthesize nitrogen={nitrogen}" if nitrogen else "photosynthesize"
    assert tracked("silver_haired_bat/b", said, cubes="N*5", marks=(2, 0, 0)) == 2 + nitrogen


PAIR = ["1,0 earthlover", "1,1 earthlover"]
APART = [{"plants": ["0,1 earthlover"]}]


@pytest.mark.parametrize(
    "plants, forest, roots, times",
    [
        (PAIR, "", ["fly_agaric corner=nw", "fly_agaric corner=sw"], 1),
        (PAIR, "", ["fly_agaric corner=nw", "common_deceiver corner=ne"], 0),
        (
            ["1,0 earthlover"],
            "woodland_lepidella@1,-1",
            ["fly_agaric corner=nw", "woodland_lepidella corner=sw"],
            1,
        ),
        (
            ["1,0 fly_agaric", "1,1 fly_agaric"],
            "",
            ["earthlover corner=ne", "earthlover corner=se"],
            0,  # ruling 14: Earthlover has no type
        ),
    ],
)
def test_two_roots_on_one_type_in_a_turn(
    plants: list[str], forest: str, roots: list[str], times: int
) -> None:
    """Douglas-fir Spittlebug A: the same mushroom, or two of a type."""
    moves = ["partner", *[f"root mushroom={root}" for root in roots]]
    keys: dict[str, Any] = {"plants": plants, "forest": forest, "cubes": "C K K", "others": APART}
    assert tracked("douglas_fir_spittlebug/a", *moves, **keys) == times


def test_three_roots_on_one_type_count_once() -> None:
    """Ruling 14."""
    keys: dict[str, Any] = {
        "plants": ["1,0 earthlover", "1,1 earthlover", "2,0 earthfan"],
        "forest": "earthfan@2,-1",
        "cubes": "C K K",
        "others": APART,
    }
    moves = ["fly_agaric corner=nw", "fly_agaric corner=sw", "fly_agaric corner=ne"]
    said = ["partner", *[f"root mushroom={move}" for move in moves]]
    assert tracked("douglas_fir_spittlebug/a", *said, **keys) == 1


def test_the_roots_of_a_new_seedling_count_as_well() -> None:
    """Ruling 14: by any means."""
    keys: dict[str, Any] = {
        "plants": ["1,0 earthlover candy_cap"],
        "forest": "candy_cap@1,-1 woodland_lepidella@1,1",
        "cubes": "C P P",
    }
    said = [
        "reproduce",
        "plant mushroom=fly_agaric corner=sw",
        "root mushroom=woodland_lepidella corner=nw",
    ]
    assert tracked("douglas_fir_spittlebug/a", *said, **keys) == 1


# --------------------------------------------------------------------------- read off the forest

ROW = "king_bolete@2,0 velvet_milkcap@3,0"
LINES = [
    "1,0 earthlover",
    "0,0 earthlover",
    "-1,0 painted_suillus",
    "2,0 fly_agaric",
    "3,0 king_bolete",
    "4,0 velvet_milkcap",
]


@pytest.mark.parametrize("number, points", [(1, 0), (2, 0), (3, 1), (4, 3), (5, 6), (6, 10)])
def test_vertical_lines(number: int, points: int) -> None:
    """Whiskey Jack A."""
    assert goal("whiskey_jack/a", forest=ROW, plants=LINES[:number]) == (number, points)


def test_plants_above_each_other_are_one_line() -> None:
    """Five plants on three lines."""
    plants = ["1,0 earthlover", "1,1 earthlover", "1,-1 pacific_golden_chanterelle"]
    more = ["2,0 fly_agaric", "0,2 tree common_deceiver"]
    assert goal("whiskey_jack/a", plants=plants + more) == (3, 1)


def test_mushrooms_touched_are_counted_once_and_without_roots() -> None:
    """Whiskey Jack B."""
    assert goal("whiskey_jack/b", plants=["1,0 earthlover"])[0] == 3
    assert goal("whiskey_jack/b", plants=["1,0 earthlover", "1,1 earthlover"])[0] == 4
    assert goal("whiskey_jack/b", plants=["1,0 earthlover", "2,0 fly_agaric"])[0] == 3


@pytest.mark.parametrize("trees, points", [(0, 0), (1, 1), (2, 2), (3, 4), (4, 4)])
def test_trees(trees: int, points: int) -> None:
    """Red Vole A."""
    plants = [
        text.replace(" ", " tree ", 1) if number < trees else text
        for number, text in enumerate(LINES)
    ]
    assert goal("red_vole/a", forest=ROW, plants=plants) == (trees, points)


BLOCK = "king_bolete@-1,-1 velvet_milkcap@1,-1 scaly_vase@-1,1 panthercap@1,1"
ROOTED = [
    "1,0 earthlover fly_agaric velvet_milkcap",
    "0,0 earthlover painted_suillus",
    "0,1 tree earthlover painted_suillus",
    "1,1 earthlover fly_agaric",
    "2,0 velvet_milkcap fly_agaric",
    "0,-1 king_bolete pacific_golden_chanterelle",
]


@pytest.mark.parametrize("number, points", [(0, 0), (3, 0), (4, 1), (5, 5), (6, 10)])
def test_plants_with_two_roots(number: int, points: int) -> None:
    """Red Vole B."""
    single = [" ".join(word for word in text.split()[:2] if word != "tree") for text in ROOTED]
    single[2] = "0,1 earthlover"
    plants = ROOTED[:number] + single[number:]
    found = goal("red_vole/b", forest=BLOCK, plants=plants, others=[{"plants": ["2,2 panthercap"]}])
    assert found == (number, points)


def test_roots_placed_include_the_starting_root() -> None:
    """Douglas-fir Spittlebug B."""
    assert goal("douglas_fir_spittlebug/b")[0] == 1
    assert goal("douglas_fir_spittlebug/b", plants=["1,0 earthlover fly_agaric"])[0] == 2


@pytest.mark.parametrize(
    "plants, even, odd",
    [
        (["1,0 earthlover"], 1, 0),
        (["1,0 earthlover fly_agaric"], 1, 1),
        (["1,0 fly_agaric", "2,1 fly_agaric"], 0, 2),  # by Root
        (["1,0 earthlover fly_agaric peppery_bolete"], 2, 1),  # ruling 12: 0 is even
    ],
)
def test_roots_on_even_and_odd_values(plants: list[str], even: int, odd: int) -> None:
    """Flying Squirrel A and B."""
    forest = "peppery_bolete@1,-1"
    assert goal("flying_squirrel/a", forest=forest, plants=plants)[0] == even
    assert goal("flying_squirrel/b", forest=forest, plants=plants)[0] == odd


@pytest.mark.parametrize("filled, odd", [(1, 1), (2, 0), (3, 1), (4, 1)])
def test_values_change_with_the_cubes_on_a_mushroom(filled: int, odd: int) -> None:
    """1, 2, 3 and 5."""
    keys: dict[str, Any] = {
        "forest": "peppery_bolete@1,-1",
        "plants": ["1,0 peppery_bolete"],
        "filled": f"peppery_bolete*{filled}",
    }
    assert goal("flying_squirrel/b", **keys)[0] == odd
    assert goal("flying_squirrel/a", **keys)[0] == 1 - odd


COLOURS = (
    "pacific_golden_chanterelle vermilion_waxcap snyders_black_morel black_elfin_saddle "
    "orange_tooth red_cracking_bolete red_bleeding_milkcap white_chanterelle blood_red_webcap "
    "brown_roll_rim hot_pink_coral brown_elfin_saddle amethyst_deceiver yellow_veiled_amanita "
    "green_russula yellow_tipped_coral violet_webcap scarletina_bolete rosy_slime_spike "
    "golden_waxcap"
).split()
CREATURES = (
    "fly_agaric dead_mans_foot snyders_black_morel king_bolete rehms_haircup bellybutton_hedgehog "
    "zellers_bolete cowboys_handkerchief pigs_ears slippery_jack smiths_amanita hot_pink_coral "
    "woolly_owl_eyes panthercap mouse_trich yellow_tipped_coral fat_jack crested_coral"
).split()
PLAIN = (
    "earthlover common_deceiver painted_suillus surprise_webcap gooseberry_russula scaly_vase "
    "sunshine_amanita woodland_lepidella velvet_milkcap gassy_webcap candy_cap earthfan "
    "woolly_pine_spike admirable_bolete short_stemmed_russula western_matsutake peppery_bolete "
    "suede_bolete"
).split()


@pytest.mark.parametrize("mushroom", sorted({*COLOURS, *CREATURES, *PLAIN}))
def test_names_with_a_colour_or_a_creature(mushroom: str) -> None:
    """Red Crossbill A and B."""
    lying = "earthlover pacific_golden_chanterelle fly_agaric common_deceiver painted_suillus"
    forest = "" if mushroom in lying.split() else f"{mushroom}@1,-1"
    corner = "0,1" if mushroom in ("common_deceiver", "painted_suillus") else "1,0"
    keys: dict[str, Any] = {
        "forest": forest,
        "plants": [f"{corner} {mushroom}"],
        "others": [{"plants": ["1,1 earthlover"]}],
    }
    assert goal("red_crossbill/a", **keys)[0] == (mushroom in COLOURS)
    assert goal("red_crossbill/b", **keys)[0] == (mushroom in CREATURES)


def test_the_lists_name_every_mushroom() -> None:
    assert len({*COLOURS, *CREATURES, *PLAIN}) == 53


@pytest.mark.parametrize(
    "forest, four, two",
    [
        ("", 0, 0),
        ("velvet_milkcap@2,0", 0, 1),
        ("velvet_milkcap@2,0 king_bolete@1,1", 0, 0),
        ("velvet_milkcap@2,0 king_bolete@1,1 scaly_vase@2,1", 1, 0),
        ("velvet_milkcap@2,0 king_bolete@1,1 panthercap@2,1", 0, 0),
        ("panthercap@2,0 woodland_lepidella@1,1 scaly_vase@2,1", 0, 1),
    ],
)
def test_types_touched(forest: str, four: int, two: int) -> None:
    """Banana Slug (reconstruction): exactly four types are 3 points, exactly two are 2."""
    plants = ["2,1 fly_agaric"]
    others = [{"plants": ["0,1 earthlover"]}]
    found = goal("banana_slug/a", forest=forest, plants=plants, others=others)
    assert found == (four, 3 * four)
    found = goal("banana_slug/b", forest=forest, plants=plants, others=others)
    assert found == (two, 2 * two)


def test_earthlover_gives_no_type() -> None:
    """Ruling 15: the starting corner touches two types."""
    assert goal("banana_slug/b", plants=["1,0 earthlover"]) == (1, 2)


ABSORBERS = (
    "woolly_pine_spike hot_pink_coral admirable_bolete short_stemmed_russula woolly_owl_eyes "
    "western_matsutake brown_elfin_saddle amethyst_deceiver scarletina_bolete"
).split()
GIVERS = (
    "vermilion_waxcap dead_mans_foot snyders_black_morel black_elfin_saddle king_bolete "
    "orange_tooth surprise_webcap gooseberry_russula sunshine_amanita"
).split()


@pytest.mark.parametrize("mushroom", [*ABSORBERS, *GIVERS, "velvet_milkcap", "rosy_slime_spike"])
def test_abilities_touched(mushroom: str) -> None:
    """Douglas Squirrel (reconstruction): 2 points a plant, without a Root on it, however many."""
    keys: dict[str, Any] = {"forest": f"{mushroom}@1,-1", "plants": ["1,0 earthlover"]}
    absorbs, gives = mushroom in ABSORBERS, mushroom in GIVERS
    assert goal("douglas_squirrel/a", **keys) == (absorbs, 2 * absorbs)
    assert goal("douglas_squirrel/b", **keys) == (gives, 2 * gives)


def test_a_plant_touching_two_abilities_counts_once() -> None:
    keys: dict[str, Any] = {
        "forest": "king_bolete@2,0 orange_tooth@2,1",
        "plants": ["2,1 fly_agaric", "3,1 king_bolete"],
    }
    assert goal("douglas_squirrel/b", **keys) == (2, 4)


# ------------------------------------------------------------------------------- Whispering Woods


@pytest.mark.parametrize(
    "plants, sets, points",
    [
        (["1,0 earthlover fly_agaric"], 0, 0),
        (["1,0 earthlover fly_agaric scaly_vase"], 1, 3),
        (["1,0 earthlover fly_agaric scaly_vase", "2,0 scaly_vase fly_agaric"], 1, 3),
        (
            ["1,0 earthlover fly_agaric scaly_vase", "2,0 scaly_vase fly_agaric", "1,1 earthlover"],
            2,
            7,
        ),
    ],
)
def test_sets_of_values(plants: list[str], sets: int, points: int) -> None:
    """Douglas-fir Moth A (reconstruction): 2, 3 and 4, each Root in one set."""
    forest = "scaly_vase@1,-1"
    others = [{"plants": ["0,1 earthlover"]}]
    found = goal("douglas_fir_moth/a", forest=forest, plants=plants, others=others)
    assert found == (sets, points)


RING = [(x, y) for x in range(-1, 3) for y in range(-1, 3) if x in (-1, 2) or y in (-1, 2)]
TOUCHED = {
    (-1, -1): "king_bolete",
    (0, -1): "king_bolete",
    (1, -1): "velvet_milkcap",
    (2, -1): "velvet_milkcap",
    (2, 0): "velvet_milkcap",
    (2, 1): "panthercap",
    (2, 2): "panthercap",
    (1, 2): "panthercap",
    (0, 2): "scaly_vase",
    (-1, 2): "scaly_vase",
    (-1, 1): "scaly_vase",
    (-1, 0): "king_bolete",
}


@pytest.mark.parametrize("corner", RING)
def test_each_of_the_twelve_corners_one_ring_out(corner: tuple[int, int]) -> None:
    """Douglas-fir Moth B."""
    plants = ["1,0 earthlover", f"{corner[0]},{corner[1]} {TOUCHED[corner]}"]
    assert len(RING) == 12
    assert goal("douglas_fir_moth/b", forest=BLOCK, plants=plants)[0] == 1


def test_corners_of_earthlover_and_further_out_do_not_count() -> None:
    plants = ["1,0 earthlover", "3,0 king_bolete"]
    assert goal("douglas_fir_moth/b", forest=ROW, plants=plants)[0] == 0


@pytest.mark.parametrize("source, times", [("velvet_milkcap", 1), ("common_deceiver", 0)])
def test_carbon_moved_two_spaces_or_more(source: str, times: int) -> None:
    """Sooty Grouse A."""
    keys: dict[str, Any] = {
        "forest": "velvet_milkcap@0,2",
        "carbon": "velvet_milkcap common_deceiver",
        "ready": "ring",
        "cubes": "N P K" if times else "N P",
    }
    said = f"absorb source={source} mushroom=earthlover corner=ne"
    assert tracked("sooty_grouse/a", said, **keys) == times


@pytest.mark.parametrize("ready, times", [("", 1), ("ring", 0), ("ring pores gills other", 0)])
def test_all_four_tokens_readied_in_a_turn(ready: str, times: int) -> None:
    """Sooty Grouse B: only used tokens can be readied."""
    assert tracked("sooty_grouse/b", "photosynthesize", ready=ready) == times


def test_a_bonus_tile_readies_all_four_too() -> None:
    keys: dict[str, Any] = {"ready": "", "bonus": {"first": "ready"}}
    said = ["bonus stone=first", "activate mushroom=earthlover", "gain n=1"]
    assert tracked("sooty_grouse/b", *said, **keys) == 1
