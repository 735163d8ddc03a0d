"""Why nobody need trust the server's shuffle.

A table has a secret. The seed follows from it, and so does everything chance will ever say. When
the table is laid everybody is shown its commitment, a hash that fits no other secret; when the game
is over everybody is shown the secret. Whoever wrote the commitment down can then check that the
game was played with the shuffle that was promised, and that nothing was exchanged in between.
"""

from __future__ import annotations

import secrets
from hashlib import sha256

import msgspec

from spinney.core.record import Record, RecordError, read


def new_secret() -> str:
    """32 hexadecimal digits from the system's own source of chance."""
    return secrets.token_hex(16)


def seed(secret: str) -> int:
    """The first 62 bits of the hash of the secret."""
    return int.from_bytes(sha256(f"spinney seed {secret}".encode()).digest()[:8], "big") >> 2


def commitment(table: str, secret: str) -> str:
    """What is shown at the beginning. The name of the table is in it: it fits only this one."""
    return sha256(f"spinney commitment {table} {secret}".encode()).hexdigest()


class Download(msgspec.Struct, frozen=True):
    """A finished game with all that is needed to check it."""

    table: str
    secret: str
    commitment: str
    record: str


def verify(text: bytes, shown: str = "") -> Record:
    """Check a download; a RecordError says what does not fit.

    `shown` is the commitment as it was written down at the beginning: the one inside the file only
    proves that the file agrees with itself.
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
    record = read(download.record)
    if record.match.seed != seed(download.secret):
        raise RecordError("this game was played with another seed than the one promised")
    if not record.match.over:
        raise RecordError("this game was not played to its end")
    return record
