"""Why nobody need trust the server's shuffle.

A table has a secret. When it is laid everybody is shown its commitment, a hash that fits no other
secret. After that each person's browser adds a share, a random value of its own. Everything chance
will ever say follows from the secret and the shares together: the server had to choose its secret
before it saw them, and nobody else knew the secret when choosing a share. When the game is over,
secret and shares are shown. Whoever wrote the commitment down, or kept a share, can then check that
the game was played with the shuffle that was promised.

Tables of before 0.2 were dealt from the secret alone, by a seed.
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
    """32 hexadecimal digits from the system's own source of chance."""
    return secrets.token_hex(16)


def new_share() -> str:
    """What a person's browser adds: 64 hexadecimal digits."""
    return secrets.token_hex(32)


def key(secret: str, shares: Sequence[str]) -> bytes:
    """What a match is dealt from: HMAC-SHA256(secret, "spinney key SHARE SHARE …"), one share a
    seat. Seats that add nothing have an empty one."""
    return digest(secret.encode(), " ".join(["spinney key", *shares]))


def seed(secret: str) -> int:
    """The first 62 bits of the hash of the secret: how tables were dealt before there were keys."""
    return int.from_bytes(sha256(f"spinney seed {secret}".encode()).digest()[:8], "big") >> 2


def commitment(table: str, secret: str) -> str:
    """What is shown at the beginning. The name of the table is in it: it fits only this one."""
    return sha256(f"spinney commitment {table} {secret}".encode()).hexdigest()


class Download(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game with all that is needed to check it."""

    table: str
    secret: str
    commitment: str
    record: str
    shares: list[str] = []  # by seat; empty for a seat that added none


def verify(text: bytes, shown: str = "", share: str = "") -> Record:
    """Check a download; a RecordError says what does not fit.

    `shown` is the commitment as it was written down at the beginning, `share` what one's own
    browser added: those inside the file only prove that the file agrees with itself.
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
    record = read(download.record)
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
