"""A person at the terminal, by what was typed and what was answered."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from spinney.cli.local_match import LocalMatch, new_file, seat_all
from spinney.core import shelf
from spinney.core.record import Record, read
from spinney.core.snapshot import state_hash

from .conftest import Run, command

START = ("play", "morels", "--seed", 7)


def record(path: Path) -> Record:
    return read(path.read_text("utf-8"))


def lasts(out: str) -> str:
    """The last position that was shown, without what led to it."""
    return re.split(r"^Position \d+ ──.*$", out, flags=re.M)[-1].split("──")[0]


# ------------------------------------------------------------------------------------- the table
def test_the_first_prompt(process: Run) -> None:
    code, out, err = process("play", "morels", typed="")
    assert (code, err) == (0, "")
    assert "Your turn" in out and "\n> \n" in out
    assert re.search(r"take +1 +Take .+ \(place 1\) +free", out)


def test_a_whole_game_by_numbers(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "whole.record"
    code, out, err = spinney(*START, "--record", file, typed="1\n" * 500)
    assert (code, err) == (0, "")
    played = record(file)
    assert played.match.over
    outcome = played.match.outcome()
    score = out.split("The score")[1]
    for line in [line for lines in outcome.lines for line in lines]:
        assert re.search(rf"{re.escape(line.text)} +{line.points}\n", score)
    assert "\nYou " in score and "\nJuniper " in score
    assert re.search(r"^(You win|Juniper wins)\.$|^A tie:", score, re.M)
    assert f"spinney.cli replay {file}\n" in score


def test_the_others_moves_are_told(spinney: Run) -> None:
    _, out, _ = spinney(*START, typed="1\nquit\n")
    assert re.search(r"^You took .*\nJuniper (took|gathered|sold|cooked|played) ", out, re.M)


def test_a_person_on_another_seat_and_another_opponent(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    args = ("--seat", 1, "--opponent", "random", "--record", file)
    _, out, _ = spinney(*START, *args, typed="quit\n")
    assert re.search(r"^Juniper \w+", out.split("rest.")[1], re.M)
    assert [p.kind for p in record(file).players] == ["random", "person"]
    assert len(record(file).match.moves) == 1


def test_options_of_the_game(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    spinney(*START, "--option", "starter=seat1", "--record", file, typed="quit\n")
    assert [played.seat for played in record(file).match.moves] == [1]


def test_watching(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "watched.record"
    code, out, err = spinney(*START, "--seat", -1, "--record", file)
    assert (code, err) == (0, "")
    assert "Juniper (greedy), Hazel (greedy)" in out
    assert re.search(r"seed 7\nJuniper .+\nHazel .+\n", out), "told as it happens"
    assert re.search(r"^Hazel wins|^Juniper wins|^A tie: Juniper and Hazel", out, re.M)
    assert record(file).match.over


# ---------------------------------------------------------------------------------- undo, resume
def moves(path: Path) -> list[str]:
    match = record(path).match
    return [f"{played.seat} {match.game.verbs.format(played.move)}" for played in match.moves]


def test_undo_takes_the_reply_back_too(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    _, out, _ = spinney(*START, "--record", file, typed="quit\n")
    first = lasts(out)
    _, out, _ = spinney(*START, "--record", file, typed="1\nundo\nquit\n")
    assert "Your last move is taken back, with the reply to it." in out
    assert lasts(out) == first
    assert moves(file) == []


def test_redo_plays_everything_again(spinney: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.record", tmp_path / "two.record"
    spinney(*START, "--record", one, typed="1\n2\nquit\n")
    spinney(*START, "--record", two, typed="1\n2\nundo\nundo\nredo\nredo\nquit\n")
    assert moves(one) == moves(two) != []
    assert state_hash(record(one).match.state) == state_hash(record(two).match.state)


def test_redo_tells_what_happens_again(spinney: Run) -> None:
    _, out, _ = spinney(*START, typed="1\nundo\nredo\n")
    happened = re.findall(r"^You took .+\nJuniper .+\nYour turn.+\n> ", out, re.M)
    assert len(happened) == 2 and happened[0] == happened[1]
    assert "\nYour move is made again.\nYou took " in out


def test_resume_gives_the_same_position_and_goes_on_as_it_would_have(
    spinney: Run, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.record", tmp_path / "two.record"
    _, before, _ = spinney(*START, "--record", one, typed="1\n2\nquit\n")
    assert f"spinney.cli play --resume {one}\n" in before
    _, after, _ = spinney("play", "--resume", one, "--record", two, typed="quit\n")
    assert lasts(before) == lasts(after)
    assert one.read_text() == two.read_text()
    spinney("play", "--resume", two, typed="1\n1\n1\nundo\n1\n")
    one.unlink()
    spinney(*START, "--record", one, typed="1\n2\n1\n1\n1\n")
    assert moves(one) == moves(two)


def test_resume_without_a_file_takes_the_last_unfinished_game(spinney: Run, tmp_path: Path) -> None:
    spinney("play", "morels", "--seed", 1, typed="1\n" * 500)
    spinney("play", "morels", "--seed", 2, typed="1\n")
    kept = tmp_path / "data" / "spinney"
    assert sorted(path.name for path in kept.iterdir()) == ["morels-1.record", "morels-2.record"]
    for args in (("Morels", "--resume"), ("--resume",)):
        _, out, _ = spinney("play", *args)
        assert "seed 2" in out and "\nResumed at position 2.\n" in out
        assert re.search(r"^You took .*\nJuniper .*\nYour turn", out, re.M), "the news again"


def test_a_position_has_one_number_everywhere(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    spinney(*START, "--record", file, typed="1\nundo\n1\n")
    resumed = spinney("play", "--resume", file).out
    assert "\nResumed at position 5.\n" in resumed and "\nPosition 5 ──" in resumed
    assert "position 5 of 5\n" in spinney("replay", file).out


@pytest.mark.parametrize("typed", ["", "quit\n", "help\nquit\n", "undo\nmoves\n"])
def test_no_move_no_file(spinney: Run, tmp_path: Path, typed: str) -> None:
    for args in ((), ("--record", tmp_path / "game.record")):
        code, out, err = spinney(*START, *args, typed=typed)
        assert (code, err) == (0, "")
        assert "Nothing was played" in out and "--resume" not in out
    assert not list(tmp_path.rglob("*"))


def test_two_games_at_once_never_share_a_file(tmp_path: Path) -> None:
    """The name is taken with the first move, long after the second game has begun."""
    game = shelf.find("morels")
    seatings = []
    for _ in range(2):
        match, who = seat_all(game, game.choose({}), 2, 7, 0, "greedy")
        seatings.append(LocalMatch(match, who, new_file("morels", 7), insist=False))
    for seating in seatings:
        seating.act(0, seating.match.legal(0)[0])
    kept = tmp_path / "data" / "spinney"
    assert [seating.path for seating in seatings] == [
        kept / "morels-7.record",
        kept / "morels-7-2.record",
    ]


def test_no_game_is_ever_overwritten(spinney: Run, tmp_path: Path) -> None:
    spinney(*START, typed="1\n")
    spinney(*START, typed="2\n")
    kept = tmp_path / "data" / "spinney"
    assert sorted(path.name for path in kept.iterdir()) == ["morels-7-2.record", "morels-7.record"]
    code, _, err = spinney(*START, "--record", kept / "morels-7.record")
    assert code == 2 and "--resume" in err


def test_save_keeps_a_copy(spinney: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "one.record", tmp_path / "two.record"
    spinney(*START, "--record", one, typed=f"1\nsave {two}\nquit\n")
    assert one.read_text() == two.read_text()


def test_save_replaces_nothing_but_this_very_game(
    spinney: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    mine, other = tmp_path / "mine.record", tmp_path / "other.record"
    notes, empty = tmp_path / "notes.txt", tmp_path / "empty"
    notes.write_text("dear diary\n")
    empty.touch()
    spinney(*START, "--record", other, typed="2\n")
    kept = other.read_text()
    typed = f"save {mine}\n1\nsave {mine}\nsave {notes}\nsave {other}\nsave {empty}\n"
    _, out, _ = spinney(*START, "--record", tmp_path / "game.record", typed=typed)
    assert out.count(f"Saved to {mine}.") == 2
    assert len(record(mine).match.log) == 2 and len(record(empty).match.log) == 2
    for path in (notes, other):
        assert f"{path} exists already, and is not a record of this game" in out
    assert notes.read_text() == "dear diary\n" and other.read_text() == kept


def test_a_place_that_cannot_be_written_does_not_stop_the_game(
    spinney: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    code, out, err = spinney(*START, typed="1\n1\n")
    assert (code, err) == (0, "")
    assert out.count("This game cannot be saved") == 1
    assert "--resume" not in out


def test_a_record_that_was_cut_is_not_resumed(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    spinney(*START, "--record", file, typed="1\n")
    file.write_text(file.read_text()[:-30])
    code, out, err = spinney("play", "--resume", file)
    assert (code, out) == (1, "")
    assert err == f"spinney: {file}: this record was cut: its last line, the sum, is missing\n"


def test_another_box_is_asked_for_again(
    spinney: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from spinney.games import morels as folder

    text = Path(folder.__file__).with_name("components.toml").read_text("utf-8")
    box, file = tmp_path / "box.toml", tmp_path / "game.record"
    box.write_text(text.replace("mvp = 6", "mvp = 7"))
    _, out, _ = spinney(*START, "--components", box, "--record", file, typed="1\n")
    assert f"--resume {file} --components {box}\n" in out
    monkeypatch.chdir(tmp_path)
    _, out, _ = spinney("play", "--resume", file, "--components", "box.toml", typed="1\n")
    assert f"--resume {file} --components {box}\n" in out, "from every folder"
    code, _, err = spinney("play", "--resume", file)
    assert code == 1 and "played with other components" in err
    code, out, _ = spinney("play", "--resume", file, "--components", box)
    assert code == 0 and "Resumed" in out


def test_a_game_by_hand_in_a_process_that_waits() -> None:
    """Answers come at once, not when a buffer is full."""
    with subprocess.Popen(command(*START), stdin=-1, stdout=-1, stderr=-1, text=True) as running:
        assert running.stdin and running.stdout
        while running.stdout.read(1) != ">":
            pass
        running.stdin.write("1\n")
        running.stdin.flush()
        while running.stdout.read(1) != ">":
            pass
        _, err = running.communicate("quit\n", timeout=30)
    assert (running.returncode, err) == (0, "")


# ------------------------------------------------------------------------------------------ guide
GUIDED = ("play", "undergrove", "--guide", "--option", "starter=seat0", "--seed", 3)


def advised(out: str) -> list[str]:
    return re.findall(r"^» (.+)$", out, re.M)


def test_a_guide_leads_through_the_first_turns(
    spinney: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the numbers it names itself."""
    monkeypatch.setenv("COLUMNS", "300")
    typed: list[str] = []
    for _ in range(40):
        said = advised(spinney(*GUIDED, "--opponent", "level1", typed="\n".join(typed)).out)
        if "That was the guide. From here on you know the way." in said:
            break
        number = re.search(r"\((\d+)\)$", said[-1])
        typed.append(number[1] if number else "stop")
    assert said[-5] == "Four turns are done. This is how the game ends."
    assert not [line for line in said if "skipped" in line]
    assert len(typed) >= 14


def test_a_guide_can_be_left_and_called_back(spinney: Run) -> None:
    _, out, _ = spinney(*GUIDED, typed="guide off\n1\nguide\nguide\n")
    said = advised(out)
    assert said[0].startswith("Put your first Seedling")
    assert said[-1] == said[-2] != said[0] and out.count("Choose Partner.") == 2
    code, _, err = spinney("play", "morels", "--guide")
    assert (code, err) == (2, "spinney: there is no guide for morels\n")
    assert "There is no guide in this game." in spinney(*START, typed="guide\n").out
