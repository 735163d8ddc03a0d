"""The box: components.toml read, checked, and turned into what the rules need."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from spinney.core.arrays import i64, vec
from spinney.core.components import ComponentError, convert, digest, entries, read
from spinney.core.packed import cards as heap
from spinney.games.undergrove.pieces import (
    BONUS_STONES,
    BONUSES,
    COLOURS,
    COUNTS,
    CUBES,
    DECK,
    DEEDS,
    GOALS,
    MUSHROOMS,
    NONE,
    ONGOING,
    REACH,
    SPACES,
    STARTING,
    STONES,
    TYPES,
    WAYS,
    cube,
)
from spinney.games.undergrove.rules.printed import ANY_CUBE, BONUS_TILE, FREE_ROOT, Print

COMPONENTS = Path(__file__).with_name("components.toml")
Few = Annotated[int, Meta(ge=0, le=15)]
Cubes = Annotated[str, Meta(pattern=r"^([CNPK?]( [CNPK?])*)?$")]
Fixed = Annotated[str, Meta(pattern=r"^([CNPK]( [CNPK])*)?$")]  # without a choice
Type = Literal["ring", "pores", "gills", "other"]
Status = Literal["fact", "reconstruction"]
EDGES = ("top", "right", "bottom", "left")


class Cost(Struct, frozen=True, forbid_unknown_fields=True):
    token: bool = False
    carbon: Few = 0
    any: Few = 0


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """What an activation brings; see the head of components.toml."""

    gain: Cubes = ""
    others: Fixed = ""
    ready: list[Type] = []
    again: bool = False
    instead: Fixed = ""
    absorb: Annotated[int, Meta(ge=0, le=3)] = 0
    source: Literal["here", "anywhere"] = "anywhere"
    free: Few = 0
    copy: bool = False
    trade: Few = 0
    fill: Literal["", "supply", "gain"] = ""
    ongoing: Literal[
        "", "reproduce_root", "partner_root", "reproduce_tile", "partner_tile", "photosynthesize"
    ] = ""
    refill: bool = False


class Value(Struct, frozen=True, forbid_unknown_fields=True):
    base: Few = 0
    each: Type | None = None
    filled: list[Few] = []


class Mushroom(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    type: Literal["ring", "pores", "gills", "other", "none"]
    ability: Ability
    value: Value
    status: Status
    source: str
    doubt: str = ""  # what of it is not confirmed
    cost: Cost = Cost()
    place: tuple[int, int] | None = None
    colour: bool = False
    creature: bool = False
    sprout: Annotated[int, Meta(ge=0, le=4)] = 0


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    cubes: Fixed
    hand: Annotated[int, Meta(ge=0, le=7)]
    seedlings: Annotated[int, Meta(ge=1, le=6)]
    roots: Annotated[int, Meta(ge=1, le=24)]
    trees: Few
    carbon: Few
    status: Status
    source: str


class Actions(Struct, frozen=True, forbid_unknown_fields=True):
    absorb: Literal["?"]
    reproduce: Fixed
    partner: Fixed
    tile: Literal["?"]
    photosynthesize: Fixed
    tree: Annotated[int, Meta(ge=1, le=14)]
    status: Status
    source: str


class Track(Struct, frozen=True, forbid_unknown_fields=True):
    stones: list[str]
    bonus: list[Few]
    status: Status
    source: str


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """A green space beyond the last stone."""

    name: str
    status: Status
    source: str
    gain: Cubes = ""
    roots: Few = 0
    ready: Few = 0
    points: Few = 0


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    count: Few
    status: Status
    source: str
    gain: Fixed = ""
    ready: bool = False
    points: Few = 0


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a goal card."""

    counts: str
    status: Status
    source: str
    doubt: str = ""
    table: list[int] = []
    each: int = 0
    ranks: list[int] = []


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    a: Side
    b: Side
    starting: Literal["", "a", "b"] = ""
    whispering: bool = False

    def side(self, letter: str) -> Side:
        return self.a if letter == "a" else self.b


