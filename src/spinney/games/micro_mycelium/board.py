"""How Micro Mycelium is drawn: the panels of a view, and the spots that a move touches. Knows no
rules.

Every tile is there once, so its id says which one it is, wherever it lies. A place of the field is
named by its two numbers, `gap:1,-2`, as in the words of the moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import json

from spinney.drawing.scene import Counter, Note, Panel, Reveal, Spots, Sprite
from spinney.games.micro_mycelium.art import tiles as printed
from spinney.games.micro_mycelium.components import Box
from spinney.games.micro_mycelium.pieces import (
    CHOOSE,
    FLOWER_POINTS,
    HEADINGS,
    KINDS,
    LAY,
    MARKET,
    MUSHROOMS,
    PLACE,
    REACH,
    ROW,
    SETS,
    STUMP_POINTS,
    Choose,
    Column,
    Lay,
    Place,
    Row,
)
from spinney.games.micro_mycelium.view_types import CachedPanel, Tiles, View
from spinney.games.micro_mycelium.words import (
    MINUS,
    TITLE,
    TURNED,
    counted,
    drafted,
    number,
    spread,
)

ENCODER = json.Encoder()
KEPT = 1000  # panels that are remembered
EAST, SOUTH, HALF = 90, 78, 45  # from one place to the next one, to the next row, and half of EAST
MARGIN = 62
LEAST = 4 * SOUTH  # the field's panel between its margins, however few tiles there are
HEXAGON = "M0-46L40-23V23L0 46L-40 23V-23Z"
ARROW = "M-18-8H2V-19L21 0L2 19V8H-18Z"
NUMBER = {name: i for i, name in enumerate(SETS)}
SPECIAL = KINDS[MUSHROOMS:]

# Three spores in the air beside a free side, before they are moved to its tile.
DRIFT = tuple(
    [
        [
            (
                round((a * EAST + b * HALF) * far - b * SOUTH * along, 1),
                round(b * SOUTH * far + (a * EAST + b * HALF) * along, 1),
            )
            for far, along in ((0.53, -0.15), (0.58, 0.0), (0.53, 0.15))
        ]
        for a, b in HEADINGS
    ]
)
SPORE = "l3 3-3 3-3-3z"

Spot = tuple[int, int]


class Drawing:
    """Draws tables with the tiles of one box. A field looks the same from every seat, and a market
    changes only when its owner moves: what was drawn before is not drawn again."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.drawn: dict[bytes, Panel] = {}

    def panels(self, view: View, names: Sequence[str]) -> list[Panel]:
        """The viewer's own tiles, the field, and then the others'."""
        key = b"field" + ENCODER.encode((view.field, view.merits, view.advanced, view.phase))
        if view.seats == 1:
            key += ENCODER.encode([tiles.points for tiles in view.sets])
        ground = self.drawn.get(key) or self.keep(key, field(self.box, view))
        if view.seats == 1:
            rest = [ground, markets(self.box, view), merits(self.box, view)]
            return rest if view.phase == "drafting" else [hand(self.box, view), *rest]
        table = [ground]
        for seat in sorted(range(view.seats), key=lambda seat: seat != view.seat):
            own = seat == view.seat
            whose = (own, "" if own else names[seat], seat, seat in view.deciding)
            key = ENCODER.encode((whose, view.phase, view.advanced, view.sets[seat]))
            panel = self.drawn.get(key)
            if panel is None:
                drawn = market(self.box, view) if own else other(self.box, view, seat, names[seat])
                panel = self.keep(key, drawn)
            if own:
                table.insert(0, panel)
            else:
                table.append(panel)
        return table

    def keep(self, key: bytes, panel: Panel) -> Panel:
        if len(self.drawn) >= KEPT:
            self.drawn.clear()
        self.drawn[key] = panel
        return panel


