"""Guests: no accounts, only a cookie with a token in it, and a name.

Of a token nothing but its hash is ever kept or logged. A token that the store does not know is
never adopted: whoever shows one gets a new one.
"""

from __future__ import annotations

import secrets
import unicodedata
from hashlib import sha256

COOKIE = "spinney_guest"  # on plain HTTP
SECURE_COOKIE = "__Host-spinney_guest"  # on TLS: no other host and no plain page can set it
DAYS = 400  # browsers keep no cookie longer
NAMES = (
    *("Badger", "Otter", "Hedgehog", "Squirrel", "Marten", "Dormouse", "Hare", "Vole"),
    *("Robin", "Wren", "Jay", "Nuthatch", "Owl", "Siskin", "Woodpecker", "Treecreeper"),
)
NAME_LENGTH, CHAT_LENGTH = 30, 300
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # letters and signs that show nothing
JOINERS = "\u200c\u200d"  # invisible, but some scripts and pictures need them
PILE = 4  # accents on one letter, at most


def token() -> str:
    """128 bits nobody can guess: of a guest, an invitation, a table."""
    return secrets.token_urlsafe(16)


def digest(said: str) -> str:
    return sha256(said.encode(errors="replace")).hexdigest()


def any_name() -> str:
    return secrets.choice(NAMES)


def clean(said: str, length: int) -> str:
    """What somebody wrote, as one line of visible text; empty if nothing of it can be seen."""
    kept: list[str] = []
    pile = 0
    for sign in unicodedata.normalize("NFC", said):
        kind = unicodedata.category(sign)
        pile = pile + 1 if kind in ("Mn", "Me") else 0
        if kind[0] == "Z" or sign in "\t\n\r" or sign in BLANKS:
            kept.append(" ")
        elif sign in JOINERS or (kind[0] != "C" and pile <= PILE):
            kept.append(sign)
    line = " ".join("".join(kept).split())[:length].strip()
    seen = any(sign not in JOINERS and unicodedata.category(sign)[0] not in "MZ" for sign in line)
    return line if seen else ""


def shown(cookies: str, cookie: str = COOKIE) -> str:
    """The token in a Cookie header, or nothing."""
    for part in cookies.split(";"):
        name, _, value = part.strip().partition("=")
        if name == cookie and 16 <= len(value) <= 64:
            return value
    return ""


def baked(said: str, secure: bool) -> str:
    """The Set-Cookie header for a token. `secure`: the request came by TLS."""
    keep = f"Path=/; Max-Age={DAYS * 86400}; HttpOnly; SameSite=Lax"
    return f"{SECURE_COOKIE}={said}; {keep}; Secure" if secure else f"{COOKIE}={said}; {keep}"
