"""A fir's heuristics: a sensible move at once, without looking ahead.

Every legal move gets a rating, roughly ten for each point it will bring; the best one is played. A
cube is worth five in the last round, because two left-over cubes are a point. Before that the first
cubes of a kind are worth most, because they pay for Roots and Seedlings. A heap of them is worth
little, because a player who only gathers never ends the game. The weights were found by trying.
"""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64, vec
from spinney.core.packed import at
from spinney.core.rng import Rng
from spinney.core.state import Moves, bit, first, size
from spinney.core.verbs import verb
from spinney.games.undergrove.pieces import (
    ALL_TOKENS,
    ASK_ABSORB,
    ASK_ACTION,
    ASK_ACTION_OR,
    ASK_LAY,
    BROWN,
    CARBON,
    FAR_MOVES,
    NITROGEN,
    NITROGEN_PAID,
    NO_PLANT,
    NO_TYPE,
    NONE,
    PHOTOSYNTHESIS,
    PLANTS,
    PLANTS_IN_THE_RING,
    POTASSIUM,
    SIX_CARBON_TURNS,
    TAN,
    TOKENS,
    TREE,
    TREES,
    VERTICAL_LINES,
    Fir,
    carbon_of,
    corner_of,
    cubes,
    is_tree,
    nutrients,
    roots_of,
)
from spinney.games.undergrove.rules.carbon import plant_at
from spinney.games.undergrove.rules.goals import in_the_ring, plant_points
from spinney.games.undergrove.rules.growing import PARTNERSHIP, REPRODUCTION
from spinney.games.undergrove.rules.moves import (
    ABSORB,
    ACTIVATE,
    BONUS,
    CLAIM,
    DISCARD,
    FILL,
    GAIN,
    KEEP,
    LAY,
    PARTNER,
    PAY,
    PHOTOSYNTHESIZE,
    PLANT,
    READY,
    REPRODUCE,
    ROOT,
    SHOW,
    TRADE,
    Absorb,
    Activate,
    Bonus,
    Claim,
    Discard,
    Fill,
    Gain,
    Keep,
    Lay,
    Pay,
    Photosynthesize,
    Plant,
    Root,
    Trade,
)
from spinney.games.undergrove.rules.mushrooms import fills
from spinney.games.undergrove.rules.state import MANY_CARBON, Undergrove

CUBE: Final = 5  # what every cube is worth in the last round, and a step of carbon at any time
# What the next cube of a kind is worth, by how many there are: carbon, nitrogen, phosphorus,
# potassium.
CUBES: Final = vec[i64](
    [
        worth
        for row in (
            (13, 11, 9, 7, 5, 4, 2, 1),
            (9, 7, 6, 5, 4, 3, 2, 2),
            (10, 10, 7, 6, 4, 3, 2, 2),
            (11, 11, 7, 6, 4, 3, 2, 2),
        )
        for worth in row
    ]
)
TOKEN: Final = 7  # a token that is ready
STEP: Final = 16  # a stone further on the Carbon Track
PROMISE: Final = 5  # of a Root that has no carbon yet, in tenths of its points
NEW: Final = 18  # another Seedling
GROWTH: Final = 8  # a carbon that does not make a Tree yet
GROWN: Final = 14  # one that does
LONG: Final = 40  # rounds, after which absorbing becomes more and more urgent


def quick_move(table: Undergrove, seat: i64, moves: Moves, rng: Rng) -> i64:
    """The move with the highest rating. Between equal ratings it is random."""
    fir = table.fir(seat)
    best: i64 = -1000000
    choice = moves.items[0]
    like: i64 = 0
    i: i64 = 0
    while i < moves.count:
        move = moves.items[i]
        worth = rating(table, fir, move)
        if worth > best:
            best = worth
            choice = move
            like = 1
        elif worth == best:
            like += 1
            if rng.below(like) == 0:
                choice = move
        i += 1
    return choice


def rating(table: Undergrove, fir: Fir, move: i64) -> i64:
    said = verb(move)
    if said == ACTIVATE:
        here, copied = Activate.mushroom(move), Activate.copy(move)
        return of_activation(table, fir, here, copied if copied else here)
    if said == ABSORB:
        source, mushroom = Absorb.source(move), Absorb.mushroom(move)
        return of_absorbing(table, fir, source, mushroom, Absorb.corner(move))
    if said == REPRODUCE:
        return of_reproducing(table, fir)
    if said == PARTNER:
        return of_partnering(table, fir)
    if said == PHOTOSYNTHESIZE:
        return of_light(table, fir, Photosynthesize.nitrogen(move))
    if said == LAY:
        return of_laying(table, fir, Lay.mushroom(move), Lay.x(move) | Lay.y(move) << 8)
    if said == PLANT:
        return of_seedling(table, fir, Plant.mushroom(move), Plant.corner(move))
    if said == ROOT:
        return of_root(table, fir, Root.mushroom(move), Root.corner(move))
    if said == GAIN:
        return of_cubes(table, fir, Gain.n(move), Gain.p(move), Gain.k(move))
    return of_small(table, fir, said, move)


