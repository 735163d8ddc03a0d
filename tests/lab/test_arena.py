"""The arena: everybody on every seat of the same deals, and a report that says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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
    told = json.loads(data.read_text())
    assert told["standings"][0]["name"] == "greedy" and told["setting"]["game"] == "morels"
    html = page.read_text()
    assert html.count("<svg") == 3 and "spinney arena morels --seats 2" in html
    assert "://" not in html  # nothing is fetched


def test_a_setting_is_checked_before_anything_is_played() -> None:
    with pytest.raises(ValueError, match="no option"):
        check(Setting("morels", 2, ["greedy", "random"], 1, options={"weather": "rain"}))
