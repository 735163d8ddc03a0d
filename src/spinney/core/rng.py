"""Chance: one documented generator, the same stream in every build.

PCG-XSH-RR (O'Neill 2014) over a 62-bit linear congruential step:

    word' = (word * 3935559000370003845 + 1442695040888963407) mod 2**62
    bits  = the 32 bits ((word ^ word >> 18) >> 25), turned right by word >> 57
    below(n): bits * n >> 32, drawing again while the low half of the product is under 2**32 mod n

The whole generator is one number, so a state carries its dice in one integer field. 62 bits,
because mypyc keeps literals below 2**62 unboxed (63 bits: 19 ns a draw instead of 7) and because
the masked product then is the same number in C and in Python. Every draw is exact: `below` rejects
the few values that would favour small results. Test vectors stand in tests/core/vectors.txt and
docs/rng.md.

A word below zero is told dice: they say what they were told to say, and count how much else they
could have said. So a search can look at everything chance may bring (docs/decisions/told.md).

The generator is quick and small, and not made to withstand an attacker: from enough draws its 62
bits could be worked out. Matches on a server therefore take their words from a key (keyed_rng.py).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import i64, vec

WORD: Final = 0x3FFFFFFFFFFFFFFF  # 62 bits
HALF: Final = 0xFFFFFFFF  # 32 bits
MAX_SCRIPT: Final = 0x3FFFFFFF  # the most that told dice can be told, and that they count; 30 bits


def scripted(line: i64) -> i64:
    """Dice that say this line: its last digit, to the base of whatever is asked, then the next."""
    return -(1 << 30 | line)


def scripted_value(word: i64, n: i64) -> i64:
    """What told dice say when a number from 0 to n - 1 is asked for."""
    return (-word & MAX_SCRIPT) % n


def after_scripted(word: i64, n: i64) -> i64:
    """The same dice after that."""
    ways = (-word >> 30) * n
    return -((MAX_SCRIPT if ways > MAX_SCRIPT else ways) << 30 | (-word & MAX_SCRIPT) // n)


def script_outcomes(word: i64) -> i64:
    """How many things told dice could have said so far; LINES: too many to count."""
    return -word >> 30


def script_finished(word: i64) -> bool:
    """Whether everything they were told has been said: else another line says the same."""
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
    """A well-mixed first word; neighbouring seeds give unrelated streams."""
    word = step(step((seed & WORD) ^ 0x2545F4914F6CDD1D))
    return step(bits(word) << 30 ^ word)


@mypyc_attr(allow_interpreted_subclasses=True)
class Source:
    """Random bits from elsewhere than the generator of this module (see keyed_rng.py)."""

    def bits(self) -> i64:
        """The next 32 bits, each value as likely as the other."""
        raise NotImplementedError


@final
@mypyc_attr(acyclic=True)
class Rng:
    """Dice outside a state: for set-up, players and playouts."""

    __slots__ = ("source", "word")

    def __init__(self, seed: i64) -> None:
        self.word: i64 = seeded(seed)
        self.source: Source | None = None  # where the bits come from, if not from the word

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each as likely as the other (0 < n < 2**30)."""
        if self.word < 0:
            return self.scripted_draw(n)
        self.word = step(self.word)
        product = bits(self.word) * n
        return product >> 32 if product & HALF >= n else self.exactly(n)

    # What is rare stands apart: what is left is short enough to become part of its callers.
    def exactly(self, n: i64) -> i64:
        """The word may be one of those that would make some numbers likelier; then the next."""
        product = bits(self.word) * n
        floor = (HALF + 1 - n) % n
        while product & HALF < floor:
            self.word = step(self.word)
            product = bits(self.word) * n
        return product >> 32

    def scripted_draw(self, n: i64) -> i64:
        """Dice that do not use the generator: they have a source, or are told what to say."""
        source = self.source
        if source is not None:
            floor = (HALF + 1 - n) % n
            product = source.bits() * n
            while product & HALF < floor:
                product = source.bits() * n
            return product >> 32
        scripted_draw = scripted_value(self.word, n)
        self.word = after_scripted(self.word, n)
        return scripted_draw

    def fork(self) -> i64:
        """A word for other dice. Never hand out `word` itself: both would show the same numbers."""
        if self.word < 0 and self.source is None:
            return scripted(0)  # what follows is another matter
        high = self.below(1 << 29)
        return seeded(high << 29 | self.below(1 << 29))

    def shuffle(self, xs: vec[i64]) -> None:
        """Every order as likely as the other, in place."""
        i: i64 = len(xs) - 1
        while i > 0:
            j = self.below(i + 1)
            x = xs[i]
            xs[i] = xs[j]
            xs[j] = x
            i -= 1


def rng_from_source(source: Source) -> Rng:
    """Dice whose every draw uses fresh bits of the source."""
    rng = Rng(0)
    rng.word = -1  # below zero: the generator is not asked
    rng.source = source
    return rng