# ------------------------------------------------------------------------------------------- moves
class Gauge:
    """Where the field's places lie on its panel, which begins at its outermost free ones."""

    def __init__(self, view: View) -> None:
        xs = [EAST * laid.q + HALF * laid.r for laid in view.field] or [0]
        ys = [SOUTH * laid.r for laid in view.field] or [0]
        wide = max(max(xs) - min(xs) + 2 * EAST, LEAST)  # a small field is not drawn larger
        high = max(max(ys) - min(ys) + 2 * SOUTH, LEAST)
        self.width: int = wide + 2 * MARGIN
        self.height: int = high + 2 * MARGIN
        self.left: int = (min(xs) + max(xs) - self.width) // 2
        self.top: int = (min(ys) + max(ys) - self.height) // 2
        self.view: View = view

    def x(self, q: int, r: int) -> int:
        return EAST * q + HALF * r - self.left

    def y(self, r: int) -> int:
        return SOUTH * r - self.top


LAST: list[Gauge] = []  # the one of the last view: its moves are asked about one after the other


def gauge_of(view: View) -> Gauge:
    for gauge in LAST:
        if gauge.view is view:
            return gauge
    gauge = Gauge(view)
    LAST[:] = [gauge]
    return gauge


def spots(view: View, move: int) -> Spots:
    """What is chosen for a move, and the tile in its place."""
    option = move & 255
    if option == LAY or option == PLACE:
        q, r, kind = Lay.q(move) - REACH, Lay.r(move) - REACH, KINDS[Lay.tile(move)]
        set_ = Place.set_(move) if option == PLACE else view.seat
        gauge = gauge_of(view)
        ghost = Sprite(
            "field/g", f"tile-{set_}-{kind}-{Lay.turn(move)}", x=gauge.x(q, r), y=gauge.y(r)
        )
        return Spots({tile_spot(SETS[set_], kind): 1, f"gap:{q},{r}": 1}, [], [ghost])
    if option == CHOOSE:
        return Spots({tile_spot(SETS[view.seat], KINDS[Choose.tile(move)]): 1})
    line = f"row:{SETS[Row.set_(move)]}" if option == ROW else f"column:{Column.slot(move) + 1}"
    taken = [
        Sprite(
            f"markets/{set_}:{kind}",
            path=HEXAGON,
            tone="glow",
            line="rim",
            x=column_x(view.sets[NUMBER[set_]].market.index(kind)),
            y=row_y(NUMBER[set_]),
        )
        for set_, kind in drafted(view, move)
    ]
    return Spots({line: 1}, [], taken)


def tile_spot(set_: str, kind: str) -> str:
    return f"{set_}:{kind}"


# ------------------------------------------------------------------------------------------- field
def field(box: Box, view: View) -> Panel:
    """Tiles, the places around them, free spores, and on demand what touches what."""
    gauge = Gauge(view)
    places = {(laid.q, laid.r): laid for laid in view.field}
    world = wide_world(places)
    sprites = gaps(gauge, places, world)
    for laid in view.field:
        sprites.append(
            Sprite(
                tile_spot(laid.set, laid.tile),
                art_of(laid.set, laid.tile, laid.turn),
                x=gauge.x(laid.q, laid.r),
                y=gauge.y(laid.r),
                z=1,
                label=f"{described(box, laid)} at {laid.q},{laid.r}",
            )
        )
    sprites += drift(box, gauge, places, world)
    if view.field:
        last = view.field[-1]
        x, y = gauge.x(last.q, last.r), gauge.y(last.r)
        sprites.append(Sprite("last", path=HEXAGON, tone="glow", line="rim", x=x, y=y, z=3))
    touching = links(box, view, gauge, places)
    return Panel(
        id="field",
        title="The field",
        area="board",
        sprites=sprites,
        counters=solo_counters(box, view) if view.seats == 1 else [],
        reveals=[Reveal("links", "What scores by touching", touching)] if touching else [],
        width=gauge.width,
        height=gauge.height,
        least=40,
        most=110,
        zoom=True,
        backdrop="ground",
        say=f"{number(len(view.field), 'tile')} in the field.",
    )


