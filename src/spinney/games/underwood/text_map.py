"""The forest floor as a map of letters, for a terminal: bars and lines run between two tiles.

------
| a1  |---
|  2     3  |
 -----------
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from spinney.games.underwood.pieces import q_of, r_of

HALF: Final = 3  # letters of half a space
WEST: Final = -64  # from the number of a cell to the one beside it
NOTHING: Final = -1


def outlined(signs: Mapping[int, str], under: Mapping[int, int], numbered: bool) -> list[str]:
    """The signs of the cells, with lines around each tile. `under`: the tile of a cell.
    `numbered`: each row begins with its r and q.
    """
    left = min(2 * q_of(cell) + r_of(cell) for cell in signs)
    top, low = min(map(r_of, signs)), max(map(r_of, signs))
    lines = []
    for r in range(top, low + 2):
        row = sorted(cell for cell in signs if r_of(cell) == r)
        above = [cell for cell in signs if r_of(cell) == r - 1]
        head = f"{r:>3},{q_of(row[0]):>3} " if numbered and row else " " * 8 * numbered
        lines.append(
            " " * 8 * numbered + edge(halves(above, under, left), halves(row, under, left))
        )
        if row:
            lines.append(head + spaces(row, signs, under, left))
    return lines


def halves(row: list[int], under: Mapping[int, int], left: int) -> dict[int, int]:
    """The tile of each half space of a row."""
    return {2 * q_of(cell) + r_of(cell) - left + i: under[cell] for cell in row for i in (0, 1)}


def edge(above: Mapping[int, int], below: Mapping[int, int]) -> str:
    """The line between two rows, by half spaces."""
    last = max([*above, *below], default=NOTHING)
    parts = [above.get(half, NOTHING) != below.get(half, NOTHING) for half in range(last + 1)]
    return "".join(("-" if part else " ") * HALF for part in parts).rstrip()


def spaces(row: list[int], signs: Mapping[int, str], under: Mapping[int, int], left: int) -> str:
    line = ""
    for cell in row:
        column = (2 * q_of(cell) + r_of(cell) - left) * HALF
        bar = under.get(cell + WEST, NOTHING) != under[cell]
        line = f"{line:<{column}}{'|' if bar else ' '}{signs[cell]:^5}"
        if cell - WEST not in signs:
            line += "|"
    return line
