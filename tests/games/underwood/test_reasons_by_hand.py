"""Whoever is refused a move is told the true reason."""

from typing import Any

import pytest

from tests.games.underwood.stories import underwood

# Space 4 touches 3, 8, 9 of tile 1, 5 of tile 2 and 1, 2 of tile 3.
FLOOR = """
     C C
    A A B B B
     A A
"""
ALONE = "\n     - -\n    - a - - b\n     - -"
Keys = dict[str, Any]


@pytest.mark.parametrize(
    "tokens, keys, words, reason",
    [
        (ALONE, {}, "grow space=3 tile=1", "no mycelium of yours"),
        (ALONE, {}, "grow space=7 tile=2", "no mycelium of yours"),
        (ALONE.replace("a", "A"), {"turn": 1}, "grow space=4 tile=1", "no mycelium of yours"),
        (ALONE, {"stacks": {8: "ab"}}, "grow space=8 tile=1", "no mycelium of yours"),
        ("\n     - -\n    - - - - b\n     a -", {}, "grow space=8 tile=2", "does not touch"),
        ("\n     - -\n    a a - - b\n     B A", {}, "grow space=4 tile=1", "nothing can be placed"),
        (ALONE, {"supply": [2, 9]}, "grow space=4 tile=1", "3 tokens"),
        (ALONE, {"supply": [2, 9], "won": [9, 0]}, "grow space=4 tile=1", "you have 2"),
        (
            "\n     - -\n    - a - - -\n     b -",
            {"supply": [3, 9]},
            "grow space=4 tile=1",
            "4 tokens",
        ),
        (ALONE, {}, "trail space=4 tile=2", "no ant trail"),
        (ALONE, {}, "start space=1", "grown now"),
    ],
)
def test_why_growing_is_refused(tokens: str, keys: Keys, words: str, reason: str) -> None:
    table = underwood(FLOOR, tokens, **keys)
    assert not table.may(words)
    assert reason in table.refusal(words)


@pytest.mark.parametrize(
    "words, reason",
    [
        ("start space=5", "another colour"),
        ("start space=4", "there is a token"),
        ("grow space=4 tile=1", "start tokens"),
    ],
)
def test_why_a_starting_token_is_refused(words: str, reason: str) -> None:
    table = underwood(FLOOR, turn=1).do("start space=4")
    assert not table.may(words)
    assert reason in table.refusal(words)
