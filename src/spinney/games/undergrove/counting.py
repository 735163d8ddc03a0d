"""How points are counted: line by line, with the Roots that score named."""

from __future__ import annotations

from spinney.core.game import Outcome, ScoreLine, ranks
from spinney.drawing.scene import Counted
from spinney.games.undergrove.components import Box
from spinney.games.undergrove.phrases import ALONE, listing, number, standing
from spinney.games.undergrove.pieces import BROWN, TAN
from spinney.games.undergrove.rules.state import Undergrove
from spinney.games.undergrove.view import view
from spinney.games.undergrove.view_types import Plant, View


def outcome(box: Box, table: Undergrove) -> Outcome:
    """R12: goals, plants, Bonus tiles, what is left; R13.10 for the trees of a solo game."""
    seen = view(table, -1)
    seats = range(table.seats)
    scores = [table.points(seat) for seat in seats]
    over = not table.to_act
    return Outcome(
        scores=scores,
        ranks=ranks([table.rank_key(seat) for seat in seats]),
        lines=[lines(box, table, seen, seat) for seat in seats],
        verdict=verdict(table) if seen.solo and over else "",
        won=not seen.solo or not over or table.won(),
    )


def lines(box: Box, table: Undergrove, seen: View, seat: int) -> list[ScoreLine]:
    fir = seen.firs[seat]
    counted = [
        ScoreLine(
            f"{box.goals[goal.card].name} {goal.side.upper()}: {fir.progress[i]}",
            fir.goals[i],
            f"the goal {box.goals[goal.card].name}",
        )
        for i, goal in enumerate(seen.goals)
    ]
    for plant in fir.plants:
        kind = "Tree" if plant.tree else "Seedling"
        text = f"{kind} {standing(box, seen, plant)}: {scoring(box, seen, plant)}"
        counted.append(ScoreLine(text, plant.points, "trees" if plant.tree else "seedlings"))
    counted.append(ScoreLine("Bonus tiles and green space", table.score_bonus(seat), "bonus tiles"))
    left = fir.c + fir.n + fir.p + fir.k
    counted.append(
        ScoreLine(f"{number(left, 'cube')} left", table.score_leftovers(seat), "cubes left")
    )
    return counted


def best_roots(seen: View, plant: Plant) -> list[str]:
    """The Roots that score: all of a Tree, else the best, one for each carbon (R12.2)."""
    worth = {mushroom.kind: mushroom.value for mushroom in seen.forest}
    best = sorted(plant.roots, key=lambda kind: -worth[kind])
    return best if plant.tree else best[: plant.carbon]


def scoring(box: Box, seen: View, plant: Plant) -> str:
    worth = {mushroom.kind: mushroom.value for mushroom in seen.forest}
    chosen = best_roots(seen, plant)
    if not chosen:
        return "no carbon" if plant.roots else "no Roots"
    return listing([f"{box.name(kind)} {worth[kind]}" for kind in chosen])


def count(box: Box, before: View, seat: int, move: int, after: View) -> list[Counted]:
    """R12, when the game has ended: goals and plants of every player, as one counts at a table."""
    if not before.deciding or after.deciding:
        return []
    steps = []
    for who in range(after.seats):
        fir = after.firs[who]
        for i, goal in enumerate(after.goals):
            if fir.goals[i]:
                text = f"{box.goals[goal.card].name}: {fir.progress[i]}"
                steps.append(Counted(who, text, fir.goals[i]))
        for plant in fir.plants:
            if plant.points:
                text = f"{'Tree' if plant.tree else 'Seedling'}: {scoring(box, after, plant)}"
                steps.append(Counted(who, text, plant.points, pieces_of(after, plant)))
        tiles = [bonus for bonus in fir.bonus if not bonus.played and box.bonus[bonus.tile].points]
        if tiles:
            points = sum(box.bonus[bonus.tile].points for bonus in tiles)
            ids = [f"bonus.{who}.{bonus.stone}" for bonus in tiles]
            steps.append(Counted(who, "Bonus tiles", points, ids))
        if fir.space and box.spaces[fir.space].points:
            steps.append(Counted(who, "Green space", box.spaces[fir.space].points, [f"disc.{who}"]))
        left = fir.c + fir.n + fir.p + fir.k
        if left > 1:
            ids = [f"cube.{who}.{kind}" for kind in ("c", "n", "p", "k")]
            steps.append(Counted(who, f"{number(left, 'cube')} left", left // 2, ids))
    return steps


def pieces_of(seen: View, plant: Plant) -> list[str]:
    """The sprites of a plant and of the mushrooms that score for it."""
    chosen = best_roots(seen, plant)
    return [f"plant.{plant.x}.{plant.y}", *(f"tile.{kind}" for kind in chosen)]


def verdict(table: Undergrove) -> str:
    """How the two trees of a solo game did."""
    trees = [f"{name} {table.ai_points(i)}" for name, i in zip(ALONE, (BROWN, TAN), strict=True)]
    mine = number(table.points(0), "point")
    if table.won():
        return f"Your forest wins: {mine}, {listing(trees)}."
    return f"The forest of others is larger: {mine}, {listing(trees)}."
