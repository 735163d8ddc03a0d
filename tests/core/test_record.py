"""Records: text that a person can read and nobody can quietly change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from spinney.core import record
from spinney.core.game import Options
from spinney.core.match import MatchLog
from spinney.core.record import PERSON, Player, Record, RecordError, checksum, read, save, write
from spinney.core.snapshot import snapshot
from tests.toy import BRAMBLE
from tests.toy.bramble import toy

PLAYERS = [Player(PERSON, "Ann"), Player("greedy", "Juniper, the wise")]


def match(moves: int = 1000, key: bytes = b"") -> MatchLog:
    sitting = MatchLog(BRAMBLE, BRAMBLE.options(), 2, 5, people=(0,), key=key)
    while not sitting.over and sitting.position < moves:
        seat = sitting.seats_to_act[-1]
        sitting.act(seat, sitting.legal(seat)[-1])
        if sitting.position == 2:
            sitting.undo(seat)
    return sitting


TEXT = write(match(), PLAYERS)
KEYED = write(match(key=bytes(range(32))), PLAYERS)


def again(text: str) -> Record:
    return read(text, game=BRAMBLE)


def resummed(text: str) -> str:
    """What somebody would do who edits a record and knows how the sum is made."""
    body = text.rpartition("sum: ")[0]
    return body + f"sum: {checksum(body)}\n"


class Later(Options, frozen=True):
    """An option of the first release, and one that came later."""

    later = frozenset({"snow"})

    depth: int = 3
    snow: bool = False


def test_an_option_that_came_later_changes_no_older_record() -> None:
    """It is left out while it has its default: what the game did before."""
    old, new = Later(depth=2), Later(snow=True)
    assert old.recorded() == {"depth": 2} and new.recorded() == {"depth": 3, "snow": True}
    game = replace(BRAMBLE, options=Later)
    for options, line in ((old, '{"depth":2}'), (new, '{"depth":3,"snow":true}')):
        text = write(MatchLog(game, options, 2, 5), PLAYERS)
        assert f"options: {line}\n" in text
        assert read(text, game=game).match.options == options


class Otherwise(Later, frozen=True):
    """One that came later and changed the usual game: there was snow before."""

    earlier: ClassVar[Mapping[str, Any]] = {"snow": True}


def test_an_option_that_changed_the_usual_game_changes_no_older_record() -> None:
    """It is left out where it is as it was; what does not name it is read so."""
    usual, old = Otherwise(), Otherwise(snow=True)
    assert usual.recorded() == {"depth": 3, "snow": False} and old.recorded() == {"depth": 3}
    assert Otherwise.decoded('{"depth":2}') == Otherwise(depth=2, snow=True)
    assert Otherwise.decoded('{"depth":3,"snow":false}') == usual
    game = replace(BRAMBLE, options=Otherwise)
    for options, line in ((usual, '{"depth":3,"snow":false}'), (old, '{"depth":3}')):
        text = write(MatchLog(game, options, 2, 5), PLAYERS)
        assert f"options: {line}\n" in text
        assert read(text, game=game).match.options == options


def test_a_record_reads_like_a_story() -> None:
    lines = TEXT.splitlines()
    assert lines[0] == "Spinney record 1"
    assert "seat 1: greedy, Juniper, the wise" in lines
    assert "1 back free" in lines and lines[-3].startswith("ranks: ")


def test_the_header_says_how_it_was_dealt() -> None:
    lines = KEYED.splitlines()
    assert lines[0] == "Spinney record 2"
    assert f"key: {bytes(range(32)).hex()}" in lines and not any("seed" in one for one in lines)
    found = again(KEYED)
    assert found.match.key == bytes(range(32)) and found.at(5).key == found.match.key
    assert write(found.match, found.players) == KEYED
    for wrong, complaint in (
        (KEYED.replace("record 2", "record 1", 1), "expected 'seed: …'"),
        (TEXT.replace("record 1", "record 2", 1), "expected 'key: …'"),
        (KEYED.replace("key: 00", "key: 0", 1), "64 hexadecimal digits"),
        (KEYED.replace("key: 00", "key: 01", 1), "line "),  # another deal: the hashes do not fit
        (KEYED.replace("record 2", "record 3", 1), "'Spinney record 1' and 'Spinney record 2'"),
    ):
        with pytest.raises(RecordError, match=complaint):
            again(resummed(wrong))


@pytest.mark.parametrize("moves", [0, 1, 9, 10, 11, 1000])
def test_it_comes_back_as_it_was(moves: int) -> None:
    sitting = match(moves)
    text = write(sitting, PLAYERS)
    found = again(text)
    assert snapshot(found.match.state) == snapshot(sitting.state)
    assert found.match.log == sitting.log and found.players == PLAYERS
    assert found.match.people == frozenset({0})
    assert write(found.match, found.players) == text
    assert ("result: unfinished" in text) is (moves < 1000)


def test_any_position_can_be_reached() -> None:
    found = again(TEXT)
    step = MatchLog(BRAMBLE, BRAMBLE.options(), 2, 5, people=(0,))
    assert snapshot(found.at(0).state) == snapshot(step.state)
    for number, entry in enumerate(found.match.log, 1):
        record.enter(step, entry)
        assert snapshot(found.at(number).state) == snapshot(step.state)
    for wrong in (-1, len(found.match.log) + 1):
        with pytest.raises(RecordError, match="no position"):
            found.at(wrong)


@pytest.mark.parametrize("end", range(1, len(TEXT), 7))
def test_a_cut_record_is_refused(end: int) -> None:
    with pytest.raises(RecordError, match=r"cut|no Spinney record|another version"):
        again(TEXT[:end])


@given(some.integers(0, len(TEXT) - 1), some.characters())
@settings(max_examples=200, deadline=None)
def test_an_edited_record_is_refused(place: int, letter: str) -> None:
    edited = TEXT[:place] + letter + TEXT[place + 1 :]
    if edited != TEXT:
        with pytest.raises(RecordError):
            again(edited)


@given(some.integers(0, 10**6), some.sampled_from(["swap", "drop", "double", "digit"]))
@settings(max_examples=300, deadline=None)
def test_an_edited_record_with_a_new_sum_is_caught_or_another_true_game(
    number: int, way: str
) -> None:
    """Whatever is accepted is a game the rules allow, and written again it is the same text."""
    lines = TEXT.splitlines(keepends=True)[:-1]
    place = number % len(lines)
    if way == "swap" and place:
        lines[place - 1], lines[place] = lines[place], lines[place - 1]
    elif way == "drop":
        del lines[place]
    elif way == "double":
        lines.insert(place, lines[place])
    else:
        lines[place] = lines[place].replace(str(number % 10), str((number + 1) % 10))
    text = resummed("".join(lines) + "sum: ")
    try:
        found = again(text)
    except RecordError as error:
        assert "line" in str(error) or "format" in str(error) or "record" in str(error)
    else:
        assert write(found.match, found.players) == text


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("Spinney record 1", "Spinney record 3", "another version of the format"),
        ("Spinney record 1", "PGN", "no Spinney record"),
        ("game: bramble 1", "game: bramble 2", "played by version 2"),
        ("game: bramble 1", "game: hopscotch 1", "no game 'hopscotch'"),
        ("components: 0", "components: 1", "other components"),
        ("options: {}", 'options: {"moon":1}', "unknown field"),
        ("options: {}", "options: {", "line 4"),
        ("seat 0: person, Ann", "seat 0: Ann", "a kind and a name"),
        ("seed: 5", "seed: five", "expected a number"),
        ("seed: 5", "seed: 6", "line"),
        ("seed: 5", "seed: 99999999999999999999", "a seed is"),
        ("moves:", "move:", "expected 'moves:'"),
        ("1 back free", "1 back gladly", "Invalid enum value"),
        ("result: ", "result: 9", "not what these moves lead to"),
        ("state: ", "state: f", "not what these moves lead to"),
        ("= ", "= f", "not what these moves lead to"),
    ],
)
def test_every_mistake_is_named(old: str, new: str, mistake: str) -> None:
    assert old in TEXT
    with pytest.raises(RecordError, match=mistake):
        again(resummed(TEXT.replace(old, new, 1)))


def test_nothing_may_follow_the_end() -> None:
    body = TEXT.rpartition("sum: ")[0]
    with pytest.raises(RecordError, match="after the end"):
        again(resummed(body + "moral: none\nsum: "))
    with pytest.raises(RecordError, match="ends too early"):
        again(resummed("\n".join(TEXT.splitlines()[:9]) + "\nsum: "))


def test_another_version_of_the_rules_says_so() -> None:
    with pytest.raises(RecordError, match="here is version 2"):
        read(TEXT, game=toy(version=2))


def test_names_stay_on_their_line() -> None:
    rogue = [Player(PERSON, "Ann\nseed: 9\u2028\x00"), PLAYERS[1]]
    assert again(write(match(3), rogue)).players[0].name == "Ann seed: 9"


def test_saving_replaces_whole_files(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "game.record"
    save(file, "one\n")
    save(file, TEXT)
    assert file.read_text(encoding="utf-8") == TEXT
    assert list(file.parent.iterdir()) == [file]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    save(file, TEXT)
    with pytest.raises(UnicodeEncodeError):
        save(file, "half\n\ud800")
    assert file.read_text(encoding="utf-8") == TEXT
    assert list(tmp_path.iterdir()) == [file]


@given(some.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_anything_else_is_a_record_error(noise: str) -> None:
    for body in (noise, f"Spinney record 1\n{noise}\n", TEXT[:300] + noise + "\n"):
        with pytest.raises(RecordError):
            again(resummed(body + "sum: "))


def test_numbers_have_an_end() -> None:
    for old in ("seed: 5", "\n1 choose"):
        new = old.replace("5", "5" * 5000).replace("\n1", "\n" + "1" * 5000)
        with pytest.raises(RecordError, match="expected a number"):
            again(resummed(TEXT.replace(old, new, 1)))


def test_a_record_names_everybody() -> None:
    with pytest.raises(ValueError, match="2 seats, but 1 players"):
        write(match(1), PLAYERS[:1])
    rogue = [Player("person\n,x", "Ann"), PLAYERS[1]]
    assert again(write(match(3), rogue)).players[0].kind == "person x"
