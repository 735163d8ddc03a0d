"""Whether the stories of this folder cover every ruling, and what the options mean."""

import re
from importlib import resources
from pathlib import Path

import pytest

from spinney.core.options import choices
from spinney.games.micro_mycelium import GAME
from tests.games.micro_mycelium.stories import new_game


def test_every_ruling_is_told_as_a_story() -> None:
    """A ruling of the rulebook page without a test that names it is only an opinion."""
    folder = resources.files("spinney.games.micro_mycelium")
    rulebook = folder.joinpath("rulebook.md").read_text("utf-8")
    ruled = {int(number) for number in re.findall(r"^\*\*#(\d+)\b", rulebook, re.MULTILINE)}
    stories = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    told = {
        int(number)
        for sentence in re.findall(r"Rulings? #[#\d, and]*", stories)
        for number in re.findall(r"#(\d+)", sentence)
    }
    assert ruled == set(range(1, len(ruled) + 1))
    assert len(ruled) >= 24
    assert ruled <= told


def test_every_ruling_points_at_a_rule() -> None:
    text = GAME.rulebook
    rules = set(re.findall(r"^#+ (R\d+(?:\.\d+)?)", text, re.MULTILINE))
    for ruling in re.findall(r"^\*\*#\d+.*?(?=^\*\*#|\Z)", text, re.MULTILINE | re.DOTALL):
        (pointed,) = re.findall(r"\(((?:R[\d.]+(?:, )?)+)\)\s*\Z", ruling)
        assert set(pointed.split(", ")) <= rules, ruling


def test_options() -> None:
    assert GAME.choose({"advanced": "true"}) == GAME.options(advanced=True)
    assert new_game(1, 3, advanced="true").state.advanced
    assert new_game(1, 3, spores="two").state.side == 2
    assert not new_game(1, 3, spores="two").state.field.all_sides
    every = new_game(1, 3, spores="all").state
    assert (every.side, every.field.all_sides) == (2, True)
    assert not new_game(1, 3).state.advanced and new_game(1, 3).state.side == 1
    assert new_game(1, 3, easy="true").state.sets == 3, "easy means nothing to several players"
    with pytest.raises(ValueError, match="no option"):
        GAME.choose({"hard": "true"})
    with pytest.raises(ValueError, match="1 to 4 players"):
        GAME.check_seats(5)


def test_the_rulebook_warns_of_joined_flowers() -> None:
    """The printed strategy tip; R7.2 has the rule."""
    tips = GAME.rulebook.partition("## Tips")[2].partition("\n## ")[0]
    assert "Joining flowers pays both" in tips


def test_each_reading_of_a_free_side_says_what_it_does() -> None:
    (spores,) = [option for option in choices(GAME) if option.name == "spores"]
    assert [value.value for value in spores.values] == ["one", "two", "all"]
    assert [value.label for value in spores.values] == [
        "1 point, spore sides only",
        "2 points, spore sides only",
        "2 points, root sides too",
    ]
    assert [option.name for option in choices(GAME)] == ["advanced", "easy", "spores"]
