"""The two AI trees of a solo game, Brown and Tan, and the cards that move them (R13)."""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.packed import at, kind_of, total
from spinney.core.state import bit, nth, shifted, size
from spinney.games.undergrove.pieces import (
    AI_CARBON,
    AI_SEEDLING,
    AI_TILE,
    ASK_GAIN,
    ASK_SHOW,
    ASKED,
    AWAY,
    BEYOND,
    BONUS_STONES,
    BROWN,
    CARBON,
    DECK,
    HIDDEN,
    NO_PLANT,
    NONE,
    PLANTS,
    SAME_WAY,
    TAN,
    cube,
    cubes,
    sprout,
)
from spinney.games.undergrove.rules.forest import TO_CORNER
from spinney.games.undergrove.rules.goals import bonus_points, full_value, leftover_points
from spinney.games.undergrove.rules.printed import ANY_CUBE, BONUS_TILE, FREE_ROOT
from spinney.games.undergrove.rules.supply import draw_tile
from spinney.games.undergrove.rules.table import Table
from spinney.games.undergrove.rules.track import (
    NOBODY,
    announce_end,
    bonus_stone,
    stand_on,
    take_tile,
)

TOP: Final = 0
BOTTOM: Final = 1
LEFT: Final = 2
DECK_A: Final = (1 << DECK) - 1
# What became of an action, sixteen bits each: done | mushroom << 1 | tile << 7 | carbon << 13
DONE: Final = 1


def ai_turn(table: Table) -> None:
    """R13.2: the next card, from deck A as long as there is one, then its actions in order."""
    table.deeds = 0
    table.card = NONE
    cards = table.deck & DECK_A
    if not cards:
        cards = table.deck
    if not cards:
        return
    table.reveal_count += 1
    table.card = nth(cards, table.draw(size(cards)))
    table.deck &= ~bit(table.card)
    unable = False
    place: i64 = 0
    for deed in table.printed.cards[table.card]:
        result = perform(table, deed)
        table.deeds |= shifted(result, 16 * place)
        if not result & DONE:
            unable = True
        place += 1
    if unable:  # R13.9: one cube, however many actions could not be carried out
        table.agenda.ask(ASK_GAIN, 1, True, 1)


def perform(table: Table, deed: i64) -> i64:
    what = deed & 3
    colour = deed >> 10 & 3
    n = deed >> 12
    if what == AI_TILE:
        return lay_tile(table, deed)
    if what == AI_SEEDLING:
        return place_seedling(table, deed, colour)
    if what == AI_CARBON:
        return add_carbon(table, deed, n)
    return take_carbon(table, deed, colour, n)


def result(mushroom: i64, tile: i64, n: i64) -> i64:
    return DONE | mushroom << 1 | tile << 7 | n << 13


NOTHING: Final = NONE << 1 | NONE << 7  # an action that could not be carried out


# ---------------------------------------------------------------------------------------- locations
def next_place(table: Table, deed: i64, after: i64) -> i64:
    """R13.3, #23: the first mushroom of the type in that direction, as if those up to `after` did
    not exist; ties in reading order. NONE if there is no other.
    """
    way, kind = deed >> 2 & 3, deed >> 4 & 15
    best: i64 = NONE
    for mushroom in table.forest.order:
        if table.printed.type[mushroom] != kind:
            continue
        if after != NONE and not before(table, way, after, mushroom):
            continue
        if best == NONE or before(table, way, mushroom, best):
            best = mushroom
    return best


def before(table: Table, way: i64, one: i64, other: i64) -> bool:
    """Whether one mushroom is chosen before another; false for the same one."""
    return rank(table, way, one) < rank(table, way, other)


def rank(table: Table, way: i64, mushroom: i64) -> i64:
    x, y = table.forest.place[mushroom] & 255, table.forest.place[mushroom] >> 8
    if way == TOP:
        return y << 8 | x
    if way == BOTTOM:
        return 255 - y << 8 | x
    if way == LEFT:
        return x << 8 | y
    return 255 - x << 8 | y


# ------------------------------------------------------------------------------------------ actions
def lay_tile(table: Table, deed: i64) -> i64:
    """R13.4, #23: the top tile of the supply, on that edge of the first place that has it free. By
    the other reading the first place is followed by all others of the type in reading order.
    """
    edge = deed >> 8 & 3
    mushroom = next_place(table, deed, NONE)
    if table.readings & SAME_WAY:
        while mushroom != NONE and table.forest.near[4 * mushroom + edge] != NONE:
            mushroom = next_place(table, deed, mushroom)
    elif mushroom != NONE and table.forest.near[4 * mushroom + edge] != NONE:
        reading = deed & ~(3 << 2)  # top-most is reading order
        mushroom = next_place(table, reading, NONE)
        while mushroom != NONE and table.forest.near[4 * mushroom + edge] != NONE:
            mushroom = next_place(table, reading, mushroom)
    if mushroom == NONE:
        return NOTHING
    tile = draw_tile(table)
    if tile == NONE:
        return NOTHING
    table.forest = table.forest.laid(tile, table.forest.beside(mushroom, edge))
    return result(mushroom, tile, 0)


