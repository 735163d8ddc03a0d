"""The options of a game in words."""

from __future__ import annotations

from typing import Literal

import pytest

from spinney.core.game import Options
from spinney.core.options import LONGEST, TEXT, OptionValue, check, choices, counts, of_type
from tests.toy import BRAMBLE
from tests.toy.glade import GLADE


def test_every_kind_of_option() -> None:
    sky, double, rounds, stones, patience = choices(GLADE)
    assert (sky.title, sky.kind, sky.default) == ("The sky", "choice", "fair")
    assert sky.says == "what it does"
    assert (double.title, double.kind, double.default) == ("Twofold paths", "switch", "false")
    assert (rounds.title, rounds.kind, rounds.least, rounds.most) == ("Rounds", "number", 1, 12)
    assert (stones.kind, stones.longest) == ("text", LONGEST)
    assert (patience.seats, sky.seats) == ([1], [])


def test_values_have_labels_and_remarks() -> None:
    fair, rain = choices(GLADE)[0].values
    assert fair == OptionValue("fair", "Fair, and it stays so")
    assert rain.label == "Rain before noon"
    assert rain.says == "Then the sun comes out, and everything dries."


class Picnic(Options, frozen=True):
    """What to take along.

    rain: whether it rains
    cake: which one
    cake=plum: Plum cake
    cake=apple: Apple cake
    """

    napkins: bool = True
    cake: Literal["apple", "plum", "stale"] = "apple"
    rain: bool = False


def test_options_are_shown_in_the_order_of_their_lines() -> None:
    assert [option.name for option in of_type(Picnic)] == ["rain", "cake", "napkins"]
    cake = of_type(Picnic)[1]
    assert [value.value for value in cake.values] == ["plum", "apple", "stale"]


def test_a_game_without_options_has_none() -> None:
    assert choices(BRAMBLE) == []


def test_numbers_of_players() -> None:
    assert counts("1") == [1]
    assert counts("1, 3-4") == [1, 3, 4]
    assert counts(None) == []


def test_a_text_has_an_end() -> None:
    check(GLADE, {"stones": "1 " * (LONGEST // 2)})
    with pytest.raises(ValueError, match=f"stones takes at most {LONGEST} letters"):
        check(GLADE, {"stones": "1" * (LONGEST + 1)})
    assert TEXT < LONGEST
