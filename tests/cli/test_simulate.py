from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from spinney.core import shelf
from spinney.lab import simulate
from spinney.lab.simulate import Plan, SimulationSummary, results

from .conftest import Run

SOME = ("simulate", "morels", "--games", 12, "--seed", 5, "--players", "greedy,random")


def test_the_summary(spinney: Run) -> None:
    code, out, err = spinney(*SOME, "--jobs", 1)
    assert (code, err) == (0, "")
    assert out.startswith("Morels, 12 games, seeds 5 to 16\n")
    assert re.search(r"^ *greedy +0 +[\d.]+ +[\d.]+ +[\d.]+% +[\d.]+% to [\d.]+%", out, re.M)
    assert "decisions a game" in out and "decisions/s on one process in " in out
    assert "The time includes" in out and "compiled) and the start" in " ".join(out.split())


def test_one_name_stands_for_every_seat(spinney: Run) -> None:
    out = spinney("simulate", "morels", "--games", 1, "--players", "random").out
    assert out.startswith("Morels, 1 game, seed 0\n")
    assert out.count("random") == 2


def test_rotated_players_are_told_apart(spinney: Run) -> None:
    args = ("simulate", "morels", "--games", 4, "--players", "random", "--rotate", "--jobs", 1)
    assert re.search(r"random 1 +all .*\n *random 2 +all", spinney(*args).out)


def test_the_same_file_whatever_the_number_of_jobs(process: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    assert process(*SOME, "--jobs", 1, "--jsonl", one).code == 0
    assert process(*SOME, "--jobs", 2, "--jsonl", two).code == 0
    assert one.read_bytes() == two.read_bytes() != b""
    assert sorted(tmp_path.glob("*")) == [one, two]


def test_all_cores_go_on_with_what_one_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(game="morels", seats=2, players=["greedy", "random"], games=9, seed=3)
    alone = list(results(plan, 1))
    monkeypatch.setattr(simulate, "cores", lambda: 2)
    crew: set[int] = set()
    assert list(results(plan, None, crew)) == alone and not crew, "it is not worth a process"
    monkeypatch.setattr(simulate, "ALONE", 0.0)
    assert list(results(plan, None, crew)) == alone and len(crew) in (1, 2)


def test_lines_on_standard_output(spinney: Run) -> None:
    code, out, err = spinney(*SOME, "--jobs", 1, "--jsonl", "-", "--option", "starter=seat1")
    assert code == 0
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["seed"] for line in lines] == list(range(5, 17))
    assert all(line["options"] == {"starter": "seat1"} for line in lines)
    assert all(line["moves"][0]["seat"] == 1 for line in lines)
    assert err.startswith("Morels, 12 games")


def test_another_box(spinney: Run, tmp_path: Path) -> None:
    from spinney.games import morels as folder

    text = Path(folder.__file__).with_name("components.toml").read_text("utf-8")
    box = tmp_path / "box.toml"
    box.write_text(text.replace("mvp = 6", "mvp = 7"))
    out = spinney(*SOME, "--jsonl", "-", "--components", box).out
    hashes = {json.loads(line)["components"] for line in out.splitlines()}
    assert len(hashes) == 1 and hashes != {shelf.find("morels").components}


def test_an_old_file_stays_until_the_new_one_is_complete(
    spinney: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("old\n")

    def stopped(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SimulationSummary, "add", stopped)
    assert spinney(*SOME, "--jobs", 1, "--jsonl", file).code == 130
    assert file.read_text() == "old\n"
    assert list(tmp_path.glob("games*")) == [file]
