"""Draws our art as SVG in the style of old prints: a few points make a smooth outline. It is filled
with flat colour, slightly displaced, and shaded with hatching.

An outline is a line of text, "x,y x,y x,y!", in the units of its plate (a picture is 100 by 100).
The curve runs smoothly through the points; a point with ! is a corner. Colours are the pigments
below, or variables of theme.css with a fallback, so one drawing serves both themes and can also be
opened by itself. Light falls from the left. The same seed always gives the same picture.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable
from typing import NamedTuple, Self

from spinney.drawing.text_width import number, typeset

INK = "var(--ink,#33261c)"
PAPER = "var(--paper,#f6eddc)"

PIGMENTS = {  # warm and few; neighbours differ in lightness first
    "bone": "#f7efdd",
    "cream": "#ecdcb8",
    "honey": "#dfb056",
    "ochre": "#cf9436",
    "clay": "#bd6b3d",
    "rust": "#94472a",
    "bark": "#80593a",
    "umber": "#54392a",
    "moss": "#8a9450",
    "leaf": "#5f7a44",
    "pine": "#37573f",
    "deep": "#25402f",
    "sky": "#a9c3c4",
    "lake": "#4f8392",
    "night": "#2b3a4c",
    "stone": "#a79a88",
    "iron": "#3c3a3a",
    "apple": "#b5432f",
    "butter": "#f0d077",
}


class Point(NamedTuple):
    x: float
    y: float


class Segment(NamedTuple):
    """One cubic segment of a curve: two ends and the two handles between them."""

    start: Point
    first: Point
    second: Point
    end: Point


def at(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def pigment(colour: str) -> str:
    """A pigment by its name. Any other colour is returned unchanged."""
    return PIGMENTS.get(colour, colour)


# ---------------------------------------------------------------- outlines


def read_points(outline: str) -> tuple[list[Point], list[bool]]:
    """The points of an outline, and which of them are corners."""
    points, corners = [], []
    for word in outline.split():
        x, y = word.removesuffix("!").split(",")
        points.append(Point(float(x), float(y)))
        corners.append(word.endswith("!"))
    return points, corners


def write_points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def curve(outline: str, closed: bool = True) -> list[Segment]:
    """The curve through the points. A handle is a sixth of the way between the two neighbours."""
    points, corners = read_points(outline)
    count = len(points)
    pieces = []
    for i in range(count if closed else count - 1):
        after = (i + 1) % count
        a, b = points[i], points[after]
        previous = points[i - 1] if closed or i else a
        following = points[(i + 2) % count] if closed or i + 2 < count else b
        first = (
            a if corners[i] else Point(a.x + (b.x - previous.x) / 6, a.y + (b.y - previous.y) / 6)
        )
        second = (
            b
            if corners[after]
            else Point(b.x - (following.x - a.x) / 6, b.y - (following.y - a.y) / 6)
        )
        pieces.append(Segment(a, first, second, b))
    return pieces


def path_data(outline: str, closed: bool = True) -> str:
    """The outline as the `d` of an SVG path."""
    pieces = curve(outline, closed)
    words = [f"M{at(*pieces[0].start)}"]
    for piece in pieces:
        if len(pieces) == 1 or (piece.first == piece.start and piece.second == piece.end):
            words.append(f"L{at(*piece.end)}")
        else:
            words.append(f"C{at(*piece.first)} {at(*piece.second)} {at(*piece.end)}")
    return "".join(words) + ("Z" if closed else "")


def polygon(outline: str, steps: int = 7) -> list[Point]:
    """The closed curve as a polygon, to test what lies inside it."""
    corners = []
    for a, b, c, e in curve(outline):
        for k in range(steps):
            t = k / steps
            u = 1 - t
            weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
            corners.append(
                Point(
                    sum(w * q.x for w, q in zip(weights, (a, b, c, e), strict=True)),
                    sum(w * q.y for w, q in zip(weights, (a, b, c, e), strict=True)),
                )
            )
    return corners


def spans(corners: list[Point], y: float) -> list[tuple[float, float]]:
    """The parts of the horizontal line at y that lie inside the polygon."""
    crossings = []
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        if (a.y <= y) != (b.y <= y):
            crossings.append(a.x + (y - a.y) * (b.x - a.x) / (b.y - a.y))
    crossings.sort()
    return list(zip(crossings[::2], crossings[1::2], strict=True))


def inside(corners: list[Point], x: float, y: float) -> bool:
    return any(left < x < right for left, right in spans(corners, y))


def shift(outline: str, dx: float, dy: float, scale: float = 1) -> str:
    """The outline scaled about 0,0 and then moved."""
    words = []
    for word in outline.split():
        x, y = word.removesuffix("!").split(",")
        corner = "!" if word.endswith("!") else ""
        words.append(f"{float(x) * scale + dx:.2f},{float(y) * scale + dy:.2f}{corner}")
    return " ".join(words)


def ring(cx: float, cy: float, rx: float, ry: float, count: int = 8) -> str:
    """The outline of an ellipse."""
    angles = [2 * math.pi * i / count for i in range(count)]
    return write_points((cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles)


def star(x: float, y: float, size: float) -> str:
    """Path data of a four-pointed star."""
    far, near = number(2 * size), number(0.6 * size)
    steps = (
        f"l{near} {far} {far} {near} -{far} {near} -{near} {far}"
        f" -{near} -{far} -{far} -{near} {far} -{near}"
    )
    return f"M{number(x)} {number(y - 2.6 * size)}{steps}z"


# ---------------------------------------------------------------- the plate


class Plate:
    """A picture that is being drawn. What is added later lies on top."""

    def __init__(self, seed: int = 1, width: float = 100, height: float = 100) -> None:
        self.parts: list[str] = []
        self.width = width
        self.height = height
        self._chance = random.Random(seed)

    def between(self, low: float, high: float) -> float:
        """A random number from this plate's own generator, for irregular lines."""
        return low + (high - low) * self._chance.random()

    def raw(self, svg: str) -> Self:
        self.parts.append(svg)
        return self

    def fill(self, outline: str, colour: str, register: float = 0.9, opacity: float = 1) -> Self:
        """Flat colour. `register` is how far it is displaced from its outline."""
        move = f' transform="translate({register:g} {register:g})"' if register else ""
        fade = f' opacity="{opacity:g}"' if opacity < 1 else ""
        return self.raw(f'<path d="{path_data(outline)}" fill="{pigment(colour)}"{move}{fade}/>')

    def line(
        self,
        outline: str,
        width: float = 1.6,
        closed: bool = False,
        colour: str = INK,
        opacity: float = 1,
    ) -> Self:
        return self.raw(_stroke(path_data(outline, closed), width, colour, opacity))

    def lines(
        self,
        outlines: Iterable[str],
        width: float = 1.6,
        colour: str = INK,
        opacity: float = 1,
    ) -> Self:
        """Many open lines of one kind, as one path."""
        data = "".join(path_data(outline, closed=False) for outline in outlines)
        return self.raw(_stroke(data, width, colour, opacity))

    def area(self, outline: str, colour: str, ink: float = 2) -> Self:
        """Flat colour with an ink line around it."""
        return self.fill(outline, colour).line(outline, ink, closed=True)

    def disc(self, x: float, y: float, radius: float, colour: str, more: str = "") -> Self:
        return self.raw(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
            f' fill="{pigment(colour)}"{more}/>'
        )

    def hatch(
        self,
        outline: str,
        angle: float = 62,
        gap: float = 3,
        within: str = "",
        width: float = 0.85,
        trim: float = 0.16,
        colour: str = INK,
        opacity: float = 0.8,
    ) -> Self:
        """Hatching inside the outline, for shadows. Only inside the outline `within`, if given."""
        turn = math.radians(-angle)
        shape = [_rotated(p, turn) for p in polygon(outline)]
        shadow = [_rotated(p, turn) for p in polygon(within)] if within else []
        top, bottom = min(p.y for p in shape), max(p.y for p in shape)
        strokes = []
        y = top + gap * 0.6
        while y < bottom:
            stretches = spans(shape, y)
            if within:
                stretches = _common(stretches, spans(shadow, y))
            for left, right in stretches:
                if right - left >= 1.6:
                    strokes.append(self._engraved(left, right, y, trim, -turn))
            y += gap * self.between(0.82, 1.18)
        return self.raw(_stroke("".join(strokes), width, colour, opacity))

    def _engraved(self, left: float, right: float, y: float, trim: float, turn: float) -> str:
        """One hatching stroke, slightly bowed, its ends cut unevenly."""
        slack = (right - left) * trim
        left += 0.6 + self.between(0, slack)
        right -= 0.6 + self.between(0, slack * 0.4)
        a = _rotated(Point(left, y), turn)
        m = _rotated(Point((left + right) / 2, y + (right - left) * 0.04), turn)
        b = _rotated(Point(right, y + self.between(-0.3, 0.3)), turn)
        return f"M{at(*a)}Q{at(*m)} {at(*b)}"

    def dots(
        self, outline: str, count: int, radius: float = 1.2, colour: str = INK, opacity: float = 0.8
    ) -> Self:
        """Up to `count` specks scattered inside the outline, none touching another."""
        corners = polygon(outline)
        left, right = min(p.x for p in corners), max(p.x for p in corners)
        top, bottom = min(p.y for p in corners), max(p.y for p in corners)
        found: list[Point] = []
        for _ in range(count * 12):
            x, y = self.between(left, right), self.between(top, bottom)
            apart = all(math.hypot(x - p.x, y - p.y) > radius * 3.2 for p in found)
            if apart and inside(corners, x, y):
                found.append(Point(x, y))
            if len(found) == count:
                break
        specks = "".join(_speck(p, radius) for p in found)
        return self.raw(f'<path d="{specks}" fill="{pigment(colour)}" opacity="{opacity:g}"/>')

    def ground(self, y: float = 90, left: float = 16, right: float = 84) -> Self:
        """A few strokes of earth and two tufts of grass for a plant to stand on."""
        strokes = []
        for i in range(7):
            x = left + (right - left) * (i + self.between(0, 0.6)) / 7
            a = (x, y + self.between(-1, 2.5))
            b = (x + self.between(5, 11), y + self.between(-1, 3))
            strokes.append(write_points((a, b)))
        for x in (left + 4, right - 6):
            for foot, dx, dy in ((0, -2, -6), (2, 1, -8), (4, 4, -5)):
                strokes.append(write_points(((x + foot, y), (x + foot + dx, y + dy))))
        return self.lines(strokes, 1)

    def use(self, name: str, x: float, y: float, width: float, height: float) -> Self:
        """Another symbol, placed in this picture."""
        return self.raw(
            f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'
        )

    def words(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str = INK,
        *,
        bold: bool = True,
        italic: bool = False,
        most: float = 0,
        opacity: float = 1,
    ) -> Self:
        """Centred text, not wider than `most`. Its length is the same with any font."""
        return self.raw(
            typeset(
                text,
                x,
                y,
                size,
                pigment(colour),
                bold=bold,
                italic=italic,
                most=most,
                opacity=opacity,
            )
        )

    def body(self) -> str:
        return f'<g stroke-linecap="round" stroke-linejoin="round">{"".join(self.parts)}</g>'

    def symbol(self, name: str) -> str:
        """The picture as one entry of a sheet."""
        return (
            f'<symbol id="{name}" viewBox="0 0 {self.width:g} {self.height:g}" overflow="visible">'
            f"{self.body()}</symbol>"
        )

    def svg(self) -> str:
        """The picture as a file of its own."""
        lines = self.body().replace("><", ">\n<")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}">'
            f"\n{lines}\n</svg>\n"
        )


