"""The picture on the lid of the box: two mushrooms on a forest floor cut open, and beneath it the
network that both belong to.

Printed like the other drawings, but in colours of its own: a lid looks the same in both themes.
"""

from __future__ import annotations

import math

from spinney.drawing.outlines import Plate, at, ring, shift, write_points
from spinney.drawing.shared_art import fern_leaf

INK = "#1d1710"
WIDTH, HEIGHT = 300, 400
GROUND = 196  # where the earth begins
DUSK = (
    (210, "#1c2b33"),
    (176, "#27404a"),
    (142, "#3d5c60"),
    (108, "#66807a"),
    (78, "#a3ab8c"),
    (52, "#e2cf95"),
)
THREAD, GLOW = "#f3e6c4", "#e9b653"


def lid() -> Plate:
    plate = Plate(53, WIDTH, HEIGHT)
    _sky(plate)
    _trees(plate)
    _earth(plate)
    _network(plate)
    _mushroom(plate, 96, 208, 1.25, "#2c7a58")
    _mushroom(plate, 208, 206, 1.0, "#cc4f2f")
    _mushroom(plate, 156, 214, 0.62, "#e8bb42")
    _mushroom(plate, 262, 212, 0.5, "#34549f")
    _ferns(plate)
    return plate


def _sky(plate: Plate) -> None:
    plate.raw(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#141f26"/>')
    for radius, colour in DUSK:
        angles = [math.pi * i / 9 for i in range(18)]
        rim = [(radius * plate.between(0.94, 1.06), angle) for angle in angles]
        outline = write_points(
            (150 + r * math.cos(angle), 150 + r * 0.9 * math.sin(angle)) for r, angle in rim
        )
        plate.fill(outline, colour, 0)


def _trees(plate: Plate) -> None:
    """Trunks, darker as they come nearer."""
    for x, width, colour in (
        (58, 9, "#4a6560"),
        (120, 7, "#4a6560"),
        (182, 9, "#4a6560"),
        (236, 7, "#4a6560"),
        (30, 20, "#23363a"),
        (152, 15, "#23363a"),
        (268, 22, "#23363a"),
        (4, 40, "#101a1d"),
        (297, 40, "#101a1d"),
    ):
        lean = plate.between(-6, 6)
        left = ((x - width / 2 + lean, -8), (x - width * 0.42, 90), (x - width * 0.6, GROUND - 8))
        right = ((x + width * 0.6, GROUND - 8), (x + width * 0.42, 90), (x + width / 2 + lean, -8))
        roots = f"{x - width:.1f},{GROUND + 6}! {x + width:.1f},{GROUND + 6}!"
        plate.fill(f"{write_points(left)} {roots} {write_points(right)}!", colour, 0)


def _earth(plate: Plate) -> None:
    """Moss above, and three layers of soil below, with stones in them."""
    layers = (
        (GROUND, "#5d4630"),
        (GROUND + 62, "#4a3626"),
        (GROUND + 128, "#37281d"),
    )
    for top, colour in layers:
        edge = [(x, top + plate.between(-5, 5)) for x in range(0, 301, 50)]
        outline = f"-4,{top}! {write_points(edge)} 304,{top}! 304,404! -4,404!"
        plate.fill(outline, colour, 0)
    moss = [(x, GROUND - 4 + plate.between(-4, 4)) for x in range(0, 301, 30)]
    under = [(x, GROUND + 10 + plate.between(-3, 3)) for x in range(300, -1, -30)]
    plate.fill(f"{write_points(moss)} {write_points(under)}", "#6f8446", 0)
    blades = []
    for _ in range(110):
        x, y = plate.between(0, 300), GROUND + plate.between(-5, 6)
        tip = (x + plate.between(-3, 3), y - plate.between(4, 9))
        blades.append(write_points(((x, y), tip)))
    plate.lines(blades, 1, "#9fae62", 0.8)
    for x, y, size in ((40, 300, 9), (232, 262, 7), (270, 318, 11), (132, 350, 8), (88, 262, 6)):
        stone = ring(x, y, size, size * 0.7, 9)
        plate.fill(stone, "#7d6a55", 0).line(stone, 1.3, closed=True, colour=INK)
        plate.hatch(stone, 60, 2.6, "", 0.8, 0.3, INK, 0.5)


def _network(plate: Plate) -> None:
    """Threads that run from foot to foot and down into the dark, with a glow where they meet."""
    feet = ((96, 210), (208, 210), (156, 214), (262, 212))
    threads: dict[float, str] = {}  # by width
    knots: list[tuple[float, float]] = []

    def grow(x: float, y: float, angle: float, left: int, width: float) -> None:
        if left == 0 or not 0 < x < 300 or not GROUND < y < 336:
            knots.append((x, y))
            return
        long = plate.between(13, 24)
        end = x + long * math.cos(angle), y + long * math.sin(angle)
        bend = (x + end[0]) / 2 + plate.between(-5, 5), (y + end[1]) / 2 + plate.between(-5, 5)
        threads[width] = threads.get(width, "") + f"M{at(x, y)}Q{at(*bend)} {at(*end)}"
        forks = (-0.55, 0.5) if plate.between(0, 1) < 0.62 else (plate.between(-0.4, 0.4),)
        for fork in forks:
            grow(*end, angle + fork + plate.between(-0.15, 0.15), left - 1, width * 0.82)

    for x, y in feet:
        for angle in (0.35, 0.95, 1.57, 2.2, 2.8):
            grow(x, y, angle + plate.between(-0.15, 0.15), 5, 2.6)
    for width, path in threads.items():
        plate.raw(
            f'<path d="{path}" fill="none" stroke="{THREAD}" stroke-width="{width:.1f}"'
            ' opacity=".85"/>'
        )
    for knot in knots[::2]:
        plate.disc(*knot, 2.1, GLOW)


def _mushroom(plate: Plate, x: float, y: float, size: float, colour: str) -> None:
    """A capped mushroom whose foot stands at x, y."""

    def here(outline: str) -> str:
        return shift(outline, x - 50 * size, y - 94 * size, size)

    stem = here("40,56! 43,74 36,92 50,97 64,92 57,74 60,56!")
    under = here("9,56! 30,51 50,50 70,51 91,56! 74,66 50,69 26,66")
    cap = here("4,58! 7,32 26,10 50,4 74,10 93,32 96,58! 84,54 68,59 50,57 32,59 16,54")
    ink = max(1.2, 2.4 * size)
    plate.fill(stem, "bone", 0).line(stem, ink, closed=True, colour=INK)
    plate.hatch(stem, 86, 3.4 * size, here("51,56! 68,56! 68,98! 52,98!"), 1, 0.16, INK)
    plate.fill(under, "cream", 0).line(under, ink * 0.8, closed=True, colour=INK)
    gills = [((50 + i * 1.8, 60), (50 + i * 5.2, 67 - abs(i) * 1.2)) for i in range(-7, 8)]
    plate.lines([here(write_points(gill)) for gill in gills], 0.9 * size + 0.2, INK)
    plate.fill(cap, colour, 0).line(cap, ink, closed=True, colour=INK)
    plate.hatch(cap, 64, 4 * size, here("62,0! 98,0! 98,60! 54,60! 70,40"), 1.1, 0.16, INK, 0.7)
    for dx, dy, r in ((30, 26, 6), (52, 18, 5), (45, 40, 4.5), (22, 44, 4), (66, 33, 4)):
        spot = here(ring(dx, dy, r, r * 0.72, 9))
        plate.fill(spot, "#fbf4e2", 0, 0.92)


def _ferns(plate: Plate) -> None:
    for x, y, size in ((22, 206, 52), (284, 206, 50), (150, 206, 30)):
        leaves = "".join(
            fern_leaf(angle + plate.between(-6, 6), size * (1 - abs(angle) / 190), x, y)
            for angle in (-56, -28, 2, 30, 58)
        )
        plate.raw(
            f'<path d="{leaves}" fill="none" stroke="{INK}" stroke-width="3.2" opacity=".5"/>'
            f'<path d="{leaves}" fill="none" stroke="#6f9152" stroke-width="1.8"/>'
        )
