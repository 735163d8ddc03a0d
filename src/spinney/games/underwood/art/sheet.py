"""The printed pieces of Underwood as one sheet of symbols: the drawings beside this file, the forms
of the tiles from the figures of the box, and the cover.
"""

from __future__ import annotations

from pathlib import Path

from spinney.drawing.outlines import Plate, symbol_of
from spinney.games.underwood.components import Box
from spinney.games.underwood.outline import SIZE, centre, outline, seams
from spinney.games.underwood.pieces import TILES

HERE = Path(__file__).parent
LIGHT, DARK = "#fbf4e2", "#1d1710"

# A label with hollow corners, as on a drawer of a collection.
LABEL = (
    "M44 328H256A10 10 0 0 0 266 338V378A10 10 0 0 0 256 388"
    "H44A10 10 0 0 0 34 378V338A10 10 0 0 0 44 328Z"
)


def sheet(box: Box, title: str) -> str:
    """Every symbol the board uses."""
    symbols = [symbol_of(path.stem, path.read_text("utf-8")) for path in sorted(HERE.glob("*.svg"))]
    for number, tile in enumerate(box.every(), 1):
        cells = [(q - tile.cells[0][0], r - tile.cells[0][1]) for q, r in tile.cells]
        symbols.append(form(number, cells).symbol(f"form-{number}"))
    symbols.append(cover(title).symbol("cover"))
    return "\n".join(symbols)


def form(number: int, cells: list[tuple[int, int]]) -> Plate:
    """A tile as large as on the board, its first space in the middle of the picture."""
    tone = f"var(--soil-{number % 5})" if number <= TILES else "var(--rock)"
    plate = Plate()
    plate.raw(
        f'<g transform="translate(50 50)"><path d="{outline(cells)}" fill="{tone}"'
        f' stroke="var(--ink)" stroke-width="2.6"/><path d="{seams(cells)}" fill="none"'
        ' stroke="var(--ink)" stroke-width="1.4" stroke-dasharray="1 5" opacity=".7"/>'
    )
    if number > TILES:
        for x, y in [centre(cell) for cell in cells]:
            plate.use("ants", x - SIZE * 0.8, y - SIZE * 0.8, SIZE * 1.6, SIZE * 1.6)
    return plate.raw('<circle r="7" fill="var(--ink)" opacity=".55"/></g>')


def cover(title: str) -> Plate:
    """The lid of the box: its picture, and the name on a plate of paper."""
    plate = Plate(width=300, height=400)
    plate.raw('<svg width="300" height="400" overflow="hidden">')
    plate.use("lid", 0, 0, 300, 400)
    plate.raw(
        f'</svg><rect x="7" y="7" width="286" height="386" rx="7" fill="none" stroke="{LIGHT}"'
        ' stroke-width="1.2" opacity=".45"/>'
        f'<path d="{LABEL}" fill="{LIGHT}" stroke="{DARK}" stroke-width="2.4"/>'
        f'<path d="{LABEL}" fill="none" stroke="{DARK}" stroke-width="1"'
        ' transform="translate(150 358) scale(.95 .84) translate(-150 -358)"/>'
    )
    return plate.words(title, 150, 374, 44, "#33261c", most=204)
