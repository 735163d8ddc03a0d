"""The fair deal: nobody can choose the shuffle, and everybody can check it afterwards.

A table has a secret. When the table is created, everybody sees its commitment: a hash that fits no
other secret. After that each person's browser adds a share, a random value of its own. All random
draws follow from the secret and the shares together. The server had to choose the secret before it
saw the shares, and nobody else knew the secret when choosing a share. When the match is over, the
secret and the shares are published. Whoever noted the commitment, or a share, can then check that
the match was dealt as promised.

Tables from before 0.2 were dealt from the secret alone, by a seed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from spinney.core.keyed_rng import digest
from spinney.core.record import Record, RecordError, read

SHARE = "^[0-9a-f]{64}$"  # 256 random bits


def new_secret() -> str:
    """32 random hexadecimal digits from the operating system."""
    return secrets.token_hex(16)


def new_share() -> str:
    """What a person's browser adds: 64 hexadecimal digits."""
    return secrets.token_hex(32)


def key(secret: str, shares: Sequence[str]) -> bytes:
    """What a match is dealt from: HMAC-SHA256(secret, "spinney key SHARE SHARE …"), with one share
    per seat. The share of a seat that adds nothing is empty."""
    return digest(secret.encode(), " ".join(["spinney key", *shares]))


def seed(secret: str) -> int:
    """The first 62 bits of the hash of the secret: how tables were dealt before there were keys."""
    return int.from_bytes(sha256(f"spinney seed {secret}".encode()).digest()[:8], "big") >> 2


def commitment(table: str, secret: str) -> str:
    """What is shown at the beginning. It includes the id of the table, so it fits no other."""
    return sha256(f"spinney commitment {table} {secret}".encode()).hexdigest()


class Download(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game with all that is needed to check it."""

    table: str
    secret: str
    commitment: str
    record: str
    shares: list[str] = []  # by seat; empty for a seat that added none
    components: str = ""  # the components file it was played with, if not the game's own


def verify(
    text: bytes, shown: str = "", share: str = "", components: bytes | None = None
) -> Record:
    """Check a download. A RecordError says what does not fit.

    `shown` is the commitment that was noted at the beginning, and `share` what your own browser
    added. The ones in the file only prove that the file agrees with itself. `components` is the
    components file that it was played with, if neither the usual one nor in the download.
    """
    try:
        download = msgspec.json.decode(text, type=Download)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RecordError("this is no game as a table hands it out when it is over") from None
    fits = commitment(download.table, download.secret)
    if download.commitment != fits:
        raise RecordError("the secret does not fit the commitment in this file")
    if shown and shown.strip().lower() != fits:
        raise RecordError("the secret does not fit the commitment that was shown")
    if share and share.strip().lower() not in download.shares:
        raise RecordError("this game was dealt without that share")
    if components is None and download.components:
        components = download.components.encode()
    record = read(download.record, components)
    if record.match.key:
        if record.match.key != key(download.secret, download.shares):
            raise RecordError("this game was not dealt from the secret and the shares in this file")
    elif record.match.seed != seed(download.secret):
        raise RecordError("this game was played with another seed than the one promised")
    elif download.shares:
        raise RecordError("this file names shares, but the game was dealt without them")
    if not record.match.over:
        raise RecordError("this game was not played to its end")
    return record
