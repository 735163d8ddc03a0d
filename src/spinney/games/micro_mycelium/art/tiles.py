"""The printed tiles of Micro Mycelium, composed from a few parts: a hexagon of paper, a strip for
each of its sides, and a picture that stays upright however the tile is turned.

A tile that is turned is a symbol of its own, so that a board needs one sprite for it. Which sides
carry what comes from the box: a corrected components file shows corrected tiles. The symbols are
`tile-SET-KIND-TURN`, 100 by 100, with sets and turns counted from 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from spinney.drawing.outlines import INK, PAPER, PIGMENTS, Plate, ring, shift
from spinney.drawing.text_width import number
from spinney.games.micro_mycelium.art.cover import cover

CARD = "var(--card,#fbf5e7)"
STRIPS = {"S": "spores", "R": "roots", "T": "bark", "F": "petals", "B": "stones"}
EDGE = 47.5  # from the middle to a corner of the paper
INNER = 32.0  # and to where the strips begin


def seat(set_: int) -> str:
    return f"var(--seat-{set_})"


def at(radius: float, angle: float) -> tuple[float, float]:
    """A point around the middle of a tile; 0° is east, clockwise."""
    turn = math.radians(angle)
    return 50 + radius * math.cos(turn), 50 + radius * math.sin(turn)


def corners(radius: float) -> list[tuple[float, float]]:
    return [at(radius, 60 * i - 30) for i in range(6)]


def closed(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


HEXAGON = closed(corners(EDGE))
STRIP = closed([at(EDGE - 2, -30), at(EDGE - 2, 30), at(INNER, 30), at(INNER, -30)])


# ------------------------------------------------------------------------------------------ strips
def spores(set_: int) -> Plate:
    """The east side: a band in the colour of the set, with glowing spores."""
    plate = Plate()
    plate.raw(f'<path d="{STRIP}" fill="{seat(set_)}" stroke="{INK}" stroke-width="1"/>')
    for k in (-2, -1, 0, 1, 2):
        x, y = 84.6 - (k % 2) * 2.8, 50 + k * 7.2
        plate.disc(x, y, 2.5, f"var(--on-{set_})")
    return plate


def roots() -> Plate:
    """Bare paper, and roots that reach for the edge."""
    plate = Plate()
    threads = (
        "M76 40C80 39 83 35 88 34M81 37C84 38 86 39 89 39",
        "M77 50C81 51 85 48 91 50M84 49.500C86 46 88 45 90 45M82 50C85 53 88 54 90 54.500",
        "M76 60C80 61 84 64 88 65M81 62C84 61 86 60 89 60",
    )
    return plate.raw(
        f'<path d="{"".join(threads)}" fill="none" stroke="{PIGMENTS["bark"]}" stroke-width="2.400"'
        ' stroke-linecap="round"/>'
    )


def bark() -> Plate:
    """A piece of bark: a stump is a stump on every side."""
    plate = Plate()
    plate.raw(
        f'<path d="{STRIP}" fill="{PIGMENTS["bark"]}" stroke="{INK}" stroke-width="1"/>'
        '<path d="M81 36L80 44M86 33L85.500 42M83 47L82.500 56M87.500 46V58M80.500 58L81.500 65'
        f'M86 61L85.500 67" stroke="{PIGMENTS["umber"]}" stroke-width="1.700" fill="none"'
        ' stroke-linecap="round"/>'
    )
    return plate


def petals() -> Plate:
    plate = Plate()
    plate.raw(f'<path d="{STRIP}" fill="{PIGMENTS["moss"]}" stroke="{INK}" stroke-width="1"/>')
    for y in (36.5, 50, 63.5):
        plate.raw(
            f'<path d="M79 {y:g}C81 {y - 6:g} 88 {y - 5:g} 89 {y:g}C88 {y + 5:g} 81 {y + 6:g}'
            f' 79 {y:g}Z" fill="{PIGMENTS["butter"]}" stroke="{INK}" stroke-width=".8"/>'
        )
    return plate


def stones() -> Plate:
    plate = Plate()
    plate.raw(f'<path d="{STRIP}" fill="{PIGMENTS["stone"]}" stroke="{INK}" stroke-width="1"/>')
    cracks = "M80 34L88 40M79 44L90 47M88 40L86 46M80 55L90 53M85 54L84 62M80 63L88 60"
    return plate.raw(
        f'<path d="{cracks}" stroke="{PIGMENTS["iron"]}" stroke-width="1.300" fill="none"'
        ' stroke-linecap="round"/>'
    )


# ------------------------------------------------------------------------------------------- faces
def paper(set_: int) -> Plate:
    plate = Plate()
    return plate.raw(
        f'<path d="{HEXAGON}" fill="{CARD}" stroke="{INK}" stroke-width="2.600"'
        ' stroke-linejoin="round"/>'
    ).disc(50, 50, 27, seat(set_), ' opacity=".2"')


def face(set_: int, kind: str) -> Plate:
    """What stays upright while the tile turns, and whose it is."""
    plate = Plate(51)
    if kind == "stump":
        stump(plate)
    elif kind == "flower":
        flower(plate)
    elif kind == "rock":
        rock(plate)
    else:
        toadstool(plate, 50, 69, 0.72, seat(set_), spots=int(kind[1]))
        plate.disc(68, 66, 8.6, PAPER, f' stroke="{INK}" stroke-width="1.3"')
        plate.words(kind[1], 68, 70.2, 12.5)
    return plate.use(f"seat-{set_}", 24, 58, 16, 16)


def toadstool(plate: Plate, x: float, y: float, size: float, cap: str, spots: int = 0) -> None:
    """A capped mushroom whose foot stands at x, y."""
    foot = shift("-5,-34! -4,-20 -7,-4 0,1 7,-4 4,-20 5,-34!", x, y, size)
    hat = shift(
        "-24,-30! -22,-44 -12,-56 0,-60 12,-56 22,-44 24,-30! 12,-26 0,-25 -12,-26", x, y, size
    )
    shade = shift("6,-70! 40,-70! 40,-20! -2,-20! 8,-36 12,-50", x, y, size)
    plate.area(foot, "bone", 1.5).hatch(
        foot, 88, 2.2, shift("0,-40! 20,-40! 20,4! 1,4!", x, y, size), 0.7
    )
    plate.area(hat, cap, 1.7).hatch(hat, 66, 2.5, shade, 0.75)
    flecks = (
        (-8, -44, 3.2),
        (4, -51, 2.6),
        (-14, -35, 2.2),
        (9, -40, 2.6),
        (-2, -35, 2),
        (16, -34, 2),
    )
    for dx, dy, r in flecks[:spots]:
        plate.disc(x + dx * size, y + dy * size, r * size, PIGMENTS["bone"])


def stump(plate: Plate) -> None:
    plate.area("29,68! 32,52 34,44! 66,44! 68,52 71,68! 60,72 50,70 40,73", "bark", 1.8)
    plate.hatch("29,68! 32,52 34,44! 66,44! 68,52 71,68! 60,72 50,70 40,73", 88, 3.4, "", 0.8)
    top = ring(50, 43, 17, 8, 10)
    plate.area(top, "cream", 1.6)
    plate.line(ring(50, 43, 11, 5, 9), 0.9, closed=True)
    plate.line(ring(50, 43, 5, 2.2, 8), 0.9, closed=True)


def flower(plate: Plate) -> None:
    for i in range(6):
        plate.raw(
            f'<path d="M50 49C41 41 43 27 50 24C57 27 59 41 50 49Z" fill="{PIGMENTS["butter"]}"'
            f' stroke="{INK}" stroke-width="1.600" transform="rotate({i * 60} 50 50)"/>'
        )
    plate.disc(50, 50, 8, "clay", f' stroke="{INK}" stroke-width="1.600"')


def rock(plate: Plate) -> None:
    outline = "27,66! 31,48 44,34 58,37 71,51 73,66! 60,70 42,69"
    plate.area(outline, "stone", 1.9).hatch(outline, 62, 3, "54,26! 80,26! 80,74! 48,74! 58,52")
    plate.line("38,46 46,52 44,60", 1.2).line("58,44 56,52 63,58", 1.2)


# ------------------------------------------------------------------------------------------- sheet
def turned(set_: int, kind: str, sides: str, turn: int) -> Plate:
    """A whole tile: its paper, its sides where they face now, its picture."""
    plate = Plate()
    plate.use(f"paper-{set_}", 0, 0, 100, 100)
    for j, side in enumerate(sides):
        name = f"spores-{set_}" if side == "S" else STRIPS[side]
        angle = 60 * ((j + turn) % 6)
        spin = f' transform="rotate({angle} 50 50)"' if angle else ""
        plate.raw(f'<use href="#{name}" width="100" height="100"{spin}/>')
    plate.raw(
        f'<path d="{HEXAGON}" fill="none" stroke="{seat(set_)}" stroke-width="2.200"'
        ' transform="translate(2 2) scale(.96)"/>'
    )
    return plate.use(f"face-{set_}-{kind}", 0, 0, 100, 100)


def back(set_: int) -> Plate:
    """Face down: the colour of the set and its threads."""
    plate = Plate()
    plate.raw(
        f'<path d="{HEXAGON}" fill="{seat(set_)}" stroke="{INK}" stroke-width="2.600"'
        ' stroke-linejoin="round"/>'
    )
    threads = "M0 0C8 -6 12 -14 22 -17M9 -7C16 -6 20 -3 27 -5M14 -12C13 -18 15 -22 14 -27"
    for i in range(6):
        plate.raw(
            f'<path d="{threads}" fill="none" stroke="var(--on-{set_})" stroke-width="1.500"'
            f' opacity=".7" transform="translate(50 50) rotate({i * 60})"/>'
        )
    return plate.use(f"seat-{set_}", 37, 37, 26, 26)


def link(points: int) -> Plate:
    """What two sides bring that touch: shown on the edge between them."""
    plate = Plate()
    plate.disc(50, 50, 46, PAPER, f' stroke="{INK}" stroke-width="7"')
    return plate.words(f"+{points}", 49, 70, 58)


def merit() -> Plate:
    """A rosette with a toadstool on it."""
    plate = Plate(57)
    rim = [at(46 if i % 2 else 38, 15 * i) for i in range(24)]
    plate.raw(
        f'<path d="{closed(rim)}" fill="{PIGMENTS["honey"]}" stroke="{INK}" stroke-width="3"'
        ' stroke-linejoin="round"/>'
    )
    plate.disc(50, 50, 31, PAPER, f' stroke="{INK}" stroke-width="2"')
    toadstool(plate, 50, 72, 0.76, "apple", spots=4)
    return plate


def ground() -> Plate:
    """The rings of an old stump, very faint, under the field."""
    plate = Plate(78, 800, 800)
    for i in range(3, 34):
        reach = i * 12 + plate.between(-3, 3)
        points = []
        for j in range(18):
            wave = reach + 7 * math.sin(j * 1.7 + i * 0.12) + 5 * math.sin(j * 0.8 + 2)
            angle = j * math.pi / 9
            points.append(f"{400 + wave * math.cos(angle):.0f},{400 + wave * math.sin(angle):.0f}")
        wide = (1, 1, 1.6, 2.4)[int(plate.between(0, 4))]
        plate.line(" ".join(points), wide, closed=True, colour="var(--wood1)", opacity=0.9)
    return plate


def sheet(sides: dict[str, str], turns: dict[str, int], sets: int, title: str) -> str:
    """Every symbol the board uses, and the cover. `sides` and `turns` by kind of tile."""
    symbols = [
        roots().symbol("roots"),
        bark().symbol("bark"),
        petals().symbol("petals"),
        stones().symbol("stones"),
        ground().symbol("ground"),
        merit().symbol("merit"),
        *(link(points).symbol(f"link-{points}") for points in (1, 2, 3)),
    ]
    for set_ in range(sets):
        symbols.append(paper(set_).symbol(f"paper-{set_}"))
        symbols.append(spores(set_).symbol(f"spores-{set_}"))
        symbols.append(back(set_).symbol(f"back-{set_}"))
        for kind, printed in sides.items():
            symbols.append(face(set_, kind).symbol(f"face-{set_}-{kind}"))
            for turn in range(turns[kind]):
                tile = turned(set_, kind, printed, turn)
                symbols.append(tile.symbol(f"tile-{set_}-{kind}-{turn}"))
    symbols.append(cover(title).symbol("cover"))
    return "\n".join(symbols)
