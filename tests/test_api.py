"""The public API: what `import spinney` offers, as docs/api.md describes it."""

from __future__ import annotations

import copy
import doctest
import json
import pickle
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import spinney
import spinney.api

ROOT = Path(__file__).parent.parent
GAMES = [game.name for game in spinney.games()]


def played(name: str, moves: int, seed: int = 3) -> spinney.Match:
    match = spinney.new(name, seed=seed)
    guess = spinney.player("random", seed)
    for _ in range(moves):
        if match.over:
            break
        seat = match.to_act()[0]
        match.play(guess.choose(match.view(seat)), seat)
    return match


def test_the_ten_lines_of_the_readme() -> None:
    match = spinney.new("morels", seats=2, seed=7)
    assert str(match.moves()[0]) == "take place=1"
    match.play("take place=1")
    assert match.to_act() == [1]
    assert match.view(0).seat == 0 and match.scores() == [0, 0]
    assert match.copy() == match
    text = match.record()
    assert spinney.load(text) == match
    match.undo()
    assert match.to_act() == [0] and match != spinney.load(text)
    assert spinney.player("level2").choose(match.view(0)) in match.moves()
    for game in spinney.games():
        assert game.title and list(game.seats) and isinstance(game.options, list)


def test_docstrings_and_the_page_are_true() -> None:
    names = {"spinney": spinney}
    assert doctest.testmod(spinney.api, extraglobs=names).failed == 0
    page = str(ROOT / "docs" / "api.md")
    found = doctest.testfile(page, module_relative=False, globs=names)
    assert found.failed == 0 and found.attempted > 10


def test_the_notebook_runs() -> None:
    file = ROOT / "docs" / "notebooks" / "first_steps.ipynb"
    names: dict[str, object] = {}
    shown = []
    for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        *_, last = source.splitlines()
        exec(source, names)
        if last.isidentifier() or last.startswith("match.view"):
            shown.append(eval(last, names)._repr_svg_())
    assert len(shown) == 2 and all(svg.startswith("<svg") for svg in shown)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_can_be_copied_pickled_and_loaded(name: str, tmp_path: Path) -> None:
    match = played(name, 12)
    for same in (match.copy(), copy.copy(match), copy.deepcopy(match)):
        assert same == match and same is not match
    assert pickle.loads(pickle.dumps(match)) == match
    file = tmp_path / "game.record"
    match.save(file)
    assert spinney.load(file) == match == spinney.load(str(file))
    other = match.copy()
    other.undo()
    assert other != match and len(match.log()) == len(other.log()) + 1
    other.redo()
    assert other.log() == match.log()
    with pytest.raises(TypeError):
        hash(match)


@pytest.mark.parametrize("name", GAMES)
def test_everything_says_what_it_is_in_one_line(name: str) -> None:
    match = played(name, 5)
    seat = match.to_act()[0]
    things = [match, match.game, match.view(seat), match.moves()[0], spinney.player("level3")]
    for thing in [*things, *match.game.options]:
        assert "\n" not in repr(thing) and len(repr(thing)) < 200
    assert match.svg().startswith("<svg") and match.view(-1)._repr_svg_().startswith("<svg")
    assert match.text() == match.view(seat).text()
    assert match.describe(match.moves()[0], seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_view_offers_the_legal_moves(name: str) -> None:
    match = played(name, 6)
    for seat in range(match.seats):
        assert match.view(seat).moves() == match.moves(seat)
    seat = match.to_act()[0]
    move = match.moves(seat)[0]
    assert move == copy.copy(move) == pickle.loads(pickle.dumps(move))
    assert len({move, match.moves(seat)[0]}) == 1
    by_text, by_number = match.copy(), match.copy()
    by_text.play(str(move), seat)
    by_number.play(int(move), seat)
    match.play(move, seat)
    assert match == by_text == by_number
    assert hash(match.view(0)) == hash(by_text.view(0)) and match.view(0) == by_text.view(0)


def test_mistakes_are_one_clear_line() -> None:
    match = spinney.new("morels", seats=2, seed=7)
    before = match.copy()
    for what, says in {
        "cook kind=shiitake day=3": "you hold 1 Shiitake, not 3 (R3.3)",
        "dance": "no such move: 'dance'",
        "take": "take needs place=",
        "take place=99": "take: no place '99'",
    }.items():
        with pytest.raises(spinney.IllegalMove) as caught:
            match.play(what)
        assert says in str(caught.value) and "\n" not in str(caught.value)
    with pytest.raises(spinney.IllegalMove):
        match.play("take place=1", seat=1)
    assert match == before
    with pytest.raises(ValueError, match="did you mean 'morels'"):
        spinney.new("morel")
    with pytest.raises(ValueError, match="morels is for 2 players, not 3"):
        spinney.new("morels", seats=3)
    with pytest.raises(ValueError, match="morels has no option 'sun'"):
        spinney.new("morels", sun="top")
    with pytest.raises(ValueError, match="there is no seat 5"):
        match.view(5)
    with pytest.raises(ValueError, match="no computer player 'nobody'"):
        spinney.player("nobody")
    with pytest.raises(ValueError, match="need not act"):
        spinney.player("random").choose(match.view(1))
    with pytest.raises(spinney.RecordError):
        spinney.load("Spinney record 1\nand nothing else\n")
    with pytest.raises(spinney.IllegalMove, match="no move to take back"):
        match.undo()


def test_a_finished_game_takes_no_more_moves() -> None:
    match = played("morels", 1000)
    assert match.over and match.to_act() == [] and match.moves() == []
    assert match.winners() and f"over {match.scores()}" in repr(match)
    with pytest.raises(spinney.IllegalMove, match="the game is over"):
        match.play("pan")


def test_several_seats_at_once_need_a_seat_where_it_is_not_clear() -> None:
    match = spinney.new("evergreen", seats=2, seed=1)
    guess = spinney.player("random")
    while len(match.to_act()) < 2:
        match.play(guess.choose(match.view(match.to_act()[0])))
    both = set(match.moves(0)) & set(match.moves(1))
    with pytest.raises(spinney.IllegalMove, match="say which, with seat="):
        match.play(min(both, key=int))
    match.play(min(both, key=int), seat=1)


def test_importing_is_light() -> None:
    """Neither the drawing of pictures, nor players, nor the server are loaded."""
    code = "import sys, spinney; print(*[m for m in sys.modules if m.startswith('spinney.')])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    packages = {name.split(".")[1] for name in out.stdout.split() if "__mypyc" not in name}
    assert packages <= {"api", "core", "games"}


def test_help_reads_well() -> None:
    page = pydoc.plain(pydoc.render_doc(spinney.Match))
    for name in ("moves", "play", "undo", "view", "record"):
        assert f" {name}(self" in page
    assert "Take back the last move" in page


def test_the_guide_of_a_first_game() -> None:
    match = spinney.new("undergrove", seats=2, seed=1, sprout=True, starter="seat0")
    step = match.guide()
    assert step is not None and [str(move) for move in step.moves] == ["settle corner=ne"]
    assert step.says and step.why
    assert match.guide(1) is None  # need not act
    match.play(step.moves[0])
    assert match.guide() != step
    assert spinney.new("undergrove", seats=2, seed=1).guide() is None
