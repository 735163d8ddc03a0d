"""Nets: told only what a seat knows, the same in every build, refused where they do not fit."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from math import log
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spinney import players
from spinney.core import build, shelf
from spinney.core.arrays import i64, vec
from spinney.core.game import Game, LevelSpec
from spinney.core.inputs import Inputs
from spinney.core.rng import Rng
from spinney.core.state import Moves, lowest
from spinney.players import net_files
from spinney.players.net import (
    HEAVY,
    MOST,
    ONE,
    SURE,
    Accumulator,
    Judge,
    Net,
    alone,
    fine_share,
    scaled,
    share,
)
from spinney.players.net_player import look_ahead, near_best
from spinney.players.search import Ending, Search
from spinney.players.td_learning import Learner, first_weights, rounded
from tests.laws.playthroughs import Case, playthrough
from tests.players.judges import SMALL, TOLD, inputs_of, some_judge, some_net


# ---------------------------------------------------------------------------------------- features
@pytest.mark.slow
@pytest.mark.parametrize("case", TOLD, ids=str)
def test_features_tell_what_the_seat_knows_and_no_more(case: Case) -> None:
    """The state, one with resampled secrets, and one made from the view have the same inputs."""
    wide = net_files.width(case.game, case.seats)
    for number, moment in enumerate(playthrough(case, 2)):
        if number % 7:
            continue
        for seat in range(case.seats):
            mine = inputs_of(case.game, moment.before, seat)
            assert mine.size == wide and mine.count <= 256
            assert all(0 <= item < wide for item in mine.listed())
            recalled = case.game.state_from_view(case.game.view(moment.before, seat))
            recalled.determinize(Rng(number))
            assert inputs_of(case.game, recalled, seat).listed() == mine.listed()
            resample_hidden = case.resample_hidden(moment.before.clone(), seat, Rng(number))
            assert inputs_of(case.game, resample_hidden, seat).listed() == mine.listed()
            turn = case.game.heuristics.turn
            assert turn is None or turn(recalled) == turn(resample_hidden) == turn(moment.before)


@pytest.mark.parametrize("case", TOLD, ids=str)
def test_features_do_not_say_too_much_of_a_good_game(case: Case) -> None:
    """The more there is on a table the more is told, and a net takes 256 inputs."""
    most, moves, rng = 0, Moves(), Rng(1)
    for seed in range(3):
        state = case.start(seed)
        while state.to_act:
            seat = lowest(state.to_act)
            most = max(most, inputs_of(case.game, state, seat).count)
            moves.clear()
            state.legal(seat, moves)
            state.apply(seat, case.game.heuristics.quick_move(state, seat, moves, rng))
    assert 0 < most <= 230  # others may play better still


def test_inputs_come_in_stretches() -> None:
    inputs = Inputs()
    inputs.flag(False)
    inputs.flag(True)
    inputs.which(9, 4)  # 2 to 5; beyond the end is the end
    inputs.which(-3, 4)  # 6 to 9
    inputs.level(2, 3)  # 10 to 12
    inputs.level(-1, 2)  # 13 and 14
    inputs.some(0, 3)  # 15 to 17
    inputs.some(7, 3)  # 18 to 20
    inputs.each(1)
    inputs.each(1)
    inputs.skip(2)  # 21 and 22
    assert inputs.listed() == [1, 5, 6, 10, 11, 20, 22, 22] and inputs.size == 23
    inputs.members(1 | 1 << 9 | 1 << 61, 62)  # 23 to 84
    assert inputs.listed()[8:] == [23, 32, 84] and inputs.size == 85
    inputs.exactly(-9, 4, 3)  # 85 to 87, and 88 to 91
    inputs.exactly(10, 4, 3)  # 92 to 94, and 95 to 98
    assert inputs.listed()[11:] == [91, 92, 93, 97] and inputs.size == 99
    inputs.clear()
    for item in range(300):
        inputs.put(item)
    assert inputs.listed() == list(range(300))


# --------------------------------------------------------------------------------------------- net
def plainly(weights: list[int], inputs: int, hidden: int, on: list[int]) -> int:
    """A net's answer, with no lanes, no sums kept, and no haste."""
    total = weights[-1] * ONE
    for unit in range(hidden):
        value = weights[inputs * hidden + unit] + sum(weights[i * hidden + unit] for i in on)
        bent = value if value > 0 else value // 8
        total += bent * weights[(inputs + 1) * hidden + unit]
    return total // ONE


