"""The picture on the lid of the box: a morel in a deep wood, and a basket that waits for it.

Printed like the other drawings, but in colours of its own: a lid looks the same in both themes.
"""

from __future__ import annotations

import math

from spinney.drawing.outlines import (
    Plate,
    at,
    inside,
    path_data,
    polygon,
    ring,
    shift,
    spans,
    write_points,
)
from spinney.drawing.shared_art import fern_leaf
from spinney.drawing.text_width import number

INK = "#1d1710"
WIDTH, HEIGHT = 300, 400
SUN = (150, 118)
SKY = "#12241d"
LIGHT = (  # the clearing behind the trees, ring by ring
    (196, "#183026"),
    (168, "#21402f"),
    (141, "#335639"),
    (115, "#557545"),
    (92, "#8b9c56"),
    (72, "#c8bf70"),
    (54, "#f0dd97"),
)
FAR, MIDDLE, NEAR, BARK = "#2c4d38", "#1c372a", "#0f2019", "#3a5a3f"
RIDGE, PIT, HOLLOW = "#c99b5c", "#5b3a22", "#3a2417"


def lid() -> Plate:
    plate = Plate(41, WIDTH, HEIGHT)
    _clearing(plate)
    _trees(plate)
    _floor(plate)
    _morel(plate)
    _chanterelle(plate)
    _basket(plate)
    _porcini(plate)
    _ferns(plate)
    _leaves(plate)
    return plate


