"""The printed pieces of Evergreen: planet, cards, power tracks and action tiles.

Composed from the drawings beside this file and from the figures of the box, so that a corrected
components file shows a corrected planet, corrected cards and tracks. The result is a sheet: one SVG
text of symbols.
"""

from __future__ import annotations

import math
from pathlib import Path

from spinney.drawing.outlines import INK, Plate, symbol_of
from spinney.games.evergreen.components import Box
from spinney.games.evergreen.layout import (
    DISC,
    HALF,
    LOOP,
    MIDDLE,
    RIM,
    SPACES_OF_LOOP,
    STEP,
    TRACK,
    VARIANTS,
    Map,
    track_height,
    track_place,
)

HERE = Path(__file__).parent
TONES = {  # the palette's colours of the biomes, with what is printed where there is no palette
    "snow": "var(--snow,#e9f0ea)",
    "swamp": "var(--swamp,#50776c)",
    "rock": "var(--rock,#bda58d)",
    "flowers": "var(--flowers,#da8897)",
    "wheat": "var(--wheat,#eacd66)",
    "grassland": "var(--grassland,#9bb158)",
}
CARD_PAPER, EDGE = "var(--card,#fbf5e7)", "var(--edge,#5a4636)"
SEA, FOAM, ABYSS = "var(--sea,#a9c6c6)", "var(--foam,#f2f7f0)", "var(--abyss,#4a3b30)"
SCORE = "var(--loop,#33261c)"
ACTION_ART = {  # R4.1: the effects of each action; D is one of its two
    "a": ("sprout", "sprout", "sprout"),
    "b": ("grow", "grow"),
    "c": ("sprout", "grow"),
    "d": ("sprout", "grow"),
}


# ------------------------------------------------------------------------------------------ planet
def planet(box: Box) -> Plate:
    """The disc, the six biomes on it, and round it the score loop."""
    places = Map(box)
    plate = Plate(5, 2 * MIDDLE, 2 * MIDDLE)
    plate.disc(MIDDLE, MIDDLE, DISC, SEA)
    _waves(plate, places)
    _score_loop(plate)
    for radius, width, opacity in ((DISC, 3, 1.0), (DISC - 7, 1, 0.6), (RIM, 1, 0.5)):
        more = f' stroke="{INK}" stroke-width="{width}" opacity="{opacity:g}"'
        plate.disc(MIDDLE, MIDDLE, radius, "none", more)
    _lands(plate, places)
    _borders(plate, places)
    return plate


def _waves(plate: Plate, places: Map) -> None:
    land = list(places.centre.values())
    waves = ""
    for _ in range(150):
        turn = plate.between(0, 2 * math.pi)
        radius = plate.between(190, RIM - 14)
        x, y = MIDDLE + radius * math.cos(turn), MIDDLE + radius * math.sin(turn)
        if all(max(abs(x - a), abs(y - b)) > HALF + 12 for a, b in land):
            waves += f"M{x - 8:.0f} {y:.0f}q4 -4 8 0t8 0"
    plate.raw(f'<path d="{waves}" stroke="{FOAM}" stroke-width="1.6" fill="none" opacity=".6"/>')


def _score_loop(plate: Plate) -> None:
    ticks = ""
    for i in range(SPACES_OF_LOOP):
        turn = 2 * math.pi * (i + 0.5) / SPACES_OF_LOOP - math.pi / 2
        near = (MIDDLE + RIM * math.cos(turn), MIDDLE + RIM * math.sin(turn))
        far = (MIDDLE + (DISC - 7) * math.cos(turn), MIDDLE + (DISC - 7) * math.sin(turn))
        ticks += f"M{near[0]:.1f} {near[1]:.1f}L{far[0]:.1f} {far[1]:.1f}"
    plate.raw(f'<path d="{ticks}" stroke="{INK}" stroke-width="1" opacity=".55"/>')
    for i in range(0, SPACES_OF_LOOP, 5):
        turn = 2 * math.pi * i / SPACES_OF_LOOP - math.pi / 2
        x, y = MIDDLE + LOOP * math.cos(turn), MIDDLE + LOOP * math.sin(turn) + 5
        plate.words(str(i), x, y, 15, SCORE)


def _lands(plate: Plate, places: Map) -> None:
    for biome, tone in TONES.items():
        squares = ""
        for space, where in places.box.places.items():
            if where == biome:
                x, y = places.centre[space]
                squares += (
                    f"M{x - HALF:g} {y - HALF:g}h{STEP + 0.5:g}v{STEP + 0.5:g}h{-STEP - 0.5:g}z"
                )
        plate.raw(f'<path d="{squares}" fill="{tone}"/>')
    for number, (space, where) in enumerate(places.box.places.items()):
        x, y = places.centre[space]
        if where == "crevice":
            _crevice(plate, x, y)
        else:
            plate.use(f"{where}-{number * 7 % VARIANTS}", x - HALF, y - HALF, STEP, STEP)


