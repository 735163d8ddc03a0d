"""The picture on the lid of the box: a Douglas-fir above the ground, and under it the threads that
carry carbon from its roots to its seedlings.

Printed like the other drawings, but in colours of its own: a lid looks the same in both themes.
"""

from __future__ import annotations

import math

from spinney.drawing.outlines import Plate, at, shift, write_points
from spinney.games.undergrove.art.figures import Toadstool, stand

INK = "#14110d"
WIDTH, HEIGHT = 300, 400
GROUND = 206
SKY = "#16302f"
LIGHT = (  # dawn behind the trees, ring by ring
    (190, "#1d3f3a"),
    (158, "#2a544a"),
    (128, "#45725a"),
    (100, "#76966a"),
    (74, "#b8b97c"),
    (50, "#efdf9f"),
)
FAR, MIDDLE, NEAR = "#35594a", "#23423a", "#102420"
SOIL = ((GROUND, "#4a3526"), (238, "#3b2a1f"), (282, "#2d2019"), (336, "#221813"))
THREAD, GLOW = "#e9cf8a", "#fff2c0"

FIR = (
    "0,-100! 8,-84! 4,-85! 14,-66! 8,-67! 20,-46! 12,-47! 27,-24! 17,-25! 33,0! 4,0! 4,10! -4,10!"
    " -4,0! -33,0! -17,-25! -27,-24! -12,-47! -20,-46! -8,-67! -14,-66! -4,-85! -8,-84!"
)


def lid() -> Plate:
    plate = Plate(43, WIDTH, HEIGHT)
    _dawn(plate)
    _wood(plate)
    _soil(plate)
    _roots(plate)
    _trunk(plate)
    _threads(plate)
    _floor(plate)
    return plate


