"""R9: one player, all sets alike."""

from __future__ import annotations

import pytest

from spinney.core.match import MatchLog
from spinney.core.rng import Rng
from spinney.games.micro_mycelium import GAME
from spinney.games.micro_mycelium.pieces import SETS
from tests.games.micro_mycelium.stories import Table, alone, new_game

# Four rocks in a row: nobody scores.
BASE = "green rock 0,0; blue rock 1,0; red rock 2,0; yellow rock 3,0"
TITLES = {
    5: "Fungi Five-Star",
    6: "Shroom Showcase",
    7: "Champ of Champignons",
    8: "Mushroom Masterpiece",
    9: "Toadstool Triumph",
    10: "Toadstool Triumph",
}


def started(seed: int, **options: str) -> Table:
    """A new solo game whose starting field lies in a row."""
    table = new_game(seed, 1, **options)
    for place in range(table.state.sets):
        table.do(next(m for m in table.moves() if f"q={place} r=0" in m))
    return table


# --- set-up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("easy, sets", [("false", 4), ("true", 3)])
def test_three_in_each_market_one_to_lay_five_in_the_pile(easy: str, sets: int) -> None:
    """Ruling #23: an easy game has no yellow set."""
    table = new_game(2, 1, easy=easy)
    assert table.state.sets == sets
    for set_ in range(sets):
        assert len(set(table.market(set_))) == 3 and "" not in table.market(set_)
        assert len(table.hand(set_)) == 1
        assert len(table.pile(set_)) == 5
    assert table.phase == "starting"
    if easy == "true":
        assert not any("yellow" in words for words in table.moves())


def test_the_starting_tiles_may_be_laid_in_any_order_and_shape() -> None:
    """Ruling #17."""
    table = new_game(2, 1)
    assert {words.split("set=")[1] for words in table.moves()} == set(SETS)
    last = next(words for words in table.moves() if "set=yellow" in words)
    table.do(last)
    assert len(table.places()) == 6
    assert {words.split("set=")[1] for words in table.moves()} == {"green", "blue", "red"}


def test_four_tiles_cannot_all_touch_each_other_so_a_cluster_will_do() -> None:
    """Ruling #17."""
    table = started(3)
    assert table.tiles == 4
    assert table.phase == "drafting"


def test_the_starting_field_earns_no_merit() -> None:
    """Ruling #14."""
    table = alone(
        "green rock 0,0; blue rock 1,0; red rock 2,0", phase="starting", hands={3: "rock"}
    )
    table.do("place tile=rock q=3 r=0 set=yellow")
    assert table.scores() == [0, 0, 0, 0]
    assert table.merits == 0


# --- drafting ---------------------------------------------------------------------------------


def test_rows_and_columns_are_offered() -> None:
    assert started(1).moves() == [
        *[f"row set={name}" for name in SETS],
        *[f"column slot={slot}" for slot in (1, 2, 3)],
    ]


def test_a_row_is_the_market_of_one_set() -> None:
    table = started(1)
    market = sorted(table.market(2))
    table.do("row set=red")
    assert sorted(table.hand(2)) == market
    assert table.market(2) == ["", "", ""]
    assert table.hand(0) == table.hand(1) == table.hand(3) == []
    assert table.phase == "placing"


def test_a_column_is_one_tile_of_each_set() -> None:
    table = started(1)
    column = [table.market(set_)[1] for set_ in range(4)]
    table.do("column slot=2")
    assert [table.hand(set_) for set_ in range(4)] == [[kind] for kind in column]
    assert all(table.market(set_)[1] == "" for set_ in range(4))


def test_missing_tiles_are_left_out() -> None:
    """Ruling #15."""
    table = alone(BASE, markets={0: "m1 . m2", 1: ". . .", 2: "m3 . .", 3: ". . m4"})
    assert table.moves() == [
        "row set=green",
        "row set=red",
        "row set=yellow",
        "column slot=1",
        "column slot=3",
    ]
    table.do("column slot=3")
    assert [table.hand(set_) for set_ in range(4)] == [["m2"], [], [], ["m4"]]


def test_a_row_and_a_column_may_be_the_same_single_tile() -> None:
    """Ruling #25."""
    nothing = dict.fromkeys((1, 2, 3), ". . .")
    rest = {0: "", 1: "", 2: "", 3: ""}
    one = alone(BASE, markets={0: ". m1 .", **nothing}, piles=rest)
    two = alone(BASE, markets={0: ". m1 .", **nothing}, piles=rest)
    assert one.moves() == ["row set=green", "column slot=2"]
    assert one.do("row set=green").view(0) == two.do("column slot=2").view(0)


def test_drafting_can_be_taken_back() -> None:
    table = started(4)
    before = table.reveal_count
    table.do("row set=blue")
    assert table.reveal_count == before


# --- laying -----------------------------------------------------------------------------------


