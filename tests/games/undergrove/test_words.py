"""The sentences of Undergrove: prompts, moves, what they would bring, and what happened."""

from __future__ import annotations

import pytest

from spinney.games.undergrove import GAME, board
from spinney.games.undergrove.art import sheet
from spinney.games.undergrove.components import BOX
from spinney.games.undergrove.phrases import BOOSTS, ability
from spinney.games.undergrove.rules.moves import VERBS
from tests.games.undergrove.stories import Table, undergrove

NAMES = ("Hazel", "Juniper", "Ash", "Linden")


def prompt(table: Table, seat: int | None = None) -> str:
    seen = table.view(table.turn if seat is None else seat)
    return GAME.words.prompt(seen, NAMES)


def words(table: Table, move: str) -> str:
    return GAME.words.move(table.view(table.turn), VERBS.parse(move))


def gain(table: Table, move: str) -> str:
    return GAME.words.gain(table.view(table.turn), VERBS.parse(move))


def told(table: Table, move: str, viewer: int | None = None) -> str:
    seat = table.turn
    viewer = seat if viewer is None else viewer
    before = table.view(viewer)
    table.do(move)
    return GAME.words.tell(before, seat, VERBS.parse(move), table.view(viewer))


# ------------------------------------------------------------------------------------- prompts
def test_a_turn_begins_with_the_five_actions() -> None:
    table = undergrove()
    assert prompt(table) == "Your turn: activate, absorb, reproduce, partner or photosynthesize."
    assert prompt(table, 1) == "Hazel is choosing."


@pytest.mark.parametrize(
    ("ending", "said"), [(1, "The end is near: this round, and one more turn each."), (2, "last")]
)
def test_the_end_is_announced(ending: int, said: str) -> None:
    assert said in prompt(undergrove(ending=ending))


def test_a_payment_says_what_is_owed() -> None:
    table = undergrove(cubes="N P", ready="ring gills")
    table.do("absorb source=fly_agaric mushroom=earthlover corner=ne")
    assert prompt(table).startswith("Pay 1 token")
    assert gain(table, "pay part=ring") == ""


def test_bonus_tiles_that_say_the_same_are_told_apart_by_their_stones() -> None:
    bonus = {"first": "nitrogen", "second": "ready", "third": "ready"}
    seen = undergrove(stone=6, bonus=bonus, ready="ring").view(0)
    said = [GAME.words.move(seen, VERBS.parse(f"bonus stone={stone}")) for stone in bonus]
    assert said[0].startswith("Play your Bonus tile: ")
    assert said[1].startswith("Play your Bonus tile of the second stone: all tokens ready")
    assert said[2].startswith("Play your Bonus tile of the third stone: all tokens ready")


def test_laying_may_be_left_out() -> None:
    table = undergrove(cubes="C N P P", hand="king_bolete")
    table.do("reproduce")
    assert prompt(table).endswith("Or place your Seedling.")


def test_another_action_is_asked_for_as_such() -> None:
    table = undergrove(forest="scaly_vase@1,1", plants=["1,1 scaly_vase"])
    table.do("activate mushroom=scaly_vase")
    assert prompt(table) == "Take another action."


def test_another_action_or_a_cube() -> None:
    table = undergrove(forest="mouse_trich@1,1", plants=["1,1 mouse_trich"])
    table.do("activate mushroom=mouse_trich")
    assert prompt(table) == "Take another action, or 1 N."


# ------------------------------------------------------------------------------------- moves
@pytest.mark.parametrize(
    ("move", "said", "brings"),
    [
        ("activate mushroom=earthlover", "Activate Earthlover", "1 cube, swap 2"),
        ("activate mushroom=fly_agaric", "Activate Fly Agaric", "1 C → N P, pores ready"),
        (
            "absorb source=fly_agaric mushroom=fly_agaric corner=nw",
            "Absorb from Fly Agaric, Seedling at its north-west",
            "token + cube: a Tree",
        ),
        (
            "absorb source=common_deceiver mushroom=earthlover corner=ne",
            "Absorb from Common Deceiver, moved to Earthlover, Seedling at its north-east",
            "token + cube + 1 step: a Tree",
        ),
        ("reproduce", "Reproduce", "pay C P P"),
        ("partner", "Partner", "pay C K K"),
        ("photosynthesize", "Photosynthesize", "2 C, tokens ready"),
        ("photosynthesize nitrogen=2", "Photosynthesize and pay 2 N", "4 C, tokens ready"),
    ],
)
def test_actions_in_words(move: str, said: str, brings: str) -> None:
    table = undergrove(plants=["1,0 earthlover fly_agaric +2"])
    assert table.may(move)
    assert (words(table, move), gain(table, move)) == (said, brings)


