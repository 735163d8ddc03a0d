"""The random number generator: documented, and the same stream in every build.

PCG-XSH-RR (O'Neill 2014) over a 62-bit linear congruential step:

    word' = (word * 3935559000370003845 + 1442695040888963407) mod 2**62
    bits  = the 32 bits ((word ^ word >> 18) >> 25), turned right by word >> 57
    below(n): bits * n >> 32, drawing again while the low half of the product is under 2**32 mod n

The whole generator is one number, so a state holds it in one integer field. It has 62 bits because
mypyc keeps literals below 2**62 unboxed (63 bits: 19 ns a draw instead of 7), and because the
masked product is then the same in C and in Python. Every draw is exact: `below` rejects the few
values that would favour small results. Test vectors: tests/core/vectors.txt and docs/rng.md.

A negative word is a script: the generator then returns given results, and counts how many different
results were possible. That lets a search visit every random outcome
(docs/decisions/scripted-chance.md).

The generator is fast and small, but not secure: enough draws reveal its 62 bits. Matches on a
server therefore take their words from a key (keyed_rng.py).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec

WORD: Final = 0x3FFFFFFFFFFFFFFF  # 62 bits
HALF: Final = 0xFFFFFFFF  # 32 bits
MAX_SCRIPT: Final = 0x3FFFFFFF  # the largest script, and the largest count; 30 bits


def scripted(line: i64) -> i64:
    """The word of a generator that returns the digits of this script, last digit first. The base of
    each digit is the `n` of its draw."""
    return -(1 << 30 | line)


def scripted_value(word: i64, n: i64) -> i64:
    """The next result of a script for a draw from 0 to n - 1."""
    return (-word & MAX_SCRIPT) % n


def after_scripted(word: i64, n: i64) -> i64:
    """The script after that draw."""
    ways = (-word >> 30) * n
    return -((MAX_SCRIPT if ways > MAX_SCRIPT else ways) << 30 | (-word & MAX_SCRIPT) // n)


def script_outcomes(word: i64) -> i64:
    """How many different results were possible so far. MAX_SCRIPT means too many to count."""
    return -word >> 30


def script_finished(word: i64) -> bool:
    """Whether the script is used up. If not, a shorter script gives the same results."""
    return -word & MAX_SCRIPT == 0


def step(word: i64) -> i64:
    """The next word of the generator (multiplier: L'Ecuyer 1999)."""
    return (word * 3935559000370003845 + 1442695040888963407) & WORD


def bits(word: i64) -> i64:
    """The 32 random bits that a word shows."""
    x = (word ^ word >> 18) >> 25 & HALF
    turn = word >> 57
    return (x >> turn | x << (32 - turn)) & HALF


def seeded(seed: i64) -> i64:
    """A well-mixed first word. Neighbouring seeds give unrelated streams."""
    word = step(step((seed & WORD) ^ 0x2545F4914F6CDD1D))
    return step(bits(word) << 30 ^ word)


@mypyc_attr(allow_interpreted_subclasses=True)
class Source:
    """Random bits from another source than this module's generator (see keyed_rng.py)."""

    def bits(self) -> i64:
        """The next 32 random bits, uniformly distributed."""
        raise NotImplementedError


@final
@mypyc_attr(acyclic=True)
class Rng:
    """A generator outside a state: for set-up, players and playouts."""

    __slots__ = ("source", "word")

    def __init__(self, seed: i64) -> None:
        self.word: i64 = seeded(seed)
        self.source: Source | None = None  # used instead of the word, if there is one

    def below(self, n: i64) -> i64:
        """A uniformly distributed number from 0 to n - 1 (0 < n < 2**30)."""
        if self.word < 0:
            return self.scripted_draw(n)
        self.word = step(self.word)
        product = bits(self.word) * n
        return product >> 32 if product & HALF >= n else self.exactly(n)

    # The rare case has its own function, so that `below` is short enough to be inlined.
    def exactly(self, n: i64) -> i64:
        """Reject words that would favour small results, and draw again."""
        product = bits(self.word) * n
        floor = (HALF + 1 - n) % n
        while product & HALF < floor:
            self.word = step(self.word)
            product = bits(self.word) * n
        return product >> 32

    def scripted_draw(self, n: i64) -> i64:
        """Draw from the source or from a script."""
        source = self.source
        if source is not None:
            floor = (HALF + 1 - n) % n
            product = source.bits() * n
            while product & HALF < floor:
                product = source.bits() * n
            return product >> 32
        value = scripted_value(self.word, n)
        self.word = after_scripted(self.word, n)
        return value

    def fork(self) -> i64:
        """The word of an independent generator. Never share `word`: both would draw the same."""
        if self.word < 0 and self.source is None:
            return scripted(0)  # the script does not cover the new generator
        high = self.below(1 << 29)
        return seeded(high << 29 | self.below(1 << 29))

    def shuffle(self, xs: vec[i64]) -> None:
        """Shuffle in place, uniformly."""
        i: i64 = len(xs) - 1
        while i > 0:
            j = self.below(i + 1)
            x = xs[i]
            xs[i] = xs[j]
            xs[j] = x
            i -= 1


def rng_from_source(source: Source) -> Rng:
    """A generator that draws all its bits from the source."""
    rng = Rng(0)
    rng.word = -1  # negative: the word is not used
    rng.source = source
    return rng