def place_seedling(table: Table, deed: i64, colour: i64) -> i64:
    """R13.5: the first place with a free corner; there the corner with the most mushrooms."""
    fir = table.firs[colour]
    mushroom = next_place(table, deed, NONE) if fir.seedlings else NONE
    while mushroom != NONE:
        best: i64 = -1
        most: i64 = 0
        corner: i64 = 0
        while corner < len(TO_CORNER):
            number = table.forest.corners[4 * mushroom + corner]
            touched = size(table.forest.around(number))
            if not table.claimed(number) and touched > most:
                best = number
                most = touched
            corner += 1
        if best >= 0:
            table.claim(best)
            fir.plants[fir.grown()] = sprout(best, 0)
            fir.seedlings -= 1
            return result(mushroom, NONE, 0)
        mushroom = next_place(table, deed, mushroom)
    return NOTHING


def add_carbon(table: Table, deed: i64, n: i64) -> i64:
    """R13.6: from the supply onto the first place."""
    mushroom = next_place(table, deed, NONE)
    if mushroom == NONE:
        return NOTHING
    table.carbon[mushroom] += n
    return result(mushroom, NONE, n)


def take_carbon(table: Table, deed: i64, colour: i64, n: i64) -> i64:
    """R13.7, #22: what there is of it on the first place with carbon; in any case a step up."""
    mushroom = next_place(table, deed, NONE)
    while mushroom != NONE and not table.carbon[mushroom]:
        mushroom = next_place(table, deed, mushroom)
    told: i64 = NOTHING
    if mushroom != NONE:
        taken = n if n < table.carbon[mushroom] else table.carbon[mushroom]
        table.carbon[mushroom] -= taken
        table.gain(colour, cube(CARBON, taken))
        told = result(mushroom, NONE, taken)
    ai_step_up(table, colour)
    return told


def ai_step_up(table: Table, colour: i64) -> None:
    """R13.8: rewards of the track, except Roots; a cube of its choice is its focus element."""
    fir = table.firs[colour]
    if fir.stone == BEYOND:
        return
    fir.stone += 1
    if fir.stone == BEYOND:
        ai_claim(table, colour)
        return
    reward = table.printed.stones[fir.stone - 1]
    if reward == ANY_CUBE:
        table.gain(colour, cube(focus(table, colour), 1))
    elif reward == BONUS_TILE:
        ai_bonus(table, colour, bonus_stone(table, fir.stone))
    elif reward != FREE_ROOT:
        table.gain(colour, reward)


def ai_bonus(table: Table, colour: i64, stone: i64) -> None:
    """R13.8, #31, #34: the top tile. It is turned over at once, when the player says so, or at the
    end.
    """
    stack = table.stacks[stone]
    tile = kind_of(stack, table.draw(total(stack)))
    take_tile(table, colour, stone, tile)
    if table.readings & ASKED:
        table.agenda.ask(ASK_SHOW, 1, False, bit(stone + BONUS_STONES * (colour - BROWN)))
    elif not table.readings & HIDDEN:
        turn_over(table, colour, stone)


def turn_over(table: Table, colour: i64, stone: i64) -> None:
    """R13.8, #28: everybody sees what the AI gained; its cube counts like any other."""
    fir = table.firs[colour]
    fir.played |= bit(stone)
    table.gain(colour, table.printed.bonus[at(fir.bonus, stone)])


def turn_over_all(table: Table) -> None:
    """#34: at the end, whatever still lies face down before the AI."""
    colour = table.seats  # the trees of the AI sit behind the one player; else there are none
    while colour < len(table.firs):
        stone: i64 = 0
        while stone < BONUS_STONES:
            fir = table.firs[colour]
            if at(fir.bonus, stone) != AWAY and not fir.played >> stone & 1:
                turn_over(table, colour, stone)
            stone += 1
        colour += 1


def ai_claim(table: Table, colour: i64) -> None:
    """R13.8: the first green space of its list that is free."""
    place: i64 = 0
    while at(table.spaces, table.printed.ai_order[place]) != NOBODY:
        place += 1
    space = table.printed.ai_order[place]
    stand_on(table, colour, space)
    announce_end(table)
    choice = table.printed.space_choice[space]
    table.gain(colour, table.printed.space_gain[space] + cube(focus(table, colour), choice))


def focus(table: Table, colour: i64) -> i64:
    return at(table.focus, colour)


# ------------------------------------------------------------------------------------------ scoring
def focus_points(table: Table, colour: i64) -> i64:
    """R13.10: a point for each cube of the focus element."""
    return cubes(table.firs[colour].purse, focus(table, colour))


def kept_points(table: Table, colour: i64) -> i64:
    """R13.10: the best Seedlings of a colour, as many as the difficulty lets it keep."""
    fir = table.firs[colour]
    points: i64 = 0
    counted: i64 = 0
    left = table.keep
    while left:
        best: i64 = -1
        chosen: i64 = 0
        i: i64 = 0
        while i < PLANTS and fir.plants[i] != NO_PLANT:
            if not counted >> i & 1 and full_value(table, fir.plants[i]) > best:
                best = full_value(table, fir.plants[i])
                chosen = i
            i += 1
        if best < 0:
            return points
        points += best
        counted |= bit(chosen)
        left -= 1
    return points


def ai_score(table: Table, colour: i64) -> i64:
    return (
        focus_points(table, colour)
        + kept_points(table, colour)
        + bonus_points(table, colour)
        + leftover_points(table, colour)
    )


def beaten(table: Table, points: i64) -> bool:
    """R13.10, #24: more points than each of the two."""
    return points > ai_score(table, BROWN) and points > ai_score(table, TAN)