def test_brown_roll_rim_makes_one_more() -> None:
    table = undergrove(forest="brown_roll_rim@1,1", plants=["1,1 brown_roll_rim"])
    assert gain(table, "photosynthesize") == "3 C, tokens ready"


def test_a_copy_says_what_it_copies() -> None:
    table = undergrove(forest="suede_bolete@1,1 king_bolete@2,1", plants=["1,1 suede_bolete"])
    move = "activate mushroom=suede_bolete copy=king_bolete"
    assert words(table, move) == "Activate Suede Bolete as King Bolete"
    assert gain(table, move) == "1 C → P P K K, others P"


def test_a_place_is_named_by_its_neighbour() -> None:
    table = undergrove(cubes="C N P P", hand="king_bolete")
    table.do("reproduce")
    said = words(table, "lay mushroom=king_bolete x=1 y=1")
    assert said == "Lay King Bolete east of Common Deceiver"
    assert gain(table, "lay mushroom=king_bolete x=1 y=1") == "worth 3"


def test_a_root_says_what_it_is_worth() -> None:
    table = undergrove(cubes="C K K")
    table.do("partner")
    move = "root mushroom=fly_agaric corner=nw"
    assert words(table, move) == "Root into Fly Agaric from its north-west"
    assert gain(table, move) == "worth 3"


# ------------------------------------------------------------------------------------- stories
def test_an_activation_tells_what_it_brought() -> None:
    table = undergrove(plants=["1,0 fly_agaric"], ready="ring")
    assert told(table, "activate mushroom=fly_agaric") == (
        "activated Fly Agaric: 1 N and 1 P, pores ready"
    )


def test_what_all_others_take_is_told() -> None:
    table = undergrove(seats=3, forest="king_bolete@1,1", plants=["1,1 king_bolete"])
    story = told(table, "activate mushroom=king_bolete")
    assert story == "activated King Bolete: 2 P and 2 K; all others took 1 P"


def test_a_tree_and_a_stone_are_told() -> None:
    table = undergrove(plants=["1,0 fly_agaric +2"], cubes="K", ready="ring")
    story = told(table, "absorb source=fly_agaric mushroom=fly_agaric corner=nw")
    assert story == (
        "absorbed carbon from Fly Agaric: 1 N"
        "; the Seedling north-west of Fly Agaric became a Tree; moved to stone 1"
    )


def test_the_refill_is_told() -> None:
    table = undergrove(plants=["1,0 fly_agaric"], cubes="K", ready="ring", carbon="fly_agaric")
    story = told(table, "absorb source=fly_agaric mushroom=fly_agaric corner=nw")
    assert story.endswith("Earthlover refilled the forest")


def test_which_bonus_tile_was_kept_is_told_to_its_owner_only() -> None:
    def choosing() -> Table:
        table = undergrove(
            plants=["1,0 fly_agaric"], cubes="K", ready="ring", stone=1,
            stacks=("one two nitrogen", "one two nitrogen", "potassium carbon ready"),
        )  # fmt: skip
        return table.do("absorb source=fly_agaric mushroom=fly_agaric corner=nw")

    assert told(choosing(), "keep tile=two", 0).startswith("kept a Bonus tile: 2 points")
    assert told(choosing(), "keep tile=two", 1).startswith("kept a Bonus tile")
    assert "2 points" not in told(choosing(), "keep tile=two", 1)


def test_the_turn_of_brown_and_tan_is_told() -> None:
    table = undergrove(seats=1, deck="a05")
    story = told(table, "photosynthesize")
    assert "Brown planted a Seedling at Painted Suillus" in story
    assert "Brown took 1 C from Painted Suillus and moved up" in story


# ------------------------------------------------------------------------------------- the table
def test_the_table_as_text() -> None:
    table = undergrove(hand="king_bolete", plants=["1,0 earthlover fly_agaric +1"])
    text = GAME.words.text(table.view(0), NAMES)
    assert "Fly Agaric                 ring   worth 3, 1 C on it; Roots of Hazel" in text
    assert "Seedling with 1 C north-west of Fly Agaric, Roots in Earthlover and Fly Agaric" in text
    assert "King Bolete, pores. Costs the pores token, 1 C." in text
    assert "king" not in GAME.words.text(table.view(1), NAMES).lower()


