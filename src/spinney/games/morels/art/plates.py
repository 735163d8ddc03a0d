"""The drawings of Morels, one function each, named by what they show.

    python -m spinney.games.morels.art.plates        prints each into its file beside this one

The board reads the files. After a change here print them again: a test compares.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from spinney.drawing.outlines import (
    PAPER,
    PIGMENTS,
    Plate,
    inside,
    polygon,
    ring,
    shift,
    star,
    write_points,
)
from spinney.drawing.shared_art import wood_backdrop
from spinney.drawing.text_width import number
from spinney.games.morels.art.cover import lid

HERE = Path(__file__).parent
WHITE = "#fdfbf4"  # paler than any paper: the Destroying Angel


def toadstool(
    plate: Plate, x: float, y: float, size: float, cap: str, stem: str = "cream", lean: float = 0
) -> None:
    """A small capped mushroom whose foot stands at x, y."""
    ink = 1.6 if size < 0.8 else 2
    foot = shift("-5,-34! -4,-20 -6,-4 0,1 6,-4 4,-20 5,-34!", x, y, size)
    hat = "-24,-32! -22,-44 -12,-56 0,-60 12,-56 22,-44 24,-32! 12,-27 0,-26 -12,-27"
    hat = shift(hat, x + lean, y, size)
    foot_shadow = shift("0,-40! 20,-40! 20,4! 1,4!", x + lean, y, size)
    hat_shadow = shift("6,-70! 40,-70! 40,-20! -2,-20! 8,-36 12,-50", x + lean, y, size)
    plate.area(foot, stem, ink).hatch(foot, 88, 2.4, foot_shadow, 0.75)
    plate.area(hat, cap, ink).hatch(hat, 66, 2.7, hat_shadow, 0.8)


def honey_fungus() -> Plate:
    plate = Plate(3).ground()
    cluster = (
        (30, 84, 0.78, -6),
        (70, 84, 0.82, 6),
        (50, 78, 1.05, 0),
        (38, 90, 0.62, -4),
        (63, 91, 0.6, 3),
    )
    for x, y, size, lean in cluster:
        toadstool(plate, x, y, size, "honey", "cream", lean)
        crown = shift("-14,-40 -8,-50 0,-53 8,-50 14,-40 0,-36", x + lean, y, size)
        plate.dots(crown, 5, 0.9, "rust", 0.9)
    return plate


def tree_ear() -> Plate:
    plate = Plate(4)
    branch = "2,78! 20,74 44,77 70,72 98,76! 98,88! 72,86 46,92 22,88 2,91!"
    plate.area(branch, "umber").hatch(branch, 3, 3, "", 0.8, 0.3, "honey", 0.5)
    ears = (  # each: the ear, its hollow, the fold in the hollow
        (
            "88,80! 95,66 97,50 88,38 73,36 63,46 64,62 72,78!",
            "83,75 90,64 91,50 84,43 75,43 69,52 72,68",
            "80,70 85,61 84,52 78,50 75,57",
        ),
        (
            "54,82! 66,66 70,44 60,22 40,14 20,22 10,42 16,64 34,80!",
            "50,75 60,60 62,43 53,28 38,23 23,31 18,47 27,68",
            "46,68 53,55 51,41 40,33 29,39 27,51 34,58",
        ),
    )
    for ear, hollow, fold in ears:
        plate.area(ear, "bark", 2.2).fill(hollow, "#c98d5f", 0).line(hollow, 1.5, closed=True)
        plate.fill(fold, "clay", 0, 0.8).line(fold, 1.5)
        plate.hatch(hollow, 60, 3, "46,10! 100,10! 100,80! 50,80! 57,50", 0.75, 0.3)
    bud = "20,84! 10,78 8,68 16,62 27,66 29,76 26,84!"
    return plate.area(bud, "bark").fill("18,78 14,72 18,67 24,70 24,77", "#c98d5f", 0)


def lawyers_wig() -> Plate:
    plate = Plate(5).ground()
    stem = "45,60! 46,76 44,90 50,92 56,90 54,76 55,60!"
    cap = "32,72! 29,54 31,34 40,18 50,13 60,18 69,34 71,54 68,72! 62,67 56,72 50,67 44,72 38,67"
    hem = "32,72! 30,62 40,64 50,62 60,64 70,62 68,72! 62,67 56,72 50,67 44,72 38,67"
    plate.area(stem, "bone", 1.8).area(cap, "bone").fill(hem, "umber", 0.4, 0.85)
    curls = []
    for row in range(6):
        for column in range(-2, 3):
            x = 48.5 + column * (5.4 + row * 0.75) + (row % 2) * 3
            y = 23 + row * 7.6
            if abs(x - 50) < 9 + row * 2.2:
                curls.append(write_points(((x - 3, y), (x, y + 4.6), (x + 3.2, y - 0.6))))
    plate.lines(curls, 1.15)
    plate.fill("40,20 50,14 60,20 57,26 50,24 43,26", "ochre", 0, 0.8)
    return plate.hatch(cap, 90, 2.8, "58,10! 76,10! 76,70! 62,70! 62,40", 0.8)


def shiitake() -> Plate:
    plate = Plate(6).ground()
    stem = "42,56! 44,72 40,88 50,92 61,88 57,72 58,56!"
    gills = "9,54! 30,48 50,47 70,48 91,54! 74,63 50,66 26,63"
    cap = "8,55! 11,38 28,22 50,17 72,22 89,38 92,55! 84,53 70,57 50,55 30,57 16,53"
    plate.area(stem, "cream").hatch(stem, 84, 2.4, "50,50! 64,50! 64,94! 51,94!")
    plate.area(gills, "bone", 1.8)
    plate.lines(
        (
            write_points(((50 + i * 1.3, 57), (50 + i * 4.2, 64.5 - abs(i) * 0.95)))
            for i in range(-9, 10)
        ),
        0.8,
    )
    plate.area(cap, "bark").hatch(cap, 64, 2.8, "56,10! 95,10! 95,60! 48,60! 62,46 64,30")
    plate.hatch(cap, 20, 4, "74,20! 95,20! 95,58! 70,58!", 0.7)
    flakes = (
        (30, 34, 3.2),
        (44, 27, 2.4),
        (58, 34, 3),
        (72, 38, 2.2),
        (40, 42, 2.2),
        (24, 45, 1.8),
        (54, 46, 2),
        (66, 27, 1.8),
        (82, 47, 1.6),
    )
    for x, y, r in flakes:
        corners = (
            (x - r, y),
            (x - r * 0.2, y - r),
            (x + r, y - r * 0.5),
            (x + r * 0.5, y + r * 0.5),
        )
        plate.fill(write_points(corners).replace(" ", "! ") + "!", "bone", 0)
    return plate


def hen_of_the_woods() -> Plate:
    plate = Plate(8).ground(92, 10, 90)
    frond = "0,3! -12,-4 -23,-17 -22,-26 -14,-28 -9,-33 0,-31 8,-34 15,-29 23,-25 22,-15 12,-4"
    veins = ("-3,-6 -9,-14 -13,-21", "0,-6 0,-16 0,-24", "3,-6 9,-14 13,-20")
    fronds = (  # from the back of the rosette to its front
        (50, 45, 0.88, 0),
        (32, 54, 0.88, -24),
        (68, 54, 0.88, 24),
        (50, 63, 0.96, 0),
        (29, 75, 0.85, -40),
        (71, 75, 0.85, 40),
        (38, 83, 0.96, -18),
        (62, 83, 0.96, 18),
        (50, 92, 0.82, 0),
    )
    for i, (x, y, size, turn) in enumerate(fronds):
        one = Plate(20 + i)
        shape, heart = shift(frond, 0, 0, size), shift(frond, 0, -1, size * 0.76)
        one.area(shape, "#d8c8a4", 1.9).fill(heart, "#917c60", 0)
        one.lines((shift(vein, 0, 0, size) for vein in veins), 1.1)
        one.hatch(heart, 90, 3, "3,-40! 30,-40! 30,4! 0,4!", 0.75, 0.3)
        plate.raw(f'<g transform="translate({x} {y}) rotate({turn})">{"".join(one.parts)}</g>')
    return plate


def fairy_ring() -> Plate:
    plate = Plate(9)
    plate.fill(ring(50, 70, 46, 23, 12), "moss", 0, 0.55)
    plate.fill(ring(50, 67, 27, 11, 12), "leaf", 0, 0.35)
    blades = []
    for i in range(9):
        x, y = 31 + i * 4.6, 66 + plate.between(-4, 6)
        blades.append(write_points(((x, y), (x - 2, y - 6))))
        blades.append(write_points(((x + 2, y), (x + 4, y - 5))))
    plate.lines(blades, 0.9)
    angles = [2 * math.pi * i / 7 + 0.22 for i in range(7)]
    feet = [(71 + 19 * math.sin(a), 50 + 36 * math.cos(a)) for a in angles]
    for y, x in sorted(feet):  # the far ones first
        toadstool(plate, x, y, 0.36 + (y - 52) / 150, "#d8a565", "bone")
    return plate


def porcini() -> Plate:
    plate = Plate(10).ground()
    stem = "38,50! 36,62 30,78 36,90 50,93 64,90 70,78 64,62 62,50!"
    cap = "14,50! 16,32 32,18 50,15 68,18 84,32 86,50! 76,57 62,54 50,56 38,54 24,57"
    plate.area(stem, "cream").hatch(stem, 78, 2.6, "52,50! 74,50! 74,95! 50,95! 56,74")
    plate.lines(("39,60 43,66 47,60 51,66 55,60", "37,70 42,77 47,70 52,77 57,70"), 0.8)
    plate.lines(("43,66 42,70", "51,66 52,70", "42,77 41,82", "52,77 53,82"), 0.8)
    plate.area(cap, "clay").hatch(cap, 64, 2.8, "56,8! 92,8! 92,60! 46,60! 62,46 64,28")
    plate.hatch(cap, 24, 4, "72,20! 92,20! 92,58! 68,58!", 0.7)
    return plate.fill("24,40 30,28 42,22 46,26 34,33", "#e9b588", 0, 0.8)


def chanterelle() -> Plate:
    plate = Plate(11).ground()
    trumpets = (
        (
            "12,34! 24,52 34,70 36,90 44,92 48,90 50,72 60,50 74,30! 60,40 40,42 24,40",
            "12,34 20,26 34,30 44,22 58,28 74,30 64,40 44,43 24,41",
        ),
        (
            "52,56! 60,70 62,82 61,91 67,92 71,91 73,80 80,66 92,54! 78,60 64,60",
            "52,56 60,50 70,53 80,48 92,54 82,60 66,62",
        ),
    )
    for horn, rim in trumpets:
        plate.area(horn, "honey").hatch(horn, 78, 3.4, "", 0.95, 0.12, "rust", 0.8)
        plate.area(rim, "butter").hatch(rim, 10, 3, "", 0.7, 0.4, "ochre", 0.9)
    return plate


def morel() -> Plate:
    plate = Plate(12).ground()
    stem = "40,58! 41,72 36,86 40,92 50,94 60,92 64,86 59,72 60,58!"
    cap = "34,62! 25,50 26,34 36,18 50,9 64,18 74,34 75,50 66,62! 58,66 50,64 42,66"
    plate.area(stem, "bone").hatch(stem, 82, 2.5, "51,58! 68,58! 68,95! 51,95!")
    plate.area(cap, "bark", 2.2)
    edge = polygon(cap)
    sixth = math.pi / 3
    for row in range(8):
        for column in range(-4, 5):
            x, y = 47.6 + column * 9.8 + (row % 2) * 4.9, 14.5 + row * 6.9
            pit = [(x + 5 * math.sin(sixth * j), y - 4.7 * math.cos(sixth * j)) for j in range(6)]
            if all(inside(edge, a, b) for a, b in pit):
                uneven = [
                    (a + plate.between(-0.8, 0.8), b + plate.between(-0.8, 0.8)) for a, b in pit
                ]
                hole = write_points(uneven)
                plate.fill(hole, "umber", 0).line(hole, 1.25, closed=True, colour="cream")
    return plate.hatch(cap, 70, 2.6, "62,8! 80,8! 80,70! 58,70! 66,40", 0.8)


def destroying_angel() -> Plate:
    plate = Plate(13).ground()
    stem = "45,40! 46,60 43,80 50,84 57,80 54,60 55,40!"
    cap = "14,42! 18,26 34,13 50,10 66,13 82,26 86,42! 68,47 50,48 32,47"
    volva = "36,93! 34,85 39,79 45,84 50,82 55,84 61,79 66,85 64,93! 50,96"
    skirt = "44,49! 56,49! 65,61! 60,61 55,64 50,61 45,64 40,61 35,61!"
    plate.area(stem, WHITE).hatch(stem, 86, 2.4, "50,40! 60,40! 60,84! 51,84!")
    plate.area(cap, WHITE).hatch(cap, 64, 3, "62,8! 90,8! 90,50! 56,50! 70,34", 0.75)
    plate.area(skirt, WHITE, 1.7).hatch(skirt, 90, 2.6, "", 0.7)
    return plate.area(volva, WHITE, 1.8).hatch(volva, 80, 2.8, "52,70! 70,70! 70,96! 50,96!", 0.75)


def butter() -> Plate:
    plate = Plate(14)
    plate.area(ring(50, 72, 44, 12, 12), "sky").line(ring(50, 70, 36, 8, 12), 1, closed=True)
    top, side = "20,46! 62,38! 82,46! 40,55!", "20,46! 40,55! 40,73! 20,63!"
    front, slice_ = "40,55! 82,46! 82,63! 40,73!", "66,66! 88,60! 90,64! 90,72! 70,78! 66,74!"
    plate.area(top, "#f7e3a0").area(side, "ochre").area(front, "butter")
    plate.hatch(side, 84, 2.6, "", 0.8).hatch(front, 12, 4, "60,40! 84,40! 84,70! 56,70!", 0.75)
    return (
        plate.area(slice_, "#f7e3a0", 1.7).line("66,66 70,70 90,64", 1.2).line("70,70 70,78", 1.2)
    )


def cider() -> Plate:
    plate = Plate(15)
    jug = "40,14! 60,14! 58,28 66,38 78,54 78,80 68,91 50,92 32,91 22,80 22,54 34,38 42,28"
    handle, neck = "60,20 76,22 80,36 70,44", "40,14! 60,14! 58,28 63,34 37,34 42,28"
    apple = "48,58 40,54 34,60 36,72 44,78 49,76 54,78 62,72 64,60 58,54"
    plate.line(handle, 4.2).line(handle, 1.6, colour="clay")
    plate.area(jug, "clay", 2.2).fill(neck, "umber", 0, 0.75)
    plate.hatch(jug, 66, 2.9, "58,10! 84,10! 84,94! 54,94! 66,66 62,44")
    plate.area("41,8! 59,8! 58,15! 42,15!", "cream", 1.8)
    plate.area(apple, "butter", 1.8).fill("54,56 62,60 60,72 54,77 57,66", "apple", 0, 0.7)
    return plate.line("49,58 50,50 53,48", 1.6).fill("52,50 58,46 63,49 57,53", "leaf", 0)


def pan() -> Plate:
    plate = Plate(16)
    floor = ring(43, 55, 31, 29, 14)
    plate.area("66,30! 88,6 95,5 96,12 74,38!", "iron")
    plate.area(ring(44, 56, 40, 38, 14), "iron", 2.4).fill(floor, "#56514d", 0)
    plate.hatch(floor, 40, 3.2, "50,20! 80,20! 80,90! 40,90! 60,60", 0.9, 0.3, "bone", 0.3)
    plate.line(floor, 1.2, closed=True, colour="bone", opacity=0.5)
    return plate.line("18,48 24,36 34,30", 2, colour="bone", opacity=0.5).disc(91, 10, 2, PAPER)


def basket() -> Plate:
    plate = Plate(17)
    handle, rim = "18,52 26,14 50,8 74,14 82,52", "9,47! 91,47! 90,55! 10,55!"
    plate.line(handle, 5.5).line(handle, 2.6, colour="ochre")
    plate.area("12,50! 88,50! 82,78 74,90 26,90 18,78", "ochre", 2.2)
    weave = []
    for row in range(4):
        for column in range(9):
            x, y = 17 + column * 8 + (row % 2) * 4, 57 + row * 8.6
            if 16 + row * 2 < x < 82 - row * 2:
                weave.append(write_points(((x - 3.4, y + 1.5), (x, y - 2), (x + 3.6, y + 1.5))))
    plate.lines(weave, 1.5, "umber")
    return plate.area(rim, "bark").hatch(rim, 60, 4, "", 0.8)


def moon() -> Plate:
    plate = Plate(18).disc(50, 47, 42, "night")
    crescent = "58,14 40,20 30,36 32,56 46,70 64,72! 52,64 45,50 46,32"
    plate.fill(crescent, "butter", 0).line(crescent, 1.5, closed=True)
    plate.hatch(crescent, 70, 2.8, "28,40! 60,50! 66,76! 28,76!", 0.8)
    stars = (
        (72, 30, 1.6),
        (66, 46, 1.1),
        (80, 46, 1.2),
        (24, 28, 1.2),
        (20, 52, 1),
    )
    data = "".join(star(x, y, size) for x, y, size in stars)
    plate.raw(f'<path d="{data}" fill="{PIGMENTS["bone"]}"/>')
    for x, high in ((14, 24), (24, 34), (36, 22), (64, 24), (76, 36), (87, 24)):
        top, waist = 92 - high, number(92 - high * 0.6)
        fir = f"{x},{top}! {x + 4},{waist} {x + 9},92! {x - 9},92! {x - 4},{waist}"
        plate.fill(fir, "deep", 0).line(fir, 1.2, closed=True)
    return plate


def stick() -> Plate:
    plate = Plate(19)
    rod, twig = "10,82! 30,62 52,44 76,16 84,14 88,20 66,44 44,66 18,90!", "52,44 46,30 50,22"
    leaf = "50,22 42,14 46,6 56,12 56,20"
    plate.area(rod, "bark").hatch(rod, -46, 3, "", 0.8, 0.4, "honey", 0.6)
    plate.line(twig, 3.4).line(twig, 1.2, colour="bark")
    return plate.fill(leaf, "leaf", 0).line(leaf, 1.5, closed=True).line("50,21 48,12", 1)


def wood() -> Plate:
    return wood_backdrop()


DRAWINGS: tuple[Callable[[], Plate], ...] = (
    honey_fungus,
    tree_ear,
    lawyers_wig,
    shiitake,
    hen_of_the_woods,
    fairy_ring,
    porcini,
    chanterelle,
    morel,
    destroying_angel,
    butter,
    cider,
    pan,
    basket,
    moon,
    stick,
    wood,
    lid,
)


def prints() -> dict[str, str]:
    """Every drawing as the text of its file."""
    return {f"{draw.__name__}.svg": draw().svg() for draw in DRAWINGS}


if __name__ == "__main__":
    for name, text in prints().items():
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name:24} {len(text) / 1000:6.1f} kB")
