"""Hints: legal, repeatable, honest about what they do not know, and soon there."""

from __future__ import annotations

from time import process_time

import msgspec
import pytest

from spinney.core import build, shelf
from spinney.core.game import Game, Outcome, ScoreLine
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, lowest
from spinney.players.hints import OTHERS, SHOWN, Tried, advise, because, part
from spinney.players.search import SURE
from tests.laws.playthroughs import Case, cases, duel, playthrough
from tests.players.endings import positions, suites
from tests.players.plain import Chance, Plain, TooLarge

GAMES = pytest.mark.parametrize("game", shelf.games().values(), ids=lambda game: game.name)
FEW = 2 if build.compiled else 1


def usual(game: Game, seats: int) -> Case:
    return next(case for case in cases() if case.game is game and case.seats == seats)


def some(game: Game, seats: int) -> list[tuple[State, int]]:
    moments = [moment for moment in playthrough(usual(game, seats), 2) if len(offered(moment)) > 1]
    step = max(1, len(moments) // FEW)
    return [(moment.before, moment.seat) for moment in moments[step // 2 :: step]][:FEW]


def offered(moment: object) -> list[int]:
    return Moves().of(moment.before, moment.seat)  # type: ignore[attr-defined]


@GAMES
def test_a_hint_names_legal_moves_and_repeats_itself(game: Game) -> None:
    for seats in {game.seats[0], duel(game)}:
        for state, seat in some(game, seats):
            view = game.view(state, seat)
            began = process_time()
            hint = advise(game, view)
            spent = process_time() - began
            legal = {game.verbs.format(move) for move in Moves().of(state, seat)}
            moves = [one.move for one in hint.candidates]
            assert set(moves) <= legal and 0 < len(set(moves)) == len(moves) <= SHOWN
            assert hint.alone is (seats == 1)
            assert all(one.give >= 0 for one in hint.candidates)
            if seats > 1:
                assert all(0 <= one.promise <= 100 for one in hint.candidates)
            again = msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)
            if build.compiled:
                began = process_time()
                assert advise(game, again) == hint
                spent = min(spent, process_time() - began)  # a busy machine slows down either
            assert spent < (1 if build.compiled else 30)


@GAMES
def test_moves_are_weighed_against_each_other(game: Game) -> None:
    """Even where the first one tried wins every round, and where rounds are few."""
    for seed in range(3 if build.compiled else 12):
        state = game.start(game.options(), duel(game), seed)
        seat = lowest(state.to_act)
        legal = Moves().of(state, seat)
        hint = advise(game, game.view(state, seat))
        assert len(hint.candidates) == min(len(legal), SHOWN)
        assert hint.because.endswith("."), seed


@pytest.mark.parametrize(
    ("game", "suite"), suites(), ids=[f"{game.name}-{suite.seats}" for game, suite in suites()]
)
def test_a_proved_hint_is_certain(game: Game, suite: object) -> None:
    looked = 0
    for state, seat in positions(game, suite, 4):  # type: ignore[arg-type]
        hint = advise(game, game.view(state, seat))
        if not hint.proved:
            continue
        try:
            told = dict(Plain(5_000, remember=True).moves(state.clone()))
        except (TooLarge, Chance):
            continue
        first = hint.candidates[0]
        share, points = max(result[seat] for result in told.values())
        assert first.give == 0
        assert abs(first.promise - (points if hint.alone else 100 * share)) < 0.1
        looked += 1
    assert looked


def test_the_interval_holds_what_it_promises() -> None:
    """Of many samples of a known chance, or of points, 19 in 20 are no further off."""
    for alone in (False, True):
        inside = 0
        for seed in range(400):
            rng, tried = Rng(seed), Tried()
            for _ in range(60):
                eyes = rng.below(10)
                tried.add(SURE if eyes < 7 else 0, eyes)
            promise, give = tried.promise(alone)
            inside += abs(promise - (4.5 if alone else 70)) <= give
        assert 370 <= inside <= 396


def read(tried: Tried, rng: Rng, trees: int, others: int) -> None:
    for _ in range(50):
        own = [
            ScoreLine("Tree at A1", trees + rng.below(2), "trees"),
            ScoreLine("Buds", rng.below(4)),
        ]
        tried.read(Outcome([0, others], [1, 2], [own, []]), 0)


def test_the_reason_names_what_differs() -> None:
    game = next(iter(shelf.games().values()))
    state, seat = some(game, duel(game))[0]
    view = game.view(state, seat)
    one, two = Moves().of(state, seat)[:2]
    first, second = Tried(), Tried()
    read(first, Rng(1), 7, 20)
    read(second, Rng(2), 3, 22)
    words = [game.words.move(view, move) for move in (one, two)]
    said = because(game, view, [one, two], {one: first, two: second})
    assert said == f"{words[0]}: 4 points more from trees, 2 fewer for {OTHERS} than {words[1]}."
    said = because(game, view, [one, two], {one: first, two: first})
    assert said == f"{words[0]} and {words[1]} promise much the same points."
    assert because(game, view, [one], {one: first}) == ""
    said = because(game, view, [one, two], {one: second, two: first})
    assert said.endswith("promise much the same points."), "nothing speaks for the first"


def test_points_are_spelled_as_people_do() -> None:
    assert part(1.0, "buds", first=True) == "1 point more from buds"
    assert part(-0.6, "buds", first=True) == "0.6 points fewer from buds"
    assert part(-12.4, "light", first=False) == "12 fewer from light"
