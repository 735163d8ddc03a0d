"""Whoever is refused a move is told the true reason."""

import pytest

from tests.games.micro_mycelium.stories import alone, mycelium, new_game


@pytest.mark.parametrize(
    "words, reason",
    [
        ("lay tile=rock q=0 r=0", "already"),
        ("lay tile=rock q=5 r=0", "does not touch"),
        ("lay tile=rock q=1 r=1", "does not touch"),
        ("lay tile=m6 q=1 r=0", "not in your market"),
        ("lay tile=rock q=1 r=0 turn=2", "looks"),
        ("choose tile=rock", "chosen"),
        ("row set=green", "solo"),
    ],
)
def test_why_laying_is_refused(words: str, reason: str) -> None:
    table = mycelium("blue m3 0,0", market="rock m1 m2")
    assert not table.may(words)
    assert reason in table.refusal(words)


def test_why_the_first_tile_is_refused_elsewhere() -> None:
    assert "first tile" in mycelium("", market="rock m1 m2").refusal("lay tile=rock q=1 r=0")


def test_why_nothing_is_laid_before_all_have_chosen() -> None:
    assert "chooses" in new_game(1, 2).refusal("lay tile=rock q=0 r=0")


@pytest.mark.parametrize(
    "words, reason",
    [
        ("place tile=m1 q=1 r=0 set=green", "hold"),
        ("place tile=rock q=1 r=0 set=red", "hold"),
        ("place tile=rock q=5 r=0 set=green", "does not touch"),
        ("place tile=rock q=0 r=0 set=green", "already"),
        ("row set=blue", "first lay"),
        ("lay tile=rock q=1 r=0", "place"),
    ],
)
def test_why_placing_alone_is_refused(words: str, reason: str) -> None:
    table = alone("blue rock 0,0", phase="placing", hands={0: "rock"})
    assert words not in table.moves()
    assert reason in table.refusal(words)


@pytest.mark.parametrize("words", ["row set=blue", "column slot=2"])
def test_why_an_empty_line_is_refused(words: str) -> None:
    markets = {0: "m1 . .", 1: ". . .", 2: ". . .", 3: ". . ."}
    table = alone("blue rock 0,0", markets=markets, piles=dict.fromkeys(range(4), ""))
    assert "no tile left" in table.refusal(words)


def test_why_a_set_that_is_not_there_is_refused() -> None:
    assert "not in this game" in alone("blue rock 0,0", sets=3).refusal("row set=yellow")
