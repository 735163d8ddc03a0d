"""A person at the terminal, by what was typed and what was answered."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from spinney.cli.hear import Unheard, hear, offers
from spinney.cli.show import Screen, broken
from spinney.core import shelf
from spinney.core.match import Match, Refused
from spinney.core.record import Record, read
from spinney.core.snapshot import state_hash

from .conftest import Run, command

START = ("play", "morels", "--seed", 7)


def record(path: Path) -> Record:
    return read(path.read_text("utf-8"))


def lasts(out: str) -> str:
    """The last position that was shown."""
    return re.split(r"^.*──.*$", out, flags=re.M)[-1].split("> ")[0]


# ------------------------------------------------------------------------------------- the table
def test_the_first_prompt(process: Run) -> None:
    code, out, err = process("play", typed="")
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
    assert f"spinney replay {file}" in score


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
    assert re.search(r"^Hazel wins|^Juniper wins|^A tie: Juniper and Hazel", out, re.M)
    assert record(file).match.over


@pytest.mark.parametrize("columns", ["60", "80", "120", "200"])
def test_no_line_is_wider_than_the_terminal(
    spinney: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    _, out, _ = spinney("play", "morels", "--seed", 2, typed="1\nrules R3.1\nhelp\n" * 40)
    shown = out.split("Go on with")[0].split("See it again")[0]
    assert max(map(len, shown.splitlines())) <= int(columns)


@pytest.mark.parametrize("columns", [40, 60, 80, 111, 120, 160])
def test_no_word_of_a_move_is_cut_off(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    game = shelf.find("morels")
    match = Match(game, game.choose({}), 2, 3)
    screen = Screen(game, ["You", "Juniper"])
    while not match.over:
        seat = match.awaited[0]
        offered = offers(game, match.sight(seat), match.legal(seat))
        screen.position(match.sight(seat), offered)
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


# ----------------------------------------------------------------------------------- understanding
@pytest.mark.parametrize(
    "said",
    [
        "2",
        "take place=2",
        "Take Butter (place 2)",
        "TAKE  butter (PLACE 2).",
        "take b",
        "take place=2 ",
    ],
)
def test_a_move_can_be_said_in_many_ways(spinney: Run, tmp_path: Path, said: str) -> None:
    file = tmp_path / "game.record"
    _, out, _ = spinney(*START, "--record", file, typed=f"{said}\nquit\n")
    assert "You took Butter" in out
    match = record(file).match
    assert match.game.verbs.words(match.moves[0].move) == "take place=2"


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("take place=8", "Place 8 costs 6 sticks, you have 0 (R3.1)."),
        ("gather", "The decay is empty (R3.2)."),
        ("why take place=8", "Place 8 costs 6 sticks, you have 0 (R3.1).\n'rules R3.1' shows"),
        ("why 1", "You may: 1: Take Hen of the Woods (place 1), free."),
        ("why", "Why which move? Try: why take place=1."),
        ("cook kind=shiitake day=3", "You hold 1 Shiitake, not 3 (R3.3)."),
        (
            "sell kind=tree_ear",
            "It takes 2 or more like mushrooms to sell (R3.4). You could: 3 Sell",
        ),
        ("99", "There is no move 99: they are numbered 1 to 4."),
        ("take", "That could be 1 Take Hen of the Woods (place 1); 2 Take Butter (place 2)."),
        (
            "take morel",
            "No possible move begins with 'take morel'; in full it is 'take place=1…8'.",
        ),
        ("take place=nine", "Take: no place 'nine'; in full"),
        ("dance", "'dance' is no move here; 'moves' lists them, 'help' the other words."),
        ("moves dance", "There is no move 'dance' now."),
        ("moves take", "take  1  Take Hen of the Woods (place 1)  free"),
        ("hint", "A greedy player would choose "),
        ("undo", "There is no move of yours to take back."),
        ("redo", "There is nothing to play again."),
        ("score", "You"),
        ("rules", "R3.1 Take from the forest"),
        ("rules r3.1", "Places 1 and 2 lie at your feet"),
        ("rules rulings", "May I take a Moon with a full hand?"),
        ("rules R99", "The rulebook has no 'R99'"),
        ("help", "take your last move back"),
        ("/help", "take your last move back"),
        ("save", "Save to which file?"),
        ("save /dev/null", "Cannot save: /dev/null: not a file"),
        (".", "Say a move, or its number."),
    ],
)
def test_an_answer_that_changes_nothing(
    spinney: Run, tmp_path: Path, said: str, answer: str
) -> None:
    file = tmp_path / "game.record"
    code, out, err = spinney(*START, "--record", file, typed=f"\n{said}\nquit\n")
    assert (code, err) == (0, "")
    assert answer in out.split(f"> {said}\n")[1].replace(" \n", "\n")
    assert record(file).match.moves == []


def test_a_whole_move_is_never_taken_for_the_beginning_of_another() -> None:
    """`cook … day=1` is no cook with a night card, even if that is the only one possible."""
    game = shelf.find("morels")
    match = Match(game, game.choose({}), 2, 7)
    offered = offers(game, match.sight(0), match.legal(0))
    assert [offer.words for offer in offered][2] == "sell kind=tree_ear night=1"
    move = hear("sell kind=tree_ear", offered, game.verbs)
    assert game.verbs.words(move) == "sell kind=tree_ear"
    with pytest.raises(Refused, match=r"R3\.4"):
        match.act(0, move)
    with pytest.raises(Unheard):
        hear("sell kind=", offered[:2], game.verbs)


def test_many_moves_are_shortened_until_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = shelf.find("morels")
    match = Match(game, game.choose({}), 2, 7)
    offered = offers(game, match.sight(0), match.legal(0)[:1] * 50)
    screen = Screen(game, ["You", "Juniper"])
    screen.moves(offered)
    assert re.search(r"…  44 more +'moves take' lists", capsys.readouterr().out)
    screen.moves(offered, "take")
    assert "more" not in capsys.readouterr().out


# ---------------------------------------------------------------------------------- undo, resume
def moves(path: Path) -> list[str]:
    match = record(path).match
    return [f"{played.seat} {match.game.verbs.words(played.move)}" for played in match.moves]


def test_undo_takes_the_reply_back_too(spinney: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    _, out, _ = spinney(*START, "--record", file, typed="quit\n")
    first = lasts(out)
    file.unlink()
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


def test_resume_gives_the_same_position_and_goes_on_as_it_would_have(
    spinney: Run, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.record", tmp_path / "two.record"
    _, before, _ = spinney(*START, "--record", one, typed="1\n2\nquit\n")
    assert f"spinney play --resume {one}" in before
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
    for args in (("morels", "--resume"), ("--resume",)):
        _, out, _ = spinney("play", *args)
        assert "seed 2" in out and "Resumed after 2 moves" in out


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


def test_another_box_is_asked_for_again(spinney: Run, tmp_path: Path) -> None:
    import spinney.games.morels as folder

    text = Path(folder.__file__).with_name("components.toml").read_text("utf-8")
    box, file = tmp_path / "box.toml", tmp_path / "game.record"
    box.write_text(text.replace("mvp = 6", "mvp = 7"))
    _, out, _ = spinney(*START, "--components", box, "--record", file, typed="1\n")
    assert f"--resume {file} --components {box}" in " ".join(out.split())
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
