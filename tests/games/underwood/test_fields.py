"""A table is compared, copied and pickled by its fields, and moves are read by their names."""

from __future__ import annotations

import copy
import pickle

import pytest

from spinney.core.snapshot import state_hash
from spinney.core.state import Moves
from spinney.games.underwood import pieces
from spinney.games.underwood.pieces import MIDDLE, VERBS
from tests.games.underwood.stories import Table, new_game

CLASSES = [kind for kind in vars(pieces).values() if hasattr(kind, "say")]


def some_way_in(variant: str, layout: str = "generated") -> Table:
    table = new_game(5, 3, variant=variant, layout=layout)
    for turn in range(15):
        found = Moves().of(table.state, table.turn)
        table.state.apply(table.turn, found[turn % len(found)])
    return table


@pytest.mark.parametrize("layout", ["generated", "built"])
@pytest.mark.parametrize("variant", ["none", "mycorrhiza", "saplings", "ant_trail"])
def test_a_table_is_copied_and_pickled(variant: str, layout: str) -> None:
    state = some_way_in(variant, layout).state
    before = state_hash(state)
    for resample_hidden in (
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    ):
        assert resample_hidden == state and resample_hidden.floor == state.floor
        assert state_hash(resample_hidden) == before
        resample_hidden.supply[0] -= 1
        assert resample_hidden != state and state_hash(state) == before


def test_a_repr_leaves_out_the_tables_of_the_floor() -> None:
    table = some_way_in("none")
    assert f"floor=Floor of {table.spaces} spaces" in repr(table.state)


def test_every_move_with_parts_has_a_class() -> None:
    assert len(CLASSES) == sum(bool(parts) for parts in VERBS.fields)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: str(kind.__name__))
def test_a_class_says_and_reads_what_the_verbs_do(kind: type) -> None:
    verb = kind.__name__.lower()
    parts = VERBS.fields[VERBS.numbers[verb]]
    places = dict(zip(parts, (3, 2, 1), strict=False))
    move = kind.say(*places.values())  # type: ignore[attr-defined]
    words = {part: VERBS.values[part][place] for part, place in places.items()}
    assert move == VERBS.from_json({"verb": verb, **words})
    assert {part: getattr(kind, part)(move) for part in parts} == places


def test_cells_of_moves() -> None:
    cell = MIDDLE + 65
    assert VERBS.format(pieces.lay(cell, 2)) == "lay q=1 r=1 turn=120"
    assert pieces.laid_at(pieces.lay(cell, 2)) == cell
    assert VERBS.format(pieces.plant(cell)) == "plant q=1 r=1"
    assert pieces.planted_at(pieces.plant(cell)) == cell
