"""Underwood, for two to four mushroom species. Read from top to bottom, this file is the rulebook.

    set-up     the forest floor, trees, start tokens              R2 to R5, R13
    decisions  what a player may do                               R5, R6, R13.4
    effects    what a move does, and what follows                 R7 to R9
    the end    majorities and points                              R10 to R12, R13.2, R13.3

The numbers R1, R2, ... are those of rulebook.md, #1, #2, ... its rulings. The pieces stand next
door in pieces.py, the laying of tiles in layout.py. Everything lies open, and chance speaks only
while the board is laid out.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.chance import Rng
from spinney.core.state import Moves, State, bit
from spinney.core.verbs import one, say1, say2, say3, three, two, verb
from spinney.games.underwood.layout import (
    DOUBLE,
    GAPLESS,
    SINGLE,
    Wood,
    draw_tiles,
    generate,
    join_trail,
)
from spinney.games.underwood.pieces import (
    ANT_TRAIL,
    BAY,
    CLEARINGS,
    EMPTY,
    GROW,
    KEEP,
    LAY,
    MIDDLE,
    MUSHROOM,
    MYCELIUM,
    MYCORRHIZA,
    PER_POINT,
    PILE,
    PLANT,
    PRICE,
    REACH,
    ROLL,
    ROLLS,
    SAPLING_POINTS,
    SAPLING_STARTS,
    SAPLINGS,
    START,
    STARTS,
    TILES,
    TILES_FOR,
    TOKENS,
    TOP,
    TRAIL,
    TREE,
    TREE_POINTS,
    TREES,
    TURNS,
    Floor,
    Shapes,
    cell_at,
    cell_of,
    lying,
    q_of,
    r_of,
    turn_of,
)

# What the table waits for.
ROLLING: Final = 0  # whether the board stays as it was rolled
LAYING: Final = 1
PLANTING: Final = 2
STARTING: Final = 3
GROWING: Final = 4


@final
@mypyc_attr(acyclic=True)
class Underwood(State):
    """The table: the forest floor, a pile on each of its spaces, and a supply for each player."""

    __slots__ = (
        "bag",
        "floor",
        "held",
        "laid",
        "left",
        "phase",
        "piles",
        "planted",
        "shapes",
        "starter",
        "supply",
        "trees",
        "turn",
        "variant",
    )

    def __init__(
        self,
        seats: i64,
        waiting: i64,
        sealed: i64,
        dice: i64,
        shapes: Shapes,
        variant: i64,
        phase: i64,
        left: i64,
        laid: vec[i64],
        bag: vec[i64],
        trees: vec[i64],
        planted: i64,
        floor: Floor,
        piles: vec[i64],
        supply: vec[i64],
        held: vec[i64],
        turn: i64,
        starter: i64,
    ) -> None:
        super().__init__(seats, waiting, sealed, dice)
        self.shapes: Shapes = shapes
        self.variant: i64 = variant
        self.phase: i64 = phase
        self.left: i64 = left  # rolls, trees or start tokens that this phase still brings
        self.laid: vec[i64] = laid  # tiles on the table; replaced, never changed, as the next two
        self.bag: vec[i64] = bag  # tiles still to be laid, the next one first
        self.trees: vec[i64] = trees  # Mycorrhiza: the cells of the trees beside the floor
        self.planted: i64 = planted  # Saplings: a bit for each tile with a tree on it
        self.floor: Floor = floor
        self.piles: vec[i64] = piles
        self.supply: vec[i64] = supply  # own tokens of each seat
        # R8: at receiver * seats + giver, the tokens that one seat got from another
        self.held: vec[i64] = held
        self.turn: i64 = turn
        self.starter: i64 = starter

    # --------------------------------------------------------------------------------------- set-up
    def roll(self) -> None:
        """R2, #16: chance speaks, and a board lies there."""
        rng = Rng(self.dice)
        self.laid = generate(self.shapes, TILES_FOR[self.seats], self.variant, rng)
        self.dice = rng.fork()
        self.take_holes()
        self.open_floor()

    def unpack(self) -> None:
        """#20: tiles are drawn and laid by the players; the first one lies there."""
        rng = Rng(self.dice)
        tiles = draw_tiles(TILES_FOR[self.seats], rng)
        self.dice = rng.fork()
        if self.variant == ANT_TRAIL:
            self.bag = vec[i64]([TILES, TILES + 1])
            for tile in tiles:
                self.bag = append(self.bag, tile)
        else:
            self.bag = tiles
        self.laid = vec[i64]([lying(self.bag[0], MIDDLE, 0)])
        self.bag = self.bag[1:]
        self.phase = LAYING
        self.pass_to(self.starter)

    def take_holes(self) -> None:
        """R13.2: a tree stands in every gap."""
        if self.variant == MYCORRHIZA:
            for cell in Wood(self.shapes, self.laid).bays(TURNS, TURNS):
                if cell not in [tree for tree in self.trees]:
                    self.trees = append(self.trees[:], cell)

    def open_floor(self) -> None:
        """The tiles lie: count their spaces."""
        self.floor = Floor(self.shapes, self.laid, self.trees)
        self.piles = vec[i64]([EMPTY] * self.floor.spaces)

    def begin_planting(self) -> None:
        """R13.2, R13.3, #12, #22: the starting player sets the trees that have no place yet."""
        self.phase = PLANTING
        self.left = 0
        if self.variant == SAPLINGS:
            self.left = TREES
        elif self.variant == MYCORRHIZA:
            sites = len(Wood(self.shapes, self.laid).bays(BAY, TURNS))
            self.left = (TREES if sites > TREES else sites) - len(self.trees)
        if self.left > 0:
            self.pass_to(self.starter)
        else:
            self.begin_starting()

    def begin_starting(self) -> None:
        """R5: the seat to the right of the starting player is the first to place a token."""
        self.phase = STARTING
        self.left = self.seats * (SAPLING_STARTS if self.variant == SAPLINGS else STARTS)
        self.pass_to(self.to_the_right(self.starter))

    # ------------------------------------------------------------------------------------ decisions
    def legal(self, seat: i64, moves: Moves) -> None:
        if self.phase == GROWING:
            self.legal_growths(seat, moves)
        elif self.phase == STARTING:
            self.legal_starts(seat, moves)
        elif self.phase == PLANTING:
            self.legal_plantings(moves)
        elif self.phase == LAYING:
            self.legal_layings(moves)
        else:
            moves.add(KEEP)
            moves.add(ROLL)

    def legal_layings(self, moves: Moves) -> None:
        """R2, R13, #20: wherever the next tile touches others, and encloses only what it may."""
        wood = Wood(self.shapes, self.laid)
        tile = self.bag[0]
        if tile == TILES + 1:
            for way in join_trail(wood):
                moves.add(said(way))
            return
        gaps: i64 = 0
        last = len(self.bag) == 1
        if self.variant == MYCORRHIZA:
            gaps = len(wood.bays(TURNS, TURNS))
        elif self.variant == CLEARINGS and last:
            gaps = len(wood.rooms())
        for place in wood.places(tile):
            touched = wood.told(place)
            if self.variant == CLEARINGS:
                # R13.1, #19: the last tile closes a gap if there is none.
                if not last or gaps + wood.parts(place) > 1:
                    moves.add(said(place))
            elif touched < GAPLESS or (
                self.variant == MYCORRHIZA
                and touched < DOUBLE
                and gaps + touched // SINGLE <= TREES
            ):
                moves.add(said(place))
        if moves.count == 0:
            for place in wood.places(tile):
                moves.add(said(place))

    def legal_plantings(self, moves: Moves) -> None:
        """R13.2: at the edge, with four spaces or more around; R13.3: one on a tile at most."""
        if self.variant == SAPLINGS:
            for space in range(self.floor.spaces):
                if not self.planted & bit(self.floor.tile[space]):
                    moves.add(say_cell(PLANT, self.floor.cells[space]))
        else:
            trees = [tree for tree in self.trees]
            for cell in Wood(self.shapes, self.laid).bays(BAY, TURNS):
                if cell not in trees:
                    moves.add(say_cell(PLANT, cell))

    def legal_starts(self, seat: i64, moves: Moves) -> None:
        """R5: any empty space that touches no opponent's token; #9: if there is none, any."""
        for space in range(self.floor.spaces):
            if self.piles[space] == EMPTY and self.is_apart(seat, space):
                moves.add(say1(START, space))
        if moves.count == 0:
            for space in range(self.floor.spaces):
                if self.piles[space] == EMPTY:
                    moves.add(say1(START, space))

    def is_apart(self, seat: i64, space: i64) -> bool:
        """R5: at least one empty space between tokens of different colours."""
        floor = self.floor
        at = floor.cuts[floor.ways[space]]
        end = floor.cuts[floor.ways[space + 1]]
        while at < end:
            token = self.piles[floor.near[at]]
            if token != EMPTY and token != TREE and token != MYCELIUM + seat:
                return False
            at += 1
        return True

    def legal_growths(self, seat: i64, moves: Moves) -> None:
        """R6, R7: one own mycelium, and a tile it touches; all of that target or nothing."""
        floor = self.floor
        piles = self.piles
        price = PRICE[seat]
        supply = self.supply[seat]
        mine = MYCELIUM + seat
        near = floor.near
        cuts = floor.cuts
        ways = floor.ways
        by_trail = self.variant == ANT_TRAIL
        space: i64 = 0
        while space < floor.spaces:
            if piles[space] & TOP == mine:
                way = ways[space]
                last = ways[space + 1]
                at = cuts[way]
                while way < last:
                    end = cuts[way + 1]
                    cost: i64 = 0
                    while at < end:
                        cost += price[piles[near[at]] & TOP]
                        at += 1
                    if 0 < cost <= supply:
                        moves.add(say2(GROW, space, floor.way_tiles[way]))
                    way += 1
                if by_trail and floor.trail[space]:
                    self.legal_trails(space, supply, moves)
            space += 1

    def legal_trails(self, space: i64, supply: i64, moves: Moves) -> None:
        """R13.4, #13: every tile beside the trail, if all its empty spaces there can be covered."""
        for number in range(len(self.floor.trail_tiles)):
            if 0 < self.trail_cost(number) <= supply:
                moves.add(say2(TRAIL, space, self.floor.trail_tiles[number]))

    def trail_cost(self, number: i64) -> i64:
        """R13.4: the empty spaces beside the ant trail on one of its tiles."""
        floor = self.floor
        cost: i64 = 0
        at = floor.trail_cuts[number]
        while at < floor.trail_cuts[number + 1]:
            if self.piles[floor.trail_near[at]] == EMPTY:
                cost += 1
            at += 1
        return cost

    def can_grow(self, seat: i64) -> bool:
        """R9: whether the seat can take its turn at all."""
        floor = self.floor
        piles = self.piles
        price = PRICE[seat]
        supply = self.supply[seat]
        mine = MYCELIUM + seat
        near = floor.near
        cuts = floor.cuts
        ways = floor.ways
        if supply == 0:
            return False
        space: i64 = 0
        while space < floor.spaces:
            if piles[space] & TOP == mine:
                way = ways[space]
                last = ways[space + 1]
                at = cuts[way]
                while way < last:
                    end = cuts[way + 1]
                    cost: i64 = 0
                    while at < end:
                        cost += price[piles[near[at]] & TOP]
                        at += 1
                    if 0 < cost <= supply:
                        return True
                    way += 1
            space += 1
        return self.variant == ANT_TRAIL and self.can_use_trail(seat)

    def can_use_trail(self, seat: i64) -> bool:
        """R9, R13.4"""
        moves = Moves()
        for space in range(self.floor.spaces):
            if self.floor.trail[space] and self.piles[space] & TOP == MYCELIUM + seat:
                self.legal_trails(space, self.supply[seat], moves)
                return moves.count > 0
        return False

    # -------------------------------------------------------------------------------------- effects
    def apply(self, seat: i64, move: i64) -> None:
        option = verb(move)
        if option == GROW:
            self.piles[one(move)] += MUSHROOM - MYCELIUM
            self.spread(seat, self.floor.way(one(move), two(move)))
            self.begin_turn(self.to_the_left(seat))
        elif option == TRAIL:
            self.piles[one(move)] += MUSHROOM - MYCELIUM
            self.follow_trail(seat, two(move))
            self.begin_turn(self.to_the_left(seat))
        elif option == START:
            self.place(seat, one(move))
            self.left -= 1
            if self.left:
                self.pass_to(self.to_the_right(seat))
            else:
                self.phase = GROWING
                self.begin_turn(self.starter)
        elif option == PLANT:
            self.plant(cell_at(one(move) - REACH, two(move) - REACH))
        elif option == LAY:
            self.lay(seat, move)
        elif option == ROLL:
            self.left -= 1
            self.trees = vec[i64]()
            self.roll()
            self.sealed += 1
            if self.left == 0:
                self.begin_planting()
        else:
            self.begin_planting()

    def lay(self, seat: i64, move: i64) -> None:
        """#20: the tile lies; its neighbour lays the next one, until all lie."""
        cell = cell_at(one(move) - REACH, two(move) - REACH)
        self.laid = append(self.laid[:], lying(self.bag[0], cell, three(move)))
        self.bag = self.bag[1:]
        if len(self.bag):
            self.pass_to(self.to_the_left(seat))
        else:
            self.take_holes()
            self.open_floor()
            self.begin_planting()

    def plant(self, cell: i64) -> None:
        """R13.2, R13.3"""
        if self.variant == SAPLINGS:
            space: i64 = 0
            while self.floor.cells[space] != cell:
                space += 1
            self.piles[space] = TREE
            self.planted |= bit(self.floor.tile[space])
        else:
            self.trees = append(self.trees[:], cell)
            self.floor = Floor(self.shapes, self.laid, self.trees)
        self.left -= 1
        if self.left == 0:
            self.begin_starting()

    def spread(self, seat: i64, way: i64) -> None:
        """R7, R8: cover every allowed space of the target; pay the owner of a covered mycelium."""
        floor = self.floor
        at = floor.cuts[way]
        end = floor.cuts[way + 1]
        while at < end:
            space = floor.near[at]
            top = self.piles[space] & TOP
            price = PRICE[seat][top]
            if price:
                self.place(seat, space)
                if price > 1:
                    self.supply[seat] -= 1
                    self.held[(top - MYCELIUM) * self.seats + seat] += 1
            at += 1

    def follow_trail(self, seat: i64, tile: i64) -> None:
        """R13.4, #14: only empty spaces beside the trail, and none of those beside the mushroom."""
        floor = self.floor
        number: i64 = 0
        while floor.trail_tiles[number] != tile:
            number += 1
        at = floor.trail_cuts[number]
        while at < floor.trail_cuts[number + 1]:
            space = floor.trail_near[at]
            if self.piles[space] == EMPTY:
                self.place(seat, space)
            at += 1

    def place(self, seat: i64, space: i64) -> None:
        """A token from the supply, mycelium side up, on top of whatever lies there."""
        self.piles[space] = self.piles[space] << PILE | (MYCELIUM + seat)
        self.supply[seat] -= 1

    def to_the_left(self, seat: i64) -> i64:
        return 0 if seat + 1 == self.seats else seat + 1

    def to_the_right(self, seat: i64) -> i64:
        return self.seats - 1 if seat == 0 else seat - 1

    def pass_to(self, seat: i64) -> None:
        self.turn = seat
        self.waiting = bit(seat)

    def begin_turn(self, seat: i64) -> None:
        """R9, #3: the game ends at once when the player whose turn it is cannot grow."""
        self.turn = seat
        self.waiting = bit(seat) if self.can_grow(seat) else 0

    # -------------------------------------------------------------------------------------- the end
    def majority(self, spaces: vec[i64]) -> i64:
        """R10, #5, #6: most mushrooms, then most mycelia among those tied; -1 for nobody.

        Both in one number: who has fewer mushrooms than another cannot win by mycelia.
        """
        mushrooms: i64 = 0  # a byte for each seat
        mycelia: i64 = 0
        for space in spaces:
            top = self.piles[space] & TOP
            if top >= MUSHROOM:
                mushrooms += bit((top - MUSHROOM) * 8)
            elif top and top != TREE:
                mycelia += bit((top - MYCELIUM) * 8)
        best: i64 = 0
        winner: i64 = -1
        seat: i64 = 0
        while seat < self.seats:
            strength = (mushrooms >> seat * 8 & 255) << 8 | (mycelia >> seat * 8 & 255)
            if strength > best:
                best = strength
                winner = seat
            elif strength == best:
                winner = -1
            seat += 1
        return winner

    def owner(self, tile: i64) -> i64:
        """R10: who has the majority on a tile; -1 for nobody."""
        return self.majority(self.floor.members[tile])

    def spaces_won(self, seat: i64) -> i64:
        """R11: the spaces of the tiles on which the seat has the majority."""
        won: i64 = 0
        for tile in self.floor.tiles:
            if self.owner(tile) == seat:
                won += self.floor.size[tile]
        return won

    def trees_won(self, seat: i64) -> i64:
        """R13.2, #11: trees by the spaces around them; R13.3: those on the seat's tiles."""
        won: i64 = 0
        if self.variant == SAPLINGS:
            for tile in self.floor.tiles:
                if self.planted & bit(tile) and self.owner(tile) == seat:
                    won += 1
        else:
            for grove in self.floor.groves:
                if self.majority(grove) == seat:
                    won += 1
        return won

    def won(self, seat: i64) -> i64:
        """R8: the opponents' tokens in the seat's supply."""
        tokens: i64 = 0
        for giver in range(self.seats):
            tokens += self.held[seat * self.seats + giver]
        return tokens

    def given(self, seat: i64) -> i64:
        """R8: the seat's own tokens in the supplies of others."""
        tokens: i64 = 0
        for receiver in range(self.seats):
            tokens += self.held[receiver * self.seats + seat]
        return tokens

    def tree_worth(self) -> i64:
        return SAPLING_POINTS if self.variant == SAPLINGS else TREE_POINTS

    def points(self, seat: i64) -> i64:
        """R11, R12, R13: spaces and trees won, and one for every two tokens in the supply."""
        total = self.spaces_won(seat) + (self.supply[seat] + self.won(seat)) // PER_POINT
        if self.variant == SAPLINGS or self.variant == MYCORRHIZA:
            total += self.trees_won(seat) * self.tree_worth()
        return total

    def standing(self, seat: i64) -> i64:
        """R12: a tie goes to whoever got more opponents' tokens."""
        return self.points(seat) << 8 | self.won(seat)

    def sound(self) -> bool:
        """Of each colour 24 tokens, wherever they are; nobody was paid by themselves; and every
        tree stands somewhere.
        """
        found = self.supply[:]
        trees: i64 = 0
        for pile in self.piles:
            while pile:
                top = pile & TOP
                if top == TREE:
                    trees += 1
                elif top >= MUSHROOM:
                    found[top - MUSHROOM] += 1
                else:
                    found[top - MYCELIUM] += 1
                pile >>= PILE
        for seat in range(self.seats):
            if self.supply[seat] < 0 or self.held[seat * self.seats + seat] != 0:
                return False
            if found[seat] + self.given(seat) != TOKENS:
                return False
        if self.variant == SAPLINGS and self.phase >= PLANTING:
            return trees + (self.left if self.phase == PLANTING else 0) == TREES
        return trees == 0 and len(self.trees) <= TREES

    # -------------------------------------------------------------------------------------- copying
    def clone(self) -> Underwood:
        return Underwood(
            self.seats,
            self.waiting,
            self.sealed,
            self.dice,
            self.shapes,
            self.variant,
            self.phase,
            self.left,
            self.laid,
            self.bag,
            self.trees,
            self.planted,
            self.floor,
            self.piles[:],
            self.supply[:],
            self.held[:],
            self.turn,
            self.starter,
        )


