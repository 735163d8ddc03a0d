"""The Carbon Track: stones, Bonus tiles and the green spaces beyond them (R6)."""

from __future__ import annotations

from typing import Final

from spinney.core.arrays import i64
from spinney.core.packed import at, cards, count, total
from spinney.core.state import Moves, bit, shifted
from spinney.games.undergrove.pieces import (
    ALL_TOKENS,
    ASK_ACTION_OR,
    ASK_CLAIM,
    ASK_GAIN,
    ASK_KEEP,
    ASK_READY,
    ASK_ROOT,
    AWAY,
    BEYOND,
    BONUS_STONES,
    BONUSES,
    SPACES,
    Fir,
)
from spinney.games.undergrove.rules.moves import Bonus, Keep
from spinney.games.undergrove.rules.printed import ANY_CUBE, BONUS_TILE, FREE_ROOT
from spinney.games.undergrove.rules.table import Table

NOBODY: Final = 15


def step_up(table: Table, seat: i64) -> None:
    """R6.1: one stone up, however much was absorbed; whoever is beyond the last stays there."""
    fir = table.firs[seat]
    if fir.stone == BEYOND:
        return
    fir.stone += 1
    if fir.stone == BEYOND:
        table.agenda.ask(ASK_CLAIM, 1, True, open_spaces(table))
        announce_end(table)
        return
    reward = table.printed.stones[fir.stone - 1]
    if reward == FREE_ROOT:
        table.agenda.ask(ASK_ROOT, 1, False, 63)  # #5
    elif reward == ANY_CUBE:
        table.agenda.ask(ASK_GAIN, 1, True, 1)
    elif reward == BONUS_TILE:
        look(table, seat, bonus_stone(table, fir.stone))
    else:
        table.gain(seat, reward)


def announce_end(table: Table) -> None:
    """R6.4, R11: the first to get beyond the last stone; later ones change nothing (#18)."""
    if not table.ending:
        table.ending = 1


def open_spaces(table: Table) -> i64:
    found: i64 = 0
    space: i64 = 0
    while space < len(SPACES):
        if at(table.spaces, space) == NOBODY:
            found |= bit(space)
        space += 1
    return found


def claim(table: Table, seat: i64, space: i64) -> None:
    """R6.4: the disc goes onto a green space, and its reward to the player."""
    stand_on(table, seat, space)
    printed = table.printed
    table.gain(seat, printed.space_gain[space])
    table.agenda.ask(ASK_GAIN, printed.space_choice[space], True, 1)
    table.agenda.ask(ASK_READY, printed.space_ready[space], False, 1)  # #30
    table.agenda.ask(ASK_ROOT, printed.space_roots[space], False, 63)


def stand_on(table: Table, seat: i64, space: i64) -> None:
    table.firs[seat].end = space
    table.spaces += shifted(seat - NOBODY, 4 * space)


# ------------------------------------------------------------------------------------- Bonus tiles
def bonus_stone(table: Table, stone: i64) -> i64:
    """Which of the stones with Bonus tiles this is."""
    which: i64 = 0
    while table.printed.bonus_stones[which] != stone - 1:
        which += 1
    return which


def look(table: Table, seat: i64, stone: i64) -> None:
    """R6.3: see the tiles of a stone and keep one; with like tiles only there is no question."""
    table.reveal_count += 1
    kind: i64 = 0
    while not count(table.stacks[stone], kind):
        kind += 1
    if count(table.stacks[stone], kind) == total(table.stacks[stone]):
        take_tile(table, seat, stone, kind)
    else:
        table.agenda.ask(ASK_KEEP, 1, True, bit(stone))


def legal_tiles(table: Table, stone: i64, moves: Moves) -> None:
    tile: i64 = 0
    while tile < len(BONUSES):
        if count(table.stacks[stone], tile):
            moves.add(Keep.say(tile))
        tile += 1


def take_tile(table: Table, seat: i64, stone: i64, tile: i64) -> None:
    """The others see who took one, not which."""
    table.reveal_count += 1
    fir = table.firs[seat]
    table.stacks[stone] -= cards(tile, 1)
    fir.bonus += shifted(tile - AWAY, 4 * stone)
    table.visitors |= shifted(seat + 1, 16 * stone + 4 * visits(table, stone))


def visits(table: Table, stone: i64) -> i64:
    """How many have taken a tile from this stone."""
    n: i64 = 0
    while n < 4 and visitor(table, stone, n):
        n += 1
    return n


def visitor(table: Table, stone: i64, n: i64) -> i64:
    """The seat that came n-th, plus 1; 0 for nobody."""
    return table.visitors >> 16 * stone + 4 * n & 15


def playable(table: Table, fir: Fir, stone: i64) -> bool:
    """R6.3: whether a tile lies there face down that is not for points."""
    tile = at(fir.bonus, stone)
    return (
        tile != AWAY
        and not fir.played >> stone & 1
        and (table.printed.bonus[tile] != 0 or table.printed.bonus_ready[tile] != 0)
    )


def legal_bonuses(table: Table, fir: Fir, saved: bool, moves: Moves) -> None:
    """R6.3, #2: at any moment of one's own turn; #42: but one that readies all tokens is saved
    where it is needed.
    """
    stone: i64 = 0
    while stone < BONUS_STONES:
        if playable(table, fir, stone):
            if not saved or not table.printed.bonus_ready[at(fir.bonus, stone)]:
                moves.add(Bonus.say(stone))
        stone += 1


def play_bonus(table: Table, seat: i64, stone: i64) -> None:
    """Turn it over and take what it shows. Tokens or cubes changed: no position was seen before."""
    table.reveal_count += 1
    fir = table.firs[seat]
    tile = at(fir.bonus, stone)
    fir.played |= bit(stone)
    table.gain(seat, table.printed.bonus[tile])
    if table.printed.bonus_ready[tile]:
        table.make_ready(seat, ALL_TOKENS)
    table.been = bit(fir.ready | (16 if table.agenda.what() == ASK_ACTION_OR else 0))