def solo_counters(box: Box, view: View) -> list[Counter]:
    needed = min([rank.merits for rank in box.ranks.values()])
    counters = [Counter("merits", "merits", len(view.merits), of=needed)]
    if view.field:
        apart = spread(view)
        counters.append(Counter("apart", "point apart" if apart == 1 else "points apart", apart))
    return counters


def gaps(gauge: Gauge, places: dict[Spot, CachedPanel], world: set[Spot]) -> list[Sprite]:
    around = {(q + a, r + b) for q, r in places for a, b in HEADINGS} - set(places) or {(0, 0)}
    return [
        Sprite(
            f"gap:{q},{r}",
            path=HEXAGON,
            x=gauge.x(q, r),
            y=gauge.y(r),
            spot=f"gap:{q},{r}",
            label=f"Place {q},{r}" if not places or (q, r) in world else f"Hole {q},{r}",
            tone="soil-3" if not places or (q, r) in world else "abyss",
            line="dash",
        )
        for q, r in sorted(around, key=lambda place: (place[1], place[0]))
    ]


def wide_world(places: dict[Spot, CachedPanel]) -> set[Spot]:
    """The empty places that are no holes: all that can be reached from beyond the edge."""
    if not places:
        return set()
    west, east = min([q for q, _ in places]) - 1, max([q for q, _ in places]) + 1
    north, south = min([r for _, r in places]) - 1, max([r for _, r in places]) + 1
    found = {(west, north)}
    todo = [(west, north)]
    while todo:
        q, r = todo.pop()
        for a, b in HEADINGS:
            there = (q + a, r + b)
            inside = west <= there[0] <= east and north <= there[1] <= south
            if inside and there not in found and there not in places:
                found.add(there)
                todo.append(there)
    return found


def side_of(box: Box, laid: CachedPanel, heading: int) -> str:
    """What a laid tile shows in a direction."""
    return box.tiles[laid.tile].sides[(heading - laid.turn) % 6]


def drift(
    box: Box, gauge: Gauge, places: dict[Spot, CachedPanel], world: set[Spot]
) -> list[Sprite]:
    """Spores in the air beside every spore side that scores, set by set."""
    spores: dict[str, list[str]] = {}
    for (q, r), laid in places.items():
        x, y = gauge.x(q, r), gauge.y(r) - 3
        for heading, (a, b) in enumerate(HEADINGS):
            if (q + a, r + b) in world and side_of(box, laid, heading) == "S":
                spores.setdefault(laid.set, []).extend(
                    [f"M{x + dx:g} {y + dy:g}{SPORE}" for dx, dy in DRIFT[heading]]
                )
    return [
        Sprite(f"drift:{set_}", path="".join(parts), tone=f"seat-{NUMBER[set_]}", line="none", z=2)
        for set_, parts in spores.items()
    ]


def links(box: Box, view: View, gauge: Gauge, places: dict[Spot, CachedPanel]) -> list[Sprite]:
    """A badge on every edge that brings points."""
    found = []
    for (q, r), laid in places.items():
        for heading, (a, b) in enumerate(HEADINGS):
            beside = places.get((q + a, r + b))
            if beside is None:
                continue
            mine, theirs = side_of(box, laid, heading), side_of(box, beside, (heading + 3) % 6)
            own = laid.set == beside.set
            points = 0
            if own and mine == "T" and theirs == "S":
                points = STUMP_POINTS
            elif mine == "F" and theirs == "R":
                points = FLOWER_POINTS
            elif view.advanced and own and mine == theirs == "S" and heading < 3:
                points = 1
            if points:
                x = (gauge.x(q, r) + gauge.x(q + a, r + b)) / 2
                y = (gauge.y(r) + gauge.y(r + b)) / 2
                found.append(
                    Sprite(f"link:{q},{r},{heading}", f"link-{points}", x=x, y=y, w=26, h=26, z=4)
                )
    return found


def described(box: Box, laid: CachedPanel) -> str:
    return f"{box.colour(laid.set)} {box.name(laid.tile)}{TURNED[laid.turn]}"


