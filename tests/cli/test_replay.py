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


# ---------------------------------------------------------------------------- games of 'simulate'
@pytest.fixture
def games(spinney: Run, tmp_path: Path) -> Path:
    """Three games of computer players, one a line."""
    file = tmp_path / "games.jsonl"
    players = ("--players", "greedy,random", "--jobs", 1)
    assert (
        spinney("simulate", "morels", "--games", 3, "--seed", 7, *players, "--jsonl", file)[0] == 0
    )
    return file


def test_a_game_of_several(spinney: Run, games: Path, tmp_path: Path) -> None:
    told = [json.loads(line) for line in games.read_text().splitlines()]
    for number, game in enumerate(told, 1):
        code, out, err = spinney("replay", games, "--game", number)
        length = len(game["moves"])
        assert (code, err) == (0, "")
        assert out.startswith(f"Morels, seed {6 + number}, position {length} of {length}\n")
        for name, score in zip(game["players"], game["scores"], strict=True):
            assert re.search(rf"^{name} +{score}$", out, re.M)
    every = spinney("replay", games, "--game", 2, "--jsonl").out.splitlines()
    positions = [json.loads(line) for line in every]
    assert [{"seat": p["seat"], "move": p["move"]} for p in positions[1:]] == told[1]["moves"]
    assert positions[-1]["scores"] == told[1]["scores"] and not positions[-1]["awaited"]
    assert spinney("replay", "--game", 2, "--jsonl", games).out.splitlines() == every
    assert spinney("replay", games, "--game", 2, "--at", 4, "--jsonl").out.splitlines() == [
        every[4]
    ]
    mine = spinney("replay", games, "--game", 2, "--at", 0, "--seat", 0).out
    assert "position 0 of" in mine
    assert mine != spinney("replay", games, "--game", 2, "--at", 0).out
    picture = tmp_path / "board.svg"
    assert spinney("replay", games, "--game", 2, "--at", 4, "--svg", picture).code == 0
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")


def test_one_game_needs_no_number(spinney: Run, games: Path) -> None:
    second = spinney("replay", games, "--game", 2).out
    games.write_text(games.read_text().splitlines()[1] + "\n\n")
    assert spinney("replay", games) == spinney("replay", games, "--game", 1) == (0, second, "")


def test_players_of_one_kind_are_told_apart(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    spinney("simulate", "morels", "--games", 1, "--players", "greedy", "--jsonl", file)
    out = spinney("replay", file, "--at", 2).out
    assert "1  greedy 1 " in out and "2  greedy 2 " in out


def test_games_with_other_components(spinney: Run, tmp_path: Path) -> None:
    from spinney.games.morels.components import COMPONENTS

    box, file = tmp_path / "box.toml", tmp_path / "games.jsonl"
    text = COMPONENTS.read_text("utf-8")
    box.write_text(text.replace("mvp = 6", "mvp = 7", 1), "utf-8")
    assert box.read_text("utf-8") != text
    few = ("--games", 2, "--components", box)
    assert spinney("simulate", "morels", *few, "--jsonl", file).code == 0
    code, out, err = spinney("replay", file, "--game", 1)
    assert (code, out) == (1, "") and "other components" in err and err.count("\n") == 1
    assert spinney("replay", file, "--game", 1, "--components", box).code == 0
    box.write_text("nonsense")
    code, out, err = spinney("replay", file, "--game", 1, "--components", box)
    assert (code, out) == (2, "") and err.startswith(f"spinney: {box}: ") and err.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ([], "games.jsonl: this file has 3 games: choose one with --game 1 to 3"),
        (["--game", "4"], "--game 4: this file has the games 1 to 3"),
        (["--game", "0"], "--game: '0' is no number from 1 on"),
        (["--game", "2", "--at", "999"], "--at 999: this record has the positions 0 to "),
        (["--game", "2", "--seat", "2"], "--seat 2: the seats are 0 to 1"),
        (["--game", "2", "--jsonl", "games.jsonl"], "is the file that is read"),
        (["--game", "2", "--svg", "games.jsonl"], "is the file that is read"),
    ],
)
def test_mistakes_with_games(
    spinney: Run, games: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], says: str
) -> None:
    monkeypatch.chdir(games.parent)
    before = games.read_bytes()
    code, out, err = spinney("replay", games.name, *args)
    assert (code, out) == (2, "")
    assert err.startswith("spinney: ") and err.count("\n") == 1 and says in err
    assert games.read_bytes() == before


def test_a_record_has_no_number(spinney: Run, file: Path) -> None:
    code, out, err = spinney("replay", file, "--game", 1)
    assert (code, out) == (2, "") and err.endswith("has no games of 'simulate --jsonl'\n")


def test_standard_input_is_not_read(spinney: Run) -> None:
    assert spinney("replay", "-") == (
        2,
        "",
        "spinney: '-': a game is read from a file, not from standard input\n",
    )


def test_lines_that_cannot_be_trusted(process: Run, spinney: Run, games: Path) -> None:
    line = games.read_text().splitlines()[0]
    told = json.loads(line)
    first = told["moves"][0]
    faults: dict[str, str] = {
        line[: len(line) // 2]: "this line was cut or damaged",
        "{": "this line was cut or damaged",
        "{}": "this is no game of 'spinney simulate --jsonl'",
        spinney("replay", games, "--game", 1, "--at", 0, "--jsonl").out: "this is no game of",
        line.replace('"options":{', '"options":{"x":' + "[" * 5000): "this line was cut or damaged",
    }
    changes: list[tuple[dict[str, object], str]] = [
        ({"game": "chess"}, "no game 'chess'"),
        ({"version": 99}, "played by version 99 of morels"),
        ({"components": "0" * 16}, "played with other components"),
        ({"options": {"starter": "nobody"}}, "starter: invalid enum value"),
        ({"seats": 3}, "there are 3 seats, and 2 players"),
        ({"seats": 3, "players": ["random"] * 3}, "morels is for 2 players, not 3"),
        ({"seed": 1 << 62}, "a seed is a number"),
        ({"seed": told["seed"] + 1}, ""),
        ({"moves": [first | {"seat": 10**30}]}, "this is no game of|no seat"),
        ({"moves": [first | {"move": "fly"}]}, "move 1, 'fly' by seat"),
        ({"moves": told["moves"][:-1]}, "the result is not what these moves lead to"),
        ({"moves": [*told["moves"], first]}, f"move {len(told['moves']) + 1}, "),
        ({"scores": [99, 0]}, "the result is not what these moves lead to"),
        ({"lines": [[], []]}, "the result is not what these moves lead to"),
    ]
    faults |= {json.dumps(told | change): says for change, says in changes}
    for fault, says in faults.items():
        games.write_text(fault + "\n")
        code, out, err = spinney("replay", games)
        assert (code, out) == (1, ""), says
        assert err.startswith(f"spinney: {games}: game 1: ") and err.count("\n") == 1
        assert re.search(says, err), err
    assert process("replay", games).code == 1
