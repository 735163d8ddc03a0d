"""Underwood told a second time, slowly and without any tables: the rules must say the same."""

from __future__ import annotations

from dataclasses import dataclass, field

Cell = tuple[int, int]
Target = tuple[Cell, str, bool]  # the mycelium that is flipped, the tile, whether by the ant trail
Token = tuple[int, bool]  # whose, and whether it shows its mushroom

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + q, cell[1] + r) for q, r in AROUND]


@dataclass
class Plain:
    """The table: what lies on each space from the bottom up, and what each player holds."""

    floor: dict[Cell, str]  # the tile of each space
    seats: int
    trees: set[Cell] = field(default_factory=set)  # in gaps, at the edge or on spaces
    trail: set[Cell] = field(default_factory=set)
    tree_points: int = 0
    stacks: dict[Cell, list[Token]] = field(default_factory=dict)
    supply: list[int] = field(default_factory=list)
    won: list[int] = field(default_factory=list)

    def top(self, cell: Cell) -> Token | None:
        stack = self.stacks.get(cell)
        return stack[-1] if stack else None

    def expansions(self, seat: int) -> dict[Target, tuple[list[Cell], list[Cell]]]:
        """What the seat may do: for each flip and tile the empty spaces and those it covers."""
        found: dict[Target, tuple[list[Cell], list[Cell]]] = {}
        for cell in self.stacks:
            if self.top(cell) != (seat, False):
                continue
            for tile in set(self.floor.values()):
                spaces = [near for near in around(cell) if self.floor.get(near) == tile]
                empty, covered = self.allowed(seat, spaces)
                if empty or covered:
                    if len(empty) + 2 * len(covered) <= self.supply[seat]:
                        found[cell, tile, False] = (empty, covered)
                if not any(near in self.trail for near in around(cell)):
                    continue
                beside = [
                    space
                    for space, name in self.floor.items()
                    if name == tile and any(near in self.trail for near in around(space))
                ]
                empty, _ = self.allowed(seat, beside)
                if empty and len(empty) <= self.supply[seat]:
                    found[cell, tile, True] = (empty, [])
        return found

    def allowed(self, seat: int, spaces: list[Cell]) -> tuple[list[Cell], list[Cell]]:
        free = [space for space in spaces if space not in self.trees]
        empty = [space for space in free if self.top(space) is None]
        covered = []
        for space in free:
            token = self.top(space)
            if token and token[0] != seat and not token[1]:
                covered.append(space)
        return empty, covered

    def expand(self, seat: int, target: Target) -> None:
        empty, covered = self.expansions(seat)[target]
        self.stacks[target[0]][-1] = (seat, True)
        for space in covered:
            owner = self.stacks[space][-1][0]
            self.won[owner] += 1
            self.supply[seat] -= 1
        for space in empty + covered:
            self.stacks.setdefault(space, []).append((seat, False))
            self.supply[seat] -= 1

    def majority(self, spaces: list[Cell]) -> int | None:
        mushrooms, mycelia = [0] * self.seats, [0] * self.seats
        for space in spaces:
            token = self.top(space)
            if token:
                (mushrooms if token[1] else mycelia)[token[0]] += 1
        leading = [seat for seat in range(self.seats) if mushrooms[seat] == max(mushrooms)]
        if len(leading) > 1:
            most = max(mycelia[seat] for seat in leading)
            leading = [seat for seat in leading if mycelia[seat] == most]
        return leading[0] if len(leading) == 1 else None

    def points(self) -> list[int]:
        """Final points; trees beside the floor are won by their neighbours, those on it add 1."""
        points = [(self.supply[seat] + self.won[seat]) // 2 for seat in range(self.seats)]
        for tree in self.trees - set(self.floor):
            winner = self.majority([space for space in around(tree) if space in self.floor])
            if winner is not None:
                points[winner] += 3
        for tile in set(self.floor.values()):
            spaces = [space for space, name in self.floor.items() if name == tile]
            winner = self.majority(spaces)
            if winner is not None:
                points[winner] += len(spaces) + len([s for s in spaces if s in self.trees])
        return points


SHAPES: dict[int, list[Cell]] = {
    1: [(0, 0), (1, 0)],
    2: [(0, 0), (1, 0)],
    3: [(0, 0), (1, 0), (2, 0)],
    4: [(0, 0), (1, 0), (1, 1)],
    5: [(0, 0), (0, 1), (1, 0)],
    6: [(0, 0), (1, 0), (2, 0), (3, 0)],
    7: [(0, 0), (1, 0), (2, 0), (2, 1)],
    8: [(0, 0), (1, 0), (1, 1), (2, 0)],
    9: [(0, 0), (1, 0), (1, 1), (2, 1)],
    10: [(0, 0), (0, 1), (1, 0), (1, 1)],
    11: [(0, 1), (1, 0), (2, 0), (2, 1)],
    12: [(0, 2), (1, 0), (1, 1), (2, 1)],
    13: [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)],
    14: [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)],
    15: [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)],
    16: [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)],
    17: [(0, 1), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2)],
    18: [(0, 0), (1, 0), (1, 1), (2, 1)],
    19: [(0, 0), (1, 0), (2, 0), (2, 1)],
}


def turned(shape: list[Cell], sixths: int) -> list[Cell]:
    for _ in range(sixths):
        shape = [(-r, q + r) for q, r in shape]
    return shape