def _crevice(plate: Plate, x: float, y: float) -> None:
    plate.raw(
        f'<g transform="translate({x - HALF:g} {y - HALF:g})">'
        f'<rect width="{STEP + 0.5:g}" height="{STEP + 0.5:g}" fill="{TONES["rock"]}"/>'
        f'<path d="M8 22L20 8L40 6L56 18L58 40L46 56L24 58L8 46Z" fill="{ABYSS}" stroke="{INK}"'
        ' stroke-width="2.2" stroke-dasharray="5 4"/>'
        '<path d="M16 28L26 18M24 40L44 20M36 48L52 32M20 50L26 44"'
        f' stroke="{INK}" stroke-width="1.3" opacity=".8"/></g>'
    )


def _borders(plate: Plate, places: Map) -> None:
    """Thin dotted lines between spaces of a biome, strong ones where another begins."""
    thin, thick = "", ""
    for space, where in places.box.places.items():
        x, y = places.centre[space]
        left, right, top, bottom = x - HALF, x + HALF, y - HALF, y + HALF
        for step, line in (
            ((0, 1), f"M{right:g} {top:g}V{bottom:g}"),
            ((1, 0), f"M{left:g} {bottom:g}H{right:g}"),
            ((0, -1), f"M{left:g} {top:g}V{bottom:g}"),
            ((-1, 0), f"M{left:g} {top:g}H{right:g}"),
        ):
            other = places.neighbour(space, *step)
            if not other:
                thick += line
            elif step in ((0, 1), (1, 0)):
                if places.box.places[other] == where:
                    thin += line
                else:
                    thick += line
    plate.raw(
        f'<path d="{thin}" stroke="{INK}" stroke-width="1" stroke-dasharray="2 5" opacity=".55"'
        ' fill="none"/>'
        f'<path d="{thick}" stroke="{INK}" stroke-width="2.6" fill="none"/>'
    )


# ------------------------------------------------------------------------------------------- cards
_WINDOW = "M6 34Q50 22 94 34V82Q94 86 90 86H10Q6 86 6 82Z"


def card(box: Box, name: str, *, small: bool = False) -> Plate:
    """The biome as a landscape, the power as a medal on it, the icons above."""
    printed = box.cards[name]
    biome, power = box.biomes[printed.biome].name, box.powers[printed.power].name
    plate = Plate(7, 100, 140)
    plate.raw(
        f'<rect x="1" y="1" width="98" height="138" rx="8" fill="{CARD_PAPER}" stroke="{EDGE}"'
        ' stroke-width="1.5"/>'
    )
    if printed.biome == "wild":
        for i, tone in enumerate(TONES.values()):
            top = 34 - 6.4 * math.sin(i / 5 * math.pi)
            plate.raw(
                f'<path d="M{6 + i * 14.67:.1f} {top:.1f}h14.7V86h-14.7Z" fill="{tone}"'
                f' stroke="{INK}" stroke-width=".7"/>'
            )
    else:
        plate.raw(f'<path d="{_WINDOW}" fill="{TONES[printed.biome]}"/>')
        plate.use(f"{printed.biome}-0", 6, 34, 46, 46).use(f"{printed.biome}-1", 48, 34, 46, 46)
    plate.raw(f'<path d="{_WINDOW}" fill="none" stroke="{INK}" stroke-width="1.2"/>')
    if small:
        plate.disc(50, 80, 29, CARD_PAPER, f' stroke="{INK}" stroke-width="1.4"')
        plate.use(printed.power, 26, 54, 48, 48)
        plate.words(power, 50, 121, 16, most=92)
        plate.words(biome, 50, 135, 13.5, bold=False, italic=True, most=90)
    else:
        plate.disc(50, 86, 25, CARD_PAPER, f' stroke="{INK}" stroke-width="1.4"')
        plate.use(printed.power, 30, 64, 40, 40)
        plate.words(power, 50, 122, 13, most=88)
        plate.words(biome, 50, 133, 10.5, bold=False, italic=True, most=86)
    icons = ["aridity"] if printed.aridity else ["fertility"] * printed.fertility
    size = 26 if small else 22
    for i, icon in enumerate(icons):
        x = 50 + (i - (len(icons) - 1) / 2) * (size + 2) - size / 2
        plate.use(icon, x, 16 - size / 2, size, size)
    return plate


# ----------------------------------------------------------------------- tracks, actions, swatches
def track(box: Box, power: str) -> Plate:
    """A power track, upgrades upward, and the picture of its power at its foot."""
    width, height = TRACK, track_height(box)
    plate = Plate(8, width, height)
    x = width / 2
    values = box.powers[power].track
    places = [height / 2 + track_place(box, level) for level in range(len(values))]
    plate.raw(
        f'<path d="M{x:g} {places[0]:g}V{places[-1]:g}" stroke="{INK}" stroke-width="3"'
        ' opacity=".35"/>'
    )
    for y, value in zip(places, values, strict=True):
        plate.disc(x, y, 17, CARD_PAPER, f' stroke="{INK}" stroke-width="1.5"')
        plate.words(str(value), x, y + 6, 17)
    return plate.use(power, x - 22, places[0] + 21, 44, 44)


