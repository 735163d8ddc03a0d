"""Moves, sets of spaces, heaps, rows and the agenda."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from spinney.core.agenda import nothing
from spinney.core.packed import at, cards, count, kind_of, laid, total, without
from spinney.core.rng import Rng
from spinney.core.snapshot import LATER, hashed_later, snapshot, state_hash
from spinney.core.state import Moves, State, bit, first, lowest, nth, size
from spinney.core.verbs import field1, verb

boards = some.sets(some.integers(0, 61))
heaps = some.lists(some.integers(0, 15), min_size=15, max_size=15)
rows = some.lists(some.integers(0, 14), max_size=15)


@given(boards)
def test_a_board_is_a_set(spaces: set[int]) -> None:
    board = sum(bit(space) for space in spaces)
    assert size(board) == len(spaces)
    assert [nth(board, n) for n in range(len(spaces))] == sorted(spaces)
    moves = Moves()
    moves.each(3, board)
    assert [(verb(move), field1(move)) for move in moves.listed()] == [
        (3, s) for s in sorted(spaces)
    ]
    moves.upto(5, len(spaces))
    more = [(verb(move), field1(move)) for move in moves.listed()[len(spaces) :]]
    assert more == [(5, n) for n in range(len(spaces))]
    if spaces:
        assert lowest(board) == first(board) == min(spaces)


@given(heaps)
def test_a_heap_counts_every_kind(counts: list[int]) -> None:
    heap = sum(cards(kind, n) for kind, n in enumerate(counts))
    assert [count(heap, kind) for kind in range(15)] == counts
    assert total(heap) == sum(counts)
    spread = [kind for kind, n in enumerate(counts) for _ in range(n)]
    assert [kind_of(heap, n) for n in range(len(spread))] == spread


@given(rows, some.data())
def test_a_row_moves_up(kinds: list[int], data: some.DataObject) -> None:
    row = 0
    for place, kind in enumerate(kinds):
        row = laid(row, place, kind)
    assert [at(row, place) for place in range(len(kinds))] == kinds
    if kinds:
        gone = data.draw(some.integers(0, len(kinds) - 1))
        rest = kinds[:gone] + kinds[gone + 1 :]
        row = without(row, gone)
        assert [at(row, place) for place in range(15)] == rest + [0] * (15 - len(rest))


def test_what_is_not_there_is_an_error_and_no_endless_loop() -> None:
    with pytest.raises(IndexError, match="nobody is waiting"):
        lowest(0)
    for board, n in ((0, 0), (bit(61), 1), (0b1011, 3), (0b1011, -1)):
        with pytest.raises(IndexError, match="fewer spaces"):
            nth(board, n)
    for heap, n in ((0, 0), (cards(14, 15), 15), (cards(0, 2) + cards(3, 1), 3)):
        with pytest.raises(IndexError, match="fewer cards"):
            kind_of(heap, n)
    assert first(0) == 65


def test_moves_grow() -> None:
    moves = Moves()
    for n in range(500):
        moves.add(n)
    assert moves.listed() == list(range(500))
    moves.clear()
    assert moves.listed() == []
    with pytest.raises(IndexError, match="no move"):
        moves.pick(Rng(1))


def test_bits_beyond_the_thirty_first() -> None:
    assert [bit(n) for n in (0, 30, 31, 32, 61)] == [1 << n for n in (0, 30, 31, 32, 61)]


def test_a_bare_state_promises_nothing() -> None:
    state = State(2, 1, 0, 0)
    for call in (state.clone, state.check, lambda: state.points(0), lambda: state.apply(0, 0)):
        with pytest.raises(NotImplementedError):
            call()
    assert snapshot(state) == {"dice": 0, "sealed": 0, "seats": 2, "waiting": 1}
    assert len(state_hash(state)) == 16


def test_a_field_that_came_later_changes_no_older_hash() -> None:
    """It is left out while it has its default: a state of that time has no such field."""
    old, new = State(2, 1, 0, 0), State(2, 1, 0, 0)
    new.reveal_count = 5
    before = state_hash(old)
    hashed_later(State, sealed=0)
    try:
        assert "sealed" not in snapshot(old) and snapshot(new)["sealed"] == 5
        assert before not in (state_hash(old), state_hash(new))
    finally:
        del LATER[State]
    assert state_hash(old) == before


# -------------------------------------------------------------------------------------- agenda
def test_questions_are_asked_from_the_top() -> None:
    agenda = nothing()
    agenda.ask(1, 2, True, 0b111)
    agenda.ask(5, 1, False, 0b1000)
    assert (agenda.what(), agenda.times(), agenda.must(), agenda.spaces()) == (5, 1, False, 0b1000)
    agenda.answer(3)
    assert (agenda.what(), agenda.times(), agenda.must(), agenda.spaces()) == (1, 2, True, 0b111)


def test_a_space_answers_once_and_the_last_answer_closes() -> None:
    agenda = nothing()
    agenda.ask(1, 2, False, 0b111)
    agenda.answer(1)
    assert (agenda.times(), agenda.spaces()) == (1, 0b101)
    agenda.answer(0)
    assert agenda.what() == -1


def test_a_question_nobody_can_answer_is_never_asked() -> None:
    agenda = nothing()
    agenda.ask(1, 2, True, 0)
    agenda.ask(1, 0, True, 0b1)
    assert agenda.what() == -1
    agenda.ask(1, 2, True, 0b11)
    agenda.narrow(0b100)
    assert agenda.what() == -1


def test_what_was_owed_once_may_be_stopped_then() -> None:
    agenda = nothing()
    agenda.ask(4, 3, True, 0b111)
    assert agenda.must()
    agenda.release()
    agenda.answer(0)
    assert not agenda.must()
    assert (agenda.what(), agenda.times(), agenda.spaces()) == (4, 2, 0b110)


def test_an_agenda_is_copied_and_leaves_no_trace() -> None:
    agenda = nothing()
    agenda.ask(4, 1, False, 0b1)
    copy = agenda.clone()
    agenda.stop()
    assert copy.what() == 4
    assert snapshot(agenda) == snapshot(nothing())