def _dawn(plate: Plate) -> None:
    plate.raw(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{SKY}"/>')
    for radius, colour in LIGHT:
        angles = [math.pi * i / 9 for i in range(18)]
        rim = [(radius * plate.between(0.94, 1.06), angle) for angle in angles]
        outline = write_points((196 + r * math.cos(a), 122 + r * math.sin(a)) for r, a in rim)
        plate.fill(outline, colour, 0)


def _wood(plate: Plate) -> None:
    """Two rows of firs, darker as they come nearer."""
    for x in range(4, 300, 23):
        size = plate.between(0.62, 1.0)
        plate.fill(shift(FIR, x + plate.between(-6, 6), GROUND - 4, size), FAR, 0)
    for x, size in ((20, 1.5), (150, 1.0), (216, 1.15), (252, 1.35), (292, 1.6)):
        plate.fill(shift(FIR, x, GROUND + 2, size), MIDDLE, 0)


def _soil(plate: Plate) -> None:
    """Layers of earth with stones in them."""
    for top, colour in SOIL:
        edge = [(x, top + plate.between(-4, 4)) for x in range(-20, 341, 40)]
        plate.fill(f"{write_points(edge)}! 320,410! -20,410!", colour, 0)
    for _ in range(46):
        x, y = plate.between(0, WIDTH), plate.between(GROUND + 14, 322)
        w = plate.between(2, 6)
        plate.raw(
            f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{w:.1f}" ry="{w * 0.6:.1f}" fill="#6d5a48"'
            ' opacity=".5"/>'
        )


def _trunk(plate: Plate) -> None:
    """The mature tree, too large for the picture."""
    trunk = (
        f"50,-10! 54,80 50,160 30,{GROUND - 2}! 14,{GROUND + 8} 60,{GROUND + 12} 124,{GROUND + 8}!"
        f" 106,{GROUND - 4} 96,160 94,80 98,-10!"
    )
    plate.fill(trunk, NEAR, 0)
    plate.hatch(trunk, 88, 5, "", 1.6, 0.4, "#3f6250", 0.9)
    for y, reach in ((18, -64), (60, 58), (96, -52), (120, 44)):
        x = 52 if reach < 0 else 96
        bough = write_points(((x, y), (x + reach * 0.5, y + 8), (x + reach, y + 22)))
        plate.line(bough, 5, colour=NEAR)
        needles = []
        for i in range(9):
            t = 0.25 + i * 0.09
            a, b = x + reach * t, y + 22 * t * t + 4
            needles.append(write_points(((a, b), (a + reach * 0.06, b + 17 - i))))
        plate.lines(needles, 4, NEAR)


def _roots(plate: Plate) -> None:
    paths = (
        ((60, 208), (40, 236), (28, 272), (34, 312)),
        ((70, 210), (66, 250), (76, 290), (70, 326)),
        ((84, 210), (110, 240), (116, 280), (136, 306)),
        ((94, 208), (140, 226), (168, 250), (196, 258)),
    )
    for path in paths:
        plate.line(write_points(path), 9, colour=INK)
        plate.line(write_points(path), 6.5, colour="#7d5b3c")
        plate.line(write_points(path[:3]), 1.4, colour="#b58d5e", opacity=0.8)


def _threads(plate: Plate) -> None:
    """The web itself, and the carbon that travels on it."""
    lines: list[str] = []

    def grow(x: float, y: float, angle: float, length: float, left: int) -> None:
        bend = angle + plate.between(-0.35, 0.35)
        middle = (x + length * 0.5 * math.sin(angle), y + length * 0.5 * math.cos(angle))
        end = (middle[0] + length * 0.5 * math.sin(bend), middle[1] + length * 0.5 * math.cos(bend))
        lines.append(write_points(((x, y), middle, end)))
        if left:
            for side in (-1, 1):
                turn = bend * 0.9 + side * plate.between(0.25, 0.7)
                grow(*end, turn, length * plate.between(0.68, 0.86), left - 1)

    for x, angles in ((138, (-0.5, 0.4)), (178, (-0.7, 0, 0.7)), (232, (0.1,)), (274, (-0.8, 0.1))):
        for angle in angles:
            grow(x, GROUND + 8, angle, 27, 4)
    roads = (
        ((34, 300), (80, 316), (132, 300), (170, 262), (178, 214)),
        ((72, 316), (140, 330), (206, 300), (232, 256), (232, 212)),
        ((136, 306), (186, 312), (236, 292), (262, 250), (274, 214)),
        ((110, 262), (126, 250), (134, 232), (138, 214)),
    )
    long = [write_points(road) for road in roads]
    plate.lines(lines, 0.9, THREAD, 0.75)
    plate.lines(long, 4.6, INK, 0.5).lines(long, 2.2, THREAD)
    for x, y in [point for road in roads for point in road[1:-1]]:
        plate.disc(x, y, 9, GLOW, ' opacity=".25"')
        plate.raw(
            f'<path d="M{at(x, y - 5.5)}l5 2.7v5.6l-5 2.9l-5 -2.9v-5.6z" fill="{GLOW}"'
            f' stroke="{INK}" stroke-width="1.4"/>'
        )


def _floor(plate: Plate) -> None:
    """Moss, the mushrooms and the seedlings that they feed."""
    moss = [(x, GROUND + 3 + plate.between(-3, 3)) for x in range(-10, 321, 22)]
    plate.fill(f"{write_points(moss)}! 310,{GROUND + 14}! -10,{GROUND + 14}!", "#5f7f45", 0)
    blades = []
    for _ in range(90):
        x = plate.between(0, WIDTH)
        foot = GROUND + plate.between(2, 10)
        blades.append(write_points(((x, foot), (x + plate.between(-4, 4), foot - 8))))
    plate.lines(blades, 1.3, "#9db26a", 0.9)
    agaric = Toadstool(
        cap="#c23a22",
        wide=40,
        high=38,
        rim=52,
        warts="bone",
        ring="bone",
        volva="bone",
        stem="bone",
    )
    bolete = Toadstool(
        cap="#a4653a",
        shape="cushion",
        wide=37,
        high=36,
        rim=50,
        under="pores",
        below="#ded08e",
        stem="cream",
        upper=11,
        lower=19,
        bulge=3,
    )
    waxcap = Toadstool(
        cap="#edb92f", shape="bell", wide=31, high=32, rim=52, stem="#f0cd5c", upper=4.5, lower=5.5
    )
    stand(plate, agaric, 176, 0.86, GROUND + 8)
    stand(plate, bolete, 276, 0.62, GROUND + 9)
    stand(plate, waxcap, 131, 0.44, GROUND + 10)
    stand(plate, waxcap, 144, 0.32, GROUND + 12)
    for x, size in ((232, 0.34), (206, 0.2), (252, 0.22)):
        young = shift(FIR, x, GROUND + 4, size)
        plate.fill(young, "#2f6b4a", 0).line(young, 1.4, closed=True, colour=INK)
