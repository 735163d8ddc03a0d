"""The one door to the rules, and the way back."""

from __future__ import annotations

import pytest

from spinney.core.game import seats_to_act
from spinney.core.match import MatchLog, Played, Refused, TakenBack
from spinney.core.snapshot import snapshot
from tests.toy import BRAMBLE
from tests.toy.bramble import VERBS


def bramble(people: tuple[int, ...] = (0, 1), seed: int = 1) -> MatchLog:
    return MatchLog(BRAMBLE, BRAMBLE.options(), 2, seed, people)


def do(match: MatchLog, *lines: str) -> MatchLog:
    """'0 choose' makes the first move of that verb which seat 0 may make."""
    for line in lines:
        seat, _, name = line.partition(" ")
        offered = match.legal(int(seat))
        match.act(int(seat), next(m for m in offered if VERBS.to_json(m)["verb"] == name))
    return match


# ---------------------------------------------------------------------------------- the door
def test_a_move_must_be_legal() -> None:
    match = bramble()
    before = snapshot(match.state)
    for seat, words in ((0, "pick bush=1"), (0, "finish"), (5, "finish"), (-1, "finish")):
        with pytest.raises(Refused):
            match.act(seat, VERBS.parse(words))
    with pytest.raises(Refused, match="no such verb"):
        match.act(0, 250)
    assert snapshot(match.state) == before and match.position == 0


def test_a_refusal_gives_the_rule() -> None:
    with pytest.raises(Refused, match=r"\(R1\)"):
        bramble().act(0, VERBS.parse("stop"))


def test_a_stale_move_is_refused() -> None:
    match = do(bramble(), "0 choose")
    with pytest.raises(Refused, match="moved on"):
        match.act(0, match.legal(0)[0], version=0)
    match.act(0, match.legal(0)[0], version=1)


def test_in_an_open_phase_the_choices_of_others_make_nothing_stale() -> None:
    match = do(bramble(), "0 choose", "0 finish")
    match.undo(0)
    assert match.versions == [3, 0]
    match.act(1, match.legal(1)[0], version=0)
    do(match, "0 finish", "1 finish")
    assert match.versions == [5, 2]  # the close concerns everybody


def test_who_is_not_awaited_may_nothing() -> None:
    match = do(bramble(), "0 choose", "0 finish")
    assert match.legal(0) == [] and match.seats_to_act == [1]
    with pytest.raises(Refused):
        match.act(0, VERBS.parse("finish"))


# ------------------------------------------------------------------------------------- undo
def test_nothing_to_take_back() -> None:
    match = bramble()
    assert match.can_undo(0) is None and not match.can_redo(0)
    with pytest.raises(Refused):
        match.undo(0)
    with pytest.raises(Refused):
        match.redo(0)


def test_undo_is_free_while_nothing_was_learned() -> None:
    match = bramble()
    before = snapshot(match.state)
    do(match, "0 choose")
    after = snapshot(match.state)
    assert match.undo(0) == "free"
    assert snapshot(match.state) == before
    match.redo(0)
    assert snapshot(match.state) == after
    assert [type(entry) for entry in match.log] == [Played, TakenBack, Played]


def test_where_an_entry_would_lead_is_known_before() -> None:
    """The same state as if it had been entered, and the match is as it was."""
    for moves in (["0 choose"], ["0 choose", "0 finish", "1 choose"], []):
        match = do(bramble(), *moves)
        before = snapshot(match.state)
        seat = match.seats_to_act[0]
        entries: list[Played | TakenBack] = [Played(seat, match.legal(seat)[0])]
        how = match.can_undo(0)
        entries += [TakenBack(0, how)] if how else []
        for entry in entries:
            would = snapshot(match.after(entry))
            assert snapshot(match.state) == before and match.position == len(moves)
            other = do(bramble(), *moves)
            if isinstance(entry, Played):
                other.act(entry.seat, entry.move)
            else:
                other.take_back(entry)
            assert snapshot(other.state) == would
    with pytest.raises(Refused):
        bramble().after(TakenBack(0, "free"))


def test_in_an_open_phase_the_choices_of_others_stand() -> None:
    """Also `finish` can be taken back, until the last one has finished."""
    match = do(bramble(), "0 choose", "0 finish", "1 choose")
    assert match.undo(0) == "free"
    assert seats_to_act(match.state) == [0, 1]
    assert [played.seat for played in match.moves] == [0, 1]
    match.redo(0)
    assert seats_to_act(match.state) == [1]