def of_small(table: Undergrove, fir: Fir, said: i64, move: i64) -> i64:
    """The small answers; to stop is worth nothing."""
    if said == PAY:
        part = Pay.part(move)
        return -TOKEN if part < TOKENS else -of_last(table, fir, part - TOKENS + 1)
    if said == TRADE:
        return of_next(table, fir, Trade.take(move) + 1) - of_last(table, fir, Trade.give(move) + 1)
    if said == FILL:
        return of_filling(table, fir, Fill.number(move) + 1)
    if said == DISCARD:
        return 7 - 2 * of_tile(table, Discard.mushroom(move))
    if said == BONUS:
        return of_bonus(table, fir, Bonus.stone(move))
    if said == KEEP:
        return of_kept(table, fir, Keep.tile(move))
    if said == CLAIM:
        return of_space(table, fir, Claim.space(move))
    if said == READY:
        return TOKEN
    if said == SHOW:
        return 1  # to know more never harms
    return 0


# ------------------------------------------------------------------------------------------- cubes
def hurry(table: Undergrove) -> bool:
    """Whether this is the last round: only what is done now counts."""
    return table.ending == 2


def haste(table: Undergrove) -> i64:
    """How much a long game makes absorbing urgent, so that somebody ends it."""
    rounds = table.turns // table.seats
    return rounds - LONG if rounds > LONG else 0


def stalled(table: Undergrove, seat: i64) -> bool:
    """R12.3: cubes are points, and nothing forces anybody to end the game (#17). Two bots that look
    ahead might both gather for ever, because one more turn of it seems better than the end.
    """
    return table.seats > 1 and haste(table) > 0


def of_next(table: Undergrove, fir: Fir, kind: i64) -> i64:
    """What one more cube of a kind would be worth."""
    return of_nth(table, kind, cubes(fir.purse, kind))


def of_last(table: Undergrove, fir: Fir, kind: i64) -> i64:
    """What the last cube of a kind would be missed."""
    return of_nth(table, kind, cubes(fir.purse, kind) - 1)


def of_nth(table: Undergrove, kind: i64, n: i64) -> i64:
    if hurry(table):
        return CUBE
    if n < 0:
        n = 0
    elif n > 7:
        n = 7
    return CUBES[8 * kind + n]


def of_purse(table: Undergrove, fir: Fir, purse: i64) -> i64:
    """What these cubes would add to one's board."""
    worth: i64 = 0
    kind: i64 = CARBON
    while kind <= POTASSIUM:
        have = cubes(fir.purse, kind)
        n: i64 = 0
        while n < cubes(purse, kind):
            worth += of_nth(table, kind, have + n)
            n += 1
        kind += 1
    return worth


def of_cubes(table: Undergrove, fir: Fir, n: i64, p: i64, k: i64) -> i64:
    purse = n << 15 | p << 30 | k << 45
    return of_purse(table, fir, purse)


# ---------------------------------------------------------------------------------------- activate
def of_activation(table: Undergrove, fir: Fir, here: i64, using: i64) -> i64:
    printed = table.printed
    worth = of_purse(table, fir, printed.gain[using]) + 7 * printed.choice[using]
    worth += 3 * printed.trade[using]
    used: i64 = bit(printed.type[here]) if printed.token[here] else 0
    worth -= TOKEN * size(used)
    worth += TOKEN * size(printed.ready[using] & ~(fir.ready & ~used))
    paid: i64 = 0
    while paid < printed.cost_carbon[using]:
        worth -= of_nth(table, CARBON, cubes(fir.purse, CARBON) - 1 - paid) - 2
        paid += 1
    worth -= 6 * printed.cost_any[using]
    if printed.others[using]:
        worth -= 4
    if printed.again[using]:
        worth += 8 if size(fir.ready) > 1 else 4
    if printed.fill[using] and table.room(using) and fills(table, here, using):
        worth += 4 if fir.rooted & bit(using) else 0
    if printed.absorb[using]:
        worth += STEP + of_drinks(table, fir, printed.absorb[using])
    return worth


def of_drinks(table: Undergrove, fir: Fir, n: i64) -> i64:
    """What the best carbon for one's Seedlings would bring, wherever it comes from."""
    best: i64 = 0
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        plant = fir.plants[i]
        if roots_of(plant) and fir.thirsty(plant, table.printed.tree):
            worth = of_carbon(table, fir, plant)
            if worth > best:
                best = worth
        i += 1
    return best * n * 9 // 10


