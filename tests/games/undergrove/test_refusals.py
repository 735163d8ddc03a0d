"""Why something may not be done: every refusal says what is wrong and which rule says so."""

from __future__ import annotations

import pytest

from spinney.games.undergrove import GAME
from spinney.games.undergrove.rules.moves import VERBS
from tests.games.undergrove.stories import Table, undergrove


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("activate mushroom=common_deceiver", "you have no Root in Common Deceiver (R4.1)"),
        ("activate mushroom=king_bolete", "King Bolete is not in the forest (R4.1)"),
        ("activate mushroom=candy_cap", "Candy Cap is ongoing and never activated (R4.11)"),
        ("activate mushroom=fly_agaric", "your ring token is used (R4.2)"),
        ("activate mushroom=orange_tooth", "it takes 1 C, you have 0 (R4.2)"),
        ("activate mushroom=suede_bolete", "say which mushroom it copies (R4.8)"),
        ("activate mushroom=suede_bolete copy=fly_agaric", "Fly Agaric is of another type (R4.8)"),
        (
            "activate mushroom=suede_bolete copy=king_bolete",
            "King Bolete is not in the forest (R4.8)",
        ),
        (
            "activate mushroom=orange_tooth copy=painted_suillus",
            "Orange Tooth copies nothing (R4.8)",
        ),
        (
            "absorb source=earthlover mushroom=earthlover corner=ne",
            "there is no carbon on Earthlover (R5.2)",
        ),
        (
            "absorb source=fly_agaric mushroom=earthlover corner=sw",
            "no plant of yours stands south-west of Earthlover (R5.3)",
        ),
        (
            "absorb source=fly_agaric mushroom=pacific_golden_chanterelle corner=se",
            "that Seedling has no Root in Pacific Golden Chanterelle (R5.3)",
        ),
        ("reproduce", "it takes 1 C and 2 P (R7.1)"),
        ("partner", "it takes 1 C and 2 K (R8.1)"),
        ("photosynthesize nitrogen=4", "you have 1 N (R9.2)"),
        ("settle corner=nw", "not now: choose an action (R3.1)"),
        ("bonus stone=first", "you have no Bonus tile from the first stone (R6.3)"),
        ("bonus stone=second", "a tile with points is shown when points are counted (R6.3)"),
        ("stop", "not now: choose an action (R3.1)"),
    ],
)
def test_before_an_action(words: str, said: str) -> None:
    table = undergrove(
        forest="candy_cap@1,1 orange_tooth@1,-1 suede_bolete@-1,-1",
        plants=[
            "1,0 earthlover fly_agaric orange_tooth",
            "1,1 candy_cap",
            "0,0 suede_bolete",
        ],
        others=[{"plants": []}],
        cubes="N",
        ready="pores gills other",
        bonus={"second": "two"},
    )
    assert not table.may(words)
    assert table.refusal(words) == said


def test_a_tree_absorbs_no_more() -> None:
    table = undergrove(plants=["1,0 tree earthlover fly_agaric"])
    refused = table.refusal("absorb source=fly_agaric mushroom=fly_agaric corner=nw")
    assert refused == "a Tree absorbs no more (R5.4)"


def test_a_way_that_cannot_be_paid() -> None:
    table = undergrove(plants=["1,0 earthlover"], cubes="N", ready="ring")
    refused = table.refusal("absorb source=fly_agaric mushroom=earthlover corner=ne")
    assert refused == "it takes a token, a cube and 1 step, you have 2 tokens and cubes (R5.2)"


def laying() -> Table:
    table = undergrove(cubes="C N P P", hand="king_bolete", blocked="nw")
    return table.do("reproduce")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("lay mushroom=candy_cap x=1 y=1", "you do not hold Candy Cap (R7.2)"),
        ("lay mushroom=king_bolete x=1 y=0", "Fly Agaric lies there (R7.2)"),
        ("lay mushroom=king_bolete x=4 y=4", "a mushroom is laid beside another one (R7.2)"),
        ("plant mushroom=earthlover corner=nw", "that corner is closed (R2.5)"),
        ("plant mushroom=earthlover corner=sw", "that corner is taken (R7.3)"),
        ("root mushroom=earthlover corner=ne", "first place the Seedling (R7.3)"),
        ("photosynthesize", "not now: lay a mushroom, or go on with the action (R7.2)"),
    ],
)
def test_while_reproducing(words: str, said: str) -> None:
    assert laying().refusal(words) == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "root mushroom=earthlover corner=ne",
            "that plant has a Root in Earthlover already (R8.2)",
        ),
        (
            "root mushroom=earthlover corner=se",
            "no plant of yours stands south-east of Earthlover (R8.2)",
        ),
        ("plant mushroom=fly_agaric corner=ne", "this action places Roots, not a Seedling (R8.2)"),
    ],
)
def test_while_partnering(words: str, said: str) -> None:
    table = undergrove(cubes="C N K K", hand="king_bolete")
    assert table.do("partner").refusal(words) == said


def test_payments_and_gains() -> None:
    table = undergrove(cubes="N P", ready="ring gills", plants=["1,0 earthlover fly_agaric"])
    table.do("absorb source=fly_agaric mushroom=fly_agaric corner=nw")
    assert table.refusal("pay part=pores") == "the pores token is used (R4.2)"
    table = undergrove()
    table.do("activate mushroom=earthlover")
    assert table.refusal("gain n=2") == "take 1 cube, not 2 (R4.3)"
    assert table.refusal("stop") == "not now: first choose your cubes (R4.3)"


def test_nobody_moves_out_of_turn_or_after_the_end() -> None:
    table = undergrove()
    assert str(GAME.words.refuse(table.view(1), VERBS.parse("partner"))) == (
        "it is not your turn (R3.1)"
    )
    table = undergrove(turn=1, ending=2).photosynthesize()
    assert table.over
    assert table.refusal("partner") == "the game is over (R11)"
