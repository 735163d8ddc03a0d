"""A table is compared, copied and pickled by its fields, and moves are read by their names."""

from __future__ import annotations

import copy
import pickle

import pytest

from spinney.core.snapshot import snapshot, state_hash
from spinney.core.state import Moves
from spinney.games.undergrove import GAME
from spinney.games.undergrove.rules import moves
from tests.games.undergrove.stories import Table, new_game

CLASSES = [kind for kind in vars(moves).values() if hasattr(kind, "say")]


def some_way_in(seats: int) -> Table:
    table = new_game(seats, seed=5)
    for turn in range(25):
        found = Moves().of(table.state, table.turn)
        table.state.apply(table.turn, found[turn % len(found)])
    return table


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_table_is_copied_and_pickled(seats: int) -> None:
    state = some_way_in(seats).state
    before = state_hash(state)
    for resample_hidden in (
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    ):
        assert resample_hidden == state and resample_hidden.firs[0] == state.firs[0]
        assert state_hash(resample_hidden) == before
        resample_hidden.firs[0].plants[0] += 1
        assert resample_hidden != state and state_hash(state) == before


def test_a_repr_leaves_out_what_is_printed() -> None:
    assert "printed=Print of 53 mushrooms" in repr(some_way_in(2).state)


def test_hashes_keep_the_name_of_what_is_printed() -> None:
    """Records of earlier versions have hashes over these names."""
    seen = snapshot(some_way_in(2).state)
    assert "print" in seen and "printed" not in seen


def test_every_move_with_parts_has_a_class() -> None:
    assert len(CLASSES) == sum(bool(parts) for parts in moves.VERBS.fields)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: str(kind.__name__))
def test_a_class_says_and_reads_what_the_verbs_do(kind: type) -> None:
    verb = kind.__name__.lower()
    parts = moves.VERBS.fields[moves.VERBS.numbers[verb]]
    places = dict(zip(parts, (2, 1, 0), strict=False))
    move = kind.say(*places.values())  # type: ignore[attr-defined]
    words = {part: moves.VERBS.values[part][place] for part, place in places.items()}
    assert move == moves.VERBS.from_json({"verb": verb, **words})
    assert {part: getattr(kind, part)(move) for part in parts} == places