class Solo(Struct, frozen=True, forbid_unknown_fields=True):
    order: list[str]
    status: Status
    source: str


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the AI trees: its actions, from top to bottom."""

    deck: Literal["a", "b"]
    actions: list[str]
    status: Status
    source: str


class Box(Struct, frozen=True):
    """Everything printed on the pieces."""

    mushrooms: dict[str, Mushroom]
    start: Start
    actions: Actions
    track: Track
    spaces: dict[str, Space]
    bonus: dict[str, Bonus]
    goals: dict[str, Goal]
    solo: Solo
    cards: dict[str, Card]

    def name(self, kind: str) -> str:
        return self.mushrooms[kind].name

    def goal_deck(self, whispering: bool, alone: bool) -> list[list[int]]:
        """The cards that goals are dealt from, each as the sides it may show: R2.4, R13.1."""
        deck = []
        for number, goal in enumerate(self.goals.values()):
            if whispering or not goal.whispering:
                sides = [goal.a, goal.b]
                open_sides = [2 * number + i for i in range(2) if not (alone and sides[i].ranks)]
                if open_sides:
                    deck.append(open_sides)
        return deck

    def starting_goals(self) -> list[int]:
        return [
            2 * number + "ab".index(goal.starting)
            for number, goal in enumerate(self.goals.values())
            if goal.starting
        ]

    def idle_cards(self) -> list[int]:
        """The AI's cards without an action."""
        return [n for n, card in enumerate(self.cards.values()) if not card.actions]

    def printed(self) -> Print:
        """The same, as numbers for the rules."""
        tiles = list(self.mushrooms.values())
        able = [tile.ability for tile in tiles]
        slotted = [n for n, tile in enumerate(tiles) if tile.value.filled]
        sides = [goal.side(letter) for goal in self.goals.values() for letter in "ab"]
        spaces, bonus = list(self.spaces.values()), list(self.bonus.values())
        printed = Print()
        printed.type = vec[i64]([TYPES.index(tile.type) for tile in tiles])
        printed.place = vec[i64]([placed(tile.place) for tile in tiles])
        printed.token = vec[i64]([int(tile.cost.token) for tile in tiles])
        printed.cost_carbon = vec[i64]([tile.cost.carbon for tile in tiles])
        printed.cost_any = vec[i64]([tile.cost.any for tile in tiles])
        printed.gain = vec[i64]([purse(a.gain) for a in able])
        printed.choice = vec[i64]([a.gain.count("?") for a in able])
        printed.others = vec[i64]([purse(a.others) for a in able])
        printed.ready = vec[i64]([sum(1 << TYPES.index(kind) for kind in a.ready) for a in able])
        printed.again = vec[i64]([int(a.again) for a in able])
        printed.instead = vec[i64]([purse(a.instead) for a in able])
        printed.absorb = vec[i64]([a.absorb for a in able])
        printed.here = vec[i64]([int(a.absorb > 0 and a.source == "here") for a in able])
        printed.free = vec[i64]([a.free for a in able])
        printed.copies = vec[i64]([int(a.copy) for a in able])
        printed.trade = vec[i64]([a.trade for a in able])
        printed.fill = vec[i64]([("", "supply", "gain").index(a.fill) for a in able])
        printed.ongoing = vec[i64]([ONGOING.index(a.ongoing) for a in able])
        printed.base = vec[i64]([tile.value.base for tile in tiles])
        printed.each = vec[i64]([TYPES.index(tile.value.each or "none") for tile in tiles])
        printed.slot = vec[i64](
            [slotted.index(n) if n in slotted else NONE for n in range(len(tiles))]
        )
        printed.filled = vec[vec[i64]]([vec[i64](tiles[n].value.filled) for n in slotted])
        printed.colours = sum(1 << n for n, tile in enumerate(tiles) if tile.colour)
        printed.creatures = sum(1 << n for n, tile in enumerate(tiles) if tile.creature)
        printed.absorbers = sum(1 << n for n, a in enumerate(able) if a.absorb)
        printed.feeders = sum(1 << n for n, a in enumerate(able) if a.others)
        printed.sprouts = vec[i64](
            [
                sum(1 << n for n, tile in enumerate(tiles) if tile.sprout == seat + 1)
                for seat in range(4)
            ]
        )
        printed.start = vec[i64](
            [
                purse(self.start.cubes),
                self.start.hand,
                self.start.seedlings,
                self.start.roots,
                self.start.trees,
                self.start.carbon,
            ]
        )
        printed.actions = vec[i64](
            [
                purse(self.actions.reproduce),
                purse(self.actions.partner),
                purse(self.actions.photosynthesize),
            ]
        )
        printed.tree = self.actions.tree
        printed.stones = vec[i64]([stone(text) for text in self.track.stones])
        printed.bonus_stones = vec[i64](
            [n for n, text in enumerate(self.track.stones) if text == "bonus"]
        )
        printed.stacks = vec[i64](self.track.bonus)
        printed.space_roots = vec[i64]([space.roots for space in spaces])
        printed.space_gain = vec[i64]([purse(space.gain) for space in spaces])
        printed.space_choice = vec[i64]([space.gain.count("?") for space in spaces])
        printed.space_ready = vec[i64]([space.ready for space in spaces])
        printed.space_points = vec[i64]([space.points for space in spaces])
        printed.bonus = vec[i64]([purse(tile.gain) for tile in bonus])
        printed.bonus_ready = vec[i64]([int(tile.ready) for tile in bonus])
        printed.bonus_points = vec[i64]([tile.points for tile in bonus])
        printed.bonus_count = sum(heap(n, tile.count) for n, tile in enumerate(bonus))
        printed.goal_counts = vec[i64]([COUNTS.index(side.counts) for side in sides])
        printed.goal_table = vec[vec[i64]]([vec[i64](side.table) for side in sides])
        printed.goal_each = vec[i64]([side.each for side in sides])
        printed.goal_ranks = vec[vec[i64]]([vec[i64](side.ranks) for side in sides])
        printed.ai_order = vec[i64]([SPACES.index(space) for space in self.solo.order])
        printed.cards = vec[vec[i64]](
            [vec[i64]([deed(line) for line in card.actions]) for card in self.cards.values()]
        )
        return printed


