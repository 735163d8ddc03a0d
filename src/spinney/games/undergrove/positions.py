"""Positions of Undergrove in a few words, for cases and for tests.

    table = undergrove(cubes="C N N", plants=["1,0 earthlover fly_agaric"])
    table.do("activate mushroom=fly_agaric")
    assert table.cubes() == "N N N P"

The forest is the starting tile and what `forest` adds: "velvet_milkcap@1,1 king_bolete@2,0". Places
and corners are those of rulebook.md: x east, y south, Earthlover at 0,0; the corner x,y is the
north-west one of the place x,y, so Earthlover's are 0,0 (nw) 1,0 (ne) 0,1 (sw) 1,1 (se).

A plant is its corner and its Roots, with its carbon: "1,0 earthlover fly_agaric +2"; a Tree says
so: "1,0 tree earthlover". Without `plants` seat 0 stands on ne, 1 on sw, 2 on nw, 3 on se of
Earthlover, each with a Root there. Keys of seat 0 are given directly, those of the others in
`others`; alone, `others` are Brown and Tan. Every tile that is nowhere else is in the supply.
"""

from __future__ import annotations

from typing import Any, Self

from spinney.core.agenda import nothing
from spinney.core.arrays import i64, vec
from spinney.core.case_runs import answered
from spinney.core.cases import GivenLines, Positions
from spinney.core.fields import made
from spinney.core.packed import cards
from spinney.core.rng import Rng
from spinney.core.state import Moves, lowest
from spinney.games.undergrove.components import BOX, deed
from spinney.games.undergrove.pieces import (
    AWAY,
    BONUSES,
    CORNERS,
    CUBES,
    GOALS,
    KINDS,
    MUSHROOMS,
    NO_PLANT,
    NONE,
    PLANTS,
    REACH,
    READINGS,
    SPACES,
    TILES,
    TREE,
    TYPES,
    Fir,
    cube,
    sprout,
)
from spinney.games.undergrove.rules import solo
from spinney.games.undergrove.rules import state as rules
from spinney.games.undergrove.rules.moves import VERBS
from spinney.games.undergrove.view import CARDS, names, view
from spinney.games.undergrove.view_types import View

PRINT = BOX.printed()
CALM = "red_vole/a whiskey_jack/a banana_slug/b"  # goals that count nothing during a turn
HOMES = ("1,0 earthlover", "0,1 earthlover", "0,0 earthlover", "1,1 earthlover")
STONES = ("first", "second", "third")


def undergrove(
    *,
    seats: int = 2,
    turn: int = 0,
    starter: int = 0,
    forest: str = "",
    carbon: str = "pacific_golden_chanterelle fly_agaric common_deceiver painted_suillus",
    filled: str = "",
    goals: str = CALM,
    supply: str | None = None,
    discard: str = "",
    stacks: tuple[str, str, str] | None = None,
    blocked: str = "",
    ending: int = 0,
    others: list[dict[str, Any]] | None = None,
    deck: str = "",
    focus: str = "n k",
    keep: int = 5,
    readings: str = "copies_gain same_way all_used every_moment",
    **mine: Any,
) -> Table:
    """A position at the beginning of somebody's turn. `carbon` is all there is in the forest, by
    name, "fly_agaric*2 earthlover"; `filled` likewise the cubes on scoring spaces. `readings` are
    what the options decide (pieces.py), as at a new table. `stacks` are the tiles on the stones.
    """
    sides = [side(text) for text in goals.split()]
    state = rules.setup(PRINT, seats, starter, sides, False, keep if seats == 1 else 0, 0, Rng(1))
    state.readings = sum(1 << READINGS.index(name) for name in readings.split())
    state.agenda = nothing()
    for text in forest.split():
        kind, _, place = text.partition("@")
        x, y = (int(part) for part in place.split(","))
        state.forest = state.forest.laid(MUSHROOMS.index(kind), x + REACH | y + REACH << 8)
    for mushroom in range(KINDS):
        state.carbon[mushroom] = counted(carbon).get(MUSHROOMS[mushroom], 0)
    for kind, number in counted(filled).items():
        state.filled += cards(PRINT.slot[MUSHROOMS.index(kind)], number)
    lot = PRINT.bonus_count
    given = [mine, *(others or [])]
    for seat in range(len(state.firs)):
        said = given[seat] if seat < len(given) else {}
        fir = settled(state, seat, **said)
        state.firs[seat] = fir
        for stone in range(3):
            tile = fir.bonus >> 4 * stone & 15
            if tile != AWAY:
                lot -= cards(tile, 1)
                n = sum(state.visitors >> 16 * stone + 4 * k & 15 > 0 for k in range(4))
                state.visitors |= seat + 1 << 16 * stone + 4 * n
        if fir.end != NONE:
            state.spaces += seat - 15 << 4 * fir.end
    state.stacks = piles(state, stacks, lot)
    for corner in blocked.split():
        state.blocked |= 1 << CORNERS.index(corner)
        state.claim(state.forest.corners[CORNERS.index(corner)])
    state.discard = mushroom_set(discard)
    hands = sum(fir.hand for fir in state.firs)
    state.supply = TILES & ~state.forest.there & ~hands & ~state.discard
    if supply is not None:
        state.discard |= state.supply & ~mushroom_set(supply)
        state.supply = mushroom_set(supply)
    state.in_supply = len(names(state.supply))
    state.ending = ending
    if seats == 1:
        state.deck = sum(1 << CARDS.index(card) for card in deck.split())
        state.focus = sum(CUBES.index(kind) << 4 * n for n, kind in enumerate(focus.split(), 1))
    state.begin_turn(turn)
    return Table(state)


