"""Solo (R13): Brown and Tan, their cards, places, track and score."""

from __future__ import annotations

from typing import Any

import pytest

from spinney.games.undergrove.components import BOX, deed
from spinney.games.undergrove.heuristics import solo_value
from spinney.games.undergrove.pieces import BROWN, MUSHROOMS, TAN
from spinney.games.undergrove.rules import solo
from spinney.games.undergrove.view_types import Solo
from tests.games.undergrove.stories import Table, new_game, undergrove


def alone(card: str = "a15", **more: Any) -> Table:
    """A solo game in which this is the AI's next card."""
    return undergrove(seats=1, deck=card, **more)


def after(card: str, **more: Any) -> Table:
    """The AI has just played this card."""
    return alone(card, **more).photosynthesize()


def ai(table: Table) -> Solo:
    seen = table.view(0).solo
    assert seen
    return seen


def perform(table: Table, line: str) -> bool:
    """One action as if it stood on a card; whether it could be carried out."""
    return bool(solo.perform(table.state, deed(line)) & solo.DONE)


# -------------------------------------------------------------------------------------------- cards
def test_the_ai_has_the_first_turn() -> None:
    """#25"""
    table = new_game(1).do("settle corner=ne")
    assert ai(table).card.startswith("a") and len(ai(table).deck_a) == 14
    assert len(ai(table).deck_b) == 15 and table.turn == 0


def test_deck_a_is_used_up_before_deck_b() -> None:
    table = undergrove(seats=1, deck="a03 a07 b01 b02")
    played = []
    for _ in range(4):
        while table.asked == "gain":
            table.do("gain n=1")
        table.photosynthesize()
        played.append(ai(table).card[0])
    assert played == ["a", "a", "b", "b"]


def test_thirty_cards_and_every_action_of_the_rulebook() -> None:
    lines = [line for card in BOX.cards.values() for line in card.actions]
    assert len(BOX.cards) == 30 and len(BOX.idle_cards()) == 3
    assert {line.split()[0].rstrip(":") for line in lines} == {"tile", "seedling", "carbon", "take"}
    for colour in ("brown", "tan"):
        assert sum(line.startswith(f"take {colour}") for line in lines) == 11
        assert sum(line.startswith(f"seedling {colour}") for line in lines) == 7
    assert all(card.status == "reconstruction" for card in BOX.cards.values())


@pytest.mark.parametrize("idle", [0, 1, 2, 3])
def test_cards_without_an_action_may_be_left_out(idle: int) -> None:
    table = new_game(1, idle=str(idle))
    assert len(ai(table).deck_a + ai(table).deck_b) == 27 + idle


def test_an_idle_card_does_nothing_and_gives_nothing() -> None:
    table = after("a15", cubes="")
    assert ai(table).card == "a15" and ai(table).deeds == []
    assert table.asked == "action" and table.cubes() == "C C"


def test_a_used_up_deck_is_the_end_of_the_ai_s_actions_only() -> None:
    table = alone("a15").photosynthesize().photosynthesize()
    assert ai(table).card == "" and table.asked == "action"


# ------------------------------------------------------------------------------------------- places
#  Pig's Ears   Chanterelle     Scaly Vase    Haircup       cups and corals, row by row
#  (Suillus)    (Earthlover)    (Fly Agaric)  Dead Man's Foot
#               (Deceiver)
#               Elfin Saddle
PLACES = (
    "scaly_vase@1,-1 rehms_haircup@2,-1 dead_mans_foot@2,0 pigs_ears@-1,-1 black_elfin_saddle@0,2"
)


@pytest.mark.parametrize(
    ("way", "wanted"),
    [
        # top-most: four lie in the top row, the left one wins
        ("top", ["pigs_ears", "pacific_golden_chanterelle", "scaly_vase", "rehms_haircup"]),
        ("bottom", ["black_elfin_saddle", "dead_mans_foot", "pigs_ears"]),
        # left-most: by column, and in a column the upper one
        ("left", ["pigs_ears", "pacific_golden_chanterelle", "black_elfin_saddle", "scaly_vase"]),
        ("right", ["rehms_haircup", "dead_mans_foot", "scaly_vase"]),
    ],
)
def test_places_and_their_ties(way: str, wanted: list[str]) -> None:
    """R13.3, #23: in the direction; ties in reading order; then as if the first did not exist."""
    table = alone(forest=PLACES)
    action = deed(f"carbon 2: {way}-most other")
    found = []
    last = 63
    for _ in wanted:
        last = solo.next_place(table.state, action, last)
        found.append(MUSHROOMS[last])
    assert found == wanted