def marker() -> Plate:
    """The cylinder that stands on a track, in its owner's colour."""
    plate = Plate()
    plate.disc(50, 50, 44, "none", f' stroke="{INK}" stroke-width="14"')
    return plate.disc(50, 50, 44, "none", ' stroke="var(--own)" stroke-width="9"')


def action(name: str) -> Plate:
    """A tile with the letter of an action and its effects."""
    plate = Plate(9, 120, 76)
    plate.raw(
        f'<rect x="1" y="1" width="118" height="74" rx="9" fill="{CARD_PAPER}" stroke="{EDGE}"'
        ' stroke-width="1.5"/>'
    )
    plate.words(name.upper(), 15, 24, 19)
    effects = ACTION_ART[name]
    step = 30 if len(effects) == 3 else 42
    for i, effect in enumerate(effects):
        x = 64 + (i - (len(effects) - 1) / 2) * step
        _effect(plate, effect, x, 40, 1 if len(effects) < 3 else 0.86)
    if name == "d":
        plate.words("or", 64, 46, 14, bold=False, italic=True)
        _globe(plate, 104, 18)
    return plate


def _effect(plate: Plate, effect: str, x: float, y: float, scale: float) -> None:
    size = 38 * scale
    if effect == "sprout":
        plate.use("sprout", x - size / 2, y - size / 2, size, size)
        return
    plate.use("small", x - size / 2, y - size / 2, size, size)
    top = y - size * 0.52
    arrow = f"M{x + 13:g} {top + 16:g}V{top + 3:g}m-5 5l5 -6l5 6"
    plate.raw(f'<path d="{arrow}" fill="none" stroke="{INK}" stroke-width="2.6"/>')


def _globe(plate: Plate, x: float, y: float) -> None:
    plate.disc(x, y, 9, SEA, f' stroke="{INK}" stroke-width="1.6"')
    plate.raw(
        f'<path d="M{x - 9:g} {y:g}H{x + 9:g}M{x:g} {y - 9:g}V{y + 9:g}" stroke="{INK}"'
        ' stroke-width="1.2"/>'
    )


def swatch(biome: str) -> Plate:
    """A strip of a biome, for lists."""
    plate = Plate(11, 200, 60)
    plate.raw(f'<rect x="2" y="2" width="196" height="56" rx="10" fill="{TONES[biome]}"/>')
    for i in range(VARIANTS):
        plate.use(f"{biome}-{i}", 8 + 62 * i, 0, 60, 60)
    return plate.raw(
        f'<rect x="2" y="2" width="196" height="56" rx="10" fill="none" stroke="{INK}"'
        ' stroke-width="3"/>'
    )


def cover(title: str) -> Plate:
    """The lid of the box: its picture, and the name on a plate of paper."""
    plate = Plate(width=300, height=400)
    plate.raw('<svg width="300" height="400" overflow="hidden">')
    plate.use("lid", 0, 0, 300, 400)
    plate.raw(
        '</svg><rect x="7" y="7" width="286" height="386" rx="7" fill="none" stroke="#f0d077"'
        ' stroke-width="1.2" opacity=".55"/>'
        f'<path d="{_LABEL}" fill="#fbf4e2" stroke="#1d1710" stroke-width="2.4"/>'
        f'<path d="{_LABEL}" fill="none" stroke="#1d1710" stroke-width="1"'
        ' transform="translate(150 358) scale(.95 .84) translate(-150 -358)"/>'
    )
    return plate.words(title, 150, 374, 46, "#33261c", most=200)


# A label with hollow corners, as on a drawer of a collection.
_LABEL = (
    "M44 328H256A10 10 0 0 0 266 338V378A10 10 0 0 0 256 388"
    "H44A10 10 0 0 0 34 378V338A10 10 0 0 0 44 328Z"
)


def sheet(box: Box, title: str) -> str:
    """Every symbol the board uses, and the cover."""
    symbols = [symbol_of(path.stem, path.read_text("utf-8")) for path in sorted(HERE.glob("*.svg"))]
    symbols.append(planet(box).symbol("planet"))
    for name in box.cards:
        symbols.append(card(box, name).symbol(f"card-{name}"))
        symbols.append(card(box, name, small=True).symbol(f"small-card-{name}"))
    symbols += [track(box, power).symbol(f"track-{power}") for power in box.powers]
    symbols.append(marker().symbol("marker"))
    symbols += [action(name).symbol(f"act-{name}") for name in ACTION_ART]
    symbols += [swatch(biome).symbol(f"swatch-{biome}") for biome in TONES]
    symbols.append(cover(title).symbol("cover"))
    return "\n".join(symbols)
