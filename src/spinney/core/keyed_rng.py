"""Random numbers from a key: earlier draws do not reveal later ones.

The generator of the rules (rng.py) is a number of 62 bits, small enough to be copied a million
times a second. Enough visible draws reveal it, and with it every later draw. A match on a server
therefore has a key of 256 bits. The set-up draws its bits from the key, and before each move the
generator gets a new word:

    set-up    the bits of HMAC-SHA256(key, "set-up N") for N = 0, 1, …, 32 at a time
    move P    the first 62 bits of HMAC-SHA256(key, "move P"); P moves were made and not undone

Whoever finds out the word of one move knows nothing about the next, because without the key the
words are independent. Rules and search are unaffected. After an undo the same move has the same
random results again, because P does not count undone moves.
"""

from __future__ import annotations

import hmac

from spinney.core.rng import Rng, Source, rng_from_source

KEY_BYTES = 32


def digest(key: bytes, what: str) -> bytes:
    return hmac.digest(key, what.encode(), "sha256")


def word(key: bytes, position: int) -> int:
    """The word for the move at this position."""
    return int.from_bytes(digest(key, f"move {position}")[:8], "big") >> 2


class KeyStream(Source):
    """The random bits of the set-up."""

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
    """The generator for the set-up of a match."""
    return rng_from_source(KeyStream(key))


def parse_key(text: str) -> bytes:
    """Parse a key as written in records; a ValueError if it is not one."""
    if len(text) != 2 * KEY_BYTES or text.strip("0123456789abcdef"):
        raise ValueError(f"a key has {2 * KEY_BYTES} hexadecimal digits")
    return bytes.fromhex(text)
