"""Plays published cases (core/cases.py), and reports what was expected and what was found."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import ndiff
from typing import Any

import msgspec

from spinney.core.cases import SPECTATOR, Case, Casebook, CaseError, GivenLines, Line, Position
from spinney.core.game import seats_to_act
from spinney.core.state import Moves

NUMBER = re.compile(r"-?\d+")
RULE = re.compile(r"R\d+(\.\d+)*")
SHOWN = 12  # moves in a message


@dataclass(frozen=True)
class Failure:
    """One line of a case that does not hold."""

    case: Case
    line: Line
    wanted: str
    found: str

    def __str__(self) -> str:
        head = f"{self.case.file}:{self.line.number}: {self.case.id}: {self.line}"
        if "\n" in self.wanted or "\n" in self.found:
            both = ndiff(self.wanted.splitlines(), self.found.splitlines())
            lines = [line.rstrip() for line in both if not line.startswith("?")]
            return "\n".join([head, "  (- expected, + found)", *(f"  {line}" for line in lines)])
        return f"{head}\n  expected: {self.wanted}\n  found:    {self.found}"


def run(book: Casebook, case: Case) -> list[Failure]:
    """Play a case. Returns its failures. A mistake in its text raises a CaseError."""
    return Run(book, case).play()


class Run:
    """One case being played."""

    def __init__(self, book: Casebook, case: Case) -> None:
        self.game, self.positions, self.case = book.game, book.positions, case
        self.failures: list[Failure] = []

    def wrong(self, line: Line, what: object) -> CaseError:
        return CaseError(f"{self.case.file}:{line.number}: {what}")

    def play(self) -> list[Failure]:
        case = self.case
        given = [line for line in case.lines if line.word == "given"]
        self.table = self.opened(given)
        self.reveal_count = self.table.state.reveal_count
        whole = self.table.state.check()
        for line in case.lines:
            if line.word == "given":
                continue
            try:
                done = self.step(line)
            except CaseError:
                raise
            except ValueError as error:
                raise self.wrong(line, error) from None
            if not done:
                break  # the next lines depend on a move that was not made
            if whole and not self.table.state.check():
                self.fail(line, "every piece in one place", "a piece was lost or doubled")
                break
        return self.failures

    def opened(self, given: list[Line]) -> Position:
        """The position of a case. With `given seed` it is the real set-up."""
        all_given = GivenLines(given, self.case.file)
        try:
            seed = all_given.text("seed")
            if not seed:
                return self.positions.build(all_given)
            for line in given:
                if line.split()[0] not in ("seed", "seats", "options") or line.seat is not None:
                    raise self.wrong(line, "beside seed only seats and options can be given")
            options = dict(word.split("=", 1) for word in all_given.text("options").split())
            two = 2 if 2 in self.game.seats else self.game.seats[0]
            seats = int(all_given.text("seats", str(two)))
            return self.positions.table(
                self.game.start(self.game.choose(options), seats, int(seed))
            )
        except CaseError:
            raise
        except (ValueError, KeyError, TypeError, IndexError, AssertionError) as error:
            what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            line = given[0] if given else Line(self.case.line, "")
            raise self.wrong(line, f"{self.case.id}: no such position ({what})") from None

    def fail(self, line: Line, wanted: object, found: object) -> None:
        self.failures.append(Failure(self.case, line, str(wanted), str(found)))

    def expect(self, line: Line, wanted: str, found: str) -> None:
        if wanted != found:
            self.fail(line, wanted, found)

    # -------------------------------------------------------------------------------------- lines
    def step(self, line: Line) -> bool:
        """Carry out one line; False if the case cannot go on."""
        if line.word == "do":
            return self.do(line)
        if line.word == "may":
            found = self.matching(line, line.rest)
            self.expect(line, "legal", "legal" if found else self.not_legal(line))
        elif line.word == "not":
            found = self.matching(line, line.rest)
            self.expect(line, "not legal", "\n".join(["legal:", *found]) if found else "not legal")
        elif line.word == "moves":
            self.moves(line)
        elif line.word == "refuse":
            self.refuse(line)
        elif line.word == "then":
            what, wanted = line.split()
            self.expect(line, plain(wanted), plain(self.answer(line, what)))
        else:
            try:
                self.positions.steps[line.word](self.table, line.rest)
            except AssertionError as error:
                self.fail(line, "possible", f"not possible: {error}")
                return False
        return True

    def do(self, line: Line) -> bool:
        seat, move = self.seat(line), self.parsed(line.rest)
        if self.game.verbs.format(move) not in self.legal(seat):
            self.fail(line, "legal", self.not_legal(line))
            return False
        self.table.state.apply(seat, move)
        return True

    def moves(self, line: Line) -> None:
        pattern, wanted = line.split()
        found = self.matching(line, pattern)
        if re.fullmatch(r"\d+", wanted):
            if int(wanted) != len(found):
                some = [*found[:SHOWN], *["…"][: max(0, len(found) - SHOWN)]]
                self.fail(line, f"{wanted}", "\n".join([f"{len(found)}:", *some]))
            return
        listed = [part.strip() for part in re.split("[;\n]", wanted) if part.strip()]
        expected = sorted(self.game.verbs.format(self.parsed(words)) for words in listed)
        self.expect(line, "\n".join(expected), "\n".join(sorted(found)))

    def refuse(self, line: Line) -> None:
        words, wanted = line.split()
        seat, move = self.seat(line), self.parsed(words)
        if self.game.verbs.format(move) in self.legal(seat):
            self.fail(line, f"refused by {wanted}", "legal")
            return
        refusal = self.game.words.refuse(self.table.view(seat), move)
        if RULE.fullmatch(wanted):
            fits = wanted in re.findall(r"R\d+(?:\.\d+)*", refusal.rule)
        else:
            fits = wanted in str(refusal)
        if not fits:
            self.fail(line, wanted, refusal)

    # ------------------------------------------------------------------------------------- answers
    def answer(self, line: Line, what: str) -> object:
        """What every game can be asked, or else the game's own answer."""
        state, seat = self.table.state, line.seat or 0
        word, _, rest = what.partition(" ")
        if word == "over" and not rest:
            return state.to_act == 0
        if what == "revealed":
            return state.reveal_count > self.reveal_count
        if what == "to act":
            return seats_to_act(state)
        if word in ("scores", "ranks", "winners") and not rest:
            return getattr(self.game.outcome(state), word)
        if word == "verdict" and not rest:
            return self.game.outcome(state).verdict
        if word == "line":
            lines = self.game.outcome(state).lines[seat]
            if rest.isdigit():
                return lines[int(rest) - 1].points
            return sum(one.points for one in lines if rest in (one.text, one.about))
        if word == "view":
            return inside(self.table.view(line.seat or 0), rest.split())
        return self.table.answer(what, seat)

    # ------------------------------------------------------------------------------ seats, moves
    def seat(self, line: Line) -> int:
        """The seat that was named, or the first that must act."""
        if line.seat is not None:
            return line.seat
        awaited = seats_to_act(self.table.state)
        return awaited[0] if awaited else 0

    def legal(self, seat: int) -> list[str]:
        state = self.table.state
        if seat == SPECTATOR or seat not in seats_to_act(state):
            return []
        return [self.game.verbs.format(move) for move in Moves().of(state, seat)]

    def parsed(self, words: str) -> int:
        return self.game.verbs.parse(words)

    def matching(self, line: Line, pattern: str) -> list[str]:
        """The legal moves that fit: one in full, or all with these fields if a * follows them."""
        legal = self.legal(self.seat(line))
        words = pattern.split()
        if not words or words[-1] != "*":
            move = self.game.verbs.format(self.parsed(pattern))
            return [move] if move in legal else []
        fields = words[:-1]
        if fields and fields[0] not in self.game.verbs.names:
            raise ValueError(f"no such move: {fields[0]!r}")
        return [move for move in legal if set(fields) <= set(move.split())]

    def not_legal(self, line: Line) -> str:
        legal = self.legal(self.seat(line))
        if not legal:
            return "no move is legal"
        some = "\n".join([*legal[:SHOWN], *["…"][: max(0, len(legal) - SHOWN)]])
        return f"not among these:\n{some}"


