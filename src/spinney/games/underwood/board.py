"""How Underwood is drawn: the panels of a view, and the spots that a move touches. Knows no rules.

What never changes on a board is drawn once for every floor (Ground), and an unchanged panel is
returned again. Ids of tokens of one colour have the same beginning: the client decides which of
them went from a supply to the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import json

from spinney.core.state import Moves
from spinney.drawing.scene import Counter, Note, Panel, Reveal, Spots, Sprite
from spinney.games.underwood import rules
from spinney.games.underwood.art import sheet as printed
from spinney.games.underwood.components import Box
from spinney.games.underwood.outline import SIZE, WIDE, centre, hexagon, outline, seams, toned
from spinney.games.underwood.pieces import (
    PER_POINT,
    TILES,
    TURNS,
    VERBS,
    Floor,
    cell_at,
    q_of,
    r_of,
    tile_of,
)
from spinney.games.underwood.plans import write
from spinney.games.underwood.view import Memory
from spinney.games.underwood.view_types import View
from spinney.games.underwood.words import (
    COLOURS,
    NOBODY,
    SIGNS,
    TITLE,
    Spread,
    lead,
    listing,
    number,
    tile_name,
)

ENCODER = json.Encoder()
KEPT = 2000  # panels that are remembered
KEPT_GROUNDS = 64
MARGIN, ROOM = 26.0, 140.0  # around the wood; and where tiles are still laid
TOKEN, CAP = 56, 62  # a mycelium, a mushroom
LEAF, RING = 76, 58  # the litter of a space; smaller where a ring around it says: choose
RISE = 5.0  # how much higher a token lies on another one
PILED = 3  # so many tokens of a pile are drawn
LITTERS = 7
HEX = hexagon()
RIM = hexagon(9.0)


class Ground:
    """The parts of a board that stay while its tiles lie: paths, places and tones."""

    def __init__(self, memory: Memory, table: rules.Underwood, around: list[int]) -> None:
        shapes = memory.shapes
        self.tiles: dict[int, list[tuple[int, int]]] = {}
        for one in table.laid:
            self.tiles[tile_of(one)] = [(q_of(c), r_of(c)) for c in shapes.covered(one)]
        cells = [cell for spaces in self.tiles.values() for cell in spaces]
        every = cells + [(q_of(cell), r_of(cell)) for cell in around]
        xs = [centre(cell)[0] for cell in every]
        ys = [centre(cell)[1] for cell in every]
        margin = ROOM if len(table.bag) else MARGIN
        self.left = min(xs) - WIDE / 2 - margin
        self.top = min(ys) - SIZE - margin
        self.width = round(max(xs) + WIDE / 2 + margin - self.left)
        self.height = round(max(ys) + SIZE + margin - self.top)
        by = (-self.left, -self.top)
        self.bed = outline(cells, 0, 6, by)
        self.paths = {tile: outline(spaces, by=by) for tile, spaces in self.tiles.items()}
        self.rims = {tile: outline(spaces, 8.5, 9, by) for tile, spaces in self.tiles.items()}
        self.seams = "".join([seams(spaces, by) for spaces in self.tiles.values()])
        self.tones = toned(self.tiles)

    def at(self, cell: int) -> tuple[float, float]:
        x, y = centre((q_of(cell), r_of(cell)))
        return round(x - self.left, 1), round(y - self.top, 1)

    def middle(self, tile: int) -> tuple[float, float]:
        """The place on a tile that is nearest to its middle, between its spaces or on one."""
        places = [centre(cell) for cell in self.tiles[tile]]
        x = sum([place[0] for place in places]) / len(places)
        y = sum([place[1] for place in places]) / len(places)
        return round(x - self.left, 1), round(y - self.top, 1)


class Drawing:
    """Draws tables with the tiles of one box."""

    def __init__(self, box: Box, memory: Memory, colours: Sequence[str] = COLOURS) -> None:
        self.box = box
        self.memory = memory
        self.colours = colours
        self.drawn: dict[bytes, Panel] = {}
        self.grounds: dict[bytes, Ground] = {}

    def panels(self, seen: View, names: Sequence[str]) -> list[Panel]:
        """The forest floor, then what is still to be laid or planted, then the supplies."""
        key = ENCODER.encode(
            (
                seen.tiles,
                seen.bag,
                seen.trees,
                seen.piles,
                seen.variant,
                seen.phase,
                seen.left,
                seen.turn,
                seen.deciding,
                names,
            )
        )
        table = [self.drawn.get(key) or self.keep(key, self.floor(seen, names))]
        to_act = self.to_act(seen)
        if to_act is not None:
            table.append(to_act)
        for seat in sorted(range(seen.seats), key=lambda seat: seat != seen.seat):
            own = seat == seen.seat
            turn = seat == seen.starter
            key = ENCODER.encode((seen.supply[seat], seen.held[seat], seat, own, turn, names[seat]))
            table.append(self.drawn.get(key) or self.keep(key, supply(seen, seat, names[seat])))
        return table

    def keep(self, key: bytes, panel: Panel) -> Panel:
        if len(self.drawn) >= KEPT:
            self.drawn.clear()
        self.drawn[key] = panel
        return panel

    def ground(self, seen: View) -> Ground:
        planting = seen.phase == "planting" and seen.variant
        key = ENCODER.encode((seen.tiles, seen.trees, planting, len(seen.bag)))
        found = self.grounds.get(key)
        if found is None:
            table = self.memory.table(seen)
            around = [cell_at(tree.q, tree.r) for tree in seen.trees] + self.sites(seen)
            found = Ground(self.memory, table, around)
            if len(self.grounds) >= KEPT_GROUNDS:
                self.grounds.clear()
            self.grounds[key] = found
        return found

    def sites(self, seen: View) -> list[int]:
        """Cells beside the floor where a tile or a tree may come to lie."""
        if seen.phase != "laying" and not (
            seen.phase == "planting" and seen.variant == "mycorrhiza"
        ):
            return []
        table = self.memory.table(seen)
        cells = [self.site(seen, move) for move in Moves().of(table, seen.turn)]
        return sorted(set(cells))

    def site(self, seen: View, move: int) -> int:
        """The cell that stands for a place: of a tile the first that touches another one."""
        said = VERBS.to_json(move)
        cell = cell_said(said)
        if not seen.bag:
            return cell
        which = (seen.bag[0] - 1) * TURNS + int(said.get("turn", "0")) // 60
        wood = self.memory.wood(seen)
        steps = self.memory.shapes.cells[which]
        return next(cell + step for step in steps if wood.around(cell + step))

    # ------------------------------------------------------------------------------- the floor
    def floor(self, seen: View, names: Sequence[str]) -> Panel:
        ground = self.ground(seen)
        table = self.memory.table(seen)
        sprites = [Sprite("bed", path=ground.bed, z=-1, tone="bed", line="broad")]
        for tile in ground.tiles:
            sprites.append(self.tile(ground, table, tile, names, seen))
        sprites.append(Sprite("seams", path=ground.seams, z=1, line="seam"))
        sprites += self.trail(ground)
        sprites += self.places(seen, ground)
        sprites += self.trees(seen, ground, table, names)
        reveals: list[Reveal] = []
        if not seen.bag:
            sprites += spaces(seen, ground, table.floor, self.colours)
            sprites += leaders(ground, table)
            reveals = self.more(seen, ground, table.floor)
        empty = seen.piles.count("")
        counters = [Counter("empty", "empty spaces", empty)] if not seen.bag else []
        notes = []
        if not seen.bag and (seen.phase != "growing" or not seen.deciding):
            notes = [Note("This board as text:", write(list(table.laid), list(table.trees)))]
        return Panel(
            id="board",
            title="The forest floor",
            area="board",
            sprites=sprites,
            counters=counters,
            notes=notes,
            reveals=reveals,
            width=ground.width,
            height=ground.height,
            zoom=True,
            least=70,
            backdrop="rings",
            say=f"{number(len(table.floor.tiles), 'tile')}, {number(len(seen.piles), 'space')}; "
            f"{empty} are empty."
            if not seen.bag
            else f"{number(len(seen.tiles), 'tile')} laid, {len(seen.bag)} to go.",
        )

    def tile(
        self,
        ground: Ground,
        table: rules.Underwood,
        tile: int,
        names: Sequence[str],
        seen: View,
    ) -> Sprite:
        """A tile with its border; the label says what is on it."""
        path = ground.paths[tile]
        if tile >= TILES:
            label = "The ant trail"
            spot = "" if seen.bag else "trail"
            return Sprite(f"tile:{tile + 1}", path=path, spot=spot, tone="rock", label=label)
        label = f"Tile {tile + 1} ({self.box.tiles[str(tile + 1)].name})"
        spot = ""
        if not seen.bag:
            spot = f"tile:{tile + 1}"
            there = listing(
                [
                    f"{s + 1} {pile_words(seen.piles[s], self.colours)}"
                    for s in table.floor.members[tile]
                ]
            )
            size = number(table.floor.size[tile], "space")
            label += f", {size}: {lead(table, tile, names)}. {there}"
        tone = f"soil-{ground.tones[tile]}"
        return Sprite(f"tile:{tile + 1}", path=path, spot=spot, tone=tone, label=label)

    def trail(self, ground: Ground) -> list[Sprite]:
        found = []
        for tile in (TILES, TILES + 1):
            for place, (q, r) in enumerate(ground.tiles.get(tile, [])):
                x, y = ground.at(cell_at(q, r))
                id = f"ants{tile - TILES}.{place}"
                turn = place * 60 % 360
                found.append(Sprite(id, "ants", x=x, y=y, w=70, h=70, z=1, turn=turn))
        return found

    def places(self, seen: View, ground: Ground) -> list[Sprite]:
        """Where the next tile or tree may lie."""
        found = []
        for cell in self.sites(seen):
            q, r = q_of(cell), r_of(cell)
            x, y = ground.at(cell)
            label = f"A place for the tile, at {q}, {r}" if seen.bag else "A place for a tree"
            found.append(
                Sprite(
                    f"place:{q},{r}",
                    path=HEX,
                    x=x,
                    y=y,
                    w=60,
                    h=60,
                    z=2,
                    spot=f"place:{q},{r}",
                    tone="panel",
                    line="dash",
                    label=label,
                )
            )
        return found

    def trees(
        self, seen: View, ground: Ground, table: rules.Underwood, names: Sequence[str]
    ) -> list[Sprite]:
        """Mycorrhiza: the trees beside the floor, ringed in the colour of who leads around them."""
        found = []
        for i, tree in enumerate(seen.trees):
            x, y = ground.at(cell_at(tree.q, tree.r))
            label = "A tree"
            if not seen.bag:
                owner = table.majority(table.floor.groves[i])
                who = names[owner] if owner != NOBODY else "nobody"
                spaces = listing([str(space + 1) for space in table.floor.groves[i]])
                label = f"A tree, worth {table.tree_worth()} points: led by {who} on {spaces}"
                if owner != NOBODY:
                    rim = f"rim:tree{i}"
                    found.append(
                        Sprite(rim, path=RIM, x=x, y=y, z=2, tone="own", line="rim", owner=owner)
                    )
            found.append(Sprite(f"tree.{i}", "tree", x=x, y=y - 6, w=78, h=78, z=12, label=label))
        return found

    def more(self, seen: View, ground: Ground, floor: Floor) -> list[Reveal]:
        """Numbers, and what lies in the stacks."""
        numbers = []
        for space in range(floor.spaces):
            x, y = ground.at(floor.cells[space])
            numbers.append(printed_number(f"no:{space + 1}", space + 1, x, y, 24))
        tiles = []
        for tile in floor.tiles:
            x, y = ground.middle(tile)
            tiles.append(printed_number(f"no:tile{tile + 1}", tile + 1, x, y, 34))
        found = [
            Reveal("spaces", "Numbers of spaces", numbers),
            Reveal("tiles", "Numbers of tiles", tiles),
        ]
        stacks = [
            sprite
            for space, pile in enumerate(seen.piles)
            if len(pile) > 1
            for sprite in stack(space, pile, *ground.at(floor.cells[space]))
        ]
        return [*found, Reveal("stacks", "What lies below", stacks)] if stacks else found

    # --------------------------------------------------------------------------- beside the floor
    def to_act(self, seen: View) -> Panel | None:
        """Tiles still to be laid, or trees still to be planted."""
        if seen.bag:
            sprites = []
            slots = []
            for i, piece in enumerate(seen.bag):
                cells = self.box.every()[piece - 1].cells
                xs = [centre(cell)[0] for cell in cells]
                ys = [centre(cell)[1] for cell in cells]
                first = centre(cells[0])
                scale = 1.0 if i == 0 else 0.6
                slots.append(
                    (
                        (max(xs) - min(xs) + WIDE + 8) * scale,
                        (max(ys) - min(ys) + 2 * SIZE + 8) * scale,
                    )
                )
                sprites.append(
                    Sprite(
                        f"form.{piece}",
                        f"form-{piece}",
                        x=round((first[0] - (max(xs) + min(xs)) / 2) * scale, 1),
                        y=round((first[1] - (max(ys) + min(ys)) / 2) * scale, 1),
                        w=100 * scale,
                        h=100 * scale,
                        slot=i,
                        label=f"{'Next: ' if i == 0 else ''}{tile_name(piece)}",
                    )
                )
            return Panel(
                id="bag",
                title="Tiles to lay",
                area="market",
                sprites=sprites,
                counters=[Counter("tiles", "to go", len(seen.bag))],
                slots=slots,
                gap=14,
                least=26,
                most=60,
                say=f"Next: {tile_name(seen.bag[0])}.",
            )
        if seen.phase != "planting":
            return None
        there = len(seen.trees) + seen.piles.count("T")
        trees = [
            Sprite(f"tree.{there + i}", "tree", w=70, h=70, slot=i, label="A tree to plant")
            for i in range(seen.left)
        ]
        return Panel(
            id="trees",
            title="Trees to plant",
            area="market",
            sprites=trees,
            slots=[(76.0, 76.0)] * seen.left,
            least=40,
            most=80,
            say=f"{number(seen.left, 'tree')} to plant.",
        )

    # ------------------------------------------------------------------------------------- moves
    def spots(self, seen: View, move: int) -> Spots:
        """What is chosen for a move, and what it would put down."""
        said = VERBS.to_json(move)
        match said["verb"]:
            case "lay":
                cell = cell_said(said)
                x, y = self.ground(seen).at(cell)
                piece = seen.bag[0]
                turn = int(said.get("turn", "0"))
                ghost = Sprite(f"board/{piece}", f"form-{piece}", x=x, y=y, turn=turn)
                site = self.site(seen, move)
                return Spots({f"place:{q_of(site)},{r_of(site)}": 1}, ghosts=[ghost])
            case "plant":
                cell = cell_said(said)
                x, y = self.ground(seen).at(cell)
                spot = f"place:{said['q']},{said['r']}"
                if seen.variant == "saplings":
                    spot = f"space:{list(self.memory.floor(seen).cells).index(cell) + 1}"
                ghost = Sprite("board/tree", "tree", x=x, y=y - 6, w=70, h=70)
                return Spots({spot: 1}, ghosts=[ghost])
            case "start":
                ground, floor = self.ground(seen), self.memory.floor(seen)
                x, y = ground.at(floor.cells[int(said["space"]) - 1])
                ghost = ghosted(said["space"], seen.turn, x, y)
                return Spots({f"space:{said['space']}": 1}, ghosts=[ghost])
            case "grow" | "trail":
                return self.growth(seen, said)
            case _:
                return Spots()

    def growth(self, seen: View, said: dict[str, str]) -> Spots:
        table, ground = self.memory.table(seen), self.ground(seen)
        spread = Spread(table, seen.turn, said)
        reached = spread.new + [space for space, _ in spread.over]
        ghosts = []
        for space in sorted(reached):
            x, y = ground.at(table.floor.cells[space - 1])
            ghosts.append(ghosted(str(space), seen.turn, x, y))
        chosen = {f"space:{said['space']}": 1, f"tile:{said['tile']}": 1}
        lines: list[tuple[str, str]] = []
        if said["verb"] == "trail":
            chosen["trail"] = 1
            lines = [(f"space:{said['space']}", f"tile:{said['tile']}")]
        return Spots(chosen, ghosts=ghosts, lines=lines)


def sheet(box: Box) -> str:
    """The symbols of the board, and its cover."""
    return printed.sheet(box, TITLE)


def cell_said(said: dict[str, str]) -> int:
    return cell_at(int(said["q"]), int(said["r"]))


def pile_words(pile: str, colours: Sequence[str]) -> str:
    """'empty', 'green mushroom', 'blue mycelium, stack of 2'."""
    if not pile:
        return "empty"
    if pile == "T":
        return "a tree"
    top = pile[-1]
    kind = "mushroom" if top.isupper() else "mycelium"
    more = f", stack of {len(pile)}" if len(pile) > 1 else ""
    return f"{colours[SIGNS.index(top.lower())]} {kind}{more}"


def printed_number(id: str, value: int, x: float, y: float, high: float) -> Sprite:
    return Sprite(id, x=x, y=y, w=high, h=high, z=60, text=str(value), line="broad")


def ghosted(space: str, seat: int, x: float, y: float) -> Sprite:
    return Sprite(f"board/{space}", f"mycel-{seat}", x=x, y=y, w=TOKEN, h=TOKEN)


def spaces(seen: View, ground: Ground, floor: Floor, colours: Sequence[str]) -> list[Sprite]:
    """The litter of every space, and the tokens and saplings on it."""
    found = []
    asked = seen.phase == "starting" or (seen.phase == "planting" and seen.variant == "saplings")
    for space in range(floor.spaces):
        cell = floor.cells[space]
        x, y = ground.at(cell)
        pile = seen.piles[space]
        art = f"litter-{(q_of(cell) * 5 + r_of(cell) * 3) % LITTERS}"
        turn = int(q_of(cell) * 70 + r_of(cell) * 110) % 360
        spot = f"space:{space + 1}" if asked and not pile else ""
        label = f"Space {space + 1} on tile {floor.tile[space] + 1}, empty" if spot else ""
        size = RING if spot else LEAF
        found.append(
            Sprite(
                f"floor:{space + 1}",
                art,
                x=x,
                y=y,
                w=size,
                h=size,
                z=1,
                turn=turn,
                spot=spot,
                label=label,
            )
        )
        if pile == "T":
            id = f"tree.{seen.piles[:space].count('T')}"
            label = f"A tree on space {space + 1}"
            found.append(Sprite(id, "tree", x=x, y=y - 6, w=70, h=70, z=12, label=label))
        elif pile:
            found += tokens(seen, space, pile, x, y, colours)
    return found


def tokens(
    seen: View, space: int, pile: str, x: float, y: float, colours: Sequence[str]
) -> list[Sprite]:
    """A pile: its upper tokens, each a little higher; a badge counts them."""
    found = []
    first = max(0, len(pile) - PILED)
    for level in range(first, len(pile)):
        sign = pile[level]
        seat = SIGNS.index(sign.lower())
        grown = sign.isupper()
        top = level == len(pile) - 1
        mine = top and not grown and seen.phase == "growing" and seat == seen.turn
        size = CAP if grown else TOKEN
        found.append(
            Sprite(
                f"token-{seat}.{(space + 1) * 10 + level}",
                f"{'shroom' if grown else 'mycel'}-{seat}",
                x=x,
                y=round(y - RISE * (level - first) - (RISE if grown else 0), 1),
                w=size,
                h=size,
                z=10 + level,
                spot=f"space:{space + 1}" if mine else "",
                label=f"Space {space + 1}, {pile_words(pile, colours)}" if mine else "",
                count=len(pile) if top and len(pile) > 1 else -1,
                reveal="stacks" if top and len(pile) > 1 else "",
            )
        )
    return found


def stack(space: int, pile: str, x: float, y: float) -> list[Sprite]:
    """A pile spread out, the lowest token on the left."""
    step = 34.0
    left = x - step * (len(pile) - 1) / 2
    return [
        Sprite(
            f"below:{space + 1}.{level}",
            f"{'shroom' if sign.isupper() else 'mycel'}-{SIGNS.index(sign.lower())}",
            x=round(left + step * level, 1),
            y=y,
            w=44,
            h=44,
            z=50 + level,
        )
        for level, sign in enumerate(pile)
    ]


def leaders(ground: Ground, table: rules.Underwood) -> list[Sprite]:
    """Who leads on a tile: a rim in the colour, and the mark of the seat at a corner."""
    found = []
    for tile in table.floor.tiles:
        owner = table.owner(tile)
        if owner == NOBODY:
            continue
        path = ground.rims[tile]
        found.append(Sprite(f"rim:{tile + 1}", path=path, z=2, tone="own", line="rim", owner=owner))
        x, y = ground.at(table.floor.cells[table.floor.members[tile][0]])
        found.append(Sprite(f"lead:{tile + 1}", f"seat-{owner}", x=x, y=y - 36, w=19, h=19, z=40))
    return found


def supply(seen: View, seat: int, name: str) -> Panel:
    """A player's own tokens, and those got from others."""
    own = seen.supply[seat]
    step = 8.0
    art = f"mycel-{seat}"
    sprites = [
        Sprite(f"token-{seat}.{5000 + i}", art, x=(i - (own - 1) / 2) * step, w=44, h=44, slot=0)
        for i in range(own)
    ]
    slots = [(max(own - 1, 0) * step + 48, 48.0)]
    held = [giver for giver, count in enumerate(seen.held[seat]) for _ in range(count)]
    if held:
        slots.append(((len(held) - 1) * 14.0 + 44, 48.0))
        sprites += [
            Sprite(
                f"token-{giver}.{6000 + 100 * seat + i}",
                f"mycel-{giver}",
                x=(i - (len(held) - 1) / 2) * 14,
                w=38,
                h=38,
                slot=1,
            )
            for i, giver in enumerate(held)
        ]
    return Panel(
        id=f"supply{seat}",
        title=name,
        area="mine" if seat == seen.seat else "other",
        sprites=sprites,
        counters=[
            Counter(f"own{seat}", "in supply", own),
            Counter(f"won{seat}", "won", len(held)),
        ],
        slots=slots,
        gap=16,
        least=30,
        most=96,
        seat=seat,
        say=f"{name} has {number(own, 'token')} left and {len(held)} won from others, "
        f"{(own + len(held)) // PER_POINT} points"
        f"{'; goes first' if seat == seen.starter else ''}.",
    )
