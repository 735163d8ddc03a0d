"""The sentences of Underwood: moves, what they would bring, the story, refusals, the map."""

from __future__ import annotations

import pytest

from spinney.games.underwood import GAME
from spinney.games.underwood.pieces import VERBS
from tests.games.underwood.stories import Table, new_game, underwood

NAMES = ["Ann", "Bob", "Cy"]
FLOOR = """
     B B
    A A B
     C A
"""
TOKENS = """
     - -
    - a -
     C b
"""
MAP = """
   ------------
   |  1     2  |
------------   ---
|  3    a4  |b5+1 |
---------   ------
   | C6  | b7  |
   ------------
"""


def table(**more: object) -> Table:
    return underwood(FLOOR, TOKENS, seats=3, **more)  # type: ignore[arg-type]


def said(at: Table, words: str) -> str:
    return GAME.words.move(at.view(at.turn), VERBS.parse(words))


def gain(at: Table, words: str) -> str:
    return GAME.words.gain(at.view(at.turn), VERBS.parse(words))


def told(at: Table, words: str) -> str:
    before, seat = at.view(0), at.turn
    at.do(words)
    return GAME.words.tell(before, seat, VERBS.parse(words), at.view(0))


def test_growing() -> None:
    at = table(supply=[9, 9, 9])
    assert said(at, "grow space=4 tile=1") == "Grow space 4, spread on tile 1"
    assert gain(at, "grow space=4 tile=1") == "1 new, 1 over, costs 3; leads on 1"
    assert gain(at, "grow space=4 tile=2") == "3 new, costs 3; leads on 1 and 2"
    assert told(at, "grow space=4 tile=1") == (
        "grew a mushroom on space 4 and spread on tile 1: 1 new mycelium and 1 over blue"
        "; blue cannot grow, and the game is over"
    )


TRAIL = """
    A A A B B B
     A X X Y Y B
      A A C C
"""
ON_TRAIL = """
    - b - - - -
     -         -
      - - a -
"""


def test_following_the_trail() -> None:
    at = underwood(TRAIL, ON_TRAIL, variant="ant_trail", turn=1)
    assert said(at, "trail space=2 tile=3") == "Trail from space 2 to tile 3"
    assert gain(at, "trail space=2 tile=3") == "1 new, costs 1"
    assert told(at, "trail space=2 tile=3") == (
        "grew a mushroom on space 2 and followed the ant trail to tile 3: 1 new mycelium"
    )


def test_starting_laying_planting_and_rolling() -> None:
    at = new_game(3, 2, layout="built")
    number = at.state.bag[0] + 1
    first = at.moves()[0]
    assert said(at, first).startswith(f"Lay tile {number} at ")
    assert gain(at, first).startswith("touches ")
    assert told(at, first) == f"laid tile {number}"
    at = new_game(3, 2)
    assert said(at, "start space=5") == "Start on space 5"
    assert gain(at, "start space=5").startswith(f"tile {at.tile(5)}, ")
    assert told(at, "start space=5") == "placed a start token on space 5"
    at = new_game(3, 2, variant="saplings")
    first = at.moves()[0]
    assert said(at, first) == "Plant a tree on space 1"
    assert gain(at, first) == f"tile {at.tile(1)}"
    assert told(at, first) == "planted a tree on space 1"
    at = new_game(3, 2, layout="rolled")
    assert [said(at, words) for words in at.moves()] == ["Keep this board", "Roll another board"]
    assert told(at, "roll") == "rolled another board"
    assert told(at, "keep") == "kept this board"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("grow space=1 tile=2", "there is no mycelium of yours on space 1 (R6)"),
        ("grow space=7 tile=1", "there is no mycelium of yours on space 7 (R6)"),
        ("grow space=99 tile=1", "there are only 9 spaces (R6)"),
        ("grow space=4 tile=9", "tile 9 does not touch space 4 (R7)"),
        ("grow space=4 tile=3", "nothing can be placed on tile 3 from there (R7)"),
        ("grow space=4 tile=1", "it takes 3 tokens, and you have 2 (R7)"),
        ("trail space=4 tile=1", "there is no ant trail in this game (R13.4)"),
        ("start space=1", "mushrooms are grown now (R6)"),
        ("lay q=0 r=0", "mushrooms are grown now (R6)"),
    ],
)
def test_why_a_turn_is_refused(words: str, why: str) -> None:
    floor = FLOOR.rstrip() + "   D D\n"  # where a turn is possible, so that the game goes on
    at = underwood(floor, TOKENS.rstrip() + "   a -\n", seats=3, supply=[2, 9, 9])
    assert at.refusal(words) == why


def test_why_the_trail_is_refused() -> None:
    at = underwood(TRAIL, ON_TRAIL, variant="ant_trail", turn=1, supply=[5, 1])
    assert at.refusal("trail space=2 tile=2") == "it takes 4 tokens, and you have 1 (R13.4)"
    assert at.refusal("trail space=2 tile=9") == "tile 9 does not touch the ant trail (R13.4)"


def test_why_a_start_token_is_refused() -> None:
    at = new_game(3, 2)
    at.do("start space=5")
    assert at.refusal("start space=5") == "there is a token on space 5 (R5)"
    assert at.refusal("start space=4").endswith("(R5)")
    assert at.refusal("start space=110").startswith("there are only")
    assert at.refusal("grow space=5 tile=1") == "start tokens are placed now (R5)"


def test_why_a_tree_is_refused() -> None:
    at = new_game(3, 2, variant="saplings")
    at.do(at.moves()[0])
    tile = at.tile(1)
    same = next(space for space in range(2, at.spaces + 1) if at.tile(space) == tile)
    cell = at.state.floor.cells[same - 1]
    q, r = (cell >> 6) - 32, (cell & 63) - 32
    assert at.refusal(f"plant q={q} r={r}") == "there is a tree on this tile (R13.3)"
    assert at.refusal("plant q=20 r=20") == "there is no space (R13.3)"


def test_the_prompt_says_what_is_asked_of_whom() -> None:
    for options, mine, other in (
        ({}, "Place a start token", "places a start token."),
        ({"layout": "rolled"}, "Keep this board, or roll", "decides whether this board stays."),
        ({"layout": "built"}, "Lay tile ", " lays tile "),
        ({"variant": "saplings"}, "Plant 4 trees", "plants 4 trees."),
    ):
        at = new_game(3, 3, **options)
        assert GAME.words.prompt(at.view(at.turn), NAMES).startswith(mine)
        said_to_others = GAME.words.prompt(at.view((at.turn + 1) % 3), NAMES)
        assert NAMES[at.turn] in said_to_others and other in said_to_others


def test_the_map_shows_numbers_tokens_and_borders() -> None:
    at = underwood(FLOOR, TOKENS, seats=3, stacks={5: "ab"})
    text = GAME.words.text(at.view(0), NAMES)
    assert MAP in text
    assert "Tile 3 (bar), 1 space: 6; led by Cy with 1 mushroom" in text
    assert "Ann (green, a): 22 tokens left" in text
    assert "This board as text: " in text


def test_the_map_of_a_board_that_is_laid_shows_where_rows_begin() -> None:
    text = GAME.words.text(new_game(3, 2, layout="built").view(0), NAMES)
    assert "still to be laid: " in text and "\n  0,  0 |" in text
