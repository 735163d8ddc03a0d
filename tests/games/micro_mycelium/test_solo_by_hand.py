"""Playing alone: drafts, merits, and the end."""

import pytest

from tests.games.micro_mycelium.stories import Table, alone, new_game

SETS = ["green", "blue", "red", "yellow"]
NOTHING = dict.fromkeys(range(4), ". . .")
BARE = dict.fromkeys(range(4), "")


@pytest.mark.parametrize("easy, sets", [("false", 4), ("true", 3)])
def test_three_tiles_in_each_market_and_one_each_for_the_field(easy: str, sets: int) -> None:
    """Setup; Easy: one set is removed."""
    table = new_game(2, 1, easy=easy)
    assert table.phase == "starting"
    assert len(table.scores()) == sets
    for set_ in range(sets):
        assert len(table.market(set_)) == 3 and all(table.market(set_))
        assert len(table.hand(set_)) == 1
        assert len(table.pile(set_)) == 5
        whole = [*table.market(set_), *table.hand(set_), *table.pile(set_)]
        assert len(set(whole)) == 9


def test_the_starting_field_may_be_laid_in_any_order() -> None:
    """Ruling 17: any order of the sets, any connected shape."""
    hands = dict.fromkeys(range(4), "rock")
    table = alone(phase="starting", hands=hands)
    assert {move.split("set=")[1] for move in table.moves()} == set(SETS)
    table.do("place tile=rock q=0 r=0 set=red", "place tile=rock q=1 r=0 set=yellow")
    assert {move.split("set=")[1] for move in table.moves()} == {"green", "blue"}
    assert not table.may("place tile=rock q=5 r=0 set=blue")
    table.do("place tile=rock q=2 r=0 set=green", "place tile=rock q=3 r=0 set=blue")
    assert table.phase == "drafting"


def test_the_starting_field_earns_no_merit() -> None:
    """Contradiction 6: though all sets are worth nothing alike."""
    table = alone(phase="starting", hands=dict.fromkeys(range(4), "rock"))
    for place, set_ in enumerate(SETS):
        table.do(f"place tile=rock q={place} r=0 set={set_}")
    assert table.merits == 0
    assert table.tiles == 4


FIELD = "blue rock 0,0; red rock 1,0; yellow rock 2,0"


def test_a_row_or_a_column_is_drafted() -> None:
    """On your turn; ruling 15."""
    table = alone(FIELD)
    assert sorted(table.moves()) == sorted(
        [f"row set={name}" for name in SETS] + [f"column slot={slot}" for slot in (1, 2, 3)]
    )


def test_a_row_is_the_market_of_one_set() -> None:
    table = alone(FIELD, markets={0: "m1 m2 stump"}).do("row set=green")
    assert table.phase == "placing"
    assert sorted(table.hand(0)) == ["m1", "m2", "stump"]
    assert [table.hand(set_) for set_ in (1, 2, 3)] == [[], [], []]
    assert {move.split()[1] for move in table.moves()} == {"tile=m1", "tile=m2", "tile=stump"}


def test_a_column_is_one_tile_of_each_set() -> None:
    markets = {0: "m1 m2 m3", 1: "m4 m5 m6", 2: "stump flower m1", 3: "m6 m1 stump"}
    table = alone(FIELD, markets=markets).do("column slot=2")
    assert [table.hand(set_) for set_ in range(4)] == [["m2"], ["m5"], ["flower"], ["m1"]]


def test_missing_tiles_do_not_matter() -> None:
    """Special Rules: what is left of a line is drawn."""
    markets = {0: "m1 . m3", 1: ". . m6", 2: ". . .", 3: ". m1 ."}
    table = alone(FIELD, markets=markets, piles=BARE)
    assert sorted(table.moves()) == [
        "column slot=1",
        "column slot=2",
        "column slot=3",
        "row set=blue",
        "row set=green",
        "row set=yellow",
    ]
    table.do("column slot=3")
    assert [table.hand(set_) for set_ in range(4)] == [["m3"], ["m6"], [], []]


