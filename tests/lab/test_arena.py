"""The arena: everybody on every seat of the same deals, and a report that says so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from signal import SIG_DFL, SIGINT, signal
from time import monotonic, sleep

import pytest

from spinney import players
from spinney.cli.simulate import bar
from spinney.core import shelf
from spinney.lab.arena import (
    Meeting,
    Setting,
    against_par,
    check,
    meetings,
    play,
    results,
    summed,
    ways_round,
)
from spinney.players.seeding import player_rng
from tests.cli.conftest import Run, process, spinney

__all__ = ["process", "spinney"]  # fixtures

PAIR = Setting(game="morels", seats=2, players=["greedy", "random"], deals=8, seed=3)


def test_everybody_sits_everywhere_equally_often() -> None:
    assert ways_round(1) == [(0,), (1,)]
    assert ways_round(2) == [(0, 1), (1, 0)]
    for seats in (3, 4):
        ways = ways_round(seats)
        assert len(set(ways)) == len(ways) == 2 * seats
        assert {sum(way[seat] for way in ways) for seat in range(seats)} == {seats}


def test_alone_what_counts_in_the_game_is_compared() -> None:
    """In Undergrove to be ahead of the two trees: sometimes fewer points are more."""
    game = shelf.find("undergrove")
    names = ["greedy", "level1"]
    setting = Setting("undergrove", 1, names, 40, seed=5)
    aim = game.heuristics.solo_value
    assert aim is not None
    otherwise = 0
    for meeting in meetings(setting):
        worth, points = [], []
        for name in names:
            state = game.start(game.options(), 1, setting.seed + meeting.deal)
            rng = player_rng(setting.seed + meeting.deal, 0)
            while state.to_act:
                state.apply(0, players.find(name)(game, game.view(state, 0), rng))
            worth.append(aim(state, 0))
            points.append(state.rank_key(0))
        rate = 0.5 + 0.5 * ((worth[0] > worth[1]) - (worth[0] < worth[1]))
        assert play(meeting).rate == rate
        otherwise += (worth[0] > worth[1]) != (points[0] > points[1])
    assert otherwise  # or nothing was shown


@pytest.mark.parametrize(
    ("share", "who", "rate"),
    [
        (1.0, (0, 1), 1.0),
        (0.5, (0, 1), 0.5),
        (1 / 3, (0, 1, 1), 0.5),
        (2 / 3, (1, 0, 0), 0.5),
        (1.0, (0, 1, 1, 1), 1.0),
        (0.0, (1, 0, 0, 0), 0.0),
    ],
)
def test_par_is_a_half_for_any_number_of_seats(
    share: float, who: tuple[int, ...], rate: float
) -> None:
    assert against_par(share, who) == pytest.approx(rate)


def test_a_player_against_itself_is_even_on_every_deal() -> None:
    """With the same dice on a seat, A against B and B against A are then one game told twice."""
    twins = Setting(game="morels", seats=2, players=["greedy", "greedy"], deals=5)
    for deal in range(5):
        played = play(Meeting(twins, 0, 1, deal))
        assert played.rate == 0.5 and played.won == played.met / 2 and played.margin == 0


def test_every_pair_meets_on_every_deal() -> None:
    three = Setting(game="morels", seats=2, players=["greedy", "random", "flat100"], deals=4)
    found = [(one.one, one.other, one.deal) for one in meetings(three)]
    assert len(found) == 12 and found[:3] == [(0, 1, 0), (0, 2, 0), (1, 2, 0)]


def test_the_report_says_who_is_stronger() -> None:
    report = summed(PAIR, list(results(PAIR, jobs=1)), (0, 40))
    assert [one.name for one in report.standings] == ["greedy", "random"]
    (pair,) = report.pairings
    assert pair.rate.value > 0.9 and pair.rate.low > 0.7 and pair.margin.low > 0
    assert pair.test and pair.test.says == "stronger"
    assert report.games == 16 and sum(seat.value for seat in report.seats) == pytest.approx(1)
    assert report.components == shelf.find("morels").components


def test_two_processes_find_what_one_finds() -> None:
    def told(jobs: int) -> list[tuple[int, float, float]]:
        return [(one.deal, one.rate, one.margin) for one in results(PAIR, jobs)]

    assert told(1) == told(2)


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        (["--players", "greedy"], "at least two"),
        (["--players", "greedy,greedy"], "only once"),
        (["--players", "greedy,nobody"], "no computer player 'nobody'"),
        (["--players", "greedy,random", "--sprt", "40,0"], "lower"),
        (["--players", "greedy,random", "--sprt", "x"], "two numbers"),
        (["--players", "greedy,random", "--seats", "7"], "not 7"),
        (["--players", "greedy,random", "--html", "no/where.html"], "no such folder"),
        (["--players", "greedy,random", "--json", "a", "--keep", "a"], "need different files"),
        (["--players", "greedy,random", "--keep", "/dev/null"], "not a file"),
    ],
)
def test_a_mistake_is_one_line(
    spinney: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = spinney("arena", "morels", *setting)
    assert (code, out) == (2, "") and err.count("\n") == 1 and says in err


def test_the_command_writes_its_reports(spinney: Run, tmp_path: Path) -> None:
    page, data = tmp_path / "a.html", tmp_path / "a.json"
    asked = ["--players", "greedy,random", "--games", "12", "--jobs", "1", "--sprt", "0,40"]
    code, out, _ = spinney("arena", "morels", *asked, "--html", str(page), "--json", str(data))
    assert code == 0 and "greedy against random" in out
    assert "greedy against random, by the test: stronger (+" in out
    told = json.loads(data.read_text())
    assert told["standings"][0]["name"] == "greedy" and told["setting"]["game"] == "morels"
    html = page.read_text()
    assert html.count("<svg") == 3 and "spinney arena morels --seats 2" in html
    assert "://" not in html  # nothing is fetched


def test_a_setting_is_checked_before_anything_is_played() -> None:
    with pytest.raises(ValueError, match="no option"):
        check(Setting("morels", 2, ["greedy", "random"], 1, options={"weather": "rain"}))


# --------------------------------------------------------------------------------- breaking off
KEPT = ["arena", "morels", "--players", "greedy,random", "--seed", "3", "--jobs", "1"]


def told(report: str) -> str:
    """A report without the times of moves, which no two runs share."""
    return report[report.index("pair") :]


def test_an_arena_goes_on_where_it_was_broken_off(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    _, whole, _ = spinney(*KEPT, "--games", "16")
    assert spinney(*KEPT, "--games", "6", "--keep", str(file))[0] == 0
    before = file.read_bytes()
    file.write_bytes(before + b'{"one":0,"other":1,"dea')  # the power went out
    code, out, err = spinney(*KEPT, "--games", "16", "--keep", str(file))
    assert (code, told(out)) == (0, told(whole)) and err == f"3 deals are in {file} already\n"
    after = file.read_bytes()
    assert after.startswith(before) and after.count(b"\n") == 1 + 8
    _, again, _ = spinney(*KEPT, "--games", "16", "--keep", str(file))
    assert file.read_bytes() == after and again == out  # nothing was played: even the times are old


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (["--seed", "4"], "seed 3, not 4"),
        (["--players", "greedy,flat100"], "players ['greedy', 'random'], not"),
    ],
)
def test_the_deals_of_another_arena_do_not_count(
    spinney: Run, tmp_path: Path, other: list[str], says: str
) -> None:
    file = tmp_path / "deals.jsonl"
    spinney(*KEPT, "--games", "2", "--keep", str(file))
    before = file.read_bytes()
    code, out, err = spinney(*KEPT, *other, "--games", "4", "--keep", str(file))
    assert (code, out) == (2, "") and err.count("\n") == 1 and says in err
    assert file.read_bytes() == before


def test_a_file_that_has_not_even_a_heading_is_begun_anew(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    asked = [*KEPT, "--games", "4", "--keep", str(file)]
    assert spinney(*asked)[0] == 0
    whole = file.read_bytes()
    file.write_bytes(whole[:30])
    assert spinney(*asked)[0] == 0 and file.read_bytes().count(b"\n") == whole.count(b"\n") == 3


def test_deals_of_other_code_do_not_count(
    spinney: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "deals.jsonl"
    spinney(*KEPT, "--games", "2", "--keep", str(file))
    monkeypatch.setattr("spinney.lab.arena_log.made_of", lambda setting: "another")
    code, _, err = spinney(*KEPT, "--games", "2", "--keep", str(file))
    assert code == 2 and "not another" in err


@pytest.mark.parametrize("content", [b"a poem", b"a poem\n", b"{}\n", b"\xff\xfe\n"])
def test_what_is_no_diary_is_left_alone(spinney: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "poem.txt"
    file.write_bytes(content)
    code, out, err = spinney(*KEPT, "--games", "2", "--keep", str(file))
    assert (code, out) == (2, "") and "was not written by an arena" in err
    assert file.read_bytes() == content


def interrupted(*command: str, until: Callable[[], bool]) -> tuple[int, str, str]:
    """A real process, really interrupted; one that does not mind is killed."""
    with subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal, SIGINT, SIG_DFL),  # whoever runs the tests may ignore it
    ) as run:
        try:
            wait_for(until)
            for _ in range(3):  # while a worker is started nothing is heard
                run.send_signal(SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    out, err = run.communicate(timeout=20)
                    return run.returncode, out, err
            raise AssertionError("it went on")
        finally:
            run.kill()


def wait_for(happening: Callable[[], bool]) -> None:
    until = monotonic() + 60
    while not happening():
        assert monotonic() < until
        sleep(0.05)


def test_who_interrupts_an_arena_hears_what_was_played(tmp_path: Path) -> None:
    """Of three players, each pair as often as the other; and no file is written that says less."""
    deals, page = tmp_path / "deals.jsonl", tmp_path / "page.html"
    three = ["--players", "greedy,random,flat100", "--games", "100000", "--html", str(page)]
    code, out, err = interrupted(
        *["-m", "spinney.cli", *KEPT, *three, "--keep", str(deals)],
        until=lambda: deals.exists() and deals.read_bytes().count(b"\n") > 4,
    )
    rows = re.findall(r"(\w+ against \w+) +(\d+) ", out)
    assert [pair for pair, _ in rows] == [
        "greedy against random",
        "greedy against flat100",
        "random against flat100",
    ]
    assert len({number for _, number in rows}) == 1 and int(rows[0][1]) > 0
    assert code == 130 and err.strip() == "" and not page.exists()


def test_an_interrupted_arena_waits_for_nobody(tmp_path: Path) -> None:
    """Level 6 by its rounds thinks for minutes about these deals."""
    sign = tmp_path / "playing"
    slow = ["underwood", "--seats", "4", "--players", "level6:rounds,level5:rounds", "--jobs", "2"]
    said = interrupted("-c", WAITING, str(sign), "arena", *slow, until=sign.exists)
    assert (said[0], said[1], said[2].strip()) == (130, "", "")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are not listed here")
def test_workers_do_not_outlive_a_killed_arena(tmp_path: Path) -> None:
    sign = tmp_path / "playing"
    slow = ["underwood", "--seats", "4", "--players", "level6:rounds,level5:rounds", "--jobs", "2"]
    with subprocess.Popen([sys.executable, "-c", WAITING, str(sign), "arena", *slow]) as run:
        try:
            wait_for(sign.exists)
        finally:
            run.kill()
    workers = [Path("/proc") / number for number in sign.read_text().split()]
    assert len(workers) == 2
    wait_for(lambda: not any(map(alive, workers)))


def alive(process: Path) -> bool:
    """Whether it still works; one that ended may stay listed until somebody takes note of it."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# The command, saying by a file when its workers are there, and which they are.
WAITING = """
import sys, threading, time
from multiprocessing import active_children
from pathlib import Path
from spinney.cli import main
def tell():
    while len(active_children()) < 2:
        time.sleep(0.05)
    time.sleep(2)
    sign = Path(sys.argv[1])
    sign.with_suffix(".part").write_text(" ".join(str(one.pid) for one in active_children()))
    sign.with_suffix(".part").rename(sign)
if __name__ == "__main__":
    threading.Thread(target=tell, daemon=True).start()
    sys.exit(main(sys.argv[2:]))
"""


def test_a_log_is_told_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("spinney.cli.simulate.MINUTE", 0.0)
    with bar(2, "deals") as tick:
        tick()
        tick()
    assert capsys.readouterr().err == "1 of 2 deals\n2 of 2 deals\n"
