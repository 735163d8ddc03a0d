"""Glade, the tests' other toy game: a free board that uses every feature of the client.

You lay a tile of the market, in any direction, next to the tiles on the board: hundreds of moves. A
path that continues into a neighbour is a point. For one to four players; alone you need six points.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from spinney.core.arrays import i64, vec
from spinney.core.game import (
    Board,
    Game,
    Heuristics,
    Options,
    Outcome,
    Refusal,
    ScoreLine,
    Words,
    ranks,
    seats_to_act,
)
from spinney.core.rng import Rng
from spinney.core.state import Moves, State, bit
from spinney.core.verbs import Verbs, field1, field2, field3, pack3
from spinney.drawing.scene import Counted, Counter, Note, Panel, Reveal, Spots, Sprite, Step

FAR = 4  # rings around the middle
PLACES = [(q, r) for r in range(-FAR, FAR + 1) for q in range(-FAR, FAR + 1) if abs(q + r) <= FAR]
NUMBER = {place: i for i, place in enumerate(PLACES)}
MIDDLE = NUMBER[0, 0]
WAYS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # clockwise, from the right
KINDS = ("fork", "bend", "straight", "end")
PATHS = (0b010101, 0b000101, 0b001001, 0b000001)  # the sides that a path leaves by
MARKET = 3
BARE, STONE = -1, -2
SHADE = ("Shadows of this season", "Shadows of the next season")

LAY = 0
VERBS = Verbs(
    {LAY: "lay tile place turn?"}, tile=range(MARKET), place=range(len(PLACES)), turn=range(6)
)


def near(place: int, way: int) -> int:
    """The neighbour on a side; -1 beyond the edge."""
    q, r = PLACES[place]
    return NUMBER.get((q + WAYS[way][0], r + WAYS[way][1]), -1)


def opens(tile: int, way: int) -> bool:
    """Whether a path of a laid tile leaves it on this side."""
    return tile >= 0 and bool(PATHS[tile >> 3 & 7] >> (way - (tile & 7)) % 6 & 1)


class Glade(State):
    __slots__ = ("field", "laid", "score", "worth")

    def __init__(
        self,
        seats: int,
        to_act: int,
        reveal_count: int,
        rng_state: int,
        field: vec[i64],
        score: vec[i64],
        laid: int,
        worth: int,
    ) -> None:
        super().__init__(seats, to_act, reveal_count, rng_state)
        self.field = field  # turn, kind and owner of each tile in one number
        self.score = score
        self.laid = laid  # tiles still to be laid
        self.worth = worth  # of a joined path

    def legal(self, seat: i64, moves: Moves) -> None:
        for tile in range(MARKET):
            for place in range(len(PLACES)):
                if self.field[place] == BARE and self.beside(place):
                    for turn in range(6):
                        moves.add(pack3(LAY, tile, place, turn))

    def beside(self, place: int) -> bool:
        beyond = [near(place, way) for way in range(6)]
        return any(other >= 0 and self.field[other] != BARE for other in beyond)

    def apply(self, seat: i64, move: i64) -> None:
        tile, place, turn = field1(move), field2(move), field3(move)
        self.field[place] = turn | self.market()[tile] << 3 | seat << 6
        self.score[seat] += self.worth * len(joined(list(self.field), place))
        self.laid -= 1
        self.to_act = bit((seat + 1) % self.seats) if self.laid else 0

    def market(self) -> list[int]:
        return [(self.laid + tile) % len(KINDS) for tile in range(MARKET)]

    def clone(self) -> Glade:
        parts = (self.field[:], self.score[:], self.laid, self.worth)
        return Glade(self.seats, self.to_act, self.reveal_count, self.rng_state, *parts)

    def points(self, seat: i64) -> i64:
        return self.score[seat]

    def check(self) -> bool:
        return True


def joined(field: Sequence[int], place: int) -> list[int]:
    """The neighbours into which a path of this tile goes on."""
    found = []
    for way in range(6):
        other = near(place, way)
        if other >= 0 and opens(field[place], way) and opens(field[other], (way + 3) % 6):
            found.append(other)
    return found


class GladeOptions(Options, frozen=True):
    """What may be chosen.

    weather (The sky): what it does
    weather=fair: Fair, and it stays so
    weather=rain: Rain before noon. Then the sun comes out,
        and everything dries.
    double (Twofold paths): a joined path is two points
    rounds: how many tiles everybody lays
    stones: where stones lie, as numbers of places
    patience [1]: how long one thinks
    """

    weather: Literal["fair", "rain"] = "fair"
    double: bool = False
    rounds: Annotated[int, Meta(ge=1, le=12)] = 3
    stones: Annotated[str, Meta(max_length=4000, pattern=r"^[0-9 ]*$")] = ""
    patience: Literal["short", "long"] = "short"


def setup(options: GladeOptions, seats: int, rng: Rng) -> Glade:
    field = [BARE] * len(PLACES)
    for stone in options.stones.split():
        if int(stone) >= len(PLACES):
            raise ValueError(f"there is no place {stone}")
        field[int(stone)] = STONE
    field[MIDDLE] = rng.below(6)
    score = vec[i64]([0] * seats)
    laid = seats * options.rounds
    return Glade(seats, 1, 0, 0, vec[i64](field), score, laid, 1 + options.double)


# ----------------------------------------------------------------------------------------- view
class GladeView(Struct, frozen=True):
    seat: int
    seats: int
    deciding: list[int]
    reveal_count: int
    field: list[int]
    score: list[int]
    laid: int
    worth: int


def view(table: Glade, seat: int) -> GladeView:
    return GladeView(
        seat,
        table.seats,
        seats_to_act(table),
        table.reveal_count,
        list(table.field),
        list(table.score),
        table.laid,
        table.worth,
    )


def state_from_view(seen: GladeView) -> Glade:
    to_act = sum(1 << seat for seat in seen.deciding)
    field, score = vec[i64](seen.field), vec[i64](seen.score)
    return Glade(seen.seats, to_act, seen.reveal_count, 0, field, score, seen.laid, seen.worth)


# ----------------------------------------------------------------------------------------- words
def name(place: int) -> str:
    q, r = PLACES[place]
    return "ABCDEFGHJ"[r + FAR] + str(q + FAR + min(0, r) + 1)


def market(seen: GladeView) -> list[int]:
    return [(seen.laid + tile) % len(KINDS) for tile in range(MARKET)]


def words_of(seen: GladeView, move: int) -> str:
    kind = KINDS[market(seen)[field1(move)]]
    turned = f", turned by {field3(move) * 60}°" if field3(move) else ""
    return f"Lay the {kind} on {name(field2(move))}{turned}"


def prompt(seen: GladeView, names: Sequence[str]) -> str:
    if not seen.deciding:
        return "The glade is full."
    if seen.seat in seen.deciding:
        return "Choose a tile and a place; turn it as you like."
    return f"{names[seen.deciding[0]]} lays a tile."


def gain(seen: GladeView, move: int) -> str:
    after = state_from_view(seen)
    after.apply(max(seen.seat, 0), move)
    points = after.points(max(seen.seat, 0)) - seen.score[max(seen.seat, 0)]
    return f"{points} point{'s' * (points != 1)}" if points else ""


def tell(before: GladeView, seat: int, move: int, after: GladeView) -> str:
    kind = KINDS[market(before)[field1(move)]]
    return f"laid the {kind} on {name(field2(move))}"


def counted(before: GladeView, seat: int, move: int, after: GladeView) -> list[Counted]:
    here = field2(move)
    found = joined(after.field, here)
    says = "the path goes on to"
    return [
        Counted(seat, f"{says} {name(there)}", after.worth, [f"tile{here}", f"tile{there}"])
        for there in found
    ]


def refuse(seen: GladeView, move: int) -> Refusal:
    return Refusal("a tile lies beside another one", "R1")


def text(seen: GladeView, names: Sequence[str]) -> str:
    return f"{seen.field} {seen.score}"


# ----------------------------------------------------------------------------------------- board
SIZE = 50.0
WIDTH, HEIGHT = 860.0, 780.0
HEX = "M0 -46L40 -23V23L0 46L-40 23V-23Z"


def at(place: int) -> tuple[float, float]:
    q, r = PLACES[place]
    x = WIDTH / 2 + SIZE * math.sqrt(3) * (q + r / 2)
    return round(x, 1), round(HEIGHT / 2 + SIZE * 1.5 * r, 1)


@cache
def roads(kind: int) -> str:
    """The paths of a tile, as one line."""
    ends = [(34 * math.cos(a), 34 * math.sin(a)) for a in (k * math.pi / 3 for k in range(6))]
    return "".join(
        f"M0 0L{x:.0f} {y:.0f}" for way, (x, y) in enumerate(ends) if PATHS[kind] >> way & 1
    )


def drawn(
    key: str, kind: int, x: float, y: float, turn: int, owner: int, label: str, **more: Any
) -> list[Sprite]:
    fields: dict[str, Any] = {"x": x, "y": y, "w": 84.0, "h": 92.0, "owner": owner}
    road: dict[str, Any] = {
        "tone": "own",
        "line": "rim",
        "turn": turn * 60.0,
        "z": 2,
        "slot": more.get("slot", -1),
    }
    return [
        Sprite(f"{key}", path=HEX, tone=f"soil-{kind}", z=1, label=label, **fields, **more),
        Sprite(f"{key}/road", path=roads(kind), **fields, **road),
    ]


def panels(seen: GladeView, names: Sequence[str]) -> list[Panel]:
    ground: list[Sprite] = []
    for place, tile in enumerate(seen.field):
        x, y = at(place)
        if tile == BARE:
            label = f"{name(place)}, empty"
            spot = f"place:{place}"
            ground.append(
                Sprite(
                    f"place{place}", path=HEX, tone="panel", line="dash", x=x, y=y, w=84, h=92,
                    spot=spot, label=label,
                )
            )  # fmt: skip
        elif tile == STONE:
            label = f"{name(place)}, a stone"
            ground.append(Sprite(f"stone{place}", path=HEX, tone="rock", x=x, y=y, label=label))
        else:
            kind, turn, owner = tile >> 3 & 7, tile & 7, tile >> 6
            label = f"{name(place)}, {KINDS[kind]}"
            ground += drawn(f"tile{place}", kind, x, y, turn, owner, label)
    ground.append(
        Sprite(
            "sun", path="M-34 0A34 34 0 1 0 34 0A34 34 0 1 0 -34 0Z", tone="wheat", x=70, y=70,
            w=68, h=68, label="The sun", reveal="shade0",
        )
    )  # fmt: skip
    row: list[Sprite] = []
    for tile, kind in enumerate(market(seen)):
        row += drawn(
            f"market{tile}", kind, 0, 0, 0, max(seen.seat, 0), KINDS[kind],
            slot=tile, spot=f"tile:{tile}",
        )  # fmt: skip
    bare = seen.field.count(BARE)
    table = [
        Panel(
            "market", "Market", "market", row, slots=[(90, 96)] * MARKET, least=56, most=80
        ),
        Panel(
            "glade", "The glade", "board", ground, [Counter("bare", "bare places", bare)],
            reveals=[Reveal(f"shade{i}", SHADE[i], shadows(seen, 26 - 52 * i)) for i in range(2)],
            width=WIDTH, height=HEIGHT, zoom=True, say=f"{bare} places are bare.",
        ),
    ]  # fmt: skip
    for seat in sorted(range(seen.seats), key=lambda seat: seat != seen.seat):
        tiles = [(p, t) for p, t in enumerate(seen.field) if t >= 0 and t >> 6 == seat]
        own: list[Sprite] = []
        for place, tile in tiles:
            x, y = at(place)
            label = f"{name(place)}, {KINDS[tile >> 3 & 7]}"
            own += drawn(f"own{seat}:{place}", tile >> 3 & 7, x, y, tile & 7, seat, label)
        table.append(
            Panel(
                f"own{seat}", names[seat], "mine" if seat == seen.seat else "other", own,
                [Counter(f"points{seat}", "points", seen.score[seat])],
                [Note("Goal", "Let the paths meet.")] if seat == seen.seat else [],
                width=WIDTH, height=HEIGHT, seat=seat,
            )
        )  # fmt: skip
    return table


def shadows(seen: GladeView, aside: float) -> list[Sprite]:
    """What the sun shows: the shadow of every tile."""
    found = []
    for place, tile in enumerate(seen.field):
        if tile != BARE:
            x, y = at(place)
            shape: dict[str, Any] = {"path": HEX, "tone": "shade", "x": x + aside, "y": y + 26}
            found.append(Sprite(f"shadow{place}", line="none", look="dim", **shape))
    return found


def spots(seen: GladeView, move: int) -> Spots:
    tile, place, turn = field1(move), field2(move), field3(move)
    kind = market(seen)[tile]
    x, y = at(place)
    ghosts = drawn(f"glade/ghost{place}", kind, x, y, turn, max(seen.seat, 0), "")
    return Spots({f"tile:{tile}": 1, f"place:{place}": 1}, ghosts=ghosts)


def sheet() -> str:
    return (
        '<symbol id="cover" viewBox="0 0 100 140"><rect width="100" height="140" fill="#8a9450"/>'
        '<circle cx="50" cy="60" r="30" fill="#f7efdd"/></symbol>'
    )


# ---------------------------------------------------------------------------------------- the game
ENOUGH = 6


def outcome(table: Glade) -> Outcome:
    scores = [table.points(seat) for seat in range(table.seats)]
    lines = [[ScoreLine("paths that meet", score)] for score in scores]
    if table.seats > 1:
        return Outcome(scores, ranks(scores), lines)
    won = scores[0] >= ENOUGH
    return Outcome(scores, [1], lines, "An old oak" if won else "A seedling", won)


def quick(table: Glade, seat: int, moves: Moves, rng: Rng) -> int:
    return moves.pick(rng)


def reprint(components: bytes) -> Game:
    return GLADE


GUIDE = [
    Step(
        "Lay the first tile of the market beside the one that lies there.",
        "Tiles always lie beside another one.",
        ["lay tile=0 *"],
        ["tile:0"],
    ),
    Step("A path that goes on into the next tile is a point.", "That is all one plays for."),
    Step("Now let a path go on.", "Turn the tile until the bar says 1 point.", ["lay *"]),
]

GLADE = Game(
    name="glade",
    title="Glade",
    tagline="Let the paths meet.",
    version=1,
    seats=range(1, 5),
    minutes=5,
    components="1" * 16,
    options=GladeOptions,
    verbs=VERBS,
    setup=setup,
    view=view,
    state_from_view=state_from_view,
    outcome=outcome,
    board=Board(panels, spots, sheet),
    words=Words(prompt, words_of, gain, tell, refuse, text, counted),
    heuristics=Heuristics(quick),
    view_type=GladeView,
    rulebook="# Glade\n\n## R1 Laying\n\nA tile is laid beside another one.\n",
    reprint=reprint,
    guide=GUIDE,
    guided={"rounds": "4"},
)