def test_an_empty_line_is_no_choice() -> None:
    """Ruling 15."""
    markets = {0: "m1 . .", 1: ". . .", 2: ". . .", 3: ". . ."}
    table = alone(FIELD, markets=markets, piles=BARE)
    assert sorted(table.moves()) == ["column slot=1", "row set=green"]


def test_all_drafted_tiles_are_placed_in_any_order() -> None:
    """Ruling 15: nothing else is offered until they lie there."""
    table = alone(FIELD, markets={0: "m1 m2 stump"}).do("row set=green")
    table.do("place tile=stump q=3 r=0 set=green")
    assert {move.split()[0] for move in table.moves()} == {"place"}
    table.do("place tile=m2 q=4 r=0 set=green turn=3")
    assert {move.split()[1] for move in table.moves()} == {"tile=m1"}
    assert not table.may("place tile=m1 q=9 r=9 set=green")
    table.do("place tile=m1 q=5 r=0 set=green")
    assert table.phase == "drafting"


def test_the_market_is_filled_after_the_last_tile() -> None:
    """Each set from its own pile, the lowest slot first."""
    table = alone(FIELD, markets={0: "m1 m2 m3", 1: "m1 m2 m3"}, piles={0: "m5 m6", 1: "m4"})
    table.do("row set=green")
    assert table.market(0) == ["", "", ""]
    table.do("place tile=m1 q=3 r=0 set=green", "place tile=m2 q=4 r=0 set=green")
    assert table.market(0) == ["", "", ""]
    table.do("place tile=m3 q=5 r=0 set=green")
    assert sorted(table.market(0)[:2]) == ["m5", "m6"]
    assert table.market(0)[2] == ""
    assert table.pile(0) == []
    assert table.market(1) == ["m1", "m2", "m3"]
    assert table.pile(1) == ["m4"]


def test_after_a_column_every_set_fills_the_empty_slot() -> None:
    markets = {0: "m1 m2 m3", 1: "m4 m5 m6", 2: "stump flower m1", 3: "m6 m1 stump"}
    piles = {0: "m6", 1: "m1", 2: "m2", 3: ""}
    table = alone(FIELD, markets=markets, piles=piles).do("column slot=2")
    for place, (tile, name) in enumerate(zip(["m2", "m5", "flower", "m1"], SETS, strict=True)):
        table.do(f"place tile={tile} q={3 + place} r=0 set={name}")
    assert table.market(0) == ["m1", "m6", "m3"]
    assert table.market(1) == ["m4", "m1", "m6"]
    assert table.market(2) == ["stump", "m2", "m1"]
    assert table.market(3) == ["m6", "", "stump"]


def placing(field: str, **hands: str) -> Table:
    held = {SETS.index(name): tiles for name, tiles in hands.items()}
    return alone(field, phase="placing", hands=held)


def test_equal_scores_of_all_sets_are_a_merit() -> None:
    """Ruling 14: nothing and nothing is equal too."""
    table = placing(FIELD, green="rock").do("place tile=rock q=3 r=0 set=green")
    assert table.scores() == [0, 0, 0, 0]
    assert table.merits == 1


def test_equal_scores_above_nothing_are_a_merit() -> None:
    field = "blue m3 0,0; red m3 5,0; yellow m3 10,0; blue rock 20,0"
    table = placing(field, green="m4").do("place tile=m4 q=21 r=0 set=green turn=2")
    # m4 turned by 2: spores look to ways 2, 3, 4 and 5, and the rock lies to the west (way 3)
    assert table.scores() == [3, 3, 3, 3]
    assert table.merits == 1


def test_one_set_apart_is_no_merit() -> None:
    field = "blue m3 0,0; red m3 5,0; yellow m3 10,0; blue rock 20,0"
    table = placing(field, green="m2").do("place tile=m2 q=21 r=0 set=green")
    assert table.scores() == [2, 3, 3, 3]
    assert table.merits == 0