def test_after_the_last_one_has_finished_it_takes_consent() -> None:
    match = do(bramble(), "0 choose", "0 finish", "1 choose", "1 finish")
    assert match.can_undo(1) == match.can_undo(0) == "agreed"
    kept = snapshot(match.state)
    with pytest.raises(Refused, match="seat 0 must agree"):
        match.undo(1)
    assert snapshot(match.state) == kept
    assert match.undo(1, agreed=[0]) == "agreed"
    assert seats_to_act(match.state) == [1]


def test_computer_players_never_mind() -> None:
    match = do(bramble(people=(0,)), "0 choose", "0 finish", "1 choose", "1 finish")
    assert match.undo(0) == "alone"
    assert match.log[-1] == TakenBack(0, "alone")
    assert [VERBS.format(p.move).split()[0] for p in match.moves] == ["choose"]


def test_a_multi_step_turn_is_taken_back_step_by_step() -> None:
    match = do(bramble(), "0 choose", "0 finish", "1 choose", "1 finish")
    seat = match.seats_to_act[0]
    start = snapshot(match.state)
    do(match, f"{seat} pick")
    one = snapshot(match.state)
    assert match.can_undo(seat) == "free"
    match.undo(seat)
    assert snapshot(match.state) == start
    match.redo(seat)
    assert snapshot(match.state) == one
    assert not match.can_redo(seat)


def test_nobody_makes_the_move_of_another_person_again() -> None:
    match = do(bramble(), "0 choose", "1 choose")
    match.undo(0)
    match.undo(1)
    assert match.can_redo(0) and match.can_redo(1)
    match.redo(0)
    assert [played.seat for played in match.moves] == [0]


def test_everybody_must_agree() -> None:
    match = MatchLog(BRAMBLE, BRAMBLE.options(), 3, 1)
    do(match, *(f"{seat} {verb}" for seat in range(3) for verb in ("choose", "finish")))
    with pytest.raises(Refused, match="seat 1 must agree"):
        match.undo(0, agreed=[2])
    assert match.undo(0, agreed=[1, 2]) == "agreed"


def test_whoever_acted_later_has_answered() -> None:
    """Outside an open phase an undo is not free once another person has acted."""
    match = do(bramble(), "0 choose", "0 finish", "1 choose", "1 finish")
    first = match.seats_to_act[0]
    do(match, f"{first} stop", f"{1 - first} choose")
    assert match.can_undo(first) == "agreed"


def test_people_sit_on_seats_that_are_there() -> None:
    with pytest.raises(ValueError, match="there are 2 seats"):
        bramble(people=(5,))


def test_a_new_move_forgets_what_was_taken_back() -> None:
    match = do(bramble(), "0 choose")
    match.undo(0)
    match.act(0, match.legal(0)[-1])
    assert not match.can_redo(0)


def test_redo_survives_the_simultaneous_moves_of_others() -> None:
    match = do(bramble(), "0 choose")
    match.undo(0)
    do(match, "1 choose")
    match.redo(0)
    assert [played.seat for played in match.moves] == [1, 0]


def test_an_undo_that_was_not_free_is_not_believed() -> None:
    """Records are read through the same door."""
    match = do(bramble(), "0 choose", "0 finish", "1 choose", "1 finish")
    for how in ("free", "alone"):
        with pytest.raises(Refused, match=f"this undo was not {how}, but agreed"):
            match.take_back(TakenBack(1, how))


def test_seats_and_seeds_are_checked() -> None:
    with pytest.raises(ValueError, match="2 to 3 players, not 5"):
        MatchLog(BRAMBLE, BRAMBLE.options(), 5, 1)
    for seed in (-1, 1 << 62):
        with pytest.raises(ValueError, match="a seed is"):
            MatchLog(BRAMBLE, BRAMBLE.options(), 2, seed)


def test_options_are_chosen_in_words() -> None:
    assert BRAMBLE.choose({}) == BRAMBLE.options()
    with pytest.raises(ValueError, match="bramble has no option 'moon'"):
        BRAMBLE.choose({"moon": "full"})
