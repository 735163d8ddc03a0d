"""R4: all act at the same time; what others see, and what can be taken back."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from spinney.core.match import MatchLog
from spinney.core.snapshot import snapshot
from spinney.games.evergreen import GAME
from tests.games.evergreen.stories import VERBS, Table, evergreen, new_game

ROUNDS = {
    0: ("act action=a", "plant space=f2", "stop", "power", "plant space=a4", "stop", "finish"),
    1: ("power", "act action=b", "grow space=a4", "finish"),
    2: ("act action=d", "plant space=h5", "power", "lake space=h6", "stop", "finish"),
}


def three() -> Table:
    return evergreen(
        seats=3,
        card="swamp-sprout",
        others=[
            dict(card="rock-bud", planet="sprout@a4"),
            dict(card="wheat-lake", planet="sprout@g6"),
        ],
    )


def sitting(table: Table) -> MatchLog:
    """A match that begins with this position."""
    start = table.state
    seats = start.seats
    return MatchLog(
        replace(GAME, setup=lambda options, seats, rng: start.clone()), GAME.options(), seats, 7
    )


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_makes_no_difference(order: tuple[int, ...]) -> None:
    """One after the other in any order, and mixed at random: the same table."""
    one_by_one, mixed = three(), three()
    for seat in order:
        one_by_one.do(*ROUNDS[seat], seat=seat)
    left = {seat: list(moves) for seat, moves in ROUNDS.items()}
    rng = Random(sum(order[i] * 3**i for i in range(3)))
    while left:
        seat = rng.choice(list(left))
        mixed.do(left[seat].pop(0), seat=seat)
        if not left[seat]:
            del left[seat]
    assert snapshot(one_by_one.state) == snapshot(mixed.state)


def test_nobody_sees_the_others_work_before_all_have_finished() -> None:
    table = three()
    before = [table.view(seat) for seat in (1, 2, -1)]
    table.do(*ROUNDS[0], seat=0)
    assert [table.view(seat) for seat in (1, 2, -1)] == before
    table.do(*ROUNDS[1], seat=1).do(*ROUNDS[2], seat=2)
    for seat in (1, 2, -1):
        assert table.view(seat).gardeners[0].planet.pieces == {"f2": "sprout", "a4": "sprout"}


def test_a_sight_names_only_its_own_seat_while_all_act() -> None:
    table = three()
    assert [table.view(seat).deciding for seat in range(-1, 3)] == [[], [0], [1], [2]]
    table.do(*ROUNDS[1], seat=1)
    assert [table.view(seat).deciding for seat in range(-1, 3)] == [[], [0], [], [2]]
    assert table.moves(1) == []


def test_buds_of_others_are_seen_at_the_end_of_the_round() -> None:
    table = three().do("power", seat=1)
    assert table.view(1).gardeners[1].points == 3
    assert table.view(0).gardeners[1].points == 0


def test_everything_can_be_taken_back_until_the_last_one_has_finished() -> None:
    match = sitting(three())
    start = snapshot(match.state)
    for words in ROUNDS[0]:
        match.act(0, VERBS.parse(words))
    match.act(1, VERBS.parse("power"))
    for _ in ROUNDS[0]:
        assert match.can_undo(0) == "free"
        match.undo(0)
    match.undo(1)
    assert snapshot(match.state) == start


def test_the_last_to_finish_closes_the_round_for_all() -> None:
    match = sitting(three())
    for seat, moves in ROUNDS.items():
        for words in moves:
            assert match.state.reveal_count == 0, "the seal rests while all act"
            match.act(seat, VERBS.parse(words))
    assert match.state.reveal_count > 0
    assert [match.can_undo(seat) for seat in range(3)] == ["agreed"] * 3


def test_a_pick_can_be_taken_back_until_the_next_one_acts() -> None:
    match = MatchLog(GAME, GAME.options(), 3, 5)
    first = match.seats_to_act[0]
    match.act(first, match.legal(first)[0])
    assert match.can_undo(first) == "free"
    second = match.seats_to_act[0]
    match.act(second, match.legal(second)[0])
    assert match.can_undo(first) == "agreed" and match.can_undo(second) == "free"


def test_new_cards_seal() -> None:
    match = MatchLog(GAME, GAME.options(), 1, 5)
    while not match.view(0).acting:
        match.act(0, match.legal(0)[0])
    for words in ("act action=a", "stop"):
        match.act(0, VERBS.parse(words))
        assert match.can_undo(0) == "free"
    match.act(0, VERBS.parse("finish"))
    assert match.can_undo(0) == "alone"


def test_the_story_tells_others_nothing_until_the_round_is_over() -> None:
    table = three()
    for words in ROUNDS[0]:
        before = [table.view(seat) for seat in (-1, 0, 1)]
        table.do(words, seat=0)
        lines = [
            GAME.words.tell(seen, 0, VERBS.parse(words), table.view(seen.seat)) for seen in before
        ]
        assert lines[0] == lines[2] == "is at work" != lines[1]


def test_a_game_of_four_ends_alike_in_any_order_of_the_seats() -> None:
    """Whole games: each round played seat by seat, and mixed."""
    ends = []
    for mixed in (False, True):
        table, rng = new_game(9, 4), Random(3)
        chance = [Random(seat) for seat in range(4)]
        while not table.over:
            seat = rng.choice(table.to_act) if mixed else table.turn
            table.do(chance[seat].choice(table.moves(seat)), seat=seat)
        ends.append(snapshot(table.state))
    assert ends[0] == ends[1]
