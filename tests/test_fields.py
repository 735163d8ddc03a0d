"""Fields that are declared once: equality, repr, copy, pickle, and the code made from them."""

from __future__ import annotations

import copy
import importlib
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spinney.core import build, shelf
from spinney.core.agenda import Agenda, nothing
from spinney.core.arrays import i64, vec
from spinney.core.fields import made, names
from spinney.core.game import Game
from spinney.core.snapshot import state_hash
from spinney.core.state import Moves, State, lowest
from spinney.games.morels.pieces import Forager

ROOT = Path(__file__).parents[1]
GAMES = [pytest.param(game, id=name) for name, game in shelf.games().items()]
MADE = "# moves: made by tools/fields.py"


def some_way_in(game: Game) -> State:
    state = game.start(game.options(), max(game.seats), 5)
    for turn in range(12):
        if not state.to_act:
            break
        seat = lowest(state.to_act)
        moves = Moves().of(state, seat)
        state.apply(seat, moves[turn % len(moves)])
    return state


def test_what_is_generated_is_current() -> None:
    command = [sys.executable, str(ROOT / "tools" / "fields.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_states_are_equal_by_value_and_have_no_hash(game: Game) -> None:
    one, other = some_way_in(game), some_way_in(game)
    assert one == other and not one != other
    other.rng_state += 1
    assert one != other
    assert one != 1
    with pytest.raises(TypeError):
        hash(one)


@pytest.mark.parametrize("game", GAMES)
def test_a_state_is_copied_and_pickled(game: Game) -> None:
    state = some_way_in(game)
    before = state_hash(state)
    for other in (
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    ):
        assert other == state and state_hash(other) == before
        seat = lowest(other.to_act)
        other.apply(seat, Moves().of(other, seat)[0])
        assert state_hash(state) == before, "playing on a copy touched the original"
        assert other != state


@pytest.mark.parametrize("game", GAMES)
def test_every_field_reaches_a_clone(game: Game) -> None:
    state = some_way_in(game)
    other = state.clone()
    for name in names(type(state)):
        assert hasattr(other, name), name


@pytest.mark.parametrize("game", GAMES)
def test_accessors_read_what_verbs_say(game: Game) -> None:
    """The classes of moves in pieces.py pack and read as `Verbs` does."""
    folder = ROOT / "src" / "spinney" / "games" / game.name
    made = [file for file in folder.rglob("*.py") if MADE in file.read_text(encoding="utf-8")]
    if not made:
        pytest.skip("this game reads its moves by number")
    path = made[0].relative_to(folder.parent).with_suffix("").parts
    pieces = vars(importlib.import_module(".".join(("spinney.games", *path))))
    verbs = game.verbs
    classes = [thing for thing in pieces.values() if hasattr(thing, "say")]
    assert len(classes) == sum(bool(fields) for fields in verbs.fields)
    for kind in classes:
        constant = re.sub("(?<=[a-z])(?=[A-Z])", "_", kind.__name__).upper()
        number = pieces[constant]
        fields = verbs.fields[number]
        values = [min(n, len(verbs.values[field]) - 1) for n, field in enumerate(fields, 1)]
        named = dict(zip(fields, values, strict=True))
        move = kind.say(*values)
        said = {field: verbs.values[field][value] for field, value in named.items()}
        assert move == verbs.from_json({"verb": verbs.names[number], **said})
        for field, value in named.items():
            read = getattr(kind, field, None) or getattr(kind, field + "_")
            assert read(move) == value


def test_a_repr_shows_what_differs_from_the_default() -> None:
    assert repr(Forager()) == "Forager()"
    assert repr(made(Forager, sticks=3, hand=16)) == "Forager(hand=16, sticks=3)"
    assert repr(State()) == "State()"


def test_fields_are_named_in_order_and_wrong_ones_refused() -> None:
    assert names(State) == ("seats", "to_act", "reveal_count", "rng_state")
    assert names(Agenda) == ("top", "open", "under", "under_open", "depth")
    with pytest.raises(TypeError, match="Forager has no hat, shoes"):
        made(Forager, shoes=1, hat=2)


def test_pieces_are_equal_by_value() -> None:
    one, other = nothing(), nothing()
    one.ask(4, 1, False, 0b1)
    assert one != other
    other.ask(4, 1, False, 0b1)
    assert one == other == one.clone() == pickle.loads(pickle.dumps(one))


def test_arrays_are_pickled() -> None:
    rows = vec[vec[i64]]([vec[i64]([1, 2]), vec[i64]()])
    again = pickle.loads(pickle.dumps(rows))
    assert type(again) is type(rows) and [list(row) for row in again] == [[1, 2], []]
    array: type = vec
    foragers = array[Forager]([Forager()])  # type: ignore[index]
    assert list(pickle.loads(pickle.dumps(foragers))) == [Forager()]
    if build.compiled:
        with pytest.raises(TypeError, match="empty array"):
            pickle.dumps(array[Forager]())  # type: ignore[index]
