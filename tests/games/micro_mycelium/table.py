"""What the laws need to know of Micro Mycelium, written without its view."""

from __future__ import annotations

from spinney.core.game import Options
from spinney.core.rng import Rng
from spinney.games.micro_mycelium import MyceliumOptions
from spinney.games.micro_mycelium.pieces import (
    FIRST,
    HEADINGS,
    MUSHROOMS,
    REACH,
    TILES,
    WHOLE,
)
from spinney.games.micro_mycelium.rules import CHOOSING, Mycelium
from tests.players.suites import Suite

SOLO = frozenset({"row", "column", "place"})
TOGETHER = frozenset({"choose", "lay"})

ALIKE = 150  # games that both builds play, at many decisions each
FUZZ = 5_000  # random games in a test run


def RARE(seats: int, options: Options) -> frozenset[str]:
    return TOGETHER if seats == 1 else SOLO


def plays(seats: int, options: Options) -> bool:
    """Easy is for one player, advanced scoring for several; the other readings of a free side are
    put to the laws with two players: how many sit at the table changes nothing about them.
    """
    assert isinstance(options, MyceliumOptions)
    return crosses(seats, options) and (options.spores == "one" or seats == 2)


def crosses(seats: int, options: Options) -> bool:
    assert isinstance(options, MyceliumOptions)
    return not (options.advanced if seats == 1 else options.easy)


def resample_hidden(table: Mycelium, seat: int, rng: Rng) -> Mycelium:
    """Other dice, so other tiles to come; and other special tiles chosen in secret.

    Who has chosen stays as it is: the match tells everybody.
    """
    table.rng_state = rng.fork()
    if table.phase == CHOOSING:
        for rival in range(table.seats):
            if rival != seat and not table.to_act >> rival & 1:
                kind = MUSHROOMS + rng.below(TILES - MUSHROOMS)
                table.market[rival] = 0xFF0 | kind
                table.pile[rival] = WHOLE & ~(1 << kind)
    return table


def pieces(table: Mycelium) -> None:
    """Nine tiles in every set, each of them in one place; the field is connected; its scores are
    what a plain count gives.
    """
    places: dict[tuple[int, int], tuple[int, int, int]] = {}
    for number in range(table.field.count):
        entry = table.field.tiles[number]
        q, r, tile = (entry & 255) - REACH, (entry >> 8 & 255) - REACH, (entry >> 16) - FIRST
        assert (q, r) not in places, "two tiles in one place"
        assert not number or any((q + a, r + b) in places for a, b in HEADINGS), "detached"
        places[q, r] = (tile // 54, tile // 6 % 9, tile % 6)
    for set_ in range(table.sets):
        where = [kind for s, kind, _ in places.values() if s == set_]
        where += [table.market[set_] >> 4 * slot & 15 for slot in range(3)]
        for heap in (table.pile[set_], table.hand[set_]):
            where += [kind for kind in range(9) if heap >> kind & 1]
        assert sorted(kind for kind in where if kind != 15) == list(range(9)), "a tile is lost"
    assert [table.score(set_) for set_ in range(table.sets)] == plain_scores(table, places)


def plain_scores(table: Mycelium, places: dict[tuple[int, int], tuple[int, int, int]]) -> list[int]:
    """The scores of a field, counted side by side from nothing but where the tiles lie."""
    world = around(set(places))
    scores = [0] * table.sets
    roots = [0] * table.sets
    met: set[tuple[int, int]] = set()
    for (q, r), mine in places.items():
        for side, (a, b) in enumerate(HEADINGS):
            there = (q + a, r + b)
            what = face(table, mine, side)
            if there not in places:
                airy = what in ("SR" if table.field.all_sides else "S")
                scores[mine[0]] += table.side * (airy and there in world)
                continue
            theirs = places[there]
            other = face(table, theirs, (side + 3) % 6)
            own = theirs[0] == mine[0]
            scores[mine[0]] += 3 * (own and what == "T" and other == "S")
            scores[mine[0]] += 2 * (what == "F" and other == "R")
            roots[mine[0]] += what == "F" and other == "R"
            if table.advanced:
                scores[mine[0]] += own and what == other == "S" and there > (q, r)
                if what == other == "F":
                    met.add((mine[0], theirs[0]))
    for mine_, theirs_ in met:
        scores[mine_] += roots[theirs_]
    return scores


def face(table: Mycelium, tile: tuple[int, int, int], side: int) -> str:
    set_, kind, turn = tile
    if kind >= MUSHROOMS:
        return "TFB"[kind - MUSHROOMS]
    number = FIRST + (set_ * 9 + kind) * 6  # as printed, before it is turned
    return "S" if table.field.prints.spores[number] >> (side - turn) % 6 & 1 else "R"


def around(places: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The empty places that lead out of the field."""
    if not places:
        return set()
    low = min(min(q, r) for q, r in places) - 1
    high = max(max(q, r) for q, r in places) + 1
    found = {(low, low)}
    todo = [(low, low)]
    while todo:
        q, r = todo.pop()
        for a, b in HEADINGS:
            there = (q + a, r + b)
            if (
                there not in found
                and there not in places
                and low <= min(there) <= max(there) <= high
            ):
                found.add(there)
                todo.append(there)
    return found


def last_two(table: Mycelium, left: int) -> bool:
    return table.field.count >= 9 * table.sets - 2


ENDINGS = [Suite(seats, "the last two tiles", last_two) for seats in (2, 3, 4)]
