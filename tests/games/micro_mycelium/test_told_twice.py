"""Whole games, each tile compared with a second, plainer telling of the scores (plain.py)."""

from __future__ import annotations

import random

import pytest

from tests.games.micro_mycelium import plain
from tests.games.micro_mycelium.plain import SIDES, CachedPanel, Cell
from tests.games.micro_mycelium.stories import Table, new_game

SETS = ["green", "blue", "red", "yellow"]


def field_of(table: Table) -> dict[Cell, CachedPanel]:
    return {
        (tile.q, tile.r): (SETS.index(tile.set), tile.tile, tile.turn)
        for tile in table.view(-1).field
    }


def turns(tile: str) -> list[int]:
    """Turns that do not look alike."""
    return [0] if len(set(SIDES[tile])) == 1 else list(range(6))


def places(field: dict[Cell, CachedPanel]) -> list[Cell]:
    if not field:
        return [(0, 0)]
    near = {plain.beside(cell, way) for cell in field for way in range(6)}
    return sorted(near - set(field))


def sayings(verb: str, tile: str, field: dict[Cell, CachedPanel], tail: str = "") -> set[str]:
    return {
        f"{verb} tile={tile} q={q} r={r}{f' turn={turn}' if turn else ''}{tail}"
        for q, r in places(field)
        for turn in turns(tile)
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("advanced", ["false", "true"])
@pytest.mark.parametrize("spores", ["one", "two", "all"])
def test_both_tellings_agree_tile_by_tile(seats: int, advanced: str, spores: str) -> None:
    rng = random.Random(f"{seats} {advanced} {spores}")
    table = new_game(seats, seats, advanced=advanced, spores=spores)
    for seat in range(seats):
        table.do(rng.choice(table.moves(seat)), seat=seat)
    turn = table.turn
    while not table.over:
        field = field_of(table)
        assert table.turn == turn
        legal: set[str] = set()
        for tile in table.market(turn):
            if tile:
                legal |= sayings("lay", tile, field)
        moves = table.moves()
        assert len(moves) == len(set(moves))
        assert set(moves) == legal
        table.do(crowded(moves, field, rng))
        airy = "SR" if spores == "all" else "S"
        same(table, seats, advanced == "true", 1 if spores == "one" else 2, airy)
        turn = (turn + 1) % seats
    order = [standing(field_of(table), table.points(seat), seat) for seat in range(seats)]
    assert list(table.outcome().ranks) == [
        1 + sum(other > order[seat] for other in order) for seat in range(seats)
    ]


def crowded(moves: list[str], field: dict[Cell, CachedPanel], rng: random.Random) -> str:
    """Of a few moves the one with most neighbours or fewest, so that holes come and go."""
    few = [rng.choice(moves) for _ in range(6)]
    return sorted(few, key=lambda move: touches(move, field))[rng.choice([0, -1, -1])]


def touches(move: str, field: dict[Cell, CachedPanel]) -> int:
    said = dict(word.split("=") for word in move.split()[1:])
    cell = (int(said["q"]), int(said["r"]))
    return sum(plain.beside(cell, way) in field for way in range(6))


def same(table: Table, sets: int, advanced: bool, per_side: int, airy: str = "S") -> None:
    field = field_of(table)
    for owner in range(sets):
        assert table.free(owner) == plain.unblocked(field, owner, airy)
        assert table.stumps(owner) == plain.stump(field, owner)
        assert table.flowers(owner) == plain.flower(field, owner)
        assert table.knots(owner) == plain.spores(field, owner)
        assert table.network(owner) == plain.network(field, owner)
        worth = plain.score(field, owner, advanced=advanced, per_side=per_side, airy=airy)
        assert table.score(owner) == worth


def standing(field: dict[Cell, CachedPanel], points: int, owner: int) -> tuple[int, int, int, int]:
    at = {tile: cell for cell, (whose, tile, _) in field.items() if whose == owner}
    (q, r), (q2, r2) = at["stump"], at["flower"]
    apart = max(abs(q - q2), abs(r - r2), abs(q + r - q2 - r2))
    return points, plain.spores(field, owner), plain.stump(field, owner), -apart


@pytest.mark.parametrize("easy", ["false", "true"])
@pytest.mark.parametrize("advanced", ["false", "true"])
def test_both_tellings_agree_alone(easy: str, advanced: str) -> None:
    """Ruling 16: advanced scoring is no part of the solo game, whatever is chosen."""
    rng = random.Random(f"{easy} {advanced}")
    sets = 3 if easy == "true" else 4
    table = new_game(5, 1, easy=easy, advanced=advanced)
    merits = 0
    while not table.over:
        field = field_of(table)
        phase = table.phase
        hands = [table.hand(set_) for set_ in range(sets)]
        if phase == "drafting":
            markets = [table.market(set_) for set_ in range(sets)]
            legal = {f"row set={SETS[s]}" for s in range(sets) if any(markets[s])}
            legal |= {
                f"column slot={slot + 1}"
                for slot in range(3)
                if any(market[slot] for market in markets)
            }
        else:
            legal = set()
            for set_, hand in enumerate(hands):
                for tile in hand:
                    legal |= sayings("place", tile, field, f" set={SETS[set_]}")
        assert set(table.moves()) == legal
        chosen = rng.choice(sorted(legal))
        table.do(chosen if phase == "drafting" else crowded(sorted(legal), field, rng))
        same(table, sets, False, 1)
        if phase == "placing" and sum(map(len, hands)) == 1:
            merits += len({plain.score(field_of(table), set_) for set_ in range(sets)}) == 1
        assert table.merits == merits
    assert len(field_of(table)) == 9 * sets
    assert list(table.outcome().scores) == [merits]
    assert table.outcome().won == (merits >= 5)
