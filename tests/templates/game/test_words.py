"""What people read: moves, the log, and the table as text."""

from __future__ import annotations

from spinney.templates.game import GAME
from spinney.templates.game.pieces import DIG, VERBS
from tests.templates.game.stories import wood

NAMES = ["Ash", "Birch", "Cedar", "Dogwood"]


def test_moves_in_words() -> None:
    seen = wood(ground="golden", leaves="small").view(0)
    gather = VERBS.parse("gather kind=golden")
    assert GAME.words.move(seen, gather) == "Gather a golden acorn"
    assert GAME.words.gain(seen, gather) == "5 points"
    assert GAME.words.move(seen, DIG) == "Dig in the leaves"


def test_the_log_tells_everybody_what_they_may_know() -> None:
    table = wood(ground="small*2", leaves="golden*2")
    before = [table.view(seat) for seat in (0, 1)]
    table.do("dig")
    mine, theirs = (GAME.words.tell(before[seat], 0, DIG, table.view(seat)) for seat in (0, 1))
    assert mine == "dug up a golden acorn" and theirs == "dug in the leaves"


def test_the_table_as_text() -> None:
    table = wood(ground="small*2", leaves="golden*2").do("dig")
    text = GAME.words.text(table.view(1), NAMES)
    assert "Ground  2 small acorns" in text and "Nest    1 unseen" in text


def test_a_board_says_how_many_acorns_it_shows() -> None:
    ground, *squirrels = GAME.board.panels(wood(ground="golden small*2").view(0), NAMES)
    assert [sprite.art for sprite in ground.sprites if sprite.art != "leaves"] == [
        "acorn-small",
        "acorn-small",
        "acorn-golden",
    ]
    assert [panel.area for panel in squirrels][:2] == ["mine", "other"]
