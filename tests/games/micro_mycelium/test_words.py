"""What is said: moves, gains, stories, refusals, the table as text."""

from __future__ import annotations

import pytest

from spinney.games.micro_mycelium import GAME
from spinney.games.micro_mycelium.components import BOX
from spinney.games.micro_mycelium.pieces import VERBS
from spinney.games.micro_mycelium.words import MINUS, field_map
from tests.games.micro_mycelium.stories import Table, alone, mycelium, new_game

NAMES = ["Ash", "Birch", "Cedar", "Dogwood"]


def gain(table: Table, words: str, seat: int = 0) -> str:
    return GAME.words.gain(table.view(seat), VERBS.parse(words))


def told(table: Table, words: str, viewer: int = -1, seat: int | None = None) -> str:
    who = table.turn if seat is None else seat
    before = table.view(viewer)
    table.do(words, seat=who)
    return GAME.words.tell(before, who, VERBS.parse(words), table.view(viewer))


def prompt(table: Table, seat: int = 0) -> str:
    return GAME.words.prompt(table.view(seat), NAMES)


def test_moves_in_words() -> None:
    table = mycelium("blue m6 0,0", market="m3 rock .")
    seen = table.view(0)
    assert GAME.words.move(seen, VERBS.parse("lay tile=m3 q=1 r=-1 turn=2")) == (
        "Mushroom 3 at 1,-1, turned 120°"
    )
    assert GAME.words.move(seen, VERBS.parse("lay tile=rock q=1 r=0")) == "Rock at 1,0"
    assert GAME.words.move(seen, VERBS.parse("choose tile=stump")) == "Start with the Stump"
    assert GAME.words.move(seen, VERBS.parse("row set=red")) == "Take the Red row"
    assert GAME.words.move(seen, VERBS.parse("column slot=2")) == "Take column 2"
    placed = VERBS.parse("place tile=m1 q=0 r=1 set=yellow")
    assert GAME.words.move(seen, placed) == "Yellow Mushroom 1 at 0,1"


def test_a_gain_says_what_changes_for_everybody() -> None:
    table = mycelium("blue m6 0,0", market="m6 rock .")
    assert gain(table, "lay tile=m6 q=1 r=0") == f"+5, blue {MINUS}1"
    assert gain(table, "lay tile=rock q=1 r=0") == f"0, blue {MINUS}1"


def test_a_gain_knows_of_holes() -> None:
    """The tile that closes a ring costs all who look into it."""
    ring = "blue m6 1,0; blue m6 0,1; blue m6 -1,1; blue m6 -1,0; blue m6 0,-1"
    table = mycelium(ring, market="rock . .")
    assert gain(table, "lay tile=rock q=1 r=-1") == f"0, blue {MINUS}7"


def test_gains_of_one_sight_after_another() -> None:
    """The table that is kept between two questions is that of the right view."""
    one = mycelium("blue m6 0,0", market="m6 . .")
    two = mycelium("blue m1 0,0", market="m6 . .")
    for _ in range(2):
        assert gain(one, "lay tile=m6 q=1 r=0") == f"+5, blue {MINUS}1"
        assert gain(two, "lay tile=m6 q=1 r=0") == f"+5, blue {MINUS}1"
        assert gain(two, "lay tile=m6 q=-1 r=0") == "+5"


def test_alone_a_gain_says_how_far_apart_the_sets_are() -> None:
    field = "green rock 0,0; blue rock 1,0; red rock 2,0; yellow rock 3,0"
    table = alone(field, phase="placing", hands={0: "m2"})
    assert gain(table, "place tile=m2 q=0 r=-1 turn=3 set=green") == "2 0 0 0: 2 apart"
    assert gain(table, "place tile=m2 q=1 r=-1 turn=1 set=green") == "0 0 0 0: equal"


def test_drafts_name_their_tiles() -> None:
    table = alone("green rock 0,0", markets={0: "m1 m2 .", 1: "m3 . ."})
    assert gain(table, "row set=green") == "Mushroom 1, Mushroom 2"
    assert gain(table, "column slot=1").startswith("Green Mushroom 1, Blue Mushroom 3")


def test_stories() -> None:
    table = mycelium("blue m6 0,0", market="m3 rock .")
    assert told(table, "lay tile=rock q=1 r=0") == f"laid Rock at 1,0 (blue {MINUS}1)"
    opened = new_game(1, 2)
    assert told(opened, "choose tile=rock", viewer=1, seat=0) == "chose a special tile"
    last = told(opened, "choose tile=stump", viewer=0, seat=1)
    assert last == "chose a special tile; now all are shown: Green Rock and Blue Stump"


def test_a_story_of_an_own_choice() -> None:
    assert told(new_game(1, 2), "choose tile=rock", viewer=0, seat=0) == "chose the Rock"


