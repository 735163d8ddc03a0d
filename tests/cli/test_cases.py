"""spinney cases: all games in a table, one game case by case, a file of one's own."""

from __future__ import annotations

from pathlib import Path

import msgspec

from spinney.core import cases, shelf

from .conftest import Run

GAME = next(name for name, game in shelf.games().items() if cases.of(game))
WRONG = "R1/1 It is over before it begins\n    source ruling\n    given seed = 1\n    then over\n"


def test_all_games_in_a_table(spinney: Run) -> None:
    code, out, err = spinney("cases")
    assert (code, err) == (0, "")
    for game in shelf.games():
        assert game in out
    assert out.splitlines()[-1].startswith("all ")


def test_one_game_case_by_case(spinney: Run) -> None:
    code, out, _ = spinney("cases", GAME)
    book = cases.of(shelf.find(GAME))
    assert book and code == 0
    for case in book.cases:
        assert f"pass  {case.id} {case.title}\n" in out
    assert f"\n{len(book.cases)} passed, 0 failed\n" in out


def test_one_file_of_a_game(spinney: Run) -> None:
    code, out, _ = spinney("cases", GAME, "examples")
    assert code == 0 and "pass" in out and "Without a case" not in out


def test_a_failure_is_shown_and_makes_the_exit_code_1(spinney: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text(WRONG)
    code, out, _ = spinney("cases", GAME, own)
    assert code == 1
    assert out == (
        "FAIL  R1/1 It is over before it begins\n"
        "      own.txt:4: R1/1: then over\n"
        "        expected: true\n"
        "        found:    false\n"
        "\n0 passed, 1 failed\n"
    )
    code, out, _ = spinney("cases", GAME, own, "--json")
    assert code == 1
    (told,) = msgspec.json.decode(out)[0]["cases"]
    assert told["passed"] is False
    assert told["failures"] == [
        {"line": 4, "text": "then over", "expected": "true", "found": "false"}
    ]


def test_the_list_as_text_and_taken_apart_as_json(spinney: Run) -> None:
    book = cases.of(shelf.find(GAME))
    assert book
    code, out, _ = spinney("cases", GAME, "--list")
    assert code == 0 and len(out.splitlines()) == len(book.cases)
    (entry,) = msgspec.json.decode(spinney("cases", GAME, "--list", "--json").out)
    assert [case["id"] for case in entry["cases"]] == [case.id for case in book.cases]
    line = entry["cases"][0]["lines"][0]
    assert line["text"].endswith(f"{line['word']} {line['rest']}")


def test_mistakes_are_told_in_one_line(spinney: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text(WRONG.replace("R1/1", "R99/1"))
    for args, says in (
        (("nothing",), "no game 'nothing' on the shelf"),
        ((GAME, tmp_path / "none.txt"), "none.txt"),
        ((GAME, own), "own.txt:1: the rulebook has no R99"),
    ):
        code, out, err = spinney("cases", *args)
        assert code == 2 and not out and err.count("\n") == 1 and says in err, err