def symbol_of(name: str, svg: str) -> str:
    """A picture's file as one entry of a sheet."""
    found = re.fullmatch(r'\s*<svg[^>]*?viewBox="([^"]*)"[^>]*>(.*)</svg>\s*', svg, re.S)
    if found is None:
        raise ValueError(f"{name}: not a picture of the press, <svg … viewBox=…>…</svg> expected")
    box, body = found.groups()
    body = body.strip().replace(">\n<", "><")
    return f'<symbol id="{name}" viewBox="{box}" overflow="visible">{body}</symbol>'


def _stroke(data: str, width: float, colour: str, opacity: float) -> str:
    fade = f' opacity="{opacity:g}"' if opacity < 1 else ""
    return (
        f'<path d="{data}" fill="none" stroke="{pigment(colour)}" stroke-width="{width:g}"{fade}/>'
    )


def _rotated(p: Point, turn: float) -> Point:
    cos, sin = math.cos(turn), math.sin(turn)
    return Point(p.x * cos - p.y * sin, p.x * sin + p.y * cos)


def _common(
    some: list[tuple[float, float]], others: list[tuple[float, float]]
) -> list[tuple[float, float]]:
    return [(max(a, c), min(b, d)) for a, b in some for c, d in others]


def _speck(p: Point, radius: float) -> str:
    r, flat, wide = number(radius), number(radius * 0.8), number(2 * radius)
    return f"M{at(p.x - radius, p.y)}a{r} {flat} 0 1 0 {wide} 0a{r} {flat} 0 1 0 -{wide} 0"
