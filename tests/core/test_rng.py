"""The dice: published numbers, exact bounds, the same in both builds."""

from __future__ import annotations

from pathlib import Path

import pytest

from spinney.core.arrays import i64, vec
from spinney.core.rng import HALF, WORD, Rng, bits, seeded, step
from spinney.core.state import State

VECTORS = Path(__file__).with_name("vectors.txt").read_text().splitlines()
ROWS = [line.split() for line in VECTORS if not line.startswith("#")]


def pcg(word: int) -> tuple[int, int]:
    """The generator once more, written from its description in docs/rng.md."""
    word = (word * 3935559000370003845 + 1442695040888963407) % 2**62
    x = ((word ^ (word >> 18)) >> 25) % 2**32
    turn = word >> 57
    return word, (x >> turn | x << (32 - turn)) % 2**32


@pytest.mark.parametrize("row", [row for row in ROWS if row[0].isdigit()], ids=lambda row: row[0])
def test_published_vectors(row: list[str]) -> None:
    rng = Rng(int(row[0]))
    assert rng.word == int(row[1])
    assert [rng.below(1000) for _ in range(8)] == [int(draw) for draw in row[2:]]


def test_published_shuffle_and_fork() -> None:
    rng, items = Rng(7), vec[i64](range(10))
    rng.shuffle(items)
    found = {row[0]: [int(x) for x in row[1:]] for row in ROWS if not row[0].isdigit()}
    assert list(items) == found["shuffle"]
    assert [rng.fork()] == found["fork"]


def test_it_is_the_generator_of_the_description() -> None:
    word = seeded(5)
    for _ in range(2000):
        word, shown = pcg(word)
        assert bits(word) == shown
    assert step(WORD) == pcg(WORD)[0]


def test_draws_are_exact() -> None:
    """Each third of a bound that does not divide 2**32 is met as often as the others."""
    rng, n = Rng(3), 3 << 28
    thirds = [0, 0, 0]
    for _ in range(60_000):
        thirds[rng.below(n) >> 28] += 1
    assert all(abs(found - 20_000) < 600 for found in thirds)


def test_a_rejected_draw_is_drawn_again() -> None:
    """The low half under 2**32 mod n is rejected; with this n that happens every fifth time."""
    n, rng, rejected = 2**32 // 5 + 1, Rng(1), 0
    for _ in range(400):
        word = rng.word
        draw = rng.below(n)
        floor = 2**32 % n
        while (product := pcg(word)[1] * n) & HALF < floor:
            word, _ = pcg(word)
            rejected += 1
        assert draw == product >> 32
    assert 60 < rejected < 160


def test_neighbouring_seeds_are_unrelated() -> None:
    counts = [0] * 36
    one, two = Rng(1), Rng(2)
    for _ in range(72_000):
        counts[one.below(6) * 6 + two.below(6)] += 1
    assert sum((count - 2000) ** 2 / 2000 for count in counts) < 70  # chi-square, 35 degrees


def test_a_fork_is_another_stream() -> None:
    rng = Rng(9)
    other = Rng(0)
    other.word = rng.fork()
    assert [rng.below(100) for _ in range(20)] != [other.below(100) for _ in range(20)]


def test_a_state_draws_like_dice() -> None:
    rng, state = Rng(4), State(2, 1, 0, Rng(4).word)
    assert [state.draw(n) for n in range(1, 200)] == [rng.below(n) for n in range(1, 200)]


def test_a_shuffle_reaches_every_order() -> None:
    rng, seen = Rng(11), set()
    for _ in range(400):
        items = vec[i64]([0, 1, 2, 3])
        rng.shuffle(items)
        seen.add(tuple(items))
    assert len(seen) == 24
