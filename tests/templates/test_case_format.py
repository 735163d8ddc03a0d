"""The format of published cases: reading, mistakes, and how failures are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from spinney.core import case_runs, cases
from spinney.core.cases import Casebook, CaseError

TEMPLATE = "spinney.templates.game"
SOUND = """# A remark
R3.1/1 An acorn goes to the larder
    also R2
    source ruling
    given ground = golden small
    may gather *
    do gather kind=golden
    then larder = golden
    seat 1 moves * = gather kind=small
    not gather kind=golden
    seat 1 refuse gather kind=golden = R3.1
    refuse gather kind=golden = no golden acorn
    then points = 5
    then view squirrels 0 larder = golden:1
    then to act = 1
    then over = false
"""


def book(text: str) -> Casebook:
    found = cases.in_package(TEMPLATE)
    assert found
    own = Casebook(found.game, found.folder, found.positions, [])
    return Casebook(found.game, found.folder, found.positions, cases.read(text, "own.txt", own))


def failures(text: str) -> list[str]:
    own = book(text)
    return [str(failure) for case in own.cases for failure in case_runs.run(own, case)]


def test_a_case_that_holds() -> None:
    assert failures(SOUND) == []
    case = book(SOUND).cases[0]
    assert (case.id, case.title, case.line) == ("R3.1/1", "An acorn goes to the larder", 2)
    assert case.numbers == ("R3.1", "R2") and case.source == ("ruling",)


def test_numbers_without_a_case_are_listed() -> None:
    assert book(SOUND).numbers == ["R1", "R2", "R3", "R3.1", "R3.2", "R4", "R4.1"]
    assert book(SOUND).uncovered == ["R1", "R3", "R3.2", "R4", "R4.1"]


def test_numbers_are_found_in_headings_and_in_bold() -> None:
    text = "## R1 Aim (R9)\n### R1.2 More\n**R2.1 One.** x\n1. **R3.1** y\n**#7 Why?** (R4)\n"
    assert cases.numbers(text) == ["R1", "R1.2", "R2.1", "R3.1", "#7"]


def changed(old: str, new: str) -> str:
    assert old in SOUND
    return SOUND.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("R3.1/1 An", "R3.1 An", "own.txt:2: 'R3.1 An acorn goes to the larder' does not begin"),
        ("R3.1/1 An", "R7/1 An", "own.txt:2: the rulebook has no R7"),
        ("also R2", "also #3", "own.txt:3: the rulebook has no #3"),
        ("source ruling", "source hearsay", "own.txt:4: a source is"),
        ("    source ruling\n", "", "own.txt:2: R3.1/1 names no source"),
        ("    may gather", "    might gather", "own.txt:6: 'might' is none of also, source, given"),
        ("ground = golden", "soil = golden", "own.txt:5: there is no 'soil' to be given"),
        ("given ground = golden small", "given ground", "own.txt:5: given needs ' = ' and a value"),
        ("do gather kind=golden", "do eat", "own.txt:7: no such move: 'eat'"),
        ("may gather *", "may eat *", "own.txt:6: no such move: 'eat'"),
        ("then larder", "then taste", "own.txt:8: there is no 'taste' to ask for"),
        ("view squirrels 0", "view squirrels 9", "own.txt:14: a view has no squirrels 9 larder"),
        ("    may gather", "  may gather", "own.txt:6: indented less than the line above"),
        ("then points = 5", "given leaves = small", "own.txt:13: what is given comes before moves"),
        ("ground = golden small", "seats = many", "own.txt:5: 'many' is no number"),
        ("ground = golden small", "ground = amber", "own.txt:5: R3.1/1: no such position"),
    ],
)
def test_mistakes_name_file_and_line(old: str, new: str, says: str) -> None:
    with pytest.raises(CaseError) as error:
        failures(changed(old, new))
    assert str(error.value).startswith(says) and "\n" not in str(error.value)


def test_indented_text_needs_a_case() -> None:
    with pytest.raises(CaseError, match=r"own.txt:1: indented, but no case has begun"):
        failures("    may gather *\n")


def test_a_case_must_ask_something() -> None:
    with pytest.raises(CaseError, match=r"own.txt:1: R1/1 checks nothing"):
        failures("R1/1 Nothing\n    source ruling\n    given ground = small\n")


def test_an_id_is_used_once(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(SOUND)
    with pytest.raises(CaseError, match=r"b.txt:2: R3.1/1 is also in a.txt:2"):
        cases.with_files(book(SOUND), sorted(tmp_path.glob("*.txt")))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("may gather *", "may gather kind=plump", "own.txt:6: R3.1/1: may gather kind=plump\n"),
        ("then larder = golden", "then larder = small", "  expected: small\n  found:    golden"),
        ("= R3.1", "= R3.2", "  expected: R3.2\n  found:    there is no golden acorn"),
        ("* = gather kind=small", "* = 3", "  - 3\n  + 1:\n  + gather kind=small"),
        ("* = gather kind=small", "* = dig; gather kind=small", "  - dig\n    gather kind=small"),
        ("not gather kind=golden", "seat 1 not gather *", "  - not legal\n  + legal:\n"),
        ("do gather kind=golden", "do dig", "  - legal\n  + not among these:\n"),
    ],
)
def test_failures_show_what_was_expected_and_what_was_found(old: str, new: str, says: str) -> None:
    found = failures(changed(old, new))
    assert len(found) == 1 and says in found[0], found


def test_after_a_move_that_cannot_be_made_nothing_else_is_asked() -> None:
    assert len(failures(changed("do gather kind=golden", "do dig"))) == 1


def test_the_real_set_up_can_be_given() -> None:
    head = "R2/1 Five lie on the ground\n    source ruling\n    given seed = 1\n"
    assert failures(head + "    given seats = 3\n    then scores = 0 0 0\n") == []
    with pytest.raises(CaseError, match=r"own.txt:4: beside seed only seats and options"):
        failures(head + "    given ground = small\n    then over = false\n")


def test_the_cases_of_the_template_hold() -> None:
    found = cases.in_package(TEMPLATE)
    assert found and not found.uncovered
    assert not [failure for case in found.cases for failure in case_runs.run(found, case)]


def test_a_game_need_not_have_cases() -> None:
    assert cases.in_package("spinney.core") is None