def test_merits_are_told() -> None:
    table = alone("green m1 0,0 0; blue rock 1,0; red rock 2,0", phase="placing", hands={3: "rock"})
    story = told(table, "place tile=rock q=3 r=0 set=yellow", viewer=0)
    assert story == "laid Yellow Rock at 3,0; all sets score 0: a merit"
    table = alone("green rock 0,0; blue rock 1,0", phase="placing", hands={0: "m2"})
    story = told(table, "place tile=m2 q=0 r=-1 turn=3 set=green", viewer=0)
    assert story.endswith("the sets are 2 points apart")


def test_prompts() -> None:
    opened = new_game(1, 2)
    assert "Choose the special tile" in prompt(opened)
    opened.do("choose tile=rock", seat=0)
    assert "Waiting" in prompt(opened)
    assert "begin the field" in prompt(mycelium())
    assert "choose a tile and a place" in prompt(mycelium("blue m1 0,0"))
    assert prompt(mycelium("blue m1 0,0"), 1) == "Ash is choosing a tile."
    assert "row or column" in prompt(alone("green m1 0,0"))
    assert "Lay 1 more tile" in prompt(alone("green m1 0,0", phase="placing", hands={0: "m2"}))
    assert "first tiles" in prompt(new_game(1, 1))
    done = mycelium("blue m1 0,0")
    done.state.to_act = 0
    assert "over" in prompt(done)


@pytest.mark.parametrize(
    "words, said",
    [
        ("lay tile=m3 q=5 r=5", "5,5 does not touch the field (R4.2)"),
        ("lay tile=m3 q=0 r=0", "a tile lies at 0,0 already (R4.2)"),
        ("lay tile=m5 q=1 r=0", "Mushroom 5 is not in your market (R4.1)"),
        ("lay tile=rock q=1 r=0 turn=3", "turned like that Rock looks as it does with less"),
        ("choose tile=rock", "your special tile is chosen (R2.2)"),
        ("row set=green", "solo games (R9)"),
        ("column slot=1", "solo games (R9)"),
        ("place tile=m3 q=1 r=0 set=green", "solo games (R9)"),
    ],
)
def test_refusals(words: str, said: str) -> None:
    table = mycelium("blue m6 0,0", market="m3 rock .")
    assert not table.may(words)
    assert said in table.refusal(words)


def test_refusals_of_those_who_are_not_to_move() -> None:
    table = mycelium("blue m6 0,0")
    assert "another player's turn (R4)" in table.refusal("lay tile=m1 q=1 r=0", seat=1)
    table.state.to_act = 0
    assert "the game is over (R5)" in table.refusal("lay tile=m1 q=1 r=0")


def test_refusals_before_the_first_turn() -> None:
    table = new_game(1, 2)
    assert "chooses a special tile (R2.2)" in table.refusal("lay tile=m1 q=0 r=0", seat=0)
    assert "the stump, the flower or the rock (R2.2)" in table.refusal("choose tile=m1", seat=0)
    table.do("choose tile=rock", seat=0)
    assert "is chosen (R2.2)" in table.refusal("choose tile=stump", seat=0)


def test_the_first_tile_is_refused_elsewhere() -> None:
    assert "lies at 0,0 (R4.2)" in mycelium(market="m1 . .").refusal("lay tile=m1 q=1 r=0")


def test_refusals_alone() -> None:
    table = alone("green rock 0,0", sets=3, markets={0: ". . ."})
    assert "place, not lay (R9.3)" in table.refusal("lay tile=m1 q=1 r=0")
    assert "chance deals the markets (R9.1)" in table.refusal("choose tile=rock")
    assert "first take a row or a column (R9.2)" in table.refusal("place tile=m1 q=1 r=0 set=red")
    assert "no tile left in it (R9.2)" in table.refusal("row set=green")
    assert "not in this game (R9.6)" in table.refusal("row set=yellow")
    table.do("row set=blue")
    assert "first lay all the tiles" in table.refusal("row set=red")
    assert "not in this game" in table.refusal("place tile=m1 q=1 r=0 set=yellow")
    assert "is not in what you hold of this set" in table.refusal("place tile=m6 q=1 r=0 set=red")


def test_the_table_as_text() -> None:
    table = mycelium("green m6 0,0; blue stump 1,0; green m2 0,1 3", market="m1 rock .")
    text = GAME.words.text(table.view(0), NAMES)
    assert "G6" in text and "BS" in text and "G2" in text
    assert "Ash (green): 5 points: 5 free, 0 at the stump" in text
    assert "Market  Mushroom 1, Rock, -" in text
    solo = GAME.words.text(alone("green m6 0,0", merits=2).view(0), NAMES)
    assert "2 merits so far. The sets are 6 apart." in solo
    assert "The field is empty." in GAME.words.text(new_game(1, 2).view(0), NAMES)


def test_rows_of_a_wide_field_lie_as_on_the_table() -> None:
    table = mycelium("green m6 0,0; green m5 1,0; blue m1 0,1; blue m2 -1,1 2")
    rows = {line[:4].strip(): line for line in field_map(BOX, table.view(0))}
    upper, lower = rows["r=0"], rows["r=1"]
    assert upper.index("G6") < lower.index("B1") < upper.index("G5")
    assert lower.index("B22") < upper.index("G6")