def art_of(set_: str, kind: str, turn: int = 0) -> str:
    return f"tile-{NUMBER[set_]}-{kind}-{turn}"


# ----------------------------------------------------------------------------------------- markets
def market(box: Box, view: View) -> Panel:
    """The viewer's own market; before the first turn, the three special tiles to choose from."""
    seat = view.seat
    tiles = view.sets[seat]
    if view.phase == "choosing":
        return choice(box, seat, tiles)
    sprites = row(box, seat, tiles, spots=True)
    return Panel(
        id="market",
        title="Your market",
        area="market",
        sprites=sprites,
        counters=[Counter(f"pile{seat}", "in your pile", len(tiles.pile))],
        slots=[(104.0, 104.0)] * MARKET,
        gap=10,
        least=62,
        most=100,
        seat=seat,
        say=f"{number(tiles.points, 'point')}: {counted(view, tiles)}.",
    )


def choice(box: Box, seat: int, tiles: Tiles) -> Panel:
    """A chosen tile shines, and the others step back."""
    chosen = tiles.market[0]
    sprites = []
    for slot, kind in enumerate(SPECIAL):
        id = tile_spot(SETS[seat], kind)
        sprites.append(
            Sprite(
                id,
                art_of(SETS[seat], kind),
                slot=slot,
                spot=id,
                label=box.name(kind),
                look="dim" if chosen and kind != chosen else "",
            )
        )
    return Panel(
        id="market",
        title="Your special tiles",
        area="market",
        sprites=sprites,
        counters=[Counter("chosen", "chosen", box.name(chosen))] if chosen else [],
        slots=[(104.0, 104.0)] * len(SPECIAL),
        gap=10,
        least=62,
        most=100,
        seat=seat,
        say=f"You start with the {box.name(chosen)}." if chosen else "One of them is your start.",
    )


def row(box: Box, seat: int, tiles: Tiles, *, spots: bool) -> list[Sprite]:
    sprites = []
    for slot, kind in enumerate(tiles.market):
        if kind:
            id = tile_spot(SETS[seat], kind)
            name = box.name(kind)
            sprites.append(
                Sprite(
                    id, art_of(SETS[seat], kind), slot=slot, spot=id if spots else "", label=name
                )
            )
    return sprites


def other(box: Box, view: View, seat: int, name: str) -> Panel:
    """Another player's market, or, while all choose, a tile face down."""
    tiles = view.sets[seat]
    if view.phase == "choosing":
        sprites = [Sprite(f"back{seat}", f"back-{seat}", slot=0, label="Not shown yet")]
        said = f"{name} chooses a special tile too."
    else:
        sprites = row(box, seat, tiles, spots=False)
        said = f"{name}: {number(tiles.points, 'point')}, {counted(view, tiles)}."
    return Panel(
        id=f"market{seat}",
        title=name,
        area="other",
        sprites=sprites,
        counters=[Counter(f"pile{seat}", "in the pile", len(tiles.pile))],
        slots=[(104.0, 104.0)] * MARKET,
        gap=6,
        least=44,
        most=66,
        seat=seat,
        say=said,
    )


# -------------------------------------------------------------------------------------------- solo
def column_x(slot: int) -> int:
    return 98 + 100 * slot


def row_y(set_: int) -> int:
    return 96 + 100 * set_


