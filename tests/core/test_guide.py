"""A guided first game: steps as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from spinney.core.game import Game
from spinney.core.guide import (
    GuideProgress,
    after,
    current,
    fits,
    follow,
    guided_move,
    left_out,
    own_turn,
    progress,
    steps,
)
from spinney.core.match import MatchLog
from spinney.core.state import Moves
from spinney.drawing.scene import Step
from tests.toy.glade import GLADE, GladeOptions, GladeView

COUNTED = (  # as in the client's progress.test.ts
    Step("", moves=["lay tile=0 *"], turn=1),
    Step("", moves=["lay *"], turn=1, spare=True),
    Step("", moves=["stop"], turn=2),
    Step("", moves=["paint"], turn=2),
    Step("", turn=3),
)


def view(seats: int = 1, seat: int = 0) -> GladeView:
    found = GLADE.view(GLADE.start(GLADE.options(), seats, 1), seat)
    assert isinstance(found, GladeView)
    return found


def by_turns(guides: Sequence[Sequence[Step]]) -> Game:
    """The toy, with a guide for each seat, from the last one on; all in turn 0."""

    def turn(view: GladeView) -> tuple[int, int]:
        return view.seats - 1 - view.seat, 0

    return replace(GLADE, guides=guides, guide_turn=turn)


def test_a_step_means_moves_by_their_words() -> None:
    first = GLADE.guide[0]
    assert fits(first, "lay tile=0 place=3")
    assert not fits(first, "lay tile=1 place=3")
    assert not fits(GLADE.guide[1], "lay tile=0 place=3")  # it is only to be read


def test_a_guide_belongs_to_its_options() -> None:
    assert steps(GLADE, {"rounds": 4}, view()) == GLADE.guide
    assert not steps(GLADE, {"rounds": 5}, view())
    assert not steps(GLADE, {}, view())


def test_every_seat_can_have_a_guide_of_its_own() -> None:
    led = replace(GLADE, guides=[GLADE.guide[:1], GLADE.guide[1:]])
    assert [steps(led, {"rounds": 4}, view(3, seat)) for seat in range(3)] == [
        GLADE.guide[:1],
        GLADE.guide[1:],
        GLADE.guide,  # more seats than guides
    ]
    assert not steps(led, {"rounds": 5}, view(2, 1))


def test_a_game_says_which_guide_a_seat_follows() -> None:
    led = by_turns([GLADE.guide[:1], GLADE.guide[1:]])
    assert steps(led, {"rounds": 4}, view(2, 0)) == GLADE.guide[1:]
    assert steps(led, {"rounds": 4}, view(2, 1)) == GLADE.guide[:1]


def test_the_guide_of_the_toy_can_be_followed() -> None:
    options = GLADE.choose(dict(GLADE.guided))
    assert isinstance(options, GladeOptions)
    table = GLADE.start(options, 1, 7)
    for step in GLADE.guide:
        meant = [m for m in Moves().of(table, 0) if fits(step, GLADE.verbs.format(m))]
        assert bool(meant) == bool(step.moves)
        if meant:
            table.apply(0, meant[0])


# ------------------------------------------------------------------------------------- by turns
@pytest.mark.parametrize(
    ("at", "legal", "turn", "shown", "skipped"),
    [
        (0, "stop", 1, -1, False),  # no step of a later turn
        (0, "lay tile=1 place=3", 1, 1, True),  # a spare one where the one before does not fit
        (1, "stop", 2, 2, False),  # nobody misses a spare one
        (0, "stop", 2, 2, True),  # the next turn, whatever was done before
        (2, "paint", 2, 3, True),
        (0, "stop", 9, 4, True),  # what is to be read is never over
    ],
)
def test_the_step_of_this_turn(at: int, legal: str, turn: int, shown: int, skipped: bool) -> None:
    found = current(COUNTED, at, [legal], turn)
    assert found == shown
    if found >= 0:
        assert left_out(COUNTED, at, found) == skipped


def test_a_step_waits_once() -> None:
    legal = ["lay tile=0 place=1", "stop"]
    once = after(COUNTED, GuideProgress(), legal, 1, "stop")
    assert once == GuideProgress(0, 1)
    assert after(COUNTED, once, legal, 1, "stop") == GuideProgress(1)
    assert after(COUNTED, once, legal, 1, legal[0]) == GuideProgress(1)


def test_progress_follows_from_the_moves_that_stand() -> None:
    match = MatchLog(GLADE, GLADE.choose(dict(GLADE.guided)), 1, 7)
    told = follow(match, 0)
    assert told is not None and told.step == GLADE.guide[0] and told.moves
    assert not set(told.moves) - set(match.legal(0))
    match.act(0, told.moves[0])
    told = follow(match, 0)
    assert told is not None and told.read == [GLADE.guide[1]] and told.step == GLADE.guide[2]
    match.undo(0)
    assert progress(match, 0, GLADE.guide) == GuideProgress()
    assert follow(MatchLog(GLADE, GLADE.choose({"rounds": "2"}), 1, 7), 0) is None


def test_a_computer_player_is_told_what_is_beyond_doubt() -> None:
    one = GLADE.verbs.format(MatchLog(GLADE, GLADE.options(), 2, 7).legal(0)[0])
    game = by_turns([[], [Step("", moves=[one], turn=0)]])
    match = MatchLog(game, game.choose(dict(game.guided)), 2, 7)
    assert own_turn(game, match.view(0)) == 0
    assert guided_move(match, 0) == game.verbs.parse(one)
    vague = by_turns([[], [Step("", moves=["lay *"], turn=0)]])
    assert guided_move(MatchLog(vague, match.options, 2, 7), 0) is None
    past = by_turns([[], [Step("", moves=[one], turn=-1)]])
    assert guided_move(MatchLog(past, match.options, 2, 7), 1) is None  # not to act
