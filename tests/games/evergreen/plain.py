"""Light, forests and the draft told a second time, slowly: the rules must say the same."""

from __future__ import annotations

from collections.abc import Mapping

Space = tuple[int, int]  # row, column, both from 0

HEIGHT = {"small": 1, "big": 2}
AWAY = {"top": (1, 0), "right": (0, -1), "bottom": (-1, 0), "left": (0, 1)}  # where shadows fall
ROWS = (
    "..SSSS..",
    ".RRSSMM.",
    "RRxSSxMM",
    "RRRRMMMM",
    "FFFFWWWW",
    "FFxGGxWW",
    ".FFGGWW.",
    "..GGGG..",
)
BIOMES = {
    "S": "snow",
    "M": "swamp",
    "R": "rock",
    "F": "flowers",
    "W": "wheat",
    "G": "grassland",
}


def biome(space: Space) -> str:
    return BIOMES[ROWS[space[0]][space[1]]]


def spaces(name: str = "") -> list[Space]:
    """All spaces a piece may stand on, or those of one biome."""
    return [
        (row, column)
        for row, line in enumerate(ROWS)
        for column, letter in enumerate(line)
        if letter in BIOMES and name in ("", BIOMES[letter])
    ]


def shadows(planet: Mapping[Space, str], sun: str) -> dict[Space, int]:
    """The height of the tallest tree whose shadow falls on a space."""
    down, across = AWAY[sun]
    dark: dict[Space, int] = {}
    for (row, column), piece in planet.items():
        height = HEIGHT.get(piece, 0)
        for step in range(1, height + 1):
            space = (row + step * down, column + step * across)
            dark[space] = max(dark.get(space, 0), height)
    return dark


def light(planet: Mapping[Space, str], sun: str) -> int:
    dark = shadows(planet, sun)
    return sum(
        HEIGHT.get(piece, 0)
        for space, piece in planet.items()
        if HEIGHT.get(piece, 0) > dark.get(space, 0)
    )


def forest(planet: Mapping[Space, str]) -> int:
    left = {space for space, piece in planet.items() if piece in (*HEIGHT, "bush")}
    biggest = 0
    while left:
        edge = [left.pop()]
        size = 0
        while edge:
            row, column = edge.pop()
            size += 1
            for space in (
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ):
                if space in left:
                    left.remove(space)
                    edge.append(space)
        biggest = max(biggest, size)
    return biggest
