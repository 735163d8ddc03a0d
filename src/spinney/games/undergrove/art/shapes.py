"""Mushrooms that are no toadstools: trumpets, corals, saddles, cups, fans and clubs."""

from __future__ import annotations

import math

from spinney.drawing.outlines import (
    INK,
    PIGMENTS,
    Plate,
    at,
    inside,
    polygon,
    ring,
    shift,
    write_points,
)
from spinney.drawing.shared_art import fern_leaf
from spinney.games.undergrove.art.figures import WHITE, Toadstool, stand


def earthlover() -> Plate:
    """The heart of the forest: a ring of small caps over a web of threads."""
    plate = Plate(32)
    threads = []
    for i in range(11):
        a = math.pi * (0.06 + 0.088 * i)
        reach = 34 + plate.between(-3, 9)
        x, y = 50 + reach * math.cos(a), 76 + reach * 0.55 * math.sin(a)
        bend = (
            50 + reach * 0.5 * math.cos(a) + plate.between(-5, 5),
            76 + reach * 0.3 * math.sin(a),
        )
        threads.append(write_points(((50, 76), bend, (x, y))))
        fork = (x + plate.between(-6, 6), y + plate.between(1, 5))
        threads.append(write_points((bend, fork)))
    plate.lines(threads, 1.3, "bark")
    leaves = "".join(fern_leaf(angle, 40, 50, 78) for angle in (-70, -38, 38, 70))
    plate.raw(f'<path d="{leaves}" fill="none" stroke="{PIGMENTS["leaf"]}" stroke-width="2.4"/>')
    cap = Toadstool(cap="#8a5a34", wide=30, high=30, rim=50, stem="cream", upper=5, lower=7)
    young = Toadstool(cap="#c98a44", wide=30, high=30, rim=50, stem="cream", upper=5, lower=7)
    stand(plate, young, 28, 0.56, 82)
    stand(plate, young, 73, 0.6, 83)
    return stand(plate, cap, 50, 0.86, 86)


def trumpets(body: str, inner: str, veins: str, seed: int) -> Plate:
    """Chanterelles: horns whose veins run down to the foot."""
    plate = Plate(seed).ground()
    horns = (
        (
            "12,34! 24,52 34,70 36,90 44,92 48,90 50,72 60,50 74,30! 60,40 40,42 24,40",
            "12,34 20,26 34,30 44,22 58,28 74,30 64,40 44,43 24,41",
        ),
        (
            "52,56! 60,70 62,82 61,91 67,92 71,91 73,80 80,66 92,54! 78,60 64,60",
            "52,56 60,50 70,53 80,48 92,54 82,60 66,62",
        ),
    )
    for horn, rim in horns:
        plate.area(horn, body).hatch(horn, 78, 3.4, "", 0.95, 0.12, veins, 0.8)
        plate.area(rim, inner).hatch(rim, 10, 3, "", 0.7, 0.4, veins, 0.6)
    return plate


def scaly_vase() -> Plate:
    """A deep vase, its inside set with orange scales."""
    plate = Plate(13).ground()
    vase = "16,30! 24,50 36,70 40,90 50,93 60,90 64,70 76,50 84,30! 66,40 50,43 34,40"
    mouth = ring(50, 30, 34, 15, 12)
    plate.area(vase, "#e9cf9a").hatch(vase, 84, 3.2, "", 0.9, 0.12, "bark", 0.7)
    plate.area(mouth, "#d8702a")
    scales = []
    for row, (count, y) in enumerate(((4, 20), (6, 26), (6, 32), (4, 38))):
        for i in range(count):
            x = 50 + (i - (count - 1) / 2) * 9.4 + (row % 2) * 1.5
            scale = write_points(((x - 4, y), (x, y + 4.6), (x + 4, y)))
            plate.fill(scale, "#9d3c17", 0)
            scales.append(scale)
    return plate.lines(scales, 1)