def test_all_drafted_tiles_are_laid_in_any_order() -> None:
    """Ruling #15."""
    table = started(1).do("column slot=1")
    kinds = [table.hand(set_)[0] for set_ in range(4)]
    offered = {(m.split()[1], m.split("set=")[1]) for m in table.moves()}
    assert offered == {(f"tile={kind}", SETS[set_]) for set_, kind in enumerate(kinds)}
    for left in (3, 2, 1):
        table.do(table.moves()[-1])
        assert sum(len(table.hand(set_)) for set_ in range(4)) == left
        assert table.phase == "placing"
    table.do(table.moves()[-1])
    assert table.phase == "drafting"


def test_markets_are_filled_from_their_own_piles_lowest_slot_first() -> None:
    """Rulings #14 and #24: after scoring, set by set."""
    table = alone(BASE, markets={0: "m1 m2 m3"}, piles={0: "m4 m5"})
    table.do("row set=green")
    for _ in range(3):
        table.do(table.moves()[0])
    assert sorted(table.market(0)[:2]) == ["m4", "m5"]
    assert table.market(0)[2] == ""
    assert table.pile(0) == []


def test_an_empty_pile_fills_nothing() -> None:
    table = alone(BASE, markets={0: "m1 m2 m3"}, piles=dict.fromkeys(range(4), ""))
    before = table.reveal_count
    table.do("column slot=1")
    for _ in range(4):
        table.do(table.moves()[0])
    assert [table.market(set_)[0] for set_ in range(4)] == ["", "", "", ""]
    assert table.reveal_count == before


# --- merits -----------------------------------------------------------------------------------


def placing(hands: dict[int, str], field: str = BASE) -> Table:
    return alone(field, phase="placing", hands=hands)


def test_a_merit_when_all_sets_are_equal() -> None:
    """Ruling #14: all at zero is equal, too."""
    table = alone(
        "green m1 0,0 0; blue rock 1,0; red rock 2,0",
        phase="placing",
        hands={3: "rock"},
    )
    table.do("place tile=rock q=3 r=0 set=yellow")
    assert table.scores() == [0, 0, 0, 0]
    assert table.merits == 1


def test_no_merit_when_one_set_differs() -> None:
    table = placing({0: "m1"})
    table.do("place tile=m1 q=0 r=-1 turn=4 set=green")
    assert table.scores() == [1, 0, 0, 0]
    assert table.merits == 0


def test_a_merit_is_looked_for_only_when_all_tiles_are_laid() -> None:
    """Ruling #14."""
    table = placing({0: "m1", 1: "m1"})
    table.do("place tile=m1 q=1 r=-1 turn=1 set=green")  # its spores look at a rock: 0 to 0
    assert table.scores() == [0, 0, 0, 0]
    assert table.merits == 0
    table.do("place tile=m1 q=2 r=-1 turn=4 set=blue")
    assert table.merits == 0


def test_there_is_no_advanced_scoring() -> None:
    """Ruling #16: the option means nothing alone."""
    table = new_game(1, 1, advanced="true")
    assert not table.state.advanced


def test_two_points_a_side_alone() -> None:
    """Ruling #19 holds in solo games."""
    assert alone("green m6 0,0", spores="two").scores() == [12, 0, 0, 0]


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize("easy, tiles", [("false", 36), ("true", 27)])
def test_the_game_ends_when_all_tiles_are_laid(easy: str, tiles: int) -> None:
    rounds = set()
    for seed in range(12):
        table, rng = new_game(seed, 1, easy=easy), Rng(seed)
        while not table.over:
            moves = table.moves()
            table.do(moves[rng.below(len(moves))])
        assert table.tiles == tiles
        assert table.phase == "drafting"
        rounds.add(table.state.rounds)
    assert min(rounds) >= 8 and max(rounds) <= 17


@pytest.mark.parametrize("merits", range(4, 11))
def test_ranks(merits: int) -> None:
    """Ruling #22: ten merits are worth what nine are."""
    table = alone(BASE, merits=merits)
    table.state.to_act = 0
    outcome = table.outcome()
    assert outcome.scores == [merits]
    assert outcome.won is (merits >= 5)
    assert outcome.winners == ([0] if merits >= 5 else [])
    if merits >= 5:
        assert outcome.verdict.startswith(TITLES[merits])
        assert len(outcome.verdict) > len(TITLES[merits]) + 40, "with a tale"
    else:
        assert outcome.verdict == "4 merits: 5 are needed to win."
    assert len({tale for tale in TITLES.values()}) == 5


def test_small_steps_can_be_taken_back_until_tiles_are_turned_up() -> None:
    match = MatchLog(GAME, GAME.options(), 1, 5)
    for _ in range(4):
        match.act(0, match.legal(0)[0])
        assert match.can_undo(0) == "free"
    match.act(0, GAME.verbs.parse("column slot=1"))
    for left in (3, 2, 1, 0):
        assert match.can_undo(0) == "free"
        match.act(0, match.legal(0)[0])
        assert (match.can_undo(0) == "free") is (left > 0)