def test_every_mushroom_of_the_forest_says_what_it_does() -> None:
    """Whoever reads the table as text needs no picture, and no Root in it."""
    forest = "candy_cap@1,-1 scarletina_bolete@1,1 suede_bolete@-1,1 peppery_bolete@-1,-1"
    text = GAME.words.text(undergrove(forest=forest).view(1), NAMES)
    for line in (
        "free → 1 cube, swap up to 2 cubes. When no mushroom has carbon, each of the four beside",
        "ring token, 1 C → 1 N and 1 P, pores ready. Its name has a creature",
        "ongoing, Reproduce: a second Root",
        "pores token, 1 cube → absorb 1 C from anywhere, 2 steps free. Its name has a colour",
        "pores token → copy another mushroom of its type",
        "pores token, 1 C → 3 K, fill its spaces; worth 0 to 5 by filled spaces",
    ):
        assert f"       {line}" in text, line
    assert len([line for line in text.splitlines() if " → " in line]) >= 8


def test_names_with_a_colour_or_a_creature_are_marked() -> None:
    """Red Crossbill: on the tile, in its tooltip, and in the table as text."""
    both = [kind for kind, tile in BOX.mushrooms.items() if tile.colour and tile.creature]
    assert both == ["snyders_black_morel", "hot_pink_coral", "yellow_tipped_coral"]
    forest = "rehms_haircup@-1,-1 snyders_black_morel@1,-1 hot_pink_coral@2,-1 scaly_vase@3,-1"
    table = undergrove(forest=forest, hand="crested_coral earthfan")
    [panel] = [p for p in board.Drawing(BOX).panels(table.view(0), NAMES) if p.id == "forest"]
    labels = {sprite.id: sprite.label for sprite in panel.sprites}
    said = {
        "rehms_haircup": "Its name has a creature",
        "snyders_black_morel": "Its name has a colour and a creature",
        "pacific_golden_chanterelle": "Its name has a colour",
    }
    for kind, words in said.items():
        assert words in labels[f"tile.{kind}"]
    assert "Its name" not in labels["tile.scaly_vase"]
    assert "Crested Coral, other shapes." in GAME.words.text(table.view(0), NAMES)
    drawn = sheet.sheet(BOX, "Undergrove")
    for kind, tile in BOX.mushrooms.items():
        symbol = drawn.split(f'id="tile-{kind}"')[1].split("</symbol>")[0]
        assert ("#mark-colour" in symbol) is tile.colour
        assert ("#mark-creature" in symbol) is tile.creature


def test_the_set_of_douglas_fir_moth_is_on_its_card() -> None:
    table = undergrove(goals="douglas_fir_moth/a red_vole/a whiskey_jack/a")
    [panel] = [p for p in board.Drawing(BOX).panels(table.view(0), NAMES) if p.id == "goals"]
    card = "three Roots, on values 2, 3 and 4, each Root in one set"
    assert card in panel.notes[0].text and card in GAME.words.text(table.view(0), NAMES)


def test_the_score_names_the_roots_that_count() -> None:
    table = undergrove(plants=["1,0 earthlover fly_agaric pacific_golden_chanterelle +2"])
    lines = [(line.text, line.points) for line in table.outcome().lines[0]]
    plant = "Seedling north-west of Fly Agaric: "
    assert (f"{plant}Pacific Golden Chanterelle 3 and Fly Agaric 3", 6) in lines
    assert ("10 cubes left", 5) in lines


def test_a_lost_solo_game_says_by_how_much() -> None:
    table = undergrove(seats=1, ending=2, cubes="", others=[{"cubes": "C C C C"}, {}])
    table.do("photosynthesize").finish()
    outcome = table.outcome()
    assert table.over
    assert not outcome.won or outcome.scores[0] > 2
    assert "Brown" in outcome.verdict and "Tan" in outcome.verdict


def test_the_rulebook_lists_every_mushroom_as_it_is_printed() -> None:
    """The key of abilities: what each costs and does, and the marks of its name."""
    rows = {line.split(" | ")[0].removeprefix("| "): line for line in GAME.rulebook.splitlines()}
    for tile in BOX.mushrooms.values():
        row = rows[tile.name]
        does = BOOSTS.get(tile.ability.ongoing) or ability(tile)
        assert f" | {does} | " in row, row
        assert ("token" in row) is tile.cost.token and ("ongoing" in row) is bool(
            tile.ability.ongoing
        )
        assert (f"{tile.cost.carbon} C" in row.split(" | ")[1]) is bool(tile.cost.carbon)
        marks = row.rstrip(" |").rsplit(" | ", 1)[-1]
        assert ("colour" in marks) is tile.colour and ("creature" in marks) is tile.creature