def of_filling(table: Undergrove, fir: Fir, n: i64) -> i64:
    mushroom = table.using
    if not fir.rooted & bit(mushroom):
        return -CUBE * n
    values = table.printed.filled[table.printed.slot[mushroom]]
    now = len(values) - 1 - table.room(mushroom)
    return 8 * (values[now + n] - values[now]) - (CUBE + 1) * n


# ------------------------------------------------------------------------------------------ absorb
def of_carbon(table: Undergrove, fir: Fir, plant: i64) -> i64:
    """What a carbon adds to a Seedling: the next Root scores, or it becomes a Tree."""
    after = plant + (1 << 12)
    if carbon_of(after) == table.printed.tree and fir.trees:
        after += TREE - (table.printed.tree << 12)
    worth = 10 * (plant_points(table, after) - plant_points(table, plant))
    if is_tree(after):
        worth += 4 if hurry(table) else GROWN
        if table.goal_for(TREES) != NONE:
            worth += 10
    elif not hurry(table):
        worth += GROWTH
    return worth


def of_absorbing(table: Undergrove, fir: Fir, source: i64, mushroom: i64, corner: i64) -> i64:
    plant = fir.plants[plant_at(table, fir, mushroom, corner)]
    steps = table.forest.steps(source, mushroom)
    worth = of_carbon(table, fir, plant) + STEP + haste(table)
    if table.agenda.what() == ASK_ABSORB:
        steps -= table.printed.free[table.using]
        if steps > 0:
            worth -= CUBE * steps
    else:
        worth -= TOKEN + CUBE + CUBE * steps
    if steps >= 2 and table.goal_for(FAR_MOVES) != NONE:
        worth += 25
    return worth


# -------------------------------------------------------------------------------------- Seedlings
def of_reproducing(table: Undergrove, fir: Fir) -> i64:
    """A new place to grow; worth most as long as there is time to feed it, and needed where no
    Seedling can take carbon any more.
    """
    if hurry(table):
        return -20
    time = 9 - fir.stone
    if table.ending:
        time = 1
    worth = 5 * time + 6 * (4 - fir.grown()) + NEW
    if not table.thirsty_roots(fir):
        worth += 40 + haste(table)
    return worth - of_cost(table, fir, table.printed.actions[REPRODUCTION])


def of_cost(table: Undergrove, fir: Fir, cost: i64) -> i64:
    """What the cubes of a cost would be missed."""
    worth: i64 = 0
    kind: i64 = CARBON
    while kind <= POTASSIUM:
        n: i64 = 0
        while n < cubes(cost, kind):
            worth += of_nth(table, kind, cubes(fir.purse, kind) - 1 - n)
            n += 1
        kind += 1
    return worth


def of_seedling(table: Undergrove, fir: Fir, mushroom: i64, corner: i64) -> i64:
    number = table.forest.corners[4 * mushroom + corner]
    around = table.forest.around(number)
    worth = 4 * table.value(mushroom)
    worth += 6 if not fir.rooted & bit(mushroom) else 0
    worth += of_help(table, fir, mushroom)
    while around:
        worth += 5 * table.value(first(around)) + 4
        around &= around - 1
    if table.goal_for(VERTICAL_LINES) != NONE and new_line(table, fir, number):
        worth += 12
    if table.goal_for(PLANTS_IN_THE_RING) != NONE and in_the_ring(table.forest.spots[number]):
        worth += 20
    return worth


def new_line(table: Undergrove, fir: Fir, corner: i64) -> bool:
    x = table.forest.spots[corner] & 255
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        if table.forest.spots[corner_of(fir.plants[i])] & 255 == x:
            return False
        i += 1
    return True


def of_help(table: Undergrove, fir: Fir, mushroom: i64) -> i64:
    """What a first Root on a mushroom opens: its ability."""
    if fir.rooted & bit(mushroom) or hurry(table):
        return 0
    printed = table.printed
    if printed.ongoing[mushroom]:
        return 8
    if printed.absorb[mushroom]:
        return 9
    kind = printed.type[mushroom]
    return 7 if kind != NO_TYPE and not types_reached(table, fir) & bit(kind) else 3


def types_reached(table: Undergrove, fir: Fir) -> i64:
    found: i64 = 0
    mine = fir.rooted
    while mine:
        found |= bit(table.printed.type[first(mine)])
        mine &= mine - 1
    return found