# --------------------------------------------------------------------------------------------- tile
def test_a_tile_is_laid_along_the_edge() -> None:
    table = alone(forest=PLACES, supply="candy_cap")
    assert perform(table, "tile: right-most other, right edge")
    assert table.forest()["candy_cap"] == (3, -1)
    assert table.view(0).supply == 0


@pytest.mark.parametrize(
    ("edge", "place"), [("top", (0, -2)), ("right", (1, -1)), ("left", (-1, -1))]
)
def test_each_edge(edge: str, place: tuple[int, int]) -> None:
    table = alone(supply="candy_cap")
    assert perform(table, f"tile: top-most other, {edge} edge")
    assert table.forest()["candy_cap"] == place


def test_where_the_edge_is_taken_the_next_in_the_direction_follows() -> None:
    """#23: as if the first mushroom were not there: right-most, now Orange Tooth's column."""
    forest = "king_bolete@2,0 candy_cap@3,0 orange_tooth@1,2 suede_bolete@0,2 scaly_vase@2,2"
    table = alone(forest=forest, supply="earthfan")
    assert not perform(table, "tile: right-most pores, right edge"), "2,0 then 1,2 then 0,2 then -1"
    forest = "king_bolete@2,0 candy_cap@3,0 orange_tooth@1,2 scaly_vase@0,2 suede_bolete@-1,-1"
    table = alone(forest=forest, supply="earthfan")
    assert perform(table, "tile: right-most pores, right edge")
    assert table.forest()["earthfan"] == (2, 2)


def test_where_the_edge_is_taken_the_others_may_follow_in_reading_order() -> None:
    """#23, edges=reading: the first in reading order that has one."""
    forest = "king_bolete@2,0 candy_cap@3,0 orange_tooth@1,1 suede_bolete@0,2"
    table = alone(forest=forest, supply="earthfan", readings="")
    assert perform(table, "tile: right-most pores, right edge")
    # reading order: Suillus (its right edge is Earthlover), King Bolete (taken), Orange Tooth
    assert table.forest()["earthfan"] == (2, 1)


def test_no_free_edge_or_no_tile_is_unable() -> None:
    assert not perform(alone(), "tile: left-most pores, right edge")
    table = alone(supply="")
    table.state.supply = table.state.discard = table.state.in_supply = 0
    assert not perform(table, "tile: left-most pores, left edge")


# ----------------------------------------------------------------------------------------- Seedling
def test_a_seedling_takes_the_corner_with_the_most_mushrooms() -> None:
    """Fly Agaric's corners touch 3 (nw, the player's), 1, 3 (sw) and 1: sw."""
    table = alone()
    assert perform(table, "seedling brown: top-most ring")
    assert table.plants(BROWN) == ["1,1"] and table.view(0).firs[BROWN].seedlings == 5


def test_like_corners_go_in_reading_order() -> None:
    table = alone(forest="king_bolete@2,0")
    assert perform(table, "seedling tan: right-most pores")
    assert table.plants(TAN) == ["2,0"], "nw before sw, both touch two"


def test_a_mushroom_without_a_free_corner_is_passed_over() -> None:
    table = alone(
        forest="woodland_lepidella@2,0",
        plants=["2,0", "2,1", "3,0", "3,1"],
    )
    assert perform(table, "seedling brown: right-most ring")
    assert table.plants(BROWN) == ["1,0"], "Fly Agaric is next; nw touches three"


def test_six_seedlings_out_is_unable() -> None:
    """#23"""
    six = [f"{x},{y}" for x, y in ((0, 0), (1, 1), (0, 1), (2, 0), (2, 1), (0, 2))]
    table = alone(others=[{"plants": six}])
    assert not perform(table, "seedling brown: top-most ring")
    assert perform(table, "seedling tan: top-most other")


