"""Asks the cases and the rule tests of one game, again and again, in a checkout that changes.

python -m tests.mutations.judge GAME     reads a line for each question, and answers with a line:
                                         who noticed, or nothing

Everything but the game is imported once. Each question is answered by a fork of this process, which
imports the game as it is at that moment.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import traceback
from collections import Counter
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from spinney.core import case_runs, cases, shelf

NOT_ASKED = ("board", "browser", "guide", "heuristics", "words")  # tests that are about no rules
WORDS = ("-q", "-x", "--no-header", "-p", "no:cacheprovider", "-m", "not slow and not browser")
NO_TESTS = "-"  # instead of files: only the cases are asked
PATIENCE = 30  # seconds for one test, and for all cases together; who takes longer hangs


class Watch:
    """A pytest plugin: how long each file took, and the first test that failed."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.spent[report.nodeid.split("::")[0]] += int(report.duration * 1e6)
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


def asked_cases(game: str) -> str:
    """The first case that fails."""
    book = cases.in_package(f"{shelf.folders.__name__}.{game}")
    if book:
        for case in book.cases:
            if case_runs.run(book, case):
                return f"case {case.id}"
    return ""


def asked_tests(files: list[str]) -> Watch:
    watch = Watch()
    code = pytest.main([*WORDS, f"--timeout={PATIENCE}", *files], plugins=[watch])
    if code and not watch.failed:
        watch.failed = f"pytest, with {code}"
    return watch


def caught(game: str, files: list[str]) -> str:
    """Who notices that something is wrong."""
    signal.alarm(PATIENCE)
    try:
        failed = asked_cases(game)
    except Exception as error:
        failed = f"cases: {type(error).__name__}"
    signal.alarm(0)
    return failed or (asked_tests(files).failed if files != [NO_TESTS] else "")


def apart(question: list[str]) -> str:
    """The answer of a fork, which may import, hang and crash as it likes."""
    game, *files = question
    with TemporaryFile("w+") as paper:
        child = os.fork()
        if not child:
            answer = "a crash"
            with contextlib.suppress(BaseException):
                silence()
                answer = caught(game, files) if files else fastest(game)
            paper.write(answer)
            paper.flush()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        paper.seek(0)
        hung = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM
        return "it hangs" if hung else paper.read() if status == 0 else f"a crash ({status})"


def silence() -> None:
    """What tests print goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())


def fastest(game: str) -> str:
    """The files of rule tests, the fastest first; or who complains without any mutation."""
    files = [
        str(file)
        for file in sorted(Path("tests", "games", game).glob("test_*.py"))
        if not any(word in file.stem.split("_") for word in NOT_ASKED)
    ]
    try:
        if wrong := asked_cases(game):
            return f"! {wrong}"
        watch = asked_tests(files)
    except Exception:
        return f"! {traceback.format_exc()}"
    return f"! {watch.failed}" if watch.failed else " ".join(sorted(files, key=watch.spent.get))  # type: ignore[arg-type]


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        answers.write(" ".join(apart(line.split()).split()) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
