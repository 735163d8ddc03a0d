"""The box as a whole, and whether the stories of this folder cover every ruling."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from spinney.core.rng import Rng
from spinney.games.evergreen import GAME
from spinney.games.evergreen.components import BOX
from tests.games.evergreen.stories import new_game
from tests.games.evergreen.table import pieces


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_card_is_somewhere_after_every_move(seats: int) -> None:
    """Reshuffles included: a game of four empties the deck in summer."""
    table, rng = new_game(seats, seats), Rng(seats)
    least = len(table.deck)
    while not table.over:
        moves = table.moves()
        table.do(moves[rng.below(len(moves))])
        pieces(table.state)
        least = min(least, len(table.deck))
    assert seats < 4 or least < 5


def test_fourteen_cards_for_each_gardener() -> None:
    assert [season.rounds for season in BOX.seasons.values()] == [5, 4, 3, 2]


def test_every_ruling_is_told_as_a_story() -> None:
    """A ruling of the rulebook page without a test that names it is only an opinion."""
    rulebook = resources.files("spinney.games.evergreen").joinpath("rulebook.md").read_text("utf-8")
    ruled = {int(number) for number in re.findall(r"^\*\*#(\d+)\b", rulebook, re.MULTILINE)}
    stories = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    told = {
        int(number)
        for sentence in re.findall(r"Rulings? #[#\d, and]*", stories)
        for number in re.findall(r"#(\d+)", sentence)
    }
    assert ruled == set(range(1, len(ruled) + 1))
    assert len(ruled) >= 25
    assert ruled <= told


def test_the_rulebook_has_a_key_of_all_signs() -> None:
    """Every sign of the printed summary: effects, fertility, powers, what a season scores by."""
    key = GAME.rulebook.partition("## What the signs mean")[2].partition("\n## ")[0].lower()
    names = [power.name for power in BOX.powers.values() if power.name != "Sprout"]
    signs = ["plant a sprout", "grow:", "anywhere", "fertility:", "aridity:", "wild:", "crevice"]
    for sign in [*names, *signs, "first player token", "the sun", "light", "biggest forest"]:
        assert sign.lower() in key, sign


def test_the_rulebook_names_who_made_the_game() -> None:
    credits = GAME.rulebook.partition("## Credits")[2]
    for name in ("Hjalmar Hach", "Wenyi Geng", "Horrible Guild"):
        assert name in credits and name in GAME.rulebook.partition("## R1 ")[0]