def test_merits_are_looked_for_once_all_tiles_of_a_draft_lie_there() -> None:
    """Ruling 14: equality on the way does not count, equality at the end does."""
    table = placing(FIELD, green="rock m1").do("place tile=rock q=3 r=0 set=green")
    assert table.merits == 0
    table.do("place tile=m1 q=4 r=0 set=green")
    assert (table.scores(), table.merits) == ([1, 0, 0, 0], 0)
    table = placing(FIELD, green="rock m1").do("place tile=m1 q=3 r=0 set=green")
    table.do("place tile=rock q=4 r=0 set=green")
    assert (table.scores(), table.merits) == ([0, 0, 0, 0], 1)


def test_sets_are_scored_by_the_basic_rules() -> None:
    """Ruling 16: two own spores that touch are no point; ruling 13: no stump, no points for it."""
    table = placing(FIELD + "; green m6 20,0", green="m5").do("place tile=m5 q=21 r=0 set=green")
    assert table.scores() == [9, 0, 0, 0]


def test_with_three_sets_three_must_be_equal() -> None:
    table = alone("blue rock 0,0; red rock 1,0", sets=3, phase="placing", hands={0: "rock"})
    table.do("place tile=rock q=2 r=0 set=green")
    assert table.scores() == [0, 0, 0]
    assert table.merits == 1


def last(merits: int, field: str = "blue m6 0,0; red rock 9,0") -> Table:
    """The very last tile of all, a rock beside the others; with blue's m6 nothing is equal."""
    rocks = [f"red rock {place},9" for place in range(35 - len(field.split(";")))]
    table = alone(
        "; ".join([field, *rocks]),
        phase="placing",
        markets=NOTHING,
        piles=BARE,
        hands={0: "rock"},
        merits=merits,
    )
    return table.do("place tile=rock q=-1 r=9 set=green")


@pytest.mark.parametrize(
    "merits, title",
    [
        (5, "Fungi Five-Star"),
        (6, "Shroom Showcase"),
        (7, "Champ of Champignons"),
        (8, "Mushroom Masterpiece"),
        (9, "Toadstool Triumph"),
        (10, "Toadstool Triumph"),
        (17, "Toadstool Triumph"),
    ],
)
def test_titles(merits: int, title: str) -> None:
    """Mycological Merits; contradiction 6: nine or more."""
    table = last(merits)
    assert table.over
    assert table.merits == merits
    assert table.outcome().won
    assert title in table.outcome().verdict


@pytest.mark.parametrize("merits", [0, 1, 4])
def test_fewer_than_five_merits_are_a_loss(merits: int) -> None:
    outcome = last(merits).outcome()
    assert not outcome.won
    assert outcome.winners == []


def test_the_last_turn_may_bring_the_fifth_merit() -> None:
    table = last(4, FIELD)
    assert table.over
    assert table.merits == 5
    assert table.outcome().won


@pytest.mark.parametrize("easy, tiles, turns", [("false", 36, (8, 17)), ("true", 27, (8, 14))])
def test_a_solo_game_ends_when_all_tiles_lie_there(
    easy: str, tiles: int, turns: tuple[int, int]
) -> None:
    """End of the game; contradiction 6 names the number of turns that are possible."""
    for seed in range(4):
        table = new_game(seed, 1, easy=easy)
        drafts = 0
        while not table.over:
            moves = table.moves()
            if table.phase == "drafting":
                drafts += 1
            table.do(moves[(seed * 31 + 7 * drafts) % len(moves)])
        assert table.tiles == tiles
        assert turns[0] <= drafts <= turns[1]
        assert table.merits <= drafts


def test_the_shortest_game_has_eight_turns() -> None:
    """Contradiction 6: thirty-two tiles, never more than four in a draft."""
    table = new_game(3, 1)
    drafts = 0
    while not table.over:
        if table.phase == "drafting":
            drafts += 1
            columns = [move for move in table.moves() if move.startswith("column")]
            table.do(columns[0])
        else:
            table.do(table.moves()[0])
    assert drafts == 8
