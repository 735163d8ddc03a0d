"""The printed tiles of Undergrove, composed from the drawings and the figures of the box.

Corners belong to plants and their Roots, so the print keeps to the middle: the cost above, the type
at the left, the value at the right, the ability and the name below.
"""

from __future__ import annotations

from typing import NamedTuple

from spinney.drawing.outlines import INK, PIGMENTS, Plate
from spinney.drawing.text_width import breadth
from spinney.games.undergrove.art.signs import TYPES

SIDE = 200
WIDTHS = {"absorb": 1.9, "|": 0.3, "/": 0.42, "+": 0.5, "x2": 0.62, "any": 1.1, "here": 1.3}


class Face(NamedTuple):
    """What is printed on a mushroom tile."""

    id: str
    name: str
    type: str
    cost: tuple[str, ...]  # signs of what it takes: act-ring, cube-c, cube-any
    ability: tuple[str, ...]  # signs of what it does; "/" and "|" are printed as they are
    value: str  # '3', '0-5', '2+'
    ongoing: bool = False
    slots: tuple[int, ...] = ()  # points of its scoring spaces
    near: str = ""  # the type whose neighbours add to its value
    marks: tuple[str, ...] = ()  # what the name has in it: colour, creature


def tile(face: Face) -> Plate:
    plate = Plate(width=SIDE, height=SIDE)
    colour = TYPES[face.type]
    plate.raw(
        '<rect x="1.5" y="1.5" width="197" height="197" rx="14" fill="var(--card,#fbf5e7)"'
        ' stroke="var(--edge,#5a4636)" stroke-width="2.5"/>'
        f'<rect x="7.5" y="7.5" width="185" height="185" rx="10" fill="none" stroke="{colour}"'
        ' stroke-width="5"/>'
        f'<path d="M46 128C38 92 54 50 100 46C146 50 162 92 154 128Z" fill="{colour}"'
        ' opacity=".24"/>'
    )
    plate.use(face.id, 54, 39, 92, 92)
    if face.ongoing:
        plate.raw(f'<rect x="58" y="12" width="84" height="23" rx="11.5" fill="{colour}"/>').words(
            "ongoing", 100, 29, 17, "#fdf8ea", italic=True, most=70
        )
    else:
        row(plate, face.cost, 26, 32 if len(face.cost) < 4 else 27)
    if face.type != "none":
        plate.use(f"act-{face.type}", 13, 54, 32, 32)
    plate.use(worth_sign(face.value), 155, 52, 36, 37)
    if face.near:
        plate.use(f"act-{face.near}", 165, 90, 24, 24)
    for i, points in enumerate(face.slots):
        x, y = slot(i, len(face.slots))
        plate.raw(
            f'<rect x="{x - 10:g}" y="{y - 10:g}" width="20" height="20" rx="3" fill="none"'
            f' stroke="{INK}" stroke-width="1.6" stroke-dasharray="3 2"/>'
        ).words(str(points), x, y + 5, 15)
    for i, mark in enumerate(face.marks):
        plate.use(f"mark-{mark}", 129, 105 - 21 * i, 20, 20)
    wide = sum(WIDTHS.get(one, 1.0) for one in face.ability)
    row(plate, face.ability, 142, min(30, 140 / max(wide, 1)))
    named(plate, face.name)
    return plate


def worth_sign(value: str) -> str:
    """The symbol of a printed value: '3', '0-5', '2+'."""
    return f"value-{value.replace('+', '-more')}"


def slot(i: int, count: int) -> tuple[float, float]:
    """The middle of a scoring space, in the units of the tile."""
    return 159 + 21 * (i % 2), 104 + 21 * (i // 2)


def row(plate: Plate, signs: tuple[str, ...], y: float, size: float) -> None:
    """Signs beside each other, centred."""
    wide = sum(WIDTHS.get(one, 1.0) for one in signs) * size * 1.02
    x = SIDE / 2 - wide / 2
    for one in signs:
        w = WIDTHS.get(one, 1.0) * size
        if one in ("/", "+"):
            plate.words(one, x + w / 2, y + size * 0.28, size * 0.8)
        elif one in ("any", "here", "x2"):
            word = "\u00d72" if one == "x2" else one
            plate.words(word, x + w / 2, y + size * 0.22, size * 0.62, italic=one != "x2", most=w)
        elif one == "|":
            plate.raw(
                f'<path d="M{x + w / 2:g} {y - size * 0.45:g}V{y + size * 0.45:g}" stroke="{INK}"'
                ' stroke-width="1.2" opacity=".6"/>'
            )
        else:
            plate.use(one, x, y - size / 2, w, size)
        x += w * 1.02


def named(plate: Plate, name: str) -> None:
    """The name in one line, or in two."""
    size = 18
    words = name.split(" ")
    if len(words) == 1 or breadth(name, size, bold=True) <= 122:
        plate.words(name, 100, 180, size, most=124)
        return
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    first, second = min(cuts, key=lambda cut: max(breadth(c, size, bold=True) for c in cut))
    plate.words(first, 100, 170, 16.5, most=132)
    plate.words(second, 100, 186, 16.5, most=124)


def back() -> Plate:
    """Threads under the forest floor."""
    plate = Plate(5, SIDE, SIDE)
    plate.raw(
        f'<rect x="1.5" y="1.5" width="197" height="197" rx="14" fill="{PIGMENTS["deep"]}"'
        ' stroke="var(--edge,#5a4636)" stroke-width="2.5"/>'
    )
    lines = []
    for i in range(9):
        x = 20 + i * 20
        lines.append(
            f"{x},12 {x + plate.between(-16, 16):.0f},70 {x + plate.between(-22, 22):.0f},130"
            f" {x + plate.between(-12, 12):.0f},188"
        )
    plate.lines(lines, 2.2, "#9fb07a", 0.8)
    plate.use("spore", 60, 60, 80, 80)
    return plate


def spore() -> Plate:
    plate = Plate()
    plate.disc(50, 50, 44, "deep", ' stroke="#c9d29a" stroke-width="3"')
    plate.area("22,54! 24,34 50,20 76,34 78,54!", "#c9d29a", 0.1)
    return plate.area("43,56! 45,80 55,80 57,56!", "#c9d29a", 0.1)


def cover(title: str) -> Plate:
    """The lid of the box: its picture, and the name on a plate of paper."""
    plate = Plate(width=300, height=400)
    plate.raw(
        '<svg width="300" height="400" overflow="hidden">'
    )  # soil and boughs go over the edge
    plate.use("lid", 0, 0, 300, 400)
    plate.raw(
        '</svg><rect x="7" y="7" width="286" height="386" rx="7" fill="none" stroke="#f0d077"'
        ' stroke-width="1.2" opacity=".55"/>'
        f'<path d="{_LABEL}" fill="#fbf4e2" stroke="#1d1710" stroke-width="2.4"/>'
        f'<path d="{_LABEL}" fill="none" stroke="#1d1710" stroke-width="1"'
        ' transform="translate(150 358) scale(.95 .84) translate(-150 -358)"/>'
    )
    return plate.words(title, 150, 374, 45, "#33261c", most=204)


# A label with hollow corners, as on a drawer of a collection.
_LABEL = (
    "M44 328H256A10 10 0 0 0 266 338V378A10 10 0 0 0 256 388"
    "H44A10 10 0 0 0 34 378V338A10 10 0 0 0 44 328Z"
)