def settled(
    state: rules.Undergrove,
    seat: int,
    *,
    cubes: str | None = None,
    ready: str = "ring pores gills other",
    hand: str = "",
    plants: list[str] | None = None,
    stone: int = 0,
    bonus: dict[str, str] | None = None,
    played: str = "",
    space: str = "",
    roots: int | None = None,
    trees: int | None = None,
    marks: tuple[int, int, int] = (0, 0, 0),
) -> Fir:
    """One player. `bonus` names the tiles face down by stone, `played` those already turned over
    ("first second"); `roots` and `trees` what is left on the board, if not what the plants leave.
    """
    ai = seat >= state.seats
    texts = plants if plants is not None else [] if ai else [HOMES[seat]]
    numbers = [planted(state, text) for text in texts]
    used = sum(bin(number >> 8 & 15).count("1") for number in numbers)
    grown = sum(number & TREE > 0 for number in numbers)
    rooted = 0
    for number in numbers:
        rooted |= state.forest.rooted(number & 255, number >> 8 & 15)
    row = 0
    for n, name in enumerate(STONES):
        row |= (BONUSES.index(bonus[name]) if bonus and name in bonus else AWAY) << 4 * n
    start = PRINT.start[0]
    return made(
        Fir,
        purse=(0 if ai else start) if cubes is None else purse(cubes),
        ready=0 if ai else sum(1 << TYPES.index(kind) for kind in ready.split()),
        hand=mushroom_set(hand),
        size=len(hand.split()),
        seedlings=6 - len(numbers),
        roots=0 if ai else roots if roots is not None else 18 - used,
        trees=0 if ai else trees if trees is not None else 4 - grown,
        plants=vec[i64](numbers + [NO_PLANT] * (PLANTS - len(numbers))),
        rooted=rooted,
        stone=stone,
        end=SPACES.index(space) if space else NONE,
        bonus=row,
        played=sum(1 << STONES.index(name) for name in played.split()),
        marks=sum(n << 15 * goal for goal, n in enumerate(marks)),
    )


def build(given: GivenLines) -> Table:
    """Seat 0 is given directly, the others as seat 1, 2, …"""
    others = [given.keys(settled, seat=seat) for seat in range(1, max([0, *given.seats]) + 1)]
    return undergrove(others=others, **given.keys(undergrove, settled))


# -------------------------------------------------------------------------------------------- words
def side(text: str) -> int:
    card, _, letter = text.partition("/")
    return 2 * GOALS.index(card) + "ab".index(letter)


