from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from spinney.core.record import read

from .conftest import Run


@pytest.fixture
def file(spinney: Run, tmp_path: Path) -> Path:
    """Three moves of ours, one of them taken back, and the replies."""
    file = tmp_path / "game.record"
    spinney("play", "morels", "--seed", 7, "--record", file, typed="1\nundo\n2\n1\nquit\n")
    return file


def test_the_last_position_as_text(spinney: Run, file: Path) -> None:
    code, out, err = spinney("replay", file)
    assert (code, err) == (0, "")
    assert out.startswith("Morels, seed 7, position 7 of 7\n")
    assert re.search(r"^1  You took Hen of the Woods", out, re.M)
    assert re.search(r"^3  You took a move back", out, re.M)
    assert "\nDecay " in out and "Awaited: You" in out


def test_a_finished_game_ends_with_its_score(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "whole.record"
    spinney("play", "morels", "--seed", 7, "--record", file, typed="1\n" * 500)
    _, out, _ = spinney("replay", file)
    scores = read(file.read_text()).match.outcome().scores
    assert re.search(rf"^You +{scores[0]}$", out, re.M)
    assert re.search(rf"^Juniper +{scores[1]}$", out, re.M)
    assert re.search(r"wins?\.$|^A tie", out, re.M)


def test_an_earlier_position_from_a_seat(spinney: Run, file: Path) -> None:
    onlooker = spinney("replay", file, "--at", 0).out
    mine = spinney("replay", file, "--at", 0, "--seat", 0).out
    theirs = spinney("replay", file, "--at", 0, "--seat", 1).out
    assert "position 0 of 7" in onlooker
    assert "the night Tree Ear" in mine
    assert "the night Tree Ear" not in onlooker + theirs


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_position_as_picture(spinney: Run, file: Path, tmp_path: Path, theme: str) -> None:
    picture = tmp_path / "board.svg"
    args = ("replay", file, "--at", 2, "--seat", 0, "--theme", theme)
    code, out, _ = spinney(*args, "--svg", picture)
    assert (code, out) == (0, f"Position 2 of 7 drawn to {picture}\n")
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")
    assert spinney(*args, "--svg", "-").out == picture.read_text("utf-8")


def test_every_position_as_json(spinney: Run, file: Path) -> None:
    code, out, err = spinney("replay", file, "--jsonl")
    assert (code, err) == (0, "")
    positions = [json.loads(line) for line in out.splitlines()]
    assert [p["position"] for p in positions] == list(range(8))
    assert set(positions[0]["sights"]) == {"-1", "0", "1"}
    assert positions[0]["sights"]["0"]["foragers"][0]["dealt"]
    assert not positions[0]["sights"]["1"]["foragers"][0]["dealt"]
    assert (positions[0]["seat"], positions[0]["move"]) == (None, None)
    assert positions[3]["move"] == "back alone"
    assert positions[3]["state"] == positions[0]["state"]
    assert positions[3]["hash"] == positions[0]["hash"] != positions[1]["hash"]
    for before, after in pairwise(positions):
        if not after["move"].startswith("back"):
            assert after["seat"] in before["awaited"]
            assert after["move"] in before["legal"][str(after["seat"])]
    assert positions[0]["scores"] == [0, 0]
    assert positions[0]["state"]["dice"] != 0


def test_one_position_as_json(spinney: Run, file: Path) -> None:
    every = spinney("replay", file, "--jsonl").out.splitlines()
    assert spinney("replay", file, "--jsonl", "--at", 4).out.splitlines() == [every[4]]


def test_json_goes_to_a_file_or_not(spinney: Run, file: Path, tmp_path: Path) -> None:
    lines = tmp_path / "positions.jsonl"
    every = spinney("replay", file, "--jsonl").out
    assert spinney("replay", file, "--jsonl", "-").out == every
    assert spinney("replay", "--jsonl", file).out == every, "a record alone is no target"
    for args in ((file, "--jsonl", lines), ("--jsonl", lines, file)):
        assert spinney("replay", *args) == (0, "", "")
        assert lines.read_text() == every
    assert sorted(tmp_path.glob("*")) == [file, lines]


def test_a_record_is_asked_for(spinney: Run) -> None:
    for args in ((), ("--jsonl",)):
        code, out, err = spinney("replay", *args)
        assert (code, out) == (2, "") and "which RECORD?" in err


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--at", "8"], "--at 8: this record has the positions 0 to 7"),
        (["--at", "-1"], "--at -1: this record"),
        (["--seat", "2"], "--seat 2: the seats are 0 to 1"),
        (["--svg", "no/where.svg"], "no such folder"),
        (["--jsonl", "no/where.jsonl"], "no such folder"),
        (["--svg", "game.record"], "game.record is a record of a game; it would be lost"),
        (["--jsonl", "game.record"], "game.record is a record of a game; it would be lost"),
        (["--svg", "x.svg", "--jsonl"], "not allowed with"),
        (["--components", "none.toml"], "none.toml: No such file"),
    ],
)
def test_mistakes(
    spinney: Run, file: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], says: str
) -> None:
    monkeypatch.chdir(file.parent)
    code, out, err = spinney("replay", file, *args)
    assert (code, out) == (2, "")
    assert err.startswith("spinney: ") and err.count("\n") == 1 and says in err


def test_a_record_that_cannot_be_trusted(process: Run, file: Path, tmp_path: Path) -> None:
    text = file.read_text()
    bad = tmp_path / "bad.record"
    faults = {
        text.replace("take place=1", "take place=2"): "was edited or damaged",
        text[: len(text) // 2]: "was cut",
        "": "this is no Spinney record",
        "hello\n": "this is no Spinney record",
        text.replace("record 1", "record 9"): "another version of the format",
    }
    for fault, says in faults.items():
        bad.write_text(fault)
        code, out, err = process("replay", bad)
        assert (code, out) == (1, "")
        assert err.startswith(f"spinney: {bad}: ") and err.count("\n") == 1 and says in err


def test_a_file_of_bytes_is_no_record(spinney: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.record"
    bad.write_bytes(b"\xff\xfe\x00")
    assert spinney("replay", bad)[::2] == (1, f"spinney: {bad}: this is no Spinney record\n")