def pigs_ears() -> Plate:
    """Gomphus: violet clubs, wrinkled without, cut off flat above."""
    plate = Plate(14).ground()
    ears = (
        (
            "50,40! 56,60 62,78 64,90 72,93 80,90 82,72 92,46!",
            "50,40 58,31 74,32 92,44 78,50 62,48",
        ),
        ("8,34! 18,54 28,74 32,90 44,93 54,90 56,72 64,32!", "8,34 18,20 38,24 64,30 50,40 26,42"),
    )
    for body, top in ears:
        plate.area(body, "#8f6f92").hatch(body, 80, 3.3, "", 1, 0.1, "#54395c", 0.9)
        plate.area(top, "#b28a5e").hatch(top, 8, 3.4, "", 0.7, 0.4, "umber", 0.7)
    return plate


def coral(body: str, tips: str, seed: int) -> Plate:
    """Branches that fork and fork again."""
    plate = Plate(seed).ground()
    twigs: list[tuple[float, list[tuple[float, float]]]] = []
    ends: list[tuple[float, float]] = []

    def grow(x: float, y: float, angle: float, length: float, width: float, left: int) -> None:
        bend = angle + plate.between(-0.12, 0.12)
        mid = (x + length * 0.5 * math.sin(angle), y - length * 0.5 * math.cos(angle))
        end = (mid[0] + length * 0.5 * math.sin(bend), mid[1] - length * 0.5 * math.cos(bend))
        twigs.append((width, [(x, y), mid, end]))
        if not left:
            ends.append(end)
            return
        for side in (-1, 1):
            turn = side * plate.between(0.2, 0.33)
            grow(*end, bend + turn, length * plate.between(0.62, 0.76), width * 0.68, left - 1)

    for angle in (-0.68, -0.35, -0.02, 0.31, 0.64):
        grow(50 + angle * 10, 90, angle, 23, 9, 3)
    rims = "".join(_disc(x, y, 3.7) for x, y in ends)
    plate.raw(f'<path d="{rims}" fill="{INK}"/>')
    for ink in (True, False):
        for width in sorted({width for width, _ in twigs}, reverse=True):
            lines = [write_points(line) for w, line in twigs if w == width]
            if ink:
                plate.lines(lines, round(width + 3.2, 1))
            else:
                plate.lines(lines, round(width, 1), body)
    knobs = "".join(_disc(x, y, 2.4) for x, y in ends)
    return plate.raw(f'<path d="{knobs}" fill="{tips}"/>')


def _disc(x: float, y: float, r: float) -> str:
    return f"M{at(x - r, y)}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0"


def saddle(cap: str, stem: str, fluted: bool) -> Plate:
    """An elfin saddle: a lobed cap thrown over a stem, fluted or smooth."""
    plate = Plate(15).ground()
    if fluted:
        stalk = "40,46! 36,64 34,84 40,92 45,88 50,93 55,88 60,92 66,84 64,64 60,46!"
        plate.area(stalk, stem)
        plate.lines(("44,50 42,68 43,86", "50,50 50,70 50,88", "56,50 58,68 57,86"), 2.2)
        plate.lines(("47,52 46,70", "53,52 54,70"), 1, WHITE, 0.7)
    else:
        stalk = "44,46! 44,66 41,86 50,93 59,86 56,66 56,46!"
        plate.area(stalk, stem).hatch(stalk, 86, 2.4, "51,46! 66,46! 66,94! 52,94!", 0.8)
    back = "50,30 62,12 80,10 90,26 86,48 74,60 62,56 54,44"
    front = "54,44 46,26 32,10 16,14 8,32 14,54 28,64 44,58"
    fold = "30,22 36,36 44,50"
    plate.area(back, cap).hatch(back, 66, 2.8, "66,6! 96,6! 96,64! 60,64! 76,36", 0.85)
    plate.area(front, cap, 2.2).line(fold, 1.4).line("66,24 64,38 58,50", 1.4)
    light = "16,32 20,22 30,18 32,22 24,28"
    plate.fill(light, WHITE, 0, 0.35)
    return plate.hatch(front, 66, 2.8, "34,8! 56,8! 56,66! 22,66! 36,44", 0.85)