def test_a_net_is_what_it_says_and_keeps_its_sums() -> None:
    inputs, hidden, rng = 40, 9, Rng(3)
    weights = [rng.below(2 * HEAVY + 1) - HEAVY for _ in range((inputs + 1) * hidden)]
    weights += [rng.below(2 * MOST) - MOST for _ in range(hidden + 1)]
    net = Net(inputs, hidden, weights, 0, 1)
    view = Accumulator(net)
    for _ in range(60):
        on = [rng.below(inputs) for _ in range(rng.below(60))]  # some of them twice
        said = Inputs()
        for item in on:
            said.put(item)
        view.follow(net, said)
        assert net.logit(view.sums) == plainly(weights, inputs, hidden, on)


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_heaviest_net_does_not_overflow(sign: int) -> None:
    inputs, hidden = 256, 3
    weights = [sign * HEAVY] * ((inputs + 1) * hidden) + [MOST] * (hidden + 1)
    net = Net(inputs, hidden, weights, 0, 1)
    said = Inputs()
    for item in range(inputs):
        said.put(item)
    view = Accumulator(net)
    view.follow(net, said)
    assert net.logit(view.sums) == plainly(weights, inputs, hidden, list(range(inputs)))
    with pytest.raises(ValueError, match="weighs too much"):
        Net(inputs, hidden, [HEAVY + 1, *weights[1:]], 0, 1)
    said.put(0)
    with pytest.raises(IndexError):
        view.follow(net, said)


def test_shares_rise_from_nothing_to_everything() -> None:
    shares = [share(logit) for logit in range(-20 * ONE, 20 * ONE, 97)]
    assert shares == sorted(shares) and shares[0] < 100 and shares[-1] > SURE - 100
    assert share(0) == SURE // 2
    assert 729_000 < share(ONE) < 733_000


def test_a_share_is_as_fine_as_its_logit() -> None:
    """Or moves that differ would look alike: alone a step of the table is half a point and more."""
    shares = [fine_share(logit) for logit in range(-3000, 3001)]
    assert all(one < other for one, other in itertools.pairwise(shares))
    assert [fine_share(logit) for logit in range(-4096, 4096, 8)] == [
        share(logit) for logit in range(-4096, 4096, 8)
    ]
    assert fine_share(1 << 40) > 999_950 and fine_share(-(1 << 40)) < 50


def test_rounding_keeps_the_answer() -> None:
    """Weights too large for a lane are made smaller, and the way out larger."""
    inputs, hidden, rng = 20, 3, Rng(5)
    weights = list(first_weights(inputs, hidden, rng))
    for i in range(len(weights)):
        weights[i] *= 20.0
    whole = rounded(weights, inputs, hidden)
    assert max(map(abs, whole[: (inputs + 1) * hidden])) <= HEAVY
    on = [1, 5, 7]
    sums = [
        weights[inputs * hidden + unit] + sum(weights[i * hidden + unit] for i in on)
        for unit in range(hidden)
    ]
    exact = weights[len(weights) - 1] + sum(
        (value if value > 0 else value / 8) * weights[(inputs + 1) * hidden + unit]
        for unit, value in enumerate(sums)
    )
    assert plainly(whole, inputs, hidden, on) / ONE == pytest.approx(exact, rel=0.02, abs=0.05)


# ------------------------------------------------------------------------------------------ judging
@pytest.mark.parametrize("case", TOLD[::3], ids=str)
def test_a_judge_shares_out_one_victory(case: Case) -> None:
    judge = some_judge(case.game, case.seats)
    worth = vec[i64]([0] * case.seats)
    judge.weigh(case.start(3), worth)
    if case.seats > 1:
        assert SURE - case.seats <= sum(worth) <= SURE
    else:
        assert 0 <= worth[0] <= 100_000  # thousandths of points, on the scale of the net


def first_game() -> Game:
    """A quick one."""
    return shelf.find("morels")


def test_a_finished_game_outweighs_everything() -> None:
    game = first_game()
    judge = some_judge(game, 2)
    state = game.start(game.options(), 2, 5)
    moves, rng = Moves(), Rng(1)
    open_ones = []
    while state.to_act:
        open_ones += [judge.logit(state, 0), judge.logit(state, 1)]
        moves.clear()
        state.legal(lowest(state.to_act), moves)
        state.apply(lowest(state.to_act), moves.pick(rng))
    standings = [state.rank_key(0), state.rank_key(1)]
    winner = standings.index(max(standings))
    assert judge.logit(state, winner) > max(open_ones)
    assert judge.logit(state, 1 - winner) < min(open_ones)