def fingerprint(box: Box) -> str:
    """The hash of the box, which leaves out doubts: what is doubted today was published as a fact.
    The same numbers keep their hash, and with it their nets, records and tables.
    """
    plain = msgspec.to_builtins(box, order="deterministic")
    return digest(msgspec.Raw(msgspec.json.encode(undoubted(plain))))


def undoubted(entry: object) -> object:
    if not isinstance(entry, dict):
        return entry
    found = {name: undoubted(part) for name, part in entry.items() if name != "doubt"}
    return {**found, "status": "fact"} if entry.get("doubt") else found


def purse(text: str) -> int:
    """'N K K' as a purse; cubes of one's choice are counted apart."""
    return sum(cube(CUBES.index(letter.lower()), 1) for letter in text.split() if letter != "?")


def placed(place: tuple[int, int] | None) -> int:
    return place[0] + REACH | place[1] + REACH << 8 if place else 0


def stone(text: str) -> int:
    signs = {"root": FREE_ROOT, "bonus": BONUS_TILE, "?": ANY_CUBE}
    return signs[text] if text in signs else purse(text)


LINE = re.compile(
    r"(tile|seedling|carbon|take)(?: (brown|tan))?(?: (\d))?: (top|bottom|left|right)-most"
    r" (ring|pores|gills|other)(?:, (top|right|bottom|left) edge)?"
)


def deed(line: str) -> int:
    """One action of an AI card as a number (see Print.cards)."""
    found = LINE.fullmatch(line)
    if not found:
        raise ComponentError(f"cards: cannot read {line!r} (like 'tile: top-most ring, left edge')")
    what, colour, number, way, kind, edge = found.groups()
    wanted = {"tile": "--+", "seedling": "+--", "carbon": "-+-", "take": "++-"}[what]
    given = "".join("+" if part else "-" for part in (colour, number, edge))
    if given != wanted:
        raise ComponentError(f"cards: {line!r} says too much or too little")
    return (
        DEEDS.index(what)
        | WAYS.index(way) << 2
        | TYPES.index(kind) << 4
        | (EDGES.index(edge) if edge else 0) << 8
        | (COLOURS.index(colour) + 1 if colour else 0) << 10
        | int(number or 0) << 12
    )


