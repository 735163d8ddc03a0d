"""The promise: nobody can choose the shuffle later on, and everybody can check it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from spinney.cli import main
from spinney.core import fairness, shelf
from spinney.core.fairness import (
    Download,
    commitment,
    key,
    new_secret,
    new_share,
    seed,
    verify,
)
from spinney.core.match import MatchLog
from spinney.core.record import Player, RecordError, write
from spinney.core.rng import Rng
from spinney.players import at_random

SECRET = "000102030405060708090a0b0c0d0e0f"
SHARE = "f0" * 32


def finished(secret: str, table: str = "T", shares: tuple[str, ...] = ()) -> Download:
    """A game of two, dealt from secret and shares, or from the secret alone as in old times."""
    game = shelf.find("morels")
    seats = 2
    dealt = key(secret, shares) if shares else b""
    match = MatchLog(game, game.choose({}), seats, 0 if shares else seed(secret), [], dealt)
    rng = Rng(1)
    while not match.over:
        seat = match.seats_to_act[0]
        match.act(seat, at_random(game, match.view(seat), rng))
    text = write(match, [Player("random", f"P{n}") for n in range(seats)])
    return Download(table, secret, commitment(table, secret), text, list(shares))


def test_published_values() -> None:
    """Anybody can compute these in another language."""
    assert seed(SECRET) == 1153979918980664880
    assert key(SECRET, [SHARE, ""]).hex() == (
        "86f6333bb56db07c896e6d1e3d10f99d0f23f00b001fe0f5414eb05fdac16c17"
    )
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
    with pytest.raises(RecordError, match="seed"):  # another game with the same commitment
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


def test_shares_are_part_of_the_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shares = (SHARE, new_share())
    game = finished(SECRET, shares=shares)
    assert game.record.startswith("Spinney record 2\n")
    file = tmp_path / "game.json"
    file.write_bytes(msgspec.json.encode(game))
    assert main(["verify", str(file), "--share", SHARE.upper()]) == 0
    out = capsys.readouterr().out
    assert "key follows from the secret and what the players added" in out
    assert "Your share is part of the deal" in out
    assert main(["verify", str(file), "--share", "ab" * 32]) == 1
    assert "dealt without that share" in capsys.readouterr().err
    change = msgspec.structs.replace
    for wrong in ((), (SHARE, ""), (SHARE,), shares[::-1], (*shares, "")):
        with pytest.raises(RecordError, match="not dealt from"):
            verify(msgspec.json.encode(change(game, shares=list(wrong))))
    other = finished(SECRET, shares=(new_share(), game.shares[1]))
    assert other.record != game.record
    with pytest.raises(RecordError, match="not dealt from"):
        verify(msgspec.json.encode(change(game, record=other.record)))


def test_a_game_of_the_old_way_is_still_verified(capsys: pytest.CaptureFixture[str]) -> None:
    old = finished(SECRET)
    assert old.record.startswith("Spinney record 1\n") and "shares" not in str(
        msgspec.json.encode(old)
    )
    assert verify(msgspec.json.encode(old)).match.seed == seed(SECRET)
    with pytest.raises(RecordError, match="without them"):
        verify(msgspec.json.encode(msgspec.structs.replace(old, shares=[SHARE, ""])))


def test_an_unfinished_game_is_not_verified() -> None:
    game = next(iter(shelf.games().values()))
    match = MatchLog(game, game.choose({}), game.seats[0], fairness.seed(SECRET))
    players = [Player("person", f"P{n}") for n in range(match.seats)]
    download = Download("T", SECRET, commitment("T", SECRET), write(match, players))
    with pytest.raises(RecordError, match="end"):
        verify(msgspec.json.encode(download))
