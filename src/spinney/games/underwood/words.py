"""Every sentence of Underwood, told from views alone."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.core.game import Outcome, Refusal, ScoreLine, ranks
from spinney.core.state import Moves
from spinney.drawing.scene import Counted
from spinney.games.underwood import rules
from spinney.games.underwood.components import Box
from spinney.games.underwood.layout import GAPLESS
from spinney.games.underwood.pieces import (
    AROUND,
    BAY,
    EMPTY,
    MUSHROOM,
    MYCELIUM,
    PER_POINT,
    PRICE,
    ROLLS,
    SAPLINGS,
    SHARED,
    TILES,
    TOP,
    TREE,
    TREES,
    TURNS,
    VERBS,
    Floor,
    cell_at,
    lying,
    tile_of,
)
from spinney.games.underwood.plans import write
from spinney.games.underwood.text_map import outlined
from spinney.games.underwood.view import Memory
from spinney.games.underwood.view_types import View

TITLE = "Underwood"
COLOURS = ("green", "blue", "red", "yellow")
SIGNS = "abcd"
NOBODY = -1


def number(n: int, thing: str) -> str:
    """'1 token', '2 tokens'."""
    if thing.endswith("ium"):
        return f"{n} {thing}" if n == 1 else f"{n} {thing[:-2]}a"
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def listing(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def tile_name(number_: int) -> str:
    """'tile 7', 'the ant trail'."""
    return f"tile {number_}" if number_ <= TILES else "the ant trail"


def placed(seen: View, said: dict[str, str]) -> int:
    """The next tile as it would lie on the table."""
    cell = cell_at(int(said["q"]), int(said["r"]))
    return lying(seen.bag[0] - 1, cell, int(said.get("turn", "0")) // 60)


class Spread:
    """What growing a mushroom would do: spaces by the number people use, and who is covered."""

    def __init__(self, table: rules.Underwood, seat: int, said: dict[str, str]) -> None:
        floor, tile = table.floor, int(said["tile"]) - 1
        self.new: list[int] = []
        self.over: list[tuple[int, int]] = []  # space and owner
        if said["verb"] == "trail":
            self.new = [s + 1 for s in by_trail(floor, tile) if table.piles[s] == EMPTY]
            return
        for space in touched(floor, int(said["space"]) - 1, tile):
            top = table.piles[space] & TOP
            price = PRICE[seat][top]
            if price == 1:
                self.new.append(space + 1)
            elif price:
                self.over.append((space + 1, top - MYCELIUM))

    @property
    def cost(self) -> int:
        return len(self.new) + 2 * len(self.over)


def touched(floor: Floor, space: int, tile: int) -> list[int]:
    """The neighbours of a space that lie on a tile."""
    for way in range(floor.ways[space], floor.ways[space + 1]):
        if floor.way_tiles[way] == tile:
            return [other for other in floor.spread[way]]
    return []


def by_trail(floor: Floor, tile: int) -> list[int]:
    """The spaces of a tile beside the ant trail."""
    return [space for space in floor.members[tile] if floor.trail[space]]


class Teller:
    """Tells of tables with the tiles of one box."""

    def __init__(self, box: Box, memory: Memory, colours: Sequence[str] = COLOURS) -> None:
        self.box = box
        self.memory = memory
        self.colours = colours  # what each seat's tokens are called

    # ------------------------------------------------------------------------------------ prompt
    def prompt(self, seen: View, names: Sequence[str]) -> str:
        if not seen.deciding:
            return f"{names[seen.turn]} cannot grow: the game is over."
        mine = seen.turn == seen.seat
        who = names[seen.turn]
        match seen.phase:
            case "rolling":
                if mine:
                    return f"Keep this board, or roll another one ({seen.left} of {ROLLS} left)."
                return f"{who} decides whether this board stays."
            case "laying":
                tile = tile_name(seen.bag[0])
                left = f"{number(len(seen.bag), 'tile')} to go{self.lacking(seen)}"
                return (
                    f"Lay {tile}: choose where, then turn it ({left})."
                    if mine
                    else f"{who} lays {tile} ({left})."
                )
            case "planting":
                trees = number(seen.left, "tree")
                return f"Plant {trees}: choose a place." if mine else f"{who} plants {trees}."
            case "starting":
                if mine:
                    return "Place a start token on an empty space, not beside another colour."
                return f"{who} places a start token."
            case _:
                if mine:
                    return "Your turn: choose a mycelium to grow, and the tile to spread on."
                return f"{who} is choosing."

    def lacking(self, seen: View) -> str:
        """What the tiles must still make for the variant (#19, #22)."""
        if not seen.planned:
            return ""
        wood = self.memory.wood(seen)
        if seen.variant == "clearings":
            lack = "" if wood.gaps else "; there must be a gap in the end"
        elif seen.variant == "mycorrhiza":
            trees = TREES - len(wood.bays(BAY, TURNS))
            verb = "needs" if trees == 1 else "need"
            lack = f"; {number(trees, 'tree')} still {verb} a place" if trees > 0 else ""
        else:
            return ""
        if lack and len(seen.bag) <= TREES and not self.hopeful(seen):
            return f"{lack}, but these tiles cannot make it"
        return lack

    def hopeful(self, seen: View) -> bool:
        """Whether some move leads to a board with what the variant is about."""
        table = self.memory.table(seen)
        return any([table.keeps(move) for move in Moves().of(table, seen.turn)])

    # ----------------------------------------------------------------------------------- moves
    def move(self, seen: View, number_: int) -> str:
        said = VERBS.to_json(number_)
        match said["verb"]:
            case "keep":
                return "Keep this board"
            case "roll":
                return "Roll another board"
            case "lay":
                turn = said.get("turn", "0")
                return f"Lay {tile_name(seen.bag[0])} at {said['q']}, {said['r']}, turned {turn}°"
            case "plant":
                return f"Plant a tree {self.site(seen, said)}"
            case "start":
                return f"Start on space {said['space']}"
            case "grow":
                return f"Grow space {said['space']}, spread on tile {said['tile']}"
            case _:
                return f"Trail from space {said['space']} to tile {said['tile']}"

    def site(self, seen: View, said: dict[str, str]) -> str:
        """Where a tree would stand."""
        floor = self.memory.floor(seen)
        cell = cell_at(int(said["q"]), int(said["r"]))
        if seen.variant == "saplings":
            for space in range(floor.spaces):
                if floor.cells[space] == cell:
                    return f"on space {space + 1}"
        beside = [str(space + 1) for space in around(floor, cell)]
        return f"beside spaces {listing(beside)}" if beside else "far from the wood"

    def gain(self, seen: View, number_: int) -> str:
        said = VERBS.to_json(number_)
        match said["verb"]:
            case "lay":
                return self.fit(seen, said)
            case "plant":
                if seen.variant == "saplings":
                    return f"tile {self.tile_at(seen, said)}"
                return "worth 3 points"
            case "start":
                floor = self.memory.floor(seen)
                space = int(said["space"]) - 1
                ways = range(floor.ways[space], floor.ways[space + 1])
                beside = sum([len(floor.spread[way]) for way in ways])
                return f"tile {floor.tile[space] + 1}, {number(beside, 'neighbour')}"
            case "grow" | "trail":
                return self.worth(seen, number_, said)
            case _:
                return ""

    def tile_at(self, seen: View, said: dict[str, str]) -> int:
        floor = self.memory.floor(seen)
        cell = cell_at(int(said["q"]), int(said["r"]))
        return next(floor.tile[s] + 1 for s in range(floor.spaces) if floor.cells[s] == cell)

    def fit(self, seen: View, said: dict[str, str]) -> str:
        """How many edges of a tile would touch others, and what it would enclose."""
        which = (seen.bag[0] - 1) * TURNS + int(said.get("turn", "0")) // 60
        touched = self.memory.wood(seen).contact(which, cell_at(int(said["q"]), int(said["r"])))
        parts = [f"touches {number(touched & 255, 'edge')}"]
        if touched >= GAPLESS:
            parts.append("leaves a gap")
        if seen.variant == "mycorrhiza":
            made = self.memory.wood(seen).made(placed(seen, said))
            if made:
                places = number(made if made > 0 else -made, "place")
                parts.append(f"{'makes' if made > 0 else 'covers'} {places} for trees")
        return listing(parts)

    def worth(self, seen: View, number_: int, said: dict[str, str]) -> str:
        """'2 new, 1 over, costs 4; wins tile 7'"""
        table = self.memory.table(seen)
        spread = Spread(table, seen.turn, said)
        parts = []
        if spread.new:
            parts.append(f"{len(spread.new)} new")
        if spread.over:
            parts.append(f"{len(spread.over)} over")
        after = table.clone()
        after.apply(seen.turn, number_)
        tiles = sorted({table.floor.tile[int(said["space"]) - 1], int(said["tile"]) - 1})
        won = [
            str(tile + 1)
            for tile in tiles
            if after.owner(tile) == seen.turn and table.owner(tile) != seen.turn
        ]
        taken = f"; leads on {listing(won)}" if won else ""
        return f"{', '.join(parts)}, costs {spread.cost}{taken}"

    # ----------------------------------------------------------------------------------- story
    def tell(self, before: View, seat: int, number_: int, after: View) -> str:
        said = VERBS.to_json(number_)
        match said["verb"]:
            case "keep":
                story = "kept this board"
            case "roll":
                story = "rolled another board"
            case "lay":
                story = f"laid {tile_name(before.bag[0])}"
            case "plant":
                story = f"planted a tree {self.site(before, said)}"
            case "start":
                story = f"placed a start token on space {said['space']}"
            case _:
                # Along the trail or not, what comes to the same is told in the same words.
                floor = self.memory.floor(before)
                spread = Spread(self.memory.table(before), seat, said)
                beside = touched(floor, int(said["space"]) - 1, int(said["tile"]) - 1)
                near = all([space - 1 in beside for space in spread.new])
                how = "spread on" if near else "followed the ant trail to"
                story = f"grew a mushroom on space {said['space']} and {how} tile {said['tile']}"
                story += f": {spreading(spread, self.colours)}"
        if not after.deciding:
            story += f"; {self.colours[after.turn]} cannot grow, and the game is over"
        return story

    # -------------------------------------------------------------------------------- refusals
    def refuse(self, seen: View, number_: int) -> Refusal:
        said = VERBS.to_json(number_)
        verb = said["verb"]
        if not seen.deciding:
            return Refusal("the game is over", "R9")
        wanted = {"keep": "rolling", "roll": "rolling", "lay": "laying", "plant": "planting"}
        phase = wanted.get(verb, "starting" if verb == "start" else "growing")
        if seen.phase != phase:
            return Refusal(f"{NOW[seen.phase]} now", RULES[seen.phase])
        if seen.turn != seen.seat:
            return Refusal("it is another player's turn", RULES[seen.phase])
        match verb:
            case "lay":
                return self.refuse_lay(seen, said)
            case "plant":
                return self.refuse_plant(seen, said)
            case "start":
                return self.refuse_start(seen, int(said["space"]))
            case _:
                return self.refuse_growth(seen, said)

    def refuse_lay(self, seen: View, said: dict[str, str]) -> Refusal:
        tile, turn = seen.bag[0] - 1, int(said.get("turn", "0")) // 60
        cell = cell_at(int(said["q"]), int(said["r"]))
        wood = self.memory.wood(seen)
        if turn not in list(self.memory.shapes.turns[tile]):
            return Refusal("turned like this it looks as with a smaller turn", "R14")
        if not wood.fits(tile * TURNS + turn, cell):
            return Refusal("the tile would lie on another one or hang over the edge", "R2")
        touched = wood.contact(tile * TURNS + turn, cell)
        if touched < 0:
            return Refusal("the tile would not touch any other", "R2")
        if tile > TILES:
            return Refusal(f"the two tiles of the trail share at most {SHARED} edges", "R13.4")
        table = self.memory.table(seen)
        if not table.may_lie(wood, placed(seen, said), len(wood.bays(TURNS, TURNS))):
            if seen.variant == "mycorrhiza":
                return Refusal(f"gaps are one space large, and {TREES} at most", "R13.2")
            return Refusal("the tile would enclose a gap", "R2")
        left = len(seen.bag) - 1
        if seen.variant == "clearings":
            if left:
                return Refusal("then the last tile could not close a gap", "R13.1")
            return Refusal("there must be a gap when all tiles lie", "R13.1")
        return Refusal(f"then {self.homeless(seen, said)}", "R13.2")

    def homeless(self, seen: View, said: dict[str, str]) -> str:
        """'3 trees would lack a place, and 2 tiles are left to make one each'"""
        wood, left = self.memory.wood(seen), len(seen.bag) - 1
        trees = TREES - len(wood.bays(BAY, TURNS)) - wood.made(placed(seen, said))
        lack = f"{number(trees, 'tree')} would have no place"
        if not left:
            return lack
        rest = f"{number(left, 'tile')} {'is' if left == 1 else 'are'} left to make one each"
        return f"{lack}, and {rest}"

    def refuse_plant(self, seen: View, said: dict[str, str]) -> Refusal:
        floor = self.memory.floor(seen)
        cell = cell_at(int(said["q"]), int(said["r"]))
        if seen.variant == "saplings":
            if cell in list(floor.cells):
                return Refusal("there is a tree on this tile", "R13.3")
            return Refusal("there is no space", "R13.3")
        if cell in [cell_at(tree.q, tree.r) for tree in seen.trees]:
            return Refusal("there is a tree", "R13.2")
        return Refusal(f"a tree at the edge needs {BAY} spaces around it", "R13.2")

    def refuse_start(self, seen: View, space: int) -> Refusal:
        if space > len(seen.piles):
            return Refusal(f"there are only {len(seen.piles)} spaces", "R5")
        if seen.piles[space - 1]:
            what = "a tree" if seen.piles[space - 1] == "T" else "a token"
            return Refusal(f"there is {what} on space {space}", "R5")
        return Refusal(f"space {space} touches a token of another colour", "R5")

    def refuse_growth(self, seen: View, said: dict[str, str]) -> Refusal:
        table = self.memory.table(seen)
        floor, space, tile = table.floor, int(said["space"]), int(said["tile"])
        trail = said["verb"] == "trail"
        if trail and seen.variant != "ant_trail":
            return Refusal("there is no ant trail in this game", "R13.4")
        if space > len(seen.piles):
            return Refusal(f"there are only {len(seen.piles)} spaces", "R6")
        if not seen.piles[space - 1].endswith(SIGNS[seen.seat]):
            return Refusal(f"there is no mycelium of yours on space {space}", "R6")
        rule = "R13.4" if trail else "R7"
        if trail and not floor.trail[space - 1]:
            return Refusal(f"space {space} does not touch the ant trail", rule)
        reached = by_trail(floor, tile - 1) if trail else touched(floor, space - 1, tile - 1)
        if not reached:
            what = "the ant trail" if trail else f"space {space}"
            return Refusal(f"tile {tile} does not touch {what}", rule)
        cost = Spread(table, seen.seat, said).cost
        if not cost:
            return Refusal(f"nothing can be placed on tile {tile} from there", rule)
        have = table.supply[seen.seat]
        return Refusal(f"it takes {number(cost, 'token')}, and you have {have}", rule)

    # ----------------------------------------------------------------------------------- score
    def count(self, before: View, seat: int, number_: int, after: View) -> list[Counted]:
        """The last move: trees, then tiles, then tokens, as one would count at the table."""
        if after.deciding:
            return []
        table = self.memory.table(after)
        steps = []
        for i, grove in enumerate(table.floor.groves):
            owner = table.majority(grove)
            if owner != NOBODY:
                spaces = listing([str(space + 1) for space in grove])
                text = f"the tree between {spaces}"
                steps.append(Counted(owner, text, table.tree_worth(), [f"tree.{i}"]))
        for tile in sorted(table.floor.tiles):
            owner = table.owner(tile)
            if owner != NOBODY:
                worth = table.floor.size[tile]
                if table.planted >> tile & 1:
                    worth += table.tree_worth()
                text = f"{self.titled(tile)[0].lower()}{self.titled(tile)[1:]}"
                steps.append(Counted(owner, text, worth, [f"tile:{tile + 1}"]))
        for who in range(table.seats):
            tokens = table.supply[who] + table.won(who)
            text = f"{number(tokens, 'token')} in the supply"
            steps.append(Counted(who, text, tokens // PER_POINT))
        return steps

    def outcome(self, table: rules.Underwood) -> Outcome:
        """R10 to R13: a line for every tile and tree won, and one for the tokens."""
        lines: list[list[ScoreLine]] = [[] for _ in range(table.seats)]
        for grove in table.floor.groves:
            owner = table.majority(grove)
            if owner != NOBODY:
                spaces = listing([str(space + 1) for space in grove])
                lines[owner].append(
                    ScoreLine(f"Tree between {spaces}", table.tree_worth(), "trees")
                )
        for tile in sorted(table.floor.tiles):
            owner = table.owner(tile)
            if owner != NOBODY:
                tree = table.variant == SAPLINGS and table.planted >> tile & 1
                worth = table.floor.size[tile] + (table.tree_worth() if tree else 0)
                lines[owner].append(ScoreLine(f"{self.titled(tile)}{' with a tree' * tree}", worth))
        won = [table.won(seat) for seat in range(table.seats)]
        for seat in range(table.seats):
            tokens = table.supply[seat] + won[seat]
            lines[seat].append(
                ScoreLine(
                    f"{number(tokens, 'token')} in the supply", tokens // PER_POINT, "the supply"
                )
            )
        scores = [sum([line.points for line in seat]) for seat in lines]
        standings = [scores[seat] << 8 | won[seat] for seat in range(table.seats)]
        return Outcome(scores=scores, ranks=ranks(standings), lines=lines)

    def titled(self, tile: int) -> str:
        return f"Tile {tile + 1} ({self.box.tiles[str(tile + 1)].name})"

    # ------------------------------------------------------------------------------------ text
    def text(self, seen: View, names: Sequence[str]) -> str:
        """The table for a terminal, and for whoever does not see the picture."""
        table = self.memory.table(seen)
        lines = self.map(seen, table)
        if not seen.bag:
            lines.append("")
            lines += [self.tile_line(table, tile, names) for tile in sorted(table.floor.tiles)]
            lines += [self.tree_line(table, number_, names) for number_ in range(len(seen.trees))]
        lines.append("")
        for seat in range(seen.seats):
            parts = [
                f"{number(seen.supply[seat], 'token')} left",
                f"{seen.won[seat]} won from others",
                number(table.points(seat), "point"),
            ]
            first = ", goes first" if seat == seen.starter else ""
            who = f"{names[seat]} ({self.colours[seat]}, {SIGNS[seat]})"
            lines.append(f"{who}: {', '.join(parts)}{first}")
        if not seen.bag:
            lines.append(f"This board as text: {write(list(table.laid), list(table.trees))}")
        return "\n".join(lines)

    def map(self, seen: View, table: rules.Underwood) -> list[str]:
        """The spaces with their numbers and what is visible on them; a bar between two tiles."""
        signs: dict[int, str] = {}
        under: dict[int, int] = {}
        for one in table.laid:
            if seen.bag or tile_of(one) >= TILES:
                for cell in self.memory.shapes.covered(one):
                    under[cell] = tile_of(one)
                    signs[cell] = str(tile_of(one) + 1) if tile_of(one) < TILES else "ants"
        for space, cell in enumerate(table.floor.cells):
            pile = seen.piles[space]
            more = f"+{len(pile) - 1}" if len(pile) > 1 else ""
            signs[cell] = f"{pile[-1:]}{space + 1}{more}"
            under[cell] = table.floor.tile[space]
        for tree in table.trees:
            signs[tree] = "tree"
            under[tree] = -2
        a, b, c, d = self.colours
        lines = [f"Spaces by number; a mycelium, A mushroom of {a}, b and B of {b}, c {c}, d {d}."]
        if seen.bag:
            coming = listing([str(n) if n <= TILES else "ants" for n in seen.bag])
            lines = [
                f"Tiles by number; still to be laid: {coming}. Each row begins with its r and q."
            ]
        return [*lines, *outlined(signs, under, bool(seen.bag))]

    def tile_line(self, table: rules.Underwood, tile: int, names: Sequence[str]) -> str:
        spaces = " ".join([str(space + 1) for space in table.floor.members[tile]])
        tree = ", a tree" if table.variant == SAPLINGS and table.planted >> tile & 1 else ""
        size = number(table.floor.size[tile], "space")
        return f"{self.titled(tile)}, {size}{tree}: {spaces}; {lead(table, tile, names)}"

    def tree_line(self, table: rules.Underwood, number_: int, names: Sequence[str]) -> str:
        grove = table.floor.groves[number_]
        owner = table.majority(grove)
        spaces = " ".join([str(space + 1) for space in grove])
        return f"Tree: {spaces}; led by {names[owner] if owner != NOBODY else 'nobody'}"


def around(floor: Floor, cell: int) -> list[int]:
    beside = [cell + step for step in AROUND]
    return [space for space in range(floor.spaces) if floor.cells[space] in beside]


def spreading(spread: Spread, colours: Sequence[str]) -> str:
    """'2 new mycelia and 1 over blue'."""
    parts = [number(len(spread.new), "new mycelium")] if spread.new else []
    owners = [owner for _, owner in spread.over]
    for owner in sorted(set(owners)):
        parts.append(f"{owners.count(owner)} over {colours[owner]}")
    return listing(parts)


def strength(table: rules.Underwood, spaces: Sequence[int]) -> list[tuple[int, int]]:
    """Mushrooms and mycelia of each seat on some spaces."""
    found = [(0, 0)] * table.seats
    for space in spaces:
        top = table.piles[space] & TOP
        if top >= MUSHROOM:
            grown, spread = found[top - MUSHROOM]
            found[top - MUSHROOM] = grown + 1, spread
        elif top != EMPTY and top != TREE:
            grown, spread = found[top - MYCELIUM]
            found[top - MYCELIUM] = grown, spread + 1
    return found


def lead(table: rules.Underwood, tile: int, names: Sequence[str]) -> str:
    """Who leads on a tile, and by what."""
    spaces = list(table.floor.members[tile])
    have = strength(table, spaces)
    owner = table.owner(tile)
    if owner == NOBODY:
        return "nobody is there" if not any([sum(h) for h in have]) else "a tie"
    grown, spread = have[owner]
    parts = [number(grown, "mushroom")] if grown else []
    if spread:
        parts.append(number(spread, "mycelium"))
    return f"led by {names[owner]} with {listing(parts)}"


NOW = {
    "rolling": "whether the board stays is asked",
    "laying": "tiles are laid",
    "planting": "trees are planted",
    "starting": "start tokens are placed",
    "growing": "mushrooms are grown",
}
RULES = {"rolling": "R14", "laying": "R14", "planting": "R13", "starting": "R5", "growing": "R6"}
