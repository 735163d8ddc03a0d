"""The forest as a map of letters, for a terminal.

              0          1
         +----------+----------+
      0  |Earthlover|Fly Agaric|
         |2         |3       1C|
         +----------Y0---------+

A mushroom has its name, cut short, its value and its carbon. A plant stands on its corner: the sign
of its player and its carbon; a Tree has an asterisk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from spinney.games.undergrove.view_types import Fir, Mushroom, View

WIDE: Final = 10  # letters of a mushroom between two corners
NARROW: Final = 5  # the same in a wide forest
MANY: Final = 7  # columns from which a forest is wide
LOW: Final = 2  # lines of a mushroom between two corners
MARGIN: Final = 6  # letters before the first corner


def forest_map(seen: View, called: Sequence[str], name_of: Callable[[str], str]) -> list[str]:
    """The map, and what its signs mean. `called`: the players' names; `name_of`: a mushroom's."""
    xs, ys = [one.x for one in seen.forest], [one.y for one in seen.forest]
    west, east, north, south = min(xs), max(xs), min(ys), max(ys)
    size = WIDE if east - west + 1 < MANY else NARROW
    across, down = size + 1, LOW + 1
    sheet = [
        [" "] * (MARGIN + (east - west + 1) * across + 2)
        for _ in range((south - north + 1) * down + 1)
    ]

    def write(x: int, y: int, text: str) -> None:
        for i, letter in enumerate(text):
            sheet[y][x + i] = letter

    def corner(x: int, y: int) -> tuple[int, int]:
        return MARGIN + (x - west) * across, (y - north) * down

    for y in range(north, south + 1):
        write(0, corner(west, y)[1] + 1, f"{y:>3}")
    for mushroom in seen.forest:
        left, top = corner(mushroom.x, mushroom.y)
        for side in (0, down):
            write(left, top + side, "+" + "-" * size + "+")
        for line, text in enumerate(inside(mushroom, name_of(mushroom.kind), size), 1):
            write(left, top + line, f"|{text:<{size}}|")
    for who, fir in enumerate(seen.firs):
        for plant in fir.plants:
            x, y = corner(plant.x, plant.y)
            grown = "*" if plant.tree else str(plant.carbon)
            write(x, y, f"{sign(called, who)}{grown}")
    for x, y in closed(seen):
        write(*corner(x, y), "#")
    head = [" "] * len(sheet[0])
    for x in range(west, east + 1):
        at = corner(x, north)[0] + across // 2 - 1
        head[at : at + 2] = f"{x:>2}"
    lines = ["".join(row).rstrip() for row in [head, *sheet]]
    return [*lines, key(seen.firs, called, bool(closed(seen)))]


def inside(mushroom: Mushroom, name: str, size: int) -> tuple[str, str]:
    """The two lines of a mushroom: its name cut short; its value and its carbon."""
    words = name.replace("'", "").split()
    if len(words) > 1 and size > NARROW:
        first = words[0][: size - 5 if len(words[-1]) > 3 else size - 4]
        cut = f"{first} {words[-1]}"[:size]
    else:
        cut = "".join(word[: 2 if len(words) > 1 else size] for word in words)[:size]
    carbon = f" {mushroom.carbon}C" if mushroom.carbon else ""
    return cut, f"{mushroom.value}{carbon:>{size - len(str(mushroom.value))}}"


def closed(seen: View) -> list[tuple[int, int]]:
    """The corners of Earthlover that stay closed."""
    return [(name.endswith("e"), name.startswith("s")) for name in seen.blocked]


def sign(called: Sequence[str], who: int) -> str:
    """A player's first letter; letters in order if that would not tell all players apart."""
    firsts = [name[:1].upper() for name in called]
    apart = len(set(firsts)) == len(firsts) and all(map(str.isalpha, firsts))
    return firsts[who] if apart else chr(ord("A") + who)


def key(firs: Sequence[Fir], called: Sequence[str], closed_too: bool) -> str:
    signs = ", ".join(f"{sign(called, who)} {called[who]}" for who in range(len(firs)))
    shut = ", # closed" if closed_too else ""
    return f"{signs}: plants with their carbon, * a Tree{shut}. In a mushroom: value, carbon."
