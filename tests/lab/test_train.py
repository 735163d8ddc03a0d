"""Training: everything follows from the seed, nothing is lost by an interruption, and a net that is
not better stays outside.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from spinney.core import shelf
from spinney.lab import train
from spinney.lab.ratings import Verdict
from spinney.lab.train import Clock, Course, Progress
from spinney.players import net_files
from tests.cli.conftest import Run, spinney

__all__ = ["spinney"]  # a fixture

COURSE = Course("morels", 2, seed=5, hidden=3, crew=1, round=1, most=0)
GAMES = 4


def whole(course: Course = COURSE) -> Progress:
    *_, last = train.rounds(train.begin(course, GAMES, 0.0), Clock())
    return last


def timeless(progress: Progress) -> Progress:
    return msgspec.structs.replace(progress, seconds=0.0)


def test_an_interruption_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "course"
    for stop in (1, 2, 4):
        begun = train.resumed(file, COURSE, GAMES, 0.0)
        for progress in train.rounds(begun, Clock()):
            train.keep(file, progress)
            if progress.done == stop:
                break
        assert progress.done == stop
        assert [one.name for one in tmp_path.iterdir()] == ["course"]
    assert progress.over and list(train.rounds(progress, Clock())) == []
    assert timeless(progress) == timeless(whole())


def test_the_seed_makes_the_net() -> None:
    other = whole(msgspec.structs.replace(COURSE, seed=6))
    assert other.weights != whole().weights


def test_looking_ahead_begins_with_the_net_of_the_game(tmp_path: Path) -> None:
    course = train.later(msgspec.structs.replace(COURSE, search=4, hidden=3))
    head, weights = net_files.read(net_files.place(shelf.find("morels"), 2))
    assert course.hidden == head.hidden and course.before == head.command
    begun = train.begin(course, 2, 0.0)
    train.candidate(tmp_path / "first.net", begun)
    assert net_files.read(tmp_path / "first.net")[1] == weights  # nothing is lost on the way
    last = [progress for progress in train.rounds(begun, Clock())][-1]
    again = [progress for progress in train.rounds(begun, Clock())][-1]
    assert begun.weights != last.weights == again.weights
    train.candidate(tmp_path / "last.net", last)
    found = net_files.read(tmp_path / "last.net")[0].command
    assert found.startswith(head.command) and found.endswith(
        f"&& spinney train morels --seats 2 --games 2 --seed 5 --crew 1 --hidden {head.hidden} "
        "--round 1 --search 4"
    )


@pytest.mark.parametrize(
    ("name", "seats", "why"),
    [("evergreen", 3, "no net for 3 yet"), ("evergreen", 1, "solo"), ("morels", 7, "7")],
)
def test_without_a_net_nobody_looks_ahead(
    monkeypatch: pytest.MonkeyPatch, name: str, seats: int, why: str
) -> None:
    monkeypatch.setattr(train, "shipped", lambda game, seats: None)
    with pytest.raises(ValueError, match=why):
        train.later(msgspec.structs.replace(COURSE, game=name, seats=seats, search=4))


def test_every_second_game_may_be_played_another_way() -> None:
    """Its number in the round says which: the first as ever, the second with the other option."""
    course = msgspec.structs.replace(COURSE, round=2)
    both = msgspec.structs.replace(course, also={"starter": "seat1"})
    assert train.command(train.begin(both, GAMES, 0.0)).endswith(" --also starter=seat1")
    assert whole(both).weights != whole(course).weights
    one = msgspec.structs.replace(COURSE, also={"starter": "seat1"})
    assert whole(one).weights == whole().weights


def test_minutes_become_games_once_the_speed_is_known() -> None:
    """Two rounds of a second each: a quarter of a minute is fifteen of them."""
    ticks = Clock()
    ticks.now = iter(range(100)).__next__
    ticks.last = -1.0
    some = []
    for progress in train.rounds(train.begin(COURSE, 0, 0.25), ticks):
        some.append((progress.done, progress.games, progress.rounds))
        if progress.done == 3:
            break
    assert some == [(1, 0, 2), (2, 15, 15), (3, 15, 15)]
    # … and the same number of games asked for makes the same net
    assert "--games 15 --seed 5" in train.command(progress)
    asked = train.begin(COURSE, 15, 0.0)
    same = next(p for p in train.rounds(asked, Clock()) if p.done == 3)
    assert same.weights == progress.weights


def test_how_to_learn_is_part_of_the_course() -> None:
    usual = train.command(train.begin(COURSE, GAMES, 0.0))
    for name, value in (("rate", 20.0), ("trust", 0.9)):
        other = msgspec.structs.replace(COURSE, **{name: value})
        assert train.command(train.begin(other, GAMES, 0.0)) == f"{usual} --{name} {value:g}"
        assert whole(other).weights != whole().weights
    same = msgspec.structs.replace(COURSE, rate=train.RATE[0], trust=train.TRUST)
    assert whole(same).weights == whole().weights


def test_rates_fall_from_first_to_last() -> None:
    progress = train.begin(COURSE, 12, 0.0)
    found = [
        train.falling((8.0, 0.5), msgspec.structs.replace(progress, done=done))
        for done in (0, 1, 2, 7, 12)
    ]
    assert found == pytest.approx([8.0, 8.0, 8.0, 2.0, 0.5])


def test_learners_meet_in_the_middle() -> None:
    some = [array("d", [1.0, -2.0]).tobytes(), array("d", [2.0, 4.0]).tobytes()]
    assert array("d", train.mean(some)).tolist() == [1.5, 1.0]


@pytest.mark.slow
def test_two_learners_are_two_processes_with_games_of_their_own() -> None:
    course = msgspec.structs.replace(COURSE, crew=2)
    begun = train.begin(course, GAMES, 0.0)
    first = next(train.rounds(begun, Clock()))
    each = [train.learn(train.Shift(begun, number)).weights for number in range(2)]
    assert each[0] != each[1] and first.weights == train.mean(each)


@pytest.mark.parametrize(
    ("course", "games", "says"),
    [
        (msgspec.structs.replace(COURSE, seed=6), GAMES, "belongs to another training"),
        (COURSE, GAMES + 1, "belongs to another training"),
    ],
)
def test_a_checkpoint_of_something_else_is_left_alone(
    tmp_path: Path, course: Course, games: int, says: str
) -> None:
    train.keep(tmp_path / "course", train.begin(COURSE, GAMES, 0.0))
    with pytest.raises(ValueError, match=says):
        train.resumed(tmp_path / "course", course, games, 0.0)


def test_what_is_no_checkpoint_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "course"
    file.write_bytes(b"my diary")
    with pytest.raises(ValueError, match="is no checkpoint"):
        train.resumed(file, COURSE, GAMES, 0.0)


def test_hidden_units_come_in_threes() -> None:
    with pytest.raises(ValueError, match="in threes"):
        train.begin(msgspec.structs.replace(COURSE, hidden=4), GAMES, 0.0)


# ---------------------------------------------------------------------------------------- the gate
WISH = ["train", "morels", "--games", GAMES, "--round", 1, "--hidden", 3, "--crew", 1]


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to train in, and a game's folder that holds no net."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(train, "place", lambda game, seats: tmp_path / "shipped" / "2.net")
    monkeypatch.setattr(train, "shipped", lambda game, seats: None)
    return tmp_path


@pytest.mark.slow
def test_a_net_that_is_not_better_stays_outside(spinney: Run, ground: Path) -> None:
    """Four games teach nothing: the heuristics wins, and soon."""
    ran = spinney(*WISH)
    assert ran.code == 0 and "not stronger" in ran.out and "Not accepted" in ran.out
    assert sorted(file.name for file in ground.iterdir()) == ["morels-2.net", "morels-2.training"]
    again = spinney(*WISH)  # nothing is left to learn: straight to the gate
    assert again.out.splitlines()[-2:] == ran.out.splitlines()[-2:]


class Won:
    """A deal of the gate."""

    rate = 0.75


def test_a_better_net_takes_its_place(
    spinney: Run, ground: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gate(course: Course, file: Path) -> Iterator[tuple[Won, Verdict]]:
        assert file.exists()
        yield Won(), Verdict(3.0, "stronger")

    monkeypatch.setattr(train, "gate", gate)
    ran = spinney(*WISH)
    assert ran.code == 0 and "Accepted" in ran.out
    assert [file.name for file in ground.iterdir()] == ["shipped"]
    head, _ = net_files.read(ground / "shipped" / "2.net")
    assert head.accepted == "75.0% against greedy on 1 deals: stronger (+3.00)"
    assert head.command == (
        "spinney train morels --seats 2 --games 4 --seed 1 --crew 1 --hidden 3 --round 1"
    )


def test_whoever_learns_too_fast_is_told(spinney: Run, ground: Path) -> None:
    fast = ["train", "evergreen", "--seats", 1, "--hidden", 3, "--crew", 1, "--round", 10]
    ran = spinney(*fast, "--games", 200, "--rate", 1000)
    assert ran.code == 2 and ran.err.endswith("a lower --rate may help\n")
    assert len(ran.err.splitlines()) == 1


def test_mistakes_are_told(spinney: Run, ground: Path) -> None:
    assert "no such folder" in spinney(*WISH, "--checkpoint", "nowhere/x").err
    assert "number from 0 to 1" in spinney("train", "morels", "--trust", "2").err
    assert "not a rate" in spinney("train", "morels", "--rate", "fast").err
    assert "number of minutes" in spinney("train", "morels", "--minutes", "-1").err
    assert "for 2 players" in spinney("train", "morels", "--seats", 3).err
    ran = spinney(*WISH, "--no-gate")
    assert ran.code == 0 and (ground / "morels-2.net").exists()
    assert "belongs to another training" in spinney(*WISH, "--seed", 9).err


def test_a_log_is_told_how_far_it_is(
    spinney: Run, ground: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spinney.cli.simulate.MINUTE", 0.0)
    told = spinney(*WISH, "--no-gate").err.splitlines()
    assert [line.split(" in ")[0] for line in told] == [f"{n} games" for n in range(1, GAMES + 1)]
