"""The small pieces of Undergrove: cubes, Activation tokens, plants, Roots, and the signs for what a
mushroom does. Every one is a symbol that tiles and boards print.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from spinney.drawing.outlines import INK, PIGMENTS, Plate, at, ring, shift, write_points
from spinney.drawing.shared_art import SEAT_MARKS

LIGHT = "#fdf8ea"
DARK = "#2b211a"

CUBES = {  # colour, letter, ink of the letter
    "n": ("#3a78a8", "N", LIGHT),
    "p": ("#c96f22", "P", LIGHT),
    "k": ("#7d4f86", "K", LIGHT),
    "c": ("#2c2927", "C", LIGHT),
    "any": ("#f4ead2", "?", DARK),
}
TYPES = {
    "ring": "#5a6aa8",
    "pores": "#5d8446",
    "gills": "#97558f",
    "other": "#c5902f",
    "none": "#7a6a58",
}
SIGNS = {  # what tells the types apart without colour
    "ring": "M20 44C22 12 78 12 80 44ZM43 49H57V57L74 70L57 68V84H43V68L26 70L43 57Z",
    "pores": "".join(
        f"M{x - 7} {y}a7 7 0 1 0 14 0a7 7 0 1 0 -14 0"
        for x, y in ((50, 27), (30, 38), (70, 38), (50, 50), (30, 62), (70, 62), (50, 73))
    ),
    "other": "M20 28Q50 44 80 28Q80 60 58 70V80H42V70Q20 60 20 28Z",
}


def cube(kind: str) -> Plate:
    colour, letter, ink = CUBES[kind]
    plate = Plate()
    plate.raw(
        f'<path d="M50 5L91 26V71L50 95L9 71V26Z" fill="{colour}" stroke="{INK}" stroke-width="5"/>'
        '<path d="M9 26L50 46L91 26L50 5Z" fill="#fff" opacity=".3"/>'
        f'<path d="M9 26L50 46L91 26" fill="none" stroke="{INK}" stroke-width="3"/>'
    )
    return plate.words(letter, 50, 86, 46, ink)


def token(kind: str) -> Plate:
    """An Activation token, its ready side up."""
    plate = Plate()
    plate.disc(50, 50, 45, TYPES[kind], f' stroke="{INK}" stroke-width="5"')
    return sign(plate, kind, LIGHT)


def used(kind: str) -> Plate:
    """The same token, used: grey, and struck through."""
    plate = Plate()
    plate.disc(50, 50, 45, "#a9a096", f' stroke="{INK}" stroke-width="5" stroke-dasharray="9 7"')
    sign(plate, kind, "#e8e0d2")
    return plate.raw(f'<path d="M20 80L80 20" stroke="{INK}" stroke-width="6"/>')


def sign(plate: Plate, kind: str, colour: str) -> Plate:
    if kind == "gills":
        blades = "".join(f"M50 76L{50 + i * 11.5:g} {26 + abs(i) * 3}" for i in range(-3, 4))
        return plate.raw(f'<path d="{blades}" fill="none" stroke="{colour}" stroke-width="6.5"/>')
    return plate.raw(f'<path d="{SIGNS[kind]}" fill="{colour}"/>')


def ready(kind: str) -> Plate:
    """Turn this token back to its ready side: the token, and an arrow round its corner."""
    face = token(kind) if kind in TYPES else blank("#f4ead2")
    if kind not in TYPES:
        face.words({"one": "1", "all": "4"}[kind], 50, 68, 52, DARK)
    plate = Plate()
    return plate.raw(
        f'<g transform="scale(.84)">{"".join(face.parts)}</g>'
        f'<g fill="none" stroke-width="16" stroke="{INK}">{_TURN}</g>'
        f'<g fill="none" stroke-width="8" stroke="#fff3c2">{_TURN}</g>'
    )


_TURN = '<path d="M90 50A44 44 0 0 1 48 88M64 98L46 88L57 72"/>'


def blank(colour: str) -> Plate:
    return Plate().disc(50, 50, 45, colour, f' stroke="{INK}" stroke-width="5"')


def any_token() -> Plate:
    """Whichever Activation token you like."""
    plate = Plate()
    corners = (
        ("ring", 50, 5, 95, 50),
        ("pores", 95, 50, 50, 95),
        ("other", 50, 95, 5, 50),
        ("gills", 5, 50, 50, 5),
    )
    for kind, x, y, u, v in corners:
        quarter = f"M50 50L{x} {y}A45 45 0 0 1 {u} {v}Z"
        plate.raw(f'<path d="{quarter}" fill="{TYPES[kind]}"/>')
    plate.disc(50, 50, 45, "none", f' stroke="{INK}" stroke-width="5"')
    return plate.raw(f'<path d="M50 5V95M5 50H95" stroke="{LIGHT}" stroke-width="4"/>')


def again() -> Plate:
    """Take another action."""
    plate = blank("#33583f")
    arrows = "M24 24L48 50L24 76H40L64 50L40 24ZM50 24L74 50L50 76H64L88 50L64 24Z"
    return plate.raw(f'<path d="{arrows}" fill="{LIGHT}"/>')


def others() -> Plate:
    """All the others gain: three small trees."""
    plate = Plate()
    for x, size in ((22, 0.8), (78, 0.8), (50, 1.0)):
        fir = shift("0,-46! 20,0! 8,0! 8,12! -8,12! -8,0! -20,0!", x, 76, size)
        plate.area(fir, "moss", 4)
    return plate


def sprout(plate: Plate, colour: str, x: float = 50, y: float = 50, size: float = 1) -> None:
    """Two leaves on a stalk."""
    left = shift("0,2! -8,-16 -28,-20 -34,-14 -20,0", x, y, size)
    right = shift("0,2! 8,-16 28,-20 34,-14 20,0", x, y, size)
    plate.fill(left, colour, 0).fill(right, colour, 0)
    plate.line(shift("0,30 0,2", x, y, size), 6 * size, colour=colour)


def fir(plate: Plate, colour: str, x: float = 50, y: float = 50, size: float = 1) -> None:
    tree = (
        "0,-40! 16,-16! 9,-17! 23,4! 14,3! 30,24! 5,24! 5,34! -5,34! -5,24! -30,24! -14,3! -23,4!"
        " -9,-17! -16,-16!"
    )
    plate.fill(shift(tree, x, y, size), colour, 0)


def plant(kind: str, owner: str) -> Plate:
    """A Seedling or a Tree: a disc of its colour, with the mark of its seat below."""
    colour, ink, mark = owners()[owner]
    plate = Plate()
    plate.disc(51.5, 54, 45, INK, ' opacity=".3"')
    plate.disc(50, 50, 45, colour, f' stroke="{INK}" stroke-width="4.5"')
    if kind == "tree":
        plate.disc(50, 50, 38, "none", f' stroke="{ink}" stroke-width="3"')
        fir(plate, ink, 50, 42, 0.82)
    else:
        sprout(plate, ink, 50, 44, 0.9)
    if len(mark) == 1:
        return plate.words(mark, 50, 86, 24, ink)
    return plate.raw(
        f'<path d="{mark}" fill="{ink}" fill-rule="evenodd"'
        ' transform="translate(36.500 66) scale(.27)"/>'
    )


def owners() -> dict[str, tuple[str, str, str]]:
    """Colour, ink and mark of everybody who may own a plant: the seats and the two solo trees."""
    seats = {
        str(seat): (f"var(--seat-{seat})", f"var(--on-{seat})", mark)
        for seat, mark in enumerate(SEAT_MARKS)
    }
    return seats | {"brown": ("#6f4527", LIGHT, "B"), "tan": ("#cfa76a", DARK, "T")}


def stranger() -> Plate:
    """A corner nobody may use: the Seedling of a colour that does not play."""
    plate = Plate()
    plate.disc(50, 50, 43, "#b3a892", f' stroke="{INK}" stroke-width="4"')
    return plate.raw(f'<path d="M28 28L72 72M72 28L28 72" stroke="{INK}" stroke-width="9"/>')


def root() -> Plate:
    """A Root, growing downwards from its plant."""
    data = "M50 0C46 20 56 32 50 60M50 22C40 32 34 42 30 58M51 28C60 38 67 44 72 58"
    plate = Plate(width=100, height=64)
    return plate.raw(
        f'<path d="{data}" fill="none" stroke="{INK}" stroke-width="17"/>'
        f'<path d="{data}" fill="none" stroke="var(--own,#8a7a68)" stroke-width="10"/>'
    )


def root_sign() -> Plate:
    """A Root as a sign on tiles and stones."""
    data = "M50 8C46 34 56 50 50 92M50 38C36 50 28 64 22 84M51 44C64 56 72 66 80 84"
    return Plate().raw(
        f'<path d="{data}" fill="none" stroke="{INK}" stroke-width="20"/>'
        f'<path d="{data}" fill="none" stroke="{PIGMENTS["honey"]}" stroke-width="10"/>'
    )


def seedling_sign() -> Plate:
    plate = blank(PIGMENTS["leaf"])
    sprout(plate, LIGHT, 50, 52, 0.95)
    return plate


def absorb() -> Plate:
    """Carbon into a Seedling: the cube, an arrow, the sprout."""
    plate = Plate(width=190, height=100)
    plate.use("cube-c", 0, 12, 76, 76)
    plate.raw(
        f'<path d="M82 50H112M100 34L118 50L100 66" fill="none" stroke="{INK}" stroke-width="10"/>'
    )
    plate.disc(152, 50, 36, PIGMENTS["leaf"], f' stroke="{INK}" stroke-width="4"')
    sprout(plate, LIGHT, 152, 52, 0.76)
    return plate


def steps() -> Plate:
    """Steps that carbon may move for nothing: two arrows to the side."""
    data = "M6 50H40M28 34L46 50L28 66M54 50H88M76 34L94 50L76 66"
    return Plate().raw(f'<path d="{data}" fill="none" stroke="{INK}" stroke-width="9"/>')


def sun() -> Plate:
    """Photosynthesize."""
    plate = Plate()
    rays = "".join(
        f"M{at(50 + 33 * x, 50 + 33 * y)}L{at(50 + 46 * x, 50 + 46 * y)}"
        for x, y in [(math.cos(math.pi * i / 5), math.sin(math.pi * i / 5)) for i in range(10)]
    )
    plate.raw(f'<path d="{rays}" stroke="{INK}" stroke-width="8"/>')
    return plate.disc(50, 50, 26, PIGMENTS["butter"], f' stroke="{INK}" stroke-width="5"')


def swap() -> Plate:
    """Trade: an arrow each way."""
    data = "M12 36H82M66 18L86 36L66 54M88 68H18M34 50L14 68L34 86"
    return Plate().raw(f'<path d="{data}" fill="none" stroke="{INK}" stroke-width="9"/>')


def copy(kind: str) -> Plate:
    """Two sheets one over the other, marked with the type that may be copied."""
    plate = Plate()
    plate.raw(
        f'<rect x="8" y="6" width="62" height="66" rx="8" fill="{PIGMENTS["cream"]}"'
        f' stroke="{INK}" stroke-width="5"/>'
        f'<rect x="28" y="26" width="66" height="70" rx="8" fill="{LIGHT}" stroke="{INK}"'
        ' stroke-width="5"/>'
    )
    return plate.use(f"act-{kind}", 37, 37, 48, 48)


def sheet_sign() -> Plate:
    """A mushroom tile, as a sign."""
    plate = Plate()
    plate.raw(
        f'<rect x="12" y="12" width="76" height="76" rx="9" fill="{LIGHT}" stroke="{INK}"'
        ' stroke-width="6"/>'
    )
    plate.area("26,54! 28,38 50,28 72,38 74,54!", "clay", 4)
    return plate.area("44,54! 45,74 55,74 56,54!", "bone", 3.5)


def colour_mark() -> Plate:
    """There is a colour in the name: a drop in three of them."""
    drop = "M50 6C62 30 82 46 82 66A32 30 0 0 1 18 66C18 46 38 30 50 6Z"
    plate = Plate()
    return plate.raw(
        f'<path d="{drop}" fill="{PIGMENTS["honey"]}" stroke="{INK}" stroke-width="7"/>'
        '<path d="M21 60Q50 44 79 60Q84 96 50 96Q16 96 21 60Z" fill="#3a78a8"/>'
        '<path d="M24 80Q50 66 76 80Q66 96 50 96Q34 96 24 80Z" fill="#b4433a"/>'
        f'<path d="{drop}" fill="none" stroke="{INK}" stroke-width="7"/>'
    )


def creature_mark() -> Plate:
    """There is an animal or a person in the name: the print of a paw."""
    plate = Plate()
    plate.disc(50, 50, 44, LIGHT, f' stroke="{INK}" stroke-width="7"')
    toes = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="7.5" ry="10" fill="{INK}"/>'
        for x, y in ((26, 46), (42, 30), (58, 30), (74, 46))
    )
    return plate.raw(
        f'{toes}<path d="M50 46C64 46 74 60 70 70C66 78 58 72 50 72C42 72 34 78 30 70'
        f'C26 60 36 46 50 46Z" fill="{INK}"/>'
    )


def leaf(text: str) -> Plate:
    """Points: a figure on a leaf."""
    plate = Plate()
    plate.raw(
        f'<path d="M50 3C82 20 90 52 76 78C68 90 58 95 50 98C42 95 32 90 24 78C10 52 18 20 50 3Z"'
        f' fill="{PIGMENTS["pine"]}" stroke="{INK}" stroke-width="4"/>'
    )
    size = 50 if len(text) < 2 else 38 if len(text) == 2 else 30
    return plate.words(text, 50, 50 + size * 0.42, size, LIGHT, most=62) if text else plate


def bonus(signs: Sequence[str]) -> Plate:
    """A Bonus tile: what it gives, on a slip of bark."""
    return printed(_slip("#efe0bf", PIGMENTS["bark"]), signs)


def bonus_back() -> Plate:
    plate = _slip(PIGMENTS["bark"], PIGMENTS["honey"])
    plate.raw(
        f'<path d="M50 22C34 40 34 60 50 80C66 60 66 40 50 22ZM50 22V80" fill="none"'
        f' stroke="{PIGMENTS["butter"]}" stroke-width="5"/>'
    )
    return plate


def _slip(paper: str, rim: str) -> Plate:
    plate = Plate()
    return plate.raw(
        f'<rect x="6" y="6" width="88" height="88" rx="14" fill="{paper}" stroke="{INK}"'
        ' stroke-width="5"/>'
        f'<rect x="14" y="14" width="72" height="72" rx="9" fill="none" stroke="{rim}"'
        ' stroke-width="3"/>'
    )


def stone(step: int, signs: Sequence[str]) -> Plate:
    """A stone of the Carbon Track with what it gives."""
    plate = Plate(step)
    rock = ring(50, 50, 46, 41, 7)
    plate.area(rock, ("stone", "#bcb09c")[step % 2], 3)
    plate.hatch(rock, 60, 5, "60,0! 104,0! 104,100! 48,100! 66,54", 1, 0.16, INK, 0.5)
    return printed(plate, signs)


def space(signs: Sequence[str]) -> Plate:
    """One of the green spaces behind the last stone."""
    plate = Plate(7)
    plate.raw(
        f'<rect x="4" y="4" width="92" height="92" rx="16" fill="{PIGMENTS["moss"]}"'
        f' stroke="{INK}" stroke-width="5"/>'
    )
    return printed(plate, signs)


_LAYOUTS = {
    1: ((21, 20, 58),),
    2: ((8, 26, 46), (46, 26, 46)),
    3: ((30, 10, 40), (12, 48, 40), (48, 48, 40)),
}


def printed(plate: Plate, signs: Sequence[str]) -> Plate:
    """One, two or three signs on a piece."""
    for name, (x, y, size) in zip(signs, _LAYOUTS[len(signs)], strict=True):
        plate.use(name, x, y, size, size)
    return plate


def action(name: str, signs: Sequence[str]) -> Plate:
    """An action of the player board: its name, what it costs and what it does."""
    plate = Plate(width=200, height=74)
    plate.raw(
        '<rect x="1.5" y="1.5" width="197" height="71" rx="12" fill="var(--card,#fbf5e7)"'
        ' stroke="var(--edge,#5a4636)" stroke-width="2.5"/>'
        '<path d="M14 34H186" stroke="var(--edge,#5a4636)" stroke-width=".8" opacity=".6"/>'
    )
    plate.words(name, 100, 26, 24, most=180)
    parts = [1.9 if sign == "absorb" else 0.7 if sign == ">" else 1 for sign in signs]
    size = min(32, 176 / sum(parts))
    wide = [size * part for part in parts]
    x = 100 - sum(wide) / 2
    for sign, w in zip(signs, wide, strict=True):
        if sign == ">":
            plate.raw(
                f'<path d="M{x + 4:g} 54H{x + w - 5:g}M{x + w - 10:g} 47L{x + w - 4:g} 54L'
                f'{x + w - 10:g} 61" fill="none" stroke="{INK}" stroke-width="3"/>'
            )
        else:
            plate.use(sign, x, 54 - size / 2, w, size)
        x += w
    return plate


def rings() -> Plate:
    """The rings of a felled tree: the ground of the forest, in faint inks only."""
    plate = Plate(71, 1000, 800)
    for i in range(15):
        r = 60 + i * 34 + plate.between(-6, 6)
        rim = [
            (500 + r * 1.15 * math.cos(a) * k, 400 + r * 0.95 * math.sin(a) * k)
            for a, k in [(math.pi * j / 9, plate.between(0.97, 1.03)) for j in range(18)]
        ]
        width = 3 if i % 4 else 6
        plate.line(
            write_points(rim), width, closed=True, colour="var(--wood1,#ddcca6)", opacity=0.7
        )
    return plate


def start() -> Plate:
    """Where discs begin, before the first stone."""
    plate = Plate(3)
    soil = ring(50, 56, 44, 34, 9)
    plate.area(soil, "#8a6a48", 3)
    plate.hatch(soil, 20, 6, "", 1, 0.3, INK, 0.45)
    sprout(plate, PIGMENTS["moss"], 50, 38, 0.8)
    return plate


def goal_mark() -> Plate:
    """The flag beside a goal."""
    plate = Plate()
    plate.area("30,14! 80,30 30,50!", "apple", 4)
    return plate.line("30,10 30,92", 7)


def symbols() -> list[str]:
    """All of them, as entries of a sheet."""
    found = {f"cube-{kind}": cube(kind) for kind in CUBES}
    for kind in ("ring", "pores", "gills", "other"):
        found |= {
            f"act-{kind}": token(kind),
            f"used-{kind}": used(kind),
            f"ready-{kind}": ready(kind),
            f"copy-{kind}": copy(kind),
        }
    found |= {"ready-one": ready("one"), "ready-all": ready("all"), "act-any": any_token()}
    found |= {f"leaf-{n}": leaf(str(n)) for n in range(25)}
    for owner in owners():
        found[f"seedling-{owner}"] = plant("seedling", owner)
        found[f"tree-{owner}"] = plant("tree", owner)
    found |= {
        "again": again(),
        "others": others(),
        "absorb": absorb(),
        "steps": steps(),
        "sun": sun(),
        "swap": swap(),
        "sheet-sign": sheet_sign(),
        "seedling-sign": seedling_sign(),
        "root-sign": root_sign(),
        "root": root(),
        "stranger": stranger(),
        "bonus-back": bonus_back(),
        "goal": goal_mark(),
        "leaf-blank": leaf(""),
        "rings": rings(),
        "start": start(),
        "mark-colour": colour_mark(),
        "mark-creature": creature_mark(),
    }
    return [plate.symbol(name) for name, plate in found.items()]
