"""The box of Morels, and boxes that cannot be played with."""

from __future__ import annotations

import pytest

from spinney.core.components import ComponentError
from spinney.core.packed import total
from spinney.games.morels import GAME
from spinney.games.morels.components import BOX, COMPONENTS, open_box

TEXT = COMPONENTS.read_text(encoding="utf-8")


def test_eighty_four_day_cards_and_eight_night_cards() -> None:
    worth = BOX.worth()
    assert total(worth.day) == 84 and total(worth.night) == 8
    assert BOX.cards["morel"].night == 0


def test_every_piece_says_whether_it_is_a_fact() -> None:
    made_up = {kind for kind, card in BOX.cards.items() if card.status == "reconstruction"}
    assert made_up == {"destroying_angel", "butter"}
    assert all(card.source for card in BOX.cards.values())


def test_an_owner_may_correct_the_box() -> None:
    four = TEXT.replace('day = 5\nstatus = "reconstruction"', 'day = 4\nstatus = "fact"').replace(
        "day = 3\nmvp = 3\nneeds = 4", "day = 4\nmvp = 3\nneeds = 4"
    )
    box = open_box(four.encode())
    assert (box.cards["butter"].day, box.cards["destroying_angel"].day) == (4, 4)
    game = GAME.reprint(four.encode())
    assert game.components != GAME.components
    assert game.start(game.options(), 2, 1).check()


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("day = 10", "day = 16", "cards.honey_fungus, day: at most 15"),
        ("day = 10", "day = 'ten'", "cards.honey_fungus, day: expected a whole number"),
        ("sticks = 4", "stick = 4", "cards.morel, stick: there is no such line"),
        ("[cards.morel]", "[cards.truffle]", "expected exactly honey_fungus"),
        ('type = "moon"', 'type = "mushroom"', "cards.moon: its type"),
        ("needs = 5", "needs = 0", "cards.cider: needs"),
        ('type = "basket"', 'type = "basket"\nnight = 1', "cards.basket: only mushrooms"),
    ],
)
def test_a_wrong_entry_is_named(old: str, new: str, mistake: str) -> None:
    assert old in TEXT
    with pytest.raises(ComponentError, match=mistake):
        open_box(TEXT.replace(old, new, 1).encode())


def test_too_few_cards_to_deal() -> None:
    few = "\n".join("day = 0" if line.startswith("day") else line for line in TEXT.splitlines())
    with pytest.raises(ComponentError, match="14 day cards"):
        open_box(few.encode())