# ------------------------------------------------------------------------------------------- carbon
def test_carbon_is_added_from_the_supply() -> None:
    table = alone(others=[{"cubes": "C"}])
    assert perform(table, "carbon 2: bottom-most gills")
    assert table.carbon("common_deceiver") == 3 and table.cubes(BROWN) == "C"


def test_carbon_is_taken_and_the_disc_moves_up() -> None:
    table = alone(carbon="fly_agaric*3")
    assert perform(table, "take brown 2: top-most ring")
    assert table.carbon("fly_agaric") == 1 and table.cubes(BROWN) == "C C N"  # N of stone 1
    assert table.stone(BROWN) == 1


def test_the_first_mushroom_with_carbon_counts_and_a_part_is_enough() -> None:
    """#22"""
    table = alone(forest="woodland_lepidella@0,-2", carbon="fly_agaric")
    assert perform(table, "take tan 2: top-most ring")
    assert table.cubes(TAN) == "C N" and table.carbon("fly_agaric") == 0


def test_without_carbon_the_disc_still_moves() -> None:
    table = alone(carbon="fly_agaric")
    assert not perform(table, "take tan 1: top-most other")
    assert table.stone(TAN) == 1 and table.cubes(TAN) == "N"


def test_an_unable_action_gives_the_player_one_cube_however_many() -> None:
    """R13.9: card B13 adds 2 carbon, then both colours look for ring mushrooms with carbon."""
    table = after("b13", carbon="common_deceiver", cubes="")
    assert table.moves() == ["gain n=1", "gain p=1", "gain k=1"]
    assert [d.done for d in ai(table).deeds] == [True, False, False]
    table.do("gain p=1")
    assert table.cubes() == "C C P" and table.asked == "action"


# -------------------------------------------------------------------------------------------- track
def test_the_ai_s_rewards() -> None:
    """R13.8: no Roots; a cube of its choice is its focus element (here N for Brown)."""
    table = alone(others=[{"stone": 2}, {"stone": 4}], carbon="fly_agaric*9", focus="n k")
    perform(table, "take brown 1: top-most ring")
    assert table.cubes(BROWN) == "C", "the third stone is a Root"
    perform(table, "take tan 1: top-most ring")
    assert table.cubes(TAN) == "C K", "the fifth is any cube: Tan's focus"
    perform(table, "take tan 1: top-most ring")
    assert table.stone(TAN) == 6 and len(table.view(0).firs[TAN].bonus) == 1
    shown = table.view(0).firs[TAN].bonus[0]
    assert shown.played and shown.tile, "turned over at once (#34)"


def test_the_cube_of_an_ai_s_bonus_tile_counts() -> None:
    """#28"""
    stacks = ("potassium potassium potassium", "one one one", "two two two")
    table = alone(stacks=stacks, others=[{"stone": 1}], carbon="fly_agaric*9", focus="k n")
    perform(table, "take brown 1: top-most ring")
    assert table.cubes(BROWN) == "C K" and table.state.ai_focus(BROWN) == 1


@pytest.mark.parametrize(
    ("taken", "space", "gets"),
    [
        ([], "mix", "C C N N"),
        (["mix"], "points", "C"),
        (["mix", "points"], "carbon", "C C C C"),
    ],
)
def test_the_ai_s_order_of_green_spaces(taken: list[str], space: str, gets: str) -> None:
    table = alone(others=[{"stone": 8}], carbon="fly_agaric*9", focus="n k")
    for name in taken:
        number = ("root", "mix", "carbon", "ready", "points").index(name)
        table.state.spaces &= ~(15 << 4 * number)  # the player stands there
    assert perform(table, "take brown 1: top-most ring")
    assert table.view(0).firs[BROWN].space == space and table.cubes(BROWN) == gets


def test_an_ai_beyond_the_last_stone_stays_there() -> None:
    table = alone(others=[{"stone": 9, "space": "mix"}], carbon="fly_agaric*2")
    assert perform(table, "take brown 1: top-most ring")
    assert table.cubes(BROWN) == "C"


