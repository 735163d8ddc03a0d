"""The drawings of Evergreen, one function each, named by what they show.

    python -m spinney.games.evergreen.art.plates        prints each into its file beside this one

The board reads the files. After a change here print them again: a test compares.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from spinney.drawing.outlines import INK, PIGMENTS, Plate, ring, star
from spinney.games.evergreen.art.cover import lid
from spinney.games.evergreen.layout import VARIANTS

HERE = Path(__file__).parent

LEAF, FIR, SAPLING, BERRY_BUSH, ROSE = "#9dbb5c", "#37603f", "#5f8a4e", "#8a8f3f", "#c9657b"
FLOWER = "".join(
    f'<circle cx="{5 * math.sin(j * 1.2566):.1f}" cy="{-5 * math.cos(j * 1.2566):.1f}" r="3.4"'
    ' fill="#fff8"/>'
    for j in range(5)
)
TEXTURES = {  # what tells a biome from its neighbours without its colour
    "snow": '<path d="M-6 0H6M-3 -5.2L3 5.2M-3 5.2L3 -5.2"/>',
    "swamp": (
        '<path d="M-12 7q4 -3 8 0t8 0 8 0M-3 3V-10M3 3V-7M-3 -10v5M3 -7v4"/>'
        '<path d="M-3 -11v5M3 -8v5" stroke-width="4"/>'
    ),
    "rock": '<path d="M-10 6L-5 -5L3 -7L10 5ZM-5 -5L-1 5M3 -7L4 0"/>',
    "flowers": f'{FLOWER}<circle r="2.6" fill="#8a5a20" stroke="none"/><path d="M0 9q1 4 -1 7"/>',
    "wheat": ('<path d="M0 12V-10M0 -4l4 -4M0 -4l-4 -4M0 1l4 -4M0 1l-4 -4M0 6l4 -4M0 6l-4 -4"/>'),
    "grassland": ('<path d="M0 6Q-1 0 -5 -5M0 6V-8M0 6Q1 0 6 -4M-9 6q-1 -3 -3 -4M9 6q1 -3 3 -4"/>'),
}


def texture(biome: str, variant: int) -> Plate:
    """Four marks of a biome, strewn over one space."""
    plate = Plate(100 + variant * 7 + len(biome))
    for j in range(4):
        x = plate.between(14, 40) + 46 * (j % 2)
        y = plate.between(14, 40) + 46 * (j // 2)
        size = plate.between(0.85, 1.15)
        plate.raw(
            f'<g transform="translate({x:.0f} {y:.0f}) scale({size:.2f})" fill="none"'
            f' stroke="{INK}" stroke-width="1.7" opacity=".42">{TEXTURES[biome]}</g>'
        )
    return plate


def _shade(plate: Plate, reach: float, y: float = 92) -> None:
    """The ground under a plant."""
    plate.raw(
        f'<ellipse cx="52" cy="{y:g}" rx="{reach:g}" ry="{reach * 0.28:.1f}" fill="{INK}"'
        ' opacity=".28"/>'
    )


def sprout() -> Plate:
    plate = Plate(130)
    _shade(plate, 16)
    plate.line("50,92 50,74 52,62", 4).line("50,92 50,74 52,62", 1.4, colour="leaf")
    for leaf in ("51,68! 34,66 24,52 26,46! 42,48 52,58", "51,66! 56,50 70,44 78,46! 76,60 64,68"):
        plate.area(leaf, LEAF, 2.4)
    return plate.line("50,66 38,56 30,50", 1.2).line("53,65 64,54 74,48", 1.2)


def small() -> Plate:
    plate = Plate(131)
    _shade(plate, 24)
    plate.area("46,78! 45,93! 55,93! 54,78!", "bark", 2.4)
    for tier in (
        "50,58! 64,72 80,86! 64,88 50,90 36,88 20,86! 36,72",
        "50,44! 60,58 74,72! 62,73 50,75 38,73 26,72! 40,58",
        "50,30! 56,42 66,54! 58,54 50,55 42,54 34,54! 44,42",
    ):
        plate.area(tier, SAPLING, 2.4)
        plate.hatch(tier, 74, 3, "52,20! 90,20! 90,96! 50,96!", 1, 0.3)
    return plate


def big() -> Plate:
    plate = Plate(132)
    _shade(plate, 32)
    trunk = "44,76! 42,94! 58,94! 56,76!"
    plate.area(trunk, "bark", 2.4).hatch(trunk, 88, 3)
    for tier in (
        "50,48! 68,66 92,84! 70,87 50,89 30,87 8,84! 32,66",
        "50,30! 65,50 86,68! 68,70 50,72 32,70 14,68! 35,50",
        "50,14! 61,32 78,50! 64,52 50,53 36,52 22,50! 39,32",
        "50,-6! 57,14 68,32! 58,33 50,34 42,33 32,32! 43,14",
    ):
        plate.area(tier, FIR, 2.6)
        plate.hatch(tier, 74, 3, "52,-10! 96,-10! 96,96! 50,96!", 1.05, 0.25)
        plate.hatch(tier, 106, 5, "0,-10! 46,-10! 40,96! 0,96!", 0.8, 0.5, "moss", 0.8)
    return plate


def bush() -> Plate:
    plate = Plate(133)
    _shade(plate, 30, 88)
    body = "18,86! 10,72 18,58 30,56 36,42 52,36 66,44 72,56 84,60 90,74 82,86! 50,89"
    plate.area(body, BERRY_BUSH, 2.6)
    plate.hatch(body, 60, 3.4, "54,30! 96,30! 96,92! 44,92! 58,64", 1)
    for x, y in ((32, 70), (48, 56), (62, 70), (44, 78), (72, 78), (56, 46)):
        plate.disc(x, y, 4, "apple", f' stroke="{INK}" stroke-width="1.6"')
    return plate


def lake() -> Plate:
    plate = Plate(134)
    plate.area("12,58 20,36 44,26 66,34 88,46 86,68 66,80 38,80", "lake", 2.6)
    plate.fill("22,56 30,42 48,36 62,42 50,48 34,50", "sky", 0, 0.75)
    for wave in ("30,62 40,59 50,62 60,59", "48,70 58,67 68,70"):
        plate.line(wave, 1.8, colour="bone")
    return plate.line("22,50 30,47", 1.4, colour="bone")


def bud() -> Plate:
    plate = Plate(135)
    plate.line("50,94 50,60", 4).line("50,94 50,60", 1.6, colour="leaf")
    plate.area("50,64! 32,56 30,36 50,12! 70,36 68,56", ROSE, 2.6)
    plate.line("50,64 42,44 50,14", 1.4).line("50,64 58,44 50,14", 1.4)
    return plate.area("50,70! 36,66 30,52! 42,56 50,62 58,56 70,52! 64,66", "leaf", 2.4)


def fertility() -> Plate:
    plate = Plate(136)
    for i in range(6):
        plate.raw(
            f'<path d="M50 48C36 36 40 14 50 10C60 14 64 36 50 48Z" fill="{PIGMENTS["butter"]}"'
            f' stroke="{INK}" stroke-width="3" transform="rotate({i * 60} 50 50)"/>'
        )
    return plate.disc(50, 50, 12, "clay", f' stroke="{INK}" stroke-width="3"')


def aridity() -> Plate:
    """Cracked earth."""
    plate = Plate(137).disc(50, 50, 40, "stone", f' stroke="{INK}" stroke-width="3"')
    plate.line("50,12 46,30 56,44 48,58 54,72 50,88", 3)
    plate.line("56,44 72,38 86,46", 2.6).line("48,58 32,54 14,60", 2.6)
    return plate.line("46,30 30,28", 2.2).line("54,72 70,74", 2.2)


def sun() -> Plate:
    plate = Plate(138)
    for i in range(16):
        ray = "M50 9Q55 16 51 25H48Q44 17 50 9Z" if i % 2 else "M50 2L57 24H43Z"
        plate.raw(
            f'<path d="{ray}" fill="{PIGMENTS["honey"]}" stroke="{INK}" stroke-width="1.8"'
            f' transform="rotate({i * 22.5:g} 50 50)"/>'
        )
    plate.disc(50, 50, 26, "butter", f' stroke="{INK}" stroke-width="2.6"')
    plate.hatch(ring(50, 50, 25, 25, 12), 64, 3, "58,20! 80,20! 80,80! 48,80! 62,56", 0.9)
    plate.line("39,45 43,42 47,45", 1.8).line("54,45 58,42 62,45", 1.8)
    plate.line("50,46 48,54 52,55", 1.5).line("41,60 50,65 59,60", 2)
    return plate.disc(43, 46.5, 1.7, INK).disc(58, 46.5, 1.7, INK)


def token() -> Plate:
    """The first player token."""
    outline = "50,6! 61,36 94,38! 68,58 78,92! 50,72 22,92! 32,58 6,38! 39,36"
    return Plate(139).area(outline, "honey", 3)


def sky() -> Plate:
    """Stars and orbits, very faint, round a planet."""
    plate = Plate(79, 1000, 800)
    faint = "var(--wood2,#cdb98d)"
    for radius, dash in ((360, "2 9"), (404, "12 7"), (470, "1 8"), (540, "2 12")):
        plate.raw(
            f'<circle cx="500" cy="400" r="{radius}" fill="none" stroke="{faint}"'
            f' stroke-width="1.6" stroke-dasharray="{dash}"/>'
        )
    stars = ""
    for _ in range(70):
        x, y = plate.between(10, 990), plate.between(10, 790)
        size = plate.between(0.9, 2.4)
        if math.hypot(x - 500, y - 400) > 350:
            stars += star(x, y, size)
    return plate.raw(f'<path d="{stars}" fill="{faint}"/>')


DRAWINGS: tuple[Callable[[], Plate], ...] = (
    sprout,
    small,
    big,
    bush,
    lake,
    bud,
    fertility,
    aridity,
    sun,
    token,
    sky,
    lid,
)


def prints() -> dict[str, str]:
    """Every drawing as the text of its file."""
    drawn = {f"{draw.__name__}.svg": draw().svg() for draw in DRAWINGS}
    for biome in TEXTURES:
        for variant in range(VARIANTS):
            drawn[f"{biome}-{variant}.svg"] = texture(biome, variant).svg()
    return drawn


if __name__ == "__main__":
    for name, text in prints().items():
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name:24} {len(text) / 1000:6.1f} kB")
