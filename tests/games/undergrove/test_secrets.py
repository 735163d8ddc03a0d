"""What the others may not know, and what may be taken back (R6.3, R3.3)."""

from __future__ import annotations

from dataclasses import replace

from spinney.core.match import MatchLog
from spinney.core.rng import Rng
from spinney.games.undergrove import GAME
from spinney.games.undergrove.rules.moves import VERBS
from spinney.games.undergrove.view import state_from_view
from tests.games.undergrove.stories import PRINT, Table, undergrove

STACKS = ("two nitrogen ready", "one potassium carbon", "one two phosphorus")
AT_HOME = "absorb source=earthlover mushroom=earthlover corner=ne"


def at(table: Table, *lines: str) -> MatchLog:
    """A match that begins with this position."""
    start = table.state
    setup = replace(GAME, setup=lambda options, seats, rng: start.clone())
    sitting = MatchLog(setup, GAME.options(), start.seats, 7)
    for line in lines:
        sitting.act(sitting.seats_to_act[0], VERBS.parse(line))
    return sitting


# ------------------------------------------------------------------------------------------ beliefs
def test_whoever_looked_knows_what_those_after_them_can_have() -> None:
    """Seat 0 left nitrogen and ready; seat 1 took one of them. Seat 2 knows nothing."""
    table = undergrove(
        seats=3,
        stacks=("ready", STACKS[1], STACKS[2]),
        stone=2,
        bonus={"first": "two"},
        others=[{"stone": 2, "bonus": {"first": "nitrogen"}}],
    )
    assert table.view(0).stacks[0].seen == ["nitrogen", "ready"]
    assert table.view(1).stacks[0].seen == ["ready"]
    believed = set()
    wondered = set()
    for seed in range(60):
        mine = state_from_view(PRINT, table.view(0))
        mine.determinize(Rng(seed))
        believed.add(mine.fir(1).bonus & 15)
        theirs = state_from_view(PRINT, table.view(2))
        theirs.determinize(Rng(seed))
        wondered.add(theirs.fir(1).bonus & 15)
    assert believed == {0, 4}
    assert len(wondered) == 7


def test_whoever_came_later_knows_what_it_was_not() -> None:
    """Seat 1 saw nitrogen and ready after seat 0 had taken one: it was neither of that pair."""
    table = undergrove(
        stacks=("ready", STACKS[1], STACKS[2]),
        stone=2,
        bonus={"first": "two"},
        others=[{"stone": 2, "bonus": {"first": "nitrogen"}}],
    )
    guessed = set()
    for seed in range(200):
        mine = state_from_view(PRINT, table.view(1))
        mine.determinize(Rng(seed))
        assert mine.fir(1).bonus & 15 == 0 and mine.stacks[0] == 1 << 4 * 4
        guessed.add(mine.fir(0).bonus & 15)
    assert guessed == set(range(7)), "there are two of each, so all kinds are still possible"


def test_only_who_chooses_sees_the_tiles() -> None:
    table = undergrove(carbon="earthlover", ready="ring", cubes="K", stone=1, stacks=STACKS)
    table.do(AT_HOME)
    assert table.view(0).stacks[0].now == ["nitrogen", "ready", "two"]
    assert table.view(1).stacks[0].now == table.view(-1).stacks[0].now == []


def test_what_is_kept_is_told_to_nobody_else() -> None:
    table = undergrove(carbon="earthlover", ready="ring", cubes="K", stone=1, stacks=STACKS)
    table.do(AT_HOME)
    stories = set()
    for tile in ("nitrogen", "ready", "two"):
        after = Table(table.state.clone()).do(f"keep tile={tile}")
        move = VERBS.parse(f"keep tile={tile}")
        stories.add(GAME.words.tell(table.view(1), 0, move, after.view(1)))
    assert len(stories) == 1


# --------------------------------------------------------------------------------------------- undo
def test_small_decisions_can_be_taken_back() -> None:
    table = undergrove(forest="king_bolete@1,-1", plants=["1,0 earthlover king_bolete"])
    sitting = at(table, "activate mushroom=earthlover", "gain n=1", "trade give=n take=k")
    assert sitting.can_undo(0) == "free"
    for _ in range(3):
        sitting.undo(0)
    assert sitting.can_undo(0) != "free"
    assert at(undergrove(), "partner", "root mushroom=fly_agaric corner=nw").can_undo(0) == "free"


def test_a_tile_that_was_laid_or_discarded_has_been_seen() -> None:
    laid = undergrove(cubes="C P P N", hand="king_bolete")
    sitting = at(laid, "reproduce", "lay mushroom=king_bolete x=1 y=1")
    assert sitting.can_undo(0) == "agreed"
    thrown = undergrove(hand="king_bolete scaly_vase")
    assert at(thrown, "photosynthesize").can_undo(0) == "free"
    assert at(thrown, "photosynthesize", "discard mushroom=king_bolete").can_undo(0) == "agreed"


def test_looking_at_bonus_tiles_cannot_be_undone() -> None:
    table = undergrove(carbon="earthlover", ready="ring", cubes="K", stone=1, stacks=STACKS)
    assert at(table, AT_HOME).can_undo(0) == "agreed"


def test_playing_a_tile_shows_it() -> None:
    table = undergrove(stone=2, bonus={"first": "nitrogen"})
    assert at(table, "bonus stone=first").can_undo(0) == "agreed"


def test_a_drawn_tile_ends_what_can_be_taken_back() -> None:
    table = undergrove(hand="king_bolete scaly_vase candy_cap")
    assert at(table, "photosynthesize", "stop").can_undo(0) == "free", "nothing was drawn"
    drawn = undergrove(hand="king_bolete")
    assert at(drawn, "photosynthesize", "stop").can_undo(0) == "agreed"