def test_what_chance_will_say_is_no_reason_for_a_move() -> None:
    """Two tables that differ in their dice alone: the same move."""
    game = first_game()
    judge = some_judge(game, 2)
    for seed in range(10):
        state = game.start(game.options(), 2, seed)
        seat = lowest(state.to_act)
        other = state.clone()
        other.rng_state = Rng(99).fork()
        moves = Moves()
        state.legal(seat, moves)
        chosen = judge.quick(state, seat, moves, Rng(seed))
        assert chosen == judge.quick(other, seat, moves, Rng(seed))


def test_alone_counts_what_the_game_says_counts() -> None:
    """Undergrove: to be ahead of both trees, not points."""
    game = shelf.find("undergrove")
    aim = game.heuristics.solo_value
    assert aim is not None
    state, moves = game.start(game.options(), 1, 3), Moves()
    while state.to_act:
        before = state.clone()
        moves.clear()
        state.legal(0, moves)
        state.apply(0, game.heuristics.quick_move(state, 0, moves, Rng(1)))
    counts = aim(state, 0)
    assert counts != state.points(0) and -60 < counts < 60
    assert (alone(state, aim), alone(state, None)) == (counts, state.points(0))
    assert scaled(counts, -60, 60) == pytest.approx((counts + 60) / 120)
    assert (scaled(-70, -60, 60), scaled(70, -60, 60)) == (0.0, 1.0)
    net = some_net(net_files.width(game, 1))
    net.low, net.high = -60, 60
    part = (counts + 60) / 120
    assert Judge(net, game.heuristics, 1).logit(state, 0) == round(ONE * log(part / (1 - part)))
    # a look ahead that meets the end counts the same
    options = Moves().of(before, 0)
    trial = look_ahead(
        Judge(net, game.heuristics, 1), before, 0, options, Rng(2), LevelSpec("net", 8)
    )
    assert counts < state.points(0) - 10 and trial.ending.high < 1000 * (state.points(0) - 10)


def test_a_net_cuts_a_game_short() -> None:
    game = first_game()
    judge = some_judge(game, 2)
    ending = Ending(2, game.heuristics.quick_move)
    ending.net = judge
    ending.patience = 3
    state = game.start(game.options(), 2, 1)
    ending.play(state, Rng(1))
    assert state.to_act
    worth = vec[i64]([0, 0])
    judge.weigh(state, worth)
    assert list(ending.worth) == list(worth)


@pytest.mark.parametrize("case", TOLD[::3], ids=str)
def test_a_judge_guides_every_search(case: Case) -> None:
    game, seat = case.game, 0
    state = case.start(1)
    while not state.to_act >> seat & 1:
        state.apply(lowest(state.to_act), Moves().of(state, lowest(state.to_act))[0])
    table = game.state_from_view(game.view(state, seat))
    judge = some_judge(game, case.seats)
    judge.most = 5
    moves = Moves()
    table.legal(seat, moves)
    best = judge.ranked(table, seat, moves, Rng(1), 2)
    assert sorted(best) == sorted(moves.listed())
    spec = LevelSpec("net", 12, depth=4)
    assert look_ahead(judge, table, seat, best[:4], Rng(2), spec).best() in best[:4]
    search = Search(table, seat, judge.quick, Rng(3), 1.0, 0.5)
    search.ending.net = judge
    search.run(6)
    assert search.best() in best


