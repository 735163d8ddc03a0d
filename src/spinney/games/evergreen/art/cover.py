"""The picture on the lid of the box: a small planet with its trees, in the light of its sun.

Printed like the other drawings, but in colours of its own: a lid looks the same in both themes.
"""

from __future__ import annotations

import math

from spinney.drawing.outlines import Plate, inside, polygon, ring, shift, star, write_points

INK = "#16130f"
WIDTH, HEIGHT = 300, 400
SUN = (72, 76)
CENTRE, RADIUS = (168, 214), 92
NIGHT = "#131d2c"
GLOW = (  # round the sun, ring by ring
    (210, "#182638"),
    (170, "#1f3346"),
    (132, "#2d4a58"),
    (100, "#4b6b6a"),
    (74, "#8d9468"),
    (54, "#d3b865"),
)
SEA, FOAM = "#8fb3b8", "#e6f0ea"
LANDS = (  # snow, rock, swamp, flowers, wheat and grassland, round the middle of the planet
    ("#e9f0ea", "-68,-60 -40,-78 0,-88 40,-80 66,-62 42,-46 8,-36 -30,-44"),
    ("#bda58d", "-88,-18 -78,-46 -48,-54 -16,-40 -14,-12 -48,2 -82,0"),
    ("#50776c", "10,-38 46,-50 78,-44 90,-10 70,4 32,2 6,-12"),
    ("#da8897", "-84,6 -50,0 -16,-8 0,12 -16,42 -56,52 -78,34"),
    ("#eacd66", "0,10 28,0 70,4 88,14 76,48 42,58 8,40"),
    ("#9bb158", "-50,60 -16,40 10,40 42,60 30,80 0,88 -34,82"),
)
FIR, FIR_DARK, SAPLING, BARK = "#37603f", "#23422f", "#6c9a58", "#6b4a30"


def lid() -> Plate:
    plate = Plate(47, WIDTH, HEIGHT)
    _space(plate)
    _sun(plate)
    _rays(plate)
    for angle, size in ((-150, 0.7), (-118, 0.95), (-88, 1.15), (-58, 0.9), (-26, 0.75), (8, 0.6)):
        _tree(plate, angle, size)
    for angle, size in ((178, 0.62), (148, 0.7), (38, 0.58)):
        _tree(plate, angle, size)
    _planet(plate)
    for angle, size in ((-134, 0.5), (-103, 0.55), (-72, 0.6), (-42, 0.5)):
        _tree(plate, angle, size, sink=10)
    return plate


def _space(plate: Plate) -> None:
    plate.raw(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{NIGHT}"/>')
    for radius, colour in GLOW:
        angles = [math.pi * i / 9 for i in range(18)]
        rim = [(radius * plate.between(0.95, 1.05), angle) for angle in angles]
        outline = write_points((SUN[0] + r * math.cos(a), SUN[1] + r * math.sin(a)) for r, a in rim)
        plate.fill(outline, colour, 0)
    stars = ""
    for _ in range(90):
        x, y = plate.between(8, WIDTH - 8), plate.between(8, HEIGHT - 80)
        far = math.hypot(x - SUN[0], y - SUN[1])
        if far > 120 and math.hypot(x - CENTRE[0], y - CENTRE[1]) > RADIUS + 8:
            stars += star(x, y, plate.between(0.5, 1.5))
    plate.raw(f'<path d="{stars}" fill="#f7efdd" opacity=".85"/>')


def _sun(plate: Plate) -> None:
    x, y = SUN
    for i in range(20):
        long = 46 if i % 2 else 58
        plate.raw(
            f'<path d="M{x} {y - long}L{x + 6} {y - 30}H{x - 6}Z" fill="#dfb056" stroke="{INK}"'
            f' stroke-width="1.6" transform="rotate({i * 18} {x} {y})"/>'
        )
    plate.disc(x, y, 33, "#f0d077", f' stroke="{INK}" stroke-width="2.6"')
    shadow = (
        f"{x + 8},{y - 40}! {x + 40},{y - 40}! {x + 40},{y + 40}! {x - 6},{y + 40}! {x + 16},{y}"
    )
    plate.hatch(ring(x, y, 32, 32, 14), 64, 3.2, shadow, 1, colour=INK)


def _rays(plate: Plate) -> None:
    """Light that falls from the sun on the planet."""
    strokes = []
    for i in range(9):
        turn = math.radians(28 + 5 * i)
        a, b = plate.between(64, 72), plate.between(88, 110)
        strokes.append(
            write_points(
                (
                    (SUN[0] + a * math.cos(turn), SUN[1] + a * math.sin(turn)),
                    (SUN[0] + b * math.cos(turn), SUN[1] + b * math.sin(turn)),
                )
            )
        )
    plate.lines(strokes, 2.2, "#f0dd97", 0.8)


def _planet(plate: Plate) -> None:
    x, y = CENTRE
    disc = ring(x, y, RADIUS, RADIUS, 24)
    plate.fill(disc, SEA, 0)
    for colour, outline in LANDS:
        land = shift(outline, x, y)
        plate.fill(land, colour, 0).line(land, 1.8, closed=True, colour=INK)
        marks = []
        corners = polygon(land)
        for _ in range(26):
            a, b = plate.between(x - 84, x + 84), plate.between(y - 84, y + 84)
            if inside(corners, a, b) and inside(corners, a + 4, b):
                marks.append(write_points(((a, b), (a + 1.5, b - 4), (a + 3, b))))
        if marks:
            plate.lines(marks, 1.1, INK, 0.6)
    waves = []
    for a, b in ((-66, 66), (-24, 92), (50, 76), (80, 58), (-80, -58), (62, -70)):
        if a * a + b * b < (RADIUS - 8) ** 2:
            waves.append(write_points(((x + a - 6, y + b), (x + a, y + b - 3), (x + a + 6, y + b))))
    plate.lines(waves, 1.6, FOAM)
    shade = f"{x + 30},{y - 100}! {x + 110},{y - 100}! {x + 110},{y + 110}! {x - 60},{y + 110}!"
    shade += f" {x + 20},{y + 60} {x + 48},{y}"
    plate.hatch(disc, 58, 4.4, shade, 1.2, 0.2, INK, 0.75)
    plate.hatch(disc, 20, 7, shade, 0.9, 0.3, INK, 0.45)
    plate.line(disc, 3, closed=True, colour=INK)


def _tree(plate: Plate, angle: float, size: float, sink: float = 0) -> None:
    """A fir that stands on the rim, its foot at this angle from the right."""
    turn = math.radians(angle)
    reach = RADIUS - 3 - sink
    x, y = CENTRE[0] + reach * math.cos(turn), CENTRE[1] + reach * math.sin(turn)
    plate.raw(f'<g transform="translate({x:.1f} {y:.1f}) rotate({angle + 90:g}) scale({size:g})">')
    plate.area("-5,4! -4,-16! 4,-16! 5,4!", BARK, 2)
    colour = FIR if size > 0.65 else SAPLING
    tier = "0,-26! 12,-12 26,0! 12,3 0,4 -12,3 -26,0! -12,-12"
    for i, scale in enumerate((1, 0.82, 0.62, 0.42)):
        outline = shift(tier, 0, -12 - 17 * i, scale)
        plate.area(outline, colour, 2)
        plate.hatch(outline, 74, 3, "2,-120! 40,-120! 40,10! 0,10!", 1, 0.3, FIR_DARK)
    plate.raw("</g>")
