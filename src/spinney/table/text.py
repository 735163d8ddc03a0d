"""Text that people have typed."""

from __future__ import annotations

import unicodedata

NAME_LENGTH, CHAT_LENGTH = 30, 300
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # letters and symbols that are invisible
JOINERS = "\u200c\u200d"  # invisible, but some scripts and emoji need them
PILE = 4  # accents on one letter, at most


def clean(text: str, length: int) -> str:
    """The text as one line of visible characters. Empty if nothing in it is visible."""
    kept: list[str] = []
    pile = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        pile = pile + 1 if kind in ("Mn", "Me") else 0
        if kind[0] == "Z" or sign in "\t\n\r" or sign in BLANKS:
            kept.append(" ")
        elif sign in JOINERS or (kind[0] != "C" and pile <= PILE):
            kept.append(sign)
    line = " ".join("".join(kept).split())[:length].strip()
    seen = any(sign not in JOINERS and unicodedata.category(sign)[0] not in "MZ" for sign in line)
    return line if seen else ""
