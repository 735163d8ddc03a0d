"""The picture on the lid of the box: four toadstools at night, and the threads they share below.

Printed like the other drawings, but in colours of its own: a lid looks the same in both themes.
"""

from __future__ import annotations

import math

from spinney.drawing.outlines import Plate, ring, shift, write_points
from spinney.drawing.text_width import number

INK = "#16110d"
WIDTH, HEIGHT = 300, 400
SKY = ("#141f33", "#1d2c45", "#2a3f58", "#3f5a6b", "#6d8180")
SOIL = ("#3a2a20", "#2e2019", "#231812", "#190f0b")
CAPS = ("#3c9a70", "#5479d0", "#d95d3b", "#e8bb42")
THREAD, GLOW, PALE, LIGHT = "#e9d9a8", "#fff3c4", "#f4ead2", "#fbf4e2"
GROUND = 196


def cover(title: str) -> Plate:
    """The lid of the box: its picture, and the name on a plate of paper."""
    plate = Plate(43, WIDTH, HEIGHT)
    plate.raw(f'<svg width="{WIDTH}" height="{HEIGHT}" overflow="hidden">')
    _sky(plate)
    _soil(plate)
    _threads(plate)
    _stones(plate)
    _toadstools(plate)
    _spores(plate)
    plate.raw(
        f'</svg><rect x="7" y="7" width="286" height="386" rx="7" fill="none" stroke="{GLOW}"'
        ' stroke-width="1.2" opacity=".5"/>'
        f'<path d="{_LABEL}" fill="{LIGHT}" stroke="{INK}" stroke-width="2.4"/>'
        f'<path d="{_LABEL}" fill="none" stroke="{INK}" stroke-width="1"'
        ' transform="translate(150 358) scale(.955 .84) translate(-150 -358)"/>'
    )
    return plate.words(title, 150, 370, 36, "#33261c", most=216)