# ------------------------------------------------------------------------------------------ the end
def test_when_the_player_announces_the_end_both_have_one_more_turn() -> None:
    table = alone("a15 a14", stone=8, carbon="earthlover*3", ready="ring", cubes="K")
    table.do("absorb source=earthlover mushroom=earthlover corner=ne", "claim space=carbon")
    assert table.view(0).ending == 2, "the round was over"
    while table.asked == "gain":
        table.do("gain n=1")
    table.photosynthesize()
    assert table.over and table.state.turns == 2


def test_when_the_ai_announces_it_the_round_is_finished_and_one_more_played() -> None:
    table = after("a05", others=[{"stone": 8}], carbon="painted_suillus*3")
    assert table.view(0).ending == 1 and table.view(0).firs[BROWN].space == "mix"
    for _ in range(2):
        assert not table.over
        while table.asked == "gain":
            table.do("gain n=1")
        table.photosynthesize()
    assert table.over


# ------------------------------------------------------------------------------------------ scoring
def test_feeding_others_feeds_brown_and_tan() -> None:
    table = alone(forest="king_bolete@1,-1", plants=["1,0 king_bolete"])
    table.do("activate mushroom=king_bolete")
    assert table.cubes(BROWN) == table.cubes(TAN) == "P"


def test_an_ai_seedling_scores_all_mushrooms_around_it() -> None:
    table = alone(forest="scaly_vase@1,-1", plants=[], others=[{"plants": ["1,0", "2,1"]}])
    assert [table.state.ai_plant(BROWN, i) for i in range(2)] == [3 + 4 + 2 + 3, 3]
    assert table.state.ai_plants(BROWN) == 15


@pytest.mark.parametrize(("difficulty", "kept"), [("easy", 4), ("medium", 5), ("hard", 6)])
def test_the_difficulty_keeps_the_best_seedlings(difficulty: str, kept: int) -> None:
    assert ai(new_game(1, difficulty=difficulty)).keep == kept
    corners = ["0,0", "1,0", "1,1", "0,1", "2,0", "-1,0"]  # worth 8, 8, 8, 8, 3 and 3
    table = alone(plants=[], keep=kept, others=[{"plants": corners}])
    assert table.state.ai_plants(BROWN) == {4: 32, 5: 35, 6: 38}[kept]


def test_an_ai_s_score_adds_up() -> None:
    """Focus 2, plant 8, Bonus tile 2 and green space 2, five cubes left: 2."""
    table = alone(
        plants=[],
        focus="n k",
        others=[
            {
                "plants": ["1,0"],
                "cubes": "C C N N P",
                "stone": 9,
                "space": "points",
                "bonus": {"first": "two"},
                "played": "first",
            }
        ],
    )
    assert table.state.ai_focus(BROWN) == 2
    assert table.state.ai_points(BROWN) == 2 + 8 + 4 + 2


def test_both_must_be_beaten_and_a_tie_is_no_win() -> None:
    """#24"""
    for mine, won in (("C C C C", False), ("C C C C C C", True)):
        table = alone(
            plants=["2,0"],
            cubes=mine,
            goals="banana_slug/a douglas_squirrel/a red_vole/a",
            focus="n k",
            others=[{"cubes": "C C C C"}, {"cubes": "C C"}],
        )
        assert table.state.won() is won


def test_to_a_level_a_victory_is_worth_more_than_the_points_that_bring_it() -> None:
    """Two cubes are a point: as many more of them turn defeat into a tie, a tie into a victory."""
    lost, tied, won, better = (
        solo_value(
            alone(
                plants=["2,0"],
                cubes="C " * mine,
                goals="banana_slug/a douglas_squirrel/a red_vole/a",
                focus="n k",
                others=[{"cubes": "C C C C"}, {"cubes": "C C"}],
            ).state,
            0,
        )
        for mine in (2, 4, 6, 8)
    )
    assert tied - lost == better - won == 1
    assert won - tied > 10


def test_earthlover_refills_after_the_ai_s_turn_too() -> None:
    """#16"""
    table = after("a05", carbon="painted_suillus")
    assert table.carbon("painted_suillus") == 1 and table.cubes(BROWN).startswith("C")
