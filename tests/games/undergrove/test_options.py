"""What the options choose: who begins, which goals, and readings of what the print leaves open."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from spinney.core import options as described
from spinney.core.rng import Rng
from spinney.core.snapshot import snapshot
from spinney.games.undergrove import GAME
from spinney.games.undergrove.components import BOX, deed
from spinney.games.undergrove.pieces import BROWN, TAN
from spinney.games.undergrove.rules import solo
from spinney.games.undergrove.rules.moves import VERBS
from spinney.games.undergrove.view import state_from_view, view
from tests.games.undergrove.stories import PRINT, Table, new_game, undergrove

NAMES = ("Hazel",)
TAKE = "take brown 1: top-most ring"


# ----------------------------------------------------------------------------------------- set-up
def test_the_first_player_is_drawn() -> None:
    for seats in (2, 3, 4):
        starters = [GAME.start(GAME.options(), seats, seed) for seed in range(40)]
        assert {table.starter for table in starters} == set(range(seats))  # type: ignore[attr-defined]


def test_alone_nothing_is_drawn_for_that() -> None:
    tables = [new_game(1, 3, starter=starter).state for starter in ("drawn", "seat0")]
    assert tables[0] == tables[1]


def test_the_first_player_of_a_guided_game_is_drawn_too() -> None:
    """R14: the first guide is the first player's, whoever that is (test_guide.py)."""
    options = GAME.choose(dict(GAME.guided))
    assert {GAME.start(options, 4, seed).starter for seed in range(20)} == {0, 1, 2, 3}  # type: ignore[attr-defined]


def test_starting_goals_without_quick_sprout() -> None:
    """R2.4: three known cards, and hands drawn as usual."""
    hands = set()
    for seed in range(5):
        table = new_game(2, seed, goals="starting")
        goals = [(goal.card, goal.side) for goal in table.view(0).goals]
        assert goals == [("silver_haired_bat", "a"), ("whiskey_jack", "a"), ("red_vole", "a")]
        hands.add(tuple(table.hand(0)))
    assert len(hands) == 5


def test_every_option_is_told_in_a_sentence() -> None:
    for option in described.choices(GAME):
        assert option.title and option.says, option.name
        for value in option.values:
            assert value.label or option.name == "idle", option.name


OLD = '{"starter":"seat0","sprout":false,"whispering":true,"difficulty":"easy","idle":"3"}'


def test_what_was_played_before_there_was_a_choice_goes_on() -> None:
    """Records and tables do not name options that were added later, nor do their hashes."""
    found = GAME.options.decoded(OLD)
    state = GAME.start(found, 1, 7)
    assert state.readings == 0 and "readings" not in snapshot(state)  # type: ignore[attr-defined]
    assert msgspec.json.encode(found.recorded()).decode() == OLD
    today = GAME.start(GAME.options(), 1, 7)
    assert today.readings and "readings" in snapshot(today)  # type: ignore[attr-defined]


def test_options_are_read_as_they_were_written() -> None:
    for text in ("", "reveal=asked", "edges=reading copies=original", "grouse=apart sprout=true"):
        options = GAME.choose(dict(word.split("=", 1) for word in text.split()))
        assert GAME.options.restored(options.recorded()) == options
        assert GAME.options.decoded(msgspec.json.encode(options).decode()) == options


# -------------------------------------------------------------------------------- the AI's tiles
def alone(reveal: str = "", stacks: tuple[str, str, str] | None = None, seed: int = 1) -> Table:
    """Brown is about to reach the first stone with Bonus tiles."""
    table = undergrove(
        seats=1,
        others=[{"stone": 1}],
        carbon="fly_agaric*9",
        focus="k n",
        stacks=stacks,
        readings=f"same_way {reveal}",
    )
    table.state.rng_state = Rng(seed).fork()
    assert solo.perform(table.state, deed(TAKE)) & solo.DONE
    return table


def test_the_ai_takes_the_top_tile() -> None:
    """R13.8: the tiles lie shuffled, so it is any of them, none more often than another."""
    stacks = ("one two nitrogen", "one one phosphorus", "two two potassium")
    taken = Counter(
        alone("", stacks, seed).view(0).firs[BROWN].bonus[0].tile for seed in range(240)
    )
    assert set(taken) == {"one", "two", "nitrogen"}
    assert all(50 < times < 110 for times in taken.values()), taken
    stacks = ("two one two", "one one phosphorus", "nitrogen ready potassium")
    taken = Counter(
        alone("", stacks, seed).view(0).firs[BROWN].bonus[0].tile for seed in range(240)
    )
    assert set(taken) == {"one", "two"} and 130 < taken["two"] < 190, taken


