"""Searches a game's rulebook: by the number of a rule or of a ruling, or by a word."""

from __future__ import annotations

import re

HEADING = re.compile(r"^#{2,6} +(.+?) *$", re.M)
RULING = re.compile(r"^\*\*(#\d+ .+?)\*\*\s*(.*?)(?=\n\s*\n|\Z)", re.M | re.S)


def sections(rulebook: str) -> dict[str, str]:
    """The rulebook by its headings ('R3.1 …'), each with the text up to the next one."""
    parts = HEADING.split(rulebook)
    return {title: text.strip() for title, text in zip(parts[1::2], parts[2::2], strict=True)}


def rulings(rulebook: str) -> dict[str, str]:
    """The rulings by their questions ('#7 How long …?')."""
    return {" ".join(asked.split()): answer for asked, answer in RULING.findall(rulebook)}


def look_up(rulebook: str, wanted: str) -> dict[str, str]:
    """The entries of the rulebook that fit: one to read, several to choose from, or none."""
    whole, answers = sections(rulebook), rulings(rulebook)
    entries = {**whole, **answers}
    asked = " ".join(wanted.casefold().split())
    for name in (asked, f"r{asked}"):  # R3.1, r3.1, 3.1, #7
        exact = [title for title in entries if number(title) == name]
        if exact:
            return {exact[0]: entries[exact[0]]}
    named = [title for title in whole if title.casefold().startswith(asked)]
    if len(named) == 1:
        return {named[0]: entries[named[0]]}
    # Rulings are searched by themselves, so their words do not count for their section.
    inside = {**{title: RULING.sub("", text) for title, text in whole.items()}, **answers}
    found = [
        title for title, text in inside.items() if asked in spaced(title) or asked in spaced(text)
    ]
    found.sort(key=lambda title: asked not in spaced(title))  # what is about it comes first
    return {title: entries[title] for title in found}


def number(title: str) -> str:
    return title.casefold().split(" ")[0]


def spaced(text: str) -> str:
    """The text without capitals, line breaks and Markdown marks."""
    return " ".join(re.sub(r"[*_`|]", "", text).casefold().split())
