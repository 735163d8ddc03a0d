"""The Quick Sprout guides (a reconstruction), all four turns of all four players."""

import pytest

from tests.games.undergrove.stories import Table, new_game

HANDS = [
    {"dead_mans_foot", "king_bolete", "woodland_lepidella"},
    {"sunshine_amanita", "velvet_milkcap", "peppery_bolete"},
    {"gooseberry_russula", "rehms_haircup", "zellers_bolete"},
    {"vermilion_waxcap", "red_cracking_bolete", "blood_red_webcap"},
]
CORNERS = ["ne", "sw", "nw", "se"]
GUIDES = [
    [
        [
            "partner",
            "lay mushroom=woodland_lepidella x=1 y=-1",
            "pay part=n",
            "root mushroom=fly_agaric corner=nw",
            "root mushroom=pacific_golden_chanterelle corner=se",
        ],
        ["activate mushroom=fly_agaric"],
        ["absorb source=fly_agaric mushroom=fly_agaric corner=nw", "pay part=pores", "pay part=n"],
        [
            "reproduce",
            "lay mushroom=king_bolete x=2 y=-1",
            "pay part=n",
            "plant mushroom=king_bolete corner=sw",
        ],
    ],
    [
        [
            "reproduce",
            "lay mushroom=peppery_bolete x=1 y=1",
            "pay part=n",
            "plant mushroom=peppery_bolete corner=se",
        ],
        ["activate mushroom=earthlover", "gain k=1", "trade give=n take=p", "stop"],
        [
            "partner",
            "root mushroom=painted_suillus corner=se",
            "root mushroom=common_deceiver corner=nw",
        ],
        ["activate mushroom=painted_suillus"],
    ],
    [
        [
            "absorb source=pacific_golden_chanterelle mushroom=earthlover corner=nw",
            "pay part=ring",
            "pay part=p",
            "pay part=pores",
        ],
        [
            "partner",
            "root mushroom=painted_suillus corner=ne",
            "root mushroom=pacific_golden_chanterelle corner=sw",
        ],
        ["photosynthesize nitrogen=2"],
        ["activate mushroom=pacific_golden_chanterelle"],
    ],
    [
        [
            "absorb source=fly_agaric mushroom=earthlover corner=se",
            "pay part=gills",
            "pay part=n",
            "pay part=other",
        ],
        [
            "partner",
            "root mushroom=fly_agaric corner=sw",
            "root mushroom=common_deceiver corner=ne",
        ],
        ["photosynthesize nitrogen=1", "discard mushroom=blood_red_webcap"],
        [
            "reproduce",
            "lay mushroom=red_cracking_bolete x=1 y=2",
            "pay part=n",
            "plant mushroom=red_cracking_bolete corner=sw",
        ],
    ],
]
CUBES = ["C N P", "C N P P K", "C C C C C C N P P K", "C C C C C"]


def dealt(seats: int) -> Table:
    return new_game(seats, 3, sprout=True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_numbered_hands_and_starting_goals(seats: int) -> None:
    """Quick Sprout; ruling 26: guides 1 to the number of players."""
    table = dealt(seats)
    starter = table.view(0).starter
    for number in range(seats):
        assert set(table.hand((starter + number) % seats)) == HANDS[number]
    assert {(goal.card, goal.side) for goal in table.view(0).goals} == {
        ("silver_haired_bat", "a"),
        ("red_vole", "a"),
        ("whiskey_jack", "a"),
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_turns_by_the_guides(seats: int) -> None:
    """Each move is legal, and the cubes are those counted by hand."""
    table = dealt(seats)
    for number in range(seats):
        table.do(f"settle corner={CORNERS[number]}")
    for turn in range(4):
        for number in range(seats):
            seat = table.turn
            for move in GUIDES[number][turn]:
                if move.startswith("pay") and not table.may(move):
                    continue  # no choice, and paid already
                table.do(move)
            if table.turn == seat:
                table.finish()
            assert len(table.hand(seat)) == 3
    starter = table.view(0).starter
    for number in range(seats):
        assert table.cubes((starter + number) % seats) == CUBES[number]
    assert table.stone(starter) == 1
    assert [plant.split()[0] for plant in table.plants(starter)] == ["1,0", "2,0"]
