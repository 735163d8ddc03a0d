"""The drawings of Underwood, one function each, named by what they show.

    python -m spinney.games.underwood.art.plates        prints each into its file beside this one

The board reads the files. After a change here print them again: a test compares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from random import Random

from spinney.drawing.outlines import INK, Plate, at, path_data, write_points
from spinney.drawing.shared_art import SEAT_MARKS
from spinney.drawing.text_width import number
from spinney.games.underwood.art.cover import lid

HERE = Path(__file__).parent
LITTERS = 7

LEAF = "M-12 0C-6 -8 6 -8 13 0C6 8 -6 8 -12 0ZM-16 0H13M-6 0l4 -4M-6 0l4 4M0 0l4 -4M0 0l4 4"
TWIG = "M-16 3Q0 -4 16 -1M-4 0l-4 -6M5 -1.5l5 -5"
GRASS = "M0 9V-2M-5 9Q-5 2 -9 -3M5 9Q5 3 9 -2M-2 9Q-3 4 -5 1M2.5 9Q3 5 5 2"
STONE = "M-7 4a7 5 0 1 1 14 0zM-3 2h2M2 0h2"


def litter(kind: int) -> Plate:
    """What lies on a space of the forest floor, in ink only: the tile brings the colour."""
    plate = Plate(40 + kind)
    thing = (LEAF, TWIG, GRASS, LEAF, STONE, LEAF, TWIG)[kind]
    for _ in range(3):
        x, y = plate.between(22, 78), plate.between(22, 78)
        turn, size = plate.between(0, 360), plate.between(0.7, 1.15)
        plate.raw(
            f'<path d="{thing}" transform="translate({x:.0f} {y:.0f}) rotate({turn:.0f})'
            f' scale({size:.2f})" fill="none" stroke="{INK}" stroke-width="1.6" opacity=".3"/>'
        )
    return plate


def mycel(seat: int) -> Plate:
    """The mycelium side of a token: threads that branch, and the mark of the seat."""
    own, on = f"var(--seat-{seat})", f"var(--on-{seat})"
    plate = Plate(60).disc(51.5, 53.5, 44, INK, ' opacity=".28"')
    plate.disc(50, 50, 44, own, f' stroke="{INK}" stroke-width="3.4"')
    chance = Random(77)
    threads = []
    for branch in range(9):
        angle = branch * math.pi / 4.5 + 0.3
        start = 50 + 18 * math.cos(angle), 50 + 18 * math.sin(angle)
        threads += list(_threads(chance, start, angle, 4, 2.7))
    plate.raw(f'<g fill="none" stroke="{on}" opacity=".8">{"".join(threads)}</g>')
    plate.disc(50, 50, 19, own)
    plate.raw(_mark(seat, "translate(29 29) scale(.42)"))
    return plate.disc(50, 50, 39.5, "none", f' stroke="{on}" stroke-width="1.3" opacity=".55"')


def _threads(
    chance: Random, start: tuple[float, float], angle: float, left: int, width: float
) -> Iterator[str]:
    if left == 0:
        return
    long = chance.uniform(6.5, 9.5)
    end = start[0] + long * math.cos(angle), start[1] + long * math.sin(angle)
    if math.hypot(end[0] - 50, end[1] - 50) > 38.5:
        return
    bend = (
        (start[0] + end[0]) / 2 + chance.uniform(-2, 2),
        (start[1] + end[1]) / 2 + chance.uniform(-2, 2),
    )
    yield f'<path d="M{at(*start)}Q{at(*bend)} {at(*end)}" stroke-width="{number(width)}"/>'
    forks = (-0.5, 0.5) if chance.random() < 0.8 else (chance.uniform(-0.4, 0.4),)
    for fork in forks:
        turn = angle + fork + chance.uniform(-0.2, 0.2)
        yield from _threads(chance, end, turn, left - 1, width * 0.78)


def _mark(seat: int, place: str) -> str:
    return (
        f'<path d="{SEAT_MARKS[seat]}" fill="var(--on-{seat})" fill-rule="evenodd"'
        f' transform="{place}"/>'
    )


def shroom(seat: int) -> Plate:
    """The mushroom side of a token."""
    plate = Plate(61)
    stem = "40,56! 42,74 36,90 50,95 64,90 58,74 60,56!"
    under = "9,56! 30,51 50,50 70,51 91,56! 74,66 50,69 26,66"
    cap = "6,58! 8,34 26,12 50,6 74,12 92,34 94,58! 84,54 68,59 50,57 32,59 16,54"
    plate.raw(f'<ellipse cx="54" cy="92" rx="30" ry="8" fill="{INK}" opacity=".35"/>')
    plate.area(stem, "bone", 3).hatch(stem, 86, 3.6, "51,56! 66,56! 66,96! 52,96!", 1.2)
    plate.area(under, "bone", 2.6)
    gills = [((50 + i * 1.8, 60), (50 + i * 5.2, 67 - abs(i) * 1.2)) for i in range(-7, 8)]
    plate.lines([write_points(gill) for gill in gills], 1.1)
    plate.raw(
        f'<path d="{path_data(cap)}" fill="var(--seat-{seat})" stroke="{INK}" stroke-width="3.4"/>'
    )
    plate.hatch(cap, 64, 4, "64,0! 98,0! 98,60! 56,60! 72,40", 1.3, 0.16, INK, 0.6)
    return plate.raw(_mark(seat, "translate(28 12) scale(.44 .42)"))


def tree() -> Plate:
    """A tree as seen from above and a little from the side: a crown in three storeys."""
    plate = Plate(62)
    plate.raw(f'<ellipse cx="54" cy="90" rx="30" ry="8" fill="{INK}" opacity=".35"/>')
    trunk = "44,66! 45,82 38,92 50,94 62,92 55,82 56,66!"
    plate.area(trunk, "bark", 2.6).hatch(trunk, 88, 3.2, "50,66! 64,66! 64,96! 51,96!", 1)
    for crown, colour in (
        ("12,74! 20,58 30,50 50,46 70,50 80,58 88,74! 76,71 64,76 50,72 36,76 24,71", "deep"),
        ("18,56! 26,42 36,34 50,31 64,34 74,42 82,56! 70,53 60,58 50,54 40,58 30,53", "pine"),
        ("26,38! 34,22 42,12 50,5 58,12 66,22 74,38! 64,35 56,40 50,36 44,40 36,35", "leaf"),
    ):
        plate.area(crown, colour, 2.6)
        plate.hatch(crown, 70, 3.6, "56,0! 92,0! 92,78! 50,78! 58,40", 1.1, 0.16, INK, 0.6)
    return plate


def ants() -> Plate:
    """Ants on their way over a cell of the trail."""
    plate = Plate(63)
    for x, y, turn in ((24, 34, 20), (52, 46, -8), (79, 62, 32), (36, 72, 14)):
        legs = "M-5 -5L-2 0L-5 5M1 -6L0 0L1 6M6 -5L3 0L6 5M9 -1L14 -4M9 1L14 4"
        plate.raw(
            f'<g transform="translate({x} {y}) rotate({turn})"><path d="{legs}" fill="none"'
            f' stroke="{INK}" stroke-width="1.3"/><g fill="{INK}">'
            '<ellipse cx="-6" rx="5" ry="3.4"/><ellipse cx="1" rx="3" ry="2.2"/>'
            '<circle cx="7" r="3"/></g></g>'
        )
    return plate


def rings() -> Plate:
    """The rings of a felled tree, very faint, under the board."""
    plate = Plate(78, 800, 800)
    for i in range(3, 34):
        wide = i * 12 + plate.between(-3, 3)
        points = []
        for j in range(18):
            far = wide + 7 * math.sin(j * 1.7 + i * 0.12) + 5 * math.sin(j * 0.8 + 2)
            angle = j * math.pi / 9
            points.append((400 + far * math.cos(angle), 400 + far * math.sin(angle)))
        stroke = (1, 1, 1.6, 2.4)[int(plate.between(0, 4))]
        plate.line(write_points(points), stroke, closed=True, colour="var(--wood1,#ddcca6)")
    return plate


def prints() -> dict[str, str]:
    """Every drawing as the text of its file."""
    drawn = {f"litter-{kind}": litter(kind) for kind in range(LITTERS)}
    drawn |= {f"mycel-{seat}": mycel(seat) for seat in range(4)}
    drawn |= {f"shroom-{seat}": shroom(seat) for seat in range(4)}
    drawn |= {"tree": tree(), "ants": ants(), "rings": rings(), "lid": lid()}
    return {f"{name}.svg": plate.svg() for name, plate in drawn.items()}


if __name__ == "__main__":
    for name, text in prints().items():
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name:24} {len(text) / 1000:6.1f} kB")
