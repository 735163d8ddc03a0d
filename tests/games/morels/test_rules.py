"""The box as a whole, and whether the stories of this folder cover every ruling."""

import re
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from tests.games.morels.stories import new_game

DAY = {
    "honey_fungus": 10,
    "tree_ear": 8,
    "lawyers_wig": 6,
    "shiitake": 5,
    "hen_of_the_woods": 5,
    "fairy_ring": 4,
    "porcini": 4,
    "chanterelle": 4,
    "morel": 3,
    "destroying_angel": 5,
    "butter": 3,
    "cider": 3,
    "pan": 11,
    "basket": 5,
    "moon": 8,
}


def test_the_box_holds_84_day_cards_and_8_night_cards() -> None:
    table = new_game(1)
    assert sum(DAY.values()) == 84
    assert table.deck + len(table.forest) + 6 == 84
    assert table.night_deck + sum(table.nights(0).values()) == 8


@pytest.mark.parametrize("seed", range(6))
def test_at_the_end_every_card_of_the_box_lies_somewhere(seed: int) -> None:
    """The deck is empty then, so the whole box can be counted; no Morel came by night."""
    table = new_game(seed)
    turns = 0
    while not table.over:
        moves = table.moves()
        table.do(moves[turns * 7 % len(moves)])
        turns += 1
    assert table.forest == []
    assert table.deck == 0

    day, night = Counter(table.discard), Counter(table.night_discard)
    day.update(table.decay)
    for seat, forager in enumerate(table.view(-1).foragers):
        day.update(table.hand(seat))
        night.update(table.nights(seat))
        for pan in forager.cooked:
            day.update({pan.kind: pan.day, "butter": pan.butter, "cider": pan.cider})
            night.update({pan.kind: pan.night})
        # Every pan on the table was a card, but for the token each player begins with.
        day["pan"] += forager.pans + len(forager.cooked) - 1
        day["basket"] += forager.baskets
        day["destroying_angel"] += forager.poison > 0
    assert +day == Counter(DAY)
    assert (+night).total() == 8 - table.night_deck
    assert max((+night).values(), default=0) <= 1
    assert not {"morel", "destroying_angel"} & set(+night)


def test_every_ruling_is_told_as_a_story() -> None:
    """A ruling of the rulebook page without a test that names it is only an opinion."""
    rulebook = resources.files("spinney.games.morels").joinpath("rulebook.md").read_text("utf-8")
    ruled = {int(number) for number in re.findall(r"^\*\*#(\d+)\b", rulebook, re.MULTILINE)}
    stories = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    told = {
        int(number)
        for sentence in re.findall(r"Rulings? #[#\d, and]*", stories)
        for number in re.findall(r"#(\d+)", sentence)
    }
    assert ruled == set(range(1, len(ruled) + 1))
    assert len(ruled) >= 23
    assert ruled <= told