# ------------------------------------------------------------------------------------------- Roots
def of_partnering(table: Undergrove, fir: Fir) -> i64:
    """The two best Roots, less what they cost."""
    best: i64 = 0
    second: i64 = 0
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        plant = fir.plants[i]
        open_ones = table.forest.around(corner_of(plant)) & ~table.roots_under(plant)
        while open_ones:
            worth = of_new_root(table, fir, plant, first(open_ones))
            open_ones &= open_ones - 1
            if worth > best:
                second = best
                best = worth
            elif worth > second:
                second = worth
        i += 1
    return best + second - of_cost(table, fir, table.printed.actions[PARTNERSHIP])


def of_root(table: Undergrove, fir: Fir, mushroom: i64, corner: i64) -> i64:
    return of_new_root(table, fir, fir.plants[plant_at(table, fir, mushroom, corner)], mushroom)


def of_new_root(table: Undergrove, fir: Fir, plant: i64, mushroom: i64) -> i64:
    """A Root on a Tree, or one that has its carbon already, is points at once."""
    worth = table.value(mushroom)
    sure = is_tree(plant) or carbon_of(plant) > size(roots_of(plant))
    if sure:
        return 10 * worth + of_help(table, fir, mushroom)
    if hurry(table):
        return worth
    return PROMISE * worth + of_help(table, fir, mushroom)


# ----------------------------------------------------------------------------------------- the rest
def of_light(table: Undergrove, fir: Fir, nitrogen: i64) -> i64:
    more: i64 = 1 if table.boosts & bit(PHOTOSYNTHESIS) else 0
    gained = (table.printed.actions[2] & 255) + more + nitrogen
    worth = of_purse(table, fir, gained) + TOKEN * size(ALL_TOKENS & ~fir.ready)
    if hurry(table):
        worth = CUBE * gained
    paid: i64 = 0
    while paid < nitrogen:
        worth -= of_nth(table, NITROGEN, cubes(fir.purse, NITROGEN) - 1 - paid)
        paid += 1
    if table.goal_for(NITROGEN_PAID) != NONE:
        worth += 7 * nitrogen
    if table.goal_for(SIX_CARBON_TURNS) != NONE and table.made + gained >= MANY_CARBON:
        worth += 26
    return worth


def of_tile(table: Undergrove, mushroom: i64) -> i64:
    """A tile in hand: what a Root on it would be worth."""
    slot = table.printed.slot[mushroom]
    return 2 if slot != NONE else table.printed.base[mushroom]


def of_laying(table: Undergrove, fir: Fir, mushroom: i64, place: i64) -> i64:
    """Good next to one's own plants that have Roots to spare; else the question is left alone."""
    worth: i64 = -4 if table.agenda.what() == ASK_LAY else 0
    value = of_tile(table, mushroom)
    i: i64 = 0
    while i < PLANTS and fir.plants[i] != NO_PLANT:
        if table.forest.has_corner(place, table.forest.spots[corner_of(fir.plants[i])]):
            worth += 4 * value - 4
        i += 1
    worth += 2 * value - 4
    if hurry(table):
        worth -= 8
    return 1000 + worth if worth > 0 else worth - 1000


def of_bonus(table: Undergrove, fir: Fir, stone: i64) -> i64:
    """Cubes are played at once; readying waits until the tokens are used."""
    asked = table.agenda.what()
    if not table.printed.bonus_ready[at(fir.bonus, stone)]:
        return 2000 if asked in (ASK_ACTION, ASK_ACTION_OR) else 1
    if asked == ASK_ACTION and size(fir.ready) <= 1 and nutrients(fir.purse) > 1:
        return 2000
    return -2000


def of_kept(table: Undergrove, fir: Fir, tile: i64) -> i64:
    printed = table.printed
    if printed.bonus_ready[tile]:
        return 14
    return 10 * printed.bonus_points[tile] + of_purse(table, fir, printed.bonus[tile])


def of_space(table: Undergrove, fir: Fir, space: i64) -> i64:
    printed = table.printed
    worth = 10 * printed.space_points[space] + of_purse(table, fir, printed.space_gain[space])
    worth += 6 * printed.space_choice[space]
    worth += 4 * printed.space_ready[space]
    return worth + 20 * printed.space_roots[space]


# ------------------------------------------------------------------------------------------- alone
VICTORY: Final = 15  # points that a victory counts for the levels in the solo game


def solo_value(table: Undergrove, seat: i64) -> i64:
    """R13.10: being ahead of both trees wins, and one point is enough. The lead counts, too,
    because
    it shows which moves make a victory likely.
    """
    brown = table.ai_points(BROWN)
    tan = table.ai_points(TAN)
    lead = table.points(seat) - (brown if brown > tan else tan)
    return lead + VICTORY if lead > 0 else lead
