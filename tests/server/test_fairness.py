"""The promise: nobody can choose the shuffle later on, and everybody can check it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from spinney.cli import main
from spinney.core import fairness, shelf
from spinney.core.chance import Rng
from spinney.core.fairness import Download, commitment, new_secret, seed, verify
from spinney.core.match import Match
from spinney.core.record import Player, RecordError, write
from spinney.players import at_random

SECRET = "000102030405060708090a0b0c0d0e0f"


def finished(secret: str, table: str = "T") -> Download:
    game = next(iter(shelf.games().values()))
    seats = game.seats[0]
    match = Match(game, game.choose({}), seats, seed(secret), [])
    rng = Rng(1)
    while not match.over:
        seat = match.awaited[0]
        match.act(seat, at_random(game, match.sight(seat), rng))
    text = write(match, [Player("random", f"P{n}") for n in range(seats)])
    return Download(table, secret, commitment(table, secret), text)


def test_published_values() -> None:
    """Anybody can compute these in another language."""
    assert seed(SECRET) == 1153979918980664880
    assert commitment("T", SECRET) == (
        "0699f9b2dbebe6b1a6b285e483ebf57b3c23a271c00166059e6d8092cec3e75a"
    )


def test_secrets_are_large_and_all_different() -> None:
    secrets = {new_secret() for _ in range(1000)}
    assert len(secrets) == 1000 and all(len(secret) == 32 for secret in secrets)
    assert len({seed(secret) for secret in secrets}) == 1000
    assert all(0 <= seed(secret) < 1 << 62 for secret in secrets)


def test_a_finished_game_can_be_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    game = finished(SECRET)
    file.write_bytes(msgspec.json.encode(game))
    assert main(["verify", str(file)]) == 0
    assert "fits the commitment in the file" in capsys.readouterr().out
    assert main(["verify", str(file), "--commitment", game.commitment.upper()]) == 0
    assert "fits the commitment that was shown" in capsys.readouterr().out
    assert main(["verify", str(file), "--commitment", "0" * 64]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "does not fit" in err
    assert main(["verify", str(tmp_path / "nothing.json")]) == 2


def test_a_changed_game_is_found_out() -> None:
    game = finished(SECRET)
    other = finished("f" * 32)
    change = msgspec.structs.replace
    verify(msgspec.json.encode(game), game.commitment)
    with pytest.raises(RecordError, match="seed"):  # another evening under the same promise
        verify(msgspec.json.encode(change(game, record=other.record)))
    with pytest.raises(RecordError, match="commitment"):
        verify(msgspec.json.encode(change(game, secret=other.secret)))
    with pytest.raises(RecordError, match="commitment"):  # the promise of another table
        verify(msgspec.json.encode(change(game, table="U")))
    with pytest.raises(RecordError, match="was shown"):  # everything consistent, but not ours
        verify(msgspec.json.encode(other), game.commitment)
    lines = game.record.splitlines(keepends=True)
    for record in ("", game.record[:-20], "".join(lines[:12] + lines[13:])):
        with pytest.raises(RecordError):
            verify(msgspec.json.encode(change(game, record=record)))
    for text in (b"", b"{}", b"\xff", game.record.encode()):
        with pytest.raises(RecordError, match="no game"):
            verify(text)


def test_an_unfinished_game_is_not_verified() -> None:
    game = next(iter(shelf.games().values()))
    match = Match(game, game.choose({}), game.seats[0], fairness.seed(SECRET))
    players = [Player("person", f"P{n}") for n in range(match.seats)]
    download = Download("T", SECRET, commitment("T", SECRET), write(match, players))
    with pytest.raises(RecordError, match="end"):
        verify(msgspec.json.encode(download))