def _sky(plate: Plate) -> None:
    plate.raw(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{SKY[0]}"/>')
    for i, colour in enumerate(SKY[1:]):
        plate.fill(ring(150, GROUND + 6, 190 - 36 * i, 165 - 36 * i, 14), colour, 0)
    plate.disc(214, 58, 25, "#efe6c6")
    plate.fill("222,38 234,48 236,62 228,76 216,80 224,64 226,50", "#d2c795", 0, 0.7)
    for _ in range(34):
        x, y = plate.between(10, 290), plate.between(12, 120)
        if math.hypot(x - 214, y - 58) > 34:
            plate.disc(x, y, plate.between(0.5, 1.3), PALE, ' opacity=".8"')
    firs = []
    for i in range(24):
        left, high = -15 + i * 13.4 + plate.between(-4, 4), plate.between(26, 64)
        firs.append(f"M{number(left)} {GROUND + 4}l9 {number(-high)} 9 {number(high)}z")
    plate.raw(f'<path d="{"".join(firs)}" fill="#14222a"/>')


def _soil(plate: Plate) -> None:
    """Layers, darker as they go down; the surface is moss."""
    for i, colour in enumerate(SOIL):
        top = GROUND + 2 + i * 42
        line = " ".join(f"{x},{top + plate.between(-6, 6):.0f}" for x in range(0, 301, 50))
        plate.fill(f"-4,{top}! {line} 304,{top}! 304,404! -4,404!", colour, 0)
    tufts = []
    for _ in range(120):
        x, y = plate.between(-2, 302), GROUND + plate.between(-3, 9)
        tufts.append(write_points(((x, y), (x + plate.between(-3, 3), y - plate.between(5, 11)))))
    plate.lines(tufts, 1.5, "#4e6b3c").lines(tufts[:50], 0.9, "#8ca35a")


def _threads(plate: Plate) -> None:
    """Mycelium: every thread forks, and some of its tips glow."""
    thick: list[str] = []
    thin: list[str] = []
    tips: list[tuple[float, float]] = []

    def grow(x: float, y: float, angle: float, length: float, depth: int) -> None:
        points = [(x, y)]
        for _ in range(4):
            angle += plate.between(-0.28, 0.28)
            x, y = x + length / 4 * math.cos(angle), y + length / 4 * math.sin(angle)
            points.append((x, y))
        (thick if depth < 2 else thin).append(write_points(points))
        if depth == 4 or y > 395 or y < GROUND + 6:
            tips.append((x, y))
            return
        for side in (-1, 1):
            grow(x, y, angle + side * plate.between(0.25, 0.7), length * 0.84, depth + 1)

    for foot, _, _ in FEET:
        for angle in (1.1, 1.57, 2.05):
            grow(foot, GROUND + 4, angle, 42, 0)
    plate.lines(thin, 0.8, THREAD, 0.55).lines(thick, 1.7, THREAD, 0.85)
    for x, y in tips[::4]:
        plate.disc(x, y, 3.6, GLOW, ' opacity=".22"').disc(x, y, 1.3, GLOW)


def _stones(plate: Plate) -> None:
    for x, y, size in (
        (38, 262, 15),
        (262, 250, 18),
        (150, 286, 12),
        (286, 316, 20),
        (14, 330, 17),
    ):
        angles = [math.pi / 4 * i for i in range(8)]
        rim = [(size * plate.between(0.8, 1.1), a) for a in angles]
        outline = write_points((x + r * math.cos(a), y + 0.7 * r * math.sin(a)) for r, a in rim)
        plate.fill(outline, "#6d6459", 0).line(outline, 1.6, closed=True, colour=INK)
        shade = f"{x},{y - 30}! {x + 40},{y - 30}! {x + 40},{y + 30}! {x - 4},{y + 30}!"
        plate.hatch(outline, 60, 3.2, shade, 0.9, 0.15, INK)


FEET = ((62, 1.0, 1), (122, 1.62, 2), (190, 1.3, 0), (246, 0.86, 3))  # where, how large, which cap


def _toadstools(plate: Plate) -> None:
    for x, size, cap in sorted(FEET, key=lambda foot: foot[1]):
        y = GROUND + 8
        foot = shift("-6,-34! -4,-20 -9,-4 0,2 9,-4 4,-20 6,-34!", x, y, size * 1.5)
        skirt = shift("-6,-28! 6,-28! 12,-18! 6,-20 0,-17 -6,-20 -12,-18!", x, y, size * 1.5)
        hat = "-26,-30! -25,-44 -14,-58 0,-62 14,-58 25,-44 26,-30! 13,-26 0,-25 -13,-26"
        hat = shift(hat, x, y, size * 1.5)
        shade = shift("6,-70! 40,-70! 40,-20! -2,-20! 10,-36 14,-50", x, y, size * 1.5)
        plate.fill(foot, PALE, 1).line(foot, 2, closed=True, colour=INK)
        dark = shift("0,-40! 20,-40! 20,4! 1,4!", x, y, size * 1.5)
        plate.hatch(foot, 88, 2.6, dark, 0.9, 0.15, INK)
        plate.fill(skirt, PALE, 0.6).line(skirt, 1.6, closed=True, colour=INK)
        plate.fill(hat, CAPS[cap], 1.2).line(hat, 2.3, closed=True, colour=INK)
        plate.hatch(hat, 66, 3, shade, 1, 0.14, INK)
        flecks = ((-8, -46, 3.6), (5, -53, 2.6), (-16, -36, 2.6), (10, -39, 3), (-2, -35, 2))
        for dx, dy, r in flecks:
            plate.disc(x + dx * size * 1.5, y + dy * size * 1.5, r * size * 1.3, PALE)


def _spores(plate: Plate) -> None:
    """A little light drifts away from the caps."""
    for x, size, _ in FEET:
        for _ in range(9):
            a = plate.between(-2.9, -0.25)
            far = size * plate.between(60, 118)
            px, py = x + 0.72 * far * math.cos(a), GROUND - 40 * size + 0.72 * far * math.sin(a)
            r = plate.between(0.9, 1.9)
            plate.disc(px, py, r * 2.4, GLOW, ' opacity=".2"').disc(px, py, r, GLOW)


# A label with hollow corners, as on a drawer of a collection.
_LABEL = (
    "M32 328H268A10 10 0 0 0 278 338V378A10 10 0 0 0 268 388"
    "H32A10 10 0 0 0 22 378V338A10 10 0 0 0 32 328Z"
)