def open_box(text: bytes) -> Box:
    """The components file as a box; a ComponentError names the entry that is wrong."""
    raw = read(text)
    box = Box(
        entries(text, "mushrooms", Mushroom),
        convert(raw.get("start"), Start, "start"),
        convert(raw.get("actions"), Actions, "actions"),
        convert(raw.get("track"), Track, "track"),
        entries(text, "spaces", Space),
        entries(text, "bonus", Bonus),
        entries(text, "goals", Goal),
        convert(raw.get("solo"), Solo, "solo"),
        entries(text, "cards", Card),
    )
    for name, found, wanted in (
        ("mushrooms", tuple(box.mushrooms), MUSHROOMS),
        ("spaces", tuple(box.spaces), SPACES),
        ("bonus", tuple(box.bonus), BONUSES),
        ("goals", tuple(box.goals), GOALS),
        ("solo.order", tuple(sorted(box.solo.order)), tuple(sorted(SPACES))),
    ):
        if found != wanted:
            raise ComponentError(f"{name}: expected exactly {', '.join(wanted)}, in this order")
    check_mushrooms(box)
    check_track(box)
    check_goals(box)
    decks = [card.deck for card in box.cards.values()]
    if decks != ["a"] * DECK + ["b"] * DECK:
        raise ComponentError(f"cards: {DECK} of deck a, then {DECK} of deck b")
    for name, card in box.cards.items():
        if len(card.actions) > 3:
            raise ComponentError("at most three actions on a card", f"cards.{name}", "actions")
        for line in card.actions:
            try:
                deed(line)
            except ComponentError as error:
                raise ComponentError(error.what, f"cards.{name}", "actions") from None
    return box


def check_mushrooms(box: Box) -> None:
    names = set()
    for number, (kind, tile) in enumerate(box.mushrooms.items()):
        able, where = tile.ability, f"mushrooms.{kind}"
        check_doubt(where, tile.status, tile.doubt)
        if (tile.place is not None) != (number < STARTING):
            raise ComponentError(f"{where}: only the starting tile has places")
        if (tile.type == "none") != (number == 0):
            raise ComponentError(f"{where}: its type cannot be {tile.type!r}")
        if able.refill != (number == 0):
            raise ComponentError(f"{where}: only Earthlover refills the forest")
        if able.fill and not tile.value.filled:
            raise ComponentError(f"{where}: it has no cube spaces to fill")
        if able.instead and not able.again:
            raise ComponentError(f"{where}: instead of what?")
        if able.gain.count("?") > 7 or len(able.gain.split()) > 7:
            raise ComponentError(f"{where}: at most seven cubes")
        if tile.name in names:
            raise ComponentError(f"{where}: two mushrooms of that name")
        names.add(tile.name)


def check_doubt(where: str, status: str, doubt: str) -> None:
    if doubt and status == "fact":
        raise ComponentError(f"{where}: a fact has no doubt: leave it out, or say reconstruction")


def check_track(box: Box) -> None:
    stones = box.track.stones
    if len(stones) != STONES or stones.count("bonus") != BONUS_STONES:
        raise ComponentError(f"track.stones: {STONES} of them, {BONUS_STONES} with Bonus tiles")
    for text in stones:
        if text not in ("root", "bonus", "?", *"CNPK"):
            raise ComponentError(f"track.stones: no stone {text!r}")
    tiles = sum(tile.count for tile in box.bonus.values())
    if len(box.track.bonus) != 4 or max(box.track.bonus) * BONUS_STONES > tiles:
        raise ComponentError("track.bonus: tiles for 1, 2, 3 and 4 players, no more than there are")
    for seats, tiles in enumerate(box.track.bonus, 1):
        if tiles < max(seats, 3 if seats == 1 else seats):
            raise ComponentError("track.bonus: a tile for everybody on each such stone")


def check_goals(box: Box) -> None:
    for card, goal in box.goals.items():
        for letter in "ab":
            side = goal.side(letter)
            check_doubt(f"goals.{card}.{letter}", side.status, side.doubt)
            if side.counts not in COUNTS:
                raise ComponentError(f"goals.{card}.{letter}: cannot count {side.counts!r}")
            if bool(side.table) + bool(side.each) + bool(side.ranks) != 1:
                raise ComponentError(f"goals.{card}.{letter}: one table, no more and no less")
            if side.ranks and len(side.ranks) < 4:
                raise ComponentError(f"goals.{card}.{letter}: points for four places")
    if len(box.starting_goals()) != 3:
        raise ComponentError("goals: three of them are starting goals")


BOX = open_box(COMPONENTS.read_bytes())
