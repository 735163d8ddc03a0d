"""How a mushroom is built: cap, underside, stem, and what marks the species.

A toadstool is a record of its parts; `stand` prints it. Shapes that are no toadstools (corals,
trumpets, saddles, cups) are drawn by functions of their own. Light falls from the left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from spinney.drawing.outlines import INK, Plate, inside, polygon, ring, shift, write_points

WHITE = "#fdfaf0"

Shape = Literal["dome", "flat", "bell", "funnel", "cushion", "wavy", "knob", "navel"]
Under = Literal["gills", "pores", "teeth", "none"]
Placed = Callable[[str], str]  # moves an outline to where its toadstool stands

# Caps of half-width 1 and height 1 whose rim lies at 0; the last points are the lower edge.
CAPS: dict[Shape, str] = {
    "dome": "-1,0! -.95,-.42 -.56,-.88 0,-1 .56,-.88 .95,-.42 1,0! .5,.14 0,.18 -.5,.14",
    "flat": "-1,0! -.98,-.34 -.6,-.84 0,-1 .6,-.84 .98,-.34 1,0! .5,.2 0,.26 -.5,.2",
    "bell": "-1,0! -.8,-.3 -.5,-.8 0,-1 .5,-.8 .8,-.3 1,0! .5,.1 0,.14 -.5,.1",
    "cushion": "-1,-.06! -1.04,-.4 -.7,-.86 0,-1 .7,-.86 1.04,-.4 1,-.06! .8,.16 0,.08 -.8,.16",
    "funnel": "-1,-.7 -.9,-.9 -.5,-1.02 0,-1.04 .5,-1.02 .9,-.9 1,-.7 .9,-.5 .5,-.36 0,-.32"
    " -.5,-.36 -.9,-.5",  # seen from above, so that one looks into it
    "wavy": "-1,0! -1,-.4 -.62,-.86 -.2,-.72 .1,-.94 .62,-.84 1,-.42 1,.02! .6,.22 .2,.06 -.3,.24"
    " -.7,.06",
    "knob": "-1,0! -.9,-.34 -.5,-.62 -.26,-.8 0,-1 .26,-.8 .5,-.62 .9,-.34 1,0! .5,.16 0,.2"
    " -.5,.16",
    "navel": "-1,-.1! -1.01,-.5 -.66,-.96 -.2,-.93 0,-.84 .2,-.93 .66,-.96 1.01,-.5 1,-.1! .5,.16"
    " 0,.2 -.5,.16",
}


@dataclass(frozen=True)
class Toadstool:
    """A mushroom with cap and stem, in the units of a picture that is 100 by 100."""

    cap: str = "clay"
    shape: Shape = "dome"
    wide: float = 36  # half the width of the cap
    high: float = 34
    rim: float = 54  # where the cap ends
    under: Under = "gills"
    below: str = "bone"  # colour of the underside
    depth: float = 9  # how far the underside hangs below the rim
    stem: str = "cream"
    upper: float = 5.5  # half-widths of the stem
    lower: float = 7
    bulge: float = 0
    foot: float = 92
    ring: str = ""  # colour of a skirt around the stem
    cortina: str = ""  # colour of a cobweb between cap and stem
    volva: str = ""  # colour of the sack at the foot
    warts: str = ""  # colour of patches on the cap
    scales: str = ""  # colour of scales on the cap
    zones: str = ""  # colour of rings on the cap
    fibres: str = ""  # colour of threads that run down the cap
    cracks: str = ""  # colour of a cracked skin
    shine: str = ""  # colour of a wet light on the cap
    net: str = ""  # colour of a net on the stem
    dots: str = ""  # colour of dots on the stem
    shag: str = ""  # colour of shaggy scales on the stem


def scaled(shape: str, x: float, y: float, wide: float, high: float) -> str:
    """An outline stretched about 0,0 and moved."""
    words = []
    for word in shape.split():
        a, b = word.removesuffix("!").split(",")
        corner = "!" if word.endswith("!") else ""
        words.append(f"{x + float(a) * wide:.2f},{y + float(b) * high:.2f}{corner}")
    return " ".join(words)


def stand(plate: Plate, it: Toadstool, x: float = 50, size: float = 1, foot: float = 0) -> Plate:
    """Print a toadstool; a smaller one, beside the middle, is given by size and foot."""
    y = (foot or it.foot) - it.foot * size

    def at(shape: str) -> str:
        return shift(shape, x - 50 * size, y, size)

    ink = 2 if size > 0.75 else 1.6
    stem = stalk(it)
    plate.area(at(stem), it.stem, ink)
    plate.hatch(at(stem), 86, 2.4, at(f"51,{it.rim}! 76,{it.rim}! 76,98! 52,98!"), 0.8)
    on_stem(plate, it, at, size)
    if it.volva:
        sack(plate, it, at)
    underside(plate, it, at, size)
    if it.cortina:
        cobweb(plate, it, at)
    cap = scaled(CAPS[it.shape], 50, it.rim, it.wide, it.high)
    plate.area(at(cap), it.cap, ink)
    on_cap(plate, it, cap, at, size)
    top = it.rim - it.high - 8
    shade = f"{50 + it.wide * 0.2},{top}! 99,{top}! 99,{it.rim + 10}! {50 - it.wide * 0.05},"
    shade += f"{it.rim + 10}! {50 + it.wide * 0.34},{it.rim - it.high * 0.3}"
    plate.hatch(at(cap), 64, 2.8 * max(size, 0.8), at(shade), 0.85)
    if it.ring:
        skirt(plate, it, at)
    return plate


def stalk(it: Toadstool) -> str:
    top, foot = it.rim - 2, it.foot
    waist = (it.upper + it.lower) / 2 + it.bulge
    middle = (top + foot) / 2 + it.bulge * 0.8
    return (
        f"{50 - it.upper},{top}! {50 - waist},{middle} {50 - it.lower},{foot - 5} 50,{foot + 1}"
        f" {50 + it.lower},{foot - 5} {50 + waist},{middle} {50 + it.upper},{top}!"
    )


def on_stem(plate: Plate, it: Toadstool, at: Placed, size: float) -> None:
    top, foot = it.rim + it.depth + 1, it.foot - 4
    if it.net:
        mesh = []
        for row in range(4):
            y = top + (foot - top) * row / 4
            half = it.upper + (it.lower - it.upper) * row / 4 + it.bulge * 0.7 - 1.2
            step = half * 2 / 4
            zigzag = [(50 - half + i * step, y + (4.4 if i % 2 else 0)) for i in range(5)]
            mesh.append(at(write_points(zigzag)))
        plate.lines(mesh, 0.9, it.net)
    if it.dots:
        plate.dots(at(stalk(it)), 22, 0.9 * size, it.dots, 0.95)
    if it.shag:
        flakes = []
        for row in range(5):
            y = top + 2 + (foot - top) * row / 5
            half = it.upper + (it.lower - it.upper) * row / 5 + it.bulge * 0.6
            for i in (-1, 0, 1):
                a = 50 + i * half * 0.75 + (row % 2) * 1.5
                flakes.append(at(write_points(((a - 2.4, y), (a, y + 3.4), (a + 2.4, y)))))
        plate.lines(flakes, 1.1, it.shag)


def sack(plate: Plate, it: Toadstool, at: Placed) -> None:
    """The torn bag an Amanita has grown out of."""
    w, y = it.lower + 6, it.foot
    bag = (
        f"{50 - w},{y + 2}! {50 - w - 2},{y - 6} {50 - w + 3},{y - 13}! {50 - 4},{y - 9}"
        f" 50,{y - 11}! {50 + 5},{y - 9} {50 + w - 3},{y - 13}! {50 + w + 2},{y - 6} {50 + w},"
        f"{y + 2}! 50,{y + 5}"
    )
    plate.area(at(bag), it.volva, 1.6)
    plate.hatch(at(bag), 80, 2.6, at(f"52,{y - 16}! 80,{y - 16}! 80,{y + 6}! 51,{y + 6}!"), 0.7)


def underside(plate: Plate, it: Toadstool, at: Placed, size: float) -> None:
    if it.under == "none":
        return
    y, w, d = it.rim, it.wide - 1.5, it.depth
    if it.under == "teeth":
        teeth(plate, it, at)
        return
    if it.shape == "funnel":
        cone(plate, it, at)
        return
    band = (
        f"{50 - w},{y}! {50 - w * 0.5},{y - 7} 50,{y - 8} {50 + w * 0.5},{y - 7} {50 + w},{y}!"
        f" {50 + w * 0.55},{y + d * 0.72} 50,{y + d} {50 - w * 0.55},{y + d * 0.72}"
    )
    plate.area(at(band), it.below, 1.7)
    if it.under == "gills":
        count = 9 if size > 0.75 else 6
        blades = []
        for i in range(-count, count + 1):
            t = i / count
            end = y + d * (0.9 - 0.85 * t * t)
            a = (50 + t * it.upper * 0.9, y + d * 0.1)
            blades.append(at(write_points((a, (50 + t * w * 0.93, end)))))
        plate.lines(blades, 0.85)
    else:
        plate.dots(at(band), 34 if size > 0.75 else 18, 0.7, INK, 0.75)


def cone(plate: Plate, it: Toadstool, at: Placed) -> None:
    """The underside of a funnel: its gills run down the stem."""
    y, w, d, u = it.rim, it.wide - 1.5, it.depth, it.upper
    rim = y - it.high * 0.7
    sides = (
        f"{50 - w},{rim}! 50,{rim} {50 + w},{rim}! {50 + w * 0.5},{y - it.high * 0.16 + d * 0.3}"
        f" {50 + u},{y + d}! {50 - u},{y + d}! {50 - w * 0.5},{y - it.high * 0.16 + d * 0.3}"
    )
    plate.area(at(sides), it.below, 1.7)
    blades = []
    for i in range(-8, 9):
        t = i / 8.6
        top = rim + it.high * 0.4 * math.sqrt(1 - t * t)
        middle = (50 + t * w * 0.52, y - it.high * 0.1 + d * 0.2)
        blades.append(at(write_points(((50 + t * u * 0.9, y + d - 1), middle, (50 + t * w, top)))))
    plate.lines(blades, 0.85)


def teeth(plate: Plate, it: Toadstool, at: Placed) -> None:
    """Spines that hang from the cap, the longest near the stem."""
    y, w = it.rim, it.wide - 2
    lift = it.high * 0.62 if it.shape == "funnel" else 0
    count = 15
    points = [f"{50 - w},{y - lift - 1}!"]
    for i in range(count):
        t = (i + 0.5) / count * 2 - 1
        base = y - lift * t * t
        points.append(f"{50 + w * t:.2f},{base + it.depth * (1.25 - t * t):.2f}!")
        if i < count - 1:
            u = (i + 1) / count * 2 - 1
            points.append(f"{50 + w * u:.2f},{y - lift * u * u + 1.5:.2f}!")
    points.append(f"{50 + w},{y - lift - 1}!")
    spines = " ".join(points)
    plate.area(at(spines), it.below, 1.2)


def cobweb(plate: Plate, it: Toadstool, at: Placed) -> None:
    """A cortina: threads from the rim to the stem."""
    y, w = it.rim, it.wide
    threads = []
    for side in (-1, 1):
        for i in range(6):
            a = (50 + side * w * (0.96 - i * 0.1), y + it.depth * (0.15 + 0.1 * i))
            b = (50 + side * (it.upper + 0.8), y + it.depth + 4 + (5 - i) * 1.7)
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + 1.2)
            threads.append(at(write_points((a, middle, b))))
    plate.lines(threads, 1, it.cortina)
    zone = f"{50 - it.upper - 1},{y + it.depth + 9} 50,{y + it.depth + 12} {50 + it.upper + 1},"
    plate.line(at(f"{zone}{y + it.depth + 9}"), 1.6, colour=it.cortina)


def skirt(plate: Plate, it: Toadstool, at: Placed) -> None:
    y, w = it.rim + it.depth + 1, it.upper
    hem = y + 9
    frill = (
        f"{50 - w - 0.5},{y}! {50 + w + 0.5},{y}! {50 + w + 6},{hem}! {50 + w},{hem + 0.6}"
        f" {50 + w * 0.45},{hem + 2.6} 50,{hem + 0.8} {50 - w * 0.45},{hem + 2.6}"
        f" {50 - w},{hem + 0.6} {50 - w - 6},{hem}!"
    )
    plate.area(at(frill), it.ring, 1.6).hatch(at(frill), 90, 2.7, "", 0.65)


def on_cap(plate: Plate, it: Toadstool, cap: str, at: Placed, size: float) -> None:
    x, y, w, h = 50, it.rim, it.wide, it.high
    if it.shape == "funnel":
        hollow = ring(x, y - h * 0.62, w * 0.5, h * 0.16, 10)
        plate.fill(at(hollow), INK, 0, 0.22)
    for t in (0.84, 0.64, 0.44) if it.zones else ():
        zone = ring(x, y - h * (0.7 - 0.06 * (1 - t)), w * t, h * 0.36 * t, 12)
        plate.line(at(zone), 1.9, closed=True, colour=it.zones)
    if it.fibres:
        threads = []
        for i in range(-6, 7):
            t = i / 6
            mid = (x + w * t * 0.62, y - h * (0.7 - 0.24 * t * t))
            end = (x + w * t * 0.93, y - h * (0.16 + 0.12 * (1 - t * t)))
            top = 0.95 if it.shape in ("dome", "cushion", "flat", "knob") else 0.74
            threads.append(at(write_points(((x + w * t * 0.16, y - h * top), mid, end))))
        plate.lines(threads, 0.9, it.fibres)
    if it.scales:
        plate.lines(flakes(cap, at, 7.5), 1.4, it.scales)
    if it.cracks:
        plate.lines(crackle(plate, cap, at), 1.5, it.cracks)
    if it.warts:
        patches(plate, it, at, size)
    if it.shine:
        light = f"{x - w * 0.66},{y - h * 0.42} {x - w * 0.5},{y - h * 0.72} {x - w * 0.16},"
        light += f"{y - h * 0.86} {x - w * 0.06},{y - h * 0.76} {x - w * 0.4},{y - h * 0.58}"
        plate.fill(at(light), it.shine, 0, 0.85)


def flakes(cap: str, at: Placed, gap: float) -> list[str]:
    """Rows of small scales inside a cap."""
    edge = polygon(cap)
    left, right = min(p.x for p in edge), max(p.x for p in edge)
    top, bottom = min(p.y for p in edge), max(p.y for p in edge)
    found = []
    row, y = 0, top + 5
    while y < bottom - 3:
        x = left + 2 + (row % 2) * gap / 2
        while x < right:
            marks = ((x - 2.6, y - 0.6), (x, y + 2.6), (x + 2.6, y - 0.6))
            if all(inside(edge, *mark) for mark in marks):
                found.append(at(write_points(marks)))
            x += gap
        row, y = row + 1, y + gap * 0.68
    return found


def crackle(plate: Plate, cap: str, at: Placed) -> list[str]:
    """A skin torn into fields."""
    edge = polygon(cap)
    left, right = min(p.x for p in edge), max(p.x for p in edge)
    top, bottom = min(p.y for p in edge), max(p.y for p in edge)
    lines = []
    for row in range(4):
        for column in range(7):
            x = left + (right - left) * (column + 0.5 + 0.5 * (row % 2)) / 7.5
            y = top + (bottom - top) * (row + 0.7) / 4.6
            turn = plate.between(0, 2)
            for k in range(3):
                a = turn + k * 2 * math.pi / 3
                end = (x + 5 * math.cos(a), y + 3.4 * math.sin(a))
                if inside(edge, x, y) and inside(edge, *end):
                    lines.append(at(write_points(((x, y), end))))
    return lines


def patches(plate: Plate, it: Toadstool, at: Placed, size: float) -> None:
    """What is left of the veil: larger on top, smaller towards the rim."""
    x, y, w, h = 50, it.rim, it.wide, it.high
    places = (
        (-0.05, 0.78, 4.2),
        (-0.42, 0.6, 4),
        (0.4, 0.62, 4.2),
        (0.02, 0.4, 3.8),
        (-0.7, 0.26, 3.1),
        (0.7, 0.28, 3.2),
        (-0.34, 0.2, 2.9),
        (0.36, 0.2, 3),
    )
    for a, b, r in places:
        patch = ring(x + a * w, y - b * h, r, r * 0.74, 6)
        plate.fill(at(patch), it.warts, 0).line(at(patch), 1.1, closed=True)
