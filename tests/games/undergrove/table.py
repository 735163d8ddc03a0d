"""What the laws need to know of Undergrove, written without its view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spinney.core import build
from spinney.core.packed import at, cards, count, total
from spinney.core.rng import Rng
from spinney.games.undergrove import GAME
from spinney.games.undergrove.pieces import (
    ASK_KEEP,
    AWAY,
    BONUSES,
    EARTHLOVER,
    GOALS,
    KINDS,
    NO_PLANT,
    NONE,
    TREE,
)
from spinney.games.undergrove.rules import state as rules
from spinney.games.undergrove.rules.state import Undergrove
from tests.games.undergrove.stories import PRINT
from tests.laws.playthroughs import Case

SIDES = 2 * len(GOALS)
STONES = 3
HIDDEN_BOX = 3  # the Bonus tiles that are not in play

ALIKE = 40  # games that both builds play, at many decisions each


ALONE = ("difficulty", "idle", "reveal", "edges")  # options about Brown and Tan
USUAL = GAME.options()


def plays(seats: int, options: Any) -> bool:
    """What is about Brown and Tan is for one player. Each other option is put to one number of
    players: they only change what is dealt, or something rare.
    """
    if any(unusual(options, name) for name in ALONE):
        return seats == 1 and options.idle in ("3", "0")
    if options == USUAL:
        return True
    return seats in (1, 2) if options.whispering else seats == 2


def crosses(seats: int, options: Any) -> bool:
    """Alone there is no one else to begin, and Quick Sprout is for company and has its own goals.
    What an option says of a mushroom, a goal or a card is put to the usual game only.
    """
    rare = ("reveal", "edges", "copies", "moments", "grouse", "goals")
    if len([name for name in rare if unusual(options, name)]) > 1:
        return False
    if any(unusual(options, name) for name in rare):
        if options.sprout or unusual(options, "starter"):
            return False
        if options.whispering != unusual(options, "grouse"):
            return False
        if unusual(options, "difficulty") or unusual(options, "idle"):
            return False
    if seats > 1:
        return not any(unusual(options, name) for name in ALONE)
    return not (options.sprout or unusual(options, "starter"))


def unusual(options: Any, name: str) -> bool:
    return bool(getattr(options, name) != getattr(USUAL, name))


def more() -> list[Case]:
    """Every side of every goal, three at a time, with every number of players."""
    return [goals_case(seats, first) for seats in (2, 3, 4) for first in range(SIDES)]


def goals_case(seats: int, first: int) -> Case:
    """A side, the same side of the next card, and of the one after it."""
    sides = [(first + step) % SIDES for step in (0, 2, 4)]

    def setup(options: Any, seats: int, rng: Rng) -> Undergrove:
        return rules.setup(PRINT, seats, 0, sides, False, 0, 0, rng)

    game = replace(GAME, setup=setup)
    note = "goals=" + ",".join(map(str, sides))
    return Case(game, seats, GAME.options(), resample_hidden, pieces, note=note)


def seeds(seats: int, options: Any) -> tuple[int, ...]:
    """A playthrough of four takes ten times as long as one alone. Seeds 0 and 3 play at random, 1
    and
    4 verb by verb, 2 and 5 sensibly; test_playthroughs.py plays many more, and every goal.
    """
    if options != type(options)():
        return (1,) if seats == 1 else (4,)
    if not build.compiled:  # law 9 compares the builds; four players would take minutes here
        return {1: (0, 1, 2), 2: (2,), 3: (1,), 4: ()}[seats]
    return {1: (0, 1, 2), 2: (0, 1, 2), 3: (1,), 4: (2,)}[seats]


def RARE(seats: int, options: Any) -> frozenset[str]:
    """Nothing the players do not do now and then; alone, the AI is often there first. An option
    asks whether its Bonus tiles are shown.
    """
    if seats > 1:
        return frozenset({"show"})
    return frozenset(
        {"claim", "ready", "fill"} | ({"show"} if options.reveal != "asked" else set())
    )


def resample_hidden(table: Undergrove, seat: int, rng: Rng) -> Undergrove:
    """Other dice, other tiles in other hands, other Bonus tiles wherever the seat never looked."""
    table.rng_state = rng.fork()
    for other in range(table.seats):
        if other != seat:
            swap_hand(table, other, rng)
    if table.to_act:
        swap_bonuses(table, seat, rng)
    return table


def swap_hand(table: Undergrove, other: int, rng: Rng) -> None:
    """A hand nobody else has seen: put into the supply, and as many drawn out of it."""
    fir = table.fir(other)
    table.supply |= fir.hand
    fir.hand = 0
    for _ in range(fir.size):
        drawn = nth_bit(table.supply, rng.below(bin(table.supply).count("1")))
        table.supply -= 1 << drawn
        fir.hand |= 1 << drawn


def nth_bit(number: int, n: int) -> int:
    return [place for place in range(64) if number >> place & 1][n]


def swap_bonuses(table: Undergrove, seat: int, rng: Rng) -> None:
    """Tiles a seat left at a stone are now with those who came later or still there; of all others
    that lie face down it knows nothing.
    """
    never_seen: list[tuple[int, int]] = []  # (stone, who); who is -1 for a tile still on the stone
    looking = table.agenda.spaces() if table.turn == seat and table.agenda.what() == ASK_KEEP else 0
    for stone in range(STONES):
        came = [who - 1 for n in range(4) if (who := table.visitors >> 16 * stone + 4 * n & 15)]
        cut = came.index(seat) if seat in came else len(came)
        face_down = [
            (stone, who) for who in came if not table.fir(who).played >> stone & 1 and who != seat
        ]
        after = [(stone, who) for _, who in face_down if came.index(who) > cut]
        never_seen += [pair for pair in face_down if pair not in after]
        still_there = [(stone, -1)] * total(table.stacks[stone])
        if seat in came:
            shuffle(table, after + still_there, rng)
        elif not looking >> stone & 1:
            never_seen += still_there
    never_seen += [(HIDDEN_BOX, -1)] * total(table.stacks[HIDDEN_BOX])
    shuffle(table, never_seen, rng)


def shuffle(table: Undergrove, places: list[tuple[int, int]], rng: Rng) -> None:
    """Take up the tiles that lie at these places and deal them out again."""
    pool: list[int] = []
    for stone, who in places:
        if who < 0:
            kind = next(k for k in range(len(BONUSES)) if count(table.stacks[stone], k))
            table.stacks[stone] -= cards(kind, 1)
        else:
            kind = at(table.fir(who).bonus, stone)
        pool.append(kind)
    for stone, who in places:
        kind = pool.pop(rng.below(len(pool)))
        if who < 0:
            table.stacks[stone] += cards(kind, 1)
        else:
            fir = table.fir(who)
            fir.bonus += kind - at(fir.bonus, stone) << 4 * stone


def pieces(table: Undergrove) -> None:
    """48 tiles and the starting five; 16 Bonus tiles; 6 Seedlings, 18 Roots and 4 Trees each."""
    counted = [0] * KINDS
    for mushroom in table.forest.order:
        counted[mushroom] += 1
    heaps = [table.supply, table.discard, *[fir.hand for fir in table.firs]]
    for heap in heaps:
        for mushroom in range(KINDS):
            counted[mushroom] += heap >> mushroom & 1
    assert counted == [1] * KINDS
    assert table.in_supply == bin(table.supply).count("1")
    bonuses(table)
    taken = []
    for seat, fir in enumerate(table.firs):
        assert fir.size == bin(fir.hand).count("1") and not fir.blanks
        taken += plants(table, seat)
        for kind in range(4):
            assert fir.purse >> 15 * kind & 0x7FFF < 1000, "cubes that are owed"
        assert fir.purse >> 60 == 0 and fir.ready >> 4 == 0
        assert fir.end == NONE or at(table.spaces, fir.end) == seat
        assert (fir.end != NONE) == (fir.stone == 9) or table.agenda.depth
    for corner in range(4):
        if table.blocked >> corner & 1:
            taken.append(table.forest.corners[4 * EARTHLOVER + corner])
    assert len(set(taken)) == len(taken), "two plants on one corner"
    assert sorted(taken) == [c for c in range(len(table.forest.spots)) if table.claimed(c)]
    for mushroom in range(KINDS):
        assert table.carbon[mushroom] >= 0
        assert not table.carbon[mushroom] or mushroom in list(table.forest.order)
    map_is_sound(table)


def bonuses(table: Undergrove) -> None:
    found = sum(table.stacks)
    for stone in range(STONES):
        holders = [fir for fir in table.firs if at(fir.bonus, stone) != AWAY]
        found += sum(cards(at(fir.bonus, stone), 1) for fir in holders)
        assert total(table.stacks[stone]) == (4 if table.seats == 4 else 3) - len(holders)
    assert [count(found, kind) for kind in range(len(BONUSES))] == [2, 2, 2, 2, 2, 3, 3]


def plants(table: Undergrove, seat: int) -> list[int]:
    """The corners of a player's plants, with everything on them counted."""
    fir = table.fir(seat)
    there = [plant for plant in fir.plants if plant != NO_PLANT]
    assert list(fir.plants[: len(there)]) == there
    assert len(there) + fir.seedlings == 6
    roots = rooted = trees = 0
    for plant in there:
        for quarter in range(4):
            if plant >> 8 + quarter & 1:
                mushroom = table.forest.touch[4 * (plant & 255) + quarter]
                assert mushroom != NONE, "a Root on nothing"
                roots += 1
                rooted |= 1 << mushroom
        carbon, tree = plant >> 12 & 15, bool(plant & TREE)
        trees += tree
        assert carbon <= (0 if tree else 2 if fir.trees else 4)
    if seat < table.seats:
        assert roots + fir.roots == 18 and trees + fir.trees == 4 and rooted == fir.rooted
    else:
        assert roots == trees == 0
    return [plant & 255 for plant in there]


def map_is_sound(table: Undergrove) -> None:
    """Neighbours, corners and empty places, worked out anew from where the mushrooms lie."""
    forest = table.forest
    where = {forest.place[m]: m for m in forest.order}
    assert len(where) == len(forest.order), "two mushrooms at one place"
    steps = (-256, 1, 256, -1)
    empty = {place + step for place in where for step in steps} - set(where)
    assert sorted(forest.places) == sorted(empty)
    for place, mushroom in where.items():
        near = [where.get(place + step, NONE) for step in steps]
        assert list(forest.near[4 * mushroom : 4 * mushroom + 4]) == near
        for corner, offset in enumerate((0, 1, 256, 257)):
            number = forest.corners[4 * mushroom + corner]
            assert forest.spots[number] == place + offset
            assert forest.touch[4 * number + 3 - corner] == mushroom
