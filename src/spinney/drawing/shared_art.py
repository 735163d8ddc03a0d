"""Drawings that every game may use: the marks of the seats, ferns, and a wood as a backdrop."""

from __future__ import annotations

import math

from spinney.drawing.outlines import INK, PAPER, Plate, at, write_points
from spinney.drawing.text_width import number

SEAT_MARKS = (  # a shape for each seat, so that colour is never the only sign
    "M50 22C70 38 70 58 50 78C30 58 30 38 50 22Z",  # leaf
    "M22 50a28 28 0 1 0 56 0a28 28 0 1 0 -56 0ZM36 50a14 14 0 1 1 28 0a14 14 0 1 1 -28 0Z",  # ring
    "M40 22H60V40H78V60H60V78H40V60H22V40H40Z",  # cross
    "M50 20L80 74H20Z",  # triangle
)

AIR, FAR, NEAR, FLOOR, FERN = (
    "var(--wood0,#efe3c8)",
    "var(--wood1,#ddcca6)",
    "var(--wood2,#cdb98d)",
    "var(--wood3,#e3d3ac)",
    "var(--wood4,#a9a36b)",
)


def seat_mark(seat: int) -> Plate:
    """The mark of a seat: a disc with its colour and its shape."""
    plate = Plate()
    plate.disc(50, 50, 46, f"var(--seat-{seat})", f' stroke="{INK}" stroke-width="5"')
    return plate.raw(
        f'<path d="{SEAT_MARKS[seat]}" fill="var(--on-{seat})" fill-rule="evenodd"'
        ' transform="translate(14 14) scale(.72)"/>'
    )


def seat_marks() -> str:
    """The marks of all seats as symbols seat-0, seat-1, ... Readers add them to a game's sheet."""
    return "\n".join(seat_mark(s).symbol(f"seat-{s}") for s in range(len(SEAT_MARKS)))


def reconstructed_sign() -> Plate:
    """A pencil on a scrap of paper: our reconstruction, as no print of it could be found."""
    plate = Plate()
    plate.raw(
        f'<circle cx="50" cy="50" r="45" fill="{PAPER}" stroke="{INK}" stroke-width="7"'
        ' stroke-dasharray="17 11.3"/>'
    )
    plate.raw(
        f'<path d="M29 71L33 55L61 27L73 39L45 67Z" fill="{PAPER}" stroke="{INK}"'
        ' stroke-width="7" stroke-linejoin="round"/>'
    )
    plate.raw(f'<path d="M29 71L31 63L37 69Z" fill="{INK}"/>')
    return plate.raw(f'<path d="M53 35L65 47" stroke="{INK}" stroke-width="6"/>')


def shared_symbols() -> str:
    """The symbols that readers add to every game's sheet."""
    return f"{seat_marks()}\n{reconstructed_sign().symbol('reconstructed')}"


def fern_leaf(angle: float, length: float, x: float = 0, y: float = 0) -> str:
    """Path data of one arching fern leaf that grows from x, y; the angle is from upright."""
    steps = 7
    heading = math.radians(angle - 90)
    bend = math.radians(26 if angle > 0 else -26) / 6
    stalk, leaflets = [f"M{at(x, y)}"], []
    for i in range(steps):
        heading += bend
        step = (length / steps * math.cos(heading), length / steps * math.sin(heading))
        x, y = x + step[0], y + step[1]
        stalk.append(f"l{at(*step)}")
        if i == 0:
            continue
        size = length * 0.24 * (1 - i / steps) + 1
        left = (size * math.cos(heading - 1.05), size * math.sin(heading - 1.05))
        right = (size * math.cos(heading + 1.05), size * math.sin(heading + 1.05))
        leaflets.append(f"M{at(x + left[0], y + left[1])}l{at(-left[0], -left[1])} {at(*right)}")
    return "".join(stalk + leaflets)


def wood_backdrop() -> Plate:
    """Trunks, ferns and a path in faint inks: the ground on which a forest's cards lie."""
    plate = Plate(77, 1200, 300)
    plate.raw(f'<rect width="1200" height="300" fill="{AIR}"/>')
    for i in range(46):
        x = 1200 * (i + plate.between(0.1, 0.9)) / 46
        plate.fill(_trunk(plate, x, plate.between(5, 15), 120 + plate.between(-14, 16)), FAR, 0)
    bark = []
    for i in range(19):
        x = 1200 * (i + plate.between(0.1, 0.9)) / 19
        width, foot = plate.between(14, 34), 138 + plate.between(-14, 16)
        plate.fill(_trunk(plate, x, width, foot), NEAR, 0)
        bark += _bark(plate, x, width, foot)
        if plate.between(0, 1) < 0.5:
            y = plate.between(6, 60)
            branch = write_points(((x, y + 26), (x + 18, y + 10), (x + 44, y)))
            plate.line(branch, 4, colour=NEAR)
    plate.lines(bark, 1.3, AIR, 0.8)
    floor = "0,142! 150,132 380,146 620,130 860,144 1060,132 1200,140! 1200,300! 0,300!"
    plate.fill(floor, FLOOR, 0)
    litter = []
    for _ in range(90):
        x, y = plate.between(0, 1174), plate.between(146, 296)
        end = (x + plate.between(8, 26), y + plate.between(-2, 2))
        litter.append(write_points(((x, y), end)))
    plate.lines(litter, 1.2, FAR, 0.8)
    ferns = "".join(
        _fern(plate, 1200 * (i + plate.between(0.1, 0.9)) / 30, 148 + plate.between(-7, 9))
        for i in range(30)
    )
    return plate.raw(f'<path d="{ferns}" fill="none" stroke="{FERN}" stroke-width="2"/>')


def _trunk(plate: Plate, x: float, width: float, foot: float) -> str:
    lean = plate.between(-8, 8)
    left = ((x - width / 2 + lean, -6), (x - width * 0.46, foot * 0.6), (x - width * 0.6, foot - 8))
    right = (
        (x + width * 0.6, foot - 8),
        (x + width * 0.46, foot * 0.6),
        (x + width / 2 + lean, -6),
    )
    base = f"{number(x - width)},{number(foot + 4)}! {number(x + width)},{number(foot + 4)}!"
    return f"{write_points(left)} {base} {write_points(right)}!"


def _bark(plate: Plate, x: float, width: float, foot: float) -> list[str]:
    cracks = []
    for _ in range(7):
        top = plate.between(2, foot - 32)
        a = x + plate.between(-0.3, 0.3) * width
        b = (a + plate.between(-2, 2), top + plate.between(10, 30))
        cracks.append(write_points(((a, top), b)))
    return cracks


def _fern(plate: Plate, x: float, y: float) -> str:
    size = plate.between(0.7, 1.25)
    return "".join(
        fern_leaf(angle + plate.between(-6, 6), 34 * size * (1 - abs(angle) / 190), x, y)
        for angle in (-64, -30, 2, 34, 66)
    )
