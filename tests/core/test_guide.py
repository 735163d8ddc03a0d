"""A guided first game: steps as data."""

from __future__ import annotations

from dataclasses import replace

from spinney.core.guide import fits, steps
from spinney.core.state import Moves
from tests.toy.glade import GLADE, GladeOptions


def test_a_step_means_moves_by_their_words() -> None:
    first = GLADE.guide[0]
    assert fits(first, "lay tile=0 place=3")
    assert not fits(first, "lay tile=1 place=3")
    assert not fits(GLADE.guide[1], "lay tile=0 place=3")  # it is only to be read


def test_a_guide_belongs_to_its_options() -> None:
    assert steps(GLADE, {"rounds": 4}) == GLADE.guide
    assert not steps(GLADE, {"rounds": 5})
    assert not steps(GLADE, {})


def test_every_seat_can_have_a_guide_of_its_own() -> None:
    led = replace(GLADE, guides=[GLADE.guide[:1], GLADE.guide[1:]])
    assert [steps(led, {"rounds": 4}, seat) for seat in range(3)] == [
        GLADE.guide[:1],
        GLADE.guide[1:],
        GLADE.guide,  # more seats than guides
    ]
    assert not steps(led, {"rounds": 5}, 1)


def test_the_guide_of_the_toy_can_be_followed() -> None:
    options = GLADE.choose(dict(GLADE.guided))
    assert isinstance(options, GladeOptions)
    table = GLADE.start(options, 1, 7)
    for step in GLADE.guide:
        meant = [m for m in Moves().of(table, 0) if fits(step, GLADE.verbs.format(m))]
        assert bool(meant) == bool(step.moves)
        if meant:
            table.apply(0, meant[0])
