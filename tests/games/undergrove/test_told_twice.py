"""Whole games, compared at every turn with a second, plainer telling of the rules (plain.py)."""

from __future__ import annotations

import random

import pytest

from spinney.games.undergrove.view_types import View
from tests.games.undergrove import plain
from tests.games.undergrove.plain import Forest, Place
from tests.games.undergrove.stories import Table, new_game

SIDES = {"nw": (0, 0), "ne": (1, 0), "sw": (0, 1), "se": (1, 1)}
VERBS = ["activate", "absorb", "absorb", "absorb", "reproduce", "partner", "photosynthesize"]


def corner_of(move: str, forest: Forest) -> tuple[str, Place]:
    """The mushroom a move names, and the corner."""
    said = dict(word.split("=") for word in move.split()[1:])
    x, y = forest.place[said["mushroom"]]
    dx, dy = SIDES[said["corner"]]
    return said["mushroom"], (x + dx, y + dy)


def plainly(move: str, forest: Forest) -> str:
    """An absorb without the Root it comes through, everything else as it is."""
    if not move.startswith("absorb"):
        return move
    x, y = corner_of(move, forest)[1]
    return f"absorb {move.split()[1].removeprefix('source=')} {x},{y}"


def check_action(table: Table, seen: View) -> None:
    forest = Forest(seen)
    moves = {plainly(move, forest) for move in table.moves() if not move.startswith("bonus")}
    expected = plain.actions(seen, table.turn)
    if "ready" in table.bonus(table.turn).values():
        assert expected <= moves  # tokens readied in the middle of paying make more possible
    else:
        assert moves == expected


def check_pieces(table: Table, seen: View) -> None:
    """Questions about where something goes."""
    forest, fir = Forest(seen), seen.firs[table.turn]
    moves = table.moves()
    planted = {corner_of(move, forest) for move in moves if move.startswith("plant")}
    if planted:
        free = forest.corners() - plain.claimed(seen)
        assert planted == {(kind, corner) for corner in free for kind in forest.touched(corner)}
    roots = {corner_of(move, forest) for move in moves if move.startswith("root")}
    if roots:
        assert roots <= plain.spots(forest, fir)
        if "candy_cap" not in fir.boosts:
            assert roots == plain.spots(forest, fir)
    laid = {tuple(move.split()[1:]) for move in moves if move.startswith("lay")}
    if laid:
        everywhere = {
            (f"mushroom={kind}", f"x={x}", f"y={y}")
            for kind in fir.hand
            for x, y in forest.free_places()
        }
        assert laid <= everywhere
        if plain.spots(forest, fir) and forest.corners() - plain.claimed(seen):
            assert laid == everywhere


def check_points(seen: View, table: Table) -> None:
    forest = Forest(seen)
    for mushroom in seen.forest:
        assert mushroom.value == forest.value(mushroom.kind)
    for seat, fir in enumerate(seen.firs):
        worth = plain.plant_points(seen, seat)
        assert [plant.points for plant in fir.plants] == worth
        points = sum(worth) + (fir.c + fir.n + fir.p + fir.k) // 2
        points += sum({"one": 1, "two": 2}.get(bonus.tile, 0) for bonus in fir.bonus if table.over)
        points += 2 * (fir.space == "points")
        for number, goal in enumerate(seen.goals):
            name = f"{goal.card}/{goal.side}"
            read = [plain.progress(seen, s, goal.card, goal.side) for s in range(seen.seats)]
            everybody = [
                other.progress[number] if found is None else found
                for other, found in zip(seen.firs, read, strict=True)
            ]
            assert fir.progress[number] == everybody[seat]
            assert fir.goals[number] == plain.goal_points(name, everybody, seat)
            points += fir.goals[number]
        if table.over or not fir.bonus:
            assert fir.points == points


def choose(moves: list[str], rng: random.Random) -> str:
    """Each kind of action about equally often, or games would be photosynthesis only."""
    verbs = sorted({move.split()[0] for move in moves})
    verb = rng.choice([verb for verb in VERBS if verb in verbs] or verbs)
    return rng.choice([move for move in moves if move.split()[0] == verb])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "seed", [0, *[pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6)]]
)
def test_both_tellings_agree_turn_by_turn(seats: int, seed: int) -> None:
    rng = random.Random(100 * seats + seed)
    table = new_game(seats, seed)
    turns, before = -1, [0] * seats
    ended: list[int] | None = None
    while not table.over:
        seen = table.view(table.turn)
        if table.asked == "action" and table.state.turns != turns:
            turns = table.state.turns
            before[table.turn] += 1
            check_action(table, seen)
            check_points(table.view(-1), table)
            if ended is None and any(fir.space for fir in seen.firs):
                ended = [*before]
                ended[table.turn] -= 1
        elif table.asked != "settle":
            check_pieces(table, seen)
        table.do(choose(table.moves(), rng))
    check_points(table.view(-1), table)
    # all have had the same number of turns, and one more than in the round of the trigger
    assert len(set(before)) == 1
    if ended is not None:
        assert before[0] == max(ended) + 1
    last = table.view(-1)
    order = [
        (
            fir.points,
            sum(plant.tree for plant in fir.plants),
            sum(plant.carbon for plant in fir.plants),
        )
        for fir in last.firs
    ]
    assert list(table.outcome().ranks) == [
        1 + sum(other > mine for other in order) for mine in order
    ]
