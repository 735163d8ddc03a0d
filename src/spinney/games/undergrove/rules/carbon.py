"""Absorbing carbon: from where, how far, into which Seedling (R5)."""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.state import Moves, bit, first, size
from spinney.games.undergrove.pieces import (
    ALL_READY_TURNS,
    DRINK,
    FAR_MOVES,
    NO_PLANT,
    NONE,
    PLANTS,
    TREE,
    Fir,
    carbon_of,
    corner_of,
    roots_of,
)
from spinney.games.undergrove.rules.moves import Absorb
from spinney.games.undergrove.rules.paying import (
    ask_payment,
    debt,
    payable,
    ready_tile,
)
from spinney.games.undergrove.rules.table import Table
from spinney.games.undergrove.rules.track import play_bonus

FAR: Final = 2  # R10.3: steps that Sooty Grouse A counts as one long way


def in_reach(table: Table, fir: Fir, sources: i64, steps: i64) -> bool:
    """Whether a thirsty Seedling can get carbon from one of these mushrooms in so many steps."""
    if steps < 0 or not sources:
        return False
    reached = table.thirsty_roots(fir)
    while steps and reached and not reached & sources:
        wider = reached | table.forest.spread(reached)
        if wider == reached:
            return False
        reached = wider
        steps -= 1
    return reached & sources != 0


def legal_absorbs(table: Table, fir: Fir, sources: i64, steps: i64, moves: Moves) -> None:
    """R5.2, R5.3: each carbon to each Seedling through its nearest Root (#37).

    `steps` is how many can be paid; `sources` where the carbon may start.
    """
    if steps < 0:
        return
    longer: i64 = 0
    if table.goal_for(FAR_MOVES) != NONE:
        longer = FAR
    elif table.goal_for(ALL_READY_TURNS) != NONE:
        longer = 1  # every step uses another token, which that goal wants used
    sources &= table.carbon_set()
    while sources:
        source = first(sources)
        sources &= sources - 1
        legal_ways(table, fir, source, steps, longer, moves)


def legal_ways(table: Table, fir: Fir, source: i64, steps: i64, longer: i64, moves: Moves) -> None:
    """Where the carbon of one mushroom may go: circles of mushrooms around it, wider and wider.

    `longer` is how far beyond the nearest Root may be worth its price; 0 if nothing is.
    """
    to_act = thirsty(table, fir)
    also: i64 = to_act if longer else 0
    circle = bit(source)
    reached = circle
    distance: i64 = 0
    while circle and distance <= steps and to_act | also:
        i: i64 = 0
        while i < PLANTS:
            if (to_act | also) >> i & 1:
                plant = fir.plants[i]
                roots = table.roots_under(plant) & circle
                if roots and (to_act >> i & 1 or distance >= longer):
                    mushroom = first(roots)
                    moves.add(Absorb.say(source, mushroom, corner_at(table, mushroom, plant)))
                    to_act &= ~bit(i)
                    if longer == FAR and distance >= FAR:
                        also &= ~bit(i)  # one long way counts as much as another
            i += 1
        circle = table.forest.spread(circle) & ~reached
        reached |= circle
        distance += 1


def thirsty(table: Table, fir: Fir) -> i64:
    """R5.3, R5.4: one bit for each Seedling with a Root that can take another carbon."""
    found: i64 = 0
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        plant = fir.plants[i]
        if roots_of(plant) and fir.thirsty(plant, table.printed.tree):
            found |= bit(i)
        i += 1
    return found


def corner_at(table: Table, mushroom: i64, plant: i64) -> i64:
    """Which corner of the mushroom the plant stands on."""
    corner: i64 = 0
    while table.forest.corners[4 * mushroom + corner] != corner_of(plant):
        corner += 1
    return corner


def plant_at(table: Table, fir: Fir, mushroom: i64, corner: i64) -> i64:
    """Which of one's plants stands on that corner of the mushroom; NONE if none does."""
    number = table.forest.corners[4 * mushroom + corner]
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        if corner_of(fir.plants[i]) == number:
            return i
        i += 1
    return NONE


def absorb(
    table: Table,
    seat: i64,
    source: i64,
    mushroom: i64,
    corner: i64,
    tokens: i64,
    any_cubes: i64,
    free: i64,
) -> None:
    """R5.1, R5.2: first the cost and the steps, then the carbon moves (see `drink`).

    #36: where the tokens do not suffice, all of them are flipped and a tile readies them again.
    """
    fir = table.firs[seat]
    steps = table.forest.steps(source, mushroom)
    plant = plant_at(table, fir, mushroom, corner)
    table.agenda.ask(DRINK, 1, True, source | plant << 8 | steps << 16 | 1 << 32)
    owed = debt(tokens, any_cubes, steps - free if steps > free else 0)
    while not payable(fir, owed):
        ready = size(fir.ready)
        cost = owed & 15
        owed -= ready if ready <= cost else cost + ((ready - cost) << 8)
        fir.ready = 0
        play_bonus(table, seat, ready_tile(table, fir))
    ask_payment(table, owed)


def drink(table: Table, seat: i64, what: i64) -> None:
    """R5.3, R5.4: the Seedling takes the carbon; with the third it becomes a Tree."""
    source, i, steps = what & 255, what >> 8 & 255, what >> 16 & 255
    fir = table.firs[seat]
    table.carbon[source] -= 1
    fir.plants[i] += 1 << 12
    table.absorbed = 1
    if steps >= FAR:
        table.mark(seat, FAR_MOVES, 1)
    if carbon_of(fir.plants[i]) == table.printed.tree and fir.trees:
        fir.trees -= 1
        fir.plants[i] += TREE - (table.printed.tree << 12)