# ------------------------------------------------------------------------------------------- values
def plain(value: object) -> str:
    """A value as cases write it: words with single spaces, 'x*3' as 'x x x'."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return plain([f"{key}:{item}" for key, item in sorted(value.items())])
    if isinstance(value, set | frozenset):
        return plain(sorted(value))
    if isinstance(value, Iterable) and not isinstance(value, str):
        return " ".join(plain(item) for item in value)
    words = []
    for word in str(value).split():
        name, star, times = word.rpartition("*")
        words += [name] * int(times) if star and name and times.isdigit() else [word]
    return " ".join(words)


def answered(table: object, what: str, seat: int) -> Any:
    """The answer of a table: an attribute, or the result of a method with the other words as
    arguments. Its parameter `seat` is the seat of the line, unless a number follows.
    """
    name, *words = what.split() or [""]
    found = None if name.startswith("_") else getattr(table, name, None)
    if found is None:
        raise ValueError(f"there is no {name!r} to ask for")
    if not callable(found):
        if words:
            raise ValueError(f"{name!r} takes nothing more")
        return found
    values: dict[str, Any] = {}
    for parameter in inspect.signature(found).parameters.values():
        if words and (parameter.name != "seat" or NUMBER.fullmatch(words[0])):
            word = words.pop(0)
            values[parameter.name] = int(word) if NUMBER.fullmatch(word) else word
        elif parameter.name == "seat":
            values["seat"] = seat
        elif parameter.default is parameter.empty:
            raise ValueError(f"{name!r} needs {parameter.name}")
    if words:
        raise ValueError(f"{what!r} has too many words")
    return found(**values)


def inside(view: object, path: list[str]) -> object:
    """A part of a view: names of fields and entries, and numbers in lists, counted from 0."""
    value: Any = msgspec.to_builtins(view)
    for name in path:
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (KeyError, ValueError, IndexError, TypeError):
            raise ValueError(f"a view has no {' '.join(path)}") from None
    return value