def black_morel() -> Plate:
    """A cone of dark ribs that run from the top to the stem."""
    plate = Plate(16).ground()
    stem = "40,60! 41,74 37,88 50,94 63,88 59,74 60,60!"
    cap = "34,64! 27,54 29,36 40,16 50,7 60,16 71,36 73,54 66,64! 58,68 50,66 42,68"
    plate.area(stem, "cream").hatch(stem, 82, 2.5, "51,58! 68,58! 68,95! 51,95!")
    plate.area(cap, "#8d7a62", 2.2)
    edge = polygon(cap)
    for row in range(8):
        y = 13 + row * 7
        half = 4 + row * 2.9 if row < 6 else 20.5 - (row - 5) * 1.4
        for column in range(-3, 4):
            x = 50 + column * half / 2.6
            pit = ring(x, y, half / 6.4 + 0.6, 3.1, 6)
            if all(inside(edge, *(float(n) for n in word.split(","))) for word in pit.split()):
                plate.fill(pit, "#4d3f33", 0)
    ribs = []
    for side in (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5):
        middle = (50 + side * 7.2, 42)
        ribs.append(write_points(((50 + side * 1.8, 14), middle, (50 + side * 6.4, 62))))
    plate.lines(ribs, 2.4, "#241c18")
    return plate.hatch(cap, 70, 2.6, "62,8! 80,8! 80,70! 58,70! 66,40", 0.8)


def haircups() -> Plate:
    """Three small bowls, pale within, fringed with stiff brown hairs."""
    plate = Plate(17).ground()
    for x, y, wide in ((30, 54, 21), (72, 58, 18), (50, 76, 25)):
        bowl = (
            f"{x - wide},{y}! {x - wide * 0.8},{y + wide * 0.55} {x},{y + wide * 0.8}"
            f" {x + wide * 0.8},{y + wide * 0.55} {x + wide},{y}!"
        )
        mouth = ring(x, y, wide, wide * 0.36, 12)
        plate.area(bowl, "#8a5c36").hatch(bowl, 64, 2.8, "", 0.8, 0.2)
        plate.area(mouth, "#efe3c6", 1.8)
        plate.fill(ring(x, y + 1.5, wide * 0.66, wide * 0.2, 10), "#d9c79f", 0)
        hairs = []
        for i in range(22):
            a = 2 * math.pi * i / 22
            root = (x + wide * math.cos(a), y + wide * 0.36 * math.sin(a))
            tip = (x + wide * 1.2 * math.cos(a), y + wide * 0.36 * 1.25 * math.sin(a) - 3)
            hairs.append(write_points((root, tip)))
        plate.lines(hairs, 1.2, "umber")
    return plate


def dead_mans_foot() -> Plate:
    """Pisolithus: a swollen club that crumbles above and shows its grains."""
    plate = Plate(18).ground()
    club = "34,93! 36,80 28,66 20,46 24,26 40,14 58,15 76,24 82,44 76,62 66,76 66,93!"
    torn = "22,42! 24,26 40,14 58,15 76,24 82,42! 72,46 66,40 56,48 46,42 36,50 28,42"
    plate.area(club, "#8c6f3e", 2.2).fill(torn, "#5a3a22", 0)
    plate.line("22,42 28,42 36,50 46,42 56,48 66,40 72,46 82,42", 1.6)
    plate.dots(torn, 26, 2, "#d9a94c", 0.95)
    grains = "30,56! 72,56! 64,84! 38,84!"
    plate.dots(grains, 16, 1.5, "#4e3a1e", 0.9)
    return plate.hatch(club, 66, 2.8, "58,12! 90,12! 90,95! 54,95! 66,60", 0.85)


