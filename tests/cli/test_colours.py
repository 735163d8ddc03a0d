"""A colour of one's own in the terminal."""

from __future__ import annotations

from pathlib import Path

from spinney.core import record
from tests.cli.conftest import Run

START = ("play", "underwood", "--seed", 7, "--seats", 2)


def test_a_colour_of_ones_own(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.record"
    _, out, _ = spinney(*START, "--colour", "Red", "--record", file, typed="1\nquit\n")
    assert "You (red, a)" in out and "Juniper (blue, b)" in out
    assert "A mushroom of red" in out and "of green" not in out
    assert record.read(file.read_text("utf-8")).match.game.colours == (2, 1, 0, 3)
    _, out, _ = spinney("play", "--resume", file, typed="quit\n")
    assert "You (red, a)" in out
    _, out, _ = spinney("replay", file)
    assert "You (red, a)" in out


def test_colours_nobody_can_have(spinney: Run) -> None:
    code, _, err = spinney(*START, "--colour", "pink")
    assert code and "there is no colour 'pink'" in err
    code, _, err = spinney(*START, "--seat", -1, "--colour", "red")
    assert code and "--colour is for whoever plays" in err
    code, _, err = spinney("play", "--resume", "--colour", "red")
    assert code and "--colour is for new games" in err