def say_cell(verb: i64, cell: i64) -> i64:
    return say2(verb, q_of(cell) + REACH, r_of(cell) + REACH)


def said(place: i64) -> i64:
    """The move that lays a tile there."""
    cell = cell_of(place)
    return say3(LAY, q_of(cell) + REACH, r_of(cell) + REACH, turn_of(place))


# ------------------------------------------------------------------------------------------ set-up
GIVEN: Final = 0  # the board lies there: generated, a preset, or saved earlier
ROLLED: Final = 1  # #17: the starting player may have it rolled again
BUILT: Final = 2  # #20: the players lay the tiles


def setup(
    shapes: Shapes,
    seats: i64,
    variant: i64,
    layout: i64,
    laid: vec[i64],
    trees: vec[i64],
    rng: Rng,
) -> Underwood:
    """R2 to R5: the board, 24 tokens each, and a starting player by lot."""
    starter = rng.below(seats)
    nothing = vec[i64]()
    table = Underwood(
        seats,
        bit(starter),
        0,
        rng.fork(),
        shapes,
        variant,
        ROLLING,
        ROLLS,
        laid,
        nothing,
        trees,
        0,
        Floor(shapes, nothing, nothing),
        nothing,
        vec[i64]([TOKENS] * seats),
        vec[i64]([0] * (seats * seats)),
        starter,
        starter,
    )
    if layout == BUILT:
        table.unpack()
    else:
        table.take_holes()
        table.open_floor()
        if layout == GIVEN:
            table.begin_planting()
    return table