POTASSIUM = ("potassium potassium one", "one one two", "two two nitrogen")


def brown(table: Table) -> tuple[str, bool, str]:
    """Brown's Bonus tile as the player sees it, and its cubes."""
    bonus = table.view(0).firs[BROWN].bonus[0]
    return bonus.tile, bonus.played, table.cubes(BROWN)


def with_potassium(reveal: str) -> Table:
    found = (alone(reveal, POTASSIUM, seed) for seed in range(50))
    return next(table for table in found if table.state.firs[BROWN].bonus & 15 == 2)


def test_a_tile_shown_at_once_counts_at_once() -> None:
    table = with_potassium("")
    assert brown(table) == ("potassium", True, "C K") and table.asked == "action"


def test_a_hidden_tile_is_seen_by_nobody_until_the_end() -> None:
    """#34: its cube comes to the AI when points are counted."""
    table = with_potassium("hidden")
    assert brown(table) == ("", False, "C") and table.asked == "action"
    before = table.state.ai_points(BROWN)
    table.state.ending = 2
    seen = table.view(0)
    table.do("photosynthesize")
    told = GAME.words.tell(seen, 0, VERBS.parse("photosynthesize"), table.view(0))
    assert table.over and told.endswith("Brown's Bonus tile was 1 potassium; the game is over"), (
        told
    )
    assert brown(table) == ("potassium", True, "C K")
    assert table.state.ai_points(BROWN) == before + 1 + 1, "focus, and half of two cubes"


def test_points_of_a_hidden_tile_count_at_the_end() -> None:
    table = alone("hidden", ("two two two", "one one one", "nitrogen ready ready"))
    before = table.state.ai_points(BROWN)
    table.state.ending = 2
    table.photosynthesize()
    assert table.state.ai_points(BROWN) == before + 2


def test_the_player_is_asked_each_time() -> None:
    table = with_potassium("asked")
    assert table.asked == "show" and table.moves() == ["show stone=first tree=brown", "stop"]
    assert brown(table) == ("", False, "C")
    seen, move = table.view(0), VERBS.parse("show stone=first tree=brown")
    assert GAME.words.prompt(seen, NAMES).startswith("Brown took a Bonus tile")
    assert GAME.words.move(seen, move) == "Turn over Brown's Bonus tile of the first stone"
    wrong = VERBS.parse("show stone=first tree=tan")
    assert "(R13.8)" in str(GAME.words.refuse(seen, wrong))
    left = Table(table.state.clone()).do("stop")
    assert brown(left) == ("", False, "C") and left.asked == "action"
    shown = Table(table.state.clone()).do("show stone=first tree=brown")
    assert brown(shown) == ("potassium", True, "C K")
    assert shown.state.reveal_count == table.state.reveal_count + 1, "it cannot be taken back"
    told = GAME.words.tell(seen, 0, move, shown.view(0))
    assert told == "turned over Brown's Bonus tile: 1 potassium"


@pytest.mark.parametrize("reveal", ["hidden", "asked"])
def test_what_may_lie_there_is_dealt_from_all_that_is_unseen(reveal: str) -> None:
    table = alone(reveal)
    guessed = set()
    for seed in range(120):
        mine = state_from_view(PRINT, table.view(0))
        assert view(mine, 0) == table.view(0)
        mine.determinize(Rng(seed))
        assert mine.check()
        guessed.add(mine.firs[BROWN].bonus & 15)
    assert guessed == set(range(7))


def test_both_may_take_a_tile_in_one_turn() -> None:
    """B13: Brown and Tan take in turn; each is asked for, the last one first."""
    table = undergrove(
        seats=1,
        others=[{"stone": 1}, {"stone": 3}],
        carbon="fly_agaric*9 pacific_golden_chanterelle*3",
        deck="b13",
        readings="same_way asked",
    ).photosynthesize()
    assert [deed.done for deed in table.view(0).solo.deeds] == [True] * 3  # type: ignore[union-attr]
    assert table.moves() == ["show stone=second tree=tan", "stop"]
    table.do("stop")
    assert table.moves() == ["show stone=first tree=brown", "stop"]
    table.do("show stone=first tree=brown")
    assert table.asked == "action" and not table.view(0).firs[TAN].bonus[0].played
    assert BOX.cards["b13"].actions
