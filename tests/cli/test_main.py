"""Help, errors, exit codes: what holds for every command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import spinney as package
from spinney.cli import COMMANDS
from spinney.cli.arguments import worded
from spinney.cli.console import called
from spinney.cli.doctor import remedies
from spinney.core import build, shelf

from .conftest import Run, command


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_with_examples(spinney: Run, name: str) -> None:
    code, out, err = spinney(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: spinney {name}")
    assert f"{COMMANDS[name][1:]}.\n" in out.replace("\n  ", " ")
    assert "examples:\n  spinney" in out or name == "doctor"
    assert "GAME --" not in out, "an example names a real game"


def test_without_a_command_the_help_lists_them(spinney: Run) -> None:
    code, out, _ = spinney()
    assert code == 0
    assert all(f"    {name}" in out for name in COMMANDS)


def test_version(process: Run) -> None:
    assert process("--version") == (0, f"spinney {package.__version__}\n", "")


BAD_BOX = "[cards.honey_fungus]\nname = 'Honey Fungus'\ntype = 'mushroom'\nday = 'ten'\n"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["simulate"], "arguments are required: GAME"),
        (["play", "chess"], "no game 'chess' on the shelf (there are: "),
        (["simulate", "chess"], "no game 'chess' on the shelf"),
        (["bench", "chess"], "no game 'chess' on the shelf"),
        (["play", "morels", "--opponent", "deep"], "no computer player 'deep' (there are: random"),
        (["simulate", "morels", "--players", "deep"], "no computer player 'deep'"),
        (["simulate", "morels", "--players", "random,random,random"], "morels is for 2 players"),
        (["simulate", "morels", "--seats", "3"], "morels is for 2 players, not 3"),
        (["simulate", "morels", "--games", "0"], "'0' is no number from 1 on"),
        (["simulate", "morels", "--option", "moon=blue"], "morels has no option 'moon'"),
        (["simulate", "morels", "--option", "starter=me"], "(possible: seat0, seat1, drawn)"),
        (["play", "Morels", "--option", "starter=me"], "option starter cannot be 'me' (possible:"),
        (["simulate", "morels", "--option", "starter"], "not of the form NAME=VALUE"),
        (["play", "morels", "--seats", "4"], "morels is for 2 players, not 4"),
        (["play", "morels", "--seat", "2"], "--seat 2: the seats are 0 to 1"),
        (["play", "morels", "--seed", "-3"], "'-3' is no seed"),
        (["play", "morels", "--resume"], "there is no unfinished game to resume"),
        (["play", "--resume", "x", "--seed", "3"], "--seed is for new games"),
        (["play", "morels", "--components", "none.toml"], "none.toml: No such file"),
        (
            ["play", "morels", "--components", "bad.toml"],
            "bad.toml: cards.honey_fungus, day: expected a whole number, found a text",
        ),
        (
            ["simulate", "morels", "--components", "bad.toml"],
            "bad.toml: cards.honey_fungus, day: expected a whole number, found a text",
        ),
        (["simulate", "morels", "--components", "."], ".: Is a directory"),
        (["simulate", "morels", "--jsonl", "no/where.jsonl"], "no such folder"),
        (["play", "morels", "--record", "/dev/null"], "/dev/null: not a file"),
        (["replay", "none.record"], "none.record: No such file"),
    ],
)
def test_a_mistake_is_one_clear_line_and_exit_code_2(
    spinney: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text(BAD_BOX)
    code, out, err = spinney(*args)
    assert (code, out) == (2, "")
    assert err.startswith("spinney: ") and err.count("\n") == 1
    assert says in err


def test_a_mistake_shows_no_traceback_in_a_real_process(process: Run) -> None:
    code, out, err = process("simulate", "chess")
    assert (code, out) == (2, "")
    there = ", ".join(shelf.games())
    assert err == f"spinney: no game 'chess' on the shelf (there are: {there})\n"


@contextmanager
def foreground(*args: str | int | Path) -> Iterator[subprocess.Popen[str]]:
    """A command as a person starts it, who may press Ctrl-C. Tests that themselves run in the
    background (`make test &`) would hand on a deaf ear.
    """
    with subprocess.Popen(
        command(*args),
        stdin=-1,
        stdout=-1,
        stderr=-1,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        try:
            yield running
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)


def interrupt(running: subprocess.Popen[str]) -> None:
    """Ctrl-C: everybody in the foreground gets it."""
    os.killpg(running.pid, signal.SIGINT)


@pytest.mark.skipif(sys.platform == "win32", reason="no process groups")
def test_ctrl_c_ends_a_simulation_quietly_and_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    args = ("simulate", "morels", "--games", 10**6, "--jobs", 2, "--jsonl", file)
    with foreground(*args) as running:
        while not any(part.stat().st_size for part in tmp_path.glob("*.part")):
            assert running.poll() is None
            time.sleep(0.05)
        interrupt(running)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert out == "" and "Traceback" not in err
    assert not list(tmp_path.glob("games.jsonl*"))


@pytest.mark.skipif(sys.platform == "win32", reason="no process groups")
def test_ctrl_c_at_the_table_says_how_to_resume() -> None:
    with foreground("play", "morels", "--seed", 7) as running:
        assert running.stdin and running.stdout
        running.stdin.write("1\n")
        running.stdin.flush()
        for _ in range(2):
            while running.stdout.read(1) != ">":
                pass
        interrupt(running)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert "spinney.cli play --resume" in out and "Traceback" not in err


def test_a_closed_pipe_is_no_error() -> None:
    args = ("simulate", "morels", "--games", 300, "--jobs", 1, "--jsonl", "-")
    with subprocess.Popen(command(*args), stdout=-1, stderr=-1, text=True) as running:
        assert running.stdout and running.stderr
        running.stdout.readline()
        running.stdout.close()
        err = running.stderr.read()
    assert running.returncode == 141
    assert err == ""


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["games"],
        ["games", "--json"],
        ["doctor"],
        ["simulate", "morels", "--games", "1"],
        ["play", "morels", "--seat", "-1", "--seed", "7"],
    ],
)
def test_nobody_reads_on(args: list[str]) -> None:
    """The reader has left before the first word, whoever prints it."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(command(*args), stdin=-3, stdout=writer, stderr=-1, timeout=60)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("args", [["games"], ["play", "morels", "--seed", "7"]])