def counted(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in text.split():
        kind, _, times = word.partition("*")
        found[kind] = found.get(kind, 0) + int(times or 1)
    return found


def purse(text: str) -> int:
    return sum(cube(CUBES.index(kind.lower()), number) for kind, number in counted(text).items())


def mushroom_set(text: str) -> int:
    return sum(1 << MUSHROOMS.index(kind) for kind in text.split())


def planted(state: rules.Undergrove, text: str) -> int:
    where, *words = text.split()
    x, y = (int(part) for part in where.split(","))
    spot = x + REACH | y + REACH << 8
    corner = list(state.forest.spots).index(spot)
    state.claim(corner)
    around = [state.forest.touch[4 * corner + quarter] for quarter in range(4)]
    roots = sum(1 << around.index(MUSHROOMS.index(w)) for w in words if w in MUSHROOMS)
    carbon = sum(int(word) for word in words if word.startswith("+"))
    return sprout(corner, roots) + (carbon << 12) + (TREE if "tree" in words else 0)


def piles(state: rules.Undergrove, given: tuple[str, str, str] | None, lot: int) -> vec[i64]:
    """The Bonus tiles on the stones: as given, or the first that are left."""
    heaps = []
    for stone in range(3):
        came = sum(state.visitors >> 16 * stone + 4 * n & 15 > 0 for n in range(4))
        if given:
            heap = sum(cards(BONUSES.index(tile), 1) for tile in given[stone].split())
        else:
            heap = 0
            for _ in range((4 if state.seats == 4 else 3) - came):
                kind = next(k for k in range(7) if (lot - heap) >> 4 * k & 15)
                heap += cards(kind, 1)
        lot -= heap
        heaps.append(heap)
    return vec[i64]([*heaps, lot])


class Table:
    """A table in the middle of a case or a story."""

    def __init__(self, state: rules.Undergrove) -> None:
        self.state = state
        self.carried_out = False  # the last action of the AI

    def moves(self) -> list[str]:
        if self.over:
            return []
        return [VERBS.format(move) for move in Moves().of(self.state, self.turn)]

    def may(self, words: str) -> bool:
        """Whether this move is open now; without fields, whether any of its kind is."""
        moves = self.moves()
        if "=" not in words:
            return words in [move.split()[0] for move in moves]
        return VERBS.format(VERBS.parse(words)) in moves

    def do(self, *lines: str) -> Self:
        for words in lines:
            said = VERBS.format(VERBS.parse(words))
            assert said in self.moves(), f"{words!r} is not among {self.moves()}"
            self.state.apply(self.turn, VERBS.parse(words))
            assert self.state.check(), f"a piece was lost by {words!r}"
        return self

    def wait(self, seat: int = 0) -> Self:
        """Everybody else photosynthesizes and nothing more, until it is this seat's turn again."""
        turns = self.state.turns
        while not self.over and (self.turn != seat or self.state.turns == turns):
            self.photosynthesize()
        return self

    def photosynthesize(self) -> Self:
        seat, turns = self.turn, self.state.turns
        self.do("photosynthesize")
        return self.finish(seat, turns)

    def finish(self, seat: int | None = None, turns: int | None = None) -> Self:
        """Decline everything until the turn is over."""
        turns = self.state.turns if turns is None else turns
        while not self.over and self.state.turns == turns and self.may("stop"):
            self.do("stop")
        assert self.over or self.state.turns != turns, f"cannot end the turn: {self.moves()}"
        return self

    # what can be seen
    @property
    def turn(self) -> int:
        return lowest(self.state.to_act) if self.state.to_act else self.state.turn

    @property
    def over(self) -> bool:
        return self.state.to_act == 0

    @property
    def asked(self) -> str:
        """What is asked now."""
        agenda = self.view(self.turn).agenda
        return agenda[-1].what if agenda else ""

    def view(self, seat: int) -> View:
        return view(self.state, seat)

    def cubes(self, seat: int = 0) -> str:
        """The cubes on a player's board: "C C N P"."""
        fir = self.view(seat if seat < self.state.seats else 0).firs[seat]
        held = zip("CNPK", (fir.c, fir.n, fir.p, fir.k), strict=True)
        return " ".join(letter for letter, n in held for _ in range(n))

    def ready(self, seat: int = 0) -> str:
        return " ".join(self.view(0).firs[seat].ready)

    def carbon(self, mushroom: str) -> int:
        return self.state.carbon[MUSHROOMS.index(mushroom)]

    def filled(self, mushroom: str) -> int:
        return next(m.filled for m in self.view(0).forest if m.kind == mushroom)

    def value(self, mushroom: str) -> int:
        return self.state.value(MUSHROOMS.index(mushroom))

    def forest(self) -> dict[str, tuple[int, int]]:
        return {m.kind: (m.x, m.y) for m in self.view(0).forest}

    def plants(self, seat: int = 0) -> list[str]:
        """Each plant as in `undergrove`: "1,0 earthlover fly_agaric +2"."""
        return [
            " ".join(
                [
                    f"{p.x},{p.y}",
                    *(["tree"] if p.tree else []),
                    *p.roots,
                    *([f"+{p.carbon}"] if p.carbon else []),
                ]
            )
            for p in self.view(0).firs[seat].plants
        ]

    def hand(self, seat: int = 0) -> list[str]:
        return self.view(seat).firs[seat].hand

    def stone(self, seat: int = 0) -> int:
        return self.state.fir(seat).stone

    def bonus(self, seat: int = 0) -> dict[str, str]:
        """A player's own Bonus tiles that lie face down, by stone."""
        mine = self.view(seat).firs[seat].bonus
        return {b.stone: b.tile for b in mine if not b.played}

    def progress(self, seat: int = 0) -> list[int]:
        return self.view(0).firs[seat].progress

    def goals(self, seat: int = 0) -> list[int]:
        return self.view(0).firs[seat].goals

    def points(self, seat: int = 0) -> int:
        return self.state.points(seat)

    def ai(self, line: str) -> Self:
        """One action as if it stood on a card of the AI."""
        self.carried_out = bool(solo.perform(self.state, deed(line)) & solo.DONE)
        return self

    def ai_points(self, seat: int) -> int:
        """What Brown (1) or Tan (2) scores."""
        return self.state.ai_points(seat)

    def ai_plants(self, seat: int) -> int:
        return self.state.ai_plants(seat)

    def ai_focus(self, seat: int) -> int:
        return self.state.ai_focus(seat)

    @property
    def won(self) -> bool:
        return self.state.won()

    def answer(self, what: str, seat: int) -> object:
        """The answer to `then WHAT`."""
        word, _, rest = what.partition(" ")
        if word == "plants" and not rest:
            return "; ".join(self.plants(seat))
        if word == "forest" and not rest:
            return [f"{kind}@{x},{y}" for kind, (x, y) in self.forest().items()]
        if word == "bonus" and rest:
            return self.bonus(seat).get(rest, "")
        return answered(self, what, seat)


POSITIONS = Positions(
    build,
    Table,
    {
        "finish": lambda table, _: table.finish(),
        "wait": lambda table, _: table.wait(),
        "ai": Table.ai,
    },
)
