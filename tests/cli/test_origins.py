"""What the terminal says of the box and of reconstructions."""

from __future__ import annotations

from tests.cli.conftest import Run

START = ("play", "underwood", "--seed", 7, "--seats", 2)


def test_reconstructions_are_told(spinney: Run) -> None:
    _, out, _ = spinney(*START, typed="table\nquit\n")
    assert "Our reconstruction: the shapes of all tiles, and the ready boards." in out
    assert "Our reconstruction: no picture shows the shapes" in out.replace("\n", " ")
    _, out, _ = spinney("games")
    words = " ".join(out.split())
    assert "Our reconstruction: the shapes of all tiles" in words
    assert "Underwood was designed by Andrea Mainini and Remo Conzadori" in words