def test_a_character_that_cannot_be_written_is_no_end(process: Run, args: list[str]) -> None:
    code, out, err = process(*args, typed="rules R3.1\n1\nä\n", PYTHONIOENCODING="ascii")
    assert (code, err) == (0, "")
    assert out.isascii()


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell")
def test_without_standard_input_or_output() -> None:
    for closed in ("<&-", "<&- >&-"):
        said = ["sh", "-c", f'"$@" {closed}', "sh", *command("play", "morels", "--seed", "7")]
        done = subprocess.run(said, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


def test_the_command_is_shown_as_it_was_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / ".venv" / "bin" / "spinney"
    script.parent.mkdir(parents=True)
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    monkeypatch.setattr("sys.argv", [str(script)])
    assert called() == [str(Path(".venv/bin/spinney"))]
    monkeypatch.setattr("sys.argv", [".venv/bin/spinney"])
    assert called() == [str(Path(".venv/bin/spinney"))]
    monkeypatch.chdir(script.parent)
    monkeypatch.setattr("sys.argv", ["spinney"])
    assert called() == [os.path.join(".", "spinney")]
    monkeypatch.chdir(Path(package.__file__).parent)
    monkeypatch.setattr("sys.argv", [str(script)])
    assert called() == [str(script)]
    monkeypatch.setenv("PATH", str(script.parent))
    assert called() == ["spinney"]
    monkeypatch.setattr("sys.argv", ["somewhere/spinney/cli/__main__.py"])
    assert called()[1:] == ["-m", "spinney.cli"]
    assert os.path.basename(called()[0]).startswith("python")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            "cards.morel: Expected `int`, got `str` - at `$.day`",
            "cards.morel.day: expected a whole number, found text",
        ),
        ("cards.morel: Object missing required field `day`", "cards.morel: 'day' is missing"),
        (
            "cards.morel: Object contains unknown field `dya`",
            "cards.morel: there is no field 'dya'",
        ),
        ("Expected `int | null`, got `array`", "expected a whole number or nothing, found a list"),
        ("x: Expected `int` >= 1 - at `$.a[2].b`", "x.a[2].b: expected a whole number >= 1"),
        ("no game 'chess' on the shelf", "no game 'chess' on the shelf"),
    ],
)
def test_a_decoder_speaks_plainly(error: str, said: str) -> None:
    assert worded(error) == said


def test_play_says_where_games_are_kept(
    spinney: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"Every move is saved, in {tmp_path / 'data' / 'spinney'} " in (
        spinney("play", "--help").out
    )
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert f"in {Path('~/.local/share/spinney')} unless" in spinney("play", "--help").out


@pytest.mark.parametrize("name", ["morels", "Morels", "MORELS"])
def test_nobody_minds_the_capitals_of_a_game(
    spinney: Run, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert spinney("simulate", name, "--games", 1).code == 0
    assert spinney("play", name).code == 0
    measured = []
    monkeypatch.setattr("spinney.core.build.compiled", True)
    monkeypatch.setattr("spinney.lab.bench.peers", dict)
    monkeypatch.setattr("spinney.lab.bench.measure", lambda game, *_: measured.append(game.name))
    monkeypatch.setattr("spinney.lab.bench.misses", lambda *_: [])
    monkeypatch.setattr("spinney.cli.bench.report", lambda *_: None)
    assert spinney("bench", name).code == 0
    assert measured == ["morels"]


def test_colours_only_where_they_are_wanted(process: Run) -> None:
    assert "\x1b" not in process("games").out
    assert "\x1b[1;32m" in process("games", FORCE_COLOR="1").out
    assert "32m" not in process("games", FORCE_COLOR="1", NO_COLOR="1").out


def test_doctor(process: Run) -> None:
    code, out, err = process("doctor", SPINNEY_PURE="1")
    assert (code, err) == (0, "")
    for word in ("spinney", "Python", "platform", "msgspec", "librt", "rich", "C compiler"):
        assert f"\n{word} " in f"\n{out}"
    assert "no: SPINNEY_PURE=1" in out
    assert "Unset SPINNEY_PURE" in out


def test_doctor_knows_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "reason", "never compiled")
    monkeypatch.setattr(build, "compiled", False)
    assert "make build" in remedies(has_compiler=True, has_spiel=True)[0]
    advice = "\n".join(remedies(has_compiler=False, has_spiel=False))
    assert "C compiler" in advice and "OpenSpiel" in advice