def earthfan() -> Plate:
    """A rosette of brown fans with pale fringed edges."""
    plate = Plate(19).ground(93)
    fan = "0,4! -14,-4 -25,-18 -20,-27 -12,-26 -6,-32 2,-28 9,-32 15,-26 23,-24 24,-15 13,-3"
    fans = (
        (50, 56, 1.0, 0),
        (31, 66, 0.98, -26),
        (69, 66, 0.98, 26),
        (50, 74, 1.0, 4),
        (34, 88, 0.95, -36),
        (66, 88, 0.95, 34),
        (50, 94, 0.9, 0),
    )
    for i, (x, y, size, turn) in enumerate(fans):
        one = Plate(60 + i)
        edge, middle, heart = shift(fan, 0, 0, size), shift(fan, 0, 0, size * 0.84), fan
        one.area(edge, "#f0e3c8", 1.9).fill(middle, "#6d452b", 0)
        one.line(shift(heart, 0, 0, size * 0.55), 1.4, closed=True, colour="#a9794e")
        one.hatch(middle, 90, 3, "3,-40! 30,-40! 30,4! 0,4!", 0.75, 0.3)
        plate.raw(f'<g transform="translate({x} {y}) rotate({turn})">{"".join(one.parts)}</g>')
    return plate


def hedgehogs() -> Plate:
    """Small pale caps, each with a navel and with teeth below."""
    plate = Plate(20).ground()
    it = Toadstool(
        cap="#e3a566",
        shape="navel",
        wide=36,
        high=24,
        rim=52,
        under="teeth",
        below="#f5e6c6",
        depth=12,
        stem="#f3e3c2",
        upper=6,
        lower=6.5,
    )
    stand(plate, it, 76, 0.62, 90)
    stand(plate, it, 40, 0.98, 92)
    return plate.fill(ring(40, 35, 5, 2.6), "#9c5f2c", 0).fill(ring(76, 54, 3.2, 1.8), "#9c5f2c", 0)


def owl_eyes() -> Plate:
    """Two zoned cups that have grown together and look at you."""
    plate = Plate(24).ground()
    plate.area("44,56! 42,76 46,92 56,92 58,76 58,56!", "#7b5737", 2)
    rings = (
        (1.0, "#efe2c6"),
        (0.86, "#a8794b"),
        (0.7, "#6f4828"),
        (0.52, "#b98a56"),
        (0.34, "#54341e"),
        (0.17, "#2c1b10"),
    )
    for x in (28, 72):
        teeth = [f"{x - 25},46!"]
        for i in range(9):
            t = -1 + (2 * i + 1) / 9
            teeth.append(f"{x + 25 * t:.1f},{54 + 14 * (1 - t * t):.1f}!")
            if i < 8:
                teeth.append(f"{x + 25 * (t + 1 / 9):.1f},{50 + 10 * (1 - t * t):.1f}!")
        plate.area(" ".join([*teeth, f"{x + 25},46!"]), "#d9c6a2", 1.3)
    for x in (28, 72):
        for size, colour in rings:
            zone = ring(x, 42, 26 * size, 21 * size, 12)
            plate.fill(zone, colour, 0).line(zone, 2 if size == 1 else 0.9, closed=True)
        plate.hatch(ring(x, 42, 26, 21), 64, 3.2, f"{x + 6},20! 99,20! 99,66! {x},66!", 0.75)
    return plate


def bleeding(it: Toadstool, blood: str, seed: int) -> Plate:
    """A milkcap with its red drops."""
    plate = stand(Plate(seed).ground(), it)
    drops = "".join(
        f"M{at(x, y)}c-2.6 4.4 -3.4 6.4 0 7.4c3.4 -1 2.6 -3 0 -7.4z"
        for x, y in ((24, 45), (36, 52), (64, 52), (76, 45))
    )
    return plate.raw(f'<path d="{drops}" fill="{blood}" stroke="#4a1512" stroke-width=".8"/>')


def candy_caps() -> Plate:
    """Little rusty caps in a troop."""
    plate = Plate(25).ground()
    it = Toadstool(
        cap="#b5542a",
        shape="funnel",
        wide=34,
        high=28,
        rim=52,
        below="#dfa173",
        depth=12,
        stem="#a4562f",
        upper=5,
        lower=5.5,
    )
    stand(plate, it, 24, 0.58, 86)
    stand(plate, it, 77, 0.62, 87)
    return stand(plate, it, 50, 0.82, 92)
