"""The drawings, made by code: a sheet of SVG symbols, which the board names in its sprites.

drawing/outlines.py draws. An outline is a list of points that a smooth curve runs through; "!"
makes a corner. Drawings that are files can lie here too, as *.svg (drawing/outlines.py: symbol_of).
"""

from __future__ import annotations

from spinney.drawing.outlines import INK, Plate, shift

NUT = "22,46! 24,72 38,96 50,104! 62,96 76,72 78,46!"
CAP = "14,46! 16,26 34,12 50,11 66,12 84,26 86,46! 66,52 50,53 34,52"
STALK = "48,12! 46,4 54,1! 55,12!"
SHADE = "58,40! 90,40! 90,110! 50,106! 66,78"
LEAF = (
    "50,112! 47,98 28,98 27,84 14,80 20,66 10,56 22,46 18,32 33,30 36,14 50,6!"
    " 64,14 67,30 82,32 78,46 90,56 80,66 86,80 73,84 72,98 53,98"
)
COLOURS = {"rotten": "stone", "small": "moss", "plump": "clay", "golden": "butter"}
PILE = ((4, 30, "rust"), (42, 34, "ochre"), (22, 8, "clay"), (30, 44, "bark"), (10, 52, "ochre"))


def sheet(points: dict[str, int], title: str) -> str:
    """All symbols: an acorn of each kind with its points, and what lies around them."""
    symbols = [acorn(kind, worth).symbol(f"acorn-{kind}") for kind, worth in points.items()]
    symbols += [leaves().symbol("leaves"), unseen().symbol("unseen"), nest().symbol("nest")]
    symbols.append(cover(title).symbol("cover"))
    return "\n".join(symbols)


def draw_acorn(plate: Plate, colour: str, x: float = 0, y: float = 0, size: float = 1) -> None:
    nut, cap, stalk = (shift(outline, x, y, size) for outline in (NUT, CAP, STALK))
    plate.fill(stalk, "umber", 0).line(stalk, 2, closed=True)
    plate.fill(nut, colour, 1).line(nut, 2.4, closed=True)
    plate.hatch(nut, 66, 4, shift(SHADE, x, y, size), 1, 0.14, INK, 0.7)
    plate.fill(cap, "bark", 1).line(cap, 2.4, closed=True)
    plate.hatch(cap, 30, 5, "", 1, 0.14, INK, 0.6).hatch(cap, 150, 5, "", 1, 0.14, INK, 0.6)


def draw_leaf(plate: Plate, colour: str, x: float, y: float, size: float) -> None:
    leaf = shift(LEAF, x, y, size)
    plate.fill(leaf, colour, 1).line(leaf, 1.8, closed=True)
    plate.line(shift("50,112! 50,60 50,22!", x, y, size), 1.4)


def acorn(kind: str, points: int) -> Plate:
    plate = Plate(1, 100, 110)
    draw_acorn(plate, COLOURS[kind])
    return plate.words(str(points).replace("-", "\u2212"), 50, 84, 30, INK)


def leaves() -> Plate:
    plate = Plate(2, 120, 120)
    for x, y, colour in PILE:
        draw_leaf(plate, colour, x, y, 0.62)
    return plate


def unseen() -> Plate:
    """An acorn that somebody else has hidden."""
    plate = Plate(3, 100, 110)
    draw_leaf(plate, "ochre", 0, 0, 0.94)
    return plate.words("?", 50, 72, 40, INK)


def nest() -> Plate:
    plate = Plate(4, 160, 70)
    bowl = "4,14! 30,22 80,26 130,22 156,14! 148,44 116,64 80,67 44,64 12,44"
    plate.fill(bowl, "umber", 1)
    plate.hatch(bowl, 12, 6, "", 2, 0.3, "ochre").hatch(bowl, 168, 7, "", 2, 0.3, "cream", 0.7)
    return plate.line(bowl, 2.4, closed=True)


def cover(title: str) -> Plate:
    """The picture of the game on the shelf, 300 by 400."""
    plate = Plate(5, 300, 400)
    plate.raw('<rect width="300" height="400" fill="#25402f"/>')
    plate.raw('<circle cx="150" cy="150" r="118" fill="#8a9450"/>')
    plate.raw('<path d="M0 300Q150 250 300 300V400H0Z" fill="#54392a"/>')
    for x, y, colour in ((10, 210, "rust"), (190, 206, "ochre"), (96, 236, "clay")):
        draw_leaf(plate, colour, x, y, 0.95)
    draw_acorn(plate, "butter", 70, 48, 1.6)
    plate.raw('<rect x="24" y="326" width="252" height="56" rx="8" fill="#f7efdd"/>')
    return plate.words(title, 150, 368, 42, INK, most=230)
