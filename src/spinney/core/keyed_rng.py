"""Chance from a key: what has been dealt does not tell what comes.

The generator of the rules (rng.py) is a number of 62 bits, small enough for search to copy it a
million times a second. From enough visible draws that number could be worked out, and with it every
later draw. A match on a server therefore has a key of 256 bits. The set-up draws its bits from the
key alone, and before each move the generator gets a new word:

    set-up    the bits of HMAC-SHA256(key, "set-up N") for N = 0, 1, …, 32 at a time
    move P    the first 62 bits of HMAC-SHA256(key, "move P"); P moves stand on the table

So whoever works out the word of one move knows nothing about the next: without the key the words
are independent of each other. The rules, and programs that play by the million, do not notice.
P counts the moves that stand: after an undo the same move meets the same chance again.
"""

from __future__ import annotations

import hmac

from spinney.core.rng import Rng, Source, rng_from_source

KEY_BYTES = 32


def digest(key: bytes, what: str) -> bytes:
    return hmac.digest(key, what.encode(), "sha256")


def word(key: bytes, position: int) -> int:
    """The word of the generator for the move after so many."""
    return int.from_bytes(digest(key, f"move {position}")[:8], "big") >> 2


class KeyStream(Source):
    """The bits of a set-up."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.block = 0  # how many were used
        self.left = b""

    def bits(self) -> int:
        if not self.left:
            self.left = digest(self.key, f"set-up {self.block}")
            self.block += 1
        bits, self.left = self.left[:4], self.left[4:]
        return int.from_bytes(bits, "big")


def set_up(key: bytes) -> Rng:
    """The dice for the set-up of a match."""
    return rng_from_source(KeyStream(key))


def parse_key(text: str) -> bytes:
    """A key as records have it; a ValueError if it is none."""
    if len(text) != 2 * KEY_BYTES or text.strip("0123456789abcdef"):
        raise ValueError(f"a key has {2 * KEY_BYTES} hexadecimal digits")
    return bytes.fromhex(text)