@pytest.mark.parametrize("case", TOLD[::3], ids=str)
def test_a_net_that_gives_a_little_away_gives_no_more(case: Case) -> None:
    game, state = case.game, case.start(1)
    judge, moves, met = some_judge(game, case.seats), Moves(), 0
    while state.to_act and met < 12:
        seat = lowest(state.to_act)
        table = game.state_from_view(game.view(state, seat))
        moves.clear()
        table.legal(seat, moves)
        if moves.count > 3:
            met += 1
            worth = list(judge.ratings(table, seat, moves, Rng(met), 1))
            middle = sorted(worth)[len(worth) // 2]
            gives = (max(worth) - middle) * 1000 // SURE
            drawn = {near_best(judge, table, seat, moves, Rng(met), gives, 1)}
            least = min(worth[moves.listed().index(move)] for move in drawn)
            assert max(worth) - least <= gives * SURE // 1000
            some = {near_best(judge, table, seat, moves, Rng(met + i), 1000, 1) for i in range(30)}
            assert len(some) > 1  # whoever may give everything away makes any move
        state.apply(seat, Moves().of(state, seat)[0])
    assert met == 12


# ---------------------------------------------------------------------------------------- learning
def test_a_learner_comes_nearer_to_its_goal() -> None:
    game = first_game()
    inputs = net_files.width(game, 2)
    learner = a_learner(game)
    learner.tape = vec[i64](range(50))
    before = learner.step(0, 20, 0.9, 0.0)
    for _ in range(150):
        learner.step(0, 20, 0.9, 1.0)
    assert abs(learner.step(0, 20, 0.9, 0.0) - 0.9) < abs(before - 0.9) / 4
    assert len(learner.weights) == (inputs + 2) * SMALL + 1


def a_learner(game: Game, seed: int = 4) -> Learner:
    inputs = net_files.width(game, 2)
    weights = list(first_weights(inputs, SMALL, Rng(seed)))
    return Learner(game.heuristics, 2, 0, inputs, SMALL, weights, 0, 1)


def test_learning_repeats_itself_and_changes_something() -> None:
    game = first_game()
    found = []
    for _ in range(2):
        learner = a_learner(game)
        first = list(learner.weights)
        off = [
            learner.play(game.start(game.options(), 2, seed), Rng(seed), 500, 1.0, 0.8)
            for seed in range(2)
        ]
        found.append((off, list(learner.weights)))
        assert first != found[-1][1] and all(0 < one < 1 for one in off)
    assert found[0] == found[1]


def test_a_learner_listens_to_what_looking_ahead_finds() -> None:
    """Half of what it is to expect is what was found, the other half what came of it."""
    game = first_game()
    end = game.start(game.options(), 2, 1)
    while end.to_act:
        end.apply(lowest(end.to_act), Moves().of(end, lowest(end.to_act))[0])
    learner = a_learner(game)
    learner.tape, learner.starts = vec[i64](range(40)), vec[i64]([0, 20, 40])
    learner.looked, learner.looker = vec[float]([0.8]), vec[i64]([0])
    for _ in range(400):
        learner.learn(end, 1, 2.0, 0.7)
    for seat, found in ((0, 0.8), (1, 0.2)):
        goal = (learner.result(end, seat) + found) / 2
        assert abs(learner.step(20 * seat, 20 * seat + 20, 0.0, 0.0) - goal) < 0.02


def test_who_looks_ahead_is_asked_at_every_choice() -> None:
    game = first_game()
    asked: list[int] = []

    def first(state: Any, seat: int) -> tuple[int, float]:
        asked.append(len(Moves().of(state, seat)))
        return Moves().of(state, seat)[0], 0.5

    learner = a_learner(game)
    learner.think = first
    learner.play(game.start(game.options(), 2, 3), Rng(3), 0, 1.0, 0.7)
    assert len(asked) > 10 and min(asked) > 1
    assert sum(looker >= 0 for looker in learner.looker) >= len(asked) // 2


def test_a_word_is_for_whoever_looked_and_between_two_for_the_other() -> None:
    learner = a_learner(first_game())
    learner.looked, learner.looker = vec[float]([0.0, 0.75]), vec[i64]([-1, 1])
    assert [learner.word(0, seat) for seat in (0, 1)] == [-1, -1]
    assert [learner.word(1, seat) for seat in (0, 1)] == [0.25, 0.75]
    learner.seats = 3
    assert [learner.word(1, seat) for seat in (0, 1, 2)] == [-1, 0.75, -1]


# ------------------------------------------------------------------------------------------- files
def saved(folder: Path, game: Game, /, **other: Any) -> Path:
    inputs, mark = net_files.fingerprint(game, 2)
    weights = rounded(list(first_weights(inputs, SMALL, Rng(1))), inputs, SMALL)
    head = net_files.Head(
        net=net_files.FORMAT,
        game=game.name,
        version=game.version,
        components=game.components,
        seats=2,
        inputs=inputs,
        told=mark,
        hidden=SMALL,
        games=0,
        seed=1,
        command="",
        date="",
        weights="",
    )
    net_files.write(
        folder / "a.net",
        msgspec.structs.replace(head, **other),
        net_files.packed(weights),
    )
    return folder / "a.net"


def test_a_net_survives_the_disk(tmp_path: Path) -> None:
    game = first_game()
    found = net_files.load(saved(tmp_path, game), game, 2)
    assert list(found.net.rows) == list(some_net(net_files.width(game, 2)).rows)
    assert [file.name for file in tmp_path.iterdir()] == ["a.net"]
    view = game.view(game.start(game.options(), 2, 1), 0)
    assert players.find(f"net:{tmp_path / 'a.net'}")(game, view, Rng(1)) in Moves().of(
        game.state_from_view(view), 0
    )


@pytest.mark.parametrize(("form", "fine"), [(1, False), (2, True)])
def test_old_nets_are_read_as_they_were_measured(tmp_path: Path, form: int, fine: bool) -> None:
    game = first_game()
    net = net_files.load(saved(tmp_path, game, net=form), game, 2).net
    assert net.fine == fine and (net.share(3) > net.share(0)) == fine


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"net": 3}, "format 3"),
        ({"version": 99}, "another version"),
        ({"components": "0" * 16}, "another components"),
        ({"seats": 3}, "another number of seats"),
        ({"game": "chess"}, "another game"),
        ({"told": "0" * 16}, "another set of features"),
    ],
)
def test_a_net_for_something_else_is_refused(
    tmp_path: Path, other: dict[str, Any], says: str
) -> None:
    game = first_game()
    with pytest.raises(net_files.NetError, match=says):
        net_files.load(saved(tmp_path, game, **other), game, 2)


