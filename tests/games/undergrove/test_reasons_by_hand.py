"""Whoever is refused a move is told the true reason."""

from typing import Any

import pytest

from tests.games.undergrove.stories import undergrove

OWN = ["1,0 earthlover fly_agaric"]
HERE = "absorb source=fly_agaric mushroom=fly_agaric corner=nw"
Keys = dict[str, Any]


@pytest.mark.parametrize(
    "keys, words, reason",
    [
        ({}, "activate mushroom=fly_agaric", "root"),
        ({"plants": OWN, "ready": "pores"}, "activate mushroom=fly_agaric", "used"),
        ({"plants": OWN, "cubes": "N"}, "activate mushroom=fly_agaric", "1 c"),
        ({}, "activate mushroom=king_bolete", "not in the forest"),
        ({"plants": OWN, "ready": ""}, HERE, "token"),
        ({"plants": OWN, "cubes": "C"}, HERE, "cube"),
        ({"plants": OWN, "carbon": "common_deceiver"}, HERE, "no carbon"),
        ({}, HERE, "root"),
        ({"plants": ["1,0 tree fly_agaric"]}, HERE, "tree"),
        ({"cubes": "C P"}, "reproduce", "2 p"),
        ({"cubes": "C K"}, "partner", "2 k"),
        (
            {"plants": ["1,0 earthlover fly_agaric pacific_golden_chanterelle"]},
            "partner",
            "no place",
        ),
        ({"cubes": "N"}, "photosynthesize nitrogen=2", "1 n"),
        ({"bonus": {"first": "two"}}, "bonus stone=first", "points"),
        ({}, "bonus stone=first", "no bonus"),
        ({}, "stop", "action"),
    ],
)
def test_why_an_action_is_refused(keys: Keys, words: str, reason: str) -> None:
    table = undergrove(**keys)
    assert words not in table.moves()
    assert reason in table.refusal(words).lower()


@pytest.mark.parametrize(
    "keys, begun, words, reason",
    [
        ({"hand": "king_bolete"}, "reproduce", "lay mushroom=king_bolete x=2 y=2", "beside"),
        ({"hand": "king_bolete"}, "reproduce", "lay mushroom=king_bolete x=0 y=1", "deceiver"),
        ({"hand": "king_bolete"}, "reproduce", "lay mushroom=candy_cap x=1 y=1", "hold"),
        ({}, "reproduce", "plant mushroom=earthlover corner=sw", "taken"),
        ({}, "partner", "root mushroom=earthlover corner=ne", "already"),
        ({}, "partner", "root mushroom=painted_suillus corner=se", "no plant of yours"),
        ({}, "partner", "stop", "not be left out"),
    ],
)
def test_why_a_piece_is_refused(keys: Keys, begun: str, words: str, reason: str) -> None:
    table = undergrove(**keys).do(begun)
    assert words not in table.moves()
    assert reason in table.refusal(words).lower()


def test_a_cube_is_not_traded_for_its_like() -> None:
    """Earthlover: it would change nothing; but the cube is there."""
    table = undergrove(cubes="").do("activate mushroom=earthlover", "gain p=1")
    assert not table.may("trade give=p take=p")
    assert "no p" not in table.refusal("trade give=p take=p").lower()
    assert "no n" in table.refusal("trade give=n take=p").lower()