def _clearing(plate: Plate) -> None:
    plate.raw(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{SKY}"/>')
    for radius, colour in LIGHT:
        angles = [math.pi * i / 9 for i in range(18)]
        rim = [(radius * plate.between(0.93, 1.07), angle) for angle in angles]
        outline = write_points(
            (SUN[0] + r * 0.92 * math.cos(a), SUN[1] + r * 1.12 * math.sin(a)) for r, a in rim
        )
        plate.fill(outline, colour, 0)


def _trees(plate: Plate) -> None:
    """Three rows of trunks, darker as they come nearer."""
    for x, width in ((64, 7), (92, 6), (112, 8), (136, 5), (171, 6), (193, 9), (218, 6), (240, 8)):
        plate.fill(_trunk(plate, x, width, 268), FAR, 0)
    for x, width in ((44, 14), (82, 11), (210, 12), (256, 15)):
        plate.fill(_trunk(plate, x, width, 280), MIDDLE, 0)
        for side in (-1, 1):
            y = plate.between(30, 110)
            reach = side * plate.between(14, 26)
            branch = ((x, y), (x + reach * 0.6, y - 12), (x + reach, y - 26))
            plate.line(write_points(branch), 3, colour=MIDDLE)
    for x, width, lean in ((12, 46, 5), (291, 42, -6)):
        trunk = _trunk(plate, x, width, 330, lean)
        plate.fill(trunk, NEAR, 0)
        plate.hatch(trunk, 88, 5, "", 1.1, 0.45, BARK, 0.75)


def _trunk(plate: Plate, x: float, width: float, foot: float, lean: float | None = None) -> str:
    tilt = plate.between(-5, 5) if lean is None else lean
    half = width / 2
    left = ((x - half + tilt, -8), (x - half * 0.9, foot * 0.55), (x - half * 1.15, foot - 16))
    right = ((x + half * 1.15, foot - 16), (x + half * 0.9, foot * 0.55), (x + half + tilt, -8))
    roots = f"{number(x - width)},{number(foot)}! {number(x + width)},{number(foot)}!"
    return f"{write_points(left)} {roots} {write_points(right)}!"


def _floor(plate: Plate) -> None:
    """Moss in three folds, with the litter of last autumn."""
    back = "-4,262! 40,254 90,262 150,250 212,260 262,252 304,260! 304,404! -4,404!"
    middle = "-4,286! 50,276 104,282 160,272 226,282 304,274! 304,404! -4,404!"
    front = "-4,330! 60,316 140,322 220,314 304,326! 304,404! -4,404!"
    plate.fill(back, "#2d4a2f", 0).hatch(back, 4, 5, middle.replace("404", "300"), 0.9, 0.5, INK)
    plate.fill(middle, "#435f35", 0)
    tufts = []
    for _ in range(80):
        x, y = plate.between(2, 298), plate.between(282, 326)
        for dx, dy in ((-2, -5), (0.5, -6.5), (3, -5)):
            tufts.append(write_points(((x, y), (x + dx, y + dy))))
    plate.lines(tufts, 0.9, "#7f9450", 0.75)
    plate.fill(front, "#1a2e20", 0)


def _morel(plate: Plate) -> None:
    stem = shift("40,58! 41,72 35,86 36,95 50,98 64,95 65,86 59,72 60,58!", 22, 66, 2.5)
    cap = shift(
        "34,62! 25,50 25,34 35,17 49,6 61,15 73,33 75,50 66,62! 58,66 50,64 42,66", 22, 66, 2.5
    )
    plate.fill(ring(150, 309, 70, 10, 12), INK, 0, 0.4)
    plate.fill(stem, "cream", 1.4).line(stem, 2.6, closed=True, colour=INK)
    plate.hatch(
        stem, 84, 3.4, shift("53,58! 68,58! 68,98! 55,98! 51,80", 22, 66, 2.5), 1.1, 0.16, INK
    )
    plate.hatch(stem, 12, 4.4, shift("30,58! 68,58! 68,70! 30,66!", 22, 66, 2.5), 1, 0.2, INK)
    plate.dots(shift("42,70 50,70 50,92 40,92", 22, 66, 2.5), 14, 1, "bark", 0.7)
    plate.fill(cap, RIDGE, 1.4)
    sunlit = "33,60! 26,50 26,34 36,18 49,8 52,12 41,22 32,36 32,50 40,62!"
    plate.fill(shift(sunlit, 22, 66, 2.5), "#ecc98a", 0)
    _pits(plate, cap)
    plate.line(cap, 2.8, closed=True, colour=INK)
    shadow = shift("62,4! 80,4! 80,70! 54,70! 65,44 65,24", 22, 66, 2.5)
    plate.hatch(cap, 68, 3.6, shadow, 1.15, 0.12, INK, 0.85)
    plate.hatch(cap, 30, 5, shift("70,20! 82,20! 82,66! 66,66! 72,46", 22, 66, 2.5), 1, 0.12, INK)


def _pits(plate: Plate, cap: str) -> None:
    """Rows of hollows that narrow towards the sides, as on a round thing."""
    edge = polygon(cap)
    top, bottom = min(p.y for p in edge), max(p.y for p in edge)
    rows, columns = 9, 8
    step, pitch = math.pi / columns, (bottom - top - 22) / rows
    pits, hollows, lips = [], [], []
    for row in range(rows):
        y = top + 14 + pitch * (row + 0.35)
        ((left, right), *_) = spans(edge, y)
        middle, half = (left + right) / 2, (right - left) / 2 - 3
        for column in range(-4, 4):
            angle = (column + 0.5 * (row % 2 + 1)) * step
            wide, high = half * math.cos(angle) * step * 0.46, pitch * 0.62
            x, higher = middle + half * math.sin(angle), y - 4 * (1 - math.cos(angle))
            corners = [
                (
                    wide * math.sin(math.pi / 3 * j) * plate.between(0.9, 1.1),
                    -high * math.cos(math.pi / 3 * j) * plate.between(0.88, 1.08),
                )
                for j in range(6)
            ]
            pit = [(x + a, higher + b) for a, b in corners]
            if wide < 1.8 or not all(inside(edge, a, b) for a, b in pit):
                continue
            pits.append(write_points(pit))
            hollow = ((x + a * 0.62 + 0.8, higher + b * 0.66 - 0.8) for a, b in corners)
            hollows.append(write_points(hollow))
            lips.append(write_points((pit[5], pit[4], pit[3], pit[2])))
    for outlines, colour in ((pits, PIT), (hollows, HOLLOW)):
        data = "".join(map(path_data, outlines))
        rim = f' stroke="{INK}"' if outlines is pits else ""
        plate.raw(f'<path d="{data}" fill="{colour}"{rim}/>')
    plate.lines(lips, 1, "#f6e0aa", 0.85)


def _chanterelle(plate: Plate) -> None:
    horn = "12,34! 24,52 34,70 35,92 44,95 50,92 51,72 60,50 76,30! 60,40 40,42 24,40"
    rim = "12,34 20,25 34,29 45,21 60,27 76,30 64,40 44,44 24,41"
    for x, y, size in ((24, 258, 0.62), (2, 222, 1.02)):
        plate.fill(shift(horn, x, y, size), "honey", 1)
        plate.line(shift(horn, x, y, size), 2, closed=True, colour=INK)
        plate.hatch(shift(horn, x, y, size), 78, 3.2, "", 1, 0.12, "rust", 0.85)
        shadow = shift("44,30! 80,20! 60,60! 54,96! 44,96! 44,70", x, y, size)
        plate.hatch(shift(horn, x, y, size), 60, 2.8, shadow, 0.9, 0.1, INK, 0.8)
        plate.fill(shift(rim, x, y, size), "butter", 1)
        plate.line(shift(rim, x, y, size), 2, closed=True, colour=INK)
        plate.hatch(shift(rim, x, y, size), 10, 2.8, "", 0.8, 0.4, "ochre", 0.9)


def _basket(plate: Plate) -> None:
    def here(outline: str) -> str:
        return shift(outline, 186, 226, 1.02)

    handle = here("14,50 22,12 50,2 78,12 86,50")
    body, rim = here("10,50! 90,50! 84,80 76,94 24,94 16,80"), here("7,46! 93,46! 92,55! 8,55!")
    plate.line(handle, 7.5, colour=INK).line(handle, 4.4, colour="ochre")
    plate.line(handle, 1.2, colour="#f0d79a", opacity=0.8)
    for x, y, size, cap in (
        (32, 51, 0.62, "clay"),
        (70, 51, 0.6, "#dfb056"),
        (51, 53, 0.78, "rust"),
    ):
        hat = here(shift("-24,2! -23,-16 -12,-29 0,-32 12,-29 23,-16 24,2!", x, y, size))
        plate.fill(hat, cap, 1).line(hat, 2, closed=True, colour=INK)
        shade = here(shift("6,-36! 28,-36! 28,4! 0,4! 10,-14", x, y, size))
        plate.hatch(hat, 66, 2.6, shade, 0.9, 0.14, INK)
    plate.fill(body, "ochre", 1.2).line(body, 2.4, closed=True, colour=INK)
    weave, light = [], []
    for row in range(5):
        for column in range(11):
            left, top = 13 + column * 7.6 + (row % 2) * 3.8, 60 + row * 7.4
            if 16 + row * 1.8 < left < 85 - row * 1.8:
                arc = ((left - 3.4, top + 1.6), (left, top - 2), (left + 3.6, top + 1.6))
                weave.append(here(write_points(arc)))
                light.append(here(write_points((a, b + 2) for a, b in arc)))
    plate.lines(weave, 1.7, "umber").lines(light, 1, "#f0d79a", 0.8)
    plate.hatch(body, 66, 3.4, here("62,50! 94,50! 94,98! 52,98! 64,76"), 1.1, 0.14, INK)
    plate.fill(rim, "bark", 1).line(rim, 2.2, closed=True, colour=INK)
    plate.hatch(rim, 60, 4, "", 1, 0.2, INK)


def _porcini(plate: Plate) -> None:
    def here(outline: str) -> str:
        return shift(outline, 66, 262, 0.66)

    stem = here("38,50! 36,62 29,78 35,92 50,95 65,92 71,78 64,62 62,50!")
    cap = here("12,50! 15,31 32,17 50,14 68,17 85,31 88,50! 76,57 62,54 50,56 38,54 24,57")
    plate.fill(stem, "cream", 1).line(stem, 2, closed=True, colour=INK)
    plate.hatch(stem, 78, 2.4, here("52,50! 76,50! 76,97! 50,97! 56,74"), 0.9, 0.16, INK)
    plate.fill(cap, "clay", 1).line(cap, 2.2, closed=True, colour=INK)
    plate.hatch(cap, 64, 2.6, here("56,8! 92,8! 92,60! 46,60! 62,46 64,28"), 0.95, 0.16, INK)
    plate.fill(here("23,40 29,28 42,21 46,26 34,33"), "#e9b588", 0, 0.85)


def _ferns(plate: Plate) -> None:
    for x, y, size, colour in (
        (20, 350, 66, "#4f7442"),
        (282, 352, 70, "#4f7442"),
        (172, 346, 34, "#5d8148"),
    ):
        leaves = "".join(
            fern_leaf(angle + plate.between(-6, 6), size * (1 - abs(angle) / 190), x, y)
            for angle in (-56, -28, 2, 30, 58)
        )
        plate.raw(
            f'<path d="{leaves}" fill="none" stroke="{INK}" stroke-width="3.4" opacity=".55"/>'
            f'<path d="{leaves}" fill="none" stroke="{colour}" stroke-width="1.9"/>'
        )


def _leaves(plate: Plate) -> None:
    """A branch with leaves reaches into each of the upper corners."""
    for left in [True] * 15 + [False] * 15:
        x = plate.between(-4, 74)
        y = plate.between(-6, 44 - x * 0.5)
        turn = math.radians(plate.between(20, 150))
        along, down = 15 * math.cos(turn), 15 * math.sin(turn)
        if left:
            along = -along
        else:
            x = WIDTH - x
        across, up = down * 0.3, -along * 0.3
        tip, middle = (x + along, y + down), (x + along / 2, y + down / 2)
        leaf = (
            f"{x:.1f},{y:.1f}! {middle[0] + across:.1f},{middle[1] + up:.1f}"
            f" {tip[0]:.1f},{tip[1]:.1f}! {middle[0] - across:.1f},{middle[1] - up:.1f}"
        )
        plate.fill(leaf, "#27452f", 0).line(leaf, 1, closed=True, colour=NEAR)
        plate.raw(f'<path d="M{at(x, y)}L{at(*tip)}" stroke="#6d8a4c" stroke-width=".8"/>')
