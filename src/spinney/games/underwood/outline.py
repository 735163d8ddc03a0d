"""The geometry of the board: where hexagons lie, and the outlines of tiles as path data.

Outlines are drawn in a little from the edges of their hexagons and rounded. Points are whole units,
written as steps from one to the next, which keeps a scene small.
"""

from __future__ import annotations

import math

Cell = tuple[int, int]
Point = tuple[float, float]

SIZE = 44.0  # from a space's centre to its corner
WIDE = SIZE * math.sqrt(3)
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
INSET, ROUND = 3.2, 11.0  # of a tile
SHORT = 0.62  # of an edge: the dotted line between two spaces of a tile


def centre(cell: Cell) -> Point:
    q, r = cell
    return WIDE * (q + r / 2), SIZE * 1.5 * r


def corner(cell: Cell, number: int) -> Point:
    """A corner of a hexagon; 0 is at the top right, and they go round clockwise."""
    x, y = centre(cell)
    angle = math.pi / 3 * (number + 1)
    return x + SIZE * math.sin(angle), y - SIZE * math.cos(angle)


def loops(cells: list[Cell]) -> list[list[Point]]:
    """The outer edges of some hexagons as closed lines, clockwise; those around gaps run back."""
    inside = set(cells)
    todo = {
        (cell, way)
        for cell in cells
        for way, (q, r) in enumerate(AROUND)
        if (cell[0] + q, cell[1] + r) not in inside
    }
    found = []
    while todo:
        cell, way = start = min(todo)
        loop = []
        while True:
            todo.discard((cell, way))
            loop.append(corner(cell, way))  # where this edge begins
            beside = cell[0] + AROUND[(way + 1) % 6][0], cell[1] + AROUND[(way + 1) % 6][1]
            if beside in inside:
                cell, way = beside, (way - 1) % 6
            else:
                way = (way + 1) % 6
            if (cell, way) == start:
                break
        found.append(loop)
    return found


def outline(
    cells: list[Cell], inset: float = INSET, bend: float = ROUND, by: Point = (0, 0)
) -> str:
    """The rim of a tile, drawn in a little and rounded; moved `by` so much."""
    return "".join([_rounded(_pulled(loop, inset), bend, by) for loop in loops(cells)])


def seams(cells: list[Cell], by: Point = (0, 0)) -> str:
    """The dotted lines between the spaces of a tile."""
    inside = set(cells)
    lines = ""
    for cell in cells:
        for way in range(3):
            if (cell[0] + AROUND[way][0], cell[1] + AROUND[way][1]) in inside:
                a, b = corner(cell, way), corner(cell, way + 1)
                x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
                dx, dy = (a[0] - x) * SHORT, (a[1] - y) * SHORT
                lines += f"M{_at(x + dx + by[0], y + dy + by[1])}l{_at(-2 * dx, -2 * dy)}"
    return lines


def hexagon(inset: float = 6.0) -> str:
    """One space around 0, 0."""
    return outline([(0, 0)], inset, 8.0)


def _at(x: float, y: float) -> str:
    down = round(y)
    return f"{round(x)}{down}" if down < 0 else f"{round(x)} {down}"


def _pulled(loop: list[Point], inset: float) -> list[Point]:
    pulled = []
    for i, p in enumerate(loop):
        one, two = _normal(loop[i - 1], p), _normal(p, loop[(i + 1) % len(loop)])
        k = inset / (1 + one[0] * two[0] + one[1] * two[1])
        pulled.append((p[0] + k * (one[0] + two[0]), p[1] + k * (one[1] + two[1])))
    return pulled


def _normal(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy)
    return -dy / long, dx / long


def _rounded(points: list[Point], bend: float, by: Point) -> str:
    data = ""
    last = (0, 0)
    for i, p in enumerate(points):
        stops = [
            _toward(p, points[i - 1], bend),
            p,
            _toward(p, points[(i + 1) % len(points)], bend),
        ]
        first, knee, then = [(round(x + by[0]), round(y + by[1])) for x, y in stops]
        data += f"l{_step(last, first)}" if data else f"M{_at(*first)}"
        data += f"q{_step(first, knee)}{_joined(_step(first, then))}"
        last = then
    return data + "Z"


def _step(a: tuple[int, int], b: tuple[int, int]) -> str:
    return _at(b[0] - a[0], b[1] - a[1])


def _joined(step: str) -> str:
    return step if step.startswith("-") else f" {step}"


def _toward(p: Point, q: Point, much: float) -> Point:
    long = math.hypot(q[0] - p[0], q[1] - p[1])
    return p[0] + (q[0] - p[0]) * much / long, p[1] + (q[1] - p[1]) * much / long
