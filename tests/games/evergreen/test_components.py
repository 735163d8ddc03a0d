"""The box of Evergreen, and boxes that cannot be played with."""

from __future__ import annotations

from collections import Counter

import pytest

from spinney.core.components import ComponentError
from spinney.core.state import size
from spinney.games.evergreen import GAME
from spinney.games.evergreen.components import BOX, COMPONENTS, open_box

TEXT = COMPONENTS.read_text(encoding="utf-8")


def test_forty_two_cards_each_biome_and_power_once() -> None:
    pairs = {(card.biome, card.power) for card in BOX.cards.values()}
    assert len(BOX.cards) == len(pairs) == 42
    assert Counter(card.biome for card in BOX.cards.values()) == dict.fromkeys(BOX.biomes, 6)


def test_icons_are_spread_evenly() -> None:
    for biome in list(BOX.biomes)[:6]:
        cards = [card for card in BOX.cards.values() if card.biome == biome]
        assert sorted(card.fertility for card in cards) == [0, 0, 1, 1, 2, 2]
        assert sum(card.aridity for card in cards) == 1


def test_a_planet_of_48_spaces_and_four_crevices() -> None:
    printed = BOX.printed()
    assert [size(printed.region[biome]) for biome in range(7)] == [8] * 6 + [48]
    assert [space for space, what in BOX.places.items() if what == "crevice"] == [
        "c3",
        "f3",
        "c6",
        "f6",
    ]


def test_every_piece_says_whether_it_is_a_fact() -> None:
    assert BOX.board.status == "reconstruction"
    assert {power.status for power in BOX.powers.values()} == {"reconstruction"}
    assert {card.status for card in BOX.cards.values()} == {"reconstruction"}
    for facts in (BOX.biomes, BOX.seasons, BOX.ranks):
        assert {piece.status for piece in facts.values()} == {"fact"}
        assert all(piece.source for piece in facts.values())


def test_an_owner_may_correct_the_box() -> None:
    """Another planet, another track, a card that is in the deck twice under two names."""
    other = TEXT.replace('"..SSSS..",', '"...SS...",').replace("[0, 1, 1, 2]", "[0, 1, 2, 2, 3]")
    other = other.replace("[cards.snow-bud]", "[cards.snow-sprout-2]", 1)
    other = other.replace('biome = "snow"\npower = "bud"', 'biome = "snow"\npower = "sprout"', 1)
    game = GAME.reprint(other.encode())
    assert game.components != GAME.components
    state = game.start(game.options(), 3, 1)
    assert state.check()
    assert (
        game.verbs.format(game.verbs.parse("pick card=snow-sprout-2")) == "pick card=snow-sprout-2"
    )
    assert 'id="card-snow-sprout-2"' in game.board.sheet()


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ('"..SSSS..",', '"..SSQS..",', "board: row 1 has a 'Q'"),
        ('"..GGGG..",', '"..GGGGGG",', "board: the last two"),
        ('"..GGGG..",', '"..GGGG..", "G",', "board: at most eight"),
        ('letter = "S"', 'letter = "x"', "biomes: each has a letter"),
        ("[biomes.snow]", "[biomes.ice]", "biomes: expected exactly snow"),
        ("track = [0, 2, 3, 4]", "track = [1, 2, 3, 4]", "powers.sprout: a track begins"),
        ("track = [0, 2, 3, 4]", "track = [0]", "powers.sprout, track: at least 2"),
        ("rounds = 5", "rounds = 6", "seasons.spring, rounds: at most 5"),
        ("least = 121", "least = 400", "ranks: the first begins"),
        ('biome = "snow"\npower', 'biome = "swamp"\npower', "cards: six of each biome"),
        ("fertility = 2", "fertility = 2\naridity = true", "cards.snow-sprout: fertility or"),
        ('biome = "wild"', 'biome = "wild"\nfertility = 1', "cards.wild-sprout: a wild card"),
        ("fertility = 2", "fertile = 2", "cards.snow-sprout, fertile: there is no such line"),
    ],
)
def test_a_wrong_entry_is_named(old: str, new: str, mistake: str) -> None:
    assert old in TEXT
    with pytest.raises(ComponentError, match=mistake):
        open_box(TEXT.replace(old, new, 1).encode())


def test_a_board_without_a_biome() -> None:
    with pytest.raises(ComponentError, match="board: no space of wheat"):
        open_box(
            TEXT.replace("W", "F")
            .replace('letter = "F"', 'letter = "W"', 2)
            .replace('letter = "W"', 'letter = "F"', 1)
            .encode()
        )


def test_too_few_icons_to_begin() -> None:
    none = "\n".join(line for line in TEXT.splitlines() if not line.startswith("fertility"))
    with pytest.raises(ComponentError, match="5 fertility icons"):
        open_box(none.encode())