def markets(box: Box, view: View) -> Panel:
    """The markets as a grid: an arrow for every row and column, and how every set scores."""
    sprites = []
    apart = spread(view)
    most = max([tiles.points for tiles in view.sets])
    for slot in range(MARKET):
        label = f"Column {slot + 1}"
        sprites.append(
            Sprite(
                f"column{slot}",
                path=ARROW,
                tone="accent",
                x=column_x(slot),
                y=24,
                turn=90,
                spot=f"column:{slot + 1}",
                label=label,
            )
        )
    for i, tiles in enumerate(view.sets):
        set_, y = SETS[i], row_y(i)
        label = f"{box.colour(set_)} row, {number(tiles.points, 'point')}"
        sprites.append(
            Sprite(
                f"row{i}", path=ARROW, tone=f"seat-{i}", x=24, y=y, spot=f"row:{set_}", label=label
            )
        )
        for slot, kind in enumerate(tiles.market):
            x = column_x(slot)
            if kind:
                id = tile_spot(set_, kind)
                name = f"{box.colour(set_)} {box.name(kind)}"
                sprites.append(Sprite(id, art_of(set_, kind), x=x, y=y, label=name))
            else:
                sprites.append(Sprite(f"empty{i}.{slot}", path=HEXAGON, x=x, y=y, line="dash"))
        sprites += standing(i, tiles, most, apart)
    left = [
        f"{box.colour(set_)} {len(tiles.pile)}"
        for set_, tiles in zip(SETS, view.sets, strict=False)
    ]
    return Panel(
        id="markets",
        title="The markets",
        area="mine",
        sprites=sprites,
        counters=[Counter("turns", "turn" if view.rounds == 1 else "turns", view.rounds)],
        notes=[Note("Face down", ", ".join(left))],
        width=column_x(MARKET) + 42,
        height=row_y(len(view.sets)) - 46,
        least=44,
        most=84,
        say=". ".join(
            [
                f"{box.colour(set_)} {number(t.points, 'point')}"
                for set_, t in zip(SETS, view.sets, strict=False)
            ]
        )
        + ".",
    )


def standing(set_: int, tiles: Tiles, most: int, apart: int) -> list[Sprite]:
    """The score of a set, and how far it lies behind."""
    x, y = column_x(MARKET) - 4, row_y(set_)
    behind = most - tiles.points
    return [
        Sprite(f"score{set_}", text=str(tiles.points), h=44, w=60, x=x, y=y - 6),
        Sprite(
            f"behind{set_}",
            text=f"{MINUS}{behind}" if behind else "most" if apart else "equal",
            tone="soft",
            h=20,
            w=60,
            x=x,
            y=y + 28,
        ),
    ]


def hand(box: Box, view: View) -> Panel:
    """What was revealed or drafted and is still to be laid."""
    sprites: list[Sprite] = []
    for set_, tiles in zip(SETS, view.sets, strict=False):
        for kind in tiles.hand:
            id = tile_spot(set_, kind)
            label = f"{box.colour(set_)} {box.name(kind)}"
            sprites.append(Sprite(id, art_of(set_, kind), slot=len(sprites), spot=id, label=label))
    said = f"{number(len(sprites), 'tile')} to lay." if sprites else "Nothing to lay."
    return Panel(
        id="hand",
        title="To be laid",
        area="market",
        sprites=sprites,
        slots=[(104.0, 104.0)] * max(1, len(sprites)),
        gap=10,
        least=62,
        most=100,
        seat=0,
        say=said,
    )


def merits(box: Box, view: View) -> Panel:
    """What was earned so far, and what it will be called."""
    most = max([rank.merits for rank in box.ranks.values()])
    earned = len(view.merits)
    sprites = [
        Sprite(
            f"merit{i}",
            "merit",
            w=48,
            h=48,
            slot=i,
            label=f"All sets at {view.merits[i]}" if i < earned else "",
            look="" if i < earned else "dim",
        )
        for i in range(max(most, earned))
    ]
    return Panel(
        id="merits",
        title="Merits",
        area="supply",
        sprites=sprites,
        counters=[Counter("earned", "earned", earned)],
        notes=[Note(str(rank.merits), rank.title) for rank in box.ranks.values()],
        slots=[(50.0, 50.0)] * len(sprites),
        gap=4,
        least=60,
        most=90,
        say=f"{number(earned, 'merit')} earned.",
    )


def sheet(box: Box) -> str:
    """The symbols of the board, printed with the sides of this box, and its cover."""
    sides = {kind: tile.sides for kind, tile in box.tiles.items()}
    turns = {kind: tile.turns for kind, tile in box.tiles.items()}
    return printed.sheet(sides, turns, len(SETS), TITLE)
