"""The field as a map of letters, for a terminal.

  *   *           A tile has its set and its number, or S, F, R; * is a spore side, ~ one of
*  G3   ~  1,0    roots. A free place has its q and r.
  ~   ~
"""

from __future__ import annotations

from typing import Final

from spinney.games.micro_mycelium.components import Box
from spinney.games.micro_mycelium.pieces import HEADINGS, SIDES
from spinney.games.micro_mycelium.view_types import View

STEP: Final = 4  # letters that a tile lies further right for half a place
HIGH: Final = 3  # lines of a row
WIDEST: Final = 78  # letters; a wider field is drawn smaller
AT: Final = ((7, 1), (6, 2), (2, 2), (1, 1), (2, 0), (6, 0))  # the sides, clockwise from the east
SIGNS: Final = {"S": "*", "R": "~"}
KEY: Final = "* spores, ~ roots; S stump, F flower, R rock; free places: q,r."


def field_in_large(box: Box, seen: View) -> list[str]:
    """The map, and what its signs mean. Nothing if it would be too wide."""
    laid = {(one.q, one.r): one for one in seen.field}
    edge = {(q + a, r + b) for q, r in laid for a, b in HEADINGS} - set(laid)
    places = [*laid, *edge]
    if not laid:
        return []
    left, top = min(2 * q + r for q, r in places), min(r for _, r in places)
    width = (max(2 * q + r for q, r in places) - left + 2) * STEP
    if width > WIDEST:
        return []
    high = (max(r for _, r in places) - top + 1) * HIGH
    sheet = [[" "] * width for _ in range(high)]
    for q, r in places:
        x, y = (2 * q + r - left) * STEP, (r - top) * HIGH
        one = laid.get((q, r))
        name = f"{q},{r}"
        if one is not None:
            sign = one.tile[1] if one.tile[0] == "m" else one.tile[0].upper()
            name = box.colour(one.set)[0].upper() + sign
            for side, print_ in enumerate(box.tiles[one.tile].sides):
                across, down = AT[(side + one.turn) % SIDES]
                sheet[y + down][x + across] = SIGNS.get(print_, " ")
        for i, letter in enumerate(f"{name:^5}"):
            sheet[y + 1][x + 2 + i] = letter
    lines = ["".join(row).rstrip() for row in sheet]
    while not lines[0]:
        del lines[0]
    return [*(line or " " for line in lines), KEY]  # an empty line would divide the table
