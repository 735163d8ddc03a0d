"""Heaps and rows of cards, each as a single number with four bits a card.

A heap holds the number of cards of each kind (at most 15 kinds, at most 15 cards each). A row holds
the kind at each place (at most 15 places). Plain numbers cost nothing to copy, so cloning a state
made of them allocates no memory.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.state import shifted

KINDS: Final = 15  # in a heap
# The bits beyond the last kind. With them set, a heap seems to have 15 cards of a further kind, so
# a search for a card always ends, without a check at each kind whether cards are left.
ENDLESS: Final = -(1 << 60)


def count(heap: i64, kind: i64) -> i64:
    """How many of a kind are in the heap."""
    return heap >> 4 * kind & 15


def cards(kind: i64, n: i64) -> i64:
    """A heap of n cards of one kind. Heaps are added with + and removed with -."""
    return shifted(n, 4 * kind)


def total(heap: i64) -> i64:
    """How many cards the heap holds."""
    heap = (heap & 0x0F0F0F0F0F0F0F0F) + (heap >> 4 & 0x0F0F0F0F0F0F0F0F)
    heap += heap >> 8
    heap += heap >> 16
    return (heap + (heap >> 32)) & 255


def kind_of(heap: i64, n: i64) -> i64:
    """The kind of the n-th card of the heap, counted from 0, if the cards are ordered by kind.
    Raises an IndexError if there are fewer cards.
    """
    heap |= ENDLESS
    kind: i64 = 0
    while n >= heap & 15:
        n -= heap & 15
        heap >>= 4
        kind += 1
    if kind >= KINDS:
        raise IndexError("this heap has fewer cards")
    return kind


def at(row: i64, place: i64) -> i64:
    """The kind that lies at a place."""
    return row >> 4 * place & 15


def laid(row: i64, place: i64, kind: i64) -> i64:
    """The row with a card at a place that was empty."""
    return row | shifted(kind, 4 * place)


def without(row: i64, place: i64) -> i64:
    """The row without the card at a place; the cards beyond it move up."""
    near = row & (shifted(1, 4 * place) - 1)
    return near | shifted(row >> 4 * place + 4, 4 * place)
