"""Whole games, each turn compared with a second, plainer telling of the rules (plain.py)."""

from __future__ import annotations

import random

import pytest

from spinney.games.underwood.view_types import View
from tests.games.underwood.plain import SHAPES, Cell, Plain, Target, Token, around, turned
from tests.games.underwood.stories import Table, new_game

VARIANTS = ["none", "clearings", "mycorrhiza", "saplings", "ant_trail"]
TRAILS = (18, 19)


def covered(seen: View, *, trails: bool = False) -> dict[Cell, int]:
    """The number of the tile on each space of the floor, or of the trail."""
    found = {}
    for tile in seen.tiles:
        if (tile.number in TRAILS) == trails:
            shape = turned(SHAPES[tile.number], tile.turn // 60)
            for q, r in shape:
                found[q - shape[0][0] + tile.q, r - shape[0][1] + tile.r] = tile.number
    return found


def read(cell: Cell) -> Cell:
    """Reading order: rows from the top, each from the left."""
    return (cell[1], cell[0])


def tokens(pile: str) -> list[Token]:
    return [("abcd".index(sign.lower()), sign.isupper()) for sign in pile if sign != "T"]


def retold(seen: View) -> tuple[Plain, list[Cell]]:
    floor = covered(seen)
    cells = sorted(floor, key=read)
    trees = {(tree.q, tree.r) for tree in seen.trees}
    trees |= {cell for cell, pile in zip(cells, seen.piles, strict=True) if pile == "T"}
    plain = Plain(
        {cell: str(tile) for cell, tile in floor.items()},
        seen.seats,
        trees,
        set(covered(seen, trails=True)),
        stacks={c: tokens(p) for c, p in zip(cells, seen.piles, strict=True) if tokens(p)},
        supply=list(seen.supply),
        won=list(seen.won),
    )
    return plain, cells


def words(target: Target, cells: list[Cell]) -> str:
    cell, tile, by_trail = target
    return f"{'trail' if by_trail else 'grow'} space={cells.index(cell) + 1} tile={tile}"


def compare(table: Table, rng: random.Random) -> None:
    """Play to the end; both tellings allow the same turns and agree on every consequence."""
    while table.phase != "growing" and not table.over:
        table.do(rng.choice(table.moves()))
    plain, cells = retold(table.view(-1))
    seats, turn = plain.seats, table.state.starter
    while True:
        allowed = {words(target, cells): target for target in plain.expansions(turn)}
        if not allowed:
            break
        assert table.turn == turn
        assert set(table.moves()) == set(allowed)
        chosen = rng.choice(sorted(allowed))
        plain.expand(turn, allowed[chosen])
        table.do(chosen)
        assert [table.supply(seat) for seat in range(seats)] == plain.supply
        assert [table.won(seat) for seat in range(seats)] == plain.won
        for number, cell in enumerate(cells, 1):
            if cell not in plain.trees:
                assert tokens(table.pile(number)) == plain.stacks.get(cell, [])
        for seat, letter in enumerate("abcd"[:seats]):
            lying = "".join(table.pile(space) for space in range(1, table.spaces + 1))
            assert plain.supply[seat] + table.given(seat) + lying.lower().count(letter) == 24
        turn = (turn + 1) % seats
    assert table.over
    assert list(table.outcome().scores) == plain.points()
    order = [(plain.points()[seat], plain.won[seat]) for seat in range(seats)]
    assert list(table.outcome().ranks) == [
        1 + sum(other > order[seat] for other in order) for seat in range(seats)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_both_tellings_agree_turn_by_turn(variant: str, seats: int) -> None:
    for seed in range(3):
        compare(new_game(seed, seats, variant=variant), random.Random(seed))


def holes(taken: set[Cell]) -> list[set[Cell]]:
    """The empty places enclosed by what lies there."""
    qs, rs = [q for q, _ in taken], [r for _, r in taken]
    across, down = range(min(qs) - 1, max(qs) + 2), range(min(rs) - 1, max(rs) + 2)
    empty = {(q, r) for q in across for r in down} - taken
    found = []
    while empty:
        edge = [empty.pop()]
        group = set(edge)
        while edge:
            for near in around(edge.pop()):
                if near in empty:
                    empty.remove(near)
                    group.add(near)
                    edge.append(near)
        if (across[0], down[0]) not in group:
            found.append(group)
    return [
        group for group in found if all(q in across[1:-1] and r in down[1:-1] for q, r in group)
    ]


def connected(taken: set[Cell]) -> bool:
    edge = [min(taken)]
    seen = set(edge)
    while edge:
        for near in around(edge.pop()):
            if near in taken and near not in seen:
                seen.add(near)
                edge.append(near)
    return seen == taken


@pytest.mark.parametrize("layout", ["generated", "beechwood", "ravine"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_floor_has_no_gaps_and_no_overlap(seats: int, layout: str) -> None:
    """Setup 1 and 2: tiles lie side by side without gaps, turned but never flipped."""
    for seed in range(4):
        seen = new_game(seed, seats, layout=layout).view(0)
        floor = covered(seen)
        assert len(seen.tiles) == {2: 11, 3: 14, 4: 17}[seats]
        assert len({tile.number for tile in seen.tiles}) == len(seen.tiles)
        assert len(floor) == sum(len(SHAPES[tile.number]) for tile in seen.tiles)
        assert connected(set(floor))
        assert holes(set(floor)) == []


@pytest.mark.parametrize("layout", ["rolled", "built"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_floors_the_players_lay_keep_the_same_rules(variant: str, layout: str) -> None:
    """Setup 2: the players decide on the shape; ruling 16: or roll again."""
    for seed in range(2):
        rng = random.Random(seed)
        table = new_game(seed, 2, variant=variant, layout=layout)
        while table.phase in ("rolling", "laying", "planting"):
            table.do(rng.choice(table.moves()))
        seen = table.view(0)
        floor, trail = set(covered(seen)), set(covered(seen, trails=True))
        trees = {(tree.q, tree.r) for tree in seen.trees}
        assert len(seen.tiles) == 11 + (2 if variant == "ant_trail" else 0)
        assert connected(floor | trail)
        if variant in ("none", "saplings", "ant_trail"):
            assert holes(floor | trail) == []
        if variant == "mycorrhiza":
            assert len(trees) == 4
            assert all(len(gap) == 1 for gap in holes(floor))
            assert all(sum(near in floor for near in around(tree)) >= 4 for tree in trees)
        compare(table, rng)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_clearings_are_enclosed_gaps(seats: int) -> None:
    """Variant 1."""
    for seed in range(4):
        floor = set(covered(new_game(seed, seats, variant="clearings").view(0)))
        assert connected(floor)
        assert holes(floor)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_trees_stand_in_gaps_of_one_space_or_in_bays(seats: int) -> None:
    """Variant 2: four trees, every gap exactly one space large, at least four spaces round each."""
    for seed in range(4):
        seen = new_game(seed, seats, variant="mycorrhiza").view(0)
        floor = set(covered(seen))
        trees = {(tree.q, tree.r) for tree in seen.trees}
        assert len(trees) == 4
        assert not trees & floor
        gaps = holes(floor)
        assert all(len(gap) == 1 for gap in gaps)
        assert set().union(*gaps) <= trees
        for tree in trees:
            assert sum(near in floor for near in around(tree)) >= 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_trail_is_joined_by_one_or_two_edges_and_leaves_no_gap(seats: int) -> None:
    """Variant 4."""
    for seed in range(4):
        seen = new_game(seed, seats, variant="ant_trail").view(0)
        trail, floor = covered(seen, trails=True), covered(seen)
        assert sorted(set(trail.values())) == list(TRAILS)
        shared = sum(
            trail.get(near) == 19 for cell in trail if trail[cell] == 18 for near in around(cell)
        )
        assert 1 <= shared <= 2
        assert not set(trail) & set(floor)
        assert connected(set(trail) | set(floor))
        assert holes(set(trail) | set(floor)) == []
