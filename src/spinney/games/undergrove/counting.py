"""How points are counted: line by line, with the Roots that score named."""

from __future__ import annotations

from spinney.core.game import Line, Outcome, ranks
from spinney.games.undergrove.box import Box
from spinney.games.undergrove.phrases import ALONE, listing, number, standing
from spinney.games.undergrove.pieces import BROWN, TAN
from spinney.games.undergrove.rules import Undergrove
from spinney.games.undergrove.seen import Plant, Sight
from spinney.games.undergrove.sight import sight


def outcome(box: Box, table: Undergrove) -> Outcome:
    """R12: goals, plants, Bonus tiles, what is left; R13.10 for the trees of a solo game."""
    seen = sight(table, -1)
    seats = range(table.seats)
    scores = [table.points(seat) for seat in seats]
    over = not table.waiting
    return Outcome(
        scores=scores,
        ranks=ranks([table.standing(seat) for seat in seats]),
        lines=[lines(box, table, seen, seat) for seat in seats],
        verdict=verdict(table) if seen.solo and over else "",
        won=not seen.solo or not over or table.won(),
    )


def lines(box: Box, table: Undergrove, seen: Sight, seat: int) -> list[Line]:
    fir = seen.firs[seat]
    counted = [
        Line(f"{box.goals[goal.card].name} {goal.side.upper()}: {fir.progress[i]}", fir.goals[i])
        for i, goal in enumerate(seen.goals)
    ]
    for plant in fir.plants:
        kind = "Tree" if plant.tree else "Seedling"
        text = f"{kind} {standing(box, seen, plant)}: {scoring(box, seen, plant)}"
        counted.append(Line(text, plant.points))
    counted.append(Line("Bonus tiles and green space", table.score_bonus(seat)))
    left = fir.c + fir.n + fir.p + fir.k
    counted.append(Line(f"{number(left, 'cube')} left", table.score_leftovers(seat)))
    return counted


def scoring(box: Box, seen: Sight, plant: Plant) -> str:
    """The Roots that score: all of a Tree, else the best, one for each carbon (R12.2)."""
    worth = {mushroom.kind: mushroom.value for mushroom in seen.forest}
    best = sorted(plant.roots, key=lambda kind: -worth[kind])
    chosen = best if plant.tree else best[: plant.carbon]
    if not chosen:
        return "no carbon" if plant.roots else "no Roots"
    return listing([f"{box.name(kind)} {worth[kind]}" for kind in chosen])


def verdict(table: Undergrove) -> str:
    """How the two trees of a solo game did."""
    trees = [f"{name} {table.ai_points(i)}" for name, i in zip(ALONE, (BROWN, TAN), strict=True)]
    mine = number(table.points(0), "point")
    if table.won():
        return f"Your forest wins: {mine}, {listing(trees)}."
    return f"The forest of others is larger: {mine}, {listing(trees)}."