def test_a_damaged_net_is_refused(tmp_path: Path) -> None:
    game = first_game()
    file = saved(tmp_path, game)
    whole = file.read_bytes()
    for damaged, says in [
        (whole[:-1], "damaged"),
        (whole[:-1] + bytes([whole[-1] ^ 1]), "damaged"),
        (whole[50:], "not a net"),
        (b"", "not a net"),
    ]:
        file.write_bytes(damaged)
        with pytest.raises(net_files.NetError, match=says):
            net_files.load(file, game, 2)
    with pytest.raises(net_files.NetError, match="No such file"):
        net_files.load(tmp_path / "none.net", game, 2)


def test_play_goes_on_by_instinct(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = first_game()
    file = saved(tmp_path, game, version=99)
    monkeypatch.setattr(net_files, "place", lambda game, seats: file)
    monkeypatch.setattr(net_files, "KNOWN", {})
    view = game.view(game.start(game.options(), 2, 1), 0)
    for _ in range(2):
        chosen = players.find("net")(game, view, Rng(7))
        assert chosen == players.greedy(game, view, Rng(7))
    told = capsys.readouterr().err
    assert told.count("another version") == 1 and "using the heuristics" in told


SHIPPED = [
    (game, seats)
    for game in shelf.games().values()
    for seats in game.seats
    if net_files.place(game, seats).exists()
]


def test_shipped_nets_fit_and_are_small() -> None:
    """One for every number of players where nets are told anything; no files nobody looks for."""
    assert SHIPPED == [
        (game, seats)
        for game in shelf.games().values()
        for seats in game.seats
        if game.heuristics.features is not None
    ]
    there = sorted(net_files.place(first_game(), 0).parent.parent.parent.glob("*/nets/*"))
    assert there == sorted(net_files.place(game, seats) for game, seats in SHIPPED)
    for game, seats in SHIPPED:
        file = net_files.place(game, seats)
        assert file.stat().st_size <= 150_000
        head = net_files.load(file, game, seats).head
        assert head.command.startswith(f"spinney train {game.name} --seats {seats} --games ")
        assert head.accepted and head.date


SCRIPT = """
import sys
from spinney import players
from spinney.core import shelf
from spinney.core.rng import Rng
for name, seats in [pair.split("/") for pair in sys.argv[1:]]:
    game = shelf.find(name)
    state = game.start(game.options(), int(seats), 5)
    for number in range(3):
        seat = next(seat for seat in range(int(seats)) if state.to_act >> seat & 1)
        view = game.view(state, seat)
        names = ("net", "net100")[: 1 if number else 2]  # uncompiled, looking ahead takes seconds
        chosen = [players.find(who)(game, view, Rng(number)) for who in names]
        print(name, seats, number, chosen)
        state.apply(seat, chosen[0])
"""


@pytest.mark.slow
@pytest.mark.skipif(not build.compiled, reason="there is only one build here")
def test_both_builds_follow_a_net_alike() -> None:
    wanted = [f"{game.name}/{seats}" for game, seats in SHIPPED]
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, *wanted],
            env={**os.environ, "SPINNEY_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for pure in ("0", "1")
    ]
    assert told[0] == told[1] and len(told[0].splitlines()) == 3 * len(wanted)
