"""How the table fits the window, at every size."""

from __future__ import annotations

import re

import pytest

from spinney.cli.parse_move import offers
from spinney.cli.render import Screen, broken
from spinney.core import shelf
from spinney.core.game import Game
from spinney.core.match import MatchLog

from .conftest import Run


@pytest.mark.parametrize("columns", ["60", "80", "120", "200"])
def test_no_line_is_wider_than_the_terminal(
    spinney: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    _, out, _ = spinney("play", "morels", "--seed", 2, typed="1\nrules R3.1\nhelp\n" * 40)
    shown = out.split("Continue with")[0].split("See it again")[0]
    assert max(map(len, shown.splitlines())) <= int(columns)


@pytest.mark.parametrize("columns", [40, 60, 80, 111, 120, 160])
def test_no_word_of_a_move_is_cut_off(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    game = shelf.find("morels")
    match = MatchLog(game, game.choose({}), 2, 3)
    screen = Screen(game, ["You", "Juniper"])
    while not match.over:
        seat = match.seats_to_act[0]
        offered = offers(game, match.view(seat), match.legal(seat))
        screen.position(match.view(seat), offered)
        shown = capsys.readouterr().out.split()
        for offer in offered:
            for word in f"{offer.number} {offer.sentence} {offer.gain}".split():
                assert shown.count(word) >= 1, (word, offer)
        match.act(seat, offered[len(match.moves) * 7 % len(offered)].move)


def test_enumerations_are_broken_between_their_parts() -> None:
    line = "Hand    1 Honey Fungus, 2 Hen of the Woods, the night Chanterelle"
    assert broken(line, 30, " " * 8) == [
        "Hand    1 Honey Fungus,",
        "        2 Hen of the Woods,",
        "        the night Chanterelle",
    ]
    assert broken("one two three", 8, "  ") == ["one two", "  three"]


def playthrough(seed: int) -> list[MatchLog]:
    """The same game over and over, each a few moves further on."""
    game = shelf.find("morels")
    matches = []
    for length in range(0, 40, 6):
        match = MatchLog(game, game.choose({}), 2, seed)
        while not match.over and len(match.moves) < length:
            legal = match.legal(match.seats_to_act[0])
            match.act(match.seats_to_act[0], legal[len(match.moves) * 5 % len(legal)])
        matches.append(match)
    return matches


@pytest.mark.parametrize("columns", [80, 100, 110, 120, 140, 155, 160, 200, 300])
def test_no_line_of_the_table_is_torn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    """Only an enumeration longer than the window is broken, and between its parts."""
    monkeypatch.setenv("COLUMNS", str(columns))
    for match in playthrough(2):
        seat = match.seats_to_act[0]
        view = match.view(seat)
        screen = Screen(match.game, ["You", "Juniper"])
        screen.position(view, offers(match.game, view, match.legal(seat)))
        shown = capsys.readouterr().out
        for line in match.game.words.text(view, screen.names).splitlines():
            if len(line) <= columns:
                assert line in shown
            else:
                assert all(part in shown for part in re.split(r"(?<=[,;]) ", line))


def game_with(text: str) -> Game:
    from dataclasses import replace

    game = shelf.find("morels")
    return replace(game, words=replace(game.words, text=lambda view, names: text))


@pytest.mark.parametrize(("width", "beside"), [(20, True), (60, True), (61, False), (119, False)])
def test_moves_stand_beside_a_table_that_leaves_them_room(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int, beside: bool
) -> None:
    monkeypatch.setenv("COLUMNS", "122")
    game = game_with("x" * width)
    match = MatchLog(game, game.choose({}), 2, 7)
    offered = offers(game, match.view(0), match.legal(0))
    screen = Screen(game, ["You", "Juniper"])
    monkeypatch.setattr(screen, "breadth", lambda _: 58)
    screen.position(match.view(0), offered)
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("x" * width)
    assert ("Take" in first) == beside


def test_the_moves_know_how_broad_they_are() -> None:
    game = shelf.find("morels")
    match = MatchLog(game, game.choose({}), 2, 7)
    offered = offers(game, match.view(0), match.legal(0))
    longest = "take  1  Take Hen of the Woods (place 1)  to cook in later"
    assert Screen(game, ["You", "Juniper"]).breadth(offered) == len(longest)


@pytest.mark.parametrize("columns", ["80", "300"])
def test_the_last_rows_tell_what_happened_and_what_is_asked(
    spinney: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    _, out, _ = spinney("play", "morels", "--seed", 7, typed="1\n")
    rows = out.split("\n> \n")[0].splitlines()[-4:]
    assert rows[0].startswith("You 0 · Juniper 0 ──")
    assert rows[1].startswith("You took") and rows[2].startswith("Juniper ")
    assert rows[3].startswith("Your turn")


def test_news_that_come_again_and_again_are_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(shelf.find("evergreen"), ["You", "Juniper"])
    screen.news(["You took Lake", "Juniper is at work", "Juniper is at work", "You took Lake"])
    assert capsys.readouterr().out.splitlines() == [
        "You took Lake",
        "Juniper is at work (2 times)",
        "You took Lake",
    ]
