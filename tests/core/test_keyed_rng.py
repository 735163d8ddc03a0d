"""Chance from a key: each move has a word of its own, and none tells the next."""

from __future__ import annotations

import hmac
from hashlib import sha256
from random import Random

import pytest

from spinney.core import keyed_rng, shelf
from spinney.core.match import MatchLog
from spinney.core.rng import WORD, Rng, step
from spinney.core.snapshot import snapshot

KEY = bytes(range(32))
GAMES = list(shelf.games().values())


def match_of(name: str, key: bytes = KEY) -> MatchLog:
    game = shelf.find(name)
    return MatchLog(game, game.options(), game.seats[-1], 0, key=key)


def play(match: MatchLog, moves: int, rng: Random) -> None:
    for _ in range(moves):
        if match.over:
            return
        seat = match.seats_to_act[0]
        match.act(seat, rng.choice(match.legal(seat)))


def test_published_values() -> None:
    """Anybody can compute these in another language; docs/rng.md has the same."""
    assert keyed_rng.word(KEY, 0) == 370562616080425917
    assert keyed_rng.word(KEY, 1) == 245350588974873335
    rng = keyed_rng.set_up(KEY)
    assert [rng.below(1000) for _ in range(8)] == [992, 276, 644, 73, 439, 867, 777, 428]
    plain = hmac.new(KEY, b"move 0", sha256).digest()
    assert keyed_rng.word(KEY, 0) == int.from_bytes(plain[:8], "big") >> 2


def test_a_set_up_draws_every_value_equally_often() -> None:
    rng = keyed_rng.set_up(KEY)
    counts = [0] * 6
    for _ in range(60_000):
        counts[rng.below(6)] += 1
    assert all(abs(count - 10_000) < 500 for count in counts)  # more than five standard errors


def test_a_word_that_follows_from_a_set_up_is_no_told_one() -> None:
    words = {keyed_rng.set_up(bytes([n] * 32)).fork() for n in range(100)}
    assert len(words) == 100 and all(0 < word <= WORD for word in words)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_was_dealt_does_not_tell_what_comes(game: object) -> None:
    """Somebody who has worked out the generator's whole state after a move, which is more than all
    draws together can tell, does not know the word of the next move: it does not depend on it."""
    name = getattr(game, "name", "")
    match, rng = match_of(name), Random(5)
    used: list[int] = []
    while not match.over and len(match.moves) < 120:
        known = match.state.rng_state  # what an attacker could know at most
        reachable = set()
        for _ in range(64):
            reachable.add(known)
            known = step(known)
        word = keyed_rng.word(KEY, len(match.moves))
        assert word not in reachable
        used.append(word)
        meddled = match.state.clone()
        meddled.rng_state = rng.getrandbits(62)
        seat = match.seats_to_act[0]
        move = rng.choice(match.legal(seat))
        number = len(match.moves)
        match.act(seat, move)
        meddled.rng_state = keyed_rng.word(KEY, number)
        meddled.apply(seat, move)
        assert snapshot(meddled) == snapshot(match.state)
    assert len(set(used)) == len(used)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_key_deals_the_same_game_and_another_key_another(game: object) -> None:
    name = getattr(game, "name", "")
    first, again = match_of(name), match_of(name)
    assert snapshot(first.state) == snapshot(again.state)
    play(first, 40, Random(1))
    play(again, 40, Random(1))
    assert snapshot(first.state) == snapshot(again.state)
    other = match_of(name, bytes(32))
    play(other, 40, Random(1))
    assert snapshot(other.state) != snapshot(first.state)
    for moves in (0, 7, len(first.moves)):
        match = match_of(name)
        for played in first.moves[:moves]:
            match.act(played.seat, played.move)
        assert snapshot(first.state_after(moves)) == snapshot(match.state)


def test_a_move_that_is_taken_back_and_made_again_meets_the_same_chance() -> None:
    duel = next(game.name for game in GAMES if list(game.seats) == [2])
    match, rng = match_of(duel), Random(2)
    play(match, 9, rng)
    before = snapshot(match.state)
    seat = match.moves[-1].seat
    match.undo(seat, agreed=range(match.seats))
    match.redo(seat)
    assert snapshot(match.state) == before


def test_a_key_is_64_digits() -> None:
    assert keyed_rng.parse_key(KEY.hex()) == KEY
    for text in ("", "00", KEY.hex()[:-1] + "g", KEY.hex().upper(), " " + KEY.hex()[1:]):
        with pytest.raises(ValueError, match="64 hexadecimal digits"):
            keyed_rng.parse_key(text)


def test_seeded_dice_are_as_they_were() -> None:
    assert [Rng(7).below(1000) for _ in range(2)] == [309, 309]
