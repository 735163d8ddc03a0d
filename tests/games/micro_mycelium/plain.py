"""The scores of a field told a second time, side by side: the rules must say the same."""

from __future__ import annotations

from collections.abc import Mapping

Cell = tuple[int, int]
CachedPanel = tuple[int, str, int]  # whose set, which tile, turned by how many sixths
Field = Mapping[Cell, CachedPanel]

TOWARDS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SIDES = {
    **{f"m{spores}": "S" * spores + "R" * (6 - spores) for spores in range(1, 7)},
    "stump": "T" * 6,
    "flower": "F" * 6,
    "rock": "B" * 6,
}


def beside(cell: Cell, way: int) -> Cell:
    return (cell[0] + TOWARDS[way][0], cell[1] + TOWARDS[way][1])


def facing(laid: CachedPanel, way: int) -> str:
    return SIDES[laid[1]][(way - laid[2]) % 6]


def outside(field: Field) -> set[Cell]:
    """The empty cells round the field that can be reached from far away."""
    qs, rs = [q for q, _ in field], [r for _, r in field]
    across, down = range(min(qs) - 1, max(qs) + 2), range(min(rs) - 1, max(rs) + 2)
    edge = [(across[0], down[0])]
    seen = set(edge)
    while edge:
        cell = edge.pop()
        for near in [beside(cell, way) for way in range(6)]:
            if near[0] in across and near[1] in down and near not in field and near not in seen:
                seen.add(near)
                edge.append(near)
    return seen


def touching(field: Field) -> list[tuple[CachedPanel, str, CachedPanel, str]]:
    """Every pair of tiles side by side, once from each of the two: tile, side, tile, side."""
    pairs = []
    for cell, laid in field.items():
        for way in range(6):
            other = field.get(beside(cell, way))
            if other:
                pairs.append((laid, facing(laid, way), other, facing(other, (way + 3) % 6)))
    return pairs


def unblocked(field: Field, owner: int, airy: str = "S") -> int:
    open_air = outside(field)
    return sum(
        facing(laid, way) in airy and beside(cell, way) in open_air
        for cell, laid in field.items()
        if laid[0] == owner
        for way in range(6)
    )


def stump(field: Field, owner: int) -> int:
    return sum(
        mine == "T" and laid[0] == owner and theirs == "S" and other[0] == owner
        for laid, mine, other, theirs in touching(field)
    )


def flower(field: Field, owner: int) -> int:
    return sum(
        mine == "F" and laid[0] == owner and theirs == "R"
        for laid, mine, _, theirs in touching(field)
    )


def spores(field: Field, owner: int) -> int:
    both = sum(
        mine == theirs == "S" and laid[0] == other[0] == owner
        for laid, mine, other, theirs in touching(field)
    )
    return both // 2


def network(field: Field, owner: int) -> int:
    joined = {
        other[0]
        for laid, mine, other, theirs in touching(field)
        if mine == theirs == "F" and laid[0] == owner
    }
    return sum(flower(field, rival) for rival in joined)


def score(
    field: Field, owner: int, *, advanced: bool = False, per_side: int = 1, airy: str = "S"
) -> int:
    points = (
        per_side * unblocked(field, owner, airy)
        + 3 * stump(field, owner)
        + 2 * flower(field, owner)
    )
    return points + (spores(field, owner) + network(field, owner) if advanced else 0)
