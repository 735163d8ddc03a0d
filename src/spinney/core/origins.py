"""Where the pieces of a game come from: who made the box, and what of it is our reconstruction,
because no print of it could be found.

Every entry of a components file is marked `fact` or `reconstruction`. A game says of each
reconstruction where it is seen on the table (drawing/origins.py marks it there) and what it is, in
words a player understands. An owner of the box who corrects an entry also changes its mark
to `fact`; then nothing is said of it any more.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace


class Reconstruction(Struct, frozen=True, kw_only=True):
    """Entries of the components file that belong together, and where they are seen. They stay as
    long as one of the entries is a reconstruction."""

    entries: tuple[str, ...]  # "cards.butter"; a trailing * stands for all that begin so
    what: str  # ends the sentence "Our reconstruction: …."
    says: str = ""  # what is said at the piece; "" repeats that sentence
    art: tuple[str, ...] = ()  # sprites with these symbols show it; * as above
    notes: tuple[str, ...] = ()  # … and notes with these titles
    panels: tuple[str, ...] = ()  # … and all of these panels: one sign for the whole

    @property
    def sentence(self) -> str:
        return self.says or f"Our reconstruction: {self.what}."


class Origins(Struct, frozen=True, kw_only=True):
    """What a game says of itself."""

    credits: str = ""  # designers, illustrators and publisher of the box, in a sentence or two
    reconstructions: tuple[Reconstruction, ...] = ()
    # Where the rulebook tells of them: the number of a rule, or a heading.
    told_in: str = "What is known about the components"

    @property
    def summary(self) -> str:
        """One sentence about all reconstructions. Empty if there are none."""
        parts = list(dict.fromkeys(one.what for one in self.reconstructions))
        if not parts:
            return ""
        listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
        return f"Our reconstruction: {listed}."

    def of(self, components: bytes) -> Origins:
        """The same for a components file, in which other entries may be reconstructions."""
        entries = reconstructed(components)
        standing = tuple(
            one
            for one in self.reconstructions
            if any(fits(pattern, entry) for pattern in one.entries for entry in entries)
        )
        return replace(self, reconstructions=standing)


def reconstructed(components: bytes) -> list[str]:
    """The names of all entries of a components file that are reconstructions."""
    return list(marked(tomllib.loads(components.decode()), ()))


def marked(entry: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    if entry.get("status") == "reconstruction":
        yield ".".join(path)
    for name, inner in entry.items():
        if isinstance(inner, dict):
            yield from marked(inner, (*path, name))


def fits(pattern: str, name: str) -> bool:
    """Whether a name is meant: exactly, or by its beginning where the pattern ends with *."""
    if pattern.endswith("*"):
        return name.startswith(pattern[:-1])
    return name == pattern
